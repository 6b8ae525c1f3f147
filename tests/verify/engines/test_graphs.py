"""Couplings of laws with densities on a line in the plane, and affine events and exponential means under densities."""

import json

import pytest

from mechanisms import Normal
from verify import claims as c
from verify.claims.nodes import Node
from verify.engines.truth import Truth
from verify.evidence.checker.check import check_data
from verify.run.decide import Settings, run_variant

x, y, J = c.objects("x y J")
t, s = c.numbers("t s")
STANDARD = Normal(0, variance=1)


def rising(slope, shift):
    return Node("graph", c.term(STANDARD), c.term(c.number(slope)), c.term(c.number(shift)))


def chance(law, event):
    return c.Prob({(x, y): law}, event)


COUPLINGS = c.Couplings(STANDARD, Normal(1, variance=4))
TRUE = {
    "a rising map couples its ends": c.Member(rising(2, 1), COUPLINGS),
    "a constant difference": c.Compare(chance(rising(1, 3), c.Compare(y - x, "<=", 3)), "==", 1),
    "a difference that varies": c.Compare(chance(rising(3, 0), c.Compare(y - x, "<=", 0)), "<=", c.number("501/1000")),
    "an event read from the other side": c.Compare(chance(rising(3, 0), c.Compare(2, "<", x - y)), "<", c.number("16/100")),
    "one number": c.Compare(c.Prob({x: STANDARD}, c.Compare(1 - x, ">=", 2)), "<", c.number("159/1000")),
    "an exponential mean": c.Compare(c.Expect({x: STANDARD, y: Normal(1, variance=2)}, c.exp(2 * x - y)), "<", c.number("7.4")),
}
FALSE = {
    "a constant difference that is too large": c.Compare(chance(rising(1, 3), c.Compare(y - x, "<", 3)), "==", 1),
    "a wrong exponential mean": c.Compare(c.Expect({x: STANDARD, y: Normal(1, variance=2)}, c.exp(2 * x - y)), ">", c.number("7.4")),
}
OPEN = {
    "a map that does not couple": c.Member(rising(2, 0), COUPLINGS),
    "a map that falls": c.Member(rising(-2, 1), COUPLINGS),
    "an event that is not affine": c.Compare(chance(rising(2, 1), c.Compare(x * y, "<=", 0)), "<=", 1),
}


@pytest.mark.parametrize("name", TRUE)
def test_what_holds_is_found_by_both(name, truths):
    assert truths(TRUE[name]) == (Truth.TRUE, "true")


@pytest.mark.parametrize("name", FALSE)
def test_what_fails_is_found_by_both(name, truths):
    assert truths(FALSE[name]) == (Truth.FALSE, "false")


@pytest.mark.parametrize("name", OPEN)
def test_other_maps_and_events_are_not_decided(name, truths):
    ours, checked = truths(OPEN[name])
    assert ours in (Truth.UNDECIDED, Truth.NO_VALUE)
    assert checked in ("undecided", "no value")


def decided(states):
    forall = {s: c.above(0), t: c.REALS, J: c.Couplings(Normal(t, variance=s**2), Normal(0, variance=4 * s**2))}
    (found,) = c.Claim("toy/item", "Item", forall=forall, states=states).variants()
    return run_variant(found, Settings(effort="quick"))


def test_a_claim_about_all_couplings_of_normal_laws_is_refuted_at_one_of_them():
    row, document, errors = decided(c.Compare(chance(J, c.Compare(x - y, "<=", t)), "<", c.number("1/4")))
    assert not errors
    assert row["status"] == "REFUTED"
    outcome = check_data(json.loads(json.dumps(document)), "toy")
    assert outcome.status == "confirmed", outcome.why


def test_a_true_claim_about_all_couplings_is_never_refuted():
    row, _, errors = decided(c.Compare(chance(J, c.Compare(x - y, "<=", t)), "<=", 1))
    assert not errors
    assert row["status"] in ("SUPPORTED", "UNDECIDED")

