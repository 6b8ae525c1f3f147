"""No domain, reading, hypothesis or direction of a built-in claim can be narrowed unnoticed."""

import importlib.util
import json
from pathlib import Path

import pytest

from verify.claims.ledger import compare
from verify.claims.nodes import ClaimError
from verify.claims.registry import load
from verify.claims.validate import validate

HERE = Path(__file__).parent
SPEC = importlib.util.spec_from_file_location("narrowing", HERE / "narrowing.py")
narrowing = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(narrowing)
RECORD = HERE / "statements.json"


@pytest.fixture(scope="module")
def papers():
    return [load("theorems.frdp"), load("theorems.gdp"), load("theorems.rpp"), load("theorems.wdp")]


def recorded():
    return json.loads(RECORD.read_text(encoding="utf-8"))


def digests(claim):
    return {f"{v.id} {v.part} {v.reading}": v.digest for v in claim.variants()}


def test_every_statement_is_the_one_on_record(papers):
    """Written by ``python tests/quality/record_statements.py``; a difference is a change of meaning and needs a reason in the changelog."""
    now = {key: value for paper in papers for claims in paper.claims.values() for claim in claims for key, value in digests(claim).items()}
    assert now == recorded()


EVERY = 5
"""One in so many planted narrowings is looked at: enough for every kind of claim and of narrowing, and all of them take minutes."""


def test_every_planted_narrowing_is_reported(papers):
    record, planted, seen, missed = recorded(), 0, 0, []
    for paper, (id, claims) in [(each, found) for each in papers for found in each.claims.items()]:
        for k, claim in enumerate(claims):
            for words, narrowed in narrowing.narrowings(claim):
                seen += 1
                if seen % EVERY:
                    continue
                planted += 1
                others = [*claims[:k], narrowed, *claims[k + 1 :]]
                try:
                    validate(narrowed)
                    compare(paper.item(id), others)
                except ClaimError:
                    continue
                now = digests(narrowed)
                if all(record.get(key) == value for key, value in now.items()) and set(digests(claim)) == set(now):
                    missed.append(f"{id} {claim.part}: {words}")
    assert planted >= 200
    assert not missed
