"""The order of parameters is a function of the statement, not of its declaration."""

from itertools import permutations

import pytest

from verify import claims as c
from verify.claims.nodes import ClaimError
from verify.claims.order import arranged
from verify.claims.validate import validate
from verify.quantities import hockey_stick_divergence

n, x, y, z, P, Q = c.numbers("n x y z P Q")
SPACE = c.LINE


def orders(entries, states, given=()):
    """The names in the results over all orders of the entries."""
    return {" ".join(str(pattern.args[0]) for pattern, _ in arranged(order, given, states)) for order in permutations(entries)}


def test_of_one_kind_the_first_to_be_mentioned_comes_first():
    assert orders([(y, c.above(0)), (x, c.above(0))], c.Compare(x, "<=", y)) == {"x y"}


def test_the_goal_counts_before_the_hypotheses():
    assert orders([(y, c.above(0)), (x, c.above(0))], c.Compare(1, "<=", y), given=(c.Compare(x, "<", y),)) == {"y x"}


def test_a_set_stands_behind_what_it_mentions():
    assert orders([(x, c.at_least(y)), (y, c.at_least(z)), (z, c.above(0))], c.Compare(x, "<=", 1)) == {"z y x"}


def test_numbers_come_before_laws():
    laws = c.Laws(SPACE)
    assert orders([(P, laws), (Q, laws), (x, c.above(0))], c.Compare(hockey_stick_divergence(Q, P, x), "<=", 1)) == {"x Q P"}


def test_names_that_only_sets_mention_follow_the_mention_of_these():
    entries = [(x, c.at_least(n)), (y, c.at_least(z)), (z, c.above(0)), (n, c.above(0))]
    assert orders(entries, c.Compare(x, "<=", y)) == {"n x z y"}


def test_a_variant_has_its_parameters_in_this_order_and_their_declaration_plays_no_part():
    first, second = (c.Claim("toy/order", "1", forall=dict(over), states=c.Compare(x, "<=", y)).variants()[0] for over in ([(x, c.above(0)), (y, c.above(0))], [(y, c.above(0)), (x, c.above(0))]))
    assert first == second and first.digest == second.digest


def test_a_set_that_mentions_itself_is_named():
    with pytest.raises(ClaimError, match="x"):
        validate(c.Claim("toy/circle", "1", forall={x: c.at_least(x)}, states=c.Compare(x, "<=", 1)))
