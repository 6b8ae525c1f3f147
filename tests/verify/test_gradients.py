"""The gradient check: losses whose gradients carry noise, carry none, or carry it in one direction; the divergence of normal gradients; bad input."""

import builtins
import math

import numpy as np
import pytest

from verify import gradients as g
from verify.quantities.kernels import normals
from verify.values import numbers
from verify.values.laws import NormalLaw

torch = pytest.importorskip("torch")
PARAMETERS = torch.tensor([0.5, -1.0], dtype=torch.float64)
PRIVATE, OTHER = (torch.tensor(x, dtype=torch.float64) for x in ([1.0, 2.0], [1.0, 3.0]))


def on_value(parameters, private, noise):
    """The noise is added to what is measured, not to what is differentiated."""
    return (parameters * private).sum() + noise.sum()


def on_each(parameters, private, noise):
    return (parameters * (private + noise)).sum()


def squared(parameters, private, noise):
    return ((parameters * private).sum() + noise.sum()) ** 2


def test_a_gradient_without_noise_tells_data_sets_apart():
    seen = g.observe(on_value, PARAMETERS, PRIVATE, OTHER, 2)
    assert (seen.noise_moves, seen.data_moves, seen.dimension, seen.same_flat) == (False, True, 0, False)
    assert seen.divergence(2) == math.inf


def test_a_gradient_with_its_own_noise_has_the_divergence_of_a_shift():
    seen = g.observe(on_each, PARAMETERS, PRIVATE, OTHER, 2)
    assert (seen.noise_moves, seen.dimension, seen.same_flat, seen.affine) == (True, 2, True, True)
    assert math.isclose(seen.divergence(3), 3 / 2, rel_tol=1e-9)


def test_noise_in_one_direction_that_depends_on_the_data_hides_nothing():
    seen = g.observe(squared, PARAMETERS, PRIVATE, OTHER, 3)
    assert (seen.noise_moves, seen.dimension, seen.same_flat) == (True, 1, False)


def test_equal_data_sets_are_not_told_apart():
    assert g.observe(on_value, PARAMETERS, PRIVATE, PRIVATE, 2).divergence(2) == 0


def test_a_law_that_is_not_normal_has_no_measured_divergence():
    seen = g.observe(lambda p, x, xi: (p * (x + xi) ** 2).sum(), PARAMETERS, PRIVATE, OTHER, 2)
    assert seen.same_flat
    assert not seen.affine
    assert math.isnan(seen.divergence(2))


def test_gradients_are_those_of_finite_differences():
    def loss(p, x, xi):
        return torch.exp(-((p - x) ** 2).sum() / 2) + (torch.sin(p) * xi).sum()

    xi, step = torch.tensor([0.3, -0.7], dtype=torch.float64), 1e-6
    for k in range(2):
        moved = torch.zeros(2, dtype=torch.float64)
        moved[k] = step
        rough = (loss(PARAMETERS + moved, PRIVATE, xi) - loss(PARAMETERS - moved, PRIVATE, xi)) / (2 * step)
        assert math.isclose(g.gradient(loss, PARAMETERS, PRIVATE, xi)[k], float(rough), abs_tol=1e-8)


def test_the_divergence_of_normal_laws_is_the_exact_one():
    root, other = np.array([[2.0, 0.0], [1.0, 1.0]]), np.array([[2.0, 1.0], [0.0, 2.0]])
    exact = [NormalLaw(tuple(numbers.number(int(x)) for x in mean), tuple(tuple(numbers.number(int(x)) for x in row) for row in r @ r.T))
             for mean, r in (((1, 0), root), ((0, 0), other))]
    known = numbers.to_float(normals.renyi(*exact, numbers.number("3/2"), 80))
    assert math.isclose(g.normal_divergence(np.array([1.0, 0.0]), np.zeros(2), root, other, 1.5), known, rel_tol=1e-9)


def test_bad_input_is_named():
    with pytest.raises(ValueError, match="noises=0"):
        g.observe(on_each, PARAMETERS, PRIVATE, OTHER, 0)
    with pytest.raises(ValueError, match="scalar"):
        g.gradient(lambda p, x, xi: p * x, PARAMETERS, PRIVATE, PRIVATE)
    with pytest.raises(ValueError, match="not for neighbour at noise number 0"):
        g.observe(lambda p, x, xi: (p / (x - 3)).sum(), PARAMETERS, PRIVATE, OTHER, 2)
    with pytest.raises(ValueError, match="order=1"):
        g.observe(on_each, PARAMETERS, PRIVATE, OTHER, 2).divergence(1)


def test_without_torch_the_extra_is_named(monkeypatch):
    real = builtins.__import__

    def without(name, *args, **kwargs):
        if name == "torch":
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(g.MissingExtra, match="install the extra torch"):
        g.torch_or_refuse()
