"""Gaussian processes on finite evaluation sets."""

import numpy as np
import pytest
import sympy as sp

from mechanisms import GaussianProcess

PROCESS = GaussianProcess(kernel="gaussian", width=1)


def test_the_covariance_is_the_kernel_of_the_distances():
    assert PROCESS.covariance((0, 1)) == sp.Matrix([[1, sp.exp(-sp.Rational(1, 2))], [sp.exp(-sp.Rational(1, 2)), 1]])
    laplacian = GaussianProcess(kernel="laplacian", width=2, variance=9)
    assert laplacian.covariance(((0, 0),), ((3, 4),)) == sp.Matrix([[9 * sp.exp(-sp.Rational(5, 2))]])


def test_the_norm_of_a_kernel_function_is_one():
    assert PROCESS.squared_norm((0,), (1,)) == 1
    assert PROCESS.squared_norm((0, 1), (1, -1)) == 2 - 2 * sp.exp(-sp.Rational(1, 2))


def test_the_shift_by_a_kernel_function_has_the_length_of_its_norm():
    points = (0, 1, 3)
    shift = [PROCESS.covariance((p,), (1,))[0, 0] for p in points]
    assert sp.simplify(PROCESS.shifted_norm(points, shift)) == 1


def test_equal_points_have_no_density_and_equal_draws():
    with pytest.raises(ValueError, match="distinct"):
        PROCESS.shifted_norm((1, 1), (1, 0))
    draws = PROCESS.sample((1, 1, 2), 50, np.random.default_rng(0))
    assert draws.shape == (50, 3)
    assert np.allclose(draws[:, 0], draws[:, 1])


def test_draws_have_the_covariance():
    draws = PROCESS.sample((0, 1), 40_000, np.random.default_rng(1))
    assert np.allclose(np.cov(draws.T), [[1, np.exp(-0.5)], [np.exp(-0.5), 1]], atol=0.03)


@pytest.mark.parametrize("broken", [{"kernel": "rbf", "width": 1}, {"kernel": "gaussian", "width": 0}, {"kernel": "gaussian", "width": 1, "variance": -1}])
def test_a_process_without_a_kernel_or_noise_is_refused(broken):
    with pytest.raises(ValueError, match="GaussianProcess"):
        GaussianProcess(**broken)
