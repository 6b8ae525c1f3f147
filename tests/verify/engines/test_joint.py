"""Names bound inside a proposition are searched together with those outside: counterexamples that need both are found and confirmed, true neighbours are never refuted."""

import json

import pytest
from flint import fmpq

from verify import claims as c
from verify import quantities as q
from verify.claims.nodes import pattern_names
from verify.claims.show import text
from verify.engines import evaluate as ev
from verify.engines import search
from verify.engines.joint import Beside, together
from verify.engines.search import further
from verify.engines.task import EFFORTS, Status, Task
from verify.engines.truth import Truth
from verify.evidence import certificate
from verify.evidence.checker.check import check_data
from verify.quantities import enclosures

x, y, z, n, k = c.numbers("x y z n k")
P, Q = c.objects("P Q")
POSITIVE, UNIT = c.above(0), c.between(0, 1)


def task(states, forall=None, *given, effort="standard"):
    (variant,) = c.Claim("toy/item", "Item", forall={x: POSITIVE} if forall is None else forall, given=given, states=states).variants()
    return Task(variant, EFFORTS[effort])


def shown(one):
    return [([name for pattern, _ in part.forall for name in pattern_names(pattern)], [text(g) for g in part.given], text(part.states)) for part in together(one)]


def every(body, **sets):
    return c.ForAll({y: POSITIVE, z: POSITIVE} if not sets else {{"y": y, "z": z, "k": k}[name]: where for name, where in sets.items()}, body)


# --- which statements --------------------------------------------------------------------------------------------------------


def test_what_is_assumed_on_the_way_becomes_a_hypothesis():
    deep = c.Implies(c.Compare(x, ">", 2), every(c.Implies(c.Compare(y, ">", x), every(c.Compare(z, "<=", y), z=c.between(0, x))), y=c.at_least(x)))
    assert shown(task(deep)) == [(["x", "y", "z"], ["x > 2", "y > x"], "z ≤ y")]


def test_each_conjunct_that_binds_names_is_a_statement_of_its_own():
    parts = c.All(c.Compare(x, ">", 0), every(c.Compare(y, ">", 0), y=POSITIVE), every(c.Compare(y, ">", 1), y=POSITIVE))
    assert shown(task(parts)) == [(["x", "y"], [], "y > 0"), (["x", "y'1"], [], "y'1 > 1")]


def test_what_is_denied_to_exist_comes_in_front():
    there = c.Exists({y: POSITIVE, z: POSITIVE}, c.All(c.Compare(y + z, "==", x), c.Compare(y * z, ">", 1)))
    assert shown(task(c.Not(there))) == [(["x", "y", "z"], ["y + z = x"], "y·z ≤ 1")]
    assert shown(task(c.Implies(there, c.Compare(x, ">=", 2)))) == [(["x", "y", "z"], ["y + z = x", "y·z > 1"], "x ≥ 2")]


def test_what_a_hypothesis_says_to_exist_comes_in_front():
    there = c.Exists({y: POSITIVE, z: c.between(0, y)}, c.All(c.Compare(y + z, "<=", x), c.Compare(y * z, ">", 1)))
    assert shown(task(every(c.Compare(k, "<", x), k=POSITIVE), {x: POSITIVE}, c.Compare(x, "<", 9), there)) == [(["x", "y", "z", "k"], ["x < 9", "y + z ≤ x", "y·z > 1"], "k < x")]


def test_a_hypothesis_keeps_its_names_where_the_conclusion_has_the_same_ones():
    there = c.Exists({y: POSITIVE}, c.Compare(y, ">", x))
    assert [(names, states) for names, _, states in shown(task(every(c.Compare(y, "<", x), y=POSITIVE), {x: POSITIVE}, there))] == [(["x", "y"], "y < x")]


def test_a_choice_is_false_where_all_of_it_is():
    assert shown(task(c.Any_(c.Compare(x, "<", 1), every(c.Compare(y, ">", 0), y=POSITIVE)))) == [(["x", "y"], ["x ≥ 1"], "y > 0")]


def test_a_set_that_is_gone_through_comes_in_front_only_with_what_stands_behind_it():
    few = c.ForAll({k: c.integers(1, 3)}, c.Compare(k, "<=", x))
    assert together(task(few)) == []
    assert shown(task(c.ForAll({k: c.integers(1, 3)}, every(c.Compare(x * y, ">", k), y=POSITIVE)))) == [(["x", "k", "y"], [], "x·y > k")]


@pytest.mark.parametrize("states", [
    c.Compare(x, ">", 0), c.Exists({y: POSITIVE}, c.Compare(y, ">", x)), c.Not(every(c.Compare(y, ">", x), y=POSITIVE)),
    c.Exists({y: POSITIVE}, every(c.Compare(z, ">", y), z=POSITIVE)), c.Compare(c.Sup({y: UNIT}, y), "<=", x),
])
def test_what_binds_no_names_that_could_come_in_front_is_left_alone(states):
    assert together(task(states)) == []


def test_a_name_that_is_bound_outside_as_well_is_left_alone():
    assert together(task(c.All(c.Compare(x, ">", 0), c.ForAll({x: POSITIVE}, c.Compare(x, ">", 1))))) == []


# --- what is found -----------------------------------------------------------------------------------------------------------

