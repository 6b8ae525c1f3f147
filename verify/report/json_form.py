"""The report as one JSON document, with evidence in words; its JSON Schema is ``verify/schemas/report.schema.json``."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from verify.evidence.proofs import as_record
from verify.report.model import Audit, Item, Verdict
from verify.values.indented import indented

SCHEMA = "claimcheck.report/1"


def render_json(audit: Audit) -> str:
    """The document: sorted by paper and item as the papers have them."""
    data = {
        "schema": SCHEMA,
        "command": audit.command,
        "papers": [{"id": paper.id, "title": paper.title, "source": paper.source,
                    "counts": {count.status: count.verdicts for count in paper.counts if count.status in ("REFUTED", "UNDECIDED", "SUPPORTED", "PROVED", "NOT_CHECKED")},
                    "items": [_item(item) for item in paper.items]} for paper in audit.papers],
        "changes": None if audit.changes is None else [asdict(one) for one in audit.changes],
        "errors": list(audit.errors),
    }
    return indented(data, ensure_ascii=False) + "\n"


def _item(item: Item) -> dict[str, Any]:
    file, line = item.declared
    return {"id": item.id, "title": item.title, "kind": item.kind, "where": item.where, "part_of": item.part_of, "proof": as_record(item.proof), "corrects": item.corrects, "uses": list(item.uses),
            "declared": {"file": file, "line": line} if file else None, "verdicts": [_verdict(verdict) for verdict in item.verdicts]}


def _verdict(verdict: Verdict) -> dict[str, Any]:
    return {"part": verdict.part, "reading": verdict.reading, "choices": dict(verdict.choices), "status": verdict.status, "told": verdict.told,
            "certificate": verdict.evidence.name if verdict.evidence else None, "command": verdict.command, "errors": list(verdict.errors)}


__all__ = ["SCHEMA", "render_json"]
