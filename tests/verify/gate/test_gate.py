"""A record is written from finished results alone, and the gate says in one line what differs from it."""

import json
import shutil
import subprocess
from dataclasses import replace

import pytest
from small_paper import audit, paper, x

from verify import claims as c
from verify.evidence.certificate import implementation
from verify.gate import evidence, gate, since
from verify.gate.changes import folded
from verify.gate.lock import LOCK, LockError, build, read, statements_of, write
from verify.gate.locking import certificates, lock
from verify.gate.options import settings


def lines(repository, declared, **options):
    report = gate.judge(read(repository / "verdicts.lock"), ["small"], lambda: {"small": declared}, repository / "verdicts", workers=1, **options)
    return folded(report.failures), report


def test_an_unchanged_paper_passes_and_instances_are_checked_each_time(repository):
    found, report = lines(repository, paper())
    assert found == [] and report.statements == 4
    assert report.certificates == 4 and report.checked == 2  # two instances: of the statement, and of a weaker one that its severity rests on


def test_recheck_checks_all_evidence(repository):
    assert lines(repository, paper(), recheck=True)[1].checked == 4


def test_evidence_that_another_checker_confirmed_is_checked_again(repository):
    path = repository / "verdicts.lock"
    path.write_text(path.read_text().replace(json.loads(path.read_text())["checker"], "0" * 64))
    assert lines(repository, paper())[1].checked == 4


def test_what_stays_on_record_is_checked_again_where_another_checker_confirmed_it(repository, tmp_path):
    path, folder = repository / "verdicts.lock", tmp_path / "one"
    path.write_text(path.read_text().replace(json.loads(path.read_text())["checker"], "0" * 64))
    audit(paper(), folder, ["small/true"])
    where = (folder, path, repository / "verdicts", {"small": paper()})
    assert lock(*where, workers=1).written and json.loads(path.read_text())["checker"] == implementation()
    altered(repository, ("small/false", "main", "main"), lambda data: data["evidence"].update(instance={"x": "1", "y": "5"}), locked=True)
    path.write_text(path.read_text().replace(implementation(), "0" * 64))
    done = lock(*where, workers=1)
    assert not done.written and "small__false" in done.refused[0]


def test_a_lock_is_read_back_and_written_in_the_same_bytes(repository):
    path = repository / "verdicts.lock"
    stored = read(path)
    assert build(stored) == (path.read_text(), statements_of(path).read_text())
    rows = json.loads(path.read_text())["statements"]
    assert list(rows) == sorted(rows)
    row = rows["small/false main main"]
    assert row["status"] == "REFUTED" and json.loads(statements_of(path).read_text())["statements"][row["digest"]]["for all"] == {"x": "[1, ∞)", "y": "[x, ∞)"}
    assert len(path.read_text().splitlines()) < len(rows) + 12  # a line for each


@pytest.mark.parametrize(("change", "told"), [
    ({"low": 2}, "narrowed: x is narrowed from [1, ∞) to [2, ∞)"),
    ({"low": 0}, "widened: x is widened from [1, ∞) to [0, ∞)"),
    ({"given": (c.Compare(x, ">=", 3),)}, "narrowed: a new hypothesis narrows it: x ≥ 3"),
    ({"factor": 3}, "changed: it states 3·x ≤ y, where 2·x ≤ y is on record"),
    ({"with_open": False}, "removed: on record as UNDECIDED, and no longer declared"),
    ({"extra": True}, "uncovered: no verdict on record"),
])
def test_a_difference_from_the_record_is_one_line(repository, change, told):
    found, _ = lines(repository, paper(**change))
    assert any(told in line for line in found), found


def altered(repository, key, change, locked=False):
    """Change a line of the evidence; ``locked``: also the hash on record is made to fit."""
    entries = evidence.read(repository / "verdicts", "small")
    data = json.loads(entries[key].line)
    change(data)
    entries[key] = evidence.Stored(json.dumps(data), data)
    evidence.write(repository / "verdicts", "small", entries)
    if locked:
        stored = read(repository / "verdicts.lock")
        write(repository / "verdicts.lock", replace(stored, statements={**stored.statements, key: replace(stored.statements[key], evidence=entries[key].sha256)}))


