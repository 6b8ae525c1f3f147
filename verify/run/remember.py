"""Counterexamples of a run or a campaign, put beside the papers for later runs."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from verify.claims import remembered
from verify.claims.claim import Variant
from verify.claims.nodes import from_json
from verify.claims.registry import Paper
from verify.engines import search
from verify.engines.task import EFFORTS, Task
from verify.evidence.checker.check import check_data
from verify.run.store import StoreError, write_json

Key = tuple[str, str, str]
Stored = dict[str, Any]


@dataclass(slots=True)
class Kept:
    """What was put beside the papers, and what was not."""

    added: dict[Path, int] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)
    """Evidence that the checker does not confirm, in words."""
    dropped: int = 0
    """Instances that refute nothing which shorter ones do not refute."""


def remember(documents: Iterable[Stored], papers: Mapping[str, Paper], files: Mapping[str, Path | None], known: Collection[Key] = (), say: Callable[[str], None] | None = None) -> Kept:
    """Take the instances of refutations, those of ``known`` statements excepted, into the ``files`` of their papers; ``documents``: certificates as :func:`refutations` reads them.

    The checker confirms each before it is taken. Of an id's instances, old ones too, those are kept that refute a part and reading which no shorter one refutes.
    Raises StoreError if a file cannot be written, ClaimError for a damaged file.
    """
    kept = Kept()
    fresh: dict[Path, dict[str, list[Stored]]] = {}
    before: dict[Path, dict[str, list[Stored]]] = {}
    changed: dict[Path, set[str]] = {}
    for document in documents:
        id = document["claim"]
        path = files.get(id.partition("/")[0])
        if path is None or (id, document["part"], document["reading"]) in known:
            continue
        if path not in before:
            before[path] = remembered.stored(path)
            fresh[path] = dict(before[path])
        by_id = fresh[path]
        instance = document["evidence"]["instance"]
        if instance in by_id.get(id, []):
            continue
        outcome = check_data(document, id)
        if outcome.status != "confirmed":
            kept.refused.append(outcome.why)
            continue
        by_id[id] = [*by_id.get(id, []), instance]
        changed.setdefault(path, set()).add(id)
    for path, ids in changed.items():
        for id in sorted(ids):
            listed = fresh[path][id]
            fresh[path][id] = fewest(papers[id.partition("/")[0]].variants(id), listed)
            kept.dropped += len(listed) - len(fresh[path][id])
            new = sum(one not in before[path].get(id, []) for one in fresh[path][id])
            if new:
                kept.added[path] = kept.added.get(path, 0) + new
                if say is not None:
                    say(f"{id}: {new} of {len(fresh[path][id])}")
        write_json(path, {"schema": remembered.SCHEMA, "instances": {id: listed for id, listed in sorted(fresh[path].items()) if listed}})
    return kept


def fewest(variants: Sequence[Variant], listed: Sequence[Stored]) -> list[Stored]:
    """The shortest instances at which the same statements are false."""
    open_ = [Task(v, EFFORTS["standard"]) for v in variants]
    kept = []
    for one in sorted(listed, key=lambda instance: len(json.dumps(instance))):
        given = {name: from_json(data) for name, data in one.items()}
        left = [task for task in open_ if not search.fails_at(task, given)]
        if len(left) < len(open_):
            kept.append(one)
        open_ = left
    return kept


def refutations(folder: Path) -> Iterator[Stored]:
    """Certificates of exact instances at which a statement is false, the shortest first. Raises StoreError if there is no such folder."""
    place = folder / "certificates"
    if not place.is_dir():
        raise StoreError(f"{place}: no such folder; name the folder of a run or a campaign")
    for file in sorted(place.glob("*.json"), key=lambda one: (one.stat().st_size, one.name)):
        try:
            document = json.loads(file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            continue  # a damaged file is no evidence
        if not isinstance(document, dict) or (document.get("status"), document.get("kind")) != ("REFUTED", "witness"):
            continue
        evidence = document.get("evidence")
        if all(isinstance(document.get(name), str) for name in ("claim", "part", "reading")) and isinstance(evidence, dict) and isinstance(evidence.get("instance"), dict):
            yield document
