"""Mixtures, and the numeric quantile that stands in for a closed form."""

from fractions import Fraction

import numpy as np
import pytest
import sympy as sp

from mechanisms import Finite, Laplace, Mixture, Normal, Product, Uniform, subsampled_normal

F = Fraction
q, shift = sp.symbols("q shift", real=True)


def test_the_subsampled_normal_has_the_weights_and_means_of_its_definition():
    law = subsampled_normal(q, shift, 2)
    assert law.weights == (1 - q, q)
    assert law.components == (Normal(0, scale=2), Normal(shift, scale=2))


@pytest.mark.parametrize("u", [1e-12, 0.01, 0.3, 0.9, 0.999, F(1, 3)])
def test_the_numeric_quantile_inverts_the_distribution_function(u):
    law = subsampled_normal(F(1, 10), 3, F(1, 2))
    x = law.numeric_quantile(u)
    back = sp.N(law.distribution_function(sp.Rational(F(x))), 25)
    assert float(back) == pytest.approx(float(u), rel=1e-13)  # rounding of x: relative 1e-16 times |x| density / u


def test_the_numeric_quantile_of_a_mixture_of_one_law_is_that_laws_quantile():
    x = Mixture((1,), (Laplace(1, scale=2),)).numeric_quantile(F(1, 5))
    assert x == pytest.approx(float(Laplace(1, scale=2).quantile(F(1, 5))), rel=1e-15)


def test_in_a_gap_of_the_support_the_numeric_quantile_is_the_left_end():
    law = Mixture((F(1, 2), F(1, 2)), (Uniform(0, 1), Uniform(5, 6)))
    assert law.numeric_quantile(F(1, 2)) == 1


def test_the_numeric_quantile_takes_values_for_symbols():
    at = {q: F(1, 10), shift: 3}
    assert subsampled_normal(q, shift, F(1, 2)).numeric_quantile(0.3, at) == pytest.approx(
        subsampled_normal(F(1, 10), 3, F(1, 2)).numeric_quantile(0.3), rel=1e-14
    )


@pytest.mark.parametrize("u", [0, 1, -0.5, float("nan")])
def test_a_level_without_finite_quantile_is_an_error(u):
    with pytest.raises(ValueError, match=r"Mixture.numeric_quantile: u must lie in \(0, 1\), got u="):
        subsampled_normal(F(1, 2), 1, 1).numeric_quantile(u)


def test_a_nested_mixture_is_the_mixture_with_multiplied_weights():
    inner = Mixture((F(1, 4), F(3, 4)), (Uniform(0, 1), Uniform(0, 2)))
    nested = Mixture((F(1, 3), F(2, 3)), (Uniform(0, 4), inner))
    flat = Mixture((F(1, 3), F(1, 6), F(1, 2)), (Uniform(0, 4), Uniform(0, 1), Uniform(0, 2)))
    assert [nested.density(x) for x in (F(1, 2), F(3, 2), 3)] == [flat.density(x) for x in (F(1, 2), F(3, 2), 3)]


@pytest.mark.parametrize(
    ("weights", "components", "error", "message"),
    [
        ((1,), (), ValueError, r"weights must be as many as components, got 1 weights, 0 components"),
        ((F(1, 2), F(1, 3)), (Uniform(0, 1),) * 2, ValueError, r"weights must sum to 1, got sum=5/6"),
        ((1,), (Finite((0,), (1,)),), TypeError, r"components must have a density on the line, got components\[0\]="),
        ((1,), (Product((Uniform(0, 1),)),), TypeError, r"components must have a density on the line"),
    ],
)
def test_a_wrong_entry_is_named(weights, components, error, message):
    with pytest.raises(error, match="^Mixture: " + message):
        Mixture(weights, components)


def test_weights_that_turn_out_to_be_no_probabilities_are_an_error_when_sampling():
    with pytest.raises(ValueError, match=r"Mixture: weights must be non-negative with sum 1 to sample"):
        subsampled_normal(q, 1, 1).sample(3, np.random.default_rng(0), {q: 2})
