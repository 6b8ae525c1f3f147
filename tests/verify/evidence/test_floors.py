"""The checker compares a number with its floor where enclosures are too wide to tell."""

import math
from fractions import Fraction as F
from random import Random

import pytest

from verify.claims import Compare, ceiling, floor, numbers
from verify.claims.nodes import number, to_json
from verify.evidence.checker import numbers as n
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.numbers import Ball, Budget

x, y = numbers("x y")
HALF = number("1/2")


def truth(states, **env):
    with n.precision(128):
        return Evaluator(Budget()).truth(to_json(states), env)


def span(lo, hi):
    return Ball(n.exact(F(lo)).lower(), n.exact(F(hi)).upper())


@pytest.mark.parametrize("states", [
    Compare(x, "<", floor(x) + 1), Compare(floor(x), "<=", x), Compare(2 * ceiling(x), "<", 2 * x + 2), Compare(ceiling(x), ">=", x), Compare(floor(x + 3), ">", x + 2),
    Compare(y + floor(x), "<=", x + y), Compare(floor(x) - x, "!=", 1), Compare(floor(x), "!=", x + HALF)])
def test_what_holds_of_all_numbers_holds_of_a_range(states):
    assert truth(states, x=span(-3, 7), y=span(0, 1)) == "true"


@pytest.mark.parametrize("states", [Compare(floor(x), "<", x), Compare(floor(x + 3), ">", x + number("5/2")), Compare(floor(x), ">=", x - HALF), Compare(floor(x) + floor(y), "<=", x), Compare(floor(x), "<=", y)])
def test_what_holds_of_some_stays_open(states):
    assert truth(states, x=span(-3, 7), y=span(-3, 7)) == "undecided"


def test_an_infinite_number_is_its_own_floor():
    assert truth(Compare(x, "<", floor(x) + 1), x=n.INFINITY) == "false"
    assert truth(Compare(y + floor(x), "<", y + x + 1), x=span(0, 9), y=n.INFINITY) == "false"
    assert truth(Compare(y + floor(x), "<", y + x + 1), x=span(0, 9), y=Ball(n.exact(F(0)), n.OO)) == "undecided"


def test_on_drawn_numbers_the_answer_is_that_of_python():
    r = Random(3)
    for _ in range(300):
        c, k, relation = F(r.randint(-6, 6), 2), r.choice((1, -1, 2)), r.choice(("<", "<=", ">", ">=", "==", "!="))
        states = Compare(k * floor(x), relation, k * x + number(str(c)))
        lo = F(r.randint(-20, 20), r.choice((1, 2, 3)))
        told = truth(states, x=span(lo, lo + r.choice((1, 2))))
        if told != "undecided":
            at = [lo + F(j, 7) for j in range(8)]
            found = {{"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b, "==": a == b, "!=": a != b}[relation] for a, b in ((k * math.floor(t), k * t + c) for t in at)}
            assert found == {told == "true"}, (states, lo)
