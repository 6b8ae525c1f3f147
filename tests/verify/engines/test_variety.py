"""Draws of another kind: flags of the drawer, strict levels, hypotheses made tight, and statements that the search must meet whatever the seed."""

import math
import random
from dataclasses import replace
from fractions import Fraction

import pytest
from flint import fmpq

from benchmarks import robust
from verify import claims as c
from verify import quantities as q
from verify.engines import evaluate as ev
from verify.engines import iterations, search
from verify.engines.calibrate import plan
from verify.engines.draw import Drawer
from verify.engines.equations import equations, isolated
from verify.engines.search import hunting
from verify.engines.task import EFFORTS, Status, Task
from verify.engines.thresholds import settle, thresholds
from verify.values.structures import Event

x, y, n, i, j, epsilon, delta = c.numbers("x y n i j epsilon delta")
P, Q, R, E, A, S = c.objects("P Q R E A S")
W = q.wasserstein_distance
LINES = {P: c.Laws(c.LINE), Q: c.Laws(c.LINE), epsilon: c.at_least(0)}
SEEDS = range(12)


def task(forall, states, given=(), seed=0):
    (variant,) = c.Claim("toy/item", "Item", forall=forall, given=given, states=states).variants()
    return Task(variant, EFFORTS["standard"], seed)


def drawer(seed, **flags):
    made = Drawer(random.Random(seed), 2)
    for name, value in flags.items():
        assert hasattr(made, name)
        setattr(made, name, value)
    return made


@pytest.mark.parametrize("seed", SEEDS)
def test_laws_that_are_alike_have_one_support(seed):
    made = drawer(seed, alike=True, distinct=True)
    first = made.member(c.Laws(c.LINE), {})
    if not isinstance(first, ev.laws.FiniteLaw):
        return
    assert made.member(c.Laws(c.LINE), {"P": first}).points == first.points


def test_losses_of_mechanisms_that_are_alike_are_finite_more_often():
    def finite(alike):
        made, universe = drawer(3, alike=alike), None
        count = 0
        for _ in range(40):
            universe = made.member(c.Universes(c.REPLACE_ONE), {})
            whole = made.member(c.Compositions(c.number(2), S, c.LINE, c.INDEPENDENT, c.NO), {"S": universe})
            loss = c.Sup({i: c.upto(2), (P, Q): c.neighbours(S)}, q.renyi_divergence(c.step(A, i, P), c.step(A, i, Q), 2), floor=0)
            count += ev.value(loss, {"S": universe, "A": whole}, ev.Context(64)) != float("inf")
        return count

    assert finite(True) > 1.5 * finite(False)


def test_weights_repeat_numbers_that_were_drawn():
    def repeated(echo):
        count = 0
        for seed in range(40):
            made = drawer(seed, echo=echo, wide=True)
            share = made.member(c.between(0, 1), {}, "delta")
            law = made.member(c.Laws(c.LINE), {"delta": share})
            count += isinstance(share, fmpq) and 0 < share < 1 and isinstance(law, ev.laws.FiniteLaw) and share in law.weights
        return count

    assert repeated(True) > 10 > repeated(False)


def test_ends_whole_sets_and_lines_that_meet():
    ends = whole = meeting = 0
    for seed in range(40):
        made = drawer(seed, tied=True)
        ends += made.member(c.at_least(3), {}) == 3
        whole += made.member(c.Subsets(c.upto(4)), {}) == Event(frozenset(fmpq(k) for k in range(1, 5)))
        (step,) = iterations.draw(made, c.Iterations(1, c.Labels(2), c.NORMAL_NOISE, 1), {"z": fmpq(7)}).maps
        (_, first), (_, second) = step
        meeting += first != second and any(first.at(place) == second.at(place) for place in (fmpq(0), fmpq(7)))
    assert ends > 15 and whole > 15 and meeting > 10


def test_members_of_one_set_differ_and_idle_integers_are_avoided():
    where, different, idle = c.integers(1, 2), 0, 0
    for seed in range(40):
        made = drawer(seed, distinct=True, idle=frozenset({("n", fmpq(1))}))
        different += made.member(where, {}, "i") != made.member(where, {}, "j")
        idle += made.member(c.integers(1), {}, "n") == 1
    assert different > 35 and idle < 8


def test_wide_draws_have_two_coordinates():
    for seed in SEEDS:
        made = drawer(seed, wide=True, dimensions=frozenset({"n"}))
        assert made.member(c.integers(1), {}, "n") == 2
        assert made.member(c.integers(1), {}, "i") in (1, 2)
        assert made.member(c.integers(1, 1), {}, "n") == 1


def test_a_strict_level_lies_just_above_its_term():
    work = task(LINES, c.Compare(W(Q, P, 1), "<", epsilon), (c.Compare(W(P, Q, 1), "<", epsilon),))
    layout = plan(work)
    assert set(layout.calibrated) == {"epsilon"} and layout.solved == {0}
    law = ev.laws.FiniteLaw
    for distance in (0, 2):
        env = layout.solve({"P": law([fmpq(0)], [1]), "Q": law([fmpq(distance)], [1])}, random.Random(0), exact=True)
        assert distance < env["epsilon"] <= 2 * distance + 1
    assert search.decide(work).status is Status.SUPPORTED


def test_a_number_above_another_number_is_still_drawn():
    work = task({x: c.above(0), y: c.above(0)}, c.Compare(y, "<=", 100 * x), (c.Compare(x, "<", y),))
    assert not plan(work).calibrated
    assert search.decide(work).status is Status.REFUTED


