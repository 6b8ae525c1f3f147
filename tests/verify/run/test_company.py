"""A statement has the same row and the same certificate alone and in company, in any order, for any number of processes and with other readings left out."""

import json
import random

import pytest

from benchmarks import company
from verify.claims.registry import load_installed
from verify.run import runner
from verify.run.decide import Settings


@pytest.fixture(scope="module")
def table():
    """Statements that had other certificates in company once: the least epsilon of a composed loss, found by bisection on lines that were kept."""
    papers, broken = load_installed({"frdp"})
    assert not broken
    jobs, _ = runner.jobs(papers, ["frdp/tab-2-c1", "frdp/tab-2-p1"])
    return [job for job in jobs if "pld" in job.variant.reading and "eq-8+add-ratio-sqrt-2" in job.variant.reading]


def test_what_a_statement_measures_does_not_depend_on_those_before_it(table):
    settings = Settings(effort="quick")
    alone = {job.key: company.stored(outcome) for job in table for _, outcome in company.decided([job], [0], settings)}
    draw = random.Random(0)
    for hands in ([0] * len(table), [draw.randrange(2) for _ in table]):
        order = draw.sample(table, len(table))
        for job, outcome in company.decided(order, hands, settings):
            assert company.stored(outcome) == alone[job.key], company.differing(alone[job.key], company.stored(outcome))


def test_a_difference_is_told():
    one, other = (json.dumps({"row": {"status": "PROVED", "summary": word}, "certificate": word, "errors": []}).encode() for word in ("a", "b"))
    assert company.differing(one, other) == "summary: a alone, b in company; the certificate"
