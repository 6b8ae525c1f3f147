"""Densities that are even, ``for all u: density(P, u) == density(P, -u)``, read off the formula of the law."""

from __future__ import annotations

from typing import Any

from flint import fmpq

from verify.claims.canonical import same
from verify.claims.nodes import Node, free_names, number
from verify.claims.sets import REALS, stated
from verify.engines import evaluate as ev
from verify.engines.truth import Truth
from verify.values import numbers
from verify.values.structures import Deferred

PROBES = (fmpq(1, 3), fmpq(1), fmpq(5, 2), fmpq(7))
"""Numbers at which a density on the line is compared with its reflection."""


def even(node: Node, env: ev.Env, c: ev.Context) -> Truth | None:
    """The truth of such a statement about a law with a density that a name stands for; None for other statements, and where neither is seen."""
    over, body = node.args[0], node.args[1]
    if not (isinstance(over, tuple) and len(over) == 1 and isinstance(body, Node) and body.head == "compare" and body.args[1] == "=="):
        return None
    pattern, where = over[0]  # type: ignore[misc, str-unpack]
    one, other = body.args[0], body.args[2]
    if not (isinstance(pattern, Node) and isinstance(where, Node) and isinstance(one, Node) and isinstance(other, Node) and one.head == other.head == "density"):
        return None
    law = one.args[0]
    if not isinstance(law, Node) or law != other.args[0] or free_names(law) & free_names(pattern) or {one.args[1], other.args[1]} != {pattern, -pattern}:
        return None
    held = env.get(str(law.args[0])) if law.head == "var" else None
    if not isinstance(held, Deferred):
        return None
    space = ev.argument(where, 0) if where.head == "points" else None
    size = fmpq(1) if stated(where) == REALS else ev.argument_value(space, 0, env, c) if space is not None and space.head == "euclid" else None
    if size is None or size != _dimension(held.node):
        return None
    if _is_even(held.node, c):
        return Truth.TRUE
    return Truth.FALSE if stated(where) == REALS and any(_differs(law, x, env, c) for x in PROBES) else None


def _dimension(law: Any) -> int:
    return sum(map(_dimension, law.args)) if isinstance(law, Node) and law.head == "product" else 1


def _is_even(law: Any, c: ev.Context) -> bool:
    if not isinstance(law, Node):
        return False
    if law.head == "product":
        return all(_is_even(factor, c) for factor in law.args)
    if law.head == "power_law":
        return law.args[3] == "both" and _exact(law.args[0], c) == 0
    if law.head != "law":
        return False
    pieces: Any = law.args[2]
    mirrored = [(_negative(hi, c), _negative(lo, c), c0, _negative(c1, c), _exact(c2, c)) for lo, hi, c0, c1, c2 in reversed(pieces)]
    own = [(_exact(lo, c), _exact(hi, c), c0, _exact(c1, c), _exact(c2, c)) for lo, hi, c0, c1, c2 in pieces]
    return all(a[:2] == b[:2] and a[3:] == b[3:] and None not in (*a, *b) and same(a[2], b[2]) for a, b in zip(own, mirrored, strict=True))


def _exact(term: Any, c: ev.Context) -> Any:
    """A fraction or an infinity; None for other numbers."""
    found = ev.value(term, {}, c)
    return found if isinstance(found, fmpq | float) else None


def _negative(term: Any, c: ev.Context) -> Any:
    found = _exact(term, c)
    return None if found is None else -found


def _differs(law: Node, x: fmpq, env: ev.Env, c: ev.Context) -> bool:
    try:
        a, b = (ev.value(Node("density", law, number(str(y))), env, c) for y in (x, -x))
    except (numbers.NoValue, ev.NoRoute):
        return False
    return numbers.compare(a, b) in ("<", ">")


__all__ = ["even"]
