"""Ends of ranges, jumps and borders of domains: what lies beyond all numbers, products with infinity, limits and slopes of terms without value, enclosures that do not tell where an end is."""

import json
from fractions import Fraction

import pytest
from flint import arb
from made_certificates import certificate, compare, forall, interval, over, var

from verify import claims as c
from verify import quantities as q
from verify.claims.nodes import Node, number
from verify.evidence.checker.certificate import agrees
from verify.evidence.checker.check import check_data
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.numbers import Ball, Budget, NoValue, Undecided, is_point_infinite, relations
from verify.run.decide import Settings, run_variant

a, t, x, y = c.numbers("a t x y")
T, Y = var("t"), var("y")
NEARLY_0 = ["add", ["erf", "40"], "-1"]  # below 0, by less than any enclosure tells


def evaluated(f, env=None):
    return Evaluator(Budget()).number(f, env or {})


def decided(states, **more):
    """The verdict of the product, and what the checker says of its evidence."""
    (variant,) = c.Claim("toy/item", "Item", states=states, **more).variants()
    row, document, errors = run_variant(variant, Settings(effort="quick"))
    assert not errors
    return row["status"], document and check_data(json.loads(json.dumps(document)), "toy").status


def beyond(proposition, ends, line=c.REALS):
    return c.Exists({a: line}, c.ForAll({t: c.between(a, c.oo, open=ends)}, proposition))


def test_infinity_lies_beyond_all_numbers_where_it_belongs_to_the_range():
    assert decided(beyond(c.Compare(c.exp(-t), ">", 0), "left"))[0] != "PROVED"
    assert decided(beyond(c.Compare(c.exp(-t), ">", 0), "both")) == ("PROVED", "confirmed")
    for f, ends in ((compare(T, "<", "oo"), ("open", "closed")), (compare(["exp", ["mul", "-1", T]], ">", "0"), ("open", "closed"))):
        inner = ["forall", over(("t", interval(var("a"), "oo", *ends))), f]
        statement = forall(over(("x", ["one_of", "0"])), ["exists", over(("a", interval("-oo", "oo", "open", "open"))), inner])
        assert check_data(certificate("exhaustive", statement, {"count": 1}) | {"status": "PROVED"}, "c.json").status == "refused"


def test_beyond_infinity_there_is_nothing_of_which_something_could_be_false():
    assert decided(beyond(c.Compare(t, "<", 0), "both", c.between(-c.oo, c.oo)))[0] != "REFUTED"
    assert decided(beyond(c.Compare(t, "<", 0), "both")) == ("REFUTED", "confirmed")


@pytest.mark.parametrize("term", [
    ["gaussian_level", T, ["exp", ["pow", T, "3"]]],
    ["gaussian_level", T, ["add", "1", ["pow", T, "-1"]]],
    ["hyp1f1", "oo", "1", ["pow", T, "-1"]],
    ["hyp1f1", "1", "oo", ["pow", T, "-1"]],
])
def test_a_term_without_value_has_no_limit(term):
    with pytest.raises((Undecided, NoValue)):
        evaluated(["limit", over(("t", "oo")), term])


def test_levels_between_0_and_1_have_their_limit():
    assert evaluated(["limit", over(("t", "oo")), ["gaussian_level", T, ["exp", ["mul", "-1/2", ["pow", T, "2"]]]]]) == 1
    level = c.Limit(c.gaussian_level(t, c.exp(t**3)), t, c.oo)
    assert decided(c.Compare(level, "==", 0))[0] == "UNDECIDED"


def slope(term, at):
    return ["derivative", over(("y", at)), term, "1"]


def test_an_angle_has_no_slope_across_its_jump():
    with pytest.raises(Undecided):
        evaluated(slope(["atan2", Y, "-1"], "0"))
    assert evaluated(slope(["atan2", Y, "1"], "0")) == 1
    across = Node("derivative", ((y, number(0)),), Node("atan2", y, number(-1)), number(1))
    assert decided(c.Compare(across, "==", -1))[0] not in ("PROVED", "REFUTED")


