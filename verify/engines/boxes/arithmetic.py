"""Interval arithmetic whose ends know whether they are attained.

An interval is a tuple ``(lo, hi, lo_open, hi_open, level)``. Ends are exact ``arb`` points or the infinities. ``lo_open`` says that the value ``lo``
is certainly not attained, so ``log`` of ``(0, 1]`` is fine and ``x > 0`` is proved by the interval ``(0, 1]``. An infinite end that is closed may be
attained. ``level`` says what is known at every point of the box the interval was computed on:

* ``CONTINUOUS``: there is a value, it is finite, and it depends continuously on the point;
* ``DEFINED``: there is a value;
* ``DOUBTFUL``: there may be points without a value; the ends hold where there is one.

All functions work at the current ball precision and round outwards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from flint import arb, fmpq

from verify.values.entry import Primitive, Span
from verify.values.primitives import enclose, within

Interval = tuple[Any, Any, bool, bool, int]

DOUBTFUL, DEFINED, CONTINUOUS = 0, 1, 2
PLUS = arb("inf")
MINUS = arb("-inf")
ZERO = arb(0)
ONE = arb(1)
LINE: Interval = (MINUS, PLUS, False, False, DOUBTFUL)
"""Nothing is known."""


def down(ball: Any) -> Any:
    """Lower end of a ball; minus infinity if the ball is not finite or not a number."""
    end = ball.lower()
    return end if end.is_finite() else MINUS


def up(ball: Any) -> Any:
    """Upper end of a ball; infinity if the ball is not finite or not a number."""
    end = ball.upper()
    return end if end.is_finite() else PLUS


def constant(value: Any) -> Interval:
    """The interval of a fraction, a ball, or an infinite float."""
    if isinstance(value, float):
        end = PLUS if value > 0 else MINUS
        return (end, end, False, False, DEFINED)
    ball = arb(value)
    return (down(ball), up(ball), False, False, CONTINUOUS)


def attains_plus(x: Interval) -> bool:
    return bool(x[1] == PLUS) and not x[3]


def attains_minus(x: Interval) -> bool:
    return bool(x[0] == MINUS) and not x[2]


def _attains_infinity(x: Interval) -> bool:
    return attains_plus(x) or attains_minus(x)


def attains_zero(x: Interval) -> bool:
    """Whether 0 cannot be excluded."""
    lo, hi, lo_open, hi_open, _ = x
    if lo > 0 or hi < 0:
        return False
    return not ((lo == 0 and lo_open) or (hi == 0 and hi_open))


def positive(x: Interval) -> bool:
    """Whether all values are certainly above 0."""
    return bool(x[0] > 0) or (bool(x[0] == 0) and x[2])


def negative(x: Interval) -> bool:
    return bool(x[1] < 0) or (bool(x[1] == 0) and x[3])


def with_level(x: Interval, level: int) -> Interval:
    return (x[0], x[1], x[2], x[3], min(x[4], level))


def hull(x: Interval, y: Interval, level: int) -> Interval:
    """The smallest interval with both."""
    if x[0] == y[0]:
        lo, lo_open = x[0], x[2] and y[2]
    else:
        lo, lo_open = (x[0], x[2]) if x[0] < y[0] else (y[0], y[2])
    if x[1] == y[1]:
        hi, hi_open = x[1], x[3] and y[3]
    else:
        hi, hi_open = (x[1], x[3]) if x[1] > y[1] else (y[1], y[3])
    return (lo, hi, lo_open, hi_open, level)


def meet(x: Interval, y: Interval) -> Interval:
    """What is left when both are known to hold of the same value; the higher level counts."""
    if x[0] == y[0]:
        lo, lo_open = x[0], x[2] or y[2]
    else:
        lo, lo_open = (x[0], x[2]) if x[0] > y[0] else (y[0], y[2])
    if x[1] == y[1]:
        hi, hi_open = x[1], x[3] or y[3]
    else:
        hi, hi_open = (x[1], x[3]) if x[1] < y[1] else (y[1], y[3])
    return (lo, hi, lo_open, hi_open, max(x[4], y[4]))


# --- sums and products -----------------------------------------------------------------------------------------------


def add(x: Interval, y: Interval) -> Interval:
    a, b, a_open, b_open, level = x
    c, d, c_open, d_open, other = y
    if other < level:
        level = other
    if a.is_finite() and b.is_finite() and c.is_finite() and d.is_finite():
        return (down(a + c), up(b + d), a_open or c_open, b_open or d_open, level)
    if level and ((attains_plus(x) and attains_minus(y)) or (attains_minus(x) and attains_plus(y))):
        return LINE
    if a.is_finite() and c.is_finite():
        lo, lo_open = down(a + c), a_open or c_open
    elif a == PLUS or c == PLUS:
        lo, lo_open = (MINUS, False) if a == MINUS or c == MINUS else (PLUS, False)
    else:
        lo, lo_open = MINUS, (a_open or a != MINUS) and (c_open or c != MINUS)
    if b.is_finite() and d.is_finite():
        hi, hi_open = up(b + d), b_open or d_open
    elif b == MINUS or d == MINUS:
        hi, hi_open = (PLUS, False) if b == PLUS or d == PLUS else (MINUS, False)
    else:
        hi, hi_open = PLUS, (b_open or b != PLUS) and (d_open or d != PLUS)
    return (lo, hi, lo_open, hi_open, level)


def neg(x: Interval) -> Interval:
    return (down(-x[1]) if x[1].is_finite() else -x[1], up(-x[0]) if x[0].is_finite() else -x[0], x[3], x[2], x[4])


def _corner(p: Any, p_open: bool, q: Any, q_open: bool) -> tuple[Any, bool]:
    """Product of two ends as a ball, with 0 times infinity counted as 0, and whether it is not attained there."""
    if p == 0:
        return ZERO, (p_open and q_open) if q == 0 else p_open
    if q == 0:
        return ZERO, q_open
    if p.is_finite() and q.is_finite():
        return p * q, p_open or q_open
    end = PLUS if (p > 0) == (q > 0) else MINUS
    if p.is_finite():
        return end, q_open
    return end, p_open if q.is_finite() else p_open and q_open


def mul(x: Interval, y: Interval) -> Interval:
    a, b, ao, bo, _ = x
    c, d, co, do, level = y
    if x[4] < level:
        level = x[4]
    finite = a.is_finite() and b.is_finite() and c.is_finite() and d.is_finite()
    if level and not finite and ((_attains_infinity(x) and attains_zero(y)) or (_attains_infinity(y) and attains_zero(x))):
        level = DOUBTFUL
    if a >= 0:
        if c >= 0:
            low, high = _corner(a, ao, c, co), _corner(b, bo, d, do)
        elif d <= 0:
            low, high = _corner(b, bo, c, co), _corner(a, ao, d, do)
        else:
            low, high = _corner(b, bo, c, co), _corner(b, bo, d, do)
    elif b <= 0:
        if c >= 0:
            low, high = _corner(a, ao, d, do), _corner(b, bo, c, co)
        elif d <= 0:
            low, high = _corner(b, bo, d, do), _corner(a, ao, c, co)
        else:
            low, high = _corner(a, ao, d, do), _corner(a, ao, c, co)
    elif c >= 0:
        low, high = _corner(a, ao, d, do), _corner(b, bo, d, do)
    elif d <= 0:
        low, high = _corner(b, bo, c, co), _corner(a, ao, c, co)
    else:
        first, second = _corner(a, ao, d, do), _corner(b, bo, c, co)
        third, fourth = _corner(a, ao, c, co), _corner(b, bo, d, do)
        lows, highs = (_floor_of(first), _floor_of(second)), (_ceiling_of(third), _ceiling_of(fourth))
        low = _pick(lows, lows[0][0] < lows[1][0])
        high = _pick(highs, highs[0][0] > highs[1][0])
        return (low[0], high[0], low[1], high[1], level)
    lo, lo_open = _floor_of(low)
    hi, hi_open = _ceiling_of(high)
    return (lo, hi, lo_open, hi_open, level)


def _floor_of(corner: tuple[Any, bool]) -> tuple[Any, bool]:
    end, is_open = corner
    return (end, is_open) if not end.is_finite() else (down(end), is_open)


def _ceiling_of(corner: tuple[Any, bool]) -> tuple[Any, bool]:
    end, is_open = corner
    return (end, is_open) if not end.is_finite() else (up(end), is_open)


def _pick(ends: tuple[tuple[Any, bool], tuple[Any, bool]], first: bool) -> tuple[Any, bool]:
    if ends[0][0] == ends[1][0]:
        return ends[0][0], ends[0][1] and ends[1][1]
    return ends[0] if first else ends[1]


def reciprocal(x: Interval) -> Interval:
    lo, hi, lo_open, hi_open, level = x
    if positive(x):
        low = (ZERO, hi_open) if hi == PLUS else (down(1 / hi), hi_open)
        high = (PLUS, True) if lo == 0 else ((ZERO, lo_open) if lo == PLUS else (up(1 / lo), lo_open))
        return (low[0], high[0], low[1], high[1], level)
    if negative(x):
        return neg(reciprocal(neg(x)))
    if lo == 0 and hi > 0:
        return (ZERO if hi == PLUS else down(1 / hi), PLUS, False, True, DOUBTFUL)
    if hi == 0 and lo < 0:
        return (MINUS, ZERO if lo == MINUS else up(1 / lo), True, False, DOUBTFUL)
    return LINE


# --- monotone functions ----------------------------------------------------------------------------------------------


def _rising(x: Interval, function: Callable[[Any], Any], at_minus: Any, at_plus: Any) -> tuple[Any, Any]:
    lo, hi = x[0], x[1]
    low = down(function(lo)) if lo.is_finite() else (at_minus if lo < 0 else at_plus)
    high = up(function(hi)) if hi.is_finite() else (at_minus if hi < 0 else at_plus)
    return low, high


def exp(x: Interval) -> Interval:
    lo, hi = _rising(x, lambda end: end.exp(), ZERO, PLUS)
    lo_open, hi_open = x[2], x[3]
    if not lo > 0 and x[0] != MINUS:  # too small or too large for a ball, but certainly positive
        lo, lo_open = ZERO, True
    if hi == PLUS and x[1].is_finite():
        hi_open = True
    return (lo, hi, lo_open, hi_open, x[4])


def log(x: Interval) -> Interval:
    lo, hi, lo_open, hi_open, level = x
    if hi < 0 or (hi == 0):
        return LINE
    high = PLUS if hi == PLUS else up(hi.log())
    if positive(x):
        if lo == 0:
            return (MINUS, high, True, hi_open, level)
        return (PLUS if lo == PLUS else down(lo.log()), high, lo_open, hi_open, level)
    return (MINUS, high, True, hi_open, DOUBTFUL)


def absolute(x: Interval) -> Interval:
    if x[0] >= 0:
        return x
    if x[1] <= 0:
        return neg(x)
    y = neg(x)
    high = _pick(((x[1], x[3]), (y[1], y[3])), bool(x[1] > y[1]))
    return (ZERO, high[0], False, high[1], x[4])


def maximum(x: Interval, y: Interval) -> Interval:
    low = (x[0], x[2] or y[2]) if x[0] == y[0] else ((x[0], x[2]) if x[0] > y[0] else (y[0], y[2]))
    high = _pick(((x[1], x[3]), (y[1], y[3])), bool(x[1] > y[1]))
    return (low[0], high[0], low[1], high[1], min(x[4], y[4]))


def minimum(x: Interval, y: Interval) -> Interval:
    return neg(maximum(neg(x), neg(y)))


# --- special functions -----------------------------------------------------------------------------------------------


def special(entry: Primitive, values: Sequence[Interval]) -> Interval:
    """A function of the table over ranges of its arguments."""
    lo, hi, lo_open, hi_open, inside = enclose(entry, [x[:4] for x in values])
    level = min(x[4] for x in values)
    if not inside:
        return LINE if inside is False else (lo, hi, lo_open, hi_open, DOUBTFUL)
    if level == CONTINUOUS and entry.smooth is not None and not entry.smooth([x[:4] for x in values]):
        level = DEFINED
    return (lo, hi, lo_open, hi_open, level)


def signed(entry: Primitive, k: int, values: Sequence[Interval], slope: Interval) -> Interval:
    """The derivative of a function of the table in argument ``k``: what is known of it, and the sign that the direction has.

    The functions are smooth inside their domains, so the sign alone is that of a continuous derivative there.
    """
    spans = [x[:4] for x in values]
    level = min(x[4] for x in values)
    if level < CONTINUOUS or not _well_inside(entry, spans):
        return slope
    way = entry.way(k, spans)
    if way is None:
        return slope
    if way == 0:
        return (ZERO, ZERO, False, False, CONTINUOUS)
    sign: Interval = (ZERO, PLUS, False, True, CONTINUOUS) if way > 0 else (MINUS, ZERO, True, False, CONTINUOUS)
    if slope[4] < CONTINUOUS:
        return sign
    return meet(slope, sign)


def _well_inside(entry: Primitive, spans: Sequence[Span]) -> bool:
    """Whether the ranges avoid the border of the domain and infinity."""
    if within(entry, spans) is not True:
        return False
    for (lo, hi, lo_open, hi_open), (low, high, _, _) in zip(spans, entry.domain, strict=True):
        if not (lo > low or (lo == low and lo_open)) or not (hi < high or (hi == high and hi_open)):
            return False
    return True


# --- powers ----------------------------------------------------------------------------------------------------------


def integer_power(x: Interval, n: int) -> Interval:
    """``x ** n``; ``x ** 0`` is 1 for finite x."""
    if n == 0:
        return (ONE, ONE, False, False, DOUBTFUL if _attains_infinity(x) else x[4])
    if n < 0:
        return reciprocal(integer_power(x, -n))
    if n == 1:
        return x
    if n % 2 == 0:
        x = absolute(x)
    lo, hi = _rising(x, lambda end: end**n, MINUS, PLUS)
    if n % 2 == 0 and not lo >= 0:
        lo = ZERO
    hi_open = x[3] or bool(x[1].is_finite() and hi == PLUS)
    return (lo, hi, x[2], hi_open, x[4])


def rational_power(x: Interval, r: Any) -> Interval:
    """``x ** r`` for a fraction r that is no integer: no value for negative x."""
    if r < 0:
        return reciprocal(rational_power(x, -r))
    if x[1] < 0:
        return LINE
    half = r == fmpq(1, 2)

    def at(end: Any) -> Any:
        if end == 0:
            return ZERO
        return end.sqrt() if half else (end.log() * arb(r)).exp()

    low = ZERO if x[0] <= 0 else (PLUS if x[0] == PLUS else down(at(x[0])))
    high = PLUS if x[1] == PLUS else up(at(x[1]))
    if x[0] < 0:
        return (low, high, False, x[3], DOUBTFUL)
    if not low >= 0:
        low = ZERO
    return (low, high, x[2], x[3] or bool(x[1].is_finite() and high == PLUS), x[4])


def power(x: Interval, y: Interval) -> Interval:
    """``x ** y`` where the exponent varies; ``0 ** 0`` is 1, so the power may jump there."""
    if x[0] < 0 or (x[1] == 0 and not (x[0] == 0 and positive(y))):
        return LINE
    level = min(x[4], y[4])
    if _attains_infinity(y):
        level = DOUBTFUL
    if attains_plus(x) and attains_zero(y):
        level = DOUBTFUL
    if attains_zero(x) and not positive(y):
        level = min(level, DEFINED) if y[0] >= 0 else DOUBTFUL
    low = MINUS if x[0] == 0 else (PLUS if x[0] == PLUS else down(x[0].log()))
    high = PLUS if x[1] == PLUS else (MINUS if x[1] == 0 else up(x[1].log()))
    exponent = mul((low, high, x[2], x[3], CONTINUOUS), (y[0], y[1], y[2], y[3], CONTINUOUS))
    out = exp(exponent)
    return (out[0], out[1], out[2], out[3], level)


# --- jumps -----------------------------------------------------------------------------------------------------------


def floor(x: Interval) -> Interval:
    """Largest integer not above; jumps unless the whole interval has the same one."""
    lo = x[0] if not x[0].is_finite() else down(x[0].floor())
    if not x[1].is_finite():
        hi = x[1]
    else:
        hi = up(x[1].floor())
        if x[3] and hi == x[1]:
            hi = up(hi - 1)
    same = bool(lo == hi) and bool(lo.is_finite())
    return (lo, hi, bool(lo == MINUS) and x[2], bool(hi == PLUS) and x[3], x[4] if same else min(x[4], DEFINED))


def ceiling(x: Interval) -> Interval:
    return neg(floor(neg(x)))


def sign_of(x: Interval) -> Interval:
    """The slope of the absolute value: 1, -1, or anything between where the sign varies."""
    if x[0] >= 0:
        return (ONE, ONE, False, False, x[4])
    if x[1] <= 0:
        return (-ONE, -ONE, False, False, x[4])
    return (-ONE, ONE, False, False, x[4])


def slope_of_maximum(x: Interval, y: Interval, x_slope: Interval, y_slope: Interval) -> Interval:
    """The slope of ``max(x, y)``: that of the larger, or both where it varies."""
    if x[0] >= y[1]:
        return with_level(x_slope, min(x[4], y[4]))
    if y[0] >= x[1]:
        return with_level(y_slope, min(x[4], y[4]))
    return hull(x_slope, y_slope, min(x[4], y[4], x_slope[4], y_slope[4]))


def flat(x: Interval) -> Interval:
    """The slope of something piecewise constant: 0 where it certainly does not jump."""
    return (ZERO, ZERO, False, False, CONTINUOUS) if x[4] == CONTINUOUS else LINE


def compare(x: Interval, relation: str, y: Interval) -> tuple[int | None, bool]:
    """``(1, True)`` if the relation holds at every point, ``(0, ...)`` if it is true at none, ``(None, ...)`` if undecided.

    The second entry says whether it certainly has a value at every point.
    """
    valued = x[4] >= DEFINED and y[4] >= DEFINED
    if relation in (">=", ">"):
        x, y = y, x
        relation = "<=" if relation == ">=" else "<"
    truth: int | None = None
    if relation in ("<=", "<"):
        below = x[1] < y[0] or (x[1] == y[0] and (relation == "<=" or x[3] or y[2]))
        above = x[0] > y[1] or (x[0] == y[1] and (relation == "<" or x[2] or y[3]))
        truth = 1 if below else 0 if above else None
    elif relation in ("==", "!="):
        apart = x[1] < y[0] or x[0] > y[1] or (x[1] == y[0] and (x[3] or y[2])) or (x[0] == y[1] and (x[2] or y[3]))
        equal = x[0] == x[1] == y[0] == y[1]
        truth = int(relation == "!=") if apart else int(relation == "==") if equal else None
    if truth == 1 and not valued:
        truth = None
    return truth, valued
