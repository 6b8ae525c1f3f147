r"""Composition of subsampled Gaussian steps on synthetic gradients: three accountants side by side (Figures 2 and 4).

Each of 100 steps draws 50 gradients of dimension 1000 with independent Weibull entries (shape 0.5, scale 1). The clipping threshold C is a quantile of the
norms of all gradients of the run, the same at each step; noise has standard deviation sigma C, sigma = 0.2, the sampling rate is q = 1e-3. Without clipping
C enters through the noise alone.

* Moments and Bayesian accountant: the cost of one pair at distance d is log E exp(k (k - 1) d^2 / (2 s^2)), k ~ Binomial(power + 1, q), with the noise scale s
  and power 16. The moments accountant is given d = 2 C and nothing else. The Bayesian accountant takes the expectation over all 1225 pairs of gradients of a
  step: the upper end of a confidence interval (Student-t, level 1 - 1e-16) for the mean of exp(T cost), its logarithm divided by the number T of steps (the
  correction for dependent steps by Hoelder's inequality). The level is epsilon = (sum of costs - log delta) / power; for the Bayesian accountant delta is
  lowered by the probability that one of the confidence intervals fails.
* Wasserstein accountant: the loss of a pair is E|Z|^mu to the power 1/mu, Z ~ N(q d, (2 - 2 q + 2 q^2) s^2), mu = 16. A step has the least loss of its pairs
  (``infimum``) or (sum of E|Z|^mu over the pairs)^(1/mu) (``sum``). The level is epsilon = sum of losses - log(delta) / beta, beta = 1.

The law of the entries, q, delta and the sizes follow the paper and the settings of its notebook. Everything is a function of the seed.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln, logsumexp
from scipy.stats import t as student

SHAPE, GRADIENTS, DIMENSION, STEPS = 0.5, 50, 1000, 100
SIGMA, RATE, DELTA = 0.2, 1e-3, 1e-5
POWER, ORDER, BETA = 16, 16, 1.0
QUANTILES = {"0.05": 0.05, "0.5": 0.50, "0.75": 0.75, "0.99": 0.99}
FACTORS = {"1/100": 0.01, "1/10": 0.1, "1": 1.0, "10": 10.0, "100": 100.0}
"""Units of the gradients: every gradient is multiplied by the factor."""
MISSED = 1e-16
"""Probability that a confidence interval of the Bayesian accountant fails."""

Array = NDArray[np.float64]


def run(seed: int, effort: str = "standard", device: str = "auto", data: str | None = None) -> Mapping[str, object]:
    """One run of all accountants.

    Returns
    -------
    mapping
        ``epsilon[accountant][clipped][factor][quantile][step]``, the level after each step: accountant ``moments``, ``bayesian``, ``wasserstein-infimum`` or
        ``wasserstein-sum``; clipped ``no`` or ``yes``. ``threshold[factor][quantile]``: C in the unit of the gradients.
    """
    norms, grams = gradients(np.random.default_rng(seed))
    levels: dict[str, dict[str, dict[str, dict[str, dict[int, float]]]]] = {}
    thresholds: dict[str, dict[str, float]] = {}
    for quantile, share in QUANTILES.items():
        threshold = float(np.quantile(norms, share))
        for clipped in ("no", "yes"):
            distances = pair_distances(norms, grams, threshold if clipped == "yes" else math.inf)
            divergences = divergence_accounts(distances / (SIGMA * threshold))
            losses = wasserstein_losses(distances, SIGMA * threshold)
            for factor, unit in FACTORS.items():
                thresholds.setdefault(factor, {})[quantile] = unit * threshold
                for accountant, curve in (divergences | wasserstein_accounts(losses, unit)).items():
                    table = levels.setdefault(accountant, {}).setdefault(clipped, {}).setdefault(factor, {})
                    table[quantile] = {step: float(value) for step, value in enumerate(curve, 1)}
    return {"epsilon": levels, "threshold": thresholds}


def divergence_accounts(ratios: Array) -> dict[str, Array]:
    """Levels after each step of the accountants that see the pair distances in units of the noise scale alone (shape (steps, pairs))."""
    fixed = step_cost(np.full(len(ratios), 2 / SIGMA))
    return {
        "moments": divergence_levels(fixed, DELTA),
        "bayesian": divergence_levels(bayesian_costs(step_cost(ratios)), DELTA - len(ratios) * MISSED),
    }


def wasserstein_accounts(losses: tuple[Array, Array], unit: float) -> dict[str, Array]:
    """Levels after each step of the Wasserstein accountant, from the losses of the steps (least, sum) in another unit."""
    return {name: np.cumsum(unit * one) - math.log(DELTA) / BETA for name, one in zip(("wasserstein-infimum", "wasserstein-sum"), losses, strict=True)}


def gradients(rng: np.random.Generator) -> tuple[Array, Array]:
    """Norms (shape (steps, gradients)) and Gram matrices (shape (steps, gradients, gradients)) of the gradients of a run."""
    grams = np.empty((STEPS, GRADIENTS, GRADIENTS))
    for step in range(STEPS):
        drawn = rng.standard_exponential((GRADIENTS, DIMENSION)) ** (1 / SHAPE)
        grams[step] = drawn @ drawn.T
    return np.sqrt(np.einsum("tii->ti", grams)), grams


def pair_distances(norms: Array, grams: Array, threshold: float) -> Array:
    """l2 distances of all pairs of gradients of each step, each gradient shrunk to norm ``threshold`` where it is longer; shape (steps, pairs)."""
    shrink = np.minimum(1.0, threshold / norms)
    lengths = (shrink * norms) ** 2
    first, second = np.triu_indices(norms.shape[1], 1)
    inner = grams[:, first, second] * shrink[:, first] * shrink[:, second]
    squared = lengths[:, first] + lengths[:, second] - 2 * inner
    return np.sqrt(np.maximum(squared, 0.0))


def step_cost(ratio: Array, power: int = POWER, rate: float = RATE) -> Array:
    """log E exp(k (k - 1) ratio^2 / 2), k ~ Binomial(power + 1, rate), 0 < rate < 1; ``ratio`` is distance over noise scale."""
    k = np.arange(power + 2)
    log_binomial = gammaln(power + 2) - gammaln(k + 1) - gammaln(power + 2 - k)
    log_weights = log_binomial + k * math.log(rate) + (power + 1 - k) * math.log1p(-rate)
    half = ratio * ratio / 2
    top = np.full(half.shape, -math.inf)
    for weight, pairs in zip(log_weights, k * (k - 1.0), strict=True):
        top = np.maximum(top, weight + pairs * half)
    total = np.zeros(half.shape)
    for weight, pairs in zip(log_weights, k * (k - 1.0), strict=True):
        total += np.exp(weight + pairs * half - top)
    return np.maximum(top + np.log(total), 0.0)


def bayesian_costs(costs: Array) -> Array:
    """One cost for each step from the costs of its pairs: the upper confidence limit of the mean of exp(T cost), as a cost; shape (steps,)."""
    steps, pairs = costs.shape
    scaled = steps * costs
    log_mean = logsumexp(scaled, axis=1) - math.log(pairs)
    log_square = logsumexp(2 * scaled, axis=1) - math.log(pairs)
    spread = -np.expm1(np.minimum(2 * log_mean - log_square, 0.0))
    log_deviation = (log_square + np.log(np.maximum(spread, np.finfo(float).tiny))) / 2
    penalty = math.log(student.isf(MISSED, pairs - 1)) + log_deviation - math.log(pairs - 1) / 2
    return np.logaddexp(log_mean, penalty) / steps


def divergence_levels(costs: Array, delta: float, power: int = POWER) -> Array:
    """(sum of the costs so far - log delta) / power."""
    return (np.cumsum(costs) - math.log(delta)) / power


def wasserstein_losses(distances: Array, scale: float, rate: float = RATE) -> tuple[Array, Array]:
    """Loss of each step: the least over its pairs, and with the moments of all pairs added before the root; shape (steps,) each."""
    variance = (2 - 2 * rate + 2 * rate**2) * scale**2
    square = (rate * distances) ** 2 / variance
    moments = np.zeros(square.shape)
    for j in range(ORDER // 2 + 1):  # E|Z|^16 of a normal variable with unit variance and squared mean ``square``
        double_factorial = math.factorial(ORDER - 2 * j) / (2 ** (ORDER // 2 - j) * math.factorial(ORDER // 2 - j))
        moments += math.comb(ORDER, 2 * j) * double_factorial * square**j
    deviation = math.sqrt(variance)
    return deviation * moments.min(axis=1) ** (1 / ORDER), deviation * moments.sum(axis=1) ** (1 / ORDER)
