r"""Rényi divergence between a noise and its translate, ``D_a(N + r, N)``: closed forms, and certified quadrature where there is none.

All laws have scale 1 and centre 0 here; the divergence of a law of scale s at a shift z is that at ``r = z/s``. Each density is symmetric and falls away
from 0, so the divergence does not fall as r grows: ``integral of g(x - r) h(x)`` with g symmetric and unimodal, h symmetric and rising in \|x\|, has the
derivative ``h(r + c) - h(r - c) >= 0`` for g uniform on (-c, c), and every such g is a mixture of these. On the line the supremum over shifts of size at
most r is therefore the value at r.

The generalised Cauchy law of exponent k has, with ``m = k (a - 1)/2`` and ``A = 1 + r^2/2``,

    exp((a - 1) D_a) = 3F2((k - 1)/2, k a/2, -m; k/4, k/4 + 1/2; -r^2/4),

by Feynman's parameters. It is a polynomial in r^2 with positive coefficients if m is whole, ``P_m(A)`` if k = 2, and a sum of Legendre functions
``P_m^j(A)`` for even k, because ``x = tan t`` makes it the mean of ``cos^(k-2)(t) (A + B cos(2t + f))^m`` with ``B^2 = A^2 - 1`` and ``cos f = (A - 1)/B``.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from itertools import combinations
from typing import TypeAlias

from flint import acb, arb, ctx, fmpq

from verify.quantities.kernels.divergences import renyi
from verify.quantities.kernels.undecided import Wide
from verify.values.laws import PowerLaw
from verify.values.numbers import NoValue, enclose, hull, precision

__all__ = ["cauchy", "cauchy_polynomial", "cauchy_routes", "laplace", "legendre_bound", "normal"]

INF = math.inf
ZERO = fmpq(0)
ONE = fmpq(1)
Order: TypeAlias = "fmpq | float"
"""An order above 1, or oo."""
LARGEST_POLYNOMIAL = 400
"""Degree above which the other forms are quicker."""
_NEAR, _FAR = arb("1.95"), arb("2.2")
"""The series in r^2/4 is summed up to the first shift, that in 4/r^2 from the second; between them quadrature is quick."""


def normal(shift: arb, order: Order) -> arb | float:
    """``a r^2/2`` for N(0, 1); infinite at order oo unless the shift is 0."""
    _check(order, shift)
    if isinstance(order, float):
        return arb(0) if shift == 0 else INF
    return arb(order) * shift * shift / 2


def laplace(shift: arb, order: Order) -> arb:
    """``log(a/(2a-1) e^((a-1) r) + (a-1)/(2a-1) e^(-a r))/(a - 1)`` for the density ``exp(-|x|)/2``; r at order oo."""
    _check(order, shift)
    if isinstance(order, float):
        return shift
    a = arb(order)
    return shift + ((a - 1) / (2 * a - 1) * (-(2 * a - 1) * shift).expm1()).log1p() / (a - 1)


def cauchy(shift: arb, exponent: fmpq, order: Order) -> arb:
    """For the density proportional to ``(1 + x^2)^(-k/2)``, k > 1, by the quickest form that applies, at the current precision.

    Raises
    ------
    NoValue
        For an order or exponent that is not above 1, or a negative shift.
    """
    _check(order, shift)
    _check_exponent(exponent)
    if isinstance(order, float):  # the largest value of (1 + (x + r)^2)/(1 + x^2)
        half = shift * shift / 2
        return arb(exponent) / 2 * (half + (half * (2 + half)).sqrt()).log1p()
    if shift == 0:
        return arb(0)
    if not shift.is_exact():  # cancellations would widen the ball; the divergence does not fall
        return cauchy(shift.lower().max(arb(0)), exponent, order).union(cauchy(shift.upper(), exponent, order))
    for bits in (0, 32, 128, 512):
        with precision(ctx.prec + bits + 16):
            found = _log_mean(shift, exponent, order)
        if found.is_finite() and found.rel_accuracy_bits() > ctx.prec - 8:
            return +found
    return found if found.is_finite() else _quadrature(shift, exponent, order).log() / (arb(order) - 1)  # series of large orders cancel


def _check(order: Order, shift: arb) -> None:
    if not order > 1:
        raise NoValue(f"a divergence of a shift has an order above 1, got order={order}")
    if shift < 0 or not shift.is_finite():
        raise NoValue(f"a shift must be finite and at least 0, got shift={shift}")


def _check_exponent(exponent: fmpq) -> None:
    if not exponent > 1:
        raise NoValue(f"a density with power tails has an exponent above 1, got exponent={exponent}")


def _log_mean(shift: arb, exponent: fmpq, order: fmpq) -> arb:
    """D_a by the quickest form."""
    degree, scale = exponent * (order - 1) / 2, arb(order) - 1
    if degree.denominator == 1 and degree <= LARGEST_POLYNOMIAL:
        square, total = shift * shift, arb(0)
        for coefficient in reversed(cauchy_polynomial(exponent, order)[1:]):
            total = (total + arb(coefficient)) * square
        return total.log1p() / scale
    if exponent in (2, 4) or shift < _NEAR:
        return _series(shift, exponent, order).log() / scale
    if shift > _FAR:
        return _from_far(shift, exponent, order)
    return _quadrature(shift, exponent, order).log() / scale


def cauchy_routes(exponent: fmpq, order: fmpq) -> dict[str, Callable[[arb], arb]]:
    """``exp((a - 1) D_a)`` as a function of r >= 0 by each route that exists: series (r < 2, or k = 2, 4), far (r > 2), legendre (even k), quadrature."""
    found: dict[str, Callable[[arb], arb]] = {
        "series": lambda shift: _series(shift, exponent, order), "far": lambda shift: ((arb(order) - 1) * _from_far(shift, exponent, order)).exp(),
        "quadrature": lambda shift: _quadrature(shift, exponent, order)}
    if exponent.denominator == 1 and int(exponent) % 2 == 0:
        found["legendre"] = lambda shift: _legendre(shift, int(exponent), order)
    return found


@lru_cache(maxsize=256)
def cauchy_polynomial(exponent: fmpq, order: fmpq) -> tuple[fmpq, ...]:
    """Coefficients of ``exp((a - 1) D_a)`` in powers of r^2, where ``k (a - 1)/2`` is whole: fractions above 0.

    Raises
    ------
    NoValue
        If ``k (a - 1)/2`` is not whole.
    """
    _check_exponent(exponent)
    degree = exponent * (order - 1) / 2
    if degree.denominator != 1 or degree < 0:
        raise NoValue(f"a polynomial in the shift needs k (a - 1)/2 to be whole, got exponent={exponent}, order={order}")
    upper, lower = _upper(exponent, order), _lower(exponent)
    out = [fmpq(1)]
    for j in range(int(degree)):
        factor = fmpq(-1, 4) / (j + 1)
        for value in upper:
            factor *= value + j
        for value in lower:
            factor /= value + j
        out.append(out[-1] * factor)
    return tuple(out)


def _upper(exponent: fmpq, order: fmpq) -> list[fmpq]:
    return [(exponent - 1) / 2, exponent * order / 2, -exponent * (order - 1) / 2]


def _lower(exponent: fmpq) -> list[fmpq]:
    return [exponent / 4, exponent / 4 + fmpq(1, 2)]


def _series(shift: arb, exponent: fmpq, order: fmpq) -> arb:
    upper, lower, x = [arb(a) for a in _upper(exponent, order)], [arb(b) for b in _lower(exponent)], -shift * shift / 4
    if exponent in (2, 4):  # a parameter cancels
        return x.hypgeom_2f1(upper[1], upper[2], lower[1] if exponent == 2 else lower[0])
    return x.hypgeom(upper, lower)


def _from_far(shift: arb, exponent: fmpq, order: fmpq) -> arb:
    """D_a by the three series in 4/r^2.

    Where two upper parameters differ by a whole number the series coincide. There the orders next to a enclose the value, since D_a does not fall as a grows.
    """
    upper = _upper(exponent, order)
    coincident = sum((a - b).denominator == 1 for a, b in combinations(upper, 2))
    if not coincident:
        return _three_series(shift, exponent, order).log() / (arb(order) - 1)
    step = fmpq(1, 2 ** (ctx.prec + 16))
    with precision((2 if coincident == 1 else 3) * (ctx.prec + 16) + 48):  # each coincidence cancels the bits of the step
        ends = [_three_series(shift, exponent, a).log() / (arb(a) - 1) for a in (order - step, order + step)]
    return ends[0].union(ends[1])


def _three_series(shift: arb, exponent: fmpq, order: fmpq) -> arb:
    upper, lower, far = _upper(exponent, order), _lower(exponent), 4 / (shift * shift)
    total = arb(0)
    for i, a in enumerate(upper):
        others = upper[:i] + upper[i + 1 :]
        part = far ** arb(a) * (-far).hypgeom([arb(a), *(arb(a - b + 1) for b in lower)], [arb(a - c + 1) for c in others])
        for c in others:
            part *= arb(c - a).gamma() * arb(c).rgamma()
        for b in lower:
            part *= arb(b).gamma() * arb(b - a).rgamma()
        total += part
    return total


def _legendre(shift: arb, exponent: int, order: fmpq) -> arb:
    """``4^-n sum over j of C(2n, n - j) cos(j f) gamma(m + 1)/gamma(m + j + 1) P_m^j(A)`` over its value at r = 0, n = k/2 - 1; j and -j agree."""
    n, m = exponent // 2 - 1, exponent * (arb(order) - 1) / 2
    half = shift * shift / 2
    a, cosine = 1 + half, (half / (2 + half)).sqrt()
    total, share, angles = arb(0), arb(1), (arb(1), cosine)
    for j in range(n + 1):
        if j:
            share /= m + j
        value = a.legendre_p(m, j, type=3)
        total += (1 if j == 0 else 2) * math.comb(2 * n, n - j) * angles[0] * share * value
        angles = angles[1], 2 * cosine * angles[1] - angles[0]
    return total / math.comb(2 * n, n)


def _quadrature(shift: arb, exponent: fmpq, order: fmpq) -> arb:
    """For whole k the mean of ``cos^(2m)(t) (1 + (tan t - r)^2)^m`` under the density proportional to ``cos^(k-2)(t)`` on (-pi/2, pi/2); else by the densities."""
    if exponent.denominator != 1:
        return ((arb(order) - 1) * _by_densities(shift, exponent, order)).exp()
    k, m, half, r, power = arb(exponent), acb(exponent * (order - 1) / 2), acb(shift * shift / 2), acb(shift), int(exponent) - 2
    mass = arb.pi().sqrt() * ((k - 1) / 2).gamma() / (k / 2).gamma()

    def integrand(t: acb, analytic: bool) -> acb:
        sine, cosine = t.sin_cos()
        return ((1 + 2 * cosine * (half * cosine - r * sine)).log(analytic=analytic) * m).exp() * cosine**power

    end, place = arb.pi() / 2, shift.atan()  # the factor with the exponent m is least at the place
    tolerance = {"rel_tol": arb(2) ** -ctx.prec, "abs_tol": arb(2) ** -ctx.prec}
    total = acb.integral(integrand, -end, place, **tolerance).real + acb.integral(integrand, place, end, **tolerance).real
    if not total.is_finite():
        raise Wide("an integral of a shifted power law")
    return total / mass


def _by_densities(shift: arb, exponent: fmpq, order: fmpq) -> arb:
    """D_a of the two densities on the line."""
    found = enclose(renyi(PowerLaw(hull(shift), ONE, exponent, "both"), PowerLaw(ZERO, ONE, exponent, "both"), order, ctx.prec))
    if isinstance(found.hi, float) or isinstance(found.lo, float):
        raise Wide("an integral of a shifted power law")
    return found.lo.union(found.hi)


def legendre_bound(shift: arb, exponent: fmpq, order: fmpq, argument: Callable[[arb], arb] | None = None) -> arb:
    """``log(c pi P_m(x))/(a - 1)``, c the normalising constant of the density: above the divergence for ``x = 1 + r^2/2`` and k >= 2, since cos^(k-2) <= 1.

    ``argument`` is another x as a function of r, to compare with.
    """
    _check(order, shift)
    if exponent < 2:
        raise NoValue(f"the Legendre bound needs an exponent of at least 2, got exponent={exponent}")
    k, a = arb(exponent), arb(order)
    x = 1 + shift * shift / 2 if argument is None else argument(shift)
    value = arb.pi().sqrt() * (k / 2).gamma() / ((k - 1) / 2).gamma() * x.legendre_p(k * (a - 1) / 2)
    return value.log() / (a - 1)
