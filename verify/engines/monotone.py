"""Where a term is monotone in a bound name, its extremum over an interval is its value at an end of the interval.

The direction is read off the structure of the term, never off its values. The one rule about laws is Anderson's inequality on the line: for a density
proportional to ``exp(c1 x + c2 x^2)`` on the whole line with ``c2 < 0`` fixed, ``E |X|^k`` for ``k >= 0`` does not fall as ``|c1|`` grows.
"""

from __future__ import annotations

import math
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, free_names, pattern_names
from verify.claims.sets import stated
from verify.engines import binders, listed
from verify.engines import evaluate as ev
from verify.engines.truth import Truth
from verify.values import numbers
from verify.values.structures import Family

RISING, FALLING, CONSTANT = 1, -1, 0


class _Unknown(Exception):
    """The structure does not say how the term moves."""


def least_member(over: Any, term: Node, upper: bool, env: ev.Env, c: ev.Context) -> ev.Env | None:
    """The environment in which the only bound name of an extremum has the member where it is attained; None where that is not seen.

    The name ranges over an interval, or over families of numbers of an interval; the deciding end must belong to the interval.
    """
    if len(over) != 1 or not isinstance(over[0][0], Node):
        return None
    name, where = str(over[0][0].args[0]), over[0][1]
    where = stated(where)
    index: list[Any] | None = None
    if where.head == "families":
        index, finite = listed.members_of(ev.argument(where, 0), env, c)
        if not finite:
            return None
        where = ev.argument(where, 1)
        where = stated(where)
    if where.head != "interval" or name in free_names(where):
        return None
    try:
        span = _Range(where, env, c)
        if numbers.relation(span.low, "<=" if where.args[2:4] == ("closed", "closed") else "<", span.high) is not True:
            return None  # perhaps no members
        moves = _direction(term, name, span, env, c)
    except (_Unknown, numbers.NoValue, ev.NoRoute):
        return None
    at_low = (moves == RISING) != upper or moves == CONSTANT
    k = 0 if at_low else 1
    if where.args[k + 2] != "closed":
        return None
    end = ev.argument_value(where, k, env, c)
    if end in (math.inf, -math.inf):
        return None
    return {**env, name: end if index is None else Family((end,) * len(index))}


def monotone(term: Node, name: str, where: Node, env: ev.Env, c: ev.Context) -> int | None:
    """The direction of a term on an interval of the name; None where the structure does not show it."""
    try:
        return _direction(term, name, _Range(where, env, c), env, c)
    except (_Unknown, numbers.NoValue, ev.NoRoute):
        return None


def nowhere_else(body: Node, name: str, where: Node, env: ev.Env, c: ev.Context, answer: Truth) -> bool:
    """Whether a comparison has an answer (true or false) at the lower end of an interval and, as the difference of its sides moves away from 0, everywhere in it."""
    if body.head != "compare" or body.args[1] not in ("<", "<=", ">", ">="):
        return False
    gap = Node("add", ev.argument(body, 0), Node("mul", Node("num", "-1"), ev.argument(body, 2)))
    moves = monotone(gap, name, where, env, c)
    kept = RISING if (body.args[1] in (">", ">=")) == (answer is Truth.TRUE) else FALLING
    if moves not in (kept, CONSTANT):
        return False
    try:
        if where.args[3] == "closed" and not _finite(ev.argument_value(where, 1, env, c)):
            return False  # at oo a side may have no value, whatever it is before
        left, right = (ev.argument_value(body, k, {**env, name: ev.argument_value(where, 0, env, c)}, c) for k in (0, 2))
        if not all(isinstance(side, ev.numbers_kinds) and _finite(side) for side in (left, right)):
            return False  # sums of both infinities would have no value further on
        return numbers.relation(left, str(body.args[1]), right) is (answer is Truth.TRUE)
    except (numbers.NoValue, ev.NoRoute):
        return False


def _finite(value: Any) -> bool:
    return not any(isinstance(end, float) or not end.is_finite() for end in (value.lo, value.hi)) if isinstance(value, numbers.Enclosure) else not isinstance(value, float)


class _Range:
    """The ends of the interval of the moving name."""

    def __init__(self, where: Node, env: ev.Env, c: ev.Context) -> None:
        self.low = ev.argument_value(where, 0, env, c)
        self.high = ev.argument_value(where, 1, env, c)


def _direction(term: Node, name: str, span: _Range, env: ev.Env, c: ev.Context) -> int:
    """How the term moves as the name rises. Raises _Unknown."""
    if name not in free_names(term):
        return CONSTANT
    head = term.head
    if head == "var" or (head == "item" and ev.argument(term, 0) == Node("var", name) and name not in free_names(ev.argument(term, 1))):
        return RISING
    if head in ("exp", "erf", "floor", "ceiling"):
        return _direction(ev.argument(term, 0), name, span, env, c)
    if head == "erfc":
        return -_direction(ev.argument(term, 0), name, span, env, c)
    if head in ("add", "max", "min"):
        return _together([_direction(ev.argument(term, k), name, span, env, c) for k in range(len(term.args))])
    if head == "mul":
        return _product(term, name, span, env, c)
    if head == "pow":
        base, exponent = ev.argument(term, 0), ev.argument(term, 1)
        if name in free_names(exponent) or not _nonnegative(base, name, span, env, c):
            raise _Unknown
        if _sign(ev.value(exponent, env, c)) < 0 and _sign(ev.value(base, {**env, name: span.low}, c)) <= 0:  # a rising base above 0 at the low end
            raise _Unknown
        if _sign(ev.value(exponent, env, c)) < 0 and _direction(base, name, span, env, c) == FALLING:
            raise _Unknown
        return _sign(ev.value(exponent, env, c)) * _direction(base, name, span, env, c)
    if head == "if":
        return _steps(term, name, span, env, c)
    if head == "sum" and not isinstance(term.args[2], Node):
        over = term.args[0]
        assert isinstance(over, tuple)
        if name in {n for entry in over for n in pattern_names(entry[0])} or any(name in free_names(entry[1]) for entry in over):  # type: ignore[index,arg-type]
            raise _Unknown
        found = []
        for inner, whole in binders.assignments(over, env, c):
            if not whole:
                raise _Unknown
            found.append(_direction(ev.argument(term, 1), name, span, inner, c))
        return _together(found)
    if head == "moment":
        return _moment(term, name, span, env, c)
    if head == "largest_shift" and not any(name in free_names(ev.argument(term, k)) for k in (0, 2)) and not (isinstance(term.args[3], Node) and name in free_names(term.args[3])):
        if not _nonnegative(ev.argument(term, 1), name, span, env, c):  # no ball has a length below 0
            raise _Unknown
        return _direction(ev.argument(term, 1), name, span, env, c)  # longer shifts are among those of a larger ball
    raise _Unknown


