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
from verify.engines.calibrate import Plan, plan
from verify.engines.task import EFFORTS, Task
from verify.evidence.checker.check import check_data
from verify.run.store import Key, StoreError, write_json

Stored = dict[str, Any]
Open = tuple[Task, Plan]
"""A statement, and how its instances are completed."""


@dataclass(slots=True)
class Kept:
    """What was put beside the papers, and what was not."""

    added: dict[Path, int] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)
    """Evidence that the checker does not confirm, in words."""
    dropped: int = 0
    """Instances that refute nothing which shorter ones do not refute."""


def remember(documents: Iterable[Stored], papers: Mapping[str, Paper], files: Mapping[str, Path | None], known: Collection[Key] = (), say: Callable[[str], None] | None = None) -> Kept:
    """Take instances of refutations into the ``files`` of their papers; ``documents``: certificates as :func:`refutations` reads them.

    Of an id's instances, old ones too, those are kept that refute a part and reading which no shorter one refutes; parts and readings that are ``known`` to be
    refuted, but by old instances, do not count. So what refutes a known reading is taken for the others that it refutes. The checker confirms each that is taken.
    Raises StoreError if a file cannot be written, ClaimError for a damaged file.
    """
    kept = Kept()
    by_id: dict[str, list[Stored]] = {}
    for document in documents:
        if files.get(document["claim"].partition("/")[0]) is not None:
            by_id.setdefault(document["claim"], []).append(document)
    instances: dict[Path, dict[str, list[Stored]]] = {}
    for id, found in sorted(by_id.items()):
        name = id.partition("/")[0]
        path = files[name]
        assert path is not None
        if path not in instances:
            instances[path] = dict(remembered.stored(path))
        old = instances[path].get(id, [])
        tasks = _tasks(papers[name].variants(id))
        counted = [one for one in tasks if one[0].variant.key not in known or any(_fails(one, instance) for instance in old)]
        listed, unconfirmed = list(old), {}
        for document in found:
            instance = document["evidence"]["instance"]
            if instance in listed:
                continue
            if (id, document["part"], document["reading"]) in known:  # there are many of these, and most refute nothing else
                unconfirmed[json.dumps(instance)] = document
            elif not _confirmed(document, kept):
                continue
            listed.append(instance)
        while True:
            chosen = _fewest(counted, listed)
            refused = [instance for instance in chosen if json.dumps(instance) in unconfirmed and not _confirmed(unconfirmed.pop(json.dumps(instance)), kept)]
            if not refused:
                break
            listed = [instance for instance in listed if instance not in refused]
        new = sum(instance not in old for instance in chosen)
        kept.dropped += len(listed) - len(chosen)
        if chosen == old:
            continue
        instances[path][id] = chosen
        kept.added[path] = kept.added.get(path, 0) + new
        if say is not None and new:
            say(f"{id}: {new} of {len(chosen)}")
    for path in kept.added:
        write_json(path, {"schema": remembered.SCHEMA, "instances": {id: listed for id, listed in sorted(instances[path].items()) if listed}})
    kept.added = {path: new for path, new in kept.added.items() if new}
    return kept


def _confirmed(document: Stored, kept: Kept) -> bool:
    """Whether the checker confirms a certificate; if not, why is added to what was refused."""
    outcome = check_data(document, document["claim"])
    if outcome.status != "confirmed":
        kept.refused.append(outcome.why)
    return outcome.status == "confirmed"


def fewest(variants: Sequence[Variant], listed: Sequence[Stored]) -> list[Stored]:
    """The shortest instances at which the same statements are false."""
    return _fewest(_tasks(variants), listed)


def _tasks(variants: Sequence[Variant]) -> list[Open]:
    tasks = [Task(v, EFFORTS["standard"]) for v in variants]
    return [(task, plan(task)) for task in tasks]


def _fewest(open_: list[Open], listed: Sequence[Stored]) -> list[Stored]:
    kept = []
    for one in sorted(listed, key=lambda instance: len(json.dumps(instance))):
        if not open_:
            break
        left = [entry for entry in open_ if not _fails(entry, one)]
        if len(left) < len(open_):
            kept.append(one)
        open_ = left
    return kept


def _fails(entry: Open, instance: Stored) -> bool:
    return search.fails_at(entry[0], {name: from_json(data) for name, data in instance.items()}, entry[1])


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
