"""epsilon and delta of compositions: two routes that agree, known values, directions, and bad input named."""

import math
from fractions import Fraction

import pytest
from scipy.optimize import brentq
from scipy.special import ndtr

from verify.account import AccountError, LaplaceRun, NormalRun, RandomisedRun, SubsampledRun, TooDear, delta_of, epsilon_of
from verify.values.numbers import Enclosure

ROWS = [("0.001", "0.6", 200_000), ("0.001", "1.95", 200_000), ("0.001", "8", 200_000), ("0.01", "1", 20_000), ("0.01", "5.75", 20_000), ("0.01", "25", 20_000)]
DELTA = Fraction(1, 10**5)


def overlap(a: Enclosure, b: Enclosure) -> bool:
    return bool(a.lo <= b.hi and b.lo <= a.hi)


def width(a: Enclosure) -> float:
    return float(a.hi) - float(a.lo)


@pytest.mark.parametrize("q, sigma, steps", ROWS)
def test_the_contour_encloses_the_rows_narrowly(q, sigma, steps):
    assert width(epsilon_of(SubsampledRun(q, sigma), steps, DELTA)) < 1e-9


@pytest.mark.parametrize("q, sigma, steps", [ROWS[4], ROWS[5]])
def test_the_two_routes_agree_on_rows(q, sigma, steps):
    run = SubsampledRun(q, sigma)
    for direction in ("add", "remove"):
        fine, coarse = (epsilon_of(run, steps, DELTA, direction, route) for route in ("contour", "discretised"))
        assert coarse.lo <= fine.lo and fine.hi <= coarse.hi and width(coarse) < 0.01


def test_a_replaced_record_is_dearer_than_a_removed_one_and_cheaper_than_two():
    run = SubsampledRun("0.01", "5.75")
    one, replaced = epsilon_of(run, 5_000, DELTA, "both"), epsilon_of(run, 5_000, DELTA, "replace")
    assert one.hi < replaced.lo < 2 * one.lo
    assert overlap(replaced, epsilon_of(run, 5_000, DELTA, "replace", "discretised"))


def test_the_direction_both_is_the_worse_of_the_two():
    run = SubsampledRun("0.01", "1")
    both, add, remove = (epsilon_of(run, 20_000, DELTA, d) for d in ("both", "add", "remove"))
    assert add.hi < remove.lo and both.lo == remove.lo and both.hi == remove.hi


@pytest.mark.parametrize("steps, sigma", [(1, 3.0), (10, 3.0), (1000, 40.0)])
def test_normal_compositions_have_twelve_digits_of_the_closed_form(steps, sigma):
    mu = math.sqrt(steps) / sigma
    expected = brentq(lambda e: ndtr(mu / 2 - e / mu) - math.exp(e) * ndtr(-mu / 2 - e / mu) - 1e-5, 0, 100, xtol=1e-14)
    found = epsilon_of(NormalRun(Fraction(sigma)), steps, DELTA)
    assert width(found) < 1e-12 * float(found.hi) and float(found.lo) == pytest.approx(expected, rel=1e-9)  # brentq works in double precision
    assert overlap(found, epsilon_of(NormalRun(Fraction(sigma)), steps, DELTA, route="discretised"))


def test_sampling_every_record_is_the_normal_mechanism_and_sampling_none_is_free():
    assert overlap(epsilon_of(SubsampledRun(1, 3), 10, DELTA), epsilon_of(NormalRun(3), 10, DELTA))
    moved = epsilon_of(SubsampledRun(1, 3), 10, DELTA, "replace")
    assert overlap(moved, epsilon_of(NormalRun(3), 20, DELTA))  # a distance of sqrt(2)
    assert epsilon_of(SubsampledRun(0, 3), 10, DELTA).hi == 0


def test_one_run_of_subsampling_is_the_amplified_profile():
    found = delta_of(SubsampledRun("0.1", 1), 1, "0.2", "remove")
    inner = math.log1p(math.expm1(0.2) / 0.1)
    base = ndtr(0.5 - inner) - math.exp(inner) * ndtr(-0.5 - inner)
    assert float(found.lo) == pytest.approx(0.1 * base, rel=1e-12)  # double precision


