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

from verify.quantities.kernels import powers
from verify.quantities.kernels.affine import affine, affine_map
from verify.quantities.kernels.areas import surplus_area, tails_apart
from verify.quantities.kernels.flows import bipartite_flow, transportation
from verify.quantities.kernels.line_quantiles import quantile_integrals, quantiles
from verify.quantities.kernels.lines import LineLaw, Wide, integrals, line, quadratic, support
from verify.quantities.kernels.moments import absolute_moment, exact_mean, mean
from verify.values.elementary import absolute, maximum
from verify.values.laws import FiniteLaw, Law, MixtureLaw, PieceLaw, Point, PowerLaw, ProductLaw, TranslatedLaw, flat
from verify.values.numbers import Enclosure, NoValue, Number, Surd, add, ball, compare, enclose, mul, precision, sign, sub, to_float, total
from verify.values.powers import power

__all__ = ["Transport", "ground_distance", "shift_between", "transport", "wasserstein"]

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


def _check_order(name: str, order: Number) -> None:
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
    _check_order("norm", norm)
    s, q = _norm_power(_coordinates(x, y), norm)
    return s if q == ONE else power(s, _reciprocal(q), prec)


def _reciprocal(q: Number) -> Number:
    return power(q, -ONE)


def _root(value: Number, order: Number, prec: int) -> Number:
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
    _check_order("Wasserstein order", order)
    _check_order("norm", norm)
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
    table = [_scaled(x, unit) for x in points]
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
    return Transport(mul(largest, _root(inner, order, prec + 16), prec + 16), tuple(plan))


def common_denominator(values: Sequence[fmpq]) -> int:
    """The least positive integer that makes integers of all the fractions."""
    out = fmpz(1)
    for value in values:
        out = out.lcm(value.denominator)
    return int(out)


