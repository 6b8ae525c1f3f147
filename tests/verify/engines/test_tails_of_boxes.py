"""Boxes that reach to infinity: normal tails against elementary bounds, proved by rewriting, and confirmed by the checker."""

from dataclasses import replace
from fractions import Fraction

import pytest
from flint import fmpq

from verify import claims as c
from verify.claims.nodes import Node, to_json
from verify.claims.problems import Inequality
from verify.engines import interval
from verify.engines.boxes.domain import Side
from verify.engines.boxes.formula import Graph
from verify.engines.boxes.proof import Box
from verify.engines.boxes.scaling import Scaling
from verify.engines.task import EFFORTS, Status, Task
from verify.evidence import certificate as certificates
from verify.evidence.checker.check import check_data
from verify.evidence.checker.numbers import Budget
from verify.run.certify import statement_of

x, y = c.numbers("x y")


def decided(name, where, left, relation, right):
    task = Task(statement_of(Inequality(((name, where),), (), c.Compare(left, relation, right))), replace(EFFORTS["standard"], boxes=60))
    return task, interval.decide(task)


def confirmed(task, finding, steps=None):
    document = certificates.build(task.variant, finding, effort="standard", seed=0)
    document["command"] = "claimcheck certify x --effort standard --seed 0"
    return check_data(document, "x", Budget() if steps is None else Budget(steps)).status


def logistic(at):
    return 1 / (1 + c.exp(at))


STEEP = c.sqrt(8 / Node("pi"))
TRUE = {
    "Mills' ratio below its bound": (c.above(0), lambda t: (c.mills(t), "<", 1 / t)),
    "a normal tail against a logistic function far out": (c.at_least(5), lambda t: (c.normal_cdf(-t), "<=", logistic(STEEP * t))),
    "a quantile against a line far out": (c.at_least(8), lambda t: (-2 * c.normal_quantile(logistic(t)), "<=", c.sqrt(Node("pi") / 2) * t)),
    "an error function below a bell": (c.at_least(0), lambda t: (c.erfc(t), "<=", c.exp(-(t**2)))),
}
FALSE = {
    "Mills' ratio below too small a bound": (c.above(0), lambda t: (c.mills(t), "<", c.number("999/1000") / t)),
    "a normal tail above a logistic function": (c.at_least(5), lambda t: (c.normal_cdf(-t), ">=", logistic(STEEP * t))),
    "a quantile below too flat a line": (c.at_least(0), lambda t: (-2 * c.normal_quantile(logistic(t)), "<=", c.number("5/4") * t)),
}


@pytest.mark.parametrize(("case", "name"), [*((case, x) for case in TRUE), ("Mills' ratio below its bound", y)])
def test_a_tail_is_proved_and_the_checker_confirms_it(case, name):
    where, sides = TRUE[case]
    task, finding = decided(name, where, *sides(name))
    assert finding.status is Status.PROVED
    assert confirmed(task, finding) == "confirmed"


@pytest.mark.parametrize("case", FALSE)
def test_what_is_false_far_out_is_not_proved(case):
    where, sides = FALSE[case]
    assert decided(x, where, *sides(x))[1].status is not Status.PROVED


def test_a_certificate_of_a_false_tail_is_refused():
    where, sides = TRUE["Mills' ratio below its bound"]
    _, true = decided(x, where, *sides(x))
    where, sides = FALSE["Mills' ratio below too small a bound"]
    task, _ = decided(x, where, *sides(x))
    left, _, right = sides(x)
    forged = replace(true, evidence={**true.evidence, "form": {"lhs": to_json(left), "rhs": to_json(right)}})
    assert confirmed(task, forged, steps=2_000) != "confirmed"


def scaling(low, high, term):
    graph = Graph(("x",))
    box = Box([Side(low, high, False, True)])
    return graph, graph.build(term), Scaling(graph, box.intervals, box.cache)


def test_the_fastest_exponential_is_taken_out_on_a_half_line_and_nothing_on_an_interval():
    term = logistic(x) - c.exp(-2 * x)
    graph, k, forms = scaling(Fraction(1), float("inf"), term)
    other = forms.scaled(k)
    assert graph.evaluate(other, Box([Side(Fraction(1), float("inf"), False, True)]).intervals, {})[0] > fmpq(1, 3)
    graph, k, forms = scaling(Fraction(1), Fraction(2), term)
    assert float("inf") not in graph.evaluate(forms.scaled(k), Box([Side(Fraction(1), Fraction(2), False, True)]).intervals, {})[:2]


def test_terms_with_roots_and_pi_cancel_exactly():
    half = 1 / c.sqrt(2 * Node("pi"))
    _, k, forms = scaling(Fraction(0), Fraction(1), c.sqrt(2 / Node("pi")) / 2 - half)
    assert forms.null(k)
    _, k, forms = scaling(Fraction(0), Fraction(1), c.sqrt(2 / Node("pi")) / 2 - half * c.number("1000001/1000000"))
    assert not forms.null(k)
