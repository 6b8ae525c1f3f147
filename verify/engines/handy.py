"""Numbers that are tried first, and what is said where nothing can be drawn."""

from __future__ import annotations

from flint import fmpq

HANDY = tuple(fmpq(p, q) for p, q in ((1, 1), (1, 2), (2, 1), (3, 1), (1, 4), (3, 2), (1, 10), (10, 1), (1, 3), (4, 1), (5, 1), (1, 100), (100, 1), (3, 4), (9, 10), (1, 50), (11, 10)))


class CannotDraw(Exception):
    """No member of the set was found."""
