"""Closed forms follow from the definitions: held against quadrature and against forms derived by hand."""

import mpmath
import pytest
import sympy as sp

from mechanisms.exponential import TruncatedExponential
from mechanisms.gaussian import Normal
from mechanisms.laplace import Laplace
from mechanisms.uniform import Uniform
from verify.claims import Compare, Expect, Max, Prob, Sum, above, at_least, exp, factorial, finite_law, integers, log, numbers, oo
from verify.claims.distributions import convolve, mixture
from verify.claims.nodes import term
from verify.quantities import (
    absolute_moment,
    density,
    density_gap_sup,
    distribution_function,
    hockey_stick_divergence,
    kullback_leibler_divergence,
    l1_distance,
    log_density_lipschitz,
    log_per_density_gap,
    log_ratio_sup,
    max_divergence,
    mean,
    renyi_divergence,
    total_variation,
    wasserstein_distance,
)
from verify.quantities.exact.expressions import NoClosedForm, NoValue, OpenSign, canonical_form, evaluated, vanishes
from verify.quantities.exact.limits import hypergeometric_sum
from verify.quantities.exact.on_domain import closed_form
from verify.quantities.exact.sign_rules import Signs
from verify.quantities.exact.transport_forms import ClosedForms

Delta, lamda, alpha, sigma, tau, x, y, n = numbers("Delta lamda alpha sigma tau x y n")
D, L, A, S, T = (sp.Symbol(name, positive=True) for name in ("D", "L", "A", "S", "T"))
NAMES = {"Delta": D, "lamda": L, "alpha": 1 + A, "sigma": S, "tau": T}
L0, L1 = Laplace(0, scale=lamda), Laplace(Delta, scale=lamda)
N0, N1 = Normal(0, scale=sigma), Normal(Delta, scale=sigma)
HALF = sp.Rational(1, 2)


def form(node, **names):
    return ClosedForms({**NAMES, **names}, Signs()).number(term(node))


def equal(found, expected) -> bool:
    return vanishes(found - expected) is True


def test_kl_of_laplace_laws_is_the_integral_of_its_definition():
    assert equal(form(kullback_leibler_divergence(L0, L1)), D / L + sp.exp(-D / L) - 1)


def test_renyi_of_laplace_laws_for_a_symbolic_order():
    a = 1 + A
    expected = sp.log(a / (2 * a - 1) * sp.exp((a - 1) * D / L) + (a - 1) / (2 * a - 1) * sp.exp(-a * D / L)) / (a - 1)
    assert equal(form(renyi_divergence(L0, L1, alpha)), expected)


def test_renyi_where_the_exponent_may_vanish_asks_for_the_sign():
    with pytest.raises(OpenSign):
        form(renyi_divergence(L0, L1, alpha), alpha=A / (1 + A))


def test_renyi_of_order_one_half_of_laplace_laws():
    expected = -2 * sp.log(sp.exp(-D / (2 * L)) * (1 + D / (2 * L)))
    assert equal(form(renyi_divergence(L0, L1, sp.Rational(1, 2))), expected)


def test_divergences_of_normal_laws():
    assert equal(form(kullback_leibler_divergence(N0, N1)), D**2 / (2 * S**2))
    assert equal(form(renyi_divergence(N0, N1, alpha)), (1 + A) * D**2 / (2 * S**2))
    assert form(max_divergence(N0, N1)) is sp.oo
    assert equal(form(total_variation(N0, N1)), sp.erf(D / (2 * sp.sqrt(2) * S)))


def test_divergences_are_infinite_where_the_support_is_not_included():
    first, second = Uniform(0, 2), Uniform(0, 1)
    assert form(kullback_leibler_divergence(first, second)) is sp.oo
    assert equal(form(kullback_leibler_divergence(second, first)), sp.log(2))
    assert form(max_divergence(first, second)) is sp.oo
    assert form(log_ratio_sup(second, first)) is sp.oo


def test_total_variation_of_laplace_laws_in_both_normalisations():
    assert equal(form(total_variation(L0, L1)), 1 - sp.exp(-D / (2 * L)))
    assert equal(form(l1_distance(L0, L1)), 2 - 2 * sp.exp(-D / (2 * L)))


def test_hockey_stick_of_laplace_laws_splits_at_the_sign_change():
    assert equal(form(hockey_stick_divergence(L0, L1, Delta / lamda / 2)), 1 - sp.exp(-D / (4 * L)))
    assert form(hockey_stick_divergence(L0, L1, 2 * Delta / lamda)) == 0
    with pytest.raises(OpenSign):
        form(hockey_stick_divergence(L0, L1, sigma))


