"""Results on disk: written to a temporary file and renamed, so that a reader never sees half of one."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

RESULTS = "claimcheck.results/1"
CLAIMS = "claimcheck.claims/1"


class StoreError(Exception):
    """A results folder that cannot be read or written: where, what must hold, what to do."""


def write(path: Path, text: str) -> None:
    """Write a file through a temporary one. Raises StoreError if the folder cannot be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_name(f".{path.name}.{os.getpid()}")
        temporary.write_text(text, encoding="utf-8")
        temporary.replace(path)
    except OSError as error:
        raise StoreError(f"{path}: the output folder must be writable, got {error.strerror or error}; choose another with --out") from None


def write_json(path: Path, data: Any) -> None:
    write(path, json.dumps(data, indent=1, ensure_ascii=True) + "\n")


def read_results(folder: Path) -> dict[str, Any]:
    """results.json of a folder. Raises StoreError when it is missing, damaged or of another schema."""
    path = folder / "results.json"
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise StoreError(f"{path}: no results here; run 'claimcheck run PAPER --out {folder}' first") from None
    except (OSError, ValueError, RecursionError) as error:
        raise StoreError(f"{path}: must be JSON, got {error}; run again with --out {folder}") from None
    if not isinstance(data, dict) or data.get("schema") != RESULTS or not isinstance(data.get("results"), list):
        raise StoreError(f"{path}: the schema must be {RESULTS}, got {data.get('schema') if isinstance(data, dict) else type(data).__name__}; run again")
    return data


class Journal:
    """Finished rows, one JSON line each, so that an interrupted run can go on where it stopped."""

    def __init__(self, folder: Path, header: Mapping[str, Any]) -> None:
        self.path = folder / "progress.jsonl"
        self.header = {"schema": "claimcheck.progress/1", **header}

    def resume(self) -> dict[tuple[str, str, str], dict[str, Any]]:
        """Rows of an interrupted run with the same settings; a journal of another run or a torn last line is left out."""
        done: dict[tuple[str, str, str], dict[str, Any]] = {}
        lines = self._lines()
        first = next(lines, None)
        if first != self.header:
            return {}
        for entry in lines:
            try:
                row = entry["row"]
                done[(row["id"], row["part"], row["reading"])] = entry
            except (KeyError, TypeError):
                continue
        return done

    def _lines(self) -> Iterator[Any]:
        try:
            text = self.path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            return
        for line in text.splitlines():
            try:
                yield json.loads(line)
            except ValueError:
                return

    def start(self, kept: Mapping[Any, Mapping[str, Any]]) -> None:
        """Begin the journal with what is kept."""
        text = "\n".join(json.dumps(entry) for entry in [self.header, *kept.values()]) + "\n"
        write(self.path, text)

    def add(self, entry: Mapping[str, Any]) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")

    def finish(self) -> None:
        self.path.unlink(missing_ok=True)