@pytest.mark.parametrize(("change", "locked", "told"), [
    (lambda data: data["evidence"].update(seed=1), False, "was altered"),
    (lambda data: data.update(digest="0" * 64), True, "stale"),
    (lambda data: data.update(status="PROVED"), True, "it says PROVED, the lock REFUTED"),
    (lambda data: data["evidence"].update(instance={"x": "1", "y": "5"}), True, "refused by the checker"),
])
def test_altered_stale_and_false_evidence_is_named(repository, change, locked, told):
    altered(repository, ("small/false", "main", "main"), change, locked)
    assert told in lines(repository, paper())[0][0]


def test_missing_and_damaged_evidence_is_named(repository):
    path = evidence.path_of(repository / "verdicts", "small")
    good = path.read_text()
    path.write_text("".join(line for line in good.splitlines(keepends=True) if "small/false" not in line))
    assert "missing" in lines(repository, paper())[0][0]
    for damage in ("{\n", good.replace('"trusted"', '"trust"'), "[]\n"):
        path.write_text(damage)
        with pytest.raises(LockError, match="line 1 cannot be read"):
            lines(repository, paper())
    path.unlink()
    assert len([line for line in lines(repository, paper())[0] if "missing" in line]) == 2


def test_the_record_holds_what_the_results_held(repository, results, tmp_path):
    """A certificate that is made again from the record is the one that was written, byte for byte."""
    recorded = read(repository / "verdicts.lock")
    chosen = {key: one for key, one in recorded.statements.items() if one.evidence}
    made = certificates(chosen, evidence.read(repository / "verdicts", "small"), recorded, {"small": paper()}, tmp_path)
    assert len(made) == 2
    for file in made.values():
        assert file.read_bytes() == (results / "certificates" / file.name).read_bytes()


def test_a_refutation_or_a_proof_without_evidence_fails(repository):
    path = repository / "verdicts.lock"
    data = json.loads(path.read_text())
    for name in ("true", "false"):
        del data["statements"][f"small/{name} main main"]["evidence"], data["statements"][f"small/{name} main main"]["kind"]
    path.write_text(json.dumps(data))
    found, _ = lines(repository, paper())
    assert [line.partition(";")[0] for line in found] == ["small/false: evidence: REFUTED is on record without evidence", "small/true: evidence: PROVED is on record without evidence"]


def test_the_record_does_not_change_without_a_reason(repository, tmp_path):
    before = (repository / "verdicts.lock").read_bytes()
    narrowed, folder = paper(low=2), tmp_path / "new"
    audit(narrowed, folder)
    where = (folder, repository / "verdicts.lock", repository / "verdicts", {"small": narrowed})
    done = lock(*where, workers=1)
    assert not done.written and (repository / "verdicts.lock").read_bytes() == before
    assert any("narrowed from [1, ∞) to [2, ∞)" in line for line in done.changes)
    assert lock(*where, because="the second version says so", workers=1).written
    accepted = read(repository / "verdicts.lock").accepted
    assert {one.because for one in accepted} == {"the second version says so"} and any(one.what == "narrowed" for one in accepted)
    assert lines(repository, narrowed)[0] == []


@pytest.mark.parametrize("stored", [["interval", "1", "oo"], ["interval", "2", "oo", ["word", "closed"], ["word", "open"]], ["integers"], "1", []])
def test_a_set_that_does_not_read_as_its_words_say_is_damage(repository, stored):
    path = statements_of(repository / "verdicts.lock")
    data = json.loads(path.read_text())
    data["sets"] = dict.fromkeys(data["sets"], stored)
    path.write_text(json.dumps(data))
    with pytest.raises(LockError, match="damaged"):
        read(repository / "verdicts.lock")


def test_each_change_has_its_reason(repository, tmp_path):
    narrowed, folder = paper(low=2), tmp_path / "new"
    audit(narrowed, folder)
    where = (folder, repository / "verdicts.lock", repository / "verdicts", {"small": narrowed})
    with pytest.raises(LockError, match=r"small/nothing\*, which match none"):
        lock(*where, because="why", reasons={"small/nothing*": "no such change"}, workers=1)
    changed = lock(*where, workers=1).changes
    of = changed[0].partition(":")[0]
    done = lock(*where, reasons={f"{of} main *": "the second version says so", "small/*": "an engine that is new"}, workers=1)
    assert done.written
    told = {one.id: one.because for one in read(repository / "verdicts.lock").accepted}
    assert told[of] == "the second version says so" and {why for id, why in told.items() if id != of} <= {"an engine that is new"}


