"""Kernels agree with their formula, covariances of derivatives with automatic differentiation, and draws with their covariance."""

import numpy as np
import pytest

from reproduce.frdp.kernels import GaussianKernels, draw_values, draw_with_slopes, joint_covariance, span_of
from reproduce.training.streams import deterministic, stream

torch = pytest.importorskip("torch")
KERNELS = GaussianKernels((0.7, 2.0))
CPU = torch.device("cpu")


@pytest.fixture(autouse=True)
def one_thread():
    with deterministic("cpu"):
        yield


def points(n, d, seed=0):
    return torch.as_tensor(np.random.default_rng(seed).standard_normal((n, d)))


def test_the_matrix_is_the_sum_of_exponentials_times_the_labels():
    x, y = points(3, 2), points(2, 2, 1)
    squares = ((x.numpy()[:, None] - y.numpy()[None]) ** 2).sum(2)
    expected = np.exp(-squares / (2 * 0.49)) + np.exp(-squares / 8)
    assert KERNELS(x, y).numpy() == pytest.approx(expected, rel=1e-12)
    tags, others = torch.eye(2, dtype=torch.float64)[[0, 1, 1]], torch.eye(2, dtype=torch.float64)[[1, 0]]
    assert KERNELS(x, y, tags, others).numpy() == pytest.approx(expected * [[0, 1], [1, 0], [1, 0]], rel=1e-12)
    assert KERNELS(x, x).diagonal().numpy() == pytest.approx([2, 2, 2], rel=1e-12)


def test_widths_must_be_positive():
    with pytest.raises(ValueError, match=r"widths must be positive, got widths=\(1.0, 0.0\)"):
        GaussianKernels((1.0, 0.0))


def test_the_slope_of_a_kernel_stays_below_its_bound():
    x = torch.zeros(1, 1, dtype=torch.float64)
    y = torch.linspace(-6, 6, 4001, dtype=torch.float64)[:, None].requires_grad_(True)
    (slopes,) = torch.autograd.grad(KERNELS(x, y).sum(), y)
    assert 0.5 * KERNELS.steepest() < float(slopes.abs().max()) <= KERNELS.steepest()


def test_covariances_of_derivatives_are_derivatives_of_the_kernel():
    places = points(3, 2)
    found = joint_covariance(KERNELS, places, 1)
    assert found.shape == (3 + 2 * 2, 3 + 2 * 2)

    def k(first, second):
        return KERNELS(first[None], second[None])[0, 0]

    for i in range(3):
        for j in (1, 2):
            slope = torch.func.grad(k, argnums=1)(places[i], places[j])
            at = 3 + 2 * (j - 1)
            assert found[i, at : at + 2].numpy() == pytest.approx(slope.numpy(), abs=1e-12)
            assert found[at : at + 2, i].numpy() == pytest.approx(slope.numpy(), abs=1e-12)
    for i in (1, 2):
        for j in (1, 2):
            twice = torch.func.jacrev(torch.func.grad(k, argnums=1), argnums=0)(places[i], places[j]).T
            block = found[1 + 2 * i : 3 + 2 * i, 1 + 2 * j : 3 + 2 * j]
            assert block.numpy() == pytest.approx(twice.numpy(), abs=1e-12)


def test_joint_draws_have_the_covariance_of_the_whole_space():
    """Two points in three dimensions: the span is a line, the other directions are drawn apart."""
    records, fixed = points(1, 3, 2), points(1, 3, 3)
    assert span_of(torch.cat([records, fixed])).shape == (3, 1)
    noise, draws = stream(CPU, 5, "draws"), []
    for _ in range(800):
        a, b, slopes = draw_with_slopes(KERNELS, records, None, fixed, None, noise)
        draws.append(torch.cat([a, b, slopes.reshape(-1)]))
    found = np.cov(torch.stack(draws).numpy(), rowvar=False)
    exact = joint_covariance(KERNELS, torch.cat([records, fixed]), 1).numpy()
    deviations = np.sqrt((exact**2 + np.outer(exact.diagonal(), exact.diagonal())) / 800)
    assert (np.abs(found - exact) < 5 * deviations).all()


def test_values_are_drawn_with_the_gram_matrix_also_where_points_are_equal():
    places = points(2, 2)[[0, 0, 1]]
    noise = stream(CPU, 6, "draws")
    draws = torch.stack([draw_values(KERNELS, places, None, noise) for _ in range(600)]).numpy()
    assert np.abs(draws[:, 0] - draws[:, 1]).max() < 1e-3
    exact = KERNELS(places, places).numpy()
    assert np.abs(np.cov(draws, rowvar=False) - exact).max() < 5 * 2 * np.sqrt(2 / 600)


def test_labels_are_drawn_apart_with_their_own_covariance():
    fixed, tags = points(3, 2, 4), torch.eye(2, dtype=torch.float64)[[0, 1, 0]]
    noise, draws = stream(CPU, 7, "draws"), []
    for _ in range(800):
        _, values, slopes = draw_with_slopes(KERNELS, fixed[:0], tags[:0], fixed, tags, noise)
        draws.append(torch.cat([values, slopes.reshape(-1)]))
    found = np.cov(torch.stack(draws).numpy(), rowvar=False)
    same = (tags @ tags.T).numpy()
    exact = joint_covariance(KERNELS, fixed, 0).numpy() * np.block([[same, np.repeat(same, 2, 1)], [np.repeat(same, 2, 0), np.kron(same, np.ones((2, 2)))]])
    deviations = np.sqrt((exact**2 + np.outer(exact.diagonal(), exact.diagonal())) / 800)
    assert (np.abs(found - exact) < 5 * deviations).all()
