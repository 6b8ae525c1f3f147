"""The normal law says whether its width is a deviation or a variance; the mechanism multiplies by the sensitivity."""

import pytest
import scipy.stats
import sympy as sp

from mechanisms import GaussianMechanism, Normal

x, m = sp.symbols("x m", real=True)
s = sp.Symbol("s", positive=True)


@pytest.mark.parametrize("law", [Normal(m, scale=s), Normal(m, variance=s**2)])
def test_the_symbolic_density_has_mass_one_and_the_stated_variance(law):
    density = law.density(x + m)
    assert sp.simplify(sp.integrate(density, (x, -sp.oo, sp.oo))) == 1
    assert sp.simplify(sp.integrate(x**2 * density, (x, -sp.oo, sp.oo)) - s**2) == 0


def test_either_width_is_read_from_either_form():
    assert (Normal(0, scale=3).variance_, Normal(0, variance=9).scale_) == (9, 3)
    assert (Normal(0, scale=3).scale_, Normal(0, variance=9).variance_) == (3, 9)


def test_the_width_is_kept_as_it_was_given():
    assert Normal(m, scale=s).parameters() == (("mean", m), ("scale", s))
    assert Normal(m, variance=s).parameters() == (("mean", m), ("variance", s))


@pytest.mark.parametrize("widths", [{}, {"scale": 1, "variance": 1}])
def test_exactly_one_width_is_needed(widths):
    with pytest.raises(ValueError, match=r"Normal: exactly one of scale and variance must be given, got scale="):
        Normal(0, **widths)


def test_the_width_cannot_be_given_by_position():
    with pytest.raises(TypeError):
        Normal(0, 1)


def test_a_variance_of_zero_is_an_error_under_its_own_name():
    with pytest.raises(ValueError, match=r"Normal: variance must be positive, got variance=0; a point mass is Finite"):
        Normal(0, variance=0)


def test_small_tail_probabilities_keep_their_digits():
    tail = sp.N(Normal(0, scale=1).distribution_function(-40), 20)
    assert abs(tail / sp.Float("3.6558935409150297e-350", 17) - 1) < 1e-15  # mpmath.ncdf(-40) at 40 digits


@pytest.mark.parametrize("level", [sp.Rational(1, 10**30), sp.Rational(1, 7), sp.Rational(999, 1000)])
def test_the_quantile_agrees_with_scipy(level):
    x = sp.lambdify((), Normal(1, scale=3).quantile(level), "scipy")()
    assert x == pytest.approx(scipy.stats.norm(1, 3).ppf(float(level)), rel=1e-13)


def test_the_mechanism_scales_the_noise_by_the_sensitivity():
    assert GaussianMechanism(s, 2).output(m) == Normal(m, scale=2 * s)


@pytest.mark.parametrize(("arguments", "name"), [((0, 1), "noise_multiplier"), ((1, -1), "sensitivity")])
def test_multiplier_and_sensitivity_must_be_positive(arguments, name):
    with pytest.raises(ValueError, match=rf"GaussianMechanism: {name} must be positive, got {name}="):
        GaussianMechanism(*arguments)
