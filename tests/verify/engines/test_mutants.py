"""Planted errors by operator: each changes the meaning, each operator finds its places, and the choice of places is a function of the statement."""

from fractions import Fraction

import pytest

from verify import claims as c
from verify import quantities as q
from verify.claims.nodes import Node
from verify.engines.mutants import MOST, mutants

x, y, n, k = c.numbers("x y n k")
P, Q = c.numbers("P Q")
RICH = c.Claim(
    "toy/rich", "1", forall={x: c.above(0), y: c.above(0), n: c.integers(1, 9)}, given=(c.Compare(x, "<=", y),),
    states=c.Compare(c.Sum({k: c.upto(n)}, x**2), "<=", 2 * n * c.sqrt(y) ** 4 + 3 * x * n),
)


def planted(claim, operator=None):
    (variant,) = claim.variants()
    return [m for m in mutants(variant) if operator in (None, m.operator)]


@pytest.mark.parametrize("operator", ["constant", "exponent", "factor", "term", "arguments", "range", "strictness", "hypothesis", "relation"])
def test_an_operator_plants_errors_that_change_the_meaning(operator):
    (original,) = RICH.variants()
    found = planted(RICH, operator)
    assert found and all(m.variant.digest != original.digest for m in found)
    assert len({m.variant.digest for m in found}) == len(found)
    assert operator == "constant" or len(found) <= MOST


def test_the_same_statement_gets_the_same_errors():
    assert planted(RICH) == planted(RICH)


def test_errors_in_the_constant_fall_to_a_millionth():
    sizes = [m.size for m in planted(RICH, "constant")]
    assert sizes == [Fraction(1, 2), *(Fraction(1, 10**power) for power in range(1, 7))]


def test_a_negative_claimed_side_becomes_stronger_too():
    (first, *_) = planted(c.Claim("toy/low", "1", forall={x: c.below(0)}, states=c.Compare(x, "<=", c.number(-2))), "constant")
    assert first.variant.states.args[2] == Node("mul", c.number("3/2"), c.number(-2))


def test_a_printed_number_is_off_by_its_last_place():
    claim = c.Claim("toy/printed", "1", states=c.Compare(c.exp(1), "rounds to", c.Printed("2.72")))
    (only,) = planted(claim, "constant")
    assert only.variant.states.args[2].args[0] == "2.73" and only.size == Fraction(1, 272)


def test_arguments_of_a_divergence_are_swapped():
    claim = c.Claim("toy/laws", "1", forall={P: c.Laws(c.LINE), Q: c.Laws(c.LINE)}, states=c.Compare(q.renyi_divergence(P, Q, 2), ">=", 0))
    assert [m.words for m in planted(claim, "arguments")] == ["arguments of renyi swapped"]


def test_adjacency_is_exchanged():
    U = c.numbers("U")
    claim = c.Claim("toy/data", "1", forall={U: c.Universes(c.REPLACE_ONE, 2)}, states=c.ForAll({(x, y): c.neighbours(U)}, c.Compare(x, "!=", y)))
    assert [m.words for m in planted(claim, "adjacency")] == ["add-or-remove-one instead of replace-one"]


def test_an_existence_is_turned():
    claim = c.Claim("toy/some", "1", states=c.Exists({x: c.above(0)}, c.Compare(x, ">", 1)))
    assert [m.operator for m in planted(claim, "quantifier")] == ["quantifier"]
