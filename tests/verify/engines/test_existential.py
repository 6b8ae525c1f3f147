"""Witnesses of existential statements: what is true is proved and confirmed, what is false or is not seen is left open, and altered evidence is refused."""

import copy
import json

import pytest

from verify import claims as c
from verify.engines import existential
from verify.engines.task import EFFORTS, Finding, Status, Task
from verify.evidence import certificate
from verify.evidence.checker.check import check_data
from verify.quantities import hockey_stick_divergence, renyi_divergence, total_variation
from verify.run.decide import Settings, run_variant

a, b, x, y, k, s, t = c.numbers("a b x y k s t")
P, Q, R = c.objects("P Q R")
LINE = c.Laws(c.Euclid(1, 2))
ABOVE_0, UNIT = c.above(0), c.between(0, 1)


def growing(measured, bound, smallest=s, others=True, relation="<="):
    return c.Exists({k: ABOVE_0, s: ABOVE_0}, c.ForAll({**({y: c.above(smallest)} if others else {}), t: c.above(s)}, c.Compare(measured, relation, k * bound)))


LOGS = c.Abs(y * t + c.log(t) * c.log(t * y))
TRUE = {
    "one factor where both are large": ({}, growing(LOGS, c.Abs(y * t))),
    "a factor for one name": ({}, growing(t + c.log(t), t, others=False)),
    "a factor for a difference": ({}, growing(c.Abs(c.log(t) - t), t, others=False)),
    "a factor that is larger": ({}, growing(9 * t * y + t, y * t)),
    "a factor above": ({}, growing(t * y, -c.Abs(t), relation=">")),
    "a start alone": ({}, c.Exists({s: ABOVE_0}, c.ForAll({t: c.above(s)}, c.Compare(t**2, ">", 3 * t)))),
    "a point of an interval": ({}, c.Exists({x: UNIT}, c.ForAll({y: UNIT}, c.Compare((x - y) ** 2, "<=", c.number("1/4"))))),
    "one after the other": ({}, c.Exists({x: ABOVE_0}, c.Exists({s: c.above(x)}, c.ForAll({t: c.above(s)}, c.Compare(t, ">", x))))),
    "a factor for all outer numbers": ({a: UNIT}, c.Exists({k: ABOVE_0}, c.ForAll({t: c.above(1)}, c.Compare(a * c.log(t), "<=", k * t)))),
    "two comparisons": ({}, c.Exists({x: c.integers(1)}, c.ForAll({t: UNIT}, c.All(c.Compare(t, "<", x), c.Compare(x + t, "<=", 9))))),
    "a number by a formula": ({a: ABOVE_0, b: ABOVE_0}, c.Exists({x: ABOVE_0}, c.Compare(b * x, "==", a))),
    "a number next to an outer one": ({a: ABOVE_0}, c.Exists({x: c.above(a)}, c.Compare(x - a, "==", 1))),
    "an end of a range": ({a: ABOVE_0}, c.Exists({x: c.between(0, a)}, c.Compare(x, "==", a))),
    "two numbers": ({a: ABOVE_0}, c.Exists({x: UNIT, y: UNIT}, c.All(c.Compare(a * x, "==", a), c.Compare(a * y, "==", 0)))),
    "a divergence that is not symmetric": ({a: c.above(1)}, c.Exists({P: LINE, Q: LINE}, c.Compare(renyi_divergence(P, Q, a), "!=", renyi_divergence(Q, P, a)))),
    "a divergence without the triangle inequality": (
        {a: c.above(1)}, c.Exists({P: LINE, Q: LINE, R: LINE}, c.Compare(renyi_divergence(P, R, a), ">", renyi_divergence(P, Q, a) + renyi_divergence(Q, R, a)))),
    "distributions that are far apart": ({a: c.at_least(0)}, c.Exists({P: LINE, Q: LINE}, c.Compare(hockey_stick_divergence(P, Q, a), "==", 1))),
}
OPEN = {
    "no factor for all": ({}, growing(LOGS, c.Abs(y * t), smallest=0)),
    "no factor for squares": ({}, growing(t**2, t, others=False)),
    "no point of an interval": ({}, c.Exists({x: UNIT}, c.ForAll({y: UNIT}, c.Compare((x - y) ** 2, "<=", c.number("1/8"))))),
    "a factor that is far": ({}, growing(10**6 * t, t, others=False)),
    "a value that does not exist": ({}, c.Exists({k: ABOVE_0}, c.ForAll({t: c.at_least(0)}, c.Compare(c.log(t) * 0, "<=", k)))),
    "a value that does not exist on either side": ({}, c.Exists({k: ABOVE_0}, c.ForAll({t: c.at_least(0)}, c.Compare(1 / t - 1 / t, "<=", k)))),
    "an infinite number": ({}, c.Exists({k: ABOVE_0}, c.ForAll({t: c.between(0, c.oo)}, c.Compare(t - t, "<=", k)))),
    "a number that is too large": ({a: ABOVE_0, b: ABOVE_0}, c.Exists({x: UNIT}, c.Compare(b * x, "==", a))),
    "an end that is left out": ({a: ABOVE_0}, c.Exists({x: c.between(0, a, open="right")}, c.Compare(x, "==", a))),
    "an empty range": ({a: c.REALS}, c.Exists({x: c.between(0, a)}, c.Compare(x, "==", a))),
    "a distance with the triangle inequality": ({a: c.above(1)}, c.Exists({P: LINE, Q: LINE, R: LINE}, c.Compare(total_variation(P, R), ">", total_variation(P, Q) + total_variation(Q, R)))),
    "a distance that is symmetric": ({a: c.above(1)}, c.Exists({P: LINE, Q: LINE}, c.Compare(total_variation(P, Q), "!=", total_variation(Q, P)))),
    "a quotient that does not exist": ({a: c.at_least(0)}, c.Exists({x: UNIT}, c.Compare(x / a - x / a, "==", 0))),
}


