"""Divergences of mixtures are bounded by those of their parts; the checker derives what is left to prove again."""

import copy
import json

import pytest
from flint import fmpq

from mechanisms import GeneralisedCauchy
from mechanisms.gaussian import Normal
from mechanisms.laplace import Laplace
from verify import claims as c
from verify.engines import evaluate as ev
from verify.engines import mixtures
from verify.engines.task import EFFORTS, Status, Task
from verify.evidence.checker.check import check_data
from verify.evidence.checker.formula import digest
from verify.quantities import hockey_stick_divergence, kullback_leibler_divergence, renyi_divergence, total_variation
from verify.run.decide import Settings, run_variant

p, q, s, a, e = c.numbers("p q s a e")
SHARE, INSIDE, POSITIVE, ORDER = c.between(0, 1), c.between(0, 1, open="both"), c.above(0), c.above(1)
NOISE, CAUCHY = Normal(0, scale=s), GeneralisedCauchy(0, scale=s, exponent=2)
BIT = c.finite_law({0: 1 - p, 1: p})
PAIR = c.finite_law({(0, 0): (1 - p) * (1 - q), (0, 1): (1 - p) * q, (1, 0): p * (1 - q), (1, 1): p * q})
"""Two independent bits."""


def noisy(law, noise=NOISE):
    return c.convolve(law, noise)


def given(bit):
    """The second bit, moved by the first, with noise."""
    return noisy(c.translate(c.conditional(PAIR, 1, bit), bit), CAUCHY)


def mixed(weight, distance):
    return c.mixture((1 - weight, Normal(0, scale=1)), (weight, Normal(distance, scale=1)))


PROVED = {
    "at every order, by the farthest pair": ({p: SHARE, s: POSITIVE, a: ORDER}, c.Compare(renyi_divergence(noisy(BIT), NOISE, a), "<=", a / (2 * s**2))),
    "either law may be the mixture": ({p: SHARE, s: POSITIVE, a: ORDER}, c.Compare(a / (2 * s**2), ">=", renyi_divergence(NOISE, noisy(BIT), a))),
    "both directions, with conditional laws": ({p: INSIDE, q: SHARE, s: POSITIVE}, c.Compare(c.Max(renyi_divergence(given(0), given(1), 2), renyi_divergence(given(1), given(0), 2)), "<=",
                                                                                              c.log(1 + 2 / s**2))),
    "in the mean, by the increasing coupling": ({p: INSIDE, q: SHARE, s: POSITIVE}, c.Compare(renyi_divergence(given(0), given(1), 2), "<=", c.log(1 + 1 / (2 * s**2)))),
    "order 1 in the mean": ({p: SHARE, s: POSITIVE}, c.Compare(kullback_leibler_divergence(noisy(BIT), NOISE), "<=", p / (2 * s**2))),
    "the hockey stick in the mean": ({p: SHARE, s: POSITIVE}, c.Compare(hockey_stick_divergence(c.convolve(BIT, Laplace(0, scale=s)), Laplace(0, scale=s), 0), "<=", p)),
    "weights in either order": ({p: SHARE}, c.Compare(total_variation(c.convolve(BIT, Laplace(0, scale=1)), c.convolve(c.finite_law({0: p, 1: 1 - p}), Laplace(0, scale=1))), "<=", c.Abs(1 - 2 * p) * c.number("2/5"))),
    "total variation below a bound": ({p: SHARE}, c.Compare(total_variation(mixed(p, 1), Normal(0, scale=1)), "<", p + c.number("1/1000"))),
}
FALSE = {
    "half the bound": ({p: SHARE, s: POSITIVE}, c.Compare(renyi_divergence(noisy(BIT), NOISE, 2), "<=", 1 / (2 * s**2))),
    "a mean of Renyi divergences themselves": ({p: SHARE}, c.Compare(renyi_divergence(mixed(p, 3), Normal(0, scale=1), 2), "<=", 9 * p)),
    "a strict bound that is attained": ({p: SHARE, s: POSITIVE}, c.Compare(renyi_divergence(noisy(BIT), NOISE, 2), "<", 1 / s**2)),
    "a lower bound": ({p: SHARE, s: POSITIVE}, c.Compare(renyi_divergence(noisy(BIT), NOISE, 2), ">=", 1 / s**2)),
}
OPEN = {
    "weights that may be above 1": ({p: c.between(0, 2), s: POSITIVE}, c.Compare(renyi_divergence(noisy(BIT), NOISE, 2), "<=", 1 / s**2)),
    "an event that may have probability 0": ({p: SHARE, q: SHARE, s: POSITIVE}, c.Compare(renyi_divergence(given(0), given(1), 2), "<=", c.log(1 + 2 / s**2))),
    "noise without a closed form": ({p: SHARE, s: POSITIVE}, c.Compare(renyi_divergence(noisy(BIT, CAUCHY), CAUCHY, c.number("3/2")), "<=", 1 + 1 / s**2)),
}


