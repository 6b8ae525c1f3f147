"""Counterexamples of a run or a campaign, put beside the papers for later runs."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from verify.claims import remembered
from verify.evidence.checker.check import check_data
from verify.run.store import StoreError, write_json

MOST = 12
"""Instances kept for one id: every part and reading of it looks at all of them."""
Key = tuple[str, str, str]


@dataclass(slots=True)
class Kept:
    """What was put beside the papers, and what was not."""

    added: dict[Path, int] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)
    """Evidence that the checker does not confirm, in words."""
    left_out: int = 0
    """Instances of ids that have enough of them."""


def remember(folder: Path, files: Mapping[str, Path | None], known: Collection[Key] = (), say: Callable[[str], None] | None = None) -> Kept:
    """Take the instances of the refutations in a folder of results or of a campaign, those of ``known`` statements excepted, into the ``files`` of their papers.

    The checker confirms each before it is taken. Raises StoreError if the folder holds no evidence or a file cannot be written, ClaimError for a damaged file.
    """
    kept = Kept()
    fresh: dict[Path, dict[str, list[dict[str, Any]]]] = {}
    for document in refutations(folder):
        id = document["claim"]
        path = files.get(id.partition("/")[0])
        if path is None or (id, document["part"], document["reading"]) in known:
            continue
        by_id = fresh.setdefault(path, remembered.stored(path))
        listed = by_id.get(id, [])
        instance = document["evidence"]["instance"]
        if instance in listed:
            continue
        if len(listed) >= MOST:
            kept.left_out += 1
            continue
        outcome = check_data(document, id)
        if outcome.status != "confirmed":
            kept.refused.append(outcome.why)
            continue
        by_id[id] = [*listed, instance]
        kept.added[path] = kept.added.get(path, 0) + 1
        if say is not None:
            say(f"{id}  {document['part']}  {document['reading']}")
    for path in kept.added:
        write_json(path, {"schema": remembered.SCHEMA, "instances": dict(sorted(fresh[path].items()))})
    return kept


def refutations(folder: Path) -> Iterator[dict[str, Any]]:
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
