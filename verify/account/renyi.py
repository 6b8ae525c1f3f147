r"""Renyi divergences of one run at real orders, their compositions, and what they give as (epsilon, delta).

``D_alpha = log M(alpha - 1)/(alpha - 1)`` with M the moment generating function of the privacy loss under the first law; n runs have n times that. With ``s = alpha - 1``, ``g(s) = s epsilon(s)`` is

* *classic* (Mironov 2017, Proposition 3): ``n log M(s) + log(1/delta)``;
* *scaled*: the same at ``alpha delta`` instead of delta, as a guarantee at delta/alpha gives it: ``n log M(s) + log(1/delta) - log(1 + s)``;
* *improved* (Canonne, Kamath and Steinke 2020, Proposition 12; Balle, Barthe, Gaboardi, Hsu and Sato 2020, Theorem 21): ``n log M(s) + log(1/delta) + s log s - (1 + s) log(1 + s)``.

Each g is convex. The least epsilon over all orders is at most g(s)/s at any s; and as g lies above the line through two of its points everywhere but between them, two lines
to both sides of the best s bound it from below.
"""

from __future__ import annotations

import math

from flint import arb

from verify.account.contour import Transform
from verify.values.numbers import Enclosure

__all__ = ["CONVERSIONS", "converted", "divergence", "least_epsilon", "least_on"]

CONVERSIONS = ("classic", "scaled", "improved")
_APART = 2.0**-40
"""Relative distance of the two points of a line."""
_FIRST, _FURTHEST, _NARROW = 2.0**-16, 2.0**40, 16
"""Relative width in which the best order is sought at first and at last, and how many such distances it is then known to."""


def divergence(transform: Transform, order: arb) -> arb:
    """The Renyi divergence of one run at an order above 1."""
    s = order - 1
    return transform.value(s).log() / s


def converted(transform: Transform, steps: int, delta: arb, order: arb, conversion: str) -> arb:
    """The epsilon of n runs at one order above 1; not below 0."""
    return (_raised(transform, steps, delta, order - 1, conversion) / (order - 1)).max(arb(0))


def _raised(transform: Transform, steps: int, delta: arb, s: arb, conversion: str) -> arb:
    """g(s)."""
    found = steps * transform.value(s).log() - delta.log()
    if conversion == "classic":
        return found
    if conversion == "scaled":
        return found - s.log1p()
    return found + s * s.log() - (1 + s) * s.log1p()


def least_on(transform: Transform, steps: int, delta: arb, orders: list[arb], conversion: str) -> Enclosure:
    """The least epsilon over given orders above 1."""
    found = [converted(transform, steps, delta, order, conversion) for order in orders]
    return Enclosure(min(v.lower() for v in found), min(v.upper() for v in found))


def least_epsilon(transform: Transform, steps: int, delta: arb, conversion: str) -> Enclosure:
    """The least epsilon over all real orders above 1, at the current precision."""

    def g(at: arb) -> arb:
        return _raised(transform, steps, delta, at, conversion)

    def line(s: arb) -> tuple[arb, arb]:
        """Slope, and value at 0, of the line through g at s and at a point right beside it."""
        beside = (s * (1 + _APART)).mid()
        low, high = g(s), g(beside)
        slope = (high - low) / (beside - s)
        return slope, low - slope * s

    middle, width = arb(_guess(transform, steps, delta, conversion)), arb(_FIRST)
    left = right = middle
    while not line(left := (middle / (1 + width)).mid())[1] > 0 and width < _FURTHEST:
        width *= 64
    while not line(right := (middle * (1 + width)).mid())[1] < 0 and width < _FURTHEST:
        width *= 64
    while right / left > 1 + 2 * _APART * _NARROW:
        s = ((left + right) / 2).mid()
        rest = line(s)[1]
        if rest > 0:
            left = s
        elif rest < 0:
            right = s
        else:
            break
    high = (g(left) / left).min(g(right) / right)
    slope, rest = line(left)
    other, value = line(right)
    if not rest > 0:
        return Enclosure(arb(0), high.max(arb(0)).upper())
    between = [other + value / t for t in (left, (left * (1 + _APART)).mid())]  # where g lies below the first line
    low = slope.min(between[0]).min(between[1])
    return Enclosure(low.max(arb(0)).lower(), high.max(arb(0)).upper())


def _guess(transform: Transform, steps: int, delta: arb, conversion: str) -> float:
    """Where the least epsilon is, in floating point."""
    log_inverse = -float(delta.log())

    def height(log_s: float) -> float:
        s = math.exp(log_s)
        found = steps * transform.rough(s) + log_inverse
        if conversion == "scaled":
            found -= math.log1p(s)
        elif conversion == "improved":
            found += s * log_s - (1 + s) * math.log1p(s)
        return found / s

    low, high = math.log(1e-4), math.log(1e6)
    ratio = (math.sqrt(5) - 1) / 2
    for _ in range(60):
        a, b = high - ratio * (high - low), low + ratio * (high - low)
        low, high = (low, b) if height(a) <= height(b) else (a, high)
    return math.exp((low + high) / 2)
