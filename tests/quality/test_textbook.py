"""Statements of known truth: none that is true is refuted, every false neighbour is. ``python tests/quality/test_textbook.py`` prints the counts."""

import pytest
from known_false import FALSE
from known_true import TRUE

from verify.run.decide import Settings, run_variant


def row(name, textbook, seed=0):
    (variant,) = textbook.claim(name).variants()
    decided, _, errors = run_variant(variant, Settings(effort="standard", seed=seed))
    assert not errors, errors
    return decided


EACH = 3
"""Of true statements, which are searched to the end, one in so many is in the usual run; the others are marked slow."""


@pytest.mark.parametrize("name", [pytest.param(name, marks=() if k % EACH == 0 else pytest.mark.slow) for k, name in enumerate(TRUE)])
def test_no_true_statement_is_refuted(name):
    assert row(name, TRUE[name])["status"] != "REFUTED"


@pytest.mark.parametrize("name", FALSE)
def test_every_false_neighbour_is_refuted(name):
    """By one of two seeds: which rare counterexamples are met hangs on the draws."""
    assert "REFUTED" in (row(name, FALSE[name], seed)["status"] for seed in (0, 1))


def test_there_are_sixty_of_each_and_every_one_says_where_it_comes_from():
    assert len(TRUE) >= 60
    assert len(FALSE) >= 60
    assert all(entry.reference for entry in (*TRUE.values(), *FALSE.values()))


if __name__ == "__main__":
    from collections import Counter

    for words, statements in (("known true", TRUE), ("known false", FALSE)):
        counts = Counter(row(name, textbook)["status"] for name, textbook in statements.items())
        print(f"{words}: {len(statements)} statements: " + ", ".join(f"{n} {status}" for status, n in sorted(counts.items())))
