"""Statements of a first course: each that is true is proved, and every false neighbour is refuted. ``python tests/quality/test_classical.py`` prints the table."""

import pytest
from classical import CLASSICAL

from verify.claims import Claim
from verify.evidence.checker.check import check_data
from verify.run.decide import Settings, run_variant

DEAR = frozenset({"a linear recursion", "gradient descent on a quadratic", "tail of a sub-Gaussian variable", "harmonic sums", "Bretagnolle-Huber"})
"""Statements whose proof takes longer: they are marked slow."""


def row(name, true, effort):
    """The verdict of a statement, or of its neighbour, as one of a paper: lemmas of the textbook may be used."""
    one = CLASSICAL[name][0 if true else 1].claim(name)
    claim = Claim(one.id.replace("textbook/", "course/"), one.source, forall=dict(one.forall), given=one.given, states=one.states)
    (variant,) = claim.variants()
    decided, stored, errors = run_variant(variant, Settings(effort=effort, seed=0))
    assert not errors, errors
    return decided["status"], stored, claim.id


EACH = 3
"""Of true statements one in so many is in the usual run; the others are marked slow."""


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.slow if name in DEAR or k % EACH else ()) for k, name in enumerate(CLASSICAL)])
def test_a_true_statement_is_proved(name):
    status, stored, id = row(name, True, "standard")
    assert status == "PROVED"
    assert check_data(stored, id).status == "confirmed"


@pytest.mark.parametrize("name", CLASSICAL)
def test_a_false_neighbour_is_refuted(name):
    assert "REFUTED" in (row(name, False, effort)[0] for effort in ("quick", "standard"))


def test_there_are_twenty_four_pairs_and_each_says_where_it_comes_from():
    assert len(CLASSICAL) == 24
    assert all(entry.reference for pair in CLASSICAL.values() for entry in pair)


if __name__ == "__main__":
    for name in CLASSICAL:
        print(f"{name:36}", *(f"{row(name, true, 'standard')[0]:10}" for true in (True, False)))