def _steps(term: Node, name: str, span: _Range, env: ev.Env, c: ev.Context) -> int:
    """``if x < a then t else u`` (or ``<=``, or ``a < x``): both parts move in one direction, and the values at a do not jump in the other."""
    condition, then, otherwise = (ev.argument(term, k) for k in range(3))
    if condition.head == "compare" and condition.args[2] == Node("var", name):  # the same with what holds otherwise
        condition, then, otherwise = Node("compare", condition.args[2], {"<": "<=", "<=": "<"}.get(str(condition.args[1]), ""), condition.args[0]), otherwise, then
    at = ev.argument(condition, 2) if condition.head == "compare" else None
    if at is None or condition.args[0] != Node("var", name) or condition.args[1] not in ("<", "<=") or name in free_names(at):
        raise _Unknown
    here = {**env, name: ev.value(at, env, c)}
    first, second = ev.value(then, here, c), ev.value(otherwise, here, c)
    direction = _together([_direction(then, name, span, env, c), _direction(otherwise, name, span, env, c)])
    if direction != RISING and numbers.relation(first, ">=", second) is True:
        return FALLING
    if direction != FALLING and numbers.relation(first, "<=", second) is True:
        return RISING
    raise _Unknown


def _together(directions: list[int]) -> int:
    """The direction of a sum."""
    moving = {d for d in directions if d != CONSTANT}
    if len(moving) > 1:
        raise _Unknown
    return moving.pop() if moving else CONSTANT


def _product(term: Node, name: str, span: _Range, env: ev.Env, c: ev.Context) -> int:
    """One moving factor, and factors of known sign that do not move."""
    direction, moving = CONSTANT, 0
    sign = 1
    for k in range(len(term.args)):
        factor = ev.argument(term, k)
        if name in free_names(factor):
            moving += 1
            direction = _direction(factor, name, span, env, c)
        else:
            sign *= _sign(ev.value(factor, env, c))
    if moving > 1:
        raise _Unknown
    return sign * direction


def _sign(value: Any) -> int:
    """1, 0 or -1. Raises _Unknown where it is open, or for an infinite number (0 * oo has no value)."""
    if not isinstance(value, ev.numbers_kinds) or value in (math.inf, -math.inf):
        raise _Unknown
    for relation, sign in ((">", 1), ("==", 0), ("<", -1)):
        if numbers.relation(value, relation, fmpq(0)) is True:
            return sign
    raise _Unknown


def _nonnegative(term: Node, name: str, span: _Range, env: ev.Env, c: ev.Context) -> bool:
    """Whether a moving term is seen to be at least 0 on the whole range."""
    if term.head in ("moment", "abs", "norm", "exp"):
        return True
    if term.head == "var" or (term.head == "item" and ev.argument(term, 0) == Node("var", name) and name not in free_names(ev.argument(term, 1))):
        return numbers.relation(span.low, ">=", fmpq(0)) is True
    if term.head in ("add", "mul", "max", "sum", "pow"):
        if term.head == "sum":
            over = term.args[0]
            return all(whole and _nonnegative(ev.argument(term, 1), name, span, inner, c) for inner, whole in binders.assignments(over, env, c))
        parts = [ev.argument(term, k) for k in range(1 if term.head == "pow" else len(term.args))]
        every = any if term.head == "max" else all
        return every(_nonnegative(p, name, span, env, c) if name in free_names(p) else _sign(ev.value(p, env, c)) >= 0 for p in parts)
    return False


def _moment(term: Node, name: str, span: _Range, env: ev.Env, c: ev.Context) -> int:
    law, order = ev.argument(term, 0), ev.argument(term, 1)
    if law.head != "law" or name in free_names(order) or _sign(ev.value(order, env, c)) < 0 or (len(term.args) > 2 and isinstance(term.args[2], Node) and name in free_names(term.args[2])):
        raise _Unknown
    pieces = law.args[2]
    if not isinstance(pieces, tuple) or len(pieces) != 1 or not isinstance(pieces[0], tuple):
        raise _Unknown
    low, high, _, slope, curve = pieces[0]
    assert isinstance(low, Node) and isinstance(high, Node) and isinstance(slope, Node) and isinstance(curve, Node)
    whole = low == Node("num", "-oo") and high == Node("num", "oo")
    if not whole or name in free_names(curve) or _sign(ev.value(curve, env, c)) >= 0:
        raise _Unknown
    if not _nonnegative(slope, name, span, env, c):
        raise _Unknown
    return _direction(slope, name, span, env, c)


__all__ = ["least_member", "monotone", "nowhere_else"]
