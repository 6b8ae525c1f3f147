"""Small alphabets are gone through completely, or a random part of them."""

import random

import pytest
from flint import fmpq

from verify import claims as c
from verify import quantities as q
from verify.engines import search
from verify.engines.calibrate import plan
from verify.engines.exhaustive import NotSmall, instances, members
from verify.engines.task import EFFORTS, Status, Task
from verify.quantities.batched import compositions
from verify.values.laws import FiniteLaw

x, n, a = c.numbers("x n a")
P, Q, K, E, J = c.objects("P Q K E J")
TWO = c.Laws(c.Labels(2))


def task(forall, states):
    (variant,) = c.Claim("toy/item", "Item", forall=forall, states=states).variants()
    return Task(variant, EFFORTS["standard"])


def test_laws_on_two_points_have_halves_and_thirds():
    found = members(TWO, {})
    assert FiniteLaw([fmpq(1), fmpq(2)], [fmpq(1, 3), fmpq(2, 3)]) in found
    assert len(found) == len(set(found)) == 5


def test_all_instances_are_listed_once_where_there_are_few():
    toy = task({P: TWO, Q: TWO}, c.Compare(q.total_variation(P, Q), "<=", 1))
    listed = list(instances(toy, plan(toy), 100, random.Random(0)))
    assert len(listed) == 25
    assert len({(env["P"], env["Q"]) for env in listed}) == 25


def test_a_random_part_is_listed_where_there_are_many():
    toy = task({n: c.integers(2), P: c.Laws(c.Labels(n)), Q: c.Laws(c.Labels(n)), K: c.Kernels(c.Labels(n), c.Labels(n))},
               c.Compare(q.total_variation(c.push(K, P), c.push(K, Q)), "<=", q.total_variation(P, Q)))
    listed = list(instances(toy, plan(toy), 50, random.Random(0)))
    assert len(listed) == 50
    assert {len(env["K"].entries) for env in listed} == {2, 3, 4}


@pytest.mark.parametrize("where", [c.Laws(c.LINE, density=True), c.Universes(c.REPLACE_ONE)])
def test_sets_without_small_members_say_so(where):
    with pytest.raises(NotSmall):
        members(where, {})


def test_members_lie_in_their_set():
    assert all(0 < value <= 1 for value in members(c.between(0, 1, open="left"), {}))


def test_a_statement_that_fails_at_one_small_instance_is_refuted():
    fails = c.Implies(c.All(c.Compare(q.mass(P, E), "==", c.number("1/3")), c.Compare(x, "==", 2)), c.Compare(x, "<", 1))
    toy = task({P: TWO, E: c.Events(P), x: c.between(0, 3)}, fails)
    assert search.decide(toy).status is Status.REFUTED


def test_what_was_gone_through_stands_in_the_coverage():
    finding = search.decide(task({P: TWO, Q: TWO}, c.Compare(q.total_variation(P, Q), "<=", 1)))
    assert finding.coverage["small"] == "all of the instances on a small alphabet: 25"


def test_events_of_a_space_are_those_of_the_laws_at_hand_whatever_was_listed_before():
    place = c.Events(c.LINE)
    coin, bit = FiniteLaw([fmpq(5)], [fmpq(1)]), FiniteLaw([fmpq(0), fmpq(1)], [fmpq(1, 2), fmpq(1, 2)])
    assert [len(members(place, {"P": law})) for law in (coin, bit, coin)] == [2, 4, 2]


def test_members_are_listed_once_for_the_same_surroundings():
    where = c.between(0, x)
    first = members(where, {"x": fmpq(1)})
    assert members(where, {"x": fmpq(1)}) is first
    assert fmpq(2) in members(where, {"x": fmpq(3)}) and fmpq(2) not in first


def test_no_distribution_lives_on_no_points():
    assert list(compositions(3, 0)) == [] and list(compositions(0, 0)) == [()] and list(compositions(2, 2)) == [(0, 2), (1, 1), (2, 0)]
