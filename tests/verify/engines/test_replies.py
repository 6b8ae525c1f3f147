"""Nothing serves all: for each x a reply makes the body false, or no factor is large enough along a path. What is true is left open, and altered evidence is refused."""

import copy
import json

import pytest

from verify import claims as c
from verify.claims.sets import REALS
from verify.engines import replies
from verify.engines.task import EFFORTS, Finding, Status, Task
from verify.evidence import certificate
from verify.evidence.checker.check import check_data
from verify.run.decide import Settings, run_variant

a, x, y, z, k, s, t, i = c.numbers("a x y z k s t i")
X = c.objects("X")
ABOVE_0, HALF_LINE, UNIT = c.above(0), c.at_least(0), c.between(0, 1)
HALF, EIGHTH = c.number("1/2"), c.number("1/8")


def sign(value):
    return c.If(c.Compare(value, ">", 0), 1, c.If(c.Compare(value, "<", 0), -1, 0))


def growing(measured, bound, factor=ABOVE_0, others=None):
    return c.Exists({k: factor, s: ABOVE_0}, c.ForAll({**(others or {}), t: c.above(s)}, c.Compare(measured, "<=", k * bound)))


def near(bound):
    return c.Exists({x: UNIT}, c.ForAll({y: UNIT}, c.Compare((x - y) ** 2, "<=", bound)))


LOGS = c.Abs(y * t + c.log(t) * c.log(t * y))
BEFORE_AND_AFTER = c.All(c.ForAll({y: c.at_least(x)}, c.Compare(y, ">=", 2)), c.ForAll({z: c.between(0, x, open="right")}, c.Compare(z, "<=", 1)))
NOT_REACHED = c.Exists({x: c.between(0, 1, open="left")}, c.Compare(2 - 2 * x, "==", 2))
FALSE = {
    "a largest number": ({}, c.Exists({x: HALF_LINE}, c.ForAll({y: HALF_LINE}, c.Compare(y, "<=", x))), "reply"),
    "a smallest positive number": ({}, c.Exists({x: ABOVE_0}, c.ForAll({y: ABOVE_0}, c.Compare(x, "<=", y))), "reply"),
    "a centre that is too near": ({}, near(EIGHTH), "reply"),
    "one change of a sign": ({}, c.Exists({x: HALF_LINE}, c.ForAll({z: HALF_LINE, y: c.at_least(z)}, c.Compare(sign(c.Derivative(y**2 - 2 * y - z, y)), "==", -sign(z - x)))), "reply"),
    "a change in the other direction": ({}, c.Exists({x: HALF_LINE}, c.ForAll({y: HALF_LINE}, c.Compare(sign(c.Derivative(y**2 - 2 * y, y)), "==", -sign(y - x)))), "reply"),
    "two parts, each with replies": ({}, c.Exists({x: ABOVE_0}, BEFORE_AND_AFTER), "reply"),
    "a value of an outer name": ({a: c.between(0, 2, open="left")}, c.Exists({x: UNIT}, c.ForAll({y: UNIT}, c.Compare(a * (x - y) ** 2, "<=", a * EIGHTH))), "reply"),
    "a part of a conjunction": ({a: c.integers(1)}, c.All(c.Compare(a, ">=", 1), NOT_REACHED), "reply"),
    "families of numbers": ({}, c.Exists({X: c.Families(c.upto(2), c.between(0, 1, open="both"))}, c.ForAll({z: HALF_LINE}, c.Compare(2 * z**2, "==", c.Prod({i: c.upto(2)}, z - X[i])))), "reply"),
    "a curve above a profile": ({a: c.one_of(1, 4)}, c.Exists({x: ABOVE_0}, c.Compare(1 / x, "==", c.gaussian_profile(x, a))), "reply"),
    "a factor for all": ({}, growing(LOGS, c.Abs(y * t), others={y: ABOVE_0}), "growth"),
    "a factor for squares": ({}, growing(t**2, t), "growth"),
    "a factor for exponentials of either sign": ({}, growing(c.exp(t), t**5, factor=REALS), "growth"),
}
TRUE = {
    "a number above an interval": ({}, c.Exists({x: HALF_LINE}, c.ForAll({y: UNIT}, c.Compare(y, "<=", x)))),
    "the centre of an interval": ({}, near(c.number("1/4"))),
    "a number below its multiples": ({}, c.Exists({x: ABOVE_0}, c.ForAll({y: ABOVE_0}, c.Compare(x * y, "<=", y)))),
    "the right change of a sign": ({}, c.Exists({x: HALF_LINE}, c.ForAll({y: HALF_LINE}, c.Compare(sign(c.Derivative(y**2 - 2 * y, y)), "==", sign(y - x))))),
    "only one number": ({}, c.Exists({x: UNIT}, c.ForAll({y: UNIT}, c.Compare((x - c.number("1/3")) ** 2, "<=", y)))),
    "members of which some have no value": ({}, c.Exists({x: c.between(-1, 1)}, c.ForAll({y: c.between(1, 2)}, c.Compare(c.log(x), "<=", y)))),
    "a factor": ({}, growing(t + c.log(t), t)),
    "a factor for a bound below 0": ({}, growing(t, -t, factor=REALS)),
    "a factor on all paths": ({}, growing(t + y, c.Abs(t + 2 * y), others={y: ABOVE_0})),
    "a curve that meets a profile": ({}, c.Exists({x: ABOVE_0}, c.Compare(1 / x, "==", c.gaussian_profile(x, 4)))),
    "an end that is reached": ({}, c.Exists({x: UNIT}, c.Compare(2 - 2 * x, "==", 2))),
    "a reply outside its set": ({}, c.Exists({x: UNIT}, c.ForAll({y: c.between(x, 1)}, c.Compare(y, ">=", x)))),
    "replies over an empty set": ({}, c.Exists({x: UNIT}, c.ForAll({y: c.between(x, HALF)}, c.Compare(y, "<", 0)))),
}
OPEN = {
    "a factor that is perhaps infinite": ({}, c.Exists({k: c.between(0, c.oo), s: ABOVE_0}, c.ForAll({t: c.above(s)}, c.Compare(t**2, "<=", k * t)))),
    "a path that depends on what exists": ({}, c.Exists({k: ABOVE_0, s: ABOVE_0}, c.ForAll({y: c.between(0, s, open="both"), t: ABOVE_0}, c.Compare(t**2, "<=", k * t * y)))),
}


