"""Additive noise in R^d, and the law of independent coordinates it returns."""

from fractions import Fraction

import numpy as np
import pytest
import scipy.stats
import sympy as sp

from mechanisms import Additive, Finite, Laplace, Normal, Product, Uniform

F = Fraction


def test_each_coordinate_has_the_noise_around_its_value():
    s = sp.Symbol("s", real=True)
    law = Additive(Laplace(0, scale=s), 2).output((1, F(1, 2)))
    assert law == Product((Laplace(1, scale=s), Laplace(F(1, 2), scale=s)))
    assert law.dimension == 2


def test_noise_that_is_not_centred_keeps_its_location():
    assert Additive(Uniform(0, 1), 1).output((2,)).factors == (Uniform(2, 3),)


def test_the_density_is_the_product_of_the_coordinates_densities():
    law = Additive(Normal(0, scale=1), 3).output((0, 1, 2))
    point = (F(1, 2), 0, 2)
    expected = sp.exp(-sp.Rational(1, 8) - sp.Rational(1, 2)) / (2 * sp.pi) ** sp.Rational(3, 2)
    assert sp.simplify(law.density(point) - expected) == 0


def test_draws_have_independent_coordinates_of_the_stated_laws():
    draws = Additive(Normal(0, scale=2), 2).output((0, 5)).sample(20_000, np.random.default_rng(4))
    assert draws.shape == (20_000, 2)
    assert scipy.stats.kstest(draws[:, 1], scipy.stats.norm(5, 2).cdf).pvalue > 1e-6
    assert scipy.stats.pearsonr(draws[:, 0], draws[:, 1]).pvalue > 1e-6


def test_a_translated_product_moves_each_coordinate():
    assert Product((Uniform(0, 1), Uniform(0, 1))).translated((1, 2)) == Product((Uniform(1, 2), Uniform(2, 3)))


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: Additive(Finite.point_mass(0), 1), TypeError, r"Additive: noise must have a density on the line"),
        (lambda: Additive(Uniform(0, 1), 0), ValueError, r"Additive: dimension must be at least 1, got dimension=0"),
        (lambda: Additive(Uniform(0, 1), 1.0), TypeError, r"Additive: dimension must be an int, got dimension=1.0"),
        (
            lambda: Additive(Uniform(0, 1), 2).output((1,)),
            ValueError,
            r"Additive.output: value must have 2 coordinates",
        ),
        (lambda: Product(()), ValueError, r"Product: factors must have at least one distribution"),
        (lambda: Product((1,)), TypeError, r"Product: factors must have a density on the line, got factors\[0\]=1"),
        (lambda: Product((Uniform(0, 1),)).density((1, 2)), ValueError, r"a point must have 1 coordinates, got 2 in"),
    ],
)
def test_wrong_calls_are_named(call, error, message):
    with pytest.raises(error, match=message):
        call()