def test_a_slope_may_exist_where_its_formula_has_no_value():
    x = {"x": Ball(arb("0.25"), arb("0.5"))}
    with pytest.raises(Undecided):
        evaluated(slope(["polylog", "1/2", Y], var("x")), x)  # it is Li_(-1/2)(x)/x, where polylog asks for a positive order
    assert evaluated(slope(["polylog", "3/2", Y], var("x")), x).lo > 0
    hypothesis = compare(slope(["polylog", "1/2", Y], var("x")), ">=", "0")  # true, so that nothing is proved by its falling away
    statement = forall(over(("x", interval("1/4", "1/2"))), compare(var("x"), "<=", "0"), hypothesis)
    evidence = {"relation": "<=", "form": {"lhs": var("x"), "rhs": "0"}, "root": {"x": ["1/4", "1/2"]}, "open": {}, "integers": [], "names": {}, "given": [], "tree": "P"}
    assert check_data(certificate("boxes", statement, evidence) | {"status": "PROVED"}, "c.json").status == "refused"


def power_law(location):
    return ["power_law", location, "1", "3", ["word", "right"]]


def test_an_end_that_is_not_told_from_another_does_not_lie_beyond_it():
    with pytest.raises(Undecided):
        evaluated(["log_density_lipschitz", power_law(NEARLY_0), "0", "oo", None])
    assert evaluated(["log_density_lipschitz", power_law("0"), "0", "oo", None]) == 3
    assert evaluated(["log_density_lipschitz", power_law("1"), "0", "oo", None]).lo == arb("inf")


def table(cell):
    index = ["integers", "1", "2"]
    return ["coordinates", over(("i", index)), ["coordinates", over(("j", index)), cell]]


def test_a_covariance_is_known_to_be_symmetric():
    i, j = var("i"), var("j")

    def divergence(above, below):
        covariance = table(["if", compare(i, "==", j), "1", ["if", compare(i, "<", j), above, below]])
        means = [["coordinates", over(("i", ["integers", "1", "2"])), m] for m in (i, "0")]
        return ["renyi", *(["normal_vector", m, covariance] for m in means), "2"]

    nearly = ["mul", "1/2", ["erf", "40"]]
    with pytest.raises(Undecided):
        evaluated(divergence(nearly, "1/2"))
    with pytest.raises(NoValue):
        evaluated(divergence(["erf", "1"], "1/2"))
    assert evaluated(divergence("1/2", "1/2")) == 4
    assert evaluated(divergence(["exp", "-1"], ["exp", "-1"])).lo > 0


def proved_by_boxes(where, goal, *given):
    """What the checker says of a proof that has one box, over the name x."""
    open_ends = [end[1] == "open" for end in where[3:]]
    opened = {"x": "both" if all(open_ends) else "left" if open_ends[0] else "right"} if any(open_ends) else {}
    evidence = {"relation": goal[2][1], "form": {"lhs": goal[1], "rhs": goal[3]}, "root": {"x": where[1:3]}, "open": opened, "integers": [], "names": {}, "given": [], "tree": "V"}
    return check_data(certificate("boxes", forall(over(("x", where)), goal, *given), evidence) | {"status": "PROVED"}, "c.json").status


X = var("x")


def test_a_product_with_infinity_is_infinity():
    inside = {"x": Ball(arb(1), arb(2), True, True)}
    assert is_point_infinite(evaluated(["mul", X, "oo"], inside)) == 1
    for relation, answer in (("<", "false"), ("==", "true"), (">", "false")):
        assert Evaluator(Budget()).truth(compare(["mul", X, "oo"], relation, "oo"), inside) == answer
    assert proved_by_boxes(interval("1", "2", "open", "open"), compare(["mul", X, "oo"], "<", "oo")) == "refused"
    assert proved_by_boxes(interval("1", "2", "open", "open"), compare(["mul", X, "oo"], ">=", "oo")) == "confirmed"


def test_nothing_is_said_of_an_enclosure_without_numbers():
    nothing = Ball(arb(1), arb(1), True, False)
    with pytest.raises(Undecided):
        relations(nothing, Fraction(1))


