"""Poisson laws, moved by a number."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from verify.evidence.checker import numbers as n
from verify.evidence.checker import special
from verify.evidence.checker.laws import Poisson
from verify.evidence.checker.numbers import ONE, ZERO, Number, Undecided

MOST_ORDER = 40


def moment(law: Poisson, order: int) -> Number:
    """E X^order: E N^(k + 1) = rate sum_j C(k, j) E N^j."""
    if order > MOST_ORDER:
        raise Undecided("a moment of this order of a Poisson distribution")
    raw: list[Number] = [ONE]
    for k in range(order):
        raw.append(n.mul(law.rate, n.add(*(n.mul(Fraction(comb(k, j)), raw[j]) for j in range(k + 1)))))
    return n.add(*(n.mul(Fraction(comb(order, k)), n.power(law.shift, Fraction(order - k)), raw[k]) for k in range(order + 1)))


def below(law: Poisson, level: Number, strictly: bool) -> Number:
    """P(X <= level), or P(X < level)."""
    at = n.sub(level, law.shift)
    whole = n.floor(at)
    if not isinstance(whole, Fraction):
        raise Undecided("a Poisson distribution at a level that may be an integer")
    count = int(whole) + (0 if strictly and at == whole else 1)
    return ZERO if count <= 0 else special.call("gamma_q", Fraction(count), law.rate)
