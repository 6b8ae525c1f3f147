"""Values that are looked up or compared as a whole, some of whose numbers are only enclosed: the number may be the one that is looked up."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from made_certificates import certificate, compare, finite, over, tup, var, word

from verify.claims import Claim, numbers, one_of
from verify.claims.nodes import from_json
from verify.evidence.checker import keys
from verify.evidence.checker.check import check_data
from verify.evidence.checker.laws import Finite, Point
from verify.evidence.checker.laws import finite as law_on
from verify.evidence.checker.numbers import Undecided, pi
from verify.run.decide import Settings, run_variant

Json = Any

SQUARES = [["pow", ["sin", "1"], "2"], ["pow", ["cos", "1"], "2"]]
ONE, ZERO = ["add", *SQUARES], ["add", *SQUARES, "-1"]  # exactly 1 and 0, which the checker only encloses
TWO = ["add", ONE, "1"]
COIN = finite(p0="1/2", p1="1/2")


def member(x: Json, where: Json) -> Json:
    return ["member", x, where]


def prob(event: Json, law: Json = COIN) -> Json:
    return ["prob", over(("w", law)), event]


FALSE: dict[str, Json] = {
    "density of a finite distribution": compare(["density", COIN, ONE], "==", "0"),
    "density of a binomial distribution": compare(["density", ["binomial_law", "2", "1/2"], ONE], "==", "0"),
    "mass": compare(["mass", COIN, ["event", ONE]], "==", "0"),
    "mass of a geometric distribution": compare(["mass", ["geometric_law", "0", "1", "1/2"], ["event", ONE]], "==", "0"),
    "distribution of an indicator": compare(["mean", ["indicator_law", COIN, ["event", ONE]]], "==", "0"),
    "probability that points are equal": compare(prob(compare(["point", var("w"), "0"], "==", ["point", ONE, "0"])), "==", "0"),
    "expectation of a choice": compare(["expect", over(("w", COIN)), ["if", compare(["point", var("w"), "2"], "==", ["point", ONE, "2"]), "1", "0"]], "==", "0"),
    "unequal points": compare(["point", ONE, "2"], "!=", ["point", "1", "2"]),
    "unequal sequences": compare(["periodic", tup(), tup(ONE)], "!=", ["periodic", tup(), tup("1")]),
    "unequal sequences in two forms": compare(["periodic", tup("1"), tup("1")], "!=", ["periodic", tup(), tup("1")]),
    "not one of the points": ["not", member(["point", ONE, "2"], ["one_of", ["point", "1", "2"]])],
    "not in an event": ["not", member(ONE, ["event", "1", "2"])],
    "not in an enclosed event": ["not", member("1", ["event", ONE])],
    "size of an event": compare(["size", ["event", ONE, "1"]], "==", "2"),
    "no label": ["not", member(ONE, ["labels", "3"])],
    "no permutation": ["not", member(["point", ONE, "2"], ["permutations", "2"])],
    "no event of labels": ["not", member(["event", ONE], ["events", ["labels", "2"]])],
    "no event of a distribution": ["not", member(["event", ONE], ["events", COIN])],
    "no data set": ["not", member(["row", ONE, "2"], ["data_sets", ["universe", word("replace-one")[1], tup(["row", "1", "2"])]])],
    "inverse form of a variance of 0": compare(["inverse_form", "0", ZERO], "==", "oo"),
    "conditional distribution": compare(["mean", ["conditional", ["product", COIN, COIN], "1", ONE]], "!=", "1/2"),
    "value of a table": compare(["apply", ["table", tup(tup("1", "7"), tup(TWO, "8"))], ONE], "!=", "7"),
    "distribution pushed through a table": compare(["mass", ["push", ["table", tup(tup("0", "0"), tup("1", ONE))], COIN], ["event", "1"]], "==", "0"),
}


def why(kind: str, goal: Json, evidence: Json) -> str:
    statement = ["forall", over(("x", ["one_of", "1"])), goal]
    return check_data(certificate(kind, statement, evidence), "keys.json").why


def proved(goal: Json) -> bool:
    return why("exhaustive", goal, {"count": 1}).startswith("keys.json: proved again")


def refuted(goal: Json) -> bool:
    return why("witness", goal, {"instance": {"x": "1"}}).startswith("keys.json: refuted again")


def denied(goal: Json) -> Json:
    opposite = {"==": "!=", "!=": "=="}
    return goal[1] if goal[0] == "not" else compare(goal[1], opposite[goal[2][1]], goal[3])


@pytest.mark.parametrize("name", FALSE)
def test_a_false_statement_about_an_enclosed_number_is_not_proved(name: str) -> None:
    assert not proved(FALSE[name])


@pytest.mark.parametrize("name", FALSE)
def test_a_true_statement_about_an_enclosed_number_is_not_refuted(name: str) -> None:
    assert not refuted(denied(FALSE[name]))


@pytest.mark.parametrize("name", FALSE)
def test_with_the_number_itself_the_false_statement_falls(name: str) -> None:
    def plain(f: Json) -> Json:
        known = {str(ONE): "1", str(ZERO): "0", str(TWO): "2"}
        return known.get(str(f)) or ([plain(part) for part in f] if isinstance(f, list) else f)

    goal = plain(FALSE[name])
    assert refuted(goal) and proved(denied(goal))


@pytest.mark.parametrize(
    "goal",
    [
        compare(["density", COIN, TWO], "==", "0"),
        compare(["mass", COIN, ["event", TWO, "1"]], "==", "1/2"),
        compare(["point", ONE, "2"], "!=", ["point", "1", "3"]),
        ["not", member(["point", TWO, "2"], ["one_of", ["point", "1", "2"]])],
        compare(["size", ["event", ONE, "2"]], "==", "2"),
        compare(["inverse_form", "0", TWO], "==", "oo"),
    ],
)
def test_numbers_that_certainly_differ_are_told_apart(goal: Json) -> None:
    assert proved(goal)


def test_points_are_compared_coordinate_by_coordinate() -> None:
    one, two = Fraction(1), Fraction(2)
    assert keys.same(Point((pi(), one)), Point((pi(), two))) == "false"
    assert keys.same(Point((one, two)), Point((one, two))) == "true"
    assert keys.within([one, two], pi()) is False
    with pytest.raises(Undecided):
        law_on([(Point((Point((pi(),)),)), one)])
    assert law_on([(Point((one,)), one)]) == Finite(((Point((one,)), one),))


@pytest.mark.parametrize("name", ["density of a finite distribution", "mass", "unequal points", "not in an event", "size of an event", "inverse form of a variance of 0", "value of a table", "conditional distribution"])
def test_no_engine_decides_by_an_enclosed_number(name: str) -> None:
    for goal in (FALSE[name], denied(FALSE[name])):
        (variant,) = Claim("toy/item", "Item", forall={numbers("x"): one_of(1)}, states=from_json(goal)).variants()
        row, _, errors = run_variant(variant, Settings(effort="quick"))
        assert row["status"] == "UNDECIDED" and not errors
