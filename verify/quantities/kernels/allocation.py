r"""Shifted divergences of finite laws on the line, exactly: the law nearest to Q among those that P can be moved to.

``D_a^(z,d)(P, Q)`` is the infimum of ``D_a(P', Q)`` over laws P' that are (z, d)-near to P. Above order 1, P' lives on the points of Q, and each point of P puts its mass on
those within z, but for a mass d that may go anywhere. The densities ``P'/Q`` that can be reached form the base of a polymatroid, so one of them is the most even of all and is best for every
order at once (Fujishige 1980, doi:10.1287/moor.5.2.186). It is found level by level: the highest level is the largest ``forced mass / Q-mass`` over sets of points of Q, where the forced
mass of a set is that of the points of P all of whose targets lie in it, less d. Without d a run of neighbouring points attains it, and d is used up on the first level.
"""

from __future__ import annotations

from collections.abc import Sequence

from flint import fmpq

from verify.quantities.kernels.transport import common_denominator, scaled, whole_weights
from verify.values.laws import FiniteLaw
from verify.values.numbers import NoValue

Span = tuple[int, int, int]
"""First and last target of a point, and its mass."""
MOST_POINTS = 300
ZERO = fmpq(0)


def most_even(p: FiniteLaw, q: FiniteLaw, distance: fmpq, delta: fmpq = ZERO) -> FiniteLaw | None:
    """The law P' that is (distance, delta)-near to P and has the least divergence of every order above 1 from Q; None where every such law has an infinite one.

    Raises
    ------
    NoValue
        For points that are no numbers, too many points, a negative distance or a delta outside [0, 1).
    """
    if not all(isinstance(x, fmpq) for x in (*p.points, *q.points)):
        raise NoValue("a shifted divergence of points that are not numbers")
    if len(q.points) > MOST_POINTS or not distance >= 0 or not 0 <= delta < 1:
        raise NoValue(f"a shifted divergence takes at most {MOST_POINTS} points, a distance of at least 0 and a delta in [0, 1), got {len(q.points)}, {distance} and {delta}")
    supply, demand, unit = whole_weights(p, q)
    factor = int(delta.denominator)
    supply, demand, unit, free = [x * factor for x in supply], [x * factor for x in demand], unit * factor, int((delta * unit * factor).numerator)
    scale = common_denominator((*p.points, *q.points, distance))
    xs, ys, reach = scaled(p.points, scale), scaled(q.points, scale), scaled((distance,), scale)[0]
    spans: list[Span] = []
    stranded = 0
    first = last = 0
    for x, mass in zip(xs, supply, strict=True):
        while first < len(ys) and ys[first] < x - reach:
            first += 1
        while last < len(ys) and ys[last] <= x + reach:
            last += 1
        if first < last:
            spans.append((first, last - 1, mass))
        else:
            stranded += mass
    if stranded > free:
        return None
    levels = _levels(spans, demand, free - stranded, free)
    return FiniteLaw(q.points, [level * w for level, w in zip(levels, q.weights, strict=True)])


def _levels(spans: list[Span], demand: list[int], budget: int, loose: int) -> list[fmpq]:
    """``P'/Q`` at each target; ``budget`` of the mass of the spans may go anywhere, ``loose`` is all mass that does, once the budget is used."""
    alive = list(range(len(demand)))
    out = [fmpq(1)] * len(demand)
    if loose:
        level, chosen = _first_level(spans, demand, budget)
        if level <= 1:
            return out  # Q itself can be reached
        for j in chosen:
            out[alive[j]] = level
        alive, spans, demand = _without(set(chosen), alive, spans, demand)
        spans.append((0, len(alive) - 1, loose))
    while alive:
        level, (a, b) = _steepest_run(spans, demand)
        for j in range(a, b + 1):
            out[alive[j]] = level
        alive, spans, demand = _without(set(range(a, b + 1)), alive, spans, demand)
    return out


def _table(spans: Sequence[Span], n: int) -> list[list[int]]:
    """Mass of the spans inside each run [a, b]: entry [a][b]."""
    inside = [[0] * (n + 1) for _ in range(n + 1)]
    for a, b, mass in spans:
        inside[a][b] += mass
    for a in range(n - 1, -1, -1):
        row, below = inside[a], inside[a + 1]
        running = 0
        for b in range(n):
            running += row[b]
            row[b] = running + (below[b] if b > a else 0)
    return inside


def _steepest_run(spans: Sequence[Span], demand: Sequence[int]) -> tuple[fmpq, tuple[int, int]]:
    """The run with the largest ``inside / Q-mass``."""
    n, inside = len(demand), _table(spans, len(demand))
    top, bottom, best = -1, 1, (0, n - 1)
    for a in range(n):
        width = 0
        for b in range(a, n):
            width += demand[b]
            if inside[a][b] * bottom > top * width:
                top, bottom, best = inside[a][b], width, (a, b)
    return fmpq(top, bottom), best


def _first_level(spans: Sequence[Span], demand: Sequence[int], budget: int) -> tuple[fmpq, list[int]]:
    """The largest ``(inside - budget)/Q-mass`` above 1 over unions of runs, by Dinkelbach's iteration; level 1 where there is none."""
    n, inside = len(demand), _table(spans, len(demand))
    prefix = [0]
    for w in demand:
        prefix.append(prefix[-1] + w)
    top, bottom, chosen = 1, 1, list(range(n))
    while True:
        best: list[tuple[int, int]] = [(0, -1)]  # value of the targets before b, and where the last run starts (-1: b - 1 is not taken)
        for b in range(1, n + 1):
            value, start = best[b - 1][0], -1
            for a in range(b):
                gain = best[a][0] + inside[a][b - 1] * bottom - top * (prefix[b] - prefix[a])
                if gain > value:
                    value, start = gain, a
            best.append((value, start))
        if best[n][0] <= budget * bottom:
            return fmpq(top, bottom), chosen
        chosen, b = [], n
        mass = 0
        while b:
            start = best[b][1]
            if start < 0:
                b -= 1
            else:
                chosen += range(start, b)
                mass += inside[start][b - 1]
                b = start
        top, bottom = mass - budget, sum(demand[j] for j in chosen)


def _without(gone: set[int], alive: list[int], spans: Sequence[Span], demand: Sequence[int]) -> tuple[list[int], list[Span], list[int]]:
    """The problem on the other targets; spans inside those that are gone have been placed."""
    place, kept = [], 0
    for j in range(len(alive)):
        place.append(kept)
        kept += j not in gone
    rest: list[Span] = []
    for a, b, mass in spans:
        start, stop = place[a], place[b] - (b in gone)
        if start <= stop:
            rest.append((start, stop, mass))
    return [x for j, x in enumerate(alive) if j not in gone], rest, [w for j, w in enumerate(demand) if j not in gone]