def _scaled(values: Sequence[fmpq], factor: int) -> list[int]:
    return [int(value.numerator) * (factor // int(value.denominator)) for value in values]


def _weights(p: FiniteLaw, q: FiniteLaw) -> tuple[list[int], list[int], int]:
    unit = common_denominator((*p.weights, *q.weights))
    return _scaled(p.weights, unit), _scaled(q.weights, unit), unit


def _plan(
    p: FiniteLaw, q: FiniteLaw, flow: dict[tuple[int, int], int], unit: int
) -> tuple[tuple[tuple[Point, Point], fmpq], ...]:
    return tuple(((p.points[i], q.points[j]), fmpq(x, unit)) for (i, j), x in sorted(flow.items()) if x)


def _rational_programme(
    p: FiniteLaw, q: FiniteLaw, costs: list[list[int]], scale: int, order: Number, prec: int, radical: Any = None
) -> Transport:
    """The exact optimum for costs that are integers over ``scale``, times one root if there is one."""
    supply, demand, unit = _weights(p, q)
    flow, u, v = transportation(costs, supply, demand)
    plan = _plan(p, q, flow, unit)
    cost = fmpq(sum(a * b for a, b in zip(supply, u, strict=True)), unit * scale)
    cost += fmpq(sum(a * b for a, b in zip(demand, v, strict=True)), unit * scale)
    if radical is None:
        potentials = (tuple(fmpq(x, scale) for x in u), tuple(fmpq(x, scale) for x in v))
        return Transport(_root(cost, order, prec), plan, potentials)
    return Transport(_root(mul(cost, Surd(ONE, radical)), order, prec), plan)


def _linear_programme(p: FiniteLaw, q: FiniteLaw, costs: list[list[Number]], order: Number, prec: int) -> Transport:
    flat_costs = [c for row in costs for c in row]
    radicals = {c.factors for c in flat_costs if isinstance(c, Surd)}
    rational = all(isinstance(c, fmpq) for c in flat_costs)
    common = len(radicals) == 1 and all(isinstance(c, Surd) or (isinstance(c, fmpq) and c == 0) for c in flat_costs)
    if rational or common:
        heads = [[c.coefficient if isinstance(c, Surd) else c for c in row] for row in costs]
        scale = common_denominator([c for row in heads for c in row])
        return _rational_programme(p, q, [_scaled(row, scale) for row in heads], scale, order, prec, None if rational else next(iter(radicals)))
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
    supply, demand, unit = _weights(p, q)
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
    return Transport(_root(exact if forced else bracket, order, prec), plan, potentials)


def _bottleneck(p: FiniteLaw, q: FiniteLaw, keys: list[list[Number]], root: Number, prec: int) -> Transport:
    """Least threshold such that a coupling lives on the pairs within it: a search with exact flows."""
    supply, demand, unit = _weights(p, q)
    plain = [c for row in keys for c in row]
    if all(isinstance(c, fmpq) for c in plain):
        value, flow = _least_threshold(supply, demand, keys)
        return Transport(value if root == ONE else _root(value, root, prec), _plan(p, q, flow, unit))
    ends = []
    for pick in ("lo", "hi"):
        table = [[getattr(enclose(c, prec + 32), pick).fmpq() for c in row] for row in keys]
        value, flow = _least_threshold(supply, demand, table)
        ends.append(enclose(value, prec + 32))
    return Transport(_root(Enclosure(ends[0].lo, ends[1].hi), root, prec), _plan(p, q, flow, unit))


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


# --- all laws --------------------------------------------------------------------------------------------------------


def wasserstein(p: Law, q: Law, order: Number, norm: Number = ONE, prec: int = PRECISION) -> Number:
    """Wasserstein distance of order ``order >= 1`` or oo between any two laws of this package.

    Finite laws, translates, and affine images of one another on the line are exact or accurate to ``prec`` bits; order
    1 on the line too. Other laws on the line get a bracket from their quantiles (about one per cent), product laws a
    bracket from their coordinates. Infinity is a value. Raises NoValue for orders below 1 and laws on different spaces.
    """
    _check_order("Wasserstein order", order)
    _check_order("norm", norm)
    if p == q:
        return ZERO
    if isinstance(p, FiniteLaw) and isinstance(q, FiniteLaw):
        return transport(p, q, order, norm, prec).value
    shift = shift_between(p, q)
    if shift is not None:
        return _size(shift, norm, prec)
    p, q = flat(p), flat(q)
    if isinstance(p, ProductLaw) and isinstance(q, ProductLaw):
        return _product(p, q, order, norm, prec)
    if isinstance(p, ProductLaw) or isinstance(q, ProductLaw):
        raise NoValue("a Wasserstein distance between a product distribution and another kind of distribution has no route")
    return _continuous(p, q, order, prec)


def _size(shift: Any, norm: Number, prec: int) -> Number:
    """Norm of a shift."""
    if not isinstance(shift, tuple):
        return absolute(shift)
    parts = [_size(part, norm, prec) for part in shift]
    if isinstance(norm, float):
        return maximum(*parts)
    return _root(total((power(part, norm, prec + 16) for part in parts), prec + 16), norm, prec)


def shift_between(p: Law, q: Law) -> Any:
    """The exact ``s`` such that ``q`` is the law of ``X + s``, a tuple for laws of tuples; None if none is found.

    Then every order has distance ``|s|``: ``(X, X + s)`` is a coupling, and by Jensen no coupling has a smaller cost
    than the difference of the means.
    """
    one, two = _stripped(p), _stripped(q)
    if one[0] == two[0]:
        return sub(two[1], one[1]) if not isinstance(one[1], tuple) else None
    if isinstance(p, FiniteLaw) and isinstance(q, FiniteLaw):
        if len(p.points) != len(q.points) or p.weights != q.weights:
            return None
        if not all(isinstance(x, fmpq) for x in (*p.points, *q.points)):
            return None
        steps = {y - x for x, y in zip(p.points, q.points, strict=True)}
        return steps.pop() if len(steps) == 1 else None
    p, q = flat(p), flat(q)
    if isinstance(p, PieceLaw | PowerLaw) and isinstance(q, PieceLaw | PowerLaw):
        found = affine_map(p, q)
        return found[1] if found is not None and compare(found[0], ONE) == "=" else None
    if isinstance(p, MixtureLaw) and isinstance(q, MixtureLaw) and p.weights == q.weights:
        shifts = [shift_between(a, b) for a, b in zip(p.laws, q.laws, strict=True)]
        if shifts[0] is None or isinstance(shifts[0], tuple):
            return None
        same = all(s is not None and not isinstance(s, tuple) and compare(s, shifts[0]) == "=" for s in shifts)
        return shifts[0] if same else None
    if isinstance(p, ProductLaw) and isinstance(q, ProductLaw) and len(p.laws) == len(q.laws):
        parts = tuple(shift_between(a, b) for a, b in zip(p.laws, q.laws, strict=True))
        return None if any(part is None for part in parts) else parts
    return None


def _stripped(law: Law) -> tuple[Law, Any]:
    return (law.base, law.shift) if isinstance(law, TranslatedLaw) else (law, ZERO)


def _product(p: ProductLaw, q: ProductLaw, order: Number, norm: Number, prec: int) -> Number:
    """Coordinates: additive if order and norm agree, else between the largest and the sum."""
    if len(p.laws) != len(q.laws):
        raise NoValue("a Wasserstein distance between distributions on different spaces")
    parts = [wasserstein(a, b, order, norm, prec) for a, b in zip(p.laws, q.laws, strict=True)]
    if compare(order, norm) == "=":
        if isinstance(order, float):
            return maximum(*parts)
        return _root(total((power(part, order, prec + 16) for part in parts), prec + 16), order, prec)
    low, high = enclose(maximum(*parts)), enclose(total(parts))
    return Enclosure(low.lo, high.hi, low.exists and high.exists)


COARSE = 72
GRIDS = {60: (8, 10), COARSE: (16, 14), 160: (32, 16), 256: (48, 24)}
"""Coarser grids for the first steps of the evaluator's precision ladder, where most comparisons are decided, and for levels that are solved for."""


def _continuous(p: Law, q: Law, order: Number, prec: int) -> Number:
    one, two = line(p), line(q)
    for a, b in ((one, two), (two, one)):
        if not a.components and len(a.atoms) == 1:
            return _from_a_point(a.atoms[0][0], b, order, prec)
    if not one.atoms and not two.atoms and len(one.components) == len(two.components) == 1:
        source, target = one.components[0][1], two.components[0][1]
        found = affine_map(source, target)
        if found is not None:
            return _affine_distance(source, found[0], found[1], order, prec)
        if order == ONE and _ordered(source, target):
            return absolute(sub(mean(source, prec), mean(target, prec), prec))
    above = _by_components(one, two, order, prec)
    if order == ONE and above is not None:
        below = _between_means(one, two)
        if below is not None and compare(below, above) == "=":
            return below
    try:
        if order == ONE:
            return surplus_area(one, two, prec=prec)
        if not isinstance(order, float) and tails_apart(one, two, order):
            return INF
        if isinstance(order, float) and any(isinstance(c, PowerLaw) for law in (one, two) for _, c in law.components):
            return _at_most(_largest_shift(one, two), above)
        count, depth = GRIDS.get(prec, (128, 36))
        return _at_most(_bracket(one, two, order, prec, count=count, depth=depth), above)
    except Wide:
        return _at_most(Enclosure(arb(0), INF), above)


def _largest_shift(p: LineLaw, q: LineLaw) -> Number:
    """Order oo where a law has power tails: infinite where supports or heaviest tails differ, else at least the distance of order 1."""
    ends = [support(law) for law in (p, q)]
    if any(isinstance(a, float) != isinstance(b, float) for a, b in zip(*ends, strict=True)):
        return INF
    highest = maximum(*(c.exponent for law in (p, q) for _, c in law.components if isinstance(c, PowerLaw)))
    try:
        if tails_apart(p, q, highest):
            return INF
    except Wide:
        pass
    return Enclosure(enclose(surplus_area(p, q, prec=24, budget=80)).lo, INF)


def _at_most(found: Number, above: Number | None) -> Number:
    """An enclosure cut at an upper bound."""
    if above is None:
        return found
    bound = enclose(above).hi
    if not isinstance(found, Enclosure):
        return found if isinstance(bound, float) or found != INF else Enclosure(arb(0), bound)
    return found if isinstance(bound, float) or found.hi <= bound else Enclosure(found.lo, bound)


def _between_means(p: LineLaw, q: LineLaw) -> Number | None:
    """Distance of the means, a lower bound of every order by Jensen's inequality; None where they do not follow exactly."""
    centres = [_centre(law) for law in (p, q)]
    return None if centres[0] is None or centres[1] is None else absolute(sub(centres[0], centres[1]))


def _centre(law: LineLaw) -> Number | None:
    out: Number = sum((x * w for x, w in law.atoms), ZERO)
    for weight, component in law.components:
        value = exact_mean(component)
        if value is None:
            return None
        out = add(out, mul(weight, value))
    return out


def _by_components(p: LineLaw, q: LineLaw, order: Number, prec: int) -> Number | None:
    """An upper bound from a coupling of components that are affine images of each other, in the order of their means; None where there are others."""
    if p.atoms or q.atoms:
        return None
    sides = []
    for law in (p, q):
        centres = [exact_mean(component) for _, component in law.components]
        if any(centre is None for centre in centres):
            return None
        ordered = sorted(zip((to_float(c) for c in centres), range(len(centres)), strict=True))
        sides.append([law.components[k] for _, k in ordered])
    worst: Number = ZERO
    cost: Number = ZERO
    (left, source), (right, target) = sides[0].pop(0), sides[1].pop(0)
    while True:
        mass = min(left, right)
        found = affine_map(source, target)
        if found is None:
            return None
        step = _affine_distance(source, found[0], found[1], order, prec)
        if isinstance(order, float):
            worst = maximum(worst, step)
        else:
            cost = add(cost, mul(mass, power(step, order, prec + 16), prec + 16), prec + 16)
        left, right = left - mass, right - mass
        if left == 0 and not sides[0]:
            return worst if isinstance(order, float) else _root(cost, order, prec)
        if left == 0:
            left, source = sides[0].pop(0)
        if right == 0:
            right, target = sides[1].pop(0)


def _from_a_point(x: fmpq, law: LineLaw, order: Number, prec: int) -> Number:
    """Distance of a point mass: the only coupling is the product."""
    if isinstance(order, float):
        try:
            ends = support(law)
        except Wide:
            return Enclosure(arb(0), INF)
        return maximum(*(absolute(sub(end, x)) for end in ends))
    moved: Number = total(mul(w, power(abs(y - x), order, prec + 16), prec + 16) for y, w in law.atoms)
    for weight, component in law.components:
        moved = add(moved, mul(weight, absolute_moment(affine(component, ONE, -x), order, prec), prec + 16), prec + 16)
    return _root(moved, order, prec)


def _affine_distance(source: PieceLaw | PowerLaw, factor: Number, shift: Number, order: Number, prec: int) -> Number:
    """``(E |(a - 1) X + b|^p)^(1/p)``: the increasing map from ``X`` to ``a X + b`` is optimal on the line."""
    excess = sub(factor, ONE)
    if sign(excess) == 0:
        return absolute(shift)
    try:
        gap = affine(source, excess, shift)
        lo, hi = support(LineLaw((), ((ONE, gap),)))
    except Wide:
        return Enclosure(arb(0), INF)
    if isinstance(order, float):
        return maximum(absolute(lo), absolute(hi))
    if order == ONE and (compare(lo, ZERO) in ("=", ">") or compare(hi, ZERO) in ("=", "<")):
        centre = exact_mean(gap)
        return absolute(mean(gap, prec) if centre is None else centre)
    return _root(absolute_moment(gap, order, prec), order, prec)


def _ordered(p: PieceLaw | PowerLaw, q: PieceLaw | PowerLaw) -> bool:
    """Whether the log-ratio is certainly monotone on a common support; then one law dominates the other."""
    if isinstance(p, PowerLaw) or isinstance(q, PowerLaw):
        return False
    if len(p.pieces) != 1 or len(q.pieces) != 1:
        return False
    a, b = p.pieces[0], q.pieces[0]
    same = compare(a.lo, b.lo) == "=" and compare(a.hi, b.hi) == "=" and compare(a.c2, b.c2) == "="
    return same and sign(sub(a.c1, b.c1)) in (-1, 1)


# --- the general bracket on the line ---------------------------------------------------------------------------------


def _levels(count: int, depth: int) -> list[fmpq]:
    steps = (4, 6) if count < 16 else (4, 5, 6, 7)
    inner = {fmpq(k, count) for k in range(1, count)}
    tails = {fmpq(m, 4 * 2**k) for k in range(count.bit_length() - 1, depth) for m in steps}
    tails = {x for x in tails if x < fmpq(1, count)}
    return sorted(inner | tails | {1 - x for x in tails})


def _bracket(p: LineLaw, q: LineLaw, order: Number, prec: int, count: int = 128, depth: int = 36) -> Number:
    r"""Bounds of ``(int_0^1 |F^-1(u) - G^-1(u)|^p du)^(1/p)`` from enclosures of both quantile functions on a grid.

    On a cell the mean of the difference is a closed form; ``|.|^p`` is convex, so its value at the mean is a lower
    bound (Jensen) and the chord between the extreme differences, taken at the mean, an upper one.

    The two tails are bounded by Minkowski's inequality, ``(E |X|^p; tail)^(1/p) + (E |Y|^p; tail)^(1/p)``. The distance
    is at least that of order 1, which is computed apart.
    """
    levels = _levels(count, depth)
    xs, ys = quantiles(p, levels, prec), quantiles(q, levels, prec)
    p_ends, q_ends = support(p), support(q)
    gap = _between_means(p, q)
    floor_ = enclose(surplus_area(p, q, prec=24, budget=80 if prec > COARSE else 20)) if prec > COARSE or gap is None else enclose(gap)
    if isinstance(order, float):
        return _supremum_bracket(xs, ys, p_ends, q_ends, floor_)
    with precision(prec + 32):
        r = ball(order)
        low, high = arb(0), arb(0)
        x_sums, y_sums = quantile_integrals(p, levels, xs), quantile_integrals(q, levels, ys)
        for k in range(len(levels) - 1):
            near, far = _gap(xs[k][0], xs[k + 1][1], ys[k][0], ys[k + 1][1])
            du = levels[k + 1] - levels[k]
            middle = (x_sums[k + 1] - x_sums[k] - y_sums[k + 1] + y_sums[k]) / du
            size = abs(middle)
            if middle.is_finite() and size > near:
                near = size.lower()
            low += du * (near**r if near > 0 else arb(0))
            if isinstance(far, float):
                high = arb("inf")
                continue
            top = far**r if far > 0 else arb(0)
            if middle.is_finite():
                top = top.min(_chord(xs[k][0] - ys[k + 1][1], xs[k + 1][1] - ys[k][0], middle, r))
            high += du * top
        for side in (0, 1):
            sizes = []
            for law, ends, cuts in ((p, p_ends, xs), (q, q_ends, ys)):
                cut = cuts[0][1] if side == 0 else cuts[-1][0]
                sizes.append(_tail_norm(law, order, (ends[0], cut) if side == 0 else (cut, ends[1]), side, levels[0]))
            tail = sizes[0] + sizes[1]
            bound = tail**r if tail > 0 else tail
            middle = abs(_tail_mean(p, x_sums, side) - _tail_mean(q, y_sums, side)) / levels[0]
            if middle.is_finite() and middle > 0:
                low += levels[0] * middle.lower() ** r
            edges = [(e[side], c) for e, c in ((p_ends, xs), (q_ends, ys))]
            if not any(isinstance(e, float) for e, _ in edges):
                a, b = ((ball(e), c[0][1]) if side == 0 else (c[-1][0], ball(e)) for e, c in edges)
                _, far = _gap(a[0].lower(), _upper(a[1]), b[0].lower(), _upper(b[1]))  # type: ignore[union-attr]
                if not isinstance(far, float):
                    direct = levels[0] * far**r
                    bound = direct if not bound.is_finite() else bound.min(direct)
            high += bound
        inverse = 1 / r
        lower = (low.lower() ** inverse).lower() if low.lower() > 0 else arb(0)
        if lower < floor_.lo and not isinstance(floor_.lo, float):
            lower = floor_.lo
        upper: arb | float = INF
        if high.is_finite():
            upper = (high.upper() ** inverse).upper() if high.upper() > 0 else arb(0)
    if not lower <= upper:
        raise ValueError(f"transport: bounds must be ordered, got {lower} > {upper}; is the distribution normalised?")
    return Enclosure(lower, upper)


def _tail_mean(law: LineLaw, sums: list[arb], side: int) -> arb:
    """Integral of the quantile function over the first or the last cell."""
    if side == 0:
        return sums[0]
    whole = sum((x * w for x, w in law.atoms), ZERO) - sums[-1]
    for w, piece in law.parts:
        if isinstance(piece, PowerLaw):
            whole += w * powers.integrals(1, piece, _arb(piece.lo), _arb(piece.hi))[1]
            continue
        whole += w * integrals(1, quadratic(piece.c0, piece.c1, piece.c2), _arb(piece.lo), _arb(piece.hi))[1]
    return whole


def _arb(end: Number) -> arb | float:
    return end if isinstance(end, float) else ball(end)


def _chord(low: Any, high: Any, middle: arb, r: arb) -> arb:
    """Largest mean of ``|d|^r`` for ``d`` in ``[low, high]`` with the given mean."""
    span = high - low
    share = (middle - low) / span
    if not span > 0 or not share.is_finite():
        return arb("inf")
    share = share.max(arb(0)).min(arb(1))
    ends = [abs(end).upper() ** r if end != 0 else arb(0) for end in (low, high)]
    top: arb = ((1 - share) * ends[0] + share * ends[1]).upper()
    return top


def _upper(value: arb | float) -> arb | float:
    return value if isinstance(value, float) else value.upper()


def _gap(a: arb | float, b: arb | float, c: arb | float, d: arb | float) -> tuple[arb, arb | float]:
    """Least and largest ``|x - y|`` for ``x`` in ``[a, b]`` and ``y`` in ``[c, d]``."""
    near = arb(0)
    if not isinstance(a, float) and not isinstance(d, float) and a > d:
        near = (a - d).lower()
    if not isinstance(c, float) and not isinstance(b, float) and c > b:
        near = (c - b).lower()
    if isinstance(a, float) or isinstance(b, float) or isinstance(c, float) or isinstance(d, float):
        return near, INF
    far, other = abs(b - c).upper(), abs(a - d).upper()
    return near, max(other, far)


def _supremum_bracket(
    xs: list[tuple[arb | float, arb | float]],
    ys: list[tuple[arb | float, arb | float]],
    p_ends: tuple[Number, Number],
    q_ends: tuple[Number, Number],
    floor_: Enclosure,
) -> Number:
    for a, b in zip(p_ends, q_ends, strict=True):
        if isinstance(a, float) != isinstance(b, float):
            return INF
    with precision(PRECISION + 32):
        first = (_as_pair(p_ends[0]), _as_pair(q_ends[0]))
        last = (_as_pair(p_ends[1]), _as_pair(q_ends[1]))
        left = [first[0], *xs, last[0]]
        right = [first[1], *ys, last[1]]
        low: arb | float = floor_.lo
        high: arb | float = arb(0)
        for k in range(len(left) - 1):
            near, _ = _gap(left[k][0], left[k][1], right[k][0], right[k][1])
            _, far = _gap(left[k][0], left[k + 1][1], right[k][0], right[k + 1][1])
            if k and near > low:
                low = near
            high = max(high, far)
    return Enclosure(low, high)


def _as_pair(end: Number) -> tuple[arb | float, arb | float]:
    x = enclose(end)
    return x.lo, x.hi


def _tail_norm(law: LineLaw, order: Number, interval: tuple[Any, Any], side: int, mass: fmpq) -> arb:
    """Upper bound of ``(E |X|^p; tail)^(1/p)`` from integer moments, by log-convexity in the order.

    The tail has the given mass and lies in ``interval``; an atom at the cut counts for no more than that mass.
    """
    ends: list[arb | float] = [end if isinstance(end, (float, arb)) else ball(end) for end in interval]
    lo, hi = ends
    r = ball(order)
    k = int(r.lower().floor().unique_fmpz() or 1)
    share = r - k
    moments = [arb(0), arb(0), arb(0)]
    for x, w in law.atoms:
        if (side == 0 and not arb(x) > hi) or (side == 1 and not arb(x) < lo):
            for i in range(3):
                moments[i] += min(w, mass) * abs(arb(x)) ** (k + i)
    extra = arb(0)
    for w, piece in law.parts:
        if isinstance(piece, PowerLaw):
            extra += w * powers.tail_moment(piece, r, lo, hi)
            continue
        halves = [(0.0, INF), (-INF, 0.0)]
        for a, b in halves:
            left: arb | float = _later(arb(0), lo) if a == 0 else lo
            right: arb | float = _sooner(arb(0), hi) if b == 0 else hi
            start = left if isinstance(piece.lo, float) else _later(ball(piece.lo), left)
            stop = right if isinstance(piece.hi, float) else _sooner(ball(piece.hi), right)
            if start >= stop:
                continue
            found = integrals(k + 2, quadratic(piece.c0, piece.c1, piece.c2), start, stop)
            for i in range(3):
                moments[i] += w * abs(found[k + i])
    if not all(value.is_finite() for value in moments):
        return arb("inf")
    up = 1 if share <= 1 else 2
    share = share / up
    tops = [value.upper() for value in moments]
    light = arb(0)
    if tops[0] > 0 and tops[up] > 0:
        light = tops[0] if share.is_zero() else tops[0] ** (1 - share) * tops[up] ** share
    both = (light + extra).upper()
    return both ** (1 / r) if both > 0 else arb(0)


def _later(a: arb, b: arb | float) -> arb:
    return a if isinstance(b, float) else a.max(b)


def _sooner(a: arb, b: arb | float) -> arb:
    return a if isinstance(b, float) else a.min(b)
