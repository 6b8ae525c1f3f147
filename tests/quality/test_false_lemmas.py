"""Every textbook lemma has a false neighbour, and the engines refute it in every reading."""

import pytest
from false_lemmas import CONDITIONS, NEIGHBOURS, claims, false_lemmas

from verify.run.decide import Settings, run_variant

FALSE = false_lemmas()
EACH = 3
"""One in so many is in the usual run; the others are marked slow."""


@pytest.mark.parametrize("name", [pytest.param(name, marks=() if k % EACH == 0 else pytest.mark.slow) for k, name in enumerate(FALSE)])
def test_every_false_neighbour_is_refuted(name):
    for variant in FALSE[name].variants():
        row, _, errors = run_variant(variant, Settings(effort="standard"))
        assert not errors, errors
        assert row["status"] == "REFUTED", variant.label


def test_every_lemma_has_a_neighbour_and_every_entry_a_lemma():
    assert set(claims()) <= set(FALSE)
    assert {*NEIGHBOURS, *CONDITIONS} <= set(claims())


def test_a_neighbour_differs_from_its_lemma():
    known = {variant.digest for claim in claims().values() for variant in claim.variants()}
    assert [variant.label for claim in FALSE.values() for variant in claim.variants() if variant.digest in known] == []
