"""The composition experiment: repeatable, and each accountant against a direct computation on a small case."""

import math

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import binom, norm, t

from reproduce.wdp import composition as c


@pytest.fixture(scope="module")
def levels():
    return c.run(0)["epsilon"]


def test_the_same_seed_gives_the_same_numbers_and_another_seed_others():
    one, two, other = (c.run(seed)["epsilon"]["bayesian"]["no"]["1"]["0.5"][100] for seed in (3, 3, 4))
    assert one == two != other


def test_every_accountant_has_every_step_at_every_threshold_and_unit(levels):
    assert set(levels) == {"moments", "bayesian", "wasserstein-infimum", "wasserstein-sum"}
    for tables in levels.values():
        for clipped in ("no", "yes"):
            for factor in c.FACTORS:
                for quantile in c.QUANTILES:
                    assert list(tables[clipped][factor][quantile]) == list(range(1, 101))


def test_the_cost_is_the_logarithm_of_the_binomial_mean():
    k = np.arange(c.POWER + 2)
    for ratio in (0.0, 0.3, 1.0, 1.7):
        direct = math.log(np.sum(binom.pmf(k, c.POWER + 1, c.RATE) * np.exp(k * (k - 1) * ratio**2 / 2)))
        assert c.step_cost(np.array([ratio]))[0] == pytest.approx(direct, rel=1e-9, abs=1e-14)


def test_the_moment_of_a_pair_is_that_of_the_normal_law():
    scale, distance = 0.7, 900.0
    deviation = math.sqrt((2 - 2 * c.RATE + 2 * c.RATE**2) * scale**2)
    direct = quad(lambda z: z**16 * norm.pdf(z, c.RATE * distance, deviation), -20, 20)[0]
    infimum, total = c.wasserstein_losses(np.array([[distance, distance]]), scale)
    assert infimum[0] == pytest.approx(direct ** (1 / 16), rel=1e-8)
    assert total[0] == pytest.approx((2 * direct) ** (1 / 16), rel=1e-8)


def test_the_bayesian_cost_is_the_confidence_limit_of_the_mean():
    costs = np.array([[0.01, 0.03, 0.02, 0.05]])
    values = np.exp(1 * costs[0])
    limit = values.mean() + t.isf(c.MISSED, 3) * values.std() / math.sqrt(3)
    assert c.bayesian_costs(costs)[0] == pytest.approx(math.log(limit), rel=1e-9)


def test_clipping_bounds_the_distance_of_a_pair_and_leaves_short_gradients_alone():
    gradients = np.array([[3.0, 4.0], [0.0, 1.0], [60.0, 80.0]])
    grams = (gradients @ gradients.T)[None]
    norms = np.sqrt(np.einsum("tii->ti", grams))
    free = c.pair_distances(norms, grams, math.inf)[0]
    assert free == pytest.approx([math.hypot(3, 3), 95.0, math.hypot(60, 79)])
    clipped = c.pair_distances(norms, grams, 5.0)[0]
    assert clipped == pytest.approx([math.hypot(3, 3), 0.0, math.hypot(3, 3)], abs=1e-6)


def test_the_wasserstein_level_scales_with_the_unit_and_the_others_do_not(levels):
    base = -math.log(c.DELTA) / c.BETA
    for accountant in ("wasserstein-infimum", "wasserstein-sum"):
        one, ten = (levels[accountant]["no"][f]["0.5"][100] - base for f in ("1", "10"))
        assert ten == pytest.approx(10 * one, rel=1e-12)
    for accountant in ("moments", "bayesian"):
        assert levels[accountant]["no"]["1"] == levels[accountant]["no"]["10"]
