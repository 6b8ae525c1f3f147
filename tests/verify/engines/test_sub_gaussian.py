"""Sub-Gaussian distributions: engine and checker agree with the moment generating function, and hypotheses of this kind get instances."""

import json
from math import exp, log

import pytest

from mechanisms import Laplace, Normal, Uniform
from verify.claims import LINE, Claim, Compare, Laws, above, finite_law, number, numbers, objects, oo
from verify.claims.nodes import to_json
from verify.engines import evaluate as ev
from verify.engines.classes import conditions
from verify.engines.search import decide
from verify.engines.task import EFFORTS, Status, Task
from verify.engines.truth import Truth
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.numbers import Budget
from verify.quantities import absolute_moment, mean, sub_gaussian, variance

P = objects("P")
s, v = numbers("s v")


def points(**weights):
    return finite_law({number(x.strip("_").replace("m", "-")): number(w) for x, w in weights.items()})


@pytest.mark.parametrize(("law", "scale", "holds"), [
    (Normal(0, scale=2), "2", True), (Normal(1, scale=2), "19/10", False), (Uniform(0, 6), "7/4", True), (Uniform(0, 6), "17/10", False), (Laplace(0, scale=1), "9", False),
    (points(_m1="1/2", _1="1/2"), "1", True), (points(_m1="1/2", _1="1/2"), "99/100", False), (points(_0="1/10", _1="9/10"), "43/100", True), (points(_0="9/10", _1="1/10"), "2/5", False),
    (points(_m1="1/4", _0="1/2", _1="1/4"), "3/4", True), (points(_m1="1/4", _0="1/2", _1="1/4"), "7/10", False), (points(_0="1"), "0", True),
    (points(_m1="1/4", _0="1/4", _2="1/2"), "3/2", True), (points(_m1="1/4", _0="1/4", _2="1/2"), "1", False)])
def test_engine_and_checker_know(law, scale, holds):
    node = sub_gaussian(law, number(scale))
    assert ev.holds(node, {})[0] is (Truth.TRUE if holds else Truth.FALSE)
    assert Evaluator(Budget()).truth(to_json(node), {}) == ("true" if holds else "false")


@pytest.mark.parametrize("p", [0.01, 0.1, 0.3, 0.49])
def test_the_number_of_two_points_is_attained_and_never_exceeded(p):
    least = (1 - 2 * p) / (2 * log((1 - p) / p))

    def excess(t):
        return log((1 - p) + p * exp(t)) - t * p - least * t * t / 2

    assert max(excess(t / 50) for t in range(-1000, 1000)) <= 1e-12
    assert excess(2 * log((1 - p) / p)) == pytest.approx(0, abs=1e-12)


def test_a_law_between_what_is_necessary_and_what_is_enough_stays_open():
    node = sub_gaussian(points(_m1="1/4", _0="1/4", _2="1/2"), number("13/10"))
    assert Evaluator(Budget()).truth(to_json(node), {}) in ("undecided", "true")


def decided(given, states, **forall):
    (variant,) = Claim("toy/classes", "toy", forall={P: Laws(LINE), s: above(0), **forall}, given=given, states=states).variants()
    return decide(Task(variant, EFFORTS["quick"], 0))


def test_hypotheses_get_instances_and_false_conclusions_are_refuted():
    tails = (sub_gaussian(P, s),)
    assert decided(tails, Compare(variance(P), "<=", s**2)).status is Status.SUPPORTED
    assert decided(tails, Compare(variance(P), "<=", s**2 * number("99/100"))).status is Status.REFUTED
    exact = (Compare(mean(P), "==", 0), Compare(variance(P), "==", s**2))
    assert decided(exact, Compare(absolute_moment(P, 2), "==", s**2)).status is Status.SUPPORTED
    assert decided(exact, Compare(absolute_moment(P, 4), "<=", 3 * s**4)).status is Status.REFUTED


def test_what_is_asked_of_a_distribution_is_read_off():
    found = conditions((Compare(mean(P), "==", 0), Compare(s**2, ">=", variance(P)), sub_gaussian(P, s)))["P"]
    assert found.mean == number(0)
    assert found.variance == s**2
    assert not found.exactly
    assert found.proxy is not None
    assert not conditions((Compare(mean(P), "==", variance(P)),)) or conditions((Compare(mean(P), "==", variance(P)),))["P"].mean is None


def test_an_infinite_number_and_a_draw_of_the_name_itself_are_not_read():
    assert ev.holds(sub_gaussian(Normal(0, scale=1), oo), {})[0] is not Truth.TRUE
    assert Evaluator(Budget()).truth(to_json(sub_gaussian(Normal(0, scale=1), oo)), {}) != "true"
    text = json.dumps(to_json(sub_gaussian(Normal(0, scale=1), number(1))))
    squared = json.loads(text.replace('["word", "x"]', '["word", "t"]'))  # E exp(t t) for a drawn t, which is infinite
    assert Evaluator(Budget()).truth(json.loads(text), {}) == "true"
    assert Evaluator(Budget()).truth(squared, {}) != "true"