def task(forall, states):
    (variant,) = c.Claim("toy/item", "Item", forall=forall, states=states).variants()
    return Task(variant, EFFORTS["quick"])


def document(name):
    asked = task(*TRUE[name])
    found = existential.decide(asked)
    assert found is not None and (found.status, found.kind) == (Status.PROVED, "example"), found
    return json.loads(certificate.text(certificate.build(asked.variant, found, effort="quick", seed=0)))


@pytest.mark.parametrize("name", TRUE)
def test_what_is_true_is_proved_and_confirmed(name):
    outcome = check_data(document(name), "toy")
    assert outcome.status == "confirmed", outcome.why


@pytest.mark.parametrize("name", OPEN)
def test_what_is_false_or_not_seen_is_left_open(name):
    found = existential.decide(task(*OPEN[name]))
    assert found is None or found.status is Status.UNDECIDED


@pytest.mark.parametrize("states", [
    c.Compare(a, "<=", 1),
    c.ForAll({y: UNIT}, c.Exists({x: UNIT}, c.Compare(x, "==", y))),
    c.Exists({x: UNIT}, c.ForAll({P: LINE}, c.Compare(total_variation(P, P), "<=", x))),
])
def test_other_statements_are_none_of_its_concern(states):
    assert existential.decide(task({a: UNIT}, states)) is None


def test_a_run_takes_the_proof():
    (variant,) = c.Claim("toy/item", "Item", forall={}, states=TRUE["one factor where both are large"][1]).variants()
    row, found, errors = run_variant(variant, Settings(effort="quick"))
    assert not errors
    assert (row["status"], found["kind"]) == ("PROVED", "example")


def altered(data, path, value):
    data = copy.deepcopy(data)
    place = data["evidence"]
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return check_data(data, "toy").status


TOO_SMALL = ["compare", "0", ["word", "<="], ["var", ["word", "t"]]]


