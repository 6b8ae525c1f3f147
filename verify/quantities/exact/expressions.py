"""Expressions in positive symbols: normal forms, values in floating point, and whether they are identically 0."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

import mpmath
import sympy as sp
from mpmath import mp, mpf

from verify.quantities import algebra, enclosures

Expr = Any

MOST_OPERATIONS = 400
"""Expressions with more operations than this are not simplified."""
FEW_OPERATIONS = 30
"""Expressions with fewer are expanded before they are evaluated at a point."""
MOST_DEGREE = 32
"""Polynomials of a higher degree in some generator, an exponential or a function too, are not factored."""
MOST_TERMS = 64
"""Finite sums with more terms than this are not written out."""
MOST_BREAKS = 10


class NoClosedForm(Exception):
    """No closed form is known here; the message says of what."""


class NoValue(NoClosedForm):
    """The formula provably has no value (at every point of the cell)."""


class OpenSign(NoClosedForm):
    """A closed form exists once the sign of ``expression`` is known."""

    def __init__(self, expression: Expr) -> None:
        super().__init__(f"the sign of {expression} is unknown")
        self.expression = expression


class BreakAt(Exception):
    """An integrand changes its form at this point of the line."""

    def __init__(self, place: Expr) -> None:
        super().__init__(str(place))
        self.place = place


def in_order(symbols: Iterable[Expr]) -> list[Expr]:
    return sorted(symbols, key=lambda s: str(s.name))


def _exponential(e: Expr) -> Expr:
    """Powers with a symbolic exponent and a positive base as exponentials; logarithms of products as sums."""
    e = e.replace(lambda x: isinstance(x, sp.Pow) and not isinstance(x, sp.exp), _one_power)
    return logs_apart(e)


@lru_cache(maxsize=4096)
def _one_power(power: Expr) -> Expr:
    """A power with a symbolic exponent and a positive base as an exponential; the base of a root in factors."""
    base, exponent = power.as_base_exp()
    if base is not sp.E and not exponent.is_Rational:
        base = algebra.factor(algebra.together(base)) if base.is_rational_function() and not base.is_Symbol else base
        if base.is_positive:
            return sp.exp(algebra.expand(exponent * sp.expand_log(sp.log(base))))
        if exponent.is_integer and base != -1 and (-base).is_positive:
            return sp.Integer(-1) ** exponent * sp.exp(algebra.expand(exponent * sp.expand_log(sp.log(-base))))
    if exponent.is_Rational and not exponent.is_Integer and not base.is_Symbol and not base.is_number and base.is_rational_function():
        return sp.expand_power_base(sp.Pow(algebra.factor(algebra.together(base)), exponent))
    return power


def logs_apart(e: Expr) -> Expr:
    """Logarithms of products as sums of logarithms of their factors."""
    if not e.has(sp.log):
        return e
    return sp.expand_log(e.replace(lambda x: isinstance(x, sp.log) and x.args[0].is_rational_function(), lambda x: sp.log(algebra.factor(algebra.together(x.args[0])))))


def one_exponent(term: Expr) -> tuple[Expr, Expr]:
    """``(exponent, rest)`` with ``term = exp(exponent) * rest`` and no exponential factor in the rest."""
    exponents, rest = [], []
    for factor in sp.Mul.make_args(term):
        base, power = factor.as_base_exp()
        if isinstance(factor, sp.exp):
            exponents.append(factor.args[0])
        elif isinstance(base, sp.exp):
            exponents.append(base.args[0] * power)
        else:
            rest.append(factor)
    total = sp.Add(*exponents)
    if total != 0 and algebra.operations(total) < MOST_OPERATIONS:
        rational = total.is_rational_function()
        total = algebra.expand(total)
        if rational and not _of_monomials(total):
            total = algebra.expand(algebra.cancel(total))
    return total, sp.Mul(*rest)


def _of_monomials(e: Expr) -> bool:
    """Whether an expression is a sum of rational multiples of products of powers of symbols with whole exponents: in lowest terms and multiplied out it is the same."""
    return all(
        f.is_Rational or f.is_Symbol or (f.is_Pow and f.base.is_Symbol and f.exp.is_Integer) for term in sp.Add.make_args(e) for f in sp.Mul.make_args(term)
    )


def canonical_form(e: Expr) -> Expr:
    """A sum of exponentials with expanded exponents, each with a coefficient free of exponentials; equal for many equal expressions.

    Its work is counted, also where the form is known from before: what a proof costs must not depend on what was proved before it.
    """
    enclosures.spend(OPERATION * algebra.operations(e))
    return _canonical_form(e)


OPERATION, SUM = 10, 100
"""Units of work for each operation of an expression that is brought into canonical form, and for the sign of a sum."""


@lru_cache(maxsize=4096)
def _canonical_form(e: Expr) -> Expr:
    collected: dict[Expr, Expr] = {}
    for term in sp.Add.make_args(algebra.expand(_exponential(e))):
        exponent, rest = one_exponent(term)
        collected[exponent] = collected.get(exponent, sp.Integer(0)) + rest
    parts = []
    for exponent in sorted(collected, key=sp.default_sort_key):
        coefficient = collected[exponent]
        if algebra.operations(coefficient) < MOST_OPERATIONS:
            coefficient = algebra.factor(coefficient) if coefficient.is_rational_function() else algebra.expand(coefficient)
        parts.append(coefficient * sp.exp(exponent))
    return sp.Add(*parts)


def _kummer(e: Expr) -> Expr:
    """Each 1F1(a; b; z) with z > 0 as exp(z) 1F1(b - a; b; -z) (Kummer's transformation), parameters in normal form."""
    def change(h: Expr) -> Expr:
        if len(h.ap) != 1 or len(h.bq) != 1:
            return h
        a, b, z = algebra.cancel(h.ap[0]), algebra.cancel(h.bq[0]), algebra.factor(algebra.cancel(h.argument))
        if z.is_positive or (z.is_number and z > 0):
            return sp.exp(z) * sp.hyper([algebra.cancel(b - a)], [b], -z)
        return sp.hyper([a], [b], z)

    return e.replace(lambda x: isinstance(x, sp.hyper), change)


PROBES = (
    (Fraction(7, 5), Fraction(11, 13), Fraction(5, 7), Fraction(17, 11), Fraction(3, 8)),
    (Fraction(2, 9), Fraction(19, 7), Fraction(8, 5), Fraction(6, 13), Fraction(23, 10)),
)
_FUNCTIONS = {sp.erf: mp.erf, sp.erfc: mp.erfc, sp.erfi: mp.erfi, sp.gamma: mp.gamma, sp.Abs: abs, sp.floor: mp.floor, sp.ceiling: mp.ceil}
_PAIRS = {sp.RisingFactorial: mp.rf}


def numeric(e: Expr, at: Mapping[Expr, Any], memo: dict[Expr, Any] | None = None) -> Any:
    """The real value of an expression by mpmath, at the working precision; sums that cancel to below 1e-30 of their terms count as 0.

    Raises ValueError or ArithmeticError where it has no (finite, real) value.
    """
    memo = {} if memo is None else memo
    if e in memo:
        return memo[e]
    value: Any
    if e.is_Rational:
        value = mpf(int(e.p)) / int(e.q)
    elif e.is_Symbol:
        value = at[e]
    elif e.is_Add:
        terms = [numeric(a, at, memo) for a in e.args]
        value = mp.fsum(terms)
        if abs(value) <= max(abs(x) for x in terms) * mpf(10) ** -30:
            value = mpf(0)
    elif e.is_Mul:
        value = mp.fprod(numeric(a, at, memo) for a in e.args)
    elif e is sp.E or isinstance(e, sp.exp):
        exponent = mpf(1) if e is sp.E else numeric(e.args[0], at, memo)
        if abs(exponent) > 1e8:
            raise OverflowError("an exponential beyond what is worth computing")
        value = mp.exp(exponent)
    elif e.is_Pow:
        base, exponent = numeric(e.base, at, memo), numeric(e.exp, at, memo)
        if abs(exponent) > 1e8:
            raise OverflowError("a power beyond what is worth computing")
        value = mp.power(base, int(exponent) if exponent == int(exponent) else exponent)
    elif isinstance(e, sp.log):
        inner = numeric(e.args[0], at, memo)
        if not inner > 0:
            raise ValueError("a logarithm of a number that is not positive")
        value = mp.log(inner)
    elif isinstance(e, sp.hyper):
        value = mp.hyper([numeric(a, at, memo) for a in e.ap], [numeric(b, at, memo) for b in e.bq], numeric(e.argument, at, memo))
    elif e is sp.pi:
        value = +mp.pi
    elif type(e) in _PAIRS:
        value = _PAIRS[type(e)](*(numeric(a, at, memo) for a in e.args))
    elif type(e) in _FUNCTIONS:
        value = _FUNCTIONS[type(e)](numeric(e.args[0], at, memo))
    else:
        raise ValueError(f"no numeric value of {type(e).__name__}")
    if isinstance(value, mpmath.mpc) or not mpmath.isfinite(value):
        raise ValueError("a value that is not real and finite")
    memo[e] = value
    return value


def evaluated(e: Expr, at: Mapping[Expr, Any], digits: int = 40) -> Any:
    """:func:`numeric` at a precision, or ``None`` where there is no value."""
    with mp.workdps(digits):
        try:
            return numeric(e, at)
        except (ValueError, ArithmeticError, KeyError, TypeError, NotImplementedError, RecursionError, mp.NoConvergence):
            return None


def probe(e: Expr, which: int = 0) -> Any:
    """The value at a fixed point with positive coordinates (integer symbols get integers), 40 digits; ``None`` if it has none."""
    chosen = PROBES[which % len(PROBES)]
    at = {}
    with mp.workdps(40):
        for k, symbol in enumerate(in_order(e.free_symbols)):
            value = chosen[k % len(chosen)] + k // len(chosen)
            at[symbol] = mpf(2 + which + k) if symbol.is_integer else mpf(value.numerator) / value.denominator
    return evaluated(e, at)


def vanishes(e: Expr) -> bool | None:
    """Whether an expression is identically 0: ``True`` proved, ``False`` not 0 at some point, ``None`` neither."""
    form = sp.sympify(e)
    answer: bool | None = _VANISHING.found(form, lambda: (_vanishes(form),))[0]
    return answer


_VANISHING = enclosures.Memo()


def _vanishes(e: Expr) -> bool | None:
    if e == 0:
        return True
    if e.has(sp.nan, sp.zoo, sp.oo, -sp.oo):
        return None
    if e.is_Number:
        return False
    operations = algebra.operations(e)
    if operations < FEW_OPERATIONS and algebra.expand(e) == 0:
        return True
    for which in range(2):
        value = probe(e, which)
        if value is not None and abs(value) > mpf(10) ** -25:
            return False
    if operations > MOST_OPERATIONS:
        return None
    if operations >= FEW_OPERATIONS and algebra.expand(e) == 0:
        return True
    if e.is_Add and len(e.args) == 2 and _equal_products(e.args[0], -e.args[1]):
        return True
    strategies: tuple[Callable[[Expr], Expr], ...] = (
        lambda x: 0 if _zero_by_generators(x) else x,
        canonical_form,
        lambda x: canonical_form(algebra.together(canonical_form(x))),
        lambda x: algebra.expand(sp.numer(algebra.together(canonical_form(x)))),
        lambda x: canonical_form(_kummer(x)),
        lambda x: 0 if x.has(sp.erfc) and _zero_by_generators(x.rewrite(sp.erf)) else x,
        lambda x: 0 if x.has(sp.RisingFactorial) and _zero_by_generators(sp.gammasimp(_exponential(x).replace(sp.RisingFactorial, _gammas))) else x,
        lambda x: canonical_form(sp.gammasimp(canonical_form(_kummer(x)))) if x.has(sp.gamma) else x,
        lambda x: sp.gammasimp(algebra.powsimp(x)) if x.has(sp.gamma) else x,
        lambda x: sp.logcombine(sp.expand_log(x)) if x.has(sp.log) else x,
        lambda x: _log_argument(x) - 1 if x.has(sp.log) else x,
        lambda x: 0 if _plain_series(x) and _zero_by_generators(sp.hyperexpand(x).rewrite(sp.erf)) else x,
        lambda x: sp.simplify(x) if operations < 80 and not x.has(sp.hyper) else x,
    )
    for strategy in strategies:
        try:
            if strategy(e) == 0:
                return True
        except (ArithmeticError, ValueError, TypeError, NotImplementedError, AttributeError, sp.PolynomialError, RecursionError):
            continue
    return None


def _zero_by_generators(e: Expr) -> bool:
    """Zero test: exponentials and roots as powers of generators, then a polynomial that must expand to 0.

    Exponents are brought over one common denominator, so that products of exponentials are recognised whatever their form; a generator of a root is
    reduced by its defining equation. Other functions are generators as they stand.
    """
    e = _exponential(_kummer(e))
    swap: dict[Expr, Expr] = {}
    powers = [x for x in e.atoms(sp.exp) if not x.args[0].has(sp.exp)]
    split = {}
    common = sp.Integer(1)
    for x in sorted(powers, key=sp.default_sort_key):
        top, bottom = sp.fraction(algebra.cancel(algebra.together(x.args[0])))
        split[x] = top, bottom
        common = sp.lcm(common, bottom)
    monomials: dict[Expr, Expr] = {}
    parts = {x: [t.as_coeff_Mul() for t in sp.Add.make_args(algebra.expand(top * algebra.cancel(common / bottom)))] for x, (top, bottom) in split.items()}
    for terms in parts.values():
        for coefficient, monomial in terms:
            monomials[monomial] = sp.lcm(monomials.get(monomial, sp.Integer(1)), coefficient.q if coefficient.is_Rational else 1)
    generator = {m: sp.Symbol(f"power_of_e_{k}", positive=True) for k, m in enumerate(sorted(monomials, key=sp.default_sort_key))}
    for x, terms in parts.items():
        if all(c.is_Rational for c, _ in terms):
            swap[x] = sp.Mul(*(generator[m] ** (c * monomials[m]) for c, m in terms))
    e = e.xreplace(swap)
    roots: dict[Expr, int] = {}
    for x in e.atoms(sp.Pow):
        if x.exp.is_Rational and not x.exp.is_Integer:
            roots[x.base] = int(sp.ilcm(roots.get(x.base, 1), x.exp.q))
    places = sorted(roots, key=sp.default_sort_key)
    names = {base: sp.Symbol(f"root_{k}", positive=True) for k, base in enumerate(places)}
    e = e.xreplace({x: names[x.base] ** (x.exp * roots[x.base]) for x in e.atoms(sp.Pow) if x.exp.is_Rational and not x.exp.is_Integer})
    top = algebra.expand(sp.numer(algebra.together(e)))
    for base in places:
        if top == 0:
            break
        reduced = sp.Integer(0)
        for (k,), coefficient in sp.Poly(top, names[base]).terms():
            reduced += coefficient * base ** (k // roots[base]) * names[base] ** (k % roots[base])
        top = algebra.expand(sp.numer(algebra.together(reduced)))
    return bool(top == 0)


def _gammas(base: Expr, count: Expr) -> Expr:
    """A rising factorial as a quotient of gamma functions; an identity of analytic functions, so that poles may be left out of account."""
    return sp.gamma(base + count) / sp.gamma(base)


def _plain_series(e: Expr) -> bool:
    """Whether all hypergeometric functions have rational parameters, so that SymPy may know them by another name."""
    series = e.atoms(sp.hyper)
    return bool(series) and all(p.is_Rational for h in series for p in (*h.ap, *h.bq))


MOST_DEGREE = 48


def factored(e: Expr) -> Expr:
    """The expression as one fraction in factors. Powers with fractional exponents become polynomials of a high degree, whose factors are not looked for."""
    together = algebra.together(e)
    exponents = [x.args[0] for x in together.atoms(sp.exp)] + [x.args[1] for x in together.atoms(sp.Pow)]
    parts = [abs(part.as_coeff_Mul()[0]) for x in exponents for part in sp.Add.make_args(x)]
    parts = [sp.Rational(x) for x in parts if x.is_Rational]
    step = math.lcm(*(int(x.q) for x in parts))
    return together if max([x * step for x in parts], default=0) > MOST_DEGREE else algebra.factor(together)


def _equal_products(first: Expr, second: Expr) -> bool:
    """Whether two products have the same factors, powers of positive bases taken together as one exponential."""
    if first.as_coeff_Mul()[0] < 0:
        first, second = -first, -second
    exponent, rest = sp.Integer(0), sp.Integer(1)
    for product, sign in ((first, 1), (second, -1)):
        for factor in sp.Mul.make_args(_kummer(product)):
            base, power = factor.as_base_exp()
            if not base.is_Symbol and base.is_rational_function():
                base = factored(base)
            if isinstance(factor, sp.exp):
                exponent += sign * factor.args[0]
            elif base is sp.E:
                exponent += sign * power
            elif base.is_positive and not base.has(sp.gamma, sp.hyper):
                exponent += sign * power * sp.expand_log(sp.log(base))
            else:
                rest *= factor**sign
    if rest != 1 and rest.has(sp.gamma):
        rest = sp.gammasimp(rest)
    if rest != 1:
        return False
    exponent = algebra.expand(logs_apart(exponent))
    return bool(exponent == 0 or algebra.expand(sp.numer(algebra.together(exponent))) == 0)


def _log_argument(e: Expr) -> Expr:
    """For a sum of rational multiples of logarithms and a rest: the simplified exponential of it."""
    logs = [t for t in sp.Add.make_args(algebra.expand(e)) if t.has(sp.log)]
    common = sp.Integer(1)
    for term in logs:
        common = sp.lcm(common, sp.denom(term.as_coeff_Mul()[0]))
    value = sp.exp(algebra.expand(common * algebra.factor(e)))
    return algebra.factor(canonical_form(value)) if algebra.operations(value) < MOST_OPERATIONS else value


def neat(e: Expr) -> Expr:
    """An equal expression, shorter where that is cheap."""
    if e in (sp.oo, -sp.oo) or algebra.operations(e) > MOST_OPERATIONS:
        return e
    flat = canonical_form(e)
    return flat if algebra.operations(flat) <= algebra.operations(e) else e
