"""The least distance within which two finite laws agree but for a small probability, with a coupling that shows it.

Laws are (z, d)-near if some coupling has ``P(|X - Y| > z) <= d``. On the line the largest mass that can be matched within z is found by one pass
through the sorted points: the smaller of two points that are too far apart has no partner left, and two that are not are matched as far as they go.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flint import arb, fmpq

from verify.quantities.kernels.flows import bipartite_flow
from verify.quantities.kernels.lines import PRECISION
from verify.quantities.kernels.transport import common_denominator, ground_distance, scaled, whole_weights
from verify.values.laws import FiniteLaw
from verify.values.numbers import NotKnown, NoValue, Number, compare, hull, precision, relation

ZERO, ONE = fmpq(0), fmpq(1)
Flow = dict[tuple[int, int], int]
"""Mass by the places of two points, over a common unit."""


@dataclass(frozen=True, slots=True)
class Nearness:
    """The least z at which two laws are (z, delta)-near; ``outside`` is the probability that the coupling leaves beyond z, at most delta.

    ``first`` and ``second`` are the laws given the event that the coupled points are within z: their distance W_oo is at most z.
    """

    distance: Number
    outside: fmpq
    first: FiniteLaw
    second: FiniteLaw


def near_distance(p: FiniteLaw, q: FiniteLaw, delta: Number, norm: Number = ONE, prec: int = PRECISION) -> Nearness:
    """The least z at which two finite laws are (z, delta)-near, exact on the line and wherever distances are fractions.

    Raises
    ------
    NoValue
        Unless delta is certainly in [0, 1), or where two distances, or a probability and delta, are too close to compare.
    """
    if relation(delta, ">=", ZERO) is not True or relation(delta, "<", ONE) is not True:
        raise NoValue(f"nearness leaves a probability in [0, 1), got delta={delta}")
    supply, demand, unit = whole_weights(p, q)

    def enough(flow: Flow) -> bool:
        answer = relation(fmpq(unit - sum(flow.values()), unit), "<=", delta)
        if answer is None:
            raise NotKnown("a probability that is too close to delta to compare")
        return answer

    if all(isinstance(x, fmpq) for x in (*p.points, *q.points)):
        scale = common_denominator([x for x in (*p.points, *q.points) if isinstance(x, fmpq)])
        xs, ys = scaled(p.points, scale), scaled(q.points, scale)
        steps: Callable[[int], Flow] = lambda z: matched_within(xs, ys, supply, demand, z)  # noqa: E731
        high = max(abs(xs[0] - ys[-1]), abs(xs[-1] - ys[0]))
        value: Callable[[int], Number] = lambda z: fmpq(z, scale)  # noqa: E731
    else:
        table = [[ground_distance(x, y, norm, prec) for y in q.points] for x in p.points]
        levels = _sorted([d for row in table for d in row])
        steps = lambda k: bipartite_flow(supply, demand, [[compare(d, levels[k]) != ">" for d in row] for row in table])[1]  # noqa: E731
        high, value = len(levels) - 1, lambda k: levels[k]
    low, best = 0, steps(high)
    while low < high:
        middle = (low + high) // 2
        flow = steps(middle)
        if enough(flow):
            high, best = middle, flow
        else:
            low = middle + 1
    inside = sum(best.values())
    sides = [[0] * len(law.points) for law in (p, q)]
    for (i, j), mass in best.items():
        sides[0][i] += mass
        sides[1][j] += mass
    laws = [FiniteLaw(law.points, [fmpq(w, inside) for w in side]) for law, side in zip((p, q), sides, strict=True)]
    return Nearness(value(high), fmpq(unit - inside, unit), laws[0], laws[1])


def normal_near_distance(shift: fmpq, variance: fmpq, delta: fmpq, prec: int = 64) -> Number:
    """The least z at which two normal laws of one variance are (z, delta)-near: ``shift - 2 sd Phi^-1((1 + delta)/2)``, or 0.

    By Strassen's theorem the least ``P(|X - Y| > z)`` is the supremum of ``P(A) - Q(A^z)`` over sets A, A^z its z-neighbourhood. A half-line attains
    the total variation of Q and P moved by z towards it, and no set exceeds it, because A^z contains A moved by z.
    """
    if not 0 <= delta < 1:
        raise NoValue(f"nearness leaves a probability in [0, 1), got delta={delta}")
    if delta == 0:
        return shift
    with precision(prec + 16):  # Phi^-1((1 + d)/2) = sqrt(2) erfinv(d)
        value = arb(shift) - 2 * (2 * arb(variance)).sqrt() * arb(delta).erfinv()
        return fmpq(0) if value <= 0 else hull(value.max(arb(0)))


def _sorted(distances: list[Number]) -> list[Number]:
    """Different distances in ascending order."""
    from functools import cmp_to_key

    def order(a: Number, b: Number) -> int:
        place = compare(a, b)
        if place is None:
            raise NotKnown("two distances of points that are too close to compare")
        return {"<": -1, "=": 0, ">": 1}[place]

    out: list[Number] = []
    for d in sorted(distances, key=cmp_to_key(order)):
        if not out or order(out[-1], d) < 0:
            out.append(d)
    return out


def matched_within(xs: list[int], ys: list[int], supply: list[int], demand: list[int], distance: int) -> Flow:
    """The largest mass that can be matched within a distance on the line; points are sorted."""
    left, right, flow = list(supply), list(demand), {}
    i = j = 0
    while i < len(xs) and j < len(ys):
        gap = xs[i] - ys[j]
        if gap > distance:
            j += 1
        elif gap < -distance:
            i += 1
        else:
            mass = min(left[i], right[j])
            if mass:
                flow[i, j] = mass
            left[i] -= mass
            right[j] -= mass
            if left[i] == 0:
                i += 1
            else:
                j += 1
    return flow
