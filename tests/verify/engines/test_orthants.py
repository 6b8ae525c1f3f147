"""Mixtures of laws with independent coordinates: hockey-stick divergences and levels from below; the checker agrees."""

from fractions import Fraction

import pytest

from mechanisms import Laplace
from verify import claims as c
from verify import quantities as q
from verify.engines.truth import Truth

NOISE = c.iid(Laplace(0, scale=Fraction(1, 10)), 2)
RARE = c.convolve(c.finite_law({(0, 0): Fraction(59, 60), (1, 1): Fraction(1, 60)}), NOISE)
SURE = c.convolve(c.finite_law({(0, 0): 1}), NOISE)


def stick(epsilon):
    return q.hockey_stick_divergence(RARE, SURE, epsilon)


CASES = {
    "a quadrant shows the rare output": (c.Compare(stick(12), ">", c.number("0.004")), (Truth.TRUE, "true")),
    "the divergence is not 0": (c.Compare(stick(10), "<=", 0), (Truth.FALSE, "false")),
    "the level is above 3": (c.Compare(q.gaussian_dp(RARE, SURE), "<=", 3), (Truth.FALSE, "false")),
    "no upper bound but 1 is known": (c.Compare(stick(12), "<=", c.number("1/2")), (Truth.UNDECIDED, "undecided")),
    "an upper bound of the level is not known": (c.Compare(q.gaussian_dp(RARE, SURE), "<=", 50), (Truth.UNDECIDED, "undecided")),
    "other quantities of such mixtures stay open": (c.Compare(q.renyi_divergence(RARE, SURE, 2), "<=", 1), (Truth.UNDECIDED, "undecided")),
}


@pytest.mark.parametrize("name", CASES)
def test_mixtures_of_independent_coordinates(name, truths):
    statement, answers = CASES[name]
    assert truths(statement) == answers
