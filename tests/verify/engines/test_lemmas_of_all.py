"""Proofs from lemmas of what is true of all members of a set, of premises inside a conclusion, of equivalences, and of maxima; what is false by a little stays open, and altered evidence is refused."""

import copy
import json

import pytest

from theorems.textbook.hockey_stick import level_of
from verify import claims as c
from verify.engines import lemmas
from verify.engines.task import EFFORTS, Status, Task
from verify.evidence.checker.check import check_data
from verify.quantities import gaussian_dp
from verify.quantities import hockey_stick_divergence as H
from verify.quantities import total_variation as TV
from verify.run.decide import Settings, run_variant

d, e, s, t, m, p = c.numbers("d e s t m p")
P, Q = c.objects("P Q")
SPACE = c.Euclid(d, 2)
PAIR = {d: c.integers(1), P: c.Laws(SPACE), Q: c.Laws(SPACE)}
LEVEL, SHARES = {t: c.at_least(0)}, {s: c.at_least(0)}
TINY = c.number("1/1000000000")
BELOW, BEYOND = {e: c.between(0, t)}, {e: c.between(t, c.oo, open="both")}


def worse(level):
    return c.Max(H(P, Q, level), H(Q, P, level))


def within(bound):
    return c.Compare(worse(e), "<=", bound)


def largest(where):
    """The supremum of the levels of Gaussian differential privacy."""
    return c.Sup({e: where}, level_of(e, worse(e)))


PROFILE, PROFILE_AT = c.gaussian_profile(e, m), c.gaussian_profile(t, m)
BOUNDED = (c.Compare(gaussian_dp(P, Q), "<=", m),)
PURE = (c.Compare(worse(t), "<=", 0),)
MEANS = {**PAIR, **LEVEL, m: c.above(0)}
BOUND = {**PAIR, **LEVEL, p: c.REALS}
n, k, i = c.numbers("n k i")
F = c.objects("F")
COUNTS = {n: c.integers(1), k: c.integers(1, n)}
FALLING = (c.ForAll({i: c.integers(1, n - 1)}, c.Compare(F[i + 1], "<=", F[i])),)
MEAN = c.Compare(c.Sum({i: c.upto(k)}, F[i] - c.Sum({e: c.upto(n)}, F[e]) / n), ">=", 0)

