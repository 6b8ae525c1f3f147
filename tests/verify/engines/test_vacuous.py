"""Hypotheses that hold for nothing: proved, said so, and read again by the checker."""

import copy
import json

import pytest

from verify import claims as c
from verify.engines.task import Status
from verify.evidence.checker.check import check_data
from verify.quantities import density
from verify.run.decide import Settings, run_variant

u, v = c.numbers("u v")
P, Q = c.objects("P Q")
ON_LINE = c.Laws(c.LINE, density=True)
NEVER = c.Compare(density(P, 1), "<", 0)


def even(law=P, where=c.REALS):
    return c.ForAll({u: where}, c.Compare(density(law, u), "==", density(law, -u)))


def rising(law=P, low=0, relation="<="):
    return c.ForAll({u: c.at_least(low), v: c.at_least(u)}, c.Compare(density(law, u), relation, density(law, v)))


def decided(given, where=ON_LINE):
    claim = c.Claim("toy/vacuous", "a toy", forall={P: where, Q: ON_LINE}, given=given, states=NEVER)
    row, document, errors = run_variant(claim.variants()[0], Settings())
    assert not errors
    return row, json.loads(json.dumps(document))


@pytest.mark.parametrize("given", [(even(), rising()), (rising(), even())], ids=["even first", "rising first"])
def test_an_even_density_does_not_rise_for_ever(given):
    row, document = decided(given)
    assert row["status"] == Status.PROVED
    assert row["summary"].startswith("vacuous: no P satisfies the hypotheses")
    assert check_data(document, "toy").status == "confirmed"


@pytest.mark.parametrize("given", [(rising(),), (even(),), (even(), rising(relation=">=")), (even(), rising(Q)), (even(), rising(low=1)), (even(where=c.between(-1, 1)), rising())],
                         ids=["not even", "not rising", "falling", "of another law", "from 1 on", "even in part"])
def test_hypotheses_that_hold_for_something_prove_nothing(given):
    """Laws of which each is true: on (-oo, 0], on [-1, 1], on (-oo, -1], and usual ones."""
    row, _ = decided(given)
    assert row["status"] != Status.PROVED


def test_a_law_that_need_not_have_a_density_is_left_alone():
    row, _ = decided((even(), rising()), where=c.Laws(c.LINE))
    assert row["status"] != Status.PROVED


def test_altered_evidence_is_refused():
    _, document = decided((even(), rising()))
    for name in ("Q", "u", "R"):
        altered = copy.deepcopy(document)
        altered["evidence"]["law"] = name
        assert check_data(altered, "toy").status == "refused"
    altered = copy.deepcopy(document)
    del altered["evidence"]["steps"]
    assert check_data(altered, "toy").status != "confirmed"


@pytest.mark.parametrize("given", [(rising(),), (even(), rising(relation=">=")), (even(), rising(Q)), (even(), rising(low=1)), (even(where=c.between(-1, 1)), rising())],
                         ids=["not even", "falling", "of another law", "from 1 on", "even in part"])
def test_the_evidence_of_another_statement_is_refused(given):
    """The whole certificate is that of a statement whose hypotheses are not contradictory, or not seen to be."""
    from verify.engines.task import Finding
    from verify.evidence import certificate

    claim = c.Claim("toy/vacuous", "a toy", forall={P: ON_LINE, Q: ON_LINE}, given=given, states=NEVER)
    finding = Finding("symbolic", Status.PROVED, "", "vacuous", {"law": "P", "steps": []}, {"share": 1.0})
    document = certificate.build(claim.variants()[0], finding, effort="standard", seed=0)
    assert check_data(json.loads(json.dumps(document)), "toy").status == "refused"
