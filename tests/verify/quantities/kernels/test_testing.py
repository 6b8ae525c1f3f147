"""Best tests and best couplings, held against linear programmes of SciPy."""

import random

import numpy as np
import pytest
from flint import fmpq
from scipy.optimize import linprog
from scipy.stats import norm

from verify.quantities.kernels.testing import gaussian_dp, least_exceedance, trade_off, trade_off_curve
from verify.quantities.kernels.wasserstein import wasserstein
from verify.values.laws import FiniteLaw
from verify.values.numbers import NoValue, Surd, enclose

ONE, TWO = fmpq(1), fmpq(2)


def drawn(seed, dimension=1):
    rng = random.Random(seed)
    points = list({tuple(fmpq(rng.randint(-4, 4), 2) for _ in range(dimension)) for _ in range(5)})
    weights = [rng.randint(1, 6) for _ in points]
    kept = points if dimension > 1 else [p[0] for p in points]
    return FiniteLaw(kept, [fmpq(w, sum(weights)) for w in weights])


def test_a_sure_test_has_no_errors_and_a_blind_one_only_guesses():
    p, q = FiniteLaw([fmpq(0)], [ONE]), FiniteLaw([fmpq(1)], [ONE])
    assert trade_off(p, q, fmpq(0)) == 0
    assert trade_off(p, p, fmpq(1, 3)) == fmpq(2, 3)


def test_collinear_corners_are_left_out():
    p = FiniteLaw([fmpq(0), fmpq(1), fmpq(2)], [fmpq(1, 4), fmpq(1, 4), fmpq(1, 2)])
    assert trade_off_curve(p, p) == ((0, 1), (1, 0))


@pytest.mark.parametrize("seed", range(12))
def test_the_best_test_is_the_optimum_of_its_linear_programme(seed):
    p, q = drawn(seed), drawn(seed + 100)
    points = sorted({*p.points, *q.points})
    a, b = ([float(dict(law.items()).get(x, 0)) for x in points] for law in (p, q))
    for level in (fmpq(0), fmpq(1, 7), fmpq(1, 2), ONE):
        best = linprog([-x for x in b], A_ub=[a], b_ub=[float(level)], bounds=(0, 1))
        assert float(trade_off(p, q, level)) == pytest.approx(1 + best.fun, abs=1e-9)


@pytest.mark.parametrize("seed", range(12))
def test_the_least_exceedance_is_the_optimum_of_its_linear_programme(seed):
    p, q = drawn(seed, 2), drawn(seed + 100, 2)
    for z in (fmpq(0), ONE, fmpq(5, 2)):
        costs = np.array([[float(max(abs(s - t) for s, t in zip(x, y, strict=True)) > z) for y in q.points] for x in p.points])
        m, n = costs.shape
        rows = [[float(k // n == i) for k in range(m * n)] for i in range(m)] + [[float(k % n == j) for k in range(m * n)] for j in range(n)]
        best = linprog(costs.ravel(), A_eq=rows, b_eq=[float(w) for w in (*p.weights, *q.weights)])
        assert float(least_exceedance(p, q, z, float("inf"))) == pytest.approx(best.fun, abs=1e-9)


def test_within_the_distance_of_order_infinity_nothing_exceeds():
    p, q = drawn(3, 2), drawn(4, 2)
    z = wasserstein(p, q, float("inf"), TWO)
    assert isinstance(z, Surd | fmpq)
    assert least_exceedance(p, q, z, TWO) == 0


def test_a_level_that_is_no_fraction_gives_an_enclosure():
    p, q = drawn(5), drawn(6)
    level = enclose(fmpq(1, 3), 40)
    found = enclose(trade_off(p, q, level), 40)
    exact = enclose(trade_off(p, q, fmpq(1, 3)), 200)
    assert found.lo <= exact.lo and exact.hi <= found.hi


@pytest.mark.parametrize("level", [fmpq(-1, 2), fmpq(3, 2)])
def test_there_is_no_trade_off_outside_the_unit_interval(level):
    with pytest.raises(NoValue):
        trade_off(drawn(1), drawn(2), level)


def test_the_gaussian_level_of_two_normal_laws_is_the_distance_of_their_means(law):
    assert gaussian_dp(law.normal(0, 4), law.normal(3, 4)) == fmpq(3, 2)


@pytest.mark.parametrize("seed", range(12))
def test_the_gaussian_level_is_the_least_one_below_the_trade_off_function(seed):
    rng = random.Random(seed)
    rows = [FiniteLaw([fmpq(k) for k in range(4)], [fmpq(w, sum(ws)) for w in ws]) for ws in ([rng.randint(1, 9) for _ in range(4)] for _ in range(2))]
    level = float(enclose(gaussian_dp(*rows)).hi)
    alphas = np.linspace(0.001, 0.999, 999)
    measured = np.array([float(trade_off(*rows, fmpq(k, 1000))) for k in range(1, 1000)])
    assert np.all(measured >= norm.cdf(norm.ppf(1 - alphas) - level) - 1e-12)
    assert np.any(measured < norm.cdf(norm.ppf(1 - alphas) - level * 0.98)) or level == 0
    assert enclose(gaussian_dp(*reversed(rows))).lo <= enclose(gaussian_dp(*rows)).hi


def test_laws_that_can_be_told_apart_for_sure_have_no_gaussian_level():
    p, q = FiniteLaw([ONE, TWO], [fmpq(1, 2)] * 2), FiniteLaw([ONE], [ONE])
    assert gaussian_dp(p, q) == gaussian_dp(q, p) == float("inf")
    assert gaussian_dp(p, p) == 0


def test_the_trade_off_function_of_normal_laws_is_that_of_a_threshold(law):
    found = enclose(trade_off(law.normal(0, 1), law.normal(1, 1), fmpq(1, 10)))
    assert float(found.lo) == pytest.approx(norm.cdf(norm.ppf(0.9) - 1), abs=1e-15)
    assert found.width < 1e-15
