"""The textbook lemmas: stored as the claims say them, each with a source, and true at drawn values where somebody else evaluates both sides."""

import importlib

import numpy as np
import pytest
from textbook_values import AT_MOST, EQUAL, draw

from theorems.textbook import CHAPTERS, LEDGER
from verify.claims.registry import load


def test_the_stored_formulas_are_those_of_the_claims():
    build = importlib.import_module("theorems.textbook.build")
    assert build.FILE.read_text(encoding="utf-8") == build.lemmas(), "run python theorems/textbook/build.py"


def test_every_lemma_has_a_title_and_a_source():
    assert [item.id for item in LEDGER.items if not (item.title and item.source.item)] == []


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_lemma_of_a_chapter_is_in_the_ledger(chapter):
    claims = importlib.import_module(f"theorems.textbook.{chapter}").CLAIMS
    assert {claim.id for claim in claims} <= set(load("theorems.textbook").claims)


DRAWS = 100


def sides(entry, name):
    """Both sides at all draws, as two arrays."""
    rng = np.random.default_rng(sum(map(ord, name)))
    with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
        return np.array([entry(draw(rng)) for _ in range(DRAWS)]).T


def test_both_sides_are_those_of_lemmas():
    named = {f"{claim.id.removeprefix('textbook/')} {claim.part}".strip() for claims in load("theorems.textbook").claims.values() for claim in claims}
    assert {*AT_MOST, *EQUAL} <= named


@pytest.mark.parametrize("name", AT_MOST)
def test_an_inequality_holds_at_drawn_values(name):
    smaller, greater = sides(AT_MOST[name], name)
    assert (smaller <= greater * (1 + 1e-9) + 1e-9).all(), max(smaller - greater)  # linear programmes and sums of a few numbers err by less


@pytest.mark.parametrize("name", EQUAL)
def test_an_equality_holds_at_drawn_values(name):
    np.testing.assert_allclose(*sides(EQUAL[name], name), rtol=1e-6, atol=1e-9)  # linear programmes, roots of their values, one quadrature
