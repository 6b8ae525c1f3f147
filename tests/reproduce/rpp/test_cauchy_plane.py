"""The plane of the printed Cauchy bound: rectangles agree with values inside them, and the drawing is made."""

import random
from fractions import Fraction

import pytest
from flint import fmpq

from reproduce.rpp.cauchy_plane import READINGS, plane, sides
from verify.report.drawing import region

RANGES = ((Fraction(1, 4), Fraction(3)), (Fraction(1, 4), Fraction(3)))


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("exponent", [2, 3])
def test_rectangles_say_what_holds_inside(reading, exponent):
    found = plane(reading, exponent, fmpq(2), *RANGES, depth=4)
    bound, apart, _ = sides(reading, exponent, fmpq(2))
    rng = random.Random(0)
    seen = set()
    for state, corners in rng.sample(found["pieces"], min(20, len(found["pieces"]))):
        low, high = corners[0], corners[2]
        lamda, z = (Fraction(a) + (Fraction(b) - Fraction(a)) * Fraction(rng.randint(0, 8), 8) for a, b in zip(low, high, strict=True))
        seen.add(state)
        if state != "undecided":
            assert (bound(lamda, z) >= apart(lamda, z)) == (state == "holds")
    assert sum(found["shares"].values()) == pytest.approx(1) and "holds" in seen
    assert region(found).startswith("<svg")


def test_readings_differ():
    shares = {reading: plane(reading, 2, fmpq(2), *RANGES, depth=4)["shares"] for reading in READINGS}
    assert shares["scale-matching"]["fails"] == 0 and shares["rate"]["fails"] > 0.5 and shares["scale"]["fails"] > 0.5


@pytest.mark.parametrize(("change", "words"), [({"reading": "width"}, "must be one of rate"), ({"exponent": 1}, "at least 2"), ({"lamdas": (Fraction(0), Fraction(1))}, "rise from above 0")])
def test_bad_arguments_are_named(change, words):
    given = {"reading": "rate", "exponent": 2, "order": fmpq(2), "lamdas": RANGES[0], "shifts_": RANGES[1]} | change
    with pytest.raises(ValueError, match=words):
        plane(**given)
