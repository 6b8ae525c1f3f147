"""Statements that hold by the ranges and directions of divergences and functions: lemmas prove them, and nothing follows where a part has no value. That a divergence lies in its range is read off the statement."""

import json

import pytest

from verify import claims as c
from verify.claims.nodes import Node, to_json
from verify.engines import lemmas, symbolic
from verify.engines.task import EFFORTS, Finding, Status, Task
from verify.evidence import certificate as certificates
from verify.evidence.checker.check import check_data
from verify.quantities import gaussian_dp, renyi_divergence
from verify.quantities import hockey_stick_divergence as H
from verify.quantities import total_variation as TV
from verify.run.decide import Settings, run_variant

x, y, d, e, s, t = c.numbers("x y d e s t")
P, Q, f, g = c.objects("P Q f g")
HALF_LINE, SHARE, HALF = c.at_least(0), c.between(0, 1), c.number("1/2")
LAWS = {P: c.Laws(on=c.LINE), Q: c.Laws(on=c.LINE)}
FALLING = c.Functions(HALF_LINE, SHARE, "falling")
ARGUMENTS = {x: HALF_LINE, y: HALF_LINE}

PROVED = {
    "a level implies every weaker level": ({**LAWS, x: HALF_LINE, y: HALF_LINE, d: SHARE, e: SHARE},
                                           (c.Compare(H(P, Q, x), "<=", d),), c.Compare(H(P, Q, x + y), "<=", d + e)),
    "a divergence is at most 1": (LAWS, (), c.Compare(TV(P, Q) ** 2, "<=", 1)),
    "the mean of two values lies between them": ({f: FALLING, **ARGUMENTS}, (), c.Compare((f(x) + f(x + y)) / 2, "<=", f(x))),
    "the order of two functions is kept by a rising map": ({f: FALLING, g: FALLING, x: HALF_LINE}, (c.ForAll({s: HALF_LINE}, c.Compare(f(s), "<=", g(s))),),
                                                          c.Compare(c.exp(f(x)), "<=", c.exp(g(x)))),
    "quantifiers of the conclusion": ({f: FALLING}, (), c.ForAll({x: HALF_LINE}, c.Compare(f(x) ** 2, "<=", f(x)))),
}
OPEN = {
    "a strict order": ({f: FALLING, **ARGUMENTS}, (), c.Compare(f(x + y + 1), "<", f(x))),
    "a level at a smaller epsilon": ({**LAWS, x: HALF_LINE, d: SHARE}, (c.Compare(H(P, Q, x + 1), "<=", d),), c.Compare(H(P, Q, x), "<=", d)),
    "laws in the other order": ({**LAWS, x: HALF_LINE, y: HALF_LINE}, (), c.Compare(H(Q, P, x + y), "<=", H(P, Q, x))),
    "a divergence without an upper bound": ({**LAWS}, (), c.Compare(renyi_divergence(P, Q, 2), "<=", 10**6)),
    "a function outside its interval": ({f: FALLING, x: c.REALS}, (), c.Compare(f(x), "<=", 1)),
    "a hypothesis at other arguments": ({f: FALLING, g: FALLING, x: HALF_LINE}, (c.ForAll({s: c.at_least(1)}, c.Compare(f(s), "<=", g(s))),), c.Compare(f(x), "<=", g(x))),
}


def variant(forall, given, states):
    (found,) = c.Claim("toy/item", "Item", forall=forall, given=given, states=states).variants()
    return found


@pytest.mark.parametrize("name", PROVED)
def test_what_follows_from_ranges_and_directions_is_proved_and_confirmed(name):
    row, document, errors = run_variant(variant(*PROVED[name]), Settings(effort="quick"))
    assert not errors
    assert row["status"] == "PROVED"
    outcome = check_data(json.loads(json.dumps(document)), "toy")
    assert outcome.status == "confirmed", outcome.why


@pytest.mark.parametrize("name", OPEN)
def test_what_needs_more_stays_open(name):
    assert lemmas.decide(Task(variant(*OPEN[name]), EFFORTS["quick"])).status is Status.UNDECIDED


RANGES = {
    "a hockey-stick divergence": ({**LAWS, x: c.REALS}, c.Member(H(P, Q, x), SHARE)),
    "total variation": (LAWS, c.All(c.Member(TV(P, Q), SHARE), c.Member(TV(Q, P), SHARE))),
    "a Gaussian level": (LAWS, c.Member(gaussian_dp(P, Q), c.between(0, c.oo))),
}
NO_RANGES = {
    "half of the range": (LAWS, c.Member(TV(P, Q), c.between(0, HALF))),
    "a range without an end": (LAWS, c.Member(TV(P, Q), c.between(0, 1, open="right"))),
    "a finite level": (LAWS, c.Member(gaussian_dp(P, Q), c.between(0, c.oo, open="right"))),
    "a divergence at a logarithm": ({**LAWS, x: c.REALS}, c.Member(H(P, Q, c.log(x)), SHARE)),
    "another divergence": (LAWS, c.Member(renyi_divergence(P, Q, 2), SHARE)),
    "a number": ({x: c.REALS}, c.Member(x, SHARE)),
}


