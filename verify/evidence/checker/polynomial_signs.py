"""Signs of polynomials of one number with fractions for coefficients on an open interval: the changes of sign of the coefficients decide (Descartes), and Sturm's theorem has the last word."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from flint import arb, fmpq, fmpq_poly

from verify.evidence.checker.numbers import Undecided

SAMPLES = (fmpq(1, 1000), fmpq(1, 50), fmpq(1, 7), fmpq(1, 2), fmpq(6, 7), fmpq(49, 50), fmpq(999, 1000))
NOTHING = fmpq_poly([])


def at(p: fmpq_poly, x: Any) -> Any:
    return p(x)


def coefficients(p: fmpq_poly) -> tuple[int, ...]:
    """A polynomial as what can be looked up quickly: the common denominator, then the numerators, those of the lowest powers first; nothing for the polynomial 0."""
    return (int(p.denom()), *map(int, p.numer().coeffs())) if p != NOTHING else ()


def poly(c: tuple[int, ...]) -> fmpq_poly:
    return fmpq_poly(list(c[1:]), c[0]) if c else NOTHING


def degree(c: tuple[int, ...]) -> int:
    return len(c) - 2


@dataclass(frozen=True)
class Interval:
    """An open interval; an end is None where it is infinite."""

    lo: fmpq | None
    hi: fmpq | None

    def points(self) -> Iterator[fmpq]:
        """A few points inside."""
        for t in SAMPLES:
            if self.lo is not None and self.hi is not None:
                yield self.lo + (self.hi - self.lo) * t
            elif self.lo is not None:
                yield self.lo + t / (1 - t)
            elif self.hi is not None:
                yield self.hi - t / (1 - t)
            else:
                yield (2 * t - 1) / (t * (1 - t))

    @property
    def ball(self) -> arb:
        """All of it as a ball, where it is bounded."""
        if self.lo is None or self.hi is None:
            raise Undecided("an interval without end")
        return arb(self.lo).union(arb(self.hi))


def roots_inside(p: fmpq_poly, where: Interval) -> int:
    """How many different roots a polynomial has in an open interval, by Sturm's theorem."""
    chain = [p, p.derivative()]
    while chain[-1].degree() > 0:
        rest = chain[-2] % chain[-1]
        if rest == NOTHING:
            break
        chain.append(-rest / abs(rest.coeffs()[-1]))
    inner = chain[-1]
    if inner.degree() > 0:  # without repeated roots
        return roots_inside(p // inner, where)

    def changes(x: fmpq | None, right: bool) -> int:
        signs = []
        for q in chain:
            value = at(q, x) if x is not None else q.coeffs()[-1] * (1 if right or q.degree() % 2 == 0 else -1)
            if value != 0:
                signs.append(value > 0)
        return sum(a != b for a, b in itertools.pairwise(signs))

    found = changes(where.lo, False) - changes(where.hi, True)  # roots in (lo, hi]
    return found - (where.hi is not None and at(p, where.hi) == 0)


def variations(p: fmpq_poly, where: Interval) -> int:
    """Changes of sign among the coefficients of a polynomial whose positive roots are those of the given one in an interval with an end: at least as many as there are roots, and 1 only if there is one (Descartes)."""
    if where.lo is not None and where.hi is not None:
        inner = p(fmpq_poly([where.lo, where.hi - where.lo])).coeffs()
        moved = fmpq_poly(inner[::-1])(fmpq_poly([1, 1]))
    else:
        moved = p(fmpq_poly([where.lo, 1]) if where.lo is not None else fmpq_poly([where.hi, -1]))
    return sum(a != b for a, b in itertools.pairwise([c > 0 for c in moved.coeffs() if c != 0]))


def has_root(p: fmpq_poly, where: Interval, deep: int = 6) -> bool:
    """Whether a polynomial that is not constant has a root in an open interval: the interval is halved until changes of sign decide, and Sturm's theorem has the last word."""
    if where.lo is not None or where.hi is not None:
        found = variations(p, where)
        if found < 2:
            return found == 1
    if deep == 0:
        return roots_inside(p, where) > 0
    middle = list(where.points())[len(SAMPLES) // 2]
    return at(p, middle) == 0 or has_root(p, Interval(where.lo, middle), deep - 1) or has_root(p, Interval(middle, where.hi), deep - 1)


def sign(p: fmpq_poly, where: Interval) -> int | None:
    """1 or -1 where a polynomial has that sign throughout an open interval, 0 for the polynomial 0, None where it changes or touches 0."""
    if p == NOTHING:
        return 0
    ways = {0 if value == 0 else 1 if value > 0 else -1 for value in (at(p, x) for x in where.points())}
    if len(ways) > 1 or 0 in ways or (p.degree() > 0 and has_root(p, where)):
        return None
    return ways.pop()


def not_negative(p: fmpq_poly, where: Interval) -> bool:
    """Whether a polynomial is not negative on an open interval: its factors of odd multiplicity have no root there."""
    if p == NOTHING:
        return True
    front, factors = p.numer().factor()  # the denominator is positive
    odd = fmpq_poly([1])
    for factor, times in factors:
        if times % 2:
            odd *= fmpq_poly([fmpq(c) for c in factor.coeffs()])
    one = sign(odd, where)
    return one is not None and one * front > 0
