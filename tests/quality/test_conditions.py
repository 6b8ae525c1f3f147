"""The list of side conditions is up to date: ``python -m benchmarks.conditions`` asks whether the searches notice each of them when it is off."""

import ast
from collections import Counter

import pytest
from conditions import CONDITIONS, ROOT
from no_value import statements

from benchmarks.conditions import wrong
from verify.claims.show import text

CORE = [made for made in statements() if made.family.startswith("core")]


@pytest.mark.parametrize("file", sorted({c.file for c in CONDITIONS}))
def test_each_condition_stands_once_in_its_file_and_the_file_without_it_is_still_a_program(file):
    source = (ROOT / file).read_text(encoding="utf-8")
    for condition in (c for c in CONDITIONS if c.file == file):
        assert source.count(condition.text) == 1, f"{condition.guards}: {source.count(condition.text)} times in {file}: {condition.text}"
        ast.parse(source.replace(condition.text, condition.off))


def test_there_are_many_conditions_each_with_what_it_guards():
    assert len(CONDITIONS) >= 100
    assert all(c.guards and c.text != c.off for c in CONDITIONS)
    assert max(Counter((c.file, c.text, c.off) for c in CONDITIONS).values()) == 1
    assert sum(bool(c.needless) for c in CONDITIONS) <= len(CONDITIONS) // 10


@pytest.mark.parametrize("asked", ["boxes", "ranges", "evaluator", "checker"])
def test_no_forged_evidence_is_confirmed_and_no_instance_misjudged_where_a_side_condition_stands(asked):
    found = [(text(made.variant.formula), why) for made in CORE[::12] if (why := wrong(asked, made.variant, made.at))]
    assert not found, f"{len(found)}: {found[:3]}"