@pytest.mark.parametrize("name", RANGES)
def test_a_divergence_lies_in_its_range_by_its_definition(name):
    forall, states = RANGES[name]
    asked = variant(forall, (), states)
    found = symbolic.decide(Task(asked, EFFORTS["quick"]))
    assert (found.status, found.kind) == (Status.PROVED, "logic")
    assert found.trusted
    assert document_of(asked, found).status == "confirmed"


@pytest.mark.parametrize("name", NO_RANGES)
def test_what_is_not_its_range_is_not_read_off(name):
    (forall, states), (own, true) = NO_RANGES[name], RANGES["total variation"]
    asked = variant(forall, (), states)
    assert symbolic.decide(Task(asked, EFFORTS["quick"])).status is Status.UNDECIDED
    assert document_of(asked, symbolic.decide(Task(variant(own, (), true), EFFORTS["quick"]))).status == "refused"


def test_distributions_on_two_spaces_have_no_divergence():
    asked = variant({P: c.Laws(on=c.LINE), Q: c.Laws(on=c.Euclid(2, 2))}, (), c.Member(Node("total_variation", P, Q), SHARE))
    assert symbolic.decide(Task(asked, EFFORTS["quick"])).status is Status.UNDECIDED
    forged = Finding("symbolic", Status.PROVED, "", "logic", {"method": "", "steps": []})
    assert document_of(asked, forged).status == "refused"


def document_of(asked, found):
    return check_data(json.loads(certificates.text(certificates.build(asked, found, effort="quick", seed=0))), "toy")


EXTENDED = c.between(0, c.oo)
NO_VALUE = {
    "a difference of what may be infinite": ((x, HALF_LINE, EXTENDED), {y: c.between(0, x), **LAWS}, c.Compare(H(P, Q, y - y), "<=", 1)),
    "a range behind the conclusion with an end at 1/0": ((x, c.at_least(1), HALF_LINE), LAWS, c.ForAll({y: c.between(0, 1 / x)}, c.Compare(H(P, Q, y), "<=", 1))),
    "a number behind the conclusion that is 1/0": ((x, c.at_least(1), HALF_LINE), LAWS, c.ForAll({y: c.equals(1 / x, c.REALS)}, c.Compare(H(P, Q, y), ">=", 0))),
    "laws behind the conclusion on a range with an end at 1/0": (
        (x, c.at_least(1), HALF_LINE), LAWS, c.ForAll({y: HALF_LINE}, c.ForAll({c.objects("R"): c.Laws(c.LINE, support=c.between(0, 1 / x))}, c.Compare(TV(P, Q), "<=", 1)))),
    "a premise on what may be infinite": ((x, HALF_LINE, EXTENDED), {y: c.between(0, x), **LAWS}, c.Implies(c.Compare(y - y, "<=", 0), c.Compare(TV(P, Q), "<=", 1))),
    "a premise for all numbers of which one is infinite": ((x, HALF_LINE, EXTENDED), LAWS, c.Implies(c.ForAll({x: HALF_LINE}, c.Compare(x - x, ">=", 0)), c.Compare(TV(P, Q), "<=", 1))),
}
"""A name, a range with which each part has a value and one with which some has none, the other names, and what is stated."""


def both(name):
    """The statement with the range that leaves nothing without a value, and with the other one."""
    (moved, good, bad), others, states = NO_VALUE[name]
    for where in (good, bad):
        if states.head == "implies" and states.args[0].head == "forall":  # the name is bound in the premise
            yield variant(others, (), c.Implies(c.ForAll({moved: where}, states.args[0].args[1]), states.args[1]))
        else:
            yield variant({moved: where, **others}, (), states)


@pytest.mark.parametrize("name", NO_VALUE)
def test_nothing_follows_where_a_part_has_no_value(name):
    good, bad = both(name)
    assert lemmas.decide(Task(bad, EFFORTS["quick"])).status is Status.UNDECIDED
    finding = lemmas.decide(Task(good, EFFORTS["quick"]))
    assert finding.status is Status.PROVED
    data = json.loads(certificates.text(certificates.build(good, finding, effort="quick", seed=0)))
    assert check_data(data, "toy").status == "confirmed"
    forged = data | {"statement": to_json(bad.formula), "domain": to_json(bad.formula)[1], "digest": bad.digest}
    assert check_data(forged, "toy").status == "refused"
