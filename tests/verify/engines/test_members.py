"""A supremum from below and an infimum from above, by members: what is true is proved and confirmed, what is false or has no such member stays open, and altered evidence is refused."""

import copy
import json
import math
from dataclasses import replace

import pytest

from verify import claims as c
from verify.engines import members
from verify.engines.task import EFFORTS, Finding, Status, Task
from verify.evidence import certificate
from verify.evidence.checker.check import check_data
from verify.run.decide import Settings, run_variant

a, n, t, x = c.numbers("a n t x")
ABOVE_0, HALF_LINE = c.above(0), c.at_least(0)
UNIT = c.between(0, 1, open="both")


def sup(term, place=ABOVE_0, **more):
    return c.Sup({x: place}, term, **more)


def inf(term, place=ABOVE_0, **more):
    return c.Inf({x: place}, term, **more)


TRUE = {
    "a limit at an end that is left out": ({a: ABOVE_0}, c.Compare(sup(c.Min(c.exp(-(a**2) * x**2), 1)), ">=", 1)),
    "a limit at infinity": ({a: ABOVE_0}, c.Compare(sup(a * x / (1 + x)), ">=", a)),
    "a member that depends on other names": ({a: ABOVE_0, n: c.integers(1)}, c.Compare(sup(c.Min(n * c.exp(-a) / x, 1)), ">=", 1)),
    "a member inside": ({}, c.Compare(sup(x * (1 - x), UNIT), ">=", c.number("1/4"))),
    "strictly below": ({a: ABOVE_0}, c.Compare(inf(x + a / x, where=c.Compare(a / x, "<=", 1)), "<", 1 + 2 * a + a**2)),
    "the sides exchanged": ({a: UNIT}, c.Compare(c.number("1/5"), "<", sup(x * (1 - x), UNIT))),
    "a member of a finite set": ({a: HALF_LINE}, c.Compare(inf(a * x, c.one_of(1, 2, 3)), "<=", a)),
    "an integer": ({}, c.Compare(inf((x - 3) ** 2, c.integers(1)), "<=", 0)),
    "another member on each piece": ({a: c.between(0, 2)}, c.Compare(inf((x - a) ** 2, c.one_of(0, 1, 2)), "<=", c.number("1/4"))),
    "the tail of a profile": ({t: c.at_least(8)}, c.Compare(inf(c.exp(-x), where=c.Compare(x, "<=", t**2)), "<=", c.gaussian_profile(t, 2))),
    "an infimum below a supremum": ({a: UNIT}, c.Compare(inf(x + a), "<", c.Sup({t: ABOVE_0}, t / 2))),
}
FALSE = {
    "a supremum that is not exceeded": ({}, c.Compare(sup(x, UNIT), ">", 1)),
    "an infimum that is not undercut": ({}, c.Compare(inf(x), "<", 0)),
    "a bound above the supremum": ({a: ABOVE_0}, c.Compare(sup(c.Min(c.exp(-a * x), 1)), ">=", c.number("101/100"))),
    "no member of a condition": ({a: HALF_LINE}, c.Compare(sup(x, where=c.Compare(x, "<=", a)), ">=", a + 1)),
    "a limit that a condition keeps away": ({}, c.Compare(inf(x, where=c.Compare(x, ">=", 1)), "<=", c.number("1/2"))),
    "an empty set": ({}, c.Compare(sup(x, UNIT, where=c.Compare(x, ">", 2)), ">=", 0)),
    "only a part of the domain": ({a: HALF_LINE}, c.Compare(inf(c.exp(-x) + a * x / 10), "<=", c.number("1/2"))),
}
OPEN = {
    "members without a value": ({}, c.Compare(sup(c.log(x - 1)), ">=", 0)),
    "members that are perhaps infinite": ({}, c.Compare(sup(1 / x, c.at_least(0)), ">=", 1)),
    "names that are perhaps infinite": ({a: c.between(0, c.oo)}, c.Compare(sup(c.exp(-a * x)), ">=", 0)),
    "a member that no candidate meets": ({a: ABOVE_0}, c.Compare(inf(x, where=c.Compare(x * c.exp(x), "==", a)), "<=", 1 + a)),
}


