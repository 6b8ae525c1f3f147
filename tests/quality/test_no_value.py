"""What is false or has no value at an instance is proved by no engine. ``python tests/quality/test_no_value.py [ENGINE ...]`` asks about all of it and prints what is wrong."""

import math
import sys
from collections import Counter
from dataclasses import replace

import pytest
from no_value import statements

from verify import semantics
from verify.claims.show import text
from verify.engines import interval, smt, symbolic, tightness
from verify.engines.task import EFFORTS, Status, Task
from verify.quantities import enclosures
from verify.run.certify import decide as certify

ENGINES = {
    "symbolic": lambda task: [symbolic.decide(task)], "interval": lambda task: [interval.decide(task)], "smt": lambda task: [smt.decide(task)], "tightness": lambda task: [tightness.prove(task, 30)],
    "certify": lambda task: certify(replace(task, effort=replace(task.effort, boxes=200))) if task.states.head == "compare" and task.states.args[1] not in ("==", "!=") else [],
}
SAMPLED = {"symbolic": 300, "interval": 300, "smt": 300, "tightness": 600, "certify": 300}
"""Statements that the test asks an engine about, spread over all families."""


def proved(engine, untrue):
    """Whether the engine proves the statement."""
    enclosures.forget()
    try:
        with enclosures.allowance(math.inf if engine == "certify" else 20_000):
            return any(f is not None and f.status is Status.PROVED for f in ENGINES[engine](Task(untrue.variant, EFFORTS["quick"])))
    except enclosures.OutOfWork:
        return False


def spread(of):
    """So many statements of the whole list, at equal distances."""
    everything = statements()
    return everything[:: max(1, len(everything) // of)]


def test_there_are_more_than_a_thousand_statements_of_every_family():
    families = Counter(untrue.family.split()[0] for untrue in statements())
    assert len(statements()) >= 1000 and min(families.values()) >= 100
    assert all(not semantics.judge(untrue.variant.formula, untrue.at, 2) & {semantics.TRUE, semantics.OUTSIDE} for untrue in spread(50))


@pytest.mark.parametrize("engine", SAMPLED)
def test_no_statement_that_is_untrue_somewhere_is_proved(engine):
    wrong = [f"{text(untrue.variant.formula)}: {untrue.truth} at {dict(untrue.instance)}" for untrue in spread(SAMPLED[engine]) if proved(engine, untrue)]
    assert not wrong, f"{len(wrong)} of {len(spread(SAMPLED[engine]))}: " + "; ".join(wrong[:5])


if __name__ == "__main__":
    for name in sys.argv[1:] or list(ENGINES):
        counts = Counter()
        for statement in statements():
            counts["asked"] += 1
            if proved(name, statement):
                counts["wrong"] += 1
                counts[f"wrong: {statement.family}"] += 1
                print(f"{name} PROVED {text(statement.variant.formula)}: {statement.truth} at {dict(statement.instance)}", flush=True)
        print(f"{name}: " + ", ".join(f"{key} {value}" for key, value in counts.items()), flush=True)
