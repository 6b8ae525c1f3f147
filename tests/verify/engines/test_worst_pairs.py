"""Worst cases over pairs of laws: what is true is proved, what is false refuted, both confirmed; other guarantees are left open, and altered evidence is refused."""

import copy
import json

import pytest

from verify import claims as c
from verify.engines import worst_pairs
from verify.engines.task import EFFORTS, Finding, Status, Task
from verify.evidence import certificate
from verify.evidence.checker.check import check_data
from verify.quantities import gaussian_dp, total_variation
from verify.quantities import hockey_stick_divergence as H
from verify.run.decide import Settings, run_variant

a, h, k, L, M, d, e = c.numbers("a h k L M d e")
P, Q, R, S = c.objects("P Q R S")
SPACE = c.Laws(c.Euclid(d, 2))
DOMAIN = {d: c.integers(1), h: c.at_least(0), L: c.above(0)}
POINTS = {a: c.at_least(0)}


def x(at, p=P, q=Q):
    return c.Max(H(p, q, at), H(q, p, at))


def gaussian(p=P, q=Q, level=L):
    return c.Compare(gaussian_dp(p, q), "<=", level)


def head(end, p=P, q=Q, level=L):
    return c.ForAll({e: end}, c.Compare(x(e, p, q), "<=", c.gaussian_profile(e, level)))


def most(at, value, p=P, q=Q):
    return c.Compare(x(at, p, q), "<=", value)


def worst(value, *where, p=P, q=Q, laws=SPACE):
    return c.Sup({p: laws, q: laws}, value, where=c.All(*where))


def curve(at, level=L):
    return c.gaussian_profile(at, level)


