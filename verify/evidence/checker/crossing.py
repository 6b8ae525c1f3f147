"""An equation has a solution between two numbers at which its sides stand in opposite order, if both sides are continuous in between.

Continuity is seen by slopes: a term with bounded slopes on every piece of a range is continuous there.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from verify.evidence.checker import numbers as n
from verify.evidence.checker import slopes
from verify.evidence.checker.formula import argument, head, word
from verify.evidence.checker.truth import TRUE, Env

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator

MOST_PIECES = 48
SHORTER = 5
"""Halvings of the range before slopes are looked for."""
Piece = tuple[Fraction | None, Fraction | None]


def simple(whole: Piece) -> list[Fraction]:
    """Numbers strictly inside an interval with which to begin."""
    lo, hi = whole
    if lo is not None and hi is not None:
        return [lo + (hi - lo) * Fraction(k, 8) for k in range(1, 8)]
    powers = [Fraction(2) ** k for k in range(-5, 7)]
    if lo is not None:
        return [lo + x for x in powers]
    return [hi - x for x in reversed(powers)] if hi is not None else [*(-x for x in reversed(powers)), Fraction(0), *powers]


def solved(e: Evaluator, p: Any, name: str, whole: Piece, members: list[Fraction], env: Env) -> bool:
    """Whether the equation ``p`` is seen to have a solution in the interval."""
    if head(p) != "compare" or word(argument(p, 1)) != "==":
        return False

    def side(x: Fraction) -> str:
        """``<`` or ``>``, or nothing where the order is not certain."""
        return next((r for r in ("<", ">") if e.truth(["compare", p[1], ["word", r], p[3]], {**env, name: x}) == TRUE), "")

    ordered = [(x, sign) for x in sorted({*members, *simple(whole)}) if (sign := side(x))]
    difference = ["add", p[1], ["mul", "-1", p[3]]]
    for (a, first), (b, last) in pairwise(ordered):
        if first == last:
            continue
        for _ in range(SHORTER):
            middle = (a + b) / 2
            sign = side(middle)
            if not sign:
                break
            a, b = (middle, b) if sign == first else (a, middle)
        if _continuous(e, difference, name, a, b, env):
            return True
    return False


def _continuous(e: Evaluator, f: Any, name: str, lo: Fraction, hi: Fraction, env: Env) -> bool:
    """Whether the term has a finite value and bounded slopes on all of [lo, hi]."""
    pieces, count = [(lo, hi)], 0
    while pieces and count < MOST_PIECES:
        count += 1
        a, b = pieces.pop()
        found = slopes.enclosed(e, f, name, a, b, env)
        if found is None or not n.finite(found):
            pieces += [(a, (a + b) / 2), ((a + b) / 2, b)]
    return not pieces


__all__ = ["simple", "solved"]
