"""Infima whose term falls and then rises: solved by the sign of a slope, checked again; left open where the sign depends on the other name, or more than one point turns."""

import copy
import json
from fractions import Fraction

import pytest

from verify import claims as c
from verify.claims.nodes import Node, number, walk
from verify.engines import valleys
from verify.engines.task import EFFORTS, Status, Task
from verify.evidence import certificate
from verify.evidence.checker.check import check_data

s, x, p, q, r = c.numbers("s x p q r")
FALLS = 2 * c.exp(-s)


def infimum(term, over=None, where=None):
    return c.Inf({s: c.above(0) if over is None else over}, term, where=where)


def with_switch(curve, up=s - x, weight=1):
    return curve + weight * c.Max(up, 0)


def pieces(value, behind, before, from_0=0):
    """From some p > 0 on the value is ``behind``, below it ``before``."""
    return c.Exists({p: c.above(0)}, c.All(c.ForAll({x: c.at_least(p)}, c.Compare(value, "==", behind)),
                                           c.ForAll({x: c.between(from_0, p, open="right")}, c.Compare(value, "==", before))))


def task(states, forall=None):
    (variant,) = c.Claim("toy/item", "Item", forall={} if forall is None else forall, states=states).variants()
    return Task(variant, EFFORTS["quick"])


def document(asked, found):
    return json.loads(certificate.text(certificate.build(asked.variant, found, effort="quick", seed=0)))


PLAIN = with_switch(FALLS)
SCALED = 3 / (1 + s) + c.Max(s**2 - x**2, 0) / 8
SOLVED = {
    "a switch of the names": pieces(infimum(PLAIN), 2 * c.exp(-x), 2 * c.exp(-p) + p - x),
    "the second piece with its switch": pieces(infimum(PLAIN), 2 * c.exp(-x), 2 * c.exp(-p) + c.Max(p - x, 0)),
    "a switch of squares": pieces(infimum(SCALED), 3 / (1 + x), 3 / (1 + p) + (p**2 - x**2) / 8),
    "a range that holds its end": pieces(infimum(PLAIN, c.at_least(0)), 2 * c.exp(-x), 2 * c.exp(-p) + p - x),
    "a condition that fails at first": pieces(infimum(with_switch(1 / (2 * s)), where=c.Compare(1 / (2 * s), "<=", 1)), 1 / (2 * x), 1 / (2 * p) + p - x),
}
WRONG = {
    "another second piece": pieces(infimum(PLAIN), 2 * c.exp(-x), 2 * c.exp(-p) + p - x + c.number("1/100")),
    "another first piece": pieces(infimum(PLAIN), 2 * c.exp(-x) * c.number("101/100"), 2 * c.exp(-p) + p - x),
    "the pieces exchanged": pieces(infimum(PLAIN), 2 * c.exp(-p) + p - x, 2 * c.exp(-x)),
    "a side without a value": pieces(infimum(PLAIN), 2 * c.exp(-x) + 0 * c.log(x - 5), 2 * c.exp(-p) + p - x),
}
UNSOLVED = {
    "two low points": pieces(infimum(with_switch(3 * c.exp(-s) + c.erfc(4 * (s - 3)))), x, x),
    "a slope whose sign hangs on the other name": pieces(infimum(with_switch(FALLS, weight=x)), 2 * c.exp(-x), 2 * c.exp(-p) + x * (p - x)),
    "a curve that rises again": pieces(infimum(with_switch((s - 3) ** 2)), (x - 3) ** 2, (p - 3) ** 2 + p - x),
    "a term that rises from the start": pieces(infimum(with_switch(c.exp(-s) / 2)), c.exp(-x) / 2, c.exp(-p) / 2 + p - x),
    "a term that falls without end": pieces(infimum(with_switch(FALLS, weight=0)), 2 * c.exp(-x), 2 * c.exp(-p)),
    "a lowest point that is not admitted": pieces(infimum(PLAIN, where=c.Compare(s, ">=", 2)), 2 * c.exp(-x), 2 * c.exp(-p) + p - x),
    "only small members are admitted": pieces(infimum(PLAIN, where=c.Compare(s, "<=", 2)), 2 * c.exp(-x), 2 * c.exp(-p) + p - x),
    "a switch the other way": pieces(infimum(with_switch(FALLS, x - s)), 2 * c.exp(-x), 2 * c.exp(-p)),
    "a switch elsewhere": pieces(infimum(with_switch(FALLS, s - x - 1)), 2 * c.exp(-x), 2 * c.exp(-p)),
    "other numbers than those of the infimum": pieces(infimum(PLAIN), 2 * c.exp(-x), 2 * c.exp(-p) + p - x, -1),
    "a member without a value at an end of the range": pieces(infimum(PLAIN + 0 * c.log(s), c.at_least(0)), 2 * c.exp(-x), 2 * c.exp(-p) + p - x),
    "a condition without a value at an end of the range": pieces(infimum(with_switch(1 / (2 * s)), c.at_least(0), c.Compare(1 / (2 * s), "<=", 1)), 1 / (2 * x), 1 / (2 * p) + p - x),
    "members without a value far behind the turn": pieces(infimum(PLAIN + 0 * c.log(10 - c.Max(s - x, 0))), 2 * c.exp(-x), 2 * c.exp(-p) + p - x),
    "a bounded range": pieces(infimum(PLAIN, c.between(0, 5, open="left")), 2 * c.exp(-x), 2 * c.exp(-p) + p - x),
}


