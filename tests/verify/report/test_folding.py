"""Decision lists are right for every row, short, and merge nothing."""

from __future__ import annotations

import random
from itertools import product

import pytest

from verify.report.folding import deciding, decision_list

CHOICES = [dict(zip("abcd", options, strict=True)) for options in product("xyz", "xy", "xyz", "xy")]


def matches(rule, row):
    return all(row.get(name, "") in options for name, options in rule.conditions)


@pytest.mark.parametrize("seed", range(5))
def test_each_row_falls_under_one_rule_and_it_has_the_value_of_the_row(seed):
    rng = random.Random(seed)
    values = [rng.choice(["P", "R", "U"]) if row["a"] == "x" else "R" for row in CHOICES]
    rules = decision_list(CHOICES, values)
    for at, row in enumerate(CHOICES):
        under = [rule for rule in rules if matches(rule, row)]
        assert len(under) == 1
        assert under[0].value == values[at]
        assert at in under[0].rows


def test_two_choices_that_matter_give_three_rules():
    values = ["R" if row["b"] == "y" and row["c"] != "x" else "P" for row in CHOICES]
    rules = decision_list(CHOICES, values)
    assert len(rules) == 3
    assert {name for rule in rules for name, _ in rule.conditions} == {"b", "c"}


def test_one_value_gives_one_rule_without_conditions():
    assert [(rule.conditions, rule.value, len(rule.rows)) for rule in decision_list(CHOICES, ["P"] * len(CHOICES))] == [
        ((), "P", len(CHOICES))
    ]


def test_rows_that_no_choice_tells_apart_keep_their_own_values():
    rules = decision_list([{}, {}, {}], ["P", "R", "P"])
    assert [(rule.value, rule.rows) for rule in rules] == [("P", (0, 2)), ("R", (1,))]


def test_a_choice_without_a_place_counts_as_an_option_of_its_own():
    rules = decision_list(
        [{"tuple": "one"}, {"tuple": "all", "norm": "l1"}, {"tuple": "all", "norm": "l2"}], ["R", "P", "P"]
    )
    assert len(rules) == 2


def test_seven_binary_choices_are_folded_quickly():
    rows = [dict(zip("abcdefg", options, strict=True)) for options in product("xy", repeat=7)]
    values = ["R" if (row["a"] == "x") != (row["d"] == "y") else "P" for row in rows]
    assert len(decision_list(rows, values)) == 4


def test_the_deciding_choices_are_the_fewest():
    assert deciding(CHOICES, [row["b"] + row["d"] for row in CHOICES]) == ("b", "d")
    assert deciding(CHOICES, ["same"] * len(CHOICES)) == ()
    assert deciding([{}, {}], ["one", "other"]) is None
