"""Partitions put every record into exactly one part, by position, by value, or by the whole data set."""

import pytest

from mechanisms import ByDataSet, ByPosition, ByValue

DATA = (5, 2, 5, 1)


def by_rank(data):
    """Records above the median go to part 1: the part of one record depends on the others."""
    return tuple(int(2 * sum(other < record for other in data) >= len(data)) for record in data)


@pytest.mark.parametrize(
    ("partition", "parts"),
    [
        (ByPosition(2, (0, 1, 1, 0)), ((5, 1), (2, 5))),
        (ByPosition(2, lambda position: position % 2), ((5, 5), (2, 1))),
        (ByValue(3, {5: 2, 2: 0, 1: 0}), ((2, 1), (), (5, 5))),
        (ByValue(2, lambda record: int(record > 1)), ((1,), (5, 2, 5))),
        (ByDataSet(2, by_rank), ((2, 1), (5, 5))),
    ],
)
def test_the_parts_are_those_of_the_rule(partition, parts):
    assert partition.split(DATA) == parts


def test_exchanging_one_record_moves_another_only_where_the_rule_sees_the_whole_data_set():
    assert ByDataSet(2, by_rank).split((1, 2)) == ((1,), (2,))
    assert ByDataSet(2, by_rank).split((3, 2)) == ((2,), (3,))
    assert ByValue(2, lambda record: int(record > 1)).split((3, 2))[1] == (3, 2)


@pytest.mark.parametrize(
    ("partition", "message"),
    [
        (ByPosition(2, (0, 1)), r"ByPosition: assign must give a part to every position, got none for position=2"),
        (ByValue(2, {5: 0, 2: 1}), r"ByValue: assign must give a part to every record, got none for record=1"),
        (ByDataSet(2, lambda data: (0,)), r"ByDataSet: assign must return one part for each record, got 1 parts for 4"),
        (ByPosition(2, (0, 1, 2, 0)), r"a part must be one of 0, ..., 1, got part=2 for position=2 with record=5"),
        (ByValue(2, lambda record: -1), r"ByValue: a part must be one of 0, ..., 1, got part=-1 for position=0"),
    ],
)
def test_a_record_without_part_is_named(partition, message):
    with pytest.raises(ValueError, match=message):
        partition.split(DATA)


@pytest.mark.parametrize("parts", [0, -1, True, 1.0])
def test_the_number_of_parts_must_be_a_positive_integer(parts):
    with pytest.raises(ValueError, match=r"ByValue: parts must be an integer >= 1, got parts="):
        ByValue(parts, lambda record: 0)
