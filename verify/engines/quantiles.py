"""Least and largest numbers at which a monotone term reaches a level: ``inf[x in I : t(x) >= c] x`` and its mirror images, for instance quantiles.

Where the difference of both sides of the condition moves in one direction over I, the numbers that obey it are all those above (or below) one number. It lies
between a number that obeys the condition and one that does not; halving brings them together. Beyond all numbers that are tried, the values at the infinite
ends decide: a rising t is nowhere below its limit at -oo and nowhere above that at oo.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, free_names
from verify.claims.sets import stated
from verify.engines import evaluate as ev
from verify.engines import member_by_member
from verify.engines.monotone import FALLING, RISING, monotone
from verify.engines.truth import Truth
from verify.quantities import enclosures
from verify.values import numbers

FAR = 64
"""Powers of two up to which an end is looked for."""


def extreme_member(node: Node, env: ev.Env, c: ev.Context, *, upper: bool) -> Any:
    """The extremum of a name itself under such a condition, as an enclosure or an infinite end; None for other extrema, or where an end is not found."""
    over, condition = node.args[0], node.args[2]
    if not (isinstance(over, tuple) and len(over) == 1 and isinstance(condition, Node) and condition.head == "compare" and node.args[1] == over[0][0]):  # type: ignore[index]
        return None
    name, where = str(ev.argument(node, 1).args[0]), stated(over[0][1])  # type: ignore[index, arg-type]
    if where.head != "interval" or name in free_names(where) or condition.args[1] not in ("<", "<=", ">", ">="):
        return None
    gap = Node("add", ev.argument(condition, 0), Node("mul", Node("num", "-1"), ev.argument(condition, 2)))
    wanted = RISING if (condition.args[1] in (">", ">=")) != upper else FALLING  # the condition holds from some number on towards the end that is not asked for
    if monotone(gap, name, where, env, c) != wanted:
        return None
    low, high = (ev.argument_value(where, k, env, c) for k in (0, 1))
    if not member_by_member.has_members(where, env, c):
        return None
    outer, inner = (high, low) if upper else (low, high)  # where nothing obeys the condition sooner, and where everything does

    def obeys(x: Any) -> Truth:
        enclosures.spend(1)
        return ev.truth(condition, {**env, name: x}, c)

    if isinstance(inner, fmpq) and where.args[2 if upper else 3] != "closed":
        return None  # the value at an end that does not belong to the interval may be that of no member
    near, far = _beginning(inner, outer, obeys, Truth.TRUE), _beginning(outer, inner, obeys, Truth.FALSE)
    if near is None:
        return _nothing(node, env, c, upper) if obeys(inner) is Truth.FALSE else None
    if far is None:
        return outer if obeys(outer) is Truth.TRUE else None
    return _closer(near, far, obeys, c.prec)


def _beginning(end: Any, other: Any, obeys: Callable[[Any], Truth], wanted: Truth) -> fmpq | None:
    """A number from which on, towards this end of the interval, the condition has the wanted answer."""
    if isinstance(end, fmpq):
        return end if obeys(end) is wanted else None
    if not isinstance(end, float):
        return None
    start = other if isinstance(other, fmpq) else fmpq(0)
    sign = 1 if end > 0 else -1
    for k in range(FAR):
        x = start + sign * (fmpq(2) ** k if k else 0)
        if obeys(x) is wanted:
            return x
    return None


def _nothing(node: Node, env: ev.Env, c: ev.Context, upper: bool) -> Any:
    """The extremum of nothing."""
    if isinstance(node.args[3], Node):
        return ev.value(node.args[3], env, c)
    return -math.inf if upper else math.inf


def _closer(near: fmpq, far: fmpq, obeys: Callable[[Any], Truth], prec: int) -> numbers.Enclosure:
    """What lies between a number that obeys the condition and one that does not, to the precision or as far as comparisons are decided."""
    least = fmpq(1, 2**prec)
    while abs(near - far) > least * max(fmpq(1), abs(near)):
        for share in (fmpq(1, 2), fmpq(3, 8), fmpq(5, 8)):
            middle = _between(near, far, share, prec)
            answer = obeys(middle)
            if answer is Truth.TRUE:
                near = middle
            elif answer is Truth.FALSE:
                far = middle
            else:
                continue
            break
        else:
            break
    low, high = min(near, far), max(near, far)
    return numbers.Enclosure(numbers.enclose(low, prec).lo, numbers.enclose(high, prec).hi)


def _between(a: fmpq, b: fmpq, share: fmpq, prec: int) -> fmpq:
    """A number between two others, with a short binary expansion."""
    x = a + (b - a) * share
    unit = fmpq(2) ** (prec + 8)
    rounded = fmpq((x * unit).floor()) / unit
    return rounded if min(a, b) < rounded < max(a, b) else x


__all__ = ["extreme_member"]
