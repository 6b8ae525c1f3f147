"""The uniform law needs an interval of positive length."""

from fractions import Fraction

import numpy as np
import pytest
import sympy as sp

from mechanisms import Uniform

low, width = sp.Symbol("low", real=True), sp.Symbol("width", positive=True)


@pytest.mark.parametrize(("lower", "upper"), [(1, 1), (2, 1), (low, low), (low, low - width), (sp.sqrt(2), 1)])
def test_an_interval_without_length_is_an_error(lower, upper):
    with pytest.raises(ValueError, match=r"Uniform: low must be below high, got low=.*, high=.*; exchange"):
        Uniform(lower, upper)


def test_an_infinite_end_is_an_error():
    with pytest.raises(ValueError, match=r"Uniform: high must be a finite real number, got high=oo"):
        Uniform(0, sp.oo)


def test_the_density_is_positive_at_both_ends_and_zero_outside():
    law = Uniform(0, Fraction(1, 2))
    assert [law.density(x) for x in (Fraction(-1, 9), 0, Fraction(1, 2), Fraction(5, 9))] == [0, 2, 2, 0]


def test_ends_that_turn_out_in_the_wrong_order_are_an_error_when_sampling():
    upper = sp.Symbol("upper", real=True)
    with pytest.raises(ValueError, match=r"Uniform: low must be below high to sample, got low=0.0, high=-1.0"):
        Uniform(0, upper).sample(2, np.random.default_rng(0), {upper: -1})
