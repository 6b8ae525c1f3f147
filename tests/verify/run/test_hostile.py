"""Statements that are meant to take for ever are ended and named, and a run of them comes to an end. ``python -m benchmarks.hostile`` looks at two hundred of them, with a clock."""

import pytest

from benchmarks import hostile
from verify.run.decide import Settings
from verify.run.executors import Pool

QUICK = Settings(effort="quick")
SAMPLE = (hostile.nested_quantifiers, hostile.towers, hostile.sums_of_draws, hostile.gammas, hostile.long_chains)


@pytest.mark.parametrize("executor", ["serial", "processes"])
def test_each_hostile_statement_ends_by_itself_or_at_its_limit(executor):
    made = list(hostile.statements(len(SAMPLE), 0, SAMPLE))
    found = list(hostile.ended(made, Pool(executor, 2, seconds=5.0), QUICK))
    assert sorted(one.name for one in found) == sorted(variant.id for variant in made)
    assert {one.word for one in found} <= {"late", "UNDECIDED", "SUPPORTED", "PROVED", "REFUTED"}
    assert "late" in {one.word for one in found}


def test_every_template_makes_statements_and_the_same_ones_for_a_seed():
    once, again = (list(hostile.statements(len(hostile.TEMPLATES), 3)) for _ in range(2))
    assert [variant.digest for variant in once] == [variant.digest for variant in again]
    assert len({variant.digest for variant in once}) == len(hostile.TEMPLATES)