@pytest.mark.parametrize(("where", "kind", "small", "large"), [
    (interval("1", "2"), "legendre_p", ("1", X), ("2", X)),
    (interval("0", "1/2"), "polylog", ("2", X), ("1", X)),
    (interval("0", "1/2"), "hyp2f1", ("1", "1", "1", X), ("2", "1", "1", X)),
    (interval("0", "1"), "binomial", ("2", X), ("3", X)),
    (interval("0", "1"), "atan2", ("1", X), ("2", X)),
    (interval("0", "1"), "atan2", (X, "2"), (X, "1")),
])
def test_functions_stand_still_at_a_value_of_another_argument(where, kind, small, large):
    first, second = [kind, *small], [kind, *large]
    assert proved_by_boxes(where, compare(first, "<", second)) == "refused"  # they are equal at the lower end
    assert proved_by_boxes(where, compare(first, "<=", second)) == "confirmed"
    assert proved_by_boxes([*where[:3], ["word", "open"], where[4]], compare(first, "<", second)) == "confirmed"


def test_one_member_with_a_value_is_enough_for_a_hypothesis():
    """At 1 the polylogarithm of order 3 has a value, beyond it none."""
    where = interval("1", "2")
    assert proved_by_boxes(where, compare(X, ">=", "3/2"), compare(["polylog", "3", X], ">", "0")) == "refused"
    with pytest.raises(Undecided):
        evaluated(["polylog", "3", X], {"x": Ball(arb(1), arb(2))})
    with pytest.raises(NoValue):
        evaluated(["polylog", "3", X], {"x": Ball(arb(1), arb(2), True)})


def test_kummers_function_has_no_value_at_infinity():
    with pytest.raises(Undecided):
        evaluated(["hyp1f1", "1", "2", X], {"x": Ball(arb(0), arb("inf"))})
    assert evaluated(["hyp1f1", "1", "2", X], {"x": Ball(arb(0), arb("inf"), False, True)}).lo == 1


NORMAL, Z = ["normal_vector", "0", "1"], var("z")


def test_no_shift_has_a_length_below_0():
    def largest(low):
        return ["sup", over(("z", interval(low, "1"))), ["largest_shift", NORMAL, Z, "2", None], None, None]

    with pytest.raises((Undecided, NoValue)):
        evaluated(largest("-1"))
    assert agrees(Fraction(1), evaluated(largest("0")))
    falling = ["largest_shift", NORMAL, ["add", "1", ["mul", "-1", Z]], "2", None]
    assert Evaluator(Budget()).truth(["forall", over(("z", interval("0", "3"))), compare(falling, "<=", "5")], {}) not in ("true", "false")
    noise = c.normal_vector(0, 1)
    assert decided(c.Compare(c.Sup({t: c.between(-1, 1)}, q.largest_shift(noise, t, 2)), "<=", 5))[0] not in ("PROVED", "REFUTED")
    assert decided(c.ForAll({t: c.between(0, 3)}, c.Compare(q.largest_shift(noise, 1 - t, 2), "<=", 5)))[0] not in ("PROVED", "REFUTED")
    assert decided(c.Compare(c.Sup({t: c.between(0, 1)}, q.largest_shift(noise, t, 2)), "<=", 5)) == ("PROVED", "confirmed")


HALF, THIRD = (c.finite_law({0: number(w), 1: 1 - number(w)}) for w in ("1/2", "1/3"))
SMALL = {
    "a level that may be infinite": (t, c.between(1, c.oo), c.gaussian_profile(1, t), c.at_least(1)),
    "a number that may be infinite": (t, c.between(-c.oo, 1), c.gaussian_profile(t, 1), c.at_most(1)),
    "a slack above 1": (t, c.between(0, 2), q.shifted_renyi(HALF, THIRD, 2, 1, t), None),
    "a norm of order below 1": (t, c.between(0, 2), Node("wasserstein", Node("product", HALF, THIRD), Node("product", THIRD, THIRD), number(1), t), c.between(1, 2)),
}


@pytest.mark.parametrize("name", SMALL)
def test_what_has_no_value_at_a_member_is_not_refuted_by_its_range(name):
    """A quantity is never below 0; but where it has no value at some member, and is not below 0 at the others, "there is a member at which it is below 0" has none."""
    bound, where, value, valued = SMALL[name]
    below = c.Compare(value, "<", 0)
    assert decided(c.Not(c.Exists({bound: where}, below)))[0] not in ("PROVED", "REFUTED")
    if valued is not None:
        assert decided(c.Not(c.Exists({bound: valued}, below))) == ("PROVED", "confirmed")
