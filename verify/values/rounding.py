"""Integers and simple fractions beside a number."""

from __future__ import annotations

import math

from flint import arb, fmpq

from verify.values.numbers import BITS, LADDER, ONE, PRECISION, ZERO, Enclosure, NoValue, Number, enclose, is_exact, neg, precision

_HUGE = fmpq(2) ** BITS


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
