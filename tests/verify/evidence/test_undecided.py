"""Reasons why a statement is undecided, in words for whoever wrote it."""

import pytest

from verify.evidence.undecided import reason


@pytest.mark.parametrize(("summary", "met"), [
    ("search: the statement has no value at any instance (110 tried): there is no term 0 of a sequence, whose terms are counted from 1", "it asks for index 0, and indices begin at 1"),
    ("search: there is no member 0 of 3", "it asks for index 0, and indices begin at 1"),
])
def test_an_index_that_is_none_is_told(summary, met):
    told, instead = reason(summary)
    assert met in told and "correct the index" in instead
