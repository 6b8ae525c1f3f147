"""Limits at oo of closed forms by their series (``verify.values.asymptotic``), whose coefficients and powers are formulas in the other names with known signs."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import sympy as sp

from verify.claims.nodes import Node
from verify.values.asymptotic import LENGTHS, Expansion, Ring, Series, Unseen

if TYPE_CHECKING:
    from verify.quantities.exact.number_forms import NumberForms


class _Formulas:
    """The field of formulas whose signs ``forms.signs`` knows; it raises for a sign that is open."""

    def __init__(self, forms: NumberForms) -> None:
        self.forms = forms

    def rational(self, value: Fraction) -> Any:
        return sp.Rational(value.numerator, value.denominator)

    def pi(self) -> Any:
        return sp.pi

    def add(self, a: Any, b: Any) -> Any:
        total = a + b
        return sp.factor(total) if total.is_Add else total

    def mul(self, a: Any, b: Any) -> Any:
        return a * b

    def power(self, a: Any, b: Any) -> Any:
        return sp.factor_terms(a) ** b

    def exp(self, a: Any) -> Any:
        return sp.exp(sp.expand(a))

    def log(self, a: Any) -> Any:
        return sp.expand_log(sp.log(a))

    def call(self, head: str, *arguments: Any) -> Any:
        if head == "hyp1f1":
            return sp.hyper(arguments[:1], arguments[1:2], arguments[2])
        return {"erfc": sp.erfc, "gamma": sp.gamma}[head](*arguments)

    def sign(self, a: Any) -> int:
        return 0 if self.null(a) else self.forms.signs.require(a)

    def null(self, a: Any) -> bool:
        return a == 0 or (not a.is_Atom and self.forms.signs.null(a))

    def whole(self, a: Any) -> int | None:
        return int(a) if a.is_Integer else None

    def floor(self, a: Any) -> int | None:
        return a.p // a.q if a.is_Rational else None


def limit_at_oo(forms: NumberForms, term: Node, name: str) -> Any:
    """The limit of a term as the name tends to oo, in [-oo, oo]. Raises Unseen, or what the signs of ``forms`` raise where one is open."""
    why = Unseen()
    for length in LENGTHS:
        ring = Ring(_Formulas(forms), length)
        try:
            value, side = ring.limit(Expansion(ring, name, lambda node: _finite(forms.number(node)), _unseen, lambda x, p: None).of(term))
        except Unseen as reason:
            why = reason
            continue
        return sp.oo * side if side else sp.simplify(value) if value.is_number else value
    raise why


def _finite(value: Any) -> Any:
    if value in (sp.oo, -sp.oo):
        raise Unseen("an infinite constant")
    return value


def _unseen(x: Expansion, term: Node) -> Series:
    raise Unseen(f"the behaviour of {term.head} for large values")


__all__ = ["Unseen", "limit_at_oo"]
