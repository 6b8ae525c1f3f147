"""Numbers: exact where they can be, otherwise an enclosure that certainly contains the truth.

A number is one of

* ``fmpq``: a fraction;
* ``float``: only ``math.inf`` and ``-math.inf``;
* ``Surd``: a fraction times primes to exponents in (0, 1), for instance ``3/2 * 2^(1/2) * 5^(1/3)``;
* ``LogSum``: a fraction plus fractions times logarithms of primes;
* ``Enclosure``: ``lo <= truth <= hi``.

The first four are *exact kinds*. Their forms are canonical: primes to fractional exponents are linearly independent
over the fractions, and so are 1 and the logarithms of primes (Baker 1966, doi:10.1112/S0025579300003971); a sum with a
logarithm in it is transcendental and hence no surd. So two exact values are equal exactly when their forms are, and
balls of growing precision always separate two different ones.

``oo - oo``, ``0 * oo``, ``log`` of a negative number and the like have no value and raise ``NoValue``. Where it is only
*possible* that there is no value (``log`` of an enclosure that reaches 0), the enclosure says ``exists=False``: it
contains the value if there is one, and no comparison with it is ever decided.

Every function takes ``prec``, the working precision in bits for the cases that need balls.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from types import TracebackType
from typing import Any, TypeAlias

from flint import arb, ctx, fmpq, fmpz

__all__ = [
    "Enclosure",
    "LogSum",
    "NoValue",
    "Number",
    "Surd",
    "absolute",
    "add",
    "ball",
    "ceiling",
    "compare",
    "div",
    "enclose",
    "erf",
    "erfc",
    "exp",
    "floor",
    "from_json",
    "gamma",
    "hull",
    "hyp1f1",
    "is_exact",
    "log",
    "maximum",
    "minimum",
    "mul",
    "neg",
    "next_above",
    "number",
    "power",
    "precision",
    "relation",
    "sign",
    "simplest_between",
    "sub",
    "to_float",
    "to_json",
    "total",
]

PRECISION = 128
LADDER = (64, 128, 256, 512, 1024, 2048, 4096, 8192)
ZERO = fmpq(0)
ONE = fmpq(1)
HALF = fmpq(1, 2)
_CHEAP = 2**64  # numbers below are factored
_BITS = 1 << 16  # powers whose exact form would be longer become enclosures
_GUARD = 16
_HUGE = fmpq(2) ** _BITS
_NOUGHT = arb(0)


class NoValue(ArithmeticError):
    """The term has no value; ``reason`` says why, for instance ``"oo - oo"``."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class precision:
    """Set the ball precision in bits for a block and restore it afterwards."""

    __slots__ = ("bits", "saved")

    def __init__(self, bits: int) -> None:
        self.bits = bits
        self.saved = 0

    def __enter__(self) -> None:
        self.saved = ctx.prec
        ctx.prec = self.bits

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        ctx.prec = self.saved


@dataclass(frozen=True, slots=True)
class Surd:
    """``coefficient`` times the product of ``prime ** exponent``; irrational by construction.

    ``coefficient`` is a non-zero fraction and carries the sign; ``factors`` is a non-empty tuple of
    ``(prime, exponent)`` sorted by prime with exponents in (0, 1). Build it by ``power``.
    """

    coefficient: fmpq
    factors: tuple[tuple[int, fmpq], ...]


@dataclass(frozen=True, slots=True)
class LogSum:
    """``rational`` plus the sum of ``coefficient * log(prime)``; irrational by construction.

    ``terms`` is a non-empty tuple of ``(prime, coefficient)`` sorted by prime with non-zero coefficients.
    Build it by ``log``.
    """

    rational: fmpq
    terms: tuple[tuple[int, fmpq], ...]


@dataclass(frozen=True, slots=True)
class Enclosure:
    """``lo <= truth <= hi``; ends are exact ``arb`` points or infinite floats.

    ``exists`` is false where it is possible that the term has no value; then the bounds hold if it has one.
    """

    lo: arb | float
    hi: arb | float
    exists: bool = True

    def __post_init__(self) -> None:
        for end in (self.lo, self.hi):
            fine = end in (math.inf, -math.inf) if isinstance(end, float) else end.is_finite() and end.is_exact()
            if not fine:
                raise ValueError(f"Enclosure: ends must be exact points or infinite, got {end!r}; use enclose()")
        if not self.lo <= self.hi:
            raise ValueError(f"Enclosure: lo must be at most hi, got lo={self.lo}, hi={self.hi}")

    @property
    def width(self) -> float:
        """Distance of the ends, rounded up; infinite where an end is."""
        if isinstance(self.lo, float) or isinstance(self.hi, float):
            return 0.0 if self.lo == self.hi else math.inf
        return math.nextafter(float((self.hi - self.lo).upper()), math.inf)

    def __reduce__(self) -> tuple[Any, ...]:
        return (_restored, (_stored(self.lo), _stored(self.hi), self.exists))

    def __repr__(self) -> str:
        doubt = "" if self.exists else ", exists=False"
        return f"Enclosure({_show(self.lo)}, {_show(self.hi)}{doubt})"


Number: TypeAlias = "fmpq | float | Surd | LogSum | Enclosure"


_bare = object.__new__
_set_lo, _set_hi, _set_exists = (vars(Enclosure)[name].__set__ for name in ("lo", "hi", "exists"))


def _ordered(lo: arb | float, hi: arb | float, exists: bool = True) -> Enclosure:
    """An enclosure of ends that are exact or infinite and in their order by the way they were made, which are not looked at again: most numbers are made here."""
    made: Enclosure = _bare(Enclosure)
    _set_lo(made, lo)
    _set_hi(made, hi)
    _set_exists(made, exists)
    return made


