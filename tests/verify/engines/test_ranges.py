"""Existence of what a range rules out: refuted, and confirmed by the checker; what a range allows stays open."""

import pytest

import verify.claims as c
from verify.claims.nodes import to_json
from verify.engines import evaluate as ev
from verify.engines.truth import Truth
from verify.evidence.checker import evaluate as checker
from verify.evidence.checker.numbers import Budget
from verify.quantities import hockey_stick_divergence, largest_shift, renyi_divergence, total_variation, wasserstein_distance

R, E = c.objects("R E")
a, b, e, m, t = c.numbers("a b e m t")
ABOVE_0, HALF_LINE = c.above(0), c.at_least(0)
POINT, COIN = c.finite_law({0: 1}), c.finite_law({0: c.number("1/2"), 1: c.number("1/2")})
NOISE, ATOM = c.finite_law({0: c.number("1/2"), 2: c.number("1/2")}), c.finite_law({3: 1})
FROM_0 = c.If(c.Compare(0, "<", a), largest_shift(ATOM, a, 2), 0)
HALF = c.Laws(c.LINE)


def both(statement):
    """The answers of the evaluator and of the checker."""
    return ev.truth(statement, {}, ev.Context(64)), checker.Evaluator(Budget(10**6)).truth(to_json(statement), {})


def crossed(p, q, level):
    """The divergence of two laws is somewhere above a Gaussian profile."""
    return c.Exists({e: HALF_LINE}, c.Compare(hockey_stick_divergence(p, q, e), ">", c.gaussian_profile(e, level)))


def far(p, where=ABOVE_0, start=t):
    """From some number on."""
    return c.Exists({t: where}, c.ForAll({m: c.above(start)}, p))


NOTHING = [
    crossed(POINT, POINT, 1),
    far(crossed(POINT, POINT, m)),
    far(c.Implies(c.Compare(1, "<=", 2), c.All(c.Compare(m, ">", 0), crossed(POINT, POINT, m)))),
    far(crossed(COIN, COIN, m), c.between(0, c.oo, open="right")),
    c.Exists({t: ABOVE_0}, c.Compare(-t, ">=", renyi_divergence(COIN, POINT, 2))),
    c.Exists({t: ABOVE_0, R: HALF}, c.Compare(-c.exp(t), "==", renyi_divergence(R, R, 2))),
    c.Exists({R: HALF}, c.Compare(renyi_divergence(R, R, 2), "<=", -1)),
    c.Exists({R: HALF}, c.Compare(-c.oo, ">=", renyi_divergence(R, R, 2))),
    c.Exists({R: HALF}, c.Compare(total_variation(R, R), "<", 0)),
    c.Exists({R: HALF}, c.Compare(-1, "==", total_variation(R, R))),
    c.Exists({R: HALF}, c.All(c.Compare(1, "<=", 2), c.Exists({E: HALF}, c.Compare(renyi_divergence(R, E, 2), "<=", -c.oo)))),
    c.Exists({a: c.above(0)}, c.Compare(largest_shift(NOISE, a, 2), "<=", 0)),
    c.Exists({a: c.at_least(1)}, c.Compare(0, "==", largest_shift(NOISE, a, c.oo))),
    c.Exists({a: c.above(wasserstein_distance(ATOM, ATOM, 1))}, c.Compare(FROM_0, "<=", 0)),
    c.Exists({a: c.above(0)}, c.Compare(c.If(c.Compare(0, "<", a), largest_shift(NOISE, a, 2), -c.oo), "<=", -c.oo)),
    c.Exists({R: HALF, a: c.at_least(1)}, c.Compare(largest_shift(R, a, 2), "<=", 0)),
    c.Exists({a: c.above(-1)}, c.Compare(FROM_0, "<", 0)),
]
OPEN = [
    c.Exists({a: c.above(0)}, c.Compare(largest_shift(NOISE, -1, 2), "<", -a)),  # without a value, whatever a is
    c.Exists({a: c.above(0)}, c.Compare(c.Node("gaussian_profile", a, -a), "<", 0)),
    c.Exists({a: c.between(-3, -1)}, c.Compare(renyi_divergence(POINT, POINT, a), "<=", -1)),
    c.Exists({a: c.above(0)}, c.Compare(wasserstein_distance(POINT, COIN, a), "<", 0)),
    c.Exists({R: HALF, a: c.REALS}, c.Compare(largest_shift(R, a, 2), "<", 0)),
    c.Exists({a: c.at_least(0)}, c.Compare(largest_shift(NOISE, a, 2), "<=", 0)),
    c.Exists({a: c.above(-1)}, c.Compare(FROM_0, "<=", 0)),
    c.Exists({a: c.at_least(0)}, c.Compare(FROM_0, "<=", 0)),
    c.Exists({a: c.above(0)}, c.Compare(largest_shift(NOISE, a, 2), ">=", 0)),
    c.Exists({a: c.above(0)}, c.Exists({a: c.at_least(0)}, c.Compare(largest_shift(NOISE, a, 2), "<=", 0))),
    c.Exists({a: c.above(0)}, c.Compare(c.If(c.Compare(a, "<", 1), 0, largest_shift(NOISE, a, 2)), "<=", 0)),
    c.Exists({a: c.above(0)}, c.Compare(c.If(c.Compare(1, "<", a), largest_shift(NOISE, a, 2), -c.oo), "<=", -c.oo)),
    crossed(POINT, COIN, 1),
    far(crossed(POINT, POINT, m), c.between(0, c.oo)),  # beyond an infinite number everything is true
    far(crossed(POINT, POINT, m), start=c.oo),
    far(c.Implies(c.Compare(2, "<=", 1), crossed(POINT, POINT, m))),
    far(c.Implies(c.Compare(m, "<=", 1), crossed(POINT, POINT, m))),
    c.Exists({t: ABOVE_0}, c.ForAll({m: c.between(t, 1)}, crossed(POINT, POINT, m))),
    c.Exists({t: HALF_LINE}, c.Compare(-t, ">=", renyi_divergence(COIN, COIN, 2))),
    c.Exists({t: c.REALS}, c.Compare(t, ">", total_variation(COIN, POINT))),
    c.Exists({R: HALF}, c.Compare(renyi_divergence(R, R, 2), ">=", -1)),
    c.Exists({R: HALF}, c.Compare(renyi_divergence(R, R, 2), "<=", 0)),
    c.Exists({R: HALF}, c.Node("any", c.Compare(renyi_divergence(R, R, 2), "<=", -1), c.Compare(1, "<=", 2))),
    c.Exists({R: HALF, b: c.REALS}, c.Compare(renyi_divergence(R, R, 2), "<=", b)),
]


@pytest.mark.parametrize("statement", NOTHING)
def test_a_quantity_below_its_range_does_not_exist(statement):
    assert both(statement) == (Truth.FALSE, "false")


@pytest.mark.parametrize("statement", OPEN)
def test_what_the_range_allows_is_not_denied(statement):
    answers = both(statement)
    assert answers[0] is not Truth.FALSE
    assert answers[1] != "false"


def test_a_part_without_a_value_hides_what_stands_after_it():
    nothing, false, true = c.Compare(c.oo - c.oo, "<=", 1), c.Compare(2, "<=", 1), c.Compare(1, "<=", 2)
    assert both(c.All(false, nothing)) == (Truth.FALSE, checker.FALSE)
    for statement in (c.All(nothing, false), c.All(true, nothing, false)):
        ours, theirs = both(statement)
        assert ours is Truth.NO_VALUE and theirs == checker.NO_VALUE
