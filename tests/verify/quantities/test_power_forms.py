"""Densities and Renyi divergences of laws with power tails: held against quadrature and against proofs that the checker confirms."""

import mpmath
import pytest
import sympy as sp

from mechanisms import GeneralisedCauchy
from verify.claims import numbers
from verify.quantities import density, renyi_divergence
from verify.quantities.exact.expressions import NoClosedForm, NoValue
from verify.quantities.exact.sign_rules import Signs
from verify.quantities.exact.transport_forms import ClosedForms
from verify.quantities.power_forms import PowerLaw, renyi


def cauchy(m, s):
    return PowerLaw(sp.sympify(m), sp.sympify(s), sp.Integer(2))


def form(node, **names):
    return ClosedForms(names, Signs()).number(node)


def quadrature(first, second, order):
    p, q = (lambda x, law=law: law.scale / (mpmath.pi * (law.scale**2 + (x - law.location) ** 2)) for law in (first, second))
    places = [-mpmath.inf, -4, 0, 1, 2, 5, mpmath.inf]
    if order == 1:
        return mpmath.quad(lambda x: p(x) * mpmath.log(p(x) / q(x)), places)
    return mpmath.log(mpmath.quad(lambda x: p(x) ** order * q(x) ** (1 - order), places)) / (order - 1)


@pytest.mark.parametrize("order", [1, 2, 3, 5])
@pytest.mark.parametrize("laws", [((0, 1), (2, 1)), ((1, 2), (0, 1)), ((0, "1/2"), (0, 3))])
def test_divergences_of_cauchy_laws_are_their_integrals(laws, order):
    first, second = (cauchy(m, sp.Rational(s)) for m, s in laws)
    assert abs(float(renyi(first, second, sp.Integer(order))) - float(quadrature(first, second, order))) < 1e-8


def test_the_largest_ratio_of_densities_is_the_divergence_of_infinite_order():
    first, second = cauchy(1, 2), cauchy(0, 1)
    x = sp.Symbol("x")
    value = sp.lambdify(x, first.density(x) / second.density(x), "math")
    ratio = max(value(k / 100) for k in range(-2000, 2000))
    assert abs(float(renyi(first, second, sp.oo)) - float(sp.log(ratio))) < 1e-4


def test_other_orders_and_other_laws_have_no_closed_form():
    assert renyi(cauchy(0, 1), cauchy(1, 1), sp.Rational(3, 2)) is None
    assert renyi(cauchy(0, 1), cauchy(1, 1), sp.Symbol("a", positive=True)) is None
    assert renyi(PowerLaw(sp.Integer(0), sp.Integer(1), sp.Integer(3)), cauchy(1, 1), sp.Integer(2)) is None


@pytest.mark.parametrize("exponent", [2, 3, "7/2"])
def test_a_density_has_mass_one(exponent):
    law = PowerLaw(sp.Integer(1), sp.Rational(1, 2), sp.Rational(exponent))
    value = sp.lambdify(sp.Symbol("x"), law.density(sp.Symbol("x")), "mpmath")
    assert abs(mpmath.quad(value, [-mpmath.inf, 0, 1, 2, mpmath.inf]) - 1) < 1e-9


def test_closed_forms_read_the_laws_of_a_formula():
    s, _ = numbers("s t")
    scale = sp.Symbol("scale", positive=True)
    noise, moved = GeneralisedCauchy(0, scale=s, exponent=2), GeneralisedCauchy(2, scale=s, exponent=2)
    assert sp.simplify(form(renyi_divergence(moved, noise, 2), s=scale) - sp.log(1 + 2 / scale**2)) == 0
    assert sp.simplify(form(density(noise, 1), s=scale) - scale / (sp.pi * (scale**2 + 1))) == 0


def test_a_scale_that_is_not_positive_makes_no_law():
    s, _ = numbers("s t")
    with pytest.raises(NoValue, match="positive scale"):
        form(density(GeneralisedCauchy(0, scale=s, exponent=2), 1), s=sp.Integer(-1))
    with pytest.raises(NoClosedForm, match="power tails"):
        form(renyi_divergence(GeneralisedCauchy(0, scale=s, exponent=3), GeneralisedCauchy(1, scale=s, exponent=3), 2), s=sp.Integer(1))
