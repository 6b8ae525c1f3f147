"""Wasserstein distances: exact on finite laws, certified on laws with densities, infinite where they are."""

import math
import random

import numpy as np
import ot
import pytest
from flint import fmpq
from scipy.stats import wasserstein_distance

from verify.quantities.kernels import numeric
from verify.quantities.kernels.agreement import agree
from verify.quantities.kernels.transport import transport
from verify.quantities.kernels.wasserstein import shift_between, wasserstein
from verify.values import elementary, powers
from verify.values import numbers as N
from verify.values.laws import FiniteLaw, mixture, product, translate
from verify.values.numbers import Enclosure, NoValue, to_float

F = fmpq
OO = math.inf
ONE, TWO = F(1), F(2)


def contains(value, x, slack=0.0):
    box = N.enclose(value)
    return box.lo <= x + slack and x - slack <= box.hi


@pytest.mark.parametrize("seed", range(20))
def test_order_one_on_the_line_is_that_of_scipy(law, seed):
    rng = random.Random(seed)
    p, q = law.finite(rng, 5), law.finite(rng, 4)
    x, y = [[to_float(v) for v in part.points] for part in (p, q)]
    a, b = [[to_float(v) for v in part.weights] for part in (p, q)]
    assert agree(wasserstein(p, q, ONE), wasserstein_distance(x, y, a, b), 1e-12)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("order", [ONE, TWO, F(5, 2), OO])
def test_the_quantile_coupling_and_the_linear_programme_agree(law, seed, order):
    rng = random.Random(seed)
    p, q = law.finite(rng, 4), law.finite(rng, 3)
    pairs = [FiniteLaw([(x,) for x in part.points], part.weights) for part in (p, q)]
    on_line, in_space = transport(p, q, order).value, transport(*pairs, order).value
    if isinstance(on_line, Enclosure):
        assert N.compare(on_line, in_space) is None
    else:
        assert on_line == in_space


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("norm", [ONE, TWO, F(3), F(5, 2), OO])
@pytest.mark.parametrize("order", [ONE, F(3, 2), TWO, OO])
def test_distances_in_the_plane_agree_with_a_float_linear_programme(law, seed, norm, order):
    rng = random.Random(seed)
    p, q = law.finite(rng, 4, 2), law.finite(rng, 3, 2)
    value = wasserstein(p, q, order, norm)
    assert agree(value, numeric.wasserstein(p, q, to_float(order), to_float(norm)), 1e-6)


@pytest.mark.parametrize("seed", range(8))
def test_distances_in_the_plane_agree_with_pot(law, seed):
    rng = random.Random(seed)
    p, q = law.finite(rng, 6, 2), law.finite(rng, 5, 2)
    x, y = [np.array([[to_float(c) for c in v] for v in part.points]) for part in (p, q)]
    a, b = [np.array([to_float(w) for w in part.weights]) for part in (p, q)]
    cost = ot.emd2(a / a.sum(), b / b.sum(), ot.dist(x, y, "euclidean"))
    assert agree(wasserstein(p, q, ONE, TWO), cost, 1e-9)


def test_the_plan_and_the_potentials_certify_the_value(law):
    rng = random.Random(7)
    p, q = law.finite(rng, 5, 2), law.finite(rng, 4, 2)
    found = transport(p, q, ONE, ONE)
    cost = sum((w * sum(abs(a - b) for a, b in zip(x, y)) for (x, y), w in found.plan), F(0))
    f, g = found.potentials
    dual = sum((a * b for a, b in zip(p.weights, f)), F(0)) + sum((a * b for a, b in zip(q.weights, g)), F(0))
    assert cost == dual == found.value


def test_values_are_exact_where_they_can_be():
    coin = FiniteLaw([F(0), F(1)], [F(1, 2), F(1, 2)])
    assert wasserstein(coin, FiniteLaw([F(0)], [1]), TWO) == powers.power(F(1, 2), F(1, 2))
    corner = FiniteLaw([(F(0), F(0))], [1])
    assert wasserstein(corner, FiniteLaw([(F(1), F(1))], [1]), ONE, TWO) == powers.power(F(2), F(1, 2))
    diagonal = FiniteLaw([(F(0), F(0)), (F(3), F(3))], [F(1, 2), F(1, 2)])
    assert wasserstein(corner, diagonal, ONE, TWO) == N.mul(F(3, 2), powers.power(F(2), F(1, 2)))


def test_labels_have_distance_one():
    a, b = FiniteLaw(["u", "v"], [F(1, 3), F(2, 3)]), FiniteLaw(["v", "w"], [F(1, 2), F(1, 2)])
    assert wasserstein(a, b, ONE) == F(1, 2)
    assert wasserstein(a, b, OO) == 1


