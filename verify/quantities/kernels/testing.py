"""Best tests and best couplings between finite laws: the trade-off function, and how much mass must move further than a distance.

Neyman and Pearson (1933): the best test of P against Q at level alpha rejects where q/p is large, and randomises at one point. Strassen (1965): the
least probability that a coupling moves further than z is a bipartite flow problem.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from flint import arb, fmpq

from verify.quantities.kernels.divergences import PRECISION, _table
from verify.quantities.kernels.flows import bipartite_flow
from verify.quantities.kernels.transport import _weights, ground_distance
from verify.values.laws import FiniteLaw, Law
from verify.values.numbers import Enclosure, NoValue, Number, enclose, relation

__all__ = ["least_exceedance", "trade_off", "trade_off_curve"]

ZERO, ONE = fmpq(0), fmpq(1)


def trade_off_curve(p: FiniteLaw, q: FiniteLaw) -> tuple[tuple[fmpq, fmpq], ...]:
    """Corners (alpha, beta) of the trade-off function, from alpha = 0 to alpha = 1; linear between them, convex, falling."""
    rows = [(a, b) for _, a, b in _table(p, q)]
    level, power = ZERO, sum((b for a, b in rows if a == 0), ZERO)
    corners = [(ZERO, ONE - power)]
    for a, b in sorted((row for row in rows if row[0] != 0), key=lambda row: row[1] / row[0], reverse=True):
        level, power = level + a, power + b
        corners.append((level, ONE - power))
    kept = corners[:1]
    for k, corner in enumerate(corners[1:], 1):
        straight = k + 1 < len(corners) and _slope(kept[-1], corner) == _slope(corner, corners[k + 1])
        if not straight:
            kept.append(corner)
    return tuple(kept)


def _slope(one: tuple[fmpq, fmpq], other: tuple[fmpq, fmpq]) -> fmpq:
    return (other[1] - one[1]) / (other[0] - one[0])


def trade_off(p: Law, q: Law, level: Number, prec: int = PRECISION) -> Number:
    """The least type II error of a test of P against Q whose type I error is at most ``level``, in [0, 1].

    Exact for finite laws and a level that is a fraction; an enclosure for other levels, and [0, 1] for other laws. Raises NoValue for levels outside [0, 1].
    """
    if relation(level, ">=", ZERO) is False or relation(level, "<=", ONE) is False:
        raise NoValue("a trade-off function outside [0, 1]")
    if not (isinstance(p, FiniteLaw) and isinstance(q, FiniteLaw)):
        return Enclosure(arb(0), arb(1))
    corners = trade_off_curve(p, q)
    if isinstance(level, fmpq):
        return _on_curve(corners, level)
    ends = enclose(level, prec)
    low, high = (min(max(end.fmpq() if isinstance(end, arb) else ONE, ZERO), ONE) for end in (ends.lo, ends.hi))
    return Enclosure(enclose(_on_curve(corners, high), prec).lo, enclose(_on_curve(corners, low), prec).hi)


def _on_curve(corners: Sequence[tuple[fmpq, fmpq]], level: fmpq) -> fmpq:
    for left, right in pairwise(corners):
        if level <= right[0]:
            return left[1] + (level - left[0]) * _slope(left, right)
    return corners[-1][1]


def least_exceedance(p: Law, q: Law, distance: Number, norm: Number = ONE, prec: int = PRECISION) -> Number:
    """The infimum over couplings (X, Y) of the probability that X and Y are further apart than ``distance``, in [0, 1].

    Two laws are (z, delta)-near if and only if it is at most delta at z. Exact for finite laws, unless a distance is too close to z to compare: then
    an enclosure. [0, 1] for other laws.
    """
    if not (isinstance(p, FiniteLaw) and isinstance(q, FiniteLaw)):
        return Enclosure(arb(0), arb(1))
    supply, demand, unit = _weights(p, q)
    within = [[relation(ground_distance(x, y, norm, prec), "<=", distance) for y in q.points] for x in p.points]
    found = []
    for unknown in (True, False):
        amount, _ = bipartite_flow(supply, demand, [[unknown if inside is None else inside for inside in row] for row in within])
        found.append(fmpq(unit - amount, unit))
    return found[0] if found[0] == found[1] else Enclosure(enclose(found[0], prec).lo, enclose(found[1], prec).hi)
