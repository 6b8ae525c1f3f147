"""Laws whose densities are exponentials of expressions on intervals, laws of finitely many points, and products."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import sympy as sp

from verify.quantities import algebra
from verify.quantities.exact.expressions import MOST_OPERATIONS, Expr, NoClosedForm, canonical_form, logs_apart, vanishes
from verify.quantities.normal_forms import VectorLaw
from verify.quantities.power_forms import PowerLaw

Piece = tuple[Expr, Expr, Expr, Expr, Expr]
"""``(lo, hi, c0, c1, c2)``."""


@dataclass(frozen=True, slots=True)
class LineLaw:
    """A mixture of laws with piecewise log-densities; a plain law has one part of weight 1."""

    parts: tuple[tuple[Expr, tuple[Piece, ...]], ...]

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces of a law that is no mixture. Raises NoClosedForm for a mixture."""
        if len(self.parts) != 1:
            raise NoClosedForm("a quantity of a mixture")
        return self.parts[0][1]


@dataclass(frozen=True, slots=True)
class PointLaw:
    """Finitely many different points with their weights."""

    atoms: tuple[tuple[Expr, Expr], ...]


@dataclass(frozen=True, slots=True)
class ProductLaw:
    """Independent coordinates."""

    factors: tuple[Any, ...]


AnyLaw = LineLaw | PointLaw | ProductLaw | VectorLaw | PowerLaw


def plain_form(e: Expr) -> Expr:
    """Expanded; a rational part over one factored denominator, logarithms of products taken apart."""
    if algebra.operations(e) >= MOST_OPERATIONS:
        return e
    e = logs_apart(e)
    if not any(p.exp.is_negative and p.base.is_Add for p in e.atoms(sp.Pow)):
        return algebra.expand(e)
    moving: list[Expr] = []
    rational: list[Expr] = []
    for term in sp.Add.make_args(e):
        (rational if term.is_rational_function() and not term.has(sp.log) else moving).append(term)
    top, bottom = sp.fraction(algebra.cancel(algebra.together(sp.Add(*rational))))
    bottom = algebra.factor(bottom)
    return sp.Add(*(algebra.expand(term) for term in moving), *(term / bottom for term in sp.Add.make_args(algebra.expand(top))))


def in_one_product(e: Expr) -> Expr:
    """One product, where that is cheap."""
    return algebra.factor(e) if e.is_rational_function() and algebra.operations(e) < MOST_OPERATIONS else plain_form(e)


def moved_pieces(pieces: tuple[Piece, ...], shift: Expr) -> tuple[Piece, ...]:
    """The pieces of X + shift."""
    return tuple(
        (lo if lo is -sp.oo else lo + shift, hi if hi is sp.oo else hi + shift, plain_form(c0 - c1 * shift + c2 * shift**2), in_one_product(c1 - 2 * c2 * shift), c2)
        for lo, hi, c0, c1, c2 in pieces
    )


def scaled(pieces: tuple[Piece, ...], factor: Expr) -> tuple[Piece, ...]:
    """The pieces of factor * X for a positive factor."""
    return tuple(
        (lo if lo is -sp.oo else lo * factor, hi if hi is sp.oo else hi * factor, c0 - sp.log(factor), c1 / factor, c2 / factor**2)
        for lo, hi, c0, c1, c2 in pieces
    )


def merged(parts: Iterable[tuple[Expr, tuple[Piece, ...]]]) -> LineLaw:
    kept: list[tuple[Expr, tuple[Piece, ...]]] = []
    for weight, pieces in parts:
        if weight == 0:
            continue
        for k, (old, other) in enumerate(kept):
            if same_pieces(pieces, other):
                kept[k] = (algebra.expand(old + weight), other)
                break
        else:
            kept.append((weight, pieces))
    return LineLaw(tuple((sp.Integer(1), p) if len(kept) == 1 else (w, p) for w, p in kept))


def same_pieces(first: tuple[Piece, ...], second: tuple[Piece, ...]) -> bool:
    if first == second:
        return True
    if len(first) != len(second):
        return False
    return all(a == b or (a not in (sp.oo, -sp.oo) and b not in (sp.oo, -sp.oo) and vanishes(a - b) is True)
               for p, q in zip(first, second, strict=True) for a, b in zip(p, q, strict=True))


def normal_pieces(mean: Expr, variance: Expr) -> tuple[Piece, ...]:
    """The one piece of the normal law with this mean and variance."""
    mean, variance = algebra.expand(mean), algebra.factor(variance)
    level = -sp.log(2 * sp.pi * variance) / 2 - mean**2 / (2 * variance)
    return ((-sp.oo, sp.oo, level, mean / variance, -1 / (2 * variance)),)


def difference(p: Piece, q: Piece) -> tuple[Expr, Expr, Expr]:
    """log p - log q as (d0, d1, d2)."""
    d0, d1, d2 = (canonical_form(a - b) if (a - b).has(sp.log) else algebra.factor(a - b) for a, b in zip(p[2:], q[2:], strict=True))
    return d0, d1, d2
