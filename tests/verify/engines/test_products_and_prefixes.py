"""Finite products, and the first coordinates of a point."""

import pytest
from flint import fmpq

from verify.claims import Prod, integers, numbers, prefix, upto
from verify.claims.nodes import Node, free_names, from_json, to_json
from verify.claims.show import text
from verify.engines.evaluate import Context, NoRoute, value
from verify.values.numbers import NoValue

i, n = numbers("i n")


def at(formula, **names):
    return value(formula, {name: fmpq(v) for name, v in names.items()}, Context(64))


def test_a_product_multiplies_its_members():
    assert at(Prod({i: upto(n)}, 2 * i - 1), n=4) == 105


def test_an_empty_product_is_1():
    assert at(Prod({i: upto(n)}, i), n=0) == 1


def test_a_product_over_an_infinite_set_has_no_route():
    with pytest.raises(NoRoute):
        at(Prod({i: integers(1)}, i))


def test_a_product_binds_its_names():
    assert free_names(Prod({i: upto(n)}, i)) == {"n"}
    assert text(Prod({i: upto(n)}, i)) == "Π[i ∈ {1, …, n}] i"


def test_the_first_coordinates_make_a_point():
    assert at(prefix((1, 2, 3), 2)) == (1, 2)
    assert at(prefix((1, 2, 3), 0)) == ()


def test_more_coordinates_than_there_are_have_no_value():
    with pytest.raises(NoValue):
        at(prefix((1, 2), 3))


def test_words_inside_tuples_survive_json():
    law = Node("law", "normal", (("mean", Node("num", "0")),), ())
    assert from_json(to_json(law)) == law
