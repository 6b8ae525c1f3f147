"""Two lemmas about sums of exponentials and about error functions, for the symbolic engine.

*Weighted means.* For positive c_1, ..., c_n with sum S and positive r_1, ..., r_n: ``sum c_i r_i >= S prod r_i^(c_i / S)``, with equality where all r_i are equal.
*Scaled error function.* ``exp(u^2) erfc(u)`` falls strictly on the whole line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import sympy as sp

from verify.quantities import algebra
from verify.quantities.exact import Signs, vanishes

Expr = Any
MEANS = "lemma: weighted arithmetic and geometric means"
SCALED = "lemma: exp(u^2) erfc(u) falls"
MOST_TERMS = 6


def above_its_mean(e: Expr, facts: Sequence[tuple[Expr, bool]] = ()) -> bool:
    """Whether ``e`` is a sum of positive terms less their weighted geometric mean, for some weights; then e >= 0."""
    flat = sp.Add.make_args(sp.expand(e, power_exp=False, power_base=False, log=False))
    if not 3 <= len(flat) <= 2 * MOST_TERMS or e.has(sp.log):
        return False
    signs = Signs(facts)
    for bases in _bases(flat):
        weights: dict[Expr, Expr] = {}
        for term in flat:
            c, r = term.as_independent(*bases, as_Add=False)
            weights[r] = weights.get(r, sp.Integer(0)) + c
        sides = {r: signs.sign(algebra.factor(algebra.together(c))) for r, c in weights.items()}
        below = [r for r, side in sides.items() if side == "-"]
        if len(below) != 1 or len(sides) > MOST_TERMS or set(sides.values()) != {"+", "-"} or any(signs.sign(r) != "+" for r in sides):
            continue
        least = below[0]
        taken = -weights.pop(least)
        total = algebra.cancel(algebra.together(sp.Add(*weights.values())))
        gap = sp.log(algebra.cancel(total / taken)) + sum(algebra.cancel(algebra.together(c / total)) * logarithm(r) for r, c in weights.items()) - logarithm(least)
        if vanishes(sp.expand_log(gap)) is True:
            return True
    return False


def _bases(terms: Sequence[Expr]) -> Iterator[tuple[Expr, ...]]:
    """Which symbols are averaged: those under symbolic powers, then each by itself, then all."""
    powers = {symbol for term in terms for p in term.atoms(sp.Pow) if not p.exp.is_number for symbol in p.base.free_symbols}
    if powers:
        yield tuple(sorted(powers, key=str))
    symbols = sorted(set().union(*(term.free_symbols for term in terms)), key=str)
    yield from ((symbol,) for symbol in symbols)
    if len(symbols) > 1:
        yield tuple(symbols)


def logarithm(e: Expr) -> Expr:
    """The logarithm of a positive expression, taken apart."""
    total = sp.Integer(0)
    for factor in sp.Mul.make_args(sp.factor_terms(e)):
        base, exponent = factor.as_base_exp()
        if isinstance(factor, sp.exp):
            total += factor.args[0]
        elif base.is_Mul and exponent != 1:
            total += exponent * logarithm(base)
        elif base is sp.E:
            total += exponent
        else:
            total += exponent * sp.log(base)
    return sp.expand_log(total)


def tail_quotient(left: Expr, right: Expr, facts: Sequence[tuple[Expr, bool]] = ()) -> Expr | None:
    """For ``left = A erfc(u)`` and ``right = B erfc(v)``, A and B positive, with ``A exp(-u^2) = B exp(-v^2)``: an expression with the sign of ``right - left``; else None."""
    found = []
    for side in (left, right):
        tails = [f for f in sp.Mul.make_args(side) if isinstance(f, sp.erfc)]
        if len(tails) != 1:
            return None
        found.append((algebra.cancel(side / tails[0]), tails[0].args[0]))
    (a, u), (b, v) = found
    if any(Signs(facts).sign(c) != "+" for c in (a, b)):
        return None
    return algebra.expand(u - v) if vanishes(algebra.expand(logarithm(b) - logarithm(a) + u**2 - v**2)) is True else None


__all__ = ["MEANS", "SCALED", "above_its_mean", "logarithm", "tail_quotient"]
