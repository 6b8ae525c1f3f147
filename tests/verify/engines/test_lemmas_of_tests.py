"""Errors of tests, samples and entropies from lemmas of the textbook: what is true is proved and confirmed, what is false by a little is not proved."""

import json

import pytest

from verify import claims as c
from verify.engines import lemmas
from verify.engines.task import EFFORTS, Status, Task
from verify.evidence import certificate
from verify.evidence.checker.check import check_data
from verify.quantities import entropy, kl, mass, total_variation

n = c.numbers("n")
P, Q, A = c.objects("P Q A")
TESTS = {P: c.Laws(c.LINE), Q: c.Laws(c.LINE), A: c.Events(c.LINE)}
SAMPLES = {P: c.Laws(c.LINE), Q: c.Laws(c.LINE), n: c.integers(1)}
LABELS = {n: c.integers(2), P: c.Laws(c.Labels(n)), Q: c.Laws(c.Labels(n))}
LARGER = c.Max(mass(P, A), 1 - mass(Q, A))
"""The larger error of the test that rejects P on A."""


def two_points(share):
    return TESTS, c.Compare(LARGER, ">=", share * c.exp(-kl(P, Q)))


def errors(share):
    return TESTS, c.Compare(mass(P, A) + 1 - mass(Q, A), ">=", 1 - share * total_variation(P, Q))


def sample(share):
    return SAMPLES, c.Compare(total_variation(c.iid(P, n), c.iid(Q, n)), "<=", share * n * total_variation(P, Q))


def entropies(share):
    return LABELS, c.Compare(entropy(P) - entropy(Q), "<=", share * c.log(n))


STATEMENTS = {"two points": (two_points, c.number("1/4"), c.number("26/100")), "the sum of the errors": (errors, 1, c.number("99/100")),
              "a sample": (sample, 1, c.number("99/100")), "entropies": (entropies, 1, c.number("99/100"))}


def found(forall, states):
    (variant,) = c.Claim("toy/item", "Item", forall=forall, states=states).variants()
    return variant, lemmas.decide(Task(variant, EFFORTS["standard"]))


@pytest.mark.parametrize("name", STATEMENTS)
def test_what_is_true_is_proved_and_confirmed(name):
    made, true, _ = STATEMENTS[name]
    variant, finding = found(*made(true))
    assert finding.status is Status.PROVED, finding.summary
    stored = json.loads(certificate.text(certificate.build(variant, finding, effort="standard", seed=0)))
    assert check_data(stored, name).status == "confirmed"


@pytest.mark.parametrize("name", STATEMENTS)
def test_what_is_false_by_a_little_is_not_proved(name):
    made, _, false = STATEMENTS[name]
    assert found(*made(false))[1].status is not Status.PROVED