PROVED = {
    "two ranges": (MEANS, BOUNDED, c.All(c.ForAll(BELOW, within(PROFILE)), c.ForAll(BEYOND, within(PROFILE)))),
    "a premise in a part": ({**PAIR, s: c.REALS}, (), c.All(c.Compare(TV(P, Q), "<=", 1), c.Implies(c.Compare(TV(P, Q), ">=", s), c.Compare(TV(Q, P), ">=", s)))),
    "equal by both directions": ({**PAIR, s: c.REALS}, (), c.All(c.Compare(TV(P, Q), "<=", 1), c.Iff(c.Compare(TV(P, Q), "<=", s), c.Compare(TV(Q, P), "<=", s)))),
    "what is denied": (PAIR, (), c.All(c.Not(c.Compare(TV(P, Q), ">", 1)), c.Compare(TV(P, Q), ">=", 0))),
    "a maximum below another one": ({**PAIR, **LEVEL, s: c.at_least(t)}, (), c.Compare(worse(s), "<=", worse(t))),
    "a part of a maximum, with a factor": ({**PAIR, **LEVEL, p: c.between(0, 1)}, (), c.Compare(p * H(P, Q, t), "<=", p * worse(t))),
    "a minimum": ({**PAIR, **LEVEL}, (), c.Compare(c.Min(H(P, Q, t), H(Q, P, t)), "<=", TV(P, Q))),
    "tails of pure privacy": (MEANS, PURE, c.ForAll(BEYOND, within(PROFILE))),
    "levels of a head": (MEANS, (c.ForAll({e: c.between(0, t)}, within(PROFILE)),), c.Compare(largest(c.between(0, t)), "<=", m)),
    "a head from levels": (MEANS, (c.Compare(largest(c.between(0, t)), "<=", m),), c.ForAll({e: c.between(0, t)}, within(PROFILE))),
    "a profile above a number": ({**PAIR, **LEVEL, s: c.at_least(0)}, (c.Compare(worse(0), "<", 1),), c.Exists({m: c.above(s)}, c.Compare(PROFILE_AT, ">", worse(0)))),
    "a profile above another one on a head": ({p: c.at_least(0), **LEVEL, s: c.between(0, 1, open="right"), **PAIR}, (c.Compare(worse(t), "<=", s),), c.Exists({m: c.above(0)}, c.ForAll({e: c.between(0, p)}, within(PROFILE)))),
    "an upper limit": (BOUND, (c.ForAll({e: c.at_least(0)}, within(p)),), c.Compare(c.LimSup(worse(e), e, c.oo), "<=", p)),
    "a premise by ranges that meet": (MEANS, (c.ForAll(BELOW, within(PROFILE)), c.ForAll(BEYOND, within(PROFILE))), BOUNDED[0]),
    "the first terms of a sequence": ({**COUNTS, F: c.Families(c.upto(n), c.between(-1, c.oo, open="right"))}, FALLING, MEAN),
}
OPEN = {
    "a range that is too large": (MEANS, PURE, c.All(c.ForAll({e: c.at_least(0)}, within(PROFILE)), c.Compare(TV(P, Q), "<=", 1))),
    "a premise that is left out": ({**PAIR, s: c.REALS}, (), c.All(c.Compare(TV(P, Q), "<=", 1), c.Implies(c.Compare(TV(P, Q), ">=", s), c.Compare(TV(Q, P), ">", s)))),
    "one direction": ({**PAIR, **LEVEL, s: c.REALS}, (), c.All(c.Compare(TV(P, Q), "<=", 1), c.Iff(c.Compare(TV(P, Q), "<=", s), c.Compare(H(P, Q, t), "<=", s)))),
    "what is not denied": (PAIR, (), c.All(c.Not(c.Compare(TV(P, Q), ">=", 1)), c.Compare(TV(P, Q), ">=", 0))),
    "a maximum below a part of it": ({**PAIR, **LEVEL}, (), c.Compare(worse(t), "<=", H(P, Q, t))),
    "a part of a maximum, with a factor of any sign": ({**PAIR, **LEVEL, p: c.between(-1, 1)}, (), c.Compare(p * H(P, Q, t), "<=", p * worse(t))),
    "a minimum above its parts": ({**PAIR, **LEVEL}, (), c.Compare(H(P, Q, t), "<=", c.Min(H(P, Q, t), H(Q, P, t)))),
    "a number that is bound again": ({**PAIR, **SHARES}, (), c.All(c.Compare(TV(P, Q), "<=", 1), c.Implies(c.Compare(TV(P, Q), ">", s), c.ForAll({s: c.between(0, TINY)}, c.Compare(TV(Q, P), ">", s))))),
    "a distribution that is bound again": ({**PAIR, **SHARES}, (), c.All(c.Compare(TV(P, Q), "<=", 1), c.Implies(c.Compare(TV(P, Q), ">=", s), c.ForAll({P: c.Laws(SPACE)}, c.Compare(TV(P, Q), ">=", s))))),
    "a profile above 1": ({**PAIR, **LEVEL}, (c.Compare(worse(0), "<=", 1),), c.Exists({m: c.above(0)}, c.Compare(PROFILE_AT, ">", worse(0)))),
    "a profile above another one on a head, which may begin at 1": ({**PAIR, **LEVEL}, (c.Compare(worse(t), "<=", 1),), c.Exists({m: c.above(0)}, c.ForAll({e: c.between(0, t)}, within(PROFILE)))),
    "a profile above another one on every head": (PAIR, (c.Compare(worse(0), "<", 1),), c.Exists({m: c.above(0)}, c.ForAll({e: c.at_least(0)}, within(PROFILE)))),
    "levels beyond the head": (MEANS, (c.ForAll({e: c.between(0, t)}, within(PROFILE)),), c.Compare(largest(c.between(0, t + 1)), "<=", m)),
    "a head from levels before its end": (MEANS, (c.Compare(largest(c.between(0, t, open="right")), "<", m),), c.ForAll({e: c.between(0, t + 1)}, within(PROFILE))),
    "an upper limit, strictly": (BOUND, (c.ForAll({e: c.at_least(0)}, within(p)),), c.Compare(c.LimSup(worse(e), e, c.oo), "<", p)),
    "an upper limit from a head": (BOUND, (c.ForAll({e: c.between(0, t)}, c.Compare(worse(-e), "<=", p)),), c.Compare(c.LimSup(worse(-e), e, c.oo), "<=", p)),
    "an upper limit from below": (BOUND, (c.ForAll({e: c.at_least(0)}, c.Compare(worse(e), ">=", p)),), c.Compare(c.LimSup(worse(e), e, c.oo), "<=", p)),
    "a premise by ranges with a gap": (MEANS, (c.ForAll(BELOW, within(PROFILE)), c.ForAll({e: c.above(t + 1)}, within(PROFILE))), BOUNDED[0]),
    "the first terms of a sequence that rises once": ({**COUNTS, F: c.Families(c.upto(n), c.REALS)}, (c.ForAll({i: c.integers(1, n - 2)}, c.Compare(F[i + 1], "<=", F[i])),), MEAN),
    "terms that may be infinite": ({**COUNTS, F: c.Families(c.upto(n), c.between(0, c.oo))}, FALLING, MEAN),
    "strict tails": (MEANS, PURE, c.ForAll({e: c.at_least(t)}, c.Compare(worse(e), "<", 0))),
}


