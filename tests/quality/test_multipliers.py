"""Lemmas about means that were changed in one place, so that they are false: multipliers prove none of them, and of the lemmas themselves those that say no more than a bound at every point."""

from __future__ import annotations

import pytest
from false_lemmas import false_lemmas
from near_misses import false_statements, task_of

from theorems.textbook import expectations
from verify.engines import duality
from verify.engines.task import EFFORTS, Status, Task
from verify.quantities import enclosures

IDS = {claim.id for claim in expectations.CLAIMS}
WORK = 60_000
SHARES = 4
"""The changed lemmas are handed out in shares, of which the first is in the usual run."""
PROVED = ("bennett", "cantelli", "chebyshev", "chernoff", "extremal-exp", "jensen-exp", "jensen-log", "markov", "markov-exp", "markov-power", "popoviciu", "second-moment")


def asked(task):
    try:
        with enclosures.allowance(WORK):
            found = duality.decide(task)
    except enclosures.OutOfWork:
        return None
    return None if found is None else found.status


@pytest.mark.parametrize("share", [pytest.param(k, marks=pytest.mark.slow if k else ()) for k in range(SHARES)])
def test_no_lemma_that_was_changed_in_one_place_is_proved(share):
    near = {key: statement for key, (statement, _) in false_statements().items() if key[0].partition("|")[0] in IDS}
    assert len(near) > 50
    assert not [key for key in sorted(near)[share::SHARES] if asked(task_of(near[key])) is Status.PROVED]


def test_no_false_neighbour_of_a_lemma_is_proved():
    false = {name: claim for name, claim in false_lemmas().items() if "expect" in repr(claim.states) or "mean" in repr(claim.states) or "moment" in repr(claim.states)}
    assert len(false) > 20
    assert not [name for name, claim in false.items() for variant in claim.variants() if asked(Task(variant, EFFORTS["quick"])) is Status.PROVED]


@pytest.mark.parametrize("name", PROVED)
def test_what_a_lemma_says_of_all_distributions_follows_from_multipliers(name):
    found = [asked(Task(variant, EFFORTS["quick"])) for claim in expectations.CLAIMS if claim.id == f"textbook/{name}" for variant in claim.variants()]
    assert found and set(found) == {Status.PROVED}
