"""Examples for all values of the outer names: what is true is proved and confirmed, what is false is left open, and altered evidence is refused."""

import copy
import json

import pytest

from verify import claims as c
from verify.engines import examples
from verify.engines.task import EFFORTS, Status, Task
from verify.evidence import certificate
from verify.evidence.checker.check import check_data
from verify.quantities import hockey_stick_divergence, renyi_divergence, total_variation

a, b, x, y = c.numbers("a b x y")
P, Q, R = c.objects("P Q R")
LINE = c.Laws(c.Euclid(1, 2))
ABOVE_0, UNIT = c.above(0), c.between(0, 1)

TRUE = {
    "a number by a formula": ({a: ABOVE_0, b: ABOVE_0}, c.Exists({x: ABOVE_0}, c.Compare(b * x, "==", a))),
    "a number next to an outer one": ({a: ABOVE_0}, c.Exists({x: c.above(a)}, c.Compare(x - a, "==", 1))),
    "an end of a range": ({a: ABOVE_0}, c.Exists({x: c.between(0, a)}, c.Compare(x, "==", a))),
    "two numbers": ({a: ABOVE_0}, c.Exists({x: UNIT, y: UNIT}, c.All(c.Compare(a * x, "==", a), c.Compare(a * y, "==", 0)))),
    "a divergence that is not symmetric": ({a: c.above(1)}, c.Exists({P: LINE, Q: LINE}, c.Compare(renyi_divergence(P, Q, a), "!=", renyi_divergence(Q, P, a)))),
    "a divergence without the triangle inequality": (
        {a: c.above(1)}, c.Exists({P: LINE, Q: LINE, R: LINE}, c.Compare(renyi_divergence(P, R, a), ">", renyi_divergence(P, Q, a) + renyi_divergence(Q, R, a)))),
    "distributions that are far apart": ({a: c.at_least(0)}, c.Exists({P: LINE, Q: LINE}, c.Compare(hockey_stick_divergence(P, Q, a), "==", 1))),
}
FALSE = {
    "a number that is too large": ({a: ABOVE_0, b: ABOVE_0}, c.Exists({x: UNIT}, c.Compare(b * x, "==", a))),
    "an end that is left out": ({a: ABOVE_0}, c.Exists({x: c.between(0, a, open="right")}, c.Compare(x, "==", a))),
    "an empty range": ({a: c.REALS}, c.Exists({x: c.between(0, a)}, c.Compare(x, "==", a))),
    "a distance with the triangle inequality": ({a: c.above(1)}, c.Exists({P: LINE, Q: LINE, R: LINE}, c.Compare(total_variation(P, R), ">", total_variation(P, Q) + total_variation(Q, R)))),
    "a distance that is symmetric": ({a: c.above(1)}, c.Exists({P: LINE, Q: LINE}, c.Compare(total_variation(P, Q), "!=", total_variation(Q, P)))),
    "a value that does not exist": ({a: c.at_least(0)}, c.Exists({x: UNIT}, c.Compare(x / a - x / a, "==", 0))),
}


def task(forall, states):
    (variant,) = c.Claim("toy/item", "Item", forall=forall, states=states).variants()
    return Task(variant, EFFORTS["quick"])


def document(name):
    asked = task(*TRUE[name])
    found = examples.decide(asked)
    assert found is not None and (found.status, found.kind) == (Status.PROVED, "example"), found
    return json.loads(certificate.text(certificate.build(asked.variant, found, effort="quick", seed=0)))


@pytest.mark.parametrize("name", TRUE)
def test_what_is_true_is_proved_and_confirmed(name):
    outcome = check_data(document(name), "c.json")
    assert outcome.status == "confirmed", outcome.why


@pytest.mark.parametrize("name", FALSE)
def test_what_is_false_is_left_open(name):
    assert examples.decide(task(*FALSE[name])) is None


@pytest.mark.parametrize(("name", "of", "value"), [
    ("a number by a formula", "x", "1"),
    ("a number by a formula", "x", ["var", ["word", "x"]]),
    ("a number by a formula", "x", "oo"),
    ("a number next to an outer one", "x", "1"),
    ("two numbers", "x", "2"),
    ("a divergence that is not symmetric", "P", ["finite", ["()", ["()", "0", "1/2"], ["()", "1", "1/2"]]]),
    ("a divergence that is not symmetric", "P", ["finite", ["()", ["()", "0", "1/2"]]]),
    ("a divergence that is not symmetric", "P", ["finite", ["()", ["()", ["()", "0", "0"], "1"]]]),
    ("a divergence that is not symmetric", "P", "0"),
])
def test_another_example_is_refused(name, of, value):
    altered = copy.deepcopy(document(name))
    altered["evidence"]["values"][of] = value
    assert check_data(altered, "c.json").status not in ("confirmed", "conditional")


def test_proofs_that_are_left_out_or_exchanged_are_refused():
    stored = document("two numbers")
    for change in (lambda proofs: proofs.pop(), lambda proofs: proofs.append("evident"), lambda proofs: proofs.__setitem__(0, "evident")):
        altered = copy.deepcopy(stored)
        change(altered["evidence"]["proofs"])
        assert check_data(altered, "c.json").status != "confirmed"


@pytest.mark.parametrize(("name", "false"), [("an end of a range", "an end that is left out"), ("an end of a range", "an empty range")])
def test_an_example_serves_its_own_statement_alone(name, false):
    found, other = examples.decide(task(*TRUE[name])), task(*FALSE[false])
    stored = json.loads(certificate.text(certificate.build(other.variant, found, effort="quick", seed=0)))
    assert check_data(stored, "c.json").status != "confirmed"