def test_a_hypothesis_is_solved_for_a_number():
    half = c.Exists({E: c.Events(P)}, c.Compare(q.mass(P, E), "==", 1 - delta / 2))
    work = task({P: c.Laws(c.Labels(3)), delta: c.between(0, 1)}, c.Compare(delta, "<", 1), (half,))
    ((mark, where),) = equations(work, {})
    law = ev.laws.FiniteLaw([fmpq(1), fmpq(2)], [fmpq(3, 4), fmpq(1, 4)])
    found = {settle(mark, where, {"P": law}, random.Random(seed)) for seed in SEEDS}
    assert found - {None} <= {fmpq(0), fmpq(1, 2)} and fmpq(1, 2) in found


@pytest.mark.parametrize("side, value", [(3 - x / 2, 1), (c.exp(2 * x), 2), (x**3 * 5, 3), (c.log(x), 0), (c.exp(x + y), 1)])
def test_a_side_is_undone_step_by_step(side, value):
    solved = isolated(side, "x", c.number(value))
    context = ev.Context(96)
    found = ev.value(solved, {"y": fmpq(4)}, context)
    back = ev.value(side, {"x": found, "y": fmpq(4)}, context)
    assert abs(float(ev.numbers.to_float(back)) - value) < 1e-12


@pytest.mark.parametrize("side", [x + x**2, 2**x, c.Sup({y: c.between(0, 1)}, x * y), x**0])
def test_a_side_that_cannot_be_undone_is_left_alone(side):
    assert isolated(side, "x", c.number(1)) is None


def test_a_number_that_sets_mention_is_not_moved():
    forall = {x: c.between(0, 1), y: c.between(0, x), P: c.Laws(c.Labels(2))}
    given = (c.Compare(q.density(P, 1), "==", x), c.Compare(q.density(P, 2), "==", 1 - y))
    assert [mark.name for mark, _ in equations(task(forall, c.Compare(x, "<=", 1), given), {})] == ["y"]


def test_integers_at_which_nothing_was_said_are_known():
    work = task({n: c.integers(1), x: c.above(0)}, c.Compare(x, "<=", n * x))
    pool = [(search.IDLE, {"n": fmpq(3)}), (search.IDLE, {"n": fmpq(3)}), (0.0, {"n": fmpq(1)}), (0.0, {"n": fmpq(1)}), (0.5, {"n": fmpq(2)}), (search.IDLE, {"n": fmpq(4)})]
    assert hunting.idle_integers(work, pool) == {("n", fmpq(1)), ("n", fmpq(3))}


RARE = {
    "a strict level and a larger order": (LINES, c.Compare(W(P, Q, 2), "<=", 2 * epsilon), (c.Compare(W(P, Q, 1), "<", epsilon),)),
    "a mass that must be a given number": (
        {delta: c.between(0, 1), P: c.Laws(c.Labels(3)), Q: c.Laws(c.Labels(3))},
        c.Compare(q.total_variation(P, Q), "<=", delta),
        (c.Exists({E: c.Events(P)}, c.All(c.Compare(q.mass(P, E), "==", 1 - delta), c.Compare(q.mass(Q, E), "==", 1 - delta))),)),
    "two different indices": (
        {n: c.integers(1), i: c.upto(n), j: c.upto(n), A: c.Families(c.upto(n), c.above(0))},
        c.Compare(abs(A[i] - A[j]), "<=", 10 * abs(i - j) * c.Min(A[i], A[j]))),
}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", RARE)
def test_a_statement_that_fails_at_ends_and_ties_is_refuted_whatever_the_seed(name, seed):
    assert search.decide(replace(task(*RARE[name]), seed=seed)).status is Status.REFUTED


def test_a_search_is_run_from_several_seeds():
    (false,) = c.Claim("toy/false", "Item", forall={x: c.above(0)}, states=c.Compare(x, "<=", 2)).variants()
    (true,) = c.Claim("toy/true", "Item", forall={x: c.above(0)}, states=c.Compare(x, "<=", 2 * x)).variants()
    assert [robust.meets(variant, seed)[0] for variant in (false, true) for seed in range(2)] == [True, True, False, False]
    assert [v.id for v in robust.chosen(["toy/true", "toy/false main main"], [false, true])] == ["toy/true", "toy/false"]
    with pytest.raises(ValueError, match="'toy/none'"):
        list(robust.chosen(["toy/none"], [false, true]))


@pytest.mark.parametrize("share", ["1/3", "1/50"])
def test_a_number_inside_the_bound_of_an_event_is_put_where_the_event_changes(share):
    """At n = 1 the average of one coin is 0 where delta passes exp(-2 mean^2)."""
    rate, X = c.number(share), c.objects("X")
    likely = c.Compare(c.Prob({X: P}, c.Compare(q.mean(P) - X, "<=", c.sqrt(c.log(1 / delta) / 2))), ">=", 1 - delta)
    work = task({P: c.Laws(c.LINE, support=c.between(0, 1)), delta: c.between(0, 1, open="both")}, likely)
    ((mark, where),) = thresholds(work, {})
    law = ev.laws.FiniteLaw([fmpq(0), fmpq(1)], [1 - ev.value(rate, {}, ev.Context(64)), ev.value(rate, {}, ev.Context(64))])
    found = {settle(mark, where, {"P": law}, random.Random(seed)) for seed in range(40)} - {None}
    wanted = math.exp(-2 * float(Fraction(share)) ** 2)
    assert found and all(abs(float(ev.numbers.to_float(value)) / wanted - 1) < 0.011 for value in found)
    assert {float(ev.numbers.to_float(value)) > wanted for value in found} == {True, False}