def test_changes_without_a_reason_are_shown_and_nothing_is_written(repository, tmp_path):
    path = repository / "verdicts.lock"
    data = json.loads(path.read_text())
    for name in ("true", "false"):
        data["statements"][f"small/{name} main main"]["status"] = "SUPPORTED"
    path.write_text(json.dumps(data))
    before = path.read_bytes()
    audit(paper(), tmp_path / "new")
    where = (tmp_path / "new", path, repository / "verdicts", {"small": paper()})
    done = lock(*where, reasons={"small/true": "a prover was added"}, workers=1)
    assert not done.written and path.read_bytes() == before
    assert done.changes and all(line.startswith("small/false") for line in done.changes)


@pytest.mark.parametrize(("damage", "told"), [
    (lambda f: (f / "progress.jsonl").write_text("{"), "half-finished"),
    (lambda f: (f / "results.json").write_text("{"), "must be JSON"),
    (lambda f: (f / "claims.json").unlink(), "which statements the results are about"),
    (lambda f: next((f / "certificates").glob("*")).unlink(), "cannot be read"),
])
def test_unusable_results_leave_the_record_as_it_was(repository, results, tmp_path, damage, told):
    folder = tmp_path / "damaged"
    shutil.copytree(results, folder)
    damage(folder)
    before = (repository / "verdicts.lock").read_bytes()
    from verify.run.store import StoreError

    with pytest.raises(StoreError, match=told):
        lock(folder, repository / "verdicts.lock", repository / "verdicts", {"small": paper()}, workers=1)
    assert (repository / "verdicts.lock").read_bytes() == before


def test_results_of_another_statement_are_not_locked(repository, results):
    with pytest.raises(LockError, match="was another statement when these results were made"):
        lock(results, repository / "verdicts.lock", repository / "verdicts", {"small": paper(low=2)}, workers=1)


@pytest.mark.parametrize(("content", "told"), [
    ('{"schema": "claimcheck.lock/9"}', f"the schema must be {LOCK}, got claimcheck.lock/9: another version wrote it"),
    ("{", "a lock must be JSON"),
    ('{"schema": "claimcheck.lock/1", "accepted": [], "sets": {}, "statements": {}}', "another version wrote it"),
    ('{"schema": "claimcheck.lock/2", "accepted": [], "checker": "", "options": "", "versions": {}, "statements": {"a b": {}}}', "damaged"),
])
def test_a_lock_of_another_version_is_explained_and_not_overwritten(tmp_path, results, content, told):
    path = tmp_path / "verdicts.lock"
    path.write_text(content)
    statements_of(path).write_text('{"schema": "claimcheck.statements/1", "sets": {}, "statements": {}}')
    with pytest.raises(LockError, match=told):
        read(path)
    with pytest.raises(LockError, match=told):
        lock(results, path, tmp_path / "verdicts", {"small": paper()}, workers=1)
    assert path.read_text() == content


def test_verdicts_of_a_run_are_held_against_the_record(repository, results, tmp_path):
    assert gate.verdicts(read(repository / "verdicts.lock"), results) == []
    folder = tmp_path / "other"
    shutil.copytree(results, folder)
    data = json.loads((folder / "results.json").read_text())
    data["results"][0] |= {"status": "UNDECIDED", "certificate": None}
    (folder / "results.json").write_text(json.dumps(data))
    assert "verdict: PROVED on record, UNDECIDED now" in folded(gate.verdicts(read(repository / "verdicts.lock"), folder))[0]


def git(folder, *words):
    subprocess.run(["git", "-C", str(folder), "-c", "user.name=n", "-c", "user.email=e@example.org", *words], check=True, capture_output=True)


