"""Families are drawn that meet equations between sums exactly: true statements about them are supported, false siblings refuted, and what no family obeys is not supported."""

import random

import pytest

from verify import claims as c
from verify.engines import evaluate as ev
from verify.engines import search, totals
from verify.engines.draw import Drawer
from verify.engines.handy import CannotDraw
from verify.engines.membership import contains
from verify.engines.task import EFFORTS, Status, Task
from verify.engines.truth import Truth

n, m, i, j, k, A, mu = c.numbers("n m i j k A mu")
p, r, x, K = c.objects("p r x K")
WEIGHTS = {n: c.integers(1), p: c.Families(c.upto(n), c.at_least(0))}
PAIRS = {**WEIGHTS, r: c.Families(c.upto(n), c.above(0))}
NUMBERS = {n: c.integers(1), x: c.Families(c.upto(n), c.REALS)}
CHANNELS = {n: c.integers(1), m: c.integers(1), p: c.Families(c.upto(n), c.at_least(0)), K: c.Families(c.upto(n), c.Families(c.upto(m), c.at_least(0)))}
JOINT = {n: c.integers(2), p: c.Families(c.upto(n), c.Families(c.upto(n), c.at_least(0)))}


def total(term):
    return c.Sum({i: c.upto(n)}, term)


def chance(t):
    return c.If(c.Compare(t, "!=", 0), -t * c.log(t), 0)


ONE, OTHER = c.Compare(total(p[i]), "==", 1), c.Compare(total(r[i]), "==", 1)
ROWS = c.ForAll({i: c.upto(n)}, c.Compare(c.Sum({j: c.upto(m)}, K[i][j]), "==", 1))
ALL_ONE = c.Compare(c.Sum({i: c.upto(n), j: c.upto(n)}, p[i][j]), "==", 1)
SPHERE = c.Compare(total(x[i] ** 2), "==", 1)
DIVERGENCE = total(c.If(c.Compare(p[i], "!=", 0), p[i] * c.log(p[i] / r[i]), 0))
GIVEN = c.Sum({i: c.upto(n), j: c.upto(n)}, c.If(c.Compare(p[i][j], "!=", 0), p[i][j] * c.log(c.Sum({k: c.upto(n)}, p[k][j]) / p[i][j]), 0))
ERROR = 1 - total(p[i][i])
MADE = {
    "weights": (WEIGHTS, (ONE,)),
    "weights with a mean": (WEIGHTS, (ONE, c.Compare(total(i * p[i]), "==", c.number("3/2")))),
    "two families": (PAIRS, (ONE, OTHER)),
    "rows of a channel": (CHANNELS, (ONE, ROWS)),
    "a joint distribution": (JOINT, (ALL_ONE,)),
    "a sphere": (NUMBERS, (SPHERE,)),
    "centred numbers": (NUMBERS, (c.Compare(total(x[i]), "==", 0),)),
    "a product": ({n: c.integers(1), r: c.Families(c.upto(n), c.above(0))}, (c.Compare(c.Prod({i: c.upto(n)}, r[i]), "==", 1),)),
    "a point": ({n: c.integers(1), x: c.Sequences(n, c.at_least(0))}, (c.Compare(total(x[i]), "==", 1),)),
}
TRUE = {
    "roots at a fixed sum": ({A: c.above(0), **WEIGHTS}, c.Compare(total(c.sqrt(p[i])), "<=", c.sqrt(n * A)), (c.Compare(total(p[i]), "==", A),)),
    "Pinsker": (PAIRS, c.Compare(DIVERGENCE, ">=", total(c.Abs(p[i] - r[i])) ** 2 / 2), (ONE, OTHER)),
    "Fano": (JOINT, c.Compare(GIVEN, "<=", chance(ERROR) + chance(1 - ERROR) + ERROR * c.log(n - 1)), (ALL_ONE,)),
    "Cauchy and Schwarz on a sphere": (NUMBERS, c.Compare(total(c.Abs(x[i])), "<=", c.sqrt(n)), (SPHERE,)),
    "squares at a fixed mean": ({mu: c.REALS, **NUMBERS, p: WEIGHTS[p]}, c.Compare(total(p[i] * x[i] ** 2), ">=", mu**2), (ONE, c.Compare(total(p[i] * x[i]), "==", mu))),
}
FALSE = {
    "roots at a fixed sum": ({A: c.above(0), **WEIGHTS}, c.Compare(total(c.sqrt(p[i])), "<=", c.sqrt(A)), (c.Compare(total(p[i]), "==", A),)),
    "Pinsker with another constant": (PAIRS, c.Compare(DIVERGENCE, ">=", total(c.Abs(p[i] - r[i])) ** 2 * c.number("3/5")), (ONE, OTHER)),
    "Fano without a term": (JOINT, c.Compare(GIVEN, "<=", chance(ERROR) + ERROR * c.log(n - 1)), (ALL_ONE,)),
    "a sphere within a simplex": (NUMBERS, c.Compare(total(c.Abs(x[i])), "<=", 1), (SPHERE,)),
    "the output of a channel": (CHANNELS, c.Compare(c.Sum({i: c.upto(n), j: c.upto(m)}, p[i] ** 2 * K[i][j]), ">=", 1), (ONE, ROWS)),
}


