"""Generated statements: what they are, and that no engine, evaluator or checker says of a few of them what the reference semantics excludes.

``python -m benchmarks.generated`` is the same for hours.
"""

from random import Random

import pytest
from generated import statement, statements
from hypothesis import HealthCheck, given, settings

from benchmarks.generated import ENGINES, EVALUATORS, ask, instances, read
from verify import semantics
from verify.claims.nodes import free_names, from_json, to_json
from verify.claims.show import text

FEW = {"symbolic": 60, "interval": 80, "smt": 80, "tightness": 80, "members": 40, "glance": 40, "evaluator": 150, "checker": 150}
"""Statements that each is asked about; none may take long."""


@settings(max_examples=60, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck))
@given(statements())
def test_a_generated_claim_is_closed_and_the_reference_reads_it(claim):
    (variant,) = claim.variants()
    assert not free_names(variant.formula)
    assert read(from_json(to_json(variant.formula))).digest == variant.digest
    for at in list(instances(variant, Random(0), 3)):
        assert semantics.judge(variant.formula, at, 1) <= {semantics.TRUE, semantics.FALSE, semantics.NO_VALUE, semantics.OUTSIDE}


def test_most_statements_have_an_instance_that_is_decided():
    decided = 0
    for seed in range(100):
        (variant,) = statement(Random(seed)).variants()
        decided += any(len(semantics.judge(variant.formula, at, 1)) == 1 for at in instances(variant, Random(0), 4))
    assert decided >= 60


@pytest.mark.parametrize("engine", FEW)
def test_what_is_said_of_generated_statements_is_what_the_reference_says(engine):
    assert engine in ENGINES or engine in EVALUATORS
    wrong = []
    for seed in range(FEW[engine]):
        (variant,) = statement(Random(f"{engine} {seed}")).variants()
        failure, _ = ask(engine, variant, 3.0, Random(0))
        if failure is not None and failure.kind in ("proved-untrue", "refuted-unfalse", "misjudged"):
            wrong.append(f"{text(variant.formula)}: {failure.kind}, {failure.why}")
    assert not wrong, f"{len(wrong)}: {wrong[:3]}"