def _stored(end: arb | float) -> Any:
    return end if isinstance(end, float) else tuple(int(part) for part in end.man_exp())


def _restored(lo: Any, hi: Any, exists: bool) -> Enclosure:
    ends: list[Any] = [end if isinstance(end, float) else arb(end) for end in (lo, hi)]
    return Enclosure(ends[0], ends[1], exists)


def _show(end: arb | float) -> str:
    return repr(end) if isinstance(end, float) else str(end.str(17, radius=False))


def number(value: int | str | Fraction | Number) -> Number:
    """A number from an integer, a fraction, the text ``"p/q"``, ``"oo"``, ``"-oo"``, or an infinite float.

    Raises ValueError for a finite float: a printed decimal is text or a fraction.
    """
    if isinstance(value, str):
        if value in ("oo", "+oo"):
            return math.inf
        if value == "-oo":
            return -math.inf
        return fmpq(value)
    if isinstance(value, Fraction):
        return fmpq(value.numerator, value.denominator)
    if isinstance(value, int):
        return fmpq(int(value))
    if isinstance(value, float) and not math.isinf(value):
        raise ValueError(f"number: must be exact, got value={value!r}; write it as a fraction")
    return value


def is_exact(value: Number) -> bool:
    """Whether ``value`` is one of the exact kinds."""
    return not isinstance(value, Enclosure)


# --- canonical forms -------------------------------------------------------------------------------------------------


_SMALL_PRIMES = tuple(p for p in range(2, 200) if all(p % q for q in range(2, p)))
_ENDLESS = 4096
"""Bits of a number that nobody factors."""
_LONG = 96
"""Bits of a number without small prime factors beyond which factoring it costs more than it brings."""


@lru_cache(maxsize=4096)
def _factor(n: int) -> tuple[tuple[int, int], ...] | None:
    """Prime factors of ``n >= 1``, or None if they are dear to find."""
    if n < _CHEAP:
        return tuple((int(p), int(e)) for p, e in fmpz(n).factor())
    if n.bit_length() > _ENDLESS:
        return None
    found: list[tuple[int, int]] = []
    for small in _SMALL_PRIMES:
        times = 0
        while n % small == 0:
            n, times = n // small, times + 1
        if times:
            found.append((small, times))
    if n.bit_length() > _LONG:
        return None
    for p, e in fmpz(n).factor_smooth(bits=20) if n > 1 else ():
        if p < _CHEAP:
            found += [(int(r), int(e) * int(k)) for r, k in fmpz(p).factor()]
        elif p.is_prime():
            found.append((int(p), int(e)))
        else:
            return None
    merged: dict[int, int] = {}
    for q, e in found:
        merged[q] = merged.get(q, 0) + e
    return tuple(sorted(merged.items()))


def _factors(value: fmpq) -> dict[int, int] | None:
    """Exponents of the primes in a positive fraction, or None if they are dear to find."""
    up, down = _factor(int(value.numerator)), _factor(int(value.denominator))
    if up is None or down is None:
        return None
    return dict(up) | {p: -e for p, e in down}


def _surd(coefficient: fmpq, exponents: Mapping[int, fmpq]) -> fmpq | Surd | None:
    """Canonical form of a fraction times primes to fractions; None if it would be too long."""
    if coefficient == 0:
        return ZERO
    rest: list[tuple[int, fmpq]] = []
    for prime, exponent in sorted(exponents.items()):
        whole = int(exponent.floor())
        if whole:
            if abs(whole) * prime.bit_length() > _BITS:
                return None
            coefficient *= fmpq(prime) ** whole
        part = exponent - whole
        if part != 0:
            rest.append((prime, part))
    return Surd(coefficient, tuple(rest)) if rest else coefficient


def _logsum(rational: fmpq, terms: Mapping[int, fmpq]) -> fmpq | LogSum:
    kept = tuple((p, c) for p, c in sorted(terms.items()) if c != 0)
    return LogSum(rational, kept) if kept else rational


def _merge(a: Iterable[tuple[int, fmpq]], b: Iterable[tuple[int, fmpq]], factor: fmpq | int = 1) -> dict[int, fmpq]:
    out = dict(a)
    for prime, c in b:
        out[prime] = out.get(prime, ZERO) + factor * c
    return out


# --- enclosures ------------------------------------------------------------------------------------------------------


def _down(ball: Any) -> arb | float:
    """Lower end of a ball; -oo if the ball is not finite."""
    end: arb = ball.lower()
    return end if end.is_finite() else -math.inf


def _up(ball: Any) -> arb | float:
    """Upper end of a ball; oo if the ball is not finite."""
    end: arb = ball.upper()
    return end if end.is_finite() else math.inf


def hull(ball: arb, exists: bool = True) -> Enclosure:
    """The enclosure of a ball at the current precision; a ball that is not a number gives the whole line."""
    return _ordered(_down(ball), _up(ball), exists)


def _ball(value: fmpq | Surd | LogSum) -> arb:
    """Ball of a finite exact value at the current precision."""
    if isinstance(value, Surd):
        out = arb(value.coefficient)
        for prime, e in value.factors:
            out *= arb(prime).sqrt() if e == fmpq(1, 2) else arb(prime) ** arb(e)
        return out
    if isinstance(value, LogSum):
        out = arb(value.rational)
        for prime, c in value.terms:
            out += arb(prime).log() * c
        return out
    return arb(value)


