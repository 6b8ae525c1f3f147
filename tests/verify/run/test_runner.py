"""Runs: rows for every id, evidence on disk, interruption and continuation, the same bytes whatever the number of workers."""

import json
import types

import pytest

from verify import claims as c
from verify.claims.registry import load
from verify.run import runner, severity
from verify.run.decide import Settings
from verify.run.executors import Pool
from verify.run.isolation import Outcome, start_method
from verify.run.store import StoreError, read_results

x, y = c.numbers("x y")
QUICK = Settings(effort="quick")


def toy_paper():
    module = types.ModuleType("toy")
    forall = {x: c.above(0), y: c.at_least(x)}
    scope = c.Scope(forall)
    module.LEDGER = c.Ledger("toy", "A toy paper", "nobody", (
        c.Item("toy/true", "True", "1", scope),
        c.Item("toy/false", "False", "2", c.Scope(forall, readings={"factor": ("one", "two")})),
        c.Item("toy/open", "Not yet encoded", "3", scope),
        c.Item("toy/opinion", "An opinion", "4", not_checked=c.NotChecked("opinion", "no number is stated")),
    ))
    module.CLAIMS = (
        c.Claim("toy/true", "1", forall=forall, states=c.Compare(x, "<=", y)),
        c.Claim("toy/false", "2", forall=forall, states=c.Compare(c.reading("factor", one=2 * x, two=3 * x), "<=", y)),
    )
    return load(module)


@pytest.fixture
def papers():
    return {"toy": toy_paper()}


IDS = ["toy/true", "toy/false", "toy/open", "toy/opinion"]


def test_every_id_has_a_row_with_its_status(papers, tmp_path):
    results = runner.run(papers, IDS, QUICK, tmp_path, workers=1)
    statuses = [(row["id"], row["reading"], row["status"]) for row in results["results"]]
    assert ("toy/false", "one", "REFUTED") in statuses and ("toy/false", "two", "REFUTED") in statuses
    assert ("toy/open", "main", "UNDECIDED") in statuses and ("toy/opinion", "main", "NOT_CHECKED") in statuses
    assert {i: s for i, _, s in statuses}["toy/true"] in ("PROVED", "SUPPORTED")
    assert read_results(tmp_path) == json.loads(json.dumps(results))


def test_a_refutation_has_a_certificate_with_a_canonical_command(papers, tmp_path):
    runner.run(papers, IDS, QUICK, tmp_path, workers=1)
    stored = json.loads((tmp_path / "certificates" / "toy__false__main__two.json").read_text())
    assert stored["schema"] == "claimcheck.certificate/1"
    assert stored["command"] == "claimcheck run toy/false --reading two --effort quick --seed 0"
    assert str(tmp_path) not in json.dumps(stored)


def test_certificates_are_the_same_bytes_whatever_the_number_of_workers(papers, tmp_path):
    for workers in (1, 2):
        runner.run(papers, IDS, QUICK, tmp_path / str(workers), workers=workers)
    one, two = (sorted((tmp_path / str(w) / "certificates").rglob("*.json")) for w in (1, 2))
    assert [p.name for p in one] == [p.name for p in two] and one
    assert all(a.read_bytes() == b.read_bytes() for a, b in zip(one, two, strict=True))


def test_an_interrupted_run_goes_on_where_it_stopped(papers, tmp_path):
    seen = []

    def stop_after_first(event):
        if isinstance(event, runner.Finished):
            seen.append(event.key)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        runner.run(papers, IDS, QUICK, tmp_path, workers=1, progress=stop_after_first)
    assert (tmp_path / "progress.jsonl").exists() and not (tmp_path / "results.json").exists()
    again = []
    runner.run(papers, IDS, QUICK, tmp_path, workers=1, progress=lambda e: again.append(e.key) if isinstance(e, runner.Finished) else None)
    assert seen[0] not in again and len(again) == 2
    assert not (tmp_path / "progress.jsonl").exists()


def test_a_run_with_other_settings_starts_afresh(papers, tmp_path):
    journal = tmp_path / "progress.jsonl"
    journal.write_text('{"schema": "claimcheck.progress/1", "settings": {}}\n{"row": {"id": "toy/true"}}\nnot json')
    results = runner.run(papers, IDS, QUICK, tmp_path, workers=1)
    assert len(results["results"]) == 5


@pytest.mark.parametrize("text", ["", "[]", '{"schema": "other"}', '{"schema": "claimcheck.results/1", "results": 3}', "{"])
def test_a_damaged_results_file_is_refused_with_what_to_do(tmp_path, text):
    (tmp_path / "results.json").write_text(text)
    with pytest.raises(StoreError, match="run again"):
        read_results(tmp_path)


def test_an_unwritable_folder_is_refused_with_what_to_do(papers, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="must be writable"):
        runner.run(papers, IDS, QUICK, tmp_path / "file", workers=1)


