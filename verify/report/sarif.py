"""SARIF 2.1.0: each statement as a result at the line that declares its claim, for code hosts that annotate pull requests.

What differs from the record fails; of a paper without a record, what is refuted.
"""

from __future__ import annotations

import json
from typing import Any

from verify.report.model import MEANING, STATUSES, Audit, Item, Verdict
from verify.report.recorded import NO_RECORD, Comparison

KINDS = {"REFUTED": "informational", "PROVED": "pass", "SUPPORTED": "informational", "UNDECIDED": "open", "NOT_CHECKED": "notApplicable"}
"""Kinds of result of the standard, of statements that do not fail; a level goes with ``fail`` alone."""


def render_sarif(audit: Audit, record: Comparison = NO_RECORD) -> str:
    """The log as JSON. File names are relative to the folder that holds the paper's package (``SRCROOT``)."""
    version = dict(audit.run).get("versions", "")
    rules = [{"id": status, "shortDescription": {"text": MEANING[status]}, "defaultConfiguration": {"level": "none"}}
             for status in STATUSES]
    run: dict[str, Any] = {
        "tool": {"driver": {"name": "claimcheck", "rules": rules, "properties": {"versions": version}}},
        "originalUriBaseIds": {"SRCROOT": {"description": {"text": "the folder that holds the package of the paper"}}},
        "columnKind": "unicodeCodePoints",
        "results": [_result(item, verdict, record) for item in audit.items for verdict in item.verdicts],
    }
    log = {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=1, ensure_ascii=False) + "\n"


def _result(item: Item, verdict: Verdict, record: Comparison) -> dict[str, Any]:
    failure = record.failure(verdict)
    kind = "fail" if failure else KINDS[verdict.status]
    label = " ".join(word for word in (verdict.id, verdict.part, verdict.reading) if word != "main")
    found: dict[str, Any] = {
        "ruleId": verdict.status, "ruleIndex": STATUSES.index(verdict.status), "kind": kind, "level": "error" if kind == "fail" else "none",
        "message": {"text": f"{label} ({item.title}): {failure if failure and record.on_record(verdict) else f'{verdict.status}. {verdict.told}'}".strip()},
        "partialFingerprints": {"statement/v1": " ".join((verdict.id, verdict.part, verdict.reading))},
        "locations": [_location(item)],
    }
    if record.on_record(verdict):
        found["baselineState"] = "updated" if failure else "unchanged"
    return found


def _location(item: Item) -> dict[str, Any]:
    place: dict[str, Any] = {"logicalLocations": [{"fullyQualifiedName": item.id, "kind": "member"}]}
    file, line = item.declared
    if file:
        place["physicalLocation"] = {"artifactLocation": {"uri": file, "uriBaseId": "SRCROOT"}, "region": {"startLine": line}}
    return place


__all__ = ["render_sarif"]
