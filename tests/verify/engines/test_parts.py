"""Parts of the domain on which a false statement about numbers is seen to hold, and the bounds that they stand for."""

from fractions import Fraction

import pytest

from verify import claims as c
from verify.claims.nodes import ClaimError
from verify.claims.weaker import Cut, cut_of, weaker, within
from verify.engines.parts import Part, concerns, parts
from verify.engines.task import EFFORTS, Task

x, y, n = c.numbers("x y n")
(P,) = (c.objects("P Q")[0],)


def variant(forall, states, given=()):
    return c.Claim("toy/parts", "a toy", forall=forall, states=states, given=given).variants()[0]


def first(one, failing):
    return next(parts(Task(one, EFFORTS["standard"]), [failing]), None)


def lies(part, **values):
    return all(values[cut.name] <= cut.end if cut.relation == "<=" else values[cut.name] >= cut.end for cut in part.cuts if cut.name in values)


def test_one_bound_is_found_where_one_suffices():
    part = first(variant({x: c.above(0), y: c.above(0)}, c.Compare(x, "<=", x**2)), {"x": "1/2", "y": "1"})
    assert [cut.key for cut in part.cuts] == ["range x >= 1"]


def test_two_names_are_bounded_where_one_is_not_enough():
    part = first(variant({x: c.above(0), y: c.above(0)}, c.Compare(x, "<=", y)), {"x": "2", "y": "1"})
    assert {cut.name for cut in part.cuts} == {"x", "y"}
    assert not lies(part, x=2, y=1)
    ends = {cut.name: cut.end for cut in part.cuts}
    assert ends["x"] <= ends["y"]


def test_two_bounds_of_one_name_are_told_together():
    part = Part((Cut("x", ">=", Fraction(-1)), Cut("sigma", "<=", Fraction(2)), Cut("x", "<=", Fraction(5))), 0.5)
    assert part.words == "-1 ≤ x ≤ 5 and σ ≤ 2"


def test_members_of_a_list_are_kept_in_order():
    part = first(variant({n: c.one_of(1, 2, 3, 5), x: c.between(1, 2)}, c.Compare(n * x, "<=", 4)), {"n": "5", "x": "1"})
    assert lies(part, n=2)
    assert not lies(part, n=5)


def test_a_range_is_not_left_with_one_value():
    assert first(variant({x: c.at_least(0)}, c.Compare(x, "<=", 0)), {"x": "1"}) is None


def test_a_statement_that_fails_wherever_it_is_looked_at_has_no_part():
    assert first(variant({x: c.above(0)}, c.Compare(2 * x, "<=", x)), {"x": "1"}) is None


def test_an_instance_sent_back_makes_the_part_smaller():
    one = variant({x: c.above(0)}, c.Compare(x, "<=", 1))
    found = parts(Task(one, EFFORTS["standard"]), [{"x": "2"}])
    before = next(found)
    after = found.send({"x": "3/4"})
    assert before.cuts != after.cuts
    assert not lies(after, x=Fraction(3, 4))


def test_only_statements_about_numbers_are_concerned():
    assert concerns(Task(variant({x: c.above(0)}, c.Compare(x, "<=", 1)), EFFORTS["standard"]))
    assert not concerns(Task(variant({P: c.Laws(c.LINE)}, c.Compare(c.Node("total_variation", P, P), "<=", 1)), EFFORTS["standard"]))


def test_bounds_cut_ranges_with_numbers_as_ends_and_are_hypotheses_else():
    one = variant({x: c.above(0), y: c.between(-x, x), n: c.one_of(1, 2, 3)}, c.Compare(y, "<=", n))
    cut = weaker(one, ["range x <= 4", "range y >= -1/2", "range n >= 2"])
    assert cut == within(one, [Cut("x", "<=", Fraction(4)), Cut("y", ">=", Fraction(-1, 2)), Cut("n", ">=", Fraction(2))])
    assert dict(cut.forall)[x] == c.Node("interval", c.number(0), c.number(4), "open", "closed")
    assert dict(cut.forall)[n] == c.one_of(2, 3)
    assert cut.given == (c.Compare(y, ">=", c.number("-1/2")),)


def test_a_bound_is_stored_as_it_is_told():
    cut = Cut("sigma", "<=", Fraction(1, 2))
    assert cut_of(cut.key) == cut
    assert cut.words == "σ ≤ 1/2"
    with pytest.raises(ClaimError, match="there is no weakening"):
        weaker(variant({x: c.above(0)}, c.Compare(x, "<=", 1)), ["range x < 1"])
    with pytest.raises(ClaimError, match="no name z"):
        weaker(variant({x: c.above(0)}, c.Compare(x, "<=", 1)), ["range z <= 1"])
