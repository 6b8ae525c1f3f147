"""What a search stores about a false instance is confirmed by the checker, also where a quantifier or a transport problem stands in the way."""

import json
import math

import pytest

from mechanisms import Normal
from verify import claims as c
from verify import quantities as q
from verify.claims.nodes import to_json
from verify.engines import evaluate as ev
from verify.engines import search
from verify.engines.task import EFFORTS, Status, Task
from verify.evidence import certificate
from verify.evidence.checker import evaluate as checker
from verify.evidence.checker.check import check_data
from verify.evidence.checker.numbers import Budget, precision
from verify.values import numbers

P, Q, C = c.objects("P Q C")
x, y, a = c.numbers("x y a")
EVEN, HEAVY, LIGHT = (c.finite_law({1: 1 - w, 2: w}) for w in (c.number("1/2"), c.number("1/4"), c.number("3/4")))


def test_a_number_above_an_end_is_stored_where_all_such_numbers_are_denied():
    (variant,) = c.Claim("toy/item", "Item", forall={P: c.Laws(c.LINE)}, states=c.ForAll({a: c.above(q.wasserstein_distance(P, P, 1))}, c.Compare(1, ">=", a))).variants()
    finding = search.decide(Task(variant, EFFORTS["quick"]))
    assert finding.status is Status.REFUTED
    assert set(finding.evidence["inner"]) == {"a"}
    stored = json.loads(certificate.text(certificate.build(variant, finding, effort="quick", seed=0)))
    assert check_data(stored, "c.json").status == "confirmed"
    stored["evidence"]["inner"]["a"] = "0"
    assert check_data(stored, "c.json").status == "refused"


def cheapest(first, second, cost):
    return c.Inf({C: c.Couplings(first, second)}, c.Expect({(x, y): C}, cost))


APART = c.If(c.Compare(x, "==", y), 1, c.oo)
RISING = c.If(c.Compare(x, ">", y), c.oo, x - 5 * y)
ROOTS = c.If(c.Compare(x, ">", y), c.oo, -c.exp(x) * y)


@pytest.mark.parametrize(("first", "second", "cost", "least"), [
    (EVEN, EVEN, APART, 1),
    (EVEN, HEAVY, APART, float("inf")),
    (HEAVY, LIGHT, RISING, -7.5),  # a quarter stays at 1, a half goes from 1 to 2, a quarter stays at 2
    (HEAVY, LIGHT, c.exp(x) * y, 1.5 * 2.718281828459045 + 0.25 * 7.38905609893065),  # no cost is below 0 or infinite
    (HEAVY, LIGHT, ROOTS, -(0.25 * 2.718281828459045 + 2.718281828459045 + 0.5 * 7.38905609893065)),
])
def test_a_cheapest_coupling_avoids_pairs_of_infinite_cost_where_it_can(first, second, cost, least):
    formula = cheapest(first, second, cost)
    found, checked = ev.value(formula, {}, ev.Context(64)), checker.Evaluator(Budget(10**6)).number(to_json(formula), {})
    assert numbers.to_float(found) == pytest.approx(least, rel=1e-12)
    low, high = (float(checked), float(checked)) if not hasattr(checked, "lo") else (float(checked.lo), float(checked.hi))
    assert low == pytest.approx(least, rel=1e-12)
    assert high == pytest.approx(least, rel=1e-12)


@pytest.mark.parametrize(("cost", "least"), [  # a quarter moves from 1 to 2, the rest stays
    (c.exp(c.exp(30) * abs(x - y)), math.exp(30) + math.log(0.25)),
    (c.If(c.Compare(x, ">", y), c.oo, c.exp(c.exp(30) * (1 + y - x))), 2 * math.exp(30) + math.log(0.25)),
    (c.exp(-c.exp(30) * (2 - abs(x - y))), -math.exp(30) + math.log(0.25)),
])
def test_costs_too_large_or_too_small_for_fractions_are_weighed(cost, least):
    formula = c.log(cheapest(EVEN, LIGHT, cost))
    found = ev.value(formula, {}, ev.Context(160))
    with precision(160):
        checked = checker.Evaluator(Budget(10**6)).number(to_json(formula), {})
    for one in (found, checked):
        assert float(one.lo) == pytest.approx(least, rel=1e-14)
        assert float(one.hi) == pytest.approx(least, rel=1e-14)


