"""The truncated exponential law for every sign of its rate."""

import numpy as np
import pytest
import scipy.stats
import sympy as sp

from mechanisms import TruncatedExponential, Uniform

rate = sp.Symbol("rate", real=True)


def test_rate_zero_is_the_uniform_law():
    flat, uniform = TruncatedExponential(1, 3, rate=0), Uniform(1, 3)
    assert flat.log_density_pieces() == uniform.log_density_pieces()
    assert [flat.density(x) for x in (0, 1, 2, 4)] == [uniform.density(x) for x in (0, 1, 2, 4)]


def test_an_open_rate_has_both_cases():
    (piece,) = TruncatedExponential(0, 2, rate=rate).log_density_pieces()
    assert piece[2].subs(rate, 0) == -sp.log(2)
    assert sp.simplify(piece[2].subs(rate, 1) + sp.log(sp.exp(2) - 1)) == 0


def test_the_mirrored_law_has_the_opposite_rate():
    law, mirrored = TruncatedExponential(-1, 2, rate=3), TruncatedExponential(-2, 1, rate=-3)
    for x in (-1, 0, sp.Rational(1, 3), 2):
        assert sp.simplify(law.density(x) - mirrored.density(-x)) == 0


@pytest.mark.parametrize("steep", [5000, -5000])
def test_a_steep_law_is_sampled_without_overflow_near_its_likely_end(steep):
    draws = TruncatedExponential(0, 1, rate=steep).sample(2000, np.random.default_rng(2))
    distance = 1 - draws if steep > 0 else draws
    assert scipy.stats.kstest(distance, scipy.stats.expon(scale=1 / 5000).cdf).pvalue > 1e-6


def test_an_almost_flat_law_is_sampled_as_the_uniform_law():
    tiny = sp.Rational(1, 10**310)
    draws = TruncatedExponential(0, 1, rate=tiny).sample(2000, np.random.default_rng(2))
    assert scipy.stats.kstest(draws, "uniform").pvalue > 1e-6


def test_the_rate_cannot_be_given_by_position():
    with pytest.raises(TypeError):
        TruncatedExponential(0, 1, 2)


def test_an_empty_interval_is_an_error():
    with pytest.raises(ValueError, match=r"TruncatedExponential: low must be below high, got low=1, high=0"):
        TruncatedExponential(1, 0, rate=1)