FAR = every(c.Compare(x * y, "<=", 1000 * (x + y) + z + 10**6))
THIRD = c.number("3/7")
WINDOW = (x - y) ** 2 + (y - z**2) ** 2 + (z - THIRD) ** 2
PRODUCT = c.Exists({y: POSITIVE, z: POSITIVE}, c.All(c.Compare(x + y + z, "==", 1), c.Compare(x * y * z, ">", c.number("1/28"))))


def inside(bound):
    return c.Implies(c.Compare(x, ">", 100), every(c.Compare((x - y) * z, "<=", bound), y=c.between(0, x), z=c.between(0, y)))


def premise(product):
    return c.Implies(c.Exists({y: POSITIVE, z: POSITIVE}, c.All(c.Compare(y + z, "<=", x), c.Compare(y * z, ">=", product))), c.Compare(x, ">=", 14))


FALSE = {
    "far out in all names": (FAR, {x: c.at_least(0)}),
    "beyond a premise, at sets that depend on names": (inside(x**2 / 4 - 1 + 1 / (1 + x)), {x: POSITIVE}),
    "in a small window": (every(c.Compare(WINDOW, ">=", c.number("1/100000")), y=UNIT, z=UNIT), {x: UNIT}),
    "on an equation of all names": (c.Not(PRODUCT), {x: POSITIVE}),
    "where a premise says that numbers exist": (premise(48), {x: POSITIVE}),
    "where a hypothesis says that numbers exist": (c.Compare(x, ">=", 14), {x: POSITIVE}, *premise(48).args[:1]),
    "where numbers of a hypothesis meet others": (every(c.Compare(k * x, "<=", 700 + k**2), k=c.at_least(1)), {x: POSITIVE}, *premise(48).args[:1], c.Compare(x, "<=", 100)),
    "behind a set that is gone through": (c.ForAll({k: c.integers(1, n)}, every(c.Compare(k * z, "<=", 1000 + y**2 + (4 - k) * z), y=c.at_least(k), z=c.at_least(y))), {n: c.integers(1, 4)}),
}


@pytest.mark.parametrize("name", FALSE)
def test_a_counterexample_that_needs_names_inside_and_outside_is_found_and_confirmed(name):
    states, forall, *given = FALSE[name]
    one = task(states, forall, *given)
    finding = search.decide(one)
    assert finding.status is Status.REFUTED
    assert finding.evidence["inner"]
    data = json.loads(certificate.text(certificate.build(one.variant, finding, effort="standard", seed=0)))
    outcome = check_data(data, "c.json")
    assert outcome.status == "confirmed", outcome.why


TRUE = {
    "far out": (every(c.Compare(2 * x * y, "<=", x**2 + y**2 + z)), {x: c.at_least(0)}),
    "beyond a premise": (inside(x**2 / 4), {x: POSITIVE}),
    "window": (every(c.Compare(WINDOW, ">=", 0), y=UNIT, z=UNIT), {x: UNIT}),
    "equation": (c.Not(c.Exists({y: POSITIVE, z: POSITIVE}, c.All(c.Compare(x + y + z, "==", 1), c.Compare(x * y * z, ">", c.number("1/27"))))), {x: POSITIVE}),
    "premise": (premise(49), {x: POSITIVE}),
    "hypothesis": (c.Compare(x, ">=", 14), {x: POSITIVE}, *premise(49).args[:1]),
    "a pair of laws": (c.ForAll({P: c.Laws(c.Labels(2)), Q: c.Laws(c.Labels(2)), y: c.at_least(1)}, c.Compare(q.total_variation(P, Q), "<=", x + y)), {x: POSITIVE}),
}


@pytest.mark.parametrize("name", TRUE)
def test_a_true_neighbour_is_not_refuted(name):
    states, forall, *given = TRUE[name]
    assert search.decide(task(states, forall, *given)).status is not Status.REFUTED


def test_the_same_seed_finds_the_same_counterexample():
    states, forall = FALSE["far out in all names"]
    assert search.decide(task(states, forall)).evidence == search.decide(task(states, forall)).evidence


def test_the_whole_is_not_false_where_a_conjunct_before_the_false_one_has_perhaps_no_value():
    open_ = c.Exists({y: POSITIVE}, every(c.Compare(c.exp(x * z) + y, ">=", c.log(z - y) - z * y), z=POSITIVE))
    one = task(c.All(open_, FAR), {x: c.at_least(0)})
    (part,) = together(one)
    eight_thousand = fmpq(8000)
    env = {name: eight_thousand for pattern, _ in part.forall for name in pattern_names(pattern)}
    assert search.admissible(part, env) and ev.holds(part.states, env)[0] is Truth.FALSE
    assert further.of_the_whole(one, part, env, search.Tally()) is None


def test_members_that_lie_in_no_set_of_the_binder_are_not_tried():
    one = task(every(c.Compare(y, "<=", 2 * x), y=c.at_least(x)), {x: POSITIVE})
    (part,) = together(one)
    (_, where) = part.forall[1]
    beside = Beside(part, {"x": fmpq(1), "y": fmpq(3)}, lambda _, __: [])
    assert beside(where, {"x": fmpq(1)}) == [3]
    assert beside(where, {"x": fmpq(4)}) == []


def test_the_names_inside_take_a_share_of_the_budget_and_no_more():
    states, forall = TRUE["window"]
    one, before = task(states, forall), enclosures.spent()
    assert search.decide(one).status is not Status.REFUTED
    assert enclosures.spent() - before <= one.effort.work + one.effort.work // further.FAR
