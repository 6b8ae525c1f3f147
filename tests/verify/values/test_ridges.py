"""Piecewise quadratic functions and their sums: values, slopes, minima and proximal points are those of the formulas, and classes are told apart exactly."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
from flint import fmpq
from scipy.optimize import minimize_scalar

from verify.evidence.checker import ridges as checker
from verify.values.numbers import NoValue
from verify.values.ridges import Profile, RidgeSum, well_formed

ZERO, ONE = fmpq(0), fmpq(1)
ABSOLUTE = Profile(ZERO, ZERO, ((ZERO, -ONE, ONE),), ZERO)
HUBER = Profile(fmpq(1, 2), ZERO, ((-ONE, -ONE, -ONE), (ONE, ONE, ONE)), ZERO)
BENT = Profile(fmpq(2), fmpq(3), ((fmpq(-1), fmpq(-2), fmpq(-1)), (ZERO, fmpq(1, 2), fmpq(1, 2)), (fmpq(2), fmpq(3), fmpq(4))), fmpq(1, 2))
WAVE = Profile(ZERO, ONE, ((ZERO, ZERO, ZERO), (ONE, -ONE, -ONE)), fmpq(2))


def real(x):
    return int(x.p) / int(x.q)


def line(profile):
    return RidgeSum(1, ((ONE, profile),))


def as_checker(value):
    """The same function for the checker, by its own pieces."""
    def fraction(x):
        return Fraction(int(x.p), int(x.q))

    parts = []
    for a, profile in value.parts:
        knots = [tuple(map(fraction, knot)) for knot in profile.knots]
        height = fraction(profile.height)
        pieces = [checker.Piece(None, knots[0][0], knots[0][0], height, knots[0][1], fraction(profile.left))]
        for (u, _, slope), (v, later, _) in itertools.pairwise(knots):
            pieces.append(checker.Piece(u, v, u, height, slope, (later - slope) / (v - u)))
            height = pieces[-1].height(v)
        pieces.append(checker.Piece(knots[-1][0], None, knots[-1][0], height, knots[-1][2], fraction(profile.right)))
        parts.append((tuple(fraction(x) for x in (a if isinstance(a, tuple) else (a,))), tuple(pieces)))
    return checker.Ridges(value.dimension, tuple(parts))


@pytest.mark.parametrize("profile", [ABSOLUTE, HUBER, BENT, WAVE])
def test_values_are_integrals_of_slopes(profile):
    grid = np.linspace(-3, 4, 1401)
    heights = np.array([real(profile.at(fmpq(round(x * 200), 200))) for x in grid])
    slopes = np.array([sum(map(real, profile.slopes(fmpq(round(x * 200), 200)))) / 2 for x in grid])
    summed = heights[0] + np.concatenate([[0], np.cumsum((slopes[1:] + slopes[:-1]) / 2 * np.diff(grid))])
    assert np.abs(heights - summed).max() < 0.02  # the rule errs at corners, where the slope jumps, by at most a step


@pytest.mark.parametrize("profile", [ABSOLUTE, HUBER, BENT])
@pytest.mark.parametrize("y", [fmpq(-5), fmpq(-1, 3), ZERO, fmpq(7, 2)])
def test_proximal_points_minimise(profile, y):
    step = fmpq(2, 3)
    found = profile.proximal(y, step)
    best = minimize_scalar(lambda t: real(profile.at(fmpq(*float(t).as_integer_ratio()))) + (t - real(y)) ** 2 / (2 * real(step)), bounds=(-20, 20), method="bounded", options={"xatol": 1e-9})
    assert abs(best.x - real(found)) < 1e-5  # the minimiser of a function with curvature at least 3/2, known to 1e-10 in value


def test_minima_and_minimisers():
    assert (HUBER.infimum, sorted(HUBER.minimisers())) == (ZERO, [ZERO])
    assert ABSOLUTE.minimisers() == [ZERO]
    assert Profile(ZERO, ZERO, ((ZERO, ONE, ONE),), ZERO).infimum is None
    assert WAVE.infimum == WAVE.at(fmpq(3, 2)) < WAVE.at(ZERO)
    assert line(BENT).supremum is None
    assert Profile(ONE, ZERO, ((ZERO, ZERO, ZERO),), ZERO).minimisers() == [ZERO, -ONE, ONE]


def test_classes_are_told_apart():
    assert line(HUBER).bends_at_least(ZERO) and line(HUBER).bends_at_most(ONE) and line(HUBER).is_lipschitz(ONE)
    assert not line(HUBER).bends_at_most(fmpq(99, 100)) and not line(HUBER).bends_at_least(fmpq(1, 100)) and not line(HUBER).is_lipschitz(fmpq(99, 100))
    assert line(ABSOLUTE).bends_at_least(ZERO) and not line(ABSOLUTE).bends_at_most(fmpq(1000))
    assert line(WAVE).bends_at_least(-ONE) and not line(WAVE).bends_at_least(fmpq(-9, 10)) and not line(WAVE).is_lipschitz(fmpq(1000))


def test_directions_count_with_their_length():
    slanted = RidgeSum(2, (((fmpq(3, 5), fmpq(4, 5)), HUBER), ((fmpq(-8, 5), fmpq(6, 5)), HUBER)))
    assert slanted.bends_at_most(fmpq(4)) and not slanted.bends_at_most(fmpq(39, 10))
    assert slanted.is_lipschitz(fmpq(9, 4)) and not slanted.is_lipschitz(fmpq(2))
    x = (fmpq(2), fmpq(-1))
    small = fmpq(1, 10**6)
    steps = [(slanted.at(tuple(a + small * (i == j) for j, a in enumerate(x))) - slanted.at(x)) / small for i in (0, 1)]
    assert all(abs(real(a - b)) < 1e-5 for a, b in zip(steps, slanted.gradient(x), strict=True))
    found = slanted.proximal(x, ONE)
    assert tuple(a - b for a, b in zip(x, found, strict=True)) == slanted.gradient(found)


def test_what_is_no_function_or_has_no_gradient():
    assert not well_formed(RidgeSum(2, (((ONE, ONE), HUBER), ((fmpq(2), fmpq(2)), HUBER))))
    assert not well_formed(line(Profile(ZERO, ZERO, ((ONE, ZERO, ZERO), (ONE, ZERO, ZERO)), ZERO)))
    with pytest.raises(NoValue, match="not differentiable"):
        line(ABSOLUTE).gradient(ZERO)
    with pytest.raises(NoValue, match="not convex"):
        line(WAVE).subgradients(ZERO)
    with pytest.raises(NoValue, match="need not be unique"):
        WAVE.proximal(ZERO, fmpq(2))


@pytest.mark.parametrize("profile", [ABSOLUTE, HUBER, BENT, WAVE])
def test_the_checker_computes_the_same(profile):
    value, other = line(profile), as_checker(line(profile))
    for k in range(-12, 13):
        x, y = fmpq(k, 3), Fraction(k, 3)
        assert str(value.at(x)) == str(checker.at(other, y))
        assert [str(s) for s in profile.slopes(x)] == [str(s) for s in checker.slopes(other.parts[0][1], y)]
        if profile is not WAVE:
            assert str(profile.proximal(x, fmpq(2, 3))) == str(checker._proximal(other.parts[0][1], y, Fraction(2, 3)))
    low = checker.infimum(other)
    assert str(profile.infimum) == str(low)
