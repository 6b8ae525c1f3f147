"""The order of the parameters of a statement: a function of what they are and where they stand, not of the order in which they were declared.

Engines draw, split and eliminate parameters in this order, so a declaration with its parameters exchanged gets the same verdict.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from verify.claims.canonical import canonical_text
from verify.claims.nodes import Node, free_names, mentioned, pattern_names
from verify.claims.sets import stated

RANKS = {
    head: rank
    for rank, heads in enumerate((
        ("integers", "interval", "one_of"),
        ("data_sets", "universes"),
        ("frameworks", "compositions", "iterations", "functions"),
        ("laws", "couplings"),
        ("families", "kernels", "maps"),
    ))
    for head in heads
} | {"function_class": 100}
"""Kinds of sets, the plainest first: what is drawn later may be fitted to what is there already. Other kinds (points, events, permutations ...) come last, and after
them functions on R^d, which bend at points that were drawn."""

Entry = tuple[Any, Node]


def arranged(forall: Sequence[Entry], given: Sequence[Node], states: Node) -> tuple[Entry, ...]:
    """The parameters with each behind those that its set mentions; of those that may come next the plainest kind, and of one kind the first to be mentioned."""
    bound = [set(pattern_names(pattern)) for pattern, _ in forall]
    needs = [free_names(where) for _, where in forall]
    place = _mentions(forall, [states, *given])
    keys = [(_rank(where), min((place[name] for name in names if name in place), default=len(place)), canonical_text(where)) for names, (_, where) in zip(bound, forall, strict=True)]
    left = sorted(range(len(forall)), key=lambda k: keys[k])
    chosen: list[Entry] = []
    while left:
        missing = set().union(*(bound[k] for k in left))
        k = next((k for k in left if not needs[k] & (missing - bound[k])), left[0])  # a set that mentions itself is named by the validation
        left.remove(k)
        chosen.append(forall[k])
    return tuple(chosen)


def _rank(where: Node) -> int:
    where = stated(where)
    if where.head == "equals":
        inner = where.args[1]
        assert isinstance(inner, Node)
        return _rank(inner)
    return RANKS.get(where.head, len(RANKS))


def _mentions(forall: Sequence[Entry], formulas: Sequence[Node]) -> dict[str, int]:
    """The names in the order of their first mention: in the goal, in the hypotheses, then in the sets of the names that were mentioned."""
    place: dict[str, int] = {}
    waiting = list(formulas)
    sets = list(forall)
    while waiting:
        for name in mentioned(waiting.pop(0)):
            place.setdefault(name, len(place))
        if not waiting:
            ready = [entry for entry in sets if any(name in place for name in pattern_names(entry[0]))]
            sets = [entry for entry in sets if not any(name in place for name in pattern_names(entry[0]))]
            waiting = [where for _, where in sorted(ready, key=lambda entry: min(place[name] for name in pattern_names(entry[0]) if name in place))]
    return place


__all__ = ["arranged"]
