"""Instances far out and in narrow places: what they are made of, how close they are to failing, and statements that are true, false and too little tested."""

import random

import pytest
from flint import fmpq

import verify.claims as c
from verify.claims import Claim, numbers, objects
from verify.engines import evaluate as ev
from verify.engines import reach, search
from verify.engines.calibrate import plan
from verify.engines.membership import contains
from verify.engines.task import EFFORTS, Status, Task
from verify.engines.truth import Truth
from verify.quantities import enclosures, mean
from verify.values import laws
from verify.values.elementary import exp
from verify.values.numbers import enclose

x, y, n, k, t, s, a, b = numbers("x y n k t s a b")
P, Q, K = objects("P Q K")


def task(forall, states=None, *given, effort="standard"):
    (variant,) = Claim("toy/reach", "Toy", forall=forall, given=given, states=c.All(*(c.Compare(name, "==", name) for name in forall)) if states is None else states).variants()
    return Task(variant, EFFORTS[effort])


def charts(one):
    return reach.charts(one, plan(one))


# --- coordinates -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("where", "z", "value"), [
    (c.integers(1), 0, 1), (c.integers(1), 10, 1024), (c.integers(5), 1, 6), (c.integers(1), 13.2877, 10_000),
    (c.above(2), 3, 10), (c.at_least(2), -reach.FULL, 2), (c.at_most(2), 0, 1), (c.between(0, 1), 0, fmpq(1, 2)), (c.between(0, 1), -1, fmpq(1, 4)),
    (c.between(0, 1), 3, fmpq(15, 16)), (c.between(0, 1), reach.FULL, 1), (c.REALS, 8, 1), (c.REALS, -9, -2), (c.REALS, 0, 0), (c.one_of(3, 5, 7), 1, 5),
])
def test_a_coordinate_is_a_number_of_the_set(where, z, value):
    one = task({x: where})
    (chart,) = charts(one)
    assert reach.instance(chart, [z]) == {"x": value}


def test_random_coordinates_give_members_or_nothing():
    rng = random.Random(1)
    one = task({a: c.REALS, b: c.above(a), n: c.integers(2), k: c.integers(1, n - 1), P: c.Laws(c.LINE, support=c.between(a, b))})
    for chart in charts(one):
        for _ in range(40):
            env = reach.instance(chart, [rng.uniform(-12, 12) for _ in chart.coordinates])
            assert all(contains(where, env[str(pattern.args[0])], env, ev.Context(64)) is Truth.TRUE for pattern, where in one.forall)


def test_laws_have_two_or_three_points_and_pairs_may_share_them():
    assert [chart.points for chart in charts(task({P: c.Laws(c.LINE)}))] == [2, 3]
    shared, apart, _ = charts(task({P: c.Laws(c.LINE), Q: c.Laws(c.LINE)}))
    env = reach.instance(shared, [8, -8, 1, 2])
    assert env["P"].points == env["Q"].points and env["P"] != env["Q"]
    assert len(apart.coordinates) == 6
    (on_labels, _) = charts(task({n: c.integers(2), P: c.Laws(c.Labels(n))}))
    assert reach.instance(on_labels, [0, 0])["P"] == laws.FiniteLaw([fmpq(1), fmpq(2)], [fmpq(1, 2)] * 2)


def test_other_names_have_no_coordinates():
    assert charts(task({P: c.Laws(c.LINE), K: c.Kernels(c.LINE, c.LINE)})) == []
    assert charts(task({P: c.Laws(c.LINE, density=True)})) == []


# --- how close ----------------------------------------------------------------------------------------------------------------


def test_scores_are_negative_where_the_comparison_fails():
    assert all(score < 0 for score in reach.scores(fmpq(3), "<=", fmpq(2)))
    assert all(score > 0 for score in reach.scores(fmpq(3), ">=", fmpq(2)))
    assert reach.scores(fmpq(1), "==", fmpq(1)) == ()


