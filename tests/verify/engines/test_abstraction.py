"""Statements about all laws and all functions, proved by forgetting them; the checker derives the implication again."""

import copy
import json

import pytest

from verify import claims as c
from verify.engines import abstraction
from verify.engines.task import EFFORTS, Status, Task
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
