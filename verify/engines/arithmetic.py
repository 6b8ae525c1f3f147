"""Numbers and points at an exact instance: sums, products, powers, choices between cases, coordinates, values of functions."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from flint import arb, fmpq

from verify.claims.nodes import Node, heads, number
from verify.engines.evaluate import (
    MOST_INTEGERS,
    RULES,
    Context,
    Env,
    NoRoute,
    argument,
    argument_value,
    has_a_value,
    index_of,
    made_of_numbers,
    numbers_kinds,
    resolve,
    truth,
    value,
)
from verify.engines.truth import Truth
from verify.values import elementary, numbers, powers, primitives, rounding
from verify.values.iterations import Iteration
from verify.values.numbers import Enclosure, NoValue, compare
from verify.values.structures import Event, Family, Function, Row, Sequence, Table


def _pi(node: Node, env: Env, c: Context) -> Any:
    with numbers.precision(c.prec):
        return numbers.hull(arb.pi())


def _fold(operation: Callable[[Any, Any, int], Any]) -> Callable[[Node, Env, Context], Any]:
    def rule(node: Node, env: Env, c: Context) -> Any:
        result = value(node.args[0], env, c)  # type: ignore[arg-type]
        for one in node.args[1:]:
            result = operation(result, value(one, env, c), c.prec)  # type: ignore[arg-type]
        return result

    return rule


def added(a: Any, b: Any, prec: int) -> Any:
    """The sum of two numbers, or of two points coordinate by coordinate."""
    if isinstance(a, tuple) and isinstance(b, tuple):
        if len(a) != len(b):
            raise NoValue("points of different length have no sum")
        return tuple(added(x, y, prec) for x, y in zip(a, b, strict=True))
    return numbers.add(a, b, prec) if type(a) is not fmpq or type(b) is not fmpq else a + b


def times(a: Any, b: Any, prec: int) -> Any:
    """The product of two numbers, or of a number and a point."""
    if isinstance(b, tuple) and not isinstance(a, tuple):
        return tuple(times(a, y, prec) for y in b)
    if isinstance(a, tuple):
        return tuple(times(x, b, prec) for x in a)
    return numbers.mul(a, b, prec) if type(a) is not fmpq or type(b) is not fmpq else a * b


def _factors(node: Node, env: Env, c: Context) -> Any:
    """A product; one divided by a sum of logarithms is a fraction where both are multiples of the same."""
    inverted = _over_logarithms(node)
    if inverted is None:
        return _multiplied(node, env, c)
    others = [value(one, env, c) for k, one in enumerate(node.args) if k != inverted]  # type: ignore[arg-type]
    above: Any = fmpq(1)
    for other in others:
        above = times(above, other, c.prec)
    if type(above) is numbers.LogSum:
        below = argument_value(argument(node, inverted), 0, env, c)
        found = numbers.div(above, below, c.prec) if type(below) is numbers.LogSum else None
        if type(found) is fmpq:
            return found
    return _multiplied(node, env, c)


_multiplied = _fold(times)


@lru_cache(maxsize=4096)
def _over_logarithms(node: Node) -> int | None:
    """Where the only factor 1/t stands in a product of logarithms; None in another product."""
    found = [k for k, a in enumerate(node.args) if isinstance(a, Node) and a.head == "pow" and a.args[1] == _MINUS_ONE]
    logs = [k for k, a in enumerate(node.args) if isinstance(a, Node) and "log" in heads(a)]
    return found[0] if len(found) == 1 and found[0] in logs and len(logs) > 1 else None


_MINUS_ONE = number("-1")


def _unary(function: Callable[[Any, int], Any]) -> Callable[[Node, Env, Context], Any]:
    def rule(node: Node, env: Env, c: Context) -> Any:
        return function(value(node.args[0], env, c), c.prec)  # type: ignore[arg-type]

    return rule


def _pow(node: Node, env: Env, c: Context) -> Any:
    return powers.power(argument_value(node, 0, env, c), argument_value(node, 1, env, c), c.prec)


def _special(node: Node, env: Env, c: Context) -> Any:
    if len(node.args) != primitives.primitive(node.head).arity:
        raise NoValue(f"{node.head} needs {primitives.primitive(node.head).arity} arguments")
    return primitives.value(node.head, [argument_value(node, k, env, c) for k in range(len(node.args))], c.prec)


def _if(node: Node, env: Env, c: Context) -> Any:
    return _choice(node, env, c, ())


def _choice(node: Node, env: Env, c: Context, held: tuple[Node, ...]) -> Any:
    """The live branch, or what both enclose where the condition is open: each is evaluated in the case in which it is live. ``held``: comparisons that hold here."""
    condition = argument(node, 0)
    answer = truth(condition, env, c)
    if answer is Truth.TRUE:
        return _in_case(argument(node, 1), env, c, held)
    if answer is Truth.FALSE:
        return _in_case(argument(node, 2), env, c, held)
    if answer is Truth.NO_VALUE:
        raise NoValue("the condition has no value")
    a = numbers.enclose(_in_case(argument(node, 1), env, c, (*held, condition)), c.prec)
    b = numbers.enclose(_in_case(argument(node, 2), env, c, held), c.prec)
    return Enclosure(min(a.lo, b.lo), max(a.hi, b.hi), a.exists and b.exists and has_a_value(condition, env, c))


def _in_case(node: Node, env: Env, c: Context, held: tuple[Node, ...]) -> Any:
    """A branch where comparisons hold: an argument of a function that is compared with a number lies on one side of that number."""
    if node.head == "if":
        return _choice(node, env, c, held)
    if not held or node.head not in primitives.PRIMITIVES:
        return value(node, env, c)
    arguments, left_out = zip(*(_beyond(argument(node, k), argument_value(node, k, env, c), held, env, c) for k in range(len(node.args))), strict=True)
    return primitives.value(node.head, arguments, c.prec, left_out)


def _beyond(term: Node, x: Any, held: tuple[Node, ...], env: Env, c: Context) -> tuple[Any, tuple[bool, bool]]:
    """What is known of a number where comparisons hold: an enclosure, and whether the number differs from its lower and from its upper end."""
    below = above = False
    for relation, bound in ((p.args[1], p.args[2]) for p in held if p.head == "compare" and p.args[0] == term):
        if not isinstance(x, Enclosure):
            break
        end = numbers.enclose(value(bound, env, c), c.prec)  # type: ignore[arg-type]
        if relation in (">", ">=") and x.lo <= end.lo < x.hi:
            x, below = Enclosure(end.lo, x.hi, x.exists), relation == ">" or (below and x.lo == end.lo)
        elif relation in ("<", "<=") and x.lo < end.hi <= x.hi:
            x, above = Enclosure(x.lo, end.hi, x.exists), relation == "<" or (above and x.hi == end.hi)
    return x, (below, above)


def _norm(node: Node, env: Env, c: Context) -> Any:
    point, order = argument_value(node, 0, env, c), argument_value(node, 1, env, c)
    return norm(point, order, c.prec)


def norm(point: Any, order: Any, prec: int) -> Any:
    """l_order norm of a point, 0 of one without coordinates, or absolute value of a number. Raises NoValue for an order below 1."""
    if order is not None and compare(order, fmpq(1)) == "<":
        raise NoValue("a norm of order below 1")
    if not isinstance(point, tuple):
        return elementary.absolute(point)
    parts = [elementary.absolute(x) for x in point]
    if len(parts) < 2:
        return parts[0] if parts else fmpq(0)
    if order == math.inf:
        return elementary.maximum(*parts)
    total: Any = fmpq(0)
    for part in parts:
        total = numbers.add(total, powers.power(part, order, prec), prec)
    return powers.power(total, numbers.div(fmpq(1), order, prec), prec)


def _item(node: Node, env: Env, c: Context) -> Any:
    whole, index = argument_value(node, 0, env, c), argument_value(node, 1, env, c)
    members = whole.members if isinstance(whole, Family) else whole.records if isinstance(whole, Row) else whole
    if isinstance(whole, Table):
        return whole.at(index)
    if isinstance(whole, Sequence) and isinstance(index, Enclosure):
        raise NoRoute("a term of a sequence whose index is not known")
    if isinstance(whole, Function):
        return at(whole, index, c)
    if isinstance(whole, Sequence):
        if not (isinstance(index, fmpq) and index.q == 1 and index >= 1):
            raise NoValue(f"there is no term {index} of a sequence, whose terms are counted from 1")
        return resolve(whole.at(int(index.p)), c)
    if not isinstance(members, tuple):
        members = (members,)
    place = int(index.p) if isinstance(index, fmpq) and index.q == 1 else 0
    if not 1 <= place <= len(members):
        raise NoValue(f"there is no member {index} of {len(members)}")
    return resolve(members[place - 1], c)


def _prefix(node: Node, env: Env, c: Context) -> Any:
    whole, count = argument_value(node, 0, env, c), argument_value(node, 1, env, c)
    if isinstance(whole, Sequence | Function) and isinstance(count, fmpq) and count.q == 1 and 0 <= count <= MOST_INTEGERS:
        terms = range(1, int(count.p) + 1)
        return tuple(at(whole, fmpq(k), c) if isinstance(whole, Function) else resolve(whole.at(k), c) for k in terms)
    point = whole if isinstance(whole, tuple) else (whole,)
    if not (isinstance(count, fmpq) and count.q == 1 and 0 <= count <= len(point)):
        raise NoValue(f"there are no first {count} coordinates of {len(point)}")
    return point[: int(count.p)]


def _order_statistic(node: Node, env: Env, c: Context) -> Any:
    point, rank = argument_value(node, 0, env, c), argument_value(node, 1, env, c)
    numbers_ = point if isinstance(point, tuple) else (point,)
    place = index_of(rank, len(numbers_))
    if not all(isinstance(x, fmpq) for x in numbers_):
        raise NoRoute("the rank of coordinates that are not fractions")
    return sorted(numbers_)[place]


def _size(node: Node, env: Env, c: Context) -> Any:
    whole = argument_value(node, 0, env, c)
    if isinstance(whole, Family):
        return fmpq(len(whole.members))
    if isinstance(whole, Iteration):
        return fmpq(whole.steps)
    if isinstance(whole, Row):
        return fmpq(sum(r is not None for r in whole.records))
    if isinstance(whole, Event):
        return fmpq(len(whole.points))
    if isinstance(whole, Sequence | Function):
        return math.inf
    return fmpq(len(whole) if isinstance(whole, tuple) else 1)


_AT = Node("var", "#at")


def at(function: Function, x: Any, c: Context) -> Any:
    """The value of a function at a number of its interval."""
    key = (function, int(x.p), int(x.q), c.prec) if type(x) is fmpq and not function.captured and made_of_numbers(function.body)[0] is not None else None
    known = _IMAGES.get(key)
    if known is None:
        if not isinstance(x, numbers_kinds) or truth(Node("member", _AT, function.where), {"#at": x}, c) is Truth.FALSE:
            raise NoValue("a function outside its interval")
        known = value(function.body, {**dict(function.captured), function.name: x}, c)
        if key is not None:
            if len(_IMAGES) >= 1 << 14:
                _IMAGES.clear()
            _IMAGES[key] = known
    return known


_IMAGES: dict[Any, Any] = {}
"""Values of functions that are made of functions of numbers alone, by function, fraction and precision."""

RULES.update({
    "pi": _pi, "add": _fold(added), "mul": _factors, "pow": _pow,
    "exp": _unary(elementary.exp), "log": _unary(elementary.log), "abs": _unary(lambda a, prec: elementary.absolute(a)),
    "floor": _unary(rounding.floor), "ceiling": _unary(rounding.ceiling),
    "max": _fold(lambda a, b, prec: elementary.maximum(a, b)), "min": _fold(lambda a, b, prec: elementary.minimum(a, b)),
    "if": _if, "norm": _norm, "item": _item, "size": _size, "prefix": _prefix, "order_statistic": _order_statistic,
})
RULES.update(dict.fromkeys(primitives.PRIMITIVES, _special))
