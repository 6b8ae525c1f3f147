"""The commands print what they promise, and only JSON where JSON was asked for."""

import json
import re

import pytest

QUICK = ("--effort", "quick", "--workers", "1")


@pytest.mark.parametrize("words", [
    ("list", "toy"), ("list", "broken", "toy"), ("show", "toy/false"), ("run", "toy/true", "toy/false", *QUICK), ("run", "broken", "toy/true", *QUICK),
])
def test_only_json_is_printed_where_json_was_asked_for(claimcheck, tmp_path, monkeypatch, words):
    monkeypatch.chdir(tmp_path)
    _, out, err = claimcheck(*words, "--json")
    json.loads(out)
    assert ("broken" in words) == bool(err)


def test_printed_results_are_the_stored_ones(claimcheck, tmp_path):
    _, out, _ = claimcheck("run", "toy/false", *QUICK, "--json", "--out", tmp_path)
    assert out == (tmp_path / "results.json").read_text()


def test_the_command_of_a_run_says_everything_that_changes_its_results(claimcheck, tmp_path):
    words = ("toy/false", "--reading", "two", "--effort", "quick", "--seed", "3", "--no-hints")
    _, out, _ = claimcheck("run", *words, "--json", "--workers", "1", "--out", tmp_path)
    assert json.loads(out)["run"]["command"] == "claimcheck run toy/false --reading two --effort quick --seed 3 --no-hints"


def test_the_last_lines_of_a_run_state_the_error_by_chance(claimcheck, tmp_path):
    _, out, _ = claimcheck("run", "toy/tail", *QUICK, "--out", tmp_path)
    assert "err with probability at most 1/1000000 over all of toy, 1/1000000 for each of its 1 statements" in out
    _, out, _ = claimcheck("run", "toy/true", *QUICK, "--out", tmp_path)
    assert "chance" not in out


def test_a_contradiction_of_the_engines_ends_with_exit_code_3(claimcheck, tmp_path, monkeypatch):
    from verify.evidence.verdict import Contradiction

    def contradiction(*_):
        raise Contradiction("one proves it and another refutes it")

    monkeypatch.setattr("verify.run.severity.run_variant", contradiction)
    code, _, err = claimcheck("run", "toy/true", *QUICK, "--executor", "in-process", "--quiet", "--out", tmp_path)
    assert code == 3 and err.startswith("CONTRADICTION") and "toy/true" in err


def test_a_run_on_another_device_names_it_wherever_draws_are_told_of(claimcheck, tmp_path):
    pytest.importorskip("torch")
    assert claimcheck("run", "toy/tail", "toy/true", "--effort", "quick", "--device", "torch-cpu", "--workers", "1", "--quiet", "--out", tmp_path)[0] == 0
    stored = json.loads((tmp_path / "results.json").read_text())
    assert stored["run"]["device"] == "torch-cpu" and stored["run"]["command"].endswith("--device torch-cpu")
    row = next(row for row in stored["results"] if row["id"] == "toy/tail")
    assert row["status"] == "REFUTED" and row["coverage"]["device"] == "torch-cpu"
    assert json.loads((tmp_path / row["certificate"]).read_text())["evidence"]["device"] == "torch-cpu"
    code, out, _ = claimcheck("check", tmp_path, "--workers", "1")
    assert code == 0 and "draws made with torch on a CPU were confirmed by others" in out


def test_an_item_without_a_claim_is_listed_shown_and_run_as_not_yet_encoded(claimcheck, tmp_path):
    assert "(not yet encoded)" in claimcheck("list", "toy/open")[1]
    assert "UNDECIDED  not yet encoded" in claimcheck("show", "toy/open", "--results", tmp_path)[1]
    assert "1 UNDECIDED" in claimcheck("run", "toy/open", *QUICK, "--out", tmp_path)[1]


def test_a_run_without_evidence_holds_no_certificates(claimcheck, tmp_path):
    claimcheck("run", "toy/open", *QUICK, "--out", tmp_path)
    code, out, _ = claimcheck("check", tmp_path)
    assert code == 0 and "0 rows with a decisive verdict, 0 confirmed" in out
    assert claimcheck("check", tmp_path / "report")[0] == claimcheck("check", tmp_path.parent / "nowhere")[0] == 2


