"""Quantiles: the least number at which a monotone term reaches a level."""

import json
import math

import pytest
from flint import fmpq

from verify import claims as c
from verify.engines import evaluate as ev
from verify.engines.task import Status
from verify.engines.truth import Truth
from verify.evidence.checker.check import check_data
from verify.run.decide import Settings, run_variant
from verify.values.numbers import Enclosure, to_float

x, t = c.numbers("x t")
LINE = c.between(-c.oo, c.oo, "both")
NORMAL = c.erfc(-x / c.sqrt(2)) / 2


def value(formula, **env):
    return ev.value(formula, {name: fmpq(v) for name, v in env.items()}, ev.Context(60))


@pytest.mark.parametrize(("level", "expected"), [(fmpq(1, 2), 0.0), (fmpq(975, 1000), 1.959963984540054), (fmpq(1, 1000), -3.090232306167813)])
def test_quantiles_of_the_normal_law(level, expected):
    found = value(c.Inf({x: LINE}, x, where=c.Compare(NORMAL, ">=", t)), t=level)
    assert isinstance(found, Enclosure) and found.width < 1e-15 and abs(to_float(found) - expected) < 1e-14
    turned = value(c.Sup({x: LINE}, x, where=c.Compare(NORMAL, "<", t)), t=level)
    assert turned.width < 1e-15 and abs(to_float(turned) - expected) < 1e-14


def test_a_falling_term_and_a_bounded_interval():
    found = value(c.Inf({x: c.between(0, 9)}, x, where=c.Compare(c.exp(-x), "<=", t)), t=fmpq(1, 2))
    assert abs(to_float(found) - math.log(2)) < 1e-15
    assert abs(to_float(value(c.Inf({x: c.between(0, 9)}, x, where=c.Compare(c.exp(-x), "<=", t)), t=2))) < 1e-15  # every number obeys
    assert value(c.Inf({x: LINE}, x, where=c.Compare(NORMAL, ">=", t)), t=2) == math.inf  # none does
    assert value(c.Inf({x: LINE}, x, where=c.Compare(NORMAL, ">=", t)), t=0) == -math.inf


@pytest.mark.parametrize("condition", [c.Compare(x**2, ">=", t), c.Compare(c.exp(-x), ">=", t)])
def test_conditions_that_do_not_hold_from_some_number_on_are_left_alone(condition):
    found = value(c.Inf({x: LINE}, x, where=condition), t=4)
    assert not isinstance(found, Enclosure) or found.width > 1  # a bracket of members that were tried


def test_an_end_that_does_not_belong_to_the_interval_is_no_member():
    step = c.If(c.Compare(x, "<", 1), 0, 1)
    found = value(c.Inf({x: c.between(0, 1, "both")}, x, where=c.Compare(step, ">=", t)), t=1)
    assert found != 1


def test_a_wrong_quantile_is_told():
    quantile = c.Inf({x: LINE}, x, where=c.Compare(NORMAL, ">=", t))
    env = {"t": fmpq(9, 10)}
    assert ev.holds(c.Compare(quantile, ">", c.number("1.2815515655446")), env)[0] is Truth.TRUE
    assert ev.holds(c.Compare(quantile, ">=", c.number("1.2815515655447")), env)[0] is Truth.FALSE


def test_the_checker_finds_the_same_quantile():
    quantile = c.Inf({x: LINE}, x, where=c.Compare(NORMAL, ">=", t))
    claim = c.Claim("toy/quantile", "a toy", forall={t: c.between(0, 1, "both")}, states=c.Compare(c.Abs(quantile), "<=", 2))
    row, document, errors = run_variant(claim.variants()[0], Settings())
    assert not errors and row["status"] == Status.REFUTED
    assert check_data(json.loads(json.dumps(document)), "toy").status == "confirmed"
    document["evidence"]["instance"]["t"] = "1/2"
    assert check_data(json.loads(json.dumps(document)), "toy").status != "confirmed"
