"""Renyi divergences of laws that do not move at orders that move with a name, for all its large values.

Of finite laws: a formula in the order. Infinite at all orders above 1 where the first law has a power tail and the densities of the second fall
exponentially on the same side, or end: then ``p^a q^(1 - a)`` grows without bound.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from verify.evidence.checker import numbers as n
from verify.evidence.checker.formula import argument
from verify.evidence.checker.laws import Finite, Heavy, Line, Power
from verify.evidence.checker.numbers import ZERO, Undecided
from verify.evidence.checker.truth import Env

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator


def unfolded(e: Evaluator, f: Any, env: Env, above: bool) -> Any:
    """The divergence as a formula in its order, or None where it is infinite; ``above``: the order is above 1, else between 0 and 1. Undecided for other laws."""
    p, q, order = e.law(argument(f, 0), env), e.law(argument(f, 1), env), argument(f, 2)
    if isinstance(p, Finite) and isinstance(q, Finite):
        weights = dict(q.weights)
        shared = [(w, weights[point]) for point, w in p.weights if weights.get(point)]
        if not shared or (above and len(shared) < len(p.weights)):
            return None
        rest = ["add", "1", ["mul", "-1", order]]
        total = [["mul", ["exp", ["mul", order, ["log", str(Fraction(a))]]], ["exp", ["mul", rest, ["log", str(Fraction(b))]]]] for a, b in shared]
        return ["mul", "-1", ["log", ["add", *total] if len(total) > 1 else total[0]], ["pow", rest, "-1"]]
    if above and isinstance(q, Line) and _power_tail_beyond(p, q):
        return None
    raise Undecided("a divergence of these distributions at orders that vary")


def _power_tail_beyond(p: Any, q: Line) -> bool:
    tails = [p] if isinstance(p, Power) else [tail for _, tail in p.tails] if isinstance(p, Heavy) else []
    return any((tail.side in ("both", side) and _ends_fast(q, sign)) for tail in tails for side, sign in (("right", 1), ("left", -1)))


def _ends_fast(q: Line, sign: int) -> bool:
    """Whether every piece that goes on for ever in a direction falls exponentially there."""
    for _, pieces in q.parts:
        for piece in pieces:
            if n.is_point_infinite(piece.hi if sign > 0 else piece.lo) != sign:
                continue
            bent = n.relations(piece.c2, ZERO)
            if bent != {"<"} and not (bent == {"="} and n.relations(piece.c1, ZERO) == ({"<"} if sign > 0 else {">"})):
                return False
    return True


__all__ = ["unfolded"]