def enclose(value: Number, prec: int = PRECISION) -> Enclosure:
    """An enclosure of ``value`` whose ends have ``prec`` bits; an enclosure is returned as it is."""
    if type(value) is Enclosure:
        return value
    if isinstance(value, float):
        return Enclosure(value, value)
    saved = ctx.prec
    ctx.prec = prec
    try:
        ball = arb(value) if type(value) is fmpq else _ball(value)
        if ball.is_exact() and ball.is_finite():
            return _ordered(ball, ball)
        return hull(ball)
    finally:
        ctx.prec = saved


def _minus(end: arb | float) -> arb | float:
    """Exact negative of an end; the unary minus of a ball rounds to the current precision."""
    if isinstance(end, float):
        return -end
    bits, saved = end.bits(), ctx.prec
    if bits <= saved:
        return -end
    ctx.prec = bits
    try:
        return -end
    finally:
        ctx.prec = saved


def _sum_down(a: arb | float, b: arb | float) -> arb | float:
    if isinstance(a, float) or isinstance(b, float):
        return -math.inf if a == -math.inf or b == -math.inf else math.inf
    return _down(a + b)


def _sum_up(a: arb | float, b: arb | float) -> arb | float:
    if isinstance(a, float) or isinstance(b, float):
        return math.inf if a == math.inf or b == math.inf else -math.inf
    return _up(a + b)


def _products(x: Enclosure, y: Enclosure) -> Enclosure:
    """Hull of the products, where 0 times an infinite end counts as 0."""
    a, b, c, d = x.lo, x.hi, y.lo, y.hi
    if not (isinstance(a, float) or isinstance(b, float) or isinstance(c, float) or isinstance(d, float)):
        if c >= _NOUGHT:  # the usual cases: the signs say which ends decide
            low, high = a * (c if a >= _NOUGHT else d), b * (d if b >= _NOUGHT else c)
        elif a >= _NOUGHT:
            low, high = c * b, d * (b if d >= _NOUGHT else a)
        elif b <= _NOUGHT:
            low, high = d * (a if d >= _NOUGHT else b), a * c
        elif d <= _NOUGHT:
            low, high = b * c, a * c
        else:
            low, high = min(a * d, b * c, key=arb.lower), max(a * c, b * d, key=arb.upper)
        return _ordered(low.lower(), high.upper(), x.exists and y.exists)
    downs: list[arb | float] = []
    ups: list[arb | float] = []
    for a in (x.lo,) if x.lo == x.hi else (x.lo, x.hi):
        for b in (y.lo,) if y.lo == y.hi else (y.lo, y.hi):
            if isinstance(a, float) or isinstance(b, float):
                if a == 0 or b == 0:
                    downs.append(arb(0))
                    ups.append(arb(0))
                else:
                    end = math.inf if (a > 0) == (b > 0) else -math.inf
                    downs.append(end)
                    ups.append(end)
            else:
                ball = a * b
                downs.append(_down(ball))
                ups.append(_up(ball))
    return Enclosure(_least(downs), _greatest(ups), x.exists and y.exists)


def _least(ends: Iterable[arb | float]) -> arb | float:
    iterator = iter(ends)
    best = next(iterator)
    for end in iterator:
        best = min(best, end)
    return best


def _greatest(ends: Iterable[arb | float]) -> arb | float:
    iterator = iter(ends)
    best = next(iterator)
    for end in iterator:
        best = max(best, end)
    return best


def _rising(value: Enclosure, function: Callable[[arb], arb], at_minus: arb | float, at_plus: arb | float) -> Enclosure:
    """Image under an increasing function with the given limits, at the current precision."""
    lo, hi = value.lo, value.hi
    if lo is hi and not isinstance(lo, float):
        return hull(function(lo), value.exists)
    if isinstance(lo, float):
        low = at_minus if lo < 0 else at_plus
    else:
        low = _down(function(lo))
    if isinstance(hi, float):
        high = at_minus if hi < 0 else at_plus
    else:
        high = _up(function(hi))
    return _ordered(low, high, value.exists)


def _opposite(value: Enclosure) -> Enclosure:
    return _ordered(_minus(value.hi), _minus(value.lo), value.exists)


def _has_infinite_end(value: Enclosure) -> bool:
    return isinstance(value.lo, float) or isinstance(value.hi, float)


def _touches_zero(value: Enclosure) -> bool:
    return value.lo <= 0 and value.hi >= 0


# --- arithmetic ------------------------------------------------------------------------------------------------------


def add(a: Number, b: Number, prec: int = PRECISION) -> Number:
    """``a + b``. Raises NoValue for ``oo - oo``."""
    kind, other = type(a), type(b)
    if kind is fmpq and other is fmpq:
        return a + b  # type: ignore[operator]
    if kind is Enclosure and (other is Enclosure or other is fmpq):
        return _sum(a, b if other is Enclosure else enclose(b, prec), prec)  # type: ignore[arg-type]
    if other is Enclosure and kind is fmpq:
        return _sum(enclose(a, prec), b, prec)  # type: ignore[arg-type]
    if isinstance(a, float):
        if isinstance(b, float):
            if a != b:
                raise NoValue("oo - oo")
            return a
        if isinstance(b, Enclosure):
            possible = b.lo if a > 0 else b.hi
            if b.lo == b.hi and b.lo == -a:
                raise NoValue("oo - oo")
            return a if b.exists and possible != -a else Enclosure(a, a, False)
        return a
    if isinstance(b, float):
        return add(b, a, prec)
    if not isinstance(a, Enclosure) and not isinstance(b, Enclosure):
        if a == ZERO:
            return b
        if b == ZERO:
            return a
        if isinstance(a, LogSum) and isinstance(b, LogSum):
            return _logsum(a.rational + b.rational, _merge(a.terms, b.terms))
        if isinstance(a, LogSum) and isinstance(b, fmpq):
            return LogSum(a.rational + b, a.terms)
        if isinstance(b, LogSum) and isinstance(a, fmpq):
            return LogSum(a + b.rational, b.terms)
        if isinstance(a, Surd) and isinstance(b, Surd) and a.factors == b.factors:
            c = a.coefficient + b.coefficient
            return Surd(c, a.factors) if c != 0 else ZERO
    return _sum(enclose(a, prec), enclose(b, prec), prec)


