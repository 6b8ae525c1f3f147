"""Suprema and infima at an exact instance: attained members, covers, half-lines, couplings, and members that are tried."""

from __future__ import annotations

import math
from typing import Any

from verify.claims.nodes import Node, free_names, pattern_names
from verify.claims.sets import stated
from verify.engines import binders
from verify.engines import evaluate as ev
from verify.engines.covering import extremum
from verify.engines.half_lines import largest_divergence
from verify.engines.monotone import least_member
from verify.engines.quantiles import extreme_member
from verify.engines.truth import Truth
from verify.engines.valued import every_member_valued
from verify.quantities import enclosures
from verify.values import elementary, laws, numbers
from verify.values.numbers import Enclosure

_EXTREMA = enclosures.Memo(1 << 14, counted=True)
"""Extrema over finite sets of numbers by formula, precision and the values of its names, which are kept alive with them: readings and planted errors ask for them again."""


def _extremum(node: Node, env: ev.Env, c: ev.Context, *, upper: bool) -> Any:
    names = binders.names_of_listed(node)
    if names is None or any(name not in env for name in names):  # what it is compared with says where covers are refined, and listed members need none
        return _found_extremum(node, env, c, upper=upper)
    own = {name: env[name] for name in names}
    inner = ev.Context(c.prec, c.candidates if names else None)  # a closed formula is the same for every engine, also for those that try no members

    def find() -> tuple[Any, bool, dict[str, Any], ev.Env]:
        return _found_extremum(node, own, inner, upper=upper), inner.wide, inner.inner, own

    try:
        found, wide, bound, _ = _EXTREMA.found((node, upper, c.prec, binders.seed_of(inner), *map(ev.quick, own.values())), find)
    except ev.NoRoute:
        if names:
            raise
        return _found_extremum(node, env, c, upper=upper)
    c.wide = c.wide or wide
    c.inner.update(bound)
    return found


def _found_extremum(node: Node, env: ev.Env, c: ev.Context, *, upper: bool) -> Any:
    if _reaches_infinity(node, env, c) and not every_member_valued(node, env):
        raise ev.NoRoute("a member at infinity that may have no value")
    if node.args[2] is None:
        attained = least_member(node.args[0], ev.argument(node, 1), upper, env, c)
        if attained is not None:
            return ev.value(ev.argument(node, 1), attained, c)
    covered = extremum(node, upper, env, c)
    if covered is not None:
        return covered
    if upper and ev.argument(node, 1).head == "renyi" and isinstance(node.args[2], Node):
        largest = largest_divergence(node, env, c)
        if largest is not None:
            return largest
    if node.args[2] is not None and node.args[1] == node.args[0][0][0]:  # type: ignore[index]
        found = extreme_member(node, env, c, upper=upper)
        if found is not None:
            return found
    best: Any = None
    chosen: ev.Env = {}
    complete = True
    for inner, whole in binders.assignments(node.args[0], env, c):
        complete = complete and whole
        if not inner and not whole:
            continue
        if isinstance(node.args[2], Node):
            condition = ev.truth(node.args[2], inner, c)
            if condition is Truth.UNDECIDED:
                complete = False
            if condition is not Truth.TRUE:
                continue
        member = ev.value(ev.argument(node, 1), inner, c)
        if best is None or numbers.compare(member, best) == (">" if upper else "<"):
            chosen = inner
        best = member if best is None else (elementary.maximum(best, member) if upper else elementary.minimum(best, member))
    if best is None and complete:
        if isinstance(node.args[3], Node):
            return ev.value(node.args[3], env, c)
        return -math.inf if upper else math.inf
    if complete:
        return best
    c.wide = True
    if best is None:
        return Enclosure(-math.inf, math.inf, every_member_valued(node, env))
    c.inner.update({name: chosen[name] for entry in node.args[0] for name in pattern_names(entry[0])})  # type: ignore[index, union-attr]
    ball = numbers.enclose(best, c.prec)
    sure = ball.exists and every_member_valued(node, env)
    return Enclosure(ball.lo, math.inf, sure) if upper else Enclosure(-math.inf, ball.hi, sure)


def _reaches_infinity(node: Node, env: ev.Env, c: ev.Context) -> bool:
    """Whether oo or -oo may be a member of an interval of an extremum: neither directions nor bounded pieces say whether the term has a value there."""
    over: Any = node.args[0]
    earlier: set[str] = set()
    for pattern, where in over:
        place = stated(where)
        for k in (0, 1) if place.head == "interval" else ():
            if place.args[2 + k] == "closed" and free_names(ev.argument(place, k)) <= env.keys() - earlier:
                end = ev.argument_value(place, k, env, c)
                if isinstance(end, float) or (isinstance(end, Enclosure) and isinstance(end.hi if k else end.lo, float)):
                    return True
        earlier |= set(pattern_names(pattern))
    return False


def _sup(node: Node, env: ev.Env, c: ev.Context) -> Any:
    return _extremum(node, env, c, upper=True)


def _inf(node: Node, env: ev.Env, c: ev.Context) -> Any:
    transported = _over_couplings(node, env, c)
    return _extremum(node, env, c, upper=False) if transported is None else transported


def _over_couplings(node: Node, env: ev.Env, c: ev.Context) -> Any:
    """``Inf({g: Couplings(P, Q)}, Expect({(x, y): g}, cost))``: a transport problem, solved exactly; a constant cost is its own expectation."""
    over, body = node.args[0], ev.argument(node, 1)
    assert isinstance(over, tuple)
    if len(over) != 1 or over[0][1].head != "couplings" or node.args[2] is not None:  # type: ignore[index,union-attr]
        return None
    name = over[0][0]  # type: ignore[index]
    if not isinstance(name, Node) or body.head != "expect":
        return None
    inner = body.args[0]
    assert isinstance(inner, tuple)
    if len(inner) != 1 or inner[0][1] != name or not isinstance(inner[0][0], tuple) or len(inner[0][0]) != 2:  # type: ignore[index]
        return None
    pattern, cost = inner[0][0], ev.argument(body, 1)  # type: ignore[index]
    if not set(pattern_names(pattern)) & free_names(cost):
        return ev.value(cost, env, c)
    where = over[0][1]  # type: ignore[index]
    assert isinstance(where, Node)
    p, q = ev.value(ev.argument(where, 0), env, c), ev.value(ev.argument(where, 1), env, c)
    if not (isinstance(p, laws.FiniteLaw) and isinstance(q, laws.FiniteLaw)):
        return None
    costs = [[ev.value(cost, binders.bind(pattern, (x, y), env), c) for y in q.points] for x in p.points]
    return enclosures.least_cost(p, q, costs, c.prec)


ev.RULES |= {"sup": _sup, "inf": _inf}
