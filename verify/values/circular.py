"""Sine, cosine, tangent and cotangent over ranges, of x or of pi x: which multiples of a right angle a range holds, so where they turn and where they have poles.

A range is compared with multiples of pi/2 by balls, so every answer is sure, impossible, or "perhaps" where the precision does not tell; of pi x it is exact.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from flint import arb, fmpq

from verify.values import numbers, powers
from verify.values.numbers import NoValue, Number

Span = tuple[Any, Any, bool, bool]


def right_angle() -> Any:
    return arb.pi() / 2


def half() -> Any:
    return arb(fmpq(1, 2))


Unit = Callable[[], Any]
"""A right angle, pi/2, or 1/2 for functions of pi x."""


def quarters(unit: Unit, span: Span) -> tuple[int, int, int, int] | None:
    """The whole numbers j with ``lo < j unit < hi``: the first and last that there may be, the first and last that there are. None where they are too large to say."""
    step = unit()
    a, b = span[0] / step, span[1] / step
    ends = (a.lower().floor() + 1, b.upper().ceil() - 1, a.upper().floor() + 1, b.lower().ceil() - 1)
    found = [end.unique_fmpz() for end in ends]
    return None if None in found else (int(found[0]), int(found[1]), int(found[2]), int(found[3]))


def _holds(first: int, last: int, rest: int, step: int) -> bool:
    """Whether one of ``first, ..., last`` leaves ``rest`` when divided by ``step``."""
    return first + (rest - first) % step <= last


def inside(unit: Unit, span: Span, rest: int, step: int) -> bool | None:
    """Whether ``j unit`` with ``j = rest`` modulo ``step`` lies strictly inside the range; None where it is not known."""
    if not (span[0].is_finite() and span[1].is_finite()):
        return True
    found = quarters(unit, span)
    if found is None:
        return None
    if _holds(found[2], found[3], rest, step):
        return True
    return None if _holds(found[0], found[1], rest, step) else False


def turns(unit: Unit, shift: int, span: Span) -> tuple[bool | None, bool | None]:
    """Whether a highest and a lowest point of the sine, shifted by so many right angles, lie strictly inside the range."""
    return inside(unit, span, (1 - shift) % 4, 4), inside(unit, span, (3 - shift) % 4, 4)


def way(unit: Unit, shift: int, span: Span) -> int | None:
    """How the sine, shifted by so many right angles, moves over the range."""
    found = quarters(unit, span) if span[0].is_finite() and span[1].is_finite() else None
    if found is None or _holds(found[0], found[1], (1 - shift) % 2, 2):
        return None
    return 1 if (found[0] - 1 + shift) % 4 in (0, 3) else -1


def no_pole(unit: Unit, rest: int, span: Span) -> bool | None:
    """Whether all points of the range avoid ``j unit`` with ``j = rest`` modulo 2, where the tangent (1) or the cotangent (0) has a pole; False for a pole itself."""
    lo, hi, lo_open, hi_open = span
    if not (lo.is_exact() and hi.is_exact()):
        return None
    for end, is_open in ((lo, lo_open), (hi, hi_open)):
        if not is_open and end.is_finite() and _is_multiple(unit, rest, end):
            return False if lo == hi else None
    return True if inside(unit, span, rest, 2) is False else None


def _is_multiple(unit: Unit, rest: int, end: Any) -> bool:
    """Whether a binary fraction is ``j unit`` with ``j = rest`` modulo 2: of the multiples of pi only 0 is."""
    if unit is right_angle:
        return rest == 0 and bool(end == 0)
    mantissa, exponent = end.man_exp()
    return bool(exponent == -1) if rest else bool(mantissa == 0 or exponent >= 0)


def exact_sine(u: Any, prec: int) -> Number | None:
    """``sin(pi u)`` at a fraction with denominator 1, 2, 3, 4 or 6."""
    u = u - 2 * (u / 2).floor()
    sign, u = (-1, u - 1) if u >= 1 else (1, u)
    square = {fmpq(0): fmpq(0), fmpq(1, 6): fmpq(1, 4), fmpq(1, 4): fmpq(1, 2), fmpq(1, 3): fmpq(3, 4), fmpq(1, 2): fmpq(1)}.get(min(u, 1 - u))
    return None if square is None else numbers.mul(fmpq(sign), powers.power(square, fmpq(1, 2), prec), prec)


def exact_tangent(u: Any, prec: int) -> Number | None:
    """``tan(pi u)`` at such a fraction. Raises NoValue at a pole."""
    u = u - u.floor()
    if u == fmpq(1, 2):
        raise NoValue("the tangent at a pole")
    square = {fmpq(0): fmpq(0), fmpq(1, 6): fmpq(1, 3), fmpq(1, 4): fmpq(1), fmpq(1, 3): fmpq(3)}.get(min(u, 1 - u))
    return None if square is None else numbers.mul(fmpq(1 if 2 * u < 1 else -1), powers.power(square, fmpq(1, 2), prec), prec)


INVERSES: dict[str, dict[Any, Any]] = {
    "asin": {fmpq(-1): fmpq(-1, 2), fmpq(-1, 2): fmpq(-1, 6), fmpq(1, 2): fmpq(1, 6), fmpq(1): fmpq(1, 2)},
    "acos": {fmpq(-1): fmpq(1), fmpq(-1, 2): fmpq(2, 3), fmpq(0): fmpq(1, 2), fmpq(1, 2): fmpq(1, 3)},
    "atan": {fmpq(-1): fmpq(-1, 4), fmpq(1): fmpq(1, 4)},
}
"""Values of the inverse functions that are fractions of pi."""


def floating(name: str, x: Any) -> Any:
    """The function of pi x in floating point, with a small argument that is exact."""
    import numpy

    k = numpy.round(2 * numpy.asarray(x, float))
    r = numpy.pi * (x - k / 2)
    sine, cosine, turn = numpy.sin(r), numpy.cos(r), k % 4
    s = numpy.where(turn == 0, sine, numpy.where(turn == 1, cosine, numpy.where(turn == 2, -sine, -cosine)))
    c = numpy.where(turn == 0, cosine, numpy.where(turn == 1, -sine, numpy.where(turn == 2, -cosine, sine)))
    with numpy.errstate(all="ignore"):
        return s if name == "sin" else c if name == "cos" else s / c if name == "tan" else c / s


# --- cube roots and the beta function ----------------------------------------------------------------------------------


def cube_root(x: Any) -> Any:
    """The real cube root of a ball."""
    if x == 0:
        return arb(0)
    if x > 0:
        return x.root(3)
    return -((-x).root(3)) if x < 0 else cube_root(x.lower()).union(cube_root(x.upper()))


def exact_cube_root(x: Any) -> Any:
    """The cube root of a fraction where that is a fraction, else None."""
    parts = [_whole_cube_root(int(x.p)), _whole_cube_root(int(x.q))]
    return None if None in parts else fmpq(*parts)


def _whole_cube_root(n: int) -> int | None:
    if abs(n).bit_length() > 4096:
        return None
    low, high = 0, 1 << (abs(n).bit_length() // 3 + 1)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle**3 <= abs(n) else (low, middle - 1)
    return None if low**3 != abs(n) else low if n >= 0 else -low


def dilogarithm(x: Any) -> Any:
    if x == 1 or x == 0:
        return arb.pi() ** 2 / 6 if x == 1 else arb(0)
    return -arb.pi() ** 2 / 6 - (-x).log() ** 2 / 2 - (1 / x).polylog(2) if x < -(2**16) else x.polylog(2)


def beta(a: Any, b: Any) -> Any:
    """``gamma(a) gamma(b) / gamma(a + b)`` at balls with positive ends."""
    return (a.lgamma() + b.lgamma() - (a + b).lgamma()).exp()


def exact_beta(a: int, b: int) -> Any:
    return fmpq(math.factorial(a - 1) * math.factorial(b - 1), math.factorial(a + b - 1))


__all__ = ["INVERSES", "beta", "cube_root", "dilogarithm", "exact_beta", "exact_cube_root", "exact_sine", "exact_tangent", "floating", "half", "inside", "no_pole", "quarters", "right_angle", "turns", "way"]
