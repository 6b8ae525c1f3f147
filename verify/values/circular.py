"""Sine, cosine, tangent and cotangent over ranges: which multiples of pi/2 a range holds inside, and so where the functions turn and where they have poles.

A range is compared with multiples of pi/2 by balls, so every answer is sure, impossible, or "perhaps" where the precision does not tell.
"""

from __future__ import annotations

import math
from typing import Any

from flint import arb, fmpq

Span = tuple[Any, Any, bool, bool]


def quarters(span: Span) -> tuple[int, int, int, int] | None:
    """The whole numbers j with ``lo < j pi/2 < hi``: the first and last that there may be, the first and last that there are. None for an infinite end."""
    lo, hi = span[0], span[1]
    if not (lo.is_finite() and hi.is_finite()):
        return None
    half = arb.pi() / 2
    a, b = lo / half, hi / half
    ends = (a.lower().floor() + 1, b.upper().ceil() - 1, a.upper().floor() + 1, b.lower().ceil() - 1)
    found = [end.unique_fmpz() for end in ends]
    return None if None in found else (int(found[0]), int(found[1]), int(found[2]), int(found[3]))


def _holds(first: int, last: int, rest: int, step: int) -> bool:
    """Whether one of ``first, ..., last`` leaves ``rest`` when divided by ``step``."""
    return first + (rest - first) % step <= last


def inside(span: Span, rest: int, step: int) -> bool | None:
    """Whether a multiple j of pi/2 with ``j = rest`` modulo ``step`` lies strictly inside the range; None where it is not known."""
    found = quarters(span)
    if found is None:
        return True if not (span[0].is_finite() and span[1].is_finite()) else None
    if _holds(found[2], found[3], rest, step):
        return True
    return None if _holds(found[0], found[1], rest, step) else False


def turns(shift: int, span: Span) -> tuple[bool | None, bool | None]:
    """Whether a highest and a lowest point of ``sin(x + shift pi/2)`` lie strictly inside the range."""
    return inside(span, (1 - shift) % 4, 4), inside(span, (3 - shift) % 4, 4)


def way(shift: int, span: Span) -> int | None:
    """How ``sin(x + shift pi/2)`` moves over the range."""
    found = quarters(span)
    if found is None or _holds(found[0], found[1], (1 - shift) % 2, 2):
        return None
    return 1 if (found[0] - 1 + shift) % 4 in (0, 3) else -1


def no_pole(rest: int, span: Span) -> bool | None:
    """Whether all points of the range avoid the multiples j of pi/2 with ``j = rest`` modulo 2: those where tan (1) or cot (0) has a pole."""
    lo, hi, lo_open, hi_open = span
    if rest == 0 and ((lo == 0 and not lo_open) or (hi == 0 and not hi_open)):
        return False if lo == hi else None
    return True if inside(span, rest, 2) is False else None


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


def beta(a: Any, b: Any) -> Any:
    """``gamma(a) gamma(b) / gamma(a + b)`` at balls with positive ends."""
    return (a.lgamma() + b.lgamma() - (a + b).lgamma()).exp()


def exact_beta(a: int, b: int) -> Any:
    return fmpq(math.factorial(a - 1) * math.factorial(b - 1), math.factorial(a + b - 1))


__all__ = ["beta", "cube_root", "exact_beta", "exact_cube_root", "inside", "no_pole", "quarters", "turns", "way"]
