"""Planted errors are false neighbours: each changes the statement, the subtle ones come first."""

import pytest

from verify import claims as c
from verify.engines.twins import twins

x, y = c.numbers("x y")


@pytest.mark.parametrize("relation", ["<=", "<", ">=", ">", "=="])
def test_every_comparison_has_a_one_per_cent_twin(relation):
    states = c.Compare(x, relation, y)
    first = next(twins(states))
    assert str(first.size) == "1/100"
    assert first.states != states


def test_a_printed_number_has_a_twin_one_unit_away():
    first = next(twins(c.Compare(x, "rounds to", c.Printed("0.681"))))
    assert first.states.args[2].args[0] == "0.682"


def test_existence_has_a_twin_with_the_quantifier_turned():
    kinds = [t.kind for t in twins(c.Exists({x: c.above(0)}, c.Compare(x, ">", y)))]
    assert kinds == ["quantifier", "negation"]


def test_the_negation_comes_last():
    assert [t.kind for t in twins(c.Compare(x, "<=", y))][-2:] == ["relation", "negation"]
