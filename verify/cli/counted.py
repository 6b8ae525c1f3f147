"""How much of something long is done: on one line of a terminal, a line now and then elsewhere. Written to standard error, so that no output changes."""

from __future__ import annotations

import sys
import time

SECONDS = 10.0
"""Between two lines where there is no terminal."""


class Counted:
    """``what``: what is being done, in words."""

    def __init__(self, what: str, quiet: bool = False) -> None:
        self.what = what
        self.quiet = quiet
        self.live = sys.stderr.isatty()
        self.told = time.monotonic()

    def __enter__(self) -> Counted:
        return self

    def __exit__(self, *_: object) -> None:
        if self.live and not self.quiet:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()

    def update(self, done: int, total: int) -> None:
        if self.quiet or not total:
            return
        words = f"[{done}/{total}] {self.what}"
        if self.live:
            sys.stderr.write(f"\r\033[K{words}")
            sys.stderr.flush()
        elif time.monotonic() - self.told >= SECONDS:
            self.told = time.monotonic()
            sys.stderr.write(f"{words}\n")


__all__ = ["Counted"]
