"""Hypotheses made tight: a number is put where the two sides of a comparison in a hypothesis are equal, for some members of the binders around it.

An equation that a drawn number would hardly ever satisfy is met so, and an inequality is met at its edge.
"""

from __future__ import annotations

from typing import Any

from verify.claims.nodes import Node, free_names, heads, literal, pattern_names, term
from verify.claims.terms import exp, log
from verify.engines.thresholds import Threshold


def equations(task: Any, calibrated: Any) -> list[tuple[Threshold, Node]]:
    """Numbers of the task that a comparison in a hypothesis can be solved for, each with its set. No set of another name mentions them."""
    ranges = {str(pattern.args[0]): where for pattern, where in task.forall if isinstance(pattern, Node)}
    mentioned = {name for _, where in task.forall for name in free_names(where)}
    free = {name for name, where in ranges.items() if where.head in ("interval", "unstated")} - mentioned - set(calibrated)
    found: list[tuple[Threshold, Node]] = []

    def visit(node: Node, binders: tuple[Node, ...], bound: frozenset[str]) -> None:
        if node.head == "compare" and isinstance(node.args[0], Node) and isinstance(node.args[2], Node):
            left, right = node.args[0], node.args[2]
            for side, other in ((left, right), (right, left)):
                for name in sorted(free_names(side) & free - bound - free_names(other)):
                    solved = isolated(side, name, other)
                    if solved is not None:
                        found.append((Threshold(name, solved, binders, True, False), ranges[name]))
        elif node.head in ("forall", "exists"):
            over: Any = node.args[0]
            names = frozenset(n for entry in over for n in pattern_names(entry[0]))
            visit_all(node.args[1:], (*binders, node), bound | names)
        elif node.head in ("all", "any", "implies"):
            visit_all(node.args, binders, bound)

    def visit_all(parts: tuple[Any, ...], binders: tuple[Node, ...], bound: frozenset[str]) -> None:
        for part in parts:
            if isinstance(part, Node):
                visit(part, binders, bound)

    visit_all(task.given, (), frozenset())
    return found


def premises(task: Any) -> list[tuple[Node, str, Node]]:
    """Equations of densities that the goal assumes, each with a number of the task that stands in it, which no set mentions, and the set of that number."""
    ranges = {str(pattern.args[0]): where for pattern, where in task.forall if isinstance(pattern, Node)}
    mentioned = {name for _, where in task.forall for name in free_names(where)}
    goal = task.states
    assumed = [goal.args[0]] if goal.head == "implies" else []
    parts = [part for whole in assumed for part in (whole.args if whole.head == "all" else (whole,))]
    return [(part, name, ranges[name]) for part in parts if isinstance(part, Node) and part.head == "compare" and part.args[1] == "==" and "density" in heads(part)
            for name in sorted(free_names(part) - mentioned) if name in ranges and ranges[name].head in ("interval", "unstated")]


def isolated(side: Node, name: str, other: Node) -> Node | None:
    """The value of a name at which a side equals the other, where it stands once under sums, products, powers, ``exp`` and ``log``; else None.

    >>> from verify.claims import numbers
    >>> x, y = numbers("x y")
    >>> isolated(1 - x / 2, "x", y) is not None, isolated(x + x**2, "x", y) is None
    (True, True)
    """
    while side.head != "var":
        holding = [k for k, part in enumerate(side.args) if isinstance(part, Node) and name in free_names(part)]
        if len(holding) != 1:
            return None
        inner, rest = side.args[holding[0]], [part for k, part in enumerate(side.args) if k != holding[0]]
        assert isinstance(inner, Node)
        if side.head in ("add", "mul"):
            for part in rest:
                assert isinstance(part, Node)
                other = other - part if side.head == "add" else other / part
        elif side.head == "pow" and holding[0] == 0 and isinstance(rest[0], Node) and (exponent := literal(rest[0])):
            other = other ** (1 / exponent)
        elif side.head in ("exp", "log"):
            other = log(other) if side.head == "exp" else exp(other)
        else:
            return None
        side = inner
    return term(other)
