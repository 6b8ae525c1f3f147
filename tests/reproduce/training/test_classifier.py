"""The classifier learns what can be learned, drops half of the entries, and has features of the images."""

import numpy as np
import pytest

from reproduce.training import classifier as cl
from reproduce.training.session import deterministic, stream

torch = pytest.importorskip("torch")


@pytest.fixture
def device():
    with deterministic("cpu") as found:
        yield found


def halves(count, device):
    """Images that are bright above (label 0) or below (label 1), with noise."""
    rng = np.random.default_rng(0)
    labels = np.arange(count) % 2
    pixels = rng.normal(0, 0.3, (count, 8, 8)) + np.where(np.arange(8)[None, :, None] < 4, 1, -1) * (1 - 2 * labels)[:, None, None]
    return cl.on_device(pixels.astype(np.float32), labels, device)


def test_it_learns_a_plain_rule_and_repeats_itself(device):
    images, labels = halves(100, device)
    first, again = (cl.train(cl.classifier(8, 2, device, 1), images, labels, 15, device, 1) for _ in range(2))
    assert cl.accuracy(first, images, labels) > 0.95
    assert all(torch.equal(a, b) for a, b in zip(first.parameters(), again.parameters(), strict=True))
    assert cl.accuracy(first, images, 1 - labels) < 0.05


def test_dropout_keeps_the_mean_and_changes_scores(device):
    images, _ = halves(4, device)
    network = cl.classifier(8, 2, device, 1)
    first, second = (cl.with_dropout(network, images, stream(device, seed, "dropout")) for seed in (0, 1))
    assert first.shape == (4, 2) and not torch.equal(first, second)


def test_features_are_the_averaged_channels(device):
    images, _ = halves(5, device)
    network = cl.classifier(8, 2, device, 1)
    found = cl.features(network, images)
    assert found.shape == (5, 64) and (found >= 0).all() and found.std() > 0
