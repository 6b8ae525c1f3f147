"""What several tests of the engines share."""

import json

import pytest

from verify.claims.nodes import to_json
from verify.engines import evaluate as ev
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.numbers import Budget, precision


@pytest.fixture
def truths():
    """The answers of the evaluator and of the checker to a closed proposition."""
    def answers(p):
        with precision(128):
            checked = Evaluator(Budget()).truth(json.loads(json.dumps(to_json(p))), {})
        return ev.holds(p, {})[0], checked

    return answers