def _sum(x: Enclosure, y: Enclosure, prec: int) -> Enclosure:
    a, b, c, d = x.lo, x.hi, y.lo, y.hi
    if not (isinstance(a, float) or isinstance(b, float) or isinstance(c, float) or isinstance(d, float)):  # the usual case, in one place because most time goes here
        saved = ctx.prec
        ctx.prec = prec
        try:
            low, high = (a + c).lower(), (b + d).upper()
        finally:
            ctx.prec = saved
        return _ordered(low, high, x.exists and y.exists)
    clash = (x.hi == math.inf and y.lo == -math.inf) or (x.lo == -math.inf and y.hi == math.inf) if _has_infinite_end(x) and _has_infinite_end(y) else False
    saved = ctx.prec
    ctx.prec = prec
    try:
        return _ordered(_sum_down(x.lo, y.lo), _sum_up(x.hi, y.hi), x.exists and y.exists and not clash)
    finally:
        ctx.prec = saved


def neg(a: Number) -> Number:
    """``-a``."""
    if isinstance(a, Surd):
        return Surd(-a.coefficient, a.factors)
    if isinstance(a, LogSum):
        return LogSum(-a.rational, tuple((p, -c) for p, c in a.terms))
    if isinstance(a, Enclosure):
        return _opposite(a)
    return -a


def sub(a: Number, b: Number, prec: int = PRECISION) -> Number:
    """``a - b``. Raises NoValue for ``oo - oo``."""
    if isinstance(a, fmpq) and isinstance(b, fmpq):
        return a - b
    return add(a, neg(b), prec)


def total(values: Iterable[Number], prec: int = PRECISION) -> Number:
    """The sum of ``values``; 0 if there are none."""
    out: Number = ZERO
    for value in values:
        out = add(out, value, prec)
    return out


def mul(a: Number, b: Number, prec: int = PRECISION) -> Number:
    """``a * b``. Raises NoValue for ``0 * oo``."""
    kind, other = type(a), type(b)
    if kind is fmpq and other is fmpq:
        return a * b  # type: ignore[operator]
    if (kind is Enclosure and (other is Enclosure or (other is fmpq and b))) or (other is Enclosure and kind is fmpq and a):
        x: Enclosure = a if kind is Enclosure else enclose(a, prec)  # type: ignore[assignment]
        y: Enclosure = b if other is Enclosure else enclose(b, prec)  # type: ignore[assignment]
        if not (_has_infinite_end(x) or _has_infinite_end(y)):
            saved = ctx.prec
            ctx.prec = prec
            try:
                return _products(x, y)
            finally:
                ctx.prec = saved
    if isinstance(b, float) and not isinstance(a, float):
        return mul(b, a, prec)
    if isinstance(a, float):
        if isinstance(b, Enclosure):
            if b.lo == 0 and b.hi == 0:
                raise NoValue("0 * oo")
            if b.lo > 0:
                return a if b.exists else Enclosure(a, a, False)
            if b.hi < 0:
                return -a if b.exists else Enclosure(-a, -a, False)
            reach = [end for end, there in ((a, b.hi > 0), (-a, b.lo < 0)) if there]
            return Enclosure(min(reach), max(reach), False)
        s = sign(b)
        if s == 0:
            raise NoValue("0 * oo")
        return a if s == 1 else -a
    if not isinstance(a, Enclosure) and not isinstance(b, Enclosure):
        if a == ZERO or b == ZERO:
            return ZERO
        if isinstance(b, fmpq):
            a, b = b, a
        if isinstance(a, fmpq) and isinstance(b, LogSum):
            return LogSum(a * b.rational, tuple((p, a * c) for p, c in b.terms))
        if isinstance(a, fmpq) and isinstance(b, Surd):
            return Surd(a * b.coefficient, b.factors)
        if isinstance(a, Surd) and isinstance(b, Surd):
            exact = _surd(a.coefficient * b.coefficient, _merge(a.factors, b.factors))
            if exact is not None:
                return exact
    if a == ZERO and isinstance(b, Enclosure) and not _has_infinite_end(b):
        return ZERO if b.exists else Enclosure(arb(0), arb(0), False)
    if b == ZERO and isinstance(a, Enclosure) and not _has_infinite_end(a):
        return ZERO if a.exists else Enclosure(arb(0), arb(0), False)
    x, y = enclose(a, prec), enclose(b, prec)
    clash = (_has_infinite_end(x) and _touches_zero(y)) or (_has_infinite_end(y) and _touches_zero(x))
    with precision(prec):
        out = _products(x, y)
    return Enclosure(out.lo, out.hi, False) if clash else out


def _reciprocal(a: Number, prec: int) -> Number:
    if isinstance(a, fmpq):
        if a == 0:
            raise NoValue("division by 0")
        return 1 / a
    if isinstance(a, float):
        return ZERO
    if isinstance(a, Surd):
        exact = _surd(1 / a.coefficient, {p: -e for p, e in a.factors})
        if exact is not None:
            return exact
    x = enclose(a, prec)
    if x.lo == 0 and x.hi == 0:
        raise NoValue("division by 0")
    exists = x.exists and not _touches_zero(x)
    if x.lo < 0 and x.hi > 0:
        return Enclosure(-math.inf, math.inf, False)
    with precision(prec):
        if x.lo >= 0:
            high = math.inf if x.lo == 0 else 0.0
            return Enclosure(
                arb(0) if isinstance(x.hi, float) else _down(1 / x.hi),
                high if high else (arb(0) if isinstance(x.lo, float) else _up(1 / x.lo)),
                exists,
            )
        low = -math.inf if x.hi == 0 else 0.0
        return Enclosure(
            low if low else (arb(0) if isinstance(x.hi, float) else _down(1 / x.hi)),
            arb(0) if isinstance(x.lo, float) else _up(1 / x.lo),
            exists,
        )


