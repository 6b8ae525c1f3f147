"""Limits and derivatives by the structure of a term: the evaluator and the checker agree, and what the structure does not show stays open."""

import json
from fractions import Fraction

import pytest

from mechanisms import Laplace, Normal
from verify import claims as c
from verify.claims.nodes import Node
from verify.engines import symbolic
from verify.engines.task import EFFORTS, Status, Task
from verify.engines.truth import Truth
from verify.evidence.checker.check import check_data
from verify.quantities import hockey_stick_divergence as H
from verify.run.decide import Settings, run_variant

t, z, k, m, V, w = c.numbers("t z k m V w")
x = c.objects("x")
oo = c.oo



def Phi(x):
    return c.erfc(-x / c.sqrt(2)) / 2


def curve(level, at):
    """The privacy profile of two normal laws, at a level mu."""
    return Phi(-at / level + level / 2) - c.exp(at) * Phi(-at / level - level / 2)


def tail_form(level, at):
    a = -at / level + level / 2
    return level * c.exp(-(a**2) / 2) / (c.sqrt(2 * c.pi) * a**2)


def exponent(delta):
    """Where a logarithm of 0 counts as -oo."""
    return c.If(c.Compare(delta, ">", 0), t**2 / (-2 * c.log(delta)), 0)


def profile(p, q):
    return H(p, q, t)


LEVEL = c.number("3/2")
HALF_NORMALS = Normal(0, variance=2), Normal(1, variance=2)
UNIT_APART = Normal(0, variance=4), Normal(1, variance=4)
WIDER = Normal(1, variance=3), Normal(0, variance=1)
APART = c.finite_law({0: Fraction(1, 4), 1: Fraction(3, 4)}), c.finite_law({0: Fraction(1, 2), 2: Fraction(1, 2)})
FALLING = c.Node("lambda", ((x, c.at_least(0)),), c.exp(-(x**2)))