def test_since_a_revision_only_what_changed_and_what_rests_on_it_is_run(repository, tmp_path):
    git(repository, "init", "-q")
    git(repository, "add", "verdicts.lock", "verdicts.statements")
    git(repository, "commit", "-q", "-m", "lock")
    before = since.lock_at("HEAD", repository / "verdicts.lock")
    assert since.touched(before, {"small": paper()}) == []
    assert since.touched(before, {"small": paper(factor=3)}) == ["small/false"]
    assert since.touched(before, {"small": paper(low=2)}) == ["small/true", "small/false"]
    found = since.rerun(["small/false"], before, {"small": paper(low=2, factor=c.Node("num", "1"))}, 1, None)
    assert "REFUTED on record, PROVED now" in folded(found)[0]
    with pytest.raises(LockError, match="must be a revision"):
        since.lock_at("no-such-revision", repository / "verdicts.lock")


def test_a_lock_edited_by_hand_is_an_unexplained_change(repository):
    before = read(repository / "verdicts.lock")
    text = (repository / "verdicts.lock").read_text().replace('"status": "REFUTED"', '"status": "PROVED"')
    (repository / "verdicts.lock").write_text(text)
    after = read(repository / "verdicts.lock")
    assert "REFUTED on record, PROVED now, and the lock gives no reason" in folded(since.unexplained(before, after))[0]
    assert "it says REFUTED, the lock PROVED" in lines(repository, paper())[0][0]


def test_the_options_of_a_run_are_read_back(repository):
    assert settings("--effort deep --seed 4 --no-hints").seed == 4
    for wrong in ("--effort brutal", "--seed x", "--effort"):
        with pytest.raises(LockError, match="options"):
            settings(wrong)


def test_a_lock_fits_its_published_schema(repository):
    import sys
    from importlib.resources import files
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[1] / "report"))
    from verify.schemas.shape import problems

    schema = json.loads(files("verify.schemas").joinpath("lock.schema.json").read_text(encoding="utf-8"))
    data = json.loads((repository / "verdicts.lock").read_text())
    assert problems(schema, data) == []
    data["statements"]["small/true main main"]["status"] = "TRUE"
    assert problems(schema, data)
    said = json.loads(files("verify.schemas").joinpath("statements.schema.json").read_text(encoding="utf-8"))
    assert problems(said, json.loads((repository / "verdicts.statements").read_text())) == []


def test_the_severity_of_a_refutation_is_on_record_with_its_evidence(repository):
    one = read(repository / "verdicts.lock").statements["small/false", "main", "main"]
    assert one.severity is not None and one.severity.level == "substantive" and [rest.status for rest in one.severity.rests] == ["REFUTED", "PROVED"]  # with all weakenings, and on a part of the domain
    stored = evidence.read(repository / "verdicts", "small")
    key = next(key for key in stored if key[2].endswith("__0"))
    assert stored[key].sha256 == one.severity.rests[0].evidence and stored[key].data["weakened"] == list(one.severity.rests[0].weakened)


def test_altered_evidence_of_a_severity_is_found(repository):
    path = repository / "verdicts" / "small.jsonl"
    text = path.read_text()
    weaker = next(line for line in text.splitlines() if "weakened" in line)
    path.write_text(text.replace(weaker, weaker.replace('"kind":"witness"', '"kind":"printed"')))
    found, _ = lines(repository, paper())
    assert any("it was altered" in line for line in found), found


def test_a_severity_that_changes_needs_a_reason(repository, tmp_path):
    path, folder = repository / "verdicts.lock", tmp_path / "again"
    audit(paper(), folder)
    results = json.loads((folder / "results.json").read_text())
    row = next(row for row in results["results"] if row["id"] == "small/false")
    assert gate.verdicts(read(path), folder) == []
    milder = {"weakened": ["boundary x"], "status": "SUPPORTED", "summary": "", "certificate": None}
    row["severity"] = row["severity"] | {"level": "boundary", "statements": [*row["severity"]["statements"], milder]}
    (folder / "results.json").write_text(json.dumps(results))
    assert folded(gate.verdicts(read(path), folder)) == ["small/false: severity: substantive on record, boundary now"]
    where = (folder, path, repository / "verdicts", {"small": paper()})
    assert not lock(*where, workers=1).written
    assert lock(*where, workers=1, because="a reason").written and read(path).statements["small/false", "main", "main"].severity.level == "boundary"
