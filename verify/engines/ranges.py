"""Propositions that no values of some names make true, because a quantity has no such value: a distance or divergence below 0."""

from __future__ import annotations

from verify.claims.nodes import Node, child, free_names, pattern_names
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


def never(body: Node, names: frozenset[str], env: ev.Env, c: ev.Context) -> bool:
    """Whether the body is true for no values of the names, seen by the ranges of quantities alone; a part without a value is not true."""
    if body.head == "all":
        return any(never(child(body, k), names, env, c) for k in range(len(body.args)))
    if body.head == "any":
        return all(never(child(body, k), names, env, c) for k in range(len(body.args)))
    if body.head == "exists":
        return never(child(body, 1), names | bound(body), env, c)
    if body.head != "compare" or str(body.args[1]) not in MIRRORED:
        return False
    left, relation, right = child(body, 0), str(body.args[1]), child(body, 2)
    if left.head not in AT_LEAST_0:
        left, relation, right = right, MIRRORED[relation], left
    if left.head not in AT_LEAST_0 or free_names(right) & names or relation not in ("<", "<=", "=="):
        return False
    try:
        return numbers.relation(ev.value(right, env, c), "<=" if relation == "<" else "<", numbers.ZERO) is True
    except (NoValue, ev.NoRoute):
        return False
