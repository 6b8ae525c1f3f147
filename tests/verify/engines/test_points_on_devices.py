"""Formulas at many points by NumPy and by torch: the same numbers, the same best points, whatever the batches; a needle that a small sample misses is found by a large one."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from verify.claims import Claim, Compare, between, erf, exp, gamma, log, number, numbers
from verify.engines import interval
from verify.engines.boxes import points
from verify.engines.boxes.domain import cases
from verify.engines.boxes.formula import Graph, Unsupported
from verify.engines.boxes.namespaces import host, namespace, smallest
from verify.engines.task import EFFORTS, Task

x, y = numbers("x y")


def case(states, forall):
    (variant,) = Claim("toy/one", "1", forall=forall, states=states).variants()
    (found,) = cases(variant.forall, variant.given, variant.states)
    graph = Graph(tuple(found.sides))
    return graph, graph.proposition(found.states), tuple(found.sides.values())


@pytest.fixture(params=["cpu", "torch-cpu"])
def xp(request):
    if request.param != "cpu":
        pytest.importorskip("torch")
    return namespace(request.param)


SMOOTH = Compare(exp(x) * erf(y) + gamma(y + 1), "<=", 3 + abs(x - y) ** 3 - log(y))
WIDE = {x: between(-2, 2), y: between(0, 5, open="left")}


def test_devices_agree_on_values_to_rounding():
    pytest.importorskip("torch")
    graph, goal, sides = case(SMOOTH, WIDE)
    found = []
    for names in (namespace("cpu"), namespace("torch-cpu")):
        at = names.stack([points.Scale(side).at(row, names) for side, row in zip(sides, points.spread(sides, 500, 0, names), strict=True)])
        found.append(host(points.margin(points.Floats(graph, names), (), goal, at)))
    assert np.isfinite(found[0]).sum() > 400 and np.allclose(*found, rtol=1e-9, atol=1e-12, equal_nan=True)


def test_batches_change_nothing(xp, monkeypatch):
    graph, goal, sides = case(SMOOTH, WIDE)

    def best():
        return points.lowest(sides, lambda at: points.margin(points.Floats(graph, xp), (), goal, at), 3000, 3, xp)

    whole = best()
    monkeypatch.setattr(points, "BATCH", 700)
    parts = best()
    assert all(np.array_equal(a, b) for a, b in zip(whole, parts, strict=True))


def test_a_needle_is_found_by_a_large_sample_alone(xp):
    narrow = Compare(exp(-(10**7) * ((x - number("0.123456789")) ** 2 + (y - number("0.3456789")) ** 2)), "<=", number("1/2"))
    graph, goal, sides = case(narrow, {x: between(0, 1), y: between(0, 1)})

    def least(count):
        return float(points.lowest(sides, lambda at: points.margin(points.Floats(graph, xp), (), goal, at), count, 30, xp)[1][0])

    assert least(1500) > 0 > least(400_000)


@pytest.mark.parametrize("device", ["cpu", "torch-cpu"])
def test_the_engine_takes_a_large_sample_where_boxes_leave_a_statement_open(device):
    if device != "cpu":
        pytest.importorskip("torch")
    needle = Compare(exp(-(10**7) * ((x - number("0.123456789")) ** 2 + (y - number("0.3456789")) ** 2)), "<=", number("1/2"))
    (variant,) = Claim("toy/needle", "1", forall={x: between(0, 1), y: between(0, 1)}, states=needle).variants()
    few = replace(EFFORTS["quick"], boxes=4)
    small, large = (interval.decide(Task(variant, effort, device=device)) for effort in (few, replace(few, sample=400_000)))
    assert "suggest" not in small.evidence and "points" not in small.coverage
    at = large.evidence["suggest"]
    assert abs(Fraction(at["x"]) - Fraction("0.123456789")) < Fraction(1, 1000) and abs(Fraction(at["y"]) - Fraction("0.3456789")) < Fraction(1, 1000)


def test_the_smallest_come_in_order_and_equal_ones_by_place(xp):
    rng = np.random.default_rng(0)
    values = rng.integers(0, 50, 5000).astype(float)
    values[:100] = np.inf
    assert smallest(xp, xp.asarray(values), 40).tolist() == np.argsort(values, kind="stable")[:40].tolist()
    few = np.full(5000, np.inf)
    few[[4321, 77]] = 1.0, 2.0
    assert smallest(xp, xp.asarray(few), 10).tolist() == [4321, 77, 0, 1, 2, 3, 4, 5, 6, 7]


def test_a_function_that_a_device_lacks_is_said():
    pytest.importorskip("torch")
    assert "hyp1f1" in points.rules(namespace("cpu")) and "hyp1f1" not in points.rules(namespace("torch-cpu"))
    with pytest.raises(Unsupported, match="has no floating-point rule"):
        points.Floats(Graph(("x",)), namespace("torch-cpu"))._value(("hyp1f1", 0, 1, 2), {}, np.zeros((1, 1)))


def test_a_look_may_end_at_the_first_point_that_is_low_enough():
    """What is asked is whether some point lies below 0: then the first will do, and where none does the look is the same."""
    graph, goal, sides = case(Compare(x * x, "<=", 2), {x: between(-2, 2)})

    def look(p, box, **options):
        asked = []
        scores = points.lowest(box, lambda at: asked.append(at) or points.margin(points.Floats(graph), (), p, at), count=50, rounds=8, **options)[1]
        return float(scores[0]), len(asked)

    (whole, all_steps), (found, steps) = look(goal, sides), look(goal, sides, first=0.0)
    assert whole <= found < 0 and steps < all_steps
    graph, safe, inside = case(Compare(x * x, "<=", 2), {x: between(-1, 1)})
    assert look(safe, inside) == look(safe, inside, first=0.0)
