"""Blocks in which Python does not search for cycles of objects, because what is made there has none and stays."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected(*, kept: bool = False) -> Iterator[None]:
    """No search for cycles within the block. ``kept``: what is there at its end stays for good, and later searches leave it out."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            if kept:
                gc.freeze()
            gc.enable()


__all__ = ["uncollected"]
