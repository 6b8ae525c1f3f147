"""Lines of a terminal."""

from __future__ import annotations

import shutil
import sys
import textwrap


def wrapped(text: str, indent: str) -> str:
    """A line that begins under ``indent``, broken where a terminal is narrower; whole where it is read by another program."""
    if not sys.stdout.isatty():
        return indent + text
    return textwrap.fill(text, max(40, shutil.get_terminal_size().columns), initial_indent=indent, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


__all__ = ["wrapped"]
