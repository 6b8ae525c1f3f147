"""Noisy contractive iterations."""

from fractions import Fraction

import numpy as np
import pytest
import scipy.stats
import sympy as sp

from mechanisms import CorrelatedLinearIteration, Finite, GridIteration, LinearGaussianIteration, Normal, NormalVector

HALF = Fraction(1, 2)
NOISE = Finite.uniform((-1, 1))


def halving(w, x):
    return w / 2 + x


def test_the_law_of_a_grid_iteration_is_that_of_its_runs():
    data = Finite(((0, 1), (1, 1)), (Fraction(1, 4), Fraction(3, 4)))
    law = GridIteration(0, (halving, halving), (NOISE, NOISE), data).law()
    runs = Finite.gathered(((HALF * (x + a) + y + b, w * Fraction(1, 4)) for (x, y), w in data.items() for a in (-1, 1) for b in (-1, 1)))
    assert law.table() == runs.table()


def test_records_at_different_times_may_depend_on_each_other():
    equal = Finite(((0, 0), (1, 1)), (HALF, HALF))
    free = Finite.uniform(((0, 0), (0, 1), (1, 0), (1, 1)))
    laws = [GridIteration(0, (halving, halving), (NOISE, NOISE), data).law() for data in (equal, free)]
    assert laws[0].table() != laws[1].table()


def test_expansion_is_the_least_lipschitz_constant_on_the_states():
    data = Finite.point_mass((0,))
    assert GridIteration(0, (lambda w, x: 3 * w,), (NOISE,), data).expansion((0, 1, 5)) == 3
    assert GridIteration(0, (halving,), (NOISE,), data).expansion((0, 1, 5)) == HALF


def test_a_linear_iteration_with_normal_noise_is_normal():
    s, a = sp.symbols("s a", positive=True)
    law = LinearGaussianIteration(1, (HALF, HALF), (0, a), (s**2, s**2)).law()
    assert law == Normal(a + sp.Rational(1, 4), variance=sp.Rational(5, 4) * s**2)


@pytest.mark.parametrize(("broken", "words"), [
    (lambda: GridIteration(0, (halving,), (NOISE, NOISE), Finite.point_mass((0,))), "one entry for each step"),
    (lambda: GridIteration(0, (halving,), (NOISE,), Finite.point_mass((0, 1))), "tuples of 1 records"),
    (lambda: LinearGaussianIteration(0, (2,), (0,), (1,)), r"factors\[0\]=2"),
    (lambda: LinearGaussianIteration(0, (1, 1), (0,), (1,)), "one entry for each step"),
])
def test_an_iteration_whose_parts_do_not_fit_is_refused(broken, words):
    with pytest.raises(ValueError, match=words):
        broken()


def test_correlated_data_move_the_law_of_the_last_iterate():
    half = Fraction(1, 2)
    data = NormalVector((0, 1, 2), ((1, half, 0), (half, 1, half), (0, half, 1)))
    iteration = CorrelatedLinearIteration(3, (half, half, 1), (1, 2, 1), (1, 1, 1), data)
    first, second = iteration.law(0, 0), iteration.law(0, 4)
    assert first.variance == second.variance
    assert second.mean - first.mean == 4 * (half + 2 * half)  # the record moves itself by weight 1/2 and its neighbour by covariance 1/2 and weight 2

    rng = np.random.default_rng(11)
    rest = rng.multivariate_normal([1, 2], [[0.75, 0.5], [0.5, 1.0]], 20_000)
    w = np.full(20_000, 3.0)
    for factor, weight, x in zip((0.5, 0.5, 1.0), (1, 2, 1), (np.zeros(20_000), rest[:, 0], rest[:, 1]), strict=True):
        w = factor * w + weight * x + rng.normal(size=20_000)
    assert scipy.stats.kstest(w, scipy.stats.norm(float(first.mean), float(first.scale_)).cdf).pvalue > 1e-4


def test_correlated_data_of_another_length_or_an_expanding_step_are_named():
    data = NormalVector((0, 0), ((1, 0), (0, 1)))
    with pytest.raises(ValueError, match="one record for each of 1 steps"):
        CorrelatedLinearIteration(0, (1,), (1,), (1,), data)
    with pytest.raises(ValueError, match=r"factors\[1\]=2"):
        CorrelatedLinearIteration(0, (1, 2), (1, 1), (1, 1), data)
    with pytest.raises(ValueError, match="position=2"):
        CorrelatedLinearIteration(0, (1, 1), (1, 1), (1, 1), data).law(2, 0)
