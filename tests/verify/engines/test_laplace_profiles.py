"""The privacy profile of two Laplace laws over boxes: its closed form against the exact divergence, and what it proves."""

import json
from fractions import Fraction

import pytest
from flint import fmpq

from mechanisms.laplace import Laplace
from verify import claims as c
from verify.claims.nodes import Node, number
from verify.engines import evaluate as ev
from verify.engines.boxes.closing import _between_laplace_laws
from verify.engines.task import Status
from verify.evidence.checker.check import check_data
from verify.quantities import hockey_stick_divergence
from verify.run.decide import Settings, run_variant
from verify.values import numbers

e = c.numbers("e f")[0]


@pytest.mark.parametrize(("place", "scale"), [("1", "2"), ("-3", "1/2"), ("0", "1")])
@pytest.mark.parametrize("level", ["-9", "-1", "-1/4", "0", "1/5", "1/2", "1", "6", "7"])
def test_the_closed_form_is_the_divergence(place, scale, level):
    one, other = Laplace(Fraction(place), scale=Fraction(scale)), Laplace(0, scale=Fraction(scale))
    node = hockey_stick_divergence(one, other, e)
    env = {"e": fmpq(*Fraction(level).as_integer_ratio())}
    closed = _between_laplace_laws(node)
    assert closed is not None
    a, b = (numbers.enclose(ev.value(term, env, ev.Context(80)), 80) for term in (node, closed))
    assert a.lo <= b.hi and b.lo <= a.hi and max(a.width, b.width) < 1e-15


def lopsided():
    """Half as high on the right as on the left of 0: no Laplace law."""
    left, right = c.log(number("2/3")), c.log(number("1/3"))
    return Node("law", "laplace", (), ((number("-oo"), number(0), left, number(1), number(0)), (number(0), number("oo"), right, number(-1), number(0))))


@pytest.mark.parametrize(("one", "other"), [(Laplace(0, scale=1), Laplace(1, scale=2)), (lopsided(), Laplace(1, scale=1)), (Laplace(c.numbers("m n")[0], scale=1), Laplace(0, scale=1))],
                         ids=["two scales", "a jump", "a name"])
def test_other_laws_are_left_alone(one, other):
    try:
        assert _between_laplace_laws(hockey_stick_divergence(one, other, e)) is None
    except ev.NoRoute:
        pytest.fail("a law with a name is not evaluated")


def decided(scale):
    profile = hockey_stick_divergence(Laplace(1, scale=scale), Laplace(0, scale=scale), e)
    row, document, errors = run_variant(c.Claim("toy/profile", "a toy", forall={e: c.at_least(0)}, states=c.Compare(profile, "<=", c.gaussian_profile(e, 1))).variants()[0], Settings())
    assert not errors
    return row, document


def test_a_profile_below_that_of_a_normal_pair_is_proved_and_confirmed():
    row, document = decided(3)
    assert row["status"] == Status.PROVED
    assert check_data(json.loads(json.dumps(document)), "toy").status == "confirmed"


def test_a_profile_above_it_is_not():
    row, document = decided(1)
    assert row["status"] == Status.REFUTED
    assert check_data(json.loads(json.dumps(document)), "toy").status == "confirmed"
