"""The command ``claimcheck certify``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from verify.cli.main import run_command
from verify.run import certify as engine


def certify(capsys: pytest.CaptureFixture[str], out: Path, *words: str) -> dict[str, object]:
    assert run_command(["certify", *words, "--out", str(out), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, dict)
    return found


def test_a_true_inequality_is_proved_and_its_certificate_confirmed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    found = certify(capsys, tmp_path, "x*exp(-x) <= 0.37", "--where", "x>=0")
    assert found["status"] == "PROVED"
    assert run_command(["check", str(tmp_path)]) == 0
    assert "1 of 1 certificates confirmed" in capsys.readouterr().out


def test_a_false_inequality_has_a_witness_and_repairs_and_all_are_confirmed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    found = certify(capsys, tmp_path, "x*exp(-x) <= 0.36", "--where", "0<=x<=9")
    assert found["status"] == "REFUTED"
    assert found["witness"]["instance"] == {"x": "1"}  # type: ignore[index]
    assert set(found["repair"]) == {"factor", "range"}  # type: ignore[call-overload]
    assert run_command(["check", str(tmp_path)]) == 0


def test_the_words_name_the_constant_the_repair_and_the_files(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run_command(["certify", "x <= 2/3", "--where", "0<=x<=1", "--out", str(tmp_path)]) == 0
    shown = capsys.readouterr().out
    for words in ("REFUTED  fails at x = 1: measured 1 > claimed 0.6667", "best constant (the least c with lhs <= c rhs): 3/2 exactly", "repair: true for x in [0, 2/3]", "certificate (statement): "):
        assert words in shown


def test_an_undecided_one_says_on_what_share_and_where(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(engine.BOXES, "quick", 3)
    found = engine.certify("erfc(x + y) + x*y*exp(-x - y) <= erfc(x)*erfc(y) + erfc(x) + x*exp(-x) + y", "x>0, y>0", "quick").to_json()
    boxes = [f for f in found["findings"] if f["engine"] == "interval"]
    assert found["status"] in ("UNDECIDED", "SUPPORTED")
    assert "a share of" in boxes[0]["summary"]
    assert "for instance x in " in boxes[0]["summary"]


def test_one_that_gives_no_answer_in_time_is_ended_and_says_so(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    found = certify(capsys, tmp_path, "erfc(x + y) + x*y*exp(-x - y) <= erfc(x)*erfc(y) + erfc(x) + x*exp(-x) + y", "--where", "x>0, y>0", "--limit", "0.2")
    assert (found["status"], found["summary"]) == ("UNDECIDED", "no answer within 0.2 s")


def test_an_inequality_that_begins_with_a_minus_sign_is_no_option(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for words in (["-x^2 =< 2x", "--where", "0<=x<=1"], ["--where", "0<=x<=1", "--x >= -1"], ["-1 <= x", "--where=-1<=x<=1"]):
        assert certify(capsys, tmp_path, *words)["status"] == "PROVED"


@pytest.mark.parametrize(("words", "told"), [
    (["sine(x) <= 1", "--where", "x>0"], "the function must be one of the language"),
    (["x <= 1"], "every name needs a range"),
    (["x <= 1", "--where", "x>0", "--effort", "huge"], "--effort: must be one of"),
])
def test_bad_input_is_refused_with_code_2(capsys: pytest.CaptureFixture[str], words: list[str], told: str) -> None:
    assert run_command(["certify", *words]) == 2
    assert told in capsys.readouterr().err


def test_every_range_counts_where_the_option_is_repeated(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    found = certify(capsys, tmp_path, "x + z >= 0", "--where", "z>=0", "--where", "x in [z, 1)")
    assert found["status"] == "PROVED"


def test_the_same_input_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("a", "b"):
        assert run_command(["certify", "x*exp(-x) <= 0.36", "--where", "0<=x<=9", "--out", str(tmp_path / name)]) == 0
    files = sorted(path.name for path in (tmp_path / "a").iterdir())
    assert files == sorted(path.name for path in (tmp_path / "b").iterdir())
    assert all((tmp_path / "a" / f).read_bytes() == (tmp_path / "b" / f).read_bytes() for f in files)
