"""What ``log(inf over couplings of E exp(t D_b))/t`` tends to, t and b to oo: the least m such that a coupling lives on the pairs with ``D_oo <= m``.

At most: such a coupling has mean at most ``exp(t m)``, as ``D_b <= D_oo``. At least: with m' the next smaller cost, all couplings give some r > 0 or more to the pairs beyond m' (the infimum is that of a
linear programme, which is attained), where ``D_b`` tends to ``D_oo >= m``; so the mean is at least ``r exp(t f)`` with f tending to m or more. The logarithm of the larger of two is the larger logarithm.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from verify.evidence.checker import numbers as n
from verify.evidence.checker import transport
from verify.evidence.checker.formula import argument, entries, head, items, mentions, names, optional, same, text_of
from verify.evidence.checker.laws import Finite
from verify.evidence.checker.numbers import Number, Undecided
from verify.evidence.checker.truth import Env

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator

MOST = 36
"""Pairs of points."""


def least_largest(e: Evaluator, f: Any, name: str, env: Env, tends: Callable[[Any], Number]) -> Number | None:
    """The limit of such a term as the name tends to oo; None for other terms."""
    if head(f) != "mul" or len(f) != 3:
        return None
    over_t = [k for k in (1, 2) if head(f[k]) == "pow" and argument(f[k], 1) == "-1"]
    if len(over_t) != 1 or head(f[3 - over_t[0]]) != "log":
        return None
    t, inside = f[over_t[0]][1], argument(f[3 - over_t[0]], 0)
    found = [_of_one(e, part, t, name, env, tends) for part in (inside[1:] if head(inside) == "max" else [inside])]
    if any(value is None for value in found):
        return None
    return n.maximum(*(value for value in found if value is not None))


def _of_one(e: Evaluator, f: Any, t: Any, name: str, env: Env, tends: Callable[[Any], Number]) -> Number | None:
    if head(f) != "inf" or optional(f, 2) is not None or optional(f, 3) is not None or head(argument(f, 1)) != "expect":
        return None
    ((coupling, where), *rest), ((pair, drawn), *more) = entries(f), entries(f[2])
    cost = argument(f[2], 1)
    if rest or more or head(where) != "couplings" or head(coupling) != "var" or drawn != coupling or head(pair) != "()" or len(pair) != 3:
        return None
    if head(cost) != "exp" or head(argument(cost, 0)) != "mul":
        return None
    divergences = [part for part in cost[1][1:] if head(part) == "renyi"]
    others = [part for part in cost[1][1:] if head(part) != "renyi"]
    factors = t[1:] if head(t) == "mul" else [t]
    if len(divergences) != 1 or sorted(map(text_of, others)) != sorted(map(text_of, factors)):
        return None
    (divergence,), (x, y) = divergences, items(pair)
    drawn_names = {*names(pair), *names(coupling)}
    laws_of_pair = mentions(argument(divergence, 0)) | mentions(argument(divergence, 1)) | mentions(where)
    if head(x) != "var" or head(y) != "var" or same(x, y) or laws_of_pair & {name, *names(coupling)} or (mentions(t) | mentions(argument(divergence, 2))) & drawn_names:
        return None
    p, q = e.law(argument(where, 0), env), e.law(argument(where, 1), env)
    if not isinstance(p, Finite) or not isinstance(q, Finite) or len(p.points) * len(q.points) > MOST:
        return None
    if any(n.is_point_infinite(tends(part)) <= 0 for part in (t, argument(divergence, 2))):
        raise Undecided("a cost that does not grow beyond all bounds")
    largest = ["renyi", divergence[1], divergence[2], "oo"]
    costs = [[e.number(largest, {**env, names(x)[0]: a, names(y)[0]: b}) for b in q.points] for a in p.points]
    return transport.bottleneck([w for _, w in p.weights], [w for _, w in q.weights], costs, e.budget)


__all__ = ["least_largest"]
