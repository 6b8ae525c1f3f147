"""The ledger is complete, every statement gets a verdict, one step of a proof is refuted, and the evidence checks."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

CLAIMCHECK = Path(sys.executable).with_name("claimcheck")
FALSE = {"auer02/proof-thm-3-x0"}


def claimcheck(*words):
    return subprocess.run([CLAIMCHECK, *map(str, words)], capture_output=True, text=True, check=False)


@pytest.fixture(scope="session")
def results(tmp_path_factory):
    folder = tmp_path_factory.mktemp("results")
    answer = claimcheck("run", "auer02", "--effort", "quick", "--quiet", "--out", folder)
    assert answer.returncode == 0, answer.stderr
    return folder


def rows(folder):
    return json.loads((folder / "results.json").read_text())["results"]


def test_every_item_of_the_ledger_has_a_verdict(results):
    listed = {item["id"] for item in json.loads(claimcheck("list", "auer02", "--json").stdout)}
    assert {row["id"] for row in rows(results)} == listed
    assert len({row["id"] for row in rows(results) if row["status"] != "NOT_CHECKED"}) >= 20


def test_the_false_step_is_refuted_and_nothing_else(results):
    assert {row["id"] for row in rows(results) if row["status"] == "REFUTED"} == FALSE


def test_the_evidence_checks(results):
    answer = claimcheck("check", results)
    assert answer.returncode == 0, answer.stdout