@pytest.mark.parametrize(("name", "path", "value"), [
    ("one factor where both are large", ("values", "k"), "1/64"),
    ("one factor where both are large", ("values", "k"), "-1"),
    ("one factor where both are large", ("values", "s"), "1/64"),
    ("one factor where both are large", ("values", "s"), "oo"),
    ("one factor where both are large", ("values",), {"k": "4"}),
    ("one factor where both are large", ("values",), {"k": "4", "s": "1", "t": "1"}),
    ("one factor where both are large", ("goals",), []),
    ("one factor where both are large", ("goals", 0), TOO_SMALL),
    ("one factor where both are large", ("goals", 1), TOO_SMALL),
    ("one factor where both are large", ("proofs", 0), "evident"),
    ("one factor where both are large", ("proofs",), []),
    ("a factor above", ("goals", 0, 2), ["word", "<="]),
    ("a start alone", ("values", "s"), "1"),
    ("a point of an interval", ("values", "x"), "1/4"),
    ("a point of an interval", ("values", "x"), "2"),
    ("one after the other", ("values", "s"), "1/64"),
    ("two comparisons", ("values", "x"), "3/2"),
    ("two comparisons", ("values", "x"), "9"),
    ("two comparisons", ("values", "x"), ["var", ["word", "t"]]),
    ("a number by a formula", ("values", "x"), "1"),
    ("a number by a formula", ("values", "x"), ["var", ["word", "x"]]),
    ("a number by a formula", ("values", "x"), "oo"),
    ("a number by a formula", ("goals",), [["compare", "0", ["word", "=="], "0"]]),
    ("a number next to an outer one", ("values", "x"), "1"),
    ("two numbers", ("values", "x"), "2"),
    ("two numbers", ("proofs",), ["evident"]),
    ("two numbers", ("proofs", 0), "evident"),
    ("a divergence that is not symmetric", ("values", "P"), ["finite", ["()", ["()", "0", "1/2"], ["()", "1", "1/2"]]]),
    ("a divergence that is not symmetric", ("values", "P"), ["finite", ["()", ["()", "0", "1/2"]]]),
    ("a divergence that is not symmetric", ("values", "P"), ["finite", ["()", ["()", ["()", "0", "0"], "1"]]]),
    ("a divergence that is not symmetric", ("values", "P"), "0"),
])
def test_altered_evidence_is_refused(name, path, value):
    assert altered(document(name), path, value) == "refused"


@pytest.mark.parametrize(("name", "other"), [
    ("one factor where both are large", OPEN["no factor for all"]),
    ("a factor for one name", OPEN["no factor for squares"]),
    ("a point of an interval", OPEN["no point of an interval"]),
    ("a factor for all outer numbers", ({a: c.above(0)}, TRUE["a factor for all outer numbers"][1])),
    ("an end of a range", OPEN["an end that is left out"]),
    ("an end of a range", OPEN["an empty range"]),
    ("a start alone", ({a: c.above(1)}, c.Exists({s: c.above(a)}, c.ForAll({t: c.between(a, s)}, c.Compare(t**2, ">", 3 * t))))),
])
def test_evidence_of_one_statement_does_not_prove_another(name, other):
    data = document(name)
    asked = task(*other)
    forged = certificate.build(asked.variant, Finding("existential", Status.PROVED, "", data["kind"], data["evidence"]), effort="quick", seed=0)
    assert check_data(json.loads(certificate.text(forged)), "toy").status == "refused"


@pytest.mark.parametrize("name", ["a factor for one name", "a number by a formula"])
def test_evidence_by_its_other_name_is_read_alike(name):
    data = document(name)
    assert check_data({**data, "kind": "exhibit"}, "toy").status == "confirmed"
    data["evidence"]["values"] = dict.fromkeys(data["evidence"]["values"], "-1")
    assert check_data({**data, "kind": "exhibit"}, "toy").status == "refused"


def test_a_range_that_is_empty_excuses_no_witness_outside_its_set():
    """The body holds of nothing where no number is asked about; that the witness lies in its set is still a goal for all outer numbers."""
    asked = task({a: UNIT}, c.Exists({x: c.above(a)}, c.ForAll({y: c.between(1, 0)}, c.Compare(x, "<", y))))
    data = json.loads(certificate.text(certificate.build(asked.variant, existential.decide(asked), effort="quick", seed=0)))
    assert check_data(data, "toy").status == "confirmed"
    data["evidence"] = {"values": {"x": ["var", ["word", "a"]]}, "proofs": [data["evidence"]["proofs"][-1]] * 2}
    assert check_data(data, "toy").status == "refused"
