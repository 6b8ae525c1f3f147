"""Infima of the numbers with a property: proved by the equation that they solve, checked again, and left open where the property does not lie on one side of a solution."""

import json

import pytest

from verify import claims as c
from verify.engines import solution, symbolic
from verify.engines.task import EFFORTS, Status, Task
from verify.evidence import certificate
from verify.evidence.checker.check import check_data

x, a, b, n = c.numbers("x a b n")
ABOVE_0 = {a: c.above(0), b: c.unstated(c.above(0)), n: c.integers(1)}


def least(left, relation, right, where=None):
    return c.Inf({x: c.above(0) if where is None else where}, x, where=c.Compare(left, relation, right))


def task(states, forall=None):
    (variant,) = c.Claim("toy/item", "Item", forall=ABOVE_0 if forall is None else forall, states=states).variants()
    return Task(variant, EFFORTS["quick"])


TRUE = {
    "a solution of an equation with a root": c.Compare(least(a, "==", b * c.sqrt(c.log(n / x))), "==", n * c.exp(-(a**2) / b**2)),
    "numbers above a solution": c.Compare(least(n, ">", 10 * c.log(a / (b * x))), "==", a / b * c.exp(-n / 10)),
    "numbers from a solution on": c.Compare(least(n, ">=", 10 * c.log(a / (b * x)) / c.log(2)), "==", a / b * c.number(2) ** (-n / 10)),
    "the sides exchanged": c.Compare(1 / a, "==", least(1 / x, "<=", a)),
}
FALSE = {
    "another number than the solution": c.Compare(least(n, ">", 10 * c.log(a / (b * x))), "==", a / b * c.exp(-n / 11)),
}
OPEN = {
    "a side that rises": c.Compare(least(a, ">", x), "==", a),
    "a root that has no value far out": c.Compare(least(a, ">", c.sqrt(c.log(b / x))), "==", b * c.exp(-(a**2))),
    "a factor of unknown sign": c.Compare(least(a, "==", (a - b) / x), "==", (a - b) / a),
    "other numbers than the positive ones": c.Compare(least(a, "==", 1 / x, c.at_least(1)), "==", 1 / a),
    "the least of another term": c.Compare(c.Inf({x: c.above(0)}, 2 * x, where=c.Compare(a, "==", 1 / x)), "==", 1 / a),
}


@pytest.mark.parametrize("name", TRUE)
def test_a_solution_is_proved_and_checked(name):
    asked = task(TRUE[name])
    found = symbolic.decide(asked)
    assert (found.status, found.kind) == (Status.PROVED, "solution")
    document = json.loads(certificate.text(certificate.build(asked.variant, found, effort="quick", seed=0)))
    assert check_data(document, "toy").status == "confirmed"


@pytest.mark.parametrize("name", FALSE)
def test_what_does_not_solve_the_equation_is_not_proved(name):
    assert solution.equation(task(FALSE[name])) is not None
    assert symbolic.decide(task(FALSE[name])).status is not Status.PROVED


def test_a_name_that_may_be_infinite_is_no_positive_number():
    assert solution.equation(task(c.Compare(least(a, "==", 1 / x), "==", 1 / a), {a: c.between(1, c.oo)})) is None


@pytest.mark.parametrize("name", OPEN)
def test_other_properties_come_down_to_no_equation(name):
    assert solution.equation(task(OPEN[name])) is None


def test_a_proof_of_another_statement_is_refused():
    asked = task(TRUE["the sides exchanged"])
    found = symbolic.decide(asked)
    for name in [*FALSE, *OPEN]:
        document = json.loads(certificate.text(certificate.build(task({**FALSE, **OPEN}[name]).variant, found, effort="quick", seed=0)))
        assert check_data(document, "toy").status == "refused"
