"""Numbers in [-oo, oo] known by a range: the arithmetic of the reference semantics, which shares nothing with engines and checker."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from flint import arb, fmpq, fmpz

End = Fraction | float
"""A fraction, or ``math.inf`` or ``-math.inf``; no other float."""
OO = math.inf
MOST_PARTS = 3000
"""Boxes and members that one binder may look at."""


class NoValue(Exception):
    """A term that certainly has no value."""


@dataclass(frozen=True, slots=True)
class Range:
    """A set of numbers in [-oo, oo] in which the value lies, if there is one: from ``lo`` to ``hi``, an open end left out. ``certain``: there is a value."""

    lo: End
    hi: End
    lo_open: bool = False
    hi_open: bool = False
    certain: bool = True

    @property
    def exact(self) -> bool:
        return self.lo == self.hi and self.certain

    def has(self, x: End) -> bool:
        """Whether ``x`` is one of the numbers."""
        return (self.lo < x or (self.lo == x and not self.lo_open)) and (x < self.hi or (x == self.hi and not self.hi_open))

    def maybe(self) -> Range:
        """The same, but there may be no value."""
        return replace(self, certain=False)


UNKNOWN = Range(-OO, OO, certain=False)


def point(x: End | int) -> Range:
    x = x if isinstance(x, float) else Fraction(x)
    return Range(x, x)


def infinite(x: End) -> bool:
    return isinstance(x, float)


def opposite(a: Range) -> Range:
    return Range(-a.hi, -a.lo, a.hi_open, a.lo_open, a.certain)


def hull(ranges: list[Range]) -> Range:
    """The numbers between those of the ranges."""
    lo, hi = min(r.lo for r in ranges), max(r.hi for r in ranges)
    return Range(lo, hi, all(r.lo_open for r in ranges if r.lo == lo), all(r.hi_open for r in ranges if r.hi == hi), all(r.certain for r in ranges))


def add(a: Range, b: Range) -> Range:
    """a + b; no value for oo - oo."""
    clash = (a.has(OO) and b.has(-OO)) or (a.has(-OO) and b.has(OO))
    if clash and a.lo == a.hi and b.lo == b.hi:
        raise NoValue("oo - oo")

    def end(x: End, x_open: bool, y: End, y_open: bool, other: float) -> tuple[End, bool]:
        beyond = [is_open for e, is_open in ((x, x_open), (y, y_open)) if infinite(e)]
        if not beyond:
            return x + y, x_open or y_open
        if {x, y} == {OO, -OO}:  # one of the two is that infinity exactly, and the other one is not the opposite
            return other, False
        return (x if infinite(x) else y), all(beyond)

    lo, lo_open = end(a.lo, a.lo_open, b.lo, b.lo_open, OO)
    hi, hi_open = end(a.hi, a.hi_open, b.hi, b.hi_open, -OO)
    return Range(lo, hi, lo_open, hi_open, a.certain and b.certain and not clash)


def multiply(a: Range, b: Range) -> Range:
    """a b; no value for 0 * oo."""
    clash = any(x.has(0) and (y.has(OO) or y.has(-OO)) for x, y in ((a, b), (b, a)))
    if any(x.lo == x.hi == 0 and y.lo == y.hi and infinite(y.lo) for x, y in ((a, b), (b, a))):
        raise NoValue("0 * oo")
    corners: list[tuple[End, bool]] = []
    for (x, x_open), (y, y_open) in itertools.product(((a.lo, a.lo_open), (a.hi, a.hi_open)), ((b.lo, b.lo_open), (b.hi, b.hi_open))):
        if x == 0 or y == 0:
            corners.append((Fraction(0), all(is_open for e, is_open in ((x, x_open), (y, y_open)) if e == 0)))
        elif infinite(x) or infinite(y):
            corners.append((OO if (x > 0) == (y > 0) else -OO, all(is_open for e, is_open in ((x, x_open), (y, y_open)) if infinite(e))))
        else:
            corners.append((x * y, x_open or y_open))
    lo, hi = min(c for c, _ in corners), max(c for c, _ in corners)
    return Range(lo, hi, all(o for c, o in corners if c == lo), all(o for c, o in corners if c == hi), a.certain and b.certain and not clash)


def reciprocal(a: Range) -> Range:
    """1/a; no value at 0, and 0 at oo and -oo."""
    if a.lo == a.hi == 0:
        raise NoValue("0 to a negative power")
    if a.lo < 0 < a.hi:
        return UNKNOWN
    if a.hi <= 0:
        return opposite(reciprocal(opposite(a)))
    lo = Fraction(0) if a.hi == OO else 1 / a.hi
    hi: End = OO if a.lo == 0 else Fraction(0) if a.lo == OO else 1 / a.lo
    return Range(lo, hi, a.hi_open, True if a.lo == 0 else a.lo_open, a.certain and not a.has(0))


def absolute(a: Range) -> Range:
    if a.lo >= 0:
        return a
    if a.hi <= 0:
        return opposite(a)
    most = max(-a.lo, a.hi)
    return Range(Fraction(0), most, False, all(o for e, o in ((-a.lo, a.lo_open), (a.hi, a.hi_open)) if e == most), a.certain)


def largest(a: Range, b: Range) -> Range:
    lo, hi = max(a.lo, b.lo), max(a.hi, b.hi)
    return Range(lo, hi, any(r.lo_open for r in (a, b) if r.lo == lo), all(r.hi_open for r in (a, b) if r.hi == hi), a.certain and b.certain)


def floor(a: Range) -> Range:
    def down(x: End) -> End:
        return x if infinite(x) else Fraction(math.floor(x))

    hi = down(a.hi)
    if a.hi_open and not infinite(hi) and hi == a.hi and a.lo < a.hi:
        hi -= 1
    return Range(down(a.lo), max(hi, down(a.lo)), a.lo == -OO and a.lo_open, a.hi == OO and a.hi_open, a.certain)


def power(a: Range, b: Range) -> Range:
    """a to the power b; no value for 0 to a negative power, a negative number to one that is no integer, 1^oo, oo^0; 0^0 is 1."""
    if b.lo == b.hi and not infinite(b.lo):
        found = _power(a, Fraction(b.lo))
        return found if b.certain else found.maybe()
    if b.lo == b.hi:  # an infinite exponent
        if a.hi < 0 or (a.lo == a.hi == 1):
            raise NoValue("1^oo, or a power oo of a negative number")
        if b.lo < 0:
            a = reciprocal(a)
        sure = a.certain and b.certain and not a.has(1) and a.lo >= 0
        if a.lo >= 1:
            return Range(OO, OO, certain=sure)
        return Range(Fraction(0), Fraction(0), certain=sure) if a.lo >= 0 and (a.hi < 1 or (a.hi == 1 and a.hi_open)) else Range(Fraction(0), OO, certain=False)
    if a.lo > 0 or (a.lo == 0 and a.lo_open):
        if a.has(OO) or b.has(OO) or b.has(-OO):
            return Range(Fraction(0), OO, certain=False)
        return exp(multiply(b, log(a)))
    if a.lo == a.hi == 0:
        if b.hi < 0 or (b.hi == 0 and b.hi_open):
            raise NoValue("0 to a negative power")
        if b.lo > 0 or (b.lo == 0 and b.lo_open):
            return Range(Fraction(0), Fraction(0), certain=a.certain and b.certain)
    return UNKNOWN


def _power(a: Range, b: Fraction) -> Range:
    """a to the power of one fraction."""
    if b < 0:
        return reciprocal(_power(a, -b)) if not a.lo == a.hi == 0 else reciprocal(a)
    if b == 0:
        if a.lo == a.hi and infinite(a.lo):
            raise NoValue("oo^0")
        return Range(Fraction(1), Fraction(1), certain=a.certain and not a.has(OO) and not a.has(-OO))
    if b.denominator == 1:
        if b.numerator % 2 == 0:
            a = absolute(a)
        (lo, lo_open), (hi, hi_open) = (_whole(a.lo, b.numerator, down=True), _whole(a.hi, b.numerator, down=False))
        return Range(lo, hi, a.lo_open or lo_open, a.hi_open or hi_open, a.certain)
    if a.hi < 0 or (a.hi == 0 and a.hi_open):
        raise NoValue("a negative number to a power that is not an integer")
    low, high = (_root(max(e, Fraction(0)), b) for e in (a.lo, a.hi))
    return Range(low.lo, high.hi, a.lo_open and low.lo == low.hi and a.lo >= 0, a.hi_open and high.lo == high.hi, a.certain and a.lo >= 0)


def _whole(x: End, n: int, down: bool) -> tuple[End, bool]:
    """A power of an end with exponent n >= 1, rounded outward where it is too long to be written, and whether the result is thereby left out."""
    if infinite(x):
        return (OO if x > 0 or n % 2 == 0 else -OO), False
    x = Fraction(x)
    if abs(x) in (0, 1) or n * max(x.numerator.bit_length(), x.denominator.bit_length()) <= 50_000:
        return x**n, False
    size = exp(multiply(point(n), log(point(abs(x)))))
    made = size if x > 0 or n % 2 == 0 else opposite(size)
    return (made.lo, made.lo_open) if down else (made.hi, made.hi_open)


def _root(x: End, b: Fraction) -> Range:
    """A number >= 0 to a positive fraction, exact where numerator and denominator are powers of integers."""
    if x == OO or x == 0:
        return point(x)
    x = Fraction(x)
    p, q = _integer_root(x.numerator, b.denominator), _integer_root(x.denominator, b.denominator)
    if p is not None and q is not None:
        return _power(point(Fraction(p, q)), Fraction(b.numerator))
    return exp(multiply(point(b), log(point(x))))


def _integer_root(n: int, k: int) -> int | None:
    """The k-th root of n >= 1, if it is an integer."""
    root = int(fmpz(n).root(k)) if k <= n.bit_length() else 1
    return root if root**k == n else None


SMALLEST = Fraction(1, 2**4000)
"""Positive numbers below it, and numbers beyond its inverse, are known only to be such."""


def _ball(x: End) -> arb:
    x = Fraction(x)
    return arb(fmpq(x.numerator, x.denominator))


def enclosure(ball: arb) -> Range:
    """The numbers of a ball, which are finite."""
    if not ball.is_finite():
        return Range(Fraction(0) if ball > 0 else -OO, OO, True, True)
    lo, hi = ball.lower(), ball.upper()
    least, most = arb(2) ** -4000, arb(2) ** 4000

    def fraction(end: arb, down: bool) -> tuple[End, bool]:
        size = abs(end)
        if size > most:
            return (OO if end > 0 else -OO, True) if (end > 0) != down else (1 / SMALLEST if down else -1 / SMALLEST, False)
        if end != 0 and size < least:
            return (Fraction(0), True) if (end > 0) == down else (SMALLEST if end > 0 else -SMALLEST, False)
        mantissa, exponent = end.man_exp()
        return Fraction(int(mantissa)) * Fraction(2) ** int(exponent), False

    (a, a_open), (b, b_open) = fraction(lo, True), fraction(hi, False)
    return Range(a, b, a_open, b_open)


def _rising(function: Callable[[arb], arb], a: Range, at_minus: End, at_plus: End, known: Mapping[End, int | Fraction] = {}) -> Range:
    """The values of a strictly rising function on a range; ``known``: values that are fractions."""

    def at(x: End) -> Range:
        if x in known:
            return point(known[x])
        return point(at_minus) if x == -OO else point(at_plus) if x == OO else enclosure(function(_ball(x)))

    lo, hi = at(a.lo), at(a.hi)
    least, most = max(lo.lo, at_minus), min(hi.hi, at_plus)
    return Range(least, most, (a.lo_open if lo.exact else lo.lo_open or least == at_minus), (a.hi_open if hi.exact else hi.hi_open or most == at_plus), a.certain)


def exp(a: Range) -> Range:
    return _rising(lambda x: x.exp(), a, Fraction(0), OO, {Fraction(0): 1})


def log(a: Range) -> Range:
    """log a; no value for a <= 0."""
    if a.hi <= 0:
        raise NoValue("log of a number that is not positive")
    positive = a if a.lo > 0 or (a.lo == 0 and a.lo_open) else Range(Fraction(0), a.hi, True, a.hi_open, False)
    return _rising(lambda x: x.log(), positive, -OO, OO, {Fraction(0): -OO, Fraction(1): 0})  # type: ignore[dict-item]


def _erf(a: Range) -> Range:
    return _rising(lambda x: x.erf(), a, Fraction(-1), Fraction(1), {Fraction(0): 0})


def _erfc(a: Range) -> Range:
    return _rising(lambda x: (-x).erfc(), opposite(a), Fraction(0), Fraction(2), {Fraction(0): 1})


def _normal_cdf(a: Range) -> Range:
    return _rising(lambda x: (-x / arb(2).sqrt()).erfc() / 2, a, Fraction(0), Fraction(1), {Fraction(0): Fraction(1, 2)})


def _gamma(a: Range) -> Range:
    """gamma; no value at 0, -1, -2, ... and -oo."""
    if a.lo == a.hi and (a.lo == -OO or (a.lo <= 0 and a.lo == math.floor(a.lo))):
        raise NoValue("a pole of gamma")
    if a.lo == a.hi and a.lo != OO and a.lo.denominator == 1 and a.lo <= 200:  # type: ignore[union-attr]
        return Range(Fraction(math.factorial(int(a.lo) - 1)), Fraction(math.factorial(int(a.lo) - 1)), certain=a.certain)
    if a.lo >= 2:
        return _rising(lambda x: x.gamma(), a, -OO, OO, {Fraction(2): 1})
    if a.lo > 0 or (a.lo == 0 and a.lo_open):
        if a.hi == OO or a.lo == 0:
            return Range(Fraction(7, 8), OO, hi_open=not a.has(OO), certain=a.certain)
        found = enclosure(_ball(a.lo).union(_ball(a.hi)).gamma())
        return largest(replace(found, certain=a.certain), point(Fraction(7, 8)))
    if a.lo == a.hi:
        return replace(enclosure(_ball(a.lo).gamma()), certain=a.certain)
    return UNKNOWN


def _log_gamma(a: Range) -> Range:
    """log gamma; no value for a <= 0."""
    if a.hi <= 0:
        raise NoValue("log_gamma of a number that is not positive")
    if a.lo == a.hi and a.lo in (1, 2):
        return Range(Fraction(0), Fraction(0), certain=a.certain)
    if a.lo >= 2:
        return _rising(lambda x: x.lgamma(), a, -OO, OO, {Fraction(2): 0})
    if a.lo == a.hi:
        return replace(enclosure(_ball(a.lo).lgamma()), certain=a.certain)
    return Range(Fraction(-1, 8), OO, hi_open=not a.has(OO), certain=a.certain and (a.lo > 0 or (a.lo == 0 and a.lo_open)))


FUNCTIONS: dict[str, Callable[[Range], Range]] = {
    "exp": exp, "log": log, "abs": absolute, "floor": floor, "ceiling": lambda a: opposite(floor(opposite(a))), "erf": _erf, "erfc": _erfc, "normal_cdf": _normal_cdf,
    "gamma": _gamma, "log_gamma": _log_gamma, "sinh": lambda a: _rising(lambda x: x.sinh(), a, -OO, OO, {Fraction(0): 0}),
    "cosh": lambda a: _rising(lambda x: x.cosh(), absolute(a), Fraction(1), OO, {Fraction(0): 1}),
    "tanh": lambda a: _rising(lambda x: x.tanh(), a, Fraction(-1), Fraction(1), {Fraction(0): 0}),
}
SEVERAL: dict[str, tuple[Callable[[Range, Range], Range], int | None]] = {
    "add": (add, 0), "mul": (multiply, 1), "max": (largest, None), "min": (lambda a, b: opposite(largest(opposite(a), opposite(b))), None),
}
CONTINUOUS = frozenset({"num", "var", "pi", "add", "mul", "pow", "exp", "log", "abs", "max", "min", "erf", "erfc", "normal_cdf", "gamma", "log_gamma", "sinh", "cosh", "tanh"})
