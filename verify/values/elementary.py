"""Functions of numbers: absolute value, maximum, minimum, exponential, logarithm, error functions, gamma function, Kummer's function."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from flint import arb, ctx, fmpq

from verify.values.ends import greatest_of, least_of, log_down, log_up, opposite_end
from verify.values.numbers import (
    GUARD,
    NOUGHT,
    ONE,
    PRECISION,
    ZERO,
    Enclosure,
    LogSum,
    NoValue,
    Number,
    Surd,
    compare,
    enclose,
    has_infinite_end,
    hull,
    is_exact,
    logsum,
    merge,
    neg,
    opposite,
    ordered,
    precision,
    rising,
    sign,
    spanning,
    surd,
)
from verify.values.primes import prime_factors


def absolute(a: Number, prec: int = PRECISION) -> Number:
    """``|a|``."""
    if isinstance(a, Surd):
        return Surd(abs(a.coefficient), a.factors)
    if isinstance(a, LogSum):
        return a if sign(a) == 1 else neg(a)
    if isinstance(a, Enclosure):
        if a.lo >= 0:
            return a
        if a.hi <= 0:
            return opposite(a)
        return Enclosure(arb(0), greatest_of((opposite_end(a.lo), a.hi)), a.exists)
    if isinstance(a, float):
        return math.inf
    return a if a >= 0 else -a


def maximum(*values: Number) -> Number:
    """The largest of one or more values; an enclosure where balls do not decide which it is."""
    return _extreme(values, ">", greatest_of)


def minimum(*values: Number) -> Number:
    """The smallest of one or more values; an enclosure where balls do not decide which it is."""
    return _extreme(values, "<", least_of)


def _extreme(values: tuple[Number, ...], better: str, pick: Callable[[Iterable[arb | float]], arb | float]) -> Number:
    if not values:
        raise ValueError("maximum, minimum: need at least one value; name the floor of the scale")
    best = values[0]
    for value in values[1:]:
        order = compare(value, best)
        if order is None:
            x, y = enclose(best), enclose(value)
            best = Enclosure(pick((x.lo, y.lo)), pick((x.hi, y.hi)), x.exists and y.exists)
        elif order == better:
            best = value
    return best


def exp(a: Number, prec: int = PRECISION) -> Number:
    """``e ** a``; exact for sums of logarithms without a rational part."""
    if isinstance(a, fmpq) and not a:
        return ONE
    if isinstance(a, float):
        return math.inf if a > 0 else ZERO
    if isinstance(a, LogSum) and a.rational == 0:
        exact = surd(ONE, dict(a.terms))
        if exact is not None:
            return exact
    x = enclose(a, prec + GUARD)
    saved = ctx.prec
    ctx.prec = prec
    try:
        return _not_negative(rising(x, arb.exp, NOUGHT, math.inf))
    finally:
        ctx.prec = saved


def _not_negative(value: Enclosure) -> Enclosure:
    """What is too large for the library came back as the whole line, of which only the numbers from 0 on are meant."""
    return value if value.lo >= 0 else ordered(NOUGHT, value.hi, value.exists)


def log(a: Number, prec: int = PRECISION) -> Number:
    """Natural logarithm; exact for fractions and surds whose factors are cheap. Raises NoValue unless ``a > 0``."""
    if isinstance(a, fmpq):
        if a <= 0:
            raise NoValue("log of 0" if a == 0 else "log of a negative number")
        factors = prime_factors(a)
        if factors is not None:
            return logsum(ZERO, {p: fmpq(e) for p, e in factors.items()})
    elif isinstance(a, float):
        if a < 0:
            raise NoValue("log of a negative number")
        return math.inf
    elif isinstance(a, Surd):
        if a.coefficient < 0:
            raise NoValue("log of a negative number")
        factors = prime_factors(a.coefficient)
        if factors is not None:
            return logsum(ZERO, merge(a.factors, [(p, fmpq(e)) for p, e in factors.items()]))
    x = enclose(a, prec + GUARD)
    if x.hi < 0:
        raise NoValue("log of a negative number")
    if x.lo == 0 and x.hi == 0:
        raise NoValue("log of 0")
    with precision(prec):
        if x.lo <= 0:
            return Enclosure(-math.inf, log_up(x.hi), False)
        return Enclosure(log_down(x.lo), log_up(x.hi), x.exists)


def erf(a: Number, prec: int = PRECISION) -> Number:
    """Error function, 2/sqrt(pi) times the integral of exp(-t^2) from 0 to ``a``."""
    if isinstance(a, fmpq) and a == 0:
        return ZERO
    if isinstance(a, float):
        return ONE if a > 0 else -ONE
    x = enclose(a, prec + GUARD)
    with precision(prec):
        return rising(x, lambda end: end.erf(), arb(-1), arb(1))


def erfc(a: Number, prec: int = PRECISION) -> Number:
    """``1 - erf(a)`` without cancellation."""
    if isinstance(a, fmpq) and a == 0:
        return ONE
    if isinstance(a, float):
        return ZERO if a > 0 else fmpq(2)
    x = enclose(a, prec + GUARD)
    with precision(prec):
        return opposite(rising(x, lambda end: -end.erfc(), arb(-2), arb(0)))


def gamma(a: Number, prec: int = PRECISION) -> Number:
    """Gamma function. Raises NoValue at its poles 0, -1, -2, ... and at -oo."""
    if isinstance(a, float):
        if a < 0:
            raise NoValue("gamma of -oo")
        return math.inf
    if isinstance(a, fmpq) and a.denominator == 1:
        if a <= 0:
            raise NoValue("gamma at a pole")
        if a <= 1000:
            return fmpq(math.factorial(int(a.numerator) - 1))
    x = enclose(a, prec + GUARD)
    with precision(prec):
        if not isinstance(x.lo, float) and x.lo >= fmpq(3, 2):  # increasing from 1.4616... on
            return rising(x, lambda end: end.gamma(), -math.inf, math.inf)
        if isinstance(x.lo, float) or isinstance(x.hi, float):
            return Enclosure(-math.inf if x.lo <= 0 else arb(0), math.inf, x.exists and x.lo > 0)
        out = spanning(x.lo, x.hi).gamma()
        pole = not out.is_finite()
        return hull(out, x.exists and not (pole and x.lo <= 0))


def hyp1f1(a: Number, b: Number, z: Number, prec: int = PRECISION) -> Number:
    """Kummer's function 1F1(a; b; z); a fraction where the series ends and all arguments are fractions.

    Raises NoValue where ``b`` is 0, -1, -2, ..., and at infinite arguments.
    """
    if any(isinstance(value, float) for value in (a, b, z)):
        raise NoValue("1F1 at an infinite argument")
    ends = isinstance(a, fmpq) and a.denominator == 1 and a <= 0
    if isinstance(b, fmpq) and b.denominator == 1 and b <= 0:
        raise NoValue("1F1 at a pole")
    if isinstance(z, fmpq) and z == 0 and isinstance(b, fmpq):
        return ONE
    if ends and isinstance(a, fmpq) and isinstance(b, fmpq) and isinstance(z, fmpq) and a >= -256:
        term = out = ONE
        for k in range(int(-a.numerator)):
            term *= (a + k) / (b + k) * z / (k + 1)
            out += term
        return out
    best = Enclosure(-math.inf, math.inf, False)
    for bits in (prec + GUARD, 2 * prec + 64, 4 * prec + 256, 1024 + prec):
        x, y, t = enclose(a, bits), enclose(b, bits), enclose(z, bits)
        if any(has_infinite_end(value) for value in (x, y, t)):
            return best
        with precision(bits):
            balls = [spanning(v.lo, v.hi) for v in (x, y, t)]
            out_ball = balls[2].hypgeom_1f1(balls[0], balls[1])
            if out_ball.is_finite():
                best = hull(out_ball, x.exists and y.exists and t.exists)
                if out_ball.rel_accuracy_bits() >= prec - GUARD or not all(map(is_exact, (a, b, z))):
                    break
    return best
