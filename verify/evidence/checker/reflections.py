"""Even densities: ``for all u: density(P, u) == density(P, -u)``, by the pieces of a law on the line and those of its reflection."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from verify.evidence.checker import numbers as n
from verify.evidence.checker.formula import argument, canonical, entries, head, mentions, names, stated, word
from verify.evidence.checker.laws import Heavy, Independent, Line, Piece
from verify.evidence.checker.numbers import ZERO, NoValue, Undecided
from verify.evidence.checker.truth import TRUE, Env

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator


def even(e: Evaluator, p: Any, env: Env) -> str | None:
    """True where the density of a stored law is seen to be even; None for anything else."""
    over, body = entries(p), argument(p, 1)
    if p[0] != "forall" or len(over) != 1 or head(over[0][0]) != "var" or head(body) != "compare" or word(argument(body, 1)) != "==":
        return None
    point, where, sides = over[0][0], stated(over[0][1]), (argument(body, 0), argument(body, 2))
    if any(head(side) != "density" or len(side) != 3 for side in sides) or sides[0][1] != sides[1][1] or names(point)[0] in mentions(sides[0][1]):
        return None
    turned = [canonical(["mul", "-1", point]), canonical(point)]
    if sorted(map(str, (canonical(side[2]) for side in sides))) != sorted(map(str, turned)):
        return None
    line = head(where) == "interval" and where[1:3] == ["-oo", "oo"] and word(argument(where, 2)) == word(argument(where, 3)) == "open"
    if not (line or (head(where) == "points" and head(argument(where, 0)) == "euclid")):
        return None
    try:
        size = n.ONE if line else e.number(argument(argument(where, 0), 0), env)
        law = e.law(sides[0][1], env)
        return TRUE if n.relations(size, Fraction(_dimension(law))) == {"="} and _unchanged(law) else None
    except (Undecided, NoValue):
        return None


def _dimension(law: Any) -> int:
    return sum(map(_dimension, law.factors)) if isinstance(law, Independent) else 1


def _unchanged(law: Any) -> bool:
    """Whether x -> -x leaves a law with densities as it is."""
    if isinstance(law, Independent):
        return all(_unchanged(factor) for factor in law.factors)
    if isinstance(law, Heavy) and law.light == Line(()) and len(law.tails) == 1:
        tail = law.tails[0][1]
        return tail.side == "both" and n.relations(tail.location, ZERO) == {"="}
    if not isinstance(law, Line) or law.atoms or len(law.parts) != 1:
        return False
    pieces = law.parts[0][1]
    return all(_reflects(a, b) for a, b in zip(pieces, reversed(pieces), strict=True))


def _reflects(a: Piece, b: Piece) -> bool:
    """Whether a piece is the reflection of another: ends and slope change their sign, height and curve do not."""
    sides = ((b.lo, n.neg(a.hi)), (b.hi, n.neg(a.lo)), (b.c0, a.c0), (b.c1, n.neg(a.c1)), (b.c2, a.c2))
    return all(x is y or n.relations(x, y) == {"="} for x, y in sides)


__all__ = ["even"]
