"""Counterexamples at roots, logarithms, multiples of pi, values of equations and far out; statements that are true or fail by too little are never refuted there."""

from __future__ import annotations

import contextlib
import math

import pytest

from verify.claims.inequality import inequalities
from verify.claims.nodes import Node, number
from verify.engines import roots
from verify.engines.task import EFFORTS, Status, Task
from verify.evidence import certificate as certificates
from verify.evidence.checker.check import check_data
from verify.evidence.checker.contact import meet
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.numbers import Budget, NoValue, Undecided, precision
from verify.run.certify import statement_of

FALSE = {
    "x*exp(-x^2) < 1/sqrt(2*exp(1))": "x >= 0", "x^3 - 6*x + 4*sqrt(2) > 0": "x >= 0", "x*exp(-x) < exp(-1)": "x >= 0", "abs(x^2 - 2) > 0": "x in R", "abs(x^3 - 2) > 0": "x in R",
    "(x^2 - x - 1)^2 > 0": "x in R", "cos(x) < 1": "0 < x < 7", "sin(x) < 1": "0 < x < 2", "log(x)/x < exp(-1)": "x > 0", "x^x > exp(-exp(-1))": "x > 0",
    "log(log(x + 3)) <= 10": "x >= 0", "log(log(log(x + 20))) <= 2": "x >= 0", "log(1/x) <= 1000": "x > 0", "x^0.001 <= 1000": "x >= 1",
}
FALSE_CONDITIONS = ("0 == cos(r)", "a == sin(1)", "x*x == 2", "1 == 2*r^(-1)*r^(-1)", "x*x == 2, x > 0, x^2 - 14/5*x > -9799/5000", "x^2 == y + 1, y == 3")
TRUE = {
    "x*exp(-x^2) <= 1/sqrt(2*exp(1))": "x >= 0", "x*exp(-x^2) < 1.000001/sqrt(2*exp(1))": "x >= 0", "x^3 - 6*x + 4*sqrt(2) > -0.000001": "x >= 0", "abs(x^2 - 2) >= 0": "x in R",
    "abs(x^2 - 2) > 0": "x in [0, 1.4142135623730950488]", "abs(x^2 - 2) > -0.0000000001": "x in R", "(x^2 - x - 1)^2 > -0.0000000001": "x in R", "cos(x) < 1": "0 < x < 6.2831853",
    "sin(x) < 1": "0 < x < 1.5707963", "log(x)/x < exp(-1)": "x in (0, 2.718281828459)", "x*exp(-x) < exp(-1)": "x > 1", "tanh(x) < 1": "x in R", "exp(x) > 0": "x in R",
    "log(log(x + 3)) <= log(x + 3)": "x >= 0", "atan(x) < pi/2": "x in R", "x^2 != 2": "x > 1.41421356237309504881", "abs(x^2 - 2.00000001) + abs(x - sqrt(2)) > 0": "x in R",
}


def task_of(says, where):
    (part,) = inequalities(says, where)
    return Task(statement_of(part), EFFORTS["standard"], 0)


def confirmed(task, finding):
    document = certificates.build(task.variant, finding, effort="standard", seed=0) | {"command": "claimcheck certify x --effort standard --seed 0"}
    return check_data(document, "c.json")


@pytest.mark.parametrize("says", FALSE)
def test_what_is_false_at_no_fraction_is_refuted_and_confirmed(says):
    task = task_of(says, FALSE[says])
    finding = roots.decide(task)
    assert finding.status is Status.REFUTED
    assert confirmed(task, finding).status == "confirmed"


@pytest.mark.parametrize("where", FALSE_CONDITIONS)
def test_conditions_that_a_root_obeys_are_no_contradiction(where):
    for part in inequalities("false", where):
        task = Task(statement_of(part), EFFORTS["standard"], 0)
        finding = roots.decide(task)
        if finding.status is Status.REFUTED:
            assert confirmed(task, finding).status == "confirmed"
            return
    raise AssertionError(where)


