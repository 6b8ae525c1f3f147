"""Exact values of special functions at fractions."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from flint import fmpq

from verify.values import circular, elementary, numbers
from verify.values.entry import HALF
from verify.values.numbers import NoValue, Number, precision


def _whole(a: Any) -> int | None:
    return int(a.numerator) if isinstance(a, fmpq) and a.denominator == 1 else None


def fixed(at: Any, result: Any) -> Callable[..., Number | None]:
    """The exact value at one fraction."""
    return lambda a, prec: fmpq(result) if isinstance(a[0], fmpq) and a[0] == at else None


def through(function: Callable[..., Number]) -> Callable[..., Number | None]:
    """A function that is exact wherever it is known."""
    return lambda a, prec: function(*a, prec)


def exact_quantile(a: Sequence[Number], prec: int) -> Number | None:
    return fmpq(0) if isinstance(a[0], fmpq) and a[0] == HALF else None


def exact_log_gamma(a: Sequence[Number], prec: int) -> Number | None:
    n = _whole(a[0])
    return elementary.log(fmpq(math.factorial(n - 1)), prec) if n is not None and 1 <= n <= 170 else None


def exact_gamma_p(upper: bool) -> Callable[..., Number | None]:
    def found(a: Sequence[Number], prec: int) -> Number | None:
        zero = isinstance(a[1], fmpq) and a[1] == 0 and numbers.relation(a[0], ">", numbers.ZERO) is True and not isinstance(a[0], float)
        return fmpq(int(upper)) if zero else None

    return found


def beta_at(a: Sequence[Number], prec: int) -> Number | None:
    """At 0 and 1, and for whole parameters at fractions: a binomial tail."""
    x = a[2]
    if not isinstance(x, fmpq) or not 0 <= x <= 1 or any(numbers.relation(p, ">", numbers.ZERO) is not True or isinstance(p, float) for p in a[:2]):
        return None
    if x == 0 or x == 1:
        return x
    p, q = _whole(a[0]), _whole(a[1])
    if p is None or q is None or p + q > 128:
        return None
    n = p + q - 1
    return sum((fmpq(math.comb(n, j)) * x**j * (1 - x) ** (n - j) for j in range(p, n + 1)), fmpq(0))


def exact_gauss(a: Sequence[Number], prec: int) -> Number | None:
    """1 at z = 0; a fraction where the series ends at fractions."""
    upper, z = list(a[:2]), a[3]
    if any(isinstance(v, float) for v in a):
        raise NoValue("2F1 at an infinite argument")
    if not isinstance(z, fmpq) or numbers.relation(a[2], ">", numbers.ZERO) is not True or not z < 1:
        return None
    if z == 0:
        return fmpq(1)
    for first, second in (upper, upper[::-1]):
        n = _whole(first)
        if n is not None and -256 <= n <= 0 and isinstance(second, fmpq) and isinstance(a[2], fmpq):
            term = out = fmpq(1)
            for k in range(-n):
                term *= (n + k) * (second + k) / (a[2] + k) * z / (k + 1)
                out += term
            return out
    return None


def exact_legendre(a: Sequence[Number], prec: int) -> Number | None:
    n, x = _whole(a[0]), a[1]
    if n is None or not 0 <= n <= 256:
        return None
    if isinstance(x, fmpq):
        before, now = fmpq(0), fmpq(1)
        for k in range(n):
            before, now = now, ((2 * k + 1) * x * now - k * before) / (k + 1)
        return now
    return None


def exact_polylog(a: Sequence[Number], prec: int) -> Number | None:
    s, x = a
    if isinstance(x, fmpq) and not isinstance(s, float):
        if x == 0 and numbers.relation(s, ">", fmpq(0)) is True:
            return fmpq(0)
        if x == 1 and numbers.relation(s, ">", fmpq(1)) is True:
            e = numbers.enclose(s, prec + 32)
            with precision(prec + 16):
                return numbers.hull(numbers.spanning(e.lo, e.hi).zeta(), e.exists)
        if s == fmpq(1) and x < 1:
            return numbers.neg(elementary.log(1 - x, prec))
    return None


def exact_binomial(a: Sequence[Number], prec: int) -> Number | None:
    n, k = _whole(a[0]), _whole(a[1])
    if k is not None and k < 0 and isinstance(a[0], fmpq) and a[0] > -1:
        return fmpq(0)
    if k is None or k > 512 or not isinstance(a[0], fmpq) or a[0] <= -1:
        return None
    if n is not None:
        return fmpq(math.comb(n, k)) if n <= 4096 else None
    out = fmpq(1)
    for j in range(k):
        out *= (a[0] - j) / (j + 1)
    return out


def cube_root_at(a: Sequence[Number], prec: int) -> Number | None:
    found: Number | None = circular.exact_cube_root(a[0]) if isinstance(a[0], fmpq) else None
    return found


def exact_beta_function(a: Sequence[Number], prec: int) -> Number | None:
    p, q = _whole(a[0]), _whole(a[1])
    return circular.exact_beta(p, q) if p is not None and q is not None and p > 0 and q > 0 and p + q <= 256 else None


def exact_angle(a: Sequence[Number], prec: int) -> Number | None:
    """0 on the right half of the axis."""
    zero = isinstance(a[0], fmpq) and a[0] == 0 and not isinstance(a[1], float)
    return fmpq(0) if zero and numbers.relation(a[1], ">", numbers.ZERO) is True else None
