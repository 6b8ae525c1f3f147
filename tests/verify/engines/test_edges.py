"""Search looks where something about a formula changes: ranges that become empty, terms that meet or vanish, ends of ranges; and says where a statement has no value."""

import json
import random
from fractions import Fraction

import pytest
from flint import fmpq

from verify import claims as c
from verify import quantities as q
from verify.engines import search
from verify.engines.draw import Drawer
from verify.engines.edges import edges
from verify.engines.handy import CannotDraw
from verify.engines.task import EFFORTS, Finding, Status, Task
from verify.evidence import certificate
from verify.evidence.checker.check import check_data
from verify.evidence.verdict import fold

x, y, z = c.numbers("x y z")
P = c.objects("P")
C = c.Compare


def task(forall, states, given=(), effort="standard"):
    (variant,) = c.Claim("toy/item", "Item", forall=forall, given=given, states=states).variants()
    return Task(variant, EFFORTS[effort], 0)


def places(forall, states, given=()):
    found = task(forall, states, given)
    return list(edges(found.forall, (found.states,), found.given, Drawer(random.Random(0), 1)))


NOT_NEGATIVE = {x: c.at_least(0)}
EMPTY = {
    "a supremum": (NOT_NEGATIVE, C(c.Sup({y: c.between(0, x, open="both")}, y), "==", x)),
    "an infimum": (NOT_NEGATIVE, C(c.Inf({y: c.between(0, x, open="both")}, y), "==", 0)),
    "around 0": (NOT_NEGATIVE, C(c.Sup({y: c.between(-x, x, open="both")}, y**2), "==", x**2)),
    "a falling term": (NOT_NEGATIVE, C(c.Sup({y: c.between(0, x, open="both")}, c.exp(-y)), "==", 1)),
    "open on the left": (NOT_NEGATIVE, C(c.Sup({y: c.between(0, x, open="left")}, y), "==", x)),
    "up to 1": ({x: c.at_most(1)}, C(c.Sup({y: c.between(x, 1, open="left")}, y), "==", 1)),
    "between two names": ({x: c.at_least(0), z: c.at_least(x)}, C(c.Sup({y: c.between(x, z, open="both")}, y), "==", z)),
    "at a place that nobody draws": ({x: c.at_least(Fraction(37, 91))}, C(c.Sup({y: c.between(Fraction(74, 91), 2 * x, open="both")}, y), "==", 2 * x)),
    "at the root of a square": ({x: c.at_least(0), z: c.at_least(0)}, C(c.Sup({y: c.between(4, x**2, open="left")}, y), ">=", c.Min(x**2, 4))),
}


@pytest.mark.parametrize("name", EMPTY)
@pytest.mark.parametrize("effort", ["quick", "standard"])
def test_a_range_that_becomes_empty_refutes(name, effort):
    (variant,) = c.Claim("toy/item", "Item", forall=EMPTY[name][0], states=EMPTY[name][1]).variants()
    finding = search.glance(task(*EMPTY[name], effort=effort))
    assert finding is not None and finding.status is Status.REFUTED
    document = certificate.build(variant, finding, effort=effort, seed=0)
    assert check_data(json.loads(certificate.text(document)), "toy").status == "confirmed"


PLACES = {
    "a denominator": ({x: c.REALS}, C(1 / (x - Fraction(37, 10)), "<=", 1), {"x": fmpq(37, 10)}),
    "a logarithm": ({x: c.REALS}, C(c.log(3 * x - 5), "<=", x), {"x": fmpq(5, 3)}),
    "a base": ({x: c.REALS}, C((x - 7) ** y, ">=", 0), None),
    "a kink": ({x: c.REALS}, C(c.Abs(2 * x - 13), ">=", 0), {"x": fmpq(13, 2)}),
    "names that meet": ({x: c.at_least(2), y: c.at_least(2)}, C(c.Max(x, y), ">=", 2), {"x": fmpq(2), "y": fmpq(2)}),
    "a hypothesis that is tight": ({x: c.REALS, y: c.REALS}, C(x, "<=", y), {"x": fmpq(1), "y": fmpq(11)}),
    "a case": ({x: c.REALS}, C(c.If(C(x, "<", Fraction(5, 7)), x, 0), "<=", 1), {"x": fmpq(5, 7)}),
    "two roots": ({x: c.REALS}, C(1 / (x**2 - 9), "<=", 1), {"x": fmpq(-3)}),
    "an end": ({x: c.between(Fraction(2, 9), Fraction(5, 9))}, C(x, "<=", 1), {"x": fmpq(5, 9)}),
}


