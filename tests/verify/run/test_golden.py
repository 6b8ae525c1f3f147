"""The stored formats are those on record, field for field, and those that are promised to others."""

import importlib.util
import json
from pathlib import Path

import pytest

SPEC = importlib.util.spec_from_file_location("golden_files", Path(__file__).parent / "golden_files.py")
golden = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(golden)
NAMES = (*golden.STORED, "list.json")
STATUSES = {"PROVED", "REFUTED", "SUPPORTED", "UNDECIDED", "NOT_CHECKED"}


@pytest.fixture(scope="module")
def fresh():
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(golden.PLUGINS))
        return golden.fresh()


@pytest.mark.parametrize("name", NAMES)
def test_what_is_stored_is_field_for_field_what_is_on_record(fresh, name):
    """After a deliberate change: ``python tests/verify/run/golden_files.py``."""
    assert fresh[name] == json.loads((golden.HERE / name).read_text(encoding="utf-8"))


def test_results_have_the_promised_fields(fresh):
    results = fresh["results.json"]
    assert list(results) == ["schema", "run", "results", "errors"] and results["schema"] == "claimcheck.results/2"
    assert list(results["run"]) == ["versions", "seed", "effort", "papers", "device", "command", "error_budget"]
    for row in results["results"]:
        assert list(row) == ["id", "part", "reading", "status", "summary", "coverage", "power", "tightness", "region", "repair", "severity", "uses", "seconds", "certificate", "findings"]
        assert row["status"] in STATUSES
        for finding in row["findings"]:
            assert list(finding) == ["engine", "status", "summary", "certificate", "undecided_share"]


def test_a_listed_claim_has_the_promised_fields(fresh):
    kinds = "inequality equality equivalence implication limit existence printed procedure experiment definition opinion".split()
    for row in fresh["list.json"]:
        assert list(row) == ["id", "paper", "title", "kind", "source", "parts", "readings", "uses", "part_of", "judgement", "proof"]
        assert row["kind"] in kinds
        assert all(list(reading) == ["id", "text", "choices"] for reading in row["readings"])


@pytest.mark.parametrize("name", [name for name in golden.STORED if name.startswith("certificate")])
def test_a_certificate_has_the_promised_fields(fresh, name):
    promised = {"schema", "claim", "part", "reading", "digest", "implementation", "statement", "domain", "kind", "evidence", "trusted", "versions", "command"}
    assert set(fresh[name]) == promised | {"status"} and fresh[name]["schema"] == "claimcheck.certificate/1"
