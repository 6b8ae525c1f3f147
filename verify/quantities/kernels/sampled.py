"""Estimates from draws, each with an interval and a report of its health.

An unhealthy estimate decides nothing: a few draws carry it, or its interval does not mean what it says. Intervals for
event probabilities are exact (Clopper and Pearson 1934, doi:10.1093/biomet/26.4.404); the others are asymptotic and say
so.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtri
from scipy.stats import beta

__all__ = [
    "Estimate",
    "Health",
    "absolute_moment",
    "event_probability",
    "mean",
    "renyi_from_log_ratios",
    "wasserstein_line",
]

ENOUGH = 100.0  # smallest effective sample size of a healthy estimate
Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Health:
    """``effective`` is the effective sample size of ``draws``; ``reason`` is empty where ``healthy``."""

    draws: int
    effective: float
    healthy: bool
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Estimate:
    """``value`` with an interval ``[low, high]`` that misses the truth with probability ``error``.

    ``exact`` says whether ``error`` holds for every sample size or only in the limit.
    """

    value: float
    low: float
    high: float
    error: float
    exact: bool
    health: Health


def _checked(where: str, samples: ArrayLike, error: float) -> Array:
    x = np.asarray(samples, dtype=np.float64)
    if x.ndim != 1 or not len(x) >= 2:
        raise ValueError(f"{where}: need a vector of at least 2 draws, got shape={x.shape}")
    if not 0 < error < 1:
        raise ValueError(f"{where}: error must lie in (0, 1), got error={error}")
    if not np.all(np.isfinite(x)):
        raise ValueError(f"{where}: draws must be finite, got {int(np.sum(~np.isfinite(x)))} that are not")
    return x


def event_probability(count: int, draws: int, error: float) -> Estimate:
    """Clopper-Pearson interval for the probability of an event seen ``count`` times in ``draws`` independent draws.

    The event must have been fixed before the draws were made. Raises ValueError unless 0 <= count <= draws.
    """
    if not (0 <= count <= draws and draws >= 1):
        raise ValueError(f"event_probability: need 0 <= count <= draws, got count={count}, draws={draws}")
    if not 0 < error < 1:
        raise ValueError(f"event_probability: error must lie in (0, 1), got error={error}")
    low = 0.0 if count == 0 else float(beta.ppf(error / 2, count, draws - count + 1))
    high = 1.0 if count == draws else float(beta.isf(error / 2, count + 1, draws - count))
    return Estimate(count / draws, low, high, error, True, Health(draws, float(draws), True))


def mean(samples: ArrayLike, error: float = 1e-3) -> Estimate:
    """Mean with a normal interval; unhealthy where few draws carry the variance (a heavy tail)."""
    return _mean("mean", _checked("mean", samples, error), error)


def _mean(where: str, x: Array, error: float) -> Estimate:
    n = len(x)
    centre = float(x.mean())
    squares = (x - centre) ** 2
    whole = float(squares.sum())
    effective = float(n) if whole == 0 else whole**2 / float((squares**2).sum())
    half = -float(ndtri(error / 2)) * math.sqrt(whole / (n - 1) / n)
    healthy = effective >= ENOUGH
    reason = "" if healthy else f"{where}: the variance rests on about {effective:.1f} of {n} draws"
    return Estimate(centre, centre - half, centre + half, error, False, Health(n, effective, healthy, reason))


def absolute_moment(samples: ArrayLike, order: float, error: float = 1e-3) -> Estimate:
    """``E |X|^order`` with a normal interval, ``order > 0``."""
    if not order > 0:
        raise ValueError(f"absolute_moment: order must be above 0, got order={order}")
    return _mean("absolute_moment", np.abs(_checked("absolute_moment", samples, error)) ** order, error)


def renyi_from_log_ratios(log_ratios: ArrayLike, order: float, error: float = 1e-3) -> Estimate:
    """Rényi divergence of ``order > 1`` from draws of ``log(p(X)/q(X))`` with ``X ~ P``.

    ``log(mean exp((a - 1) L)) / (a - 1)``, biased low. Unhealthy unless at least 100 draws carry the mean and its
    variance.
    """
    if not 1 < order < math.inf:
        raise ValueError(f"renyi_from_log_ratios: order must lie in (1, inf), got order={order}")
    x = _checked("renyi_from_log_ratios", log_ratios, error)
    top = float(x.max())
    weights = np.exp((order - 1) * (x - top))
    inner = _mean("renyi_from_log_ratios", weights, error)
    effective = min(inner.health.effective, float(weights.sum()) ** 2 / float((weights**2).sum()))

    def back(value: float) -> float:
        return top + math.log(value) / (order - 1) if value > 0 else -math.inf

    healthy = effective >= ENOUGH and inner.low > 0
    reason = "" if healthy else f"renyi_from_log_ratios: the mean rests on about {effective:.1f} of {len(x)} draws"
    health = Health(len(x), effective, healthy, reason)
    return Estimate(back(inner.value), back(inner.low), back(inner.high), error, False, health)


def wasserstein_line(
    x: ArrayLike, y: ArrayLike, order: float, error: float = 1e-3, *, rng: np.random.Generator, repeats: int = 200
) -> Estimate:
    """Wasserstein distance of order >= 1 between two laws on the line from independent samples.

    The distance of the two empirical laws, exact up to rounding. It is biased high; the interval is the bootstrap's
    normal interval about it with the bias (bootstrap distance minus distance) taken off below. Unhealthy where the
    distance is not clearly above that bias, where few draws carry the cost, and for order oo, where no interval exists.
    """
    if not order >= 1:
        raise ValueError(f"wasserstein_line: order must be at least 1, got order={order}")
    a = np.sort(_checked("wasserstein_line", x, error))
    b = np.sort(_checked("wasserstein_line", y, error))
    widths, gaps = _coupling(a, b)
    value = _distance(widths, gaps, order)
    n = min(len(a), len(b))
    if math.isinf(order):
        health = Health(n, 0.0, False, "wasserstein_line: order oo has no consistent interval from samples")
        return Estimate(value, 0.0, math.inf, error, False, health)
    again = np.empty(repeats)
    for k in range(repeats):
        first, second = np.sort(rng.choice(a, len(a))), np.sort(rng.choice(b, len(b)))
        again[k] = _distance(*_coupling(first, second), order)
    bias = max(float(again.mean()) - value, 0.0)
    half = -float(ndtri(error / 2)) * float(again.std(ddof=1))
    costs = widths * gaps**order
    whole = float(costs.sum())
    effective = float(n) if whole == 0 else whole**2 / float((costs**2).sum()) * n / len(costs)
    reason = ""
    if effective < ENOUGH:
        reason = f"wasserstein_line: the cost rests on about {effective:.1f} of {n} draws"
    elif value <= 2 * bias:
        reason = f"wasserstein_line: the distance {value:.3g} is not clearly above the bias {bias:.3g}"
    low = max(value - bias - half, 0.0)
    return Estimate(value, low, value + half, error, False, Health(n, effective, not reason, reason))


def _coupling(a: Array, b: Array) -> tuple[Array, Array]:
    """Widths and gaps of the quantile coupling of two sorted samples."""
    if len(a) == len(b):
        return np.full(len(a), 1 / len(a)), np.abs(a - b)
    n, m = len(a), len(b)
    cuts = np.union1d(np.arange(1, n + 1) * m, np.arange(1, m + 1) * n)  # integers, in units of 1 / (n m)
    widths = np.diff(np.concatenate([[0], cuts]))
    start = cuts - widths
    return widths / (n * m), np.abs(a[start // m] - b[start // n])


def _distance(widths: Array, gaps: Array, order: float) -> float:
    if math.isinf(order):
        return float(gaps.max())
    top = float(gaps.max()) or 1.0
    return top * math.pow(float((widths * (gaps / top) ** order).sum()), 1 / order)
