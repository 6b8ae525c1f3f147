"""What installed papers hold, kept in the user's folder for caches while no source changes: to list items, to show one or to meet a mistyped id, no paper is loaded.

A file holds one or two lines: the ids, with the names, sizes and times of the sources that they were read from; and, once it was loaded, the paper as it stands in ``claims.json``.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, entry_points, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from verify.run.folders import default_folder

SCHEMA = "claimcheck.contents/1"
FOLDER = ".papers"
"""Below the folder of the cache."""
GROUP = "claimcheck.papers"
LIBRARIES = ("sympy", "numpy")
"""Besides the sources, what a formula is written with."""

Record = Mapping[str, Any]


def read(name: str) -> Record | None:
    """An installed paper as it stands in ``claims.json``; None where it was not kept, or a source has changed since."""
    kept = _lines(name, 2)
    return kept[1] if len(kept) == 2 and [item["id"] for item in kept[1]["items"]] == kept[0]["ids"] else None


def keep(paper: Record) -> None:
    """Keep a paper that was just described; where the folder cannot be written, the next command loads the paper again."""
    _write(str(paper["id"]), [str(item["id"]) for item in paper["items"]], paper)


def _write(name: str, known: list[str], paper: Record | None) -> None:
    path = _path(name)
    sources = _sources(name)
    if path is None or sources is None:
        return
    lines = [{"schema": SCHEMA, "sources": sources, "ids": known}, *([] if paper is None else [paper])]
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
        temporary.replace(path)


def forget(cache: Path) -> None:
    """Remove what is kept of papers in a cache."""
    shutil.rmtree(cache / FOLDER, ignore_errors=True)


def ids(name: str) -> tuple[str, ...] | None:
    """The ids of an installed paper: as kept, else from its ledger alone; None where that cannot be imported."""
    if kept := _lines(name, 1):
        return tuple(map(str, kept[0]["ids"]))
    try:
        (value,) = _values(name)
        found = tuple(next(point for point in entry_points(group=GROUP, name=name) if point.value == value).load().LEDGER.index)
    except Exception:  # a paper may fail in any way; whoever needs it is told by the loader
        return None
    _write(name, list(found), None)
    return found


def all_ids(names: Iterable[str]) -> list[str]:
    """The ids of several installed papers."""
    return [id for name in names for id in ids(name) or ()]


def _lines(name: str, count: int) -> list[Any]:
    """The first lines of what is kept of a paper; none where there is nothing, it is damaged, or a source has changed since."""
    path = _path(name)
    if path is None:
        return []
    try:
        with path.open(encoding="utf-8") as file:
            kept = [json.loads(file.readline()) for _ in range(count)]
        return kept if kept[0]["schema"] == SCHEMA and kept[0]["sources"] == _sources(name) else []
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return []


def _path(name: str) -> Path | None:
    folder = default_folder()
    return None if folder is None else folder / FOLDER / f"{name}.json"


def _values(name: str) -> list[str]:
    return sorted({point.value for point in entry_points(group=GROUP, name=name)})


def _sources(name: str) -> list[Any] | None:
    """What the description of a paper depends on; None where its package cannot be found."""
    found: list[Any] = [sys.version, *map(_version, LIBRARIES), *_values(name)]
    for top in ["mechanisms", "verify", *(value.partition(":")[0].partition(".")[0] for value in _values(name))]:
        spec = find_spec(top)
        if spec is None:
            return None
        for root in spec.submodule_search_locations or [str(Path(spec.origin or "").parent)]:
            found += [root, *_files(root)]
    return found


def _version(library: str) -> str:
    try:
        return version(library)
    except PackageNotFoundError:
        return ""


@lru_cache(maxsize=16)
def _files(root: str) -> tuple[list[Any], ...]:
    """Path, size and time of the Python and JSON files below a folder, in order."""
    found: list[list[Any]] = []
    for entry in sorted(os.scandir(root), key=lambda one: one.name):
        if entry.is_dir() and entry.name != "__pycache__":
            found += _files(entry.path)
        elif entry.name.endswith((".py", ".json")):
            stat = entry.stat()
            found.append([entry.path, stat.st_size, stat.st_mtime_ns])
    return tuple(found)


__all__ = ["all_ids", "forget", "ids", "keep", "read"]