@pytest.mark.parametrize("name", SOLVED)
def test_the_turning_point_is_exhibited_and_checked(name):
    asked = task(SOLVED[name])
    found = valleys.decide(asked)
    assert (found.status, found.kind) == (Status.PROVED, "valley"), found.summary
    assert check_data(document(asked, found), "toy").status == "confirmed"


@pytest.mark.parametrize("name", WRONG)
def test_pieces_that_are_wrong_are_not_proved(name):
    assert valleys.decide(task(WRONG[name])).status is not Status.PROVED


@pytest.mark.parametrize("name", UNSOLVED)
def test_infima_of_other_shapes_are_left_open(name):
    found = valleys.decide(task(UNSOLVED[name]))
    assert found is None or found.status is Status.UNDECIDED


def test_a_common_factor_that_vanishes_behind_the_bracket_says_nothing_of_the_other_one():
    asked = task(SOLVED["a switch of the names"])
    form = next(found for node in walk(asked.states) if (found := valleys.shape(node)) is not None)
    valley = valleys.Valley(form, Fraction(0), Fraction(1, 2), Fraction(1))
    at, place = Node("var", form.s), Node("var", form.x)

    def slope(common, other):
        return common, number(1), number(1), common * other

    assert valleys._certain(asked, valley, slope(at - number("3/4"), place + number(1)))
    assert not valleys._certain(asked, valley, slope(at - number(1), place + number(1)))
    assert not valleys._certain(asked, valley, slope(at - number(1), place - number(5)))


def test_two_names_beside_the_bound_one_are_left_open():
    states = c.Compare(infimum(with_switch(q * c.exp(-s))), ">", 0)
    assert valleys.decide(task(states, {x: c.at_least(0), q: c.above(0)})) is None


def test_a_statement_without_an_infimum_is_nothing_for_it():
    assert valleys.decide(task(c.Compare(c.Max(x, 1), ">", 0), {x: c.at_least(0)})) is None


# --- the checker by itself -------------------------------------------------------------------------------------------------------------


def forged(states, start, left, right):
    """A certificate that claims a turn of the only infimum of a statement."""
    from verify.claims.nodes import to_json, walk
    from verify.engines.task import Finding

    asked = task(states)
    node = next(node for node in walk(states) if node.head == "inf")
    entry = {"inf": to_json(node), "turn": "turn_1", "start": start, "left": left, "right": right}
    return document(asked, Finding("valleys", Status.PROVED, "", "valley", {"valleys": [entry]}, {"share": 1.0}))


def test_the_checker_follows_a_bracket_of_another_width():
    states = SOLVED["a switch of the names"]
    assert check_data(forged(states, "0", "1/2", "1"), "toy").status == "confirmed"


@pytest.mark.parametrize("bracket", [("0", "7/10", "9/10"), ("0", "1/2", "3/5"), ("0", "1", "1/2"), ("1/4", "1/2", "1"), ("-1", "1/2", "1"), ("0", "0", "1")])
def test_the_checker_refuses_brackets_without_the_turn(bracket):
    assert check_data(forged(SOLVED["a switch of the names"], *bracket), "toy").status == "refused"


