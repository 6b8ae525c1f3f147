"""Decimals for people and for certificates."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from typing import Any

from flint import arb, fmpq

from verify.claims.typed import scientific
from verify.values import numbers

EXPONENT_DIGITS = 18
"""Digits that the exponent of a stored decimal may have; beyond them an enclosure stands: ``[0, 1e-999999999999999999]``."""
_LEAST, _LARGEST = f"1e-{'9' * EXPONENT_DIGITS}", f"1e+{'9' * EXPONENT_DIGITS}"
_DECIMAL = re.compile(r"(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?")
MORE = (6, 9, 12, 15)
"""Significant digits with which two numbers are shown, until they differ."""


def fifteen(value: Any) -> str:
    """A number with 15 significant digits, whatever its exponent; an interval ``[a, b]`` where it is not known as well as that."""
    if isinstance(value, str):
        return value
    if isinstance(value, float):
        return "oo" if value == math.inf else "-oo"
    if isinstance(value, fmpq) and value.q == 1 and abs(value) < 10**15:
        return str(value)
    if not isinstance(value, fmpq | numbers.Surd | numbers.LogSum | numbers.Enclosure):
        return str(value)
    ball = numbers.enclose(value, 256)
    if isinstance(ball.lo, float) or isinstance(ball.hi, float):
        low = fifteen(ball.lo) if isinstance(ball.lo, float) else _digits(ball.lo, up=False)
        high = fifteen(ball.hi) if isinstance(ball.hi, float) else _digits(ball.hi, up=True)
        return low if low == high else f"[{low}, {high}]"
    low, high = _digits(ball.lo, up=False), _digits(ball.hi, up=True)
    if low == high:
        return low
    middle = (ball.lo + ball.hi) / 2
    if _narrow(ball.hi - ball.lo, middle):
        digits = _digits(middle, up=False)
        if digits == _digits(middle, up=True):
            return digits
    return f"[{low}, {high}]"


def _narrow(width: arb, middle: arb) -> bool:
    """Whether a width says nothing about 15 digits."""
    size, most = abs(float(middle.mid())), float(width.upper())
    if size in (0.0, math.inf) or most == 0.0:  # beyond the range of doubles
        return bool(width <= abs(middle) * arb(10)**-14)
    return most <= 1e-14 * size


def _digits(end: arb, *, up: bool) -> str:
    """Fifteen digits of an end; where its exponent is too long to be stored, what lies beyond it on one side."""
    middle = end.mid()
    text = str(middle.str(15, radius=False))
    if middle.is_zero():
        return "0"
    found = _DECIMAL.fullmatch(text)
    if found is not None and len((found[4] or "").lstrip("+-")) <= EXPONENT_DIGITS:
        return text
    large = bool(abs(middle) > 1)
    if large:
        return ("oo" if up else _LARGEST) if middle > 0 else (f"-{_LARGEST}" if up else "-oo")
    return (_LEAST if up else "0") if middle > 0 else ("0" if up else f"-{_LEAST}")


def short(text: str, digits: int = 6) -> str:
    """A decimal for a sentence, with few digits and its true exponent; what is no decimal stays as it is."""
    found = _DECIMAL.fullmatch(text)
    if found is None:
        return text
    value = float(text)
    if 1e-300 < abs(value) < 1e300 or not (found[2] + (found[3] or "")).strip("0"):
        return f"{value:.{digits}g}"
    sign, whole, part, exponent = found[1], found[2], found[3] or "", int(found[4] or 0)
    figures = (whole + part).lstrip("0")
    power = exponent + len(figures) - len(part) - 1
    kept = str(round(int(figures[:digits + 20].ljust(digits + 20, "0")), -20))
    power += len(kept) - digits - 20
    shown = kept[:digits].rstrip("0")
    return f"{sign}{shown[0]}{'.' + shown[1:] if len(shown) > 1 else ''}e{power:+d}"


def apart(first: str, second: str) -> tuple[str, str]:
    """Two decimals for a sentence, with as many digits as show that they differ, where fifteen do."""
    pair = short(first), short(second)
    for digits in MORE:
        pair = short(first, digits), short(second, digits)
        if pair[0] != pair[1]:
            break
    return pair


def written(text: str, most: int = 40) -> str:
    """A stored number for a sentence: as it is stored, or in scientific notation where it has many digits and most of them are zeros, or else with few of them."""
    if len(text) <= most:
        return text
    value = Fraction(text)
    return scientific(value) or f"about {short(fifteen(fmpq(value.numerator, value.denominator)))}"


__all__ = ["apart", "fifteen", "short", "written"]
