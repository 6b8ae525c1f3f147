"""Divergences: exact on finite laws, enclosed on laws with densities, infinite where they are."""

import math
import random

import pytest
from flint import fmpq

from verify.quantities.kernels import divergences as D
from verify.quantities.kernels import kantorovich, line_divergences, metrizing, numeric
from verify.quantities.kernels.agreement import agree
from verify.quantities.kernels.wasserstein import wasserstein
from verify.values import elementary, powers
from verify.values import numbers as N
from verify.values.laws import FiniteLaw, PieceLaw, mixture, product, translate
from verify.values.numbers import Enclosure, NoValue, to_float

F = fmpq
OO = math.inf
HALF = F(1, 2)
ORDERS = [HALF, F(1), F(3, 2), F(2), F(5), OO]


@pytest.mark.parametrize("seed", range(15))
def test_divergences_of_finite_laws_agree_with_plain_sums(law, seed):
    rng = random.Random(seed)
    p, q = law.labels(rng, 4), law.labels(rng, 4)
    assert agree(D.total_variation(p, q), numeric.total_variation(p, q), 1e-12, 1e-15)
    assert agree(D.jensen_shannon(p, q), numeric.jensen_shannon(p, q), 1e-8, 1e-14)
    for order in ORDERS:
        assert agree(D.renyi(p, q, order), numeric.renyi(p, q, to_float(order)), 1e-10, 1e-14)
    for epsilon in (F(0), F(1, 3), F(-1), F(2)):
        assert agree(D.hockey_stick(p, q, epsilon), numeric.hockey_stick(p, q, to_float(epsilon)), 1e-10, 1e-14)


def test_values_on_finite_laws_are_exact():
    p, q = FiniteLaw([0, 1], [F(3, 4), F(1, 4)]), FiniteLaw([0, 1], [HALF, HALF])
    assert D.total_variation(p, q) == F(1, 4)
    assert D.l1_distance(p, q) == HALF
    assert D.max_divergence(p, q) == elementary.log(F(3, 2))
    assert D.renyi(p, q, F(2)) == elementary.log(F(5, 4))
    assert D.hockey_stick(p, q, elementary.log(F(5, 4))) == F(1, 8)
    assert D.kullback_leibler(p, q) == N.sub(N.mul(F(3, 4), elementary.log(F(3))), elementary.log(F(2)))


def test_a_missing_point_makes_orders_from_one_on_infinite_and_small_ones_finite():
    p, q = FiniteLaw([0, 1], [HALF, HALF]), FiniteLaw([0], [1])
    assert D.kullback_leibler(p, q) == D.renyi(p, q, F(2)) == D.max_divergence(p, q) == OO
    assert D.renyi(p, q, HALF) == elementary.log(F(2))
    assert D.renyi(q, p, F(3)) == elementary.log(F(2))
    assert D.hockey_stick(p, q, OO) == HALF


def test_disjoint_laws_are_infinitely_far_for_every_order():
    p, q = FiniteLaw([0], [1]), FiniteLaw([1], [1])
    assert all(D.renyi(p, q, order) == OO for order in ORDERS)
    assert D.total_variation(p, q) == 1
    assert D.jensen_shannon(p, q) == elementary.log(F(2))


def test_laws_on_different_spaces_and_orders_below_zero_have_no_value():
    with pytest.raises(NoValue, match="different spaces"):
        D.total_variation(FiniteLaw([0], [1]), FiniteLaw([F(0)], [1]))
    with pytest.raises(NoValue, match="order"):
        D.renyi(FiniteLaw([0], [1]), FiniteLaw([1], [1]), F(-1))


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("dimension", [1, 2])
@pytest.mark.parametrize("norm", [F(1), F(2), OO])
def test_the_dual_problem_has_the_value_of_transport(law, seed, dimension, norm):
    rng = random.Random(seed)
    p, q = law.finite(rng, rng.randint(2, 5), dimension), law.finite(rng, rng.randint(2, 5), dimension)
    primal, dual = wasserstein(p, q, F(1), norm), kantorovich.kantorovich_dual(p, q, norm)
    if isinstance(primal, Enclosure) or isinstance(dual, Enclosure):
        assert N.compare(primal, dual) is None
        assert N.enclose(dual).width < 1e-9
    else:
        assert primal == dual


def test_laws_with_common_points_have_an_exact_dual(law):
    rng = random.Random(11)
    for _ in range(10):
        points = [(F(rng.randint(0, 3)), F(rng.randint(0, 3))) for _ in range(5)]
        laws = [
            FiniteLaw(points, [F(w, sum(ws)) for w in ws]) for ws in ([rng.randint(1, 4) for _ in range(5)], [1] * 5)
        ]
        assert kantorovich.kantorovich_dual(*laws) == wasserstein(*laws, F(1))


