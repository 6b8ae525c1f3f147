"""A refutation in one line with both numbers and its distributions; an undecided statement in one sentence that names the construct and what to write instead."""

import json

import pytest

from verify.cli.sentences import refuted, sentence, telling, undecided

NUMBERS = {"measured": "1.00000000000000", "relation": "<=", "claimed": "0.428881942480354"}


@pytest.mark.parametrize(("summary", "evidence", "told"), [
    ("measured 1 <= claimed 0.428882 is false at lamda = 1, mu = 1", {"instance": {"mu": "1", "lamda": "1"}, "values": NUMBERS}, "fails at lambda = 1, mu = 1: measured 1 > claimed 0.4289"),
    ("measured 1 <= claimed 0.428882 is false at lamda = 1, w_ = 1/2", {}, "fails at lambda = 1, w' = 1/2: measured 1 > claimed 0.4289"),
    ("measured 2 <= claimed 1 is false at d = 1", {"instance": {"P": ["finite", ["()", ["()", "0", "1/2"], ["()", "1", "1/2"]]], "Q": ["normal_vector", "0", "1"], "d": "1"}},
     "fails at d = 1, P = {0: 1/2, 1: 1/2}, Q = N(0, 1): measured 2 > claimed 1"),
    ("measured 1.00001 < claimed 1.000009 is false", {}, "fails: measured 1.00001 >= claimed 1.000009"),
    ("measured [10.0475, 10.6341] <= claimed 10 is false", {}, "fails: measured 10.05 or more > claimed 10"),
    ("measured 2 >= claimed [3, oo] is false at n = 2", {}, "fails at n = 2: measured 2 < claimed 3 or more"),
    ("measured 2 == claimed [-oo, 1.12838] is false", {}, "fails: measured 2 ≠ claimed 1.12838 or less"),
    ("measured 84.3 rounds to claimed 86.5 is false", {}, "fails: measured 84.3 does not round to claimed 86.5"),
    ("measured 0 <= claimed 1 is true, and denied at mu = 1", {}, "fails at mu = 1: measured 0 <= claimed 1, which was denied"),
    ("measured oo <= claimed 1 is false in the run with seed 0 at step = 1", {}, "fails at step = 1 in the run with seed 0: measured oo > claimed 1"),
    ("even with the closest choice E = {2}, E_ = {4}: measured 0.4 <= claimed 0.3 is false at d = 1", {}, "fails at d = 1: even with the closest choice E = {2}, E' = {4}: measured 0.4 > claimed 0.3"),
    ("false: 0 == 1.0000000000000000000", {}, "fails: measured 0 ≠ claimed 1"),
    ("false at an exact instance at mu = 1", {}, "fails at mu = 1"),
    ("g does not lie in its set at r = 1", {}, "fails at r = 1: g does not lie in its set"),
])
def test_a_refutation_says_where_and_by_how_much(summary, evidence, told):
    assert refuted(summary, evidence) == told


def test_the_instance_comes_from_the_certificate_beside_the_results(tmp_path):
    (tmp_path / "one.json").write_text(json.dumps({"evidence": {"instance": {"x": "1"}, "values": NUMBERS}}))
    row = {"status": "REFUTED", "summary": "measured 1 <= claimed 0.4 is false at x = 1", "certificate": "one.json"}
    assert sentence(row, tmp_path) == "fails at x = 1: measured 1 > claimed 0.4289"
    assert sentence(row) == sentence(row | {"certificate": "none.json"}, tmp_path) == "fails at x = 1: measured 1 > claimed 0.4"
    witness = {"certificate": None, "summary": "measured 3 <= claimed 2 is false at x = 5"}
    assert telling(row | {"severity": {"witness": witness}}) == "fails substantively at x = 5: measured 3 > claimed 2"
    assert telling(row | {"severity": {"witness": {"summary": row["summary"]}}}) == telling(row) == ""


@pytest.mark.parametrize(("summary", "told"), [
    ("interval: P is a distribution; boxes handle only numbers; symbolic: no closed form of gaussian_dp; search: no instance was decided: a hypothesis fails",
     "P is a distribution and gaussian_dp has no closed form, so only instances are tested: no instance that was tried satisfies the hypotheses; "
     "write hypotheses as ranges, for example y: at_least(x) in forall=, or name distributions in hints=Hints(instances=...)"),
    ("interval: a is a member of sequences; boxes handle only numbers; search: no instance was decided: a hypothesis fails",
     "a is a member of sequences, so only instances are tested: no instance that was tried satisfies the hypotheses; "
     "bound one term for all indices, ForAll({t: integers(1)}, Compare(a[t + 1], \"<=\", ...)), or name sequences in hints=Hints(instances=...)"),
    ("interval: the number x is met nowhere; search: no instance was decided: a hypothesis fails",
     "no instance that was tried satisfies the hypotheses; write hypotheses as ranges, for example y: at_least(x) in forall="),
    ("printed: a name ranges over an interval and no digits are printed; interval: forall has no enclosure over boxes and no closed form; search: no instance was decided: the work limit was reached",
     "an inner 'for all' has no closed form, so only instances are tested: the work allowed was used up; narrow the ranges in forall=, or use --effort deep"),
    ("procedure: the statement has no value at any of 107 instances: 0 to a negative power; no procedure ran",
     "it has no value at the instances that were tried (0 to a negative power); exclude them in forall= or given=, or say what the value is there"),
    ("search: too little tested: 1 distinct instance; 19 inconclusive; symbolic: no closed form of the distribution P",
     "no counterexample, but only 1 different instance could be decided; write hypotheses as ranges in forall=, or name a smaller set"),
    ("too little tested: of the errors planted in the claimed side (a factor of 10 %) none was noticed (no counterexample among 81 exact instances)",
     "no counterexample among 81 instances, but the same statement with an error of 10 % was not refuted either; use --effort deep, or give instances at which the two sides are close (docs/hints.md)"),
    ("no answer within 5 s", "no answer within 5 s"),
    ("an error was met: it broke", "an error was met: it broke"),
])
def test_an_undecided_statement_names_the_construct_and_what_to_write(summary, told):
    assert undecided({"summary": summary}) == told
