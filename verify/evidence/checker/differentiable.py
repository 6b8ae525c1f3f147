"""Finite slopes everywhere: ``for all s in I: |d/ds g(s)| < oo`` for terms g that are put together from functions without corners or poles on I."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from verify.evidence.checker import numbers as n
from verify.evidence.checker.formula import argument, entries, head, mentions, names, rational, stated, word
from verify.evidence.checker.laws import Function
from verify.evidence.checker.numbers import Ball, NoValue, Undecided
from verify.evidence.checker.tails import put
from verify.evidence.checker.truth import TRUE, Env

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator

EVERYWHERE = ("add", "mul", "exp", "erf", "erfc")


def finite_slope(e: Evaluator, p: Any, env: Env) -> str | None:
    """Whether the statement is true, or None where it is of another form or not seen."""
    over, body = entries(p), argument(p, 1)
    if p[0] != "forall" or len(over) != 1 or head(over[0][0]) != "var" or head(body) != "compare" or word(argument(body, 1)) != "<" or argument(body, 2) != "oo":
        return None
    name, where, slope = names(over[0][0])[0], stated(over[0][1]), argument(body, 0)
    slope = argument(slope, 0) if head(slope) == "abs" else slope
    if head(slope) != "derivative" or head(where) != "interval" or len(entries(slope)) != 1:
        return None
    order = _power(argument(slope, 2))
    if order is None or order.denominator != 1 or order < 0:
        return None
    (inner, at), = entries(slope)
    if head(inner) != "var" or at != over[0][0]:
        return None
    try:
        ends = [e.number(argument(where, k), env) for k in (0, 1)]
        if n.relations(*ends) != {"<"} or any(not n.finite(end) and word(argument(where, k)) == "closed" for k, end in zip((2, 3), ends, strict=True)):
            return None
        low, high = map(n.ball, ends)
        term = put(argument(slope, 1), names(inner)[0], over[0][0])
        return TRUE if _without_corners(e, term, name, where, {**env, name: Ball(low.lo, high.hi)}) else None
    except (NoValue, Undecided):
        return None


def _without_corners(e: Evaluator, f: Any, name: str, where: Any, env: Env) -> bool:
    """Whether all parts of the term that move have slopes on the interval; the name stands for any of its numbers."""
    if name not in mentions(f):
        return n.finite(e.number(f, env))
    kind = head(f)
    if kind == "apply":
        function = e.value(argument(f, 0), env)
        if len(f) != 3 or head(f[2]) != "var" or not isinstance(function, Function) or function.captured or not _same_place(e, function.where, where, env):
            return False
        return _without_corners(e, put(function.body, function.name, f[2]), name, where, env)
    if kind in ("pow", "log"):
        power = _power(argument(f, 1)) if kind == "pow" else None
        if kind == "pow" and power is None:
            return False
        smooth = power is not None and power >= 0 and power.denominator == 1
        return _without_corners(e, f[1], name, where, env) and (smooth or n.ball(e.number(f[1], env)).lo > 0)
    return kind == "var" or (kind in EVERYWHERE and all(_without_corners(e, part, name, where, env) for part in f[1:]))


def _power(f: Any) -> Fraction | None:
    """The finite number that a formula is written as, if it is one."""
    return rational(f) if isinstance(f, str) and f not in ("oo", "-oo") else None


def _same_place(e: Evaluator, one: Any, other: Any, env: Env) -> bool:
    """Whether a function is given on just this interval."""
    one = stated(one)
    return head(one) == "interval" and one[3:] == other[3:] and all(e.number(argument(one, k), {}) == e.number(argument(other, k), env) for k in (0, 1))


__all__ = ["finite_slope"]