@pytest.mark.parametrize("name", PLACES)
def test_such_places_are_found(name):
    forall, states, wanted = PLACES[name]
    if wanted is None:
        forall, wanted = {**forall, y: c.between(0, 1)}, {"x": fmpq(7), "y": fmpq(0)}
    given = (C(y, ">=", 10 + x),) if "hypothesis" in name else ()
    assert wanted in places(forall, states, given)


def test_there_are_few_and_none_where_a_name_is_no_number():
    assert not places({x: c.REALS, y: c.above(0)}, C(x + y, ">=", x))
    assert not places({P: c.Laws(c.LINE), x: c.at_least(0)}, C(q.total_variation(P, P) / x, ">=", 0))


def test_every_instance_lies_in_a_range_that_leaves_its_end_out():
    forall = {x: c.between(1, 10), y: c.between(x, 10, open="left"), z: c.between(10, 50)}
    statement = C(1 / (y - x), ">=", 0)
    assert all(env["x"] < env["y"] for env in places(forall, statement))
    empty = c.between(x, 10, open="left")
    for seed in range(20):
        drawer = Drawer(random.Random(seed), 1)
        drawer.tied = True
        with pytest.raises(CannotDraw):
            drawer.member(empty, {"x": fmpq(10)}, "y")
    assert "no value" not in search.decide(task(forall, statement)).summary


@pytest.mark.parametrize("where", [c.Labels(x), c.Laws(c.Labels(x)), c.Sequences(2, c.Labels(x)), c.integers(1, x)])
def test_nothing_is_drawn_from_a_set_without_members(where):
    for seed in range(10):
        with pytest.raises(CannotDraw):
            Drawer(random.Random(seed), 1).member(where, {"x": fmpq(0)}, "y")


def test_the_draws_of_a_search_do_not_depend_on_its_edges():
    forall = {x: c.at_least(0), y: c.at_least(0)}
    plain, edged = (search.glimpse(task(forall, states))[1] for states in (C(x + y, ">=", 0), C(x + y + 0 * c.Abs(2 * x - 7), ">=", 0)))
    assert plain.edges.drawn < edged.edges.drawn and plain.pool and [env for _, env in plain.pool] == [env for _, env in edged.pool]


WITHOUT = {
    "a quotient": ({x: c.REALS}, C(x / x, ">=", 1), "no value at x = 0"),
    "0 times a logarithm": ({x: c.at_least(-1)}, C(0 * c.log(x), ">=", 0), "no value at x = 0"),
    "a place that nobody draws": ({x: c.REALS}, C((x - Fraction(37, 10)) / (x - Fraction(37, 10)), ">=", 1), "no value at x = 37/10"),
    "a root": (NOT_NEGATIVE, C(c.sqrt(x) / c.sqrt(x), ">=", 1), "no value at x = 0"),
    "two names that meet": ({x: c.between(3, 4), y: c.between(3, 4)}, C((x - y) / (x - y), ">=", 1), "no value at x = 3, y = 3"),
}


@pytest.mark.parametrize("name", WITHOUT)
def test_a_search_says_where_a_statement_has_no_value(name):
    forall, states, words = WITHOUT[name]
    finding = search.decide(task(forall, states))
    assert finding.status is Status.SUPPORTED and words in finding.summary and words in finding.coverage["no value"]


def test_a_statement_without_value_at_an_instance_is_not_proved():
    proved = Finding("symbolic", Status.PROVED, "the difference expands to 0", "identity")
    seen = Finding("search", Status.SUPPORTED, "no counterexample among 9 exact instances; no value at x = 0", coverage={"no value": "no value at x = 0"})
    assert fold([proved]).status is Status.PROVED
    verdict = fold([proved, seen])
    assert verdict.status is Status.SUPPORTED and "no value at x = 0" in verdict.summary
    assert verdict.decisive is not None and not verdict.decisive.kind
