"""Kernel means, labels, private objectives and random Fourier features: definitions against each other, SciPy and torch; bad input."""

import numpy as np
import pytest
import sympy as sp
from scipy.stats import multivariate_normal

from mechanisms import Discrepancy, FourierFeatures, GaussianProcess, LabelledKernel, MeanFunction, NormalVector

PROCESS = GaussianProcess(kernel="gaussian", width=1)
RECORDS, OTHERS, POINTS = (0, 1, 3), (0, 1, 2), (0, sp.Rational(1, 2))


def test_one_replaced_record_moves_the_mean_by_a_product_of_kernels():
    distance = MeanFunction(PROCESS, RECORDS).squared_distance(MeanFunction(PROCESS, OTHERS))
    assert sp.simplify(distance - (2 - 2 * sp.exp(-sp.Rational(1, 2))) / 9) == 0


def test_values_are_inner_products_with_the_kernel():
    mean, point = MeanFunction(PROCESS, RECORDS), MeanFunction(PROCESS, (2,))
    assert sp.simplify(mean.at((2,))[0] - mean.inner(point)) == 0


def test_opposite_labels_add_what_equal_ones_take_away():
    kernel = LabelledKernel(PROCESS)
    near, far = ((0, (1,)),), ((0, (-1,)),)
    assert MeanFunction(kernel, near).squared_distance(MeanFunction(kernel, far)) == 4
    assert MeanFunction(kernel, ((0, (1, 0)),)).squared_distance(MeanFunction(kernel, ((0, (0, 1)),))) == 2


def test_the_release_is_a_normal_law_around_the_mean_function():
    law = MeanFunction(PROCESS, RECORDS).release(POINTS, 2)
    assert np.allclose(np.array(law.matrix(), dtype=float), 2 * np.array(PROCESS.covariance(POINTS), dtype=float))
    draws = law.sample(20_000, np.random.default_rng(0))
    reference = multivariate_normal([float(x) for x in law.mean], np.array(law.matrix(), dtype=float))
    assert abs(reference.logpdf(draws).mean() + reference.entropy()) < 0.05


def test_the_objective_through_the_mean_function_is_the_discrepancy():
    objective = Discrepancy(MeanFunction(PROCESS, RECORDS), (2, 4))
    assert sp.simplify(objective.value() - objective.through(objective.mean.at(objective.points()))) == 0
    assert float(objective.value()) > 0


def test_the_released_number_has_the_variance_of_its_draws():
    objective = Discrepancy(MeanFunction(PROCESS, RECORDS), (2, 4))
    law = objective.released(sp.Rational(1, 2))
    values = PROCESS.sample(objective.points(), 40_000, np.random.default_rng(1)) * np.sqrt(0.5) + np.array([float(x) for x in objective.mean.at(objective.points())])
    numbers = values @ np.array([float(x) for x in objective.coefficients()]) + float(objective.value() - sum(
        c * v for c, v in zip(objective.coefficients(), objective.mean.at(objective.points()), strict=True)))
    assert np.isclose(numbers.mean(), float(law.mean), atol=0.02)
    assert np.isclose(numbers.var(), float(law.variance), rtol=0.04)
    assert float(objective.released(1, data_term=False).variance) != float(objective.released(1).variance)


def test_fourier_features_approach_the_kernel_and_have_length_one():
    made = FourierFeatures(dimension=2, count=20_000, width=1.5, seed=3)
    points = np.array([[0.0, 0.0], [1.0, -1.0]])
    features = made.features(points)
    assert np.allclose((features**2).sum(1), 1)
    assert np.isclose(features[0] @ features[1], np.exp(-2 / (2 * 1.5**2)), atol=0.02)


def test_the_summary_gives_the_distance_of_the_means_of_the_features():
    made, rng = FourierFeatures(dimension=1, count=50, width=1, seed=0), np.random.default_rng(0)
    records, generated = rng.standard_normal((5, 1)), rng.standard_normal((7, 1))
    summary = made.release(records, 0, rng)
    assert np.isclose(made.loss(summary, generated), ((made.features(records).mean(0) - made.features(generated).mean(0)) ** 2).sum())
    assert np.linalg.norm(summary - made.release(np.vstack([records[:-1], [[9.0]]]), 0, rng)) <= 2 / 5


@pytest.mark.parametrize(("make", "message"), [
    (lambda: MeanFunction(PROCESS, ()), "divisor=0"), (lambda: MeanFunction(PROCESS, RECORDS, -1), "divisor=-1"),
    (lambda: Discrepancy(MeanFunction(PROCESS, RECORDS), ()), "got 3 and 0"),
    (lambda: LabelledKernel(PROCESS).covariance([(0, (1, 0)), (1, (1,))]), "one length"),
    (lambda: FourierFeatures(dimension=1, count=0, width=1, seed=0), "count=0"), (lambda: FourierFeatures(dimension=1, count=1, width=0, seed=0), "width=0"),
    (lambda: FourierFeatures(dimension=2, count=1, width=1, seed=0).features(np.zeros((3, 1))), r"shape=\(3, 1\)"),
    (lambda: FourierFeatures(dimension=1, count=1, width=1, seed=0).release(np.zeros((3, 1)), -1, np.random.default_rng(0)), "variance=-1"),
    (lambda: NormalVector((0, 0), ((1, 2), (2, 1))), r"entry 2 at \(2, 1\)"), (lambda: NormalVector((0, 0), ((1, 0), (0, -1))), r"variance -1 at \(2, 2\)"),
    (lambda: NormalVector((0, 0, 0), ((4, -3, -3), (-3, 4, -3), (-3, -3, 4))), "eigenvalue -2"),
])
def test_bad_input_is_named(make, message):
    with pytest.raises(ValueError, match=message):
        make()
