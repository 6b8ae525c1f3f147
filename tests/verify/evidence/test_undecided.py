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


ENGINES = "printed: k ranges over integers whose ends are formulas; symbolic: {}; interval: k ranges over integers whose ends are formulas; lemmas: no distribution, kernel or data set occurs{}; smt: numbers"


@pytest.mark.parametrize(("symbolic", "search", "met"), [
    ("there is no rule for prob", "; search: no instance could be decided: several statistics of coordinates that have densities",
     "a probability has no closed form, so only instances are tested: no instance could be decided (several statistics of coordinates that have densities)"),
    ("an extremum", "; search: stopped by the time limit after 309 draws", "the time allowed was used up after 309 instances"),
    ("an extremum", "; search: no example was found among 106 instances", "no example was found among 106 instances"),
    ("an extremum", "; search: no instance could be decided: undecided at the last precision", "at every instance that was tried it stayed open at the highest precision"),
    ("an extremum", "", "no engine reasons about such a statement, and no instance of it was tried"),
])
def test_what_nine_engines_said_is_one_sentence(symbolic, search, met):
    assert reason(ENGINES.format(symbolic, search))[0] == met


def test_a_summary_of_one_reason_stays_as_it_is():
    assert reason("no answer within 5 s") == ("no answer within 5 s", "") and reason("budget: 2^18 boxes used") == ("budget: 2^18 boxes used", "")
