"""Ends of ranges, jumps and borders of domains: what lies beyond all numbers, limits and slopes of terms without value, enclosures that do not tell where an end is."""

import json

import pytest
from flint import arb
from made_certificates import certificate, compare, forall, interval, over, var

from verify import claims as c
from verify.claims.nodes import Node, number
from verify.evidence.checker.check import check_data
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.numbers import Ball, Budget, NoValue, Undecided
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
