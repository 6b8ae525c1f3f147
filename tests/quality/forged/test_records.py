"""Numbers of experiments that nobody measured: without the record that the evidence names, with its digest, nothing is confirmed."""

import hashlib
import json
from pathlib import Path

import pytest

from verify.claims import Claim, Compare, Measured, numbers, upto
from verify.engines.task import EFFORTS, Status, Task
from verify.evidence import certificate
from verify.evidence.checker.check import check_data
from verify.reproductions import recorded, store

k = numbers("k")
PROTOCOLS = ("coin", "dice", "curve", "training", "accuracy")
MEASURED = {name: {seed: {"share": {1: 0.25 + seed / 16, 2: 0.5}} for seed in range(3)} for name in PROTOCOLS}
"""What was measured: every share is at most 1/2."""


def put(folder, runs=MEASURED, id="toy/tab-1", scale="full"):
    record = {"schema": store.SCHEMA, "id": id, "title": "t", "shows": "s", "scale": scale, "scale_words": "w", "status": "DONE", "reason": "", "key": "k", "command": "c", "seed": 0,
              "device": {"name": "cuda", "model": "a card"}, "comparisons": [], "claims": [], "notes": [], "about": []}
    store.write(store.folder_of(folder, id, scale), record, {store.RUNS: store.runs_to_json(runs)})
    recorded.runs_of.cache_clear()
    return folder


def refutation(protocol, bound, folder):
    """The certificate that the engine makes against: each share is at most the bound."""
    (variant,) = Claim(f"toy/{protocol}", "toy", forall={k: upto(2)}, states=Compare(Measured(protocol, "share", place=k), "<=", bound)).variants()
    finding = recorded.decide(Task(variant, EFFORTS["quick"]), (folder,))
    assert finding.status is Status.REFUTED, finding.summary
    return json.loads(certificate.text(certificate.build(variant, finding, effort="quick", seed=0)))


def invented(protocol, tmp_path, wrong=9.0):
    """A refutation of what is true, by numbers of a record of one's own."""
    numbers_ = {name: {seed: {"share": {1: wrong, 2: wrong}} for seed in range(3)} for name in PROTOCOLS}
    return refutation(protocol, 1, put(tmp_path / "invented", numbers_))


def status(document, *folders):
    return check_data(document, "forged.json", records=folders).status


def test_the_record_that_is_there_confirms_a_refutation(tmp_path):
    real = put(tmp_path / "real")
    assert status(refutation("coin", 0, real), real) == "confirmed" and status(refutation("coin", 0, real)) == "refused"


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("wrong", [9.0, float("inf"), 1.0000001])
def test_invented_numbers_are_refused(tmp_path, protocol, wrong):
    """Without any record, and beside the one that was made."""
    document, real = invented(protocol, tmp_path, wrong), put(tmp_path / "real")
    assert status(document) == "refused" and status(document, real) == "refused"


FITTED = {
    "the digest of the real record": lambda one, real: one.update(sha256=digest(real / store.RUNS)),
    "the digest of its record.json": lambda one, real: one.update(sha256=digest(real / store.RECORD)),
    "no digest": lambda one, real: one.update(sha256=""),
    "numbers in the evidence": lambda one, real: one.update(fields={"share": {"1": "9", "2": "9"}}),
    "a record that is not there": lambda one, real: one.update(record="toy/tab-9"),
    "a scale that is not there": lambda one, real: one.update(scale="cpu"),
    "a path out of the folder": lambda one, real: one.update(record="../invented/reproductions/toy__tab-1"),
    "a scale out of the folder": lambda one, real: one.update(scale="../../../../invented/reproductions/toy__tab-1/full"),
    "a whole path": lambda one, real: one.update(record=str(real.parents[2])),
    "a device of its own": lambda one, real: one.update(device="cuda (another card)", sha256=digest(real / store.RUNS)),
}


def digest(path: Path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.mark.parametrize("name", FITTED)
def test_an_invented_certificate_that_is_made_to_fit_a_record_is_refused(tmp_path, name):
    document, real = invented("coin", tmp_path), put(tmp_path / "real")
    FITTED[name](document["evidence"]["recorded"]["coin"], store.folder_of(real, "toy/tab-1", "full"))
    assert status(document, real) == "refused"


def test_no_altered_leaf_of_real_evidence_refutes_what_the_record_shows(tmp_path):
    """The evidence of a real refutation in a certificate of the true twin: whatever number in it is altered."""
    real = put(tmp_path / "real")
    evidence = refutation("coin", 0, real)["evidence"]
    twin = invented("coin", tmp_path)
    changes = [{"seed": seed} for seed in range(-1, 5)] + [{"instance": {"k": at}} for at in ("1", "2", "3", "0", "3/2")] + [
        {"values": {"measured": a, "relation": "<=", "claimed": "1", "margin": b}} for a, b in (("9", "8"), ("1.5", "0.5"), ("0.25", "0.75"))] + [
        {"fields": fields} for fields in ({}, {"coin.share(place=1)": "9"}, {"coin.share(place=2)": "0.5"})]
    for change in changes:
        assert status({**twin, "evidence": {**evidence, **change}}, real) == "refused", change


def test_no_seed_beyond_those_of_a_run_is_taken_where_the_protocol_runs_again(monkeypatch, tmp_path):
    from verify.engines import experiment as engine
    from verify.evidence.checker import experiment as checker

    class Point:
        name = "coin"

        def load(self):
            return lambda seed, effort, device, data: {"share": {1: 9.0 if seed >= 110 else 0.5, 2: 0.5}}

    for module in (engine, checker):
        monkeypatch.setattr(module, "entry_points", lambda group: [Point()])
    (variant,) = Claim("toy/coin", "toy", forall={k: upto(2)}, states=Compare(Measured("coin", "share", place=k), "<=", 1)).variants()
    finding = engine.decide(Task(variant, EFFORTS["quick"], seed=40007))
    engine._installed_run.cache_clear()
    assert finding.status is Status.REFUTED
    outcome = check_data(json.loads(certificate.text(certificate.build(variant, finding, effort="quick", seed=40007))), "forged.json")
    checker._run.cache_clear()
    assert outcome.status == "refused" and "evidence.seed must be that of a run" in outcome.why
