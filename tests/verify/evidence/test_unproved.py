"""Why no prover proved what tests support, in one line and without the notation of an engine."""

import pytest

from verify import claims as c
from verify.engines import derivation
from verify.engines.task import EFFORTS, Task
from verify.evidence.unproved import why

x = c.numbers("x")


def found(engine, summary, status="UNDECIDED"):
    return {"engine": engine, "status": status, "summary": summary}


@pytest.mark.parametrize(("findings", "told"), [
    ([found("lemmas", "no lemma of the textbook leads to the conclusion within 3 rounds (81 uses of lemmas apply)"), found("interval", "P is a distribution; boxes handle only numbers"),
      found("symbolic", "a name in laws"), found("smt", "P does not live on a fixed, small number of labels")],
     "not proved: no textbook lemma leads to it; boxes handle only numbers, and P is a distribution"),
    ([found("interval", "z is a member of sequences; boxes handle only numbers"), found("induction", "induction on lamda: a base case or the step is not decided")],
     "not proved: boxes handle only numbers, and z is a sequence; a base case or the step of an induction on lambda is not decided"),
    ([found("interval", "after 100 boxes a share of 0.0258 is undecided, for instance k in [0, 1]"), found("symbolic", "no rule proves it")],
     "not proved: 100 boxes leave 2.58 % of the domain undecided; no rule of a derivation proves it"),
    ([found("search", "no counterexample among 901 exact instances", "SUPPORTED"), found("lemmas", "no distribution, kernel or data set occurs")], ""),
    ([found("lemmas", "no lemma of the textbook leads to it", "PROVED")], ""), ([], ""),
])
def test_the_reasons_in_one_line(findings, told):
    assert why(findings) == told


def test_no_notation_of_the_checker_reaches_a_user():
    (variant,) = c.Claim("toy/one", "1", forall={x: c.at_least(c.number("-9/5"))}, states=c.Compare(c.exp(-x), "<=", 1 - x + x**2)).variants()
    assert derivation.of(Task(variant, EFFORTS["quick"])) == "no rule proves it"