@pytest.mark.parametrize(("start", "status"), [("2/5", "confirmed"), ("1/4", "confirmed"), ("11/20", "refused"), ("0", "confirmed")])
def test_the_checker_asks_where_the_condition_fails(start, status):
    assert check_data(forged(SOLVED["a condition that fails at first"], start, "3/5", "4/5"), "toy").status == status


@pytest.mark.parametrize("name", WRONG)
def test_the_checker_refuses_wrong_pieces(name):
    assert check_data(forged(WRONG[name], "0", "1/2", "1"), "toy").status == "refused"


@pytest.mark.parametrize("name", UNSOLVED)
@pytest.mark.parametrize("bracket", [("0", "1/2", "1"), ("2", "5/2", "3"), ("0", "1", "6")])
def test_the_checker_refuses_infima_of_other_shapes(name, bracket):
    assert check_data(forged(UNSOLVED[name], *bracket), "toy").status == "refused"


def altered(change):
    asked = task(SOLVED["a switch of the names"])
    data = copy.deepcopy(document(asked, valleys.decide(asked)))
    change(data["evidence"])
    return check_data(data, "toy").status


@pytest.mark.parametrize("change", [
    lambda ev: ev["valleys"][0].update(turn="p"),
    lambda ev: ev["valleys"][0].update(turn="x"),
    lambda ev: ev["valleys"][0].update(turn="s"),
    lambda ev: ev["valleys"].append(ev["valleys"][0]),
    lambda ev: ev["valleys"].clear(),
    lambda ev: ev["valleys"][0].update(more="1"),
    lambda ev: ev.update(more=[]),
    lambda ev: ev.update(instance={}),
    lambda ev: ev.update(status="REFUTED"),
    lambda ev: ev.update(proof={"kind": "logic", "evidence": {}}),
    lambda ev: ev["valleys"][0]["inf"].__setitem__(2, ["var", ["word", "x"]]),
])
def test_tampered_evidence_is_refused(change):
    assert altered(change) == "refused"


# --- statements with the infima written out ----------------------------------------------------------------------------------------------

VALUE = infimum(PLAIN)
ON_HALF_LINE = {x: c.at_least(0)}
NOWHERE = c.Exists(ON_HALF_LINE, c.Compare(VALUE, "==", c.exp(-x)))
SLOW = infimum(with_switch(1 / (1 + s), c.exp(s) - c.exp(x), (1 - 1 / (1 + s)) / (1 + c.exp(s))))
WRITTEN_OUT = {
    "a limit": (c.Compare(c.Limit(VALUE * c.exp(x), x, c.oo), "==", 2), {}, Status.PROVED),
    "another limit": (c.Compare(c.Limit(VALUE * c.exp(x), x, c.oo), "==", 3), {}, Status.REFUTED),
    "a bound": (c.ForAll(ON_HALF_LINE, c.Compare(VALUE, ">", c.exp(-x))), {}, Status.PROVED),
    "a bound for a name of the claim": (c.Compare(VALUE, ">=", c.exp(-x)), ON_HALF_LINE, Status.PROVED),
    "no common point": (NOWHERE, {}, Status.REFUTED),
    "no common point at one of two numbers": (c.Exists(ON_HALF_LINE, c.Compare(VALUE, "==", q * c.exp(-x))), {q: c.one_of(1, 2)}, Status.REFUTED),
    "the second of two parts": (c.All(c.Exists(ON_HALF_LINE, c.Compare(VALUE, ">", 1)), NOWHERE), {}, Status.REFUTED),
    "never below a Gaussian profile": (c.Exists(ON_HALF_LINE, c.Compare(SLOW, "<", c.gaussian_profile(x, q))), {q: c.above(0)}, Status.REFUTED),
    "values for all large numbers": (c.Exists({q: c.above(0)}, c.ForAll({r: c.above(q)}, c.All(c.Exists(ON_HALF_LINE, c.Compare(VALUE, "<", c.exp(-r))),
                                                                                       c.Exists(ON_HALF_LINE, c.Compare(VALUE, ">", c.exp(-r)))))), {}, Status.PROVED),
    "a value above a Gaussian profile": (c.Exists({q: c.above(0)}, c.ForAll({r: c.above(q)}, c.Exists(ON_HALF_LINE, c.Compare(SLOW, ">", c.gaussian_profile(x, r))))), {}, Status.PROVED),
    "that there are none for large numbers": (c.Not(c.Exists({q: c.above(0)}, c.ForAll({r: c.above(q)}, c.Exists(ON_HALF_LINE, c.Compare(VALUE, "<", c.exp(-r)))))), {}, Status.REFUTED),
    "that one number is nowhere reached": (c.Not(c.Exists(ON_HALF_LINE, c.Compare(VALUE, "<", q))), {q: c.between(0, 2)}, Status.REFUTED),
    "no value for large numbers": (c.Exists({q: c.above(0)}, c.ForAll({r: c.above(q)}, c.Exists(ON_HALF_LINE, c.Compare(VALUE, ">", r)))), {}, None),
    "a common point": (c.Exists(ON_HALF_LINE, c.Compare(VALUE, "==", c.number("3/2"))), {}, None),
    "at other numbers": (c.Exists({x: c.at_least(-1)}, c.Compare(VALUE, "==", c.exp(-x))), {}, None),
    "a bound that fails": (c.ForAll(ON_HALF_LINE, c.Compare(VALUE, ">", 2 * c.exp(-x))), {}, Status.REFUTED),
    "a number of an empty range": (c.All(c.Exists({r: c.between(0, 0, open="right")}, c.ForAll({x: c.at_least(3)}, c.Compare(VALUE, ">", r)))), {}, None),
    "a number of a range with one member": (c.All(c.Exists({r: c.between(0, 0)}, c.ForAll({x: c.at_least(3)}, c.Compare(VALUE, ">", r)))), {}, Status.PROVED),
    "a first part without a value": (c.All(c.Exists(ON_HALF_LINE, c.Compare(VALUE, ">", c.log(-1 - x))), NOWHERE), {}, None),
}


