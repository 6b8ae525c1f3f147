"""The level mu of Gaussian differential privacy that has a given privacy profile at one point.

``delta = Phi(mu/2 - eps/mu) - exp(eps) Phi(-mu/2 - eps/mu)`` rises in mu from 0 to 1 (Balle and Wang 2018, arXiv:1805.06530; Dong, Roth and Su 2022,
doi:10.1111/rssb.12454). It is solved in logarithms, because delta and mu may be far below the range of floating point; the result is certain, because the
signs at both ends are.
"""

from __future__ import annotations

from typing import Any

from flint import arb, ctx, fmpq

from verify.values.numbers import precision

_HALF = arb(fmpq(1, 2))
MOST_BITS = 4096


def gaussian_level(eps: Any, delta: Any) -> Any:
    """A ball with the level at exact points (balls) ``eps >= 0`` and ``0 < delta < 1``, at the current precision; not a number where none is found."""
    if not (eps.is_exact() and delta.is_exact()):
        return _over_balls(eps, delta)
    bits = ctx.prec
    if not (eps >= 0 and delta > 0 and delta < 1):
        return arb("nan")
    if eps == 0:  # delta = erf(mu / sqrt 8)
        with precision(2 * bits + _exponent_bits(delta)):
            return _rounded(arb(8).sqrt() * delta.erfinv(), bits)
    start = _start(eps, delta)
    return arb("nan") if start is None else _certain(eps, delta, start, bits)


def _over_balls(eps: Any, delta: Any) -> Any:
    """It rises in both, so the corners decide."""
    if not (eps.is_finite() and delta.is_finite()):
        return arb("nan")
    low = gaussian_level(max(eps.lower(), arb(0)), delta.lower())
    return low.union(gaussian_level(eps.upper(), delta.upper())) if low.is_finite() and eps >= 0 else arb("nan")


def _exponent_bits(x: Any) -> int:
    """Bits to the leading digit of a small or almost whole number."""
    near = 1 - x if x > _HALF else x
    _, power = near.lower().man_exp()
    return max(0, -int(power))


def _rounded(ball: Any, bits: int) -> Any:
    with precision(bits + 8):
        return +ball


def log_profile(eps: Any, mu: Any) -> Any:
    """``log delta`` at balls eps > 0 and mu > 0."""
    lower, upper = eps / mu - mu / 2, eps / mu + mu / 2
    return _log_tail(lower) + (-((eps + _log_tail(upper) - _log_tail(lower)).expm1())).log()


def _log_tail(x: Any) -> Any:
    """``log Phi(-x)``; exponents of balls are unbounded."""
    return ((x / arb(2).sqrt()).erfc() / 2).log()


def _sign(eps: Any, target: Any, mu: Any, bits: int) -> int:
    """The sign of the profile at an exact mu less delta; 0 where 4096 bits do not tell."""
    while bits <= MOST_BITS:
        with precision(bits):
            gap = log_profile(eps, mu) - target.log()
        if gap > 0:
            return 1
        if gap < 0:
            return -1
        bits *= 2
    return 0


def _start(eps: Any, delta: Any) -> Any:
    """An approximation to about 30 bits, by bisection of the exponent and of the logarithm."""
    low, high = -1, 1
    power = arb(2)
    bits = 128
    while _sign(eps, delta, power**low, bits) > 0:
        low *= 2
        if low < -(2**20):
            return None
    while _sign(eps, delta, power**high, bits) < 0:
        high *= 2
        if high > 2**20:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        sign = _sign(eps, delta, power**middle, bits)
        low, high = (low, middle) if sign > 0 else (middle, high)
    lower, upper = power**low, power**high
    for _ in range(6):
        middle = ((lower + upper) / 2).mid()
        sign = _sign(eps, delta, middle, bits)
        if sign == 0:
            return middle
        lower, upper = (lower, middle) if sign > 0 else (middle, upper)
    return ((lower + upper) / 2).mid()


def _certain(eps: Any, delta: Any, mu: Any, bits: int) -> Any:
    """Newton's steps for the logarithm of delta in the logarithm of mu, then the signs at both ends."""
    work = bits + 32
    best = None
    for _ in range(40):
        with precision(work):
            found = log_profile(eps, mu)
            gap = found - delta.log()
            if not gap.is_finite() or gap.rad() > arb(2) ** (-bits - 4) * (1 + abs(gap.mid())):
                if work > MOST_BITS:
                    break
                work *= 2
                continue
            slope = _density(eps, mu) * mu / found.exp()  # d log delta / d log mu
            step = (gap / slope).mid()
            if not step.is_finite():
                break
            step = max(min(step, arb(1)), -arb(1))
            best = abs(step)
            mu = (mu * (-step).exp()).mid()
            if best < arb(2) ** (-bits - 2):
                break
    if best is None:
        return arb("nan")
    width = bits
    while width > 8:
        with precision(work + 16):
            share = arb(2) ** -width
            lower, upper = (mu * (1 - share)).mid(), (mu * (1 + share)).mid()
        if _sign(eps, delta, lower, work) < 0 and _sign(eps, delta, upper, work) > 0:
            with precision(work):
                return lower.union(upper)
        width -= max(width // 4, 1)
    return arb("nan")


def _density(eps: Any, mu: Any) -> Any:
    """The derivative of delta in mu: ``phi(eps/mu - mu/2)``."""
    return (-((eps / mu - mu / 2) ** 2) / 2).exp() / (2 * arb.pi()).sqrt()


__all__ = ["gaussian_level", "log_profile"]
