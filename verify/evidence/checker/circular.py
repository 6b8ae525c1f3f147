"""Trigonometric functions, their inverses and the inverse hyperbolic functions at balls, by series and identities of the checker's own.

An argument is reduced by a multiple of pi/2; sine and cosine of the rest are Taylor sums whose remainder is at most the first term left out, with the size of the
rest. The arc tangent is Euler's series ``y/x 2F1(1, 1; 3/2; y)``, ``y = x^2/(1 + x^2)``, after a reflection at 1; the other inverses are written with it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

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


def _halves(u: arb) -> tuple[int, arb] | None:
    """A whole number k and ``pi (u - k/2)``, which is small."""
    k = (2 * u.mid() + HALF).floor().unique_fmpz() if u.is_finite() and u.rad() < 1 and abs(u) < arb(2) ** LARGEST else None
    return None if k is None else (int(k), (u - arb(k) / 2) * arb.pi())


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


def sine(x: arb, quarter: int = 0, of_pi: bool = False) -> arb:
    """``sin(x + quarter pi/2)``, or the same of pi x."""
    found = _halves(x) if of_pi else _reduced(x)
    if found is None:
        return UNKNOWN
    k, r = found
    if r == 0:
        return arb((0, 1, 0, -1)[(k + quarter) % 4])
    turn = (k + quarter) % 4
    value = _series(r, odd=turn % 2 == 0)
    return -value if turn >= 2 else value


def cosine(x: arb, of_pi: bool = False) -> arb:
    return sine(x, 1, of_pi)


def tangent(x: arb, of_pi: bool = False) -> arb:
    return sine(x, 0, of_pi) / cosine(x, of_pi)


def cotangent(x: arb, of_pi: bool = False) -> arb:
    return cosine(x, of_pi) / sine(x, 0, of_pi)


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


def _places(b: Ball, of_pi: bool) -> tuple[int, int] | None:
    """The first and the last whole number j such that j right angles perhaps lie strictly inside the range; None where that is not known."""
    if not (b.lo.is_finite() and b.hi.is_finite()) or max(abs(b.lo), abs(b.hi)) > arb(2) ** LARGEST:  # the library ends the process where a whole number fits into no memory
        return None
    step = HALF if of_pi else _right()
    first, last = (b.lo / step).lower().floor().unique_fmpz(), (b.hi / step).upper().ceil().unique_fmpz()
    return None if first is None or last is None else (int(first) + 1, int(last) - 1)


def _met(between: tuple[int, int], rest: int, step: int) -> bool:
    first, last = between
    return any(j % step == rest for j in range(first, min(last, first + step - 1) + 1))


def extremes(quarter: int, of_pi: bool) -> Callable[[Ball], tuple[bool, bool]]:
    """Whether the sine, shifted by so many right angles, perhaps has its value 1, and -1, strictly inside a range."""

    def found(b: Ball) -> tuple[bool, bool]:
        places = _places(b, of_pi)
        return (True, True) if places is None else (_met(places, (1 - quarter) % 4, 4), _met(places, (3 - quarter) % 4, 4))

    return found


def direction(quarter: int, of_pi: bool) -> Callable[[Sequence[Ball]], int | None]:
    """How the sine, shifted by so many right angles, moves over a range."""

    def found(balls: Sequence[Ball]) -> int | None:
        places = _places(balls[0], of_pi)
        if places is None or _met(places, (1 - quarter) % 2, 2):
            return None
        return 1 if (places[0] - 1 + quarter) % 4 in (0, 3) else -1

    return found


def without_pole(rest: int, of_pi: bool) -> Callable[[Sequence[Ball]], bool | None]:
    """Whether no j right angles with j = rest modulo 2 lie in a range; False for a number that is such a pole."""

    def found(balls: Sequence[Ball]) -> bool | None:
        b = balls[0]
        for end, is_open in ((b.lo, b.lo_open), (b.hi, b.hi_open)):
            if not end.is_exact():
                return None
            if _is_pole(end, rest, of_pi) and not is_open:
                return False if b.lo == b.hi else None
        places = _places(b, of_pi)
        return None if places is None or _met(places, rest, 2) else True

    return found


def _is_pole(end: arb, rest: int, of_pi: bool) -> bool:
    """Whether a number, a whole number times a power of 2 with an odd or no factor, is such a pole: of the multiples of pi only 0 can be one."""
    if not end.is_finite() or not of_pi:
        return rest == 0 and bool(end == 0)
    mantissa, exponent = end.man_exp()
    return exponent == -1 if rest else bool(mantissa == 0 or exponent >= 0)


def one_way(way: int, rest: int, of_pi: bool) -> Callable[[Sequence[Ball]], int | None]:
    """The direction of a function between its poles."""
    whole = without_pole(rest, of_pi)
    return lambda balls: way if whole(balls) else None


__all__ = ["angle", "arc_cosine", "arc_sine", "arc_tangent", "cosine", "cotangent", "direction", "extremes", "inverse_hyperbolic_cosine", "inverse_hyperbolic_sine", "inverse_hyperbolic_tangent",
           "one_way", "sine", "tangent", "without_pole"]
