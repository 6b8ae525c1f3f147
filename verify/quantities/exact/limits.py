"""Sums of hypergeometric terms, and limits that values on the way agree with."""

from __future__ import annotations

from itertools import pairwise

import sympy as sp
from mpmath import mpf

from verify.quantities import algebra
from verify.quantities.exact.expressions import PROBES, Expr, NoClosedForm, evaluated, in_order
from verify.quantities.exact.sign_rules import Signs


def hypergeometric_sum(term: Expr, index: Expr, signs: Signs) -> Expr:
    """The sum of ``term`` over index = 0, 1, 2, ..., from the ratio of consecutive terms.

    Raises NoClosedForm if the ratio is no rational function with linear factors, or convergence for every value of the symbols is not plain.
    """
    first = algebra.powsimp(term.subs(index, 0))
    if first == 0 and term == 0:
        return sp.Integer(0)
    if first.has(sp.zoo, sp.nan) or first == 0:
        raise NoClosedForm("a series whose first term has no value or is 0")
    ratio = algebra.factor(algebra.powsimp(sp.gammasimp(algebra.powsimp(sp.expand_power_base(term.subs(index, index + 1) / term)))))
    ratio = algebra.factor(algebra.cancel(sp.gammasimp(sp.expand_func(sp.simplify(ratio))))) if not ratio.is_rational_function(index) else ratio
    if not ratio.is_rational_function(index):
        raise NoClosedForm("a series whose terms have no rational ratio")
    above, below = sp.fraction(algebra.together(ratio))
    upper, up = linear_factors(above, index)
    lower, down = linear_factors(below, index)
    scale = algebra.cancel(up / down)
    for parameter in list(upper):
        if parameter in lower:
            upper.remove(parameter)
            lower.remove(parameter)
    if 1 in lower:
        lower.remove(1)
    else:
        upper.append(sp.Integer(1))
    for parameter in lower:
        if signs.sign(parameter) != "+":
            raise NoClosedForm("a series with a lower parameter that may vanish")
    if len(upper) <= len(lower):
        if not upper and not lower:
            return first * sp.exp(scale)
        return first * sp.hyper(sorted(upper, key=sp.default_sort_key), sorted(lower, key=sp.default_sort_key), scale)
    if len(upper) == 1 and not lower and signs.sign(1 - scale) == "+" and signs.sign(1 + scale) == "+":
        return first * (1 - scale) ** (-upper[0])
    raise NoClosedForm("a series that need not converge")


def linear_factors(polynomial: Expr, index: Expr) -> tuple[list[Expr], Expr]:
    constant, factors = sp.factor_list(polynomial, index)
    parameters: list[Expr] = []
    for factor, times in factors:
        if sp.degree(factor, index) == 0:
            constant *= factor**times
            continue
        if sp.degree(factor, index) != 1:
            raise NoClosedForm("a ratio of terms with a factor that is not linear")
        slope, level = sp.Poly(factor, index).all_coeffs()
        constant *= slope**times
        parameters += [algebra.cancel(level / slope)] * times
    return parameters, constant


def bounded_limit(e: Expr, variable: Expr, to: Expr) -> Expr:
    """SymPy's limit at 0 from the right or at oo (of small expressions only), accepted if values on the way agree with it."""
    if variable not in e.free_symbols:
        return e
    if algebra.operations(e) > 150:
        raise NoClosedForm("the limit of a long expression")
    try:
        found = sp.limit(e, variable, to, "+" if to != sp.oo else "-")
    except MemoryError:  # of the process
        raise
    except Exception as error:  # SymPy's limits fail in many ways
        raise NoClosedForm(f"a limit that SymPy does not find ({type(error).__name__})") from None
    if found.has(sp.nan, sp.zoo, sp.AccumBounds, sp.Limit) or variable in found.free_symbols or (found.has(sp.oo) and found not in (sp.oo, -sp.oo)):
        raise NoClosedForm("a limit that SymPy does not find")
    at = {s: mpf(v.numerator) / v.denominator for s, v in zip(in_order(e.free_symbols - {variable}), PROBES[0] * 3, strict=False)}
    at = {s: mpf(int(v) + 1) if s.is_integer else v for s, v in at.items()}
    values = []
    for size in (10**3, 10**6, 10**9):
        value = evaluated(e, {**at, variable: mpf(size) if to == sp.oo else mpf(1) / size}, 60)
        if value is not None:
            values.append(value)
    if len(values) < 2:
        raise NoClosedForm("a limit that cannot be checked by values on the way")
    if found in (sp.oo, -sp.oo):
        grown = [v if found is sp.oo else -v for v in values]
        if not all(b > a for a, b in pairwise(grown)):
            raise NoClosedForm("an infinite limit that values on the way do not confirm")
        return found
    goal = evaluated(found, at, 60)
    if goal is None:
        raise NoClosedForm("a limit that cannot be checked by values on the way")
    gaps = [abs(v - goal) for v in values]
    if not (gaps[-1] < gaps[0] or gaps[0] <= mpf(10) ** -20) or not gaps[-1] < (1 + abs(goal)) / 2:
        raise NoClosedForm("a limit that values on the way do not confirm")
    return found
