"""Intervals in arrays hold the values, and find where a statement fails; they never decide."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from flint import fmpq

from verify import claims as c
from verify.claims import Claim, Compare, above, at_least, between, number, numbers
from verify.engines import interval
from verify.engines.boxes import arrays
from verify.engines.boxes.domain import Side
from verify.engines.boxes.formula import Graph, Unsupported
from verify.engines.task import EFFORTS, Status, Task
from verify.values import numbers as exact_numbers

x, y = numbers("x y")
FORMULAS = {
    "arithmetic": (x - y) ** 2 * x / y - y ** number("-3/2") + abs(x - 2), "logarithms": c.log(x) - c.exp(-x * y) + x**y, "choices": c.Max(x, y) + c.Min(x, 2),
    "normal laws": c.normal_cdf(x / y - 1) - c.mills(x) + c.erfc(y), "incomplete gamma": c.gamma_p(x, y) + c.beta_incomplete(x, y, number("1/3")),
    "others": c.sinh(x) - c.tanh(y) + c.expm1_over(x) + c.log1p_over(y) + c.lambert_w(x), "level": c.gaussian_level(x, y / 16),
}


@pytest.mark.parametrize("name", FORMULAS)
def test_bounds_of_many_boxes_hold_the_values_inside(name):
    graph = Graph(("x", "y"))
    k = graph.build(FORMULAS[name])
    rng = np.random.default_rng(1)
    lows = [rng.integers(4, 40, 20) / 16 for _ in range(2)]
    highs = [low + rng.integers(0, 16, 20) / 64 for low in lows]
    lo, hi = arrays.intervals(graph, k, list(zip(lows, highs, strict=True)))
    for j in range(20):
        for share in (Fraction(0), Fraction(1, 3), Fraction(1)):
            at = [Fraction(low[j]) + share * (Fraction(high[j]) - Fraction(low[j])) for low, high in zip(lows, highs, strict=True)]
            value = exact_numbers.enclose(graph.exact(k, [fmpq(v.numerator, v.denominator) for v in at]))
            assert value.hi >= lo[j] and value.lo <= hi[j]


def test_points_are_spread_over_unbounded_and_whole_sides():
    sides = [Side(Fraction(0), float("inf"), False, True), Side(Fraction(1), Fraction(20), False, False, True), Side(-float("inf"), float("inf"), True, True)]
    far, whole, line = arrays.spread(sides, 1000)
    assert far.min() >= 0 and np.median(far) < 10 and far.max() > 1e3
    assert set(whole) <= set(range(1, 21)) and len(set(whole)) == 20
    assert line.min() < -100 and line.max() > 100


FALSE = {
    "a narrow dip": ({x: between(0, 8), y: between(0, 8)}, Compare(1 - 2 * c.exp(-64 * ((x - 5) ** 2 + (y - 3) ** 2)), ">=", number("-9/10")), ()),
    "far out": ({x: at_least(0)}, Compare(c.normal_cdf(x) * 1000, "<=", 999 + c.exp(-x)), ()),
    "under a hypothesis": ({x: between(0, 4), y: above(0)}, Compare(x * y, "<=", 20), (Compare(y, "<", 8),)),
}


@pytest.mark.parametrize("name", FALSE)
def test_a_point_where_a_statement_fails_is_proposed(name):
    domain, states, given = FALSE[name]
    (variant,) = Claim("toy/claim", "Toy", domain, states, given).variants()
    finding = interval.decide(Task(variant, replace(EFFORTS["quick"], boxes=60, guard_seconds=60)))
    assert finding.status is Status.UNDECIDED and "suggest" in finding.evidence


def test_nothing_is_proposed_for_a_true_statement_and_for_what_has_no_bounds():
    graph = Graph(("x",))
    side = [Side(Fraction(0), Fraction(4), False, False)]
    assert arrays.doubtful(graph, graph.proposition(Compare(c.exp(x), ">=", 1 + x)), (), side) == []
    jump = Compare(c.If(Compare(x, ">", 1), x, 0), "<", 0)
    assert arrays.doubtful(graph, graph.proposition(jump), (), side) == []
    with pytest.raises(Unsupported):
        arrays.intervals(graph, graph.build(c.If(Compare(x, ">", 1), x, 0)), [(np.ones(1), np.ones(1))])
