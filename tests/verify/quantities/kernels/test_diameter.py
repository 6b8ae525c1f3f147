"""The diameter of the set that carries two laws."""

import math
from fractions import Fraction

import pytest
from flint import fmpq

from verify.quantities.kernels.diameter import support_diameter
from verify.values.elementary import log
from verify.values.laws import FiniteLaw, PieceLaw, product
from verify.values.numbers import NoValue
from verify.values.powers import power


def uniform(low: int, high: int) -> PieceLaw:
    return PieceLaw("uniform", [(fmpq(low), fmpq(high), log(fmpq(1, high - low)), fmpq(0), fmpq(0))])


def finite(*points) -> FiniteLaw:
    return FiniteLaw([tuple(map(fmpq, x)) if isinstance(x, tuple) else fmpq(x) for x in points], [Fraction(1, len(points))] * len(points))


def test_points_of_one_law_count_as_well_as_points_of_both():
    assert support_diameter(finite(0, 5), finite(1)) == 5
    assert support_diameter(finite(0), finite(-3)) == 3
    assert support_diameter(finite(2), finite(2)) == 0


@pytest.mark.parametrize(("norm", "length"), [(fmpq(1), fmpq(7)), (fmpq(2), fmpq(5)), (math.inf, fmpq(4))])
def test_the_norm_decides_the_distance_of_points(norm, length):
    assert support_diameter(finite((0, 0)), finite((3, 4)), norm) == length


def test_intervals_are_measured_from_end_to_end():
    assert support_diameter(uniform(0, 1), uniform(-2, 3)) == 5
    assert support_diameter(uniform(0, 1), finite(4)) == 4


def test_a_law_on_the_whole_line_has_infinite_diameter():
    normal = PieceLaw("normal", [(-math.inf, math.inf, fmpq(0), fmpq(0), fmpq(-1, 2))])
    assert support_diameter(normal, normal) == math.inf


def test_boxes_are_measured_from_corner_to_corner():
    square, strip = product(uniform(0, 1), uniform(0, 1)), product(uniform(0, 2), uniform(0, 1))
    assert support_diameter(square, square, fmpq(2)) == power(fmpq(2), fmpq(1, 2))
    assert support_diameter(square, strip, fmpq(1)) == 3
    assert support_diameter(square, strip, math.inf) == 2


def test_points_of_different_spaces_have_no_distance():
    with pytest.raises(NoValue, match="different spaces"):
        support_diameter(finite(0), finite((0, 0)))
