"""Signs of expressions in positive symbols, by exact rules and by facts that are given."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

import sympy as sp

from verify.quantities import algebra, enclosures
from verify.quantities.exact.expressions import MOST_DEGREE, MOST_OPERATIONS, SUM, BreakAt, Expr, OpenSign, canonical_form, in_order, one_exponent, vanishes

Sign = str | None
"""``"+"``, ``"-"``, ``"0"``, ``"+0"`` (at least 0), ``"-0"`` (at most 0), or ``None`` (not known)."""

_TIMES = {"+": {"+": "+", "-": "-", "+0": "+0", "-0": "-0"}, "-": {"+": "-", "-": "+", "+0": "-0", "-0": "+0"},
          "+0": {"+": "+0", "-": "-0", "+0": "+0", "-0": "-0"}, "-0": {"+": "-0", "-": "+0", "+0": "-0", "-0": "+0"}}


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
        for symbol in in_order(e.free_symbols):
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


class OnInterval(Signs):
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
                    raise BreakAt(root)
                return "-" if direction > 0 else "+"
            factors = [f for f, _ in sp.factor_list(e, x)[1]]
            if degree > 1 and all(sp.degree(f, x) == 1 for f in factors):
                return self._by_shape(algebra.factor(e))
        if isinstance(e, sp.exp):
            return "+"
        return self._by_shape(e) if not e.is_Add else None


class Near(Signs):
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


def along(start: Expr, direction: int) -> Callable[[Expr], Expr]:
    """The map from a positive step to the place that far from the start."""
    return lambda step: start + direction * step


def _continuous(e: Expr, step: Expr) -> bool:
    return e.subs(step, 0).is_finite is not False and not e.has(sp.floor, sp.ceiling, sp.Piecewise)
