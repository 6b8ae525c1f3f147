"""Even densities: read off the law, at instances and by the checker."""

import json

import pytest
from flint import fmpq

from mechanisms.laplace import Laplace
from verify import claims as c
from verify.claims.nodes import Node, number
from verify.engines import evaluate as ev
from verify.engines.drawn_laws import laplace, normal
from verify.engines.task import Status
from verify.engines.truth import Truth
from verify.evidence.checker.check import check_data
from verify.quantities import density, total_variation
from verify.run.decide import Settings, run_variant
from verify.values.structures import Deferred

u = c.numbers("u v")[0]
P = c.objects("P Q")[0]
EVEN = c.ForAll({u: c.REALS}, c.Compare(density(P, u), "==", density(P, -u)))


def power(location, side="both"):
    return Deferred(Node("power_law", number(location), number(2), number(3), side))


@pytest.mark.parametrize("law", [laplace(fmpq(0), fmpq(1, 3)), normal(fmpq(0), fmpq(2)), power(0)], ids=["Laplace", "normal", "power tails"])
def test_even_densities(law):
    assert ev.holds(EVEN, {"P": law})[0] is Truth.TRUE


@pytest.mark.parametrize("law", [laplace(fmpq(1, 10), fmpq(1)), normal(fmpq(-2), fmpq(1)), power(1), power(0, "right")], ids=["Laplace", "normal", "power tails", "one tail"])
def test_other_densities(law):
    assert ev.holds(EVEN, {"P": law})[0] is Truth.FALSE


def test_another_statement_about_densities_is_left_alone():
    twice = c.ForAll({u: c.REALS}, c.Compare(density(P, u), "==", density(P, -2 * u)))
    assert ev.holds(twice, {"P": normal(fmpq(0), fmpq(2))})[0] is not Truth.TRUE


def decided(states):
    claim = c.Claim("toy/even", "a toy", forall={P: c.Laws(c.LINE, density=True)}, given=(EVEN,), states=states)
    row, document, errors = run_variant(claim.variants()[0], Settings())
    assert not errors
    return row, document


def test_a_false_statement_about_even_laws_is_refuted_and_confirmed():
    row, document = decided(c.Compare(total_variation(P, Laplace(0, scale=1)), "<=", c.number("1/10")))
    assert row["status"] == Status.REFUTED
    assert check_data(json.loads(json.dumps(document)), "toy").status == "confirmed"


def test_what_holds_of_even_laws_alone_is_not_refuted():
    row, _ = decided(c.Compare(c.Prob({u: P}, c.Compare(u, ">", 0)), "==", c.number("1/2")))
    assert row["status"] != Status.REFUTED and row["coverage"]["admitted"] > 3, row["summary"]
