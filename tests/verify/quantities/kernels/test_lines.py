"""Masses and moments of laws with densities are enclosed, and exact where they follow exactly."""

import math

import mpmath
import pytest
from flint import arb, fmpq
from scipy import stats

from verify.quantities.kernels import affine, areas, density_ratios, line_quantiles, lines, moments, numeric
from verify.quantities.kernels.agreement import agree
from verify.values import numbers as N
from verify.values import powers
from verify.values.laws import FiniteLaw, Piece, PieceLaw, PowerLaw, mixture
from verify.values.numbers import NoValue

F = fmpq
OO = math.inf


@pytest.mark.parametrize("x", [F(-6), F(-1, 3), F(0), F(5, 7), F(9)])
def test_distribution_functions_agree_with_scipy(law, x):
    at = float(N.to_float(x))
    assert agree(lines.distribution_function(law.normal(1, 4), x), stats.norm(1, 2).cdf(at), 1e-12)
    assert agree(lines.distribution_function(law.laplace(1, 2), x), stats.laplace(1, 2).cdf(at), 1e-12)
    assert agree(lines.distribution_function(law.uniform(-1, 1), x), stats.uniform(-1, 2).cdf(at), 1e-12)


def test_a_far_tail_keeps_its_relative_accuracy(law):
    tail = lines.mass(law.normal(0, 1), F(40), OO)
    with mpmath.workdps(30):
        truth = float(mpmath.erfc(40 / mpmath.sqrt(2)) / 2 * mpmath.mpf(10) ** 300)
    scaled = N.mul(tail, powers.power(F(10), F(300)))
    assert agree(scaled, truth, 1e-12)


def test_masses_outside_and_around_the_support_are_exact(law):
    assert lines.mass(law.uniform(0, 1), F(2), F(3)) == 0
    assert lines.mass(law.uniform(0, 1), F(0), F(1)) == 1
    assert lines.distribution_function(law.normal(0, 1), OO) == 1


def test_atoms_count_in_closed_ends_only(law):
    mixed = mixture([F(1, 2), F(1, 2)], [law.uniform(2, 3), FiniteLaw([F(0)], [1])])
    assert lines.mass(mixed, F(0), F(1)) == F(1, 2)
    assert lines.mass(mixed, F(0), F(1), open_left=True) == 0
    with pytest.raises(NoValue, match="atom"):
        lines.density(mixed, F(0))


@pytest.mark.parametrize("order", [F(1), F(2), F(3), F(5, 2), F(1, 3), F(7)])
def test_absolute_moments_agree_with_quadrature(law, order):
    laws = [law.normal(1, 2), law.laplace(-1, 2), law.uniform(-1, 2), law.exponential(3)]
    laws.append(mixture([F(1, 3), F(2, 3)], [law.normal(0, 1), law.laplace(1, 1)]))
    for one in laws:
        assert agree(moments.absolute_moment(one, order), numeric.absolute_moment(one, N.to_float(order)), 1e-8)


def test_a_moment_of_real_order_has_the_gamma_value(law):
    with mpmath.workdps(40):
        truth = mpmath.mpf(2) ** 1.25 * mpmath.gamma(1.75) / mpmath.sqrt(mpmath.pi)
    assert agree(moments.absolute_moment(law.normal(0, 1), F(5, 2)), float(truth), 1e-15)


def test_even_moments_of_normal_laws_are_fractions(law):
    assert moments.absolute_moment(law.normal(0, 1), F(6)) == 15
    assert moments.absolute_moment(law.normal(1, 1), F(4)) == 10


def test_negative_moments_are_infinite_from_minus_one_on(law):
    assert moments.absolute_moment(law.normal(0, 1), F(-1)) == OO
    assert N.compare(moments.absolute_moment(law.normal(0, 1), F(-1, 2)), F(2)) == "<"
    assert N.compare(moments.absolute_moment(law.uniform(1, 2), F(-2)), F(1)) == "<"


def test_means_are_exact_by_symmetry(law):
    assert moments.mean(law.normal(F(1, 3), 2)) == F(1, 3)
    assert moments.mean(law.laplace(F(1, 3), 2)) == F(1, 3)
    assert moments.mean(law.uniform(0, 3)) == F(3, 2)
    assert moments.mean(law.exponential(4)) == F(1, 4)


