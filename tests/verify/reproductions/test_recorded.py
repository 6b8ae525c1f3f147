"""Claims on experiments are decided on the numbers of stored records: by the statement, each time; what no record holds is not checked, and says so."""

import copy
import json
import math

import pytest

from verify.claims import Claim, Compare, Measured, numbers, upto
from verify.engines.experiment import Missing, _installed_run
from verify.engines.task import EFFORTS, Status, Task
from verify.evidence import certificate
from verify.evidence.checker.check import check_data
from verify.reproductions import DataFile, NotHere, Reproduction, Scale, recorded, store
from verify.reproductions.protocols import only_recorded

k = numbers("k")
RUNS = {"coin": {0: {"heads": {1: 2.0, 2: 1 / 3}, "bound": math.inf}, 1: {"heads": {1: 3.0, 2: 0.25}, "bound": 7}}}


@pytest.fixture(autouse=True)
def afresh():
    recorded.runs_of.cache_clear()
    yield
    recorded.runs_of.cache_clear()


def put(folder, id="toy/tab-1", scale="full", runs=RUNS, **changes):
    record = {"schema": store.SCHEMA, "id": id, "title": "t", "shows": "s", "scale": scale, "scale_words": "w", "status": "DONE", "reason": "", "key": "k", "command": "c", "seed": 0,
              "device": {"name": "cuda", "model": "a card"}, "comparisons": [], "claims": [], "notes": [], "about": ["toy/claim"], **changes}
    store.write(store.folder_of(folder, id, scale), record, {"plot.svg": b"<svg/>", **({store.RUNS: store.runs_to_json(runs)} if runs else {})})
    return folder


def task(relation, bound, at=k, field="heads", over=None):
    (variant,) = Claim("toy/claim", "toy", forall={k: upto(2)} if over is None else over, states=Compare(Measured("coin", field, place=at), relation, bound)).variants()
    return Task(variant, EFFORTS["quick"])


def test_numbers_are_stored_as_they_are():
    assert store.runs_from_json(store.runs_to_json(RUNS)) == {"coin": {0: {"heads": {"1": 2.0, "2": 1 / 3}, "bound": math.inf}, 1: {"heads": {"1": 3.0, "2": 0.25}, "bound": 7.0}}}


def test_the_statement_decides_on_the_numbers_of_the_record(tmp_path):
    put(tmp_path)
    held = recorded.decide(task("<=", 3), (tmp_path,))
    assert held.status is Status.SUPPORTED and held.summary.startswith("held in 2 of 2 runs") and held.summary.endswith("of the record toy/tab-1 at full scale")
    failed = recorded.decide(task("<=", 2), (tmp_path,))
    assert failed.status is Status.REFUTED and "seed 1" in failed.summary and failed.evidence["recorded"]["coin"]["record"] == "toy/tab-1"


def test_no_verdict_that_is_stored_in_a_record_counts(tmp_path):
    line = {"id": "toy/claim", "part": "main", "reading": "main", "status": "SUPPORTED", "summary": "", "seeds": 9}
    put(tmp_path, claims=[line])
    assert recorded.decide(task("<=", 2), (tmp_path,)).status is Status.REFUTED


def test_a_record_without_measured_numbers_decides_nothing(tmp_path):
    put(tmp_path, scale="smoke", runs={})
    finding = recorded.decide(task("<=", 3), (tmp_path,))
    assert finding.status is Status.UNDECIDED and "no protocol coin is installed" in finding.summary


def test_what_a_record_did_not_measure_is_missing(tmp_path):
    put(tmp_path)
    for asked in (task("<=", 3, at=9, over={}), task("<=", 3, field="tails")):
        finding = recorded.decide(asked, (tmp_path,))
        assert finding.status is Status.NOT_CHECKED and finding.summary.startswith("data missing: coin") and "the record toy/tab-1" in finding.summary


def test_an_earlier_folder_comes_first_and_more_runs_count_within_one(tmp_path):
    first, second = put(tmp_path / "a", scale="cpu", runs={"coin": {0: {"heads": {1: 1, 2: 1}}}}), put(tmp_path / "b")
    assert recorded.runs_of((first, second))["coin"].scale == "cpu" and recorded.runs_of((second, first))["coin"].scale == "full"
    put(first)
    recorded.runs_of.cache_clear()
    assert len(recorded.runs_of((first, second))["coin"].runs) == 2


def test_a_protocol_with_runs_of_two_ids_is_refused(tmp_path):
    put(tmp_path)
    put(tmp_path, id="toy/tab-2")
    with pytest.raises(store.StoreError, match=r"coin in toy/tab-1 and toy/tab-2"):
        recorded.runs_of((tmp_path,))


def test_altered_numbers_are_refused(tmp_path):
    put(tmp_path)
    path = store.folder_of(tmp_path, "toy/tab-1", "full") / store.RUNS
    path.write_text(path.read_text().replace("3.0", "1.0"))
    with pytest.raises(store.StoreError, match=r"runs\.json: must be as it was written"):
        recorded.decide(task("<=", 2), (tmp_path,))


def test_other_numbers_have_another_fingerprint(tmp_path):
    first, second = put(tmp_path / "a"), put(tmp_path / "b", runs={"coin": {0: {"heads": {1: 2.5, 2: 0}}}})
    assert recorded.fingerprint((first,)) != recorded.fingerprint((second,)) != recorded.fingerprint(())


