"""Joint laws with given marginals: equality of laws stated by their distribution functions, and joint laws made so that such hypotheses hold."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, free_names, pattern_names, rebuild
from verify.engines import binders, listed
from verify.engines import evaluate as ev
from verify.engines.truth import Truth
from verify.quantities import enclosures
from verify.quantities.kernels.lines import LineLaw, line
from verify.values import numbers
from verify.values.formulas import formula
from verify.values.laws import PowerLaw
from verify.values.structures import Deferred

PROBES = tuple(fmpq(x) for x in (0, 1, -1, 3))


@lru_cache(maxsize=4096)
def equations(node: Node) -> tuple[tuple[Any, ...], list[tuple[Node, Node]]] | None:
    """The outer binders and the pairs (A, B) of ``for all ..., y in R: F_A(y) == F_B(y) and ...``, where no law mentions y; None for other propositions."""
    over, body = node.args[0], node.args[1]
    if node.head != "forall" or not isinstance(over, tuple) or not over or not isinstance(body, Node):
        return None
    *outer, last = over
    if not isinstance(last, tuple) or last[1] != Node("interval", Node("num", "-oo"), Node("num", "oo"), "open", "open"):
        return None
    pairs = []
    for part in body.args if body.head == "all" else (body,):
        if not isinstance(part, Node) or part.head != "compare" or part.args[1] != "==":
            return None
        sides = [part.args[0], part.args[2]]
        if not all(isinstance(s, Node) and s.head == "distribution_function" and s.args[1] == last[0] for s in sides):
            return None
        first, second = (ev.argument(s, 0) for s in sides if isinstance(s, Node))
        if set(pattern_names(last[0])) & (free_names(first) | free_names(second)):
            return None
        pairs.append((first, second))
    return tuple(outer), pairs


def same_laws(node: Node, env: ev.Env, c: ev.Context) -> Truth | None:
    """The truth of a proposition of the form that :func:`equations` reads; None for other propositions."""
    found = equations(node)
    if found is None:
        return None
    outer, pairs = found
    result = Truth.TRUE
    for inner, whole in binders.assignments(outer, env, c):
        if not inner and not whole:
            return Truth.UNDECIDED
        for first, second in pairs:
            a, b = ev.value(first, inner, c), ev.value(second, inner, c)
            if equal(a, b):
                continue
            if any(_differ(a, b, y, c) for y in PROBES):
                return Truth.FALSE
            result = Truth.UNDECIDED
        if not whole:
            result = Truth.UNDECIDED
    return result


def equal(a: Any, b: Any) -> bool:
    """Whether two laws on the line have the same atoms and the same components. The factor of a density on one piece follows from its shape."""
    if a == b:
        return True
    try:
        first, second = line(a), line(b)
    except numbers.NoValue:
        return False
    shapes = _shapes(first)
    return shapes is not None and first.atoms == second.atoms and shapes == _shapes(second)


def _shapes(law: LineLaw) -> list[Any] | None:
    """Weights and exact shapes of the components, sorted; None where a component has several pieces or no exact shape."""
    found = []
    for weight, component in law.components:
        if len(component.pieces) != 1:
            return None
        piece = component.pieces[0]
        shape: tuple[Any, ...]
        if isinstance(piece, PowerLaw):
            shape = (piece.location, piece.scale, piece.exponent, piece.side)
        else:
            shape = (piece.lo, piece.hi, piece.c1, piece.c2)
        if any(isinstance(x, numbers.Enclosure) for x in shape):
            return None
        found.append((repr(shape), weight))
    return sorted(found)


def _differ(a: Any, b: Any, y: fmpq, c: ev.Context) -> bool:
    try:
        sides = [enclosures.evaluate("distribution_function", [law, y], c.prec) for law in (a, b)]
    except (numbers.NoValue, ArithmeticError, TypeError, ValueError):
        return False
    return numbers.relation(sides[0], "!=", sides[1]) is True


# --- construction ------------------------------------------------------------------------------------------------------


def joints(given: tuple[Node, ...], ranges: Mapping[str, Node]) -> dict[str, tuple[Any, Node, Node]]:
    """Names of joint laws of which hypotheses give every marginal: ``{J: (the binder of the coordinate, its index, the marginal)}``."""
    found: dict[str, tuple[Any, Node, Node]] = {}
    for hypothesis in given:
        read = equations(hypothesis) if hypothesis.head == "forall" else None
        if read is None or len(read[0]) != 1:
            continue
        (entry,), pairs = read
        for first, second in pairs:
            for law, other in ((first, second), (second, first)):
                whole = law.args[0] if law.head == "marginal" else None
                if not isinstance(whole, Node) or whole.head != "var" or law.args[1] != entry[0]:
                    continue
                name = str(whole.args[0])
                where = ranges.get(name)
                if where is not None and where.head == "laws" and name not in free_names(other) and _fills(entry[1], ev.argument(where, 0)):
                    found[name] = (entry, ev.argument(law, 1), other)
    return found


def _fills(index: Node, space: Node) -> bool:
    """Whether the coordinates 1 to the dimension are gone through."""
    return space.head == "euclid" and index.head == "integers" and index.args[0] == Node("num", "1") and index.args[1] == space.args[0]


def joint(rule: tuple[Any, Node, Node], env: ev.Env, c: ev.Context) -> Any:
    """The law of independent coordinates with the marginals of the rule; the only marginal where there is one."""
    entry, _, other = rule
    members, _ = listed.members_of(entry[1], env, c)
    factors = [closed(other, binders.bind(entry[0], member, env), c) for member in members]
    return Deferred(factors[0] if len(factors) == 1 else Node("product", *factors))


def closed(node: Node, env: ev.Env, c: ev.Context) -> Node:
    """The formula with its names replaced by their values."""
    if not free_names(node):
        return node
    if node.head in ("var", "item"):
        return formula(ev.value(node, env, c))
    return rebuild(node, lambda part: closed(part, env, c))


__all__ = ["closed", "equal", "equations", "joint", "joints", "same_laws"]
