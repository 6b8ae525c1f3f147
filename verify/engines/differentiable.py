"""Statements that a slope is finite everywhere, ``for all s in I: |d/ds g(s)| < oo``, read off the term of g.

Sums, products, exponentials, error functions, whole powers, and powers and logarithms of what is positive all over I are differentiable wherever their parts
are, and a slope that exists is a finite number. At an end that belongs to I a function is differentiated from inside; there is no slope at infinity, so an
infinite end must be left out, and none at the only point of an interval. The order is a whole number.
"""

from __future__ import annotations

from flint import fmpq

from verify.claims.nodes import ClaimError, Node, free_names, literal, number, pattern_names, substitute
from verify.claims.sets import stated
from verify.engines import evaluate as ev
from verify.engines import member_by_member
from verify.engines.truth import Truth
from verify.values import elementary, numbers
from verify.values.structures import Function

INFINITY = number("oo")
SMOOTH = frozenset({"add", "mul", "exp", "erf", "erfc"})


def finite_slope(node: Node, env: ev.Env, c: ev.Context) -> Truth | None:
    """TRUE where such a statement over an interval is seen to hold; None where it is another statement, or that is not seen."""
    over, body = node.args[0], node.args[1]
    if not (isinstance(over, tuple) and len(over) == 1 and isinstance(body, Node) and body.head == "compare" and body.args[1:] == ("<", INFINITY)):
        return None
    pattern, where = over[0]  # type: ignore[misc, str-unpack]
    slope = body.args[0]
    if isinstance(slope, Node) and slope.head == "abs":
        slope = slope.args[0]
    if not (isinstance(pattern, Node) and isinstance(where, Node) and isinstance(slope, Node) and slope.head == "derivative"):
        return None
    name, interval = str(pattern.args[0]), stated(where)
    bound, at = slope.args[0][0]  # type: ignore[index, misc, str-unpack]
    order = literal(ev.argument(slope, 2))
    if at != pattern or interval.head != "interval" or order is None or order.denominator != 1 or order < 0 or len(pattern_names(bound)) != 1:
        return None
    try:
        term = substitute(ev.argument(slope, 1), {pattern_names(bound)[0]: pattern})
        low, high = (ev.argument_value(interval, k, env, c) for k in (0, 1))
        if not member_by_member.has_members(interval, env, c) or any(isinstance(end, float) and interval.args[k] == "closed" for k, end in ((2, low), (3, high))):
            return None
        whole = numbers.Enclosure(numbers.enclose(low, c.prec).lo, numbers.enclose(high, c.prec).hi)
        return Truth.TRUE if _smooth(term, name, interval, {**env, name: whole}, c) else None
    except (ev.NoRoute, numbers.NoValue, ClaimError):  # the last where one name would be taken for another
        return None


def _smooth(term: Node, name: str, interval: Node, env: ev.Env, c: ev.Context) -> bool:
    """Whether a term has slopes of every order all over the interval, whose hull stands for the name."""
    if name not in free_names(term):
        return numbers.relation(elementary.absolute(ev.value(term, env, c)), "<", fmpq(1 << 62)) is True
    if term.head == "var":
        return True
    if term.head == "apply":
        function = ev.argument_value(term, 0, env, c)
        if not isinstance(function, Function) or function.captured or term.args[1:] != (Node("var", name),) or not _within(interval, function.where, env, c):
            return False
        return _smooth(substitute(function.body, {function.name: Node("var", name)}), name, interval, env, c)
    if term.head == "pow":
        base, power = ev.argument(term, 0), literal(ev.argument(term, 1))
        if power is None or not _smooth(base, name, interval, env, c):
            return False
        return (power.denominator == 1 and power >= 0) or _positive(base, env, c)
    if term.head == "log":
        return _smooth(ev.argument(term, 0), name, interval, env, c) and _positive(ev.argument(term, 0), env, c)
    return term.head in SMOOTH and all(_smooth(ev.argument(term, k), name, interval, env, c) for k in range(len(term.args)))


def _positive(term: Node, env: ev.Env, c: ev.Context) -> bool:
    return numbers.relation(ev.value(term, env, c), ">", fmpq(0)) is True


def _within(inner: Node, outer: Node, env: ev.Env, c: ev.Context) -> bool:
    """Whether one interval lies in another."""
    outer = stated(outer)
    if outer.head != "interval":
        return False
    for end, relation in ((0, ">="), (1, "<=")):
        a, b = ev.argument_value(inner, end, env, c), ev.argument_value(outer, end, {}, c)
        strict = outer.args[2 + end] == "open" and inner.args[2 + end] == "closed"
        if numbers.relation(a, relation[0] if strict else relation, b) is not True:
            return False
    return True


__all__ = ["finite_slope"]
