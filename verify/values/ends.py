"""Ends of enclosures: exact balls and infinite floats, with negation, sums and an order."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from flint import arb, ctx


def lower_end(ball: Any) -> arb | float:
    """Lower end of a ball; -oo if the ball is not finite."""
    end: arb = ball.lower()
    return end if end.is_finite() else -math.inf


def upper_end(ball: Any) -> arb | float:
    """Upper end of a ball; oo if the ball is not finite."""
    end: arb = ball.upper()
    return end if end.is_finite() else math.inf


def opposite_end(end: arb | float) -> arb | float:
    """Exact negative of an end; the unary minus of a ball rounds to the current precision."""
    if isinstance(end, float):
        return -end
    bits, saved = end.bits(), ctx.prec
    if bits <= saved:
        return -end
    ctx.prec = bits
    try:
        return -end
    finally:
        ctx.prec = saved


def sum_down(a: arb | float, b: arb | float) -> arb | float:
    """The sum of two ends, rounded down; -oo where one of them is -oo."""
    if isinstance(a, float) or isinstance(b, float):
        return -math.inf if a == -math.inf or b == -math.inf else math.inf
    return lower_end(a + b)


def sum_up(a: arb | float, b: arb | float) -> arb | float:
    """The sum of two ends, rounded up; oo where one of them is oo."""
    if isinstance(a, float) or isinstance(b, float):
        return math.inf if a == math.inf or b == math.inf else -math.inf
    return upper_end(a + b)


def least_of(ends: Iterable[arb | float]) -> arb | float:
    """The smallest of some ends."""
    iterator = iter(ends)
    best = next(iterator)
    for end in iterator:
        best = min(best, end)
    return best


def greatest_of(ends: Iterable[arb | float]) -> arb | float:
    """The largest of some ends."""
    iterator = iter(ends)
    best = next(iterator)
    for end in iterator:
        best = max(best, end)
    return best


def log_down(end: arb | float) -> arb | float:
    """The logarithm of an end, rounded down."""
    if isinstance(end, float):
        return end
    return -math.inf if end == 0 else lower_end(end.log())


def log_up(end: arb | float) -> arb | float:
    """The logarithm of an end, rounded up."""
    if isinstance(end, float):
        return end
    return -math.inf if end == 0 else upper_end(end.log())
