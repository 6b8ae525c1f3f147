"""Neither the order of parameters nor their names matter: order and digest of all claims, draws of a seeded sample; ``claimcheck power --true-variants`` goes through all, with verdicts and other rewritings."""

import random

import pytest

from verify.claims.nodes import free_names, pattern_names
from verify.claims.order import arranged
from verify.claims.registry import load_installed
from verify.engines import search
from verify.engines.rewrites import renamed
from verify.engines.task import EFFORTS, Task

PAPERS = ("wdp", "gdp", "frdp", "rpp")
SAMPLE = 4


def sample(name):
    paper = load_installed({name})[0][name]
    ids = random.Random(name).sample([id for id in paper.claims if paper.variants(id)], SAMPLE)
    return [random.Random(id).choice(paper.variants(id)) for id in ids]


def backwards(forall):
    """The parameters in another order: each as late as what rests on it allows, the last first."""
    rest, order, placed = list(forall), [], set()
    names = {name for pattern, _ in forall for name in pattern_names(pattern)}
    while rest:
        entry = next(e for e in reversed(rest) if free_names(e[1]) & names <= placed)
        rest.remove(entry)
        order.append(entry)
        placed |= set(pattern_names(entry[0]))
    return order


@pytest.mark.parametrize("name", PAPERS)
def test_a_statement_is_the_same_in_whatever_order_its_parameters_are_declared(name):
    paper = load_installed({name})[0][name]
    variants = [variant for id in paper.claims for variant in paper.variants(id)]
    assert sum(backwards(v.forall) != list(v.forall) for v in variants) > len(variants) / 4
    for variant in variants:
        assert arranged(backwards(variant.forall), variant.given, variant.states) == variant.forall, variant.label


@pytest.mark.parametrize("name", PAPERS)
def test_new_names_leave_digest_and_order(name):
    paper = load_installed({name})[0][name]
    for variant in (v for id in paper.claims for v in paper.variants(id)):
        other = renamed(variant)
        assert other.digest == variant.digest, variant.label
        assert arranged(other.forall, other.given, other.states) == other.forall, variant.label


def instance(variant):
    """What a search sees: whether it found a false instance, how many it drew and decided, and their margins. None of this hangs on names."""
    task = Task(variant, EFFORTS["quick"])
    outcome, tally = search.hunt(task, hints=False)
    return outcome is not None, tally.drawn, tally.admitted, tally.true, tally.undecided, [margin for margin, _ in tally.decided]


@pytest.mark.parametrize("name", PAPERS)
def test_the_same_instances_are_seen_whatever_the_names(name):
    for variant in sample(name):
        seen = instance(variant)
        assert instance(renamed(variant)) == seen, variant.label
