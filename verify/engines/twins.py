"""Planted errors: false neighbours of a statement, from subtle to coarse. What an audit notices is measured with them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from verify.claims.nodes import Node, literal, number, walk

SCALES = (Fraction(1, 100), Fraction(1, 10), Fraction(1, 2), Fraction(9, 10))
"""Relative sizes of a planted error in the claimed side."""
TURNED = {"<=": ">", "<": ">=", ">=": "<", ">": "<=", "==": "!=", "!=": "=="}


LAWS = frozenset({"law", "power_law", "finite", "mixture", "translate", "convolve", "product", "push", "joint", "step", "marginal", "conditional", "swap", "iid", "then", "indicator_law",
                  "outputs", "prior", "secret", "given_event", "classical", "normal_vector", "affine", "iterate_law", "noise_law"})
"""Heads that are no numbers: nothing to scale."""


@dataclass(frozen=True, slots=True)
class Twin:
    """A statement with a planted error."""

    kind: str
    words: str
    states: Node
    size: Fraction | None = None
    """Relative size of the error, where it has one."""


def twins(states: Node) -> Iterator[Twin]:
    """Planted errors of a proposition, the smallest first, the turned relation last."""
    yield from _scaled(states)
    other = turned(states)
    if other is not None:
        yield Twin("relation", "relation turned", other)
    quantifier = quantified_otherwise(states)
    if quantifier is not None:
        yield Twin("quantifier", "quantifier turned", quantifier)
    yield Twin("negation", "statement negated", Node("not", states))


def _scaled(states: Node) -> Iterator[Twin]:
    printed = off_by_a_unit(states)
    if printed is not None:
        yield printed
    for size in SCALES:
        changed = scaled(states, size)
        if changed is not None:
            yield Twin("constant", f"claimed side changed by {size}", changed, size)


def off_by_a_unit(states: Node) -> Twin | None:
    """A printed number that is off by one unit of its last place; the size is that of the unit relative to the number, if this is not 0."""
    changed = at_goal(states, lambda goal: _next_printed(goal) if goal.args[1] == "rounds to" else None)
    if changed is None:
        return None
    digits = next(str(node.args[0]) for node in walk(states) if node.head == "printed")
    value, unit = Fraction(digits), _unit(digits)
    return Twin("constant", f"printed number changed by {float(unit):g}, its last place", changed, unit / abs(value) if value else None)


def _unit(digits: str) -> Fraction:
    return Fraction(1, 10 ** len(digits.partition(".")[2]))


def _next_printed(goal: Node) -> Node:
    left, relation, right = goal.args
    assert isinstance(right, Node)
    digits = str(right.args[0])
    moved = Decimal(digits) + Decimal(1).scaleb(-len(digits.partition(".")[2]))
    return Node("compare", left, relation, Node("printed", f"{moved:f}", right.args[1]))


def scaled(states: Node, size: Fraction) -> Node | None:
    """The claimed side of the comparison that decides, made stronger by the relative size; None where it has no such side.

    A side that is evidently negative moves away from 0, 0 by the size itself.
    """
    return at_goal(states, lambda goal: _stronger(goal, size))


def loosened(states: Node, size: Fraction) -> Node | None:
    """The claimed side of an inequality, moved by the size times its absolute value so that it claims less: true wherever the inequality is."""
    def weaker(goal: Node) -> Node | None:
        left, relation, right = goal.args
        if relation not in ("<=", "<", ">=", ">") or not isinstance(right, Node) or right.head in LAWS:
            return None
        return Node("compare", left, relation, Node("add", right, Node("mul", number(size if relation in ("<=", "<") else -size), Node("abs", right))))

    return at_goal(states, weaker)


def _stronger(goal: Node, size: Fraction) -> Node | None:
    left, relation, right = goal.args
    assert isinstance(right, Node)
    if relation == "rounds to" or right.head in LAWS or (isinstance(left, Node) and left.head in LAWS):
        return None
    upper = relation in ("<=", "<")
    if relation == "==" and right.head == "num" and right.args[0] in ("0", "oo", "-oo"):
        return Node("compare", left, relation, number(size) if right.args[0] == "0" else number(1 / size))
    if relation in ("<=", "<", ">=", ">") and right == number(0):
        return Node("compare", left, relation, number(-size if upper else size))
    if relation not in ("<=", "<", ">=", ">", "=="):
        return None
    falls = upper is not _negative(right) and relation != "=="
    return Node("compare", left, relation, _times(1 - size if falls else 1 + size, right))


def _negative(side: Node) -> bool:
    """Whether a side carries a minus sign in front: a negative number, or a product with an odd number of them."""
    factors = [literal(factor) for factor in (side.args if side.head == "mul" else (side,)) if isinstance(factor, Node)]
    return sum(1 for factor in factors if factor is not None and factor < 0) % 2 == 1


def at_goal(node: Node, change: Callable[[Node], Node | None]) -> Node | None:
    """The proposition with a change of the first comparison that decides it and can be changed; None where there is none, or behind an existence."""
    if node.head == "compare":
        return change(node)
    if node.head in ("implies", "forall"):
        inner = at_goal(_child(node, 1), change)
        return None if inner is None else Node(node.head, node.args[0], inner)
    if node.head == "all":
        for k in range(len(node.args)):
            inner = at_goal(_child(node, k), change)
            if inner is not None:
                return Node("all", *node.args[:k], inner, *node.args[k + 1:])
    return None


def _times(factor: Fraction, side: Node) -> Node:
    if side.head == "point":
        return Node("point", *(_times(factor, a) for a in side.args if isinstance(a, Node)))
    return Node("mul", number(factor), side)


def turned(node: Node) -> Node | None:
    """The comparison with its relation turned; None where there is none."""
    if node.head == "compare":
        return Node("compare", node.args[0], TURNED[str(node.args[1])], node.args[2]) if node.args[1] in TURNED else None
    if node.head in ("implies", "forall"):
        inner = turned(_child(node, 1))
        return None if inner is None else Node(node.head, node.args[0], inner)
    return None


def quantified_otherwise(node: Node) -> Node | None:
    """The statement with its existence turned into "for all"; None where it states none."""
    if node.head == "exists":
        return Node("forall", *node.args)
    if node.head == "implies" and _child(node, 1).head == "exists":
        return Node("implies", node.args[0], Node("forall", *_child(node, 1).args))
    return None


def _child(node: Node, k: int) -> Node:
    child = node.args[k]
    assert isinstance(child, Node)
    return child
