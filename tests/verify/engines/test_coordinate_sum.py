"""The law of the sum of all outputs."""

from fractions import Fraction

from flint import fmpq

from verify.claims import finite_law
from verify.claims.nodes import Node
from verify.engines import evaluate as ev
from verify.values.laws import FiniteLaw


def summed(points):
    return ev.value(Node("coordinate_sum", finite_law(points)), {}, ev.Context(64))


def test_outcomes_with_the_same_sum_add_up():
    law = summed({(0, 1): Fraction(1, 4), (1, 0): Fraction(1, 4), (1, 1): Fraction(1, 2)})
    assert law == FiniteLaw([fmpq(1), fmpq(2)], [fmpq(1, 2), fmpq(1, 2)])


def test_outputs_that_are_points_are_added_as_vectors():
    law = summed({((0, 1), (2, 3)): 1})
    assert law.points == ((fmpq(2), fmpq(4)),)
