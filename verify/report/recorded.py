"""The verdicts of a run held against those on record: what other programs are to fail on. A refuted claim that is on record as refuted is a finding, and no failure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from verify.report.model import Verdict
from verify.report.stored import Record
from verify.run import rows
from verify.run.store import Key

LOCK = "verdicts.lock"


@dataclass(frozen=True, slots=True)
class Comparison:
    """``papers``: those that the record holds something on. ``differing``: statements of them that differ from it, by id, part and reading, with how."""

    papers: frozenset[str] = frozenset()
    differing: Mapping[Key, str] = field(default_factory=dict)

    def failure(self, verdict: Verdict) -> str:
        """Why a statement fails, empty where it does not: it differs from the record; of a paper without a record, it is refuted."""
        if self.on_record(verdict):
            return self.differing.get((verdict.id, verdict.part, verdict.reading), "")
        return f"REFUTED: {verdict.told}" if verdict.status == "REFUTED" else ""

    def on_record(self, verdict: Verdict) -> bool:
        """Whether the record holds something on its paper."""
        return verdict.id.partition("/")[0] in self.papers


NO_RECORD = Comparison()


def compared(results: Record, claims: Record, lock: Record) -> Comparison:
    """Results held against the content of ``verdicts.lock``: verdicts, severities, and statements themselves."""
    stored, digests = lock["statements"], rows.digests_of(claims) or {}
    papers = frozenset(name.partition("/")[0] for name in stored)
    found = {}
    for row in results["results"]:
        key = (str(row["id"]), str(row.get("part") or "main"), str(row.get("reading") or "main"))
        if key[0].partition("/")[0] in papers and (how := _how(row, digests.get(key, ""), stored.get(" ".join(key)))):
            found[key] = how
    return Comparison(papers, found)


def as_results(results: Record, lock: Record) -> Record:
    """The verdicts on record in the shape of ``results.json``, of the items that a run was asked about."""
    asked = {str(row["id"]) for row in results["results"]}
    found = [dict(zip(("id", "part", "reading"), words, strict=True)) | {"status": one["status"]} for name, one in lock["statements"].items() if (words := name.split(" ", 2))[0] in asked]
    return {"schema": results["schema"], "results": found}


def _how(row: Record, digest: str, old: Record | None) -> str:
    """How a row differs from the record of its statement; empty where it does not."""
    if old is None:
        return f"{row['status']} now, and no verdict on record"
    if old["status"] != row["status"]:
        return f"{old['status']} on record, {row['status']} now: {row.get('summary') or 'no summary'}"
    if old.get("digest", digest) != digest:
        return f"{row['status']} as on record, but of another statement"
    before, now = (((one.get("severity") or {}).get("level")) for one in (old, row))
    return f"fails more or less severely: {before} on record, {now} now" if before and now and before != now else ""


__all__ = ["LOCK", "NO_RECORD", "Comparison", "as_results", "compared"]