@pytest.mark.parametrize("seed", range(12))
def test_levy_and_prokhorov_distances_agree_with_bisection(law, seed):
    rng = random.Random(seed)
    p, q = law.finite(rng, 4), law.finite(rng, 3)
    if seed % 2:
        p, q = [FiniteLaw([x / 30 for x in one.points], one.weights) for one in (p, q)]
    assert agree(metrizing.levy_distance(p, q), numeric.levy_distance(p, q), 1e-8, 1e-9)
    assert agree(metrizing.prokhorov_distance(p, q), numeric.prokhorov_distance(p, q), 1e-8, 1e-8)


def test_levy_is_at_most_prokhorov_and_both_are_known_for_point_masses():
    a, b = FiniteLaw([F(0)], [1]), FiniteLaw([F(1, 3)], [1])
    assert metrizing.levy_distance(a, b) == metrizing.prokhorov_distance(a, b) == F(1, 3)
    far = FiniteLaw([F(5)], [1])
    assert metrizing.levy_distance(a, far) == metrizing.prokhorov_distance(a, far) == 1


def pairs(law):
    half = mixture([F(9, 10), F(1, 10)], [law.normal(0, 1), law.normal(1, 1)])
    return [
        (law.normal(0, 1), law.normal(1, 2)),
        (law.normal(0, 1), law.laplace(1, 2)),
        (law.laplace(0, 1), law.laplace(1, F(3, 2))),
        (law.uniform(0, 1), law.normal(0, 1)),
        (law.exponential(2), law.exponential(1)),
        (half, law.normal(0, 1)),
        (law.normal(0, 1), half),
    ]


def test_floats_see_an_integrand_that_grows_only_far_out(law):
    narrow, wide = law.laplace(0, F(1, 100)), law.normal(0, 3)
    for order in (F(51, 50), F(2)):
        assert D.renyi(narrow, wide, order) == numeric.renyi(narrow, wide, to_float(order)) == OO
    assert agree(D.renyi(wide, narrow, F(51, 50)), numeric.renyi(wide, narrow, 1.02), 1e-7)


def test_floats_see_an_end_of_a_support_that_hardly_weighs_anything(law):
    steep = PieceLaw("steep", [(F(0), F(10), elementary.log(F(10)), F(-10), F(0))])  # but for exp(-100) of its mass
    assert D.renyi(translate(steep, 4), steep, F(5, 2)) == numeric.renyi(translate(steep, 4), steep, 2.5) == OO


@pytest.mark.parametrize("scale", [F(63, 50), F(5, 4), F(9, 7), F(13, 10)])
def test_quadrature_is_cut_where_the_positive_part_has_its_kink(law, scale):
    p, q = law.normal(1, scale), law.normal(0, scale)
    assert agree(D.hockey_stick(p, q, F(3, 4)), numeric.hockey_stick(p, q, 0.75), 1e-12, 1e-15)


@pytest.mark.parametrize("index", range(7))
def test_divergences_of_densities_agree_with_quadrature(law, index):
    p, q = pairs(law)[index]
    assert agree(D.total_variation(p, q), numeric.total_variation(p, q), 1e-8)
    assert agree(D.hockey_stick(p, q, F(1, 10)), numeric.hockey_stick(p, q, 0.1), 1e-9, 1e-14)
    assert agree(D.kullback_leibler(p, q), numeric.kullback_leibler(p, q), 1e-7)
    for order in (HALF, F(3, 2), F(3)):
        assert agree(D.renyi(p, q, order), numeric.renyi(p, q, to_float(order)), 1e-7)


@pytest.mark.parametrize("index", range(6))
def test_enclosures_of_densities_are_narrow(law, index):
    p, q = pairs(law)[index]
    for value in (D.total_variation(p, q), D.kullback_leibler(p, q), D.renyi(p, q, F(3, 2))):
        assert N.enclose(value).width < 1e-15


def test_normal_laws_have_exact_divergences(law):
    p, q = law.normal(0, 1), law.normal(1, 1)
    assert D.kullback_leibler(p, q) == HALF
    assert D.renyi(p, q, F(7)) == F(7, 2)
    assert D.renyi(p, law.normal(0, 4), F(2)) == elementary.log(N.div(F(4), powers.power(F(7), HALF)))