def task(forall, states):
    (variant,) = c.Claim("toy/item", "Item", forall=forall, states=states).variants()
    return Task(variant, EFFORTS["quick"])


def document(name):
    forall, states, kind = FALSE[name]
    asked = task(forall, states)
    found = replies.decide(asked)
    assert found is not None and (found.status, found.kind) == (Status.REFUTED, kind), found
    return json.loads(certificate.text(certificate.build(asked.variant, found, effort="quick", seed=0)))


@pytest.mark.parametrize("name", FALSE)
def test_what_is_false_is_refuted_and_confirmed(name):
    outcome = check_data(document(name), "toy")
    assert outcome.status == "confirmed", outcome.why


@pytest.mark.parametrize("name", TRUE)
def test_what_is_true_is_not_refuted(name):
    assert replies.decide(task(*TRUE[name])) is None


def test_a_factor_that_may_be_infinite_is_left_alone():
    assert replies.decide(task(*OPEN["a factor that is perhaps infinite"])) is None


def test_a_path_may_not_depend_on_what_exists():
    found = replies.decide(task(*OPEN["a path that depends on what exists"]))
    assert found is None or found.kind == "reply"


@pytest.mark.parametrize("states", [c.Compare(a, "<=", 1), c.ForAll({x: UNIT}, c.Compare(x, "<=", a))])
def test_other_statements_are_none_of_its_concern(states):
    assert replies.decide(task({a: UNIT}, states)) is None


def test_a_run_takes_the_refutation():
    forall, states, kind = FALSE["one change of a sign"]
    (variant,) = c.Claim("toy/item", "Item", forall=forall, states=states).variants()
    row, found, errors = run_variant(variant, Settings(effort="quick"))
    assert not errors
    assert (row["status"], found["kind"]) == ("REFUTED", kind)


def altered(data, path, value):
    data = copy.deepcopy(data)
    place = data["evidence"]
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return check_data(data, "toy").status


