"""Instances at extremes: tiny masses, and sequences over the ends of their ranges."""

import itertools
import random

import pytest
from flint import fmpq

from verify import claims as c
from verify import quantities as q
from verify.engines import extreme, reach, search
from verify.engines.calibrate import plan
from verify.engines.search.features import horizons_of
from verify.engines.task import EFFORTS, Status, Task
from verify.evidence.checker.check import check_data
from verify.run.decide import Settings, run_variant
from verify.values.structures import Sequence

P, Q, R, z, w = c.objects("P Q R z w")
T, t, d, i, eta, a = c.numbers("T t d i eta a")
LINE = c.Laws(c.LINE)


def task(forall, states, given=(), effort="standard"):
    (variant,) = c.Claim("toy/one", "1", forall=forall, states=states, given=given).variants()
    return Task(variant, EFFORTS[effort])


def listed(forall, states, most=10_000):
    one = task(forall, states)
    return list(extreme.over_ends(one.forall, horizons_of(one.variant.formula), most, random.Random(0).sample))


@pytest.mark.parametrize("count", [1, 2, 3])
def test_masses_sum_to_one_and_some_are_tiny(count):
    every = list(extreme.lopsided(count))
    assert all(len(one) == count and all(sum(masses) == 1 for masses in one) for one in every)
    for k in range(1, 9):
        assert any(fmpq(1, 10**k) in masses for one in every for masses in one)
    if count == 2:
        for k in range(1, 9):
            sure, tiny = (fmpq(1), fmpq(0)), (fmpq(1, 10**k), 1 - fmpq(1, 10**k))
            assert (sure, tiny) in every and (tiny, sure) in every and ((fmpq(1, 2), fmpq(1, 2)), tiny) in every


@pytest.mark.parametrize(("forall", "points"), [
    ({P: LINE, Q: LINE}, {fmpq(0), fmpq(1)}), ({P: c.Laws(c.Labels(3)), Q: c.Laws(c.Labels(3))}, {fmpq(1), fmpq(2)}),
    ({P: c.Laws(c.LINE, support=c.between(-1, 2)), Q: c.Laws(c.LINE, support=c.between(-1, 2))}, {fmpq(-1), fmpq(2)}),
])
def test_distributions_stand_on_two_points_of_their_set(forall, points):
    one = task(forall, c.Compare(q.total_variation(P, Q), "<=", 1))
    chart = reach.charts(one, plan(one))[0]
    every = [make() for make in reach._lopsided(chart)]
    assert len(every) == 56 and {x for env in every for law in env.values() for x in law.points} == points


@pytest.mark.parametrize("effort", ["quick", "standard"])
def test_a_mass_below_a_thousandth_is_met(effort):
    false = task({P: LINE, Q: LINE}, c.Compare(q.total_variation(P, Q), "<=", c.sqrt(1 - c.exp(-c.number("0.9") * q.kl(P, Q)))), effort=effort)
    true = task({P: LINE, Q: LINE}, c.Compare(q.total_variation(P, Q), "<=", c.sqrt(1 - c.exp(-q.kl(P, Q)))), effort=effort)
    assert search.decide(false).status is Status.REFUTED and search.decide(true).status is not Status.REFUTED


def test_the_least_sizes_come_first_and_are_complete():
    every = listed({T: c.integers(1), eta: c.above(0), z: c.Sequences(c.oo, c.between(0, 1))}, c.Compare(c.Sum({t: c.upto(T)}, z[t]), "<=", T * eta))
    first = list(itertools.takewhile(lambda env: env["T"] == 1, every))
    assert {(env["eta"], env["z"].at(1)) for env in first} == {(step, end) for step in extreme.PLAIN for end in (fmpq(0), fmpq(1))}
    assert {fmpq(1, 4), fmpq(1, 2), fmpq(1), fmpq(2), fmpq(3), fmpq(4), fmpq(8)} == set(extreme.PLAIN)
    assert [env["T"] for env in every] == sorted(env["T"] for env in every) and {env["T"] for env in every} == {1, 2, 3}
    assert len({(env["z"].at(1), env["z"].at(2), env["z"].at(3)) for env in every if env["T"] == 3}) == 8


def test_sequences_of_sequences_and_finite_ones():
    nested = {d: c.integers(2), T: c.integers(1), z: c.Sequences(c.oo, c.Sequences(d, c.between(0, 1))), i: c.upto(d)}
    least = [env for env in listed(nested, c.Compare(c.Sum({t: c.upto(T)}, z[t][i]), "<=", T)) if env["T"] == 1 and env["d"] == 2]
    assert {(env["z"].at(1), env["i"]) for env in least} == {((x, y), k) for x in (fmpq(0), fmpq(1)) for y in (fmpq(0), fmpq(1)) for k in (fmpq(1), fmpq(2))}
    finite = listed({w: c.Sequences(3, c.between(-1, 1))}, c.Compare(w[1], "<=", w[2]))
    assert {env["w"] for env in finite} == set(itertools.product((fmpq(1), fmpq(-1)), repeat=3))


def test_an_open_end_is_left_out_and_a_sequence_goes_on():
    (first, *_) = listed({z: c.Sequences(c.oo, c.between(0, 1, open="both"))}, c.Compare(z[1], "<=", 1))
    assert isinstance(first["z"], Sequence) and 0 < first["z"].at(1) < 1 and first["z"].at(50) == first["z"].at(extreme.LONGEST)


@pytest.mark.parametrize("forall", [{a: c.REALS}, {P: LINE, z: c.Sequences(2, c.REALS)}, {z: c.Sequences(c.oo, c.Laws(c.LINE))}])
def test_nothing_comes_where_there_are_no_sequences_or_other_objects(forall):
    assert listed(forall, c.Compare(1, "<=", 2)) == []


def test_no_more_come_than_are_asked_for():
    forall = {T: c.integers(1), eta: c.above(0), z: c.Sequences(c.oo, c.between(0, 1))}
    states = c.Compare(c.Sum({t: c.upto(T)}, z[t]), "<=", T * eta)
    assert len(listed(forall, states, 20)) == 20 and listed(forall, states, 20) == listed(forall, states, 20)


@pytest.mark.parametrize(("bound", "wanted"), [(lambda n: 2 * c.sqrt(n), True), (lambda n: 2 * n, False)])
def test_losses_that_swing_defeat_the_leader(bound, wanted):
    """Follow the leader with linear losses on [-1, 1] errs in each round where losses alternate after a first one of half their size."""
    n, t, s, u = c.numbers("n t s u")
    z = c.objects("z")
    so_far = c.Sum({s: c.integers(1, t - 1)}, z[s])
    leader = c.If(c.Compare(so_far, ">", 0), -1, c.If(c.Compare(so_far, "<", 0), 1, 0))
    forall = {n: c.integers(1), u: c.between(-1, 1), z: c.Sequences(c.oo, c.between(-1, 1))}
    (variant,) = c.Claim("toy/item", "Item", forall=forall, states=c.Compare(c.Sum({t: c.upto(n)}, (leader - u) * z[t]), "<=", bound(n))).variants()
    row, stored, errors = run_variant(variant, Settings(effort="standard"))
    assert not errors and (row["status"] == "REFUTED") == wanted, row["summary"]
    assert not wanted or check_data(stored, "swinging").status == "confirmed"
