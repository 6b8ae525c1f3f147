"""Sums of products of atoms, and the ranges of their names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from verify.evidence.checker import numbers as n
from verify.evidence.checker.numbers import Ball, Number, Undecided

ZERO, ONE = Fraction(0), Fraction(1)
Atom = tuple[Any, ...]
Product = tuple[tuple[Atom, Fraction], ...]
Sum = tuple[tuple[Product, Fraction], ...]
End = Fraction | None
"""An end of a side; ``None`` is infinite."""
MOST_TERMS, HIGHEST, ORDER = 60, 6, 5


@dataclass(frozen=True)
class Side:
    """A range of numbers; an open end does not belong to it."""

    lo: End
    hi: End
    lo_open: bool = False
    hi_open: bool = False

    def __str__(self) -> str:
        ends = ("-oo" if self.lo is None else str(self.lo), "oo" if self.hi is None else str(self.hi))
        return f"{'(' if self.lo_open else '['}{ends[0]}, {ends[1]}{')' if self.hi_open else ']'}"

    @property
    def ball(self) -> Ball:
        lo = n.MINUS_OO if self.lo is None else n.exact(self.lo).lower()
        hi = n.OO if self.hi is None else n.exact(self.hi).upper()
        return Ball(lo, hi, self.lo_open, self.hi_open)

    @property
    def number(self) -> Number:
        return self.lo if self.lo is not None and self.lo == self.hi else self.ball

    @property
    def wide(self) -> bool:
        return self.lo is None or self.lo != self.hi

    @property
    def inside(self) -> Side:
        return Side(self.lo, self.hi, True, True) if self.wide else self


Box = dict[str, Side]
Env = dict[str, Number]


def total(terms: Iterator[tuple[Product, Fraction]] | list[tuple[Product, Fraction]]) -> Sum:
    """Like products taken together. Raises Undecided where there are too many."""
    found: dict[Product, Fraction] = {}
    for product, c in terms:
        found[product] = found.get(product, ZERO) + c
        if len(found) > MOST_TERMS:
            raise Undecided("a formula with too many terms")
    return tuple(sorted(((p, c) for p, c in found.items() if c), key=repr))


def constant(c: Fraction) -> Sum:
    """A fraction as a sum."""
    return (((), c),) if c else ()


def atom(a: Atom) -> Sum:
    """One atom as a sum."""
    return ((((a, ONE),), ONE),)


def plus(*sums: Sum) -> Sum:
    """The sum of two sums."""
    return total([term for s in sums for term in s])


def scaled(c: Fraction, s: Sum) -> Sum:
    """A sum times a fraction."""
    return tuple((p, c * d) for p, d in s) if c else ()


def fixed(s: Sum) -> Fraction | None:
    """The value of a sum that is a fraction."""
    if not s:
        return ZERO
    return s[0][1] if len(s) == 1 and s[0][0] == () else None


def common(s: Sum) -> Product:
    """Factors of all terms, and those that clear denominators."""
    atoms = {a for p, _ in s for a, _ in p if a[0] != "exp"}
    least = [(a, min(dict(p).get(a, ZERO) for p, _ in s)) for a in atoms]
    return tuple(sorted(((a, e) for a, e in least if e), key=repr))


def common_exponent(s: Sum) -> Sum:
    """The terms that the exponents of all products have in common."""
    exponents = [next((set(a[1]) for a, _ in p if a[0] == "exp"), set()) for p, _ in s]
    return total(list(set.intersection(*exponents))) if len(s) > 1 else ()
