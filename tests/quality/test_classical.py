"""Statements of a first course: none that is true is refuted, at least 22 of 24 are decided, every false neighbour is refuted. ``python tests/quality/test_classical.py`` prints the table."""

import pytest
from classical import CLASSICAL

from verify.run.decide import Settings, run_variant

DEAR = frozenset({"a linear recursion", "gradient descent on a quadratic", "tail of a sub-Gaussian variable", "harmonic sums", "sums of inverse roots"})
"""Statements whose search takes longer: they are marked slow."""
OPEN = frozenset({"sums of inverse roots"})
"""True statements that stay undecided: the bound is loose at all small numbers of terms."""


def row(name, true, effort):
    (variant,) = CLASSICAL[name][0 if true else 1].claim(name if true else f"{name} changed").variants()
    decided, _, errors = run_variant(variant, Settings(effort=effort, seed=0))
    assert not errors, errors
    return decided


EACH = 3
"""Of true statements one in so many is in the usual run; the others are marked slow."""


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.slow if name in DEAR or k % EACH else ()) for k, name in enumerate(CLASSICAL)])
def test_a_true_statement_is_decided(name):
    assert row(name, True, "standard")["status"] in ({"UNDECIDED"} if name in OPEN else {"PROVED", "SUPPORTED"})


@pytest.mark.parametrize("name", CLASSICAL)
def test_a_false_neighbour_is_refuted(name):
    assert "REFUTED" in (row(name, False, effort)["status"] for effort in ("quick", "standard"))


def test_there_are_twenty_four_pairs_and_each_says_where_it_comes_from():
    assert len(CLASSICAL) == 24
    assert all(entry.reference for pair in CLASSICAL.values() for entry in pair)
    assert len(CLASSICAL) - len(OPEN) >= 22


if __name__ == "__main__":
    for name in CLASSICAL:
        print(f"{name:36}", *(f"{row(name, true, 'standard')['status']:10}" for true in (True, False)))
