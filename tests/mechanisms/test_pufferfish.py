"""Pufferfish instances from secrets to conditional laws."""

from fractions import Fraction

import pytest

from mechanisms import Finite, Pufferfish
from mechanisms.pufferfish import correlated_pair, everyone_values

SECRETS, PAIRS = everyone_values(2, (0, 1))


def instance(**changes):
    parts = {"secrets": SECRETS, "pairs": PAIRS, "priors": {"correlated": correlated_pair(Fraction(1, 2), Fraction(1, 3))}, "query": sum} | changes
    return Pufferfish(**parts)


def test_conditional_laws_follow_from_the_prior():
    first, second = (instance().query_law(f"record 0 is {a}", "correlated") for a in (0, 1))
    assert first.table() == {0: Fraction(2, 3), 1: Fraction(1, 3)}
    assert second.table() == {1: Fraction(1, 3), 2: Fraction(2, 3)}


def test_a_correlated_pair_has_its_marginals_and_correlation():
    law = correlated_pair(Fraction(1, 3), Fraction(1, 4))
    mean = law.expectation(lambda x: x[0])
    assert mean == Fraction(1, 3)
    assert law.expectation(lambda x: x[0] * x[1]) - mean**2 == Fraction(1, 4) * mean * (1 - mean)


def test_situations_leave_out_secrets_of_probability_zero():
    certain = Finite.point_mass((1, 1))
    both = instance(priors={"certain": certain, "fair": correlated_pair(Fraction(1, 2), 0)})
    assert {prior for prior, _, _ in both.situations()} == {"fair"}
    assert len(list(both.query_laws())) == len(PAIRS)


@pytest.mark.parametrize(("changes", "words"), [
    ({"priors": {}}, "priors must have at least one distribution"),
    ({"pairs": ()}, "pairs must have at least one pair"),
    ({"pairs": (("record 0 is 0", "record 7 is 0"),)}, r"pairs\[0\]='record 7 is 0'"),
    ({"pairs": (("record 0 is 0", "record 0 is 0"),)}, "must name two secrets"),
    ({"priors": {"certain": Finite.point_mass((1, 1))}}, "positive probability under some prior"),
])
def test_an_instance_that_guarantees_nothing_is_refused(changes, words):
    with pytest.raises(ValueError, match=words):
        instance(**changes)


def test_a_correlation_that_no_law_has_is_refused():
    with pytest.raises(ValueError, match="rho=-1"):
        correlated_pair(Fraction(1, 3), -1)
