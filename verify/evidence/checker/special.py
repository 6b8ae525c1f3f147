"""Special functions by routes of the checker's own: where they have a value, how they move, their values at points, their derivatives as formulas.

A range of arguments is reduced to the ends that count; a value at an end is computed by another formula than the one that stands in the statement's
literature where there is one (Kummer's and Tricomi's functions for incomplete gamma and Bessel functions, continued fractions for the Mills ratio, signs at
both ends for inverse functions). In derivatives ``#0``, ``#1``, ... stand for the arguments and ``#value`` for the value.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from flint import arb, ctx, fmpq

from verify.evidence.checker import circular
from verify.evidence.checker import numbers as n
from verify.evidence.checker.formula import Malformed
from verify.evidence.checker.numbers import MINUS_OO, OO, Ball, NoValue, Number, Undecided, precision
from verify.evidence.checker.special_values import (
    MOST_BITS,
    ONE,
    ZERO,
    bessel_i,
    bessel_k,
    beta,
    beta_function,
    binomial,
    cube_root,
    digamma_of,
    dilogarithm,
    expm1_over,
    gamma_p,
    gamma_q,
    gauss,
    lambert,
    legendre,
    level,
    log1p_over,
    log_gamma,
    mills,
    normal_cdf,
    normal_quantile,
    polylog_of,
    profile,
)

FARTHEST = arb(2) ** 10
"""Arguments of functions whose cost grows with them; other than 0 and 1, they also keep away from 0 and 1 by its inverse to the power 4."""
MOST_KNOWN = 20_000
KNOWN: dict[Any, arb] = {}
"""Values at points that were computed before."""
Way = int | None | Callable[[Sequence[Ball]], int | None]


@dataclass(frozen=True)
class Rule:
    """One function. ``domain``: ends and whether they belong to it. ``ways``: 1 rising, -1 falling, 0 constant, None open, strictly inside the domain.

    ``at``: the value at finite points (or balls) inside; ``border``: the limit where an argument is infinite or at an end that does not belong to the domain.
    """

    domain: tuple[tuple[arb, arb, bool, bool], ...]
    ways: tuple[Way, ...]
    at: Callable[..., arb]
    slopes: tuple[Any, ...] = ()
    """Derivatives as JSON formulas; None where only the direction is known."""
    border: Callable[..., arb | None] = lambda *at: None
    bounds: tuple[arb, arb, bool, bool] = (MINUS_OO, OO, True, True)
    exactly: Callable[..., Number | None] | None = None
    bounded: bool = False
    """Whether arguments are limited in size."""
    extremes: Callable[[Ball], tuple[bool, bool]] | None = None
    """Of a periodic function: whether it perhaps has its greatest and its least value strictly inside a range; elsewhere these stand at the ends."""
    smooth: Callable[[Sequence[Ball]], bool] | None = None
    fits: Callable[[Sequence[Ball]], bool | None] | None = None
    """What the domain asks of several arguments together: true at all points, false at none."""

    def way(self, k: int, balls: Sequence[Ball]) -> int | None:
        found = self.ways[k]
        return found(balls) if callable(found) else found


def call(kind: str, *arguments: Number) -> Number:
    """The value of a function of the table. NoValue outside its domain; Undecided where an argument is perhaps outside."""
    rule = RULES[kind]
    if len(arguments) != len(rule.domain):
        raise Malformed(f"{kind} has {len(rule.domain)} arguments, got {len(arguments)}")
    if rule.exactly is not None:
        known = rule.exactly(*arguments)
        if known is not None:
            return known
    balls = [n.ball(a) for a in arguments]
    _inside(kind, rule, balls)
    if rule.smooth is not None and not rule.smooth(balls) and not all(b.lo == b.hi for b in balls):
        raise Undecided(f"{kind} where it jumps")
    if rule.extremes is not None and balls[0].lo != balls[0].hi:
        return _periodic(rule, balls[0], *rule.extremes(balls[0]))
    ways = [rule.way(k, balls) for k in range(len(balls))]
    lo, lo_open = _corner(rule, balls, ways, False)
    hi, hi_open = _corner(rule, balls, ways, True)
    least, greatest, least_open, greatest_open = rule.bounds
    infinite = any(n.may_be_infinite(b) for b in balls)
    if not lo > least:
        lo, lo_open = least, lo_open if infinite else least_open
    if not hi < greatest:
        hi, hi_open = greatest, hi_open if infinite else greatest_open
    return Ball(lo, hi, lo_open, hi_open)


def _periodic(rule: Rule, b: Ball, top: bool, bottom: bool) -> Ball:
    """The values of a periodic function over a range: its extreme values where it may have them inside, else the values at the ends."""
    least, greatest, _, _ = rule.bounds
    if top and bottom:
        return Ball(least, greatest)
    first, last = _value(rule, [b.lo]), _value(rule, [b.hi])
    lo = least if bottom else max(least, min(first.lower(), last.lower()))
    hi = greatest if top else min(greatest, max(first.upper(), last.upper()))
    lo_open = not bottom and (b.lo_open if first < last else b.hi_open if first > last else b.lo_open and b.hi_open)
    hi_open = not top and (b.lo_open if first > last else b.hi_open if first < last else b.lo_open and b.hi_open)
    return Ball(lo, hi, lo_open, hi_open)


def _inside(kind: str, rule: Rule, balls: Sequence[Ball]) -> None:
    for b, (lo, hi, lo_in, hi_in) in zip(balls, rule.domain, strict=True):
        if b.hi < lo or b.lo > hi or (b.hi == lo and (b.hi_open or not lo_in)) or (b.lo == hi and (b.lo_open or not hi_in)):
            raise NoValue(f"{kind} outside its domain")
        if not (b.lo > lo or (b.lo == lo and (lo_in or b.lo_open))) or not (b.hi < hi or (b.hi == hi and (hi_in or b.hi_open))):
            raise Undecided(f"{kind} possibly outside its domain")
    fitting = True if rule.fits is None else rule.fits(balls)
    if fitting is None:
        raise Undecided(f"{kind} possibly outside its domain")
    if not fitting:
        raise NoValue(f"{kind} outside its domain")


def _corner(rule: Rule, balls: Sequence[Ball], ways: Sequence[int | None], up: bool) -> tuple[arb, bool]:
    """The least or greatest value and whether it is certainly not attained: each moving argument must have left its end out."""
    at: list[arb] = []
    opened: list[bool] = []
    border = False
    for b, way, (lo, hi, lo_in, hi_in) in zip(balls, ways, rule.domain, strict=True):
        if b.lo == b.hi or way == 0:
            end = b.lo if b.lo == b.hi or b.lo.is_finite() else b.hi
            if not lo < end < hi:
                opened.append(False)
        elif way is None:
            if not (b.lo.is_finite() and b.hi.is_finite()):
                return (OO if up else MINUS_OO), False
            end = b.lo.union(b.hi)
            opened.append(False)
        else:
            high = (way > 0) == up
            end = b.hi if high else b.lo
            opened.append(b.hi_open if high else b.lo_open)
        border = border or not end.is_finite() or (end == lo and not lo_in) or (end == hi and not hi_in)
        at.append(end)
    sure = bool(opened) and all(opened)
    if border:
        limit = rule.border(*at)
        if limit is None:
            return (rule.bounds[1] if up else rule.bounds[0]), False
        return (limit.upper() if up else limit.lower()) if limit.is_finite() else limit, sure
    value = _value(rule, at)
    if not value.is_finite():
        return (OO if up else MINUS_OO), False
    return (value.upper() if up else value.lower()), sure


def _value(rule: Rule, at: Sequence[arb]) -> arb:
    if rule.bounded and any(_extreme(x) for x in at):
        raise Undecided("a special function at an extreme argument")
    if not all(x.is_exact() for x in at):
        return rule.at(*at)
    key = (id(rule), ctx.prec, *(x.man_exp() for x in at))
    value = KNOWN.get(key)
    if value is None:
        if len(KNOWN) > MOST_KNOWN:
            KNOWN.clear()
        value = KNOWN[key] = _computed(rule, at)
    return value


def _extreme(x: arb) -> bool:
    near = FARTHEST**-4
    return bool(abs(x) > FARTHEST) or (x != 0 and bool(abs(x) < near)) or (x != 1 and bool(abs(1 - x) < near))


def _computed(rule: Rule, at: Sequence[arb]) -> arb:
    bits = ctx.prec
    value = rule.at(*at)
    more = bits
    while (not value.is_finite() or value.rel_accuracy_bits() < bits // 2) and more < MOST_BITS and value != 0:
        more *= 2
        with precision(more):
            value = rule.at(*at)
    return value


def sign_of_slope(kind: str, k: int, arguments: Sequence[Number]) -> Number | None:
    """The sign of the derivative in argument ``k`` as a range, where the direction is known on the inside of the domain; else None."""
    rule = RULES[kind]
    balls = [n.ball(a) for a in arguments]
    for b, (lo, hi, _, _) in zip(balls, rule.domain, strict=True):
        if not (b.lo > lo or (b.lo == lo and b.lo_open)) or not (b.hi < hi or (b.hi == hi and b.hi_open)):
            return None
    way = rule.way(k, balls)
    if way is None:
        return None
    return n.ZERO if way == 0 else Ball(ZERO, OO, False, True) if way > 0 else Ball(MINUS_OO, ZERO, True, False)


# --- the table -------------------------------------------------------------------------------------------------------


Line = (MINUS_OO, OO, True, True)
Real = (MINUS_OO, OO, False, False)
Positive = (ZERO, OO, False, False)
PositiveOrOo = (ZERO, OO, False, True)
NotNegative = (ZERO, OO, True, False)
NotNegativeOrOo = (ZERO, OO, True, True)


def _v(k: int) -> Any:
    return ["var", ["word", f"#{k}"]]


VALUE = ["var", ["word", "#value"]]
ROOT = ["pow", ["mul", "2", ["pi"]], "1/2"]


def _limits(low: Any, at_lo: Any, at_hi: Any) -> Callable[..., arb | None]:
    return lambda x: at_hi if x > low else at_lo


def _when(test: Callable[[Sequence[Ball]], bool], way: int, none: Callable[[Sequence[Ball]], bool] = lambda b: False) -> Way:
    return lambda b: 0 if none(b) else way if test(b) else None


def _zero(k: int) -> Callable[[Sequence[Ball]], bool]:
    return lambda b: bool(b[k].lo == 0 == b[k].hi)


def _series_positive(b: Sequence[Ball]) -> bool:
    return bool(b[0].lo > 0 and b[1].lo > 0 and b[2].lo > 0 and b[3].lo >= 0)


def _whole(a: Number) -> int | None:
    return a.numerator if isinstance(a, Fraction) and a.denominator == 1 else None


def _fixed(at: Fraction, value: Fraction) -> Callable[..., Number | None]:
    return lambda *a: value if a[0] == at else None


def _exact_legendre(m: Number, x: Number) -> Number | None:
    degree = _whole(m)
    if degree is None or not 0 <= degree <= 256 or not isinstance(x, Fraction):
        return None
    before, now = Fraction(0), Fraction(1)
    for k in range(degree):
        before, now = now, ((2 * k + 1) * x * now - k * before) / (k + 1)
    return now


def _legendre_fits(b: Sequence[Ball]) -> bool | None:
    single = bool(b[0].lo == b[0].hi)
    if (single and b[0].lo.is_integer()) or b[1].lo > -1 or (b[1].lo == -1 and b[1].lo_open):
        return True
    return False if single and b[1].hi <= -1 else None


def _exact_binomial(m: Number, k: Number) -> Number | None:
    top, low = _whole(m), _whole(k)
    if top is not None and low is not None and 0 <= top <= 4096:
        return Fraction(math.comb(top, low)) if low >= 0 else n.ZERO
    return None


def _exact_gauss(a: Number, b: Number, c: Number, z: Number) -> Number | None:
    """1 at 0; the finite sum where the series ends at fractions."""
    if z == 0 and isinstance(c, Fraction) and c > 0 and n.finite(a) and n.finite(b):
        return n.ONE
    for first, second in ((a, b), (b, a)):
        count = _whole(first)
        if count is not None and -256 <= count <= 0 and all(isinstance(v, Fraction) for v in (second, c, z)) and c > 0 and z < 1:  # type: ignore[operator]
            assert isinstance(second, Fraction) and isinstance(c, Fraction) and isinstance(z, Fraction)
            total, term = Fraction(0), Fraction(1)
            for k in range(-count + 1):
                total += term
                term *= (count + k) * (second + k) * z / ((c + k) * (k + 1))
            return total
    return None


def _exact_polylog(s: Number, x: Number) -> Number | None:
    """0 at 0; zeta(s) at 1 for s > 1, which falls."""
    if x == 0 and n.finite(s) and n.relations(s, n.ZERO) == {">"}:
        return n.ZERO
    if x == 1 and n.finite(s):
        if n.relations(s, n.ONE) == {">"}:
            b = n.ball(s)
            ends = [n.enclose(n.exact(s).zeta())] if isinstance(s, Fraction) else [n.enclose(end.zeta()) for end in (b.lo, b.hi)]
            return n.hull(ends)
        if ">" in n.relations(s, n.ONE):
            raise Undecided("polylog possibly outside its domain")
    elif x != 1 and "=" in n.relations(x, n.ONE) and ">" in n.relations(s, n.ONE):  # at 1 it has a value, beyond it none
        raise Undecided("polylog possibly outside its domain")
    return None


def _exact_log_gamma(a: Number) -> Number | None:
    whole = _whole(a)
    return n.log(Fraction(math.factorial(whole - 1))) if whole is not None and 1 <= whole <= 170 else None


def _exact_cube_root(x: Number) -> Number | None:
    if not isinstance(x, Fraction) or max(abs(x.numerator), x.denominator).bit_length() > MOST_BITS:
        return None
    top, bottom = _integer_root(abs(x.numerator)), _integer_root(x.denominator)
    return Fraction(top if x > 0 else -top, bottom) if Fraction(top, bottom) ** 3 == abs(x) else None


def _integer_root(m: int) -> int:
    """The largest whole number whose cube is at most m, by Newton's method from above."""
    k = 1 << -(-m.bit_length() // 3)
    while k**3 > m:
        k = (2 * k + m // k**2) // 3
    return k


def _exact_beta_function(a: Number, b: Number) -> Number | None:
    p, q = _whole(a), _whole(b)
    return Fraction(math.factorial(p - 1) * math.factorial(q - 1), math.factorial(p + q - 1)) if p and q and p > 0 and q > 0 and p + q <= 256 else None


def _exact_angle(y: Number, x: Number) -> Number | None:
    return n.ZERO if y == 0 and n.finite(x) and n.relations(x, n.ZERO) == {">"} else None


def _angle_fits(b: Sequence[Ball]) -> bool | None:
    """Not at the origin."""
    if any(x.lo > 0 or x.hi < 0 or (x.lo == 0 and x.lo_open) or (x.hi == 0 and x.hi_open) for x in b):
        return True
    return False if _zero(0)(b) and _zero(1)(b) else None


def _angle_way_y(b: Sequence[Ball]) -> int | None:
    y, x = b
    one_side = bool(y.lo > 0 or y.hi < 0)
    if _zero(1)(b):
        return 0 if one_side else None
    return 1 if x.lo >= 0 else -1 if x.hi <= 0 and (one_side or y.lo >= 0) else None


def _angle_way_x(b: Sequence[Ball]) -> int | None:
    y, x = b
    if _zero(0)(b):
        return 0 if x.lo > 0 or x.hi < 0 else None
    return -1 if y.lo >= 0 else 1 if y.hi < 0 else None


def _border_gamma_p(a: arb, x: arb) -> arb | None:
    if a == OO:
        return ZERO if x.is_finite() else None
    return ONE if x == OO or (a == 0 and x > 0) else None


def _border_gamma_q(a: arb, x: arb) -> arb | None:
    other = _border_gamma_p(a, x)
    return None if other is None else 1 - other


def _border_bessel_k(nu: arb, x: arb) -> arb | None:
    if nu == OO:
        return OO if x > 0 and x.is_finite() else None
    return ZERO if x == OO else OO


def _border_level(eps: arb, delta: arb) -> arb | None:
    if delta == 0:
        return ZERO if eps.is_finite() else None
    return OO


def _border_profile(eps: arb, mu: arb) -> arb | None:
    if eps == OO:
        return ZERO if mu.is_finite() else None
    if mu == 0:
        return ZERO if eps >= 0 else None
    return ONE if (mu == OO and eps.is_finite()) or (eps == MINUS_OO and mu.is_finite()) else None


def _border_gauss(a: arb, b: arb, c: arb, z: arb) -> arb | None:
    if not (a.is_finite() and b.is_finite() and c.is_finite() and a > 0 and b > 0 and c > 0):
        return None
    if z == MINUS_OO:
        return ZERO if c >= a or c >= b else None
    return OO if z == 1 and a + b >= c else None


with precision(MOST_BITS):
    RIGHT, STRAIGHT = (arb.pi() / 2).upper(), arb.pi().upper()
    MINUS_RIGHT, MINUS_STRAIGHT = -RIGHT, -STRAIGHT
"""Bounds of pi/2 and pi."""

OF_PI = {"sin": "sin_pi", "cos": "cos_pi", "tan": "tan_pi", "cot": "cot_pi"}
"""Trigonometric functions of x and of pi x."""


def _sine_of_pi(u: Number) -> Number | None:
    """``sin(pi u)`` where it is 0, 1/2 or 1, or the opposite."""
    if not isinstance(u, Fraction):
        return None
    known = {Fraction(0): Fraction(0), Fraction(1, 6): Fraction(1, 2), Fraction(1, 2): Fraction(1), Fraction(5, 6): Fraction(1, 2)}.get(u % 1)
    return None if known is None else known if u % 2 < 1 else -known


def _trigonometric(suffix: str, factor: Any, of_pi: bool) -> dict[str, Rule]:
    """Sine, cosine, tangent and cotangent of x, or of pi x; ``factor`` is the derivative of the argument."""
    values: dict[str, Callable[..., arb]] = {"sin": circular.sine, "cos": circular.cosine, "tan": circular.tangent, "cot": circular.cotangent}
    at: dict[str, Callable[..., arb]] = {name: partial(function, of_pi=of_pi) for name, function in values.items()}
    zero, unit = _fixed(Fraction(0), Fraction(0)), (-ONE, ONE, False, False)
    sines: list[Callable[..., Number | None]] = [_sine_of_pi, lambda u: _sine_of_pi(u + Fraction(1, 2)) if isinstance(u, Fraction) else None] if of_pi else [zero, _fixed(Fraction(0), Fraction(1))]
    square = ["add", "1", ["pow", VALUE, "2"]]
    return {
        "sin" + suffix: Rule((Real,), (circular.direction(0, of_pi),), at["sin"], (["mul", factor, ["cos" + suffix, _v(0)]],), bounds=unit, exactly=sines[0],
                             extremes=circular.extremes(0, of_pi)),
        "cos" + suffix: Rule((Real,), (circular.direction(1, of_pi),), at["cos"], (["mul", "-1", factor, ["sin" + suffix, _v(0)]],), bounds=unit,
                             exactly=sines[1], extremes=circular.extremes(1, of_pi)),
        "tan" + suffix: Rule((Real,), (circular.one_way(1, 1, of_pi),), at["tan"], (["mul", factor, square],), exactly=zero, fits=circular.without_pole(1, of_pi)),
        "cot" + suffix: Rule((Real,), (circular.one_way(-1, 0, of_pi),), at["cot"], (["mul", "-1", factor, square],), fits=circular.without_pole(0, of_pi)),
    }


_SQUARE = ["pow", _v(0), "2"]
_RADIUS = ["pow", ["add", ["pow", _v(0), "2"], ["pow", _v(1), "2"]], "-1"]
RULES: dict[str, Rule] = {
    "normal_cdf": Rule((Line,), (1,), normal_cdf, (["mul", ["exp", ["mul", "-1/2", ["pow", _v(0), "2"]]], ["pow", ROOT, "-1"]],), _limits(MINUS_OO, ZERO, ONE),
                       (ZERO, ONE, True, True), _fixed(Fraction(0), Fraction(1, 2))),
    "normal_quantile": Rule(((ZERO, ONE, False, False),), (1,), normal_quantile, (["mul", ROOT, ["exp", ["mul", "1/2", ["pow", VALUE, "2"]]]],),
                            _limits(ZERO, MINUS_OO, OO), exactly=_fixed(Fraction(1, 2), Fraction(0))),
    "mills": Rule((Line,), (-1,), mills, (["add", ["mul", _v(0), VALUE], "-1"],), _limits(MINUS_OO, OO, ZERO), (ZERO, OO, True, True)),
    "digamma": Rule((PositiveOrOo,), (1,), digamma_of, (None,), _limits(ZERO, MINUS_OO, OO)),
    "log_gamma": Rule((PositiveOrOo,), (lambda b: 1 if b[0].lo >= fmpq(3, 2) else -1 if b[0].hi <= fmpq(23, 16) else None,), log_gamma,
                      (["digamma", _v(0)],), _limits(ZERO, OO, OO), (arb(fmpq(-1, 8)), OO, True, True), _exact_log_gamma),
    "hyp2f1": Rule(
        (Real, Real, Positive, (MINUS_OO, ONE, False, False)),
        (_when(_series_positive, 1, _zero(3)), _when(_series_positive, 1, _zero(3)), _when(_series_positive, -1, _zero(3)),
         _when(lambda b: bool(b[0].lo > 0 and b[1].lo > 0 and b[2].lo > 0 and (b[3].lo >= 0 or b[2].lo >= b[1].hi or b[2].lo >= b[0].hi)), 1)),
        gauss,
        (None, None, None, ["mul", _v(0), _v(1), ["pow", _v(2), "-1"], ["hyp2f1", ["add", _v(0), "1"], ["add", _v(1), "1"], ["add", _v(2), "1"], _v(3)]]),
        _border_gauss, exactly=_exact_gauss, bounded=True),
    "gamma_p": Rule((Positive, NotNegativeOrOo), (-1, 1), gamma_p,
                    (None, ["mul", ["pow", _v(1), ["add", _v(0), "-1"]], ["exp", ["mul", "-1", _v(1)]], ["pow", ["gamma", _v(0)], "-1"]]),
                    _border_gamma_p, (ZERO, ONE, False, True), bounded=True),
    "gamma_q": Rule((Positive, NotNegativeOrOo), (1, -1), gamma_q,
                    (None, ["mul", "-1", ["pow", _v(1), ["add", _v(0), "-1"]], ["exp", ["mul", "-1", _v(1)]], ["pow", ["gamma", _v(0)], "-1"]]),
                    _border_gamma_q, (ZERO, ONE, True, False), bounded=True),
    "beta_incomplete": Rule(
        (Positive, Positive, (ZERO, ONE, True, True)), (-1, 1, 1), beta,
        (None, None, ["mul", ["pow", _v(2), ["add", _v(0), "-1"]], ["pow", ["add", "1", ["mul", "-1", _v(2)]], ["add", _v(1), "-1"]],
                      ["gamma", ["add", _v(0), _v(1)]], ["pow", ["gamma", _v(0)], "-1"], ["pow", ["gamma", _v(1)], "-1"]]),
        bounds=(ZERO, ONE, False, False), bounded=True,
        border=lambda a, b, x: None if not 0 < x < 1 else ONE if a == 0 and b > 0 and b.is_finite() else ZERO if b == 0 and a > 0 and a.is_finite() else None),
    "legendre_p": Rule(
        (NotNegative, Real),
        (_when(lambda b: bool(b[1].lo >= 1), 1, lambda b: bool(b[1].lo == 1 == b[1].hi)), _when(lambda b: bool(b[1].lo >= 1), 1, _zero(0))), legendre,
        (None, ["mul", "1/2", _v(0), ["add", _v(0), "1"],
                ["hyp2f1", ["add", "1", ["mul", "-1", _v(0)]], ["add", _v(0), "2"], "2", ["add", "1/2", ["mul", "-1/2", _v(1)]]]]),
        lambda m, x: OO if x == OO and m > 0 and m.is_finite() else None, exactly=_exact_legendre, bounded=True, fits=_legendre_fits),
    "bessel_i": Rule((NotNegative, NotNegativeOrOo), (-1, 1), bessel_i,
                     (None, ["add", ["bessel_i", ["add", _v(0), "1"], _v(1)], ["mul", _v(0), ["pow", _v(1), "-1"], VALUE]]),
                     lambda nu, x: OO if x == OO and nu.is_finite() else ZERO if nu == OO and x.is_finite() else None, (ZERO, OO, False, True), bounded=True,
                     smooth=lambda b: bool(b[0].lo > 0 or b[1].lo > 0 or b[0].lo == b[0].hi)),
    "bessel_k": Rule((NotNegative, PositiveOrOo), (1, -1), bessel_k,
                     (None, ["add", ["mul", "-1", ["bessel_k", ["add", _v(0), "1"], _v(1)]], ["mul", _v(0), ["pow", _v(1), "-1"], VALUE]]),
                     _border_bessel_k, (ZERO, OO, True, True), bounded=True),
    "lambert_w": Rule(((-((-ONE).exp()), OO, True, True),), (1,), lambert, (["mul", ["exp", ["mul", "-1", VALUE]], ["pow", ["add", "1", VALUE], "-1"]],),
                      _limits(MINUS_OO, OO, OO), (-ONE, OO, False, True), _fixed(Fraction(0), Fraction(0))),
    "polylog": Rule((Positive, (MINUS_OO, ONE, False, False)), (_when(lambda b: bool(b[1].lo >= 0), -1, _zero(1)), 1), polylog_of,
                    (None, ["mul", ["polylog", ["add", _v(0), "-1"], _v(1)], ["pow", _v(1), "-1"]]),
                    lambda s, x: MINUS_OO if x == MINUS_OO and s.is_finite() and s > 0 else OO if x == 1 and s.is_finite() and s <= 1 else None, bounded=True,
                    exactly=_exact_polylog),
    "sinh": Rule((Line,), (1,), lambda x: (x.expm1() - (-x).expm1()) / 2, (["cosh", _v(0)],), _limits(MINUS_OO, MINUS_OO, OO),
                 exactly=_fixed(Fraction(0), Fraction(0))),
    "cosh": Rule((Line,), (lambda b: 1 if b[0].lo >= 0 else -1 if b[0].hi <= 0 else None,), lambda x: (x.exp() + (-x).exp()) / 2, (["sinh", _v(0)],),
                 lambda x: OO, (ONE, OO, False, True), _fixed(Fraction(0), Fraction(1))),
    "tanh": Rule((Line,), (1,), lambda x: (2 * x).expm1() / ((2 * x).expm1() + 2) if x < 0 else -(-2 * x).expm1() / ((-2 * x).expm1() + 2),
                 (["pow", ["cosh", _v(0)], "-2"],), _limits(MINUS_OO, -ONE, ONE), (-ONE, ONE, True, True), _fixed(Fraction(0), Fraction(0))),
    **_trigonometric("", "1", of_pi=False), **_trigonometric("_pi", ["pi"], of_pi=True),
    "asin": Rule(((-ONE, ONE, True, True),), (1,), circular.arc_sine, (["pow", ["add", "1", ["mul", "-1", _SQUARE]], "-1/2"],), bounds=(MINUS_RIGHT, RIGHT, False, False),
                 exactly=_fixed(Fraction(0), Fraction(0))),
    "acos": Rule(((-ONE, ONE, True, True),), (-1,), circular.arc_cosine, (["mul", "-1", ["pow", ["add", "1", ["mul", "-1", _SQUARE]], "-1/2"]],),
                 bounds=(ZERO, STRAIGHT, False, False), exactly=_fixed(Fraction(1), Fraction(0))),
    "atan": Rule((Line,), (1,), circular.arc_tangent, (["pow", ["add", "1", _SQUARE], "-1"],), lambda x: arb.pi() / 2 if x > 0 else -arb.pi() / 2,
                 (MINUS_RIGHT, RIGHT, True, True), _fixed(Fraction(0), Fraction(0))),
    "atan2": Rule((Real, Real), (_angle_way_y, _angle_way_x), circular.angle, (["mul", _v(1), _RADIUS], ["mul", "-1", _v(0), _RADIUS]),
                  bounds=(MINUS_STRAIGHT, STRAIGHT, True, False), exactly=_exact_angle, fits=_angle_fits,
                  smooth=lambda b: bool(b[1].lo >= 0 or b[0].lo > 0 or b[0].hi < 0)),
    "asinh": Rule((Line,), (1,), circular.inverse_hyperbolic_sine, (["pow", ["add", "1", _SQUARE], "-1/2"],), _limits(MINUS_OO, MINUS_OO, OO),
                  exactly=_fixed(Fraction(0), Fraction(0))),
    "acosh": Rule(((ONE, OO, True, True),), (1,), circular.inverse_hyperbolic_cosine, (["pow", ["add", _SQUARE, "-1"], "-1/2"],), lambda x: OO,
                  (ZERO, OO, False, True), _fixed(Fraction(1), Fraction(0))),
    "atanh": Rule(((-ONE, ONE, False, False),), (1,), circular.inverse_hyperbolic_tangent, (["pow", ["add", "1", ["mul", "-1", _SQUARE]], "-1"],),
                  _limits(-ONE, MINUS_OO, OO), exactly=_fixed(Fraction(0), Fraction(0))),
    "cbrt": Rule((Line,), (1,), cube_root, (["mul", "1/3", ["pow", VALUE, "-2"]],), _limits(MINUS_OO, MINUS_OO, OO), exactly=_exact_cube_root),
    "dilog": Rule(((MINUS_OO, ONE, False, True),), (1,), dilogarithm, (["log1p_over", ["mul", "-1", _v(0)]],), lambda x: MINUS_OO, exactly=_fixed(Fraction(0), Fraction(0))),
    "beta": Rule((Positive, Positive), (-1, -1), beta_function,
                 (["mul", VALUE, ["add", ["digamma", _v(0)], ["mul", "-1", ["digamma", ["add", _v(0), _v(1)]]]]],
                  ["mul", VALUE, ["add", ["digamma", _v(1)], ["mul", "-1", ["digamma", ["add", _v(0), _v(1)]]]]]),
                 lambda a, b: (OO if a.is_finite() and b.is_finite() else None) if a == 0 or b == 0 else ZERO, (ZERO, OO, True, True), _exact_beta_function, bounded=True),
    "expm1_over": Rule((Line,), (1,), expm1_over, (["mul", "1/2", ["hyp1f1", "2", "3", _v(0)]],), _limits(MINUS_OO, ZERO, OO), (ZERO, OO, True, True),
                       _fixed(Fraction(0), Fraction(1))),
    "log1p_over": Rule(((-ONE, OO, False, True),), (-1,), log1p_over, (["mul", "-1/2", ["hyp2f1", "2", "2", "3", ["mul", "-1", _v(0)]]],),
                       _limits(-ONE, OO, ZERO), (ZERO, OO, True, True), _fixed(Fraction(0), Fraction(1))),
    "binomial": Rule(((-ONE, OO, False, False), Real), (_when(lambda b: bool(b[1].lo >= 0 and b[0].lo >= b[1].hi), 1, _zero(1)), None), binomial,
                     (["mul", VALUE, ["add", ["digamma", ["add", _v(0), "1"]], ["mul", "-1", ["digamma", ["add", _v(0), ["mul", "-1", _v(1)], "1"]]]]],
                      ["mul", VALUE, ["add", ["digamma", ["add", _v(0), ["mul", "-1", _v(1)], "1"]], ["mul", "-1", ["digamma", ["add", _v(1), "1"]]]]]),
                     exactly=_exact_binomial, bounded=True),
    "gaussian_level": Rule(
        (NotNegative, (ZERO, ONE, False, False)), (1, 1), level,
        (["mills", ["add", ["mul", "1/2", VALUE], ["mul", _v(0), ["pow", VALUE, "-1"]]]],
         ["mul", ROOT, ["exp", ["mul", "1/2", ["pow", ["add", ["mul", "1/2", VALUE], ["mul", "-1", _v(0), ["pow", VALUE, "-1"]]], "2"]]]]),
        _border_level, (ZERO, OO, True, True)),
    "gaussian_profile": Rule(
        ((MINUS_OO, OO, False, True), Positive), (-1, 1), lambda eps, mu: profile(eps, mu).exp(),
        (["mul", "-1", ["exp", _v(0)], ["normal_cdf", ["add", ["mul", "-1", _v(0), ["pow", _v(1), "-1"]], ["mul", "-1/2", _v(1)]]]],
         ["mul", ["exp", ["mul", "-1/2", ["pow", ["add", ["mul", "1/2", _v(1)], ["mul", "-1", _v(0), ["pow", _v(1), "-1"]]], "2"]]], ["pow", ROOT, "-1"]]),
        _border_profile, (ZERO, ONE, True, True)),
}
SIGNED = frozenset({
    ("mills", 0), ("hyp2f1", 3), ("legendre_p", 1), ("bessel_i", 1), ("bessel_k", 1), ("polylog", 1), ("binomial", 0), ("gaussian_profile", 0), ("beta", 0), ("beta", 1),
})
"""Functions and arguments where the formula of the derivative shows its sign badly, so that the known sign is kept beside it."""
STILL: dict[tuple[str, int], tuple[int, arb]] = {
    ("hyp2f1", 0): (3, ZERO), ("hyp2f1", 1): (3, ZERO), ("hyp2f1", 2): (3, ZERO), ("legendre_p", 0): (1, ONE), ("legendre_p", 1): (0, ZERO),
    ("polylog", 0): (1, ZERO), ("binomial", 0): (1, ZERO), ("atan2", 0): (1, ZERO), ("atan2", 1): (0, ZERO),
}
"""Functions and arguments along which they stand still where another argument, which is named by its place, has a value inside the domain."""


def strictly(kind: str, k: int, arguments: Sequence[Number]) -> bool:
    """Whether a function that moves one way in argument ``k`` stands still nowhere inside its domain."""
    if (kind, k) not in STILL:
        return True
    place, value = STILL[kind, k]
    b = n.ball(arguments[place])
    return bool(b.lo > value or b.hi < value or (b.lo == value and b.lo_open) or (b.hi == value and b.hi_open))
