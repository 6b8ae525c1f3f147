"""Weakenings of a statement: each says less, is named for what it changes, and follows from the statement alone."""

from fractions import Fraction

import pytest

from verify import claims as c
from verify.claims.show import text
from verify.claims.weaker import factor_of, moved_inside, weakened, weakenings, weaker, within_a_factor
from verify.engines import evaluate as ev
from verify.engines.truth import Truth

x, y, n, e = c.numbers("x y n e")
P, Q, R = c.objects("P Q R")


def variant(forall, states, given=()):
    return c.Claim("toy/weaker", "a toy", forall=forall, states=states, given=given).variants()[0]


def keys(found):
    return [one.key for one in weakenings(found)]


def test_strict_relations_allow_equality_where_they_are_stated_and_lose_it_where_they_are_denied():
    found = variant({x: c.above(0)}, c.All(c.Compare(x, "<", 2), c.Not(c.Compare(x, ">=", 3)), c.Compare(x, "<=", 4)))
    assert keys(found) == ["strictness"]
    assert text(weakened(found, ["strictness"]).states) == text(c.All(c.Compare(x, "<=", 2), c.Not(c.Compare(x, ">", 3)), c.Compare(x, "<=", 4)))
    assert weakenings(found)[0].words == "with ≤ in place of <"


def test_the_hypothesis_of_an_implication_is_left_alone():
    found = variant({x: c.above(0)}, c.Implies(c.Compare(x, "<", 1), c.Compare(x, "<=", 1)))
    assert keys(found) == []


def test_what_must_be_finite_must_be_so():
    assert keys(variant({x: c.above(0)}, c.All(c.Compare(1 / x, "<", c.number("oo")), c.Compare(c.number("oo"), ">", x)))) == []


def test_what_is_said_to_exist_in_bounded_ranges_may_lie_at_their_ends():
    inside, half_line = {x: c.between(0, n, open="both"), y: c.between(0, 1)}, {x: c.above(0)}
    attained = c.Compare(x + y, "==", n + 1)
    found = variant({n: c.above(0)}, c.All(c.ForAll(inside, c.Compare(x + y, "<=", n + 1)), c.Exists(inside, attained), c.Exists(half_line, c.Compare(x, "==", n))))
    assert keys(found) == ["boundary"]
    closed = {x: c.between(0, n), y: c.between(0, 1)}
    expected = c.All(c.ForAll(inside, c.Compare(x + y, "<=", n + 1)), c.Exists(closed, attained), c.Exists(half_line, c.Compare(x, "==", n)))
    assert text(weakened(found, ["boundary"]).states) == text(expected)


def test_what_is_said_not_to_hold_for_all_may_fail_at_an_end():
    inside = {x: c.between(0, 1, open="right")}
    found = variant({n: c.above(0)}, c.Not(c.ForAll(inside, c.Compare(x, "<", 1))))
    assert "boundary" in keys(found)
    assert text(weakened(found, ["boundary"]).states) == text(c.Not(c.ForAll({x: c.between(0, 1)}, c.Compare(x, "<", 1))))
    assert "boundary" not in keys(variant({n: c.above(0)}, c.Not(c.Exists(inside, c.Compare(x, ">", 1)))))


def test_a_printed_number_may_be_off_by_a_unit_of_its_last_place():
    found = variant({}, c.Compare(c.sqrt(2), "rounds to", c.Printed("1.42")))
    assert keys(found) == ["rounding"]
    assert text(weakened(found, ["rounding"]).states) == text(c.Compare(abs(c.sqrt(2) - c.number("1.42")), "<=", c.number("1/100")))


@pytest.mark.parametrize(("side", "guard"), [
    (c.If(c.Compare(x, ">", 0), x, -c.number("oo")), c.Compare(x, ">", 0)),
    (c.If(c.Compare(x, "<=", 0), c.number("oo"), x), c.Not(c.Compare(x, "<=", 0))),
    (c.log(x), c.Compare(x, ">", 0)),
    (c.Sup({y: c.between(0, 1)}, y, where=c.Compare(y, "<", x)), c.Exists({y: c.between(0, 1)}, c.Compare(y, "<", x))),
    (c.Sup({y: c.between(x, 1)}, y), c.Exists({y: c.between(x, 1)}, c.TRUE)),
], ids=["a case without value", "the other case", "a logarithm", "a condition", "a range that may be empty"])
def test_values_by_convention_are_left_out(side, guard):
    found = variant({x: c.above(-5)}, c.Compare(side, ">=", 0))
    assert "convention 1" in keys(found)
    assert text(weakened(found, ["convention 1"]).given[-1]) == text(guard)


@pytest.mark.parametrize("side", [c.Sup({y: c.between(0, 1)}, x * y), c.log(1 + c.exp(x)), c.log(2), c.Sum({n: c.integers(1, 3)}, c.log(n))],
                         ids=["a range with members", "an exponential", "a constant", "a name that is bound inside"])
def test_nothing_is_left_out_where_no_value_is_one_by_convention(side):
    assert not any(key.startswith("convention") for key in keys(variant({x: c.above(0)}, c.Compare(side, "<=", x))))


