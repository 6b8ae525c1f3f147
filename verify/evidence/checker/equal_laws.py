"""Equality of laws on the line, stated by their distribution functions at every real number."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from verify.evidence.checker import laws, line_transport, lines
from verify.evidence.checker import numbers as n
from verify.evidence.checker.formula import argument, entries, head, mentions, names, word
from verify.evidence.checker.laws import Finite, Heavy, Line, Poisson, Rays, Sparse
from verify.evidence.checker.truth import FALSE, TRUE, UNDECIDED, Env

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator

PROBES = (0, 1, -1, 3)


def same_laws(e: Evaluator, p: Any, env: Env) -> str | None:
    """The truth of ``for all ..., y in R: F_A(y) == F_B(y) and ...``, where no law mentions y; None for other propositions."""
    over, body = entries(p), argument(p, 1)
    if p[0] != "forall" or not _reals(over[-1][1]) or head(over[-1][0]) != "var":
        return None
    y = over[-1][0]
    pairs = []
    for part in body[1:] if head(body) == "all" else [body]:
        if head(part) != "compare" or word(argument(part, 1)) != "==":
            return None
        sides = [argument(part, 0), argument(part, 2)]
        if any(head(s) != "distribution_function" or argument(s, 1) != y for s in sides):
            return None
        if any(set(names(y)) & mentions(s[1]) for s in sides):
            return None
        pairs.append((sides[0][1], sides[1][1]))
    answer = TRUE
    for inner in e.assignments(over[:-1], env):
        for first, second in pairs:
            a, b = laws.line(e.law(first, inner)), laws.line(e.law(second, inner))
            if line_transport.same(a, b) or same_parts(a, b):
                continue
            if any(n.relations(lines.cdf(a, Fraction(x)), lines.cdf(b, Fraction(x))) <= {"<", ">"} for x in PROBES):
                return FALSE
            answer = UNDECIDED
    return answer


def _reals(where: Any) -> bool:
    return (
        head(where) == "interval"
        and (argument(where, 0), argument(where, 1)) == ("-oo", "oo")
        and word(argument(where, 2)) == word(argument(where, 3)) == "open"
    )


def same_parts(a: Line, b: Line) -> bool:
    """The same atoms, and components of one piece each with the same weights and shapes: their factors follow, as their masses are 1."""
    return sorted(a.atoms) == sorted(b.atoms) and (shape := _shapes(a)) is not None and shape == _shapes(b)


def _shapes(law: Line) -> list[Any] | None:
    found = []
    for weight, pieces in law.parts:
        if len(pieces) != 1:
            return None
        shape = (pieces[0].c1, pieces[0].c2)
        ends = (n.is_point_infinite(pieces[0].lo), n.is_point_infinite(pieces[0].hi))
        if ends != (-1, 1) or not all(isinstance(x, Fraction) for x in shape):
            return None
        found.append((weight, shape))
    return sorted(found)


def marginal(law: Any, i: int) -> Any:
    """The law of coordinate i; a number is a point with one coordinate."""
    if i == 1 and (isinstance(law, Line | Heavy | Rays | Sparse | Poisson) or (isinstance(law, Finite) and all(isinstance(p, Fraction) for p in law.points))):
        return law
    return laws.marginal(law, i)


