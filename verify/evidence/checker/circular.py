"""Trigonometric functions, their inverses and the inverse hyperbolic functions at balls, by series and identities of the checker's own.

An argument is reduced by a multiple of pi/2; sine and cosine of the rest are Taylor sums whose remainder is at most the first term left out, with the size of the
rest. The arc tangent is Euler's series ``y/x 2F1(1, 1; 3/2; y)``, ``y = x^2/(1 + x^2)``, after a reflection at 1; the other inverses are written with it.
"""

from __future__ import annotations

from collections.abc import Callable

from flint import arb, ctx, fmpq

from verify.evidence.checker.numbers import Ball

ZERO, ONE, HALF = arb(0), arb(1), arb(fmpq(1, 2))
LARGEST = 4000
"""Bits of an argument beyond which sine and cosine are only known to lie between -1 and 1."""
UNKNOWN = (-ONE).union(ONE)


def _right() -> arb:
    return arb.pi() / 2


def _reduced(x: arb) -> tuple[int, arb] | None:
    """A whole number k and ``x - k pi/2``, which is small; None where the argument is too large or too wide to say."""
    if not x.is_finite() or abs(x) > arb(2) ** LARGEST or x.rad() > 1:
        return None
    bits = ctx.prec
    try:
        if abs(x) > 1:
            ctx.prec = bits + max(0, int((abs(x).upper().log() / arb(2).log()).upper().ceil().unique_fmpz() or 0)) + 8
        count = (x.mid() / _right()).mid().floor().unique_fmpz()
        if count is None:
            return None
        k = int(count)
        if abs(x.mid() - k * _right()) > HALF + HALF / 2:
            k += 1
        rest = x - k * _right()
    finally:
        ctx.prec = bits
    return k, +rest


def _series(r: arb, odd: bool) -> arb:
    """Sine or cosine near 0."""
    term, total, k = (r, ZERO, 1) if odd else (ONE, ZERO, 0)
    least = arb(2) ** (-ctx.prec - 4)
    while not abs(term) < least * (abs(r) if odd else ONE) and k < 4 * ctx.prec + 40:
        total = total + term
        term = term * r * r / -((k + 1) * (k + 2))
        k += 2
    left = abs(term).upper()
    return total + (-left).union(left)


def sine(x: arb, quarter: int = 0) -> arb:
    """``sin(x + quarter pi/2)``."""
    found = _reduced(x)
    if found is None:
        return UNKNOWN
    k, r = found
    turn = (k + quarter) % 4
    value = _series(r, odd=turn % 2 == 0)
    return -value if turn >= 2 else value


def cosine(x: arb) -> arb:
    return sine(x, 1)


def tangent(x: arb) -> arb:
    return sine(x) / cosine(x)


def cotangent(x: arb) -> arb:
    return cosine(x) / sine(x)


def arc_tangent(x: arb) -> arb:
    if x == 0:
        return ZERO
    if x < 0:
        return -arc_tangent(-x)
    if x > 1:
        return _right() - arc_tangent(1 / x)
    y = x * x / (1 + x * x)
    return x / (1 + x * x) * y.hypgeom_2f1(ONE, ONE, ONE + HALF)


def arc_sine(x: arb) -> arb:
    return 2 * arc_tangent(x / (1 + ((1 - x) * (1 + x)).sqrt()))


def arc_cosine(x: arb) -> arb:
    return arb.pi() - arc_cosine(-x) if x < 0 else 2 * arc_sine(((1 - x) / 2).sqrt())


def angle(y: arb, x: arb) -> arb:
    """The angle of the point (x, y)."""
    if x > 0:
        return arc_tangent(y / x)
    if y > 0:
        return _right() - arc_tangent(x / y)
    if y < 0:
        return -_right() - arc_tangent(x / y)
    return arb.pi() if y == 0 and x < 0 else (-arb.pi()).union(arb.pi())


def inverse_hyperbolic_sine(x: arb) -> arb:
    return -inverse_hyperbolic_sine(-x) if x < 0 else (x + x * x / (1 + (1 + x * x).sqrt())).log1p()


def inverse_hyperbolic_cosine(x: arb) -> arb:
    more = x - 1
    return ZERO if more == 0 else (more + (more * (more + 2)).sqrt()).log1p()


def inverse_hyperbolic_tangent(x: arb) -> arb:
    return -inverse_hyperbolic_tangent(-x) if x < 0 else (2 * x / (1 - x)).log1p() / 2


# --- what a range holds ------------------------------------------------------------------------------------------------


def _places(b: Ball) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """The whole numbers j with j pi/2 strictly inside the range: first and last of those that are certain, first and last of those that are possible."""
    a, z = b.lo / _right(), b.hi / _right()
    found = [end.unique_fmpz() for end in (a.upper().floor(), z.lower().ceil(), a.lower().floor(), z.upper().ceil())]
    if any(end is None for end in found):
        return None
    one, two, three, four = (int(end) for end in found)
    return (one + 1, two - 1), (three + 1, four - 1)


def _met(between: tuple[int, int], rest: int, step: int) -> bool:
    first, last = between
    return any(j % step == rest for j in range(first, min(last, first + step - 1) + 1))


def extremes(quarter: int) -> Callable[[Ball], tuple[bool, bool]]:
    """Whether ``sin(x + quarter pi/2)`` perhaps has its value 1, and -1, strictly inside a range."""

    def found(b: Ball) -> tuple[bool, bool]:
        places = _places(b) if b.lo.is_finite() and b.hi.is_finite() else None
        return (True, True) if places is None else (_met(places[1], (1 - quarter) % 4, 4), _met(places[1], (3 - quarter) % 4, 4))

    return found


def direction(quarter: int) -> Callable[[Ball], int | None]:
    """How ``sin(x + quarter pi/2)`` moves over a range."""

    def found(b: Ball) -> int | None:
        places = _places(b) if b.lo.is_finite() and b.hi.is_finite() else None
        if places is None or _met(places[1], (1 - quarter) % 2, 2):
            return None
        return 1 if (places[1][0] - 1 + quarter) % 4 in (0, 3) else -1

    return found


def without_pole(rest: int) -> Callable[[Ball], bool | None]:
    """Whether no j pi/2 with j = rest modulo 2 lies in a range; False for the number 0 where it is a pole."""

    def found(b: Ball) -> bool | None:
        if rest == 0 and ((b.lo == 0 and not b.lo_open) or (b.hi == 0 and not b.hi_open)):
            return False if b.lo == b.hi else None
        places = _places(b) if b.lo.is_finite() and b.hi.is_finite() else None
        return None if places is None or _met(places[1], rest, 2) else True

    return found


__all__ = ["angle", "arc_cosine", "arc_sine", "arc_tangent", "cosine", "cotangent", "direction", "extremes", "inverse_hyperbolic_cosine", "inverse_hyperbolic_sine", "inverse_hyperbolic_tangent",
           "sine", "tangent", "without_pole"]
