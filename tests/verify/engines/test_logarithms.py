"""Products compared by their logarithms: what is true is proved and confirmed, what fails by little is neither, and altered evidence is refused."""

from __future__ import annotations

import copy
import json
from dataclasses import replace

import pytest

from verify.claims.inequality import inequalities
from verify.engines import interval, logarithms, rolle, symbolic
from verify.engines.task import EFFORTS, Finding, Status, Task
from verify.evidence import certificate as certificates
from verify.evidence.checker.check import check_data
from verify.run import certify
from verify.run.certify import statement_of

TRUE = (
    ("((k - 1)/(k + 1))^2 <= exp(-4/(k + 1))", "k >= 1"),
    ("((k - 1)/(k + 1))^2 <= exp(-4/(k + 1))", "k >= 1, k in integers"),
    ("(1 - 1/k)^(2*t) <= exp(-2*t/k)", "k >= 1, t >= 0"),
    ("((k - 1)/(k + 1))^(2*t) < exp(-4*t/(k + 1))", "k > 1, t > 0"),
    ("(1 + 1/x)^(x + 1) > exp(1)", "x > 0"),
    ("a*(1 - y)^t <= a*exp(-t*y)", "0 <= y <= 1, t >= 0, a > 0"),
)
FALSE = (
    ("((k - 1)/(k + 1))^2 <= exp(-4.001/(k + 1))", "k >= 1"),
    ("((k - 1)/(k + 1))^2 <= exp(-4/(k + 1))", "k >= 0"),
    ("(1 - 1/k)^(2*t) <= exp(-2*t/k)", "k >= 1, t >= -1"),
    ("((k - 1)/(k + 1))^(2*t) < exp(-4*t/(k + 1))", "k > 1, t >= 0"),
    ("(1 + 1/x)^(x + 1) > exp(1.0001)", "x > 0"),
    ("a*(1 - y)^t <= a*exp(-t*y)", "0 <= y <= 1, t >= 0, a >= -1"),
    ("(x - 2)^3 <= exp(3*x - 9) - 0.001", "x > 2"),
)
OPEN = (
    ("log(x)*exp(-x) <= 1", "x > 0"),
    ("x^2 <= 4", "x > 0, x < 2"),
)
COMMAND = {"command": "claimcheck certify x --effort standard --seed 0"}


def decide(says, where):
    (task,) = [Task(statement_of(part), EFFORTS["standard"]) for part in inequalities(says, where)]
    return task, logarithms.decide_by(task, (rolle.decide, symbolic.decide, lambda left: interval.decide(replace(left, effort=replace(left.effort, boxes=60)))))


def outcome(task, finding, evidence=None):
    document = json.loads(json.dumps(certificates.build(task.variant, finding, effort="standard", seed=0) | COMMAND))
    if evidence is not None:
        document["evidence"] = evidence
    return check_data(document, "c.json").status


@pytest.mark.parametrize(("says", "where"), TRUE)
def test_what_is_true_is_proved_and_confirmed(says, where):
    task, found = decide(says, where)
    assert (found.status, found.kind) == (Status.PROVED, "logarithms"), found.summary
    assert outcome(task, found) == "confirmed"


@pytest.mark.parametrize(("says", "where"), [*FALSE, *OPEN])
def test_what_is_false_or_no_product_is_not_proved(says, where):
    assert decide(says, where)[1].status is Status.UNDECIDED


@pytest.mark.parametrize(("true", "false"), [(TRUE[0], FALSE[0]), (TRUE[0], FALSE[1]), (TRUE[2], FALSE[2]), (TRUE[3], FALSE[3]), (TRUE[4], FALSE[4]), (TRUE[5], FALSE[5])])
def test_the_evidence_of_what_is_true_proves_no_near_miss(true, false):
    _, found = decide(*true)
    task, _ = decide(*false)
    assert outcome(task, found) == "refused"


def test_altered_evidence_is_refused():
    task, found = decide(*TRUE[2])
    assert outcome(task, found) == "confirmed"
    own = {**found.evidence}
    proof = own["rest"]
    for change in ({"apart": []}, {"apart": [["k", "high", own["apart"][0][2]]]}, {"apart": [["t", "low", own["apart"][0][2]]]}, {"apart": [["k", "low"]]}, {"positive": []},
                   {"positive": [*own["positive"], proof]}, {"factor": "k"}, {"factor": None}, {"factor": "none"}, {"rest": own["apart"][0][2]}, {"rest": {"kind": "logarithms", "evidence": own}},
                   {"rest": {"kind": "rolle", "evidence": {"ends": ["2", "oo"]}}}, {"apart": [["k", "low", proof]]}):
        assert outcome(task, found, copy.deepcopy(own) | change) == "refused", change
    assert outcome(task, found, {key: value for key, value in own.items() if key != "factor"}) == "refused"


def test_a_name_that_may_be_infinite_has_no_logarithm():
    task, found = decide(*TRUE[2])
    (pattern, where), (other, beyond) = task.forall
    closed = type(where)(where.head, *where.args[:3], "closed")
    moved = replace(task, variant=replace(task.variant, forall=((pattern, closed), (other, beyond))))
    assert logarithms.decide_by(moved, (rolle.decide,)).status is Status.UNDECIDED
    assert outcome(moved, Finding(logarithms.ENGINE, Status.PROVED, "", "logarithms", found.evidence, {"share": 1.0})) == "refused"


def test_certify_uses_them():
    task, _ = decide(*TRUE[0])
    assert [found.status for found in certify.decide(task) if found.engine == logarithms.ENGINE] == [Status.PROVED]