def test_logarithms_tell_tiny_numbers_apart():
    tiny, smaller = (enclose(exp(fmpq(-power), 64), 64) for power in (2000, 3000))
    found = reach.scores(smaller, "<=", tiny)
    assert found[1] == 0 and found[3] == pytest.approx(1000) and found[2] == pytest.approx(1 / 5)


# --- statements ---------------------------------------------------------------------------------------------------------------


def harmonic(constant):
    return task({n: c.integers(1)}, c.Compare(c.Sum({k: c.upto(n)}, 1 / k), "<=", c.number(constant) + c.log(n + 1)))


def lemma(constant):
    return task({P: c.Laws(c.LINE, support=c.between(-1, 1)), s: c.REALS}, c.Compare(c.Expect({x: P}, c.exp(s * x)), "<=", c.exp(4 * s**2 / c.number(constant))), c.Compare(mean(P), "==", 0))


def test_a_large_number_is_found_and_the_true_neighbour_is_supported():
    found = search.decide(harmonic("57/100"))
    assert found.status is Status.REFUTED
    true = search.decide(harmonic("5773/10000"))
    assert true.status is Status.SUPPORTED and true.coverage["decided"] >= 30 and "large or tiny" in true.coverage["far"]


def test_a_law_with_an_exact_mean_is_found_and_the_true_neighbour_is_supported():
    assert search.decide(lemma("41/5")).status is Status.REFUTED
    assert search.decide(lemma(8)).status is Status.SUPPORTED


def test_what_no_precision_decides_is_neither():
    touching = task({x: c.above(0)}, c.Compare(c.exp(c.log(x) / 2 + c.log(x) / 3), "<", c.exp(5 * c.log(x) / 6) + 0 * c.exp(x)))
    assert search.decide(touching).status is not Status.SUPPORTED or search.decide(touching).coverage["decided"] >= 30


def test_the_same_task_gives_the_same_finding():
    first, second = (search.decide(lemma("41/5")) for _ in range(2))
    assert first.evidence == second.evidence


def test_the_budget_is_work_and_is_kept():
    start = enclosures.spent()
    search.decide(harmonic("5773/10000"))
    work = EFFORTS["standard"].work
    assert enclosures.spent() - start < 2 * work + search.OVERRUN


# --- too little tested ----------------------------------------------------------------------------------------------------------


def test_a_statement_about_infinitely_many_that_hardly_any_instance_decides_is_open():
    few = task({x: c.above(0)}, c.Compare(x, "<=", 2), c.Compare(c.floor(c.log(x)) - c.log(x), "==", 0), c.Compare(x, "<", 2))
    found = search.decide(few)
    assert found.status is Status.UNDECIDED
    assert found.summary.startswith("too little tested: 1 distinct instance") and found.coverage["decided"] == 1


def test_finite_domains_and_statements_without_names_are_no_less_supported():
    finite = search.decide(task({x: c.one_of(1, 2, 3)}, c.Compare(x, "<=", 3)))
    assert finite.status is Status.SUPPORTED and finite.coverage["decided"] == 3
    assert search.decide(task({}, c.Compare(1, "<=", 3))).status is Status.SUPPORTED


@pytest.mark.parametrize(("forall", "answer"), [
    ({x: c.one_of(1, 2)}, False), ({n: c.integers(1, 9), k: c.integers(1, n)}, False), ({n: c.integers(1)}, True), ({x: c.between(0, 1)}, True), ({x: c.between(1, 1)}, False),
    ({P: c.Laws(c.Labels(2))}, True), ({x: c.one_of(1, 2), y: c.equals(x + 1, within=c.REALS)}, False),
])
def test_which_domains_are_infinite(forall, answer):
    assert search.endless(task(forall)) is answer


def test_more_draws_are_made_where_few_instances_are_decided():
    rare = task({P: c.Laws(c.LINE), Q: c.Laws(c.LINE), K: c.Kernels(c.LINE, c.LINE)}, c.Compare(mean(P), "<=", mean(Q)), c.Compare(mean(P) - mean(Q), "==", 0))
    found = search.decide(rare)
    assert found.status is Status.SUPPORTED and found.coverage["decided"] >= 30
