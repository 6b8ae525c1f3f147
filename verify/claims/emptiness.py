"""Ranges that hold nothing: an outermost range with constant ends that is empty is no statement but a slip of the pen, and is refused where it is declared.

A range that depends on names may be empty for some of their values: the statement is true there, and the engines say so.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from verify.claims.nodes import Node, free_names, literal, walk
from verify.claims.sets import stated

BITS = (64, 512)
"""Precisions at which two constants are compared."""


def empty_part(where: Node) -> str | None:
    """The first range with constant ends inside a set that holds nothing, in words such as ``an interval from 3 to 2``; None where none is known to be empty."""
    for node in walk(where):
        told = _WORDS[node.head](node) if node.head in _WORDS else None
        if told is not None:
            return told
    return None


def _interval(node: Node) -> str | None:
    low, high, left, right = node.args
    found = order(low, high)
    if found == ">" or (found == "=" and "open" in (left, right)):
        ends = ("(" if left == "open" else "[") + f"{_shown(low)}, {_shown(high)}" + (")" if right == "open" else "]")
        return f"an interval from {_shown(low)} to {_shown(high)}, {ends}"
    return None


def _integers(node: Node) -> str | None:
    low, high = node.args
    a, b = _whole(low, up=True), _whole(high, up=False)
    if a is None or b is None:
        return None
    if a > b or a == math.inf or b == -math.inf:
        return f"integers from {_shown(low)} to {_shown(high)}"
    return None


def _one_of(node: Node) -> str | None:
    return None if node.args else "one_of()"


def _equals(node: Node) -> str | None:
    value, within = node.args
    assert isinstance(within, Node)
    within = stated(within)
    if within.head == "interval":
        low, high, left, right = within.args
        below, above = order(value, low), order(value, high)
        outside = below == "<" or (below == "=" and left == "open") or above == ">" or (above == "=" and right == "open")
    elif within.head == "integers":
        a, b = _whole(value, up=True), _whole(value, up=False)
        outside = a is not None and b is not None and (a != b or order(value, within.args[0]) == "<" or order(value, within.args[1]) == ">")
    else:
        outside = False
    return f"{_shown(value)}, which does not lie in its set" if outside else None


_WORDS = {"interval": _interval, "integers": _integers, "one_of": _one_of, "equals": _equals}


def order(a: Any, b: Any) -> str | None:
    """``<``, ``=`` or ``>`` for two constants; None where that is not known, or one mentions a name."""
    x, y = as_written(a), as_written(b)
    if x is not None and y is not None:
        return "<" if x < y else ">" if x > y else "="
    if not _constant(a) or not _constant(b):
        return None
    if a == b:
        return "="
    for bits in BITS:
        found = _compared(a, b, bits)
        if found is not None:
            return found
    return None


def _constant(node: Any) -> bool:
    return isinstance(node, Node) and not node.has_readings and not free_names(node)


def as_written(node: Any) -> Fraction | float | None:
    """The number that a formula is by the way it is written, infinite ones as floats; None for others."""
    if not isinstance(node, Node):
        return None
    if node.head == "num" and node.args[0] in ("oo", "-oo"):
        return math.inf if node.args[0] == "oo" else -math.inf
    return literal(node)


def _compared(a: Node, b: Node, bits: int) -> str | None:
    from verify.engines import evaluate as ev
    from verify.values.numbers import NoValue, enclose

    try:
        c = ev.Context(bits)
        x, y = ev.value(a, {}, c), ev.value(b, {}, c)
        if x == y and not hasattr(x, "lo"):
            return "="
        x, y = enclose(x, bits), enclose(y, bits)
    except (NoValue, ev.NoRoute, ArithmeticError, ValueError, TypeError, AttributeError):
        return None
    return "<" if x.hi < y.lo else ">" if x.lo > y.hi else None


def _whole(node: Any, *, up: bool) -> float | int | None:
    """The least integer that is at least a constant, or (``up`` false) the largest that is at most it."""
    value = as_written(node)
    if isinstance(value, Fraction):
        return math.ceil(value) if up else math.floor(value)
    if value is not None:
        return value
    if not _constant(node):
        return None
    for bits in BITS:
        found = _rounded(node, bits, up)
        if found is not None:
            return found
    return None


def _rounded(node: Node, bits: int, up: bool) -> int | None:
    from verify.engines import evaluate as ev
    from verify.values.numbers import NoValue, enclose

    try:
        found = enclose(ev.value(node, {}, ev.Context(bits)), bits)
        if isinstance(found.lo, float) or isinstance(found.hi, float) or abs(found.hi) > 2**60:
            return None
        low, high = (int((end.ceil() if up else end.floor()).unique_fmpz()) for end in (found.lo, found.hi))
    except (NoValue, ev.NoRoute, ArithmeticError, ValueError, TypeError, AttributeError):
        return None
    return low if low == high else None


def _shown(node: Any) -> str:
    from verify.claims.show import text

    return str(text(node)) if isinstance(node, Node) else str(node)


__all__ = ["empty_part"]
