"""Noise multipliers for a target (epsilon, 1e-5), from the accountant of this project; noise is a multiple of what one record more or less moves."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any

from verify.account.accountant import epsilon_of
from verify.account.runs import Mechanism, NormalRun, SubsampledRun

DELTA = Fraction(1, 100_000)
TOLERANCE = 1.002
LEAST, MOST = 0.4, 2000.0


@lru_cache(maxsize=256)
def of_training(rate: Fraction, steps: int, epsilon: Fraction) -> float:
    """The least noise multiplier, to 0.2 %, at which so many Poisson-sampled steps are certified to be (epsilon, 1e-5)-DP."""
    return _least(lambda sigma: SubsampledRun(rate, sigma), steps, epsilon)


@lru_cache(maxsize=64)
def of_one_release(epsilon: Fraction) -> float:
    """The same for one release of the whole data set."""
    return _least(NormalRun, 1, epsilon)


def certified(rate: Fraction, steps: int, sigma: float) -> float:
    """The epsilon that training with this multiplier is certified to have, from above."""
    return float(epsilon_of(SubsampledRun(rate, Fraction(sigma)), steps, DELTA).hi)


def _least(mechanism: Callable[[Any], Mechanism], steps: int, epsilon: Fraction) -> float:
    low, high = LEAST, MOST

    def within(sigma: float) -> bool:
        return bool(epsilon_of(mechanism(Fraction(sigma)), steps, DELTA).hi <= float(epsilon))

    guess = 1.0
    if within(guess):
        high = guess
    else:
        low = guess
        while not within(guess := guess * 4):
            low = guess
            if guess > MOST:
                raise ValueError(f"noise: no multiplier up to {MOST} gives epsilon={float(epsilon)} for {steps} steps")
        high = guess
    while high / low > TOLERANCE:
        middle = (low * high) ** 0.5
        low, high = (low, middle) if within(middle) else (middle, high)
    return high
