"""One source of samplers: NumPy and torch draw from the same laws."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import ks_2samp

from mechanisms import Finite, Histogram, Laplace, Mixture, Normal, Product, TruncatedExponential, Uniform
from mechanisms.gaussian_process import GaussianProcess
from mechanisms.generators import TorchGenerator

torch = pytest.importorskip("torch")
N = 20_000
HALF = Fraction(1, 2)
LAWS = {
    "laplace": Laplace(1, scale=2),
    "normal": Normal(-1, scale=3),
    "uniform": Uniform(0, 5),
    "exponential": TruncatedExponential(0, 2, rate=-3),
    "histogram": Histogram((0, 1, 3), (HALF, HALF)),
    "mixture": Mixture((HALF, HALF), (Normal(0, scale=1), Laplace(4, scale=1))),
    "finite": Finite((0, 1, 2), (Fraction(1, 4), HALF, Fraction(1, 4))),
}


@pytest.mark.parametrize("name", LAWS)
def test_torch_draws_from_the_law_that_numpy_draws_from(name):
    law = LAWS[name]
    ours = law.sample(N, TorchGenerator(1))
    assert isinstance(ours, torch.Tensor)
    assert ours.dtype == torch.float64
    peer = law.sample(N, np.random.default_rng(2))
    assert isinstance(peer, np.ndarray)
    assert ks_2samp(ours.numpy(), peer).pvalue > 1e-4


def test_the_laplace_draws_of_the_generators_have_one_law():
    ours = TorchGenerator(1).laplace(1.0, 2.0, N)
    assert ks_2samp(ours.numpy(), np.random.default_rng(2).laplace(1.0, 2.0, N)).pvalue > 1e-4


def test_equal_seeds_give_equal_draws_and_others_do_not():
    first, again, other = (Laplace(0, scale=1).sample(5, TorchGenerator(seed)) for seed in (3, 3, 4))
    assert torch.equal(first, again)
    assert not torch.equal(first, other)


def test_coordinates_are_the_columns_of_a_tensor():
    draws = Product((Normal(0, scale=1), Normal(5, scale=1))).sample(100, TorchGenerator(0))
    assert draws.shape == (100, 2)
    assert float(draws[:, 1].mean()) > 4


def test_a_device_that_is_not_there_is_refused():
    with pytest.raises(RuntimeError):
        TorchGenerator(0, "no-such-device")


def test_a_process_draws_in_numpy():
    assert GaussianProcess(kernel="cauchy", width=1).sample((0, 1), 10, np.random.default_rng(0)).shape == (10, 2)


@pytest.mark.skipif(not torch.cuda.is_available(), reason="no GPU")
def test_a_gpu_draws_from_the_same_law():
    draws = LAWS["mixture"].sample(N, TorchGenerator(1, "cuda"))
    assert draws.device.type == "cuda"
    assert ks_2samp(draws.cpu().numpy(), LAWS["mixture"].sample(N, np.random.default_rng(2))).pvalue > 1e-4