GDP = worst(x(a), gaussian())
HEAD = worst(x(a, R, S), head(c.between(0, h), R, S), p=R, q=S)
SAFE = worst(x(a), head(c.between(0, h)), most(h, 0))
GDP_0 = worst(x(0), gaussian())
MIXED = worst(curve(h) + (1 - curve(h)) * x(a), gaussian())
WITHOUT = c.Compare(c.log(x(h) - 2), "<=", 0)
TRUE = {
    "a worst case is a curve": (DOMAIN, c.ForAll(POINTS, c.Compare(GDP, "<=", curve(a)))),
    "and not below it": (DOMAIN, c.ForAll(POINTS, c.Compare(curve(a), "<=", GDP))),
    "a profile everywhere": (DOMAIN, c.ForAll(POINTS, c.Compare(worst(x(a), head(c.at_least(0))), "<=", curve(a)))),
    "disclosure above a head guarantee": (DOMAIN, c.ForAll(POINTS, c.Compare(MIXED, ">", HEAD))),
    "disclosure above a head guarantee somewhere": (DOMAIN, c.Exists(POINTS, c.Compare(MIXED, ">", HEAD))),
    "more conditions": (DOMAIN, c.ForAll(POINTS, c.Compare(HEAD, ">=", SAFE))),
    "a condition that counts somewhere": (DOMAIN, c.Exists(POINTS, c.Compare(HEAD, ">", SAFE))),
    "a worst case alone": (DOMAIN, c.Compare(worst(x(h), gaussian()), "<", 1)),
    "equal laws keep every bound": (DOMAIN, c.Compare(worst(1 + x(h), gaussian(), most(h, 0)), "<=", 1)),
    "a head guarantee beyond its end": (DOMAIN, c.ForAll(POINTS, c.Compare(worst(x(a) / 2, head(c.between(0, h))), "<", 1))),
}
FALSE = {
    "disclosure below a head guarantee": (DOMAIN, c.ForAll(POINTS, c.Compare(MIXED, "<", HEAD))),
    "disclosure below a head guarantee somewhere": (DOMAIN, c.Exists(POINTS, c.Compare(MIXED, "<", HEAD))),
    "fewer conditions are not below": (DOMAIN, c.ForAll(POINTS, c.Compare(HEAD, "<", SAFE))),
    "fewer conditions are nowhere below": (DOMAIN, c.Exists(POINTS, c.Compare(HEAD, "<", SAFE))),
    "a worst case below its curve": (DOMAIN, c.ForAll(POINTS, c.Compare(GDP, "<", curve(a)))),
    "a condition that counts everywhere": (DOMAIN, c.ForAll(POINTS, c.Compare(HEAD, ">", SAFE))),
    "a condition that counts at 0": (DOMAIN, c.Compare(GDP_0, ">", worst(x(0), gaussian(), most(h, 0)))),
    "a number that falls": (DOMAIN, c.ForAll(POINTS, c.Compare(worst(1 - x(a), gaussian()), "<=", 1 - curve(a)))),
    "a bound at one number": (DOMAIN, c.ForAll(POINTS, c.Compare(HEAD, "<=", SAFE))),
}
OPEN = {
    "a condition more without a value": (DOMAIN, c.ForAll(POINTS, c.Compare(GDP, ">=", worst(x(a), gaussian(), c.Compare(c.log(c.number(-1)), "<=", 0))))),
    "a condition without a value on both sides": (DOMAIN, c.ForAll(POINTS, c.Compare(worst(x(a), WITHOUT), ">=", worst(x(a), WITHOUT)))),
    "a condition without a value below a curve": (DOMAIN, c.ForAll(POINTS, c.Compare(worst(x(a), gaussian(), WITHOUT), "<=", curve(a)))),
    "a worst case beside that of another level": ({**DOMAIN, M: c.above(0)}, c.ForAll(POINTS, c.Compare(GDP, "<=", worst(x(a), gaussian(level=M))))),
    "a condition that may not count": (DOMAIN, c.Exists(POINTS, c.Compare(GDP, "<=", SAFE))),
    "a condition that counts at an end": (DOMAIN, c.ForAll({a: c.between(0, 1, open="left")}, c.Compare(GDP, ">", SAFE))),
    "negative numbers": (DOMAIN, c.ForAll({a: c.at_least(-1)}, c.Compare(GDP, "<=", curve(a)))),
    "an infinite number": (DOMAIN, c.ForAll({a: c.between(0, c.oo)}, c.Compare(GDP, "<=", curve(a)))),
    "a level that is perhaps 0": ({**DOMAIN, L: c.at_least(0)}, c.ForAll(POINTS, c.Compare(GDP, "<=", curve(a)))),
    "a head guarantee from above 0 on": (DOMAIN, c.ForAll(POINTS, c.Compare(worst(x(a), head(c.between(0, h, open="left"))), "<=", curve(a)))),
    "a number that falls, from above": (DOMAIN, c.ForAll(POINTS, c.Compare(worst(1 - x(a), gaussian()), "<=", 2))),
    "a square": (DOMAIN, c.ForAll(POINTS, c.Compare(worst(x(a) ** 2, gaussian()), "<=", curve(a)))),
    "another guarantee": (DOMAIN, c.ForAll(POINTS, c.Compare(worst(x(a), c.Compare(total_variation(P, Q), "<=", L)), "<=", 1))),
    "one order alone": (DOMAIN, c.ForAll(POINTS, c.Compare(worst(H(P, Q, a), gaussian()), "<=", curve(a)))),
    "points of dimension 0": ({**DOMAIN, d: c.integers(0)}, c.ForAll(POINTS, c.Compare(GDP, ">=", curve(a)))),
    "a domain without members": ({**DOMAIN, k: c.between(1, 0)}, c.Compare(worst(x(k), gaussian()), ">", 1)),
    "a bound below 0": (DOMAIN, c.ForAll(POINTS, c.Compare(worst(1 + x(a), gaussian(), most(h, -1)), ">=", 1))),
}


def task(forall, states):
    (variant,) = c.Claim("toy/item", "Item", forall=forall, states=states).variants()
    return Task(variant, EFFORTS["quick"])


