"""Slopes of functions that a claim quantifies over: functions with corners are ruled out by the hypothesis, the others are differentiated, and the checker agrees."""

import json

import pytest
from flint import fmpq

from verify import claims as c
from verify.claims.nodes import Node, term
from verify.engines import evaluate as ev
from verify.engines.task import Status
from verify.engines.truth import Truth
from verify.evidence.checker.check import check_data
from verify.run.decide import Settings, run_variant
from verify.values.structures import Function

x, s = c.numbers("x s")
f = c.objects("f g")[0]
HALF_LINE = c.at_least(0)
FORALL = {x: c.above(0), f: c.Functions(HALF_LINE, c.between(0, 1), "any")}
SMOOTH = c.ForAll({s: HALF_LINE}, c.Compare(c.Abs(c.Derivative(f(s), s)), "<", c.oo))


def slope(formula, at=x):
    return c.Derivative(formula, s, 1, at)


def decided(goal, given=(SMOOTH,)):
    row, document, errors = run_variant(c.Claim("toy/slopes", "a toy", forall=FORALL, given=given, states=goal).variants()[0], Settings())
    assert not errors
    return row, document


TRUE = {
    "the product rule": c.Compare(slope(c.exp(-s) * f(s)), "==", c.exp(-x) * (slope(f(s)) - f(x))),
    "the chain rule": c.Compare(slope(f(2 * s)), "==", 2 * slope(f(s), 2 * x)),
    "a square rises with its root": c.Compare(slope(f(s) ** 2) * slope(f(s)), ">=", 0),
}
FALSE = {
    "a product without its second part": c.Compare(slope(c.exp(-s) * f(s)), "==", -c.exp(-x) * f(x)),
    "a slope is at most 1/100": c.Compare(c.Abs(slope(f(s))), "<=", c.number("1/100")),
    "all functions fall": c.Compare(slope(f(s)), "<=", 0),
}


@pytest.mark.parametrize("name", TRUE)
def test_rules_of_differentiation_are_not_refuted(name):
    row, _ = decided(TRUE[name])
    assert row["status"] in (Status.SUPPORTED, Status.PROVED) and row["coverage"]["admitted"] > 10


@pytest.mark.parametrize("name", FALSE)
def test_wrong_rules_are_refuted_and_confirmed(name):
    row, document = decided(FALSE[name])
    assert row["status"] == Status.REFUTED
    assert check_data(json.loads(json.dumps(document)), "toy").status == "confirmed"


def hypothesis(body, where=HALF_LINE):
    """Truth of the hypothesis for one function, by its term in x."""
    interval = Node("interval", *where.args)
    function = Function(Node("lambda", ((x, interval),), term(body)))
    return ev.holds(SMOOTH, {"f": function})[0]


@pytest.mark.parametrize("body", [c.exp(-3 * x), c.exp(-x**2) / 3, 1 / (1 + 2 * x), (1 - c.exp(-x)) / 2, term(1), c.log(1 + x) * 0])
def test_terms_without_corners_have_finite_slopes(body):
    assert hypothesis(body) is Truth.TRUE


@pytest.mark.parametrize("body", [c.Max(0, 1 - x), c.If(c.Compare(x, "<", 1), 1, 0), x ** c.number("1/2") / (1 + x), c.Abs(x - 1)])
def test_corners_and_poles_are_not_taken_for_smooth(body):
    assert hypothesis(body) is not Truth.TRUE


def test_a_slope_outside_the_interval_of_a_function_is_no_number():
    function = Function(Node("lambda", ((x, Node("interval", term(0), term(1), "closed", "closed")),), c.exp(-x)))
    answer, _, _ = ev.holds(c.Compare(slope(f(s)), "<", 1), {"f": function, "x": fmpq(2)})
    assert answer is not Truth.TRUE