def test_points_of_different_spaces_and_small_orders_have_no_value(law):
    with pytest.raises(NoValue):
        wasserstein(FiniteLaw(["a"], [1]), FiniteLaw([F(0)], [1]), ONE)
    with pytest.raises(NoValue):
        wasserstein(law.normal(0, 1), law.normal(0, 2), F(1, 2))


@pytest.mark.parametrize("order", [ONE, F(5, 2), OO])
def test_a_translate_has_the_size_of_the_shift_exactly(law, order):
    assert wasserstein(law.normal(0, 2), law.normal(F(7, 3), 2), order) == F(7, 3)
    assert wasserstein(law.laplace(0, 1), law.laplace(-3, 1), order) == 3
    base = mixture([F(1, 3), F(2, 3)], [law.normal(0, 1), law.laplace(1, 1)])
    assert wasserstein(base, translate(base, elementary.log(F(2))), order) == elementary.log(F(2))
    pair = product(law.normal(0, 1), law.laplace(0, 1))
    assert wasserstein(pair, translate(pair, (F(3), F(4))), order, TWO) == 5


def test_no_shift_is_found_where_there_is_none(law):
    assert shift_between(law.normal(0, 1), law.normal(1, 2)) is None
    assert shift_between(law.laplace(0, 1), law.laplace(1, 2)) is None


def test_normal_laws_of_different_variance_are_exact_for_order_two(law):
    assert wasserstein(law.normal(0, 1), law.normal(3, 25), TWO) == 5
    assert wasserstein(law.normal(0, 1), law.normal(0, 4), OO) == OO


def test_ordered_exponential_laws_differ_by_their_means(law):
    assert wasserstein(law.exponential(1), law.exponential(2), ONE) == F(1, 2)
    assert wasserstein(law.uniform(0, 1), law.uniform(1, 4), ONE) == TWO


CASES = [("normal", (0, 1), "laplace", (0, 1)), ("normal", (0, 1), "uniform", (0, 1))]


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("order", [ONE, TWO, F(5, 2)])
def test_brackets_contain_the_float_value(law, case, order):
    p, q = getattr(law, case[0])(*case[1]), getattr(law, case[2])(*case[3])
    value = wasserstein(p, q, order)
    other = numeric.wasserstein(p, q, to_float(order))
    assert contains(value, other, slack=2e-4 * other)
    assert value.width < 0.02


def test_order_one_is_tight_with_densities_and_atoms(law):
    atoms = FiniteLaw([F(0), F(1)], [F(1, 2), F(1, 2)])
    value = wasserstein(atoms, law.normal(0, 1), ONE)
    assert value.width < 1e-15
    assert contains(value, numeric.wasserstein(atoms, law.normal(0, 1), 1.0), slack=1e-3)


def test_a_bracket_with_atoms_contains_the_float_value(law):
    atoms = FiniteLaw([F(0), F(1)], [F(1, 2), F(1, 2)])
    value = wasserstein(atoms, law.normal(0, 1), TWO)
    assert contains(value, numeric.wasserstein(atoms, law.normal(0, 1), 2.0), slack=1e-4)
    assert value.width < 0.02


def test_a_point_mass_is_at_the_distance_of_the_absolute_moment(law):
    assert wasserstein(FiniteLaw([F(0)], [1]), law.normal(0, 1), TWO) == 1
    assert wasserstein(FiniteLaw([F(1)], [1]), law.normal(0, 3), TWO) == 2
    assert wasserstein(FiniteLaw([F(0)], [1]), law.uniform(-1, 3), OO) == 3
    assert wasserstein(FiniteLaw([F(0)], [1]), law.normal(0, 1), OO) == OO


def test_a_bounded_and_an_unbounded_law_are_infinitely_far_in_order_infinity(law):
    assert wasserstein(law.normal(0, 1), law.uniform(0, 1), OO) == OO


def test_products_add_up_when_order_and_norm_agree(law):
    p, q = product(law.normal(0, 1), law.normal(0, 1)), product(law.normal(0, 4), law.normal(0, 9))
    assert wasserstein(p, q, TWO, TWO) == powers.power(F(5), F(1, 2))


@pytest.mark.parametrize("order", [ONE, TWO])
def test_break_points_that_are_no_binary_fractions_are_enclosed(law, order):
    p, q = law.uniform(F(1, 3), F(7, 5)), law.laplace(F(-2, 7), F(3, 11))
    value = wasserstein(p, q, order)
    other = numeric.wasserstein(p, q, to_float(order))
    assert contains(value, other, slack=2e-4 * other)
    assert value.width < 0.02