@pytest.mark.parametrize("says", TRUE)
def test_what_is_true_is_not_refuted(says):
    assert roots.decide(task_of(says, TRUE[says])).status is Status.UNDECIDED


def test_a_point_outside_of_the_range_or_with_another_value_is_refused():
    task = task_of("abs(x^2 - 2) > 0", "x >= 0")
    finding = roots.decide(task)
    for changed in (["pow", "3", "1/2"], ["mul", "-1", ["pow", "2", "1/2"]], "1414213562373/1000000000000", ["pow", "2000000000001/1000000000000", "1/2"]):
        forged = {**finding.evidence, "instance": {"x": changed}}
        altered = type(finding)(finding.engine, finding.status, finding.summary, finding.kind, forged)
        assert confirmed(task, altered).status == "refused"
    values = {**finding.evidence["values"], "measured": "1/2"}
    altered = type(finding)(finding.engine, finding.status, finding.summary, finding.kind, {**finding.evidence, "values": values})
    assert confirmed(task, altered).status == "refused"


X = ["var", ["word", "x"]]
ROOT, MINUS_ROOT = ["pow", "2", "1/2"], ["mul", "-1", ["pow", "2", "1/2"]]
DIFFERENT = [
    (["pow", ["pow", X, "2"], "1/2"], X, MINUS_ROOT), (["abs", X], X, MINUS_ROOT), (["pow", X, "2"], ["mul", "-1", "2"], MINUS_ROOT), (X, "1414213562373/1000000000000", ROOT),
    (["pow", X, "3"], ["mul", "2", ["pow", "3", "1/2"]], ROOT), (["exp", X], ["add", "1", X], ROOT), (["log", ["pow", X, "2"]], ["log", "3"], MINUS_ROOT),
    (["sin", X], "0", ["mul", "22/7"]), (["cos", X], "1", ["pi"]), (["sin", X], "1", ["mul", "3/2", ["pi"]]), (["pow", ["mul", X, X], "1/4"], "1", ROOT),
    (["pow", ["mul", ["abs", X], ["abs", X]], "1/2"], X, MINUS_ROOT), (["max", X, "0"], X, MINUS_ROOT), (["pow", X, "-1"], ["mul", "1/2", ROOT], MINUS_ROOT),
    (["floor", X], X, ROOT), (["pow", ["pow", X, "4"], "1/4"], X, MINUS_ROOT),
]


@pytest.mark.parametrize("k", range(len(DIFFERENT)))
def test_sides_that_differ_do_not_meet(k):
    left, right, at = DIFFERENT[k]
    with precision(128):
        e = Evaluator(Budget())
        with contextlib.suppress(NoValue, Undecided):
            assert not meet(e, ["compare", left, ["word", "=="], right], {"x": e.number(at, {})}, {"x": at})


@pytest.mark.parametrize(("x", "text"), [(math.sqrt(2), number(2) ** number("1/2")), (math.pi, Node("pi")), (0.75, number("3/4")), ((1 + math.sqrt(5)) / 2, None), (-math.sqrt(2), None)])
def test_simple_formulas_are_found_near_floats(x, text):
    found = list(roots.closed_forms(x))
    assert found if text is None else text in found


@pytest.mark.parametrize("f", [["sin", X], ["cos", X], ["tan", X], ["sin_pi", X], ["cos_pi", ["mul", X, "1/3"]], ["cot", X]])
def test_the_checker_lives_on_where_an_angle_is_huge(f):
    for height in (["exp", ["exp", "11"]], ["exp", ["exp", "50"]], ["exp", ["exp", ["exp", "10"]]], ["mul", "-1", ["exp", ["exp", "50"]]]):
        with precision(128):
            e = Evaluator(Budget())
            try:
                e.truth(["compare", f, ["word", "<="], "2"], {"x": e.number(height, {})})
            except (NoValue, Undecided):
                continue
