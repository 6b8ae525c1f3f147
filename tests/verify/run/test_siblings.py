"""Statements in the order in which one process decides them."""

from verify import claims as c
from verify.run.siblings import neighbours

x = c.numbers("x")


def variant(id, copies):
    law = c.iid(c.finite_law({0: c.number("1/2"), 1: c.number("1/2")}), copies)
    return c.Claim(id, "a toy", forall={x: c.above(0)}, states=c.Compare(c.Node("total_variation", law, law), "<=", x)).variants()[0]


def test_statements_of_a_claim_about_the_same_laws_follow_each_other_and_claims_keep_their_order():
    todo = [(1, variant("toy/b", 2)), (2, variant("toy/b", 3)), (3, variant("toy/a", 2)), (4, variant("toy/b", 2)), (5, variant("toy/b", 3))]
    assert neighbours(todo) == [1, 4, 2, 5, 3]
