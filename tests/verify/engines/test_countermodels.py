"""Facts chosen by countermodels: what leads to a comparison is found among much else, and what does not follow is not proved."""

import json

import pytest

from verify.claims import Claim, Compare, Euclid, Hints, Laws, Max, Source, above, at_least, between, exp, number, numbers, objects
from verify.engines import lemmas
from verify.engines.task import EFFORTS, Status, Task
from verify.evidence import certificate
from verify.evidence.checker.check import check_data
from verify.quantities import hockey_stick_divergence as H
from verify.quantities import total_variation as TV

pytest.importorskip("z3")
epsilon, epsilon_0, delta, delta_0 = numbers("epsilon epsilon_0 delta delta_0")
P, Q = objects("P Q")
PAIR = {P: Laws(Euclid(1, 2)), Q: Laws(Euclid(1, 2))}
USED = tuple(f"textbook/{name}" for name in ("hs-convex", "hs-level", "hs-range", "hs-total-variation", "tv-range"))
both = Max(H(P, Q, epsilon), H(Q, P, epsilon))
start = Max(H(P, Q, epsilon_0), H(Q, P, epsilon_0))
LEVELS = {epsilon_0: at_least(0), epsilon: at_least(0), delta_0: between(0, 1, open="right"), delta: between(0, 1)}


def decided(states, given, forall):
    claim = Claim("demo/x", Source("demo"), forall=forall, given=given, states=states, hints=Hints(by=USED))
    (variant,) = claim.variants()
    finding = lemmas.decide(Task(variant, EFFORTS["standard"]))
    if finding.status is Status.PROVED:
        stored = json.loads(certificate.text(certificate.build(variant, finding, effort="standard", seed=0)))
        assert check_data(stored, "demo").status == "confirmed"
    return finding


def implied(least):
    """The exact order of approximate guarantees, with the least value of delta."""
    return decided(Compare(both, "<=", delta), (Compare(start, "<=", delta_0), Compare(delta, ">=", least)), {**LEVELS, **PAIR})


larger = Max(exp(epsilon_0) - exp(epsilon), 0)


def test_the_exact_order_of_approximate_guarantees_is_proved_by_convexity_and_total_variation():
    finding = implied(delta_0 + (1 - delta_0) * larger / (1 + exp(epsilon_0)))
    assert finding.status is Status.PROVED
    assert {"textbook/hs-convex", "textbook/hs-total-variation", "textbook/hs-level"} <= set(finding.trusted)


@pytest.mark.parametrize("least", [
    delta_0 + (1 - delta_0) * larger / (1 + exp(epsilon_0)) * number("99/100"),
    pytest.param(delta_0 + (1 - 2 * delta_0) * larger / (1 + exp(epsilon_0)), marks=pytest.mark.slow),
])
def test_less_is_not_proved(least):
    assert implied(least).status is not Status.PROVED


def test_two_bounds_of_a_term_that_the_goal_does_not_mention_are_found():
    forall = {epsilon: above(0), **PAIR}
    assert decided(Compare(H(P, Q, epsilon) + TV(P, Q), "<=", 2 * (exp(2 * epsilon) - 1) / (exp(2 * epsilon) + 1)), (Compare(Max(H(P, Q, 2 * epsilon), H(Q, P, 2 * epsilon)), "<=", 0),), forall).status is Status.PROVED
