"""Closed forms of quantities, derived from their definitions by integrating densities and by optimal couplings.

A law on the line is a list of pieces with log-density ``c0 + c1 x + c2 x^2``; coefficients and ends are SymPy expressions in *positive* symbols
(a caller splits a domain into cells on each of which this is so). Every order of break points and every sign that a formula depends on is decided by a
:class:`Signs`, or :class:`OpenSign` names the expression whose sign is open, so that the caller can split the cell. Nothing is assumed silently: a term
that may have no value raises instead of returning an expression.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Any

import mpmath
import sympy as sp
from flint import fmpq
from mpmath import mp, mpf

from verify.claims.nodes import Argument, Node, free_names, literal, pattern_names, rebuild, substitute, walk
from verify.claims.sets import stated
from verify.quantities import algebra, enclosures, power_forms
from verify.quantities.leading import Unseen, limit_at_oo
from verify.quantities.normal_forms import MOST_COORDINATES, VectorLaw, leading_minors, squared_length
from verify.quantities.power_forms import PowerLaw
from verify.values.derivatives import first_derivative
from verify.values.primitives import PRIMITIVES

__all__ = [
    "ClosedForms", "LineLaw", "NoClosedForm", "NoValue", "OpenSign", "PointLaw", "ProductLaw", "Sign", "Signs", "bounded_limit", "canonical_form",
    "closed_form", "evaluated", "hypergeometric_sum", "one_exponent", "same_for_all_couplings", "vanishes",
]

Expr = Any
Sign = str | None
"""``"+"``, ``"-"``, ``"0"``, ``"+0"`` (at least 0), ``"-0"`` (at most 0), or ``None`` (not known)."""

MOST_OPERATIONS = 400
"""Expressions with more operations than this are not simplified."""
FEW_OPERATIONS = 30
"""Expressions with fewer are expanded before they are evaluated at a point."""
MOST_DEGREE = 32
"""Polynomials of a higher degree in some generator, an exponential or a function too, are not factored."""
MOST_TERMS = 64
"""Finite sums with more terms than this are not written out."""
MOST_BREAKS = 10
NUMBERS = frozenset({
    "num", "var", "pi", "add", "mul", "pow", "exp", "log", "abs", "norm", "max", "min", "erf", "erfc", "gamma", "hyp1f1", "floor", "ceiling", "if", "sum",
    "prod", "normal_cdf", "mills", "gaussian_profile", "gaussian_level",
    "limit", "limsup", "liminf", "derivative", "expect", "prob", "renyi", "total_variation", "l1_distance", "hockey_stick", "log_ratio_sup", "density_gap_sup",
    "log_per_density_gap", "log_density_lipschitz", "mean", "moment", "distribution_function", "density", "wasserstein", "kantorovich", "least_disagreement",
    "inf", "sup",
})
"""Heads that have a closed form here, each by the method of its name."""


class NoClosedForm(Exception):
    """No closed form is known here; the message says of what."""


class NoValue(NoClosedForm):
    """The formula provably has no value (at every point of the cell)."""


class OpenSign(NoClosedForm):
    """A closed form exists once the sign of ``expression`` is known."""

    def __init__(self, expression: Expr) -> None:
        super().__init__(f"the sign of {expression} is unknown")
        self.expression = expression


class _BreakAt(Exception):
    """An integrand changes its form at this point of the line."""

    def __init__(self, place: Expr) -> None:
        super().__init__(str(place))
        self.place = place


# --- normal forms ----------------------------------------------------------------------------------------------------


def _ordered(symbols: Iterable[Expr]) -> list[Expr]:
    return sorted(symbols, key=lambda s: str(s.name))


def _exponential(e: Expr) -> Expr:
    """Powers with a symbolic exponent and a positive base as exponentials; logarithms of products as sums."""
    e = e.replace(lambda x: isinstance(x, sp.Pow) and not isinstance(x, sp.exp), _one_power)
    return _logs_apart(e)


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


def _logs_apart(e: Expr) -> Expr:
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


_PROBES = (
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
    chosen = _PROBES[which % len(_PROBES)]
    at = {}
    with mp.workdps(40):
        for k, symbol in enumerate(_ordered(e.free_symbols)):
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
    exponent = algebra.expand(_logs_apart(exponent))
    return bool(exponent == 0 or algebra.expand(sp.numer(algebra.together(exponent))) == 0)


def _log_argument(e: Expr) -> Expr:
    """For a sum of rational multiples of logarithms and a rest: the simplified exponential of it."""
    logs = [t for t in sp.Add.make_args(algebra.expand(e)) if t.has(sp.log)]
    common = sp.Integer(1)
    for term in logs:
        common = sp.lcm(common, sp.denom(term.as_coeff_Mul()[0]))
    value = sp.exp(algebra.expand(common * algebra.factor(e)))
    return algebra.factor(canonical_form(value)) if algebra.operations(value) < MOST_OPERATIONS else value


# --- signs -----------------------------------------------------------------------------------------------------------

_TIMES = {"+": {"+": "+", "-": "-", "+0": "+0", "-0": "-0"}, "-": {"+": "-", "-": "+", "+0": "-0", "-0": "+0"},
          "+0": {"+": "+0", "-": "-0", "+0": "+0", "-0": "-0"}, "-0": {"+": "-0", "-": "+0", "+0": "-0", "-0": "+0"}}


def opposite(sign: Sign) -> Sign:
    return None if sign is None else sign if sign == "0" else {"+": "-", "-": "+"}[sign[0]] + sign[1:]


def sign_of_product(signs: Iterable[Sign]) -> Sign:
    """The sign of a product of factors with these signs; stops at the first that is open (a zero factor may come before it)."""
    total = "+"
    for sign in signs:
        if sign == "0" or sign is None:
            return sign
        total = _TIMES[total][sign]
    return total


def sign_of_sum(signs: Iterable[Sign]) -> Sign:
    """The sign of a sum of terms with these signs; stops at the first pair that leaves it open."""
    side, strict = "", False
    for sign in signs:
        if sign == "0":
            continue
        if sign is None or (side and sign[0] != side):
            return None
        side, strict = sign[0], strict or len(sign) == 1
    return "0" if not side else side if strict else side + "0"


class Signs:
    """Signs of expressions in positive symbols: exact rules only, and facts that are given.

    ``facts`` are pairs (expression, strict): the expression is at least 0, or greater than 0. ``fractional`` are expressions that are no integers.
    """

    def __init__(self, facts: Sequence[tuple[Expr, bool]] = (), fractional: Sequence[Expr] = ()) -> None:
        self.facts = tuple(facts)
        self.fractional = tuple(fractional)
        self._known: dict[Expr, Sign] = {}

    def sign(self, e: Expr) -> Sign:
        e = sp.sympify(e)
        if e in self._known:
            return self._known[e]
        self._known[e] = None  # a question that comes back to itself is not answered
        found = self._sign(e)
        self._known[e] = found
        return found

    def require(self, e: Expr) -> int:
        """-1, 0 or 1. Raises OpenSign."""
        found = self.sign(e)
        if found in ("+", "-", "0"):
            return {"+": 1, "-": -1, "0": 0}[found]
        raise OpenSign(sp.sympify(e))

    def null(self, e: Expr) -> bool:
        """Whether the expression is known to be identically 0."""
        return vanishes(e) is True

    def nonzero(self, e: Expr) -> bool:
        """Whether the expression is known not to vanish; a gamma function never does where it has a value."""
        if e.is_Mul:
            return all(self.nonzero(f) for f in e.args)
        if e.is_Pow:
            return self.nonzero(e.base)
        return isinstance(e, sp.gamma) or self.sign(e) in ("+", "-")

    def not_integer(self, e: Expr) -> bool:
        """Whether the expression is known to be no integer: by assumption, or an integer away from one that is not."""
        if e.is_integer is False or (e.is_Rational and not e.is_Integer):
            return True
        return any(algebra.expand(e + times * other).is_integer is True for other in self.fractional for times in (1, -1))

    def _sign(self, e: Expr) -> Sign:
        if e.has(sp.nan, sp.zoo):
            return None
        if e is sp.oo or e is -sp.oo:
            return "+" if e is sp.oo else "-"
        if e.is_number:
            return _sign_of_number(e)
        quick = _assumed(e)
        if quick is not None and quick not in ("+0", "-0"):
            return quick
        for fact, strict in self.facts:
            if _flat(e) == _flat(fact):
                return "+" if strict else "+0"
            if _flat(e) == _flat(-fact):
                return "-" if strict else "-0"
        return self._by_shape(e) or quick

    def _by_shape(self, e: Expr) -> Sign:
        if e.is_Mul:
            return sign_of_product(self.sign(f) for f in e.args)
        if isinstance(e, sp.exp):
            return "+"
        if e.is_Pow:
            base, exponent = e.as_base_exp()
            below = self.sign(base)
            if below == "+":
                return "+"
            if exponent.is_even and exponent.is_positive:
                return "+" if below == "-" else "0" if below == "0" else "+0"
            if exponent.is_even and exponent.is_negative and below == "-":
                return "+"
            if exponent.is_odd and (below == "-" or (exponent.is_positive and below is not None)):
                return below
            if below in ("0", "+0") and self.sign(exponent) == "+":
                return below
            return None
        if isinstance(e, sp.log):
            return self.sign(e.args[0] - 1) if self.sign(e.args[0]) == "+" else None
        if isinstance(e, sp.Abs):
            inner = self.sign(e.args[0])
            return "+" if inner in ("+", "-") else "0" if inner == "0" else "+0"
        if isinstance(e, sp.erf):
            return self.sign(e.args[0])
        if isinstance(e, sp.erfc):
            return "+"
        if isinstance(e, sp.gamma | sp.RisingFactorial):
            return "+" if self.sign(e.args[0]) == "+" else None
        if isinstance(e, sp.hyper) and all(self.sign(p) == "+" for p in (*e.ap, *e.bq)):
            return "+" if self.sign(e.argument) in ("+", "+0", "0") or (len(e.ap), len(e.bq)) == (0, 0) else None
        if e.is_Add:
            return self._sum(e)
        return None

    def _sum(self, e: Expr) -> Sign:
        enclosures.spend(SUM)
        found = sign_of_sum(self.sign(t) for t in e.args)
        if found not in (None, "+0", "-0"):
            return found
        weak = found
        if algebra.operations(e) > MOST_OPERATIONS:
            return weak
        if vanishes(e):
            return "0"
        try:
            top, bottom = sp.fraction(algebra.together(e))
        except (sp.PolynomialError, ValueError, TypeError):
            return weak
        if bottom != 1 and not bottom.is_number:
            return sign_of_product((self.sign(top), self.sign(bottom))) or weak
        flat = canonical_form(top)
        if flat != e:
            return self.sign(flat) if flat.is_Add is False else self._expanded(flat) or weak
        return self._expanded(e) or weak

    def _expanded(self, e: Expr) -> Sign:
        terms = sp.Add.make_args(e)
        found = sign_of_sum(self.sign(t) for t in terms)
        if found in ("+", "-", "0"):
            return found
        try:
            product = algebra.factor(e) if max(sp.Poly(e).degree_list()) <= MOST_DEGREE else e
        except (sp.PolynomialError, ValueError, TypeError):
            product = e
        if product.is_Mul or product.is_Pow:
            return self.sign(product) or found
        return self._two_exponentials(terms) or self._logarithms(e) or self._discriminant(e) or found

    def _two_exponentials(self, terms: Sequence[Expr]) -> Sign:
        """A exp(u) - B exp(v) with A, B > 0 has the sign of log(A/B) + u - v."""
        if len(terms) != 2 or not any(t.has(sp.exp) for t in terms):
            return None
        (u, a), (v, b) = (one_exponent(t) for t in terms)
        if u == v:
            return None
        first, second = self.sign(a), self.sign(b)
        if (first, second) == ("-", "+"):
            (u, a), (v, b) = (v, b), (u, a)
        elif (first, second) != ("+", "-"):
            return None
        ratio = algebra.cancel(-a / b)
        return self.sign(algebra.expand(u - v) if ratio == 1 else algebra.expand(u - v) + sp.log(ratio))

    def _logarithms(self, e: Expr) -> Sign:
        """A sum of rational multiples of logarithms has the sign of (product of the powers) - 1."""
        terms = sp.Add.make_args(e)
        if not all(isinstance(t.as_coeff_Mul()[1], sp.log) or t.is_Rational for t in terms) or not e.has(sp.log):
            return None
        if not all(t.is_Rational or self.sign(t.as_coeff_Mul()[1].args[0]) == "+" for t in terms):
            return None
        common = sp.Integer(1)
        for t in terms:
            common = sp.lcm(common, t.as_coeff_Mul()[0].q if not t.is_Rational else t.q)
        up, down = sp.Integer(1), sp.Integer(1)
        for t in terms:
            coefficient, inner = t.as_coeff_Mul()
            power = common * (coefficient if not t.is_Rational else t)
            base = sp.E if t.is_Rational else inner.args[0]
            if abs(power) > 8:
                return None
            if power > 0:
                up *= base**power
            else:
                down *= base ** (-power)
        return self.sign(up - down)

    def _discriminant(self, e: Expr) -> Sign:
        """A quadratic in one symbol (or exponential) that has no root."""
        for symbol in _ordered(e.free_symbols):
            if e.is_polynomial(symbol) and sp.degree(e, symbol) == 2:
                a, b, c = sp.Poly(e, symbol).all_coeffs()
                lead = self.sign(a)
                if lead not in ("+", "-"):
                    continue
                rest = self.sign(algebra.expand(b**2 - 4 * a * c))
                if rest == "-":
                    return lead
                if rest in ("-0", "0"):
                    return lead + "0"
        return None


@lru_cache(maxsize=4096)
def _flat(e: Expr) -> Expr:
    """Multiplied out: two expressions differ by a sum that multiplies out to 0 just where these are the same."""
    return algebra.expand(e)


def _sign_of_number(e: Expr) -> Sign:
    if e.is_Rational:
        return "0" if e == 0 else "+" if e > 0 else "-"
    if e.is_real is False:
        return None
    value = e.evalf(50)
    if value.is_Float and abs(value) > sp.Float("1e-30"):
        return "+" if value > 0 else "-"
    return "0" if vanishes(e) else None


@lru_cache(maxsize=4096)
def _assumed(e: Expr) -> Sign:
    """What SymPy's assumptions say; long sums are not asked, because SymPy may look for their roots."""
    if e.is_Add and algebra.operations(e) > 30:
        return None
    plain = _plain_sign(e)
    if plain is not None:
        return plain
    if e.is_positive:
        return "+"
    if e.is_negative:
        return "-"
    if e.is_zero:
        return "0"
    if e.is_nonnegative:
        return "+0"
    if e.is_nonpositive:
        return "-0"
    return None


