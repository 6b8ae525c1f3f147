"""Hypotheses on all members of families at the indices that the conclusion names: optimism, and the arm that is chosen."""

import json

import pytest

from verify import claims as c
from verify.engines import lemmas
from verify.engines.task import EFFORTS, Status, Task
from verify.evidence import certificate
from verify.evidence.checker.check import check_data

i, j, k, a = c.numbers("i j k a")
mu, hat, width = c.objects("mu hat width")
ARMS = c.upto(k)
NAMES = {k: c.integers(1), mu: c.Families(ARMS, c.REALS), hat: c.Families(ARMS, c.REALS), width: c.Families(ARMS, c.at_least(0)), j: ARMS, a: ARMS}
NEAR = c.ForAll({i: ARMS}, c.Compare(c.Abs(hat[i] - mu[i]), "<=", width[i]))
CHOSEN = c.ForAll({i: ARMS}, c.Compare(hat[i] + width[i], "<=", hat[a] + width[a]))
GAP = mu[j] - mu[a]


def found(states, given=(NEAR, CHOSEN)):
    (variant,) = c.Claim("toy/item", "Item", forall=NAMES, given=list(given), states=states).variants()
    return variant, lemmas.decide(Task(variant, EFFORTS["standard"]))


@pytest.mark.parametrize("states", [c.Compare(GAP, "<=", 2 * width[a]), c.Compare(mu[j], "<=", hat[a] + width[a]), c.Compare(hat[a], "<=", mu[a] + width[a])])
def test_what_the_hypotheses_say_is_proved_and_confirmed(states):
    variant, finding = found(states)
    assert finding.status is Status.PROVED, finding.summary
    stored = json.loads(certificate.text(certificate.build(variant, finding, effort="standard", seed=0)))
    assert check_data(stored, "toy").status == "confirmed"


@pytest.mark.parametrize(("states", "given"), [(c.Compare(GAP, "<=", c.number("199/100") * width[a]), (NEAR, CHOSEN)), (c.Compare(GAP, "<=", width[a] + width[j]), (NEAR, CHOSEN)),
                                               (c.Compare(GAP, "<=", 2 * width[a]), (NEAR,)), (c.Compare(GAP, "<=", 2 * width[a]), (CHOSEN,))])
def test_what_is_false_or_lacks_a_hypothesis_is_not_proved(states, given):
    assert found(states, given)[1].status is not Status.PROVED
