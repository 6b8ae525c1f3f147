"""The ledger is complete, what the sources prove is proved, what is false is refuted, and the evidence checks."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

CLAIMCHECK = Path(sys.executable).with_name("claimcheck")
FALSE = {f"drori14/{name}" for name in (
    "descent-twice", "rate-below", "long-step", "coercive-nonconvex", "strong-twice", "linear-fast", "prox-contraction", "last-subgradient", "nonconvex-fast")}


def claimcheck(*words):
    return subprocess.run([CLAIMCHECK, *map(str, words)], capture_output=True, text=True, check=False)


@pytest.fixture(scope="session")
def results(tmp_path_factory):
    folder = tmp_path_factory.mktemp("results")
    answer = claimcheck("run", "drori14", "--effort", "standard", "--quiet", "--out", folder)
    assert answer.returncode == 0, answer.stderr
    return folder


def test_every_item_of_the_ledger_has_a_verdict(results):
    listed = {item["id"] for item in json.loads(claimcheck("list", "drori14", "--json").stdout)}
    assert {row["id"] for row in json.loads((results / "results.json").read_text())["results"]} == listed


def test_what_is_false_is_refuted_and_all_else_is_proved(results):
    rows = json.loads((results / "results.json").read_text())["results"]
    assert {row["id"] for row in rows if row["status"] == "REFUTED"} == FALSE
    assert {row["status"] for row in rows if row["id"] not in FALSE} == {"PROVED", "NOT_CHECKED"}


def test_the_evidence_checks(results):
    answer = claimcheck("check", results)
    assert answer.returncode == 0, answer.stdout
