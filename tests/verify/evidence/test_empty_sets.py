"""Sets that are perhaps empty, sums of nothing, and names that mean two things: no engine proves a falsehood from them, and the checker confirms none."""

import json

import pytest

from verify import claims as c
from verify import quantities as q
from verify.evidence.checker.check import check_data
from verify.evidence.checker.formula import Malformed, digest, validate
from verify.run.decide import Settings, run_variant

a, x, m, e = c.numbers("a x m e")
EXP = c.exp(x)


def quantile(ends):
    return c.Inf({x: c.between(a, 5, ends)}, x, where=c.Compare(EXP, ">=", 0))


BERNOULLI = c.finite_law({0: a, 1: 1 - a})
LEVELS = q.hockey_stick_divergence(c.finite_law({0: c.Min(e, 1), 1: 1 - c.Min(e, 1)}), c.finite_law({1: 1}), e)
FALSE = {
    "supremum of a limit over no numbers": ({a: c.above(0)}, c.Compare(c.Sup({x: c.above(c.oo)}, a * (1 - c.exp(-x))), ">=", a)),
    "supremum over integers from infinity on": ({a: c.between(0, 1, "both")}, c.Compare(c.Sup({m: c.integers(q.renyi_divergence(BERNOULLI, c.finite_law({0: 1}), 2))}, a * (1 - c.exp(-m))), ">=", a)),
    "integers from an end without value": ({a: c.between(0, 1)}, c.Compare(c.Sup({m: c.integers(1 / a)}, m), ">=", 5)),
    "quantile on an interval that is empty for one parameter": ({a: c.one_of(4, 5)}, c.Compare(quantile("left"), "<=", 5)),
    "quantile on an interval whose ends cross": ({a: c.one_of(6, 7)}, c.Compare(quantile(""), "<=", 9)),
    "border at an end that is left out": ({a: c.one_of(1, 2)}, c.Compare(c.Sup({x: c.between(0, 9, "both")}, x, where=c.Compare(EXP, "<=", a)), ">=", c.number("-1/100"))),
    "attained on an interval of one point that is half open": ({a: c.one_of(4, 5)}, c.Compare(c.Sup({x: c.between(a, 5, "left")}, x), ">=", 5)),
    "laws that mention the level": ({e: c.one_of(0)}, c.All(c.ForAll({e: c.at_least(0)}, c.Compare(LEVELS, "<=", 0)), c.Compare(e, "<=", 1))),
}


def decided(forall, states):
    (variant,) = c.Claim("toy/item", "Item", forall=forall, states=states).variants()
    return run_variant(variant, Settings(effort="quick"))


@pytest.mark.parametrize("name", FALSE)
def test_a_false_statement_about_a_set_that_may_be_empty_is_not_proved(name):
    row, document, errors = decided(*FALSE[name])
    assert not errors and row["status"] in ("REFUTED", "SUPPORTED", "UNDECIDED")
    if document is not None:
        assert check_data(json.loads(json.dumps(document)), "toy").status == "confirmed"


def test_a_true_statement_about_no_members_is_not_refuted():
    row, _, errors = decided({a: c.between(6, 9)}, c.Compare(quantile(""), "==", c.oo))
    assert not errors and row["status"] != "REFUTED"


def var(name):
    return ["var", ["word", name]]


def compare(left, relation, right):
    return ["compare", left, ["word", relation], right]


def interval(low, high, left="closed", right="closed"):
    return ["interval", low, high, ["word", left], ["word", right]]


def extremum(kind, where, term, condition=None):
    return [kind, ["()", ["()", var("x"), where]], term, condition, None]


def boxes(goal, **more):
    return {"relation": goal[2][1], "form": {"lhs": goal[1], "rhs": goal[3]}, "tree": "P", **more}


def forged(kind, evidence, goal, over=()):
    statement = ["forall", ["()", *(["()", var(name), where] for name, where in over)], goal] if over else goal
    return {"schema": "claimcheck.certificate/1", "claim": "toy/item", "part": "main", "reading": "main", "digest": digest(statement), "statement": statement, "kind": kind,
            "status": "PROVED", "implementation": "x", "command": "claimcheck run toy/item --seed 0", "domain": statement[1] if over else ["()"], "evidence": evidence, "trusted": [], "versions": {}}


def by_a_sum_of_nothing():
    goal = compare(extremum("inf", interval("0", "1", "open"), ["add", "2", ["mul", "3", var("x")]], compare(var("x"), "<=", "0")), "<=", "2")
    nothing = ["add"]
    proofs = ["evident", *({"kind": "boxes", "evidence": boxes(g)} for g in (compare(nothing, "<=", "1"), compare(nothing, "<=", "0"), compare(["add", "2", ["mul", "3", nothing]], "<=", "2")))]
    return forged("member", {"cut": None, "at": [], "pieces": [{"value": nothing, "proofs": proofs}]}, goal)


def by_an_end_of_crossing_ends():
    goal = compare(extremum("inf", interval(var("a"), "5"), var("x"), compare(["exp", var("x")], ">=", "0")), "<=", "9")
    return forged("boxes", boxes(goal, root={"a": ["4", "9"]}, open={}, names={}, given=[]), goal, [("a", interval("4", "9"))])


def by_an_open_end_with_the_property():
    goal = compare(extremum("inf", interval("0", "1", right="open"), var("x"), compare(["pow", var("x"), "2"], ">=", "1")), "<=", "2")
    return forged("boxes", boxes(goal), goal)


def by_a_name_of_the_checker():
    one = extremum("sup", interval("0", "1"), ["add", var("x"), var("x")])
    other = extremum("sup", interval("0", "1"), ["add", var("x"), var("#0")])
    return forged("logic", {"method": "x"}, compare(one, "<=", other), [("#0", interval("0", "1/2"))])


@pytest.mark.parametrize("made", [by_a_sum_of_nothing, by_an_end_of_crossing_ends, by_an_open_end_with_the_property, by_a_name_of_the_checker])
def test_forged_evidence_of_a_falsehood_is_refused(made):
    assert check_data(made(), "toy").status == "refused"


def test_a_declared_name_may_not_be_one_of_the_checkers():
    with pytest.raises(c.ClaimError, match="may not begin with #"):
        c.numbers("#0")


@pytest.mark.parametrize(("end", "fits"), [(None, True), ("0", True), ("-oo", True), (["pow", ["var", ["word", "x"]], "-1"], False), (["var", ["word", "x"]], False)])
def test_what_an_extremum_is_over_an_empty_set_is_a_number_and_has_a_value_everywhere(end, fits):
    formula = ["sup", ["()", ["()", ["var", ["word", "y"]], ["one_of", "1", "2"]]], ["var", ["word", "y"]], None, end]
    if fits:
        validate(formula)
    else:
        with pytest.raises(Malformed, match="is a number"):
            validate(formula)
