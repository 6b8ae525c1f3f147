"""Counting distributions: exact masses, samplers that agree with them, and parameters that are refused."""

from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from scipy import stats

from mechanisms import Bernoulli, Binomial, Exponential, Poisson
from verify.claims import ClaimError, binomial_law, number, poisson_law


def test_masses_are_those_of_scipy():
    for k in range(6):
        assert float(Binomial(5, Fraction(1, 3)).mass(k)) == pytest.approx(stats.binom(5, 1 / 3).pmf(k), rel=1e-12)
        assert float(Poisson(Fraction(5, 2)).mass(k)) == pytest.approx(stats.poisson(2.5).pmf(k), rel=1e-12)
    assert Bernoulli(Fraction(1, 3)).weights == (Fraction(2, 3), Fraction(1, 3))


@pytest.mark.parametrize(("law", "mean"), [(Bernoulli(Fraction(1, 3)), 1 / 3), (Binomial(5, Fraction(1, 3)), 5 / 3), (Poisson(3), 3), (Exponential(2), 1 / 2)])
def test_samplers_agree_with_the_means(law, mean):
    draws = law.sample(40_000, np.random.default_rng(1))
    assert abs(draws.mean() - mean) < 5 * draws.std() / 200


def test_the_exponential_distribution_is_that_of_scipy():
    law = Exponential(2)
    for x in (0, Fraction(1, 3), 2):
        assert float(law.density(x)) == pytest.approx(stats.expon(scale=1 / 2).pdf(float(x)), rel=1e-12)
        assert float(law.distribution_function(x)) == pytest.approx(stats.expon(scale=1 / 2).cdf(float(x)), rel=1e-12)
    assert sp.simplify(law.distribution_function(law.quantile(Fraction(1, 3)))) == sp.Rational(1, 3)


@pytest.mark.parametrize(("make", "words"), [
    (lambda: Bernoulli(2), "Bernoulli: probability must lie in \\[0, 1\\], got probability=2"),
    (lambda: Binomial(Fraction(1, 2), Fraction(1, 2)), "Binomial: trials must be an integer from 1, got trials=1/2"),
    (lambda: Poisson(0), "Poisson: rate must be"), (lambda: Exponential(-1), "Exponential: rate must be")])
def test_parameters_outside_of_their_ranges_are_refused(make, words):
    with pytest.raises(ValueError, match=words):
        make()


def test_formulas_refuse_the_same():
    with pytest.raises(ClaimError, match="binomial_law: trials must be an integer from 1"):
        binomial_law(0, number("1/2"))
    with pytest.raises(ClaimError, match="poisson_law: the rate must be positive, got rate=0"):
        poisson_law(0)
