"""A private step against gradients by hand, the norms that clipping leaves, what a record moves, and the noise."""

import math

import numpy as np
import pytest

from reproduce.training.streams import deterministic, stream
from reproduce.wdp.network import SMALL, network
from reproduce.wdp.private_sgd import at_a_time, clipped_sum, cross_entropy_of, descend, noisy_mean

torch = pytest.importorskip("torch")
CPU = torch.device("cpu")


@pytest.fixture(autouse=True)
def one_thread():
    with deterministic("cpu"):
        yield


@pytest.fixture
def linear():
    """A linear map to three classes, seven records with labels."""
    rng = np.random.default_rng(0)
    layer = torch.nn.Linear(4, 3).double()
    parameters = {"weight": torch.as_tensor(rng.standard_normal((3, 4))), "bias": torch.as_tensor(rng.standard_normal(3))}
    return layer, parameters, torch.as_tensor(rng.standard_normal((7, 4))), torch.as_tensor(rng.integers(0, 3, 7))


def by_hand(parameters, records, labels):
    """Gradients of the cross entropy: (probabilities - one-hot) times record and 1."""
    scores = records.numpy() @ parameters["weight"].numpy().T + parameters["bias"].numpy()
    shares = np.exp(scores) / np.exp(scores).sum(1, keepdims=True)
    errors = shares - np.eye(3)[labels.numpy()]
    return errors[:, :, None] * records.numpy()[:, None, :], errors


def test_a_step_is_the_one_computed_by_hand(linear):
    layer, parameters, records, labels = linear
    slopes, errors = by_hand(parameters, records, labels)
    norms = np.sqrt((slopes**2).sum((1, 2)) + (errors**2).sum(1))
    threshold = float(np.median(norms))
    shrink = np.minimum(1, threshold / norms)
    clipped = clipped_sum(cross_entropy_of(layer), parameters, records, labels, threshold, keep=2)
    assert clipped.total["weight"].numpy() == pytest.approx((shrink[:, None, None] * slopes).sum(0), rel=1e-10)
    assert clipped.total["bias"].numpy() == pytest.approx((shrink[:, None] * errors).sum(0), rel=1e-10)
    assert clipped.kept.numpy() == pytest.approx(np.hstack([(shrink[:, None, None] * slopes)[:2].reshape(2, -1), (shrink[:, None] * errors)[:2]]), rel=1e-10)
    moved = descend(parameters, noisy_mean(clipped.total, 0.0, 7, stream(CPU, 0, "noise")), 0.5)
    assert moved["bias"].numpy() == pytest.approx(parameters["bias"].numpy() - 0.5 * (shrink[:, None] * errors).sum(0) / 7, rel=1e-10)


@pytest.mark.parametrize("threshold", [1e-3, 0.5, 1.0, 1e6])
def test_one_record_moves_the_sum_by_at_most_the_threshold_and_a_replaced_one_by_twice_that(threshold):
    layers = network(8, SMALL, 10, CPU, 1)
    parameters = {name: value.detach() for name, value in layers.named_parameters()}
    rng, loss = np.random.default_rng(2), cross_entropy_of(layers)
    records, labels = torch.as_tensor(rng.standard_normal((6, 1, 8, 8)), dtype=torch.float32), torch.as_tensor(rng.integers(0, 10, 6))

    def flat(chosen):
        total = clipped_sum(loss, parameters, records[chosen], labels[chosen], threshold).total
        return torch.cat([value.double().reshape(-1) for value in total.values()])

    whole = flat([0, 1, 2, 3, 4])
    rounding = 1e-5
    assert float((whole - flat([0, 1, 2, 3])).norm()) <= threshold * (1 + rounding)
    assert float((whole - flat([0, 1, 2, 3, 5])).norm()) <= 2 * threshold * (1 + rounding)
    rows = clipped_sum(loss, parameters, records, labels, threshold, keep=6).kept
    assert float(rows.double().norm(dim=1).max()) <= threshold * (1 + rounding)
    if threshold <= 1e-3:
        assert float(rows.double().norm(dim=1).min()) == pytest.approx(threshold, rel=1e-4)


def test_parts_of_a_batch_add_up_to_the_whole(monkeypatch):
    from reproduce.wdp import private_sgd

    layers = network(8, SMALL, 10, CPU, 1)
    parameters = {name: value.detach() for name, value in layers.named_parameters()}
    rng, loss = np.random.default_rng(2), cross_entropy_of(layers)
    records, labels = torch.as_tensor(rng.standard_normal((9, 1, 8, 8)), dtype=torch.float32), torch.as_tensor(rng.integers(0, 10, 9))
    once = clipped_sum(loss, parameters, records, labels, 1.0, keep=6)
    monkeypatch.setattr(private_sgd, "CACHE", 1)
    assert at_a_time(parameters) == 4
    parts = clipped_sum(loss, parameters, records, labels, 1.0, keep=6)
    for name, value in once.total.items():
        assert parts.total[name].numpy() == pytest.approx(value.numpy(), rel=1e-4, abs=1e-6)
    assert parts.kept.shape == once.kept.shape and parts.kept.numpy() == pytest.approx(once.kept.numpy(), rel=1e-4, abs=1e-6)


def test_the_noise_of_the_mean_has_deviation_over_batch():
    total = {"weight": torch.zeros(100, 200)}
    found = noisy_mean(total, 3.0, 12, stream(CPU, 0, "noise"))["weight"]
    assert float(found.std()) == pytest.approx(0.25, rel=5 / math.sqrt(2 * found.numel()))
    assert torch.equal(found, noisy_mean(total, 3.0, 12, stream(CPU, 0, "noise"))["weight"])


def test_an_empty_batch_gives_zero_and_a_threshold_must_be_positive(linear):
    layer, parameters, records, labels = linear
    empty = clipped_sum(cross_entropy_of(layer), parameters, records[:0], labels[:0], 1.0, keep=2)
    assert float(empty.total["weight"].abs().sum()) == 0 and len(empty.kept) == 0
    with pytest.raises(ValueError, match="threshold must be positive, got threshold=0"):
        clipped_sum(cross_entropy_of(layer), parameters, records, labels, 0)


@pytest.mark.parametrize(("side", "margin", "width"), [(8, 1, 3), (28, 0, 5)])
def test_an_offset_behind_a_convolution_is_that_of_the_convolution(side, margin, width):
    records = torch.randn(3, 1, side, side)
    first = network(side, SMALL, 10, CPU, 0)[0]
    assert torch.allclose(first(records), torch.nn.functional.conv2d(records, first.weight, first.bias, padding=margin), atol=1e-6) and first.weight.shape[-1] == width