def test_records_about_a_claim_are_brought_to_its_results_and_replace_nothing(tmp_path):
    source, results = put(tmp_path / "a"), tmp_path / "out"
    assert recorded.bring((source,), ["toy/other"], results) == [] and recorded.bring((source,), ["toy/claim"], results) == ["toy/tab-1"]
    assert store.read_all(results)[0]["device"]["model"] == "a card" and recorded.bring((source,), ["toy/claim"], results) == []


# --- evidence ---------------------------------------------------------------------------------------------------------


def made(tmp_path):
    asked = task("<=", 2)
    finding = recorded.decide(asked, (put(tmp_path),))
    return json.loads(certificate.text(certificate.build(asked.variant, finding, effort="quick", seed=0)))


def judged(document, *folders):
    return check_data(document, "toy.json", records=folders)


def test_evidence_is_judged_by_the_numbers_in_the_record(tmp_path):
    outcome = judged(made(tmp_path), tmp_path)
    assert outcome.status == "confirmed", outcome.why
    assert any("the record toy/tab-1 at full scale, measured on cuda (a card)" in trusted for trusted in outcome.trusted)


def test_evidence_without_its_record_is_not_confirmed_and_the_line_names_it(tmp_path):
    document = made(tmp_path)
    assert judged(document).why == "toy.json: record missing: no installed package and no folder given by --records holds toy/tab-1 at full scale"
    assert "record missing" in judged(document, tmp_path / "elsewhere").why


def test_a_record_with_other_numbers_confirms_nothing(tmp_path):
    """Also where all digests in the record itself have been made to fit."""
    document = made(tmp_path / "a")
    put(tmp_path / "b", runs={"coin": {0: {"heads": {1: 9.0, 2: 9.0}}, 1: {"heads": {1: 9.0, 2: 9.0}}}})
    outcome = judged(document, tmp_path / "b")
    assert outcome.status == "refused" and "holds other numbers" in outcome.why
    assert judged(document, tmp_path / "b", tmp_path / "a").status == "confirmed"


def test_a_record_that_an_installed_package_ships_is_found(tmp_path, monkeypatch):
    class Point:
        name, value = "coin", "shipping.protocols:run"

    (tmp_path / "shipping").mkdir()
    (tmp_path / "shipping" / "__init__.py").write_text("")
    document = made(tmp_path / "shipping" / "records")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr("verify.evidence.checker.records.entry_points", lambda group: [Point()])
    outcome = judged(document)
    assert outcome.status == "confirmed", outcome.why


ALTERATIONS = {
    "another record": lambda e: e["recorded"]["coin"].update(record="toy/tab-2"),
    "a record outside the folder": lambda e: e["recorded"]["coin"].update(record="toy/../tab-1"),
    "another scale": lambda e: e["recorded"]["coin"].update(scale="smoke"),
    "a scale outside the folder": lambda e: e["recorded"]["coin"].update(scale="../full"),
    "another device": lambda e: e["recorded"]["coin"].update(device="cpu (a card)"),
    "another digest": lambda e: e["recorded"]["coin"].update(sha256="0" * 64),
    "numbers of its own": lambda e: e["recorded"]["coin"].update(fields={"heads": {"1": "5/2"}}),
    "no record": lambda e: e["recorded"]["coin"].pop("record"),
    "no object": lambda e: e.update(recorded=None),
    "another protocol": lambda e: e.update(recorded={"dice": e["recorded"]["coin"]}),
    "nothing recorded": lambda e: e.pop("recorded"),
    "another shown number": lambda e: e["values"].update(measured="4"),
    "a run in which it holds": lambda e: e.update(seed=0),
    "a run that is not recorded": lambda e: e.update(seed=2),
}


@pytest.mark.parametrize("words", ALTERATIONS)
def test_altered_evidence_is_refused(tmp_path, words):
    altered = copy.deepcopy(made(tmp_path))
    ALTERATIONS[words](altered["evidence"])
    assert judged(altered, tmp_path).status == "refused"


# --- protocols without runs of their own ------------------------------------------------------------------------------


FILE = DataFile("images.gz", "a mirror", size=3)
TABLE = Reproduction("toy/tab-1", "t", "s", {"full": Scale("all", (FILE,), device="cuda")}, lambda setting: None, lambda rows, scale: [])


def test_what_only_a_record_holds_says_what_the_record_needs(tmp_path):
    protocol = only_recorded(TABLE, "full")
    with pytest.raises(NotHere, match=r"^data missing: not run at full scale: images\.gz \(3 bytes\): no folder with data was given"):
        protocol(0, "quick", "auto", None)
    (tmp_path / "images.gz").write_bytes(b"123")
    with pytest.raises(NotHere, match=r"^hardware missing: not run at full scale; 'claimcheck reproduce toy/tab-1 --scale full --device cuda"):
        protocol(0, "quick", "auto", str(tmp_path))


def test_the_engine_passes_the_reason_on(monkeypatch, tmp_path):
    class Point:
        name = "coin"

        def load(self):
            return only_recorded(TABLE, "full")

    monkeypatch.setattr("verify.engines.experiment.entry_points", lambda group: [Point()])
    _installed_run.cache_clear()
    with pytest.raises(Missing):
        _installed_run("coin", 0, "quick", "auto", None)
    finding = recorded.decide(task("<=", 3), (put(tmp_path, runs={}),))
    _installed_run.cache_clear()
    assert finding.status is Status.NOT_CHECKED and finding.summary.startswith("data missing: not run at full scale: images.gz")
