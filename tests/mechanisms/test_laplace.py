"""The Laplace law and mechanism: the scale is a width, and numbers that are none are refused."""

from fractions import Fraction

import pytest
import sympy as sp

from mechanisms import Laplace, LaplaceMechanism

x, loc = sp.symbols("x loc", real=True)
b = sp.Symbol("b", positive=True)


def test_the_density_of_a_symbolic_law_integrates_to_one_and_has_variance_twice_the_squared_scale():
    density = Laplace(0, scale=b).density(x)
    assert sp.simplify(sp.integrate(density, (x, -sp.oo, sp.oo))) == 1
    assert sp.simplify(sp.integrate(x**2 * density, (x, -sp.oo, sp.oo)) - 2 * b**2) == 0


def test_the_pieces_are_linear_and_meet_at_the_location():
    left, right = Laplace(loc, scale=b).log_density_pieces()
    assert (left[1], right[0]) == (loc, loc)
    assert left[3:] == (1 / b, 0)
    assert right[3:] == (-1 / b, 0)
    assert sp.simplify(left[2] + left[3] * loc - right[2] - right[3] * loc) == 0


def test_the_scale_cannot_be_given_by_position():
    with pytest.raises(TypeError):
        Laplace(0, 1)


@pytest.mark.parametrize("scale", [0, -1, Fraction(-1, 2), -sp.sqrt(2), sp.oo, sp.nan, sp.I])
def test_a_scale_that_is_no_positive_number_is_an_error(scale):
    with pytest.raises(
        ValueError, match=r"^Laplace: scale must be (positive|a finite real number), got scale=.*; give"
    ):
        Laplace(0, scale=scale)


@pytest.mark.parametrize("scale", [0.5, sp.Float(1) / 2, 0.5 * loc, True, "1/2", None])
def test_a_scale_that_is_not_exact_is_an_error(scale):
    with pytest.raises(TypeError, match=r"^Laplace: scale must be .*, got scale=.*; (write|convert)"):
        Laplace(0, scale=scale)


def test_a_float_as_argument_of_the_density_is_an_error():
    with pytest.raises(TypeError, match=r"value must be an exact number or an expression, got value=0.5; write"):
        Laplace(0, scale=1).density(0.5)


def test_the_mechanism_adds_noise_of_its_scale_around_the_value():
    assert LaplaceMechanism(b).output(loc) == Laplace(loc, scale=b)


def test_the_noise_scale_of_the_mechanism_must_be_positive():
    with pytest.raises(ValueError, match=r"LaplaceMechanism: noise_scale must be positive, got noise_scale=0"):
        LaplaceMechanism(0)
