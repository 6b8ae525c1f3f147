"""Statements about all laws and all functions, proved by forgetting them; the checker derives the implication again."""

import copy
import json

import pytest

from verify import claims as c
from verify.claims.nodes import to_json
from verify.engines import abstraction
from verify.engines.task import EFFORTS, Status, Task
from verify.evidence import certificate as certificates
from verify.evidence.checker.check import check_data
from verify.quantities import hockey_stick_divergence as H
from verify.quantities import renyi_divergence
from verify.quantities import total_variation as TV
from verify.run.decide import Settings, run_variant

x, y, d, e, s, t = c.numbers("x y d e s t")
P, Q, f, g = c.objects("P Q f g")
HALF_LINE, SHARE = c.at_least(0), c.between(0, 1)
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
def test_what_holds_for_all_such_numbers_is_proved_and_confirmed(name):
    row, document, errors = run_variant(variant(*PROVED[name]), Settings(effort="quick"))
    assert not errors
    assert row["status"] == "PROVED"
    outcome = check_data(json.loads(json.dumps(document)), "toy")
    assert outcome.status == "confirmed", outcome.why


@pytest.mark.parametrize("name", OPEN)
def test_what_needs_more_stays_open(name):
    assert abstraction.decide(Task(variant(*OPEN[name]), EFFORTS["quick"])).status is Status.UNDECIDED


def altered(change):
    _, document, _ = run_variant(variant(*PROVED["a level implies every weaker level"]), Settings(effort="quick"))
    data = copy.deepcopy(json.loads(json.dumps(document)))
    change(data["evidence"])
    return check_data(data, "toy").status


def test_a_direction_turned_round_is_refused():
    def change(evidence):
        text = json.dumps(evidence["statement"]).replace('[["word", ">="]', '[["word", "<="]').replace('["word", ">="]', '["word", "<="]')
        evidence["statement"] = json.loads(text)

    assert altered(change) == "refused"


def test_a_term_of_other_laws_is_refused():
    def change(evidence):
        name = next(iter(evidence["terms"]))
        evidence["terms"][name] = json.loads(json.dumps(evidence["terms"][name]).replace('"Q"', '"P"'))

    assert altered(change) == "refused"


def test_a_narrower_range_is_refused():
    def change(evidence):
        evidence["statement"] = json.loads(json.dumps(evidence["statement"]).replace('["interval", "0", "1"', '["interval", "0", "1/2"'))

    assert altered(change) == "refused"


EXTENDED = c.between(0, c.oo)
NO_VALUE = {
    "a difference of what may be infinite": ((x, HALF_LINE, EXTENDED), {y: c.between(0, x), **LAWS}, c.Compare(H(P, Q, y - y), "<=", 1)),
    "a range behind the conclusion with an end at 1/0": ((x, c.at_least(1), HALF_LINE), LAWS, c.ForAll({y: c.between(0, 1 / x)}, c.Compare(H(P, Q, y), "<=", 1))),
    "a number behind the conclusion that is 1/0": ((x, c.at_least(1), HALF_LINE), LAWS, c.ForAll({y: c.equals(1 / x, c.REALS)}, c.Compare(H(P, Q, y), ">=", 0))),
    "laws behind the conclusion on a range with an end at 1/0": (
        (x, c.at_least(1), HALF_LINE), LAWS, c.ForAll({y: HALF_LINE}, c.ForAll({c.objects("R"): c.Laws(c.LINE, support=c.between(0, 1 / x))}, c.Compare(TV(P, Q), "<=", 1)))),
    "a premise on what may be infinite": ((x, HALF_LINE, EXTENDED), {y: c.between(0, x), **LAWS}, c.Implies(c.Member(y - y, SHARE), c.Compare(TV(P, Q), "<=", 1))),
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


def to_range(data, name, where):
    """The formula with another set of a name wherever it is bound."""
    if not isinstance(data, list):
        return data
    if data[:2] == ["()", ["var", ["word", name]]] and len(data) == 3:
        return [*data[:2], where]
    return [to_range(part, name, where) for part in data]


@pytest.mark.parametrize("name", NO_VALUE)
def test_nothing_follows_where_a_part_has_no_value(name):
    good, bad = both(name)
    assert abstraction.decide(Task(bad, EFFORTS["quick"])).status is Status.UNDECIDED
    finding = abstraction.decide(Task(good, EFFORTS["quick"]))
    assert finding.status is Status.PROVED
    data = json.loads(certificates.text(certificates.build(good, finding, effort="quick", seed=0)))
    assert check_data(data, "toy").status == "confirmed"
    (moved, _, wide), *_ = NO_VALUE[name]
    forged = data | {"statement": to_json(bad.formula), "domain": to_json(bad.formula)[1], "digest": bad.digest}
    forged["evidence"]["statement"] = to_range(data["evidence"]["statement"], str(moved.args[0]), to_json(wide))
    outcome = check_data(forged, "toy")
    assert outcome.status == "refused" and "value" in outcome.why, outcome.why
