"""Generators are trained reproducibly, noise alone moves what it should, and noise multipliers meet their targets."""

from fractions import Fraction

import numpy as np
import pytest

from reproduce.frdp.generator import LATENT, generator
from reproduce.frdp.noise import certified, of_one_release, of_training
from reproduce.frdp.releases import BY_NAME
from reproduce.frdp.training import PEER, Setting, train
from reproduce.training.images import Images
from reproduce.training.session import deterministic, stream
from verify.account.accountant import epsilon_of
from verify.account.runs import NormalRun

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


@pytest.mark.parametrize("variant", ["conditional", "parallel"])
@pytest.mark.parametrize("name", [*BY_NAME, PEER])
def test_a_run_is_a_function_of_its_seed_and_finite(images, device, variant, name):
    how = BY_NAME.get(name, name)
    first, again, other = (train(images, SETTING, variant, how, 1.0, device, seed).parameters() for seed in (0, 0, 1))
    assert torch.equal(first, again) and bool(torch.isfinite(first).all())
    assert not torch.equal(first, other)


@pytest.mark.parametrize(("name", "moves"), [("constant-value", False), ("constant-square", True), ("follows-value", True), ("jointly-value", True), ("gradient", True), (PEER, True)])
def test_noise_reaches_the_parameters_in_all_readings_but_the_constant_of_a_linear_loss(images, device, name, moves):
    how = BY_NAME.get(name, name)
    quiet, loud = (train(images, SETTING, "conditional", how, sigma, device, 0).parameters() for sigma in (0.0, 100.0))
    assert torch.equal(quiet, loud) is not moves


def test_images_of_a_label_come_from_its_own_network_in_parallel(images, device):
    made = train(images, SETTING, "parallel", BY_NAME["no-noise"], 0.0, device, 0)
    assert len(made.networks) == 2
    found = made.images(torch.tensor([0, 1, 1]), stream(device, 0, "codes"))
    assert found.shape == (3, 8, 8) and float(found.abs().max()) <= 1


@pytest.mark.parametrize(("side", "classes"), [(8, 0), (8, 3), (16, 3), (32, 0)])
def test_generators_have_images_of_their_side(device, side, classes):
    network = generator(side, 8, classes, device, 0)
    assert network(torch.randn(4, LATENT + classes)).shape == (4, side * side)


def test_a_generator_of_another_side_is_refused(device):
    with pytest.raises(ValueError, match="side must be 8, 16 or 32, got side=28"):
        generator(28, 8, 0, device, 0)


def test_the_rate_is_that_of_the_smallest_class_in_parallel(images):
    assert SETTING.sampling("conditional", images) == Fraction(6, 24)
    assert SETTING.sampling("parallel", images) == Fraction(6, 12)


@pytest.mark.parametrize("epsilon", [Fraction(10), Fraction(1, 5)])
def test_multipliers_meet_the_target_and_hardly_less_would(epsilon):
    sigma = of_training(Fraction(1, 50), 100, epsilon)
    assert certified(Fraction(1, 50), 100, sigma) <= float(epsilon) < certified(Fraction(1, 50), 100, sigma / 1.02)
    once = of_one_release(epsilon)
    assert epsilon_of(NormalRun(Fraction(once)), 1, Fraction(1, 100_000)).hi <= float(epsilon) < epsilon_of(NormalRun(Fraction(once / 1.02)), 1, Fraction(1, 100_000)).lo
