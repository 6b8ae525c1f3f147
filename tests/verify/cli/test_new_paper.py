"""A new paper is found, audited and told apart; nothing that exists is overwritten; the example paper's ledger is complete."""

import ast
import json
from pathlib import Path

import pytest

from verify.claims.registry import load

ROOT = Path(__file__).parents[3]
QUICK = ("--effort", "quick", "--workers", "1", "--quiet")


@pytest.fixture
def smith(claimcheck, tmp_path, monkeypatch):
    """A new paper as if it were installed."""
    monkeypatch.chdir(tmp_path)
    code, out, _ = claimcheck("new-paper", "smith24")
    assert code == 0 and "pip install -e smith24" in out
    folder = tmp_path / "smith24"
    info = folder / "smith24-0.1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: smith24\nVersion: 0.1\n")
    (info / "entry_points.txt").write_text("[claimcheck.papers]\nsmith24 = smith24\n")
    monkeypatch.syspath_prepend(str(folder))
    return folder


def test_a_new_paper_has_a_true_and_a_false_claim_and_its_evidence_checks(claimcheck, smith):
    code, out, _ = claimcheck("run", "smith24", *QUICK, "--json")
    assert code == 0
    assert {row["id"]: row["status"] for row in json.loads(out)["results"]} == {
        "smith24/def-1": "NOT_CHECKED", "smith24/prop-1": "PROVED", "smith24/prop-2": "REFUTED"}
    assert claimcheck("check", "results", "--workers", "1")[0] == 0
    for name in ("pyproject.toml", "tests/test_paper.py", ".github/workflows/claims.yml"):
        text = (smith / name).read_text()
        assert "smith24" in text and "[[" not in text
    assert "${{ matrix.python }}" in (smith / ".github/workflows/claims.yml").read_text()
    for path in smith.rglob("*.py"):
        compile(path.read_text(), str(path), "exec")


@pytest.mark.parametrize(("template", "true", "false"), [("learning", "lem-1", "lem-2"), ("optimisation", "lem-1", "thm-1")])
def test_each_template_has_a_true_and_a_false_claim(claimcheck, tmp_path, monkeypatch, template, true, false):
    monkeypatch.chdir(tmp_path)
    name = f"{template}25"
    assert claimcheck("new-paper", name, "--template", template)[0] == 0
    code, out, _ = claimcheck("run", f"./{name}", *QUICK, "--json")
    assert code == 0
    assert {row["id"]: row["status"] for row in json.loads(out)["results"]} == {f"{name}/def-1": "NOT_CHECKED", f"{name}/{true}": "PROVED", f"{name}/{false}": "REFUTED"}
    assert claimcheck("check", "results", "--workers", "1")[0] == 0


@pytest.mark.parametrize(("words", "told"), [
    (("Smith-24",), "must be letters a-z and digits"), (("24smith",), "must be letters"), (("toy",), "is the name of an installed paper"),
    (("verify",), "is the name of an installed paper or package"), (("smith24",), "exists already"), (("smith25", "--out", "smith24"), "exists already"),
    (("smith25", "--template", "learn"), "must be one of privacy, learning, optimisation, got learn; did you mean learning?"),
])
def test_a_name_that_cannot_be_or_a_folder_that_exists_is_refused(claimcheck, tmp_path, monkeypatch, words, told):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "smith24").mkdir()
    code, _, err = claimcheck("new-paper", *words)
    assert code == 2 and told in err
    assert [path.name for path in tmp_path.rglob("*")] == ["smith24"]


@pytest.mark.parametrize(("name", "items"), [("mironov17", 10), ("drori14", 37), ("kingma15", 41), ("auer02", 28)])
def test_an_example_paper_has_a_claim_or_a_reason_for_each_line_of_its_ledger(monkeypatch, name, items):
    monkeypatch.syspath_prepend(str(ROOT / "examples" / name))
    paper = load(name)
    assert len(paper.ledger.items) == items
    for item in paper.ledger.items:
        assert bool(paper.claims.get(item.id)) != bool(item.not_checked), item.id


def test_the_example_paper_uses_public_names_alone():
    for path in (ROOT / "examples").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for name in names:
                assert name.split(".")[0] != "verify" or name in ("verify.claims", "verify.quantities"), f"{path}: {name} is not public"
