"""Logarithms and narrower ranges: what has no value somewhere, or rests on a hypothesis about an infinite number, is refused, whatever the evidence says."""

from __future__ import annotations

import pytest
from made_certificates import certificate, compare, forall, interval, over, var

from verify.evidence.checker.check import check_data

X, Y = var("x"), var("y")
REALS, UNIT, POSITIVE = interval("-oo", "oo", "open", "open"), interval("-1", "1"), interval("0", "1", "open")
RECIPROCAL, ROOT = ["pow", X, "-1"], ["pow", X, "1/2"]
GROWS = ["add", "1", ["pow", X, "2"]]
FULL = ["mul", X, "oo"]


def boxes(goal):
    return {"kind": "boxes", "evidence": {"tree": "P", "form": {"lhs": goal[1], "rhs": goal[3]}, "relation": goal[2][1]}}


def of(goal, *given, **ranges):
    return forall(over(*ranges.items()), goal, *given)


def status(kind, statement, evidence):
    return check_data(certificate(kind, statement, evidence), "c.json").status


def by_logarithms(statement, rest, *bases):
    return status("logarithms", statement, {"apart": [], "positive": [boxes(compare("0", "<", base)) for base in bases], "factor": None, "rest": boxes(rest)})


def narrowed(statement, goal, low, high):
    return status("narrowed", statement, {"steps": [[0, "x", low, high]], **boxes(goal)})


@pytest.mark.parametrize("exponent", [RECIPROCAL, ROOT, ["log", X], ["mul", "0", RECIPROCAL], ["mul", RECIPROCAL, ["log", "2"]]])
def test_an_exponent_without_a_value_does_not_cancel(exponent):
    power = ["exp", exponent]
    rests = [compare("0", "<=", "0"), compare(exponent, "<=", exponent)]
    assert {by_logarithms(of(compare(power, "<=", power), x=UNIT), rest) for rest in rests} == {"refused"}
    more = compare(["mul", power, GROWS], ">=", power)
    rests = [compare(["log", GROWS], ">=", "0"), compare(["add", exponent, ["log", GROWS]], ">=", exponent)]
    assert {by_logarithms(of(more, x=UNIT), rest, GROWS) for rest in rests} == {"refused"}


def test_an_exponent_with_a_value_cancels():
    for exponent in (X, ["exp", ["pow", X, "3"]], ["log", "2"], ["pow", "3", X]):
        goal = compare(["mul", ["exp", exponent], GROWS], ">=", ["exp", exponent])
        assert by_logarithms(of(goal, x=UNIT), compare(["log", GROWS], ">=", "0"), GROWS) == "confirmed"
        assert by_logarithms(of(compare(goal[3], ">=", goal[1]), x=UNIT), compare("0", ">=", ["log", GROWS]), GROWS) == "refused"


def test_an_exponent_that_has_a_value_where_a_base_is_positive_cancels():
    power = ["pow", X, RECIPROCAL]
    goal = compare(power, "<=", ["mul", "2", power])
    rest = compare("0", "<=", ["log", "2"])
    assert by_logarithms(of(goal, x=POSITIVE), rest, X) == "confirmed"
    assert by_logarithms(of(goal, x=interval("0", "1")), rest, X) == "refused"


def test_the_exponent_of_1_must_have_a_value():
    goal = compare(["pow", "1", RECIPROCAL], "<=", "2")
    assert by_logarithms(of(goal, x=UNIT), compare("0", "<=", ["log", "2"])) == "refused"
    rest = compare(["mul", RECIPROCAL, ["log", "1"]], "<=", ["log", "2"])
    assert by_logarithms(of(goal, x=UNIT), rest) == "refused"
    assert by_logarithms(of(goal, x=interval("1", "2")), rest) == "confirmed"


def test_ends_of_ranges_must_have_values():
    goal = compare(["exp", X], "<=", ["exp", X])
    for end, outcome in ((RECIPROCAL, "refused"), (["log", X], "refused"), (["pow", X, "3"], "confirmed")):
        assert by_logarithms(of(goal, x=UNIT, y=interval(end, "3")), compare("0", "<=", "0")) == outcome
        less = compare(X, "<=", "3/4")
        assert narrowed(of(less, compare(X, "<=", "1/2"), x=UNIT, y=interval(end, "3")), less, "-1", "1/2") == outcome
    for last, outcome in (("3/2", "refused"), ("3", "confirmed"), ("oo", "confirmed"), (["add", X, "3"], "refused")):
        assert by_logarithms(of(goal, x=UNIT, y=["integers", "1", last]), compare("0", "<=", "0")) == outcome


@pytest.mark.parametrize(("goal", "given"), [
    (compare(["exp", X], "<=", "3"), compare(FULL, ">=", "1")), (compare(X, ">=", "0"), compare(FULL, "<=", "1")), (compare(X, ">=", "0"), compare(["mul", X, "2", "oo"], "<", "oo")),
    (compare(["exp", X], "<=", "3"), compare("1", "<=", ["mul", "oo", ["exp", X]])), (compare(X, ">=", "0"), compare(["add", ["mul", "-oo", X], "1"], ">=", "0")),
    (compare(X, ">=", "0"), compare(["mul", ["exp", "oo"], X], "<=", "1")), (compare(X, "<=", "1"), compare(X, "<=", "oo")), (compare(X, "<=", "1"), compare(["add", X, "-oo"], "<=", "0")),
    (compare(X, ">=", "0"), compare(["mul", X, ["max", "oo", "1"]], "<=", "1")),
])
def test_hypotheses_about_infinite_numbers_narrow_nothing(goal, given):
    for low, high in (("0", "0"), ("0", "1"), ("-1", "1"), ("0", "oo"), ("-1", "0"), ("-oo", "0"), ("-oo", "1")):
        assert narrowed(of(goal, given, x=REALS), goal, low, high) == "refused"


def test_hypotheses_about_finite_numbers_narrow_ranges():
    goal = compare(["exp", X], "<=", "3")
    for given in (compare(["add", ["pow", X, "2"], ["exp", Y]], "<=", "1"), compare(["mul", ["pow", X, "2"], ["add", "1", ["abs", Y]]], "<=", "1"), compare(["mul", "2", X], "<=", ["erf", Y])):
        low = "-oo" if given[3] != "1" else "-1"
        assert narrowed(of(goal, given, x=REALS, y=REALS), goal, low, "1") == "confirmed"
        assert narrowed(of(goal, given, x=REALS, y=REALS), goal, low, "1/4") == "refused"
