r"""Wasserstein distances: exact for finite laws, rigorous enclosures for laws with densities on the line.

The distance of order p is ``inf over couplings of (E d(X, Y)^p)^(1/p)``, and of order oo the infimum of the essential
supremum of ``d(X, Y)``. Points are compared by a norm of the coordinates: 1, 2, oo or any p >= 1. Two labels have
distance 0 or 1. On the line all these norms are the absolute value. Peyré and Cuturi (2019), doi:10.1561/2200000073,
Section 2.6.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from flint import arb, fmpq, fmpz

from verify.quantities.kernels.flows import bipartite_flow, transportation
from verify.values.elementary import maximum
from verify.values.laws import FiniteLaw, Point
from verify.values.numbers import Enclosure, NoValue, Number, Surd, ball, compare, enclose, mul, precision, total
from verify.values.powers import power

ZERO = fmpq(0)
ONE = fmpq(1)
TWO = fmpq(2)
HALF = fmpq(1, 2)
INF = math.inf
PRECISION = 64


@dataclass(frozen=True, slots=True)
class Transport:
    """A distance with its evidence.

    ``value`` is the distance, ``plan`` an optimal coupling as ``((x, y), weight)`` (best found where ``value`` is an
    enclosure), ``potentials`` functions ``f, g`` on the two supports with ``f(x) + g(y) <= d(x, y)^p`` and equality on
    the plan, as tuples in the order of the points; None where the value does not rest on them, or where they would be too long.
    """

    value: Number
    plan: tuple[tuple[tuple[Point, Point], fmpq], ...]
    potentials: tuple[tuple[fmpq, ...], tuple[fmpq, ...]] | None = None


def check_order(name: str, order: Number) -> None:
    """Raises NoValue for an order that is not certainly at least 1."""
    if compare(order, ONE) not in ("=", ">"):
        raise NoValue(f"a {name} below 1 (or not certainly at least 1): {order}")


# --- finite laws -----------------------------------------------------------------------------------------------------


def _coordinates(x: Point, y: Point) -> list[fmpq]:
    """Absolute coordinate differences, 1 or 0 for labels."""
    if type(x) is fmpq and type(y) is fmpq:
        return [abs(x - y)]
    if isinstance(x, tuple) and isinstance(y, tuple):
        if len(x) != len(y):
            raise NoValue("a distance between points of different spaces")
        return [d for a, b in zip(x, y, strict=True) for d in _coordinates(a, b)]
    if isinstance(x, (fmpq, tuple)) or isinstance(y, (fmpq, tuple)):
        raise NoValue("a distance between points of different spaces")
    return [ZERO if x == y and type(x) is type(y) else ONE]


def _norm_power(parts: Sequence[fmpq], norm: Number) -> tuple[Number, Number]:
    """``(s, q)`` with distance ``s^(1/q)``, ``s`` a fraction where possible; ``q`` is 1 for the norms 1 and oo."""
    if len(parts) == 1:
        return parts[0], ONE
    if isinstance(norm, float):
        return max(parts, default=ZERO), ONE
    if norm == ONE:
        return sum(parts, ZERO), ONE
    if isinstance(norm, fmpq) and norm.denominator == 1:
        n = int(norm.numerator)
        return sum((d**n for d in parts), ZERO), norm
    return total(power(d, norm) for d in parts), norm


def ground_distance(x: Point, y: Point, norm: Number, prec: int = PRECISION) -> Number:
    """Distance of two points: the norm of the coordinate differences; labels differ by 1."""
    check_order("norm", norm)
    s, q = _norm_power(_coordinates(x, y), norm)
    return s if q == ONE else power(s, _reciprocal(q), prec)


def _reciprocal(q: Number) -> Number:
    return power(q, -ONE)


def root_of(value: Number, order: Number, prec: int) -> Number:
    """A mean of powers brought back to a distance: its root of this order."""
    return value if order == ONE else power(value, _reciprocal(order), prec)


def transport(p: FiniteLaw, q: FiniteLaw, order: Number, norm: Number = ONE, prec: int = PRECISION) -> Transport:
    """Wasserstein distance between finite laws with an optimal coupling.

    Parameters
    ----------
    order : at least 1 or ``math.inf``.
    norm : at least 1 or ``math.inf``; unused on the line.

    Returns
    -------
    Exact wherever all distances to the power ``order`` are fractions, or fractions times one root, and on the line for
    orders that are integers or oo; otherwise an enclosure of relative width about ``2**-prec``.
    """
    check_order("Wasserstein order", order)
    check_order("norm", norm)
    if type(p.points[0]) is fmpq and type(q.points[0]) is fmpq:
        return _on_the_line(p, q, order, prec)
    straight = norm == 2 and order == 1
    whole = _integer_costs(p, q, TWO if straight else order, norm)
    if whole is not None and not straight:
        return _rational_programme(p, q, *whole, order, prec)
    if whole is not None and any(math.isqrt(c) ** 2 != c for row in whole[0] for c in row):
        squares, unit = whole[0], math.isqrt(whole[1])
        bits = prec + 16
        rounded = [[math.isqrt(c << 2 * bits) for c in row] for row in squares]

        def cost(i: int, j: int) -> Number:
            return power(fmpq(squares[i][j], unit * unit), HALF, bits + 32)

        return _bracketed_programme(p, q, rounded, fmpq(1, unit << bits), cost, order, prec)
    pairs = [[_norm_power(_coordinates(x, y), norm) for y in q.points] for x in p.points]
    keys = [[s for s, _ in row] for row in pairs]
    root = norm if any(k == norm and norm != ONE for row in pairs for _, k in row) else ONE
    if isinstance(root, float):
        root = ONE
    if isinstance(order, float):
        return _bottleneck(p, q, keys, root, prec)
    exponent = order if root == ONE else mul(order, _reciprocal(root))
    return _linear_programme(p, q, [[power(s, exponent, prec + 32) for s in row] for row in keys], order, prec)


def _integer_costs(p: FiniteLaw, q: FiniteLaw, order: Number, norm: Number) -> tuple[list[list[int]], int] | None:
    """Distances to the power ``order`` as machine integers and their common denominator, where they are fractions of moderate size; None elsewhere."""
    taxicab, box, squares = norm == 1, isinstance(norm, float), norm == 2 and order == 2
    if not isinstance(order, fmpq) or order.denominator != 1 or not (taxicab or box or squares) or len(p.points) * len(q.points) < 64:
        return None
    points = (*p.points, *q.points)
    if not all(isinstance(x, tuple) and len(x) == len(points[0]) and all(type(part) is fmpq for part in x) for x in points):
        return None
    unit, exponent = common_denominator([part for x in points for part in x]), int(order.numerator)
    table = [scaled(x, unit) for x in points]
    size = 2 * max(abs(part) for x in table for part in x) * (1 if box else len(points[0]))
    if size**exponent >= 2**60:
        return None
    rows = np.array(table, dtype=np.int64)
    gaps = np.abs(rows[: len(p.points), None, :] - rows[None, len(p.points) :, :])
    costs = (gaps**2).sum(axis=2) if squares else (gaps.sum(axis=2) if taxicab else gaps.max(axis=2)) ** exponent
    return costs.tolist(), unit**exponent


def _on_the_line(p: FiniteLaw, q: FiniteLaw, order: Number, prec: int) -> Transport:
    """The quantile coupling, optimal on the line for every order >= 1."""
    xs, ys, left, right = p.points, q.points, list(p.weights), list(q.weights)
    plan: list[tuple[tuple[Point, Point], fmpq]] = []
    i = j = 0
    while i < len(xs) and j < len(ys):
        a, b = left[i], right[j]
        if a < b:
            plan.append(((xs[i], ys[j]), a))
            right[j] = b - a
            i += 1
        else:
            plan.append(((xs[i], ys[j]), b))
            left[i] = a - b
            j += 1
            if a == b:
                i += 1
    if isinstance(order, float):
        return Transport(max(abs(x - y) for (x, y), _ in plan), tuple(plan))
    if isinstance(order, fmpq) and order.denominator == 1:
        n = int(order.numerator)
        cost = sum((w * abs(x - y) ** n for (x, y), w in plan), ZERO)
        return Transport(cost if n == 1 else power(cost, 1 / order, prec), tuple(plan))
    sizes: dict[fmpq, fmpq] = {}
    for (x, y), w in plan:
        size = abs(x - y)
        sizes[size] = sizes.get(size, ZERO) + w
    sizes.pop(ZERO, None)
    if not sizes:
        return Transport(ZERO, tuple(plan))
    # the largest distance is taken out, so that one distance alone stays exact
    largest = max(sizes)
    inner = total((mul(w, power(d / largest, order, prec + 32), prec + 32) for d, w in sizes.items()), prec + 32)
    return Transport(mul(largest, root_of(inner, order, prec + 16), prec + 16), tuple(plan))


def common_denominator(values: Sequence[fmpq]) -> int:
    """The least positive integer that makes integers of all the fractions."""
    out = fmpz(1)
    for value in values:
        out = out.lcm(value.denominator)
    return int(out)


def scaled(values: Sequence[fmpq], factor: int) -> list[int]:
    """Fractions as integers over a common denominator."""
    return [int(value.numerator) * (factor // int(value.denominator)) for value in values]


def whole_weights(p: FiniteLaw, q: FiniteLaw) -> tuple[list[int], list[int], int]:
    """The weights of two laws as integers over a common denominator."""
    unit = common_denominator((*p.weights, *q.weights))
    return scaled(p.weights, unit), scaled(q.weights, unit), unit


def _plan(
    p: FiniteLaw, q: FiniteLaw, flow: dict[tuple[int, int], int], unit: int
) -> tuple[tuple[tuple[Point, Point], fmpq], ...]:
    return tuple(((p.points[i], q.points[j]), fmpq(x, unit)) for (i, j), x in sorted(flow.items()) if x)


def _rational_programme(
    p: FiniteLaw, q: FiniteLaw, costs: list[list[int]], scale: int, order: Number, prec: int, radical: Any = None
) -> Transport:
    """The exact optimum for costs that are integers over ``scale``, times one root if there is one."""
    supply, demand, unit = whole_weights(p, q)
    flow, u, v = transportation(costs, supply, demand)
    plan = _plan(p, q, flow, unit)
    cost = fmpq(sum(a * b for a, b in zip(supply, u, strict=True)), unit * scale)
    cost += fmpq(sum(a * b for a, b in zip(demand, v, strict=True)), unit * scale)
    if radical is None:
        potentials = (tuple(fmpq(x, scale) for x in u), tuple(fmpq(x, scale) for x in v))
        return Transport(root_of(cost, order, prec), plan, potentials)
    return Transport(root_of(mul(cost, Surd(ONE, radical)), order, prec), plan)


def _linear_programme(p: FiniteLaw, q: FiniteLaw, costs: list[list[Number]], order: Number, prec: int) -> Transport:
    flat_costs = [c for row in costs for c in row]
    radicals = {c.factors for c in flat_costs if isinstance(c, Surd)}
    rational = all(isinstance(c, fmpq) for c in flat_costs)
    common = len(radicals) == 1 and all(isinstance(c, Surd) or (isinstance(c, fmpq) and c == 0) for c in flat_costs)
    if rational or common:
        heads = [[c.coefficient if isinstance(c, Surd) else c for c in row] for row in costs]
        scale = common_denominator([c for row in heads for c in row])
        return _rational_programme(p, q, [scaled(row, scale) for row in heads], scale, order, prec, None if rational else next(iter(radicals)))
    largest = maximum(*flat_costs)
    bits = prec + 16
    with precision(bits + 32):
        size = enclose(largest, bits).hi
        if isinstance(size, float):
            raise NoValue("a transport cost that is not finite")
        exponent = bits - int(size.log_base(2).ceil().mid().unique_fmpz() or 0)
        grid = arb((1, exponent))
        rounded = [
            [max(int((ball(c).lower() * grid).lower().floor().unique_fmpz() or 0), 0) for c in row] for row in costs
        ]
        step = 1 / grid.fmpq() if abs(exponent) <= LONGEST else Enclosure(arb((1, -exponent)), arb((1, -exponent)))
    return _bracketed_programme(p, q, rounded, step, lambda i, j: costs[i][j], order, prec)


LONGEST = 1 << 14
"""Bits of a unit of cost beyond which it is no fraction any more: ``exp`` makes costs whose fractions fit into no memory."""


def _bracketed_programme(
    p: FiniteLaw, q: FiniteLaw, rounded: list[list[int]], step: fmpq | Enclosure, cost: Callable[[int, int], Number], order: Number, prec: int
) -> Transport:
    """An enclosure from costs rounded down to multiples of ``step``: their optimum is a lower bound, and the cost of their plan an upper one."""
    supply, demand, unit = whole_weights(p, q)
    bits = prec + 16
    flow, u, v = transportation(rounded, supply, demand)
    low = fmpq(
        sum(a * b for a, b in zip(supply, u, strict=True)) + sum(a * b for a, b in zip(demand, v, strict=True)), unit
    )
    plan = _plan(p, q, flow, unit)
    exact = total((mul(fmpq(x, unit), cost(i, j), bits) for (i, j), x in flow.items() if x), bits)
    lower = enclose(mul(low, step, bits), bits)
    upper = enclose(exact, bits)
    potentials = None if isinstance(step, Enclosure) else (tuple(x * step for x in u), tuple(x * step for x in v))
    bracket = Enclosure(min(lower.lo, upper.hi), upper.hi)
    forced = len(p.points) == 1 or len(q.points) == 1  # only one coupling
    return Transport(root_of(exact if forced else bracket, order, prec), plan, potentials)


def _bottleneck(p: FiniteLaw, q: FiniteLaw, keys: list[list[Number]], root: Number, prec: int) -> Transport:
    """Least threshold such that a coupling lives on the pairs within it: a search with exact flows."""
    supply, demand, unit = whole_weights(p, q)
    plain = [c for row in keys for c in row]
    if all(isinstance(c, fmpq) for c in plain):
        value, flow = _least_threshold(supply, demand, keys)
        return Transport(value if root == ONE else root_of(value, root, prec), _plan(p, q, flow, unit))
    ends = []
    for pick in ("lo", "hi"):
        table = [[getattr(enclose(c, prec + 32), pick).fmpq() for c in row] for row in keys]
        value, flow = _least_threshold(supply, demand, table)
        ends.append(enclose(value, prec + 32))
    return Transport(root_of(Enclosure(ends[0].lo, ends[1].hi), root, prec), _plan(p, q, flow, unit))


def _least_threshold(
    supply: list[int], demand: list[int], keys: Sequence[Sequence[Any]]
) -> tuple[fmpq, dict[tuple[int, int], int]]:
    levels = sorted({c for row in keys for c in row})
    whole = sum(supply)
    low, high = 0, len(levels) - 1
    best: dict[tuple[int, int], int] | None = None
    while low < high or best is None:
        middle = (low + high) // 2
        amount, flow = bipartite_flow(supply, demand, [[c <= levels[middle] for c in row] for row in keys])
        if amount == whole:
            high, best = middle, flow
        else:
            low = middle + 1
    return levels[high], best


__all__ = ["Transport", "ground_distance", "transport"]
