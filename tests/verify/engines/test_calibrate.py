"""Levels that hypotheses bound: in which order they are set, and to what."""

import random

from flint import fmpq

from verify import claims as c
from verify.engines import calibrate, search
from verify.engines.task import EFFORTS, Status, Task

x, low, high, wide = c.numbers("x low high wide")


def task(forall, given, states):
    (variant,) = c.Claim("toy/item", "Item", forall=forall, given=given, states=states).variants()
    return Task(variant, EFFORTS["quick"])


RANGES = {wide: c.at_least(0), x: c.between(1, 2), high: c.at_least(0)}
CHAIN = (c.Compare(x, "<=", high), c.ForAll({low: c.one_of(0, high)}, c.Compare(2 * low, "<=", wide)))
"""What wide must be is known once high is, which is declared behind it."""


def test_a_level_is_set_behind_those_that_its_hypothesis_mentions():
    layout = calibrate.plan(task(RANGES, CHAIN, c.Compare(wide, ">=", 2 * x)))
    assert list(layout.calibrated) == ["high", "wide"]
    env = layout.solve({"x": fmpq(2)}, random.Random(0), exact=True)
    assert env["high"] == 2 and env["wide"] == 4


def test_statements_about_such_levels_are_decided():
    assert search.decide(task(RANGES, CHAIN, c.Compare(wide, ">=", 2 * x))).status is Status.SUPPORTED
    assert search.decide(task(RANGES, CHAIN, c.Compare(wide, ">", 2 * x + 1))).status is Status.REFUTED


def test_of_a_circle_of_levels_one_is_drawn():
    circle = (c.Compare(high + x, "<=", wide), c.Compare(wide - x, "<=", high))
    layout = calibrate.plan(task(RANGES, circle, c.Compare(wide, ">=", x)))
    assert list(layout.calibrated) == ["high"]
    assert search.decide(task(RANGES, circle, c.Compare(wide, ">=", x))).status is Status.SUPPORTED


def test_a_level_stays_in_a_range_that_the_source_leaves_open():
    layout = calibrate.plan(task({x: c.between(0, 2), high: c.unstated(c.above(0))}, (c.Compare(x, "<=", high),), c.Compare(high, ">", 0)))
    assert list(layout.calibrated) == ["high"]
    assert layout.solve({"x": fmpq(0)}, random.Random(0), exact=True)["high"] > 0
    assert layout.solve({"x": fmpq(2)}, random.Random(0), exact=True)["high"] == 2
