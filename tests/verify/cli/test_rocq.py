"""``claimcheck export --rocq`` from the command line: what is written, what is not and why, and what it says where Rocq is not installed."""

import json

import pytest

from verify.rocq import coq


@pytest.fixture
def results(tmp_path, monkeypatch):
    """A folder of results with one certificate: x < 1 fails for x > 0, at x = 2."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "results" / "certificates"
    folder.mkdir(parents=True)
    x = ["var", ["word", "x"]]
    over = ["()", ["()", x, ["interval", "0", "oo", ["word", "open"], ["word", "open"]]]]
    (folder / "toy__false__main__main.json").write_text(json.dumps({
        "schema": "claimcheck.certificate/1", "claim": "toy/false", "part": "main", "reading": "main", "digest": "d", "kind": "witness", "status": "REFUTED",
        "statement": ["forall", over, ["compare", x, ["word", "<"], "1"]], "evidence": {"instance": {"x": "2"}}}))
    return tmp_path / "results"


def test_certificates_of_a_run_become_files(claimcheck, results):
    code, out, _ = claimcheck("export", "--rocq", "results", "--out", "files")
    assert code == 0
    first, *rest = out.splitlines()
    written = sorted(path.name for path in (results.parent / "files").glob("*.v"))
    assert first.startswith(f"files: {len(written)} of ") and first.endswith("certificates exported")
    assert written and any("witness REFUTED" in line for line in rest)


def test_what_has_no_file_gives_its_reason(claimcheck, results):
    certificate = next((results / "certificates").glob("*.json"))
    stored = json.loads(certificate.read_text())
    stored["kind"] = "lemmas"
    (results.parent / "other").mkdir()
    (results.parent / "other" / certificate.name).write_text(json.dumps(stored))
    code, out, _ = claimcheck("export", "--rocq", "other")
    assert code == 0 and "other/rocq: 0 of 1 certificates exported" in out.replace("\\", "/")
    assert "not exported, proof from lemmas: 1" in out and "not exported, proof from lemmas (lemmas)" in out


def test_without_rocq_no_file_is_checked(claimcheck, results, monkeypatch):
    monkeypatch.setattr(coq, "command", lambda: None)
    code, out, _ = claimcheck("export", "--rocq", "results", "--check")
    assert code == 0 and "coqc is not installed" in out


def test_a_refused_file_makes_the_exit_code_1(claimcheck, results, monkeypatch):
    monkeypatch.setattr(coq, "command", lambda: "coqc")
    monkeypatch.setattr(coq, "checked", lambda texts, told: dict.fromkeys(texts, "Error: no"))
    code, out, err = claimcheck("export", "--rocq", "results", "--check")
    assert code == 1 and "0 accepted by Rocq" in out and "refused: results/rocq/" in err.replace("\\", "/")
