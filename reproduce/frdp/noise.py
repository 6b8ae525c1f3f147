"""Noise multipliers for a target (epsilon, 1e-5), from the accountant of this project; noise is a multiple of what one record more or less moves."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any

from verify.account.accountant import epsilon_of, renyi_epsilon
from verify.account.contour import TooDear
from verify.account.runs import Mechanism, NormalRun, SubsampledRun

DELTA = Fraction(1, 100_000)
ORDERS = (Fraction(3, 2), 2, 3, 4, 6, 8, 12, 16, 24, 32, 64, 128)
COARSE, TOLERANCE = 1.02, 1.01
BELOW = 0.6
"""How far below the multiplier of the Renyi divergences that of the composed loss is looked for."""
LEAST, MOST = 0.3, 2000.0


@lru_cache(maxsize=256)
def of_training(rate: Fraction, steps: int, epsilon: Fraction) -> float:
    """The least noise multiplier, to 1 %, at which so many Poisson-sampled steps are certified to be (epsilon, 1e-5)-DP."""
    return _least(lambda sigma: SubsampledRun(rate, sigma), steps, epsilon)


@lru_cache(maxsize=64)
def of_one_release(epsilon: Fraction) -> float:
    """The same for one release of the whole data set."""
    return _least(NormalRun, 1, epsilon)


def certified(rate: Fraction, steps: int, sigma: float) -> float:
    """The epsilon that training with this multiplier is certified to have, from above."""
    return _epsilon(SubsampledRun(rate, Fraction(sigma)), steps)


def _epsilon(mechanism: Mechanism, steps: int) -> float:
    """The composed loss, or Renyi divergences, which give a larger epsilon, where the former would take too long."""
    try:
        return float(epsilon_of(mechanism, steps, DELTA).hi)
    except TooDear:
        return _by_renyi(mechanism, steps)


def _by_renyi(mechanism: Mechanism, steps: int) -> float:
    return float(renyi_epsilon(mechanism, steps, DELTA, orders=ORDERS).hi)


def _least(mechanism: Callable[[Any], Mechanism], steps: int, epsilon: Fraction) -> float:
    """First by Renyi divergences, which are quick, then by the composed loss a little below that."""

    def narrowed(account: Callable[[Mechanism, int], float], low: float, high: float, tolerance: float) -> float:
        while high / low > tolerance:
            middle = (low * high) ** 0.5
            low, high = (low, middle) if account(mechanism(Fraction(middle)), steps) <= float(epsilon) else (middle, high)
        return high

    if not _by_renyi(mechanism(Fraction(MOST)), steps) <= float(epsilon):
        raise ValueError(f"noise: no multiplier up to {MOST} gives epsilon={float(epsilon)} for {steps} steps")
    enough = narrowed(_by_renyi, LEAST, MOST, COARSE)
    return narrowed(_epsilon, enough * BELOW, enough, TOLERANCE)