def test_a_statement_that_breaks_has_a_row_that_says_so_and_the_others_go_on(papers, tmp_path, monkeypatch):
    def breaks_on_two(variant, settings, whole=severity.run_variant):
        return 1 / 0 if variant.reading == "two" else whole(variant, settings)

    monkeypatch.setattr(severity, "run_variant", breaks_on_two)
    results = runner.run(papers, IDS, QUICK, tmp_path, pool=Pool("in-process"))
    assert len(results["results"]) == 5
    (broken,) = [row for row in results["results"] if row["reading"] == "two"]
    assert broken["status"] == "UNDECIDED" and "ZeroDivisionError" in broken["summary"]
    assert [(error["id"], error["reading"]) for error in results["errors"]] == [("toy/false", "two")]


def test_a_journal_of_other_sources_is_not_taken_over(papers, tmp_path, monkeypatch):
    monkeypatch.setattr(runner.Journal, "finish", lambda self: None)
    runner.run(papers, IDS, QUICK, tmp_path, workers=1)
    said = []
    monkeypatch.setattr(runner, "_sources", lambda: "other")
    runner.run(papers, IDS, QUICK, tmp_path, workers=1, progress=said.append)
    assert "starts afresh" in said[0].text and sum(isinstance(event, runner.Finished) for event in said) == 3


def test_workers_that_use_torch_do_not_inherit_its_threads():
    assert start_method("cuda") == start_method("torch-cpu") == "spawn"
    assert start_method("cpu") == "forkserver"


def test_one_statement_under_several_names_is_decided_once(tmp_path, monkeypatch):
    module = types.ModuleType("twice")
    forall = {x: c.above(0), y: c.at_least(x)}
    scope = c.Scope(forall)
    module.LEDGER = c.Ledger("twice", "A paper that repeats itself", "nobody", tuple(c.Item(f"twice/{name}", name, "1", scope) for name in ("first", "again", "other")))
    module.CLAIMS = (
        c.Claim("twice/first", "1", forall=forall, states=c.Compare(2 * x, "<=", y)),
        c.Claim("twice/again", "2", forall=forall, states=c.Compare(2 * x, "<=", y), uses=("twice/first",)),
        c.Claim("twice/other", "3", forall=forall, states=c.Compare(3 * x, "<=", y)),
    )
    papers, ids = {"twice": load(module)}, ["twice/first", "twice/again", "twice/other"]
    decided = []
    decide = runner.decide
    monkeypatch.setattr(runner, "decide", lambda job, settings: decided.append(job.variant.id) or decide(job, settings))
    first, again, other = runner.run(papers, ids, QUICK, tmp_path / "all", pool=Pool("in-process"))["results"]
    assert decided == ["twice/first", "twice/other"]
    assert again["uses"] == ["twice/first"] and first["uses"] == [] and again["certificate"] == "certificates/twice__again__main__main.json"
    (alone,) = runner.run(papers, ["twice/again"], QUICK, tmp_path / "one", pool=Pool("in-process"))["results"]
    assert {k: v for k, v in alone.items() if k != "seconds"} == {k: v for k, v in again.items() if k != "seconds"} and other["summary"] != again["summary"]
    stored = [(tmp_path / folder / again["certificate"]).read_text() for folder in ("all", "one")]
    assert stored[0] == stored[1]


def test_what_met_an_error_is_decided_again_under_its_other_names(tmp_path, monkeypatch):
    module = types.ModuleType("broken")
    scope = c.Scope({x: c.above(0)})
    module.LEDGER = c.Ledger("broken", "A paper that meets an error", "nobody", tuple(c.Item(f"broken/{name}", name, "1", scope) for name in ("first", "again")))
    module.CLAIMS = tuple(c.Claim(name, "1", forall={x: c.above(0)}, states=c.Compare(x, ">", 0)) for name in ("broken/first", "broken/again"))
    decide = severity.run_variant

    def failing(variant, settings):
        if variant.id == "broken/first":
            raise RuntimeError("met once")
        return decide(variant, settings)

    monkeypatch.setattr(severity, "run_variant", failing)
    results = runner.run({"broken": load(module)}, ["broken/first", "broken/again"], QUICK, tmp_path, pool=Pool("in-process"))
    assert [row["status"] for row in results["results"]] == ["UNDECIDED", "PROVED"]
    assert [error["id"] for error in results["errors"]] == ["broken/first"]


def test_what_gave_no_answer_in_time_is_not_asked_again_under_its_other_names(tmp_path, monkeypatch):
    """It is the same statement."""
    module = types.ModuleType("late")
    scope = c.Scope({x: c.above(0)})
    module.LEDGER = c.Ledger("late", "A paper that takes long", "nobody", tuple(c.Item(f"late/{name}", name, "1", scope) for name in ("first", "again")))
    module.CLAIMS = tuple(c.Claim(name, "1", forall={x: c.above(0)}, states=c.Compare(x, ">", 0)) for name in ("late/first", "late/again"))
    asked = []

    def late(job, settings):
        asked.append(job.key)
        return runner.entry_of(job, Outcome("late", "no answer within 1 s"))

    monkeypatch.setattr(runner, "decide", late)
    results = runner.run({"late": load(module)}, ["late/first", "late/again"], QUICK, tmp_path, pool=Pool("in-process"))
    assert [row["summary"] for row in results["results"]] == ["no answer within 1 s"] * 2 and len(asked) == 1
    assert [(error["id"], error["where"]) for error in results["errors"]] == [("late/first", "limit"), ("late/again", "limit")]