def document(name):
    asked = task(*{**TRUE, **FALSE}[name])
    found = worst_pairs.decide(asked)
    assert found is not None and found.kind == "worst-pair", found
    assert found.status is (Status.PROVED if name in TRUE else Status.REFUTED)
    return json.loads(certificate.text(certificate.build(asked.variant, found, effort="quick", seed=0)))


@pytest.mark.parametrize("name", [*TRUE, *FALSE])
def test_what_is_decided_is_confirmed(name):
    outcome = check_data(document(name), "toy")
    assert outcome.status == "confirmed", outcome.why


@pytest.mark.parametrize("name", OPEN)
def test_what_the_guarantees_do_not_show_is_left_open(name):
    assert worst_pairs.decide(task(*OPEN[name])) is None


@pytest.mark.parametrize("name", [*TRUE, *FALSE])
def test_the_opposite_verdict_is_refused(name):
    data = document(name)
    data["status"] = "REFUTED" if name in TRUE else "PROVED"
    assert check_data(data, "toy").status == "refused"


@pytest.mark.parametrize("name", OPEN)
@pytest.mark.parametrize("status", ["PROVED", "REFUTED"])
@pytest.mark.parametrize("at", [None, "0", ["var", ["word", "h"]]])
def test_evidence_shows_nothing_of_other_statements(name, status, at):
    asked = task(*OPEN[name])
    forged = certificate.build(asked.variant, Finding("worst_pairs", Status[status], "", "worst-pair", {"at": at, "instance": {}}), effort="quick", seed=0)
    assert check_data(json.loads(certificate.text(forged)), "toy").status == "refused"


@pytest.mark.parametrize(("name", "at"), [
    ("a condition that counts somewhere", None),
    ("a condition that counts somewhere", "0"),
    ("a condition that counts somewhere", "-1"),
    ("a condition that counts somewhere", "oo"),
    ("a condition that counts somewhere", ["var", ["word", "e"]]),
    ("a condition that counts somewhere", ["var", ["word", "P"]]),
    ("a bound at one number", None),
    ("a bound at one number", "0"),
    ("disclosure above a head guarantee", "0"),
    ("disclosure below a head guarantee somewhere", "0"),
    ("a worst case alone", "0"),
])
def test_altered_evidence_is_refused(name, at):
    data = copy.deepcopy(document(name))
    data["evidence"]["at"] = at
    assert check_data(data, "toy").status == "refused"


@pytest.mark.parametrize(("name", "instance"), [
    ("a condition that counts everywhere", {}),
    ("a condition that counts everywhere", {"h": "1"}),
    ("a condition that counts everywhere", {"h": "1/8", "L": "1"}),
    ("a condition that counts everywhere", {"h": "-1", "L": "1/8"}),
    ("a condition that counts everywhere", {"h": "oo", "L": "1"}),
    ("a condition that counts everywhere", {"h": "8", "L": "0"}),
    ("a condition that counts everywhere", {"h": "8", "a": "1"}),
    ("a condition that counts at 0", {"h": "1/8", "L": "8"}),
    ("a worst case is a curve", {"h": "1", "L": "1"}),
])
def test_other_instances_are_refused(name, instance):
    data = copy.deepcopy(document(name))
    data["evidence"]["instance"] = instance
    assert check_data(data, "toy").status == "refused"


@pytest.mark.parametrize("name", ["disclosure above a head guarantee", "a bound at one number"])
def test_a_run_takes_the_finding(name):
    (variant,) = c.Claim("toy/item", "Item", forall={**TRUE, **FALSE}[name][0], states={**TRUE, **FALSE}[name][1]).variants()
    row, found, errors = run_variant(variant, Settings(effort="quick"))
    assert not errors
    assert (row["status"], found["kind"]) == ("PROVED" if name in TRUE else "REFUTED", "worst-pair")
