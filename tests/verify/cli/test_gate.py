"""``claimcheck lock`` and ``claimcheck gate`` from the command line: exit codes, JSON, bad input."""

import json

import pytest


@pytest.fixture
def locked(claimcheck, tmp_path, monkeypatch):
    """A folder with results of two claims of the toy paper on record."""
    monkeypatch.chdir(tmp_path)
    assert claimcheck("run", "toy/true", "toy/opinion", "--effort", "quick", "--workers", "1", "--quiet")[0] == 0
    code, out, _ = claimcheck("lock", "--workers", "1")
    assert code == 0 and out.startswith("verdicts.lock: 2 statements, 1 with evidence")
    return tmp_path


def test_a_record_of_some_claims_leaves_the_others_uncovered(claimcheck, locked):
    code, out, _ = claimcheck("gate", "--workers", "1")
    assert code == 1 and "toy/open: uncovered: no verdict on record" in out and "FAILED" in out
    assert "toy/true" not in out


def test_the_gate_speaks_json(claimcheck, locked):
    code, out, _ = claimcheck("gate", "--json", "--results", "results")
    answer = json.loads(out)
    assert code == 1 and answer["passed"] is False
    assert {f["what"] for f in answer["failures"]} == {"uncovered"} and "toy/true" not in {f["id"] for f in answer["failures"]}


def test_bad_input_is_told_apart_from_a_failure(claimcheck, locked):
    assert claimcheck("gate", "wdp")[0] == 2
    code, _, err = claimcheck("gate", "--lock", "elsewhere.lock")
    assert code == 2 and "no lock here" in err
    (locked / "verdicts.lock").write_text('{"schema": "claimcheck.lock/9"}')
    before = (locked / "verdicts.lock").read_text()
    for words in (("gate",), ("lock",)):
        code, _, err = claimcheck(*words)
        assert code == 2 and "another version wrote it" in err
    assert (locked / "verdicts.lock").read_text() == before
    assert claimcheck("lock", "nowhere")[0] == 2


def test_a_lock_is_not_changed_without_a_reason(claimcheck, locked):
    data = json.loads((locked / "verdicts.lock").read_text())
    data["statements"]["toy/true main main"]["status"] = "SUPPORTED"
    (locked / "verdicts.lock").write_text(json.dumps(data))
    code, out, err = claimcheck("lock")
    assert code == 1 and "verdict: SUPPORTED on record, PROVED now" in out and "--because" in err
    code, _, err = claimcheck("lock", "--reason", "toy/true")
    assert code == 2 and "must be a pattern of ids, a colon and a reason, got 'toy/true'" in err
    assert claimcheck("lock", "--reason", "other/*: a prover was added")[0] == 2
    assert claimcheck("lock", "--reason", "toy/t*: a prover was added")[0] == 0
