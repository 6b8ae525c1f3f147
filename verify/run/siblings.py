"""One statement under several names: claims and readings that come to the same formula are decided once."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, TypeVar

from verify.claims.claim import NO_HINTS, Variant
from verify.claims.nodes import Node, walk
from verify.evidence import certificate as certificates
from verify.run.decide import Settings
from verify.run.severity import path_of
from verify.run.store import weaker_statements

T = TypeVar("T")


def grouped(todo: Sequence[tuple[T, Variant, Settings]]) -> list[list[T]]:
    """What asks for the same, in the order of the first of each: the same parameters, hypotheses and goal, as written, with the same hints and settings.

    Everything an engine sees is in these; names of claims, parts and readings are not.
    """
    groups: dict[Any, list[T]] = {}
    for one, variant, settings in todo:
        hints = variant.hints if settings.hints else NO_HINTS
        groups.setdefault((variant.forall, variant.given, variant.states, repr(hints), settings), []).append(one)
    return list(groups.values())


def neighbours(todo: Sequence[tuple[T, Variant]]) -> list[T]:
    """The same, in their order, but for the statements of one claim: those about the same laws of many copies follow each other, since one process finds what is known of such a law again."""
    order: dict[tuple[str, frozenset[Node]], list[T]] = {}
    ids = dict.fromkeys(variant.id for _, variant in todo)
    for one, variant in todo:
        order.setdefault((variant.id, frozenset(node for node in walk(variant.formula) if node.head == "iid")), []).append(one)
    of_id: dict[str, list[T]] = {id: [] for id in ids}
    for (id, _), group in order.items():
        of_id[id] += group
    return [one for id in ids for one in of_id[id]]


def under_the_name_of(variant: Variant, settings: Settings, entry: dict[str, Any]) -> dict[str, Any]:
    """What was found for a statement, for the same statement under another name; it took no time of its own."""
    names = {"id": variant.id, "part": variant.part, "reading": variant.reading}

    def named(text: str) -> str:
        document = json.loads(text)
        return certificates.text(document | {"claim": variant.id, "part": variant.part, "reading": variant.reading,
                               "command": certificates.command(variant.id, variant.reading, settings.effort, settings.seed, document["evidence"].get("device", "cpu"))})

    text = None if entry["certificate"] is None else named(entry["certificate"])
    path = None if text is None else f"certificates/{certificates.file_name(variant)}"
    findings = [finding | {"certificate": finding["certificate"] and path} for finding in entry["row"]["findings"]]
    row = entry["row"] | names | {"uses": list(variant.uses), "seconds": 0.0, "certificate": path, "findings": findings}
    paths = {one["certificate"]: path_of(variant, number) for number, one in enumerate(weaker_statements(row)) if one["certificate"]}
    if row["severity"]:
        told = row["severity"].get("witness")
        row["severity"] = row["severity"] | {"statements": [one | {"certificate": paths.get(one["certificate"])} for one in weaker_statements(row)],
                                             "witness": told and told | {"certificate": paths[told["certificate"]]}}
    weaker = {paths[old]: named(text) for old, text in entry.get("weaker", {}).items()}
    return {"row": row, "certificate": text, "errors": [error | names for error in entry["errors"]], "weaker": weaker}


__all__ = ["grouped", "neighbours", "under_the_name_of"]
