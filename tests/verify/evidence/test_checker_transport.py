"""Transport costs and moments of the checker agree with what is known in closed form, and brackets never leave it out."""

import math
from fractions import Fraction

import pytest
from made_certificates import compare, normal, tup

from verify.evidence.checker import brackets, lines, moments
from verify.evidence.checker import numbers as n
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.numbers import Budget
from verify.evidence.checker.truth import FALSE, TRUE

E_ABS = {order: 2 ** (order / 2) * math.gamma((order + 1) / 2) / math.sqrt(math.pi) for order in (1.5, 2.0, 7.5, 12.25, 33.0, 101.0)}


def law(formula):
    return Evaluator(Budget()).value(formula, {})


def bounds(number):
    enclosure = n.ball(number)
    return float(enclosure.lo), float(enclosure.hi)


@pytest.mark.parametrize("order", E_ABS)
def test_a_bracket_holds_the_distance_of_two_normal_laws_and_shrinks(order):
    budget, p, q = Budget(), law(normal("0", "1")), law(normal("0", "3"))
    exact = 2 * E_ABS[order] ** (1 / order)
    widths = []
    for budget.cells in (1, 8, 40):
        lo, hi = bounds(brackets.bracket(p, q, Fraction(order), budget))
        assert lo <= exact * (1 + 1e-12) and hi >= exact * (1 - 1e-12)
        widths.append(hi - lo)
    assert widths[0] >= widths[1] > widths[2]
    assert hi < exact * 2


@pytest.mark.parametrize("order", [1.5, 7.5, 33.0])
def test_a_bracket_holds_the_distance_of_a_shift_for_any_order(order):
    budget = Budget()
    budget.cells = 10
    lo, hi = bounds(brackets.bracket(law(normal("0", "1")), law(normal("5/2", "1")), Fraction(order), budget))
    assert lo <= 2.5 + 1e-12 and hi >= 2.5 - 1e-12


def test_a_mixture_far_apart_has_a_large_distance_of_high_order():
    mixed = law(["mixture", tup(tup("1/8", normal("0", "1/100")), tup("7/8", normal("10", "1/100")))])
    budget = Budget()
    budget.cells = 12
    lo, hi = bounds(brackets.bracket(mixed, law(normal("0", "1/100")), Fraction(101), budget))
    assert 9.8 < lo <= 10 * (7 / 8) ** (1 / 101) + 0.1 and lo <= hi < 12


def test_a_bracket_goes_on_from_its_cells():
    p, q, budget = law(normal("0", "1")), law(normal("0", "3")), Budget()
    budget.cells = 30
    brackets.bracket(p, q, Fraction(2), budget)
    spent = budget.steps
    brackets.bracket(law(normal("0", "1")), q, Fraction(2), budget)
    assert budget.steps == spent


@pytest.mark.parametrize("order", ["2", "3", "6"])
@pytest.mark.parametrize("mean", ["0", "2", "-7/2"])
def test_a_moment_of_a_normal_law_by_its_series_is_that_by_parts(order, mean):
    whole = law(normal(mean, "3/2"))
    ((_, (piece,)),) = whole.parts
    by_series = moments._whole_line(piece, Fraction(order))
    assert n.relations(by_series, lines.absolute_moment(whole, Fraction(order))) & {"="}
    lo, hi = bounds(by_series)
    assert hi - lo < 1e-12 * hi


def test_a_moment_far_from_0_costs_no_more_than_one_near_it():
    budget = Budget(steps=1000)
    with n.precision(128):
        lo, hi = bounds(moments.absolute_moment(law(normal("500", "1/10")), Fraction(49, 4), budget))
    assert math.isclose(lo, 500**12.25, rel_tol=1e-5) and hi - lo < 1e-12 * hi


def plane(*points):
    return ["finite", tup(*(tup(["point", *p], w) for *p, w in points))]


def test_a_transport_cost_with_roots_is_exact_where_the_plan_is_provably_cheapest():
    both = [plane(("0", "0", "1/2"), ("4", "4", "1/2")), plane(("1", "1", "1/2"), ("4", "5", "1/4"), ("5", "4", "1/4"))]
    cost = ["add", "1/2", ["mul", "1/2", ["pow", "2", "1/2"]]]
    judge = Evaluator(Budget())
    distance = ["wasserstein", *both, "1", "2"]
    assert judge.truth(compare(distance, "==", cost), {}) == TRUE
    assert judge.truth(compare(distance, ">=", cost), {}) == TRUE
    assert judge.truth(compare(distance, "<", cost), {}) == FALSE


def test_a_transport_cost_with_tied_plans_is_exact():
    square = [plane(("0", "0", "1/2"), ("1", "1", "1/2")), plane(("1", "0", "1/2"), ("0", "1", "1/2"))]
    assert Evaluator(Budget()).truth(compare(["wasserstein", *square, "1", "3"], "==", "1"), {}) == TRUE
    tilted = [plane(("0", "0", "1/2"), ("2", "2", "1/2")), plane(("2", "0", "1/3"), ("1", "1", "2/3"))]
    lower = ["add", ["mul", "2/3", ["pow", "2", "1/2"]], "2/3"]
    assert Evaluator(Budget()).truth(compare(["wasserstein", *tilted, "1", "2"], "==", lower), {}) == TRUE


def test_points_add_up_and_stretch_coordinate_by_coordinate():
    judge = Evaluator(Budget())
    gap = ["add", ["point", "1", "2"], ["mul", "-1", ["point", "4", "-2"]]]
    assert judge.truth(compare(["norm", gap, "2"], "==", "5"), {}) == TRUE
    assert judge.truth(compare(["norm", ["add", ["point", "1"], "1"], "2"], "==", "2"), {}) == "no value"
    assert judge.truth(compare(["mul", ["point", "1"], ["point", "1"]], "==", "1"), {}) == "no value"
