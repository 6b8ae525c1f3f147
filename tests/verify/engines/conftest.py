"""What several tests of the engines share."""

import json

import pytest

from verify.claims.nodes import to_json
from verify.engines import evaluate as ev
from verify.engines import search
from verify.engines.task import Status
from verify.evidence import certificate
from verify.evidence.checker.check import check_data
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.numbers import Budget, precision
from verify.run.decide import Settings, run_variant


@pytest.fixture
def truths():
    """The answers of the evaluator and of the checker to a closed proposition."""
    def answers(p):
        with precision(128):
            checked = Evaluator(Budget()).truth(json.loads(json.dumps(to_json(p))), {})
        return ev.holds(p, {})[0], checked

    return answers


@pytest.fixture
def must_be_refuted():
    """The search refutes a task at standard effort, and the checker confirms it."""
    def judged(work):
        finding = search.decide(work)
        assert finding.status is Status.REFUTED, finding.summary
        outcome = check_data(json.loads(certificate.text(certificate.build(work.variant, finding, effort="standard", seed=0))), "toy")
        assert outcome.status == "confirmed", outcome

    return judged


@pytest.fixture
def must_be_proved():
    """A quick run proves a statement, and the checker confirms it."""
    def judged(variant):
        row, document, errors = run_variant(variant, Settings(effort="quick"))
        assert not errors
        assert row["status"] == "PROVED", row["summary"]
        outcome = check_data(json.loads(json.dumps(document)), "toy")
        assert outcome.status == "confirmed", outcome.why

    return judged
