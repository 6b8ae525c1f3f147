"""Planted errors: false neighbours of a statement, from subtle to coarse. What an audit notices is measured with them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from verify.claims.nodes import Node, number

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
    turned = _turn(states)
    if turned is not None:
        yield Twin("relation", "relation turned", turned)
    quantifier = _quantifier(states)
    if quantifier is not None:
        yield Twin("quantifier", "quantifier turned", quantifier)
    yield Twin("negation", "statement negated", Node("not", states))


def _scaled(states: Node) -> Iterator[Twin]:
    for size in SCALES:
        changed = _scale(states, size)
        if changed is not None:
            yield Twin("constant", f"claimed side changed by {size}", changed, size)


def _scale(node: Node, size: Fraction) -> Node | None:
    if node.head == "compare":
        left, relation, right = node.args
        assert isinstance(right, Node)
        if relation == "rounds to":
            digits = str(right.args[0])
            unit = Fraction(1, 10 ** len(digits.partition(".")[2]))
            if size != SCALES[0]:
                return None
            moved = Fraction(digits) + unit
            places = len(digits.partition(".")[2])
            return Node("compare", left, relation, Node("printed", f"{float(moved):.{places}f}", right.args[1]))
        if right.head in LAWS or (isinstance(left, Node) and left.head in LAWS):
            return None
        if right == number(0) and relation in ("<=", "<", ">=", ">"):
            return Node("compare", left, relation, number(-size if relation in ("<=", "<") else size))
        if relation in ("<=", "<"):
            return Node("compare", left, relation, _times(1 - size, right))
        if relation in (">=", ">"):
            return Node("compare", left, relation, _times(1 + size, right))
        if relation == "==":
            if right.head == "num" and right.args[0] in ("0", "oo", "-oo"):
                return Node("compare", left, relation, number(size) if right.args[0] == "0" else number(1 / size))
            return Node("compare", left, relation, _times(1 + size, right))
        return None
    if node.head == "implies":
        inner = _scale(_child(node, 1), size)
        return None if inner is None else Node("implies", node.args[0], inner)
    if node.head in ("forall", "exists"):
        if node.head == "exists":
            return None
        inner = _scale(_child(node, 1), size)
        return None if inner is None else Node("forall", node.args[0], inner)
    if node.head == "all":
        for k in range(len(node.args)):
            inner = _scale(_child(node, k), size)
            if inner is not None:
                return Node("all", *node.args[:k], inner, *node.args[k + 1:])
    return None


def _times(factor: Fraction, side: Node) -> Node:
    if side.head == "point":
        return Node("point", *(_times(factor, a) for a in side.args if isinstance(a, Node)))
    return Node("mul", number(factor), side)


def _turn(node: Node) -> Node | None:
    if node.head == "compare" and node.args[1] in TURNED:
        return Node("compare", node.args[0], TURNED[str(node.args[1])], node.args[2])
    if node.head == "implies":
        inner = _turn(_child(node, 1))
        return None if inner is None else Node("implies", node.args[0], inner)
    if node.head == "forall":
        inner = _turn(_child(node, 1))
        return None if inner is None else Node("forall", node.args[0], inner)
    return None


def _quantifier(node: Node) -> Node | None:
    if node.head == "exists":
        return Node("forall", *node.args)
    if node.head == "implies" and _child(node, 1).head == "exists":
        return Node("implies", node.args[0], Node("forall", *_child(node, 1).args))
    return None


def _child(node: Node, k: int) -> Node:
    child = node.args[k]
    assert isinstance(child, Node)
    return child