def test_a_density_growing_like_exp_of_x_squared_on_a_bounded_piece_is_integrated():
    piece = PieceLaw("cup", [(F(-1), F(1), F(-1), F(0), F(1))])
    with mpmath.workdps(30):
        truth = float(mpmath.quad(lambda x: mpmath.exp(x * x - 1), [0, 1]))
    assert agree(lines.mass(piece, F(0), F(1)), truth, 1e-14)


def test_quantiles_are_certified(law):
    here = lines.line(mixture([F(1, 2), F(1, 2)], [law.normal(0, 1), law.laplace(5, 1)]))
    for level, (lo, hi) in zip([F(1, 8), F(1, 2)], line_quantiles.quantiles(here, [F(1, 8), F(1, 2)])):
        assert hi - lo < 1e-12
        both = [sum(float(w) * d.cdf(float(x)) for w, d in PARTS) for x in (lo, hi)]
        assert both[0] - 1e-12 <= N.to_float(level) <= both[1] + 1e-12


PARTS = [(0.5, stats.norm(0, 1)), (0.5, stats.laplace(5, 1))]


def test_an_affine_map_is_found_and_carries_the_law_over(law):
    assert affine.affine_map(law.normal(0, 1), law.normal(3, 4)) == (F(2), F(3))
    assert affine.affine_map(law.laplace(1, 1), law.laplace(0, 2)) == (F(2), F(-2))
    assert affine.affine_map(law.normal(0, 1), law.laplace(0, 1)) is None


def test_laws_of_tuples_are_refused():
    with pytest.raises(NoValue, match="on the line"):
        lines.line(FiniteLaw([(F(0), F(1))], [1]))


def positive_part(p, q, factor, prec, budget):
    return areas.positive_part(lines.line(p), lines.line(q), factor, prec=prec, budget=budget)


@pytest.mark.parametrize("factor", [F(1), F(9, 10), F(11, 10)])
def test_mixtures_whose_parts_share_their_exponents_are_compared_on_a_few_cells(law, factor):
    p, q = (mixture([w, 1 - w], [law.laplace(0, 1), law.laplace(3, 1)]) for w in (F(4, 7), F(1, 2)))
    few = positive_part(p, q, factor, 80, 24)
    assert few.width < 1e-20
    assert agree(few, numeric.hockey_stick(p, q, math.log(float(N.to_float(factor)))), 1e-8, 1e-12)


def test_mixtures_of_other_scales_are_seen_to_change_one_way(law):
    p, q = mixture([F(1, 3), F(2, 3)], [law.laplace(0, 1), law.laplace(1, F(1, 2))]), law.laplace(0, F(3, 2))
    few = positive_part(p, q, F(1), 60, 60)
    assert few.width < 1e-15
    assert agree(few, numeric.total_variation(p, q), 1e-8)


def test_coefficients_known_to_many_bits_are_compared_to_as_many(law):
    found = positive_part(law.normal(0, 1), law.normal(0, F(1, 100)), F(1), 480, 40)
    assert found.width < 1e-40
    assert agree(found, numeric.total_variation(law.normal(0, 1), law.normal(0, F(1, 100))), 1e-8)


def test_densities_with_power_tails_are_cut_where_they_cross_far_out():
    p, q = PowerLaw(F(4), F(1, 10), F(3, 2), "both"), PowerLaw(F(4), F(1, 10), F(2), "both")
    found = positive_part(p, q, F(20), 60, 120)
    assert found.width < 1e-15
    near, far = F(5), F(1000)
    for _ in range(60):  # both sides are alike, and the heavier law is above from one place on
        middle = (near + far) / 2
        heavier = N.relation(lines.density(p, middle), ">", N.mul(F(20), lines.density(q, middle)))
        near, far = (near, middle) if heavier else (middle, far)
    beyond = N.sub(lines.mass(p, near, OO), N.mul(F(20), lines.mass(q, near, OO)))
    assert agree(found, 2 * N.to_float(beyond), 1e-12)


def test_a_zero_at_a_point_that_is_looked_at_is_met():
    ratio = density_ratios.Ratio(((F(1), Piece(F(0), F(1), F(0), F(1), F(0))),), ((F(1), Piece(F(0), F(1), F(1, 2), F(0), F(0))),))  # exp(x) over exp(1/2)
    with N.precision(200):
        low, high = ratio.between(arb(0), arb(1))
        assert low < 1 < high
        ratio.f.append((F(0), ratio.f[0][1]))  # no closed form of the crossing
        (met,) = ratio.crossings(arb(1), arb(0), arb(1), arb(2) ** -60)
        assert abs(met - arb(1) / 2) < arb(2) ** -60
