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
from types import TracebackType
from typing import Any, TypeAlias

from flint import arb, ctx, fmpq

from verify.values.ends import greatest_of, least_of, lower_end, opposite_end, sum_down, sum_up, upper_end

PRECISION = 128
LADDER = (64, 128, 256, 512, 1024, 2048, 4096, 8192)
ZERO = fmpq(0)
ONE = fmpq(1)
HALF = fmpq(1, 2)
BITS = 1 << 16  # powers whose exact form would be longer become enclosures
GUARD = 16
NOUGHT = arb(0)


class NoValue(ArithmeticError):
    """The term has no value; ``reason`` says why, for instance ``"oo - oo"``."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class NotKnown(NoValue):
    """The term may well have a value, which no rule finds."""


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


def ordered(lo: arb | float, hi: arb | float, exists: bool = True) -> Enclosure:
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


def surd(coefficient: fmpq, exponents: Mapping[int, fmpq]) -> fmpq | Surd | None:
    """Canonical form of a fraction times primes to fractions; None if it would be too long."""
    if coefficient == 0:
        return ZERO
    rest: list[tuple[int, fmpq]] = []
    for prime, exponent in sorted(exponents.items()):
        whole = int(exponent.floor())
        if whole:
            if abs(whole) * prime.bit_length() > BITS:
                return None
            coefficient *= fmpq(prime) ** whole
        part = exponent - whole
        if part != 0:
            rest.append((prime, part))
    return Surd(coefficient, tuple(rest)) if rest else coefficient


def logsum(rational: fmpq, terms: Mapping[int, fmpq]) -> fmpq | LogSum:
    """A fraction plus logarithms of primes; the fraction alone where none is left."""
    kept = tuple((p, c) for p, c in sorted(terms.items()) if c != 0)
    return LogSum(rational, kept) if kept else rational


def merge(a: Iterable[tuple[int, fmpq]], b: Iterable[tuple[int, fmpq]], factor: fmpq | int = 1) -> dict[int, fmpq]:
    """Coefficients by prime of the first plus ``factor`` times the second; some may be 0."""
    out = dict(a)
    for prime, c in b:
        out[prime] = out.get(prime, ZERO) + factor * c
    return out


def hull(ball: arb, exists: bool = True) -> Enclosure:
    """The enclosure of a ball at the current precision; a ball that is not a number gives the whole line."""
    return ordered(lower_end(ball), upper_end(ball), exists)


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
    if isinstance(value, tuple):
        raise NoValue("a point where a number is needed")
    try:
        return arb(value)
    except TypeError:
        raise NoValue("a number is needed, not a distribution, a map or a set") from None


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
            return ordered(ball, ball)
        return hull(ball)
    finally:
        ctx.prec = saved


def products(x: Enclosure, y: Enclosure) -> Enclosure:
    """Hull of the products, where 0 times an infinite end counts as 0."""
    a, b, c, d = x.lo, x.hi, y.lo, y.hi
    if not (isinstance(a, float) or isinstance(b, float) or isinstance(c, float) or isinstance(d, float)):
        if c >= NOUGHT:  # the usual cases: the signs say which ends decide
            low, high = a * (c if a >= NOUGHT else d), b * (d if b >= NOUGHT else c)
        elif a >= NOUGHT:
            low, high = c * b, d * (b if d >= NOUGHT else a)
        elif b <= NOUGHT:
            low, high = d * (a if d >= NOUGHT else b), a * c
        elif d <= NOUGHT:
            low, high = b * c, a * c
        else:
            low, high = min(a * d, b * c, key=arb.lower), max(a * c, b * d, key=arb.upper)
        return ordered(low.lower(), high.upper(), x.exists and y.exists)
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
                downs.append(lower_end(ball))
                ups.append(upper_end(ball))
    return Enclosure(least_of(downs), greatest_of(ups), x.exists and y.exists)


def rising(value: Enclosure, function: Callable[[arb], arb], at_minus: arb | float, at_plus: arb | float) -> Enclosure:
    """Image under an increasing function with the given limits, at the current precision."""
    lo, hi = value.lo, value.hi
    if lo is hi and not isinstance(lo, float):
        return hull(function(lo), value.exists)
    if isinstance(lo, float):
        low = at_minus if lo < 0 else at_plus
    else:
        low = lower_end(function(lo))
    if isinstance(hi, float):
        high = at_minus if hi < 0 else at_plus
    else:
        high = upper_end(function(hi))
    return ordered(low, high, value.exists)


def opposite(value: Enclosure) -> Enclosure:
    """The negative of an enclosure."""
    return ordered(opposite_end(value.hi), opposite_end(value.lo), value.exists)


def has_infinite_end(value: Enclosure) -> bool:
    """Whether an enclosure reaches to infinity."""
    return isinstance(value.lo, float) or isinstance(value.hi, float)


def touches_zero(value: Enclosure) -> bool:
    """Whether 0 lies in an enclosure."""
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
            return logsum(a.rational + b.rational, merge(a.terms, b.terms))
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
        return ordered(low, high, x.exists and y.exists)
    clash = (x.hi == math.inf and y.lo == -math.inf) or (x.lo == -math.inf and y.hi == math.inf) if has_infinite_end(x) and has_infinite_end(y) else False
    saved = ctx.prec
    ctx.prec = prec
    try:
        return ordered(sum_down(x.lo, y.lo), sum_up(x.hi, y.hi), x.exists and y.exists and not clash)
    finally:
        ctx.prec = saved


def neg(a: Number) -> Number:
    """``-a``."""
    if isinstance(a, Surd):
        return Surd(-a.coefficient, a.factors)
    if isinstance(a, LogSum):
        return LogSum(-a.rational, tuple((p, -c) for p, c in a.terms))
    if isinstance(a, Enclosure):
        return opposite(a)
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
        if not (has_infinite_end(x) or has_infinite_end(y)):
            saved = ctx.prec
            ctx.prec = prec
            try:
                return products(x, y)
            finally:
                ctx.prec = saved
    if isinstance(b, float) and not isinstance(a, float):
        return mul(b, a, prec)
    if isinstance(a, float):
        return _times_infinity(a, b)
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
            exact = surd(a.coefficient * b.coefficient, merge(a.factors, b.factors))
            if exact is not None:
                return exact
    if a == ZERO and isinstance(b, Enclosure) and not has_infinite_end(b):
        return ZERO if b.exists else Enclosure(arb(0), arb(0), False)
    if b == ZERO and isinstance(a, Enclosure) and not has_infinite_end(a):
        return ZERO if a.exists else Enclosure(arb(0), arb(0), False)
    x, y = enclose(a, prec), enclose(b, prec)
    clash = (has_infinite_end(x) and touches_zero(y)) or (has_infinite_end(y) and touches_zero(x))
    with precision(prec):
        out = products(x, y)
    return Enclosure(out.lo, out.hi, False) if clash else out


def _times_infinity(a: float, b: Number) -> Number:
    """The product of an infinite number and another one."""
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


def reciprocal(a: Number, prec: int) -> Number:
    """``1 / a``. Raises NoValue where ``a`` is 0."""
    if isinstance(a, fmpq):
        if a == 0:
            raise NoValue("division by 0")
        return 1 / a
    if isinstance(a, float):
        return ZERO
    if isinstance(a, Surd):
        exact = surd(1 / a.coefficient, {p: -e for p, e in a.factors})
        if exact is not None:
            return exact
    x = enclose(a, prec)
    if x.lo == 0 and x.hi == 0:
        raise NoValue("division by 0")
    exists = x.exists and not touches_zero(x)
    if x.lo < 0 and x.hi > 0:
        return Enclosure(-math.inf, math.inf, False)
    with precision(prec):
        if x.lo >= 0:
            high = math.inf if x.lo == 0 else 0.0
            return Enclosure(
                arb(0) if isinstance(x.hi, float) else lower_end(1 / x.hi),
                high if high else (arb(0) if isinstance(x.lo, float) else upper_end(1 / x.lo)),
                exists,
            )
        low = -math.inf if x.hi == 0 else 0.0
        return Enclosure(
            low if low else (arb(0) if isinstance(x.hi, float) else lower_end(1 / x.hi)),
            arb(0) if isinstance(x.lo, float) else upper_end(1 / x.lo),
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
        infinite = has_infinite_end(a)
        if infinite and a.lo == a.hi:
            raise NoValue("oo / oo")
        return Enclosure(arb(0), arb(0), False) if infinite or not a.exists else ZERO
    return mul(a, reciprocal(b, prec), prec)


def spanning(lo: arb, hi: arb) -> arb:
    """A ball that contains [lo, hi]; may be a little wider."""
    return lo if lo == hi else lo.union(hi)


def ball(value: Number) -> arb:
    """A ball that contains ``value``, at the current precision; not finite where an end is infinite.

    A wide enclosure becomes a slightly wider ball, so use it for narrow ones.
    """
    if isinstance(value, Enclosure):
        if isinstance(value.lo, float) or isinstance(value.hi, float) or not value.exists:
            return arb("nan")
        return spanning(value.lo, value.hi)
    return arb(value) if isinstance(value, float) else _ball(value)


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
    y = arb(q) if q else NOUGHT
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


__all__ = ["Enclosure", "LogSum", "NoValue", "Number", "Surd", "add", "ball", "compare", "div", "enclose", "hull", "is_exact", "mul", "neg", "number", "precision", "relation", "sign", "sub", "to_float", "total"]