def variant(forall, states):
    (found,) = c.Claim("toy/item", "Item", forall=forall, states=states).variants()
    return found


def decided(forall, states):
    return mixtures.decide(Task(variant(forall, states), EFFORTS["quick"]))


@pytest.mark.parametrize("name", PROVED)
def test_what_the_parts_imply_is_proved_and_confirmed(name):
    found = decided(*PROVED[name])
    assert found.status is Status.PROVED, found.summary
    row, document, errors = run_variant(variant(*PROVED[name]), Settings(effort="quick"))
    assert not errors
    assert row["status"] == "PROVED"
    outcome = check_data(json.loads(json.dumps(document)), "toy")
    assert outcome.status == "confirmed", outcome.why


@pytest.mark.parametrize("name", FALSE)
def test_what_is_false_is_not_proved(name):
    found = decided(*FALSE[name])
    assert found is None or found.status is Status.UNDECIDED


@pytest.mark.parametrize("name", OPEN)
def test_what_needs_more_stays_open(name):
    assert decided(*OPEN[name]).status is Status.UNDECIDED


def test_a_statement_without_a_mixture_is_none_of_this_engine():
    assert decided({s: POSITIVE}, c.Compare(renyi_divergence(c.translate(NOISE, 1), NOISE, 2), "<=", 1 / s**2)) is None
    assert decided({s: POSITIVE}, c.Compare(s, ">", 0)) is None


def test_the_masses_of_a_coupling_have_its_marginals():
    first, second = mixtures.mixture(noisy(BIT)), mixtures.mixture(noisy(c.finite_law({0: q, 2: 1 - q})))
    at = {"p": fmpq(2, 3), "q": fmpq(1, 4)}
    masses = [(ev.value(mass, at, ev.Context(128)), one[1], two[1]) for mass, one, two in mixtures.coupled(first, second)]
    for shift, weight in ((c.number(0), fmpq(1, 3)), (c.number(1), fmpq(2, 3))):
        assert sum(mass for mass, one, _ in masses if one == shift) == weight
    for shift, weight in ((c.number(0), fmpq(1, 4)), (c.number(2), fmpq(3, 4))):
        assert sum(mass for mass, _, two in masses if two == shift) == weight
    assert all(mass >= 0 for mass, _, _ in masses)


# --- what the checker refuses ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def certificate():
    _, document, errors = run_variant(variant(*PROVED["in the mean, by the increasing coupling"]), Settings(effort="quick"))
    assert not errors
    assert document["kind"] == "mixtures"
    return json.loads(json.dumps(document))


def refused(document, message):
    outcome = check_data(document, "toy")
    assert outcome.status == "refused"
    assert message in outcome.why, outcome.why


@pytest.mark.parametrize("left_out", [0, 4, -1])
def test_a_comparison_that_is_left_out_is_missed(certificate, left_out):
    altered = copy.deepcopy(certificate)
    del altered["evidence"]["parts"][left_out]
    refused(altered, "not those that imply the conclusion")


def test_another_mode_needs_other_comparisons(certificate):
    altered = copy.deepcopy(certificate)
    altered["evidence"]["modes"] = ["pairs"]
    refused(altered, "not those that imply the conclusion")
    altered["evidence"]["modes"] = ["itself"]
    refused(altered, "not those that imply the conclusion")
    altered["evidence"]["modes"] = ["pairs", "pairs"]
    refused(altered, "a mode for each term")
    altered["evidence"]["modes"] = ["best"]
    refused(altered, "itself, pairs or mean")


def test_a_weaker_comparison_is_not_what_implies_the_conclusion(certificate):
    altered = copy.deepcopy(certificate)
    goal = altered["evidence"]["parts"][-1]["goal"]
    goal[3] = ["mul", "2", goal[3]]
    refused(altered, "not those that imply the conclusion")


def test_a_false_comparison_of_parts_is_not_confirmed(certificate):
    """A bound that is too small, with the comparisons that would imply it: they are false at points of the domain."""
    text = json.dumps(certificate)
    document = json.loads(text.replace('["pow", ["var", ["word", "s"]], "2"]', '["pow", ["var", ["word", "s"]], "3"]'))
    if json.dumps(document) == text:
        pytest.fail("the bound was not found in the certificate")
    document["digest"] = digest(document["statement"])
    assert check_data(document, "toy").status == "refused"


@pytest.mark.parametrize("evidence", [{}, {"modes": "mean", "parts": []}, {"modes": ["mean"], "parts": [{"goal": "1"}]},
                                      {"modes": ["mean"], "parts": [{"goal": "1", "proof": {"kind": "mixtures", "evidence": {}}}]}])
def test_malformed_evidence_is_refused(certificate, evidence):
    altered = copy.deepcopy(certificate)
    altered["evidence"] = evidence
    assert check_data(altered, "toy").status == "refused"
