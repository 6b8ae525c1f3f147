"""Bands hold at every point of their cells, digits are held against enclosures."""

import random
from fractions import Fraction

import pytest

from mechanisms.profiles import LaplaceProfile, NormalProfile
from reproduce.bands import ball, cells, down, profile_band, transform_band, up
from reproduce.exact import curves_of, printed_as
from verify.measure import gaussian_mu
from verify.values.numbers import precision


@pytest.mark.parametrize("profile", [LaplaceProfile(2), NormalProfile(1)], ids=["laplace", "normal"])
def test_a_band_contains_the_curve_between_the_ends_of_its_cells(profile):
    rng = random.Random(0)
    over = cells(0, 3, 6)
    for row, transformed, (a, b) in zip(profile_band(profile, over, curve="x"), transform_band(profile, over, curve="x"), over, strict=True):
        x = a + (b - a) * Fraction(rng.randint(1, 99), 100)
        with precision(96):
            delta = profile.delta(ball(x))
            assert row["lower"] <= float(delta) <= row["upper"]
            mu = gaussian_mu(ball(x), delta)
            assert transformed["lower"] <= float(mu.lo) and float(mu.hi) <= transformed["upper"]


def test_the_band_of_a_gaussian_profile_closes_around_its_level():
    (row,) = transform_band(NormalProfile(2), [(Fraction(1), Fraction(1001, 1000))], curve="x")
    assert row["lower"] <= 2 <= row["upper"] and row["upper"] - row["lower"] < 0.01


def test_floats_are_rounded_outwards():
    with precision(96):
        third = ball(Fraction(1, 3))
        assert Fraction(down(third)) < Fraction(1, 3) < Fraction(up(third))
        assert str(up(ball(0))) == "0.0"


@pytest.mark.parametrize(("printed", "low", "high", "verdict"), [
    ("2.12", 2.1146, 2.1147, "agrees"), ("2.12", 2.1249, 2.1249, "agrees"), ("2.12", 2.13, 2.13, "differs"), ("2.12", 2.10, 2.10, "differs"), ("2.12", 2.11, 2.13, "undecided"), ("10", 9.99, 10.0, "agrees"),
])
def test_printed_digits_are_held_against_enclosures(printed, low, high, verdict):
    assert printed_as(printed, low, high)[0] == verdict


def test_digits_that_are_rounded_upwards_are_said_to_be_so_and_may_be_refused():
    assert printed_as("2.12", 2.1146, 2.1147) == ("agrees", "rounded up") and printed_as("2.12", 2.1146, 2.1147, upwards=False)[0] == "differs"


def test_curves_leave_out_points_without_a_value():
    rows = [{"c": "a", "x": 1, "y": 2.0}, {"c": "a", "x": 2, "y": None}, {"c": "b", "x": 1, "y": 3.0}]
    assert curves_of(rows, "c", "x", "y") == {"a": ([1], [2.0]), "b": ([1], [3.0])}