def test_total_variation_of_normal_laws_with_unlike_widths_has_two_crossings():
    found = form(total_variation(Normal(0, scale=1), Normal(0, scale=2)))
    r = mpmath.sqrt(mpmath.mpf(8) / 3 * mpmath.log(2))
    expected = mpmath.erf(r / mpmath.sqrt(2)) - mpmath.erf(r / (2 * mpmath.sqrt(2)))
    assert abs(evaluated(found, {}) - expected) < 1e-14


def test_a_mixture_against_its_component_is_a_multiple_of_the_total_variation():
    weight = tau / (1 + tau)
    found = form(total_variation(mixture((1 - weight, N0), (weight, N1)), N0))
    assert equal(found, T / (1 + T) * sp.erf(D / (2 * sp.sqrt(2) * S)))


def test_wasserstein_distance_of_translates_does_not_depend_on_the_order():
    for order in (alpha, 1, oo):
        assert form(wasserstein_distance(L0, L1, order)) == D
        assert form(wasserstein_distance(N1, N0, order)) == D


def test_wasserstein_distance_of_affine_images():
    assert equal(form(wasserstein_distance(N0, Normal(Delta, scale=sigma + tau), 2)) ** 2, D**2 + T**2)
    found = form(wasserstein_distance(L0, Laplace(0, scale=lamda + tau), alpha))
    assert equal(found, (T ** (1 + A) * sp.gamma(2 + A)) ** (1 / (1 + A)))
    assert equal(form(wasserstein_distance(Uniform(0, 1), Uniform(0, 3), 1)), sp.Integer(1))
    assert form(wasserstein_distance(Uniform(0, 1), Uniform(0, 3), oo)) == 2


def test_wasserstein_distance_of_finite_laws_by_the_increasing_coupling():
    first, second = finite_law({0: sp.Rational(1, 2), 1: sp.Rational(1, 2)}), finite_law({1: sp.Rational(1, 4), 2: sp.Rational(3, 4)})
    assert form(wasserstein_distance(first, second, 1)) == sp.Rational(5, 4)
    assert form(wasserstein_distance(first, second, oo)) == 2


def test_laws_of_different_shape_have_no_wasserstein_form():
    with pytest.raises(NoClosedForm):
        form(wasserstein_distance(L0, N0, 1))


def test_moments():
    assert equal(form(absolute_moment(L0, 3)), 6 * L**3)
    assert equal(form(absolute_moment(L0, alpha)), L ** (1 + A) * sp.gamma(2 + A))
    assert equal(form(absolute_moment(N0, 1)), S * sp.sqrt(2 / sp.pi))
    assert equal(form(mean(N1)), D)
    assert equal(form(mean(Uniform(0, lamda))), L / 2)


def test_real_absolute_moments_of_a_shifted_normal_law():
    found = evaluated(form(absolute_moment(N1, alpha)), {D: mpmath.mpf("1.3"), S: mpmath.mpf("0.7"), A: mpmath.mpf("1.7")})

    def weighted(v):
        return abs(v) ** 2.7 * mpmath.exp(-((v - 1.3) ** 2) / (2 * 0.49)) / (0.7 * mpmath.sqrt(2 * mpmath.pi))

    assert abs(found - mpmath.quad(weighted, [-6, 0, 1.3, 9])) < 1e-10


def test_moments_of_a_truncated_exponential_law():
    found = form(mean(TruncatedExponential(0, 1, rate=2)))
    assert abs(evaluated(found, {}) - (mpmath.exp(2) + 1) / (2 * (mpmath.exp(2) - 1))) < 1e-14


def test_distribution_function_and_density():
    assert equal(form(distribution_function(L0, Delta)), 1 - sp.exp(-D / L) / 2)
    assert equal(form(density(L0, 0)), 1 / (2 * L))
    assert form(distribution_function(Uniform(0, 1), 2)) == 1


def test_suprema_of_log_ratios_and_densities():
    assert form(log_ratio_sup(L0, L1)) == D / L
    assert equal(form(density_gap_sup(L0, L1)), (1 - sp.exp(-D / L)) / (2 * L))
    assert equal(form(log_density_lipschitz(L0)), 1 / L)
    assert form(log_density_lipschitz(N0)) is sp.oo
    assert form(log_density_lipschitz(Uniform(0, 1))) is sp.oo
    assert form(log_per_density_gap(L0, L1)) is sp.oo