@pytest.mark.parametrize("name", WRITTEN_OUT)
def test_what_is_left_is_decided_and_checked(name):
    states, forall, status = WRITTEN_OUT[name]
    asked = task(states, forall)
    found = valleys.decide(asked)
    assert found.status is (status or Status.UNDECIDED), found.summary
    if status is not None:
        assert check_data(document(asked, found), "toy").status == "confirmed"


@pytest.mark.parametrize(("name", "change"), [
    ("no common point at one of two numbers", lambda ev: ev["instance"].update(q="2")),
    ("no common point at one of two numbers", lambda ev: ev["instance"].update(q="1/2")),
    ("no common point at one of two numbers", lambda ev: ev.pop("instance")),
    ("no common point at one of two numbers", lambda ev: ev.update(part=1)),
    ("no common point", lambda ev: ev["proofs"].pop()),
    ("no common point", lambda ev: ev["proofs"].reverse()),
    ("no common point", lambda ev: ev.update(status="PROVED")),
    ("no common point", lambda ev: ev["proofs"][0].update(bound="bell")),
    ("no common point", lambda ev: ev.update(far="1000")),
    ("the second of two parts", lambda ev: ev.update(part=1)),
    ("the second of two parts", lambda ev: ev.pop("part")),
    ("the second of two parts", lambda ev: ev.update(part=True)),
    ("values for all large numbers", lambda ev: ev["values"].__setitem__(1, ["var", ["word", "r"]])),
    ("values for all large numbers", lambda ev: ev["values"].__setitem__(1, ["var", ["word", "turn_1"]])),
    ("values for all large numbers", lambda ev: ev["values"].__setitem__(0, "0")),
    ("values for all large numbers", lambda ev: ev["values"].__setitem__(2, "-1")),
    ("values for all large numbers", lambda ev: ev["values"].pop()),
    ("values for all large numbers", lambda ev: ev["values"].append("1")),
    ("values for all large numbers", lambda ev: ev["proofs"][0].update(piece="before")),
    ("values for all large numbers", lambda ev: ev["proofs"][0].pop("piece")),
    ("values for all large numbers", lambda ev: ev.pop("values")),
    ("values for all large numbers", lambda ev: ev.update(far="9")),
    ("a limit", lambda ev: ev["proof"].update(kind="logic")),
    ("another limit", lambda ev: ev.update(status="PROVED")),
    ("a bound", lambda ev: ev["valleys"][0].update(left="1/4", right="1/2")),
])
def test_tampered_evidence_of_what_is_left_is_refused(name, change):
    states, forall, _ = WRITTEN_OUT[name]
    asked = task(states, forall)
    data = copy.deepcopy(document(asked, valleys.decide(asked)))
    change(data["evidence"])
    assert check_data(data, "toy").status == "refused"
