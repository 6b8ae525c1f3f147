"""Signs of differences with one error function on the positive half-line, by the derivative after division.

For ``D(s) = C(s) erfc(u(s)) + R(s)`` with C > 0 (or C < 0, for -D) the quotient ``F = D / |C|`` has the sign of D, and its derivative has no error function. Where it is ``E(s) f(s)`` with
an exponential E and an algebraic f, and f changes its sign at most once, F is monotone on each side of one point:

* f < 0 everywhere: F falls strictly, so that F > 0 if its limit at infinity is at least 0. f > 0: F rises strictly, so that F > 0 if its limit at 0 is at least 0.
* f > 0 before a point and f < 0 after it: F is larger than the smaller one of its limits at both ends, so that F > 0 if both are at least 0.

*Signs of algebraic functions.* f is a quotient whose denominator is positive; in the numerator each root q of a polynomial is removed by ``(A + B q)(A - B q) = A^2 - B^2 q^2``, until a
polynomial N is left that vanishes wherever f does. By Descartes' rule N has no positive root if its coefficients have one sign, and one if they change it once: then signs of f at
one point on each side of that root are its signs everywhere but at the root.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import sympy as sp

from verify.quantities.exact import Signs, one_exponent

Expr = Any
ONE_TAIL = "lemma: one error function alone, its derivative an exponential times an algebraic function with at most one change of sign"
LONGEST = 80
"""Operations of a difference beyond which it is left to others."""
MOST_ROOTS = 3
STEPS = 40
"""Doublings and halvings by which points on both sides of a root are looked for."""


def positive(difference: Expr) -> bool:
    """Whether an expression in one positive symbol with one complementary error function is seen to be positive for every value of the symbol."""
    tails = list(difference.atoms(sp.erfc))
    if len(difference.free_symbols) != 1 or len(tails) != 1 or difference.count_ops() > LONGEST:
        return False
    ((s,), (tail,)) = difference.free_symbols, tails
    u = tail.args[0]
    terms = [t for t in sp.Add.make_args(difference) if t.has(sp.erfc)]
    if not s.is_positive or len(terms) != 1 or not _rises_to_infinity(u, s):
        return False
    factor = terms[0] / tail
    side = Signs().sign(factor)
    if factor.has(sp.erfc) or side not in ("+", "-"):
        return False
    sign = 1 if side == "+" else -1
    rest = sp.Add(*(_simple(t / (sign * factor)) for t in sp.Add.make_args(difference - terms[0])))
    patterns = _slopes(sign * tail, rest, s)
    if patterns is None:
        return False
    at_start, at_end = _limit_at_zero(sign * tail + rest, s), _vanishes_at_infinity(rest, s)
    return {("-",): at_end, ("+",): at_start, ("+", "-"): at_start and at_end}.get(patterns, False)


def _simple(e: Expr) -> Expr:
    """A product with its exponentials in one."""
    return sp.powsimp(e, combine="exp")


def _rises_to_infinity(u: Expr, s: Expr) -> bool:
    """Whether a polynomial rises without bound."""
    return bool(u.is_polynomial(s)) and s in u.free_symbols and Signs().sign(sp.LC(u, s)) == "+"


def _vanishes_at_infinity(rest: Expr, s: Expr) -> bool:
    """Whether each term is an algebraic function times an exponential that falls: the exponent is a polynomial with a negative leading coefficient."""
    for term in sp.Add.make_args(rest):
        exponent, factor = one_exponent(term)
        if not exponent.is_polynomial(s) or s not in exponent.free_symbols or Signs().sign(sp.LC(exponent, s)) != "-" or not _algebraic(factor, s):
            return False
    return True


def _algebraic(e: Expr, s: Expr) -> bool:
    """Whether an expression is built from the symbol and numbers by sums, products and rational powers."""
    if s not in e.free_symbols or e == s:
        return True
    if e.is_Pow:
        return bool(e.exp.is_Rational) and _algebraic(e.base, s)
    return bool(e.is_Add or e.is_Mul) and all(_algebraic(a, s) for a in e.args)


def _limit_at_zero(e: Expr, s: Expr) -> bool:
    """Whether the value at 0 is at least 0; the parts of the expression must be continuous there."""
    for part in sp.preorder_traversal(e):
        if part.is_Pow and s in part.free_symbols and part.base is not sp.E:
            below = part.base.subs(s, 0)
            if not part.exp.is_Rational or Signs().sign(below) not in (("+",) if part.exp < 0 else ("+", "0")):
                return False
    value = e.subs(s, 0)
    return not value.has(sp.nan, sp.zoo, sp.oo, -sp.oo) and Signs().sign(value) in ("+", "+0", "0")


def _slopes(tail: Expr, rest: Expr, s: Expr) -> tuple[str, ...] | None:
    """The signs of the derivative from 0 to infinity; None where it is no exponential times an algebraic function, or has more changes of sign."""
    first = sp.diff(tail, s)
    exponent, _ = one_exponent(_simple(first))
    total = _simple(sp.expand(first * sp.exp(-exponent)))
    for term in sp.Add.make_args(sp.diff(rest, s)):
        total += _simple(term * sp.exp(-exponent))
    return algebraic_signs(sp.sympify(total), s) if _algebraic(total, s) else None


def algebraic_signs(f: Expr, s: Expr) -> tuple[str, ...] | None:
    """The signs of an algebraic function of a positive symbol from 0 to infinity, ``("+",)`` or ``("+", "-")``, where at most one change is certain; else None."""
    top, bottom = sp.fraction(sp.together(f))
    if Signs().sign(bottom) != "+":
        return None
    norm = sp.expand(top)
    for _ in range(MOST_ROOTS):
        roots = sorted((p for p in norm.atoms(sp.Pow) if s in p.free_symbols and p.exp.is_Rational and p.exp.q == 2), key=sp.default_sort_key)
        if not roots:
            break
        q, base = sp.Dummy("q", positive=True), roots[0].base
        powers = {p: q**p.exp.p for p in roots if p.base == base}
        if any(p.exp < 0 for p in powers) or not base.is_polynomial(s):
            return None
        plain = sp.rem(sp.expand(norm.xreplace(powers)), q**2 - base, q)
        a, b = plain.coeff(q, 0), plain.coeff(q, 1)
        norm = sp.expand(a**2 - b**2 * base)
    if norm == 0 or not norm.is_polynomial(s):
        return None
    polynomial = sp.Poly(norm, s)
    found = [Signs().sign(c) for c in polynomial.all_coeffs()]
    if any(c not in ("+", "-", "0") for c in found):
        return None
    kept = [c for c in found if c != "0"]
    changes = sum(a != b for a, b in pairwise(kept))
    if changes > 1:
        return None
    places = [sp.Integer(1)]
    if changes == 1:  # highest coefficient first: one point where the polynomial has the sign of the lowest, one where it has that of the highest
        places = [next((x for k in range(STEPS) if _sign(norm, s, x := sp.Integer(2) ** (way * k)) == wanted), None) for way, wanted in ((-1, kept[-1]), (1, kept[0]))]
    signs = tuple("" if x is None else _sign(f, s, x) for x in places)
    return None if "" in signs else tuple(dict.fromkeys(signs))


def _sign(e: Expr, s: Expr, at: Expr) -> str:
    """The sign of a number that is not 0, else nothing."""
    found = Signs().sign(e.subs(s, at))
    return found if found in ("+", "-") else ""


__all__ = ["ONE_TAIL", "algebraic_signs", "positive"]
