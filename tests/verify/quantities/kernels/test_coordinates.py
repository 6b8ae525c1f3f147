"""Independent coordinates: log-density slopes in the dual norm, densities, gaps."""

import math

from flint import fmpq

from mechanisms import Laplace, Normal
from verify.claims import product
from verify.engines.evaluate import Context, value
from verify.quantities import density, density_gap_sup, log_density_lipschitz, log_per_density_gap
from verify.values.numbers import relation, to_float

PAIR = product(Laplace(0, scale=1), Laplace(0, scale=2))
OTHER = product(Laplace(1, scale=1), Laplace(0, scale=2))


def at(formula):
    return value(formula, {}, Context(96))


def test_the_slope_in_the_l1_distance_is_the_largest_slope_of_a_coordinate():
    assert at(log_density_lipschitz(PAIR, norm=1)) == 1


def test_the_slope_in_the_l2_distance_is_the_root_of_the_sum_of_squares():
    assert relation(at(log_density_lipschitz(PAIR, norm=2) ** 2), "==", fmpq(5, 4))


def test_the_slope_in_the_largest_coordinate_distance_is_the_sum_of_slopes():
    assert at(log_density_lipschitz(PAIR, norm=math.inf)) == fmpq(3, 2)


def test_a_coordinate_without_bounded_slope_leaves_none():
    assert at(log_density_lipschitz(product(Laplace(0, scale=1), Normal(0, scale=1)), norm=2)) == math.inf


def test_the_density_at_a_point_is_the_product_over_coordinates():
    assert abs(to_float(at(density(PAIR, (0, 0)))) - 1 / 8) < 1e-15


def test_the_largest_gap_lies_between_the_gap_at_a_point_and_its_bound():
    gap = at(density_gap_sup(PAIR, OTHER))
    seen = to_float(at(density(PAIR, (0, 0)))) - to_float(at(density(OTHER, (0, 0))))
    assert seen <= float(gap.hi) <= 1 / 8 + 1e-12


def test_equal_laws_have_no_gap_and_a_quotient_of_0():
    assert at(density_gap_sup(PAIR, PAIR)) == 0
    assert at(log_per_density_gap(PAIR, PAIR)) == 0
