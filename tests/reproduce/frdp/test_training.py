"""What noise moves in a trained generator, in each reading, and the sampling rate."""

from fractions import Fraction

import numpy as np
import pytest

from reproduce.frdp.releases import BY_NAME
from reproduce.frdp.training import PEER, Setting, train
from reproduce.training.images import Images
from reproduce.training.streams import deterministic

torch = pytest.importorskip("torch")
SETTING = Setting({"conditional": 6, "parallel": 6}, {"conditional": 3, "parallel": 2}, 8, 1e-2)


@pytest.fixture(autouse=True)
def device():
    with deterministic("cpu") as found:
        yield found


@pytest.fixture
def images():
    rng = np.random.default_rng(0)
    pixels, labels = rng.uniform(-1, 1, (30, 8, 8)).astype(np.float32), np.arange(30) % 2
    return Images("noise", pixels[:24], labels[:24], pixels[24:], labels[24:], classes=2)


@pytest.mark.parametrize(("name", "moves"), [("constant-value", False), ("constant-square", True), ("follows-value", True), ("jointly-value", True), ("gradient", True), (PEER, True)])
def test_noise_reaches_the_parameters_in_all_readings_but_the_constant_of_a_linear_loss(images, device, name, moves):
    how = BY_NAME.get(name, name)
    quiet, loud = (train(images, SETTING, "conditional", how, sigma, device, 0).parameters() for sigma in (0.0, 100.0))
    assert torch.equal(quiet, loud) is not moves


def test_the_rate_is_that_of_the_smallest_class_in_parallel(images):
    assert SETTING.sampling("conditional", images) == Fraction(6, 24)
    assert SETTING.sampling("parallel", images) == Fraction(6, 12)