def task(forall, states, given):
    (variant,) = c.Claim("toy/item", "Item", forall=forall, given=given, states=states).variants()
    return Task(variant, EFFORTS["standard"])


@pytest.mark.parametrize("name", MADE)
def test_most_instances_obey_the_hypotheses_exactly(name):
    work = task(MADE[name][0], c.Compare(n, ">=", 1), MADE[name][1])
    obeyed, drawn = [], 0
    for seed in range(40):
        drawer = Drawer(random.Random(seed), 2)
        try:
            env = totals.met(work.given, work.forall, drawer.members(work.forall), drawer)
        except CannotDraw:
            continue
        drawn += 1
        if all(ev.holds(hypothesis, env)[0] is Truth.TRUE for hypothesis in work.given):
            obeyed.append(env)
        assert all(contains(where, env[str(pattern.args[0])], env, drawer.c) is Truth.TRUE for pattern, where in work.forall)
    assert len(obeyed) > drawn / 2, (len(obeyed), drawn)
    assert len({str(env) for env in obeyed}) > 4


def test_an_instance_without_such_hypotheses_stays_the_same_one():
    work = task(WEIGHTS, c.Compare(n, ">=", 1), (c.Compare(p[1], "==", 1),))
    drawer = Drawer(random.Random(1), 2)
    env = drawer.members(work.forall)
    assert totals.met(work.given, work.forall, env, drawer) is env


@pytest.mark.parametrize("name", TRUE)
def test_a_true_statement_is_supported(name):
    finding = search.decide(task(*TRUE[name]))
    assert finding.status is Status.SUPPORTED, finding.summary


@pytest.mark.parametrize("name", FALSE)
def test_a_false_sibling_is_refuted(name):
    finding = search.decide(task(*FALSE[name]))
    assert finding.status is Status.REFUTED, finding.summary


@pytest.mark.parametrize("hypothesis", [c.Compare(total(p[i]), "==", -1), c.Compare(total(p[i] ** 2), "==", -1)])
def test_what_no_family_obeys_supports_nothing(hypothesis):
    finding = search.decide(task(WEIGHTS, c.Compare(total(p[i]), "<=", 5), (hypothesis,)))
    assert finding.status is Status.UNDECIDED and "a hypothesis fails" in finding.summary


def test_sums_that_are_no_fractions_are_left_alone():
    finding = search.decide(task(WEIGHTS, c.Compare(total(p[i]), "<=", 1), (c.Compare(total(c.exp(p[i])), "==", c.number("5/2")),)))
    assert finding.status is Status.UNDECIDED
