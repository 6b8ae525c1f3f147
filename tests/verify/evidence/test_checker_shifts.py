"""Divergences of moved noise, near laws, levels and tails without end: the checker knows what the engines know, and leaves open what neither shows."""

import math
from fractions import Fraction

import pytest

from mechanisms import GeneralisedCauchy, Laplace, Normal
from verify.claims import Compare, Exists, ForAll, If, above, convolve, finite_law, iid, mixture, numbers, oo, product
from verify.claims.nodes import Node, term, to_json
from verify.engines import evaluate as ev
from verify.evidence.checker import numbers as n
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.numbers import Budget, Undecided
from verify.quantities import hockey_stick_divergence, largest_shift, near_distance, renyi_divergence
from verify.values.numbers import enclose, to_float

BELL, NARROW, SHARP = term(Normal(0, scale=2)), term(Normal(0, scale=1)), term(Laplace(0, scale=1))
CAUCHY, FLAT = term(GeneralisedCauchy(0, exponent=2, scale=1)), term(GeneralisedCauchy(0, exponent=2, scale=3))
HALF = Fraction(1, 2)
a = numbers("a")


def checked(formula, cells=50):
    budget = Budget()
    budget.cells = cells
    with n.precision(64):
        return n.ball(Evaluator(budget).number(to_json(term(formula)), {}))


def equal(found, expected):
    return n.relations(found, expected) == {"="}


def answer(proposition):
    with n.precision(128):
        return Evaluator(Budget()).truth(to_json(proposition), {})


def test_a_law_is_near_itself_however_it_is_written():
    again = Node("law", "other", *BELL.args[1:])
    assert equal(checked(near_distance(BELL, again, HALF)), Fraction(0))
    assert equal(checked(near_distance(product(BELL, SHARP), product(BELL, SHARP), HALF, 2)), Fraction(0))
    with pytest.raises(Undecided, match="not finite"):
        checked(near_distance(BELL, NARROW, HALF))


@pytest.mark.parametrize(("bound", "truth"), [
    (largest_shift(BELL, 3, 2), "false"),  # longer shifts are no better
    (largest_shift(BELL, 3, 2) + 1, "true"),
])
def test_all_longer_shifts_are_looked_at_up_to_infinity(bound, truth):
    assert answer(Exists({a: above(3)}, Compare(largest_shift(BELL, a, 2) + HALF, "<=", bound))) == truth


def test_a_hockey_stick_at_minus_infinity_is_the_whole_mass():
    for pair in ((BELL, NARROW), (convolve(finite_law({0: HALF, 3: HALF}), BELL), BELL), (finite_law({0: 1}), finite_law({1: 1})), (CAUCHY, BELL)):
        assert equal(checked(hockey_stick_divergence(*pair, -oo)), Fraction(1))


@pytest.mark.parametrize(("first", "second", "order"), [
    (mixture((HALF, BELL), (HALF, NARROW)), NARROW, 2),  # 2/8 - 1/2 < 0: the exponent rises
    (mixture((HALF, BELL), (HALF, term(Normal(5, scale=2)))), mixture((HALF, NARROW), (HALF, term(Normal(3, scale=1)))), 2),
    (mixture((HALF, SHARP), (HALF, term(Laplace(0, scale=2)))), mixture((HALF, SHARP), (HALF, term(Laplace(1, scale=1)))), 3),
])
def test_an_integral_over_a_tail_that_does_not_fall_is_infinite(first, second, order):
    formula = renyi_divergence(first, second, order)
    assert equal(checked(formula), n.INFINITY)
    assert enclose(ev.value(term(formula), {}, ev.Context(64)), 64).hi == math.inf
    assert n.finite(checked(renyi_divergence(second, first, order)))


def test_power_tails_in_independent_coordinates_are_compared_one_by_one():
    formula = renyi_divergence(product(CAUCHY, BELL), product(FLAT, NARROW), Fraction(5, 4))
    engine, other = enclose(ev.value(term(formula), {}, ev.Context(64)), 64), checked(formula)
    assert engine.lo <= other.hi and other.lo <= engine.hi and float(other.hi - other.lo) < 1e-6


@pytest.mark.parametrize("norm", [1, 2])
def test_two_coordinates_are_moved_along_the_edge_of_the_ball(norm):
    formula = largest_shift(iid(CAUCHY, 2), 4, 3, norm)
    engine, other, rough = enclose(ev.value(term(formula), {}, ev.Context(64)), 64), checked(formula), checked(formula, cells=6)
    assert rough.lo <= other.lo and other.hi < rough.hi
    assert engine.lo <= other.hi and other.lo <= engine.hi
    best = max(sum(to_float(ev.value(largest_shift(CAUCHY, c, 3), {}, ev.Context(64))) if c else 0 for c in pair)
               for pair in ((Fraction(4), Fraction(0)), (Fraction(2), Fraction(2)), (Fraction(3), Fraction(1)))) if norm == 1 else 0
    assert float(other.hi) >= best


STEP = If(Compare(0, "<", a), largest_shift(BELL, a, 2), 0)


@pytest.mark.parametrize(("proposition", "truth"), [
    (Exists({a: above(1)}, Compare(largest_shift(iid(CAUCHY, 2), a, 3, 1) + 2, "<=", largest_shift(iid(CAUCHY, 2), 1, 3, 1))), "false"),  # brackets of both sides
    (Exists({a: above(0)}, Compare(STEP + HALF, "<", HALF)), "false"),  # nothing is gained from the empty ball on
    (ForAll({a: above(0)}, Compare(STEP + HALF, ">", Fraction(1, 3))), "true"),
    (ForAll({a: above(0)}, Compare(STEP + HALF, ">", 1)), "false"),
    (Exists({a: above(0)}, Compare(STEP + HALF, "<=", 1)), "true"),
])
def test_sides_that_move_apart_are_compared_where_they_are_closest(proposition, truth):
    assert answer(proposition) == truth
    assert ev.holds(proposition, {})[0].value == truth
