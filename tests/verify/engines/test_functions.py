"""Functions of one number as something a claim quantifies over: what holds is not refuted, what fails is, and the checker agrees."""

import json

import pytest

from verify import claims as c
from verify.engines.task import Status
from verify.evidence.checker.check import check_data
from verify.run.decide import Settings, run_variant

x, y = c.numbers("x y")
f, g = c.objects("f g")
HALF_LINE = c.at_least(0)
FALLING = c.Functions(HALF_LINE, c.between(0, 1), "falling")


def decided(goal, forall, given=(), effort="quick"):
    row, document, errors = run_variant(c.Claim("toy/functions", "a toy", forall=forall, given=given, states=goal).variants()[0], Settings(effort=effort))
    assert not errors
    return row, document


TRUE = {
    "a falling function falls": (c.Compare(f(x + y), "<=", f(x)), {f: FALLING, x: HALF_LINE, y: HALF_LINE}),
    "a function lies in its target": (c.All(c.Compare(0, "<=", f(x)), c.Compare(f(x), "<=", 1)), {f: FALLING, x: HALF_LINE}),
    "a rising function rises": (c.Compare(f(x), "<=", f(x + y)), {f: c.Functions(HALF_LINE, HALF_LINE, "rising"), x: HALF_LINE, y: HALF_LINE}),
}
FALSE = {
    "a falling function falls strictly": (c.Compare(f(x + 1), "<", f(x)), {f: FALLING, x: HALF_LINE}),
    "a falling function is at most its exponential": (c.Compare(f(x), "<=", c.exp(-x)), {f: FALLING, x: HALF_LINE}),
    "two falling functions are in order": (c.Compare(f(x), "<=", g(x)), {f: FALLING, g: FALLING, x: HALF_LINE}),
    "a falling function is convex": (c.Compare(f(x + y), "<=", (f(x) + f(x + 2 * y)) / 2), {f: FALLING, x: HALF_LINE, y: HALF_LINE}),
}


@pytest.mark.parametrize("name", TRUE)
def test_what_holds_is_not_refuted(name):
    goal, forall = TRUE[name]
    assert decided(goal, forall)[0]["status"] in (Status.SUPPORTED, Status.PROVED)


@pytest.mark.parametrize("name", FALSE)
def test_what_fails_is_refuted_and_confirmed(name):
    goal, forall = FALSE[name]
    row, document = decided(goal, forall, effort="standard")
    assert row["status"] == Status.REFUTED
    assert check_data(json.loads(json.dumps(document)), "toy").status == "confirmed"


def test_a_function_of_the_wrong_kind_is_named():
    with pytest.raises(c.ClaimError, match="monotone must be"):
        c.Functions(HALF_LINE, HALF_LINE, "up")
    with pytest.raises(c.ClaimError, match="target must be an interval"):
        c.Functions(HALF_LINE, c.one_of(1, 2), "any")