@pytest.mark.parametrize(("name", "path", "value"), [
    ("a largest number", ("pieces", 0, "values", "y"), ["var", ["word", "x"]]),
    ("a largest number", ("pieces", 0, "values", "y"), ["mul", "-1", ["var", ["word", "x"]]]),
    ("a largest number", ("pieces", 0, "values", "y"), ["pow", ["var", ["word", "x"]], "-1"]),
    ("a largest number", ("pieces", 0, "values", "y"), "oo"),
    ("a largest number", ("pieces", 0, "values", "y"), ["var", ["word", "y"]]),
    ("a largest number", ("pieces", 0, "relation"), "<="),
    ("a largest number", ("pieces", 0, "proofs"), []),
    ("a largest number", ("pieces", 0, "proofs"), ["evident", "evident"]),
    ("a smallest positive number", ("pieces", 0, "values", "y"), "0"),
    ("a smallest positive number", ("pieces", 0, "values", "y"), ["mul", "2", ["var", ["word", "x"]]]),
    ("a centre that is too near", ("at",), []),
    ("a centre that is too near", ("at",), ["3/4"]),
    ("a centre that is too near", ("at",), ["2"]),
    ("a centre that is too near", ("cut",), "y"),
    ("a centre that is too near", ("pieces", 0, "values", "y"), "2"),
    ("a centre that is too near", ("pieces", 0, "values", "y"), "1/2"),
    ("a centre that is too near", ("pieces", 0, "values"), {}),
    ("a centre that is too near", ("pieces", 0, "values"), {"y": "1", "z": "1"}),
    ("a centre that is too near", ("pieces", 0, "path"), [1]),
    ("a centre that is too near", ("instance",), {"x": "1"}),
    ("two parts, each with replies", ("pieces", 0, "path"), []),
    ("two parts, each with replies", ("pieces", 0, "path"), [3]),
    ("two parts, each with replies", ("pieces", 0, "path"), [0]),
    ("a value of an outer name", ("instance", "a"), "3"),
    ("a value of an outer name", ("instance",), {}),
    ("a part of a conjunction", ("path",), []),
    ("a part of a conjunction", ("path",), [1]),
    ("a part of a conjunction", ("pieces", 0, "relation"), ">"),
    ("families of numbers", ("pieces", 0, "values", "z"), "1/4"),
    ("a curve above a profile", ("instance", "a"), "4"),
    ("a curve above a profile", ("pieces", 1, "relation"), "<"),
    ("a curve above a profile", ("pieces", 1, "proofs", 0, "bell"), []),
    ("a curve above a profile", ("pieces", 1, "proofs", 0), {"bell": ["evident"] * 3}),
    ("a curve above a profile", ("pieces", 1, "proofs", 0), {"tail": ["evident"] * 3}),
    ("a curve above a profile", ("at",), ["1/4"]),
    ("a factor for all", ("path", "y"), ["pow", ["var", ["word", "t"]], "-1"]),
    ("a factor for all", ("path", "y"), "1"),
    ("a factor for all", ("path", "y"), ["mul", "-2", ["pow", ["var", ["word", "t"]], "-1"]]),
    ("a factor for all", ("path", "y"), ["mul", "2", ["pow", ["var", ["word", "s"]], "-1"]]),
    ("a factor for all", ("path",), {}),
    ("a factor for all", ("along",), "y"),
    ("a factor for all", ("factor",), "s"),
    ("a factor for squares", ("factor",), "t"),
])
def test_altered_evidence_is_refused(name, path, value):
    assert altered(document(name), path, value) == "refused"


def test_a_bell_is_above_a_profile_where_its_argument_is_not_negative():
    data = document("a curve above a profile")
    assert "bell" in data["evidence"]["pieces"][1]["proofs"][0]
    bells = data["evidence"]["pieces"][1]["proofs"][0]
    assert altered(data, ("pieces", 0, "proofs"), [bells]) == "refused"


@pytest.mark.parametrize(("name", "other"), [
    ("a centre that is too near", TRUE["the centre of an interval"]),
    ("a change in the other direction", TRUE["the right change of a sign"]),
    ("a part of a conjunction", ({a: c.integers(1)}, c.All(c.Compare(a, ">=", 1), TRUE["an end that is reached"][1]))),
    ("a factor for squares", TRUE["a factor"]),
    ("a factor for squares", TRUE["a factor for a bound below 0"]),
    ("a factor for all", TRUE["a factor on all paths"]),
    ("a factor for squares", OPEN["a factor that is perhaps infinite"]),
    ("a part of a conjunction", ({a: c.integers(1)}, c.All(c.Compare(c.log(a - 2), ">=", 1), NOT_REACHED))),
])
def test_evidence_of_one_statement_does_not_refute_another(name, other):
    data = document(name)
    asked = task(*other)
    forged = certificate.build(asked.variant, Finding("replies", Status.REFUTED, "", data["kind"], data["evidence"]), effort="quick", seed=0)
    assert check_data(json.loads(certificate.text(forged)), "toy").status == "refused"
