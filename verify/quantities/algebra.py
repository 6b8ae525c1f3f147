"""SymPy's transformations, each done once for an expression: signs and closed forms ask for the same ones again and again. What is kept is no counted work."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import sympy as sp
from flint import Ordering, fmpz_mpoly_ctx
from sympy.core.mul import _keep_coeff

Expr = Any
KEPT = 8192
HIGHEST, MOST_TERMS, LONGEST = 120, 600, 2000
"""Total degree, terms and bits of a coefficient of what is factored."""

together = lru_cache(maxsize=KEPT)(sp.together)
powsimp = lru_cache(maxsize=KEPT)(sp.powsimp)


@lru_cache(maxsize=KEPT)
def operations(e: Expr) -> int:
    """How many operations an expression has: ``count_ops``, of a sum from those of its terms."""
    if not e.is_Add:
        return int(e.count_ops())
    below = [bool(term.as_coeff_Mul()[0].is_extended_negative) for term in e.args]
    return len(below) - 1 + all(below) + sum(operations(-term if negative else term) for term, negative in zip(e.args, below, strict=True))


@lru_cache(maxsize=KEPT)
def cancel(e: Expr) -> Expr:
    """A quotient in lowest terms."""
    return sp.cancel(e)


@lru_cache(maxsize=KEPT)
def factor(e: Expr) -> Expr:
    """``sympy.factor``; polynomials with rational coefficients are factored by FLINT, in SymPy's form: primitive factors with leading coefficients above 0."""
    whole = together(e)
    if not whole.is_Add:
        return sp.factor(e)
    try:
        polynomial = sp.Poly(whole)
    except sp.PolynomialError:
        return sp.factor(e)
    if not (polynomial.domain.is_ZZ or polynomial.domain.is_QQ) or polynomial.is_zero:
        return sp.factor(e)
    under, polynomial = polynomial.clear_denoms(convert=True)
    if polynomial.total_degree() > HIGHEST or polynomial.length() > MOST_TERMS or max(abs(int(c)) for c in polynomial.coeffs()).bit_length() > LONGEST:
        return e  # the library may take hours, and nothing ends it
    context = fmpz_mpoly_ctx.get([f"x{k}" for k in range(len(polynomial.gens))], Ordering.lex)
    content, parts = context.from_dict({powers: int(c) for powers, c in polynomial.as_dict(native=True).items()}).factor()
    coefficient, product = sp.Rational(int(content), int(under)), sp.Integer(1)
    for part, times in parts:
        if part.leading_coefficient() < 0:
            part, coefficient = -part, coefficient * (-1) ** int(times)
        terms = {powers: int(c) for powers, c in part.to_dict().items()}
        product *= sp.Poly.from_dict(terms, *polynomial.gens, domain=sp.ZZ).as_expr() ** int(times)
    return _keep_coeff(coefficient, product)


@lru_cache(maxsize=KEPT)
def derivative(e: Expr, symbol: Expr) -> Expr:
    """The derivative, term by term and factor by factor, in SymPy's order."""
    if symbol not in e.free_symbols:
        return sp.Integer(0)
    if e.is_Add:
        return sp.Add(*(derivative(term, symbol) for term in e.args))
    if not e.is_Mul:
        return sp.diff(e, symbol)
    slopes = [derivative(factor, symbol) for factor in e.args]
    return sp.Add(*(sp.Mul(*e.args[:k], slope, *e.args[k + 1:]) for k, slope in enumerate(slopes)))


# --- multiplied out -----------------------------------------------------------------------------------------------------

_HINTS = ("basic", "log", "multinomial", "mul", "power_base", "power_exp")
"""What ``sympy.expand`` does, in its order."""
_AGAIN = ("multinomial", "mul", "log")
"""What it does again until nothing changes."""
_ALL = dict.fromkeys(_HINTS, True)


@lru_cache(maxsize=KEPT)
def expand(e: Expr) -> Expr:
    """``sympy.expand``, with what each step makes of a part kept: terms come back in one sum after the other."""
    e = sp.sympify(e)
    for hint in _HINTS:
        e = _expanded(e, hint)
    while True:
        before = e
        for hint in _AGAIN:
            e = _expanded(e, hint)
        if e == before:
            return e


@lru_cache(maxsize=8 * KEPT)
def _expanded(e: Expr, hint: str) -> Expr:
    """One step, of the parts first."""
    if not e.is_Atom:
        parts = [_expanded(part, hint) for part in e.args]
        if any(new is not old and new != old for new, old in zip(parts, e.args, strict=True)):
            e = e.func(*parts)
    step = getattr(e, f"_eval_expand_{hint}", None)
    return e if step is None else step(**_ALL)