def div(a: Number, b: Number, prec: int = PRECISION) -> Number:
    """``a / b``. Raises NoValue for a division by 0 and for ``oo / oo``; a finite number over ``oo`` is 0."""
    if isinstance(a, fmpq) and isinstance(b, fmpq):
        if b == 0:
            raise NoValue("division by 0")
        return a / b
    if isinstance(a, float) and isinstance(b, float):
        raise NoValue("oo / oo")
    if isinstance(a, LogSum) and isinstance(b, LogSum):
        ratio = a.terms[0][1] / b.terms[0][1]
        if mul(ratio, b) == a:
            return ratio
    if isinstance(b, float) and isinstance(a, Enclosure):
        infinite = _has_infinite_end(a)
        if infinite and a.lo == a.hi:
            raise NoValue("oo / oo")
        return Enclosure(arb(0), arb(0), False) if infinite or not a.exists else ZERO
    return mul(a, _reciprocal(b, prec), prec)


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
            return _opposite(a)
        return Enclosure(arb(0), _greatest((_minus(a.lo), a.hi)), a.exists)
    if isinstance(a, float):
        return math.inf
    return a if a >= 0 else -a


def maximum(*values: Number) -> Number:
    """The largest of one or more values; an enclosure where balls do not decide which it is."""
    return _extreme(values, ">", _greatest)


def minimum(*values: Number) -> Number:
    """The smallest of one or more values; an enclosure where balls do not decide which it is."""
    return _extreme(values, "<", _least)


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


# --- powers, exponential, logarithm ----------------------------------------------------------------------------------


def power(a: Number, b: Number, prec: int = PRECISION) -> Number:
    """``a ** b``.

    ``x ** 0`` is 1 for every finite ``x`` (0 included), ``0 ** b`` is 0 for ``b > 0``. Raises NoValue for ``0`` to a
    negative power, a negative number to a power that is no integer, ``oo ** 0``, ``1 ** oo``, and a power ``oo`` of a
    negative number. A fraction to a fraction is exact where its factors are cheap to find.
    """
    if isinstance(b, float):
        return _infinite_power(a, b)
    if isinstance(b, fmpq):
        if b == 1:
            return a
        if b == 0:
            if isinstance(a, float):
                raise NoValue("oo ** 0")
            if isinstance(a, Enclosure) and (_has_infinite_end(a) or not a.exists):
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
                return _rising(a, arb.sqrt, arb(0), math.inf)
        if b.denominator == 1:
            return _integer_power(enclose(a, prec + _GUARD), int(b.numerator), prec)
    else:
        if isinstance(a, float) and a < 0:
            raise NoValue("-oo to a power that is not an integer")
        if a == ONE:
            return ONE if not isinstance(b, Enclosure) or (b.exists and not _has_infinite_end(b)) else Enclosure(arb(1), arb(1), False)
    x, y = enclose(a, prec + _GUARD), enclose(b, prec + _GUARD)
    least, most = x.lo, x.hi
    if least > 0 and not (isinstance(least, float) or isinstance(most, float) or _has_infinite_end(y)):  # the usual case
        saved = ctx.prec
        ctx.prec = prec + _GUARD
        try:
            low = least.log()
            logs = _ordered(low.lower(), (low if least is most else most.log()).upper(), x.exists)
            return _rising(_products(logs, y), arb.exp, _NOUGHT, math.inf)
        finally:
            ctx.prec = saved
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
    exists = exists and not (x.hi == math.inf and _touches_zero(y)) and not _has_infinite_end(y)
    base = x if x.lo >= 0 else Enclosure(arb(0), x.hi, False)
    with precision(prec + _GUARD):
        logs = Enclosure(
            _log_down(base.lo),
            _log_up(base.hi),
        )
        exponent = _products(logs, y)
        out = _rising(exponent, lambda end: end.exp(), arb(0), math.inf)
    return Enclosure(out.lo, out.hi, exists)


def _holds_integer(value: Enclosure) -> bool:
    if isinstance(value.lo, float) or isinstance(value.hi, float):
        return True
    return bool(value.lo.ceil() <= value.hi.floor())


def _log_down(end: arb | float) -> arb | float:
    if isinstance(end, float):
        return end
    return -math.inf if end == 0 else _down(end.log())


def _log_up(end: arb | float) -> arb | float:
    if isinstance(end, float):
        return end
    return -math.inf if end == 0 else _up(end.log())


def _rational_power(a: fmpq, b: fmpq) -> fmpq | Surd | None:
    """Exact power of a fraction; None if it is dear or has no exact form."""
    if a == 0:
        if b < 0:
            raise NoValue("0 to a negative power")
        return ZERO
    if b.denominator == 1:
        n = int(b.numerator)
        if abs(n) * a.height_bits() <= _BITS or a in (1, -1):
            return a**n
        return None
    if a < 0:
        raise NoValue("negative number to a power that is not an integer")
    if a == 1:
        return ONE
    factors = _factors(a)
    if factors is not None:
        return _surd(ONE, {p: b * e for p, e in factors.items()})
    root, n = int(b.denominator), int(b.numerator)
    if root < 64 and abs(n) * a.height_bits() <= _BITS:
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
        return _surd(head.coefficient, _merge(head.factors, exponents.items()))
    return _surd(head, exponents)


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
        return _infinite_power(_reciprocal(a, PRECISION), -b)
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
        return _reciprocal(x, prec)
    if n < 0:
        return _reciprocal(_integer_power(x, -n, prec + _GUARD), prec)
    with precision(prec + _GUARD + 2 * n.bit_length()):

        def raise_to(end: arb) -> arb:
            return end**n

        if n % 2:
            return _rising(x, raise_to, -math.inf, math.inf)
        size = absolute(x)
        assert isinstance(size, Enclosure)
        return _rising(size, raise_to, math.inf, math.inf)