TRUE = {
    "leading orders that cancel": c.Compare(c.Limit((t + 1) ** 2 - t**2 - 2 * t, t, oo), "==", 1),
    "a difference of roots": c.Compare(c.Limit(c.sqrt(t**2 + t) - t, t, oo), "==", c.number("1/2")),
    "a quotient of differences": c.Compare(c.Limit((c.exp(t) - 1) / t, t, 0), "==", 1),
    "a root of the name by itself": c.Compare(c.Limit(t ** (1 / t), t, oo), "==", 1),
    "the second order of a normal tail": c.Compare(c.Limit(t**2 * (1 - t * c.mills(t)), t, oo), "==", 1),
    "a Gaussian curve and its asymptotic form": c.Compare(c.Limit(curve(LEVEL, t) / tail_form(LEVEL, t), t, oo), "==", 1),
    "the smaller term of a Gaussian curve": c.Compare(c.Limit(c.exp(t) * Phi(-t / LEVEL - LEVEL / 2), t, oo), "==", 0),
    "the exponent of a Gaussian curve": c.Compare(c.LimSup(t**2 / (-2 * c.log(c.gaussian_profile(t, LEVEL))), t, oo), "==", LEVEL**2),
    "the level of a Gaussian curve": c.Compare(c.LimInf(c.gaussian_level(t, curve(LEVEL, t)), t, oo), "==", LEVEL),
    "a Gaussian curve of large levels": c.Compare(c.Limit(curve(t, 3), t, oo), "==", 1),
    "a logarithm against a power": c.Compare(c.Limit(t**2 / (-2 * c.log(4 * c.exp(-2) / t)), t, oo), "==", oo),
    "an exponent of an exponential": c.Compare(c.Limit(t**2 / (-2 * c.log(c.exp(-(t**2)))), t, oo), "==", c.number("1/2")),
    "the exponent of normal laws": c.Compare(c.LimSup(exponent(profile(*HALF_NORMALS)), t, oo), "==", c.number("1/2")),
    "a normal law of a larger variance": c.Compare(c.Limit(c.log(profile(*WIDER)) / t, t, oo), "==", c.number("-1/2")),
    "a normal law of a smaller variance": c.Compare(c.Limit(exponent(profile(*WIDER[::-1])), t, oo), "==", 0),
    "the exponent of laws with a bounded ratio": c.Compare(c.Limit(exponent(profile(Laplace(0, scale=1), Laplace(1, scale=1))), t, oo), "==", 0),
    "the exponent of laws that live apart": c.Compare(c.Limit(exponent(profile(*APART)), t, oo), "==", oo),
    "a profile tends to the mass apart": c.Compare(c.Limit(profile(*APART), t, oo), "==", c.number("3/4")),
    "a profile is continuous": c.Compare(c.Limit(profile(*APART), t, 0), "==", c.number("3/4")),
    "a function of one number": c.Compare(c.Limit(c.log(c.Node("apply", FALLING, 2 * t)) / t**2, t, oo), "==", -4),
    "a function is continuous": c.Compare(c.Limit(c.Node("apply", FALLING, t), t, 0), "==", 1),
    "a branch that is taken far out": c.Compare(c.Limit(c.If(c.Compare(c.exp(t), ">", t**5), 1 / t, t), t, oo), "==", 0),
    "what holds far out": c.eventually(t, c.Compare(curve(c.number(1), t), "<", c.exp(-(t**2) / 3))),
    "what holds far out by ranges": c.eventually(t, c.Compare(c.gamma(t), ">", 7)),
    "a bound up to a constant": c.big_o(curve(c.number(1), t), c.exp(-(t**2) / 3), t),
    "a root at the border of its domain": c.Compare(c.Limit(c.sqrt(t), t, 0), "==", 0),
    "a continuous term": c.Compare(c.Limit(c.exp(-t) + 3, t, oo), "==", 3),
    "a term that grows without end": c.Compare(c.LimSup(c.sqrt(t + c.exp(-t) - 1), t, oo), "==", oo),
    "the largest power of a sum": c.Compare(c.Limit((3 * t**2 - t) / (t**2 + 5), t, oo), "==", 3),
    "an exponential beats every power": c.Compare(c.Limit(t**9 * c.exp(-t), t, oo), "==", 0),
    "Kummer's function falls by a power": c.Compare(c.Limit(c.hyp1f1(c.number(2), c.number(3), -t) * t**2, t, oo), "==", 2),
    "a limit at a finite point": c.Compare(c.Limit(c.log(1 + t) + c.gamma(t + 1), t, 0), "==", 1),
    "a derivative of an exponential": c.Compare(c.Derivative(c.exp(z + z**2), z, order=3, at=0), "==", 7),
    "a derivative of a logarithm": c.Compare(c.Derivative(c.log(1 + z), z, order=4, at=0), "==", -6),
    "a derivative of an error function": c.Compare(c.Derivative(c.erfc(z), z, order=3, at=0) * c.sqrt(c.pi), "<=", c.number("4.0001")),
    "a second derivative of a Gaussian profile": c.Compare(c.Derivative(c.gaussian_profile(z, 4), z, order=2, at=0), "<", c.number("-0.009")),
    "a bend near a point": c.Exists({w: c.above(0)}, c.ForAll({z: c.between(0, w)}, c.Compare(c.Derivative(c.gaussian_profile(z, 1), z, order=2), ">", 0))),
    "a derivative of a power": c.Compare(c.Derivative((1 + z) ** c.number("1/2"), z, order=2, at=3), "==", c.number("-1/32")),
    "a power of a normal variable": c.Compare(c.Expect({x: Normal(1, variance=2)}, x**3), "<", c.number("701/100")),
    "a Gaussian level at epsilon near 0": c.All(*(c.Compare(c.Limit(c.gaussian_level(1 / t, c.number("1/2")), t, oo), relation, c.number(end))
                                                for relation, end in ((">", "1.3489"), ("<", "1.349")))),
    "a branch seen by limits that differ": c.Compare(c.Limit(c.If(c.Compare(H(Laplace(1, scale=2), Laplace(0, scale=2), 1 / t), "<", 1), 2, 3), t, oo), "==", 2),
    "an infimum that moves with 1/t": c.Compare(c.Limit(c.Inf({z: c.between(0, 1)}, z**2 - z / t + 1), t, oo), "==", 1),
    "a ceiling beside what it rounds": c.Compare(c.Limit(c.ceiling(c.sqrt(3) * t) / t, t, oo), "==", c.sqrt(3)),
    "a floor inside of a logarithm": c.Compare(c.Limit(t * (c.log(c.floor(t) + t**2) - 2 * c.log(t)), t, oo), "==", 1),
    "a ceiling of what falls without end": c.Compare(c.Limit(c.ceiling(-c.exp(t)) * c.exp(-t), t, oo), "==", -1),
    "a floor of what comes between integers": c.Compare(c.Limit(c.floor(c.number("5/2") + 1 / t), t, oo), "==", 2),
    "a floor of what comes to an integer from above": c.Compare(c.Limit(c.floor(3 + 1 / t), t, oo), "==", 3),
    "a floor of what comes to an integer from below": c.Compare(c.Limit(c.floor(3 - 1 / t), t, oo), "==", 2),
    "a ceiling of what comes to an integer from above": c.Compare(c.Limit(c.ceiling(c.exp(-t)), t, oo), "==", 1),
    "a ceiling of what comes to an integer from below": c.Compare(c.Limit(c.ceiling(-c.exp(-t)), t, oo), "==", 0),
    "a rounded number stays within 1": c.eventually(t, c.Compare(c.floor(t**2), ">", t**2 - t)),
    "a harmonic sum beside a logarithm": c.Compare(c.Limit(c.Sum({k: c.integers(0, t + 1)}, 1 / (k + 1)) / c.log(t), t, oo), "==", 1),
    "a sum of odd reciprocals": c.Compare(c.Limit(c.Sum({k: c.integers(1, t)}, 1 / (2 * k - 1)) / c.log(t), t, oo), "==", c.number("1/2")),
    "a sum of roots": c.Compare(c.Limit(c.Sum({k: c.integers(0, 2 * t)}, c.sqrt(k)) / t ** c.number("3/2"), t, oo), "==", c.number("2/3") * 2 ** c.number("3/2")),
    "a sum of squares, to its second order": c.Compare(c.Limit((c.Sum({k: c.integers(-3, t)}, k**2) - t**3 / 3) / t ** c.number("9/4"), t, oo), "==", 0),
    "a logarithm of a factorial": c.Compare(c.Limit((c.Sum({k: c.integers(1, t)}, c.log(k)) - t * c.log(t)) / t, t, oo), "==", -1),
    "a sum of logarithms over their numbers": c.Compare(c.Limit(c.Sum({k: c.integers(1, t**2)}, c.log(k) / k) / c.log(t) ** 2, t, oo), "==", 2),
    "a sum that converges": c.Compare(c.Limit(c.Sum({k: c.integers(1, t)}, c.exp(-k) + 1 / k**2) / c.log(t), t, oo), "==", 0),
    "a sum up to a number that is rounded": c.Compare(c.Limit(c.Sum({k: c.integers(1, c.ceiling(c.exp(t)))}, 1 / k) / t, t, oo), "==", 1),
    "levels rise with delta": c.eventually(t, c.Compare(c.gaussian_level(t, c.number("1/4")), "<", c.gaussian_level(t, c.number("1/2")))),
    "a level is finite": c.eventually(t, c.Compare(c.If(c.Compare(t, ">", 3), c.gaussian_level(t, c.number("1/4")), 0), "!=", c.oo)),
    "normal laws and their curve": c.eventually(t, c.Compare(c.Max(*(profile(*pair) for pair in (UNIT_APART, UNIT_APART[::-1]))), ">=", c.gaussian_profile(t, c.number("1/2")))),
    "equal terms that are not followed": c.eventually(t, c.Compare(t - c.floor(t), "==", t - c.floor(t))),
}
FALSE = {
    "levels of two deltas are not equal": c.eventually(t, c.Compare(c.gaussian_level(t, c.number("1/4")), "==", c.gaussian_level(t, c.number("1/2")))),
    "normal laws are not below their curve": c.eventually(t, c.Compare(exponent(profile(*UNIT_APART)), "<", exponent(c.gaussian_profile(t, c.number("1/2"))))),
    "a harmonic sum is not bounded": c.big_o(c.Sum({k: c.integers(1, t)}, 1 / k), c.number(1), t),
    "a sum of roots of another order": c.big_o(c.Sum({k: c.integers(1, t)}, c.sqrt(k)), t, t),
    "a sum of squares to another factor": c.Compare(c.Limit(c.Sum({k: c.integers(1, t)}, k**2) / t**3, t, oo), "==", c.number("1/2")),
    "a ceiling beside a multiple of what it rounds": c.Compare(c.Limit((2 * c.ceiling(c.sqrt(8) * t * c.pi) + 4) / t, t, oo), "==", 1),
    "a floor of what comes to an integer": c.Compare(c.Limit(c.floor(3 - 1 / t), t, oo), "==", 3),
    "a Gaussian curve falls like no larger power": c.big_o(curve(c.number(1), t), c.exp(-(t**2)), t),
    "a Gaussian curve stays above a faster one": c.eventually(t, c.Compare(curve(c.number(1), t), "<", c.exp(-(t**2) / 2))),
    "a limit is no strict bound of itself": c.Compare(c.Limit(curve(LEVEL, t) / tail_form(LEVEL, t), t, oo), "<", 1),
    "the larger term of a Gaussian curve": c.Compare(c.Limit(Phi(-t / LEVEL + LEVEL / 2), t, oo), "==", 1),
    "an exponent of another level": c.Compare(c.LimSup(exponent(profile(*HALF_NORMALS)), t, oo), "==", 1),
    "the mass apart is no smaller": c.Compare(c.Limit(profile(*APART), t, oo), "<", c.number("3/4")),
    "an infinite limit is not finite": c.Compare(c.LimSup(2 * t**c.number("1/3"), t, oo), "<", oo),
    "a wrong second derivative of a Gaussian profile": c.Compare(c.Derivative(c.gaussian_profile(z, 1), z, order=2, at=0), "<", 0),
    "a wrong derivative": c.Compare(c.Derivative(c.exp(z + z**2), z, order=3, at=0), "==", 6),
    "a wrong leading coefficient": c.Compare(c.Limit((3 * t**2 - t) / (t**2 + 5), t, oo), "==", 2),
    "an infimum that moves with 1/t, elsewhere": c.Compare(c.Limit(c.Inf({z: c.between(0, 1)}, z**2 - z / t + 1), t, oo), ">", 2),
}
OPEN = {
    "a logarithm of what is 0 far out": c.Compare(c.Limit(1 / c.log(profile(Laplace(0, scale=1), Laplace(1, scale=1))), t, oo), "==", 0),
    "a term that oscillates": c.Compare(c.LimSup(t - c.floor(t), t, oo), "==", 1),
    "levels at negative epsilons": c.eventually(t, c.Compare(c.gaussian_level(-t, c.number("1/4")), "<", c.gaussian_level(-t, c.number("1/2")))),
    "levels of two epsilons": c.eventually(t, c.Compare(c.gaussian_level(t, c.number("1/4")), "<", c.gaussian_level(2 * t, c.number("1/2")))),
    "a statement that comes and goes": c.eventually(t, c.Compare(t - c.floor(t), ">", 0)),
    "a leading coefficient of unknown sign": c.Compare(c.Limit(t * (c.log(c.number(2)) * c.pi - c.log(c.number(2) ** c.pi)), t, oo), "==", 0),
    "an exponential of an exponential": c.Compare(c.Limit(c.exp(t) ** 2 * c.exp(-c.exp(t)), t, oo), "==", 0),
    "a limit that differs from side to side": c.Compare(c.Limit(c.Abs(t) / t, t, 0), "==", 1),
    "a ceiling less what it rounds": c.Compare(c.Limit(c.ceiling(t) - t, t, oo), "==", 0),
    "a floor of a constant that may be an integer": c.Compare(c.Limit(c.floor(t ** 0 * c.log(c.exp(c.number(2)) * c.cosh(1) / c.cosh(-1)) + c.exp(-t)), t, oo), "==", 2),
    "a statement about what is left by rounding": c.eventually(t, c.Compare(c.floor(2 * t), ">=", 2 * c.floor(t) + 1)),
    "normal laws and a curve of an irrational level": c.eventually(t, c.Compare(profile(*HALF_NORMALS), "<=", c.gaussian_profile(t, 1 / c.sqrt(2)))),
    "equal terms without a value": c.eventually(t, c.Compare(c.log(-t) - c.floor(t), "<=", c.log(-t) - c.floor(t))),
    "equal terms of which a value is not seen": c.eventually(t, c.Compare(1 / (t - c.floor(t)), "<=", 1 / (t - c.floor(t)))),
    "a sum with a member that has no value": c.Compare(c.Limit(c.Sum({k: c.integers(0, t)}, 1 / k) / c.log(t), t, oo), "==", 1),
    "a sum with a member far out that has no value": c.Compare(c.Limit(c.Sum({k: c.integers(0, t)}, 1 / (k - 40)) / c.log(t), t, oo), "==", 1),
    "the number that a sum tends to": c.Compare(c.Limit(c.Sum({k: c.integers(1, t)}, 1 / k**2), t, oo), "==", 2),
    "a sum of members that move": c.Compare(c.Limit(c.Sum({k: c.integers(1, t)}, 1 / (k + t)), t, oo), "<", 1),
    "a sum of iterated logarithms": c.big_o(c.Sum({k: c.integers(2, t)}, 1 / (k * c.log(k))), c.number(1), t),
    "a sum of powers that grow": c.big_o(c.Sum({k: c.integers(1, t)}, c.exp(k)), c.exp(t), t),
    "a term that jumps": c.Compare(c.Limit(c.floor(t), t, 1), "==", 1),
    "a derivative of a term with a corner": c.Compare(c.Derivative(c.Abs(z), z, order=1, at=0), "==", 0),
    "an order that is no whole number": c.Compare(Node("derivative", ((z, c.number("0")),), c.exp(z), c.number("1/2")), "==", 1),
    "a Gaussian level below its domain": c.Compare(c.Limit(c.gaussian_level(-1 / t, c.number("1/2")), t, oo), "<", 5),
    "a branch at the level of its limit": c.Compare(c.Limit(c.If(c.Compare(H(Laplace(1, scale=2), Laplace(0, scale=2), 1 / t), "<", 1 - c.exp(-c.number("1/4"))), 2, 3), t, oo), "==", 2),
    "an infimum without a bounded slope": c.Compare(c.Limit(c.Inf({z: c.between(0, 1)}, z * c.sqrt(1 / t)), t, oo), "==", 0),
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


def test_moments_of_every_order_are_true_and_without_a_rule():
    """No derivation replays them, so no engine says that they are proved; and no search refutes them."""
    states = c.Compare(GENERATED, "==", c.Expect({x: Normal(m, variance=V)}, x**k))
    assert symbolic.decide(Task(variant(ORDERS, states), EFFORTS["quick"])).status is Status.UNDECIDED
    row, document, errors = run_variant(variant(ORDERS, states), Settings(effort="quick"))
    assert not errors and document is None
    assert row["status"] in ("SUPPORTED", "UNDECIDED")


@pytest.mark.parametrize(("value", "status"), [(2, "PROVED"), (c.number("21/10"), "REFUTED")])
def test_a_limit_of_ceilings_is_proved_and_another_value_is_refuted(value, status):
    states = c.Compare(c.Limit((2 * c.ceiling(w * t) + 1) / (w * t), t, oo), "==", value)
    row, document, errors = run_variant(variant({w: c.above(0)}, states), Settings(effort="quick"))
    assert not errors and row["status"] == status
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


@pytest.mark.parametrize("states", [
    c.Compare(budget(mu), "<", oo),
    c.Compare(c.LimSup(t ** (1 / mu) * c.hyp1f1(-mu, c.number("1/2"), -v * t), t, oo), "<", oo),
    c.Compare(c.Limit(curve(v, t) / tail_form(v, t), t, oo), "==", 1),
    c.Compare(c.Limit(t**2 / (-2 * c.log(curve(v, t))), t, oo), "==", v**2),
    c.Compare(c.Limit(t**2 / (-2 * c.log(curve(v, t))), t, oo), "==", v),
    c.Compare(c.LimSup(c.hyp1f1(mu, c.number("1/2"), v * t), t, oo), "<", oo),
])
def test_a_limit_without_a_rule_for_its_leading_orders_stays_open(states):
    """The first, third and fourth are true; leading orders with names in them are no rule of a derivation."""
    assert symbolic.decide(Task(variant(HELD, states), EFFORTS["quick"])).status is Status.UNDECIDED


FALSE_SOMEWHERE = {
    "the larger term of a Gaussian curve": c.Compare(c.Limit(Phi(-t / v + v / 2), t, oo), "==", 1),
    "a quotient that vanishes for small levels": c.big_o(curve(v, t), c.exp(-(t**2)), t),
    "an order of growth": c.eventually(t, c.Compare(curve(v, t), "<=", c.exp(-(t**2) / 4))),
}


@pytest.mark.parametrize("name", FALSE_SOMEWHERE)
def test_a_limit_that_fails_at_an_instance_is_refuted_and_confirmed(name):
    row, document, errors = run_variant(variant({v: c.above(0)}, FALSE_SOMEWHERE[name]), Settings(effort="quick"))
    assert not errors
    assert row["status"] == "REFUTED"
    assert check_data(json.loads(json.dumps(document)), "toy").status == "confirmed"


def test_a_proof_about_a_limit_is_checked():
    row, document, errors = run_variant(variant({v: c.above(0)}, c.Compare(c.Limit(t * Phi(-v * t), t, oo), "==", 0)), Settings(effort="quick"))
    assert not errors
    assert row["status"] == "PROVED"
    assert check_data(json.loads(json.dumps(document)), "toy").status == "confirmed"


ROUNDED_OR_SUMMED = {
    "a sum": ({}, TRUE["a harmonic sum beside a logarithm"], "PROVED"),
    "a sum to another factor": ({}, FALSE["a sum of squares to another factor"], "REFUTED"),
    "a ceiling": ({v: c.above(0)}, c.Compare(c.Limit(c.ceiling(v * t) / t, t, oo), "==", 1), "REFUTED"),
}


@pytest.mark.parametrize("name", ROUNDED_OR_SUMMED)
def test_what_is_decided_through_sums_and_rounding_is_checked(name):
    forall, states, status = ROUNDED_OR_SUMMED[name]
    row, document, errors = run_variant(variant(forall, states), Settings(effort="quick"))
    assert not errors
    assert row["status"] == status
    document = json.loads(json.dumps(document))
    assert check_data(document, "toy").status == "confirmed"
    document["status"] = "REFUTED" if status == "PROVED" else "PROVED"
    assert check_data(document, "toy").status != "confirmed"
