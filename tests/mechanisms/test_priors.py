"""Pufferfish instances by name, tables of data sets, and secrets that are impossible."""

from fractions import Fraction

import pytest

from mechanisms import Finite, Pufferfish
from mechanisms.priors import binary_chain, correlated_records, finite_law, independent_records, table_prior
from mechanisms.pufferfish import everyone_values

F = Fraction


def test_correlated_records_count_the_ones():
    laws = {(a, b): (p.table(), q.table()) for _, a, b, p, q in correlated_records("1/2", "1/3").query_laws()}
    assert laws["record 0 is 1", "record 0 is 0"] == ({2: F(2, 3), 1: F(1, 3)}, {0: F(2, 3), 1: F(1, 3)})


def test_a_chain_remembers_by_its_probability_to_stay():
    framework = binary_chain("3/4", 3)
    assert framework.probability("record 2 is 1", "markov-chain") == F(1, 2)
    assert framework.query_law("record 1 is 1", "markov-chain").table() == {1: F(1, 16), 2: F(6, 16), 3: F(9, 16)}


def test_independent_records_have_a_sum_or_a_mean():
    framework = independent_records("1:1/2, 2:499/1000, 100:1/1000", 2, "mean")
    assert set(framework.query_values()) == {1, F(3, 2), 2, F(101, 2), 51, 100}
    assert framework.query_law("record 0 is 100", "independent").table()[F(101, 2)] == F(1, 2)


def test_a_table_of_data_sets_may_be_given_as_counts():
    assert table_prior([((0, 1), 3), ((1, 1), 1), ((0, 0), 0)]).table() == {(0, 1): F(3, 4), (1, 1): F(1, 4)}
    with pytest.raises(ValueError, match="sum of 0"):
        table_prior([((0,), 0)])
    with pytest.raises(ValueError, match="weight=-1"):
        table_prior([((0,), -1)])


def test_a_law_is_read_from_text():
    assert finite_law("0:1/3, 2.5:2/3").table() == {0: F(1, 3), F(5, 2): F(2, 3)}
    with pytest.raises(ValueError, match="POINT:WEIGHT"):
        finite_law("0")


def test_impossible_secrets_are_named():
    secrets, pairs = everyone_values(1, (0, 1, 2))
    framework = Pufferfish(secrets, pairs, {"fair": Finite.uniform([(0,), (1,)])}, sum)
    assert list(framework.impossible()) == [("fair", "record 0 is 2")]
    with pytest.raises(ValueError, match=r"got 0 for secret='record 0 is 2' under prior='fair'; accepted are record 0 is 0, record 0 is 1"):
        framework.query_law("record 0 is 2", "fair")


@pytest.mark.parametrize(("make", "words"), [
    (lambda: correlated_records(1, 0), "all records are certainly 1"),
    (lambda: correlated_records("x", 0), "p must be a number"),
    (lambda: binary_chain(1, 0), "whole number from 1 to 16"),
    (lambda: binary_chain(2, 2), "stay must be in"),
    (lambda: binary_chain(0, 3, 1), "got 0 for 'record 0 is 0'"),
    (lambda: independent_records("1:1", 2), "all records are certainly 1"),
    (lambda: independent_records("0:1/2, 1:1/2", 2, "median"), "sum or mean"),
    (lambda: independent_records("0:1/2, 1:1/2", 99), "from 1 to 12"),
])
def test_bad_priors_are_named(make, words):
    with pytest.raises(ValueError, match=words):
        make()
