"""The textbook lemmas: stored as the claims say them, each with a source."""

import importlib

import pytest

from theorems.textbook import CHAPTERS, LEDGER
from verify.claims.registry import load


def test_the_stored_formulas_are_those_of_the_claims():
    build = importlib.import_module("theorems.textbook.build")
    assert build.FILE.read_text(encoding="utf-8") == build.lemmas(), "run python theorems/textbook/build.py"


def test_every_lemma_has_a_title_and_a_source():
    assert [item.id for item in LEDGER.items if not (item.title and item.source.section)] == []


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_lemma_of_a_chapter_is_in_the_ledger(chapter):
    claims = importlib.import_module(f"theorems.textbook.{chapter}").CLAIMS
    assert {claim.id for claim in claims} <= set(load("theorems.textbook").claims)
