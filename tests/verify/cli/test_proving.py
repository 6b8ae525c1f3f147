"""Printed proofs on the command line: one line for each, and the chain of one item."""

import json

import pytest

from verify.cli import judging


@pytest.fixture(scope="module")
def ran(tmp_path_factory):
    return tmp_path_factory.mktemp("results")


@pytest.fixture(autouse=True)
def run_once(claimcheck, ran):
    if not (ran / "results.json").exists():
        assert claimcheck("run", "toy/false", "toy/true", "toy/step", "--effort", "quick", "--workers", "1", "--no-cache", "--out", ran)[0] == 0


def test_each_printed_proof_has_a_line(claimcheck, ran):
    code, out, _ = claimcheck("list", "toy", "--proofs", "--results", ran)
    lines = out.splitlines()
    assert code == 0 and lines[0] == "toy/false  broken  False: at “A false step”" and lines[1].startswith("           broken at “A false step”, which fails")
    assert lines[-1] == "1 printed proof: 1 broken"


def test_show_prints_the_chain(claimcheck, ran):
    _, out, _ = claimcheck("show", "toy/false", "--results", ran)
    lines = out.splitlines()
    at = next(k for k, line in enumerate(lines) if line.startswith("printed proof: broken at “A false step”, which fails"))
    assert [line.split() for line in lines[at + 1:at + 3]] == [["by", "the", "definition", "of", "y"], ["toy/step", "fails", "“A", "false", "step”"]]
    assert "its printed proof breaks at “A false step”" in out
    assert "printed proof" not in claimcheck("show", "toy/true", "--results", ran)[1]


def test_the_machine_readable_list_has_the_proofs(claimcheck, ran):
    rows = json.loads(claimcheck("list", "toy", "--json", "--results", ran)[1])
    assert {row["id"]: row["proof"] and row["proof"]["word"] for row in rows if row["id"] in ("toy/false", "toy/true")} == {"toy/false": "broken", "toy/true": None}
    only = json.loads(claimcheck("list", "toy", "--proofs", "--json", "--results", ran)[1])
    assert [row["id"] for row in only] == ["toy/false"]
    assert only[0]["proof"]["links"] == [{"id": "", "parts": [], "words": "by the definition of y", "judgement": None}, {"id": "toy/step", "parts": [], "words": "", "judgement": "fails"}]


def test_without_results_there_is_nothing_to_judge(claimcheck, tmp_path):
    assert claimcheck("list", "toy", "--proofs", "--results", tmp_path)[1] == "no printed proofs\n"


def test_a_proof_is_complete_where_the_certificate_in_the_folder_lists_its_step(tmp_path):
    variants = [{"part": "main", "reading": "main", "reading_choices": {}}]
    step = {"id": "p/step", "parts": [], "words": ""}
    items = [{"id": "p/a", "title": "A", "part_of": "", "variants": variants, "proof": [step]}, {"id": "p/step", "title": "Step", "part_of": "", "variants": variants}]
    rows = {item["id"]: [{"id": item["id"], "part": "main", "reading": "main", "status": "PROVED", "summary": "", "certificate": "certificates/a.json"}] for item in items}
    folder = tmp_path / "certificates"
    folder.mkdir()
    words = []
    for text in (None, "no JSON", json.dumps({"kind": "boxes", "evidence": {}}), json.dumps({"kind": "lemmas", "evidence": {"lemmas": [{"lemma": "p/step"}]}})):
        if text is not None:
            (folder / "a.json").write_text(text)
        words.append(judging.proved({"p": {"items": items}}, ["p/a"], rows, tmp_path)["p/a"].word)
    assert words == ["not shown to follow"] * 3 + ["complete"]
    assert judging.judged({"p": {"items": items}}, ["p/a"], rows, tmp_path)["p/a"].sentence == "holds: proved; its printed proof is complete"
