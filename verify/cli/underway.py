"""What a command is doing now, for Ctrl-C to name."""

from __future__ import annotations

import os
from contextlib import suppress

MOST = 500
"""Bytes of a name that is passed on."""
SAID = b"\0"
"""Passed on in place of a name once the end was said."""
_now: list[str] = []
"""What this process is doing; at most one entry."""
_lines: list[int] = []
"""The end of a pipe to the process that waits for this one, where there is one."""


def passed_on(line: int) -> None:
    """From now on what is done is told to another process too, which never keeps this one waiting."""
    os.set_blocking(line, False)
    _lines[:] = [line]


def watched() -> bool:
    """Whether another process waits for this one."""
    return bool(_lines)


def under_way(what: str) -> None:
    """Say what is being done from now on."""
    _now[:] = [what]
    _pass_on(what.replace("\n", " ").encode()[:MOST])


def interrupted() -> str:
    """The first words of what this process says after Ctrl-C; the other one need not say it again."""
    _pass_on(SAID)
    return " at ".join(["interrupted", *_now])


def _pass_on(text: bytes) -> None:
    for line in _lines:
        with suppress(OSError):
            os.write(line, text + b"\n")


__all__ = ["MOST", "SAID", "interrupted", "passed_on", "under_way", "watched"]
