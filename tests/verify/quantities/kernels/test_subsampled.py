"""The law of independent subsampled steps agrees with the laws it is made of."""

import pytest
from flint import fmpq

from verify.quantities.kernels.subsampled import subsampled_shifts
from verify.values import laws
from verify.values.numbers import NoValue

COIN = laws.FiniteLaw([fmpq(0), fmpq(1)], [fmpq(1, 2), fmpq(1, 2)])


def test_one_step_is_the_mixture_of_the_noise_and_its_translate():
    law = subsampled_shifts(COIN, fmpq(1, 4), (fmpq(3),), fmpq(1), 64)
    assert dict(law.items()) == {fmpq(0): fmpq(3, 8), fmpq(1): fmpq(3, 8), fmpq(3): fmpq(1, 8), fmpq(4): fmpq(1, 8)}


def test_steps_are_independent_and_a_shift_of_zero_or_a_rate_of_zero_changes_nothing():
    law = subsampled_shifts(COIN, fmpq(1, 2), (fmpq(0), fmpq(2)), fmpq(1), 64)
    assert law == laws.product(COIN, subsampled_shifts(COIN, fmpq(1, 2), (fmpq(2),), fmpq(1), 64))
    assert subsampled_shifts(COIN, fmpq(0), (fmpq(5),), fmpq(1), 64) == COIN


def test_a_point_stands_for_its_norm():
    assert subsampled_shifts(COIN, fmpq(1), ((fmpq(3), fmpq(-4)),), fmpq(2), 64) == laws.translate(COIN, fmpq(5))


@pytest.mark.parametrize("rate", [fmpq(-1, 2), fmpq(3, 2)])
def test_a_rate_outside_the_unit_interval_has_no_value(rate):
    with pytest.raises(NoValue, match="rate must be a fraction in"):
        subsampled_shifts(COIN, rate, (fmpq(1),), fmpq(1), 64)


def test_no_steps_have_no_law():
    with pytest.raises(NoValue, match="no steps"):
        subsampled_shifts(COIN, fmpq(1, 2), (), fmpq(1), 64)
