"""The list of side conditions is up to date: ``python -m benchmarks.conditions`` asks whether the searches notice each of them when it is off."""

import ast
from collections import Counter

import pytest
from conditions import CONDITIONS, ROOT


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
