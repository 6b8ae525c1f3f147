"""Experiment claims on stored records: the experiment engine with the runs that a record holds in the place of new ones.

Runs that take hours, a GPU or data are made once, by ``claimcheck reproduce``; their measured numbers stand in ``runs.json`` of the record. A verdict is never stored with them: the statement is
evaluated with these numbers each time. A record holds runs only at a scale that decides something.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from verify.claims.nodes import walk
from verify.engines import experiment
from verify.engines.task import Finding, Task
from verify.reproductions import store
from verify.run.store import StoreError

SHIPPED = "records"
"""Folder of records beside the modules of a package that registers reproductions."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """Runs of one protocol, fields by seed, and the record that holds them: its id, scale and device, and the SHA-256 of its numbers."""

    record: str
    scale: str
    device: str
    sha256: str
    runs: Mapping[int, Mapping[str, Any]]

    @property
    def source(self) -> dict[str, str]:
        """The record as certificates name it."""
        return {"record": self.record, "scale": self.scale, "device": self.device, "sha256": self.sha256}


def decide(task: Task, folders: Sequence[Path]) -> Finding:
    """The experiment engine on the recorded runs where every protocol of the statement has some, else on new runs of the installed protocols. Raises StoreError for a damaged record."""
    wanted = sorted({str(node.args[0]) for node in walk(task.variant.formula) if node.head == "measured"})
    found = runs_of(tuple(folders))
    if not wanted or not set(wanted) <= set(found):
        return experiment.decide(task)
    chosen = {name: found[name] for name in wanted}
    seeds = sorted(set.intersection(*(set(one.runs) for one in chosen.values())))
    if not seeds:
        return experiment.decide(task)
    return experiment.decide(task, {name: replay(one.runs) for name, one in chosen.items()}, seeds=seeds, sources={name: one.source for name, one in chosen.items()})


def replay(by_seed: Mapping[int, Mapping[str, Any]]) -> experiment.Protocol:
    """A protocol that returns what was measured."""
    return lambda seed, effort, device, data: by_seed[seed]


# --- records on disk -------------------------------------------------------------------------------------------------


def shipped() -> tuple[Path, ...]:
    """Folders of records that installed packages with reproductions carry."""
    places: dict[Path, None] = {}
    for point in entry_points(group=experiment.GROUP):
        top = point.value.partition(":")[0].partition(".")[0]
        spec = find_spec(top)
        for root in (spec.submodule_search_locations or ()) if spec is not None else ():
            if (Path(root) / SHIPPED / store.FOLDER).is_dir():
                places[Path(root) / SHIPPED] = None
    return tuple(sorted(places))


def folders_of(given: str | None) -> tuple[Path, ...]:
    """Where records are looked for: the given results folder first, then those that are shipped."""
    return (*(() if given is None else (Path(given),)), *shipped())


@lru_cache(maxsize=8)
def runs_of(folders: tuple[Path, ...]) -> Mapping[str, Recorded]:
    """Runs by protocol. An earlier folder comes before a later one; within a folder the record with more runs counts. Raises StoreError for a damaged record, or a protocol with runs of two ids."""
    found: dict[str, Recorded] = {}
    for folder in folders:
        here: dict[str, Recorded] = {}
        for record in store.read_all(folder):
            for name, one in _of(folder, record):
                other = here.get(name)
                if other is not None and other.record != one.record:
                    raise StoreError(f"{folder}: runs of a protocol must be in records of one id, got {name} in {other.record} and {one.record}; remove one of them")
                if other is None or len(one.runs) > len(other.runs):
                    here[name] = one
        found = {**here, **found}
    return found


def _of(folder: Path, record: Mapping[str, Any]) -> Iterable[tuple[str, Recorded]]:
    if record["status"] != "DONE" or store.RUNS not in record["files"]:
        return
    place = store.folder_of(folder, record["id"], record["scale"])
    device = f"{record['device']['name']} ({record['device']['model']})"
    for name, by_seed in store.runs_from_json((place / store.RUNS).read_bytes()).items():
        yield name, Recorded(record["id"], record["scale"], device, record["files"][store.RUNS], by_seed)


def fingerprint(folders: Sequence[Path]) -> str:
    """SHA-256 over the runs that statements may be decided by."""
    held = sorted((name, one.sha256) for name, one in runs_of(tuple(folders)).items())
    return hashlib.sha256(json.dumps(held).encode()).hexdigest()


def bring(folders: Sequence[Path], ids: Iterable[str], results: Path) -> list[str]:
    """Copy the records about these ids, with their plots, into a results folder, where reports find them; what is there stays. The ids of the copied records."""
    wanted, copied = set(ids), []
    for folder in folders:
        for record in store.read_all(folder):
            source, target = (store.folder_of(root, record["id"], record["scale"]) for root in (folder, results))
            if wanted & {record["id"], *record.get("about", [])} and not target.exists():
                try:
                    shutil.copytree(source, target)
                except OSError as error:
                    shutil.rmtree(target, ignore_errors=True)
                    raise StoreError(f"{target}: must be writable, got {error.strerror or error}; choose another folder") from None
                copied.append(record["id"])
    return copied