SINGLE = 'from verify.claims import *\nx, y = numbers("x y")\nCLAIM = Claim("{0}/a", "Lemma 1", forall={{x: above(0), y: at_least(x)}}, states=Compare(2 * x, "<=", y))\n'


def test_a_single_file_is_audited(claimcheck, tmp_path):
    path = tmp_path / "my_paper.py"
    path.write_text(SINGLE.format("mine"))
    code, out, err = claimcheck("run", path, *QUICK, "--out", tmp_path / "r")
    assert code == 0 and "REFUTED" in out and "has no LEDGER" in err
    assert claimcheck("check", tmp_path / "r", "--workers", "1")[0] == 0


def test_a_file_without_ledger_is_advised_once_for_a_command_and_not_quietly(claimcheck, tmp_path):
    files = []
    for name in ("one", "two"):
        files.append(tmp_path / f"{name}.py")
        files[-1].write_text(SINGLE.format(name))
    assert claimcheck("list", *files)[2].count("has no LEDGER") == 1
    assert claimcheck("list", *files)[2].count("has no LEDGER") == 1
    for reading in ((), ("--reading", "main")):
        assert claimcheck("run", files[0], *QUICK, *reading, "--out", tmp_path / "r")[2].count("has no LEDGER") == 1
    assert "LEDGER" not in claimcheck("run", files[0], *QUICK, "-q", "--out", tmp_path / "r")[2]
    assert claimcheck("list", files[0])[2].count("has no LEDGER") == 1


def test_a_file_whose_ids_another_paper_has_is_refused(claimcheck, tmp_path):
    path = tmp_path / "my_paper.py"
    path.write_text(SINGLE.format("toy"))
    code, _, err = claimcheck("run", path, *QUICK, "--out", tmp_path / "r")
    assert code == 2 and "choose another name" in err and not (tmp_path / "r").exists()


def test_a_schema_is_printed_by_its_name(claimcheck):
    assert "lock" in claimcheck("schema")[1].split()
    assert json.loads(claimcheck("schema", "lock")[1])["title"] == "claimcheck.lock/2"
    assert claimcheck("schema", "lokc")[0] == 2


@pytest.mark.parametrize("command", ["list", "show", "run", "check", "certify", "report", "power", "campaign", "lock", "gate", "new-paper", "draft", "schema"])
def test_the_help_of_each_command_shows_examples(claimcheck, command):
    code, out, _ = claimcheck(command, "--help")
    assert code == 0 and "Examples:" in out and f"claimcheck {command}" in " ".join(out.replace("│", " ").split())


def test_ids_are_completed_and_nothing_is_said_of_what_cannot_be():
    from verify.cli.selection import complete

    assert "toy" in complete("to") and complete("toy/t") == ["toy/true", "toy/tail"]
    assert complete("broken/") == [] and complete("nothing/") == []


def test_the_rest_of_a_run_is_estimated_once_there_is_a_pace(monkeypatch):
    from verify.cli import running
    from verify.run.runner import Finished

    clock = iter(range(0, 10_000, 10))
    monkeypatch.setattr(running.time, "monotonic", lambda: next(clock))
    progress = running.Progress(quiet=False)
    progress.update(Finished(("toy/true", "main", "main"), "PROVED", 1, 100))
    assert progress._rest() == ""
    progress.done = 51
    assert progress._rest() == "about 10 s left, "


def test_the_version_is_printed(claimcheck):
    code, out, _ = claimcheck("--version")
    assert code == 0 and re.fullmatch(r"claimcheck \d+\.\d+\.\d+\n", out)


def test_an_id_without_its_paper_is_recognised(claimcheck):
    code, _, err = claimcheck("list", "false")
    assert code == 2 and "did you mean toy/false" in err


def test_an_inequality_may_begin_with_a_minus_sign(claimcheck, tmp_path):
    code, out, _ = claimcheck("certify", "-x <= 1", "--where", "x>=0", "--out", tmp_path)
    assert code == 0 and "PROVED" in out
