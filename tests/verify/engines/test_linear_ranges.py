"""Quantifiers over independent intervals of what is linear in their numbers: the engine and the checker agree with each other, and with corners of the box."""

import itertools
import random
from fractions import Fraction

import pytest
from flint import fmpq

from verify import claims as c
from verify.claims.nodes import to_json
from verify.engines import evaluate as ev
from verify.engines import linear_ranges
from verify.engines.truth import Truth
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.linear_ranges import over_intervals
from verify.evidence.checker.numbers import Budget
from verify.quantities import enclosures

x, y, r = c.numbers("x y r")
TEETH = {
    "an end that is left out is not taken": (c.Exists({x: c.between(0, r, open="both"), y: c.between(0, r, open="both")}, c.Compare(x - y, "==", r)), False),
    "an end that belongs to its interval is": (c.Exists({x: c.between(0, r), y: c.between(0, r)}, c.Compare(x - y, "==", r)), True),
    "one that is left out is enough": (c.Exists({x: c.between(0, r), y: c.between(0, r, open="left")}, c.Compare(x - y, "==", r)), False),
    "nothing beyond an end that is left out": (c.ForAll({x: c.between(0, r, open="both"), y: c.between(0, r, open="both")}, c.Compare(x + y, "<", 2 * r)), True),
    "not all below an end that is taken": (c.ForAll({x: c.between(0, r), y: c.between(0, r)}, c.Compare(x + y, "<", 2 * r)), False),
    "half-lines": (c.ForAll({x: c.above(0), y: c.above(r)}, c.Compare(x + 2 * y, ">", 2 * r)), True),
    "half-lines that lead away": (c.Exists({x: c.above(0), y: c.above(r)}, c.Compare(x + 2 * y, "<=", 2 * r)), False),
    "the whole line": (c.Exists({x: c.REALS, y: c.between(0, 1)}, c.Compare(x + y, "==", 100)), True),
    "names that cancel": (c.ForAll({x: c.REALS, y: c.between(0, 1)}, c.Compare(x - x + y, ">=", 0)), True),
}
OTHERS = [
    c.Exists({x: c.between(0, 1), y: c.between(x, 1)}, c.Compare(x + y, "==", 2)),
    c.Exists({x: c.between(0, 1), y: c.between(0, 1)}, c.Compare(x * y, "==", 2)),
    c.Exists({x: c.between(0, c.oo), y: c.between(0, 1)}, c.Compare(x + y, "==", 2)),
    c.Exists({x: c.between(1, 0), y: c.between(0, 1)}, c.Compare(x + y, "==", 2)),
    c.ForAll({x: c.between(0, 0, open="both"), y: c.between(0, 1)}, c.Compare(x + y, "==", 2)),
    c.Exists({x: c.between(0, 1), y: c.between(0, 1)}, c.Compare(x + y, "==", 1 / (r - 1))),
]


def answers(proposition, at):
    with enclosures.allowance(10**6):
        own = linear_ranges.decided(proposition, {"r": fmpq(at)}, ev.Context(64))
    other = over_intervals(Evaluator(Budget(10**6)), to_json(proposition), {"r": Fraction(at)})
    return own, other


def expected(proposition, holds):
    """What a member decides is left to the searches of the engine, which show it; the checker says it all the same."""
    by_member = holds == (proposition.head == "exists")
    return (None if by_member else Truth.TRUE if holds else Truth.FALSE), "true" if holds else "false"


@pytest.mark.parametrize("name", TEETH)
def test_ends_count_as_they_belong_to_their_intervals(name):
    proposition, holds = TEETH[name]
    assert answers(proposition, 1) == expected(proposition, holds)


@pytest.mark.parametrize("name", [name for name, (proposition, _) in TEETH.items() if proposition.head == "exists"])
def test_members_are_shown_where_there_are_some(name):
    proposition, holds = TEETH[name]
    found = linear_ranges.member(proposition, {"r": fmpq(1)}, ev.Context(64))
    assert (found is not None) == holds
    if found is not None:
        inside = [c.Compare(name, relation, end) for name, where in proposition.args[0] for relation, end in bounds(where)]
        assert ev.truth(c.All(*inside, proposition.args[1]), {"r": fmpq(1), **found}, ev.Context(64)) is Truth.TRUE


def bounds(where):
    low, high, left, right = where.args
    return [(">" if left == "open" else ">=", low), ("<" if right == "open" else "<=", high)]


def test_a_member_between_ends_that_are_left_out():
    inside = {x: c.between(0, 3, open="both"), y: c.between(0, r, open="both")}
    assert linear_ranges.member(c.Exists(inside, c.Compare(x - y, "==", 0)), {"r": fmpq(1)}, ev.Context(64)) is not None
    assert linear_ranges.member(c.Exists(inside, c.Compare(x + 1000 * y, "<", Fraction(1, 100))), {"r": fmpq(1)}, ev.Context(64)) is not None
    assert linear_ranges.member(c.Exists(inside, c.Compare(x + y, ">=", 4)), {"r": fmpq(1)}, ev.Context(64)) is None


@pytest.mark.parametrize("k", range(len(OTHERS)))
def test_other_quantifiers_are_left_alone(k):
    assert answers(OTHERS[k], 1) == (None, None)


def test_random_forms_agree_with_the_corners_of_the_box():
    draw = random.Random(7)
    for _ in range(120):
        a, b, low, high, level = (draw.randint(-2, 2) for _ in range(5))
        if low >= high:
            continue
        relation = draw.choice(("<", "<=", ">", ">=", "==", "!="))
        left = c.Compare(a * x + b * y, relation, level)
        corners = [a * u + b * v for u, v in itertools.product((low, high), repeat=2)]
        least, most = min(corners) - level, max(corners) - level
        some = {"<": least < 0, "<=": least <= 0, ">": most > 0, ">=": most >= 0, "==": least <= 0 <= most, "!=": (least, most) != (0, 0)}[relation]
        where = {x: c.between(low, high), y: c.between(low, high)}
        proposition = c.Exists(where, left)
        assert answers(proposition, 1) == expected(proposition, some)
