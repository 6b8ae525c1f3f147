"""The gate: the installed claims and the evidence on record against the lock."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from verify.claims.registry import Paper
from verify.evidence.certificate import implementation
from verify.evidence.recheck import checking
from verify.gate import evidence
from verify.gate.changes import Difference, differences, severity_change
from verify.gate.lock import EVERY_TIME, Key, Lock, LockError, Statement, with_weaker
from verify.gate.locking import certificates, declarations
from verify.run.rows import in_folder
from verify.run.store import DECISIVE, key_of, read_results


@dataclass(slots=True)
class Report:
    """What a gate found."""

    failures: list[Difference] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    statements: int = 0
    certificates: int = 0
    checked: int = 0
    run: int = 0


def judge(lock: Lock, names: Sequence[str], load: Callable[[], Mapping[str, Paper]], folder: Path, *, recheck: bool = False, workers: int = 0,
          records: Sequence[Path] = (), progress: Callable[[int, int], None] | None = None) -> Report:
    """Hold the installed papers of these names, which ``load`` gives, and the evidence in ``folder`` against the lock.

    Evidence of instances is re-checked every time; other evidence where another version of the checker confirmed the record, or with ``recheck``. ``records``: folders with records of
    experiments, besides those that packages ship. ``progress`` is told how many certificates are re-checked, and of how many.
    """
    report = Report()
    locked = {key: one for key, one in lock.statements.items() if key[0].partition("/")[0] in names}
    report.statements = len(locked)
    stored = evidence.read_all(folder, names)
    known = with_weaker(locked)
    unsound, sound = _evidence(report, known, stored, folder)
    chosen = {key: one for key, one in sound.items() if recheck or one.kind == EVERY_TIME or lock.checker != implementation()}
    report.checked = len(chosen)
    papers = load()
    with tempfile.TemporaryDirectory() as unpacked:
        files = certificates(chosen, stored, lock, papers, Path(unpacked))
        with checking(list(files.values()), workers, records, progress=progress) as outcomes:
            present = {key: one for paper in papers.values() for key, one in declarations(paper, locked).items()}
            report.failures = differences(locked, present, verdicts=False) + unsound
            report.failures += [Difference(key, "evidence", f"its proof {why}") for key, why in evidence.unfounded(lock.statements, stored).items() if key in locked]
            for key, outcome in zip(files, outcomes(), strict=True):
                if outcome.status not in ("confirmed", "conditional"):
                    report.failures.append(Difference(key, "evidence", f"refused by the checker: {outcome.why.partition(': ')[2]}"))
    report.notes += [f"{folder}: the evidence of {' '.join(key)} belongs to no statement on record" for key in stored if key not in known or not known[key].evidence]
    if (size := evidence.size(folder, lock.papers())) > evidence.MOST:
        report.notes.append(f"{folder}: the evidence takes {size / 2**20:.1f} MB, more than {evidence.MOST // 2**20} MB")
    return report


def _evidence(report: Report, locked: Mapping[Key, Statement], stored: Mapping[Key, evidence.Stored], folder: Path) -> tuple[list[Difference], dict[Key, Statement]]:
    """Missing, altered and stale evidence; and the statements whose evidence is what was locked."""
    found: list[Difference] = []
    sound: dict[Key, Statement] = {}
    for key, one in locked.items():
        if not one.evidence:
            if one.status in DECISIVE:
                found.append(Difference(key, "evidence", f"{one.status} is on record without evidence; run it and lock again"))
            continue
        report.certificates += 1
        why = _wrong(key, one, stored.get(key), folder)
        if why:
            found.append(Difference(key, "evidence", why))
        else:
            sound[key] = one
    return found, sound


def _wrong(key: Key, one: Statement, entry: evidence.Stored | None, folder: Path) -> str:
    """What is wrong with the evidence of a statement."""
    if entry is None:
        return f"it is missing from {evidence.path_of(folder, key[0].partition('/')[0])}"
    if entry.sha256 != one.evidence:
        return "it was altered: it is not what was locked"
    if one.digest and entry.data["digest"] != one.digest:
        return "it is stale: it speaks of another statement"
    return "" if entry.data["status"] == one.status else f"it says {entry.data['status']}, the lock {one.status}"


def verdicts(lock: Lock, results: Path) -> list[Difference]:
    """How the verdicts of a results folder differ from those on record, and which of them have no evidence. Raises StoreError for a damaged or half-finished folder."""
    if (results / "progress.jsonl").exists():
        raise LockError(f"{results}: holds a half-finished run (progress.jsonl); finish it with the same 'claimcheck run ... --out {results}' first")
    rows = read_results(results)["results"]
    found = [Difference(problem.key, "evidence", problem.why) for problem in in_folder(results, rows) if problem.key is not None]
    for row in rows:
        key = key_of(row)
        one = lock.statements.get(key)
        if one is None:
            found.append(Difference(key, "uncovered", f"{row['status']} now, and no verdict on record; lock again"))
        elif one.status != row["status"] and not (one.status == "PROVED" and _follows(row, lock)):
            found.append(Difference(key, "verdict", f"{one.status} on record, {row['status']} now: {row['summary'][:160]}"))
        elif row.get("severity") and (words := severity_change(one, row["severity"]["level"])):
            found.append(Difference(key, "severity", words))
    return found


def _follows(row: Mapping[str, Any], lock: Lock) -> bool:
    """Whether a row follows from statements that were not run and are proved on record."""
    rests = (row.get("follows") or {}).get("from") or ()
    on_record = [lock.statements.get((str(one["id"]), str(one["part"]), str(one["reading"]))) for one in rests if not one["status"]]
    proved = all(one is not None and one.status == "PROVED" for one in on_record) and all(one["status"] in ("", "PROVED") for one in rests)
    return bool(rests) and proved and [one["digest"] for one in rests if not one["status"]] == [one.digest for one in on_record if one is not None]


def unowned(results: Path) -> list[str]:
    """Certificates of a results folder that belong to no row."""
    return [str(problem) for problem in in_folder(results, read_results(results)["results"]) if problem.key is None]


__all__ = ["Report", "judge", "unowned", "verdicts"]
