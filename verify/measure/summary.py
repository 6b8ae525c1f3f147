"""The least epsilon at a delta: of a profile, of a Gaussian guarantee, and of a composition by each classical route.

For k runs of an epsilon0-DP mechanism:

* *basic*: (k epsilon0, 0)-DP, and the least epsilon that follows from it at delta;
* *advanced*: ``epsilon0 sqrt(2 k log(1/delta)) + k epsilon0 (e^epsilon0 - 1)`` (Dwork, Rothblum and Vadhan 2010);
* *rdp-corollary*: ``4 epsilon0 sqrt(2 k log(1/delta))``, for ``log(1/delta) >= epsilon0^2 k`` (Mironov 2017, Corollary 1);
* *rdp*: the least ``k D_a + log(1/delta)/(a - 1)`` over all orders a > 1, with the exact divergence of randomised response. With ``s = a - 1`` it is
  ``(k K(s) + log(1/delta))/s``, K convex, so that ``k K'(s)`` bounds it from below wherever ``k (s K'(s) - K(s)) <= log(1/delta)``, with equality at the minimum;
* *gdp*, *other-gdp*: ``sqrt(k)`` times the measured mu of one run, of the worst mechanism and of another one;
* *optimal*: the exact profile of the composition; *summary*: its measured mu.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from flint import arb, fmpq

from verify.measure.supremum import PrivacyProfile, ProfileError, measure
from verify.values.gaussian_profiles import profile as gaussian_profile
from verify.values.numbers import Enclosure, precision

ROUTES = ("basic", "advanced", "rdp-corollary", "rdp", "gdp", "other-gdp", "optimal", "summary")
_BITS = 160
_RELATIVE = 2.0**-50


def least_epsilon(target: PrivacyProfile, delta: Any, bits: int = _BITS) -> Enclosure:
    """Return an enclosure of the least epsilon at which the profile is at most ``delta`` in (0, 1); 0 where it always is, oo where it never is."""
    with precision(bits):
        goal = _ball(_probability(delta))
        return _first_below(target.delta, goal)


def least_epsilon_of(delta: Callable[[arb], arb], goal: arb) -> Enclosure:
    """Return an enclosure of the least epsilon >= 0 at which a falling function is at most ``goal``, at the current precision; oo where it never is."""
    return _first_below(delta, goal)


def gaussian_epsilon(mu: Enclosure, delta: Any, bits: int = _BITS) -> Enclosure:
    """Return an enclosure of the least epsilon at which ``delta_mu`` is at most ``delta``, for every mu of an enclosure."""
    with precision(bits):
        goal = _ball(_probability(delta))
        if isinstance(mu.lo, float) or isinstance(mu.hi, float):
            return Enclosure(arb(0), math.inf)
        low, high = (_first_below(lambda x, m=end: gaussian_profile(x, m), goal) for end in (mu.lo, mu.hi))  # type: ignore[misc]
        return Enclosure(low.lo, high.hi)


def composition_summary(
    single: PrivacyProfile, other: PrivacyProfile, composed: PrivacyProfile, epsilon: Fraction, runs: int, deltas: Sequence[Fraction]
) -> Mapping[str, Mapping[Fraction, Enclosure | None]]:
    """Return the least epsilon at each delta by each route of ``ROUTES``, certified; None where a route does not apply.

    Parameters
    ----------
    single, other, composed
        The worst epsilon0-DP profile, that of another mechanism with the same guarantee, and the exact profile of ``runs`` runs of the first.
    epsilon, runs
        epsilon0 and the number of runs.
    deltas
        In (0, 1).
    """
    width = Fraction(1, 10**13)
    levels = {"gdp": _rooted(single, runs, width), "other-gdp": _rooted(other, runs, width), "summary": _rooted(composed, 1, width)}
    table: dict[str, dict[Fraction, Enclosure | None]] = {route: {} for route in ROUTES}
    for delta in deltas:
        _probability(delta)
        with precision(_BITS):
            e, k, d = _ball(epsilon), arb(runs), _ball(delta)
            log_inverse = -d.log()
            whole = (k * e).exp()
            basic = (whole - d * (1 + whole)).log() if whole - d * (1 + whole) > 1 else arb(0)
            corollary = 4 * e * (2 * k * log_inverse).sqrt() if log_inverse >= e * e * k else None
            table["basic"][delta] = _enclosed(basic)
            table["advanced"][delta] = _enclosed(e * (2 * k * log_inverse).sqrt() + k * e * e.expm1())
            table["rdp-corollary"][delta] = None if corollary is None else _enclosed(corollary)
            table["rdp"][delta] = _renyi(e, k, log_inverse)
        table["optimal"][delta] = least_epsilon(composed, delta)
        for route, mu in levels.items():
            table[route][delta] = gaussian_epsilon(mu, delta)
    return table


def _rooted(target: PrivacyProfile, runs: int, width: Fraction) -> Enclosure:
    found = measure(target, width, locate=False)
    with precision(_BITS):
        root = arb(runs).sqrt()
        return Enclosure((found.lower * root).lower(), found.upper if isinstance(found.upper, float) else (found.upper * root).upper())


def _renyi(e: arb, k: arb, log_inverse: arb) -> Enclosure:
    """The least value over all orders, between ``k K'(s)`` and the value at the same s next to the minimum."""
    p, q = e.exp() / (1 + e.exp()), 1 / (1 + e.exp())

    def parts(s: arb) -> tuple[arb, arb]:
        up, down = p * (e * s).exp(), q * (-e * s).exp()
        return (up + down).log(), e * (up - down) / (up + down)

    def early(s: arb) -> bool:
        value, slope = parts(s)
        return bool(k * (s * slope - value) <= log_inverse)

    low, high = arb(0), arb(1)
    while early(high) and high < arb(2) ** 60:
        low, high = high, 2 * high
    if low == 0:
        low = arb(2) ** -60
    for _ in range(_BITS - 30):
        middle = ((low + high) / 2).mid()
        low, high = (middle, high) if early(middle) else (low, middle)
    value, slope = parts(low)
    return Enclosure((k * slope).lower() if early(low) else arb(0), ((k * value + log_inverse) / low).upper())


def _first_below(delta: Callable[[arb], arb], goal: arb) -> Enclosure:
    """Where a profile that falls passes a value, by bisection of the certain sign."""
    if delta(arb(0)) <= goal:
        return Enclosure(arb(0), arb(0))
    low, high = arb(0), arb(1)
    while not delta(high) <= goal:
        if not high < arb(2) ** 40:
            return Enclosure(low, math.inf)
        if delta(high) > goal:
            low = high
        high *= 2
    for _ in range(400):
        middle = ((low + high) / 2).mid()
        value = delta(middle)
        if value > goal:
            low = middle
        elif value <= goal:
            high = middle
        else:
            break
        if high - low < _RELATIVE * high:
            break
    return Enclosure(low, high)


def _enclosed(ball: arb) -> Enclosure:
    return Enclosure(ball.lower(), ball.upper())


def _ball(value: Fraction) -> arb:
    return arb(fmpq(value.numerator, value.denominator))


def _probability(delta: Any) -> Fraction:
    value = Fraction(delta)
    if not 0 < value < 1:
        raise ProfileError(f"least epsilon: delta must be in (0, 1), got delta={delta}; give for example 1e-5")
    return value