def exp(a: Number, prec: int = PRECISION) -> Number:
    """``e ** a``; exact for sums of logarithms without a rational part."""
    if isinstance(a, fmpq) and not a:
        return ONE
    if isinstance(a, float):
        return math.inf if a > 0 else ZERO
    if isinstance(a, LogSum) and a.rational == 0:
        exact = _surd(ONE, dict(a.terms))
        if exact is not None:
            return exact
    x = enclose(a, prec + _GUARD)
    saved = ctx.prec
    ctx.prec = prec
    try:
        return _not_negative(_rising(x, arb.exp, _NOUGHT, math.inf))
    finally:
        ctx.prec = saved


def _not_negative(value: Enclosure) -> Enclosure:
    """What is too large for the library came back as the whole line, of which only the numbers from 0 on are meant."""
    return value if value.lo >= 0 else _ordered(_NOUGHT, value.hi, value.exists)


def log(a: Number, prec: int = PRECISION) -> Number:
    """Natural logarithm; exact for fractions and surds whose factors are cheap. Raises NoValue unless ``a > 0``."""
    if isinstance(a, fmpq):
        if a <= 0:
            raise NoValue("log of 0" if a == 0 else "log of a negative number")
        factors = _factors(a)
        if factors is not None:
            return _logsum(ZERO, {p: fmpq(e) for p, e in factors.items()})
    elif isinstance(a, float):
        if a < 0:
            raise NoValue("log of a negative number")
        return math.inf
    elif isinstance(a, Surd):
        if a.coefficient < 0:
            raise NoValue("log of a negative number")
        factors = _factors(a.coefficient)
        if factors is not None:
            return _logsum(ZERO, _merge(a.factors, [(p, fmpq(e)) for p, e in factors.items()]))
    x = enclose(a, prec + _GUARD)
    if x.hi < 0:
        raise NoValue("log of a negative number")
    if x.lo == 0 and x.hi == 0:
        raise NoValue("log of 0")
    with precision(prec):
        if x.lo <= 0:
            return Enclosure(-math.inf, _log_up(x.hi), False)
        return Enclosure(_log_down(x.lo), _log_up(x.hi), x.exists)


# --- special functions -----------------------------------------------------------------------------------------------


def erf(a: Number, prec: int = PRECISION) -> Number:
    """Error function, 2/sqrt(pi) times the integral of exp(-t^2) from 0 to ``a``."""
    if isinstance(a, fmpq) and a == 0:
        return ZERO
    if isinstance(a, float):
        return ONE if a > 0 else -ONE
    x = enclose(a, prec + _GUARD)
    with precision(prec):
        return _rising(x, lambda end: end.erf(), arb(-1), arb(1))


def erfc(a: Number, prec: int = PRECISION) -> Number:
    """``1 - erf(a)`` without cancellation."""
    if isinstance(a, fmpq) and a == 0:
        return ONE
    if isinstance(a, float):
        return ZERO if a > 0 else fmpq(2)
    x = enclose(a, prec + _GUARD)
    with precision(prec):
        return _opposite(_rising(x, lambda end: -end.erfc(), arb(-2), arb(0)))


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
    x = enclose(a, prec + _GUARD)
    with precision(prec):
        if not isinstance(x.lo, float) and x.lo >= fmpq(3, 2):  # increasing from 1.4616... on
            return _rising(x, lambda end: end.gamma(), -math.inf, math.inf)
        if isinstance(x.lo, float) or isinstance(x.hi, float):
            return Enclosure(-math.inf if x.lo <= 0 else arb(0), math.inf, x.exists and x.lo > 0)
        out = _spanning(x.lo, x.hi).gamma()
        pole = not out.is_finite()
        return hull(out, x.exists and not (pole and x.lo <= 0))


def _spanning(lo: arb, hi: arb) -> arb:
    """A ball that contains [lo, hi]; may be a little wider."""
    return lo if lo == hi else lo.union(hi)


def ball(value: Number) -> arb:
    """A ball that contains ``value``, at the current precision; not finite where an end is infinite.

    A wide enclosure becomes a slightly wider ball, so use it for narrow ones.
    """
    if isinstance(value, Enclosure):
        if isinstance(value.lo, float) or isinstance(value.hi, float) or not value.exists:
            return arb("nan")
        return _spanning(value.lo, value.hi)
    return arb(value) if isinstance(value, float) else _ball(value)


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
    for bits in (prec + _GUARD, 2 * prec + 64, 4 * prec + 256, 1024 + prec):
        x, y, t = enclose(a, bits), enclose(b, bits), enclose(z, bits)
        if any(_has_infinite_end(value) for value in (x, y, t)):
            return best
        with precision(bits):
            balls = [_spanning(v.lo, v.hi) for v in (x, y, t)]
            out_ball = balls[2].hypgeom_1f1(balls[0], balls[1])
            if out_ball.is_finite():
                best = hull(out_ball, x.exists and y.exists and t.exists)
                if out_ball.rel_accuracy_bits() >= prec - _GUARD or not all(map(is_exact, (a, b, z))):
                    break
    return best


