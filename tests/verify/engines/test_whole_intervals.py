"""Extrema and quantifiers over intervals: attained at an end by monotony, decided by a cover; the checker agrees."""

import json
import math

import pytest
from flint import fmpq

from mechanisms import Normal
from verify import claims as c
from verify import quantities as q
from verify.engines import covering, printed
from verify.engines import evaluate as ev
from verify.engines.task import EFFORTS, Status, Task
from verify.engines.truth import Truth
from verify.evidence.checker.check import check_data
from verify.quantities import enclosures
from verify.run.decide import Settings, run_variant

x, y, mu, i = c.numbers("x y mu i")
X = c.objects("X")


def variant(forall, states):
    (found,) = c.Claim("toy/item", "Item", forall=forall, states=states).variants()
    return found


def least(term, where):
    return c.Inf({x: where}, term)


def spread(mean, variance=1):
    return q.absolute_moment(Normal(mean, variance=variance), 3)


def within(term, low, high):
    return c.All(c.Compare(term, ">", c.number(low)), c.Compare(term, "<", c.number(high)))


DECIDED = {
    "the least moment of shifted normal laws has no shift": within(least(spread(x), c.at_least(0)), "1.595", "1.596"),
    "a root and a sum keep the end": within(least(c.Sum({i: c.upto(3)}, spread(i * x)) ** c.number("1/3"), c.at_least(0)), "1.685", "1.686"),
    "the largest value is at the upper end": c.Compare(c.Sup({x: c.between(0, 2)}, 3 * x**2 + 1), "==", 13),
    "a negative factor turns the end": c.Compare(c.Sup({x: c.between(0, 2)}, -3 * x), "==", 0),
    "an interval of one number has this member": c.Compare(c.Sup({x: c.between(2, 2)}, x**2 - x), "==", 2),
    "an empty interval leaves nothing to hold": c.ForAll({x: c.between(2, 1)}, c.Compare(x, "<", 0)),
    "families have the least member": c.Compare(c.Inf({X: c.Families(c.upto(2), c.at_least(1))}, c.Sum({i: c.upto(2)}, X[i] ** 2)), "==", 2),
    "a cover proves an inequality of one name": c.ForAll({x: c.between(0, 1)}, c.Compare(x * (1 - x), "<=", c.number("1/3"))),
    "a cover proves digits": c.ForAll({x: c.between(4, 5)}, c.Compare(1 / (1 + c.exp(-x)), "rounds to", c.Printed("1.0", "nearest"))),
}
FALSE = {
    "a wrong least value": c.Compare(least(spread(x), c.at_least(0)), "<", c.number("1.595")),
    "digits that no member has":
    c.Exists({x: c.between(4, 5)}, c.Compare(1 / (1 + c.exp(-x)), "rounds to", c.Printed("0.90", "nearest"))),
    "an inequality that fails at one inner member": c.ForAll({x: c.between(0, 1)}, c.Compare(x * (1 - x), "<=", c.number("1/5"))),
}
OPEN = {
    "an end that does not belong to the interval": c.Compare(least(spread(x), c.above(0)), "==", spread(0)),
    "a shift of either sign": c.Compare(least(spread(x), c.at_least(-1)), "==", spread(0)),
    "a term that turns": c.Compare(least(x**2 - x, c.at_least(0)), "==", 0),
    "a negative power, without a value at 0": c.Compare(c.Sup({x: c.between(0, 1)}, -(1 / x)), "==", -1),
    "contact inside the interval": c.ForAll({x: c.between(0, 1)}, c.Compare(x**2 + c.number("1/9"), ">=", 2 * x / 3)),
}


@pytest.mark.parametrize("name", DECIDED)
def test_what_holds_is_decided_by_both(name, truths):
    assert truths(DECIDED[name]) == (Truth.TRUE, "true")


@pytest.mark.parametrize("name", FALSE)
def test_what_fails_is_decided_by_both(name, truths):
    assert truths(FALSE[name]) == (Truth.FALSE, "false")


@pytest.mark.parametrize("name", OPEN)
def test_what_the_structure_does_not_show_stays_open(name, truths):
    ours, checked = truths(OPEN[name])
    assert ours in (Truth.UNDECIDED, Truth.NO_VALUE)
    assert checked in ("undecided", "no value")


@pytest.mark.parametrize(("states", "status"), [
    (DECIDED["a cover proves digits"], Status.PROVED),
    (FALSE["digits that no member has"], Status.REFUTED),
    (FALSE["an inequality that fails at one inner member"], Status.REFUTED),
    (c.Exists({x: c.between(0, 1)}, c.Compare(x * (1 - x), ">", c.number("6/25"))), Status.PROVED),
])
def test_a_closed_statement_about_an_interval_is_decided_and_rechecked(states, status):
    row, document, errors = run_variant(variant({}, states), Settings(effort="quick"))
    assert not errors
    assert row["status"] == status
    outcome = check_data(json.loads(json.dumps(document)), "toy")
    assert outcome.status == "confirmed", outcome.why


def test_contact_inside_the_interval_leaves_the_statement_undecided():
    finding = printed.decide(Task(variant({}, OPEN["contact inside the interval"]), EFFORTS["quick"]))
    assert finding.status is Status.UNDECIDED


def restricted(kind, term, where, condition, empty=None):
    return kind({x: where}, term, condition, empty)


