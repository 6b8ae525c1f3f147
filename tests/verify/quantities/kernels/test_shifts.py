"""Divergences of shifted noise: routes agree, closed forms agree with quadrature of the densities, the Legendre bound lies above, bad orders are named."""

import math
from itertools import pairwise

import pytest
import scipy.integrate
from flint import arb, fmpq

from verify.quantities.kernels import shifts
from verify.values.numbers import NoValue, precision

F = fmpq


def by_scipy(log_density, shift, order):
    """The definition, in floating point."""
    def integrand(x):
        return math.exp(order * log_density(x - shift) + (1 - order) * log_density(x))

    points = sorted({0.0, shift})
    parts = [(-math.inf, points[0]), *([(points[0], points[1])] if len(points) > 1 else []), (points[-1], math.inf)]
    return math.log(sum(scipy.integrate.quad(integrand, *part, epsabs=0, epsrel=1e-11, limit=400)[0] for part in parts)) / (order - 1)


def log_cauchy(k):
    constant = math.lgamma(k / 2) - math.log(math.pi) / 2 - math.lgamma((k - 1) / 2)
    return lambda x: constant - k / 2 * math.log1p(x * x)


@pytest.mark.parametrize("order", [F(11, 10), F(2), F(7, 2), F(10)])
@pytest.mark.parametrize("shift", [F(1, 10), F(1), F(5)])
def test_closed_forms_agree_with_quadrature_of_the_densities(order, shift):
    r, a = arb(shift), float(order)
    assert float(shifts.laplace(r, order)) == pytest.approx(by_scipy(lambda x: -abs(x) - math.log(2), float(shift), a), rel=1e-8)
    if shift < 5:  # the mode is far from both centres otherwise, and the float rule misses it
        assert float(shifts.normal(r, order)) == pytest.approx(by_scipy(lambda x: -x * x / 2 - math.log(2 * math.pi) / 2, float(shift), a), rel=1e-8)
    for k in (F(2), F(3), F(4), F(6), F(5, 2)):
        assert float(shifts.cauchy(r, k, order)) == pytest.approx(by_scipy(log_cauchy(float(k)), float(shift), a), rel=1e-8)


@pytest.mark.parametrize("k", [F(2), F(3), F(4), F(6)])
@pytest.mark.parametrize("order", [F(3, 2), F(17, 7), F(10)])
def test_all_routes_overlap_and_keep_fifteen_digits(k, order):
    for shift in (F(1, 2), F(39, 20), F(2), F(41, 20), F(7)):
        with precision(64):
            value = shifts.cauchy(arb(shift), k, order)
            assert value.rel_accuracy_bits() >= 50
            routes = {name: route(arb(shift)).log() / (arb(order) - 1) for name, route in shifts.cauchy_routes(k, order).items() if name != "far" or shift > 2}
            finite = {name: found for name, found in routes.items() if found.is_finite()}
            assert "quadrature" in finite and (len(finite) > 1 or F(19, 10) < shift < F(21, 10))
            assert all(found.overlaps(value) for found in finite.values())


def test_orders_at_which_the_far_series_coincide_are_enclosed():
    with precision(64):
        value = shifts.cauchy(arb(30), F(3), F(2))  # k a/2 - (k - 1)/2 = 2 is whole
        nearby = shifts.cauchy(arb(30), F(3), F(2) + F(1, 10**6))
    assert value.rel_accuracy_bits() >= 55
    assert 0 < float(nearby - value) < 1e-5


def test_a_whole_degree_gives_a_polynomial_with_positive_fractions():
    assert shifts.cauchy_polynomial(F(2), F(2)) == (F(1), F(1, 2))  # Legendre's P_1(1 + r^2/2)
    coefficients = shifts.cauchy_polynomial(F(6), F(7, 3))
    assert len(coefficients) == 5 and all(c > 0 for c in coefficients)
    with pytest.raises(NoValue, match="to be whole"):
        shifts.cauchy_polynomial(F(3), F(2))


def test_divergences_do_not_fall_with_the_shift():
    for k in (F(2), F(3), F(5, 2)):
        values = [shifts.cauchy(arb(r) / 4, k, F(5, 2)) for r in range(1, 30, 4)]
        assert all(a < b for a, b in pairwise(values))


def test_the_legendre_bound_lies_above_and_touches_for_the_cauchy_law():
    for k in (F(2), F(3), F(4), F(6)):
        for r in (F(1, 10), F(1), F(20)):
            bound, truth = shifts.legendre_bound(arb(r), k, F(5, 2)), shifts.cauchy(arb(r), k, F(5, 2))
            assert bound.overlaps(truth) if k == 2 else bound > truth
    assert shifts.legendre_bound(arb(3), F(2), F(5, 2), lambda r: 1 + r * r / 4) < shifts.cauchy(arb(3), F(2), F(5, 2))


def test_the_order_infinity_is_a_limit():
    assert shifts.normal(arb(1), math.inf) == math.inf and shifts.normal(arb(0), math.inf) == 0
    assert shifts.laplace(arb(3), math.inf) == 3
    top = shifts.cauchy(arb(3), F(3), math.inf)
    assert shifts.cauchy(arb(3), F(3), F(1000)) < top < shifts.cauchy(arb(3), F(3), F(1000)) * arb("1.02")


def test_bad_orders_and_exponents_are_named():
    with pytest.raises(NoValue, match="order=1"):
        shifts.normal(arb(1), F(1))
    with pytest.raises(NoValue, match="exponent=1"):
        shifts.cauchy(arb(1), F(1), F(2))
    with pytest.raises(NoValue, match="at least 0"):
        shifts.laplace(arb(-1), F(2))
