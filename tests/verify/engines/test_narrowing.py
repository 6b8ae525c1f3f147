"""Ranges that hypotheses make narrower: what is proved on them is confirmed, and what fails by little is neither proved nor confirmed, whatever the steps say."""

from __future__ import annotations

import copy

import pytest

from verify.claims.inequality import inequalities
from verify.engines import interval, narrowing, rolle
from verify.engines.task import EFFORTS, Status, Task
from verify.evidence import certificate as certificates
from verify.evidence.checker.check import check_data
from verify.run.certify import statement_of

TRUE = (
    ("x*y <= 2.001", "x^2 + y^2 <= 2"), ("exp(x) <= 3", "x^2 + exp(y) <= 1"), ("x <= 1", "x^2 + y^4 <= 1"), ("false", "x*x + y*y + z*z < 1, x*y*z > 1"),
    ("x*y*z*w < 1.0001", "x^2 + y^2 + z^2 + w^2 <= 1"), ("x + y <= 3", "abs(x) + abs(y) <= 1"), ("x <= 10", "exp(x) + y^2 <= 20"),
)
FALSE = (
    ("x*y <= 0.999999", "x^2 + y^2 <= 2"), ("exp(x) <= 2.71828", "x^2 + y^2 <= 1"), ("x <= 0.999999", "x^2 + y^4 <= 1"), ("false", "x*x + y*y + z*z < 3.000003, x*y*z >= 1"),
    ("y > 1", "x^2 + 1 <= y"), ("x*y*z*w <= 0.0624999", "x^2 + y^2 + z^2 + w^2 <= 1"), ("x + y <= 0.999999", "abs(x) + abs(y) <= 1"), ("x <= 2.995", "exp(x) + y^2 <= 20"),
    ("x >= 0", "x^2 <= 0.000001"), ("x >= 0", "x^3 >= -0.000001"), ("x <= 1", "x*y <= 1, y >= 0"), ("x <= 1", "x*y <= 1, y >= 0.999999"), ("x != 1", "x^2 <= 1"), ("x^2 < 4", "x^2 <= 4"),
    ("x <= 100", "x - y <= 1"), ("x <= 2", "x^2 - x <= 2.00001"), ("log(x) <= 0", "x^2 <= 1.000001, x > 0"), ("y <= 1", "x + y <= 1"), ("1/x <= 1000", "x^2 <= 1, x > 0"),
)
COMMAND = {"command": "claimcheck certify x --effort standard --seed 0"}


def tasks(says, where):
    return [Task(statement_of(part), EFFORTS["standard"]) for part in inequalities(says, where)]


def decide(task):
    return narrowing.decide(task, (rolle.decide, interval.decide))


def outcome(task, finding, evidence=None):
    document = certificates.build(task.variant, finding, effort="standard", seed=0) | COMMAND
    if evidence is not None:
        document["evidence"] = evidence
    return check_data(document, "c.json").status


@pytest.mark.parametrize(("says", "where"), TRUE)
def test_what_holds_on_the_narrower_ranges_is_proved_and_confirmed(says, where):
    for task in tasks(says, where):
        found = decide(task)
        assert (found.status, found.kind) == (Status.PROVED, "narrowed"), found.summary
        assert outcome(task, found) == "confirmed"


@pytest.mark.parametrize(("says", "where"), FALSE)
def test_what_fails_by_little_is_not_proved(says, where):
    assert any(decide(task).status is Status.UNDECIDED for task in tasks(says, where))


def test_steps_that_do_not_follow_are_refused():
    (task,) = tasks("exp(x) <= 3", "x^2 + exp(y) <= 1")
    found = decide(task)
    steps = found.evidence["steps"]
    forged = [[[steps[0][0], steps[0][1], "0", "0"], *steps[1:]], [[steps[0][0], steps[0][1], "-1", "1/2"], *steps[1:]], [[7, *steps[0][1:]], *steps[1:]], [[-2, *steps[0][1:]], *steps[1:]],
              [[steps[0][0], "z", *steps[0][2:]], *steps[1:]], [[steps[0][0], steps[0][1], "1", "-1"], *steps[1:]], [[steps[0][0], steps[0][1], "-1/3", "1/3"], *steps[1:]], []]
    for other in forged:
        evidence = copy.deepcopy(found.evidence)
        evidence["steps"] = other
        assert outcome(task, found, evidence) == "refused"


def test_the_denial_of_a_conclusion_that_may_have_no_value_is_not_used():
    (task,) = tasks("log(x) + y^2 < 1", "x > -5, y in R")
    (other,) = tasks("1/x <= 5", "x >= 1/5")
    for one in (task, other):
        assert all(step[0] != -1 for step in (narrowing.narrower(one) or ([], None))[0])
    proof = narrowing.Finding(narrowing.ENGINE, Status.PROVED, "", "narrowed", {"steps": [[-1, "x", "1", "2"]], "kind": "boxes", "evidence": {}}, {"share": 1.0})
    assert outcome(task, proof) == "refused"
