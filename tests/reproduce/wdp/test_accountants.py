"""Levels of a run against direct formulas, the choice of the noise, and the composed loss of one step."""

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from reproduce.wdp.accountants import (
    BETA,
    COMPOSED_DELTA,
    POWERS,
    Account,
    attack_probability,
    bayesian,
    chosen_noise,
    composed,
    levels,
    moments,
    one_step,
    wasserstein,
)
from verify.account.accountant import epsilon_of
from verify.account.runs import SubsampledRun

RUN = Account(np.random.default_rng(0).uniform(0.2, 1.4, (20, 28)), Fraction(1, 50), 2.0, 1.0, 64)


def test_the_moments_level_is_the_least_over_the_powers_of_its_definition():
    def cost(power):
        return math.log(sum(math.comb(power + 1, k) * 0.02**k * 0.98 ** (power + 1 - k) * math.exp(k * (k - 1) / (2 * 4.0)) for k in range(power + 2)))

    assert moments(RUN) == pytest.approx(min((20 * cost(p) - math.log(1e-5)) / p for p in POWERS), rel=1e-9)


def test_the_wasserstein_levels_grow_with_distance_and_noise_and_depend_on_the_unit():
    base = wasserstein(RUN, 0)
    floor = -math.log(1e-10) / BETA
    assert base > floor
    assert wasserstein(RUN, 1) > base
    assert wasserstein(replace(RUN, sigma=4.0), 0) > base
    assert wasserstein(replace(RUN, threshold=10.0), 0) - floor == pytest.approx(10 * (base - floor), rel=1e-9)


def test_equal_distances_leave_the_bayesian_accountant_the_cost_of_one_pair():
    same = replace(RUN, distances=np.ones((20, 28)))
    # no spread, so the confidence limit is the mean itself; only delta differs from the moments accountant
    assert bayesian(same) == pytest.approx(min((POWER_COST(p) * 20 - math.log(1e-10 - 20e-16)) / p for p in POWERS), rel=1e-3)


def POWER_COST(power):
    return math.log(sum(math.comb(power + 1, k) * 0.02**k * 0.98 ** (power + 1 - k) * math.exp(k * (k - 1) / (2 * 4.0)) for k in range(power + 2)))


@pytest.mark.parametrize("accountant", ["moments", "bayesian", "wasserstein-infimum", "wasserstein-sum"])
def test_the_chosen_noise_meets_the_budget_and_hardly_less_would(accountant):
    budget = levels(RUN)[accountant]
    found = chosen_noise(RUN, accountant, budget)
    assert found == pytest.approx(RUN.sigma, rel=2e-3)
    assert levels(replace(RUN, sigma=found))[accountant] <= budget * (1 + 1e-12)


def test_a_budget_below_every_level_has_no_noise():
    assert chosen_noise(RUN, "bayesian", 0.01) is None
    assert chosen_noise(RUN, "wasserstein-sum", 0.7) is None


def test_no_noise_has_no_finite_divergence_level():
    bare = replace(RUN, sigma=0.0)
    assert levels(bare)["moments"] == math.inf and levels(bare)["bayesian"] == math.inf
    assert math.isfinite(levels(bare)["wasserstein-infimum"])
    assert composed(bare) == (math.inf, "no noise")


@pytest.mark.parametrize("sigma", [0.8, 1.5])
def test_one_step_agrees_with_the_accountant(sigma):
    exact = epsilon_of(SubsampledRun(RUN.rate, Fraction(sigma)), 1, COMPOSED_DELTA)
    assert one_step(RUN.rate, sigma) == pytest.approx(float(exact.lo), rel=1e-9)
    assert composed(replace(RUN, sigma=0.01))[1] == "one step"


def test_the_attack_probability_is_the_logistic_function():
    assert attack_probability(2.2) == pytest.approx(0.9002, abs=1e-4)
    assert attack_probability(math.inf) == 1.0
