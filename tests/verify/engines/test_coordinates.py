"""Points made coordinate by coordinate, chosen coordinates, draws in two steps: values, bad input, and the checker's own rules."""

from fractions import Fraction

import pytest
from flint import fmpq

from verify import claims as c
from verify.claims.nodes import to_json
from verify.engines import evaluate as ev
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.numbers import Budget
from verify.evidence.checker.numbers import NoValue as CheckerNoValue
from verify.quantities import mass, renyi_divergence
from verify.values.laws import FiniteLaw, NormalLaw
from verify.values.numbers import NoValue

i, j, b = c.numbers("i j b")
x = c.objects("x")


def point(*entries):
    return c.Node("point", *(c.term(e) for e in entries))


def value(node):
    return ev.value(node, {}, ev.Context(64))


def checked(node):
    return plain(Evaluator(Budget(10**6)).value(to_json(node), {}))


@pytest.mark.parametrize("order", [1, 2, c.oo], ids=str)
def test_a_point_without_coordinates_has_length_0(order):
    nothing = c.norm(point(), order)
    assert value(nothing) == fmpq(0)
    assert checked(nothing) == 0


def plain(found):
    """What the checker found, as the evaluator writes it."""
    return tuple(map(plain, found)) if isinstance(found, tuple) else fmpq(found.numerator, found.denominator) if isinstance(found, Fraction) else found


def test_a_point_has_a_coordinate_for_each_member():
    node = c.coordinates({i: c.upto(3)}, i**2)
    assert value(node) == (fmpq(1), fmpq(4), fmpq(9))
    assert checked(node) == (1, 4, 9)


def test_one_coordinate_is_itself_and_rows_of_rows_are_a_matrix():
    assert value(c.coordinates({i: c.upto(1)}, i + 1)) == checked(c.coordinates({i: c.upto(1)}, i + 1)) == 2
    rows = c.coordinates({i: c.upto(2)}, c.coordinates({j: c.upto(2)}, c.If(c.Compare(i, "==", j), 1, 0)))
    assert value(c.inverse_form(rows, point(3, 4))) == checked(c.inverse_form(rows, point(3, 4))) == 25


def test_no_point_over_an_infinite_set():
    with pytest.raises(ev.NoRoute, match="infinite"):
        value(c.coordinates({i: c.integers(1)}, i))


@pytest.mark.parametrize(("which", "chosen"), [(2, 5), (point(2, 1), (5, 4)), (point(1, 1), (4, 4)), (c.Node("event", c.number(3), c.number(1)), (4, 6))])
def test_chosen_coordinates(which, chosen):
    for found in (value(c.select(point(4, 5, 6), which)), checked(c.select(point(4, 5, 6), which))):
        assert found == chosen


def test_a_choice_within_each_coordinate():
    node = c.select(point(point(1, 2), point(3, 4)), c.Node("family", c.number(2), point(1, 2)))
    assert value(node) == checked(node) == (2, (3, 4))


def test_a_coordinate_that_there_is_not_has_no_value():
    with pytest.raises(NoValue, match="no coordinate 3 of 2"):
        value(c.select(point(1, 2), 3))
    with pytest.raises(CheckerNoValue):
        checked(c.select(point(1, 2), 3))


def test_chosen_coordinates_of_laws():
    finite = c.finite_law({point(0, 1): Fraction(1, 3), point(2, 1): Fraction(2, 3)})
    assert value(c.select(finite, 2)) == FiniteLaw([fmpq(1)], [1])
    normal = c.normal_vector(point(1, 2), point(point(2, 1), point(1, 3)))
    assert value(c.select(normal, point(2, 2))) == NormalLaw((fmpq(2), fmpq(2)), ((fmpq(3), fmpq(3)), (fmpq(3), fmpq(3))))
    twice = c.select(c.normal_vector(0, 4), point(1, 1))
    assert value(renyi_divergence(twice, c.translate(twice, point(1, 1)), 2)) == checked(renyi_divergence(twice, c.translate(twice, point(1, 1)), 2)) == fmpq(1, 4)


def test_a_draw_in_two_steps_is_a_mixture():
    coin = c.finite_law({0: Fraction(1, 4), 1: Fraction(3, 4)})
    finite = c.drawn({b: coin}, c.finite_law({b: Fraction(1, 2), 5: Fraction(1, 2)}))
    assert value(mass(finite, c.Node("event", c.number(1)))) == checked(mass(finite, c.Node("event", c.number(1)))) == fmpq(3, 8)
    smooth, plain = c.drawn({b: coin}, c.normal_vector(b, 1)), c.mixture((Fraction(1, 4), c.normal_vector(0, 1)), (Fraction(3, 4), c.normal_vector(1, 1)))
    assert value(renyi_divergence(smooth, plain, 2)) == 0
