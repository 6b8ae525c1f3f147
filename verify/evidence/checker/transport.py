"""Optimal transport between finite laws: sorting on the line, a minimum-cost flow with a verified dual elsewhere."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from flint import arb, ctx

from verify.evidence.checker import numbers as n
from verify.evidence.checker.formula import argument, optional
from verify.evidence.checker.laws import Finite, Point
from verify.evidence.checker.numbers import Ball, Budget, NoValue, Number, Undecided
from verify.evidence.checker.truth import Env

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator

MOST_POINTS = 64
LONGEST = 1 << 14
"""Bits of a cost beyond which it is written in another unit: ``exp`` makes numbers whose fractions fit into no memory."""


def norm(x: Any, order: Number | None) -> Number:
    """The l_order norm of a point; of a number its absolute value, whatever the order is, from 1 on."""
    _demand(order)
    if isinstance(x, Fraction | n.Ball):
        return n.absolute(x)
    if not isinstance(x, Point):
        raise NoValue("the norm of something that is not a point")
    flat = [norm(c, order) for c in x]
    if not flat:
        return n.ZERO
    if order is None:
        raise NoValue("a distance between points without a norm")
    if n.is_point_infinite(order):
        return n.maximum(*flat)
    return n.power(n.add(*(n.power(c, order) for c in flat)), n.inverse(order))


def _demand(order: Number | None) -> None:
    if order is not None:
        n.demand(n.relations(order, n.ONE), (">", "="), "a norm of order below 1")


def norm_order(e: Evaluator, f: Any, k: int, env: Env) -> Number | None:
    """The order of the norm that argument ``k`` of a quantity names, None where it names none: it is at least 1, also where all points are numbers."""
    order = None if optional(f, k) is None else e.number(argument(f, k), env)
    _demand(order)
    return order


def difference(x: Any, y: Any) -> Any:
    if isinstance(x, Point) and isinstance(y, Point) and len(x) == len(y):
        return Point(difference(a, b) for a, b in zip(x, y, strict=True))
    if isinstance(x, Fraction) and isinstance(y, Fraction):
        return x - y
    raise NoValue("a difference of points of different spaces")


def wasserstein(p: Finite, q: Finite, order: Number, norm_order: Number | None, budget: Budget) -> Number:
    """W_order between finite laws."""
    n.demand(n.relations(order, n.ONE), (">", "="), "a Wasserstein distance of order below 1")
    at_infinity = bool(n.is_point_infinite(order))
    if n.may_be_infinite(order) and not at_infinity:
        raise Undecided("a Wasserstein distance whose order may be infinite")
    if all(isinstance(x, Fraction) for x in p.points + q.points):
        plan = matched(p, q)
        gaps: list[Number] = [n.absolute(difference(x, y)) for x, y, _ in plan]
        if at_infinity:
            return n.maximum(*gaps)
        return n.power(
            n.add(*(n.mul(w, n.power(g, order)) for g, (_, _, w) in zip(gaps, plan, strict=True))), n.inverse(order)
        )
    distance = [[norm(difference(x, y), norm_order) for y in q.points] for x in p.points]
    a, b = [w for _, w in p.weights], [w for _, w in q.weights]
    if at_infinity:
        return bottleneck(a, b, distance, budget)
    return n.power(cheapest(a, b, [[n.power(d, order) for d in row] for row in distance], budget), n.inverse(order))


def matched(p: Finite, q: Finite) -> list[tuple[Fraction, Fraction, Fraction]]:
    """The coupling that keeps the order: optimal on the line for every order."""
    a, b = sorted(p.weights), sorted(q.weights)
    i = j = 0
    left, right = a[0][1], b[0][1]
    plan = []
    while True:
        moved = min(left, right)
        plan.append((a[i][0], b[j][0], moved))
        left, right = left - moved, right - moved
        if left == 0:
            i += 1
            if i == len(a):
                return plan
            left = a[i][1]
        if right == 0:
            j += 1
            right = b[j][1]


def _ordered(values: list[Number]) -> list[Number]:
    """Different numbers in increasing order; Undecided where the order is not known."""
    result: list[Number] = []
    for v in values:
        place = len(result)
        for k, old in enumerate(result):
            order = n.relations(v, old)
            if order == {"="}:
                place = -1
                break
            if order == {"<"}:
                place = k
                break
            if order != {">"}:
                raise Undecided("distances whose order is not known")
        if place >= 0:
            result.insert(place, v)
    return result


def bottleneck(a: list[Fraction], b: list[Fraction], distance: list[list[Number]], budget: Budget) -> Number:
    """Least t such that all mass can move no further than t."""
    levels = _ordered([d for row in distance for d in row])
    low, high = 0, len(levels) - 1
    while low < high:
        middle = (low + high) // 2
        if beyond(a, b, distance, levels[middle], budget) == 0:
            high = middle
        else:
            low = middle + 1
    return levels[low]


def beyond(a: list[Fraction], b: list[Fraction], distance: list[list[Number]], t: Number, budget: Budget) -> Number:
    """The least mass that must move further than t."""
    costs: list[list[Number]] = []
    for row in distance:
        costs.append([])
        for d in row:
            order = n.relations(d, t)
            if order == {">"}:
                costs[-1].append(n.ONE)
            elif order <= {"<", "="}:
                costs[-1].append(n.ZERO)
            else:
                raise Undecided("a distance that may be larger than the level")
    return cheapest(a, b, costs, budget)


def prokhorov(p: Finite, q: Finite, budget: Budget) -> Number:
    """Least e such that a coupling moves at most mass e further than e (Strassen)."""
    distance: list[list[Number]] = [[norm(difference(x, y), None) for y in q.points] for x in p.points]
    a, b = [w for _, w in p.weights], [w for _, w in q.weights]
    levels = _ordered([n.ZERO, *(d for row in distance for d in row)])
    return n.minimum(*(n.maximum(t, beyond(a, b, distance, t, budget)) for t in levels))


def cheapest(a: list[Fraction], b: list[Fraction], costs: list[list[Number]], budget: Budget) -> Number:
    """Least cost of moving weights ``a`` to ``b``.

    Costs that are no fractions are rounded. The plan found for these is kept where exact potentials show that it is cheapest; else the answer is
    widened by the rounding.
    """
    if len(a) > MOST_POINTS or len(b) > MOST_POINTS:
        raise Undecided(f"transport between distributions of more than {MOST_POINTS} points")
    if not all(n.finite(c) for row in costs for c in row):
        raise Undecided("a transport cost that may be infinite")
    high = reach([c for row in costs for c in row if isinstance(c, Ball)])
    if isinstance(high, Ball):  # too long as fractions: in another unit, a power of two
        exponent = int(high.hi.log_base(2).upper().ceil().unique_fmpz())
        more, less = (Ball(unit, unit) for unit in (arb((1, exponent)), arb((1, -exponent))))
        return n.mul(more, cheapest(a, b, [[n.mul(less, c) for c in row] for row in costs], budget))
    error = n.ZERO
    fractions: list[list[Fraction]] = []
    for row in costs:
        fractions.append([])
        for c in row:
            if isinstance(c, Fraction):
                fractions[-1].append(c)
                continue
            step = Fraction(1, 1 << ctx.prec)
            ends = [_whole(x, step) for x in (c.lo, c.hi)]
            fractions[-1].append(ends[0])
            error = max(error, ends[1] - ends[0] + step)
    value, plan, f, g = _flow(a, b, fractions, budget)
    if not error:
        return value
    slack = [[c - x - y for c, y in zip(row, g, strict=True)] for row, x in zip(fractions, f, strict=True)]
    exact = _exact_cost(costs, plan, f, slack, 4 * error)
    return n.hull([value, value + error]) if exact is None else exact  # every true cost lies in [rounded, rounded + error]


def reach(costs: Sequence[Ball]) -> Number:
    """A positive number that the sizes of finite costs do not exceed: a fraction unless that were too long."""
    high = max((abs(end).upper() for c in costs for end in (c.lo, c.hi)), default=arb(0))
    if high == 0:
        return n.ONE
    if not arb((1, -LONGEST)) < high < arb((1, LONGEST)):
        return Ball(high, high)
    q = high.fmpq()
    return Fraction(int(q.p), int(q.q))


def _whole(x: arb, step: Fraction) -> Fraction:
    """The largest multiple of ``step`` that is at most ``x``."""
    if abs(x) < n.exact(step):  # it may be too small for a fraction that fits into memory
        return n.ZERO if x >= 0 else -step
    return math.floor(n.fraction(x) / step) * step


Solution = tuple[Fraction, list[list[Fraction]], list[Fraction], list[Fraction]]


def _exact_cost(
    costs: list[list[Number]], plan: list[list[Fraction]], f: list[Fraction], slack: list[list[Fraction]], near: Fraction
) -> Number | None:
    """The cost of a plan where potentials f_i + g_j <= c_ij, equal wherever mass moves, are found from the exact costs; else ``None``.

    The potentials are spread from each row along the ways that are used, then along those whose slack in the rounded problem is but rounding.
    """
    rows, columns = range(len(costs)), range(len(costs[0]))
    ways = sorted(
        (plan[i][j] == 0, slack[i][j], i, j) for i in rows for j in columns if plan[i][j] > 0 or slack[i][j] <= near
    )
    group = list(range(len(costs) + len(costs[0])))  # rows, then columns

    def root(k: int) -> int:
        while group[k] != k:
            k = group[k]
        return k

    tree: dict[int, list[tuple[int, Number]]] = {}
    for _, _, i, j in ways:
        one, other = root(i), root(len(costs) + j)
        if one != other:
            group[one] = other
            tree.setdefault(i, []).append((len(costs) + j, costs[i][j]))
            tree.setdefault(len(costs) + j, []).append((i, costs[i][j]))
    level: dict[int, Number] = {}
    for start in rows:
        if start in level:
            continue
        level[start], waiting = f[start], [start]
        while waiting:
            here = waiting.pop()
            for there, cost in tree.get(here, []):
                if there not in level:
                    level[there] = n.sub(cost, level[here])
                    waiting.append(there)
    for i in rows:
        for j in columns:
            if len(costs) + j not in level:
                return None
            order = n.relations(n.add(level[i], level[len(costs) + j]), costs[i][j])
            if not order <= ({"="} if plan[i][j] > 0 else {"<", "="}):
                return None
    return n.add(*(n.mul(plan[i][j], costs[i][j]) for i in rows for j in columns if plan[i][j] > 0))


def _flow(a: list[Fraction], b: list[Fraction], costs: list[list[Fraction]], budget: Budget) -> Solution:
    """Successive shortest paths on integers, then primal and dual feasibility and equal values are verified."""
    mass = math.lcm(*(w.denominator for w in a + b))
    unit = math.lcm(*(c.denominator for row in costs for c in row))
    supply, demand = [int(w * mass) for w in a], [int(w * mass) for w in b]
    cost = [[int(c * unit) for c in row] for row in costs]
    rows, columns = len(a), len(b)
    flow = [[0] * columns for _ in range(rows)]
    u, v = [0] * rows, [min(cost[i][j] for i in range(rows)) for j in range(columns)]  # v[j] - u[i] <= cost
    while any(supply):
        budget.spend(rows * columns)
        near, before = _shortest(supply, columns, flow, cost, u, v)
        bound, target = min((x, rows + j) for j in range(columns) if demand[j] and (x := near[rows + j]) is not None)
        for place, distance in enumerate(near):
            step = bound if distance is None else min(bound, distance)
            if place < rows:
                u[place] += step
            else:
                v[place - rows] += step
        path = [target]
        while (previous := before[path[-1]]) is not None:
            path.append(previous)
        path.reverse()
        amount = min(supply[path[0]], demand[target - rows])
        for x, y in pairwise(path):
            if x >= rows:
                amount = min(amount, flow[y][x - rows])
        for x, y in pairwise(path):
            if x < rows:
                flow[x][y - rows] += amount
            else:
                flow[y][x - rows] -= amount
        supply[path[0]] -= amount
        demand[target - rows] -= amount
    return _verified(
        a,
        b,
        costs,
        [[Fraction(f, mass) for f in row] for row in flow],
        [Fraction(-x, unit) for x in u],
        [Fraction(x, unit) for x in v],
    )


def _shortest(supply: list[int], columns: int, flow: list[list[int]], cost: list[list[int]], u: list[int], v: list[int]) -> tuple[list[int | None], list[int | None]]:
    """Distances of all nodes from a row with supply by reduced costs, and the node before each on a shortest path."""
    rows = len(supply)
    near: list[int | None] = [0 if supply[i] else None for i in range(rows)]
    near += [None] * columns
    before: list[int | None] = [None] * (rows + columns)
    done = [False] * (rows + columns)
    while True:
        open_nodes = [(d, k) for k, d in enumerate(near) if d is not None and not done[k]]
        if not open_nodes:
            break
        d, k = min(open_nodes)
        done[k] = True
        if k < rows:
            for j in range(columns):
                new = d + cost[k][j] + u[k] - v[j]
                old = near[rows + j]
                if old is None or new < old:
                    near[rows + j], before[rows + j] = new, k
        else:
            for i in (i for i in range(rows) if flow[i][k - rows]):
                back, known = d - (cost[i][k - rows] + u[i] - v[k - rows]), near[i]
                if known is None or back < known:
                    near[i], before[i] = back, k
    return near, before


def _verified(
    a: list[Fraction],
    b: list[Fraction],
    costs: list[list[Fraction]],
    plan: list[list[Fraction]],
    f: list[Fraction],
    g: list[Fraction],
) -> Solution:
    """The common value of a feasible plan and a feasible dual (f_i + g_j <= c_ij): a proof that both are optimal."""
    rows, columns = range(len(a)), range(len(b))
    primal = sum((plan[i][j] * costs[i][j] for i in rows for j in columns), n.ZERO)
    dual = sum((x * w for x, w in zip(f, a, strict=True)), n.ZERO) + sum(
        (x * w for x, w in zip(g, b, strict=True)), n.ZERO
    )
    feasible = all(plan[i][j] >= 0 and f[i] + g[j] <= costs[i][j] for i in rows for j in columns)
    marginals = all(sum(plan[i]) == a[i] for i in rows) and all(sum(plan[i][j] for i in rows) == b[j] for j in columns)
    if not (feasible and marginals and primal == dual):
        raise Undecided("no optimal plan was found")
    return primal, plan, f, g
