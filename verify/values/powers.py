"""Powers of numbers: exact for fractions and surds where the result is short, else an enclosure."""

from __future__ import annotations

import math

from flint import arb, ctx, fmpq

from verify.values.elementary import absolute
from verify.values.ends import log_down, log_up
from verify.values.numbers import (
    BITS,
    GUARD,
    HALF,
    NOUGHT,
    ONE,
    PRECISION,
    ZERO,
    Enclosure,
    NoValue,
    Number,
    Surd,
    compare,
    enclose,
    has_infinite_end,
    merge,
    ordered,
    precision,
    products,
    reciprocal,
    rising,
    surd,
    touches_zero,
)
from verify.values.primes import prime_factors


def power(a: Number, b: Number, prec: int = PRECISION) -> Number:
    """``a ** b``.

    ``x ** 0`` is 1 for every finite ``x`` (0 included), ``0 ** b`` is 0 for ``b > 0``. Raises NoValue for ``0`` to a
    negative power, a negative number to a power that is no integer, ``oo ** 0``, ``1 ** oo``, and a power ``oo`` of a
    negative number. A fraction to a fraction is exact where its factors are cheap to find.
    """
    if isinstance(b, float):
        return _infinite_power(a, b)
    if isinstance(b, fmpq):
        found = _to_a_fraction(a, b, prec)
        if found is not None:
            return found
    else:
        if isinstance(a, float) and a < 0:
            raise NoValue("-oo to a power that is not an integer")
        if a == ONE:
            return ONE if not isinstance(b, Enclosure) or (b.exists and not has_infinite_end(b)) else Enclosure(arb(1), arb(1), False)
    x, y = enclose(a, prec + GUARD), enclose(b, prec + GUARD)
    least, most = x.lo, x.hi
    if least > 0 and not (isinstance(least, float) or isinstance(most, float) or has_infinite_end(y)):  # the usual case
        saved = ctx.prec
        ctx.prec = prec + GUARD
        try:
            low = least.log()
            logs = ordered(low.lower(), (low if least is most else most.log()).upper(), x.exists)
            return rising(products(logs, y), arb.exp, NOUGHT, math.inf)
        finally:
            ctx.prec = saved
    return _between_ends(x, y, b, prec)


def _to_a_fraction(a: Number, b: fmpq, prec: int) -> Number | None:
    """The power to a fraction where it is exact, a square root, or one to an integer; None where it is none of these."""
    if b == 1:
        return a
    if b == 0:
        if isinstance(a, float):
            raise NoValue("oo ** 0")
        if isinstance(a, Enclosure) and (has_infinite_end(a) or not a.exists):
            return Enclosure(arb(1), arb(1), False)
        return ONE
    if isinstance(a, fmpq):
        exact = _rational_power(a, b)
        if exact is not None:
            return exact
    if isinstance(a, Surd):
        exact = _surd_power(a, b)
        if exact is not None:
            return exact
    if isinstance(a, float):
        return _power_of_infinity(a, b)
    if b == HALF and type(a) is Enclosure and a.lo >= 0:
        with precision(prec):
            return rising(a, arb.sqrt, arb(0), math.inf)
    if b.denominator == 1:
        return _integer_power(enclose(a, prec + GUARD), int(b.numerator), prec)
    return None


def _between_ends(x: Enclosure, y: Enclosure, b: Number, prec: int) -> Number:
    """The power of enclosures of which the base may reach 0, or be negative; ``b`` is the exponent itself."""
    if x.hi < 0:
        if not isinstance(b, Enclosure) or not _holds_integer(y):
            raise NoValue("negative number to a power that is not an integer")
        return Enclosure(-math.inf, math.inf, False)
    if x.lo == 0 and x.hi == 0:
        if y.hi < 0:
            raise NoValue("0 to a negative power")
        if y.lo > 0:
            return ZERO if x.exists and y.exists else Enclosure(arb(0), arb(0), False)
        return Enclosure(arb(0), arb(1), False)
    exists = x.exists and y.exists and x.lo >= 0 and not (x.lo == 0 and y.lo <= 0)
    exists = exists and not (x.hi == math.inf and touches_zero(y))
    if has_infinite_end(y):  # b ** oo is 0 or oo where b is on one side of 1
        exists = exists and x.lo > 0 and (x.hi < 1 or (x.lo > 1 and x.hi < math.inf))
    base = x if x.lo >= 0 else Enclosure(arb(0), x.hi, False)
    with precision(prec + GUARD):
        logs = Enclosure(
            log_down(base.lo),
            log_up(base.hi),
        )
        exponent = products(logs, y)
        out = rising(exponent, lambda end: end.exp(), arb(0), math.inf)
    return Enclosure(out.lo, out.hi, exists)


