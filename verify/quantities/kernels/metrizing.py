"""Distances that metrize weak convergence, for finite laws: Lévy's and Prokhorov's."""

from __future__ import annotations

import math
from collections.abc import Callable

from flint import fmpq

from verify.quantities.kernels.flows import bipartite_flow
from verify.quantities.kernels.pairs_of_laws import ONE, PRECISION, ZERO, rounded
from verify.quantities.kernels.transport import ground_distance
from verify.values.laws import FiniteLaw
from verify.values.numbers import Enclosure, NoValue, Number, enclose


def levy_distance(p: FiniteLaw, q: FiniteLaw) -> fmpq:
    """``inf {e : F(x - e) - e <= G(x) <= F(x + e) + e for all x}`` for finite laws on the line, exactly.

    Between two neighbouring differences of points the largest excess is constant, so the infimum is such a difference
    or an excess.
    """
    if not all(isinstance(x, fmpq) for x in (*p.points, *q.points)):
        raise NoValue("a Lévy distance of distributions that are not on the line")

    def excess(e: fmpq) -> fmpq:
        worst = ZERO
        for first, second in ((p, q), (q, p)):
            below = height = ZERO
            k = 0
            for x, w in first.items():
                height += w
                while k < len(second.points) and second.points[k] <= x + e:
                    below += second.weights[k]
                    k += 1
                worst = max(worst, height - below)
        return worst

    return _least_with({abs(x - y) for x in p.points for y in q.points}, excess)


def prokhorov_distance(p: FiniteLaw, q: FiniteLaw, norm: Number = ONE, prec: int = PRECISION) -> Number:
    """``inf {e : P(A) <= Q(A^e) + e for all A}``, by Strassen's theorem the least ``e`` with ``P(d(X, Y) > e) <= e``.

    Exact where distances are fractions, otherwise an enclosure. Strassen (1965), doi:10.1214/aoms/1177700153.
    """
    unit = 1
    for w in (*p.weights, *q.weights):
        unit = math.lcm(unit, int(w.denominator))
    supply = [int(w.numerator) * (unit // int(w.denominator)) for w in p.weights]
    demand = [int(w.numerator) * (unit // int(w.denominator)) for w in q.weights]
    distances = [[ground_distance(x, y, norm, prec + 32) for y in q.points] for x in p.points]

    def solve(table: list[list[fmpq]]) -> fmpq:
        def excess(e: fmpq) -> fmpq:
            amount, _ = bipartite_flow(supply, demand, [[d <= e for d in row] for row in table])
            return fmpq(unit - amount, unit)

        return _least_with({d for row in table for d in row}, excess)

    if all(isinstance(d, fmpq) for row in distances for d in row):
        return solve(distances)
    ends = [solve([[rounded(d, side, prec + 32) for d in row] for row in distances]) for side in ("lo", "hi")]
    return Enclosure(enclose(ends[0], prec).lo, enclose(ends[1], prec).hi)


def _least_with(levels: set[fmpq], excess: Callable[[fmpq], fmpq]) -> fmpq:
    """Least ``e >= 0`` with ``excess(e) <= e``, for a falling function that is constant between the levels."""
    steps = sorted(levels | {ZERO})
    low, high = 0, len(steps) - 1
    while low < high:  # the last step at which the excess is still above it
        middle = (low + high + 1) // 2
        if excess(steps[middle]) > steps[middle]:
            low = middle
        else:
            high = middle - 1
    here = excess(steps[low])
    if here <= steps[low]:
        return steps[low]
    return here if low + 1 == len(steps) else min(here, steps[low + 1])
