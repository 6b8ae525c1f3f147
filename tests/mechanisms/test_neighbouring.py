"""Neighbouring relations and queries say what they assume."""

from fractions import Fraction

import pytest
import sympy as sp

from mechanisms import Query, Universe
from mechanisms.neighbouring import ADD_OR_REMOVE_ONE, REPLACE_ONE, norm


def test_replacing_one_record_relates_data_sets_of_equal_length():
    universe = Universe.of_records((0, 1), 2, relation=REPLACE_ONE)
    assert len(universe.data_sets) == 4
    assert sorted(universe.neighbours()) == sorted(
        [((0, 0), (0, 1)), ((0, 0), (1, 0)), ((0, 1), (0, 0)), ((0, 1), (1, 1)), ((1, 0), (0, 0)), ((1, 0), (1, 1)), ((1, 1), (0, 1)), ((1, 1), (1, 0))])


def test_adding_or_removing_one_record_relates_data_sets_of_lengths_that_differ_by_one():
    universe = Universe.of_records((0, 1), 2, relation=ADD_OR_REMOVE_ONE)
    assert len(universe.data_sets) == 7
    assert universe.related((), (1,)) and universe.related((0, 1), (1,)) and universe.related((0, 1), (0,))
    assert not universe.related((0, 1), (1, 1)) and not universe.related((), (1, 1))


def test_a_relation_left_unstated_is_refused():
    with pytest.raises(ValueError, match="must be stated as one of replace-one, add-or-remove-one, got relation=None"):
        Universe(((0,), (1,)))


def test_a_data_set_twice_is_refused_by_its_place():
    with pytest.raises(ValueError, match=r"data_sets\[2\]"):
        Universe(((0,), (1,), (0,)), relation=REPLACE_ONE)


def test_a_norm_left_unstated_is_refused():
    with pytest.raises(ValueError, match="must be stated as one of l1, l2, l_inf"):
        Query(sum)


def test_sensitivity_depends_on_the_norm_and_the_relation():
    replace, remove = (Universe.of_records((0, 1), 2, relation=relation) for relation in (REPLACE_ONE, ADD_OR_REMOVE_ONE))

    def histogram(data):
        return (data.count(0), data.count(1))

    assert [Query(histogram, norm=name).sensitivity(replace) for name in ("l1", "l2", "l_inf")] == [2, sp.sqrt(2), 1]
    assert [Query(histogram, norm=name).sensitivity(remove) for name in ("l1", "l2", "l_inf")] == [1, 1, 1]


def test_norms_are_exact():
    assert norm((Fraction(3, 5), Fraction(-4, 5)), "l2") == 1
    assert norm((1, -2, 3), "l1") == 6
    with pytest.raises(ValueError, match="norm"):
        norm((1,), "l3")
