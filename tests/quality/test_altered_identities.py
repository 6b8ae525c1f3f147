"""No near miss of an identity on record is proved: one constant, sign, exponent, term or factor of it is another one, and the statement is false at an instance."""

from itertools import islice
from random import Random

import pytest
from altered_identities import altered, false_at, follows, found, identities

FEW, MANY = 20, 500


def false_ones(number):
    """Statements that are false at an instance, spread over all identities, with the derivation of the true one."""
    chosen = [(one, what, statement) for one in identities() for what, statement in islice(altered(one.statement), 40)]
    Random(0).shuffle(chosen)
    return list(islice((one for one in chosen if false_at(one[2], Random(0)) is not None), number))


@pytest.mark.parametrize("number", [FEW, pytest.param(MANY, marks=pytest.mark.slow)])
def test_no_derivation_proves_a_near_miss_neither_that_on_record_nor_any_that_is_found(number):
    asked = false_ones(number)
    assert len(asked) == number
    assert number < MANY or {what for _, what, _ in asked} == {"a constant", "a sign", "an exponent", "a term", "a factor"}
    assert [(one.name, statement) for one, _, statement in asked if follows(one.tree, statement) or found(statement)] == []
