"""The limit of what the cheapest coupling costs, as exponential costs grow: the least largest cost of any coupling.

``log(inf over couplings C of P and Q of E exp(t D_b(K || L)))/t``, (x, y) drawn from C and K, L laws that do not move but with x and y, tends to the least number m such that some coupling
lives on the pairs with ``D_oo(K || L) <= m``, as t and b tend to oo, for P and Q on finitely many points. Above: on these pairs ``D_b <= D_oo <= m``. Below: no coupling lives on the pairs
with ``D_oo < m``, so by finitely many inequalities (Hall) every one gives at least some r > 0 to the others, and the mean is at least ``r exp(t f)``, f the least ``D_b`` of these; ``D_b`` rises to
``D_oo`` as b rises, so f tends to at least m.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from functools import cmp_to_key
from typing import Any

from verify.claims.nodes import Node, child, free_names, pattern_names
from verify.engines import binders
from verify.engines import evaluate as ev
from verify.quantities.kernels.flows import bipartite_flow
from verify.quantities.kernels.transport import common_denominator
from verify.values import elementary, numbers
from verify.values.laws import FiniteLaw
from verify.values.numbers import Enclosure

MOST_PAIRS = 36


def limit(term: Node, name: str, env: ev.Env, c: ev.Context, tends: Callable[[Node], Any]) -> Any:
    """The limit of such a term for large values of the name; None for other terms. ``tends``: the limit of a term, or NoRoute."""
    if term.head != "mul" or len(term.args) != 2:
        return None
    logarithm, power = child(term, 0), child(term, 1)
    if logarithm.head == "pow":
        logarithm, power = power, logarithm
    if logarithm.head != "log" or power.head != "pow" or power.args[1] != Node("num", "-1"):
        return None
    inside, factor = child(logarithm, 0), child(power, 0)
    found = []
    for least in inside.args if inside.head == "max" else (inside,):  # the logarithm of the larger is the larger logarithm
        assert isinstance(least, Node)
        parts = _parts(least, factor, name)
        value = None if parts is None else _limit(*parts, factor, env, c, tends)
        if value is None:
            return None
        found.append(value)
    return elementary.maximum(*found)


def _limit(couplings: Node, pair: tuple[Node, Node], divergence: Node, factor: Node, env: ev.Env, c: ev.Context, tends: Callable[[Node], Any]) -> Any:
    p, q = (ev.value(child(couplings, k), env, c) for k in (0, 1))
    if not (isinstance(p, FiniteLaw) and isinstance(q, FiniteLaw)) or len(p.points) * len(q.points) > MOST_PAIRS:
        return None
    if tends(factor) != math.inf or tends(child(divergence, 2)) != math.inf:
        return None
    largest = Node("renyi", child(divergence, 0), child(divergence, 1), Node("num", "oo"))
    costs = [[ev.value(largest, binders.bind(pair, (a, b), env), c) for b in q.points] for a in p.points]
    return _least_largest(p, q, costs, c.prec)


def _parts(least: Node, factor: Node, name: str) -> tuple[Node, tuple[Node, Node], Node] | None:
    """The set of couplings, the names of the pair, and the divergence."""
    if least.head != "inf" or any(rest is not None for rest in least.args[2:]) or child(least, 1).head != "expect":
        return None
    over, mean = least.args[0], child(least, 1)
    drawn = mean.args[0]
    assert isinstance(over, tuple) and isinstance(drawn, tuple)
    if len(over) != 1 or over[0][1].head != "couplings" or len(drawn) != 1 or drawn[0][1] != over[0][0]:  # type: ignore[index, union-attr]
        return None
    coupling, couplings, pair, cost = over[0][0], over[0][1], drawn[0][0], child(mean, 1)  # type: ignore[index]
    if not isinstance(pair, tuple) or len(pair) != 2 or not all(isinstance(part, Node) for part in pair) or cost.head != "exp" or child(cost, 0).head != "mul":
        return None
    factors = [part for part in child(cost, 0).args if isinstance(part, Node)]
    divergences = [part for part in factors if part.head == "renyi"]
    if len(divergences) != 1 or Counter(part for part in factors if part.head != "renyi") != Counter(factor.args if factor.head == "mul" else (factor,)):
        return None
    divergence, unmoved = divergences[0], {name, *pattern_names(coupling)}
    still = free_names(child(divergence, 0)) | free_names(child(divergence, 1)) | free_names(couplings)  # type: ignore[arg-type]
    moves, bound = free_names(factor) | free_names(child(divergence, 2)), {*pattern_names(coupling), *pattern_names(pair)}
    if still & unmoved or moves & bound or len(bound) != 3:
        return None
    return couplings, pair, divergence  # type: ignore[return-value]


def _least_largest(p: FiniteLaw, q: FiniteLaw, costs: list[list[Any]], prec: int) -> Any:
    """The least m such that some coupling lives on the pairs that cost at most m."""
    supply, demand = _whole(p, q)
    order = sorted((cost for row in costs for cost in row), key=cmp_to_key(lambda a, b: (numbers.to_float(a) > numbers.to_float(b)) - (numbers.to_float(a) < numbers.to_float(b))))
    levels: list[list[Any]] = []
    for cost in order:  # costs that precision does not separate stand on one level
        if levels and any(numbers.compare(known, cost) != "<" for known in levels[-1]):
            levels[-1].append(cost)
        else:
            levels.append([cost])
    if any(numbers.compare(a, b) != "<" for k, level in enumerate(levels) for a in level for later in levels[k + 1:] for b in later):
        raise ev.NoRoute("costs of pairs whose order is unknown")
    allowed: list[Any] = []
    for level in levels:
        allowed += level
        if bipartite_flow(supply, demand, [[any(cost is known for known in allowed) for cost in row] for row in costs])[0] == sum(supply):
            if all(numbers.compare(level[0], other) == "=" for other in level):
                return level[0]
            ends = [numbers.enclose(cost, prec) for cost in level]
            return Enclosure(min(end.lo for end in ends), max(end.hi for end in ends))
    raise ev.NoRoute("a coupling on no pairs")


def _whole(p: FiniteLaw, q: FiniteLaw) -> tuple[list[int], list[int]]:
    unit = common_denominator([*p.weights, *q.weights])
    return [int((w * unit).p) for w in p.weights], [int((w * unit).p) for w in q.weights]


__all__ = ["limit"]
