"""Renyi divergences at real orders and the epsilons they give: against closed forms, sums and another accountant."""

import math
import warnings

import pytest

from verify.account import AccountError, LaplaceRun, NormalRun, RandomisedRun, SubsampledRun, epsilon_of, renyi_divergence, renyi_epsilon

DELTA = "1e-5"


def binomial_sum(q: float, sigma: float, order: int) -> float:
    terms = [math.comb(order, k) * (1 - q) ** (order - k) * q**k * math.exp((k * k - k) / (2 * sigma**2)) for k in range(order + 1)]
    return math.log(math.fsum(terms)) / (order - 1)


@pytest.mark.parametrize("q, sigma, order", [("0.01", "1", 3), ("0.1", "2", 8), ("0.5", "0.7", 2)])
def test_whole_orders_are_the_binomial_sum(q, sigma, order):
    found = renyi_divergence(SubsampledRun(q, sigma), order, "remove")
    assert float(found.lo) == pytest.approx(binomial_sum(float(q), float(sigma), order), rel=1e-9)  # sums of doubles


def test_the_divergence_is_larger_with_the_record_removed_at_every_order():
    run = SubsampledRun("0.05", "1.3")
    for order in ("1.2", "2.5", "7", "30.5"):
        assert renyi_divergence(run, order, "add").hi < renyi_divergence(run, order, "remove").lo


def test_normal_laplace_and_randomised_response_have_their_closed_forms():
    assert float(renyi_divergence(NormalRun(2), "3.5").lo) == pytest.approx(3.5 / 8, rel=1e-15)
    a = 2.5
    laplace = math.log(a / (2 * a - 1) * math.exp((a - 1) / 2) + (a - 1) / (2 * a - 1) * math.exp(-a / 2)) / (a - 1)
    assert float(renyi_divergence(LaplaceRun(2), "2.5").lo) == pytest.approx(laplace, rel=1e-12)  # double precision
    p = math.e / (1 + math.e)
    response = math.log(p**a * (1 - p) ** (1 - a) + (1 - p) ** a * p ** (1 - a)) / (a - 1)
    assert float(renyi_divergence(RandomisedRun(1), "2.5").lo) == pytest.approx(response, rel=1e-12)  # double precision


def test_each_conversion_is_better_than_the_one_before_and_worse_than_the_loss_itself():
    run = SubsampledRun("0.01", "5.75")
    classic, scaled, improved = (renyi_epsilon(run, 20_000, DELTA, conversion=c) for c in ("classic", "scaled", "improved"))
    assert classic.lo > scaled.hi and scaled.lo > improved.hi and improved.lo > epsilon_of(run, 20_000, DELTA).hi
    assert improved.hi - improved.lo < 1e-9


def test_all_orders_are_at_least_as_good_as_some():
    run = NormalRun(3)
    best = renyi_epsilon(run, 10, DELTA, conversion="classic")
    exact = 10 / 18 + 2 * math.sqrt(10 / 18 * math.log(1e5))  # the minimum of n a/(2 s^2) + log(1/delta)/(a - 1) over a
    assert float(best.lo) == pytest.approx(exact, rel=1e-9)  # the interval is 1e-11 wide
    some = renyi_epsilon(run, 10, DELTA, conversion="classic", orders=["2", "4.5", "6"])
    assert best.hi <= some.lo


@pytest.mark.parametrize("q, sigma, steps", [("0.001", "1.95", 200_000), ("0.01", "5.75", 20_000)])
def test_the_grid_of_a_library_gives_what_the_library_gives(q, sigma, steps):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        dp = pytest.importorskip("dp_accounting")
        accountant = pytest.importorskip("dp_accounting.rdp").RdpAccountant()
        accountant.compose(dp.SelfComposedDpEvent(dp.PoissonSampledDpEvent(float(q), dp.GaussianDpEvent(float(sigma))), steps))
        epsilon, order = accountant.get_epsilon_and_optimal_order(1e-5)
    found = renyi_epsilon(SubsampledRun(q, sigma), steps, DELTA, "remove", orders=[str(order)])
    assert float(found.lo) == pytest.approx(epsilon, rel=1e-9)  # the library works in double precision


@pytest.mark.parametrize("q, sigma, steps", [("0.001", "1.95", 200_000), ("0.01", "5.75", 20_000), ("0.01", "25", 20_000)])
def test_the_lower_end_is_below_the_pessimistic_loss_distribution_of_a_library(q, sigma, steps):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        dp = pytest.importorskip("dp_accounting")
        accountant = pytest.importorskip("dp_accounting.pld").PLDAccountant()
        accountant.compose(dp.SelfComposedDpEvent(dp.PoissonSampledDpEvent(float(q), dp.GaussianDpEvent(float(sigma))), steps))
        epsilon = accountant.get_epsilon(1e-5)
    found = epsilon_of(SubsampledRun(q, sigma), steps, DELTA)
    assert found.lo <= epsilon <= float(found.hi) + 0.02


def test_bad_orders_and_conversions_are_named():
    run = SubsampledRun("0.1", 1)
    with pytest.raises(AccountError, match="order must be above 1, got order=1"):
        renyi_divergence(run, 1)
    with pytest.raises(AccountError, match="conversion must be one of classic, scaled, improved, got conversion=best"):
        renyi_epsilon(run, 1, DELTA, conversion="best")
    with pytest.raises(AccountError, match="Renyi divergences need delta0=0, got delta0=1e-6"):
        renyi_divergence(RandomisedRun(1, "1e-6"), 2)
