"""Poisson distributions, moved by a number: means, moments and probabilities in closed form. Johnson, Kemp and Kotz, *Univariate Discrete Distributions* (2005), chapter 4."""

from __future__ import annotations

from math import comb
from typing import Any

from flint import fmpq

from verify.quantities.kernels.normals import ANYTHING
from verify.values import primitives
from verify.values.laws import PoissonLaw
from verify.values.numbers import Enclosure, Number, add, mul, sub, total
from verify.values.powers import power
from verify.values.rounding import floor

__all__ = ["ANYTHING", "below", "evaluate", "moment"]

MOST_ORDER = 60
"""The largest order of a moment."""


def evaluate(head: str, arguments: list[Any], prec: int) -> Number:
    """A quantity of one Poisson distribution; nothing is known of the others."""
    law = arguments[0]
    if not isinstance(law, PoissonLaw):
        return ANYTHING
    if head == "mean":
        return add(law.rate, law.shift, prec)
    if head == "distribution_function":
        return below(law, arguments[1], False, prec)
    if head == "moment" and isinstance(arguments[1], fmpq) and arguments[1].q == 1 and arguments[1] >= 0 and (int(arguments[1].p) % 2 == 0 or law.shift == 0):
        return moment(law, int(arguments[1].p), prec)
    return ANYTHING


def moment(law: PoissonLaw, order: int, prec: int) -> Number:
    """E X^order: factorial moments of N are powers of the rate."""
    if order > MOST_ORDER:
        return ANYTHING
    raw = [total([mul(fmpq(_second_kind(k, j)), power(law.rate, fmpq(j), prec), prec) for j in range(k + 1)], prec) for k in range(order + 1)]
    return total([mul(mul(fmpq(comb(order, k)), power(law.shift, fmpq(order - k), prec), prec), raw[k], prec) for k in range(order + 1)], prec)


def _second_kind(n: int, k: int) -> int:
    """Stirling number of the second kind."""
    row = [1]
    for _ in range(n):
        row = [0] + [j * (row[j] if j < len(row) else 0) + row[j - 1] for j in range(1, len(row) + 1)]
    return row[k] if k < len(row) else 0


def below(law: PoissonLaw, level: Number, strictly: bool, prec: int) -> Number:
    """P(X <= level), or P(X < level): the regularised incomplete gamma function of the integer above."""
    at = sub(level, law.shift, prec)
    whole = floor(at, prec)
    if isinstance(whole, float):
        return fmpq(1 if whole > 0 else 0)
    if isinstance(whole, Enclosure):
        return ANYTHING
    count = int(whole.p) + (0 if strictly and at == whole else 1)  # type: ignore[union-attr]
    return fmpq(0) if count <= 0 else primitives.value("gamma_q", [fmpq(count), law.rate], prec)
