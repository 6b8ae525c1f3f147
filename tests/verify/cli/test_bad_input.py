"""Bad input is refused in one line that says what to do, with exit code 2, and nothing that was stored is lost."""

import json
import shutil
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

PLUGINS = Path(__file__).parents[1] / "plugins"

QUICK = ("--effort", "quick", "--workers", "1", "--quiet")


def refused(answer, *words):
    code, out, err = answer
    assert code == 2 and out == ""
    assert err.count("\n") == 1 and "Traceback" not in err
    for word in words:
        assert word in err
    return True


@pytest.fixture
def stored(claimcheck, tmp_path):
    folder = tmp_path / "results"
    assert claimcheck("run", "toy/true", "toy/false", *QUICK, "--out", folder)[0] == 0
    return folder


def contents(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.mark.parametrize(("words", "told"), [
    (("run", "toy/ture"), ("toy/ture: no such id", "did you mean toy/true")),
    (("show", "toy/flase"), ("did you mean toy/false",)),
    (("list", "toy/opnion"), ("did you mean toy/opinion",)),
    (("run", "tyo"), ("tyo: no such paper or id", "did you mean toy")),
    (("show", "toy"), ("show takes one id", "claimcheck list toy")),
    (("run", "toy/true", "--effort", "fast"), ("--effort: must be one of quick, standard, deep", "fast")),
    (("run", "toy/true", "--device", "tpu"), ("--device: must be one of cpu, torch-cpu, cuda", "tpu")),
    (("run", "toy/true", "--workers", "0"), ("--workers: must be 1 or more, got 0",)),
    (("run", "toy/true", "--workers", "-3"), ("--workers: must be 1 or more, got -3",)),
    (("run", "toy/true", "--workers", "many"), ("--workers", "claimcheck run --help")),
    (("run", "toy/false", "--reading", "tow"), ("--reading tow", "did you mean two")),
    (("run", "toy/true", "--data", "no-such-folder"), ("--data: must be a folder", "no-such-folder")),
    (("check", "no-such-folder/toy__true__main__main.json"), ("no such file or folder", "claimcheck run")),
    (("report", "no-such-folder"), ("must exist", "run the audit")),
    (("campaign", "toy/true", "--hours", "0"), ("--hours: must be above 0, got 0",)),
    (("campaign", "toy/ture"), ("toy/ture: no such id", "did you mean toy/true")),
    (("campaign", "toy/opinion"), ("toy/opinion: no statement to search",)),
    (("power", "toy/ture"), ("toy/ture: no such id", "did you mean toy/true")),
    (("power", "toy/true", "--sample", "-1"), ("--sample: must be 0 (all statements) or more, got -1",)),
    (("power", "toy/true", "--effort", "fast"), ("--effort: must be one of quick, standard, deep", "fast")),
    (("power", "toy/true", "--operator", "typo"), ("--operator: must be one of constant, ", "got typo")),
    (("power", "toy/true", "--operator", "constant", "--true-variants"), ("--operator: true variants have none",)),
    (("power", "toy/opinion"), ("toy/opinion: no statement in which an error could be planted",)),
    (("rnu", "toy"), ("No such command 'rnu'", "claimcheck --help")),
    (("toy",), ("toy: must follow a command", "'claimcheck run toy' audits it")),
    (("show",), ("Missing argument 'id'", "claimcheck show --help")),
    (("run", "toy/true", "--efort", "quick"), ("No such option: --efort", "--effort")),
])
def test_bad_words_on_the_command_line_are_refused_with_what_to_do(claimcheck, tmp_path, monkeypatch, words, told):
    monkeypatch.chdir(tmp_path)
    assert refused(claimcheck(*words), *told)
    assert list(tmp_path.iterdir()) == []


def test_a_device_that_is_not_there_is_refused_before_the_run(claimcheck, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", SimpleNamespace(cuda=SimpleNamespace(is_available=lambda: False)))
    assert refused(claimcheck("run", "toy/true", "--device", "cuda", "--out", tmp_path / "x"), "no CUDA device", "--device cpu")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("device", ["torch-cpu", "cuda"])
def test_without_torch_its_devices_are_refused_with_the_extra_that_brings_it(claimcheck, tmp_path, monkeypatch, device):
    monkeypatch.setitem(sys.modules, "torch", None)
    assert refused(claimcheck("run", "toy/true", "--device", device, "--out", tmp_path / "x"), f"--device {device}", "install the extra", "claimcheck[torch]")
    assert list(tmp_path.iterdir()) == []


def test_a_broken_paper_is_named_and_only_itself_skipped(claimcheck, tmp_path):
    code, out, err = claimcheck("run", "broken", "toy/true", *QUICK, "--out", tmp_path)
    assert code == 2
    assert err.startswith("broken: this paper could not be loaded and is skipped: ")
    assert err.endswith("brokenpaper/__init__.py:3: RuntimeError: a constant is missing; correct it\n")
    assert "PROVED" in out and (tmp_path / "results.json").exists()


def test_an_output_folder_that_is_a_file_is_refused_and_the_file_kept(claimcheck, tmp_path):
    (tmp_path / "file").write_text("mine")
    for out in (tmp_path / "file", tmp_path / "file" / "deeper"):
        assert refused(claimcheck("run", "toy/true", *QUICK, "--out", out), "a file in the place of a folder", "--out")
    assert (tmp_path / "file").read_text() == "mine"


def test_an_unwritable_output_folder_is_refused_before_anything_is_decided(claimcheck, monkeypatch, tmp_path):
    def full(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.mkdir", full)
    monkeypatch.setattr("verify.run.severity.run_variant", lambda *_: pytest.fail("decided something"))
    assert refused(claimcheck("run", "toy/true", *QUICK, "--out", tmp_path / "new"), "must be writable, got Permission denied")


@pytest.mark.parametrize("text", ["", "{", "[]", '{"schema": "claimcheck.results/9", "results": []}', "\x00\x01", "[" * 100_000,
                                  '{"schema": "claimcheck.results/1", "results": [3]}', '{"schema": "claimcheck.results/1", "results": [{"id": "toy/false"}]}'],
                         ids=lambda text: text[:12])
def test_a_damaged_results_file_is_refused_by_everything_that_reads_it(claimcheck, stored, text):
    (stored / "results.json").write_text(text)
    before = contents(stored)
    assert refused(claimcheck("report", stored), "results.json")
    code, out, err = claimcheck("show", "toy/false", "--results", stored)
    assert code == 0 and "states" in out and "results.json" in err
    assert contents(stored) == before


def test_rows_that_cannot_be_read_fail_the_check_and_without_them_the_evidence_is_checked_alone(claimcheck, stored):
    (stored / "results.json").write_text("{")
    code, out, err = claimcheck("check", stored)
    assert code == 2 and "results.json: must be JSON" in err and not out
    (stored / "results.json").unlink()
    code, out, _ = claimcheck("check", stored)
    assert code == 0 and "7 of 7 certificates confirmed; there is no results.json here" in out


def test_a_run_over_a_damaged_results_file_keeps_its_evidence_aside(claimcheck, stored):
    (stored / "results.json").write_text("{")
    assert claimcheck("run", "toy/true", *QUICK, "--out", stored)[0] == 0
    assert len(list((stored / "earlier" / "certificates").rglob("*.json"))) == 7  # two of weaker statements
    assert (stored / "earlier" / "results.json").read_text() == "{"


def test_a_smaller_run_does_not_destroy_a_larger_one(claimcheck, stored):
    before = contents(stored)
    for id in ("toy/true", "toy/step"):
        assert claimcheck("run", id, *QUICK, "--out", stored)[0] == 0
    assert contents(stored / "earlier") == before
    assert {row["id"] for row in json.loads((stored / "results.json").read_text())["results"]} == {"toy/step"}


def test_a_damaged_certificate_is_named_and_fails_the_check(claimcheck, stored):
    (stored / "certificates" / "toy__false__main__two.json").write_text('{"schema": "claimcheck.cert')
    code, out, _ = claimcheck("check", stored)
    assert code == 1 and "toy__false__main__two" in out and "3 rows with a decisive verdict, 2 confirmed" in out


@pytest.mark.parametrize("damage", [
    lambda data: b"",
    lambda data: b"\xff\xfe\x00 nonsense",
    lambda data: data[:-40],
    lambda data: data.replace(b'"PROVED"', b'"SUPPORTED"'),
    lambda data: data.replace(b'"row"', b'"wor"'),
    lambda data: b"[]\n" + data,
])
def test_a_damaged_journal_costs_time_and_nothing_else(claimcheck, stored, tmp_path, damage, monkeypatch):
    from verify.run import runner

    ids = ("toy/true", "toy/false", "toy/step")
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    claimcheck("run", *ids, *QUICK, "--out", whole)
    monkeypatch.setattr(runner.Journal, "finish", lambda self: None)
    claimcheck("run", *ids, *QUICK, "--out", broken)
    monkeypatch.undo()
    journal = broken / "progress.jsonl"
    journal.write_bytes(damage(journal.read_bytes()))
    (broken / "results.json").unlink()
    shutil.rmtree(broken / "certificates")
    monkeypatch.syspath_prepend(str(PLUGINS))
    assert claimcheck("run", *ids, *QUICK, "--out", broken)[0] == 0
    assert same(whole, broken)
    assert not journal.exists()


def same(one, two):
    """Byte for byte, but for the seconds."""
    def masked(folder):
        found = contents(folder)
        results = json.loads(found.pop("results.json"))
        for row in results["results"]:
            row["seconds"] = 0
        return found, json.dumps(results)

    return masked(one) == masked(two)
