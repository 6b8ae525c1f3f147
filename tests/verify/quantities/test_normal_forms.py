"""Normal vectors with formulas for means and covariances: closed forms against the exact divergences, and proofs that the checker confirms."""

import json

import pytest
import sympy as sp

from verify import claims as c
from verify.engines import symbolic
from verify.engines.task import EFFORTS, Status, Task
from verify.evidence.checker.check import check_data
from verify.quantities import renyi_divergence
from verify.quantities.normal_forms import leading_minors, squared_length
from verify.run.decide import Settings, run_variant

a, m, s, v = c.numbers("a m s v")
ORDER, POSITIVE, REAL = c.above(1), c.above(0), c.REALS
INSIDE = c.between(0, 1, open="both")


def normal(mean, covariance):
    return c.normal_vector(mean, covariance)


CORRELATED = ((2, s), (s, 2))
PROVED = {
    "one covariance": ({m: REAL, s: INSIDE, a: ORDER}, c.Compare(renyi_divergence(normal((m, 0), CORRELATED), normal((0, 0), CORRELATED), a), "==", a * m**2 / (4 - s**2))),
    "one variance on the line": ({m: REAL, v: POSITIVE, a: ORDER}, c.Compare(renyi_divergence(normal(m, v), normal(0, v), a), "<=", a * m**2 / (2 * v))),
    "two variances on the line": ({m: REAL, v: c.at_least(1)}, c.Compare(renyi_divergence(normal(m, 1), normal(0, v), 2), "==",
                                                                      m**2 / (2 * v - 1) + c.log(v / c.sqrt(2 * v - 1)))),
    "isotropic covariances": ({m: REAL, v: c.at_least(1)}, c.Compare(renyi_divergence(normal((m, m), ((1, 0), (0, 1))), normal((0, 0), ((v, 0), (0, v))), 2), "==",
                                                                  2 * m**2 / (2 * v - 1) + 2 * c.log(v / c.sqrt(2 * v - 1)))),
    "a variance that is too small": ({v: c.between(0, c.number("1/2"), open="left")}, c.Compare(renyi_divergence(normal(0, 1), normal(0, v), 2), "==", c.oo)),
}
NOT_PROVED = {
    "half of it": ({m: REAL, s: INSIDE, a: ORDER}, c.Compare(renyi_divergence(normal((m, 0), CORRELATED), normal((0, 0), CORRELATED), a), "<=", a * m**2 / (8 - 2 * s**2))),
    "a strict bound that is attained": ({m: REAL, v: POSITIVE, a: ORDER}, c.Compare(renyi_divergence(normal(m, v), normal(0, v), a), "<", a * m**2 / (2 * v))),
    "a variance that may be 0": ({m: REAL, v: c.at_least(0), a: ORDER}, c.Compare(renyi_divergence(normal(m, v), normal(0, v), a), "<=", a * m**2 + 1)),
    "a variance that may be below 0": ({v: REAL, a: ORDER}, c.Compare(renyi_divergence(normal(0, v), normal(0, v), a), "<=", 0)),
    "a covariance that may be singular": ({m: REAL, s: c.between(0, 2)}, c.Compare(renyi_divergence(normal((m, 0), CORRELATED), normal((0, 0), CORRELATED), 2), "<=", c.oo)),
    "a covariance that is indefinite": ({m: REAL, s: c.above(2)}, c.Compare(renyi_divergence(normal((m, 0), CORRELATED), normal((0, 0), CORRELATED), 2), "<=", c.oo)),
}


def variant(forall, states):
    (found,) = c.Claim("toy/item", "Item", forall=forall, states=states).variants()
    return found


WITHOUT_A_RULE = ("one covariance", "isotropic covariances")
"""Vectors of normal laws, of which derivations have no rule yet."""


@pytest.mark.parametrize("name", WITHOUT_A_RULE)
def test_a_closed_form_that_no_derivation_replays_is_not_written_as_proved(name):
    assert symbolic.decide(Task(variant(*PROVED[name]), EFFORTS["quick"])).status is Status.UNDECIDED
    row, document, errors = run_variant(variant(*PROVED[name]), Settings(effort="quick"))
    assert not errors and document is None and row["status"] == "SUPPORTED"


@pytest.mark.parametrize("name", [name for name in PROVED if name not in WITHOUT_A_RULE])
def test_closed_forms_are_proved_and_confirmed(name):
    row, document, errors = run_variant(variant(*PROVED[name]), Settings(effort="quick"))
    assert not errors
    assert row["status"] == "PROVED", row["summary"]
    outcome = check_data(json.loads(json.dumps(document)), "toy")
    assert outcome.status == "confirmed", outcome.why


@pytest.mark.parametrize("name", NOT_PROVED)
def test_what_is_false_or_has_no_value_is_not_proved(name):
    assert symbolic.decide(Task(variant(*NOT_PROVED[name]), EFFORTS["quick"])).status is not Status.PROVED


def test_minors_and_squared_lengths_are_those_of_linear_algebra():
    rows = ((sp.Integer(2), sp.Integer(1), sp.Integer(0)), (sp.Integer(1), sp.Integer(3), sp.Integer(1)), (sp.Integer(0), sp.Integer(1), sp.Integer(4)))
    x = (sp.Integer(1), sp.Integer(-2), sp.Integer(5))
    assert list(leading_minors(rows)) == [2, 5, 18]
    assert squared_length(rows, x) == (sp.Matrix([x]) * sp.Matrix(rows).inv() * sp.Matrix(x))[0, 0]
