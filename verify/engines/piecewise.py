"""``for all epsilon >= 0`` of a comparison of hockey-stick divergences of finite laws: in ``t = exp(epsilon)`` each is piecewise linear with rational corners.

``sup_A P(A) - t Q(A)`` is the sum of ``max(p - t q, 0)`` over the points. Sums, rational multiples, ``max`` and ``min`` of such functions are piecewise linear
too, so the comparison is decided exactly for all t >= 1 at the corners and by the slope of the last piece.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, free_names
from verify.claims.sets import stated
from verify.engines import evaluate as ev
from verify.engines.truth import Truth
from verify.values import laws
from verify.values.numbers import NoValue

ONE, ZERO = fmpq(1), fmpq(0)
Broken = list[tuple[fmpq, fmpq, fmpq]]
"""Pieces ``(start, a, b)``: a + b t from there on, in the order of their starts, the first from 1."""
MOST_PIECES = 256


class _Other(Exception):
    """The term is not piecewise linear in t."""


def for_all_levels(node: Node, env: ev.Env, c: ev.Context) -> Truth | None:
    """The truth of such a statement over [0, oo); None for any other."""
    name = _level(node)
    if name is None:
        return None
    body = ev.argument(node, 1)
    relation = str(body.args[1])
    try:
        left, right = (_broken(ev.argument(body, k), name, env, c) for k in (0, 2))
        gap = _together(left, right, lambda x, y: x - y)
    except (_Other, NoValue, ev.NoRoute):
        return None
    if relation in (">=", ">"):
        gap = [(start, -a, -b) for start, a, b in gap]
    values, slope = [a + b * start for start, a, b in gap], gap[-1][2]
    if relation == "==":
        held = all(a == 0 and b == 0 for _, a, b in gap)
    elif relation in ("<=", ">="):
        held = all(v <= 0 for v in values) and slope <= 0
    else:
        held = all(v < 0 for v in values) and slope <= 0
    return Truth.TRUE if held else Truth.FALSE


@lru_cache(maxsize=4096)
def _level(node: Node) -> str | None:
    """The name t of ``for all t in [0, oo): one term compared with another``; None for other propositions."""
    over, body = node.args[0], node.args[1]
    if not (isinstance(over, tuple) and len(over) == 1 and isinstance(body, Node) and body.head == "compare" and body.args[1] in ("<=", "<", ">=", ">", "==")):
        return None
    entry = over[0]
    assert isinstance(entry, tuple)
    name, where = entry
    if not (isinstance(name, Node) and isinstance(where, Node)):
        return None
    where = stated(where)
    if where != Node("interval", Node("num", "0"), Node("num", "oo"), "closed", where.args[-1]):
        return None
    return str(name.args[0])


def _broken(term: Node, name: str, env: ev.Env, c: ev.Context) -> Broken:
    """The term as a function of t. Raises _Other."""
    if name not in free_names(term):
        value = ev.value(term, env, c)
        if not isinstance(value, fmpq):
            raise _Other
        return [(ONE, value, ZERO)]
    if term.head == "hockey_stick" and term.args[2] == Node("var", name) and name not in free_names(ev.argument(term, 0)) | free_names(ev.argument(term, 1)):
        first, second = (ev.value(ev.argument(term, k), env, c) for k in (0, 1))
        if not (isinstance(first, laws.FiniteLaw) and isinstance(second, laws.FiniteLaw)):
            raise _Other
        q = dict(second.items())
        return _surplus([(weight, q.get(point, ZERO)) for point, weight in first.items()])
    if term.head in ("add", "max", "min"):
        parts = [_broken(ev.argument(term, k), name, env, c) for k in range(len(term.args))]
        whole = parts[0]
        for part in parts[1:]:
            whole = _together(whole, part, lambda x, y: x + y) if term.head == "add" else _extreme(whole, part, 1 if term.head == "max" else -1)
        return whole
    if term.head == "mul":
        moving = [k for k in range(len(term.args)) if name in free_names(ev.argument(term, k))]
        factor: Any = ONE
        for k in range(len(term.args)):
            if k not in moving:
                factor = factor * ev.value(ev.argument(term, k), env, c)
        if len(moving) == 1 and isinstance(factor, fmpq):
            return [(start, factor * a, factor * b) for start, a, b in _broken(ev.argument(term, moving[0]), name, env, c)]
    raise _Other


def _surplus(weights: list[tuple[fmpq, fmpq]]) -> Broken:
    """The sum of ``max(p - t q, 0)``."""
    corners = sorted({ONE, *(p / q for p, q in weights if q > 0 and p > q)})
    return [(t, sum((p for p, q in weights if p > t * q), ZERO), -sum((q for p, q in weights if p > t * q), ZERO)) for t in corners]


def _together(first: Broken, second: Broken, operation: Any) -> Broken:
    """Both functions on common pieces, combined."""
    return [(start, operation(a, x), operation(b, y)) for start, (a, b), (x, y) in _common(first, second)]


def _common(first: Broken, second: Broken) -> list[tuple[fmpq, tuple[fmpq, fmpq], tuple[fmpq, fmpq]]]:
    starts = sorted({start for start, _, _ in (*first, *second)})
    if len(starts) > MOST_PIECES:
        raise _Other
    return [(t, _at(first, t), _at(second, t)) for t in starts]


def _at(function: Broken, t: fmpq) -> tuple[fmpq, fmpq]:
    return next((a, b) for start, a, b in reversed(function) if start <= t)


def _extreme(first: Broken, second: Broken, sign: int) -> Broken:
    """The larger (sign 1) or the smaller (sign -1) of two functions."""
    pieces = _common(first, second)
    result: Broken = []
    for k, (start, (a, b), (x, y)) in enumerate(pieces):
        end = pieces[k + 1][0] if k + 1 < len(pieces) else None
        cuts = [start]
        if b != y and (crossing := (x - a) / (b - y)) > start and (end is None or crossing < end):
            cuts.append(crossing)
        for j, cut in enumerate(cuts):
            stop = cuts[j + 1] if j + 1 < len(cuts) else end
            inside = (cut + stop) / 2 if stop is not None else cut + 1
            ahead = (a + b * inside - x - y * inside) * sign >= 0
            result.append((cut, a, b) if ahead else (cut, x, y))
    return result


__all__ = ["for_all_levels"]
