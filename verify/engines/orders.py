"""Renyi divergences of two laws that do not move, for all large values of a name in their order.

Of finite laws they are formulas in the order. A law with power tails on a side where the other law has exponentially small ones (or no mass) is at infinite
divergence from it at every order a > 1: the integrand ``p^a q^(1 - a)`` is at least a power of x times an exponential that grows.
"""

from __future__ import annotations

import math
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, number, term
from verify.engines import evaluate as ev
from verify.values import numbers
from verify.values.asymptotic import Expansion
from verify.values.formulas import formula
from verify.values.laws import FiniteLaw, PieceLaw, PowerLaw


def for_large_values(divergence: Node, x: Expansion, env: ev.Env, c: ev.Context) -> Node | float:
    """A formula of the divergence by its order, or oo. Raises NoRoute where neither is seen."""
    p, q, order = ev.argument_value(divergence, 0, env, c), ev.argument_value(divergence, 1, env, c), ev.argument(divergence, 2)
    above = x.holds(Node("compare", order, ">", number(1))) is True
    if not above and x.holds(Node("all", Node("compare", order, ">", number(0)), Node("compare", order, "<", number(1)))) is not True:
        raise ev.NoRoute("an order that may be 1 or less than 0")
    if isinstance(p, FiniteLaw) and isinstance(q, FiniteLaw):
        return _of_finite_laws(p, q, order, above)
    if above and _lighter_tails(p, q):
        return math.inf
    raise ev.NoRoute("a divergence of these distributions at orders that vary")


def _of_finite_laws(p: FiniteLaw, q: FiniteLaw, order: Node, above: bool) -> Node | float:
    """``log(sum q exp(a log(p/q)))/(a - 1)`` over the common points."""
    other = dict(q.items())
    if above and any(point not in other for point, _ in p.items()):
        return math.inf
    terms = []
    for point, weight in p.items():
        against = other.get(point)
        if against is None:
            continue
        if not (isinstance(weight, fmpq) and isinstance(against, fmpq)):
            raise ev.NoRoute("weights that are not fractions")
        terms.append(formula(against) * Node("exp", order * Node("log", formula(weight / against))))
    if not terms:
        return math.inf
    return Node("log", Node("add", *terms) if len(terms) > 1 else terms[0]) * Node("pow", order - term(1), number(-1))


def _lighter_tails(p: Any, q: Any) -> bool:
    """Whether p has a power tail where the densities of q fall exponentially, or are 0 from some point on."""
    if not isinstance(p, PowerLaw) or not isinstance(q, PieceLaw):
        return False
    return (p.side in ("both", "right") and _falls(q, 1)) or (p.side in ("both", "left") and _falls(q, -1))


def _falls(q: PieceLaw, side: int) -> bool:
    for piece in q.pieces:
        if (piece.hi if side > 0 else piece.lo) != side * math.inf:
            continue
        curve, slope = (numbers.relation(v, "<", fmpq(0)) is True for v in (piece.c2, numbers.mul(fmpq(side), piece.c1)))
        if not (curve or (piece.c2 == 0 and slope)):
            return False
    return True


__all__ = ["for_large_values"]
