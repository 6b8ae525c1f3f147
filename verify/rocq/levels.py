"""Where a number lies that an equation or an infimum defines: ends between which Rocq finds it, guessed with floating point."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction

from verify.rocq.guess import NoGuess, guess
from verify.rocq.terms import NotExported, Prop, fraction

WIDTH = Fraction(1, 10**7)
"""How far from the guess the ends are, for numbers below 1."""


def enclosed(prop: Prop, values: Mapping[str, object]) -> tuple[str, str, float]:
    """Two ends as numbers of Rocq, and the guess between them."""
    assert prop.node is not None
    try:
        value = guess(prop.node, values)
    except (NoGuess, KeyError, AssertionError):
        raise NotExported("evidence", f"no ends for a {prop.node.head}") from None
    if not math.isfinite(value):
        raise NotExported("infinite", prop.node.head)
    middle = Fraction(round(value * 10**10), 10**10)
    width = WIDTH * max(min(abs(middle), Fraction(1)), WIDTH)
    if prop.beside is not None:
        try:
            gap = abs(guess(prop.beside, values) - value)
        except (NoGuess, KeyError, AssertionError):
            gap = 0.0
        width = Fraction(round(min(gap, 1.0) / 2 * 10**10), 10**10) or WIDTH
    return f"({fraction(middle - width)})", f"({fraction(middle + width)})", value
