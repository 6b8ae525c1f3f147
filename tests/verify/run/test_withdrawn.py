"""A verdict whose evidence is not confirmed is taken back, and says what was found."""

import json

import pytest
from typer.testing import CliRunner

from verify.cli.main import app
from verify.run.withdrawn import withdraw


def row(name, status="REFUTED"):
    return {"id": "toy/a", "part": name, "reading": "main", "status": status, "summary": "found", "power": None, "certificate": f"certificates/{name}.json",
            "findings": [{"engine": "search", "status": status, "summary": "found", "certificate": f"certificates/{name}.json", "undecided_share": None}]}


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "certificates").mkdir()
    for name in ("good", "bad"):
        (tmp_path / "certificates" / f"{name}.json").write_text("{}")
    (tmp_path / "results.json").write_text(json.dumps({"schema": "claimcheck.results/2", "run": {}, "results": [row("good"), row("bad")], "errors": []}))
    return tmp_path


def test_only_what_is_refused_is_taken_back(folder):
    assert withdraw(folder, {("toy/a", "bad", "main"): "it is false"}) == 1
    good, bad = json.loads((folder / "results.json").read_text())["results"]
    assert good == row("good")
    assert bad["status"] == "UNDECIDED" and bad["certificate"] is None and bad["findings"][0]["certificate"] is None
    assert "found REFUTED" in bad["summary"] and "it is false" in bad["summary"]
    assert [file.name for file in (folder / "certificates").iterdir()] == ["good.json"]


def test_nothing_is_written_where_all_is_confirmed(folder):
    before = (folder / "results.json").read_bytes()
    assert withdraw(folder, {}) == 0 and (folder / "results.json").read_bytes() == before


def test_the_command_takes_back_and_says_how_many(folder):
    found = CliRunner().invoke(app, ["check", str(folder), "--withdraw", "--workers", "1"])
    assert found.exit_code == 0 and "2 verdicts were taken back" in found.output
    assert CliRunner().invoke(app, ["check", str(folder / "certificates"), "--withdraw"]).exit_code != 0
