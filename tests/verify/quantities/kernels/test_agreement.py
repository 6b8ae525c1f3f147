"""Two routes are held against each other, and a planted error is noticed."""

import math
import random

import pytest
from flint import arb, fmpq

from verify.quantities.kernels import divergences, numeric
from verify.quantities.kernels.agreement import agree, compare_routes
from verify.quantities.kernels.wasserstein import wasserstein
from verify.values.numbers import Enclosure

F = fmpq
PERTURBED = 1 + 1e-6


def test_a_perturbation_of_one_millionth_of_either_route_is_noticed(law):
    rng = random.Random(3)
    for _ in range(20):
        p, q = law.finite(rng, 4), law.finite(rng, 5)
        value, other = wasserstein(p, q, F(2)), numeric.wasserstein(p, q, 2.0)
        assert agree(value, other, 1e-8)
        assert not agree(value, other * PERTURBED, 1e-8)
        assert not agree(value, other / PERTURBED, 1e-8)


def test_a_perturbation_is_noticed_for_laws_with_densities(law):
    p, q = law.normal(0, 1), law.laplace(1, 2)
    value, other = divergences.total_variation(p, q), numeric.total_variation(p, q)
    assert agree(value, other, 1e-8)
    assert not agree(value, other * PERTURBED, 1e-8)


def test_a_value_that_is_no_number_never_agrees():
    assert not agree(F(1), math.nan, 1.0)
    assert not agree(Enclosure(-math.inf, math.inf), math.nan, 1.0)


def test_infinite_values_agree_only_with_themselves():
    assert agree(math.inf, math.inf, 1e-9)
    assert not agree(math.inf, 1e300, 1e-9)
    assert not agree(math.inf, -math.inf, 1e-9)
    assert not agree(F(1), math.inf, 1e-9)


def test_a_wide_enclosure_agrees_but_says_that_this_means_little():
    found = compare_routes(Enclosure(arb(0), arb(1)), 0.5, 1e-9)
    assert found.holds
    assert found.resolution > 0.5
    assert compare_routes(F(1), 1.0, 1e-9).resolution == pytest.approx(1e-9, rel=1e-3)


def test_an_enclosure_that_may_have_no_value_does_not_agree():
    assert not agree(Enclosure(arb(0), arb(1), False), 0.5, 1e-9)


def test_densities_beyond_the_range_of_floats_have_no_float_value(law):
    with pytest.raises(OverflowError):
        numeric.renyi(law.normal(F(10) ** 200, 1), law.normal(0, 1), 2.0)
