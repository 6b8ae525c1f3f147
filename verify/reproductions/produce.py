"""One reproduction: from the cache if nothing changed, else computed, drawn, compared, judged and stored."""

from __future__ import annotations

import hashlib
import json
import platform
import time
from collections.abc import Mapping
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from verify.claims.registry import load_installed
from verify.reproductions import store, verdicts
from verify.reproductions.artefact import NotHere, Setting
from verify.reproductions.data import DataError, digest
from verify.reproductions.plots import matplotlib_or_refuse, picture
from verify.reproductions.registry import Installed
from verify.reproductions.sources import sources_digest
from verify.run.store import StoreError

DONE, NOT_CHECKED = "DONE", "NOT_CHECKED"
LIBRARIES = ("claimcheck", "numpy", "scipy", "sympy", "mpmath", "python-flint", "POT", "torch", "scikit-learn", "matplotlib")


def produce(made: Installed, scale: str, seed: int, device: str, data: Path | None, results: Path) -> tuple[dict[str, Any], bool]:
    """The record of a reproduction at a scale, and whether it was at hand already.

    Where a file, a device or an extra is missing the status is ``NOT_CHECKED`` with the reason; it is stored only where there is no record yet.

    Raises
    ------
    StoreError
        If the results folder cannot be written.
    """
    what, chosen = made.reproduction, made.reproduction.scales[scale]
    used = device if device in what.devices else "cpu"
    folder = store.folder_of(results, what.id, scale)
    base = {"schema": store.SCHEMA, "id": what.id, "title": what.title, "shows": what.shows, "scale": scale, "scale_words": chosen.words, "seed": seed,
            "command": f"claimcheck reproduce {what.id} --scale {scale} --device {device} --seed {seed}", "about": list(what.claims), "claims": [], "comparisons": [],
            "notes": [], "key": ""}
    try:
        matplotlib_or_refuse()
        if chosen.device == "cuda" and used != "cuda":
            raise NotHere(f"hardware missing: not run at scale {scale}: it is meant for a CUDA device; give --device cuda where there is one")
        files = {file.name: file.find(data) for file in chosen.data}
        digests = {name: digest(path) for name, path in files.items()}
        versions = _versions()
        key = _key({"id": what.id, "scale": scale, "seed": seed, "device": used, "device_name": device_name(used), "data": digests, "versions": versions,
                    "sources": sources_digest(made.module), "statements": _statements(what.claims)})
        known = _known(folder, key)
        if known is not None:
            return known, True
        began, spent = time.perf_counter(), time.process_time()
        produced = what.compute(Setting(scale, seed, used, files))
    except (NotHere, DataError, FileNotFoundError, ImportError) as reason:
        record = {**base, "status": NOT_CHECKED, "reason": _reason(reason)}
        if not folder.exists():
            store.write(folder, record, {})
        return {**record, "files": {}}, False
    wall, processor = time.perf_counter() - began, time.process_time() - spent
    rows = list(produced.rows)
    outputs = {store.ROWS: store.rows_to_csv(rows), **{f"{name}.svg": picture(draw, rows) for name, draw in what.draws.items()}, **produced.files}
    kept = {name: runs for name, runs in produced.runs.items() if name in what.keeps}
    if kept:
        outputs[store.RUNS] = store.runs_to_json(kept)
    record = {
        **base, "status": DONE, "reason": "", "key": key, "device": {"name": used, "model": device_name(used)}, "versions": versions, "data": digests,
        "wall_seconds": round(wall, 3), "processor_seconds": round(processor, 3), "rows": len(rows), "notes": list(produced.notes),
        "comparisons": [asdict(line) for line in what.compare(rows, scale)], "claims": _decide(what.claims, produced.runs, {"record": what.id, "scale": scale}),
    }
    store.write(folder, record, outputs)
    return {**record, "files": dict.fromkeys(outputs, "")}, False


def device_name(device: str) -> str:
    """The model of a device, as it names itself."""
    if device == "cuda":
        import torch

        return str(torch.cuda.get_device_name())
    return platform.processor() or platform.machine()


def _known(folder: Path, key: str) -> dict[str, Any] | None:
    try:
        found = store.read(folder)
    except StoreError:
        return None  # damaged: it is made again
    return found if found is not None and found["status"] == DONE and found["key"] == key else None


def _decide(ids: tuple[str, ...], runs: verdicts.Runs, source: Mapping[str, str]) -> list[dict[str, Any]]:
    if not ids or not runs:
        return []
    papers, _ = load_installed({id.partition("/")[0] for id in ids})
    return [line for name, paper in papers.items() for line in verdicts.decide(paper, tuple(id for id in ids if id.startswith(f"{name}/")), runs, source)]


def _statements(ids: tuple[str, ...]) -> dict[str, list[str]]:
    """Digests of the statements that the runs decide."""
    if not ids:
        return {}
    papers, _ = load_installed({id.partition("/")[0] for id in ids})
    return {id: [variant.digest for variant in papers[id.partition("/")[0]].variants(id)] for id in ids if id.partition("/")[0] in papers}


def _reason(error: Exception) -> str:
    text = " ".join(str(error).split())
    if isinstance(error, NotHere):
        return text
    return f"extra missing: {text}" if isinstance(error, ImportError) else f"data missing: {text}"


def _versions() -> dict[str, str]:
    found = {"python": platform.python_version()}
    for name in LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "absent"
    return found


def _key(content: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()
