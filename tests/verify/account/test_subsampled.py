"""Powers of the likelihood ratio: balls that contain what quadrature in floating point and binomial sums give, and bounds of their decay."""

import math
from fractions import Fraction

import numpy as np
import pytest
from flint import arb, fmpq

from verify.account.decay import Decay
from verify.account.subsampled import Powers
from verify.account.transforms import LaplaceLoss
from verify.values.numbers import precision


def reference(q: float, sigma: float, w: complex) -> complex:
    x = np.linspace(-14, 40, 400_001)
    loss = np.logaddexp(math.log1p(-q), math.log(q) + x / sigma - 1 / (2 * sigma**2))
    return complex((np.exp(-x * x / 2 + w * loss)).sum() * (x[1] - x[0]) / math.sqrt(2 * math.pi))


@pytest.mark.parametrize("q, sigma, a", [("1/100", "23/4", 19.0), ("1/1000", "39/20", -18.0), ("1/1000", "3/5", 3.0), ("1/2", "1", 2.5), ("1/100", "1", -0.5)])
def test_values_along_a_line_are_those_of_floating_point(q, sigma, a):
    with precision(128):
        rate, scale = (arb(fmpq(text.numerator, text.denominator)) for text in (Fraction(q), Fraction(sigma)))
        found = Powers(rate, 1 / scale).along(arb(a), arb(7), 40)
        for k in (0, 1, 17, 40):
            expected = reference(float(Fraction(q)), float(Fraction(sigma)), a + 7j * k)
            assert complex(found[k].mid()) == pytest.approx(expected, rel=1e-9, abs=1e-12)  # sums of doubles
            assert found[k].real.rad() < 1e-25


def test_a_whole_power_is_the_binomial_sum_within_the_ball():
    with precision(160):
        q, order = arb(1) / 100, 9
        exact = sum((math.comb(order, k) * (1 - q) ** (order - k) * q**k * (arb(k * k - k) / 2).exp() for k in range(order + 1)), arb(0))
        found = Powers(q, arb(1)).value(arb(order))
        assert found.overlaps(exact) and found.rad() < 1e-38


@pytest.mark.parametrize("a", [4.0, -3.0])
def test_the_decay_bounds_the_modulus(a):
    with precision(96):
        powers = Powers(arb(1) / 100, arb(1))
        size = powers.value(arb(a))
        decay = powers.decay(arb(a), size)
        for k, value in enumerate(powers.along(arb(a), arb(9), 60)):
            if k:
                assert abs(value) <= decay.beyond(arb(9 * k)) * size and abs(value) <= decay.variation / (9 * k) * size


def test_the_decay_of_laplace_noise_bounds_the_modulus():
    with precision(96):
        loss = LaplaceLoss(arb(1) / 2)
        size = loss.value(arb(3))
        decay = loss.decay(arb(3), size)
        for k, value in enumerate(loss.along(arb(3), arb(1), 200)):
            if k:
                assert abs(value) <= decay.beyond(arb(k)) * size


def test_a_law_without_uniform_part_has_no_decay():
    assert Decay((), arb("inf")).beyond(arb(10)) == 1


@pytest.mark.parametrize("a", [-90.0, -18.5, -0.5, 0.0, 0.5, 19.0, 90.0])
@pytest.mark.parametrize("q, sigma", [("1/1000", "39/20"), ("1/100", "25"), ("1/1000", "3/5")])
def test_one_value_is_the_value_on_a_line_and_narrow(a, q, sigma):
    with precision(128):
        rate, scale = (arb(fmpq(text.numerator, text.denominator)) for text in (Fraction(q), Fraction(sigma)))
        powers = Powers(rate, 1 / scale)
        found, along = powers.value(arb(a)), powers.along(arb(a), arb(1), 1)[0].real
        assert found.overlaps(along) and found.rel_accuracy_bits() > 100
        assert powers.value(arb(a)) is found  # what was found is kept
