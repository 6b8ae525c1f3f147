"""Objects that no claim can speak of are refused where they are declared, with the offending entry."""

from fractions import Fraction

import pytest

from verify import claims as c

P, U, n = c.objects("P U n")
HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


@pytest.mark.parametrize(("declare", "words"), [
    (lambda: c.finite_law({0: HALF, 1: THIRD}), r"sum to 1, got sum=5/6 of 0: 1/2, 1: 1/3"),
    (lambda: c.finite_law({0: Fraction(3, 2), 1: -HALF}), r"at least 0, got weight=-1/2 for entry 1"),
    (lambda: c.finite_law({}), "at least one point"),
    (lambda: c.mixture((HALF, P), (THIRD, P)), r"sum to 1, got sum=5/6"),
    (lambda: c.mixture(), "at least one point"),
    (lambda: c.Universes(None), "neighbours must be stated as one of replace-one, add-or-remove-one, got neighbours=None"),
    (lambda: c.Universes(c.word("close")), "neighbours must be stated"),
    (lambda: c.Universes(c.reading("adjacency", replace=c.REPLACE_ONE, other=c.word("close"))), "neighbours must be stated"),
    (lambda: c.Compositions(n, U, c.LINE, None), "coins must be stated as one of independent, shared"),
    (lambda: c.Compositions(n, U, c.LINE, c.SHARED, None), "adaptive must be stated as one of yes, no"),
    (lambda: c.Labels(0), "k=0"),
])
def test_an_impossible_object_is_refused_with_what_is_wrong(declare, words):
    with pytest.raises(c.ClaimError, match=words):
        declare()


def test_weights_that_are_formulas_are_left_to_the_engines():
    p = c.numbers("p")
    assert c.finite_law({0: p, 1: 1 - p}).head == "finite"
    assert c.finite_law({0: HALF, 1: p}).head == "finite"


def test_every_known_assumption_may_be_a_reading():
    both = c.reading("adjacency", replace=c.REPLACE_ONE, add=c.ADD_OR_REMOVE_ONE)
    assert c.Universes(both).args[0] == both
