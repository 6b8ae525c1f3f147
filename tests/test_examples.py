"""The papers in `examples/` load with their ledgers, and some statements of each get the verdict that they deserve, with evidence that the checker confirms; their own tests run the whole papers."""

import importlib.util
import sys
from pathlib import Path

import pytest

from verify.claims import registry
from verify.evidence.checker.check import check_data
from verify.run.decide import Settings, run_variant

EXAMPLES = Path(__file__).parent.parent / "examples"
PAPERS = sorted(folder.name for folder in EXAMPLES.iterdir() if (folder / "pyproject.toml").is_file())
DECIDED = {
    "auer02/proof-thm-3-x0": "REFUTED", "auer02/eq-9": "PROVED", "auer02/proof-thm-3-exponent": "PROVED",
    "drori14/descent-twice": "REFUTED", "drori14/strong-twice": "REFUTED", "drori14/descent": "PROVED",
    "kingma15/eq-4": "PROVED", "kingma15/sec-2.1-scale": "PROVED", "kingma15/lem-10.3-base": "REFUTED", "kingma15/sec-2.1-equal": "REFUTED",
    "mironov17/prop-6": "PROVED", "mironov17/prop-7": "PROVED",
}


@pytest.fixture(scope="module")
def papers():
    path = list(sys.path)
    yield {name: registry.load_file(EXAMPLES / name)[0] for name in PAPERS}
    sys.path[:] = path


def test_each_item_of_a_ledger_is_stated_or_says_why_it_is_not(papers):
    assert len(papers) >= 4
    for paper in papers.values():
        for item in paper.ledger.items:
            assert (item.id in paper.claims) != (item.not_checked is not None), item.id


def test_each_paper_is_among_those_of_which_statements_are_decided():
    assert {id.partition("/")[0] for id in DECIDED} == set(PAPERS)


@pytest.mark.parametrize("id", DECIDED)
def test_statements_get_the_verdict_that_they_deserve(papers, id):
    if id.startswith("drori14") and DECIDED[id] == "PROVED" and importlib.util.find_spec("clarabel") is None:
        pytest.skip("needs a solver of conic programmes")
    for claim in papers[id.partition("/")[0]].claims[id]:
        for variant in claim.variants():
            row, stored, errors = run_variant(variant, Settings(effort="quick"))
            assert not errors and row["status"] == DECIDED[id], (variant.label, row["summary"])
            assert check_data(stored, id).status == "confirmed"