def _holds_integer(value: Enclosure) -> bool:
    if isinstance(value.lo, float) or isinstance(value.hi, float):
        return True
    return bool(value.lo.ceil() <= value.hi.floor())


def _rational_power(a: fmpq, b: fmpq) -> fmpq | Surd | None:
    """Exact power of a fraction; None if it is dear or has no exact form."""
    if a == 0:
        if b < 0:
            raise NoValue("0 to a negative power")
        return ZERO
    if b.denominator == 1:
        n = int(b.numerator)
        if abs(n) * a.height_bits() <= BITS or a in (1, -1):
            return a**n
        return None
    if a < 0:
        raise NoValue("negative number to a power that is not an integer")
    if a == 1:
        return ONE
    factors = prime_factors(a)
    if factors is not None:
        return surd(ONE, {p: b * e for p, e in factors.items()})
    root, n = int(b.denominator), int(b.numerator)
    if root < 64 and abs(n) * a.height_bits() <= BITS:
        up, down = a.numerator.root(root), a.denominator.root(root)
        if up**root == a.numerator and down**root == a.denominator:
            return fmpq(up, down) ** n
    return None


def _surd_power(a: Surd, b: fmpq) -> fmpq | Surd | None:
    if b.denominator != 1 and a.coefficient < 0:
        raise NoValue("negative number to a power that is not an integer")
    head = _rational_power(a.coefficient, b)
    if head is None:
        return None
    exponents = {p: b * e for p, e in a.factors}
    if isinstance(head, Surd):
        return surd(head.coefficient, merge(head.factors, exponents.items()))
    return surd(head, exponents)


def _power_of_infinity(a: float, b: fmpq) -> Number:
    if a > 0:
        return math.inf if b > 0 else ZERO
    if b.denominator != 1:
        raise NoValue("-oo to a power that is not an integer")
    if b < 0:
        return ZERO
    return math.inf if int(b.numerator) % 2 == 0 else -math.inf


def _infinite_power(a: Number, b: float) -> Number:
    x = enclose(a)
    if x.hi < 0:
        raise NoValue("negative number to an infinite power")
    if b < 0:
        if x.lo <= 0 and x.hi >= 0:
            if x.lo == 0 and x.hi == 0:
                raise NoValue("0 to a negative power")
            return Enclosure(arb(0), math.inf, False)
        return _infinite_power(reciprocal(a, PRECISION), -b)
    if a == ONE or (x.lo == 1 and x.hi == 1):
        raise NoValue("1 ** oo")
    if not isinstance(a, Enclosure):
        return math.inf if compare(a, ONE) == ">" else ZERO
    if x.exists and x.lo > 1:
        return math.inf
    if x.exists and x.lo >= 0 and x.hi < 1:
        return ZERO
    return Enclosure(arb(0), math.inf, False)


def _integer_power(x: Enclosure, n: int, prec: int) -> Number:
    """``x ** n`` for ``n != 0`` by the ends, tight also where ``x`` contains 0."""
    if n == -1:
        return reciprocal(x, prec)
    if n < 0:
        return reciprocal(_integer_power(x, -n, prec + GUARD), prec)
    with precision(prec + GUARD + 2 * n.bit_length()):

        def raise_to(end: arb) -> arb:
            return end**n

        if n % 2:
            return rising(x, raise_to, -math.inf, math.inf)
        size = absolute(x)
        assert isinstance(size, Enclosure)
        return rising(size, raise_to, math.inf, math.inf)
