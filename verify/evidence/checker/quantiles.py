"""Extrema of a name itself among the numbers of an interval at which a monotone comparison holds, for instance quantiles.

The numbers that obey the comparison are all those on one side of one number, because the difference of its sides moves in one direction. That number is
enclosed between one that obeys and one that does not; each was tested by itself.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from flint import ctx

from verify.evidence.checker import numbers as n
from verify.evidence.checker.formula import argument, entries, head, mentions, names, optional, stated, word
from verify.evidence.checker.monotone import direction_from
from verify.evidence.checker.numbers import Ball, Number, Undecided
from verify.evidence.checker.truth import FALSE, TRUE, Env

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator

STEPS = 64
"""Doublings with which a number is looked for on the way to an infinite end."""


def turning_point(e: Evaluator, f: Any, env: Env) -> Number | None:
    """The extremum, or None where it is of another kind or was not enclosed."""
    over, condition = entries(f), optional(f, 2)
    if len(over) != 1 or head(over[0][0]) != "var" or argument(f, 1) != over[0][0] or condition is None or head(condition) != "compare":
        return None
    name, where, relation = names(over[0][0])[0], stated(over[0][1]), word(argument(condition, 1))
    if head(where) != "interval" or name in mentions(where) or relation not in ("<", "<=", ">", ">="):
        return None
    upward = f[0] == "sup"
    ends = [e.number(argument(where, k), env) for k in (0, 1)]
    sign = 1 if (relation[0] == ">") != upward else -1
    try:
        if n.relations(*ends) != {"<"}:
            return None  # perhaps no members
        if direction_from(e, ["add", condition[1], ["mul", "-1", condition[3]]], name, ends[0], env) != sign:
            return None
        asked, other = (1, 0) if upward else (0, 1)  # the end that the extremum looks towards, and the one near which all numbers obey
        if n.finite(ends[other]) and word(argument(where, other + 2)) != "closed":
            return None
        inside = _found(e, condition, env, name, ends[other], ends[asked], TRUE)
        if inside is None:
            return value_of_nothing(e, f, env) if e.truth(condition, {**env, name: ends[other]}) == FALSE else None
        outside = _found(e, condition, env, name, ends[asked], ends[other], FALSE)
        if outside is None:
            return ends[asked] if e.truth(condition, {**env, name: ends[asked]}) == TRUE else None
    except Undecided:
        return None
    return _between(e, condition, env, name, inside, outside)


def value_of_nothing(e: Evaluator, f: Any, env: Env) -> Number:
    """The value of an extremum over nothing."""
    rest = optional(f, 3)
    return e.number(rest, env) if rest is not None else n.MINUS_INFINITY if f[0] == "sup" else n.INFINITY


def _found(e: Evaluator, condition: Any, env: Env, name: str, end: Number, other: Number, wanted: str) -> Fraction | None:
    """A fraction at which the comparison has the answer, at the end or ever further towards it."""
    if isinstance(end, Fraction):
        return end if e.truth(condition, {**env, name: end}) == wanted else None
    side = n.is_point_infinite(end)
    if side == 0:
        return None
    start = other if isinstance(other, Fraction) else Fraction(0)
    for k in range(STEPS):
        x = start + side * (2**k if k else 0)
        if e.truth(condition, {**env, name: x}) == wanted:
            return x
    return None


def _between(e: Evaluator, condition: Any, env: Env, name: str, inside: Fraction, outside: Fraction) -> Number:
    """What lies between them, once they are as near as the working precision tells comparisons apart."""
    unit = Fraction(1, 2 ** (ctx.prec + 8))
    while abs(inside - outside) > Fraction(1, 2**ctx.prec) * max(Fraction(1), abs(inside)):
        for part in (2, 3, 5):
            x = outside + (inside - outside) / part
            x = round(x / unit) * unit
            answer = e.truth(condition, {**env, name: x})
            if answer in (TRUE, FALSE):
                inside, outside = (x, outside) if answer == TRUE else (inside, x)
                break
        else:
            break
    ball = n.hull([inside, outside])
    return Ball(n.ball(ball).lo, n.ball(ball).hi)


__all__ = ["turning_point"]
