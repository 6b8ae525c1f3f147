"""Curves of a run: the parameter that matters, both sides as they are, the instance on it, nothing where there is nothing to draw."""

import json
import types
from fractions import Fraction

import pytest

from verify import claims as c
from verify.claims.registry import load
from verify.report import curve as drawing
from verify.run import curve as drawn
from verify.run import runner
from verify.run.decide import Settings
from verify.run.executors import Pool
from verify.schemas.shape import problem

x, y, n = c.numbers("x y n")


def variant(forall, states, given=()):
    module = types.ModuleType("toy")
    module.LEDGER = c.Ledger("toy", "A toy paper", "nobody", (c.Item("toy/one", "One", "1", c.Scope(forall, given=given)),))
    module.CLAIMS = (c.Claim("toy/one", "1", forall=forall, states=states, given=given),)
    return load(module).variants("toy/one")[0]


def test_both_sides_over_the_parameter_that_decides():
    found = drawn.curve(variant({x: c.above(0), y: c.above(0)}, c.Compare(x**2, "<=", x + 0 * y)), {"x": "2", "y": "1"})
    assert (found["name"], found["relation"], found["at"], found["fixed"], found["logarithmic"]) == ("x", "<=", "2", {"y": "1"}, True)
    assert problem("curves", {"schema": "claimcheck.curves/1", "curves": [found]}) is None
    for at, measured, claimed, holds in found["points"]:
        value = Fraction(at)
        assert (float(measured), float(claimed)) == (pytest.approx(float(value**2)), pytest.approx(float(value))) and holds == (value <= 1)
    assert "2" in [at for at, *_ in found["points"]]


def test_values_outside_of_the_domain_are_not_drawn():
    found = drawn.curve(variant({x: c.between(0, 4), y: c.between(0, 1)}, c.Compare(x, "<=", 1 + y), given=(c.Compare(x, ">=", 1),)), {"x": "3", "y": "0"})
    assert found["name"] == "x" and min(Fraction(at) for at, *_ in found["points"]) >= 1


def test_integers_are_points_by_themselves():
    found = drawn.curve(variant({n: c.integers(1, 12)}, c.Compare(n**2, "<=", 50)), {"n": "9"})
    assert found["whole"] and [Fraction(at) for at, *_ in found["points"]] == list(range(1, 13))


def test_of_a_statement_about_all_of_a_finite_set_a_member_that_fails_is_drawn():
    found = drawn.curve(variant({x: c.above(0)}, c.ForAll({n: c.integers(1, 3)}, c.Compare(x**n, "<=", 2 * x))), {"x": "3/2"})
    assert (found["name"], found["fixed"]) == ("x", {"n": "3"})


@pytest.mark.parametrize(("states", "instance"), [
    (c.Compare(x, "<=", y), {"x": "2"}),
    (c.Exists({n: c.integers(1, 2)}, c.Compare(n * y, "<=", x)), {"x": "1/2", "y": "1"}),
    (c.Compare(x / x, "<=", 0 * y), {"x": "1", "y": "1"}),
])
def test_nothing_is_drawn_without_an_inequality_that_moves_at_a_whole_instance(states, instance):
    assert drawn.curve(variant({x: c.above(0), y: c.above(0)}, states), instance) is None


def test_a_run_stores_one_curve_for_each_item_that_has_one(tmp_path):
    module = types.ModuleType("toy")
    forall = {x: c.above(0)}
    module.LEDGER = c.Ledger("toy", "A toy paper", "nobody", (
        c.Item("toy/false", "False", "1", c.Scope(forall, readings={"factor": ("one", "two")})), c.Item("toy/opinion", "An opinion", "2", not_checked=c.NotChecked("opinion", "none"))))
    module.CLAIMS = (c.Claim("toy/false", "1", forall=forall, states=c.Compare(c.reading("factor", one=x**2, two=2 * x**2), "<=", x)),)
    runner.run({"toy": load(module)}, ["toy/false", "toy/opinion"], Settings(effort="quick"), tmp_path, pool=Pool("in-process"))
    stored = json.loads((tmp_path / "curves.json").read_text(encoding="utf-8"))
    assert problem("curves", stored) is None
    assert [found["id"] for found in stored["curves"]] == ["toy/false"]
    told = drawing.in_words(stored["curves"][0])
    assert told.startswith("Measured and claimed over x from") and "the claim fails at" in told
