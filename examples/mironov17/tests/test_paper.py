"""The ledger is complete, every statement gets a verdict, and the evidence checks."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

CLAIMCHECK = Path(sys.executable).with_name("claimcheck")


def claimcheck(*words):
    return subprocess.run([CLAIMCHECK, *map(str, words)], capture_output=True, text=True, check=False)


@pytest.fixture(scope="session")
def results(tmp_path_factory):
    folder = tmp_path_factory.mktemp("results")
    answer = claimcheck("run", "mironov17", "--effort", "quick", "--quiet", "--out", folder)
    assert answer.returncode == 0, answer.stderr
    return folder


def test_every_item_of_the_ledger_has_a_verdict(results):
    listed = {item["id"] for item in json.loads(claimcheck("list", "mironov17", "--json").stdout)}
    assert {row["id"] for row in json.loads((results / "results.json").read_text())["results"]} == listed


def test_nothing_that_the_paper_proves_is_refuted_and_every_planted_error_is_noticed(results):
    rows = json.loads((results / "results.json").read_text())["results"]
    assert {row["status"] for row in rows} <= {"PROVED", "SUPPORTED", "UNDECIDED", "NOT_CHECKED"}
    assert all(row["power"]["refuted"] for row in rows if row["power"])


def test_the_evidence_checks(results):
    answer = claimcheck("check", results)
    assert answer.returncode == 0, answer.stdout