def test_renyi_is_infinite_where_the_quadratic_is_not_integrable(law):
    wide, narrow = law.normal(0, 4), law.normal(0, 1)
    assert D.renyi(wide, narrow, F(4, 3)) == OO
    assert D.renyi(wide, narrow, F(5, 4)) != OO
    assert D.renyi(law.laplace(0, 1), narrow, F(2)) == OO
    assert D.renyi(law.laplace(0, 2), law.laplace(0, 1), F(2)) == OO
    assert D.max_divergence(law.normal(0, 1), law.normal(1, 1)) == OO
    assert D.renyi(mixture([HALF, HALF], [wide, narrow]), narrow, F(2)) == OO
    assert D.max_divergence(mixture([HALF, HALF], [narrow, law.normal(1, 1)]), narrow) == OO


def test_a_density_outside_of_the_other_support_gives_infinity(law):
    assert D.kullback_leibler(law.normal(0, 1), law.uniform(0, 1)) == OO
    assert D.renyi(law.uniform(0, 2), law.uniform(0, 1), F(2)) == OO
    assert agree(D.hockey_stick(law.uniform(0, 2), law.uniform(0, 1), OO), 0.5, 1e-15)
    assert N.compare(D.hockey_stick(law.normal(0, 1), law.normal(1, 1), OO), F(0)) == "="


def test_an_atom_is_singular_to_a_density(law):
    atom = FiniteLaw([F(0)], [1])
    assert N.compare(D.total_variation(atom, law.normal(0, 1)), F(1)) in ("=", None)
    assert D.kullback_leibler(atom, law.normal(0, 1)) == OO
    mixed = mixture([HALF, HALF], [law.normal(0, 1), atom])
    assert agree(D.total_variation(mixed, law.normal(0, 1)), 0.5, 1e-15)


def test_the_hockey_stick_at_the_largest_loss_is_exactly_zero(law):
    p, q = law.laplace(0, 1), law.laplace(1, 1)
    assert D.max_divergence(p, q) == 1
    assert D.hockey_stick(p, q, F(1)) == 0
    assert N.compare(D.hockey_stick(p, q, F(99, 100)), F(0)) == ">"


def test_equal_laws_have_divergence_zero_exactly(law):
    for one in (law.normal(0, 1), law.laplace(0, 1), FiniteLaw([0, 1], [HALF, HALF])):
        assert D.total_variation(one, one) == D.kullback_leibler(one, one) == D.renyi(one, one, F(3)) == 0


def test_divergences_add_up_over_independent_coordinates(law):
    p = product(law.normal(0, 1), law.laplace(0, 1))
    q = translate(p, (F(1), F(1)))
    both = N.add(HALF, D.kullback_leibler(law.laplace(0, 1), law.laplace(1, 1)))
    assert N.compare(D.kullback_leibler(p, q), both) is None
    assert D.max_divergence(p, q) == OO


@pytest.mark.parametrize("order", [F(2), F(5), F(29)])
def test_whole_powers_of_mixtures_multiplied_out_agree_with_quadrature(law, order, monkeypatch):
    pairs = [
        (mixture([F(1, 3), F(2, 3)], [law.normal(-1, 1), law.normal(F(5, 4), 1)]), law.normal(0, 2)),
        (mixture([F(3, 10), F(2, 5), F(3, 10)], [law.laplace(-2, 1), law.laplace(2, 1), law.laplace(8, 1)]), law.laplace(1, F(3, 2))),
        (mixture([F(1, 10), F(9, 10)], [law.laplace(-1, 1), law.normal(0, 1)]), law.laplace(3, 2)),
    ]
    first = [D.renyi(p, q, order, 60) for p, q in pairs]
    monkeypatch.setattr(line_divergences, "MOST_PRODUCTS", 0)
    for (p, q), found in zip(pairs, first, strict=True):
        other = N.enclose(D.renyi(p, q, order, 60))
        assert to_float(found) == pytest.approx(to_float(other), rel=1e-8)
        assert N.enclose(found).lo <= other.hi and other.lo <= N.enclose(found).hi
        assert N.enclose(found).width < 1e-12


def test_order_0_is_what_the_second_law_gives_to_the_support_of_the_first():
    p, q = FiniteLaw([0, 1], [1, 0]), FiniteLaw([0, 1], [fmpq(1, 4), fmpq(3, 4)])
    assert to_float(D.renyi(p, q, fmpq(0))) == pytest.approx(math.log(4)) and to_float(D.renyi(q, p, fmpq(0))) == pytest.approx(0)
    assert D.renyi(FiniteLaw([0], [1]), FiniteLaw([1], [1]), fmpq(0)) == math.inf
    found = D.renyi(p, q, Enclosure(N.enclose(fmpq(-1)).lo, N.enclose(fmpq(1, 2)).hi))
    assert isinstance(found, Enclosure) and not found.exists  # an order that is perhaps negative
