"""Releases of a query with noise: the law given a secret, and draws from it."""

from fractions import Fraction

import numpy as np
import pytest
import scipy.stats

from mechanisms import Finite, Laplace, QueryNoise
from mechanisms.priors import correlated_records

FRAMEWORK = correlated_records(Fraction(1, 2), Fraction(1, 2))
RELEASE = QueryNoise(FRAMEWORK, Laplace(0, scale=2))


def test_the_law_given_a_secret_mixes_translates():
    law = RELEASE.output_law("record 0 is 1", "correlated-pair")
    assert dict(zip(law.components, law.weights, strict=True)) == {Laplace(1, scale=2): Fraction(1, 4), Laplace(2, scale=2): Fraction(3, 4)}


def test_draws_follow_the_law():
    law = RELEASE.output_law("record 0 is 0", "correlated-pair")
    draws = RELEASE.sample("record 0 is 0", "correlated-pair", 20_000, np.random.default_rng(7))
    cdf = lambda x: sum(float(w) * scipy.stats.laplace(float(c.loc), 2).cdf(x) for c, w in zip(law.components, law.weights, strict=True))  # noqa: E731
    assert scipy.stats.kstest(draws, cdf).pvalue > 1e-4


def test_noise_without_a_density_is_refused():
    with pytest.raises(TypeError, match="noise must have a density"):
        QueryNoise(FRAMEWORK, Finite.point_mass(0))
