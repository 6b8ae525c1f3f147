"""Domains, directions and limits of special functions that depend on several arguments together.

A limit is the value that a function tends to where the argument named last tends to an end of its domain; ``None`` where no rule says it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from flint import arb, fmpq

from verify.values.entry import MINUS, ONE, PLUS, ZERO, Span, Way


def ends_of(at_lo: Any, at_hi: Any, low: Any = MINUS) -> Callable[..., Any]:
    """The limits of a function of one argument at the two ends of its domain."""
    return lambda x: at_lo if not x > low else at_hi


def where_so(condition: Callable[[Sequence[Span]], bool], way: int, silent: Callable[[Sequence[Span]], bool] | None = None) -> Way:
    """A direction under a condition on the ranges; 0 where ``silent`` says the function does not depend on the argument."""
    def found(spans: Sequence[Span]) -> int | None:
        if silent is not None and silent(spans):
            return 0
        return way if condition(spans) else None

    return found


def at_zero(k: int) -> Callable[[Sequence[Span]], bool]:
    """Whether an argument is 0."""
    return lambda s: bool(s[k][0] == 0) and bool(s[k][1] == 0)


def kummer_rises(s: Sequence[Span]) -> bool:
    """Whether Kummer's function certainly rises in its last argument."""
    a, b, z = s
    return bool(a[0] > 0 and b[0] > 0 and (z[0] >= 0 or b[0] >= a[1]))


def gauss_rises(s: Sequence[Span]) -> bool:
    """Whether Gauss's function certainly rises in its last argument."""
    a, b, c, z = s
    return bool(a[0] > 0 and b[0] > 0 and c[0] > 0 and (z[0] >= 0 or c[0] >= b[1] or c[0] >= a[1]))


def gauss_positive(s: Sequence[Span]) -> bool:
    """Whether all arguments of Gauss's function are positive, or the last one 0."""
    return bool(s[0][0] > 0 and s[1][0] > 0 and s[2][0] > 0 and s[3][0] >= 0)


def gamma_fits(s: Sequence[Span]) -> bool | None:
    """Whether no pole of the gamma function lies in the range; None where one perhaps does."""
    lo, hi = s[0][0], s[0][1]
    if lo > 0 or (lo == 0 and s[0][2]):
        return True
    if not (lo.is_finite() and hi.is_finite()):
        return None
    if lo == hi:
        return not lo.is_integer()
    return True if not lo.union(hi).contains_integer() else None


def gamma_way(s: Sequence[Span]) -> int | None:
    """The direction of the gamma function between its poles, where it is known."""
    if s[0][0] >= GAMMA_RISES:
        return 1
    return -1 if (s[0][0] > 0 or (s[0][0] == 0 and s[0][2])) and s[0][1] <= GAMMA_FALLS else None


def kummer_limit(a: Any, b: Any, z: Any) -> Any:
    if not z.is_finite() and a.is_finite() and b.is_finite() and a > 0 and b >= a:
        return PLUS if z > 0 else ZERO
    return PLUS if z == PLUS and a.is_finite() and b.is_finite() and a > 0 and b > 0 else None


def gauss_limit(a: Any, b: Any, c: Any, z: Any) -> Any:
    if a.is_finite() and b.is_finite() and c.is_finite() and a > 0 and b > 0 and c > 0:
        if z == MINUS and (c >= a or c >= b):
            return ZERO
        return PLUS if z == 1 and a + b >= c else None
    return None


def gamma_p_limit(a: Any, x: Any) -> Any:
    if not a.is_finite():
        return ZERO if x.is_finite() else None
    if a == 0:
        return ONE if x > 0 else None
    return ONE if x == PLUS else None


def complement(limit: Callable[..., Any]) -> Callable[..., Any]:
    """Limits of 1 minus a function."""
    def found(*at: Any) -> Any:
        other = limit(*at)
        return None if other is None else 1 - other

    return found


def beta_limit(a: Any, b: Any, x: Any) -> Any:
    if not 0 < x < 1:
        return None
    if a == 0:
        return ONE if b.is_finite() and b > 0 else None
    if b == 0:
        return ZERO if a.is_finite() else None
    if a.is_finite() != b.is_finite():
        return ONE if a.is_finite() else ZERO
    return None


def bessel_i_limit(nu: Any, x: Any) -> Any:
    if not nu.is_finite():
        return ZERO if x.is_finite() else None
    return PLUS if x == PLUS else None


def bessel_k_limit(nu: Any, x: Any) -> Any:
    if not nu.is_finite():
        return PLUS if x.is_finite() and x > 0 else None
    return ZERO if x == PLUS else PLUS if x == 0 else None


def level_limit(eps: Any, delta: Any) -> Any:
    if delta == 0:
        return ZERO if eps.is_finite() else None
    if delta == 1:
        return PLUS
    return PLUS if eps == PLUS else None


def profile_limit(eps: Any, mu: Any) -> Any:
    if eps == PLUS:
        return ZERO if mu.is_finite() else None
    if mu == 0:
        return ZERO if eps >= 0 else None
    return ONE if (mu == PLUS and eps.is_finite()) or (eps == MINUS and mu.is_finite()) else None


def legendre_limit(n: Any, x: Any) -> Any:
    return PLUS if (x == PLUS and n.is_finite() and n > 0) or (n == PLUS and x.is_finite() and x > 1) else None


def legendre_fits(s: Sequence[Span]) -> bool | None:
    """Right of -1, or everywhere for a polynomial."""
    n, x = s
    whole = n[0] == n[1] and n[0].is_integer()
    if whole or x[0] > -1 or (x[0] == -1 and x[2]):
        return True
    return False if n[0] == n[1] and x[1] <= -1 else None


def polylog_limit(s: Any, x: Any) -> Any:
    if s == PLUS and x.is_finite() and abs(x) <= 1:
        return x
    if s == 0 and x.is_finite() and x < 1:
        return x / (1 - x)
    if x == MINUS and s.is_finite() and s > 0:
        return MINUS
    return PLUS if x == 1 and s.is_finite() and s <= 1 else None


def beta_function_limit(a: Any, b: Any) -> Any:
    if a == 0 or b == 0:
        return PLUS if a.is_finite() and b.is_finite() else None
    return ZERO


def angle_fits(s: Sequence[Span]) -> bool | None:
    """Whether the ranges avoid the origin."""
    apart = [bool(lo > 0 or hi < 0 or (lo == 0 and lo_open) or (hi == 0 and hi_open)) for lo, hi, lo_open, hi_open in s]
    if any(apart):
        return True
    return False if at_zero(0)(s) and at_zero(1)(s) else None


def angle_in_y(s: Sequence[Span]) -> int | None:
    (y, _), (x, right) = s[0][:2], s[1][:2]
    if at_zero(1)(s):
        return 0 if y > 0 or s[0][1] < 0 else None
    return 1 if x >= 0 else -1 if right <= 0 and (y >= 0 or s[0][1] < 0) else None


def angle_in_x(s: Sequence[Span]) -> int | None:
    (y, top), (x, right) = s[0][:2], s[1][:2]
    if at_zero(0)(s):
        return 0 if x > 0 or right < 0 else None
    return -1 if y >= 0 else 1 if top < 0 else None


GAMMA_FALLS, GAMMA_RISES = arb(fmpq(23, 16)), arb(fmpq(3, 2))
