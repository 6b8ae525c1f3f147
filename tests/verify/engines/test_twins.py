"""Planted errors are false neighbours of eight kinds: each has its places in a statement, and stands nowhere else."""

from fractions import Fraction

import pytest

from verify import claims as c
from verify import quantities as q
from verify.claims.show import text
from verify.engines.twins import KINDS, MOST, SIZES, coarse, places

x, y, z, n = c.numbers("x y z n")
P, Q = c.objects("P Q")


def variant(states, forall=None, given=()):
    (found,) = c.Claim("toy/one", "1", forall={x: c.above(0), y: c.above(0)} if forall is None else forall, given=given, states=states).variants()
    return found


def planted(kind, *of, size=SIZES[-1]):
    """The statements with an error, as text, by place."""
    return [[text(twin.states) for twin in place] for place in places(variant(*of), kind, size)]


def test_a_factor_makes_the_claimed_side_stronger():
    assert planted("factor", c.Compare(x, "<=", y)) == [["x ≤ 9/10·y"]]
    assert planted("factor", c.Compare(x, ">=", -y), size=SIZES[0]) == [["x ≥ 999/1000·(−y)"]]
    assert planted("factor", c.Compare(x, "==", y), size=SIZES[1]) == [["x = 101/100·y"]]


def test_a_constant_is_taken_from_the_claimed_side_in_proportion_to_its_size_at_an_instance():
    (place,) = places(variant(c.Compare(x, "<=", y)), "added", SIZES[1], lambda side: Fraction(7))
    assert [text(twin.states) for twin in place] == ["x ≤ y − 7/100"]
    assert planted("added", c.Compare(x, ">", 3)) == [["x > 31/10"]]


def test_where_the_claimed_side_is_0_the_constant_is_the_size_itself():
    assert planted("added", c.Compare(x, ">=", 0), size=SIZES[0]) == [["x ≥ 1/1000"]]
    assert planted("factor", c.Compare(x, ">=", 0)) == []


def test_an_exponent_moves_by_one_either_way_and_a_root_is_dropped():
    assert planted("exponent", c.Compare(x, "<=", y**2)) == [["x ≤ y^3"], ["x ≤ y^1"]]
    assert ["x ≤ y^1"] in planted("exponent", c.Compare(x, "<=", c.sqrt(y)))
    assert planted("exponent", c.Compare(x**2, "<=", y)) == []


@pytest.mark.parametrize(("side", "made"), [
    (c.log(1 + y), ["x ≤ log(9/10·(1 + y))", "x ≤ log(11/10·(1 + y))"]), (c.exp(y), ["x ≤ exp(9/10·y)", "x ≤ exp(11/10·y)"]), (c.sqrt(y), ["x ≤ √(9/10·y)", "x ≤ √(11/10·y)"]),
    (c.normal_cdf(y), ["x ≤ Φ(9/10·y)", "x ≤ Φ(11/10·y)"]),
])
def test_arguments_of_functions_are_scaled_either_way(side, made):
    assert planted("argument", c.Compare(x, "<=", side)) == [made]


def test_a_bound_in_an_event_whose_probability_is_taken_is_scaled_either_way():
    likely = c.Compare(c.Prob({z: P}, c.Compare(z, "<=", y)), ">=", 1 - x)
    assert [[twin.words for twin in place] for place in places(variant(likely, {P: c.Laws(c.LINE), x: c.above(0), y: c.above(0)}), "argument", SIZES[-1])] == [
        ["y in an event multiplied by 9/10", "y in an event multiplied by 11/10"]]
    nowhere = c.Compare(c.Prob({z: P}, c.Any_(c.Compare(z, "<=", 0), c.Compare(z, "==", y))), ">=", 1 - x)
    assert not places(variant(nowhere, {P: c.Laws(c.LINE), x: c.above(0), y: c.above(0)}), "argument", SIZES[-1])


def test_a_whole_number_beside_other_arguments_is_an_index_and_stays():
    assert planted("argument", c.Compare(x, "<=", c.gamma_p(2, y))) == [["x ≤ P(2, 9/10·y)", "x ≤ P(2, 11/10·y)"]]


def test_finite_ends_of_ranges_move_outwards():
    found = places(variant(c.Compare(x, "<=", n * y), {x: c.between(0, 1), y: c.above(2), n: c.integers(1)}), "range")
    assert sorted(twin.words for (twin,) in found) == ["n from 0 instead of 1", "x from -1/10 instead of 0", "x to 11/10 instead of 1"][:MOST]
    assert found[0][0].put
    (only,) = places(variant(c.Compare(x, ">", 1), {x: c.above(2)}), "range")
    assert text(only[0].variant.forall[0][1]) == "[9/5, ∞)"


def test_what_has_no_finite_end_has_no_range_to_widen():
    assert planted("range", c.Compare(x**2, ">=", 0), {x: c.REALS}) == []


def test_quantifiers_are_exchanged_where_the_statement_then_claims_more():
    some = c.Exists({z: c.above(0)}, c.Compare(z, ">", x))
    assert planted("quantifier", some) == [["for all z ∈ (0, ∞): z > x"]]
    every = c.ForAll({z: c.above(0)}, c.Compare(z, ">", x))
    assert planted("quantifier", every) == []
    assert len(planted("quantifier", c.Implies(every, c.Compare(x, "<", 0)))) == len(planted("quantifier", c.Not(every))) == 1


def test_hypotheses_and_premises_are_dropped():
    found = places(variant(c.Implies(c.Compare(x, ">", 1), c.Compare(x, "<=", y)), None, (c.Compare(x, "<=", y),)), "hypothesis")
    assert [twin.words for (twin,) in found] == ["without the hypothesis x ≤ y", "without the premise x > 1"]
    assert found[0][0].variant.given == () and text(found[1][0].states) == "x ≤ y"


def test_a_change_near_equality_leaves_the_rest_alone():
    assert planted("equality", c.Compare(x, "<=", y)) == [["(x < 99/100·y) or (x ≤ 9/10·y)"]]
    assert planted("equality", c.Compare(x, "==", y)) == planted("equality", c.Compare(x, ">=", 0)) == []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("states", [c.Member(x, c.above(0)), c.Compare(P, "==", Q), c.Compare(q.total_variation(P, Q), "<", c.oo)])
def test_nothing_is_planted_where_there_is_no_place(kind, states):
    found = planted(kind, states, {x: c.REALS, P: c.Laws(c.LINE), Q: c.Laws(c.LINE)})
    assert found == []


def test_every_comparison_that_decides_is_a_place():
    assert planted("factor", c.All(c.Compare(x, "<=", y), c.Compare(x, ">=", 2))) == [["(x ≤ 9/10·y) and (x ≥ 2)"], ["(x ≤ y) and (x ≥ 11/10·2)"]]


def test_a_printed_number_is_off_by_its_last_place_once_that_is_small_enough():
    states = c.Compare(x, "rounds to", c.Printed("0.681"))
    assert planted("added", states, size=SIZES[0]) == []
    (place,) = places(variant(states), "added", SIZES[1])
    assert place[0].states.args[2].args[0] == "0.682" and place[0].size == Fraction(1, 681)


def test_larger_errors_end_with_the_negation():
    assert [(t.kind, t.size and str(t.size)) for t in coarse(variant(c.Compare(x, "<=", y)))] == [("factor", "1/2"), ("factor", "9/10"), ("relation", None), ("negation", None)]
    assert [t.kind for t in coarse(variant(c.Exists({z: c.above(0)}, c.Compare(z, ">", x))))] == ["negation"]
