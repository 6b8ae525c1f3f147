"""Formulas multiplied out: polynomials with rational coefficients in what is neither a sum nor a product."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from verify.evidence.checker.formula import Refused, argument, head, rational, text_of
from verify.evidence.checker.shown import Shown

MOST_PRODUCTS = 400
Polynomial = dict[tuple[str, ...], Fraction]
"""Coefficients of products of formulas, each by its sorted texts."""


def multiplied_out(f: Any, shown: Shown) -> Polynomial:
    """The formula multiplied out; ``|A|`` is A where A is seen to be positive."""
    if isinstance(f, str):
        return plus({}, {(): rational(f)}, Fraction(1))
    kind = head(f)
    if kind == "abs" and shown.positive(argument(f, 0)):
        return multiplied_out(argument(f, 0), shown)
    if kind not in ("add", "mul"):
        return {(text_of(f),): Fraction(1)}
    first, *others = (multiplied_out(part, shown) for part in f[1:])
    for other in others:
        if kind == "add":
            first = plus(first, other, Fraction(1))
            continue
        product: Polynomial = {}
        for key, x in other.items():
            product = plus(product, {tuple(sorted(key + own)): y for own, y in first.items()}, x)
        first = product
    if len(first) > MOST_PRODUCTS:
        raise Refused("a comparison of too many products")
    return first


def plus(a: Polynomial, b: Polynomial, times: Fraction) -> Polynomial:
    """``a + times b``."""
    total = dict(a)
    for key, x in b.items():
        total[key] = total.get(key, Fraction(0)) + times * x
    return {key: x for key, x in total.items() if x}


__all__ = ["Polynomial", "multiplied_out", "plus"]
