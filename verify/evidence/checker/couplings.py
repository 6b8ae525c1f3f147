"""Extrema over all couplings of two distributions: of a term that is the same for each of them, and of the expectation of a cost."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from verify.evidence.checker import numbers as n
from verify.evidence.checker import transport
from verify.evidence.checker.formula import argument, bound_names, entries, head, mentions, names, optional
from verify.evidence.checker.laws import Finite, Point
from verify.evidence.checker.numbers import Number, Undecided
from verify.evidence.checker.truth import Env

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator


def left_out(e: Evaluator, f: Any, env: Env) -> Any:
    """The term of an extremum over couplings (of two distributions there is always one) that is the same for each of them; else ``None``."""
    over = entries(f)
    if len(over) != 1 or head(over[0][0]) != "var" or head(over[0][1]) != "couplings" or optional(f, 2) is not None:
        return None
    term = _with_plain_means(argument(f, 1), over[0][0])
    if set(names(over[0][0])) & (mentions(term) | bound_names(argument(f, 1))):
        return None
    for k in (0, 1):
        e.law(argument(over[0][1], k), env)  # NoValue, where there is nothing to couple
    return term


def transported(e: Evaluator, f: Any, env: Env, bind: Callable[[Any, Any, Env], Env]) -> Number | None:
    """The least expectation of a cost over couplings of two finite laws; None for another extremum.

    No finite expectation may use a pair of infinite cost. Where these can be avoided, each costs so much that the least mass of a vertex on it, 1/D for a common
    denominator D of the weights, is dearer than every coupling that avoids them.
    """
    over, body = entries(f), argument(f, 1)
    if len(over) != 1 or head(over[0][1]) != "couplings" or optional(f, 2) is not None or head(body) != "expect":
        return None
    drawn = entries(body)
    if len(drawn) != 1 or drawn[0][1] != over[0][0] or len(names(drawn[0][0])) != 2:
        return None
    pattern, cost = drawn[0][0], argument(body, 1)
    if mentions(cost) & set(names(over[0][0])):  # a cost that moves with the coupling
        return None
    p, q = (e.law(argument(over[0][1], k), env) for k in (0, 1))
    if not (isinstance(p, Finite) and isinstance(q, Finite)):
        return None
    costs = [[e.number(cost, bind(pattern, Point((x, y)), env)) for y in q.points] for x in p.points]
    a, b = [w for _, w in p.weights], [w for _, w in q.weights]
    if not any(n.may_be_infinite(c) for row in costs for c in row):
        return transport.cheapest(a, b, costs, e.budget)
    far = [[n.is_point_infinite(c) > 0 for c in row] for row in costs]
    if transport.cheapest(a, b, [[Fraction(x) for x in row] for row in far], e.budget) != 0:
        return n.INFINITY
    near = [n.ball(c) for row, dear in zip(costs, far, strict=True) for c, x in zip(row, dear, strict=True) if not x]
    if not all(n.finite(c) for c in near):
        raise Undecided("a cheapest coupling beside costs that may be infinite")
    beyond = n.mul(Fraction(3 * math.lcm(*(w.denominator for w in (*a, *b)))), transport.reach(near))
    return transport.cheapest(a, b, [[beyond if x else c for c, x in zip(row, dear, strict=True)] for row, dear in zip(costs, far, strict=True)], e.budget)


def _with_plain_means(term: Any, coupling: Any) -> Any:
    """The term with expectations over a coupling of what is not random replaced by it."""
    if not isinstance(term, list):
        return term
    over = entries(term) if term[0] == "expect" else []
    if len(over) == 1 and over[0][1] == coupling and len(names(over[0][0])) <= 2 and not mentions(argument(term, 1)) & set(names(over[0][0])):
        return _with_plain_means(term[2], coupling)
    return [term[0], *(_with_plain_means(part, coupling) for part in term[1:])]
