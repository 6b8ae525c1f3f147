"""Divergences of two sparse distributions of one base: their first atoms one by one, and bounds of the mass of the others."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from flint import arb, fmpq

from verify.values.elementary import exp, maximum
from verify.values.laws import SparseLaw
from verify.values.numbers import Enclosure, Number, enclose, mul, sub, total

ANYTHING = Enclosure(-math.inf, math.inf, False)
FAR = 400
"""Atoms of a mass below exp(-2 FAR) are bounded together."""


def evaluate(head: str, arguments: Sequence[Any], prec: int) -> Number:
    """A quantity of which one argument is a sparse law; an enclosure that says nothing where there is no route."""
    p, q = arguments[:2] if len(arguments) > 1 else (None, None)
    if not (isinstance(p, SparseLaw) and isinstance(q, SparseLaw) and p.base == q.base) or head not in ("hockey_stick", "total_variation"):
        return ANYTHING
    epsilon = arguments[2] if head == "hockey_stick" else fmpq(0)
    if isinstance(epsilon, Enclosure):  # the divergence falls
        ends = [_hockey_stick(p, q, end if isinstance(end, float) else Enclosure(end, end), prec) for end in (epsilon.lo, epsilon.hi)]
        return Enclosure(enclose(ends[1], prec).lo, enclose(ends[0], prec).hi, epsilon.exists)
    return _hockey_stick(p, q, epsilon, prec)


def _hockey_stick(p: SparseLaw, q: SparseLaw, epsilon: Number, prec: int) -> Number:
    """The sum of (p - exp(epsilon) q)+."""
    if isinstance(epsilon, float):
        return fmpq(0) if epsilon > 0 else fmpq(1)  # they have the same atoms
    points, x = [], p.base
    while min(_exponent(p, x), _exponent(q, x)) < 2 * FAR:
        points.append(x)
        x *= p.base
    level, beyond = exp(epsilon, prec), Enclosure(arb(0), enclose(exp(fmpq(-FAR), prec), prec).hi)  # exp(-2 FAR), exp(-4 FAR), ... have a smaller sum
    first, second = ([exp(-_exponent(law, x), prec) for x in points] for law in (p, q))
    gains = [sub(a, mul(level, b, prec), prec) for a, b in zip([_rest(first, beyond, prec), *first], [_rest(second, beyond, prec), *second], strict=True)]
    return total([*(maximum(fmpq(0), gain) for gain in gains), beyond], prec)


def _exponent(law: SparseLaw, x: fmpq) -> fmpq:
    return law.curve * x * x + law.slope * x


def _rest(masses: list[Number], beyond: Number, prec: int) -> Number:
    """The mass at 0."""
    return sub(fmpq(1), total([*masses, beyond], prec), prec)


__all__ = ["evaluate"]