def test_expectations_and_probabilities_of_piecewise_bodies():
    assert equal(form(Expect({x: L0}, Max(x, 0))), L / 2)
    assert equal(form(Expect({x: N0, y: N1}, (x - y) ** 2)), 2 * S**2 + D**2)
    assert equal(form(Prob({x: L0}, Compare(abs(x), ">", Delta))), sp.exp(-D / L))
    assert equal(form(Expect({x: N0}, exp(Delta * x))), sp.exp(D**2 * S**2 / 2))


def test_the_probability_of_a_large_loss():
    loss = log(density(N0, x) / density(N1, x))
    found = form(Prob({x: N0}, Compare(loss, "<=", 0)))
    assert equal(found, HALF - sp.erf(D / (2 * sp.sqrt(2) * S)) / 2)


def test_convolution_of_normal_laws():
    found = form(total_variation(convolve(term(N0), term(N1)), Normal(Delta, variance=2 * sigma**2)))
    assert found == 0
    with pytest.raises(NoClosedForm):
        form(mean(convolve(term(L0), term(L1))))


def test_divergences_of_finite_laws():
    p, q = finite_law({0: sp.Rational(1, 3), 1: sp.Rational(2, 3)}), finite_law({0: sp.Rational(1, 2), 1: sp.Rational(1, 2)})
    assert form(total_variation(p, q)) == sp.Rational(1, 6)
    assert equal(form(renyi_divergence(p, q, 2)), sp.log(sp.Rational(10, 9)))
    assert form(max_divergence(q, finite_law({0: 1}))) is sp.oo


def test_a_law_that_is_no_law_has_no_value():
    with pytest.raises(NoValue):
        form(mean(Laplace(0, scale=lamda)), lamda=-L)
    with pytest.raises(NoValue):
        form(mean(mixture((lamda, N0), (sp.Rational(1, 3), N1))), lamda=sp.Rational(1, 2))


def test_terms_without_a_value_raise():
    with pytest.raises(NoValue):
        form(log(-Delta))
    with pytest.raises(NoValue):
        form(oo - oo * Delta)
    with pytest.raises(NoValue):
        form((Delta - Delta) ** (-1))
    with pytest.raises(OpenSign):
        form(log(Delta - lamda))


def test_series_are_recognised_by_their_ratio():
    k = sp.Symbol("k", integer=True, positive=True)
    assert equal(hypergeometric_sum(D**k / sp.factorial(k), k, Signs()), sp.exp(D))
    assert equal(form(Sum({n: integers(0)}, Delta**n / factorial(n))), sp.exp(D))
    with pytest.raises(NoClosedForm):
        hypergeometric_sum(D**k, k, Signs())


def test_the_zero_test_is_not_fooled_by_small_differences():
    assert vanishes(sp.exp(D) * sp.exp(-D * (1 + A)) - sp.exp(-A * D)) is True
    assert vanishes(sp.sqrt(2 * T**2 / (1 + T) ** 2) - sp.sqrt(2) * T / (1 + T)) is True
    assert vanishes(sp.gamma(D + 2) - (D + 1) * D * sp.gamma(D)) is True
    assert vanishes(sp.log(D**2 * L) - 2 * sp.log(D) - sp.log(L)) is True
    assert vanishes(sp.exp(D) - 1 - D) is False
    assert vanishes(sp.Rational(1, 10**20) * D) is False
    assert canonical_form(sp.exp(D * (1 + A)) - sp.exp(D) * sp.exp(A * D)) == 0


def test_signs_of_plain_expressions():
    signs = Signs()
    assert signs.sign(1 - sp.exp(-D)) == "+"
    assert signs.sign(sp.log(T / (1 + T))) == "-"
    assert signs.sign(D**2 - 2 * D * L + L**2) == "+0"
    assert signs.sign(D**2 + D * L + L**2) == "+"
    assert signs.sign(D - L) is None
    assert signs.sign(sp.sqrt(2) - sp.Rational(141421356, 10**8)) == "+"
    assert Signs([(D - L, True)]).sign(D - L) == "+"


def test_a_form_over_a_whole_domain_is_written_in_the_names():
    pair = ((Delta, above(0)), (lamda, above(0)))
    found = closed_form(total_variation(L0, L1), pair)
    assert {str(symbol) for symbol in found.free_symbols} == {"Delta", "lamda"}
    assert closed_form(wasserstein_distance(L0, L1, alpha), ((Delta, at_least(0)), (lamda, above(0)), (alpha, at_least(1)))) == sp.Symbol("Delta", real=True)
    assert closed_form(renyi_divergence(L0, L1, alpha), (*pair, (alpha, at_least(1)))) is None
