"""The least divergence of a law from laws that are near another one: in the shifted divergences D^(z) and D^(z, delta) of shift reduction.

The laws on the points of Q that are (z, delta)-near to P are the bases of a submodular function: on a set S of points they put at most the mass of P within z of S, and
delta more. Among the bases one has the most even ratios to Q, which minimises every convex function of the ratios at once (Fujishige 1980, doi:10.1287/moor.5.2.186).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import combinations

from flint import arb, fmpq

from verify.quantities.kernels import divergences, nearness, normals, transport, wasserstein
from verify.quantities.kernels.lines import PRECISION
from verify.values.laws import FiniteLaw, Law, NormalLaw
from verify.values.numbers import Enclosure, NoValue, Number, compare, enclose, relation, sign

__all__ = ["most_even", "near_distance", "shifted_renyi", "trimmed_renyi"]

ZERO, ONE = fmpq(0), fmpq(1)
INF = math.inf
MOST_POINTS = 9
"""Points of the second law: all their sets are gone through."""
Rank = Callable[[frozenset[int]], fmpq]


def shifted_renyi(p: Law, q: Law, order: Number, distance: Number, slack: Number = ZERO, norm: Number = ONE, prec: int = PRECISION) -> Number:
    """The infimum of the Rényi divergence of R from ``q`` over all laws R that are (``distance``, ``slack``)-near to ``p``; with slack 0: within W_oo distance.

    Exact up to an enclosure for finite laws with few points; else between 0 and the divergence of ``p``. Raises NoValue unless distance >= 0 and slack in [0, 1].
    """
    if compare(order, ZERO) != ">":
        raise NoValue(f"a Rényi divergence of order {order}, which is not certainly positive")
    if sign(distance) not in (0, 1) or not (relation(slack, ">=", ZERO) is True and relation(slack, "<=", ONE) is True):
        raise NoValue("a shifted divergence needs a distance of at least 0 and a slack in [0, 1]")
    if sign(distance) == 0 and sign(slack) == 0:
        return _renyi(p, q, order, prec)
    if not (isinstance(p, FiniteLaw) and isinstance(q, FiniteLaw)):
        apart = (normals if isinstance(p, NormalLaw) or isinstance(q, NormalLaw) else wasserstein).wasserstein(p, q, INF, norm, prec)
        return ZERO if relation(apart, "<=", distance) else Enclosure(arb(0), enclose(_renyi(p, q, order, prec), prec).hi)
    near = [[relation(transport.ground_distance(x, y, norm, prec), "<=", distance) for x in p.points] for y in q.points]
    if not isinstance(slack, fmpq) or len(q.points) > MOST_POINTS or any(answer is None for row in near for answer in row):
        return Enclosure(arb(0), enclose(_renyi(p, q, order, prec), prec).hi)
    reach = [frozenset(k for k, answer in enumerate(row) if answer) for row in near]

    def rank(points: frozenset[int]) -> fmpq:
        covered = frozenset().union(*(reach[y] for y in points)) if points else frozenset()
        return min(sum((p.weights[x] for x in covered), ZERO) + slack, ONE) if points else ZERO

    if rank(frozenset(range(len(q.points)))) < 1:
        return INF if relation(order, ">=", ONE) is True else Enclosure(arb(0), INF)
    return _renyi(FiniteLaw(q.points, most_even(q.weights, rank)), q, order, prec)


def trimmed_renyi(p: Law, q: Law, order: Number, slack: Number, prec: int = PRECISION) -> Number:
    """The infimum of the Rényi divergence from ``q`` of the laws with a density of at most 1/(1 - slack) with respect to ``p``.

    These are the laws of X with law p given an event of probability at least 1 - slack, where the event may depend on more than X. Exact up to an enclosure for finite
    laws with few points; else between 0 and the divergence of ``p``. Raises NoValue unless slack lies in [0, 1).
    """
    if compare(order, ZERO) != ">" or not (relation(slack, ">=", ZERO) is True and relation(slack, "<", ONE) is True):
        raise NoValue("a trimmed divergence needs a positive order and a slack in [0, 1)")
    if not (isinstance(p, FiniteLaw) and isinstance(q, FiniteLaw) and isinstance(slack, fmpq)) or len(q.points) > MOST_POINTS:
        return Enclosure(arb(0), enclose(_renyi(p, q, order, prec), prec).hi)
    masses = dict(p.items())
    rows = [masses.get(y, ZERO) for y in q.points]

    def rank(points: frozenset[int]) -> fmpq:
        return min(sum((rows[k] for k in points), ZERO) / (1 - slack), ONE)

    if rank(frozenset(range(len(rows)))) < 1:
        return INF if relation(order, ">=", ONE) is True else Enclosure(arb(0), INF)
    return _renyi(FiniteLaw(q.points, most_even(q.weights, rank)), q, order, prec)


def near_distance(p: Law, q: Law, slack: Number, norm: Number = ONE, prec: int = PRECISION) -> Number:
    """The infimum of the z for which the laws are (z, slack)-near; W_oo for slack 0. Between 0 and W_oo for laws that are not finite, and where numbers are too close to compare.

    Raises NoValue unless slack is at least 0.
    """
    if relation(slack, ">=", ZERO) is not True:
        raise NoValue("near distributions with a slack that is not certainly at least 0")
    if not (isinstance(p, FiniteLaw) and isinstance(q, FiniteLaw)):
        apart = (normals if isinstance(p, NormalLaw) or isinstance(q, NormalLaw) else wasserstein).wasserstein(p, q, INF, norm, prec)
        return apart if sign(slack) == 0 else Enclosure(arb(0), enclose(apart, prec).hi)
    if relation(slack, ">=", ONE) is True:
        return ZERO
    try:
        return nearness.near_distance(p, q, slack, norm, prec).distance
    except NoValue:
        return Enclosure(arb(0), enclose(wasserstein.wasserstein(p, q, INF, norm, prec), prec).hi)


def _renyi(p: Law, q: Law, order: Number, prec: int) -> Number:
    return (normals if isinstance(p, NormalLaw) or isinstance(q, NormalLaw) else divergences).renyi(p, q, order, prec)


def most_even(weights: tuple[fmpq, ...], rank: Rank) -> list[fmpq]:
    """The base of a submodular function whose ratios to the weights are as even as possible: the least ratio first, on the largest set that forces it."""
    left, taken = frozenset(range(len(weights))), frozenset[int]()
    found = [ZERO] * len(weights)
    while left:
        best: tuple[fmpq, int, frozenset[int]] | None = None
        for size in range(1, len(left) + 1):
            for chosen in map(frozenset, combinations(sorted(left), size)):
                ratio = (rank(taken | chosen) - rank(taken)) / sum((weights[k] for k in chosen), ZERO)
                if best is None or (ratio, -size) < best[:2]:
                    best = ratio, -size, chosen
        assert best is not None
        ratio, _, chosen = best
        for k in chosen:
            found[k] = ratio * weights[k]
        taken, left = taken | chosen, left - chosen
    return found
