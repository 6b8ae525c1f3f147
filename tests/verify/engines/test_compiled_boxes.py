"""Compiled formulas say what the graph says, and nothing where a value may be missing."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from flint import arb, fmpq

from verify import claims as c
from verify.claims import Claim, Compare, between, number, numbers
from verify.engines import interval
from verify.engines.boxes.compiled import compiled
from verify.engines.boxes.domain import Side
from verify.engines.boxes.formula import Graph, Unsupported
from verify.engines.boxes.proof import Box, Prover
from verify.engines.task import EFFORTS, Status, Task

x, y = numbers("x y")
FORMULAS = {
    "polynomial": x**3 - 3 * x * y**2 + 1, "quotient": (x + y) / (1 + x * y) - 2 / y**3, "powers": x**y + y ** number("-1/2") - x ** number("3/2"),
    "logarithms": c.log(x / y) - x * c.exp(-y) * c.log(1 + x), "normal laws": c.normal_cdf(x / y) - c.exp(x) * c.normal_cdf(-y - 1) + c.mills(x),
    "special": c.gamma_p(2, x) * c.log_gamma(y) - c.hyp1f1(number("1/2"), 2, -x) + c.gamma(y) / c.erf(x), "choices": c.Max(x, y) - c.Min(x * y, 2) + abs(x - 3),
    "hyperbolic": c.cosh(x) - c.tanh(y) / c.sinh(x) + c.lambert_w(x) + c.expm1_over(-y), "level": c.gaussian_level(x, y / 8),
}


def box(*ends):
    return Box([Side(Fraction(lo), Fraction(hi), False, False) for lo, hi in ends])


@pytest.mark.parametrize("name", FORMULAS)
def test_values_and_gradients_agree_with_the_graph(name):
    graph = Graph(("x", "y"))
    k = graph.build(FORMULAS[name])
    parts = [k]
    for j in (0, 1):
        try:
            compiled(graph, [graph.slope(k, j)])
            parts.append(graph.slope(k, j))
        except Unsupported:
            continue
    code = compiled(graph, parts)
    for ends in ((("3/2", "3/2"), ("5/2", "5/2")), (("3/2", "25/16"), ("5/2", "41/16"))):
        place = box(*ends)
        found = code(*place.balls)
        for part, ball in zip(parts, found if len(parts) > 1 else [found], strict=True):
            careful = graph.evaluate(part, place.intervals, place.cache)
            assert ball.is_finite()
            assert ball.lower() <= careful[1] and careful[0] <= ball.upper()
            if ends[0][0] == ends[0][1]:
                assert abs(ball.mid() - careful[0]) <= abs(careful[0]) * arb(2) ** -30 + arb(2) ** -40


@pytest.mark.parametrize("formula", [c.log(x), 1 / x, c.sqrt(x), x**y, c.normal_quantile(x), c.lambert_w(x - 1), c.log_gamma(x), c.bessel_k(1, x), c.gamma_p(x, y),
                                     c.digamma(x), c.log1p_over(x - 1), c.gaussian_level(1, x), c.beta_incomplete(1, 2, 1 + x), c.binomial(x - 1, 2)])
def test_there_is_no_number_where_a_value_may_be_missing(formula):
    graph = Graph(("x", "y"))
    place = box((-1, 1), (1, 2))
    assert not compiled(graph, [graph.build(formula)])(*place.balls).is_finite()


def decided(states, domain):
    (variant,) = Claim("toy/claim", "Toy", domain, states).variants()
    interval._KNOWN.clear()  # the same statement may be asked about with and without compiled code
    return interval.decide(Task(variant, replace(EFFORTS["quick"], boxes=60, guard_seconds=60))).status


LOST = {
    "a logarithm that cancels": (Compare(c.log(x) - c.log(x), "<=", 1), {x: between(-1, 1)}),
    "a pole that cancels": (Compare(1 / x - 1 / x, "<=", 1), {x: between(-1, 1)}),
    "a pole with a factor": (Compare(x * (1 / x), "<=", 2), {x: between(-1, 1)}),
    "infinity less infinity": (Compare(x - x, "<=", 1), {x: between(1, number("oo"))}),
    "infinity beside": (Compare(y - y + x, "<=", 1), {x: between(0, 1), y: between(1, number("oo"))}),
}


@pytest.mark.parametrize("name", LOST)
def test_a_difference_that_loses_a_missing_value_proves_nothing(name, monkeypatch):
    monkeypatch.setattr(Prover, "compile_after", 0)
    assert decided(*LOST[name]) is not Status.PROVED


def test_compiled_code_decides_more_boxes_in_the_same_tree(monkeypatch):
    states = Compare(x**4 + y**4 - 3 * x * y + number("229/200"), ">=", 0)
    domain = {x: between(-2, 2), y: between(-2, 2)}
    assert decided(states, domain) is Status.PROVED
    monkeypatch.setattr(Prover, "compile_after", 10**9)
    assert decided(states, domain) is not Status.PROVED


def test_constants_are_enclosed_at_the_precision_of_the_moment():
    graph = Graph(("x", "y"))
    third = compiled(graph, [graph.build(x / 3 * c.pi)])
    assert third(arb(1), arb(1)).overlaps(arb.pi() / 3)
    assert third(arb(fmpq(1, 2)), arb(1)) < 1
