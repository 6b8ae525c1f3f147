"""Best tests and best couplings between finite laws: the trade-off function, and how much mass must move further than a distance.

Neyman and Pearson (1933): the best test of P against Q at level alpha rejects where q/p is large, and randomises at one point. Strassen (1965): the
least probability that a coupling moves further than z is a bipartite flow problem.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from flint import arb, fmpq

from verify.quantities.kernels.flows import bipartite_flow
from verify.quantities.kernels.levels import least_mu
from verify.quantities.kernels.moments import gaussian
from verify.quantities.kernels.pairs_of_laws import PRECISION, table_of
from verify.quantities.kernels.transport import ground_distance, whole_weights
from verify.values.elementary import absolute, maximum
from verify.values.laws import FiniteLaw, Law, ProductLaw
from verify.values.numbers import Enclosure, NoValue, Number, div, enclose, hull, precision, relation, sub
from verify.values.powers import power

__all__ = ["gaussian_dp", "least_exceedance", "separation", "trade_off", "trade_off_curve"]

ZERO, ONE = fmpq(0), fmpq(1)
INF = math.inf


def trade_off_curve(p: FiniteLaw, q: FiniteLaw) -> tuple[tuple[fmpq, fmpq], ...]:
    """Corners (alpha, beta) of the trade-off function, from alpha = 0 to alpha = 1; linear between them, convex, falling."""
    rows = [(a, b) for _, a, b in table_of(p, q)]
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

    Exact for finite laws and a level that is a fraction; an enclosure for other levels and for normal laws of equal variance, where the best test is a threshold;
    [0, 1] for other laws. Raises NoValue for levels outside [0, 1].
    """
    if relation(level, ">=", ZERO) is False or relation(level, "<=", ONE) is False:
        raise NoValue("a trade-off function outside [0, 1]")
    if not (isinstance(p, FiniteLaw) and isinstance(q, FiniteLaw)):
        apart = separation(p, q, prec)
        return Enclosure(arb(0), arb(1)) if apart is None else _normal_trade_off(apart, level, prec)
    corners = trade_off_curve(p, q)
    if isinstance(level, fmpq):
        return _on_curve(corners, level)
    ends = enclose(level, prec)
    low, high = (min(max(end.fmpq() if isinstance(end, arb) else ONE, ZERO), ONE) for end in (ends.lo, ends.hi))
    return Enclosure(enclose(_on_curve(corners, high), prec).lo, enclose(_on_curve(corners, low), prec).hi)


def separation(p: Law, q: Law, prec: int = PRECISION) -> Number | None:
    """Distance of the means of two normal laws in units of their common standard deviation; None for other laws."""
    if isinstance(p, FiniteLaw | ProductLaw) or isinstance(q, FiniteLaw | ProductLaw):
        return None
    first, second = gaussian(p), gaussian(q)
    if first is None or second is None or relation(first[1], "==", second[1]) is not True:
        return None
    return div(absolute(sub(first[0], second[0], prec)), power(first[1], fmpq(1, 2), prec), prec)


def _normal_trade_off(apart: Number, level: Number, prec: int) -> Number:
    """The error beta of the threshold t with P(X > t) = level, where Q is P moved up by ``apart`` standard deviations; it falls in both arguments."""
    found: list[Enclosure] = []
    shift, ends = enclose(apart, prec + 20), enclose(level, prec + 20)
    with precision(prec + 20):
        for far, alpha in ((shift.hi, ends.hi), (shift.lo, ends.lo)):
            if alpha >= 1 or isinstance(far, float):
                found.append(Enclosure(arb(0), arb(0)))
            elif alpha <= 0:
                found.append(Enclosure(arb(1), arb(1)))
            else:
                assert isinstance(alpha, arb)
                found.append(hull(((far / arb(2).sqrt()) - (2 * alpha).erfcinv()).erfc() / 2))
    return Enclosure(found[0].lo, found[1].hi)


def gaussian_dp(p: Law, q: Law, prec: int = PRECISION) -> Number:
    """The least mu >= 0 such that testing P against Q is at least as hard as testing N(0, 1) against N(mu, 1); infinite where there is none.

    The same in both orders, since the trade-off function of two normal laws is its own inverse. For finite laws the trade-off function is linear between its
    corners and that of the normal laws convex, so the corners decide; normal laws of equal variance are as far apart as their means; other laws on the line by their profile. [0, oo] for other laws.
    Source: Dong, Roth, Su (2022), Definition 2.6.
    """
    if not (isinstance(p, FiniteLaw) and isinstance(q, FiniteLaw)):
        apart = separation(p, q, prec)
        if apart is not None:
            return apart

        return least_mu(p, q, prec)
    inner = []
    for alpha, beta in trade_off_curve(p, q):
        if (alpha == 0 and beta < 1) or (beta == 0 and alpha < 1):
            return INF
        if 0 < alpha < 1:
            inner.append((alpha, beta))
    if not inner:
        return ZERO
    with precision(prec + 20):
        found = [hull(arb(2).sqrt() * (arb(2 * alpha).erfcinv() + arb(2 * beta).erfcinv())) for alpha, beta in inner]
    return maximum(*found)


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
    supply, demand, unit = whole_weights(p, q)
    within = [[relation(ground_distance(x, y, norm, prec), "<=", distance) for y in q.points] for x in p.points]
    found = []
    for unknown in (True, False):
        amount, _ = bipartite_flow(supply, demand, [[unknown if inside is None else inside for inside in row] for row in within])
        found.append(fmpq(unit - amount, unit))
    return found[0] if found[0] == found[1] else Enclosure(enclose(found[0], prec).lo, enclose(found[1], prec).hi)
