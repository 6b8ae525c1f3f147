"""Derivatives of formulas by the chain rule, as formulas, for terms that are smooth wherever they have a value.

Where the term has no value, the formula has none either. A function whose domain ends at the point is differentiated from inside.
"""

from __future__ import annotations

from fractions import Fraction

from verify.claims.nodes import Node, child, free_names, literal, number, pattern_names, substitute, walk
from verify.claims.propositions import All, Compare
from verify.claims.terms import If
from verify.values.entry import SELF, X
from verify.values.primitives import PRIMITIVES

TOTAL = ("num", "var", "pi", "add", "mul", "exp", "erf", "erfc")
NOTHING = Node("pow", number(0), number(-1))


def partial_derivatives(term: Node) -> list[Node] | None:
    """Those of a special function, with the arguments of the term in their places; None where one has no formula."""
    if term.head not in PRIMITIVES:
        return None
    found = [slope.formula if slope else None for slope in PRIMITIVES[term.head].slopes]
    places = {str(x.args[0]): child(term, k) for k, x in enumerate(X[: len(term.args)])} | {str(SELF.args[0]): term}
    kept = [substitute(formula, places) for formula in found if formula is not None]
    return kept if len(kept) == len(found) == len(term.args) else None


def first_derivative(node: Node) -> Node | None:
    """The formula of ``["derivative", ((x, at),), t, 1]``; None for other orders and for terms with heads that are not known here."""
    over = node.args[0]
    if literal(child(node, 2)) != 1 or not isinstance(over, tuple):
        return None
    pattern, at = over[0]  # type: ignore[misc, str-unpack]
    found = _derived(child(node, 1), name := pattern_names(pattern)[0])
    return None if found is None else substitute(found, {name: at})  # type: ignore[dict-item]


def _derived(term: Node, name: str) -> Node | None:
    if name not in free_names(term):
        return number(0) if all(part.head in TOTAL for part in walk(term)) else number(0) * term
    if term.head == "var":
        return number(1)
    parts = [child(term, k) for k in range(len(term.args))]
    if term.head == "pow":
        power = literal(parts[1])
        if power is None or power.denominator != 1:
            return None
        inner = [power * Node("pow", parts[0], number(power - 1))] if power != 1 else [number(1)]
        parts = parts[:1]
    elif term.head in ("add", "exp"):
        inner = [term if term.head == "exp" else number(1)] * len(parts)
    elif term.head == "mul":
        inner = [Node("mul", *(p for j, p in enumerate(parts) if j != k)) if len(parts) > 1 else number(1) for k in range(len(parts))]
    elif term.head == "log":
        inner = [If(Compare(parts[0], ">", 0), Node("pow", parts[0], number(-1)), NOTHING)]
    else:
        found = partial_derivatives(term)
        where = _inside(term)
        if found is None or where is None:
            return None
        inner = [If(All(*where), slope, NOTHING) if where else slope for slope in found]
    terms = []
    for factor, part in zip(inner, parts, strict=True):
        moved = _derived(part, name)
        if moved is None:
            return None
        if literal(moved) != 0:
            terms.append(factor if literal(moved) == 1 else factor * moved)
    return Node("add", *terms) if len(terms) > 1 else terms[0] if terms else number(0)


def _inside(term: Node) -> list[Node] | None:
    """What the arguments of a special function must satisfy; None where that cannot be said argument by argument."""
    entry = PRIMITIVES.get(term.head)
    if entry is None:
        return []
    if entry.fits is not None:
        return None
    found = []
    for k, (low, high, low_open, high_open) in enumerate(entry.domain):
        for end, is_open, way in ((low, low_open, ">"), (high, high_open, "<")):
            if end.is_finite():
                exact = end.fmpq()
                found.append(Compare(child(term, k), way if is_open else f"{way}=", number(Fraction(int(exact.p), int(exact.q)))))
    return found


__all__ = ["first_derivative", "partial_derivatives"]
