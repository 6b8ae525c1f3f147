"""The three accountants on a run of private training, the noise that each would choose, and the epsilon that the composed loss of the run has.

A run has rate q, T steps, the noise multiplier sigma (noise over threshold, of the sum of clipped gradients) and, for each step, distances of pairs of clipped gradients in units of the threshold.

* ``moments``: the cost of a step at distance one threshold; delta = 1e-5. ``bayesian``: the costs of the pairs of the step; delta = 1e-10. Both take the least level over the powers.
* ``wasserstein-infimum`` and ``wasserstein-sum``: order 16, beta = 32, delta = 1e-10, as the scripts have them. Levels depend on the unit, so distances and noise are those of what a step uses: the
  mean gradient, which is the sum over the expected batch.
* ``composed``: the least epsilon of the composed loss at delta = 1e-5 (one record more or less), enclosed by the accountant of this project; where the noise is too small for all T steps to be composed,
  that of a single step, which is less.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from reproduce.wdp.composition import MISSED, Array, bayesian_costs, divergence_levels, step_cost, wasserstein_losses
from verify.account.accountant import epsilon_of
from verify.account.runs import NormalRun, SubsampledRun

POWERS = (4, 8, 16, 24, 32, 48, 64)
BETA = 32.0
DELTAS = {"moments": 1e-5, "bayesian": 1e-10, "wasserstein-infimum": 1e-10, "wasserstein-sum": 1e-10}
COMPOSED_DELTA = Fraction(1, 100_000)
LEAST_COMPOSED = 0.45
"""Noise multiplier below which the composition is not computed."""
LEAST, MOST = 1e-9, 1e6
"""Noise multipliers among which one is chosen; for the Wasserstein levels, no noise counts as the least of them."""


@dataclass(frozen=True, slots=True)
class Account:
    """What the accountants see of a run: ``distances`` of shape ``(steps, pairs)`` in thresholds, sampling rate, noise multiplier, threshold, expected batch."""

    distances: Array
    rate: Fraction
    sigma: float
    threshold: float
    batch: float

    @property
    def steps(self) -> int:
        return len(self.distances)


def levels(run: Account) -> dict[str, float]:
    """epsilon by accountant at its delta, after all steps; without noise those of the divergences are infinite."""
    return {name: level(run) for name, level in LEVELS.items()}


def moments(run: Account) -> float:
    if run.sigma == 0:
        return math.inf
    ratio = np.full(1, 1 / run.sigma)
    return min(float(run.steps * step_cost(ratio, power, float(run.rate))[0] - math.log(DELTAS["moments"])) / power for power in POWERS)


def bayesian(run: Account) -> float:
    if run.sigma == 0:
        return math.inf
    delta = DELTAS["bayesian"] - run.steps * MISSED
    return min(float(divergence_levels(bayesian_costs(step_cost(run.distances / run.sigma, power, float(run.rate))), delta, power)[-1]) for power in POWERS)


def wasserstein(run: Account, aggregation: int) -> float:
    """``aggregation`` 0: the least loss of the pairs of a step; 1: the moments of all pairs added before the root."""
    unit = run.threshold / run.batch
    scale = max(run.sigma, LEAST) * unit
    return float(wasserstein_losses(run.distances * unit, scale, float(run.rate))[aggregation].sum()) - math.log(DELTAS["wasserstein-sum"]) / BETA


LEVELS: dict[str, Callable[[Account], float]] = {
    "moments": moments, "bayesian": bayesian, "wasserstein-infimum": lambda run: wasserstein(run, 0), "wasserstein-sum": lambda run: wasserstein(run, 1),
}


def chosen_noise(run: Account, accountant: str, budget: float) -> float | None:
    """The noise multiplier at which the accountant gives the budget for a run with these distances, to one part in 1000; None where none does.

    Levels of divergences fall with the noise, those of the Wasserstein accountant rise with it: of a range that is allowed the end with the least noise, or the most that is allowed, is taken.
    """

    def within(sigma: float) -> bool:
        return LEVELS[accountant](replace(run, sigma=sigma)) <= budget

    rises = accountant.startswith("wasserstein")
    low, high = LEAST, MOST
    if not within(low if rises else high):
        return None
    while high / low > 1.001:
        middle = math.sqrt(low * high)
        low, high = (middle, high) if within(middle) == rises else (low, middle)
    return low if rises else high


def composed(run: Account) -> tuple[float, str]:
    """epsilon of the composed loss of all steps, or of one step where the noise is too small for that; the second entry says which (``all steps``, ``one step``, ``no noise``)."""
    if run.sigma == 0:
        return math.inf, "no noise"
    if run.sigma >= LEAST_COMPOSED:
        return float(epsilon_of(SubsampledRun(run.rate, Fraction(run.sigma)), run.steps, COMPOSED_DELTA).lo), "all steps"
    return one_step(run.rate, run.sigma), "one step"


def one_step(rate: Fraction, sigma: float) -> float:
    """epsilon of one step with a record removed: delta(epsilon) is rate times that of the normal law at log(1 + (exp(epsilon) - 1)/rate)."""
    if rate <= COMPOSED_DELTA:
        return 0.0
    plain = float(epsilon_of(NormalRun(Fraction(sigma)), 1, COMPOSED_DELTA / rate).lo)
    return plain + math.log(float(rate) + (1 - float(rate)) * math.exp(-plain))


def attack_probability(epsilon: float) -> float:
    """1/(1 + exp(-epsilon)), the number that Table 2 prints beside a budget."""
    return 1 / (1 + math.exp(-epsilon))
