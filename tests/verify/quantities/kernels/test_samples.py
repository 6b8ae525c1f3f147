"""Certified distances of samples: against exact arithmetic, SciPy and POT."""

import math
from fractions import Fraction

import numpy as np
import ot
import pytest
import scipy.stats
from flint import arb, fmpq

from verify.quantities.kernels.samples import sample_distances
from verify.quantities.kernels.transport import transport
from verify.values.laws import FiniteLaw
from verify.values.numbers import NoValue, enclose


def exact_law(values):
    exact = [Fraction(float(v)) for v in values]
    return FiniteLaw([fmpq(x.numerator, x.denominator) for x in exact], [fmpq(1, len(exact))] * len(exact))


@pytest.mark.parametrize("sizes", [(40, 40), (40, 31), (300, 7), (1, 5)])
def test_the_exact_distance_lies_inside(sizes):
    rng = np.random.default_rng(sizes)
    x, y = rng.normal(size=sizes[0]), rng.normal(0.3, 2.0, size=sizes[1]) * 1e3
    orders = [fmpq(1), fmpq(2), fmpq(3), math.inf]
    for order, found in zip(orders, sample_distances(x, y, orders), strict=True):
        value = enclose(transport(exact_law(x), exact_law(y), order, prec=128).value, 128)
        assert found.lo <= value.lo and value.hi <= found.hi, order
        assert found.width < 1e-13 * float(found.hi)


def test_scipy_and_pot_agree():
    rng = np.random.default_rng(1)
    x, y = rng.normal(size=500), rng.exponential(size=400)
    first, second = sample_distances(x, y, [fmpq(1), fmpq(2)])
    assert float(first.lo) == pytest.approx(scipy.stats.wasserstein_distance(x, y), rel=1e-12)
    assert float(second.lo) ** 2 == pytest.approx(ot.emd2_1d(x, y, metric="sqeuclidean"), rel=1e-12)


def test_equal_samples_have_distance_zero_and_huge_ones_do_not_overflow():
    assert [e.hi for e in sample_distances([1.0, 2.0], [2.0, 1.0], [fmpq(2), math.inf])] == [0, 0]
    (found,) = sample_distances([1e300], [-1e300], [fmpq(2)])
    assert found.lo <= arb(2e300) <= found.hi


@pytest.mark.parametrize(("x", "order", "words"), [([], fmpq(1), "at least one entry"), ([math.nan], fmpq(1), "not all finite"), ([1.0], fmpq(1, 2), "order=1/2")])
def test_bad_samples_are_named(x, order, words):
    with pytest.raises(NoValue, match=words):
        sample_distances(x, [0.0], [order])