def task(forall, states):
    (variant,) = c.Claim("toy/item", "Item", forall=forall, states=states).variants()
    return Task(variant, EFFORTS["quick"])


def document(name):
    asked = task(*TRUE[name])
    found = members.decide(asked)
    assert found is not None and (found.status, found.kind) == (Status.PROVED, "member"), found
    return json.loads(certificate.text(certificate.build(asked.variant, found, effort="quick", seed=0)))


def test_the_symbolic_engine_is_asked_for_little_and_for_all_only_where_that_did_not_do(monkeypatch):
    units = []
    monkeypatch.setattr(members.enclosures, "allowance", lambda left, own=members.enclosures.allowance: units.append(left) or own(left))
    asked = task(*TRUE["a limit at infinity"])
    short = replace(asked, effort=replace(asked.effort, work=1))
    assert members.decide(short).status is Status.PROVED
    assert math.inf in units and units.index(math.inf) > 0
    units.clear()
    assert members.decide(asked).status is Status.PROVED
    assert units and math.inf not in units


@pytest.mark.parametrize("name", TRUE)
def test_a_member_proves_it_and_is_confirmed(name):
    outcome = check_data(document(name), "toy")
    assert outcome.status == "confirmed", outcome.why


@pytest.mark.parametrize("name", FALSE | OPEN)
def test_what_no_member_shows_stays_open(name):
    assert members.decide(task(*(FALSE | OPEN)[name])).status is Status.UNDECIDED


@pytest.mark.parametrize("states", [c.Compare(sup(x, UNIT), "<=", 1), c.Compare(a, "<=", 1), c.Compare(sup(x, UNIT), "==", 1)])
def test_other_statements_are_none_of_its_concern(states):
    assert members.decide(task({a: UNIT}, states)) is None


def test_a_bound_name_with_another_meaning_outside_is_left_open():
    assert members.decide(task({x: UNIT}, c.Compare(sup(x, UNIT), ">=", x))).status is Status.UNDECIDED


def test_a_run_takes_the_proof():
    forall, states = TRUE["a member that depends on other names"]
    (variant,) = c.Claim("toy/item", "Item", forall=forall, states=states).variants()
    row, found, errors = run_variant(variant, Settings(effort="quick"))
    assert not errors
    assert (row["status"], found["kind"]) == ("PROVED", "member")


def altered(data, path, value):
    data = copy.deepcopy(data)
    place = data["evidence"]
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return check_data(data, "toy")


@pytest.mark.parametrize(("name", "path", "value"), [
    ("a limit at an end that is left out", ("pieces", 0, "value"), "1"),
    ("a limit at an end that is left out", ("pieces", 0, "value"), "oo"),
    ("a limit at infinity", ("pieces", 0, "value"), "1"),
    ("strictly below", ("pieces", 0, "value"), "1/100"),
    ("a member inside", ("pieces", 0, "value"), "2"),
    ("a member inside", ("pieces", 0, "proofs"), []),
    ("a member inside", ("pieces", 0, "proofs"), ["evident"] * 3),
    ("a member of a finite set", ("pieces", 0, "value"), "4"),
    ("an integer", ("pieces", 0, "value"), "7/2"),
    ("another member on each piece", ("at",), []),
    ("another member on each piece", ("cut",), "x"),
    ("the tail of a profile", ("pieces", 0, "proofs"), []),
])
def test_altered_evidence_is_refused(name, path, value):
    data = document(name)
    assert altered(data, path, value).status == "refused"


def test_pieces_must_rise_and_cover():
    data = document("another member on each piece")
    at = data["evidence"]["at"]
    assert at
    assert altered(data, ("at",), at[::-1] if len(at) > 1 else ["-1"]).status == "refused"
    assert altered(data, ("pieces",), data["evidence"]["pieces"][1:]).status == "refused"


def test_a_statement_with_the_relation_turned_is_refused():
    asked = task({}, c.Compare(sup(x * (1 - x), UNIT), ">", c.number("1/4")))
    data = document("a member inside")
    other = certificate.build(asked.variant, Finding("members", Status.PROVED, "", "member", data["evidence"]), effort="quick", seed=0)
    assert check_data(json.loads(certificate.text(other)), "toy").status == "refused"