def variant(forall, given, states):
    (found,) = c.Claim("toy/item", "Item", forall=forall, given=given, states=states).variants()
    return found


@pytest.mark.parametrize("name", PROVED)
def test_what_is_true_of_all_is_proved_and_confirmed(name, must_be_proved):
    must_be_proved(variant(*PROVED[name]))


@pytest.mark.parametrize("name", OPEN)
def test_what_is_false_is_not_proved(name):
    assert lemmas.decide(Task(variant(*OPEN[name]), EFFORTS["quick"])).status is Status.UNDECIDED


@pytest.fixture(scope="module")
def two_ranges():
    _, document, _ = run_variant(variant(*PROVED["two ranges"]), Settings(effort="quick"))
    return json.loads(json.dumps(document))


@pytest.mark.parametrize("change", [
    lambda link: link.update(names=[]),
    lambda link: link.update(names=["P"]),
    lambda link: link.update(names=["m"]),
    lambda link: link.update(names=[*link["names"], *link["names"]]),
    lambda link: link.update(steps=[]),
    lambda link: link.update(shown=[*link["shown"], {"terms": {}, "from": [], "cases": []}]),
    lambda link: link["steps"][-1].update(digest="0" * 64),
    lambda link: link["steps"][-1]["at"].update(epsilon=["var", ["word", "t"]]),
])
def test_altered_evidence_is_refused(two_ranges, change):
    data = copy.deepcopy(two_ranges)
    assert data["kind"] == "lemmas"
    assert all(set(link) == {"names", "steps", "shown"} for link in data["evidence"]["goals"])
    change(data["evidence"]["goals"][1])
    assert check_data(data, "toy").status in ("refused", "malformed")


def test_a_proof_for_the_other_range_is_refused(two_ranges):
    data = copy.deepcopy(two_ranges)
    data["evidence"]["goals"] = data["evidence"]["goals"][:1]
    assert check_data(data, "toy").status in ("refused", "malformed")
