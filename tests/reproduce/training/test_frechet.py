"""The distance of samples is the squared 2-Wasserstein distance of normal laws with their moments."""

import numpy as np
import pytest

from reproduce.training.frechet import frechet_distance, normal_distance


def test_commuting_covariances_have_the_closed_form():
    first, second = np.array([4.0, 9.0, 0.25]), np.array([1.0, 16.0, 0.0])
    turn, _ = np.linalg.qr(np.random.default_rng(1).standard_normal((3, 3)))
    means = np.array([1.0, 0.0, 2.0]), np.array([0.0, 0.5, -1.0])
    found = normal_distance(turn @ means[0], turn @ np.diag(first) @ turn.T, turn @ means[1], turn @ np.diag(second) @ turn.T)
    assert found == pytest.approx(((means[0] - means[1]) ** 2).sum() + ((np.sqrt(first) - np.sqrt(second)) ** 2).sum(), rel=1e-9)


def test_covariances_that_do_not_commute_agree_with_the_eigenvalues_of_their_product():
    rng = np.random.default_rng(2)
    a, b = (x @ x.T for x in rng.standard_normal((2, 4, 4)))
    crossed = np.sqrt(np.linalg.eigvals(a @ b).real).sum()
    assert normal_distance(np.zeros(4), a, np.zeros(4), b) == pytest.approx(np.trace(a) + np.trace(b) - 2 * crossed, rel=1e-8)


def test_large_samples_of_normal_laws_come_near_the_closed_form():
    rng = np.random.default_rng(3)
    first, second = rng.standard_normal((40_000, 2)), np.array([1.0, 0.0]) + rng.standard_normal((40_000, 2)) * [2.0, 3.0]
    # standard errors of means and deviations are below 0.02; each enters with a factor of at most 4
    assert frechet_distance(first, second) == pytest.approx(1 + 1 + 4, abs=0.3)


def test_a_sample_has_distance_zero_to_itself_and_shapes_are_checked():
    sample = np.random.default_rng(4).standard_normal((50, 3))
    assert frechet_distance(sample, sample) == pytest.approx(0, abs=1e-9)
    with pytest.raises(ValueError, match=r"shapes \(n, d\) and \(m, d\) with n, m >= 2, got \(50, 3\) and \(1, 3\)"):
        frechet_distance(sample, sample[:1])
