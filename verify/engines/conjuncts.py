"""A statement taken apart for a search: conjuncts, with the names that "for all" binds in front of them and what they presuppose, each drawn like a statement of its own.

A quantifier over laws or kernels inside a statement is never seen to hold by members that are tried. Drawn together with the names outside, such members are instances like any
others. What is false of one part at an instance is false of the whole; the whole is supported where instances of every part were decided. Quantifiers over numbers, points and events
stay as they are: where they can be decided at all, they are decided for all members, and a few points that are drawn say little of a density.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from verify.claims.nodes import Node, pattern_names
from verify.claims.sets import stated
from verify.engines import evaluate as ev
from verify.engines.task import Task

LAWS = frozenset({"laws", "kernels", "maps"})
MOST_PARTS = 6
"""Conjuncts up to which a statement is taken apart."""


class _Clash(Exception):
    """A name is bound twice."""


def parts(task: Task) -> list[Task]:
    """The parts of a statement; none where it is its own and only part, where a name is bound twice, or where there are too many."""
    over: tuple[Any, ...] = tuple(task.forall)
    try:
        found = list(_visit(task.states, over, ()))
    except _Clash:
        return []
    if len(found) > MOST_PARTS or (len(found) == 1 and found[0][0] == over and not found[0][1]):
        return []
    return [replace(task, variant=replace(task.variant, forall=forall, given=(*task.given, *given), states=states)) for forall, given, states in found]


def _visit(node: Node, over: tuple[Any, ...], given: tuple[Node, ...]) -> Iterator[tuple[tuple[Any, ...], tuple[Node, ...], Node]]:
    if node.head == "all" and node.args:
        for k in range(len(node.args)):
            yield from _visit(ev.argument(node, k), over, given)
    elif node.head == "forall" and _of_laws(node.args[0]):
        bound: Any = node.args[0]
        names = [name for entry in (*over, *bound) for name in pattern_names(entry[0])]
        if len(set(names)) < len(names):
            raise _Clash
        yield from _visit(ev.argument(node, 1), (*over, *bound), given)
    elif node.head == "implies":
        yield from _visit(ev.argument(node, 1), over, (*given, ev.argument(node, 0)))
    else:
        yield over, given, node


def _of_laws(bound: Any) -> bool:
    """Whether a quantifier is over laws, kernels or maps, perhaps with the dimension of their space."""
    found = {stated(entry[1]).head for entry in bound}
    return bool(found & LAWS) and found <= LAWS | {"integers", "interval", "one_of"}


class Met:
    """Members of infinite sets for the binders inside a statement: those that an instance of one of its parts has."""

    def __init__(self, part: Task, env: ev.Env) -> None:
        self.members: dict[Node, list[Any]] = {}
        for pattern, where in part.forall:
            if isinstance(pattern, Node):
                self.members.setdefault(where, []).append(env[str(pattern.args[0])])
            else:
                self.members.setdefault(where, []).append(tuple(env[name] for name in pattern_names(pattern)))

    def __call__(self, where: Node, env: ev.Env) -> list[Any]:
        return self.members.get(where, [])


__all__ = ["Met", "parts"]
