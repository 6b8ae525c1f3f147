"""Results become the record: only finished ones, of the installed claims, with evidence that checks; changes need a reason."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from verify.claims.claim import Variant
from verify.claims.nodes import ClaimError
from verify.claims.registry import Paper
from verify.evidence.certificate import implementation, text, versions
from verify.evidence.recheck import check_files
from verify.evidence.resting import premises
from verify.gate import evidence
from verify.gate.changes import Difference, differences, folded
from verify.gate.lock import (
    EVERY_TIME,
    Accepted,
    Key,
    Lock,
    LockError,
    Rest,
    Severity,
    Statement,
    follows_key,
    meaning,
    own_key,
    read,
    weaker_key,
    with_weaker,
    write,
)
from verify.gate.options import options_of
from verify.run import rows
from verify.run.rows import in_folder
from verify.run.store import CLAIMS, key_of, read_results

COMPUTED = "computed"
"""The kind of evidence, on record, of a refutation without free names: there is no witness, and re-checking it is computing it again."""
NEED_REASON = ("narrowed", "verdict", "severity", "removed", "changed")


@dataclass(frozen=True, slots=True)
class Locked:
    """What a lock did: its statements, what differs from the record before, and whether it was written."""

    lock: Lock
    changes: tuple[str, ...]
    written: bool
    refused: tuple[str, ...]
    """Rows and certificates that do not fit, and certificates that did not check; nothing is written then."""


def lock(results: Path, path: Path, folder: Path, papers: Mapping[str, Paper], *, because: str = "", reasons: Mapping[str, str] | None = None, workers: int = 0,
         records: Sequence[Path] = ()) -> Locked:
    """Put the verdicts of a results folder on record in ``path`` and their evidence in ``folder``.

    Statements that the results do not hold keep their place, unless they are no longer declared. Nothing is written where a row and its certificate do not fit, a certificate does not
    check, or a verdict or a meaning on record changes and no reason is given. ``reasons``: why, by patterns of ids, parts and readings (``frdp/tab-2*``, ``wdp/eq-23 main orders``), the
    first that matches counts; ``because``: why, for all others. ``records``: folders with records of experiments, besides those that packages ship.

    Raises
    ------
    StoreError
        A damaged or half-finished results folder, results of other claims than the installed ones, a lock of another version, a pattern that matches no change.
    """
    before = read(path) if path.exists() else Lock()
    found, files = _statements(results, papers)
    declared = {name: declarations(paper) for name, paper in papers.items()}
    kept = {key: one for key, one in before.statements.items() if key not in found and key in declared.get(key[0].partition("/")[0], {key: one})}
    stored = {key: entry for key, entry in evidence.read_all(folder, before.papers()).items() if own_key(key) in kept and (kept[own_key(key)].evidence or kept[own_key(key)].follows)}
    refused = [str(problem) for problem in in_folder(results, read_results(results)["results"])]
    refused += _not_confirmed([path for path, _ in files.values()], workers, records)
    if before.checker != implementation():  # the whole record is confirmed by one checker
        refused += _kept_not_confirmed(kept, stored, before, papers, workers, records)
    after = _promoted({**kept, **found}, files)
    refused += [f"{rows.label(key)}: its proof {why}" for key, why in evidence.unfounded(after, stored | {key: entry for key, (_, entry) in files.items()}).items()]
    changed = [one for one in differences(before.statements, after, verdicts=True) if one.what != "uncovered"]
    serious = [one for one in changed if one.what in NEED_REASON]
    whys = {one: _why(one, reasons or {}, because) for one in serious}
    if idle := [pattern for pattern in reasons or {} if not any(_matches(one, pattern) for one in serious)]:
        raise LockError(f"a reason must be of a change of the record, got {', '.join(idle)}, which match none; leave them out or correct the pattern; the lock stays as it is")
    if refused or not all(whys.values()):
        return Locked(before, tuple(folded([one for one in changed if refused or not whys.get(one, "known")])), False, tuple(refused))
    result = Lock(after, _accepted(before, whys), implementation(), versions())
    stored |= {key: entry for key, (_, entry) in files.items()}
    for paper in {*papers, *result.papers()}:
        evidence.write(folder, paper, {key: entry for key, entry in stored.items() if key[0].partition("/")[0] == paper})
    write(path, result)
    return Locked(result, tuple(folded(changed)), True, ())


def _not_confirmed(files: Sequence[Path], workers: int, records: Sequence[Path]) -> list[str]:
    """Why certificates are refused; whether what a proof rests on is proved is seen from the whole record."""
    return [outcome.why for outcome in check_files(list(files), workers, records) if outcome.status not in ("confirmed", "conditional")]


def _kept_not_confirmed(kept: Mapping[Key, Statement], stored: Mapping[Key, evidence.Stored], before: Lock, papers: Mapping[str, Paper], workers: int, records: Sequence[Path]) -> list[str]:
    """Evidence on record of statements that these results do not hold, where another checker confirmed it."""
    with tempfile.TemporaryDirectory() as unpacked:
        named = {key: one for key, one in with_weaker(kept).items() if one.evidence}
        if absent := sorted({key[0].partition("/")[0] for key in named} - set(papers)):
            raise LockError(f"another checker confirmed the record of {', '.join(absent)}, which must be installed to be checked again; the lock stays as it is")
        return _not_confirmed(list(certificates(named, stored, before, papers, Path(unpacked)).values()), workers, records)


def certificates(chosen: Mapping[Key, Statement], stored: Mapping[Key, evidence.Stored], recorded: Lock, papers: Mapping[str, Paper], folder: Path) -> dict[Key, Path]:
    """The certificates of statements on record as files, one for each."""
    found: dict[Key, Path] = {}
    for key, document in documents(chosen, stored, recorded, papers):
        found[key] = folder / rows.name_of(key)
        found[key].write_text(text(document), encoding="utf-8")
    return found


def documents(chosen: Mapping[Key, Statement], stored: Mapping[Key, evidence.Stored], recorded: Lock, papers: Mapping[str, Paper]) -> Iterator[tuple[Key, dict[str, Any]]]:
    """The certificates of statements on record that are still declared."""
    variants: dict[Key, Variant] = {v.key: v for id in dict.fromkeys(key[0] for key in chosen) for v in papers[id.partition("/")[0]].variants(id)}
    for key, one in chosen.items():
        if key in stored and own_key(key) in variants:
            try:
                yield key, evidence.certificate(stored[key], variants[own_key(key)], one, recorded)
            except ClaimError as error:
                raise LockError(f"{' '.join(own_key(key))}: the evidence of its severity is of another statement than the declared one ({error}); run it and lock again") from None


def declarations(paper: Paper, record: Mapping[Key, Statement] | None = None) -> dict[Key, Statement]:
    """What a paper declares, without verdicts; an item without a claim has an empty digest. A statement whose digest is on ``record`` is taken from there, words and verdict."""
    found: dict[Key, Statement] = {}
    for item in paper.ledger.items:
        variants = paper.variants(item.id)
        for variant in variants:
            old = None if record is None else record.get(variant.key)
            found[variant.key] = old if old is not None and old.digest == variant.digest else Statement("", **meaning(variant))
        if not variants:
            found[(item.id, "main", "main")] = Statement("", uses=tuple(sorted(item.uses)))
    return found


def _accepted(before: Lock, whys: Mapping[Difference, str]) -> tuple[Accepted, ...]:
    fresh = {(one.key[0], one.what, one.words): Accepted(one.key[0], one.what, one.words, why) for one, why in whys.items()}
    return (*(one for one in before.accepted if (one.id, one.what, one.words) not in fresh), *fresh.values())


def _promoted(after: Mapping[Key, Statement], files: Files) -> dict[Key, Statement]:
    """The record, where statements are proved that follow from others which were not run and are proved on it; their evidence takes its place in ``files``."""
    found = dict(after)
    waiting = {own_key(key) for key in files if key == follows_key(own_key(key)) and own_key(key) in found and found[own_key(key)].status != "PROVED"}
    while new := {key for key in waiting if all(other in found and found[other].status == "PROVED" and found[other].digest == digest
                                               for other, digest in premises(files[follows_key(key)][1].data["evidence"]))}:
        waiting -= new
        for key in new:
            path, _ = files.pop(follows_key(key))
            files[key] = path, evidence.of(json.loads(path.read_bytes()))
            found[key] = replace(found[key], status="PROVED", kind="lemmas", evidence=files[key][1].sha256, follows="")
    return found


def _why(change: Difference, reasons: Mapping[str, str], because: str) -> str:
    return next((why for pattern, why in reasons.items() if _matches(change, pattern)), because).strip()


def _matches(change: Difference, pattern: str) -> bool:
    """Whether a pattern is of the id of a change, or of its id, part and reading."""
    return fnmatchcase(change.key[0], pattern) or fnmatchcase(" ".join(change.key), pattern)


Files = dict[Key, tuple[Path, evidence.Stored]]
"""Certificates of results, with their lines on record."""


def _statements(results: Path, papers: Mapping[str, Paper]) -> tuple[dict[Key, Statement], Files]:
    """The verdicts of a results folder with their certificates. Raises StoreError."""
    if (results / "progress.jsonl").exists():
        raise LockError(f"{results}: holds a half-finished run (progress.jsonl); finish it with the same 'claimcheck run ... --out {results}' first; "
                        "the lock stays as it is")
    data = read_results(results)
    if data.get("errors"):
        raise LockError(f"{results}: {len(data['errors'])} statements met an error, the first {data['errors'][0]['id']}: {data['errors'][0]['message']}; "
                        "correct it and run again; the lock stays as it is")
    digests = _digests(results / "claims.json")
    found: dict[Key, Statement] = {}
    files: Files = {}
    declared = {name: declarations(paper) for name, paper in papers.items()}
    for row in data["results"]:
        key = key_of(row)
        now = declared.get(row["id"].partition("/")[0], {}).get(key)
        if now is None:
            raise LockError(f"{results}: {' '.join(key)} is not declared by the installed paper; run again with --out {results}; the lock stays as it is")
        if digests.get(key, "") != now.digest:
            raise LockError(f"{results}: {' '.join(key)} was another statement when these results were made; run again with --out {results}; the lock stays as it is")
        found[key] = _statement(row, now, data.get("run", {}), results, files)
    return found, files


def _statement(row: Mapping[str, Any], now: Statement, run: Mapping[str, Any], results: Path, files: Files) -> Statement:
    key = key_of(row)
    fields = {name: getattr(now, name) for name in ("digest", "forall", "given", "states", "uses")}
    options = options_of(run)
    if not row.get("certificate"):
        return Statement(row["status"], options=options, follows=_follows(key, row, results, files), **fields)
    path = results / row["certificate"]
    try:
        certificate = json.loads(path.read_bytes())
        about = (certificate["claim"], certificate["part"], certificate["reading"], certificate["digest"], certificate["status"])
        kind = COMPUTED if certificate["kind"] == EVERY_TIME and not certificate["evidence"].get("instance") else str(certificate["kind"])
        line = evidence.of(certificate)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise LockError(f"{path}: the evidence of {' '.join(key)} cannot be read ({error}); run again with --out {results}; the lock stays as it is") from None
    if about != (*key, now.digest, row["status"]):
        raise LockError(f"{path}: the evidence must be of {' '.join(key)} as {row['status']}, got {' '.join(map(str, about))}; run again; the lock stays as it is")
    files[key] = path, line
    return Statement(row["status"], options=options, kind=kind, evidence=line.sha256, severity=_severity(key, row, results, files),
                     follows="" if (row.get("follows") or {}).get("certificate") == row["certificate"] else _follows(key, row, results, files), **fields)


def _follows(key: Key, row: Mapping[str, Any], results: Path, files: Files) -> str:
    """The digest of what shows that a row follows from others, which is added to ``files``; empty where nothing does. Raises LockError."""
    if not row.get("follows"):
        return ""
    path = results / str(row["follows"]["certificate"])
    try:
        line = evidence.of(json.loads(path.read_bytes()), follows=True)
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise LockError(f"{path}: the evidence that {' '.join(key)} follows from others cannot be read ({error}); run again with --out {results}; the lock stays as it is") from None
    files[follows_key(key)] = path, line
    return line.sha256


def _severity(key: Key, row: Mapping[str, Any], results: Path, files: Files) -> Severity | None:
    """The severity of a row; certificates of weaker statements are added to ``files``. Raises LockError."""
    stored = row.get("severity")
    if stored is None:
        return None
    rests: list[Rest] = []
    for number, one in enumerate(stored["statements"]):
        rest = Rest(tuple(one["weakened"]), one["status"])
        if one["certificate"]:
            path = results / one["certificate"]
            try:
                certificate = json.loads(path.read_bytes())
                line = evidence.of(certificate, number)
                rest = replace(rest, kind=str(certificate["kind"]), evidence=line.sha256)
            except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
                raise LockError(f"{path}: the evidence for the severity of {' '.join(key)} cannot be read ({error}); run again with --out {results}; the lock stays as it is") from None
            files[weaker_key(key, number)] = path, line
        rests.append(rest)
    return Severity(stored["level"], stored["correction"], stored["status"], tuple(rests))


def _digests(path: Path) -> dict[Key, str]:
    """What the statements of a results folder were, by digest. Raises LockError."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["schema"] != CLAIMS:
            raise LockError(f"{path}: the schema must be {CLAIMS}, got {data['schema']}; run again; the lock stays as it is")
        return {(item["id"], v["part"], v["reading"]): str(v["digest"]) for paper in data["papers"] for item in paper["items"] for v in item["variants"]}
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise LockError(f"{path}: must say which statements the results are about, got {type(error).__name__} {error}; "
                        "another version wrote it: run again; the lock stays as it is") from None


__all__ = ["Locked", "certificates", "declarations", "documents", "lock"]