@pytest.mark.parametrize("steps", [2, 5, 50])
def test_randomised_response_is_the_binomial_sum(steps):
    level, epsilon = Fraction(1, 2), Fraction(3, 5)
    p = math.exp(0.5) / (1 + math.exp(0.5))
    expected = math.fsum(math.comb(steps, j) * max(0.0, p**j * (1 - p) ** (steps - j) - math.exp(0.6) * (1 - p) ** j * p ** (steps - j)) for j in range(steps + 1))
    found = delta_of(RandomisedRun(level), steps, epsilon)
    assert float(found.lo) == pytest.approx(expected, rel=1e-9)  # sums of doubles
    assert overlap(found, delta_of(RandomisedRun(level), steps, epsilon, route="discretised"))


def test_failures_add_to_delta():
    clean, failing = RandomisedRun("0.2"), RandomisedRun("0.2", "1e-6")
    assert epsilon_of(failing, 50, "1e-3").lo > epsilon_of(clean, 50, "1e-3").hi
    with pytest.raises(AccountError, match=r"delta must be above the mechanism's floor 4\.99\d*e-5.*got delta=1e-05"):
        epsilon_of(failing, 50, "1e-5")


@pytest.mark.parametrize("steps", [1, 2, 10, 48, 49, 1000])
def test_laplace_by_residues_by_the_contour_and_on_the_lattice_agree(steps):
    run = LaplaceRun(10)
    lattice = epsilon_of(run, steps, DELTA, route="discretised")
    try:
        fine = epsilon_of(run, steps, DELTA)
    except TooDear:
        assert 48 < steps < 1000
        return
    assert overlap(fine, lattice) and float(fine.hi) <= steps / 10


def test_a_few_runs_of_a_steep_loss_are_refused_and_the_lattice_answers():
    run = SubsampledRun("0.01", 1)
    with pytest.raises(TooDear, match="5 runs would need more than"):
        epsilon_of(run, 5, DELTA)
    assert width(epsilon_of(run, 5, DELTA, route="discretised")) < 0.01


def test_delta_at_epsilon_and_epsilon_at_delta_are_inverse():
    run = SubsampledRun("0.01", "5.75")
    at = epsilon_of(run, 20_000, DELTA)
    below, above = Fraction(str(round(float(at.lo) - 1e-6, 9))), Fraction(str(round(float(at.hi) + 1e-6, 9)))
    assert delta_of(run, 20_000, below).lo > 1e-5 > delta_of(run, 20_000, above).hi


def test_a_billion_runs_take_no_longer_line():
    found = epsilon_of(SubsampledRun("0.001", "1.95"), 10**9, DELTA)
    assert width(found) < 1e-9 * float(found.hi)


@pytest.mark.parametrize("make, message", [
    (lambda: SubsampledRun("1.5", 1), r"q must lie in \[0, 1\], got q=1.5"),
    (lambda: SubsampledRun("-0.1", 1), r"q must lie in \[0, 1\], got q=-0.1"),
    (lambda: SubsampledRun("0.1", 0), r"sigma must be positive, got sigma=0"),
    (lambda: NormalRun(-2), r"sigma must be positive, got sigma=-2"),
    (lambda: LaplaceRun(0), r"scale must be positive, got scale=0"),
    (lambda: RandomisedRun(1, 1), r"delta0 must lie in \[0, 1\), got delta0=1"),
    (lambda: epsilon_of(NormalRun(1), 0, DELTA), r"steps must be a whole number from 1 to \d+, got steps=0"),
    (lambda: epsilon_of(NormalRun(1), 1, 1), r"delta must lie in \(0, 1\), got delta=1"),
    (lambda: epsilon_of(NormalRun(1), 1, DELTA, "sideways"), r"direction must be one of add, remove, both, replace, got direction=sideways"),
    (lambda: epsilon_of(NormalRun(1), 1, DELTA, "replace"), r"direction=replace is known for subsampled-gaussian, got gaussian"),
    (lambda: epsilon_of(NormalRun(1), 1, DELTA, route="magic"), r"route must be one of contour, discretised, got route=magic"),
    (lambda: delta_of(NormalRun(1), 1, -1), r"epsilon must be at least 0, got epsilon=-1"),
])
def test_bad_input_is_named(make, message):
    with pytest.raises(AccountError, match=message):
        make()
