"""Proofs from lemmas of suprema over integers and intervals: functions that fall, points of a grid, shifted indices, suprema of signed numbers, and numbers by cases; what is false by a little stays open."""

import copy
import json

import pytest

from verify import claims as c
from verify.engines import lemmas
from verify.engines.lemmas import adding, trying
from verify.engines.task import EFFORTS, Status, Task
from verify.evidence.checker.cases import collapsed
from verify.evidence.checker.check import check_data
from verify.evidence.checker.sorts import Sorts, of_functions
from verify.evidence.checker.uses import tidied
from verify.run.decide import Settings, run_variant

n, h, i, e, x, y, a, b = c.numbers("n h i e x y a b")
f = c.objects("f")
FALLING = {n: c.integers(1), h: c.above(0), f: c.Functions(c.at_least(0), c.between(0, 1), monotone="falling")}
RISING = {**FALLING, f: c.Functions(c.at_least(0), c.between(0, 1), monotone="rising")}
ANY = {**FALLING, f: c.Functions(c.at_least(0), c.between(0, 1))}
GRID, HEAD = {i: c.integers(0, n)}, {e: c.between(0, h)}
STEP = h / n


def most(over, value):
    return c.Sup(over, value)


AT_NODES, ON_HEAD = most(GRID, f(i * STEP)), most(HEAD, f(e))
SHIFTED, LATER = most({i: c.integers(1, n + 1)}, f((i - 1) * STEP)), most({i: c.integers(1, n)}, f(i * STEP))
LOWERED = most(GRID, f(i * STEP) - STEP)
SOME = most(GRID, c.If(c.Compare(i, "<=", n - 1), f(i * STEP), 0))

PROVED = {
    "nodes of a grid": (FALLING, c.Compare(AT_NODES, "<=", ON_HEAD)),
    "the last node before a number": (FALLING, c.Compare(ON_HEAD, "<=", AT_NODES)),
    "shifted indices": (ANY, c.Compare(AT_NODES, "==", SHIFTED)),
    "signed numbers": (ANY, c.Compare(AT_NODES, "<=", LOWERED + STEP)),
    "a premise about all members": (FALLING, c.Implies(c.ForAll(GRID, c.Compare(f(i * STEP), "<=", a)), c.Compare(ON_HEAD, "<=", a))),
    "numbers by cases": (FALLING, c.Compare(SOME, "<=", ON_HEAD)),
}
PROVED["a premise about all members"] = ({**FALLING, a: c.between(0, 1)}, PROVED["a premise about all members"][1])
OPEN = {
    "nodes of a grid, strictly": (FALLING, c.Compare(AT_NODES, "<", ON_HEAD)),
    "the nodes without the first": (FALLING, c.Compare(ON_HEAD, "<=", LATER)),
    "the last node before a number, rising": (RISING, c.Compare(ON_HEAD, "<=", most({i: c.integers(0, n - 1)}, f(i * STEP)))),
    "any function": (ANY, c.Compare(ON_HEAD, "<=", AT_NODES)),
    "shifted indices, one less": (ANY, c.Compare(AT_NODES, "==", most({i: c.integers(1, n)}, f((i - 1) * STEP)))),
    "signed numbers, half of the step": (ANY, c.Compare(AT_NODES, "<=", LOWERED + STEP / 2)),
    "a premise about some members": ({**FALLING, a: c.between(0, 1)}, c.Implies(c.ForAll({i: c.integers(1, n)}, c.Compare(f(i * STEP), "<=", a)), c.Compare(ON_HEAD, "<=", a))),
    "a premise without a value": ({**FALLING, a: c.between(0, 1)}, c.Implies(c.ForAll(GRID, c.Compare(f(i * STEP) / i, "<=", a)), c.Compare(f(0), "<=", 1))),
    "numbers by cases, above": (FALLING, c.Compare(AT_NODES, "<=", most({i: c.integers(0, n)}, c.If(c.Compare(i, ">=", 1), f(i * STEP), 0)))),
}


def variant(forall, states):
    (found,) = c.Claim("toy/item", "Item", forall=forall, states=states).variants()
    return found


@pytest.mark.parametrize("name", PROVED)
def test_suprema_are_compared_and_confirmed(name, must_be_proved):
    must_be_proved(variant(*PROVED[name]))


@pytest.mark.parametrize("name", OPEN)
def test_what_is_false_is_not_proved(name):
    assert lemmas.decide(Task(variant(*OPEN[name]), EFFORTS["quick"])).status is Status.UNDECIDED


