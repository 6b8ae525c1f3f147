"""Extended real numbers: fractions, and enclosures ``[lo, hi]`` that may carry an exact form."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

from flint import arb, ctx, fmpq, fmpz

from verify.evidence.checker.forms import (
    MOST_BITS,
    MOST_TERMS,
    UNIT,
    Form,
    exp_of,
    invert,
    log_of,
    plus,
    power_of,
    product,
    safely,
)


class NoValue(Exception):
    """The formula has no value (``oo - oo``, the logarithm of a negative number, ...)."""


class Undecided(Exception):
    """The checker cannot tell; more bits may help, or nothing."""


def demand(found: Collection[str], allowed: Collection[str], otherwise: str) -> None:
    """Of the ways in which a number may be related to another only some are allowed. Raises NoValue where none of these is possible, and Undecided where others are as well."""
    if not set(found) & set(allowed):
        raise NoValue(otherwise)
    if not set(found) <= set(allowed):
        raise Undecided(f"possibly {otherwise}")


class Exhausted(Exception):
    """The budget of steps or of time is spent."""


LOOKS = 64
"""How often a budget is charged between two looks at the clock, which is slow to read."""


class Budget:
    """Steps and seconds that one certificate may cost; no certificate can make the checker hang.

    ``cells`` says how fine brackets are now, ``known`` keeps them for a finer look, ``coarse`` is set where one was used; ``paid`` holds what was charged before,
    ``signs`` which sums are certainly not negative on a box.
    """

    def __init__(self, steps: int = 3_000_000, seconds: float = 120.0) -> None:
        self.steps = steps
        self.end = time.thread_time() + seconds
        self.looks = 0
        self.cells = 4000
        self.known: dict[Any, Any] = {}
        self.paid: dict[int, dict[Any, Any]] = {}
        self.signs: dict[Any, bool] = {}
        self.coarse = False

    def spend(self, steps: int = 1) -> None:
        self.steps -= steps
        if self.steps < 0:
            raise Exhausted("the step limit was reached")
        self.looks += 1
        if self.looks % LOOKS == 0 and time.thread_time() > self.end:
            raise Exhausted("the time limit was reached")


@contextmanager
def precision(bits: int) -> Iterator[None]:
    """Enclosures are computed with this many bits inside the block."""
    old = ctx.prec
    ctx.prec = bits
    try:
        yield
    finally:
        ctx.prec = old


_WITHIN_DOMAINS = [False]


@contextmanager
def within_domains() -> Iterator[None]:
    """Inside the block, what arithmetic is worked out from an enclosure holds only where it has a value; an argument that is partly outside of a domain is cut off there."""
    before, _WITHIN_DOMAINS[0] = _WITHIN_DOMAINS[0], True
    try:
        yield
    finally:
        _WITHIN_DOMAINS[0] = before


OO, MINUS_OO = arb("inf"), arb("-inf")
LONGEST, SHORTEST = arb(2) ** MOST_BITS, arb(2) ** -MOST_BITS


class Ball:
    """All that is known of a number: it lies in ``[lo, hi]``; an open end is not attained. ``form`` is its exact form, if known."""

    __slots__ = ("form", "hi", "hi_open", "lo", "lo_open")

    def __init__(
        self, lo: arb, hi: arb, lo_open: bool = False, hi_open: bool = False, form: Form | None = None
    ) -> None:
        if lo.is_nan() or hi.is_nan():
            raise Undecided("an enclosure was lost")
        self.lo, self.hi, self.lo_open, self.hi_open, self.form = lo, hi, lo_open, hi_open, form

    def __repr__(self) -> str:
        return f"{'(' if self.lo_open else '['}{self.lo.str(17)}, {self.hi.str(17)}{')' if self.hi_open else ']'}"


Number = Fraction | Ball
ZERO, ONE = Fraction(0), Fraction(1)
INFINITY, MINUS_INFINITY = Ball(OO, OO), Ball(MINUS_OO, MINUS_OO)


def exact(q: Fraction) -> arb:
    return arb(fmpq(q.numerator, q.denominator))


def bottom(x: Number) -> Number:
    """The least value of an enclosure."""
    return x if isinstance(x, Fraction) else Ball(x.lo, x.lo)


def ball(a: Number) -> Ball:
    """Any number as an enclosure."""
    if isinstance(a, Ball):
        return a
    value = exact(a)
    return Ball(value.lower(), value.upper(), form={UNIT: a} if a else {})


def exact_ball(a: Number) -> arb:
    """A finite number as a ball of the library. Raises Undecided."""
    b = ball(a)
    if not finite(b):
        raise Undecided("an unbounded number")
    return exact(a) if isinstance(a, Fraction) else b.lo.union(b.hi)


def fraction(x: arb) -> Fraction:
    """The middle of a finite number as a fraction. Raises Undecided where that would be too long: the library ends the process where it fits into no memory."""
    middle = x.mid()
    if not (middle == 0 or SHORTEST < abs(middle) < LONGEST):
        raise Undecided("a number too long for a fraction")
    q = middle.fmpq()
    return Fraction(int(q.p), int(q.q))


def enclose(value: arb, form: Form | None = None) -> Number:
    """The finite number enclosed by an arb."""
    if not value.is_finite():
        raise Undecided("an enclosure is not finite")
    return tidy(Ball(value.lower(), value.upper(), form=form))


def tidy(b: Ball) -> Number:
    """A fraction where the exact form says so."""
    if b.form is not None:
        if not b.form:
            return ZERO
        if len(b.form) == 1 and UNIT in b.form:
            return b.form[UNIT]
        if len(b.form) > MOST_TERMS:
            b.form = None
    return b


def is_point_infinite(a: Number) -> int:
    """1 for oo, -1 for -oo, else 0."""
    if isinstance(a, Ball) and not a.lo.is_finite() and a.lo == a.hi:
        return 1 if a.lo > 0 else -1
    return 0


def may_be_infinite(a: Number) -> bool:
    return isinstance(a, Ball) and ((a.hi == OO and not a.hi_open) or (a.lo == MINUS_OO and not a.lo_open))


def finite(a: Number) -> bool:
    return isinstance(a, Fraction) or bool(a.lo.is_finite() and a.hi.is_finite())


def certainly_finite(a: Number) -> Number:
    """The number. Undecided where it may be infinite."""
    if may_be_infinite(a):
        raise Undecided("a number that may be infinite")
    return a


def form_of(a: Number) -> Form | None:
    return ({UNIT: a} if a else {}) if isinstance(a, Fraction) else a.form


def _sized(q: Fraction) -> Fraction:
    if q.numerator.bit_length() + q.denominator.bit_length() > MOST_BITS:
        raise Exhausted("a fraction grew too large")
    return q


# --- arithmetic ------------------------------------------------------------------------------------------------------


def add(*terms: Number) -> Number:
    total: Number = terms[0] if terms else ZERO
    for t in terms[1:]:
        if type(total) is Fraction and type(t) is Fraction:
            total = _sized(total + t)
            continue
        a, b = ball(total), ball(t)
        up = (a.hi == OO and not a.hi_open, b.hi == OO and not b.hi_open)
        down = (a.lo == MINUS_OO and not a.lo_open, b.lo == MINUS_OO and not b.lo_open)
        if (up[0] and down[1]) or (down[0] and up[1]):
            if is_point_infinite(a) and is_point_infinite(b):
                raise NoValue("oo - oo")
            raise Undecided("possibly oo - oo")
        if is_point_infinite(a) or is_point_infinite(b):
            total = INFINITY if (is_point_infinite(a) or is_point_infinite(b)) > 0 else MINUS_INFINITY
            continue
        lo = MINUS_OO if MINUS_OO in (a.lo, b.lo) else (a.lo + b.lo).lower()
        hi = OO if OO in (a.hi, b.hi) else (a.hi + b.hi).upper()
        form = plus(a.form, b.form) if a.form is not None and b.form is not None else None
        lo_open = not any(down) if lo == MINUS_OO else a.lo_open or b.lo_open
        hi_open = not any(up) if hi == OO else a.hi_open or b.hi_open
        total = tidy(Ball(lo, hi, lo_open, hi_open, form))
    return total


def neg(a: Number) -> Number:
    if isinstance(a, Fraction):
        return -a
    return Ball(-a.hi, -a.lo, a.hi_open, a.lo_open, None if a.form is None else {k: -c for k, c in a.form.items()})


def sub(a: Number, b: Number) -> Number:
    return add(a, neg(b))


def _corner(x: arb, y: arb) -> arb:
    """x * y with 0 * oo = 0: right for the ends of a product of intervals whose infinite ends are limits."""
    return arb(0) if x == 0 or y == 0 else x * y


def mul(*factors: Number) -> Number:
    total: Number = factors[0] if factors else ONE
    for f in factors[1:]:
        total = _mul(total, f)
    return total


def _mul(x: Number, y: Number) -> Number:
    if type(x) is Fraction and type(y) is Fraction:
        return _sized(x * y)
    if type(y) is Fraction:
        x, y = y, x
    if type(x) is Fraction and isinstance(y, Ball) and (x != 0 or not may_be_infinite(y) or (_WITHIN_DOMAINS[0] and not is_point_infinite(y))):
        return _scaled(x, y) if x != 0 else ZERO
    a, b = ball(x), ball(y)
    for one, other in ((a, b), (b, a)):
        if may_be_infinite(one) and other.lo <= 0 <= other.hi:
            if is_point_infinite(one) and other.lo == 0 == other.hi:
                raise NoValue("0 * oo")
            if not (other.lo == 0 and other.lo_open) and not (other.hi == 0 and other.hi_open):
                raise Undecided("possibly 0 * oo")
    corners = [_corner(p, q) for p in (a.lo, a.hi) for q in (b.lo, b.hi)]
    lo, hi = min(c.lower() for c in corners), max(c.upper() for c in corners)
    form = safely(lambda: product(a.form, b.form) if a.form is not None and b.form is not None else None)
    maybe = may_be_infinite(a) or may_be_infinite(b)
    positive = a.lo >= 0 and b.lo >= 0
    lo_open = (lo == MINUS_OO and not maybe) or (
        positive and lo < OO and (a.lo_open or a.lo > 0) and (b.lo_open or b.lo > 0) and (a.lo_open or b.lo_open)
    )
    return tidy(Ball(lo, hi, bool(lo_open), bool(hi == OO and not maybe), form))


def _scaled(c: Fraction, b: Ball) -> Number:
    """A fraction that is not 0 times a number: ends that are not attained stay so."""
    if c < 0:
        return neg(_scaled(-c, b))
    if c == 1:
        return b
    lo, hi = (exact(c) * b.lo).lower(), (exact(c) * b.hi).upper()
    return tidy(Ball(lo, hi, b.lo_open, b.hi_open, None if b.form is None else {k: c * q for k, q in b.form.items()}))


def monotone(a: Number, f: Callable[[arb], arb], low: arb, high: arb, form: Form | None = None) -> Number:
    """An increasing function with limits ``low`` at -oo and ``high`` at oo."""
    b = ball(a)
    (lo, lo_open), (hi, hi_open) = (
        _image(x, is_open, f, low, high, up) for x, is_open, up in ((b.lo, b.lo_open, False), (b.hi, b.hi_open, True))
    )
    return tidy(Ball(lo, hi, lo_open, hi_open, form))


def _image(x: arb, is_open: bool, f: Callable[[arb], arb], low: arb, high: arb, up: bool) -> tuple[arb, bool]:
    """Where an end goes, and whether that is certainly not attained. What is too large or too small for the library lies before the limit, which no finite number attains."""
    if not x.is_finite():
        return (low if x == MINUS_OO else high), is_open
    value = f(x)
    if not value.is_finite():
        return (high if up else low), True
    return (value.upper() if up else value.lower()), is_open


def exp(a: Number) -> Number:
    form = form_of(a)
    return monotone(a, lambda x: x.exp(), arb(0), OO, None if form is None else safely(lambda: exp_of(form)))


def log(a: Number) -> Number:
    b = ball(a)
    if b.hi < 0 or (b.hi == 0 and (b.hi_open or a == 0 or b.lo == 0)):
        raise NoValue("the logarithm of a number that is not positive")
    if b.lo < 0 or (b.lo == 0 and not b.lo_open):
        if not _WITHIN_DOMAINS[0]:
            raise Undecided("the logarithm of a number that is not known to be positive")
        a = b = Ball(arb(0), b.hi, True, b.hi_open)
    form = form_of(a)
    new = None if form is None else safely(lambda: log_of(form))
    lo = MINUS_OO if b.lo == 0 else OO if b.lo == OO else b.lo.log().lower()
    return tidy(Ball(lo, OO if b.hi == OO else b.hi.log().upper(), b.lo_open, b.hi_open, new))


def _pow_corner(x: arb, y: arb) -> arb:
    if y == 0 or x == 1:
        return arb(1)
    if x == 0 or x == OO:
        return OO if (x == OO) == (y > 0) else arb(0)
    if not y.is_finite():
        return OO if (x > 1) == (y > 0) else arb(0)
    return x**y


def power(a: Number, b: Number) -> Number:
    """a ** b on the extended reals."""
    if isinstance(b, Fraction):
        if b == 0:
            if may_be_infinite(a):
                raise NoValue("oo ** 0") if is_point_infinite(a) else Undecided("possibly oo ** 0")
            return ONE
        if b == 1:
            return a
        if isinstance(a, Fraction):
            if a == 0:
                if b < 0:
                    raise NoValue("0 to a negative power")
                return ZERO
            if (
                b.denominator == 1
                and abs(b.numerator) * (a.numerator.bit_length() + a.denominator.bit_length()) < MOST_BITS // 4
            ):
                return a**b.numerator
            if a < 0 and b.denominator != 1:
                raise NoValue("a negative number to a fractional power")
        if b.denominator == 1:
            return _whole_power(a, b.numerator)
    base, e = ball(a), ball(b)
    if a == 0 and (e.lo > 0 or (e.lo == 0 and e.lo_open)):
        return ZERO
    if base.hi < 0:
        if not is_point_infinite(e) and _holds_integer(e):
            raise Undecided("a power of a negative number whose exponent may be an integer")
        raise NoValue("a negative number to a power that is not an integer")
    if base.lo < 0:
        if not (_WITHIN_DOMAINS[0] and isinstance(b, Fraction)):  # a power that is an integer was treated above
            raise Undecided("a power of a number that may be negative")
        a = base = Ball(arb(0), base.hi, False, base.hi_open)
    if base.lo == 0 and not base.lo_open and not e.lo >= 0:
        if base.hi == 0 and e.hi < 0:
            raise NoValue("0 to a negative power")
        if not (_WITHIN_DOMAINS[0] and isinstance(b, Fraction)):
            raise Undecided("a power of a number that may be 0")
        a = base = Ball(arb(0), base.hi, True, base.hi_open)
    if may_be_infinite(e) or may_be_infinite(a):
        if (is_point_infinite(e) and a == 1) or (is_point_infinite(a) and b == 0):
            raise NoValue("1 ** oo or oo ** 0")
        if (may_be_infinite(e) and base.lo <= 1 <= base.hi) or (may_be_infinite(a) and e.lo <= 0 <= e.hi):
            raise Undecided("possibly 1 ** oo or oo ** 0")
    return _power_between(a, b, base, e)


def _power_between(a: Number, b: Number, base: Ball, e: Ball) -> Number:
    """The power of a base that is not negative, from the corners of its range and that of the exponent."""
    corners = [_pow_corner(x, y) for x in (base.lo, base.hi) for y in (e.lo, e.hi)]
    if base.lo < 1 < base.hi or e.lo < 0 < e.hi:
        corners.append(arb(1))
    form = form_of(a)
    new = safely(lambda: power_of(form, b)) if form is not None and isinstance(b, Fraction) else None
    lo, hi = min(c.lower() for c in corners), max(c.upper() for c in corners)
    if lo < 0:
        lo = arb(0)
    sharp = isinstance(b, Fraction)
    lo_open = sharp and (base.lo_open if e.lo > 0 else base.hi_open)
    if lo == 0 and (base.lo > 0 or base.lo_open) and not may_be_infinite(a) and not may_be_infinite(b):
        lo_open = True  # a finite power of a positive number is positive
    hi_open = (sharp and (base.hi_open if e.lo > 0 else base.lo_open)) or (
        hi == OO and not may_be_infinite(a) and not may_be_infinite(b)
    )
    return tidy(Ball(lo, hi, bool(lo_open), bool(hi_open), new))


def _holds_integer(b: Ball) -> bool:
    return not (b.lo.is_finite() and b.hi.is_finite()) or bool(b.lo.ceil() <= b.hi.floor())


def _whole_power(a: Number, n: int) -> Number:
    b = ball(a)
    if n < 0:
        return inverse(_whole_power(a, -n))
    form: Form | None = b.form
    if form is not None:
        start = form
        form = (
            safely(lambda: power_of(start, Fraction(n)))
            if len(start) == 1
            else safely(lambda: product(start, start))
            if n == 2
            else None
        )
    ends = [
        (OO if not x.is_finite() and (x > 0 or n % 2 == 0) else MINUS_OO) if not x.is_finite() else x**n
        for x in (b.lo, b.hi)
    ]
    if n % 2 or b.lo >= 0:
        return tidy(Ball(ends[0].lower(), ends[1].upper(), b.lo_open, b.hi_open, form))
    if b.hi <= 0:
        return tidy(Ball(ends[1].lower(), ends[0].upper(), b.hi_open, b.lo_open, form))
    top = max(x.upper() for x in ends)
    return tidy(Ball(arb(0), top, False, top == OO and not may_be_infinite(a), form))


def inverse(a: Number) -> Number:
    if isinstance(a, Fraction):
        if a == 0:
            raise NoValue("division by 0")
        return 1 / a
    if a.lo <= 0 <= a.hi and not (a.lo == 0 and a.lo_open) and not (a.hi == 0 and a.hi_open):
        if a.lo == 0 == a.hi:
            raise NoValue("division by 0")
        if not (_WITHIN_DOMAINS[0] and 0 in (a.lo, a.hi)):
            raise Undecided("possibly a division by 0")
        a = Ball(a.lo, a.hi, a.lo_open or a.lo == 0, a.hi_open or a.hi == 0)
    if is_point_infinite(a):
        return ZERO
    lo = arb(0) if not a.hi.is_finite() else MINUS_OO if a.hi == 0 else (1 / a.hi).lower()
    hi = arb(0) if not a.lo.is_finite() else OO if a.lo == 0 else (1 / a.lo).upper()
    form = a.form
    return tidy(Ball(lo, hi, a.hi_open, a.lo_open, None if form is None else safely(lambda: invert(form))))


def div(a: Number, b: Number) -> Number:
    return mul(a, inverse(b))


def absolute(a: Number) -> Number:
    if isinstance(a, Fraction):
        return abs(a)
    if a.lo >= 0:
        return a
    if a.hi <= 0:
        return neg(a)
    hi = max(-a.lo, a.hi)
    return Ball(arb(0), hi, False, hi == OO and not may_be_infinite(a))


def maximum(*values: Number) -> Number:
    result = values[0]
    for v in values[1:]:
        order = relations(result, v)
        if order <= {"<", "="}:
            result = v
        elif not order <= {">", "="}:
            a, b = ball(result), ball(v)
            lo_open = a.lo_open if a.lo > b.lo else b.lo_open if b.lo > a.lo else a.lo_open or b.lo_open
            hi_open = a.hi_open if a.hi > b.hi else b.hi_open if b.hi > a.hi else a.hi_open and b.hi_open
            result = Ball(max(a.lo, b.lo), max(a.hi, b.hi), lo_open, hi_open)
    return result


def minimum(*values: Number) -> Number:
    return neg(maximum(*(neg(v) for v in values)))


def hull(values: list[Number]) -> Number:
    """A number that is one of the values, nobody knows which."""
    balls = [ball(v) for v in values]
    lo, hi = min(b.lo for b in balls), max(b.hi for b in balls)
    return Ball(lo, hi, all(b.lo_open for b in balls if b.lo == lo), all(b.hi_open for b in balls if b.hi == hi))


def relations(x: Number, y: Number) -> set[str]:
    """The relations ``< = >`` that are still possible between two numbers."""
    if isinstance(x, Fraction) and isinstance(y, Fraction):
        return {"<" if x < y else "=" if x == y else ">"}
    a, b = ball(x), ball(y)
    if a.form is not None and b.form is not None:
        difference = plus(a.form, b.form, -1)
        if not difference:
            return {"="}
        if (
            len(difference) == 1
        ):  # one term alone is not 0, and its sign is that of its coefficient (logarithms of primes are positive)
            return {">" if next(iter(difference.values())) > 0 else "<"}
    possible = set()
    if a.lo < b.hi:
        possible.add("<")
    if a.hi > b.lo:
        possible.add(">")
    apart = (
        a.hi < b.lo
        or a.lo > b.hi
        or (a.hi == b.lo and (a.hi_open or b.lo_open))
        or (a.lo == b.hi and (a.lo_open or b.hi_open))
    )
    if not apart:
        possible.add("=")
    elif not possible:  # all would be true of numbers that there are not
        raise Undecided("an enclosure without numbers")
    return possible


# --- functions -------------------------------------------------------------------------------------------------------


def erf(a: Number) -> Number:
    return ZERO if a == 0 else monotone(a, lambda x: x.erf(), arb(-1), arb(1))


def erfc(a: Number) -> Number:
    return ONE if a == 0 else neg(monotone(a, lambda x: -(x.erfc()), arb(-2), arb(0)))


def pi() -> Number:
    return enclose(arb.pi())


FALLS, RISES, LEAST = arb(fmpq(23, 16)), arb(fmpq(3, 2)), arb(fmpq(7, 8))
"""Right of 0 the gamma function falls at least up to the first and rises from the second on, the least value 0.8856... in between being above the third."""


def gamma(a: Number) -> Number:
    if isinstance(a, Fraction) and a.denominator == 1:
        if a <= 0:
            raise NoValue("gamma at 0, -1, -2, ...")
        if a <= 2000:
            return Fraction(int(fmpz.fac_ui(int(a) - 1)))
    if is_point_infinite(a) < 0:
        raise NoValue("gamma of -oo")
    b = ball(a)
    if b.lo >= RISES:
        return monotone(a, lambda x: x.gamma(), arb(0), OO)
    if b.lo > 0 or (b.lo == 0 and b.lo_open):
        return _gamma_over_valley(b)
    if not finite(b):
        raise Undecided("gamma on an unbounded range")
    if _holds_integer(b):
        raise Undecided("gamma on a range with a pole")
    return enclose(b.lo.union(b.hi).gamma())


def _gamma_over_valley(b: Ball) -> Number:
    """Right of 0, where it falls, has its least value and rises."""
    far = arb(0)
    left, left_open = (OO, True) if b.lo == 0 else _image(b.lo, b.lo_open, lambda x: x.gamma(), far, OO, True)
    if b.hi <= FALLS:
        return tidy(Ball(_image(b.hi, b.hi_open, lambda x: x.gamma(), LEAST, OO, False)[0], left, b.hi_open, left_open))
    right, right_open = _image(b.hi, b.hi_open, lambda x: x.gamma(), far, OO, True)
    near = b.lo.union(b.hi).gamma() if finite(b) else OO
    lowest = max(LEAST, near.lower()) if near.is_finite() else LEAST
    highest, highest_open = (left, left_open and (right_open or right < left)) if left >= right else (right, right_open)
    return Ball(lowest, highest, False, highest_open)


def hyp1f1(a: Number, b: Number, z: Number) -> Number:
    if isinstance(b, Fraction) and b.denominator == 1 and b <= 0:
        raise NoValue("1F1 with a second parameter 0, -1, -2, ...")
    if any(is_point_infinite(v) for v in (a, b, z)):
        raise NoValue("1F1 at an infinite argument")
    if may_be_infinite(z) and not _WITHIN_DOMAINS[0]:
        raise Undecided("1F1 at an argument that may be infinite")
    if isinstance(a, Fraction) and isinstance(b, Fraction) and b > a > 0:  # the mean of exp(z t) under a law of t in (0, 1)
        return monotone(z, lambda w: w.hypgeom_1f1(exact(a), exact(b)), arb(0), OO)
    if not (finite(a) and finite(b) and finite(z)):
        raise Undecided("1F1 on an unbounded range")
    x, y, w = (exact(v) if isinstance(v, Fraction) else v.lo.union(v.hi) for v in (a, b, z))
    return enclose(w.hypgeom_1f1(x, y))


def floor(a: Number) -> Number:
    if isinstance(a, Fraction):
        return Fraction(a.numerator // a.denominator)
    if is_point_infinite(a):
        return a
    if finite(a) and max(abs(a.lo), abs(a.hi)) < LONGEST:
        lo, hi = (fraction(x.floor()) for x in (a.lo, a.hi))
        if a.hi_open and hi > lo and exact(hi) == a.hi:  # the end does not belong to it
            hi -= 1
        if lo == hi:
            return lo
        return hull([lo, hi])
    lo, hi = ((x.floor().lower() if down else x.floor().upper()) if x.is_finite() else x for x, down in ((a.lo, True), (a.hi, False)))  # floor rises, and oo is its own
    return Ball(lo, hi, a.lo_open and not lo.is_finite(), a.hi_open and not hi.is_finite())


def ceiling(a: Number) -> Number:
    return neg(floor(neg(a)))
