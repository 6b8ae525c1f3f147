"""Masses and moments of laws with densities are enclosed, and exact where they follow exactly."""

import math

import mpmath
import pytest
from flint import fmpq
from scipy import stats

from verify.quantities.kernels import lines, numeric
from verify.quantities.kernels.agreement import agree
from verify.values import numbers as N
from verify.values.laws import FiniteLaw, PieceLaw, mixture
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
    scaled = N.mul(tail, N.power(F(10), F(300)))
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
        assert agree(lines.absolute_moment(one, order), numeric.absolute_moment(one, N.to_float(order)), 1e-8)


def test_a_moment_of_real_order_has_the_gamma_value(law):
    with mpmath.workdps(40):
        truth = mpmath.mpf(2) ** 1.25 * mpmath.gamma(1.75) / mpmath.sqrt(mpmath.pi)
    assert agree(lines.absolute_moment(law.normal(0, 1), F(5, 2)), float(truth), 1e-15)


def test_even_moments_of_normal_laws_are_fractions(law):
    assert lines.absolute_moment(law.normal(0, 1), F(6)) == 15
    assert lines.absolute_moment(law.normal(1, 1), F(4)) == 10


def test_negative_moments_are_infinite_from_minus_one_on(law):
    assert lines.absolute_moment(law.normal(0, 1), F(-1)) == OO
    assert N.compare(lines.absolute_moment(law.normal(0, 1), F(-1, 2)), F(2)) == "<"
    assert N.compare(lines.absolute_moment(law.uniform(1, 2), F(-2)), F(1)) == "<"


def test_means_are_exact_by_symmetry(law):
    assert lines.mean(law.normal(F(1, 3), 2)) == F(1, 3)
    assert lines.mean(law.laplace(F(1, 3), 2)) == F(1, 3)
    assert lines.mean(law.uniform(0, 3)) == F(3, 2)
    assert lines.mean(law.exponential(4)) == F(1, 4)


def test_a_density_growing_like_exp_of_x_squared_on_a_bounded_piece_is_integrated():
    piece = PieceLaw("cup", [(F(-1), F(1), F(-1), F(0), F(1))])
    with mpmath.workdps(30):
        truth = float(mpmath.quad(lambda x: mpmath.exp(x * x - 1), [0, 1]))
    assert agree(lines.mass(piece, F(0), F(1)), truth, 1e-14)


def test_quantiles_are_certified(law):
    here = lines.line(mixture([F(1, 2), F(1, 2)], [law.normal(0, 1), law.laplace(5, 1)]))
    for level, (lo, hi) in zip([F(1, 8), F(1, 2)], lines.quantiles(here, [F(1, 8), F(1, 2)])):
        assert hi - lo < 1e-12
        both = [sum(float(w) * d.cdf(float(x)) for w, d in PARTS) for x in (lo, hi)]
        assert both[0] - 1e-12 <= N.to_float(level) <= both[1] + 1e-12


PARTS = [(0.5, stats.norm(0, 1)), (0.5, stats.laplace(5, 1))]


def test_an_affine_map_is_found_and_carries_the_law_over(law):
    assert lines.affine_map(law.normal(0, 1), law.normal(3, 4)) == (F(2), F(3))
    assert lines.affine_map(law.laplace(1, 1), law.laplace(0, 2)) == (F(2), F(-2))
    assert lines.affine_map(law.normal(0, 1), law.laplace(0, 1)) is None


def test_laws_of_tuples_are_refused():
    with pytest.raises(NoValue, match="on the line"):
        lines.line(FiniteLaw([(F(0), F(1))], [1]))
