"""Rational functions of one number t and their signs on an interval."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeAlias

from flint import fmpq, fmpq_poly

from verify.evidence.checker.formula import Malformed, Refused, rational
from verify.evidence.checker.polynomial_signs import Interval, not_negative, sign

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

    @property
    def inner(self) -> Interval:
        """The interval without its ends."""
        return Interval(*(None if end is None else _flint(end) for end in (self.low, self.high)))


def _flint(x: Fraction) -> fmpq:
    return fmpq(x.numerator, x.denominator)


def never_zero(q: Polynomial, where: Range) -> bool:
    """Whether a polynomial is 0 at no number of the interval."""
    ends = [end for end, closed in ((where.low, where.with_low), (where.high, where.with_high)) if closed and end is not None]
    return all(q(_flint(end)) != 0 for end in ends) and sign(q, where.inner) in (1, -1)


def at_least_0(q: Quotient, where: Range) -> bool:
    """Whether a rational function is nowhere negative on the open interval, its poles aside: zeros of odd order would change its sign."""
    return not_negative(q.top * q.bottom, where.inner)
