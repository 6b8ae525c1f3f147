"""Estimates from draws cover the truth at their level and report when they are not to be trusted."""

import math

import numpy as np
import pytest
from scipy.stats import binomtest

from verify.quantities.kernels import sampled


def test_event_probabilities_have_the_clopper_pearson_interval():
    for count, draws in ((0, 10), (3, 10), (10, 10), (37, 1000)):
        found = sampled.event_probability(count, draws, 0.01)
        exact = binomtest(count, draws).proportion_ci(0.99, method="exact")
        assert (found.low, found.high) == pytest.approx((exact.low, exact.high), abs=1e-12)
        assert found.exact


def test_the_clopper_pearson_interval_misses_no_more_often_than_it_says():
    draws, p, error = 40, 0.1, 0.05
    masses = [math.comb(draws, k) * p**k * (1 - p) ** (draws - k) for k in range(draws + 1)]
    found = [sampled.event_probability(k, draws, error) for k in range(draws + 1)]
    assert sum(m for m, e in zip(masses, found) if not e.low <= p <= e.high) <= error


def test_means_and_moments_cover_the_truth():
    x = np.random.default_rng(1).normal(1.0, 2.0, 20000)
    found = sampled.mean(x)
    assert found.low <= 1.0 <= found.high
    assert found.health.healthy
    moment = sampled.absolute_moment(x - 1.0, 2.0)
    assert moment.low <= 4.0 <= moment.high


def test_a_heavy_tail_is_reported():
    x = np.random.default_rng(2).pareto(1.1, 5000)
    assert not sampled.mean(x).health.healthy
    assert "draws" in sampled.mean(x).health.reason


def test_a_high_order_renyi_estimate_is_unhealthy_and_a_low_one_covers():
    rng = np.random.default_rng(3)
    z = rng.normal(0.0, 1.0, 100000)
    loss = 0.5 - z  # log density ratio of N(0, 1) against N(1, 1)
    low = sampled.renyi_from_log_ratios(loss, 1.5)
    assert low.health.healthy
    assert low.low <= 0.75 <= low.high
    high = sampled.renyi_from_log_ratios(loss, 8.0)
    assert not high.health.healthy
    assert high.value < 4.0


def test_the_distance_of_samples_is_that_of_the_sorted_coupling():
    rng = np.random.default_rng(4)
    x, y = rng.normal(0, 1, 4000), rng.normal(1, 1, 3000)
    found = sampled.wasserstein_line(x, y, 2.0, rng=rng, repeats=50)
    assert found.low <= 1.0 <= found.high
    assert found.health.healthy
    same = sampled.wasserstein_line([0.0, 1.0], [0.0, 0.0, 3.0], 1.0, rng=rng, repeats=5)
    assert same.value == pytest.approx((1 / 6) * 1 + (1 / 3) * 2)


def test_a_distance_that_is_all_bias_is_reported():
    rng = np.random.default_rng(5)
    found = sampled.wasserstein_line(rng.normal(size=500), rng.normal(size=500), 2.0, rng=rng, repeats=50)
    assert not found.health.healthy
    assert not sampled.wasserstein_line([0.0, 1.0], [1.0, 2.0], math.inf, rng=rng).health.healthy


def test_bad_samples_are_errors():
    with pytest.raises(ValueError, match="at least 2 draws"):
        sampled.mean([1.0])
    with pytest.raises(ValueError, match="finite"):
        sampled.mean([1.0, math.nan])
    with pytest.raises(ValueError, match="0 <= count <= draws"):
        sampled.event_probability(3, 2, 0.1)
    with pytest.raises(ValueError, match="error must lie"):
        sampled.event_probability(1, 2, 0.0)
