"""What a run concludes from its verdicts: a statement that follows from proved statements of its paper is proved, and one that follows from others says from which."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from verify.claims import before
from verify.claims.claim import NO_HINTS, Variant
from verify.claims.nodes import heads
from verify.claims.registry import Paper
from verify.evidence.resting import Key, Proof, founded, premises
from verify.run.following import Question
from verify.run.rows import FOLDER, FOLLOWS, name_of
from verify.run.store import key_of

Entry = dict[str, Any]
Ask = Callable[[Sequence[Question]], Iterable[Entry]]
"""The answers to questions, in any order; those that met an error are left out."""
RANK = {"PROVED": 0, "SUPPORTED": 1}


def conclude(papers: Mapping[str, Paper], work: Sequence[Variant], entries: Mapping[Key, Entry], ask: Ask) -> dict[Key, Entry]:
    """The entries that change: statements that are proved now, and those that would follow from others.

    Statements are asked about again as long as more of what they may follow from is proved.
    """
    places = before.order(papers)
    digests = {variant.key: variant.digest for variant in work}
    offered = {variant.key: before.premises(papers, variant, places) for variant in work if _open(variant, entries[variant.key])}
    derived: dict[Key, Entry] = {}
    asked: dict[Key, tuple[Key, ...]] = {}
    settled = {key for key, entry in entries.items() if entry["row"]["status"] == "PROVED"}
    while True:
        proved = _proved(entries, digests, derived)
        todo = [question for variant in work if variant.key in offered and (variant.key not in proved or (variant.key in settled and variant.key not in derived))
                and (question := _question(variant, offered[variant.key], entries, proved)) is not None and asked.get(variant.key) != _sure(question)]
        if not todo:
            break
        asked |= {question.variant.key: _sure(question) for question in todo}
        for entry in ask(todo):
            if entry["certificate"] is not None:
                derived[key_of(entry["row"])] = entry
    status = {key: "PROVED" if key in proved else str(entry["row"]["status"]) for key, entry in entries.items()}
    return {key: _told(key, entries[key], entry, status) for key, entry in derived.items()}


def _open(variant: Variant, entry: Entry) -> bool:
    """Whether it may be asked what a statement follows from: it is not refuted, met no error, and there is no instance at which it has no value."""
    row = entry["row"]
    return row["status"] in ("PROVED", "SUPPORTED", "UNDECIDED") and not entry["errors"] and "no value" not in (row.get("coverage") or {}) and not heads(variant.formula) & {"outcome", "measured"}


def _proved(entries: Mapping[Key, Entry], digests: Mapping[Key, str], derived: Mapping[Key, Entry]) -> set[Key]:
    proofs = {key: Proof(digests[key]) for key, entry in entries.items() if entry["row"]["status"] == "PROVED" and key in digests}
    return founded({key: Proof(digests[key], premises(json.loads(entry["certificate"])["evidence"])) for key, entry in derived.items()} | proofs)


def _question(variant: Variant, others: Sequence[Variant], entries: Mapping[Key, Entry], proved: set[Key]) -> Question | None:
    """What is not refuted, each statement once; None where nothing is left."""
    status = {other.key: "PROVED" if other.key in proved else entries[other.key]["row"]["status"] if other.key in entries else "" for other in others}
    kept = sorted((other for other in others if status[other.key] != "REFUTED"), key=lambda other: RANK.get(status[other.key], len(RANK)))
    once: dict[str, Variant] = {}
    for other in kept:
        once.setdefault(other.digest, replace(other, hints=NO_HINTS))
    sure, settled = sum(status[other.key] == "PROVED" for other in once.values()), entries[variant.key]["row"]["status"] == "PROVED"
    return Question(replace(variant, hints=NO_HINTS), tuple(once.values()), sure, settled) if once else None


def _sure(question: Question) -> tuple[Key, ...]:
    return tuple(other.key for other in question.others[: question.proved])


def _told(key: Key, entry: Entry, derivation: Entry, status: Mapping[Key, str]) -> Entry:
    """The entry of a statement with its proof, or with the conditional proof beside its verdict. ``status``: of each statement, as it is concluded."""
    row, own = entry["row"], derivation["row"]
    evidence = json.loads(derivation["certificate"])["evidence"]
    proved = status[key] == "PROVED" and row["status"] != "PROVED"
    path = own["certificate"] if proved else f"{FOLDER}/{FOLLOWS}/{name_of(key)}"
    rests = [{"id": other[0], "part": other[1], "reading": other[2], "digest": digest, "status": status.get(other, "")} for other, digest in premises(evidence)]
    follows = {"from": rests, "summary": own["summary"], "certificate": path}
    if not proved:
        return {**entry, "row": row | {"follows": follows}, "follows": {path: derivation["certificate"]}}
    coverage = (row.get("coverage") or {}) | {"reached": "the whole declared domain", "share": 1.0}
    findings = [*row["findings"], {"engine": "lemmas", "status": "PROVED", "summary": own["summary"], "certificate": path, "undecided_share": 0.0}]
    return {**entry, "row": row | {"status": "PROVED", "summary": own["summary"], "coverage": coverage, "certificate": path, "findings": findings, "follows": follows},
            "certificate": derivation["certificate"]}


__all__ = ["conclude"]
