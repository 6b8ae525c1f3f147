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
    """The least epsilon of a composed loss, found by bisection: one of them had another row in company, when the lines that it is computed on were those that were drawn before."""
    papers, broken = load_installed({"frdp"})
    assert not broken
    jobs, _ = runner.jobs(papers, ["frdp/tab-2-c1"])
    return [job for job in jobs if "pld" in job.variant.reading and "eq-8+replace" in job.variant.reading]


def test_what_a_statement_measures_does_not_depend_on_those_before_it(table):
    settings = Settings()
    alone = {job.key: company.stored(outcome) for job in table for _, outcome in company.decided([job], [0], settings)}
    draw = random.Random(0)
    for order, hands in ((table, [0] * len(table)), (draw.sample(table, len(table)), [draw.randrange(2) for _ in table])):
        for job, outcome in company.decided(order, hands, settings):
            assert company.stored(outcome) == alone[job.key], company.differing(alone[job.key], company.stored(outcome))


def test_a_difference_is_told():
    one, other = (json.dumps({"row": {"status": "PROVED", "summary": word}, "certificate": word, "errors": []}).encode() for word in ("a", "b"))
    assert company.differing(one, other) == "summary: a alone, b in company; the certificate"
