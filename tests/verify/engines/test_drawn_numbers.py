"""Numbers that are drawn from ranges."""

import random

import pytest
from flint import fmpq

import verify.claims as c
from verify.engines import evaluate as ev
from verify.engines.draw import Drawer
from verify.engines.membership import contains
from verify.engines.truth import Truth

t = c.numbers("t")


def drawn(where, env=None, count=400):
    made = Drawer(random.Random(7), 2)
    found = [made.member(where, env or {}, "x") for _ in range(count)]
    assert all(contains(where, x, env or {}, ev.Context(64)) is Truth.TRUE for x in found)
    return found


@pytest.mark.parametrize(("opened", "low", "high"), [("right", False, True), ("left", True, False), ("both", True, True)])
def test_numbers_come_near_the_ends_that_a_finite_range_leaves_out(opened, low, high):
    found = drawn(c.between(0, 1 / t, open=opened), {"t": fmpq(3)})
    near_low, near_high = (sum(1 for x in found if 0 < 3 * x <= fmpq(1, 50)) / len(found), sum(1 for x in found if fmpq(49, 50) <= 3 * x < 1) / len(found))
    assert (near_low > 0.03) == low and (near_high > 0.03) == high


def test_ends_that_belong_to_a_range_are_drawn_themselves():
    assert sum(1 for x in drawn(c.between(2, 5)) if x in (2, 5)) > 60