def test_ends_are_left_out_of_ranges():
    found = variant({x: c.between(0, 1), y: c.at_least(x), n: c.integers(0), e: c.Families(c.upto(2), c.at_least(0))}, c.Compare(x + y + n + e[1], ">=", 0))
    assert keys(found) == ["boundary x", "boundary y", "boundary n", "boundary e"]
    assert [one.words for one in weakenings(found)] == ["for 0 < x < 1", "for y > x", "for n ≥ 1", "for every e > 0"]
    inner = {str(name.args[0]): where for name, where in weakened(found, ["boundary x", "boundary n"]).forall}
    assert text(inner["x"]) == "(0, 1)" and text(inner["y"]) == "[x, ∞)" and text(inner["n"]) == "{1, …, ∞}"


def test_open_ranges_single_points_and_counts_have_no_boundary():
    assert keys(variant({x: c.above(0), y: c.between(3, 3), n: c.integers(1)}, c.Compare(x + y + n, ">=", 0))) == []


def test_laws_of_one_set_differ():
    laws = c.Laws(c.LINE)
    found = variant({P: laws, Q: laws, R: c.Laws(c.LINE, density=True)}, c.Compare(c.Node("renyi", P, Q, c.number(2)) + c.Node("renyi", R, P, c.number(2)), ">=", 0))
    assert keys(found) == ["boundary P Q"]
    assert text(weakened(found, ["boundary P Q"]).given[-1]) == "TV(P, Q) > 0"


def test_keys_that_are_none_are_refused():
    with pytest.raises(c.ClaimError, match="there is no weakening 'boundary y'"):
        weakened(variant({x: c.at_least(0)}, c.Compare(x, ">", 0)), ["boundary y"])
    with pytest.raises(c.ClaimError, match="no weakening 'constant two'"):
        weaker(variant({x: c.at_least(0)}, c.Compare(x, ">", 0)), ["constant two"])


@pytest.mark.parametrize(("states", "values"), [
    (c.Compare(x, "<", y), {"x": 1, "y": 1}), (c.Compare(x, "<", y), {"x": 0, "y": 1}), (c.Compare(x, "<", y), {"x": 1, "y": 0}),
    (c.Not(c.Compare(x, ">=", y)), {"x": 1, "y": 1}), (c.Compare(c.log(x), ">", y), {"x": 0, "y": 0}), (c.Compare(c.log(x), ">", y), {"x": 3, "y": 1}),
])
def test_whatever_a_statement_says_its_weakenings_say(states, values):
    """At every instance where the statement is true, or that it does not speak of, so is each weaker one."""
    found = variant({x: c.at_least(0), y: c.at_least(0)}, states)
    env = {name: ev.value(c.number(value), {}, ev.Context(64)) for name, value in values.items()}
    whole = ev.holds(found.states, env)[0]
    for one in weakenings(found):
        less = weakened(found, [one.key])
        spoken_of = all(ev.holds(h, env)[0] is Truth.TRUE for h in less.given) and one.kind != "boundary"
        assert not (whole is Truth.TRUE and spoken_of) or ev.holds(less.states, env)[0] is Truth.TRUE


def test_instances_at_an_end_are_moved_inside():
    found = variant({x: c.between(0, 2), y: c.at_least(x), e: c.Families(c.upto(2), c.at_least(0))}, c.Compare(x + y + e[1], ">=", 0))
    less = weakened(found, ["boundary x", "boundary y", "boundary e"])
    moved = list(moved_inside(less, {"x": "2", "y": "2", "e": ["family", "0", "1"]}))
    assert moved[0] == {"x": "1", "y": "2", "e": ["family", "1/2", "1"]}
    assert list(moved_inside(less, {"x": "1", "y": "3", "e": ["family", "1", "1"]})) == []


@pytest.mark.parametrize(("end", "at", "inside"), [
    (1 / (x * 3), "1/6", "1/12"), (c.Max(x, 5) + x**2, "9", "9/2"), (x**-2, "1/4", "1/8"), (c.Min(x, 1), "1", "1/2"),
    (c.exp(x), "7", "7"), (1 / (x - 2), "3", "3"), (x**9, "512", "512"),
])
def test_an_end_that_is_computed_from_the_names_before_it_is_known(end, at, inside):
    found = variant({x: c.above(0), y: c.between(0, end)}, c.Compare(y, "<=", x))
    moved = list(moved_inside(weakened(found, ["boundary y"]), {"x": "2", "y": at}))
    assert (moved[0]["y"] if moved else at) == inside


def test_a_factor_is_short_and_on_the_side_that_is_certified():
    found = variant({x: c.above(0)}, c.Compare(x, "<=", x / 3))
    assert factor_of(found, {"ratio_at_least": "2.9", "ratio_at_most": "3.0000001", "certified": "both ends"}) == Fraction(301, 100)
    assert factor_of(found, {"ratio_at_least": "2.9", "ratio_at_most": "3", "certified": "the end at the point"}) is None
    assert text(within_a_factor(found, 3).states) == text(c.Compare(x, "<=", c.number(3) * (x / 3)))
