"""Equality of sums of exponentials: numbers ``c_1 e^(q_1) + c_2 e^(q_2) + ...`` with fractions c and q, kept exactly.

Exponentials of different fractions are linearly independent over the fractions (Lindemann and Weierstrass), so such a number is 0 if and only if all its
coefficients are. Sums, products and whole powers of such numbers are such numbers.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, pattern_names, walk
from verify.values.structures import Family, Table

Sum_ = dict[fmpq, fmpq]
"""Coefficients by exponents; none is 0."""
MOST_TERMS = 400
HEADS = frozenset({"num", "var", "add", "mul", "pow", "exp", "sum", "item", "norm", "if", "compare", "integers", "all", "any", "not", "apply", "abs"})


class Beyond(Exception):
    """The formula is no such sum, or too large."""


def equal(comparison: Node, env: dict[str, Any]) -> bool:
    """Whether both sides of a comparison are the same sum of exponentials; False where they are not, or are no such sums."""
    if not _of_exponentials(comparison):
        return False
    try:
        left, right = (_sum(comparison.args[k], env) for k in (0, 2))
    except Beyond:
        return False
    return left == right


@lru_cache(maxsize=4096)
def _of_exponentials(comparison: Node) -> bool:
    """Whether exponentials stand in it, and nothing that is no part of such sums."""
    return any(node.head == "exp" for node in walk(comparison)) and all(node.head in HEADS for node in walk(comparison))


def _sum(node: Any, env: dict[str, Any]) -> Sum_:
    found = _value(node, env)
    if isinstance(found, fmpq):
        return {fmpq(0): found} if found != 0 else {}
    if not isinstance(found, dict):
        raise Beyond
    return found


def _fraction(node: Any, env: dict[str, Any]) -> fmpq:
    found = _value(node, env)
    if isinstance(found, dict) and (not found or set(found) == {fmpq(0)}):
        return found.get(fmpq(0), fmpq(0))
    if not isinstance(found, fmpq):
        raise Beyond
    return found


def _value(node: Any, env: dict[str, Any]) -> Any:
    if not isinstance(node, Node):
        raise Beyond
    head, args = node.head, node.args
    if head == "num":
        text = str(args[0])
        if "oo" in text:
            raise Beyond
        return fmpq(*(int(x) for x in (text + "/1").split("/")[:2]))
    if head == "var":
        if str(args[0]) not in env:
            raise Beyond
        return env[str(args[0])]
    if head in ("add", "mul"):
        parts = [_value(a, env) for a in args]
        result = parts[0]
        for part in parts[1:]:
            result = _points(head, result, part) if isinstance(result, tuple) or isinstance(part, tuple) else _combined(head, result, part)
        return result
    if head == "pow":
        if isinstance(args[0], Node) and args[0].head == "norm" and _fraction(args[0].args[1], env) == 2 and _fraction(args[1], env) == 2:
            point = _value(args[0].args[0], env)
            return sum((x * x for x in (point if isinstance(point, tuple) else (point,))), fmpq(0))
        return _power(_value(args[0], env), _fraction(args[1], env))
    if head == "exp":
        return {_fraction(args[0], env): fmpq(1)}
    if head == "sum":
        total: Any = fmpq(0)
        for inner in _assignments(args[0], env):
            if args[2] is None or _truth(args[2], inner):
                total = _combined("add", total, _value(args[1], inner))
        return total
    if head in ("item", "apply") and len(args) == 2:
        return _member(_value(args[0], env), _value(args[1], env))
    if head == "if":
        return _value(args[1 if _truth(args[0], env) else 2], env)
    raise Beyond


def _member(whole: Any, index: Any) -> Any:
    if isinstance(whole, Table):
        return whole.at(index)
    members = whole.members if isinstance(whole, Family) else whole if isinstance(whole, tuple) else (whole,)
    if not (isinstance(index, fmpq) and index.q == 1 and 1 <= index <= len(members)):
        raise Beyond
    return members[int(index.p) - 1]


def _points(head: str, a: Any, b: Any) -> Any:
    if head == "add":
        if not isinstance(a, tuple) or not isinstance(b, tuple) or len(a) != len(b):
            raise Beyond
        return tuple(_combined("add", x, y) for x, y in zip(a, b, strict=True))
    if isinstance(a, tuple) and isinstance(b, tuple):
        raise Beyond
    point, factor = (a, b) if isinstance(a, tuple) else (b, a)
    return tuple(_combined("mul", x, factor) for x in point)


def _combined(head: str, a: Any, b: Any) -> Any:
    if isinstance(a, fmpq) and isinstance(b, fmpq):
        return a + b if head == "add" else a * b
    one, two = (x if isinstance(x, dict) else {fmpq(0): x} if isinstance(x, fmpq) else None for x in (a, b))
    if one is None or two is None:
        raise Beyond
    found: Sum_ = {}
    pairs = ([*one.items(), *two.items()] if head == "add" else [(q + r, c * d) for q, c in one.items() for r, d in two.items()])
    for exponent, coefficient in pairs:
        found[exponent] = found.get(exponent, fmpq(0)) + coefficient
    if len(found) > MOST_TERMS:
        raise Beyond
    return {q: c for q, c in found.items() if c != 0}


def _power(base: Any, exponent: fmpq) -> Any:
    if exponent.q != 1 or abs(exponent.p) > 8:
        raise Beyond
    n = int(exponent.p)
    if isinstance(base, fmpq):
        if base == 0 and n < 0:
            raise Beyond
        return base**n
    if not isinstance(base, dict):
        raise Beyond
    if n < 0:
        if len(base) != 1:
            raise Beyond
        ((q, c),) = base.items()
        base, n = {-q: 1 / c}, -n
    result: Any = {fmpq(0): fmpq(1)}
    for _ in range(n):
        result = _combined("mul", result, base)
    return result


def _assignments(over: Any, env: dict[str, Any]) -> list[dict[str, Any]]:
    found = [env]
    for pattern, where in over:
        if not isinstance(where, Node) or where.head != "integers":
            raise Beyond
        (name,) = pattern_names(pattern)
        found = [{**inner, name: fmpq(k)} for inner in found for k in _range(where, inner)]
        if len(found) > 4096:
            raise Beyond
    return found


def _range(where: Node, env: dict[str, Any]) -> range:
    low, high = (_fraction(a, env) for a in where.args)
    if low.q != 1 or high.q != 1:
        raise Beyond
    return range(int(low.p), int(high.p) + 1)


def _truth(node: Any, env: dict[str, Any]) -> bool:
    if not isinstance(node, Node):
        raise Beyond
    if node.head == "compare":
        a, relation, b = _fraction(node.args[0], env), node.args[1], _fraction(node.args[2], env)
        answers = {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b, "==": a == b, "!=": a != b}
        if relation not in answers:
            raise Beyond
        return bool(answers[str(relation)])
    if node.head in ("all", "any"):
        return (all if node.head == "all" else any)(_truth(a, env) for a in node.args)
    if node.head == "not":
        return not _truth(node.args[0], env)
    raise Beyond


__all__ = ["equal"]