@lru_cache(maxsize=4096)
def _plain_sign(e: Expr) -> Sign:
    """The sign of an expression in which no terms of different signs are added; its exponentials may have such exponents. SymPy finds the same, more slowly."""
    if e.is_Rational or e.is_Symbol:
        return "+" if e.is_positive else "-" if e.is_negative else None
    if e.is_Mul:
        return sign_of_product(_plain_sign(f) for f in e.args)
    if e.is_Add:
        return sign_of_sum(_plain_sign(t) for t in e.args)
    if isinstance(e, sp.exp):
        return "+" if all(_plain_sign(t) for t in sp.Add.make_args(e.args[0])) else None
    if e.is_Pow:
        return "+" if e.exp.is_Rational and _plain_sign(e.base) == "+" else None
    return None


class _OnInterval(Signs):
    """Signs on an open interval of the line: the variable is between two ends that the outer signs can order."""

    def __init__(self, outer: Signs, variable: Expr, low: Expr, high: Expr) -> None:
        super().__init__()
        self.outer, self.variable, self.low, self.high = outer, variable, low, high

    def sign(self, e: Expr) -> Sign:
        e = sp.sympify(e)
        x = self.variable
        if x not in e.free_symbols:
            return self.outer.sign(e)
        if e.is_polynomial(x):
            e = algebra.expand(e)
            degree = sp.degree(e, x)
            if degree == 1:
                slope, level = e.coeff(x, 1), e.coeff(x, 0)
                direction, root = self.outer.require(slope), algebra.cancel(-level / slope)
                if self.low is not -sp.oo and self.outer.require(root - self.low) <= 0:
                    return "+" if direction > 0 else "-"
                if self.low is -sp.oo or self.high is sp.oo or self.outer.require(self.high - root) > 0:
                    if self.high is not sp.oo and self.outer.require(self.high - root) <= 0:
                        return "-" if direction > 0 else "+"
                    raise _BreakAt(root)
                return "-" if direction > 0 else "+"
            factors = [f for f, _ in sp.factor_list(e, x)[1]]
            if degree > 1 and all(sp.degree(f, x) == 1 for f in factors):
                return self._by_shape(algebra.factor(e))
        if isinstance(e, sp.exp):
            return "+"
        return self._by_shape(e) if not e.is_Add else None


# --- sums ------------------------------------------------------------------------------------------------------------


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
    upper, up = _linear_factors(above, index)
    lower, down = _linear_factors(below, index)
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


def _linear_factors(polynomial: Expr, index: Expr) -> tuple[list[Expr], Expr]:
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


# --- laws ------------------------------------------------------------------------------------------------------------

Piece = tuple[Expr, Expr, Expr, Expr, Expr]
"""``(lo, hi, c0, c1, c2)``."""


