"""No near miss of an identity on record is proved: one constant, sign, exponent, term or factor of it is another one, and the statement is false at an instance."""

from collections import Counter
from itertools import islice
from random import Random

import pytest
from near_misses import altered, false_at, follows, found, identities

ASKED = 500
"""Near misses for which the derivation on record is tried; a derivation of their own is looked for one in ten."""


@pytest.fixture(scope="module")
def false_ones():
    """Statements that are false at an instance, spread over all identities, with the derivation of the true one."""
    chosen = [(one, what, statement) for one in identities() for what, statement in islice(altered(one.statement), 40)]
    Random(0).shuffle(chosen)
    misses = ((one, what, statement) for one, what, statement in chosen if false_at(statement, Random(0)) is not None)
    return list(islice(misses, ASKED))


def test_there_are_many_near_misses_of_each_kind(false_ones):
    assert len(false_ones) == ASKED
    assert {what for what, n in Counter(what for _, what, _ in false_ones).items() if n >= 10} == {"a constant", "a sign", "an exponent", "a term", "a factor"}


def test_the_derivation_on_record_proves_none_of_them(false_ones):
    assert [(one.name, statement) for one, _, statement in false_ones if follows(one.tree, statement)] == []


def test_no_derivation_of_one_of_them_is_found(false_ones):
    assert [(one.name, statement) for one, _, statement in false_ones[::10] if found(statement)] == []