def test_the_functions_of_a_proof_cannot_be_others():
    _, document, _ = run_variant(variant(*PROVED["the last node before a number"]), Settings(effort="quick"))
    data = json.loads(json.dumps(document))
    assert data["kind"] == "lemmas"
    for change in ("rising", "any"):
        other = copy.deepcopy(data)
        other["statement"] = json.loads(json.dumps(other["statement"]).replace('"falling"', f'"{change}"'))
        assert check_data(other, "toy").status in ("refused", "malformed", "stale")


def var(name):
    return ["var", ["word", name]]


CLOSED = [["word", "closed"], ["word", "closed"]]
UNIT = ["interval", "0", "1", *CLOSED]


def test_what_is_known_of_a_function():
    place = ["functions", ["interval", "0", "oo", ["word", "closed"], ["word", "open"]], ["interval", "0", "1", *CLOSED], ["word", "falling"]]
    inside, order = of_functions(var("f"), place, "s", "t")
    assert inside[2] == ["member", ["apply", var("f"), var("s")], place[2]]
    assert order[1][2] == ["()", var("t"), ["interval", var("s"), "oo", ["word", "closed"], ["word", "open"]]]
    assert order[2] == ["compare", ["apply", var("f"), var("t")], ["word", "<="], ["apply", var("f"), var("s")]]
    assert len(of_functions(var("f"), [*place[:3], ["word", "any"]], "s", "t")) == 1


def test_names_between_finite_terms_are_finite():
    sorts = Sorts({"h": ["interval", "0", "oo", *CLOSED[:1], ["word", "open"]], "x": ["interval", "0", var("h"), *CLOSED], "P": ["laws", ["euclid", "1", "1"], None, None, None],
                   "y": ["interval", "0", ["renyi", var("P"), var("P"), "2"], *CLOSED], "u": ["interval", "0", var("v"), *CLOSED], "v": ["interval", "0", var("u"), *CLOSED]})
    assert sorts.finite(var("x"))
    assert not sorts.finite(var("y"))
    assert not sorts.finite(var("u"))
    assert not Sorts({"x": ["interval", "0", var("h"), *CLOSED], "h": UNIT}).finite(var("x"))


def test_constants_are_added_up_in_sums_of_numbers_alone():
    shifted = ["add", ["add", var("x"), "-1"], "1"]
    assert tidied(shifted, {"x"}) == var("x")
    assert tidied(["mul", shifted, "2"], {"x"}) == ["mul", var("x"), "2"]
    assert tidied(shifted, set()) == shifted
    assert tidied(["add", ["add", var("x"), "oo"], "1"], {"x"}) == ["add", ["add", var("x"), "oo"], "1"]


def test_an_if_goes_where_its_branch_is_known():
    condition = ["compare", var("x"), ["word", "<="], "0"]
    node = ["if", condition, "1", "2"]
    other = ["compare", var("x"), ["word", ">"], "0"]
    assert collapsed(node, lambda p: False, lambda p: p == condition) == "1"
    assert collapsed(node, lambda p: False, lambda p: p == other) == "2"
    assert collapsed(node, lambda p: True, lambda p: False) == node
    assert collapsed(["if", condition, "1", "1"], lambda p: True, lambda p: False) == "1"
    assert collapsed(["if", condition, "1", "1"], lambda p: False, lambda p: False) == ["if", condition, "1", "1"]
    bound = ["sup", ["()", ["()", var("x"), ["interval", "0", "1", *CLOSED]]], node]
    assert collapsed(bound, lambda p: True, lambda p: True) == bound


def test_a_few_points_refute_and_never_prove():
    over = [(var("x"), UNIT), (var("y"), ["interval", "0", var("x"), *CLOSED])]
    assert trying.falls(over, [], ["compare", var("x"), ["word", "<="], var("y")])
    assert not trying.falls(over, [], ["compare", var("y"), ["word", "<="], var("x")])
    assert not trying.falls(over, [["compare", var("x"), ["word", "=="], var("y")]], ["compare", var("x"), ["word", "<="], var("y")])
    assert not trying.falls(over, [], ["compare", ["log", ["add", "-1", var("x")]], ["word", ">="], "0"])


def test_sums_alone_are_known_to_be_complete():
    over = [(var("x"), UNIT), (var("y"), UNIT), (var("n"), ["integers", "1", "oo"])]
    assert adding.complete(over, [["compare", var("n"), ["word", ">="], "2"]], ["compare", var("x"), ["word", "<="], var("y")])
    assert not adding.complete(over, [["compare", var("n"), ["word", ">="], var("x")]], ["compare", var("x"), ["word", "<="], var("y")])
    assert not adding.complete(over, [], ["compare", ["mul", var("x"), var("y")], ["word", "<="], var("y")])
    assert not adding.complete(over, [["compare", var("x"), ["word", "<="], ["max", var("y"), "0"]]], ["compare", var("x"), ["word", "<="], var("y")])