@dataclass(frozen=True, slots=True)
class LineLaw:
    """A mixture of laws with piecewise log-densities; a plain law has one part of weight 1."""

    parts: tuple[tuple[Expr, tuple[Piece, ...]], ...]

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces of a law that is no mixture. Raises NoClosedForm for a mixture."""
        if len(self.parts) != 1:
            raise NoClosedForm("a quantity of a mixture")
        return self.parts[0][1]


@dataclass(frozen=True, slots=True)
class PointLaw:
    """Finitely many different points with their weights."""

    atoms: tuple[tuple[Expr, Expr], ...]


@dataclass(frozen=True, slots=True)
class ProductLaw:
    """Independent coordinates."""

    factors: tuple[Any, ...]


AnyLaw = LineLaw | PointLaw | ProductLaw | VectorLaw | PowerLaw


def _plain(e: Expr) -> Expr:
    """Expanded; a rational part over one factored denominator, logarithms of products taken apart."""
    if algebra.operations(e) >= MOST_OPERATIONS:
        return e
    e = _logs_apart(e)
    if not any(p.exp.is_negative and p.base.is_Add for p in e.atoms(sp.Pow)):
        return algebra.expand(e)
    moving: list[Expr] = []
    rational: list[Expr] = []
    for term in sp.Add.make_args(e):
        (rational if term.is_rational_function() and not term.has(sp.log) else moving).append(term)
    top, bottom = sp.fraction(algebra.cancel(algebra.together(sp.Add(*rational))))
    bottom = algebra.factor(bottom)
    return sp.Add(*(algebra.expand(term) for term in moving), *(term / bottom for term in sp.Add.make_args(algebra.expand(top))))


def _factored(e: Expr) -> Expr:
    """One product, where that is cheap."""
    return algebra.factor(e) if e.is_rational_function() and algebra.operations(e) < MOST_OPERATIONS else _plain(e)


def _moved(pieces: tuple[Piece, ...], shift: Expr) -> tuple[Piece, ...]:
    """The pieces of X + shift."""
    return tuple(
        (lo if lo is -sp.oo else lo + shift, hi if hi is sp.oo else hi + shift, _plain(c0 - c1 * shift + c2 * shift**2), _factored(c1 - 2 * c2 * shift), c2)
        for lo, hi, c0, c1, c2 in pieces
    )


def _scaled(pieces: tuple[Piece, ...], factor: Expr) -> tuple[Piece, ...]:
    """The pieces of factor * X for a positive factor."""
    return tuple(
        (lo if lo is -sp.oo else lo * factor, hi if hi is sp.oo else hi * factor, c0 - sp.log(factor), c1 / factor, c2 / factor**2)
        for lo, hi, c0, c1, c2 in pieces
    )


def _merged(parts: Iterable[tuple[Expr, tuple[Piece, ...]]]) -> LineLaw:
    kept: list[tuple[Expr, tuple[Piece, ...]]] = []
    for weight, pieces in parts:
        if weight == 0:
            continue
        for k, (old, other) in enumerate(kept):
            if _same_pieces(pieces, other):
                kept[k] = (algebra.expand(old + weight), other)
                break
        else:
            kept.append((weight, pieces))
    return LineLaw(tuple((sp.Integer(1), p) if len(kept) == 1 else (w, p) for w, p in kept))


def _same_pieces(first: tuple[Piece, ...], second: tuple[Piece, ...]) -> bool:
    if first == second:
        return True
    if len(first) != len(second):
        return False
    return all(a == b or (a not in (sp.oo, -sp.oo) and b not in (sp.oo, -sp.oo) and vanishes(a - b) is True)
               for p, q in zip(first, second, strict=True) for a, b in zip(p, q, strict=True))


class ClosedForms:
    """Closed forms of formulas on one cell.

    Parameters
    ----------
    names
        What each free name stands for: an expression in positive symbols, an infinity, or a law.
    signs
        Decides signs on the cell.
    """

    def __init__(self, names: Mapping[str, Any], signs: Signs) -> None:
        self.names = dict(names)
        self.signs = signs
        self.notes: list[str] = []
        """Which definitions were worked out, in words, in the order of use."""
        self._laws: dict[Node, AnyLaw] = {}
        self._numbers: dict[Node, Expr] = {}

    def note(self, text: str) -> None:
        if text not in self.notes:
            self.notes.append(text)

    def with_names(self, extra: Mapping[str, Any], signs: Signs | None = None) -> ClosedForms:
        """The same cell with more names."""
        inner = ClosedForms({**self.names, **extra}, signs or self.signs)
        inner.notes = self.notes
        return inner

    # numbers ---------------------------------------------------------------------------------------------------------
    def number(self, node: Node) -> Expr:
        """The value as an expression, or an infinity.

        Raises
        ------
        NoValue
            If it has none anywhere on the cell.
        OpenSign
            If the form depends on an open sign.
        NoClosedForm
            If no closed form is known.
        """
        if node not in self._numbers:
            if node.head not in NUMBERS:
                raise NoClosedForm(f"{node.head}")
            self._numbers[node] = sp.sympify(getattr(self, "_" + node.head)(node))
        return self._numbers[node]

    def finite(self, argument: Argument) -> Expr:
        value = self.number(_node(argument))
        if value.has(sp.oo, -sp.oo, sp.zoo, sp.nan):
            raise NoClosedForm("an infinite argument")
        return value

    def _num(self, node: Node) -> Expr:
        text = str(node.args[0])
        if text in ("oo", "-oo"):
            return sp.oo if text == "oo" else -sp.oo
        value = Fraction(text)
        return sp.Rational(value.numerator, value.denominator)

    def _var(self, node: Node) -> Expr:
        name = str(node.args[0])
        value = self.names.get(name)
        if value is None or isinstance(value, AnyLaw):
            raise NoClosedForm(f"the name {name}, which is not a number here")
        return value

    def _pi(self, node: Node) -> Expr:
        return sp.pi

    def _add(self, node: Node) -> Expr:
        return self.total([self.number(_node(a)) for a in node.args])

    def total(self, values: Sequence[Expr]) -> Expr:
        """The sum in the extended reals."""
        infinite = {v for v in values if v in (sp.oo, -sp.oo)}
        if len(infinite) == 2:
            raise NoValue("oo - oo")
        return infinite.pop() if infinite else sp.Add(*values)

    def _mul(self, node: Node) -> Expr:
        return self.times([self.number(_node(a)) for a in node.args])

    def times(self, values: Sequence[Expr]) -> Expr:
        """The product in the extended reals."""
        if not any(v in (sp.oo, -sp.oo) for v in values):
            return sp.Mul(*values)
        direction = 1
        for value in values:
            direction *= self.signs.require(value)
        if direction == 0:
            raise NoValue("0 * oo")
        return sp.oo * direction

    def _pow(self, node: Node) -> Expr:
        return self.power(self.number(_node(node.args[0])), self.number(_node(node.args[1])))

    def power(self, base: Expr, exponent: Expr) -> Expr:
        """``base**exponent`` in the extended reals; 0**0 is 1."""
        if exponent in (sp.oo, -sp.oo):
            if base in (sp.oo, -sp.oo):
                raise NoClosedForm("oo to an infinite power")
            place = self.signs.require(base)
            if place < 0:
                raise NoValue("a negative number to an infinite power")
            if place == 0 and exponent is -sp.oo:
                raise NoValue("0 to a negative power")
            side = self.signs.require(base - 1)
            if side == 0:
                raise NoValue("1 to an infinite power")
            return sp.oo if side * (1 if exponent is sp.oo else -1) > 0 else sp.Integer(0)
        if base is sp.oo:
            side = self.signs.require(exponent)
            if side == 0:
                raise NoValue("oo**0")
            return sp.oo if side > 0 else sp.Integer(0)
        if base is -sp.oo:
            raise NoClosedForm("a power of -oo")
        if exponent.is_Integer and exponent >= 0:
            return base**exponent
        if exponent.is_integer and exponent.is_positive:
            return base**exponent
        below = self.signs.sign(base)
        if below is None and exponent.is_integer and self.signs.nonzero(base):
            return base**exponent
        if below == "+":
            return base**exponent
        if below == "0":
            direction = self.signs.require(exponent)
            if direction < 0:
                raise NoValue("0 to a negative power")
            return sp.Integer(1 if direction == 0 else 0)
        if below == "-":
            if exponent.is_integer:
                return base**exponent
            if exponent.is_Rational:
                raise NoValue("a negative base with a fractional exponent")
            raise NoClosedForm("a negative base with an exponent that need not be an integer")
        raise OpenSign(base)

    def _exp(self, node: Node) -> Expr:
        value = self.number(_node(node.args[0]))
        return sp.exp(value)

    def _log(self, node: Node) -> Expr:
        return self.logarithm(self.number(_node(node.args[0])))

    def logarithm(self, value: Expr) -> Expr:
        if value is sp.oo:
            return sp.oo
        if self.signs.require(value) <= 0:
            raise NoValue("the logarithm of a number that is not positive")
        return sp.expand_log(sp.log(value)) if value.has(sp.exp) else sp.log(value)

    def _abs(self, node: Node) -> Expr:
        return self.absolute(self.number(_node(node.args[0])))

    def absolute(self, value: Expr) -> Expr:
        if value in (sp.oo, -sp.oo):
            return sp.oo
        found = self.signs.sign(value)
        if found in ("+", "+0", "0"):
            return value
        if found in ("-", "-0"):
            return -value
        raise OpenSign(value)

    def _norm(self, node: Node) -> Expr:
        return self._abs(node)

    def _max(self, node: Node) -> Expr:
        return self.greatest([self.number(_node(a)) for a in node.args])

    def _min(self, node: Node) -> Expr:
        return -self.greatest([-self.number(_node(a)) for a in node.args])

    def greatest(self, values: Sequence[Expr]) -> Expr:
        best = values[0]
        for value in values[1:]:
            if best is sp.oo or value is -sp.oo:
                continue
            if value is sp.oo or best is -sp.oo:
                best = value
                continue
            side = self.signs.sign(value - best)
            if side is None:
                raise OpenSign(value - best)
            if side in ("+", "+0"):
                best = value
        return best

    def _erf(self, node: Node) -> Expr:
        return sp.erf(self.number(_node(node.args[0])))

    def _erfc(self, node: Node) -> Expr:
        return sp.erfc(self.number(_node(node.args[0])))

    def _normal_cdf(self, node: Node) -> Expr:
        return sp.erfc(-self.finite(node.args[0]) / sp.sqrt(2)) / 2

    def _mills(self, node: Node) -> Expr:
        x = self.finite(node.args[0])
        return sp.sqrt(sp.pi / 2) * sp.exp(x**2 / 2) * sp.erfc(x / sp.sqrt(2))

    def _gaussian_profile(self, node: Node) -> Expr:
        x, mu = self.finite(node.args[0]), self.finite(node.args[1])
        if self.signs.require(mu) <= 0:
            raise NoValue("a Gaussian profile without mu > 0")
        return sp.erfc((x / mu - mu / 2) / sp.sqrt(2)) / 2 - sp.exp(x) * sp.erfc((x / mu + mu / 2) / sp.sqrt(2)) / 2

    def _gaussian_level(self, node: Node) -> Expr:
        """Of a value of the profile at the same epsilon: it rises in mu, so that mu comes back."""
        x, delta = self.finite(node.args[0]), _node(node.args[1])
        if delta.head != "gaussian_profile":
            raise NoClosedForm("gaussian_level")
        at, mu = self.finite(delta.args[0]), self.finite(delta.args[1])
        if self.signs.require(x) < 0 or self.signs.require(mu) <= 0:
            raise NoValue("a Gaussian level where there is none")
        if vanishes(at - x) is not True:
            raise NoClosedForm("the level of a profile at another epsilon")
        self.note("the Gaussian level is the inverse of the Gaussian profile in mu")
        return mu

    def _gamma(self, node: Node) -> Expr:
        value = self.finite(node.args[0])
        if self.signs.not_integer(value) or self.signs.sign(value) == "+":
            return sp.gamma(value)
        if value.is_Integer or (value.is_integer and self.signs.sign(value) in ("-", "-0", "0")):
            raise NoValue("the gamma function at a pole")
        raise NoClosedForm("the gamma function where it may have a pole")

    def _hyp1f1(self, node: Node) -> Expr:
        a, b, z = (self.finite(x) for x in node.args)
        if self.signs.sign(b) != "+" and b.is_integer is not False and not (b.is_Rational and not b.is_Integer):
            raise NoClosedForm("1F1 where its lower parameter may be 0, -1, -2, ...")
        if z == 0 or a == 0:
            return sp.Integer(1)
        return sp.exp(z) if vanishes(a - b) is True else sp.hyper([a], [b], z)

    def _floor(self, node: Node) -> Expr:
        return sp.floor(self.finite(node.args[0]))

    def _ceiling(self, node: Node) -> Expr:
        return sp.ceiling(self.finite(node.args[0]))

    def _if(self, node: Node) -> Expr:
        return self.number(_node(node.args[1] if self.truth(_node(node.args[0])) else node.args[2]))

    def truth(self, node: Node) -> bool:
        """Whether a proposition holds everywhere on the cell, or nowhere. Raises OpenSign or NoClosedForm if neither is known."""
        head = node.head
        if head == "compare":
            left, relation, right = self.number(_node(node.args[0])), str(node.args[1]), self.number(_node(node.args[2]))
            known = _by_range(node)
            if known is not None:
                return known
            if left == right:
                side = 0
            elif left in (sp.oo, -sp.oo) or right in (sp.oo, -sp.oo):
                side = 1 if left is sp.oo or right is -sp.oo else -1
            else:
                found = self.signs.sign(left - right)
                weak = {("<=", "-0"): True, (">=", "+0"): True, ("<", "+0"): False, (">", "-0"): False}.get((relation, str(found)))
                if weak is not None:
                    return weak
                side = self.signs.require(left - right)
            answers = {"<=": side <= 0, "<": side < 0, ">=": side >= 0, ">": side > 0, "==": side == 0, "!=": side != 0}
            if relation not in answers:
                raise NoClosedForm(f"the relation {relation}")
            return answers[relation]
        if head == "not":
            return not self.truth(_node(node.args[0]))
        if head == "all":
            return all(self.truth(_node(a)) for a in node.args)
        if head == "any":
            return any(self.truth(_node(a)) for a in node.args)
        if head == "implies":
            return not self.truth(_node(node.args[0])) or self.truth(_node(node.args[1]))
        if head == "iff":
            return self.truth(_node(node.args[0])) == self.truth(_node(node.args[1]))
        raise NoClosedForm(f"the proposition {head}")

    # binders over numbers ----------------------------------------------------------------------------------------------
    def _sum(self, node: Node) -> Expr:
        over, term = node.args[0], _node(node.args[1])
        condition = node.args[2] if len(node.args) > 2 else None
        assert isinstance(over, tuple)
        if len(over) != 1:
            first, rest = over[0], over[1:]
            return self._sum(Node("sum", (first,), Node("sum", tuple(rest), term, condition), None))
        entry = over[0]
        assert isinstance(entry, tuple)
        (name,), where = pattern_names(entry[0]), _node(entry[1])
        if where.head == "one_of":
            values = [self.finite(a) for a in where.args]
        elif where.head == "integers":
            low, high = self.number(_node(where.args[0])), self.number(_node(where.args[1]))
            if not (low.is_Integer and high.is_Integer):
                if condition is not None:
                    raise NoClosedForm("a long sum with a condition")
                return self._long_sum(name, low, high, term)
            if high - low >= MOST_TERMS:
                raise NoClosedForm("a sum with many terms")
            values = [low + k for k in range(int(high - low) + 1)]
        else:
            raise NoClosedForm("a sum over a set that is not a range of integers")
        parts = []
        for value in values:
            inner = self.with_names({name: value})
            if condition is None or inner.truth(_node(condition)):
                parts.append(inner.number(term))
        return self.total(parts) if parts else sp.Integer(0)

    def _long_sum(self, name: str, low: Expr, high: Expr, term: Node) -> Expr:
        """A sum to infinity by the ratio of terms, a sum to a symbolic end by a candidate that induction confirms."""
        if not low.is_Integer:
            raise NoClosedForm("a sum with a symbolic start")
        index = sp.Symbol(f"{name}_index", integer=True, positive=True)
        start = self.with_names({name: low}).number(term)
        general = self.with_names({name: low + index}).number(term)
        if high is sp.oo:
            if general == 0:
                return start
            begins = vanishes(general.subs(index, 0) - start) if not general.subs(index, 0).has(sp.nan, sp.zoo) else None
            self.note("series: the ratio of consecutive terms is a rational function of the index")
            if begins is True:
                return hypergeometric_sum(general, index, self.signs)
            return start + hypergeometric_sum(general.subs(index, index + 1), index, self.signs)
        if not (high.is_integer and self.signs.sign(high - low) in ("+", "0", "+0")):
            raise NoClosedForm("a sum with an open end")
        top = sp.Symbol(f"{name}_top", integer=True, positive=True)
        total = algebra.expand(start + sp.summation(general, (index, 1, top))) if algebra.operations(general) < 60 else sp.nan
        if total.has(sp.Sum, sp.Piecewise, sp.nan):
            raise NoClosedForm("a sum with a symbolic end")
        if not (vanishes(total.subs(top, top + 1) - total - general.subs(index, top + 1)) and vanishes(total.subs(top, 1) - start - general.subs(index, 1))):
            raise NoClosedForm("a sum whose closed form induction does not confirm")
        self.note("finite sum: closed form confirmed by induction on the upper end")
        if self.signs.sign(high - low) == "0":
            return start
        if self.signs.sign(high - low) == "+0" and vanishes(total.subs(top, 0) - start) is not True:
            raise OpenSign(high - low)
        return total.subs(top, high - low)

    def _prod(self, node: Node) -> Expr:
        """A finite product; with a symbolic end, of a rational function of the index with linear factors, by rising factorials."""
        over, term = node.args[0], _node(node.args[1])
        condition = node.args[2] if len(node.args) > 2 else None
        assert isinstance(over, tuple)
        if len(over) != 1:
            return self._prod(Node("prod", (over[0],), Node("prod", tuple(over[1:]), term, condition), None))
        entry = over[0]
        assert isinstance(entry, tuple)
        (name,), where = pattern_names(entry[0]), _node(entry[1])
        if where.head != "integers":
            raise NoClosedForm("a product over a set that is not a range of integers")
        low, high = (self.number(_node(end)) for end in where.args)
        if low.is_Integer and high.is_Integer:
            if high - low >= MOST_TERMS:
                raise NoClosedForm("a product with many factors")
            parts = []
            for value in (low + k for k in range(max(0, int(high - low) + 1))):
                inner = self.with_names({name: value})
                if condition is None or inner.truth(_node(condition)):
                    parts.append(inner.number(term))
            return self.times(parts) if parts else sp.Integer(1)
        if condition is not None or not low.is_Integer or not high.is_integer or self.signs.sign(high - low + 1) not in ("+", "+0", "0"):
            raise NoClosedForm("a product with an open end")
        index = sp.Symbol(f"{name}_index", integer=True, positive=True)  # the factor at low + index - 1; its value exists by the signs asked here
        factor = algebra.factor(algebra.together(self.with_names({name: low + index - 1}).number(term)))
        if not factor.is_rational_function(index):
            raise NoClosedForm("a product of factors that are not a rational function of the index")
        count, total = algebra.expand(high - low + 1), sp.Integer(1)
        for part, direction in zip(sp.fraction(factor), (1, -1), strict=True):
            parameters, constant = _linear_factors(part, index)
            total *= self._power_of_sign(constant, count) ** direction
            for parameter in parameters:
                total *= sp.RisingFactorial(algebra.expand(1 + parameter), count) ** direction
        self.note("products: linear factors as rising factorials")
        return total

    def _power_of_sign(self, base: Expr, exponent: Expr) -> Expr:
        """An integer power with the sign of the base apart."""
        side = self.signs.require(base)
        return base**exponent if side > 0 else sp.Integer(-1) ** exponent * (-base) ** exponent if side < 0 else self.power(base, exponent)

    def _limit(self, node: Node) -> Expr:
        over = node.args[0]
        assert isinstance(over, tuple) and isinstance(over[0], tuple)
        name, to = str(pattern_names(over[0][0])[0]), self.number(_node(over[0][1]))
        term = _node(node.args[1])
        step = sp.Symbol(f"{name}_step", positive=True)
        self.note("limit: SymPy, on expressions whose arguments keep their signs")
        if to in (sp.oo, -sp.oo):
            if {n.head for n in walk(term)} & _TRANSCENDENTAL:
                try:
                    found = limit_at_oo(self, term if to is sp.oo else substitute(term, {name: -Node("var", name)}), name)
                    self.note("limit: the series of the term at oo")
                    return found
                except Unseen:
                    pass
            return bounded_limit(self._eventually(name, term, _along(sp.Integer(0), 1 if to is sp.oo else -1), step, 1), step, sp.oo)
        sides = []
        for direction in (1, -1):
            try:
                inner = self._eventually(name, term, _along(to, direction), step, -1)
            except NoValue:
                continue
            sides.append(bounded_limit(inner, step, sp.Integer(0)))
        if not sides:
            raise NoValue("the term near the limit")
        if len(sides) == 2 and sides[0] != sides[1] and vanishes(sides[0] - sides[1]) is not True:
            raise NoClosedForm("a limit that differs from side to side")
        return sides[0]

    def _eventually(self, name: str, term: Node, place: Callable[[Expr], Expr], step: Expr, direction: int) -> Expr:
        """The closed form of the term for steps that are large (direction 1) or small (-1) enough; the threshold is found among powers of 2."""
        last: NoClosedForm | None = None
        for power in (0, 4, 12, 40):
            edge = sp.Integer(2) ** power
            moved = edge + step if direction > 0 else step / (edge * (1 + step)) if power else step
            try:
                found = self.with_names({name: place(moved)}).number(term)
            except OpenSign as error:
                last = error
                continue
            if found in (sp.oo, -sp.oo):
                return found
            if direction > 0:
                return found.subs(step, step - edge)
            return found if not power else sp.simplify(found.subs(step, edge * step / (1 - edge * step))) if algebra.operations(found) < 120 else found
        raise last or NoClosedForm("a limit")

    _limsup = _limit
    _liminf = _limit

    def _derivative(self, node: Node) -> Expr:
        formula = first_derivative(node) if any(part.head == "gaussian_level" for part in walk(node)) else None
        if formula is not None:
            self.note("derivative: chain rule with the derivatives of special functions")
            return self.number(formula)
        over = node.args[0]
        assert isinstance(over, tuple) and isinstance(over[0], tuple)
        name, at = str(pattern_names(over[0][0])[0]), self.finite(over[0][1])
        order = literal(_node(node.args[2]))
        if order is None:
            found = self.finite(node.args[2])
            order = Fraction(int(found)) if found.is_Integer else None
        if order is None or order.denominator != 1 or not 0 <= order <= 12:
            raise NoClosedForm("a derivative of an order that is not a small integer")
        step = sp.Symbol(f"{name}_step", positive=True)
        sides = []
        for direction in (1, -1):
            value = self._near(name, at, direction, _node(node.args[1]), step)
            if value.has(sp.Abs, sp.Max, sp.Min, sp.Piecewise, sp.floor, sp.ceiling, sp.oo):
                raise NoClosedForm("a derivative of a function with corners")
            # an expression in step and direction: substitute to get a function of the signed step
            signed = sp.Symbol(f"{name}_signed", real=True)
            moved = value.subs(step, direction * signed)
            sides.append([sp.diff(moved, signed, j).subs(signed, 0) for j in range(int(order) + 1)])
        here = self.with_names({name: at}).number(_node(node.args[1]))
        for left, right in zip([here, *sides[0]], [sides[1][0], *sides[1]], strict=True):  # the value and the lower derivatives too: a corner has none
            if left.has(sp.nan, sp.zoo, sp.oo) or right.has(sp.nan, sp.zoo, sp.oo):
                raise NoClosedForm("a derivative at a point where the formula has a singularity")
            if left != right and vanishes(left - right) is not True:
                raise NoClosedForm("a derivative that differs from side to side")
        self.note("derivative: differentiated on both sides of the point")
        return sides[0][-1]

    def _near(self, name: str, at: Expr, direction: int, term: Node, step: Expr) -> Expr:
        """The closed form at ``at + direction * step`` for all small enough positive steps: signs at the point itself carry over to its neighbours."""
        try:
            return self.with_names({name: at + direction * step}, _Near(self.signs, step)).number(term)
        except OpenSign as error:
            remaining = error.expression
            if step in remaining.free_symbols:
                raise NoClosedForm("a derivative at a point where a sign changes") from None
            raise

    # laws ------------------------------------------------------------------------------------------------------------
    def law(self, argument: Argument) -> AnyLaw:
        """A law with exact pieces or points; that its mass is 1 is proved, not assumed."""
        node = _node(argument)
        if node not in self._laws:
            self._laws[node] = self._make_law(node)
        return self._laws[node]

    def _make_law(self, node: Node) -> AnyLaw:
        head, args = node.head, node.args
        if head == "var":
            value = self.names.get(str(args[0]))
            if isinstance(value, AnyLaw):
                return value
            raise NoClosedForm(f"the distribution {args[0]}")
        if head == "if":
            return self.law(args[1] if self.truth(_node(args[0])) else args[2])
        if head == "law":
            entries = args[2]
            assert isinstance(entries, tuple)
            pieces = []
            for entry in entries:
                assert isinstance(entry, tuple)
                lo, hi, c0, c1, c2 = (self.number(_node(a)) for a in entry)
                width = 1 if lo is -sp.oo or hi is sp.oo else self.signs.require(hi - lo)
                if width < 0:
                    raise NoValue("a distribution with a piece of negative length")
                if width > 0:
                    pieces.append((lo, hi, _plain(c0), _factored(c1), _factored(c2)))
            found = tuple(pieces)
            for left, right in pairwise(found):
                if self.signs.require(right[0] - left[1]) < 0:
                    raise NoValue("a distribution with pieces that overlap")
            mass = self.total([self.integral([sp.Integer(1)], *piece, positive=True) for piece in found])
            if mass is sp.oo or vanishes(mass - 1) is False:
                raise NoValue("a distribution whose mass is not 1")
            if vanishes(mass - 1) is not True:
                raise NoClosedForm("a distribution whose mass is not shown to be 1")
            return LineLaw(((sp.Integer(1), found),))
        if head == "finite":
            entries = args[0]
            assert isinstance(entries, tuple)
            return self._finite([(self.finite(e[0]), self.finite(e[1])) for e in entries if isinstance(e, tuple)])
        if head == "mixture":
            entries = args[0]
            assert isinstance(entries, tuple)
            pairs = [(self.finite(e[0]), self.law(e[1])) for e in entries if isinstance(e, tuple)]
            self._weights([w for w, _ in pairs])
            if all(isinstance(law, PointLaw) for _, law in pairs):
                return self._finite([(p, w * v) for w, law in pairs if isinstance(law, PointLaw) for p, v in law.atoms])
            parts = []
            for weight, law in pairs:
                if not isinstance(law, LineLaw):
                    raise NoClosedForm("a mixture of unlike distributions")
                if self.signs.sign(weight) != "0":
                    parts += [(algebra.expand(weight * w), p) for w, p in law.parts]
            return _merged(parts)
        if head == "translate":
            return self._translated(self.law(args[0]), self.finite(args[1]))
        if head == "convolve":
            return self._convolved(self.law(args[0]), self.law(args[1]))
        if head == "product":
            return ProductLaw(tuple(self.law(a) for a in args))
        if head == "marginal":
            law, index = self.law(args[0]), literal(_node(args[1]))
            if isinstance(law, ProductLaw) and index is not None and 1 <= index <= len(law.factors) and index.denominator == 1:
                factor: AnyLaw = law.factors[int(index) - 1]
                return factor
        if head == "power_law":
            return self._power_law(self.finite(args[0]), self.finite(args[1]), self.finite(args[2]), literal_word(args[3]))
        if head == "normal_vector":
            return self._normal_vector(self._entries(args[0]), self._entries(args[1]))
        raise NoClosedForm(f"a distribution made by {head}")

    def _power_law(self, location: Expr, scale: Expr, exponent: Expr, side: str) -> PowerLaw:
        if side != "both":
            raise NoClosedForm("a distribution with one power tail")
        if self.signs.require(scale) <= 0 or self.signs.require(exponent - 1) <= 0:
            raise NoValue("a distribution with power tails needs a positive scale and an exponent above 1")
        return PowerLaw(location, scale, exponent)

    def _entries(self, argument: Argument) -> Any:
        """A number, or a point or matrix as a tuple of such, multiples included."""
        node = _node(argument)
        if node.head == "point":
            return tuple(self._entries(a) for a in node.args)
        if node.head == "mul":
            parts = [self._entries(a) for a in node.args]
            whole = [part for part in parts if isinstance(part, tuple)]
            if len(whole) == 1:
                factor = self.times([part for part in parts if not isinstance(part, tuple)])
                return self._multiple(factor, whole[0])
        return self.finite(node)

    def _multiple(self, factor: Expr, entry: Any) -> Any:
        return tuple(self._multiple(factor, part) for part in entry) if isinstance(entry, tuple) else self.times([factor, entry])

    def _normal_vector(self, mean: Any, covariance: Any) -> AnyLaw:
        """A normal law on the line, independent ones where the covariance is diagonal, or one with a definite covariance."""
        if not isinstance(mean, tuple) and not isinstance(covariance, tuple):
            side = self.signs.require(covariance)
            if side < 0:
                raise NoValue("a variance below 0")
            return LineLaw(((sp.Integer(1), normal_pieces(mean, covariance)),)) if side else PointLaw(((mean, sp.Integer(1)),))
        size = len(mean) if isinstance(mean, tuple) else 0
        if not isinstance(covariance, tuple) or len(covariance) != size or not all(isinstance(row, tuple) and len(row) == size for row in covariance):
            raise NoClosedForm("a normal distribution whose covariance is not written out")
        if not 1 < size <= MOST_COORDINATES or any(isinstance(x, tuple) for x in (*mean, *(x for row in covariance for x in row))):
            raise NoClosedForm("a normal distribution of this many coordinates")
        for i in range(size):
            for j in range(i):
                equal = vanishes(covariance[i][j] - covariance[j][i])
                if equal is not True:
                    raise NoValue("a covariance that is not symmetric") if equal is False else NoClosedForm("a covariance that is not shown to be symmetric")
        if all(covariance[i][j] == 0 for i in range(size) for j in range(size) if i != j):
            return ProductLaw(tuple(self._normal_vector(mean[i], covariance[i][i]) for i in range(size)))
        if any(self.signs.require(minor) <= 0 for minor in leading_minors(covariance)):
            raise NoClosedForm("a normal distribution whose covariance is not definite")
        return VectorLaw(mean, covariance)

    def _weights(self, weights: Sequence[Expr]) -> None:
        for weight in weights:
            found = self.signs.sign(weight)
            if found == "-":
                raise NoValue("a negative weight")
            if found not in ("+", "0", "+0"):
                raise OpenSign(weight)
        if vanishes(sp.Add(*weights) - 1) is not True:
            raise NoValue("weights whose sum is not 1") if vanishes(sp.Add(*weights) - 1) is False else NoClosedForm("weights whose sum is not shown to be 1")

    def _finite(self, pairs: Sequence[tuple[Expr, Expr]]) -> PointLaw:
        self._weights([w for _, w in pairs])
        atoms: list[tuple[Expr, Expr]] = []
        for place, weight in pairs:
            if self.signs.require(weight) == 0:
                continue
            for k, (other, mass) in enumerate(atoms):
                if self.signs.require(place - other) == 0:
                    atoms[k] = (other, algebra.expand(mass + weight))
                    break
            else:
                atoms.append((place, weight))
        return PointLaw(tuple(atoms))

    def _translated(self, law: AnyLaw, shift: Expr) -> AnyLaw:
        if isinstance(law, PointLaw):
            return PointLaw(tuple((p + shift, w) for p, w in law.atoms))
        if isinstance(law, LineLaw):
            return LineLaw(tuple((w, _moved(p, shift)) for w, p in law.parts))
        if isinstance(law, PowerLaw):
            return replace(law, location=law.location + shift)
        raise NoClosedForm("a translated distribution on tuples")

    def _convolved(self, first: AnyLaw, second: AnyLaw) -> AnyLaw:
        if isinstance(first, PointLaw) and isinstance(second, PointLaw):
            return self._finite([(p + q, v * w) for p, v in first.atoms for q, w in second.atoms])
        if isinstance(first, PointLaw) and isinstance(second, LineLaw):
            return _merged((algebra.expand(v * w), _moved(pieces, p)) for p, v in first.atoms for w, pieces in second.parts)
        if isinstance(first, LineLaw | PowerLaw) and isinstance(second, PointLaw):
            return self._convolved(second, first)
        if isinstance(first, PointLaw) and isinstance(second, PowerLaw) and len(first.atoms) == 1:
            return self._translated(second, first.atoms[0][0])
        if isinstance(first, LineLaw) and isinstance(second, LineLaw):
            parts = []
            for v, p in first.parts:
                for w, q in second.parts:
                    (m, a), (n, b) = self._normal(p), self._normal(q)
                    parts.append((algebra.expand(v * w), normal_pieces(m + n, a + b)))
            self.note("convolution of normal distributions: the product of their characteristic functions")
            return _merged(parts)
        raise NoClosedForm("a convolution")

    def _normal(self, pieces: tuple[Piece, ...]) -> tuple[Expr, Expr]:
        """Mean and variance, if one piece covers the line and its quadratic term is negative."""
        if len(pieces) == 1 and pieces[0][0] is -sp.oo and pieces[0][1] is sp.oo and self.signs.sign(pieces[0][4]) == "-":
            _, _, _, c1, c2 = pieces[0]
            return algebra.cancel(-c1 / (2 * c2)), algebra.cancel(-1 / (2 * c2))
        raise NoClosedForm("a convolution of distributions that are not normal")

    # integrals -------------------------------------------------------------------------------------------------------
    def integral(self, polynomial: Sequence[Expr], lo: Expr, hi: Expr, c0: Expr, c1: Expr, c2: Expr, positive: bool = False) -> Expr:
        """The integral over (lo, hi) of (polynomial, lowest coefficient first) * exp(c0 + c1 x + c2 x^2).

        oo is returned only for ``positive`` integrands that diverge.
        """
        order = len(polynomial) - 1
        curve = self.signs.require(c2)
        slope = self.signs.require(c1) if curve == 0 else 0
        for end, direction in ((lo, -1), (hi, 1)):
            if end in (sp.oo, -sp.oo) and (curve > 0 or (curve == 0 and slope * direction >= 0)):
                signs = [self.signs.sign(p) for p in polynomial]
                if positive and (order == 0 or direction > 0) and "+" in signs and all(s in ("+", "0", "+0") for s in signs):
                    return sp.oo
                raise NoClosedForm("an integral that diverges")
        if curve == 0 and slope == 0:
            return sp.exp(c0) * sp.Add(*(p * (hi ** (n + 1) - lo ** (n + 1)) / (n + 1) for n, p in enumerate(polynomial)))

        def edge(n: int, x: Expr) -> Expr:
            if x in (sp.oo, -sp.oo):
                return sp.Integer(0)
            return x**n * sp.exp(_plain(c0 + c1 * x + c2 * x**2))

        if curve == 0:
            moments = [(edge(0, hi) - edge(0, lo)) / c1]
            for n in range(1, order + 1):
                moments.append((edge(n, hi) - edge(n, lo) - n * moments[n - 1]) / c1)
        else:
            width = sp.sqrt(algebra.factor(-c2) if curve < 0 else algebra.factor(c2))

            def primitive(x: Expr) -> Expr:
                if x in (sp.oo, -sp.oo):
                    return sp.Integer(1 if x is sp.oo else -1)
                place = width * x - c1 / (2 * width) if curve < 0 else width * x + c1 / (2 * width)
                place = _plain(place) if place.is_Add else place
                return sp.erf(place) if curve < 0 else sp.erfi(place)

            front = sp.exp(_plain(algebra.cancel(c0 - c1**2 / (4 * c2)) if not c0.has(sp.log) else c0 - algebra.cancel(c1**2 / (4 * c2)))) * sp.sqrt(sp.pi) / (2 * width)
            moments = [front * (primitive(hi) - primitive(lo))]
            for n in range(1, order + 1):
                before = (n - 1) * moments[n - 2] if n >= 2 else sp.Integer(0)
                moments.append((edge(n - 1, hi) - edge(n - 1, lo) - before - c1 * moments[n - 1]) / (2 * c2))
        return sp.Add(*(p * m for p, m in zip(polynomial, moments, strict=True)))

    def power_integral(self, power: Expr, hi: Expr, c0: Expr, c1: Expr, c2: Expr) -> Expr:
        """The integral over (0, oo) of x**power * exp(c0 + c1 x + c2 x^2), for any real power above -1."""
        if hi is not sp.oo:
            raise NoClosedForm("a real moment over a bounded interval")
        if self.signs.require(power + 1) <= 0:
            raise NoClosedForm("a moment that diverges at 0")
        curve = self.signs.require(c2)
        if curve > 0 or (curve == 0 and self.signs.require(c1) >= 0):
            raise NoClosedForm("an integral that diverges")
        if curve == 0:
            return sp.exp(c0) * sp.gamma(power + 1) * sp.exp(-(power + 1) * sp.log(-c1))
        rate = -c2
        if self.signs.sign(c1) == "0":
            return sp.exp(c0) * sp.gamma((power + 1) / 2) * sp.exp(-(power + 1) / 2 * sp.log(rate)) / 2
        index, ratio = sp.Symbol("power_index", integer=True, positive=True), sp.Symbol("power_ratio", positive=True)
        terms = []
        for odd in (0, 1):  # exp(c1 x) in powers of x, integrated term by term (absolutely convergent)
            s = power + 2 * index + odd
            ratio_to_first = ratio**index / sp.gamma(2 * index + odd + 1) * sp.gamma((s + 1) / 2) / sp.gamma((power + odd + 1) / 2)
            first = c1**odd * sp.gamma((power + odd + 1) / 2) * sp.exp(-(power + odd + 1) / 2 * sp.log(rate)) / 2
            terms.append(sp.exp(c0) * first * hypergeometric_sum(ratio_to_first, index, self.signs).subs(ratio, algebra.factor(c1**2 / rate)))
        self.note("absolute moments: the series of exp(c x), integrated term by term against the normal weight")
        return sp.Add(*terms)

    def expectation(self, law: AnyLaw, name: str, body: Callable[[ClosedForms], Expr]) -> Expr:
        """E of a body in the name, by splitting the line where the body changes its form."""
        if isinstance(law, PointLaw):
            return self.total([self.times([w, body(self.with_names({name: p}))]) for p, w in law.atoms])
        if not isinstance(law, LineLaw):
            raise NoClosedForm("an expectation over this distribution")
        total = []
        for weight, pieces in law.parts:
            for piece in pieces:
                total.append(self.times([weight, self._over_piece(piece, name, body, MOST_BREAKS)]))
        return self.total(total)

    def _over_piece(self, piece: Piece, name: str, body: Callable[[ClosedForms], Expr], breaks: int) -> Expr:
        lo, hi, c0, c1, c2 = piece
        x = sp.Symbol(f"{name}_drawn", real=True)
        try:
            value = body(self.with_names({name: x}, _OnInterval(self.signs, x, lo, hi)))
        except _BreakAt as error:
            if not breaks:
                raise NoClosedForm("an integrand with many break points") from None
            left, right = (lo, error.place, c0, c1, c2), (error.place, hi, c0, c1, c2)
            return self.total([self._over_piece(left, name, body, breaks - 1), self._over_piece(right, name, body, breaks - 1)])
        if value in (sp.oo, -sp.oo, 0):
            return value
        return self._integrate(value, x, piece)

    def _integrate(self, value: Expr, x: Expr, piece: Piece) -> Expr:
        """The integral of a sum of (power of x) * exp(quadratic in x) against one piece."""
        lo, hi, c0, c1, c2 = piece
        collected: dict[tuple[Expr, Expr, Expr], dict[int, Expr]] = {}
        powers: list[tuple[Expr, int, Expr, Expr, Expr, Expr]] = []
        for term in sp.Add.make_args(algebra.expand(value)):
            constant, moving = term.as_independent(x, as_Add=False)
            degree, a0, a1, a2 = 0, sp.Integer(0), sp.Integer(0), sp.Integer(0)
            real: Expr = None
            mirrored = 1
            for factor in sp.Mul.make_args(moving):
                if factor == 1:
                    continue
                base, exponent = factor.as_base_exp()
                if base == x and exponent.is_Integer and exponent > 0:
                    degree += int(exponent)
                elif isinstance(factor, sp.exp) or base is sp.E:
                    inner = algebra.expand(exponent if base is sp.E else factor.args[0])
                    if not inner.is_polynomial(x) or sp.degree(inner, x) > 2:
                        raise NoClosedForm("an exponential of this integrand")
                    a0, a1, a2 = a0 + inner.coeff(x, 0), a1 + inner.coeff(x, 1), a2 + inner.coeff(x, 2)
                elif base in (x, -x) and x not in exponent.free_symbols and real is None:
                    real, mirrored = exponent, 1 if base == x else -1
                else:
                    raise NoClosedForm("this integrand")
            if real is None:
                key = (_plain(a0), _plain(a1), _plain(a2))
                bucket = collected.setdefault(key, {})
                bucket[degree] = bucket.get(degree, sp.Integer(0)) + constant
            else:
                powers.append((constant * mirrored**degree, mirrored, real + degree, a0, a1, a2))
        parts = []
        for (a0, a1, a2), bucket in collected.items():
            polynomial = [bucket.get(n, sp.Integer(0)) for n in range(max(bucket) + 1)]
            alone = len(collected) == 1 and not powers
            parts.append(self.integral(polynomial, lo, hi, _plain(c0 + a0), _factored(c1 + a1), _factored(c2 + a2), positive=alone))
        for constant, mirrored, power, a0, a1, a2 in powers:
            start, end = (lo, hi) if mirrored > 0 else (-hi, -lo)
            if start in (sp.oo, -sp.oo) or self.signs.require(start) != 0:
                raise NoClosedForm("a real moment over an interval that does not start at 0")
            parts.append(constant * self.power_integral(power, end, c0 + a0, mirrored * (c1 + a1), c2 + a2))
        return self.total(parts) if parts else sp.Integer(0)

    def _expect(self, node: Node) -> Expr:
        over = node.args[0]
        assert isinstance(over, tuple)
        self.note("expectations: integrals of the densities piece by piece")
        return self._drawn(list(over), lambda inner: inner.number(_node(node.args[1])))

    def _prob(self, node: Node) -> Expr:
        over = node.args[0]
        assert isinstance(over, tuple)
        self.note("probabilities: integrals of the densities over the event")
        return self._drawn(list(over), lambda inner: sp.Integer(1 if inner.truth(_node(node.args[1])) else 0))

    def _drawn(self, over: list[Any], body: Callable[[ClosedForms], Expr]) -> Expr:
        if not over:
            return body(self)
        entry, rest = over[0], over[1:]
        pattern, law = entry[0], self.law(entry[1])
        if isinstance(pattern, tuple):
            if not isinstance(law, ProductLaw) or len(law.factors) != len(pattern):
                raise NoClosedForm("a tuple drawn from a joint distribution")
            names = [pattern_names(p)[0] for p in pattern]
            return self._nested(list(zip(names, law.factors, strict=True)), lambda inner: inner._drawn(rest, body))
        return self._nested([(pattern_names(pattern)[0], law)], lambda inner: inner._drawn(rest, body))

    def _nested(self, draws: list[tuple[str, AnyLaw]], body: Callable[[ClosedForms], Expr]) -> Expr:
        if not draws:
            return body(self)
        (name, law), rest = draws[0], draws[1:]
        return self.expectation(law, name, lambda inner: inner._nested(rest, body))

    def _inf(self, node: Node) -> Expr:
        """An extremum over couplings of a number that no coupling changes is that number: the product of two laws couples them, so there is a coupling."""
        body = same_for_all_couplings(node)
        if body is None:
            raise NoClosedForm(f"{node.head}")
        over: Any = node.args[0]
        self._pair(over[0][1])
        self.note("extremum over couplings, which exist, of a number that is the same for all of them")
        return self.number(body)

    _sup = _inf

    # common pieces of two laws -----------------------------------------------------------------------------------------
    def _joint_pieces(self, first: tuple[Piece, ...], second: tuple[Piece, ...]) -> list[tuple[Expr, Expr, Piece | None, Piece | None]]:
        """The line cut at every end of either law: ``(lo, hi, piece of the first, piece of the second)``, empty stretches left out."""
        ends: list[Expr] = []
        for piece in (*first, *second):
            for end in piece[:2]:
                if end in (sp.oo, -sp.oo):
                    continue
                place = len(ends)
                for k, other in enumerate(ends):
                    side = self.signs.require(end - other)
                    if side == 0:
                        place = -1
                        break
                    if side < 0:
                        place = k
                        break
                if place >= 0:
                    ends.insert(place, end)
        edges = [-sp.oo, *ends, sp.oo]
        found = []
        for lo, hi in pairwise(edges):
            p, q = self._covering(first, lo, hi), self._covering(second, lo, hi)
            if p is not None or q is not None:
                found.append((lo, hi, p, q))
        return found

    def _covering(self, pieces: tuple[Piece, ...], lo: Expr, hi: Expr) -> Piece | None:
        for piece in pieces:
            left = piece[0] is -sp.oo or (lo is not -sp.oo and self.signs.require(lo - piece[0]) >= 0)
            if left and (piece[1] is sp.oo or (hi is not sp.oo and self.signs.require(piece[1] - hi) >= 0)):
                return piece
        return None

    def _line(self, argument: Argument) -> tuple[Piece, ...]:
        law = self.law(argument)
        if not isinstance(law, LineLaw):
            raise NoClosedForm("a quantity of a distribution that has no density on the line")
        return law.pieces

    def _pair(self, node: Node) -> tuple[AnyLaw, AnyLaw]:
        return self.law(node.args[0]), self.law(node.args[1])

    # divergences -----------------------------------------------------------------------------------------------------
    def _renyi(self, node: Node) -> Expr:
        return self.renyi(*self._pair(node), self.number(_node(node.args[2])))

    def renyi(self, first: AnyLaw, second: AnyLaw, order: Expr) -> Expr:
        """Renyi divergence of any order in [0, oo], from its integral (1: the integral of p log(p/q); oo: the essential supremum of log(p/q))."""
        if order is not sp.oo and self.signs.sign(order) not in ("+", "0"):
            if self.signs.sign(order) == "-":
                raise NoClosedForm("a Renyi divergence of negative order")
            raise OpenSign(order)
        if first == second:
            return sp.Integer(0)
        if isinstance(first, PointLaw) and isinstance(second, PointLaw):
            return self._renyi_points(first, second, order)
        if isinstance(first, ProductLaw) and isinstance(second, ProductLaw) and len(first.factors) == len(second.factors):
            self.note("Renyi divergence of independent coordinates: the sum of those of the coordinates")
            return self.total([self.renyi(p, q, order) for p, q in zip(first.factors, second.factors, strict=True)])
        if isinstance(first, VectorLaw) and isinstance(second, VectorLaw):
            return self._renyi_vectors(first, second, order)
        if isinstance(first, PowerLaw) and isinstance(second, PowerLaw):
            found = power_forms.renyi(first, second, order)
            if found is None:
                raise NoClosedForm("a Renyi divergence of these distributions with power tails")
            self.note("Renyi divergence of Cauchy distributions: Laplace's integral of a Legendre polynomial")
            return found
        if not (isinstance(first, LineLaw) and isinstance(second, LineLaw)):
            raise NoClosedForm("a Renyi divergence of these distributions")
        pieces = self._joint_pieces(first.pieces, second.pieces)
        self.note("Renyi divergence: the defining integral, piece by piece")
        if order is sp.oo:
            if any(p is not None and q is None for _, _, p, q in pieces):
                return sp.oo
            return self.greatest([self._largest_on(_difference(p, q), lo, hi) for lo, hi, p, q in pieces if p is not None and q is not None])
        side = self.signs.require(order - 1)
        if side >= 0 and any(p is not None and q is None for _, _, p, q in pieces):
            return sp.oo
        shared = [(lo, hi, p, q) for lo, hi, p, q in pieces if p is not None and q is not None]
        if not shared:
            return sp.oo
        if side == 0:
            return self.total([self.integral(list(_difference(p, q)), lo, hi, *p[2:]) for lo, hi, p, q in shared])
        parts = []
        for lo, hi, p, q in shared:
            mixed = [algebra.expand(order * a + (1 - order) * b) for a, b in zip(p[2:], q[2:], strict=True)]
            mixed[1:] = [algebra.factor(c) if c.is_rational_function() else c for c in mixed[1:]]
            parts.append(self.integral([sp.Integer(1)], lo, hi, mixed[0], mixed[1], mixed[2], positive=True))
        whole = self.total(parts)
        if whole is sp.oo:
            return sp.oo if side > 0 else -sp.oo
        return sp.log(_neat(whole)) / (order - 1)

    def _renyi_points(self, first: PointLaw, second: PointLaw, order: Expr) -> Expr:
        pairs = []
        for place, weight in first.atoms:
            partner = [w for other, w in second.atoms if self.signs.require(place - other) == 0]
            pairs.append((weight, partner[0] if partner else sp.Integer(0)))
        missing = any(q == 0 for _, q in pairs)
        shared = [(p, q) for p, q in pairs if q != 0]
        if order is sp.oo:
            return sp.oo if missing else self.greatest([sp.log(p / q) for p, q in pairs])
        side = self.signs.require(order - 1)
        if (side >= 0 and missing) or not shared:
            return sp.oo
        if side == 0:
            return sp.Add(*(p * sp.log(p / q) for p, q in shared))
        return sp.log(sp.Add(*(p**order * q ** (1 - order) for p, q in shared))) / (order - 1)

    def _renyi_vectors(self, first: VectorLaw, second: VectorLaw, order: Expr) -> Expr:
        """Normal laws with one covariance K: ``order/2 x' K^-1 x`` for the difference x of the means.

        ``a log p + (1 - a) log q`` is then the logarithm of the density with mean ``a m + (1 - a) k``, less ``a (1 - a)/2 x' K^-1 x`` (completed square).
        """
        if len(first.mean) != len(second.mean) or any(vanishes(a - b) is not True for r, s in zip(first.rows, second.rows, strict=True) for a, b in zip(r, s, strict=True)):
            raise NoClosedForm("a Renyi divergence of normal distributions with different covariances")
        square = squared_length(first.rows, tuple(a - b for a, b in zip(first.mean, second.mean, strict=True)))
        if vanishes(square) is True:
            return sp.Integer(0)
        if order is sp.oo:
            return sp.oo if self.signs.require(square) > 0 else sp.Integer(0)
        self.note("Renyi divergence of normal distributions with one covariance: the completed square")
        return order * square / 2

    def _total_variation(self, node: Node) -> Expr:
        return self.hockey_stick(*self._pair(node), sp.Integer(0))

    def _least_disagreement(self, node: Node) -> Expr:
        """The least probability that two coupled draws differ: the maximal coupling attains the total variation distance."""
        self.note("least probability of a difference: the maximal coupling leaves the total variation distance")
        return self.hockey_stick(*self._pair(node), sp.Integer(0))

    def _l1_distance(self, node: Node) -> Expr:
        return 2 * self.hockey_stick(*self._pair(node), sp.Integer(0))

    def _hockey_stick(self, node: Node) -> Expr:
        return self.hockey_stick(*self._pair(node), self.finite(node.args[2]))

    def hockey_stick(self, first: AnyLaw, second: AnyLaw, epsilon: Expr) -> Expr:
        """The integral of the positive part of p - exp(epsilon) q, by the sign changes of log(p/q) - epsilon."""
        if isinstance(first, PointLaw) and isinstance(second, PointLaw):
            total = []
            for place, weight in first.atoms:
                partner = sp.Add(*(w for other, w in second.atoms if self.signs.require(place - other) == 0))
                total.append(self.greatest([sp.Integer(0), weight - sp.exp(epsilon) * partner]))
            return self.total(total)
        if not (isinstance(first, LineLaw) and isinstance(second, LineLaw)):
            raise NoClosedForm("this divergence of these distributions")
        scale = sp.Integer(1)
        if len(first.parts) > 1 or len(second.parts) > 1:
            first, second, scale = self._cancelled(first, second, epsilon)
            if scale == 0:
                return sp.Integer(0)
        self.note("integrals of a positive part: split where the logarithm of the density ratio changes its sign")
        total = []
        for lo, hi, p, q in self._joint_pieces(first.pieces, second.pieces):
            if p is None:
                continue
            if q is None:
                total.append(self.integral([sp.Integer(1)], lo, hi, *p[2:]))
                continue
            d0, d1, d2 = _difference(p, q)
            for a, b in self._where_positive((_plain(d0 - epsilon), d1, d2), lo, hi):
                total += [self.integral([sp.Integer(1)], a, b, *p[2:]), -sp.exp(epsilon) * self.integral([sp.Integer(1)], a, b, *q[2:])]
        return scale * _neat(self.total(total)) if total else sp.Integer(0)

    def _cancelled(self, first: LineLaw, second: LineLaw, epsilon: Expr) -> tuple[LineLaw, LineLaw, Expr]:
        """p - q of two mixtures where, after equal components cancel, one component is left on each side with one weight."""
        if epsilon != 0:
            raise NoClosedForm("a divergence of mixtures")
        left = list(first.parts)
        right: list[tuple[Expr, tuple[Piece, ...]]] = []
        for weight, pieces in second.parts:
            for k, (other, same) in enumerate(left):
                if _same_pieces(pieces, same):
                    left[k] = (algebra.expand(other - weight), same)
                    break
            else:
                right.append((weight, pieces))
        plus, minus = [], right
        for weight, pieces in left:
            side = self.signs.require(weight)
            if side > 0:
                plus.append((weight, pieces))
            elif side < 0:
                minus.append((-weight, pieces))
        if not plus and not minus:
            return first, second, sp.Integer(0)
        if len(plus) == 1 == len(minus) and vanishes(plus[0][0] - minus[0][0]) is True:
            self.note("mixtures: equal components cancel in the difference of the densities")
            return LineLaw(((sp.Integer(1), plus[0][1]),)), LineLaw(((sp.Integer(1), minus[0][1]),)), plus[0][0]
        raise NoClosedForm("a divergence of mixtures")

    def _where_positive(self, d: tuple[Expr, Expr, Expr], lo: Expr, hi: Expr) -> list[tuple[Expr, Expr]]:
        """The parts of (lo, hi) where d0 + d1 x + d2 x^2 is positive."""
        d0, d1, d2 = d
        curve = self.signs.require(d2)
        if curve == 0:
            slope = self.signs.require(d1)
            if slope == 0:
                return [(lo, hi)] if self.signs.require(d0) > 0 else []
            root = algebra.cancel(-d0 / d1)
            return self._clipped([(root, sp.oo)] if slope > 0 else [(-sp.oo, root)], lo, hi)
        inside = algebra.factor(d1**2 - 4 * d0 * d2)
        if self.signs.require(inside) <= 0:
            return [(lo, hi)] if curve > 0 else []
        roots = [algebra.cancel(-d1 / (2 * d2)) + k * sp.sqrt(inside) / (2 * d2) for k in ((-1, 1) if curve > 0 else (1, -1))]
        return self._clipped([(-sp.oo, roots[0]), (roots[1], sp.oo)] if curve > 0 else [(roots[0], roots[1])], lo, hi)

    def _clipped(self, intervals: list[tuple[Expr, Expr]], lo: Expr, hi: Expr) -> list[tuple[Expr, Expr]]:
        found = []
        for a, b in intervals:
            if lo is not -sp.oo and (a is -sp.oo or self.signs.require(lo - a) >= 0):
                a = lo
            if hi is not sp.oo and (b is sp.oo or self.signs.require(b - hi) >= 0):
                b = hi
            if a is -sp.oo or b is sp.oo or self.signs.require(b - a) > 0:
                found.append((a, b))
        return found

    # suprema ---------------------------------------------------------------------------------------------------------
    def _largest_on(self, d: Sequence[Expr], lo: Expr, hi: Expr) -> Expr:
        """The supremum of d0 + d1 x + d2 x^2 over (lo, hi)."""
        d0, d1, d2 = d
        curve = self.signs.require(d2)
        candidates = [self._at_end(d, end) for end in (lo, hi)]
        if curve < 0:
            top = algebra.cancel(-d1 / (2 * d2))
            if (lo is -sp.oo or self.signs.require(top - lo) > 0) and (hi is sp.oo or self.signs.require(hi - top) > 0):
                return _plain(d0 + d1 * top + d2 * top**2)
        return self.greatest(candidates)

    def _at_end(self, d: Sequence[Expr], end: Expr) -> Expr:
        d0, d1, d2 = d
        if end not in (sp.oo, -sp.oo):
            return _plain(d0 + d1 * end + d2 * end**2)
        curve = self.signs.require(d2)
        side = curve if curve else self.signs.require(d1) * (1 if end is sp.oo else -1)
        return d0 if side == 0 else sp.oo * side

    def _log_ratio_sup(self, node: Node) -> Expr:
        """sup |log p - log q|."""
        found = []
        for lo, hi, p, q in self._joint_pieces(self._line(node.args[0]), self._line(node.args[1])):
            if p is None or q is None:
                return sp.oo
            d = _difference(p, q)
            found += [self._largest_on(d, lo, hi), self._largest_on([-c for c in d], lo, hi)]
        self.note("suprema of piecewise quadratic functions: ends of the pieces and vertices")
        return self.greatest(found)

    def _density_gap_sup(self, node: Node) -> Expr:
        """sup |p - q| for densities that are exponentials of linear functions on each piece."""
        found = [sp.Integer(0)]
        for lo, hi, p, q in self._joint_pieces(self._line(node.args[0]), self._line(node.args[1])):
            for piece in (p, q):
                if piece is not None and self.signs.sign(piece[4]) != "0":
                    raise NoClosedForm("the largest gap of two densities that are not exponentials of linear functions")
            places = [end for end in (lo, hi) if end not in (sp.oo, -sp.oo)]  # both densities tend to 0 at infinite ends
            if p is not None and q is not None:
                d0, d1, _ = _difference(p, q)
                a, b = p[3], q[3]
                if self.signs.sign(a * b) is None:
                    raise OpenSign(a * b)
                if self.signs.sign(a * b) == "+" and self.signs.require(d1) != 0:
                    top = _plain((sp.log(b / a) - d0) / d1)
                    if (lo is -sp.oo or self.signs.require(top - lo) > 0) and (hi is sp.oo or self.signs.require(hi - top) > 0):
                        places.append(top)
            for x in places:
                gap = sp.Add(*(s * sp.exp(_plain(r[2] + r[3] * x)) for s, r in ((1, p), (-1, q)) if r is not None))
                found.append(self.absolute(gap))
        self.note("largest gap of densities: ends of the pieces and stationary points")
        return self.greatest(found)

    def _log_per_density_gap(self, node: Node) -> Expr:
        """oo where the log-ratio does not tend to 0 along a stretch on which both densities tend to 0."""
        first, second = self._line(node.args[0]), self._line(node.args[1])
        if _same_pieces(first, second):
            return sp.Integer(0)
        for lo, hi, p, q in self._joint_pieces(first, second):
            if p is None or q is None:
                return sp.oo
            for end in (lo, hi):
                if end in (sp.oo, -sp.oo):
                    far = self._at_end(_difference(p, q), end)
                    if far in (sp.oo, -sp.oo) or self.signs.require(far) != 0:
                        self.note("log-ratio over density gap: both densities tend to 0 where their log-ratio does not")
                        return sp.oo
        raise NoClosedForm("the largest ratio of log-ratio and density gap")

    def _log_density_lipschitz(self, node: Node) -> Expr:
        """The largest slope of the log-density, if it is finite and continuous on the whole line."""
        pieces = self._line(node.args[0])
        if pieces[0][0] is not -sp.oo or pieces[-1][1] is not sp.oo:
            return sp.oo
        found = []
        for left, right in pairwise(pieces):
            end = left[1]
            if self.signs.require(right[0] - end) != 0:
                return sp.oo
            jump = vanishes(self._at_end(left[2:], end) - self._at_end(right[2:], end))
            if jump is None:
                raise NoClosedForm("continuity of a log-density")
            if jump is False:
                return sp.oo
        for lo, hi, _, c1, c2 in pieces:
            for sign in (1, -1):
                found += [self._at_end((sign * c1, sign * 2 * c2, sp.Integer(0)), end) for end in (lo, hi)]
        self.note("Lipschitz constant of a log-density: largest slope of its pieces")
        return self.greatest(found)

    # moments and distribution functions ------------------------------------------------------------------------------
    def _mean(self, node: Node) -> Expr:
        self.note("mean: the integral of x times the density")
        return self.expectation(self.law(node.args[0]), "#mean", lambda inner: inner.names["#mean"])

    def _moment(self, node: Node) -> Expr:
        return self.absolute_moment(self.law(node.args[0]), self.finite(node.args[1]))

    def absolute_moment(self, law: AnyLaw, order: Expr) -> Expr:
        """E |X|**order, order >= 0."""
        if self.signs.sign(order) not in ("+", "0", "+0"):
            raise NoClosedForm("a moment of an order that need not be at least 0")
        self.note("moments: integrals of powers times the density")
        if order.is_Integer and order.is_even:
            return self.expectation(law, "#moment", lambda inner: inner.names["#moment"] ** order)

        def body(inner: ClosedForms) -> Expr:
            size = inner.absolute(inner.names["#moment"])
            if size == 0:
                return inner.power(sp.Integer(0), order)
            return size**order

        return self.expectation(law, "#moment", body)

    def _distribution_function(self, node: Node) -> Expr:
        law, x = self.law(node.args[0]), self.number(_node(node.args[1]))
        if isinstance(law, PointLaw):
            return sp.Add(*(w for p, w in law.atoms if self.signs.require(x - p) >= 0))
        if not isinstance(law, LineLaw):
            raise NoClosedForm("a distribution function of a distribution on tuples")
        self.note("distribution function: the integral of the density")
        total = []
        for weight, pieces in law.parts:
            for lo, hi, c0, c1, c2 in pieces:
                if lo is not -sp.oo and x is not sp.oo and (x is -sp.oo or self.signs.require(x - lo) <= 0):
                    continue
                end = hi if x is sp.oo or (hi is not sp.oo and self.signs.require(x - hi) >= 0) else x
                if end is not -sp.oo:
                    total.append(weight * self.integral([sp.Integer(1)], lo, end, c0, c1, c2))
        return self.total(total) if total else sp.Integer(0)

    def _density(self, node: Node) -> Expr:
        law, x = self.law(node.args[0]), self.finite(node.args[1])
        if isinstance(law, PointLaw):
            return sp.Add(*(w for p, w in law.atoms if self.signs.require(x - p) == 0))
        if isinstance(law, PowerLaw):
            return law.density(x)
        if not isinstance(law, LineLaw):
            raise NoClosedForm("a density of a distribution on tuples")
        total = []
        for weight, pieces in law.parts:
            values = []
            for lo, hi, c0, c1, c2 in pieces:
                below = 1 if lo is -sp.oo else self.signs.require(x - lo)
                above = 1 if hi is sp.oo else self.signs.require(hi - x)
                if below > 0 and above > 0:
                    values = [sp.exp(_plain(c0 + c1 * x + c2 * x**2))]
                    break
                if below == 0 or above == 0:
                    values.append(sp.exp(_plain(c0 + c1 * x + c2 * x**2)))
                    if len(values) == 1 and not any(other[0] == hi or other[1] == lo for other in pieces):
                        raise NoClosedForm("a density at an end of the support")
            if len(values) == 2 and vanishes(values[0] - values[1]) is not True:
                raise NoClosedForm("a density where it jumps")
            total.append(weight * values[0] if values else sp.Integer(0))
        return sp.Add(*total)

    # transport -------------------------------------------------------------------------------------------------------
    def _wasserstein(self, node: Node) -> Expr:
        return self.wasserstein(*self._pair(node), self.number(_node(node.args[2])))

    def _kantorovich(self, node: Node) -> Expr:
        return self.wasserstein(*self._pair(node), sp.Integer(1))

    def wasserstein(self, first: AnyLaw, second: AnyLaw, order: Expr) -> Expr:
        """W_order of laws on the line, one of which is an increasing affine image a X + b of the other.

        Translates: the coupling (X, X + b) costs \\|b\\| at every order, and no coupling costs less than the difference of the means.
        Otherwise the increasing map is an optimal coupling of laws on the line for every order, and the distance is E[\\|(a-1) X + b\\|^order]^(1/order).
        """
        if order is not sp.oo:
            side = self.signs.sign(order - 1)
            if side == "-":
                raise NoClosedForm("a Wasserstein distance of an order below 1")
            if side not in ("+", "0", "+0"):
                raise OpenSign(order - 1)
        if isinstance(first, PointLaw) and isinstance(second, PointLaw):
            return self._wasserstein_points(first, second, order)
        if not (isinstance(first, LineLaw) and isinstance(second, LineLaw)):
            raise NoClosedForm("a Wasserstein distance of these distributions")
        if len(first.parts) != len(second.parts):
            raise NoClosedForm("a Wasserstein distance of a mixture")
        mean_first = self.expectation(first, "#x", lambda inner: inner.names["#x"])
        mean_second = self.expectation(second, "#x", lambda inner: inner.names["#x"])
        if mean_first in (sp.oo, -sp.oo) or mean_second in (sp.oo, -sp.oo):
            raise NoClosedForm("a Wasserstein distance of distributions without means")
        shift = _plain(_neat(mean_second - mean_first))
        moved = self._translated(first, shift)
        assert isinstance(moved, LineLaw)
        if all(_same_pieces(p, q) and vanishes(v - w) is True for (v, p), (w, q) in zip(moved.parts, second.parts, strict=True)):
            self.note("Wasserstein distance of translates: the translation coupling above, the difference of means below")
            return self.absolute(shift)
        return self._affine(first, second, mean_first, mean_second, order)

    def _affine(self, first: LineLaw, second: LineLaw, mean_first: Expr, mean_second: Expr, order: Expr) -> Expr:
        p, q = first.pieces, second.pieces
        widths = [self.expectation(law, "#x", lambda inner: inner.names["#x"] ** 2) - m**2 for law, m in ((first, mean_first), (second, mean_second))]
        factor = sp.sqrt(algebra.factor(algebra.cancel(_neat(widths[1]) / _neat(widths[0]))))
        if self.signs.sign(factor) != "+":
            raise NoClosedForm("a Wasserstein distance of these distributions")
        offset = _plain(mean_second - factor * mean_first)
        if not _same_pieces(_moved(_scaled(p, factor), offset), q):
            raise NoClosedForm("a Wasserstein distance of distributions that are not affine images of each other")
        self.note("Wasserstein distance of increasing affine images: the increasing coupling is optimal on the line")
        slope = algebra.factor(factor - 1)

        def gap(inner: ClosedForms) -> Expr:
            return inner.absolute(_plain(slope * inner.names["#x"] + offset))

        if order is sp.oo:
            return self.greatest([self._largest_on((s * offset, s * slope, sp.Integer(0)), lo, hi) for lo, hi, *_ in p for s in (1, -1)])
        if order.is_Integer:
            return self.power(_neat(self.expectation(first, "#x", lambda inner: algebra.expand(gap(inner) ** order))), 1 / order)
        direction = self.signs.require(slope)
        image = _moved(_scaled(p, slope * direction), offset * direction)
        whole = self.absolute_moment(LineLaw(((sp.Integer(1), image),)), order)
        return self.power(whole, 1 / order)

    def _wasserstein_points(self, first: PointLaw, second: PointLaw, order: Expr) -> Expr:
        """Two laws on points of the line by the increasing coupling."""
        left, right = self._sorted(first.atoms), self._sorted(second.atoms)
        moves: list[tuple[Expr, Expr]] = []
        i = j = 0
        a, b = left[0][1], right[0][1]
        while i < len(left) and j < len(right):
            side = self.signs.require(a - b)
            moves.append((self.absolute(left[i][0] - right[j][0]), a if side <= 0 else b))
            if side <= 0:
                i += 1
            if side >= 0:
                j += 1
            a, b = (left[i][1] if i < len(left) else sp.Integer(0)) if side <= 0 else algebra.expand(a - b), \
                (right[j][1] if j < len(right) else sp.Integer(0)) if side >= 0 else algebra.expand(b - a)
        self.note("Wasserstein distance of finite distributions on the line: the increasing coupling is optimal")
        if order is sp.oo:
            return self.greatest([distance for distance, _ in moves])
        return self.power(sp.Add(*(mass * self.power(distance, order) for distance, mass in moves)), 1 / order)

    def _sorted(self, atoms: tuple[tuple[Expr, Expr], ...]) -> list[tuple[Expr, Expr]]:
        ordered: list[tuple[Expr, Expr]] = []
        for place, weight in atoms:
            k = 0
            while k < len(ordered) and self.signs.require(place - ordered[k][0]) > 0:
                k += 1
            ordered.insert(k, (place, weight))
        return ordered


class _Near(Signs):
    """Signs for all small enough positive values of a step: the sign at step 0 where it is not 0."""

    def __init__(self, outer: Signs, step: Expr) -> None:
        super().__init__(outer.facts)
        self.outer, self.step = outer, step

    def sign(self, e: Expr) -> Sign:
        e = sp.sympify(e)
        if self.step not in e.free_symbols:
            return self.outer.sign(e)
        at_point = e.subs(self.step, 0)
        if not at_point.has(sp.nan, sp.zoo, sp.oo) and _continuous(e, self.step):
            found = self.outer.sign(at_point)
            if found in ("+", "-"):
                return found
        return super().sign(e)


def _along(start: Expr, direction: int) -> Callable[[Expr], Expr]:
    """The map from a positive step to the place that far from the start."""
    return lambda step: start + direction * step


def _continuous(e: Expr, step: Expr) -> bool:
    return e.subs(step, 0).is_finite is not False and not e.has(sp.floor, sp.ceiling, sp.Piecewise)


def normal_pieces(mean: Expr, variance: Expr) -> tuple[Piece, ...]:
    """The one piece of the normal law with this mean and variance."""
    mean, variance = algebra.expand(mean), algebra.factor(variance)
    level = -sp.log(2 * sp.pi * variance) / 2 - mean**2 / (2 * variance)
    return ((-sp.oo, sp.oo, level, mean / variance, -1 / (2 * variance)),)


def _by_range(node: Node) -> bool | None:
    """The truth of an order between a special function that has a value and a number that none of its values reaches; None where its range does not tell."""
    side, relation, end = _node(node.args[0]), str(node.args[1]), literal(_node(node.args[2]))
    if side.head not in PRIMITIVES or end is None or relation not in ("<", "<=", ">", ">="):
        return None
    low, high, low_open, high_open = PRIMITIVES[side.head].range
    if low.is_finite() and low_open and low.fmpq() >= fmpq(end.numerator, end.denominator):
        return relation in (">", ">=")
    if high.is_finite() and high_open and high.fmpq() <= fmpq(end.numerator, end.denominator):
        return relation in ("<", "<=")
    return None


_TRANSCENDENTAL = frozenset({"exp", "log", "erf", "erfc", "normal_cdf", "mills", "gaussian_profile", "hyp1f1", "sinh", "cosh", "tanh"})
"""Heads of terms whose limits are taken from their series first."""


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
    at = {s: mpf(v.numerator) / v.denominator for s, v in zip(_ordered(e.free_symbols - {variable}), _PROBES[0] * 3, strict=False)}
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


def _difference(p: Piece, q: Piece) -> tuple[Expr, Expr, Expr]:
    """log p - log q as (d0, d1, d2)."""
    d0, d1, d2 = (canonical_form(a - b) if (a - b).has(sp.log) else algebra.factor(a - b) for a, b in zip(p[2:], q[2:], strict=True))
    return d0, d1, d2


def _neat(e: Expr) -> Expr:
    """An equal expression, shorter where that is cheap."""
    if e in (sp.oo, -sp.oo) or algebra.operations(e) > MOST_OPERATIONS:
        return e
    flat = canonical_form(e)
    return flat if algebra.operations(flat) <= algebra.operations(e) else e


def _node(argument: Argument) -> Node:
    if not isinstance(argument, Node):
        raise NoClosedForm("a formula with a missing part")
    return argument


# --- closed forms over a whole domain ----------------------------------------------------------------------------------


def closed_form(node: Node, forall: Sequence[tuple[Any, Node]]) -> Expr | None:
    """One expression in the names (real symbols) that equals a number formula everywhere on the domain, or ``None``.

    Every name must range over an interval with literal ends. The form is derived on the interior and kept if it also holds at every closed end.
    """
    inside: dict[str, Expr] = {}
    back: dict[Expr, Expr] = {}
    ends: dict[str, list[Expr]] = {}
    for pattern, where in forall:
        where = stated(where)
        if isinstance(pattern, tuple) or where.head != "interval":
            continue
        name = pattern_names(pattern)[0]
        low, high = (_literal_end(end) for end in where.args[:2])
        if low is None or high is None:
            continue
        symbol, outer = sp.Symbol(f"{len(inside):02d}_{name}__inside", positive=True), sp.Symbol(name, real=True)
        if low is -sp.oo and high is sp.oo:
            inside[name] = outer
        elif high is sp.oo:
            inside[name], back[symbol] = low + symbol, outer - low
        elif low is -sp.oo:
            inside[name], back[symbol] = high - symbol, high - outer
        else:
            inside[name], back[symbol] = low + (high - low) * symbol / (1 + symbol), (outer - low) / (high - outer)
        ends[name] = [end for end, side in ((low, where.args[2]), (high, where.args[3])) if side == "closed"]
    try:
        found = _neat(ClosedForms(inside, Signs()).number(node)).xreplace(back)
        if found.has(sp.nan, sp.zoo) or (found.has(sp.oo, -sp.oo) and found not in (sp.oo, -sp.oo)):
            return None
        for at in _end_points([(name, found_ends) for name, found_ends in ends.items() if found_ends and name in free_names(node)]):
            value = ClosedForms({**inside, **at}, Signs()).number(node).xreplace(back)
            same = found.subs({sp.Symbol(name, real=True): end for name, end in at.items()})
            if same != value and vanishes(same - value) is not True:
                return None
    except (NoClosedForm, _BreakAt, ArithmeticError, ValueError, TypeError, AttributeError, NotImplementedError, sp.PolynomialError, RecursionError):
        return None
    return found


def literal_word(argument: Argument) -> str:
    """The text of a word in a formula."""
    return str(argument.args[0]) if isinstance(argument, Node) else str(argument)


def same_for_all_couplings(node: Node) -> Node | None:
    """The term of an extremum over all couplings of two laws, where it is the same for each of them after expectations of constants are left out; else None."""
    over: Any = node.args[0]
    if node.head not in ("inf", "sup") or len(over) != 1 or node.args[2] is not None:
        return None
    name, where = over[0]
    if not isinstance(name, Node) or not isinstance(where, Node) or where.head != "couplings":
        return None
    body = without_idle_expectations(_node(node.args[1]), {pattern_names(name)[0]})
    return None if pattern_names(name)[0] in free_names(body) else body


def without_idle_expectations(node: Node, laws: Set[str]) -> Node:
    """The formula without expectations, over draws from the named laws, of what no draw changes: such an expectation is the number itself."""
    if node.head == "expect":
        over: Any = node.args[0]
        drawn = {name for pattern, _ in over for name in pattern_names(pattern)}
        named = all(law.head == "var" and law.args[0] in laws for _, law in over)
        if named and not drawn & free_names(_node(node.args[1])):
            return without_idle_expectations(_node(node.args[1]), laws)
    return rebuild(node, lambda part: without_idle_expectations(part, laws))


def _literal_end(end: Argument) -> Expr | None:
    if isinstance(end, Node) and end.head == "num":
        text = str(end.args[0])
        return sp.oo if text == "oo" else -sp.oo if text == "-oo" else sp.Rational(text)
    return None


def _end_points(ends: Sequence[tuple[str, Sequence[Expr]]]) -> list[dict[str, Expr]]:
    """Every choice of closed ends for at least one name; the other names stay inside."""
    found: list[dict[str, Expr]] = [{}]
    for name, places in ends:
        found = [{**at, **more} for at in found for more in ({}, *({name: end} for end in places))]
    return [at for at in found if at]
