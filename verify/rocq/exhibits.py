"""What exists without being named by the evidence: events, points and integers to try, places where two terms cross, and an infimum that an equation tells."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

from verify.claims.nodes import BINDERS, Node, child, children, literal, number, pattern_names, rebuild
from verify.rocq.guess import NoGuess, guess, truth
from verify.rocq.terms import NotExported, Prop, Scope, fraction, real
from verify.rocq.weights import NoWeights, Place, as_node, events, weights

Values = Mapping[str, Any]
GRID = tuple(Fraction(n, d) for n, d in ((1, 1000), (1, 100), (1, 20), (1, 10), (1, 5), (1, 4), (2, 5), (1, 2), (3, 4), (1, 1), (5, 4), (3, 2), (2, 1), (5, 2), (3, 1), (4, 1), (5, 1), (6, 1), (8, 1), (10, 1),
                                         (15, 1), (20, 1), (50, 1), (100, 1)))
"""Distances from the lower end of a range at which terms are compared."""


def enumerated(where: Node | None, values: Values) -> list[int] | None:
    """The integers of a short range with known ends."""
    if where is None or where.head != "integers":
        return None
    try:
        lo, hi = (guess(child(where, k), values) for k in (0, 1))
    except (NoGuess, KeyError, AssertionError):
        return None
    return list(range(int(lo), int(hi) + 1)) if hi - lo < 60 else None


def single(where: Node | None, values: Values) -> Fraction | None:
    """The number of an interval that holds one."""
    if where is None or where.head != "interval":
        return None
    try:
        lo, hi = (guess(child(where, k), values) for k in (0, 1))
    except (NoGuess, KeyError, AssertionError):
        return None
    return Fraction(lo) if lo == hi else None


def terms(prop: Prop, values: Values) -> dict[int, Node]:
    """The terms of a sum as they are in the cases that hold, by integer."""
    pattern, where = _bound(prop)
    whole = enumerated(where, values)
    if not whole:
        raise NotExported("evidence", "terms of a sum")
    assert prop.node is not None
    return {k: _case(_at(child(prop.node, 1), {**values, str(pattern.args[0]): number(k)}), values) for k in whole}


def _bound(prop: Prop) -> tuple[Node, Node]:
    assert prop.node is not None
    over = prop.node.args[0]
    assert isinstance(over, tuple) and isinstance(over[0], tuple)
    pattern, where = over[0]
    assert isinstance(pattern, Node) and isinstance(where, Node)
    return pattern, where


def terms_told(prop: Prop, values: Values, proof: Callable[[Prop, Values], str]) -> str:
    """A function with the values of terms that are told by cases: a list of the terms as they are in the cases that hold."""
    chosen = terms(prop, values)
    scope = Scope()
    table = f"(fun k_ => nth (Z.to_nat (k_ - {min(chosen)})) [{'; '.join(real(one, scope) for one in chosen.values())}] 0)"
    return f"(exists {table}; {proof(prop.parts[0], {**values, prop.source: chosen})})"


def _at(node: Node, values: Values) -> Node:
    """A term with values in place of the names that have one, but for those that it binds."""
    if node.head == "var" and isinstance(stored := values.get(str(node.args[0])), Node):
        return stored
    if node.head in BINDERS and isinstance(over := node.args[0], tuple):
        bound = {name for entry in over if isinstance(entry, tuple) for name in pattern_names(entry[0])}
        values = {name: value for name, value in values.items() if name not in bound}
    return rebuild(node, lambda below: _at(below, values))


def _case(node: Node, values: Values) -> Node:
    """A term without conditions: those of the cases that hold, as far as floating-point values tell."""
    if node.head == "if":
        try:
            return _case(child(node, 1 if truth(child(node, 0), values) else 2), values)
        except (NoGuess, KeyError, AssertionError):
            raise NotExported("evidence", "a case") from None
    return node


def candidates(prop: Prop, values: Values) -> list[Node]:
    """What to try where the evidence names nothing: an event or a point of the distribution that it is of, else of those that the statement mentions; integers of a short range; some numbers of a range."""
    where = prop.node
    if where is None:
        return []
    if prop.text == "Z":
        return [number(k) for k in enumerated(where, values) or []]
    if prop.text == "R":
        return [number(x) for x in grid(where, values)]
    if prop.text not in ("list pt", "pt"):
        return []
    of = [child(where, 0)] if where.head == "events" and child(where, 0).head != "euclid" else _measured(prop.parts[0])
    points: dict[Place, None] = {}
    for one in of:
        try:
            points |= dict.fromkeys(weights(one, values))
        except (NoWeights, AssertionError):
            continue
    return events(list(points)) if prop.text == "list pt" else [as_node(x) for x in points]


def grid(where: Node, values: Values) -> list[Fraction]:
    """Some numbers of an interval."""
    if where.head != "interval":
        return []
    try:
        lo, hi = (guess(child(where, k), values) for k in (0, 1))
    except (NoGuess, KeyError, AssertionError):
        return []
    start = Fraction(round(lo * 10**6), 10**6) if lo > float("-inf") else Fraction(0)
    return [x for x in (start, *(start + step for step in GRID)) if lo <= x <= hi]


def _measured(prop: Prop) -> list[Node]:
    """The distributions of which a proposition mentions masses."""
    found = [one for part in prop.parts for one in _measured(part)]
    todo = [prop.node] if prop.node is not None and prop.kind == "atom" else []
    while todo:
        node = todo.pop()
        if node.head in ("mass", "density"):
            found.append(child(node, 0))
        todo += children(node)
    return found


def _conjuncts(prop: Prop) -> tuple[Prop, ...]:
    return prop.parts if prop.kind == "and" else (prop,)


def sides(text: str) -> tuple[str, str] | None:
    """The two sides of an equation as Rocq reads it."""
    depth = 0
    for k, letter in enumerate(text):
        depth += (letter in "([") - (letter in ")]")
        if depth == 0 and text.startswith(" = ", k):
            return text[:k], text[k + 3 :]
    return None


def with_values(text: str, values: Values) -> str:
    """A term with the values of the names that have one in place of the names."""
    for name, node in values.items():
        value = literal(node) if isinstance(node, Node) else None
        if value is not None:
            text = re.sub(rf"\b{re.escape(name)}\b", f"({fraction(value)})", text)
    return text


def told(prop: Prop, values: Values) -> str | None:
    """The number that an infimum is equal to, where the statement says so."""
    for part in _conjuncts(prop.parts[1]):
        if part.kind == "atom" and (pair := sides(part.text)) is not None and prop.name in pair:
            return with_values(pair[1] if pair[0] == prop.name else pair[0], values)
    return None


def crossing(prop: Prop, values: Values, proof: Callable[[Prop], str]) -> str | None:
    """A proof that two terms take the same value in a range: between two numbers where they are in other orders."""
    if prop.text != "R" or prop.node is None:
        return None
    for part in _conjuncts(prop.parts[0]):
        if part.kind == "atom" and not part.default and part.node is not None and part.node.head == "compare" and (pair := sides(part.text)) is not None:
            signs = [(x, sign) for x in grid(prop.node, values) if (sign := _sign(part.node, {**values, prop.source: number(x)})) is not None]
            for (lo, before), (hi, after) in pairwise(signs):
                if before * after < 0:
                    f, g = (f"(fun {prop.name} : R => {with_values(side, values)})" for side in (pair if before < 0 else pair[::-1]))
                    turned = "" if before < 0 else "symmetry in E_; "
                    return f"(crossing_between {prop.name} {f} {g} ({fraction(lo)}) ({fraction(hi)}) E_; {turned}exists {prop.name}; {proof(prop.parts[0])})"
    return None


def _sign(node: Node, values: Values) -> int | None:
    """The sign of the left side less the right one."""
    try:
        gap = guess(child(node, 0), values) - guess(child(node, 2), values)
    except (NoGuess, KeyError, AssertionError):
        return None
    return (gap > 0) - (gap < 0) if gap == gap else None


__all__ = ["candidates", "crossing", "enumerated", "single", "terms", "terms_told", "told"]
