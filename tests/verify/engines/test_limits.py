"""Limits and derivatives by the structure of a term: the evaluator and the checker agree, and what the structure does not show stays open."""

import json

import pytest

from mechanisms import Laplace, Normal
from verify import claims as c
from verify.engines import symbolic
from verify.engines.task import EFFORTS, Status, Task
from verify.engines.truth import Truth
from verify.evidence.checker.check import check_data
from verify.run.decide import Settings, run_variant

t, z, k, m, V = c.numbers("t z k m V")
x = c.objects("x")
oo = c.oo



TRUE = {
    "a continuous term": c.Compare(c.Limit(c.exp(-t) + 3, t, oo), "==", 3),
    "a term that grows without end": c.Compare(c.LimSup(c.sqrt(t + c.exp(-t) - 1), t, oo), "==", oo),
    "the largest power of a sum": c.Compare(c.Limit((3 * t**2 - t) / (t**2 + 5), t, oo), "==", 3),
    "an exponential beats every power": c.Compare(c.Limit(t**9 * c.exp(-t), t, oo), "==", 0),
    "Kummer's function falls by a power": c.Compare(c.Limit(c.hyp1f1(c.number(2), c.number(3), -t) * t**2, t, oo), "==", 2),
    "a limit at a finite point": c.Compare(c.Limit(c.log(1 + t) + c.gamma(t + 1), t, 0), "==", 1),
    "a derivative of an exponential": c.Compare(c.Derivative(c.exp(z + z**2), z, order=3, at=0), "==", 7),
    "a derivative of a logarithm": c.Compare(c.Derivative(c.log(1 + z), z, order=4, at=0), "==", -6),
    "a derivative of a power": c.Compare(c.Derivative((1 + z) ** c.number("1/2"), z, order=2, at=3), "==", c.number("-1/32")),
    "a power of a normal variable": c.Compare(c.Expect({x: Normal(1, variance=2)}, x**3), "<", c.number("701/100")),
}
FALSE = {
    "an infinite limit is not finite": c.Compare(c.LimSup(2 * t**c.number("1/3"), t, oo), "<", oo),
    "a wrong derivative": c.Compare(c.Derivative(c.exp(z + z**2), z, order=3, at=0), "==", 6),
    "a wrong leading coefficient": c.Compare(c.Limit((3 * t**2 - t) / (t**2 + 5), t, oo), "==", 2),
}
OPEN = {
    "a term that jumps": c.Compare(c.Limit(c.floor(t), t, 1), "==", 1),
    "a root at the border of its domain": c.Compare(c.Limit(c.sqrt(t), t, 0), "==", 0),
    "a derivative of a term with a corner": c.Compare(c.Derivative(c.Abs(z), z, order=1, at=0), "==", 0),
    "an order that is no whole number": c.Compare(c.Derivative(c.exp(z), z, order=c.number("1/2"), at=0), "==", 1),
}


@pytest.mark.parametrize("name", TRUE)
def test_what_holds_is_found_by_both(name, truths):
    assert truths(TRUE[name]) == (Truth.TRUE, "true")


@pytest.mark.parametrize("name", FALSE)
def test_what_fails_is_found_by_both(name, truths):
    assert truths(FALSE[name]) == (Truth.FALSE, "false")


@pytest.mark.parametrize("name", OPEN)
def test_what_the_structure_does_not_show_stays_open(name, truths):
    ours, checked = truths(OPEN[name])
    assert ours in (Truth.UNDECIDED, Truth.NO_VALUE)
    assert checked in ("undecided", "no value")


ORDERS = {k: c.integers(1), m: c.REALS, V: c.above(0)}
GENERATED = c.Derivative(c.exp(m * z + V * z**2 / 2), z, order=k, at=0)


def variant(forall, states):
    (found,) = c.Claim("toy/item", "Item", forall=forall, states=states).variants()
    return found


def test_moments_of_every_order_follow_from_the_generating_function():
    row, document, errors = run_variant(variant(ORDERS, c.Compare(GENERATED, "==", c.Expect({x: Normal(m, variance=V)}, x**k))), Settings(effort="quick"))
    assert not errors
    assert row["status"] == "PROVED"
    assert check_data(json.loads(json.dumps(document)), "toy").status == "confirmed"


@pytest.mark.parametrize(("forall", "states"), [
    (ORDERS, c.Compare(GENERATED, "==", c.Expect({x: Normal(m, variance=2 * V)}, x**k))),
    (ORDERS, c.Compare(c.Derivative(c.exp(m * z + V * z**2 / 2), z, order=k, at=1), "==", c.Expect({x: Normal(m, variance=V)}, x**k))),
    ({**ORDERS, k: c.above(0)}, c.Compare(GENERATED, "==", c.Expect({x: Normal(m, variance=V)}, x**k))),
    ({k: c.integers(1)}, c.Compare(c.Derivative(1 / (1 - z**2), z, order=k, at=0), "==", c.Expect({x: Laplace(0, scale=1)}, x**k))),
])
def test_the_lemma_on_generating_functions_needs_its_hypotheses(forall, states):
    assert symbolic.decide(Task(variant(forall, states), EFFORTS["quick"])).status is Status.UNDECIDED


mu, d, v = c.numbers("mu d v")
HELD = {mu: c.at_least(1), d: c.at_least(0), v: c.above(0)}


def budget(order):
    """A root of a moment of a normal law with mean d and variance v/t^2, as t grows."""
    spread = 2 * v / t**2
    return c.LimSup((spread ** (order / 2) * c.gamma((order + 1) / 2) * c.hyp1f1(-order / 2, c.number("1/2"), -(d**2) / spread)) ** (1 / order), t, oo)


@pytest.mark.parametrize(("states", "status"), [
    (c.Compare(budget(mu), "<", oo), Status.PROVED),
    (c.Compare(c.LimSup(t ** (1 / mu) * c.hyp1f1(-mu, c.number("1/2"), -v * t), t, oo), "<", oo), Status.UNDECIDED),
    (c.Compare(c.LimSup(c.hyp1f1(mu, c.number("1/2"), v * t), t, oo), "<", oo), Status.UNDECIDED),
])
def test_a_limit_is_proved_on_the_whole_domain_by_leading_orders(states, status):
    assert symbolic.decide(Task(variant(HELD, states), EFFORTS["quick"])).status is status
