"""Limits at oo of closed forms by their leading order ``c t^p (1 + o(1))``, where c has a known sign and p may be a formula in other names.

Sums keep the largest power, products multiply, and Kummer's function at ``z -> -oo`` is ``Gamma(b)/Gamma(b - a) (-z)^(-a) (1 + o(1))`` for b > 0, b - a > 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sympy as sp

from verify.claims.nodes import Node, free_names

if TYPE_CHECKING:
    from verify.quantities.exact import ClosedForms

Order = tuple[Any, Any]
"""Coefficient and power; the coefficient 0 stands for what is 0."""


class Unseen(Exception):
    """The leading order is not seen from the structure of the term."""


def limit_at_oo(forms: ClosedForms, term: Node, name: str) -> Any:
    """The limit of a term as the name tends to oo, in [-oo, oo]. Raises Unseen, or what the signs of ``forms`` raise where one is open."""
    coefficient, power = _order(forms, term, name)
    if coefficient == 0:
        return sp.Integer(0)
    side = forms.signs.require(power)
    if side == 0:
        return coefficient
    if side < 0:
        return sp.Integer(0)
    return sp.oo if forms.signs.require(coefficient) > 0 else -sp.oo


def _part(term: Node, k: int) -> Node:
    part = term.args[k]
    if not isinstance(part, Node):
        raise Unseen("a formula with a missing part")
    return part


def _order(forms: ClosedForms, term: Node, name: str) -> Order:
    if name not in free_names(term):
        value = forms.number(term)
        if value in (sp.oo, -sp.oo):
            raise Unseen("an infinite constant")
        return (sp.Integer(0) if forms.signs.require(value) == 0 else value), sp.Integer(0)
    if term.head == "var":
        return sp.Integer(1), sp.Integer(1)
    if term.head == "add":
        return _sum(forms, [_order(forms, _part(term, k), name) for k in range(len(term.args))])
    if term.head == "mul":
        coefficient, power = sp.Integer(1), sp.Integer(0)
        for k in range(len(term.args)):
            c, p = _order(forms, _part(term, k), name)
            coefficient, power = coefficient * c, sp.cancel(power + p)
        return coefficient, power
    if term.head == "pow" and name not in free_names(_part(term, 1)):
        return _power(forms, _order(forms, _part(term, 0), name), forms.number(_part(term, 1)))
    if term.head == "hyp1f1" and name not in free_names(_part(term, 0)) | free_names(_part(term, 1)):
        return _kummer(forms, forms.number(_part(term, 0)), forms.number(_part(term, 1)), _order(forms, _part(term, 2), name))
    raise Unseen(f"the leading order of {term.head}")


def _sum(forms: ClosedForms, parts: list[Order]) -> Order:
    total: Order = (sp.Integer(0), sp.Integer(0))
    for c, p in parts:
        if c == 0:
            continue
        if total[0] == 0:
            total = (c, p)
            continue
        side = forms.signs.require(sp.expand(p - total[1]))
        if side > 0:
            total = (c, p)
        elif side == 0:
            both = total[0] + c
            if forms.signs.require(both) == 0:
                raise Unseen("leading orders that cancel")
            total = (both, p)
    return total


def _power(forms: ClosedForms, base: Order, exponent: Any) -> Order:
    c, p = base
    side = forms.signs.require(exponent)
    if side == 0:
        return sp.Integer(1), sp.Integer(0)
    if c == 0:
        if side < 0:
            raise Unseen("a negative power of 0")
        return base
    if not exponent.is_Integer and forms.signs.require(c) < 0:
        raise Unseen("a fractional power of a negative number")
    return c**exponent, sp.cancel(p * exponent)


def _kummer(forms: ClosedForms, a: Any, b: Any, z: Order) -> Order:
    c, p = z
    side = 0 if c == 0 else forms.signs.require(p)
    if c == 0 or side < 0:
        return sp.Integer(1), sp.Integer(0)
    if side == 0 or forms.signs.require(c) > 0 or forms.signs.require(b) <= 0 or forms.signs.require(b - a) <= 0:
        raise Unseen("the leading order of Kummer's function")
    size, power = _power(forms, (-c, p), -a)
    return sp.gamma(b) / sp.gamma(b - a) * size, power


__all__ = ["Unseen", "limit_at_oo"]