def test_costs_of_both_signs_may_be_too_large_for_fractions():
    formula = c.log(-cheapest(EVEN, LIGHT, -c.exp(c.exp(30) * (1 + y - x))))  # the dearest way: all that can moves up, and a quarter goes down for it
    assert numbers.to_float(ev.value(formula, {}, ev.Context(160))) == pytest.approx(2 * math.exp(30) + math.log(0.5), rel=1e-14)


def test_two_normal_laws_of_one_mean_and_variance_do_not_differ():
    runs = c.iteration(0, *(({1: c.straight(0, 0)}, c.normal_vector(0, 1)) for _ in range(2)))
    apart = q.total_variation(c.noise_law(runs, 2), c.noise_law(runs, 1))
    assert checker.Evaluator(Budget(10**6)).number(to_json(apart), {}) == 0
    other = q.total_variation(c.noise_law(runs, 1), c.normal_vector(1, 1))
    assert checker.Evaluator(Budget(10**6)).number(to_json(other), {}).lo > 0.38


def test_two_extrema_may_bind_one_name_while_a_member_of_one_is_stored():
    far, near = c.Inf({y: c.between(2, 3)}, (y - x) ** 2 + x), c.Inf({y: c.between(0, 1)}, (y - x) ** 2 + x)
    (variant,) = c.Claim("toy/item", "Item", forall={x: c.between(0, 1)}, states=c.Compare(near, "==", far)).variants()
    finding = search.decide(Task(variant, EFFORTS["quick"]))
    assert finding.status is Status.REFUTED
    stored = json.loads(certificate.text(certificate.build(variant, finding, effort="quick", seed=0)))
    for member in ("1/2", "5/2"):  # a member of one of the sets only
        stored["evidence"]["inner"] = {"y": member}
        assert check_data(stored, "c.json").status == "confirmed"


def test_a_level_that_normal_laws_attain_exactly_is_seen_to_be_kept():
    level = q.renyi_divergence(P, c.translate(P, 1), 2)
    hints = c.Hints(instances=({P: Normal(0, variance=c.number("1/9")), a: 9},))
    (variant,) = c.Claim("toy/attained", "Item", forall={P: c.Laws(c.LINE), a: c.at_least(0)}, given=(c.Compare(level, "<=", a),), states=c.Compare(a, "<", 9), hints=hints).variants()
    finding = search.decide(Task(variant, EFFORTS["quick"]))
    assert finding.status is Status.REFUTED and finding.evidence["instance"]["a"] == "9"
    assert check_data(json.loads(certificate.text(certificate.build(variant, finding, effort="quick", seed=0))), "c.json").status == "confirmed"


@pytest.mark.parametrize(("sets", "relation", "equal"), [
    (c.Laws(c.LINE), "==", False), (c.Laws(c.LINE), "!=", True), (c.Points(c.Euclid(2, 2)), "==", False), (c.Points(c.Euclid(2, 2)), "!=", True),
])
def test_distributions_and_points_that_are_not_what_is_claimed_have_no_decimals(sets, relation, equal):
    (variant,) = c.Claim("toy/item", "Item", forall={P: sets, Q: sets}, states=c.Compare(P, relation, Q)).variants()
    finding = search.decide(Task(variant, EFFORTS["standard"]))
    assert finding.status is Status.REFUTED and finding.evidence["values"] == {}
    stored = json.loads(certificate.text(certificate.build(variant, finding, effort="quick", seed=0)))
    assert check_data(stored, "c.json").status == "confirmed"
    instance = stored["evidence"]["instance"]
    assert (instance["P"] == instance["Q"]) == equal
    other = ["finite", ["()", ["()", "7", "1"]]] if sets.head == "laws" else ["point", "7", "7"]
    stored["evidence"]["instance"] = {"P": other, "Q": other} if not equal else {**instance, "Q": other}
    assert check_data(stored, "c.json").status == "refused"


def test_a_comparison_of_numbers_that_is_false_has_decimals():
    (variant,) = c.Claim("toy/item", "Item", forall={x: c.REALS}, states=c.Compare(x, "==", 0)).variants()
    stored = json.loads(certificate.text(certificate.build(variant, search.decide(Task(variant, EFFORTS["quick"])), effort="quick", seed=0)))
    assert check_data(stored, "c.json").status == "confirmed"
    stored["evidence"]["values"] = {}
    assert check_data(stored, "c.json").status == "refused"
