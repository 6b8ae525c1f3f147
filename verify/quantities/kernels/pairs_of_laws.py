"""Two laws side by side: their masses at common points, their atoms, pairs of coordinates of products."""

from __future__ import annotations

import math
from typing import Any

from flint import arb, fmpq

from verify.quantities.kernels.kept import by_identity
from verify.quantities.kernels.lines import LineLaw
from verify.values.laws import FiniteLaw, Law, Point, ProductLaw, flat, same_kinds
from verify.values.numbers import Enclosure, NotKnown, NoValue, Number, enclose

ZERO = fmpq(0)
ONE = fmpq(1)
TWO = fmpq(2)
INF = math.inf
PRECISION = 64
WIDE = 1e-9
"""Width from which an argument is a range rather than a number known approximately."""


def _tagged(p: Point) -> Any:
    """A key that keeps the label 1 and the number 1 apart."""
    if type(p) is fmpq:  # which is slow to hash itself
        return fmpq, int(p.p), int(p.q)
    return tuple(_tagged(part) for part in p) if isinstance(p, tuple) else (type(p), p)


def _space(p: Point) -> Any:
    if isinstance(p, tuple):
        return tuple(_space(part) for part in p)
    return "number" if isinstance(p, fmpq) else "label"


def table_of(p: FiniteLaw, q: FiniteLaw) -> list[tuple[Point, fmpq, fmpq]]:
    """``(point, P, Q)`` over the union of the supports. Raises NoValue for points of different spaces."""
    if _space(p.points[0]) != _space(q.points[0]):
        raise NoValue("a divergence between distributions on different spaces")
    if p.points == q.points and same_kinds(p.points, q.points):
        return list(zip(p.points, p.weights, q.weights, strict=True))
    rows: dict[Any, tuple[Point, fmpq, fmpq]] = {_tagged(x): (x, w, ZERO) for x, w in p.items()}
    for x, w in q.items():
        key = _tagged(x)
        rows[key] = (x, rows[key][1] if key in rows else ZERO, w)
    return list(rows.values())


rows_of = by_identity(table_of)


def flat_pair(p: Law, q: Law) -> tuple[Any, Any]:
    """Both laws without pending translations."""
    return (p if isinstance(p, FiniteLaw) else _flat(p)), (q if isinstance(q, FiniteLaw) else _flat(q))


_flat = by_identity(flat)


def factor_pairs(p: Law, q: Law) -> list[tuple[Law, Law]] | None:
    """Pairs of coordinates of two product laws, None for other laws."""
    if isinstance(p, ProductLaw) != isinstance(q, ProductLaw):
        raise NotKnown("a divergence between a product distribution and another kind of distribution has no route")
    if isinstance(p, ProductLaw) and isinstance(q, ProductLaw):
        if len(p.laws) != len(q.laws):
            raise NoValue("a divergence between distributions on different spaces")
        return list(zip(p.laws, q.laws, strict=True))
    return None


def atoms_of_both(p: LineLaw, q: LineLaw) -> list[tuple[fmpq, fmpq]]:
    """Masses of both laws at each atom of either."""
    masses: dict[fmpq, tuple[fmpq, fmpq]] = {x: (w, ZERO) for x, w in p.atoms}
    for x, w in q.atoms:
        masses[x] = (masses.get(x, (ZERO, ZERO))[0], w)
    return list(masses.values())


def nonnegative(value: Number) -> Number:
    """The part of an enclosure at or above 0, for quantities that cannot be negative."""
    if not isinstance(value, Enclosure) or value.lo >= 0:
        return value
    return Enclosure(arb(0), value.hi if value.hi >= 0 else arb(0), value.exists)


def rounded(value: Number, side: str, prec: int) -> fmpq:
    """An end of an enclosure of a number, as a fraction."""
    if isinstance(value, fmpq):
        return value
    end: fmpq = getattr(enclose(value, prec), side).fmpq()
    return end
