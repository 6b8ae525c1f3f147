"""The features of the peer: length, inner products, what a record moves, noise, loss."""

import numpy as np
import pytest

from reproduce.frdp.fourier import feature_map, matching_loss, released_mean
from reproduce.frdp.kernels import GaussianKernels
from reproduce.training.streams import deterministic, stream

torch = pytest.importorskip("torch")
CPU, WIDTHS = torch.device("cpu"), (1.0, 3.0)


@pytest.fixture(autouse=True)
def one_thread():
    with deterministic("cpu"):
        yield


def points(n, seed=0):
    return torch.as_tensor(np.random.default_rng(seed).standard_normal((n, 4)))


def test_features_have_length_one_and_inner_products_near_the_mean_kernel():
    features, x = feature_map(4, WIDTHS, CPU, 0)(points(5)), points(5)
    assert (features * features).sum(1).numpy() == pytest.approx(np.ones(5), rel=1e-12)
    # a mean of 1000 cosines
    assert (features @ features.T).numpy() == pytest.approx(GaussianKernels(WIDTHS)(x, x).numpy() / 2, abs=5 / np.sqrt(1000))


def test_one_record_moves_the_sum_of_labelled_features_by_one():
    features, x, tags = feature_map(4, WIDTHS, CPU, 0), points(6), torch.eye(3, dtype=torch.float64)[[0, 1, 2, 0, 1, 2]]
    moved = features.labelled(x, tags) - features.labelled(x[:-1], tags[:-1])
    assert float(moved.norm()) == pytest.approx(1, rel=1e-12)


def test_the_released_mean_has_noise_of_the_stated_size():
    features, x = feature_map(4, WIDTHS, CPU, 0), points(6)
    exact = released_mean(features, x, None, 0.0, stream(CPU, 0, "noise"))
    noise = torch.cat([released_mean(features, x, None, 3.0, stream(CPU, s, "noise")) - exact for s in range(5)])
    assert float(noise.std()) == pytest.approx(3.0 / 6, rel=5 / np.sqrt(2 * len(noise)))
    assert exact.numpy() == pytest.approx(features(x).mean(0).numpy(), rel=1e-12)


def test_the_loss_is_the_squared_distance_of_means():
    features, w = feature_map(4, WIDTHS, CPU, 0), points(3, 1)
    target = released_mean(features, points(6), None, 0.0, stream(CPU, 0, "noise"))
    assert float(matching_loss(features, target, w, None)) == pytest.approx(float(((features(w).mean(0) - target) ** 2).sum()), rel=1e-12)
    assert float(matching_loss(features, target, points(6), None)) == pytest.approx(0, abs=1e-20)
