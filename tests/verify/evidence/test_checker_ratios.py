"""Signs of rational functions on intervals: decided by the zeros at which they change, wherever these lie."""

from fractions import Fraction

import pytest
from flint import fmpq, fmpq_poly

from verify.engines.interpolation.multipliers import interpolated
from verify.evidence.checker.polynomial_signs import roots_inside
from verify.evidence.checker.ratios import ONE, Quotient, Range, T, at_least_0, constant, never_zero
from verify.values.ratios import Ratio

HALF = fmpq(1, 2)
UNIT = Range(Fraction(0), Fraction(1), True, True)
OPEN = Range(Fraction(0), Fraction(1))
BEYOND = Range(Fraction(0), None, True)
SQUARE = (T * T - 2) * (T * T - 2)


@pytest.mark.parametrize(("top", "bottom", "where", "told"), [
    (T, ONE, UNIT, True), (T - HALF, ONE, UNIT, False), ((T - HALF) * (T - HALF), ONE, UNIT, True), (T * (1 - T), ONE, UNIT, True), (T * (1 - T), ONE, BEYOND, False),
    (T - 1, ONE, UNIT, False), (1 - T, ONE, UNIT, True), (-ONE, ONE, UNIT, False), (ONE * 0, ONE, UNIT, True), (SQUARE, ONE, BEYOND, True), (SQUARE * (T - 5), ONE, BEYOND, False),
    (SQUARE * T, ONE, BEYOND, True), (ONE, T, UNIT, True), (ONE, T - HALF, UNIT, False), (T - HALF, T - HALF, UNIT, True), (T**3 - T + fmpq(39, 100), ONE, UNIT, True),
    (T**3 - T + fmpq(38, 100), ONE, UNIT, False), (T**2 + 1, ONE, Range(), True), (T**3 + 1, ONE, Range(), False),
])
def test_a_sign_is_that_of_all_numbers_of_the_interval(top, bottom, where, told):
    assert at_least_0(Quotient(top, bottom), where) is told


def test_zeros_are_counted_once_and_inside():
    p = (T - HALF) ** 3 * T * (T - 1) * (T * T - 2)
    assert [roots_inside(p, where.inner) for where in (UNIT, BEYOND, Range())] == [1, 3, 5]
    assert never_zero(T, OPEN) and not never_zero(T, UNIT) and not never_zero(T * 0, OPEN) and never_zero(constant(3).top, Range())


def test_the_interval_is_cut_at_ends():
    assert UNIT.cut(Fraction(1, 2), True, False) == Range(Fraction(0), Fraction(1, 2), True, False)
    assert UNIT.cut(Fraction(2), True, False) == UNIT and OPEN.cut(Fraction(0), False, True) == OPEN
    assert UNIT.cut(Fraction(1), True, False) == Range(Fraction(0), Fraction(1), True, False)


def test_rational_functions_are_found_from_their_values_alone():
    wanted = Ratio.of(fmpq_poly([1, 2]), fmpq_poly([3, 0, 1]))
    places = [fmpq(k, 3) for k in range(1, 8)]
    top, bottom = interpolated(places, [wanted.at(t) for t in places], 4)
    assert Ratio.of(fmpq_poly(top), fmpq_poly(bottom)) == wanted
    assert interpolated(places[:4], [wanted.at(t) for t in places[:4]], 4) is None
    with pytest.raises(ZeroDivisionError):
        Ratio.of(fmpq_poly([1]), fmpq_poly([0]))
