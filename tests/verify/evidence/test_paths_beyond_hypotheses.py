"""Limits at the ends of a range say something of a point only where the function goes on between them: the way there may leave where hypotheses hold, and cross a pole."""

from __future__ import annotations

import pytest
from made_certificates import certificate, compare, forall, interval, over, var

from verify.evidence.checker import closed, normal
from verify.evidence.checker.check import check_data
from verify.evidence.checker.derive import Reader
from verify.evidence.checker.form_signs import Signs, unbroken
from verify.evidence.checker.normal import atom

X, Y = var("x"), var("y")
POSITIVE = interval("0", "oo", "open", "open")
BELL = ["mul", "2", ["pow", ["pi"], "-1/2"], ["exp", ["mul", "-1", X, X]]]


def by_one_tail(goal, *given):
    return check_data(certificate("identity", forall(over(("x", POSITIVE)), goal, *given), {"method": "", "derivation": ["range", ["given" if given else "holds", ["one tail"]]]}), "c.json").status


def test_a_quotient_with_a_pole_outside_of_the_domain_is_not_compared_with_its_limit():
    """For x > 1/2, ``(x - 1/2) erfc(x)`` is smaller than the bell; divided by ``x - 1/2`` their difference rises from a positive limit at 0, up to a pole at 1/2 and again from there."""
    false = compare(BELL, "<", ["mul", ["add", X, "-1/2"], ["erfc", X]])
    assert by_one_tail(false, compare(X, ">", "1/2")) == "refused"


def test_a_quotient_without_a_pole_is_compared_with_its_limit():
    true = compare(["erfc", X], "<", ["exp", ["mul", "-1", X, X]])
    assert by_one_tail(true) == by_one_tail(true, compare(X, ">", "1/2")) == "confirmed"


INSIDE = ["log", ["add", Y, ["exp", ["mul", "-1", X]]]]  # falls from log(1 + y) at x = 0 to log y
START = ["log", ["add", "1", Y]]
VALUES = {"x": atom(("s", "x1")), "y": atom(("s", "x2"))}


def reciprocal(f):
    return ["exp", ["mul", "-1", ["pow", f, "-1"]]]


@pytest.fixture
def fact():
    normal.begin(10**7)
    return Reader(VALUES, Signs()).form(INSIDE).scaled(-1), True


def test_a_function_is_not_followed_across_a_pole(fact):
    """``exp(-1/log(y + exp(-x)))`` falls wherever it has a value, and is above 1 where the logarithm is negative."""
    gap = Reader(VALUES, Signs((fact,)), closed.RULES).form(["add", reciprocal(INSIDE), ["mul", "-1", reciprocal(START)]])
    assert 1 in Signs((fact,)).sign(gap)


@pytest.mark.parametrize(("f", "goes_on"), [
    (["exp", X], True), (["pow", ["add", "1", X], "-1"], True), (["log", ["add", "1", X]], True), (["erfc", ["pow", ["add", X, Y], "-1/2"]], True), (["gamma", ["add", X, "1"]], True),
    (reciprocal(INSIDE), False), (["erfc", ["pow", INSIDE, "-1"]], False), (["pow", INSIDE, "2"], True),
])
def test_where_a_form_goes_on(fact, f, goes_on):
    form = Reader(VALUES, Signs((fact,)), closed.RULES).form(f)
    assert unbroken(form, "x1", Signs()) is goes_on
    assert unbroken(form, "other", Signs())
