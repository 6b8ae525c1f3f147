"""Renaming symbols changes no draw: a seeded sample of all claims; ``claimcheck power --true-variants`` goes through all, with verdicts and other rewritings."""

import random

import pytest

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
