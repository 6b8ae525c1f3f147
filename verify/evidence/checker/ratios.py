"""Rational functions of one number t and their signs on an interval, by Sturm's theorem."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any, TypeAlias

from flint import fmpq, fmpq_poly

from verify.evidence.checker.formula import Malformed, Refused, rational

Polynomial: TypeAlias = Any
"""Of flint: ``fmpq_poly``."""
ONE = fmpq_poly([1])
T = fmpq_poly([0, 1])
HIGHEST = 200
"""Degrees beyond which nothing is concluded."""


@dataclass(frozen=True, eq=False)
class Quotient:
    """``top / bottom``; not reduced, the bottom is not 0."""

    top: Polynomial
    bottom: Polynomial = field(default_factory=lambda: ONE)

    def __post_init__(self) -> None:
        if self.bottom == 0:
            raise Refused("a rational function with denominator 0")
        if self.top.degree() + self.bottom.degree() > HIGHEST:
            raise Refused(f"rational functions of a degree above {HIGHEST}")

    def __add__(self, other: Quotient) -> Quotient:
        if self.bottom == other.bottom:
            return Quotient(self.top + other.top, self.bottom)
        return Quotient(self.top * other.bottom + other.top * self.bottom, self.bottom * other.bottom).reduced()

    def __mul__(self, other: Quotient) -> Quotient:
        return Quotient(self.top * other.top, self.bottom * other.bottom).reduced()

    def __neg__(self) -> Quotient:
        return Quotient(-self.top, self.bottom)

    def over(self, other: Quotient) -> Quotient:
        return Quotient(self.top * other.bottom, self.bottom * other.top).reduced()

    def reduced(self) -> Quotient:
        if self.bottom.degree() == 0:
            return Quotient(self.top / self.bottom[0])
        common = self.top.gcd(self.bottom)
        return self if common.degree() <= 0 else Quotient(self.top // common, self.bottom // common)

    @property
    def zero(self) -> bool:
        return bool(self.top == 0)


def constant(value: Fraction | int) -> Quotient:
    value = Fraction(value)
    return Quotient(fmpq_poly([fmpq(value.numerator, value.denominator)]))


def stored(pair: Any) -> Quotient:
    """A rational function as a certificate stores it: coefficients of numerator and denominator, constant first. Raises Malformed."""
    if not isinstance(pair, list) or len(pair) != 2 or not all(isinstance(part, list) and 0 < len(part) <= 40 and all(isinstance(c, str) for c in part) for part in pair):
        raise Malformed("a multiplier is a numerator and a denominator, lists of coefficients")
    top, bottom = (fmpq_poly([fmpq(value.numerator, value.denominator) for value in map(rational, part)]) for part in pair)
    return Quotient(top, bottom)


@dataclass(frozen=True)
class Range:
    """The numbers between two ends, None where there is none; whether each end belongs to them."""

    low: Fraction | None = None
    high: Fraction | None = None
    with_low: bool = False
    with_high: bool = False

    def cut(self, end: Fraction, below: bool, closed: bool) -> Range:
        """What is left below or above an end."""
        if below:
            if self.high is None or end < self.high or (end == self.high and not closed):
                return Range(self.low, end, self.with_low, closed)
        elif self.low is None or end > self.low or (end == self.low and not closed):
            return Range(end, self.high, closed, self.with_high)
        return self

    def inside(self) -> Iterable[Fraction]:
        """Numbers of the open interval, one after the other."""
        low = self.low if self.low is not None else (self.high - 1 if self.high is not None else Fraction(-1))
        high = self.high if self.high is not None else low + 1
        for parts in range(2, 2 * HIGHEST):
            yield low + (high - low) * Fraction(1, parts)


def roots(p: Polynomial, where: Range) -> int:
    """How many different zeros lie in the open interval (Sturm)."""
    p = p // p.gcd(p.derivative())
    for end in (where.low, where.high):
        if end is not None and p(_flint(end)) == 0:
            p = p // (T - fmpq_poly([_flint(end)]))
    chain = [p, p.derivative()]
    while chain[-1] != 0:
        chain.append(-(chain[-2] % chain[-1]))
    return _changes(chain[:-1], where.low, -1) - _changes(chain[:-1], where.high, 1)


def _changes(chain: list[Polynomial], end: Fraction | None, side: int) -> int:
    """Changes of sign along the chain at an end, or towards an infinity."""
    values = [q(_flint(end)) if end is not None else q.leading_coefficient() * (side if q.degree() % 2 else 1) for q in chain]
    signs = [value > 0 for value in values if value != 0]
    return sum(a != b for a, b in pairwise(signs))


def _flint(x: Fraction) -> fmpq:
    return fmpq(x.numerator, x.denominator)


def never_zero(q: Polynomial, where: Range) -> bool:
    """Whether a polynomial is 0 at no number of the interval."""
    ends = [end for end, closed in ((where.low, where.with_low), (where.high, where.with_high)) if closed and end is not None]
    return bool(q != 0 and all(q(_flint(end)) != 0 for end in ends) and (q.degree() == 0 or roots(q, where) == 0))


def at_least_0(q: Quotient, where: Range) -> bool:
    """Whether a rational function is nowhere negative on the open interval, its poles aside: zeros of odd order would change its sign."""
    p = q.top * q.bottom
    if p == 0:
        return True
    odd = _odd_part(p)
    if odd.degree() > 0 and roots(odd, where) > 0:
        return False
    return bool(next(value > 0 for x in where.inside() if (value := p(_flint(x))) != 0))


def _odd_part(p: Polynomial) -> Polynomial:
    """The product of the factors of odd order, each once (Yun)."""
    found = ONE
    common = p.gcd(p.derivative())
    b, c = p // common, p.derivative() // common
    order = 1
    while b.degree() > 0:
        d = c - b.derivative()
        a = b.gcd(d) if d != 0 else b
        if order % 2:
            found = found * a
        b, c = b // a, d // a
        order += 1
    return found
