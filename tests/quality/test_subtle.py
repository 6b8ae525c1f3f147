"""False statements that hold nearly everywhere are refuted at standard effort; their true neighbours are not. ``python tests/quality/test_subtle.py`` prints a line for each."""

import pytest
from subtle import SUBTLE

from verify.claims import number
from verify.engines import evaluate as ev
from verify.engines.truth import Truth
from verify.run.decide import Settings, run_variant

USUAL = (
    "harmonic-sum-above", "product-of-gaps", "stirling-second-term", "slow-exponential", "gautschi", "gaussian-tail", "hoeffding-sum", "hoeffding-beta", "entropy-bound-of-binomials",
    "log-near-zero", "square-root-of-a-sum", "hoeffding-lemma", "hoeffding-lemma-closer", "fourth-moment", "cantelli", "pinsker",
    "bretagnolle-huber-exponent", "bretagnolle-huber-tail", "affinity-by-chi-square", "overlap-by-the-largest-ratio", "variance-by-the-mean", "hedge-in-one-round", "hedge-with-gains-and-losses", "hoeffding-with-probability",
    "bennett-with-probability", "hoeffding-for-what-is-unlikely", "hoeffding-for-all-distributions",
)
"""Of each kind some; the others are marked slow."""
NAMES = [pytest.param(name, marks=() if name in USUAL else pytest.mark.slow) for name in SUBTLE]


def row(claim):
    (variant,) = claim.variants()
    decided, _, errors = run_variant(variant, Settings(effort="standard"))
    assert not errors, errors
    return decided


@pytest.mark.parametrize("name", NAMES)
def test_every_false_one_is_refuted(name):
    assert row(SUBTLE[name].false(name))["status"] == "REFUTED"


@pytest.mark.parametrize("name", NAMES)
def test_no_true_neighbour_is_refuted(name):
    assert row(SUBTLE[name].true(name))["status"] != "REFUTED"


def test_losses_of_hedge_are_gone_through_before_any_prover():
    """Its true neighbour takes long and is among the slow ones."""
    assert row(SUBTLE["hedge"].false("hedge"))["status"] == "REFUTED"


@pytest.mark.parametrize("name", SUBTLE)
def test_they_are_false_at_the_instance_that_is_given_and_the_neighbours_are_not(name):
    entry = SUBTLE[name]
    env = {key: ev.value(number(place) if isinstance(place, str) else place, {}, ev.Context(64)) for key, place in entry.at.items()}
    (false,), (true,) = entry.false(name).variants(), entry.true(name).variants()
    assert all(ev.holds(hypothesis, env)[0] is Truth.TRUE for hypothesis in false.given)
    assert ev.holds(false.states, env)[0] is Truth.FALSE
    assert ev.holds(true.states, env)[0] is not Truth.FALSE


def test_there_are_many_and_each_says_why_it_is_false():
    assert len(SUBTLE) >= 55
    assert all(entry.why and entry.source for entry in SUBTLE.values())


if __name__ == "__main__":
    for name, entry in SUBTLE.items():
        print(f"{name}: {row(entry.false(name))['status']}, with the right constant {row(entry.true(name))['status']}")
