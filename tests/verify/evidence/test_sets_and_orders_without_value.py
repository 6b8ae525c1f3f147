"""Sets, indices and orders that have no value: what is said over them has no value either, and is neither proved nor refuted."""

import pytest

from verify.evidence.checker import solver_problem
from verify.evidence.checker.certificate import read
from verify.evidence.checker.check import check_data
from verify.evidence.checker.formula import Refused, digest

SCHEMA = "claimcheck.certificate/1"
NONE = ["log", "0"]
SOMETIMES = ["mul", "0", ["log", ["var", ["word", "a"]]]]
"""A number that is 0 for a > 0 and has no value at 0."""
ANY = ["word_", ["word", "any"]]


def var(name):
    return ["var", ["word", name]]


def compare(left, relation, right):
    return ["compare", left, ["word", relation], right]


def interval(low, high):
    return ["interval", low, high, ["word", "closed"], ["word", "closed"]]


def over(kind, name, where, body):
    return [kind, ["()", ["()", var(name), where]], body]


def total(last, term="1"):
    return ["sum", ["()", ["()", var("k"), ["integers", "1", last]]], term, None]


def document(kind, evidence, sets, goal):
    statement = ["forall", ["()", *(["()", var(name), where] for name, where in sets.items())], goal]
    return {"schema": SCHEMA, "claim": "toy/item", "part": "main", "reading": "main", "digest": digest(statement), "implementation": "toy", "kind": kind,
            "command": "claimcheck run toy/item --seed 0", "statement": statement, "domain": statement[1], "evidence": evidence, "trusted": [], "versions": {}}


def problem(sets, goal):
    return solver_problem.translate(read(document("smt", {"status": "PROVED"}, sets, goal)))


RECIPROCAL = ["pow", var("a"), "-1"]
REALS = ["interval", "-oo", "oo", ["word", "open"], ["word", "open"]]
TO_SOLVERS = {
    "a quantifier over integers up to an end without value": ({}, lambda index: over("forall", "k", ["integers", "1", index], compare("1", "==", "2"))),
    "a sum up to an end without value": ({}, lambda index: compare(total(["add", "1", index]), "==", "1")),
    "a member of a family at an index without value": ({"f": ["families", ["integers", "1", "2"], interval("0", "1")]}, lambda index: compare(["item", var("f"), ["add", "1", index]], ">=", "0")),
    "a quantifier over a finite set": ({}, lambda index: over("forall", "k", ["one_of", index], compare("1", "==", "1"))),
    "a name defined by a number": ({"b": None}, lambda index: compare("1", "==", "1")),
}


@pytest.mark.parametrize("name", TO_SOLVERS)
def test_numbers_without_value_are_not_left_to_solvers(name):
    more, goal = TO_SOLVERS[name]
    for number in (SOMETIMES, RECIPROCAL):
        sets = {"a": interval("0", "1"), **{one: where or ["equals", number, REALS] for one, where in more.items()}}
        with pytest.raises(Refused):
            problem(sets, goal(number))
    sets = {"a": interval("0", "1"), **{one: where or ["equals", "0", REALS] for one, where in more.items()}}
    assert "check-sat" not in problem(sets, goal("0"))


SETS = {
    "points": lambda size: ["points", ["euclid", size, "2"]],
    "norms": lambda order: ["points", ["euclid", "2", order]],
    "sequences": lambda last: ["sequences", "oo", interval("0", last)],
    "families": lambda last: ["families", ["integers", "1", "2"], interval("0", last)],
    "laws": lambda size: ["laws", ["euclid", size, "2"], ANY, ANY, None],
    "intervals": lambda last: interval("0", last),
    "finite sets": lambda member: ["one_of", "2", member],
    "definitions": lambda value: ["equals", value, interval("0", "1")],
}
ONE = {"a": ["one_of", "1"]}


def confirmed(goal, kind="exhaustive", **evidence):
    return check_data(document(kind, evidence, ONE, goal), "toy").status == "confirmed"


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("number", [NONE, ["pow", "0", "-1"]])
def test_nothing_is_said_over_a_set_without_value(name, number):
    true, false = compare("1", "==", "1"), compare("1", "==", "2")
    without, with_one = SETS[name](number), SETS[name]("1")
    assert confirmed(over("forall", "x", with_one, true)) and not confirmed(over("forall", "x", without, true))
    assert confirmed(["not", over("exists", "x", with_one, false)]) and not confirmed(["not", over("exists", "x", without, false)])
    assert confirmed(over("exists", "x", with_one, false), "witness", instance={"a": "1"})
    assert not confirmed(over("exists", "x", without, false), "witness", instance={"a": "1"})


def test_a_set_may_depend_on_a_name_that_is_bound_before():
    true = compare("1", "==", "1")

    def both(first, second):
        return ["forall", ["()", ["()", var("n"), first], ["()", var("x"), second]], true]

    points = ["points", ["euclid", var("n"), "2"]]
    assert confirmed(both(["integers", "1", "oo"], points)) and not confirmed(both(["integers", "0", "oo"], points))
    assert not confirmed(both(interval("1", "2"), points))
    assert confirmed(both(interval("0", "1"), interval("0", ["exp", var("n")]))) and not confirmed(both(interval("0", "1"), interval("0", ["log", var("n")])))


@pytest.mark.parametrize("order, allowed", [("1/2", False), ("0", False), ("-1", False), ("1", True), ("3/2", True), ("oo", True)])
def test_a_norm_has_an_order_of_at_least_1_also_of_a_number(order, allowed):
    assert confirmed(compare(["norm", "3", order], "==", "3")) is allowed
    assert confirmed(compare(["norm", ["point", "3", "0"], order], "==", "3")) is allowed