RESTRICTED = {
    "a quotient that tends to 1 on a half-line": within(c.Inf({x: c.above(0)}, c.exp(-x) + (1 - c.exp(-x)) * c.Max(c.exp(x) - 1, 0) / (1 + c.exp(x))), "0.656", "0.657"),
    "members at which a negative power is too large do not count":
    within(restricted(c.Inf, 1 / x + x, c.above(0), c.Compare(1 / x, "<=", c.number("1/2"))), "2.499", "2.501"),
    "a restriction keeps the largest": within(restricted(c.Sup, x * (4 - x), c.between(0, 4), c.Compare(x, "<=", 1)), "2.999", "3.001"),
    "no member leaves the value of the empty set": c.Compare(restricted(c.Inf, 1 + x, c.between(0, 1), c.Compare(x, ">", 3), 7), "==", 7),
    "a power of a positive number is positive": c.ForAll({x: c.above(0)}, c.Compare(3 / x, ">=", 0)),
}
WRONG = {
    "a member that the restriction forbids": c.Compare(restricted(c.Inf, 1 / x + x, c.above(0), c.Compare(1 / x, "<=", c.number("1/2"))), "<", c.number("2.4")),
    "the value at an end that is not reached": c.Compare(c.Inf({x: c.above(0)}, (c.exp(x) - 1) / (1 + c.exp(x))), ">=", c.number("1/10")),
}


@pytest.mark.parametrize("name", RESTRICTED)
def test_extrema_under_a_restriction_are_enclosed_by_both(name, truths):
    assert truths(RESTRICTED[name]) == (Truth.TRUE, "true")


@pytest.mark.parametrize("name", WRONG)
def test_wrong_bounds_of_extrema_under_a_restriction_fail_in_both(name, truths):
    assert truths(WRONG[name]) == (Truth.FALSE, "false")


def test_something_that_exists_at_each_member_of_a_finite_set_is_stored_for_each_and_rechecked():
    states = c.Exists({x: c.at_least(0)}, c.Compare(c.exp(x), ">", 10 * mu))
    row, document, errors = run_variant(variant({mu: c.one_of(1, 2, 40)}, states), Settings(effort="quick"))
    assert not errors
    assert row["status"] == Status.PROVED
    document = json.loads(json.dumps(document))
    assert check_data(document, "toy").status == "confirmed"
    document["evidence"]["chosen"][2]["values"]["x"] = "0"
    assert check_data(document, "toy").status == "refused"


ON_HALF_LINES = {
    "both sides vanish far out": (c.ForAll({x: c.at_least(0)}, c.Compare(c.exp(-x) + c.exp(-3 * x), ">=", 2 * c.exp(-2 * x))), Truth.UNDECIDED),
    "a member not far out decides": (c.ForAll({x: c.at_least(0)}, c.Compare(x**3 * c.exp(-x), "<=", c.exp(-x))), Truth.FALSE),
    "a member next to the end decides": (c.Exists({x: c.above(0)}, c.Compare(c.exp(-8 * x), ">", 8 * x)), Truth.TRUE),
    "the ray towards infinity is decided as a whole": (c.ForAll({x: c.at_least(0)}, c.Compare(c.exp(-x) - c.exp(-2 * x), "<=", c.number("26/100"))), Truth.TRUE),
    "on the whole line": (c.ForAll({x: c.REALS}, c.Compare(c.exp(-x**2), ">=", c.exp(-2 * x**2))), Truth.UNDECIDED),
}


@pytest.mark.parametrize("name", ON_HALF_LINES)
def test_where_the_ray_towards_infinity_is_left_open_no_cover_is_gone_through_and_only_members_decide(name, monkeypatch):
    statement, expected = ON_HALF_LINES[name]
    looked = []
    monkeypatch.setattr(covering, "enclosed", lambda piece, own=covering.enclosed: looked.append(piece) or own(piece))
    enclosures.forget()
    assert covering._by_cover(statement, {}, ev.Context(60)) is (None if expected is Truth.UNDECIDED else expected)
    if expected is Truth.UNDECIDED:
        assert looked == covering._rays(*((fmpq(0), math.inf) if name != "on the whole line" else (-math.inf, math.inf)))


@pytest.mark.parametrize(("statement", "expected"), [
    (c.ForAll({x: c.at_least(0)}, c.Compare(c.log(1 + x), "<=", 6)), Truth.FALSE),
    (c.ForAll({x: c.at_least(0)}, c.Compare(x**2, "<=", 500 * x + 1)), Truth.FALSE),
    (c.ForAll({x: c.at_least(0)}, c.Compare(c.exp(-x), ">=", c.number("1/1000000000000"))), Truth.FALSE),
    (c.ForAll({x: c.REALS}, c.Compare(x, "<=", 1000)), Truth.FALSE),
    (c.ForAll({x: c.at_least(0)}, c.Compare(c.exp(c.number("1/1000000000000000000000000000000")) + c.exp(-x), ">", 1)), Truth.TRUE),
    (c.ForAll({x: c.at_least(3)}, c.Compare(x * (x - 1200000) + 400000000000, ">=", 0)), Truth.TRUE),
])
def test_members_far_out_more_digits_and_the_last_ray_itself_decide(statement, expected):
    enclosures.forget()
    assert ev.holds(statement, {})[0] is expected