def floor(a: Number, prec: int = PRECISION) -> Number:
    """Largest integer not above ``a``; infinite values stay."""
    if isinstance(a, fmpq):
        return fmpq(a.floor())
    if isinstance(a, float):
        return a
    for bits in (64, *LADDER) if is_exact(a) else (prec,):
        x = enclose(a, bits)
        low, high = _floor_end(x.lo), _floor_end(x.hi)
        if low == high and x.exists and isinstance(low, fmpq):
            return low
    with precision(prec):  # an end that is too long for a fraction is finite all the same
        low_end = enclose(low, prec).lo if not isinstance(low, float) else low if isinstance(x.lo, float) else (x.lo - 1).lower()
    high_end = enclose(high, prec).hi if not isinstance(high, float) else x.hi
    return Enclosure(low_end, high_end, x.exists)


_LONGEST_FLOOR = arb(2) ** 4096
_LONGEST, _SHORTEST = arb(2) ** (1 << 20), arb(2) ** -(1 << 20)


def writable(end: arb) -> bool:
    """Whether a finite number with a short mantissa is a fraction of at most about a million bits: ``exp`` makes numbers whose fractions fit into no memory, and the library ends the process."""
    return bool(end == 0 or _SHORTEST < abs(end) < _LONGEST)


def _floor_end(end: arb | float) -> fmpq | float:
    if isinstance(end, float):
        return end
    if -1 < end < 1:  # tiny ends would make long fractions
        return ZERO if end >= 0 else -ONE
    if -_LONGEST_FLOOR < end < _LONGEST_FLOOR:
        return fmpq(end.fmpq().floor())
    return math.inf if end > 0 else -math.inf


def ceiling(a: Number, prec: int = PRECISION) -> Number:
    """Smallest integer not below ``a``; infinite values stay."""
    return neg(floor(neg(a), prec))


# --- order -----------------------------------------------------------------------------------------------------------


def _order(x: Enclosure, y: Enclosure) -> str | None:
    if not (x.exists and y.exists):
        return None
    if x.hi < y.lo:
        return "<"
    if x.lo > y.hi:
        return ">"
    if x.lo == x.hi == y.lo == y.hi:
        return "="
    return None


_MIRRORED = {"<": ">", ">": "<"}


def _beside(x: Enclosure, q: fmpq) -> str | None:
    """Where an enclosure lies beside a fraction: below, above, None where the fraction is certainly inside; ``?`` where that needs a closer look."""
    if not x.exists:
        return None
    y = arb(q) if q else _NOUGHT
    if x.hi < y:
        return "<"
    if x.lo > y:
        return ">"
    return None if x.lo < y and x.hi > y else "?"


def compare(a: Number, b: Number) -> str | None:
    """``"<"``, ``"="`` or ``">"``, or None where the enclosures do not decide.

    Two exact values are always decided in principle; None is returned for them if 8192 bits do not separate them.
    """
    if isinstance(a, fmpq) and isinstance(b, fmpq):
        return "<" if a < b else ">" if b < a else "="
    if type(a) is Enclosure and type(b) is fmpq:
        side = _beside(a, b)
        if side != "?":
            return side
    elif type(b) is Enclosure and type(a) is fmpq:
        side = _beside(b, a)
        if side != "?":
            return _MIRRORED.get(side or "")
    if not isinstance(a, Enclosure) and not isinstance(b, Enclosure):
        if isinstance(a, float) or isinstance(b, float):
            x, y = _size(a), _size(b)
            return "<" if x < y else ">" if x > y else "="
        if type(a) is type(b) and a == b:
            return "="
        if isinstance(a, Surd) and isinstance(b, (Surd, fmpq)):
            head = b.coefficient if isinstance(b, Surd) else b
            if a.coefficient > 0 >= head:
                return ">"
            if a.coefficient < 0 <= head:
                return "<"
    for bits in LADDER:
        found = _order(enclose(a, bits), enclose(b, bits))
        if found is not None or (isinstance(a, Enclosure) and isinstance(b, Enclosure)):
            return found
        if bits >= 512 and (isinstance(a, Enclosure) or isinstance(b, Enclosure)):
            return None
    return None


def _size(value: Number) -> float:
    return value if isinstance(value, float) else 0.0


_EXACTLY: dict[str, Callable[[fmpq, fmpq], bool]] = {
    "<=": operator.le, "<": operator.lt, ">=": operator.ge, ">": operator.gt, "==": operator.eq, "!=": operator.ne
}


def relation(a: Number, symbol: str, b: Number) -> bool | None:
    """Whether ``a symbol b`` holds, for ``<=``, ``<``, ``>=``, ``>``, ``==``, ``!=``; None where undecided.

    Also decides ``<=`` where two enclosures only touch, which ``compare`` cannot.
    """
    if type(a) is fmpq and type(b) is fmpq and symbol in _EXACTLY:
        return bool(_EXACTLY[symbol](a, b))
    if symbol in (">=", ">"):
        return relation(b, "<=" if symbol == ">=" else "<", a)
    if symbol == "!=":
        same = relation(a, "==", b)
        return None if same is None else not same
    if symbol not in ("<=", "<", "=="):
        raise ValueError(f"relation: symbol must be one of <= < >= > == !=, got symbol={symbol!r}")
    order = compare(a, b)
    if order is not None:
        return order == "=" if symbol == "==" else order == "<" or (order == "=" and symbol == "<=")
    if symbol == "==":
        return None
    x, y = enclose(a, 512), enclose(b, 512)
    if not (x.exists and y.exists):
        return None
    if symbol == "<=" and x.hi <= y.lo:
        return True
    if symbol == "<" and x.lo >= y.hi:
        return False
    return None


