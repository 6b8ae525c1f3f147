"""The training step of the private objective: its joint covariance against automatic differentiation, its loss against the objective in exact numbers, its outcome."""

import math
from fractions import Fraction

import numpy as np
import pytest

from reproduce.frdp import celeba_labels

torch = pytest.importorskip("torch")
from mechanisms import Discrepancy, GaussianProcess, MeanFunction  # noqa: E402 - after the extra is known to be there
from reproduce.frdp import gradients as g  # noqa: E402

RNG = np.random.default_rng(5)
RECORDS, LATENT = (torch.tensor(RNG.standard_normal((n, g.DIMENSION)), dtype=torch.float64) for n in (g.RECORDS, g.GENERATED))
IDENTITY = torch.tensor([1.0, 0, 0, 1, 0, 0], dtype=torch.float64)


def test_the_covariance_of_values_and_derivatives_is_that_of_automatic_differentiation():
    def kernel(x, y):
        return torch.exp(-((x - y) ** 2).sum() / 2)

    found = g.joint_covariance(RECORDS, LATENT)
    x, y = LATENT[0], LATENT[2]
    place, values = g.RECORDS, g.RECORDS + g.GENERATED
    slopes = values + 2 * g.DIMENSION
    mixed = torch.func.grad(lambda b: kernel(x, b))(y)
    assert torch.allclose(found[place, slopes : slopes + g.DIMENSION], mixed)
    second = torch.func.jacrev(torch.func.grad(kernel, 1), 0)(x, y)
    assert torch.allclose(found[values : values + g.DIMENSION, slopes : slopes + g.DIMENSION], second.T)
    assert torch.linalg.eigvalsh(found)[0] > 0


def test_without_noise_the_loss_is_the_discrepancy():
    process = GaussianProcess(kernel="gaussian", width=1)
    exact = Discrepancy(MeanFunction(process, [tuple(map(Fraction, r.tolist())) for r in RECORDS]), [tuple(map(Fraction, w.tolist())) for w in LATENT])
    for reading in g.READINGS:
        noise = torch.zeros(g.noises_of(reading), dtype=torch.float64)
        assert math.isclose(float(g.objective(reading, "value", LATENT)(IDENTITY, RECORDS, noise)), float(exact.value()), rel_tol=1e-12)


def test_each_way_to_differentiate_has_its_outcome():
    found = g.run(0)
    assert found["noise_moves"]["noise-constant"]["value"] == 0
    assert found["dimension"]["noise-constant"] == {"value": 0, "square": 1}
    assert found["divergence"]["noise-constant"] == {"value": math.inf, "square": math.inf}
    assert found["divergence"]["drawn-jointly"]["value"] < found["level"]
    assert math.isnan(found["divergence"]["drawn-jointly"]["square"])
    assert found["noise_moves"]["drawn-jointly"]["value"] == 1


def test_the_labels_of_the_images_are_counted_and_missing_files_named(tmp_path):
    with pytest.raises(FileNotFoundError, match="list_attr_celeba"):
        celeba_labels.run(0)
    (tmp_path / "list_eval_partition.txt").write_text("a 0\nb 0\nc 1\n")
    (tmp_path / "list_attr_celeba.txt").write_text("3\nYoung Male\na 1 1\nb -1 -1\nc 1 1\n")
    assert celeba_labels.run(0, data=str(tmp_path)) == {"count": {"female": 1, "male": 1}}
