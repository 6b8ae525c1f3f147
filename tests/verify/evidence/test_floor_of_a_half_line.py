"""Whole numbers below and above what is known from one side only."""

import pytest
from flint import arb

from verify.evidence.checker import numbers as n


@pytest.mark.parametrize(("low", "high", "floor", "ceiling"), [
    (arb("2.5"), n.OO, (2, n.OO), (3, n.OO)),
    (n.MINUS_OO, arb("-2.5"), (n.MINUS_OO, -3), (n.MINUS_OO, -2)),
    (n.MINUS_OO, n.OO, (n.MINUS_OO, n.OO), (n.MINUS_OO, n.OO)),
])
def test_rounding_keeps_the_side_that_is_known(low, high, floor, ceiling):
    ball = n.Ball(low, high, False, True)
    assert (n.floor(ball).lo, n.floor(ball).hi) == floor
    assert (n.ceiling(ball).lo, n.ceiling(ball).hi) == ceiling


def test_an_open_end_of_a_half_line_is_not_sharpened():
    assert n.floor(n.Ball(n.MINUS_OO, arb(2), True, True)).hi == 2
    assert not n.floor(n.Ball(n.MINUS_OO, arb(2), True, True)).hi_open