def sign(a: Number) -> int | None:
    """-1, 0 or 1; None where undecided."""
    if isinstance(a, fmpq):
        return 0 if a == 0 else 1 if a > 0 else -1
    if isinstance(a, Surd):
        return 1 if a.coefficient > 0 else -1
    order = compare(a, ZERO)
    return None if order is None else {"<": -1, "=": 0, ">": 1}[order]


# --- simple fractions ------------------------------------------------------------------------------------------------


def simplest_between(lo: fmpq | float, hi: fmpq | float, *, open_left: bool = False, open_right: bool = False) -> fmpq:
    """The fraction with the smallest denominator, then the smallest size, between ``lo`` and ``hi``.

    Raises ValueError if there is none.
    """
    if (isinstance(lo, float) and lo > 0) or (isinstance(hi, float) and hi < 0):
        raise ValueError(f"simplest_between: need lo < oo and hi > -oo, got lo={lo}, hi={hi}")
    left_below = isinstance(lo, float) or lo < 0
    right_above = isinstance(hi, float) or hi > 0
    if (left_below or (lo == 0 and not open_left)) and (right_above or (hi == 0 and not open_right)):
        return ZERO
    if not right_above:
        return -simplest_between(-hi, -lo, open_left=open_right, open_right=open_left)
    assert isinstance(lo, fmpq)
    if isinstance(hi, fmpq) and (lo > hi or (lo == hi and (open_left or open_right))):
        raise ValueError(f"simplest_between: the interval must not be empty, got lo={lo}, hi={hi}")
    return _simplest(lo, open_left, hi, open_right)


def _simplest(lo: fmpq, open_left: bool, hi: fmpq | float, open_right: bool) -> fmpq:
    whole = fmpq(lo.floor())
    if lo == whole and not open_left:
        return whole
    up = whole + 1
    if isinstance(hi, float) or up < hi or (up == hi and not open_right):
        return up
    rest = lo - whole
    return whole + 1 / _simplest(1 / (hi - whole), open_right, 1 / rest if rest != 0 else math.inf, open_left)


def next_above(value: Number, bits: int = 40) -> fmpq | float:
    """A simple fraction that is certainly at least ``value``, above it by a share of about ``2**-bits`` at most.

    A fraction is returned as it is, and so is an infinite upper end; an end above 2**65536 becomes oo. Raises NoValue
    where it is not certain that there is a value.
    """
    if isinstance(value, (fmpq, float)):
        return value
    x = enclose(value, bits + 64)
    if not x.exists:
        raise NoValue("no fraction above a number that may have no value")
    if isinstance(x.hi, float):
        return x.hi
    if x.hi > _HUGE:
        return math.inf
    if 0 < x.hi < 1 / _HUGE:
        return 1 / _HUGE
    if -1 / _HUGE < x.hi <= 0:
        return ZERO
    hi = x.hi.fmpq()
    size = max(abs(hi), fmpq(1, 2**bits))
    return simplest_between(hi, hi + size / 2**bits)


# --- text and floats -------------------------------------------------------------------------------------------------


def to_float(value: Number) -> float:
    """The nearest double, up to rounding; the middle of an enclosure (its finite end if one is infinite)."""
    if isinstance(value, float):
        return value
    if isinstance(value, fmpq):
        try:
            return int(value.numerator) / int(value.denominator)
        except OverflowError:
            return math.inf if value > 0 else -math.inf
    if isinstance(value, Enclosure):
        if isinstance(value.lo, float) or isinstance(value.hi, float):
            if isinstance(value.lo, float) and isinstance(value.hi, float):
                return value.lo if value.lo == value.hi else math.nan
            return float(value.hi if isinstance(value.lo, float) else value.lo)
        with precision(64):
            return float((value.lo + value.hi) / 2)
    with precision(128):
        return float(_ball(value))


def to_json(value: Number) -> str | list[Any]:
    """JSON form of an exact value: ``"p/q"``, ``"oo"``, ``["surd", c, [[p, e], ...]]``,
    ``["logsum", r, [[p, c], ...]]``.

    Raises ValueError for an enclosure, which is no exact value.
    """
    if isinstance(value, fmpq):
        return str(value)
    if isinstance(value, float):
        return "oo" if value > 0 else "-oo"
    if isinstance(value, Surd):
        return ["surd", str(value.coefficient), [[str(p), str(e)] for p, e in value.factors]]
    if isinstance(value, LogSum):
        return ["logsum", str(value.rational), [[str(p), str(c)] for p, c in value.terms]]
    raise ValueError(f"to_json: value must be of an exact kind, got {value!r}; store how it was computed instead")


def from_json(data: Any) -> Number:
    """The exact value written by ``to_json``; a form that is not canonical is brought into canonical form.

    Raises ValueError if ``data`` is not such a form.
    """
    try:
        if isinstance(data, str):
            return number(data)
        kind, head, pairs = data
        factor = fmpq(str(head))
        table: dict[int, fmpq] = {}
        for prime, value in pairs:
            p = int(prime)
            if p < 2 or not fmpz(p).is_prime() or p in table:
                raise ValueError(f"{p} is not a prime or occurs twice")
            table[p] = fmpq(str(value))
    except (TypeError, ValueError, ZeroDivisionError) as error:
        raise ValueError(f"from_json: must be an exact number, got data={data!r} ({error}); see to_json") from error
    if kind == "surd":
        exact = _surd(factor, table)
        if exact is not None:
            return exact
    elif kind == "logsum":
        return _logsum(factor, table)
    raise ValueError(f"from_json: must be an exact number, got data={data!r}; see to_json")
