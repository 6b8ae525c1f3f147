"""Compositions of many mechanisms: joint laws that are too long to list are compared by ratios of likelihoods, and by counts in the checker."""

import copy
import json
import math
import random
from dataclasses import replace
from fractions import Fraction

import pytest
from flint import fmpq

from verify import claims as c
from verify import quantities as q
from verify.claims.nodes import to_json
from verify.engines import evaluate as ev
from verify.engines import member_by_member, search
from verify.engines.draw import Drawer
from verify.engines.handy import CannotDraw
from verify.engines.membership import contains
from verify.engines.task import EFFORTS, Status, Task
from verify.engines.truth import Truth
from verify.evidence import certificate
from verify.evidence.checker import laws as checker_laws
from verify.evidence.checker.check import check_data
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.membership import contains as checker_contains
from verify.evidence.checker.numbers import Budget
from verify.values import numbers, structures
from verify.values.laws import FiniteLaw
from verify.values.structures import Composition, Row, Universe

i = c.numbers("i")
U, C, D, D_, past = c.objects("U C D D_ past")
PAIRS = {(D, D_): c.neighbours(U)}
BOTH = Universe("replace-one", (Row((fmpq(0),)), Row((fmpq(1),))))
STATUS = {"coins are shared": (c.SHARED, c.NO), "nothing is passed on": (c.INDEPENDENT, c.NO), "earlier outputs may be seen": (c.INDEPENDENT, c.YES)}


def profile(p, r, at):
    return c.Max(q.hockey_stick_divergence(p, r, at), q.hockey_stick_divergence(r, p, at))


def many(total, coins=c.INDEPENDENT, adaptive=c.NO, effort="quick", seed=0, count=40, relation="<="):
    """So many mechanisms that are each 1/5-DP are ``total``-DP."""
    each = c.ForAll({i: c.upto(count)}, c.ForAll({past: c.pasts(C, i), **PAIRS}, c.Compare(profile(c.step(C, i, D, past), c.step(C, i, D_, past), c.number("1/5")), "<=", 0)))
    (variant,) = c.Claim("toy/item", "Item", forall={U: c.Universes(c.REPLACE_ONE), C: c.Compositions(count, U, c.LINE, coins, adaptive)}, given=(each,),
                         states=c.ForAll(PAIRS, c.Compare(profile(c.joint(C, D), c.joint(C, D_), total), relation, 0))).variants()
    return Task(variant, EFFORTS[effort], seed)


def responses(shares, count):
    """Randomised responses with these shares, one after the other and again from the start."""
    table = tuple((row, (), fmpq(k), abs(row.records[0] - k)) for row in BOTH.rows for k in (0, 1))
    shares = [fmpq(*s) for s in shares]
    return Composition(tuple(FiniteLaw([0, 1], [shares[k % len(shares)], 1 - shares[k % len(shares)]]) for k in range(count)), (table,) * count)


def value_of(head, whole, *rest):
    return ev.value(c.Node(head, c.joint(C, D), c.joint(C, D_), *map(c.number, rest)), {"C": whole, "D": BOTH.rows[0], "D_": BOTH.rows[1]}, ev.Context(64))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("adaptive", [c.NO, c.YES])
def test_a_true_claim_about_many_mechanisms_is_supported(adaptive, seed):
    finding = search.decide(many(8, adaptive=adaptive, seed=seed))
    assert finding.status is Status.SUPPORTED, finding.summary


@pytest.mark.parametrize("adaptive", [c.NO, c.YES])
def test_a_false_one_is_refuted_and_the_checker_sees_it_by_its_own_code(adaptive):
    made = many(c.number("39/5"), adaptive=adaptive, effort="standard")
    finding = search.decide(made)
    assert finding.status is Status.REFUTED, finding.summary
    data = json.loads(certificate.text(certificate.build(made.variant, finding, effort="standard", seed=0)))
    outcome = check_data(data, "c.json")
    assert outcome.status == "confirmed", outcome.why
    fairer = copy.deepcopy(data)  # every response tells less: the conclusion holds
    composition = fairer["evidence"]["instance"]["C"]
    composition[1] = ["tuple", *[["finite", ["tuple", ["tuple", "0", "1/2"], ["tuple", "1", "1/2"]]] for _ in composition[1][1:]]]
    assert check_data(fairer, "c.json").status == "refused"
    shorter = copy.deepcopy(data)  # another number of mechanisms is no member of the set
    for part in (1, 2):
        shorter["evidence"]["instance"]["C"][part] = shorter["evidence"]["instance"]["C"][part][:-1]
    assert check_data(shorter, "c.json").status == "refused"


