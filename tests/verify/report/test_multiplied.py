"""The lines of a proof by multiples of means: the inequality that holds at every number, and which mean each unknown stands for."""

import pytest

from verify.claims.nodes import to_json
from verify.claims.registry import load_installed
from verify.engines import duality
from verify.engines.task import EFFORTS, Task
from verify.report.multiplied import lines

THEN = ("then", "means are linear and keep the order of functions, and what is left is about numbers, and is proved")


def content(id):
    papers, _ = load_installed({"textbook"})
    (variant,) = papers["textbook"].variants(id)
    return {"statement": to_json(variant.formula), "evidence": dict(duality.decide(Task(variant, EFFORTS["standard"])).evidence)}


@pytest.mark.parametrize(("id", "told"), [
    ("textbook/markov", [("bound", "1[x′ ≥ c] ≤ x′/c at every number of the support"), THEN]),
    ("textbook/chebyshev", [("bound", "1[|x′ − u₁| ≥ c] ≤ (x′ − u₁)^2/c^2 at every number of the support"), ("with u₁", "the mean of x′"), THEN]),
    ("textbook/jensen-log", [("bound", "log(x′) ≤ (log(u₂) − 1) + x′/u₂ at every number of a half line that holds the support"), ("with u₂", "the mean of x′"), THEN]),
])
def test_the_inequality_between_functions_is_told(id, told):
    assert list(lines(content(id))) == told


def test_a_statement_without_means_has_no_lines():
    stored = content("textbook/markov")
    assert lines({**stored, "statement": ["compare", ["word", "x"], ["word", "<="], "2"]}) == ()
