"""Formulas multiplied out: polynomials with rational coefficients in what is neither a sum nor a product, and comparisons of numbers in this form."""

from __future__ import annotations

import itertools
from fractions import Fraction

from verify.claims.nodes import Node, child, literal, number, pattern_names
from verify.claims.propositions import Compare
from verify.claims.sets import stated
from verify.engines.obligations import Over, finite
from verify.engines.solution import defined, positive, positive_names

INEQUALITIES = ("<=", "<", ">=", ">")
MIRRORED = {">=": "<=", ">": "<"}
MOST_TERMS, MOST_SIZES = 48, 3
"""Terms of a collected form, absolute values that are taken apart."""
Terms = dict[tuple[Node, ...], Fraction]
"""Coefficients of products."""


def reduced(part: Node, over: Over) -> list[Node]:
    """Comparisons that together say the same as an inequality: like terms are collected, and ``|A| <= G`` is ``A <= G`` and ``-A <= G``. None where a side is not seen to be a finite number."""
    if part.head != "compare" or part.args[1] not in INEQUALITIES:
        return []
    known = positive_names(over)
    earlier: frozenset[str] = frozenset()
    for pattern, where in over:
        if not finite(stated(where), known, earlier):
            return []
        earlier |= set(pattern_names(pattern))
    small, relation, large = child(part, 0), str(part.args[1]), child(part, 2)
    if relation in MIRRORED:
        small, relation, large = large, MIRRORED[relation], small
    if not defined(small, known) or not defined(large, known):
        return []
    gaps = _apart(plus(multiplied_out(large, known), times({(): Fraction(-1)}, multiplied_out(small, known))), known, MOST_SIZES)
    return [] if any(len(gap) > MOST_TERMS for gap in gaps) else [_comparison(gap, relation) for gap in gaps]


def multiplied_out(f: Node, known: set[str]) -> Terms:
    """The formula multiplied out, where the known names are positive: ``|A|`` is A where A is seen to be positive."""
    value = literal(f)
    if value is not None:
        return {(): value} if value else {}
    if f.head == "abs" and positive(child(f, 0), known):
        return multiplied_out(child(f, 0), known)
    if f.head not in ("add", "mul"):
        return {(f,): Fraction(1)}
    result = multiplied_out(child(f, 0), known)
    for k in range(1, len(f.args)):
        result = (plus if f.head == "add" else times)(result, multiplied_out(child(f, k), known))
    return result


def plus(a: Terms, b: Terms) -> Terms:
    """The sum, without terms that cancel."""
    return {key: value for key in dict.fromkeys((*a, *b)) if (value := a.get(key, Fraction(0)) + b.get(key, Fraction(0)))}


def times(a: Terms, b: Terms) -> Terms:
    """The product."""
    result: Terms = {}
    for (one, x), (other, y) in itertools.product(a.items(), b.items()):
        result = plus(result, {tuple(sorted((*one, *other), key=repr)): x * y})
    return result


def _apart(gap: Terms, known: set[str], left: int) -> list[Terms]:
    """``G - c |A| >= 0`` as ``G - c A >= 0`` and ``G + c A >= 0``, for c > 0."""
    for key, c in gap.items():
        if left and c < 0 and len(key) == 1 and key[0].head == "abs":
            rest = {other: value for other, value in gap.items() if other != key}
            inside = multiplied_out(child(key[0], 0), known)
            return [one for side in (c, -c) for one in _apart(plus(rest, times({(): side}, inside)), known, left - 1)]
    return [gap]


def _comparison(gap: Terms, relation: str) -> Node:
    sides: list[list[Node]] = [[], []]
    for key, c in gap.items():
        product = Node("mul", *key) if len(key) > 1 else key[0] if key else number(1)
        sides[c > 0].append(number(abs(c)) if not key else product if abs(c) == 1 else Node("mul", number(abs(c)), *key))
    small, large = (Node("add", *side) if len(side) > 1 else side[0] if side else number(0) for side in sides)
    return Compare(small, relation, large)


__all__ = ["Terms", "multiplied_out", "plus", "reduced", "times"]