@pytest.mark.parametrize("name", STATUS)
def test_what_is_drawn_is_a_member_of_the_set(name):
    coins, adaptive = STATUS[name]
    where = c.Compositions(40, U, c.LINE, coins, adaptive)
    for seed in range(12):
        drawer = Drawer(random.Random(seed), 2)
        env = {"U": drawer.member(c.Universes(c.REPLACE_ONE), {})}
        whole = drawer.member(where, env)
        assert contains(where, whole, env, ev.Context(64)) is Truth.TRUE
        assert "repeated mechanisms" in drawer.corners


@pytest.mark.parametrize("partition", [None, c.BY_POSITION, c.BY_VALUE, c.BY_THE_WHOLE])
def test_a_composition_has_at_least_one_mechanism(partition):
    drawer = Drawer(random.Random(0), 2)
    where, universe = c.Compositions(i, U, c.LINE, c.INDEPENDENT, c.NO, partition), drawer.member(c.Universes(c.REPLACE_ONE), {})
    assert drawer.member(where, {"U": universe, "i": fmpq(1)}).steps == 1
    with pytest.raises(CannotDraw):
        drawer.member(where, {"U": universe, "i": fmpq(0)})
    nothing = Composition((), (), None if partition is None else tuple((row, ()) for row in universe.rows))
    assert contains(where, nothing, {"U": universe, "i": fmpq(0)}, ev.Context(64)) is Truth.FALSE
    told = checker_laws.Composition((), (), None if partition is None else tuple((row, ()) for row in BOTH.rows))
    env = {"U": checker_laws.Universe("replace-one", ()), "i": Fraction(0)}
    assert checker_contains(Evaluator(Budget()), json.loads(json.dumps(to_json(where))), told, env) == "false"


@pytest.mark.parametrize("head, rest", [("hockey_stick", ("0",)), ("hockey_stick", ("1",)), ("renyi", ("2",)), ("total_variation", ()), ("l1_distance", ())])
def test_ratios_give_what_the_list_of_outcomes_gives(head, rest, monkeypatch):
    whole = responses([(1, 3), (3, 5)], 5)
    listed = value_of(head, whole, *rest)
    monkeypatch.setattr(structures, "MOST_OUTCOMES", 4)
    assert numbers.to_float(value_of(head, replace(whole), *rest)) == pytest.approx(numbers.to_float(listed), rel=1e-15)


def test_outcomes_that_one_law_does_not_have_are_kept_apart():
    """Each of 40 mechanisms reveals the data with probability 1/10; otherwise it says nothing."""
    table = tuple((row, (), fmpq(k), 2 if k else row.records[0]) for row in BOTH.rows for k in (0, 1))
    whole = Composition((FiniteLaw([0, 1], [fmpq(1, 10), fmpq(9, 10)]),) * 40, (table,) * 40)
    assert value_of("total_variation", whole) == 1 - fmpq(9, 10) ** 40
    assert value_of("hockey_stick", whole, "10") == 1 - fmpq(9, 10) ** 40
    assert value_of("renyi", whole, "2") == math.inf


def test_mechanisms_that_all_differ_are_left_open():
    whole = responses([(k, 2 * k + 1) for k in range(1, 41)], 40)
    with pytest.raises(ev.NoRoute, match="too many of them different"):
        value_of("total_variation", whole)


def test_a_joint_law_that_is_too_long_to_list_is_not_listed():
    with pytest.raises(ev.NoRoute, match="too many outcomes"):
        ev.value(c.joint(C, D), {"C": responses([(1, 3)], 40), "D": BOTH.rows[0]}, ev.Context(64))


def test_equal_mechanisms_are_looked_at_once_and_one_that_differs_is_not_overlooked():
    every = c.ForAll({i: c.upto(40)}, c.ForAll(PAIRS, c.Compare(profile(c.step(C, i, D), c.step(C, i, D_), c.number("1/5")), "<=", 0)))
    fair, loud = responses([(6, 11)], 40), responses([(6, 11)] * 39 + [(5, 9)], 40)  # ratios 6/5 and 5/4, beside exp(1/5) = 1.2214
    for whole, answer in ((fair, Truth.TRUE), (loud, Truth.FALSE)):
        assert ev.holds(every, {"U": BOTH, "C": whole})[0] is answer
    assert len(member_by_member.equal_steps_once(every, {"U": BOTH, "C": loud}, ev.Context(64))) == 2


def test_a_quantifier_that_asks_for_more_than_steps_goes_through_all():
    others = (c.Compare(i * profile(c.step(C, i, D), c.step(C, i, D_), 0), "<=", 1), c.Compare(profile(c.step(C, i, D), c.step(C, 41 - i, D_), 0), "<=", 1))
    for body in others:
        assert member_by_member.equal_steps_once(c.ForAll({i: c.upto(40)}, c.ForAll(PAIRS, body)), {"U": BOTH, "C": responses([(6, 11)], 40)}, ev.Context(64)) is None
