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
    answer = claimcheck("run", "kingma15", "--effort", "quick", "--quiet", "--out", folder)
    assert answer.returncode == 0, answer.stderr
    return folder


def test_every_item_of_the_ledger_has_a_verdict(results):
    listed = {item["id"] for item in json.loads(claimcheck("list", "kingma15", "--json").stdout)}
    assert {row["id"] for row in json.loads((results / "results.json").read_text())["results"]} == listed


def test_what_is_known_to_be_true_is_not_refuted_and_what_is_known_to_be_false_is_not_supported(results):
    rows = {row["id"]: row["status"] for row in json.loads((results / "results.json").read_text())["results"]}
    assert {rows[f"kingma15/{item}"] for item in ("eq-1", "eq-4", "sec-2.1-scale", "thm-4.1-square", "cor-4.2-norm", "lem-10.4-partial", "reddi-square")} == {"PROVED"}
    assert {rows[f"kingma15/{item}"] for item in ("sec-2.1-first", "sec-2.1-otherwise", "sec-2.1-equal", "lem-10.3", "lem-10.3-base", "lem-10.4-end", "thm-4.1", "sec-7.1-bound")} == {"REFUTED"}


def test_the_evidence_checks(results):
    answer = claimcheck("check", results)
    assert answer.returncode == 0, answer.stdout
