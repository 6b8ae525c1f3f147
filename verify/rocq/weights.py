"""Weights of finite distributions in floating point, for the choice of events and of what is worth trying; nothing rests on them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import combinations, product
from typing import TypeAlias

from verify.claims.nodes import Node, child, literal, number

Values = Mapping[str, object]
Place: TypeAlias = "Fraction | tuple[Place, ...]"
Weights: TypeAlias = dict[Place, float]
LARGEST = 6
"""Of how many points all subsets are tried."""


class NoWeights(Exception):
    """A distribution without finitely many points that are known here."""


def weights(node: Node, values: Values) -> Weights:
    """The weights of a finite distribution, by point."""
    rule = RULES.get(node.head)
    if rule is None:
        raise NoWeights(node.head)
    return {x: p for x, p in rule(node, values).items() if p > 0}


def place(node: Node, values: Values) -> Place:
    """A point: a fraction or a tuple of points."""
    if node.head == "var":
        stored = values.get(str(node.args[0]))
        if isinstance(stored, Node):
            return place(stored, {})
        if isinstance(stored, float | int):
            return Fraction(stored)
    if node.head == "point":
        return tuple(place(child(node, k), values) for k in range(len(node.args)))
    if node.head in ("add", "mul"):
        parts = [place(child(node, k), values) for k in range(len(node.args))]
        if all(isinstance(part, Fraction) for part in parts):
            found = Fraction(node.head == "mul")
            for part in parts:
                assert isinstance(part, Fraction)
                found = found + part if node.head == "add" else found * part
            return found
    value = literal(node)
    if value is None:
        raise NoWeights(node.head)
    return value


def as_node(at: Place) -> Node:
    return number(at) if isinstance(at, Fraction) else Node("point", *map(as_node, at))


def moved(x: Place, by: Place) -> Place:
    if isinstance(x, Fraction) and isinstance(by, Fraction):
        return x + by
    if isinstance(x, tuple) and isinstance(by, tuple):
        return tuple(map(moved, x, by))
    raise NoWeights("a point by a number")


def members(node: Node, values: Values) -> frozenset[Place]:
    """The points of an event."""
    if node.head == "var" and isinstance(stored := values.get(str(node.args[0])), Node):
        return members(stored, {})
    if node.head != "event":
        raise NoWeights(node.head)
    return frozenset(place(child(node, k), values) for k in range(len(node.args)))


def events(points: list[Place]) -> list[Node]:
    """All subsets of some points as events, larger ones first; of many points, those of nearly all of them."""
    sizes = range(len(points), -1, -1) if len(points) <= LARGEST else range(len(points), len(points) - 3, -1)
    return [Node("event", *map(as_node, chosen)) for size in sizes for chosen in combinations(points, size)]


def _number(node: Node, values: Values) -> float:
    stored = values.get(str(node.args[0])) if node.head == "var" else node
    if isinstance(stored, float | int):
        return float(stored)
    if isinstance(stored, Node) and (value := literal(stored)) is not None:
        return float(value)
    if node.head in ("add", "mul"):
        found = float(node.head == "mul")
        for k in range(len(node.args)):
            part = _number(child(node, k), values)
            found = found + part if node.head == "add" else found * part
        return found
    raise NoWeights(node.head)


def _variable(node: Node, values: Values) -> Weights:
    stored = values.get(str(node.args[0]))
    if not isinstance(stored, Node):
        raise NoWeights(str(node.args[0]))
    return weights(stored, {})


def _pairs(node: Node) -> list[tuple[Node, Node]]:
    entries = node.args[0]
    assert isinstance(entries, tuple)
    found = []
    for entry in entries:
        assert isinstance(entry, tuple) and isinstance(entry[0], Node) and isinstance(entry[1], Node)
        found.append((entry[0], entry[1]))
    return found


def _summed(pairs: list[tuple[Place, float]]) -> Weights:
    found: Weights = {}
    for x, p in pairs:
        found[x] = found.get(x, 0.0) + p
    return found


def _finite(node: Node, values: Values) -> Weights:
    return _summed([(place(x, values), _number(p, values)) for x, p in _pairs(node)])


def _mixture(node: Node, values: Values) -> Weights:
    return _summed([(x, _number(share, values) * p) for share, one in _pairs(node) for x, p in weights(one, values).items()])


def _given_event(node: Node, values: Values) -> Weights:
    P, E = weights(child(node, 0), values), members(child(node, 1), values)
    total = sum(p for x, p in P.items() if x in E)
    if not total:
        raise NoWeights("an event without mass")
    return {x: p / total for x, p in P.items() if x in E}


def _kernel(node: Node, values: Values) -> dict[Place, Node]:
    stored = values.get(str(node.args[0])) if node.head == "var" else node
    if not (isinstance(stored, Node) and stored.head == "table"):
        raise NoWeights("a kernel without a table")
    found: dict[Place, Node] = {}
    for x, law in _pairs(stored):
        found.setdefault(place(x, {}), law)
    return found


def _row(kernel: dict[Place, Node], x: Place) -> Weights:
    if x not in kernel:
        raise NoWeights("no row")
    return weights(kernel[x], {})


def _push(node: Node, values: Values) -> Weights:
    G, P = _kernel(child(node, 0), values), weights(child(node, 1), values)
    return _summed([(y, p * q) for x, p in P.items() for y, q in _row(G, x).items()])


def _then(node: Node, values: Values) -> Weights:
    P, G = weights(child(node, 0), values), _kernel(child(node, 1), values)
    return _summed([((x, y), p * q) for x, p in P.items() for y, q in _row(G, x).items()])


def _marginal(node: Node, values: Values) -> Weights:
    i = int(_number(child(node, 1), values))
    return _summed([(x[i - 1] if isinstance(x, tuple) else x, p) for x, p in weights(child(node, 0), values).items()])


def _product(node: Node, values: Values) -> Weights:
    parts = [weights(child(node, k), values) for k in range(len(node.args))]
    found = []
    for chosen in product(*(part.items() for part in parts)):
        p = 1.0
        for _, q in chosen:
            p *= q
        found.append((tuple(x for x, _ in chosen), p))
    return _summed([(x, p) for x, p in found])


def _convolve(node: Node, values: Values) -> Weights:
    P, Q = weights(child(node, 0), values), weights(child(node, 1), values)
    return _summed([(moved(x, y), p * q) for x, p in P.items() for y, q in Q.items()])


def _translate(node: Node, values: Values) -> Weights:
    by = place(child(node, 1), values)
    return {moved(x, by): p for x, p in weights(child(node, 0), values).items()}


RULES: dict[str, Callable[[Node, Values], Weights]] = {
    "var": _variable,
    "finite": _finite,
    "mixture": _mixture,
    "given_event": _given_event,
    "push": _push,
    "then": _then,
    "apply": lambda node, values: _row(_kernel(child(node, 0), values), place(child(node, 1), values)),
    "marginal": _marginal,
    "product": _product,
    "convolve": _convolve,
    "translate": _translate,
}

__all__ = ["NoWeights", "Place", "Weights", "as_node", "events", "members", "place", "weights"]
