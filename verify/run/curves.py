"""Pictures of a run: for each item one curve, of the refuted statement that its judgement tells of, or of the tightest one. Stored beside the results; evidence of nothing."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from verify.claims.claim import Variant
from verify.claims.registry import Paper
from verify.evidence.judgement import reason_of, statement_of
from verify.evidence.proofs import judgements
from verify.run.catalogue import describe
from verify.run.curve import curve
from verify.run.store import key_of, write_json

FILE, SCHEMA = "curves.json", "claimcheck.curves/1"
TRIES = 4
"""Statements of an item that are tried before it has no picture."""
TIGHT = Fraction(9, 10)
"""Ratio of the smaller side to the larger one from which on an inequality that holds is tight."""

Choice = tuple[tuple[Variant, Mapping[str, Any]], ...]
"""Statements of one item that may be drawn, each with its instance, the most telling first."""


def choices(papers: Mapping[str, Paper], ids: Sequence[str], rows: Iterable[Mapping[str, Any]], folder: Path) -> list[Choice]:
    """What may be drawn of each item, in the order of the papers; ``folder`` holds the certificates."""
    of_id: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        of_id.setdefault(str(row["id"]), []).append(row)
    found = []
    for listed in describe(dict(papers), ids)["papers"]:
        judged = judgements(listed["items"], of_id)
        for item in listed["items"]:
            paper = papers[listed["id"]]
            variants = {variant.key: variant for variant in paper.variants(item["id"])} if item["variants"] else {}
            own = _ordered(item, of_id.get(item["id"], ()), judged[item["id"]].sentence)
            drawn = [(variants[key], instance) for row in own if (key := key_of(row)) in variants and (instance := _instance(row, folder)) is not None]
            if drawn:
                found.append(tuple(drawn[:TRIES]))
    return found


def _ordered(item: Mapping[str, Any], rows: Iterable[Mapping[str, Any]], sentence: str) -> list[Mapping[str, Any]]:
    """The refuted and the tight statements of an item: the one that its judgement tells of first, then failing ones before corrected ones before tight ones, the most literal first."""
    described = {(variant["part"], variant["reading"]): variant for variant in item["variants"]}

    def rank(row: Mapping[str, Any]) -> tuple[bool, bool, bool, bool, int]:
        statement = statement_of(row, described.get((row["part"], row["reading"]), {}))
        kinds = list(statement.standings.values())
        refuted = row["status"] == "REFUTED"
        return (not refuted, not (refuted and reason_of(statement) in sentence), statement.outcome != "fails", "strict" in kinds, sum(kind != "printed" for kind in kinds))

    return sorted((row for row in rows if row["status"] == "REFUTED" or _tight(row)), key=rank)


def _tight(row: Mapping[str, Any]) -> bool:
    """Whether an inequality holds and is nearly attained."""
    found = row.get("tightness") or {}
    ratios = [Fraction(str(found[key])) for key in ("exactly", "ratio_at_least", "ratio_at_most") if found.get(key) is not None]
    return row["status"] in ("PROVED", "SUPPORTED") and bool(found.get("at")) and bool(ratios) and TIGHT <= ratios[0] <= 1 / TIGHT


def _instance(row: Mapping[str, Any], folder: Path) -> Mapping[str, Any] | None:
    """The instance that refutes a statement, from its certificate, or at which it is tightest."""
    if row["status"] != "REFUTED":
        at: Mapping[str, Any] = row["tightness"]["at"]
        return at
    try:
        found = json.loads((folder / row["certificate"]).read_text(encoding="utf-8"))["evidence"].get("instance")
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
    return found if isinstance(found, Mapping) else None


def first_drawn(choice: Choice) -> dict[str, Any] | None:
    """The curve of the first statement that has one."""
    return next((found for variant, instance in choice if (found := curve(variant, instance)) is not None), None)


def store(folder: Path, found: Sequence[dict[str, Any]]) -> None:
    """Write the curves beside the results."""
    write_json(folder / FILE, {"schema": SCHEMA, "curves": list(found)})


__all__ = ["FILE", "SCHEMA", "Choice", "choices", "first_drawn", "store"]
