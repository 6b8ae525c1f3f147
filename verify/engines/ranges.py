"""Propositions that no values of some names make true, because a quantity has no such value: a distance or divergence below 0, or one of at most 0 of a law from its translates.

A law on R^d differs from all its translates: else those by all multiples would be the same, and no ball could hold half of it. So its largest divergence from those by vectors of length at most
a > 0 is above 0, at every order above 0.
"""

from __future__ import annotations

from typing import Any

from verify.claims.nodes import Node, child, free_names, pattern_names
from verify.claims.sets import stated
from verify.engines import evaluate as ev
from verify.values import numbers
from verify.values.numbers import NoValue

AT_LEAST_0 = frozenset({"hockey_stick", "jensen_shannon", "kantorovich", "l1_distance", "largest_shift", "levy", "mass", "near_distance", "prokhorov", "renyi",
                        "shifted_renyi", "total_variation", "trimmed_renyi", "wasserstein"})
"""Quantities that are at least 0 or have no value."""
MIRRORED = {"<=": ">=", "<": ">", ">=": "<=", ">": "<", "==": "=="}


def bound(binder: Node) -> frozenset[str]:
    """The names that a binder binds."""
    over = binder.args[0]
    assert isinstance(over, tuple)
    return frozenset(name for entry in over if isinstance(entry, tuple) for name in pattern_names(entry[0]))


def intervals(binder: Node) -> dict[str, Node]:
    """The intervals that names of a binder range over."""
    over = binder.args[0]
    assert isinstance(over, tuple)
    return {pattern_names(entry[0])[0]: where for entry in over if isinstance(entry, tuple) and isinstance(entry[0], Node) and isinstance(entry[1], Node)
            and (where := stated(entry[1])).head == "interval"}


def never(body: Node, names: frozenset[str], env: ev.Env, c: ev.Context, sets: dict[str, Node] | None = None) -> bool:
    """Whether the body is true for no values of the names, seen by the ranges of quantities alone; a part without a value is not true. ``sets``: intervals of the names."""
    sets = sets or {}
    if body.head == "all":
        return any(never(child(body, k), names, env, c, sets) for k in range(len(body.args)))
    if body.head == "any":
        return all(never(child(body, k), names, env, c, sets) for k in range(len(body.args)))
    if body.head == "exists":
        inner = bound(body)
        return never(child(body, 1), names | inner, env, c, {name: where for name, where in sets.items() if name not in inner} | intervals(body))
    if body.head != "compare" or str(body.args[1]) not in MIRRORED:
        return False
    sides = child(body, 0), str(body.args[1]), child(body, 2)
    return any(_below(left, relation, right, names, env, c, sets) for left, relation, right in (sides, (sides[2], MIRRORED[sides[1]], sides[0])))


def _below(left: Node, relation: str, right: Node, names: frozenset[str], env: ev.Env, c: ev.Context, sets: dict[str, Node]) -> bool:
    """Whether the left side is never as small as the right one asks."""
    if free_names(right) & names or relation not in ("<", "<=", "=="):
        return False
    try:
        least = _least(left, names, sets, env, c)
        return least is not None and numbers.relation(ev.value(right, env, c), "<=" if relation == "<" or least[1] else "<", least[0]) is True
    except (NoValue, ev.NoRoute):
        return False


def _least(side: Node, names: frozenset[str], sets: dict[str, Node], env: ev.Env, c: ev.Context) -> tuple[Any, bool] | None:
    """A number that the side is nowhere below, and whether it is above it everywhere; None where the ranges say nothing."""
    if side.head in AT_LEAST_0:
        moves = side.head == "largest_shift" and _above(child(side, 1), numbers.ZERO, names, sets, env, c) and _above(child(side, 2), numbers.ZERO, names, sets, env, c)
        return numbers.ZERO, moves
    if side.head == "if":
        condition = child(side, 0)
        if condition.head == "compare" and condition.args[1] in ("<", "<=") and not free_names(child(condition, 0)) & names and _above(
                child(condition, 2), ev.value(child(condition, 0), env, c), names, sets, env, c):
            return _least(child(side, 1), names, sets, env, c)
        first, second = (_least(child(side, k), names, sets, env, c) for k in (1, 2))
        if first is None or second is None:
            return None
        order = numbers.compare(first[0], second[0])
        return None if order is None else first if order == "<" else second if order == ">" else (first[0], first[1] and second[1])
    return None if free_names(side) & names else (ev.value(side, env, c), False)


def _above(side: Node, low: Any, names: frozenset[str], sets: dict[str, Node], env: ev.Env, c: ev.Context) -> bool:
    """Whether the side is above a number for all values of the names: it is a number that is, or a name whose interval begins there or later."""
    if not free_names(side) & names:
        return numbers.relation(ev.value(side, env, c), ">", low) is True
    if side.head != "var" or str(side.args[0]) not in sets:
        return False
    where = sets[str(side.args[0])]
    begins = _least(child(where, 0), names, sets, env, c)
    return begins is not None and numbers.relation(begins[0], ">=" if where.args[2] == "open" or begins[1] else ">", low) is True
