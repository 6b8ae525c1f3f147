"""The gate: the installed claims and the evidence on record against the lock."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from verify.claims.registry import Paper
from verify.evidence.certificate import implementation
from verify.evidence.recheck import checking
from verify.gate import evidence
from verify.gate.changes import Difference, differences
from verify.gate.lock import EVERY_TIME, Key, Lock, LockError, Statement
from verify.gate.locking import declarations
from verify.run.rows import in_folder
from verify.run.store import DECISIVE, read_results


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
          records: Sequence[Path] = ()) -> Report:
    """Hold the installed papers of these names, which ``load`` gives, and the evidence in ``folder`` against the lock.

    Evidence of instances is re-checked every time, while the papers are loaded; other evidence where another version of the checker confirmed it, or with ``recheck``. ``records``: folders
    with records of experiments, besides those that packages ship.
    """
    report = Report()
    locked = {key: one for key, one in lock.statements.items() if key[0].partition("/")[0] in names}
    report.statements = len(locked)
    with tempfile.TemporaryDirectory() as unpacked:
        unsound, chosen = _evidence(report, locked, folder, Path(unpacked), recheck)
        with checking([path for _, path in chosen], workers, records) as outcomes:
            present = {key: one for paper in load().values() for key, one in declarations(paper, locked).items()}
            report.failures = differences(locked, present, verdicts=False) + unsound
            for (key, _), outcome in zip(chosen, outcomes(), strict=True):
                if outcome.status != "confirmed":
                    report.failures.append(Difference(key, "evidence", f"refused by the checker: {outcome.why.partition(': ')[2]}"))
    named = {evidence.name_of(key) for key, one in locked.items() if one.certificate}
    report.notes += [f"{path}: belongs to no statement on record" for path in evidence.files(folder, tuple(names)) if path.name.removesuffix(".gz") not in named]
    if (size := evidence.size(folder, lock.papers())) > evidence.MOST:
        report.notes.append(f"{folder}: the evidence takes {size / 2**20:.1f} MB, more than {evidence.MOST // 2**20} MB")
    return report


def _evidence(report: Report, locked: Mapping[Key, Statement], folder: Path, unpacked: Path, recheck: bool) -> tuple[list[Difference], list[tuple[Key, Path]]]:
    """Missing, altered and stale evidence; and unpacked, what has to be re-checked."""
    found: list[Difference] = []
    chosen: list[tuple[Key, Path]] = []
    for key, one in locked.items():
        if not one.certificate:
            if one.status in DECISIVE:
                found.append(Difference(key, "evidence", f"{one.status} is on record without evidence; run it and lock again"))
            continue
        report.certificates += 1
        why, data = _read(folder, key, one)
        if why:
            found.append(Difference(key, "evidence", why))
        elif recheck or one.kind == EVERY_TIME or one.checker != implementation():
            path = unpacked / evidence.name_of(key)
            path.write_bytes(data)
            chosen.append((key, path))
    report.checked = len(chosen)
    return found, chosen


def _read(folder: Path, key: Key, one: Statement) -> tuple[str, bytes]:
    """What is wrong with a file of evidence, and its content."""
    path = evidence.stored(folder, key)
    if path is None:
        return f"the certificate {evidence.name_of(key)} is missing from {folder}", b""
    try:
        data = evidence.content(path)
    except LockError as error:
        return str(error), b""
    if evidence.sha256(data) != one.certificate:
        return f"the certificate {path.name} was altered: it is not the file that was locked", b""
    try:
        certificate = json.loads(data)
        digest, status = certificate["digest"], certificate["status"]
        about = (certificate["claim"], certificate["part"], certificate["reading"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return f"the certificate {path.name} cannot be read", b""
    if about != key:
        return f"the certificate {path.name} speaks of {' '.join(map(str, about))}", b""
    if digest != one.digest:
        return f"the certificate {path.name} is stale: it speaks of another statement", b""
    return ("", data) if status == one.status else (f"the certificate {path.name} says {status}, the lock {one.status}", b"")


def verdicts(lock: Lock, results: Path) -> list[Difference]:
    """How the verdicts of a results folder differ from those on record, and which of them have no evidence. Raises StoreError for a damaged or half-finished folder."""
    if (results / "progress.jsonl").exists():
        raise LockError(f"{results}: holds a half-finished run (progress.jsonl); finish it with the same 'claimcheck run ... --out {results}' first")
    rows = read_results(results)["results"]
    found = [Difference(problem.key, "evidence", problem.why) for problem in in_folder(results, rows) if problem.key is not None]
    for row in rows:
        key: Key = (row["id"], row["part"], row["reading"])
        one = lock.statements.get(key)
        if one is None:
            found.append(Difference(key, "uncovered", f"{row['status']} now, and no verdict on record; lock again"))
        elif one.status != row["status"]:
            found.append(Difference(key, "verdict", f"{one.status} on record, {row['status']} now: {row['summary'][:160]}"))
    return found


def unowned(results: Path) -> list[str]:
    """Certificates of a results folder that belong to no row."""
    return [str(problem) for problem in in_folder(results, read_results(results)["results"]) if problem.key is None]


__all__ = ["Report", "judge", "unowned", "verdicts"]
