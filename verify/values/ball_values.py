"""Special functions at balls."""

from __future__ import annotations

from typing import Any

from flint import arb

from verify.values.entry import HALF, ONE, ZERO


def normal_cdf(x: Any) -> Any:
    """The distribution function of the standard normal distribution."""
    return (-x / arb(2).sqrt()).erfc() / 2


def normal_quantile(p: Any) -> Any:
    """Its inverse."""
    return -arb(2).sqrt() * (2 * p).erfcinv()


def mills(x: Any) -> Any:
    """Phi(-x) / phi(x): beyond 4 by Tricomi's U(1/2, 1/2, x^2/2) / sqrt 2, where the product of a large and a small factor would lose all bits."""
    if x > 4:
        return (x * x / 2).hypgeom_u(arb(HALF), arb(HALF)) / arb(2).sqrt()
    return (x * x / 2).exp() * (x / arb(2).sqrt()).erfc() * (arb.pi() / 2).sqrt()


def lambert(x: Any) -> Any:
    """Lambert's function on its principal branch."""
    return x.lambertw()


def binomial(n: Any, k: Any) -> Any:
    """A binomial coefficient by gamma functions."""
    return (n + 1).gamma() * (k + 1).rgamma() * (n - k + 1).rgamma()


def legendre(n: Any, x: Any) -> Any:
    """A Legendre function."""
    if n.is_integer():
        return x.legendre_p(n)
    return ((1 - x) / 2).hypgeom_2f1(-n, n + 1, ONE, abc=True)  # c - a - b is a whole number, which a ball does not show


def polylog_ball(s: Any, x: Any) -> Any:
    """No number where it would take seconds."""
    if x == 0:
        return ZERO
    return x.polylog(s) if abs(x) < 2**16 and s < 256 else arb("nan")


def beta_ball(a: Any, b: Any, x: Any) -> Any:
    """No number where it would take seconds."""
    if x == 0 or x == 1:
        return +x
    small, large = arb(2) ** -40, arb(2) ** 40
    if not (small < a < large and small < b < large and arb(2) ** -200 < x < 1 - small):
        return arb("nan")
    return x.beta_lower(a, b, 1)
