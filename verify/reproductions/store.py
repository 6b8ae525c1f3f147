"""Records on disk: ``DIR/reproductions/<paper>__<item>/<scale>/`` with ``rows.csv``, plots, ``runs.json`` where experiments are decided, and ``record.json``, each folder written whole or not at all."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import math
import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from verify.reproductions.artefact import Row
from verify.run.store import StoreError, unwritable
from verify.schemas.shape import problem

SCHEMA = "claimcheck.reproduction/1"
FOLDER = "reproductions"
RECORD = "record.json"
ROWS = "rows.csv"
RUNS = "runs.json"
_TEXTS = ("id", "title", "shows", "scale", "status", "reason", "key", "command")


def folder_of(results: Path, id: str, scale: str) -> Path:
    """Where the record of a scale lies."""
    return results / FOLDER / id.replace("/", "__") / scale


def write(folder: Path, record: Mapping[str, Any], files: Mapping[str, bytes]) -> None:
    """Put a record with its files in the place of an earlier one. Raises StoreError; what was there then stays."""
    whole = {**files, RECORD: (json.dumps({**record, "files": {name: _sha(content) for name, content in sorted(files.items())}}, indent=1, sort_keys=True) + "\n").encode()}
    fresh, old = (folder.with_name(f".{folder.name}.{os.getpid()}.{word}") for word in ("new", "old"))
    created: list[Path] = []
    try:
        try:
            created = _make(folder.parent)
            fresh.mkdir()
            for name, content in whole.items():
                (fresh / name).write_bytes(content)
            if folder.exists():
                folder.replace(old)
            fresh.replace(folder)
        except BaseException:
            shutil.rmtree(fresh, ignore_errors=True)
            if old.exists() and not folder.exists():
                old.replace(folder)
            for made in reversed(created):
                made.rmdir()
            raise
        shutil.rmtree(old, ignore_errors=True)
    except OSError as error:
        raise unwritable(folder, error) from None


def _make(folder: Path) -> list[Path]:
    """Make a folder; the folders that were not there before, outermost first."""
    missing = [place for place in (folder, *folder.parents) if not place.exists()][::-1]
    folder.mkdir(parents=True, exist_ok=True)
    return missing


def read(folder: Path) -> dict[str, Any] | None:
    """The record of a folder; None where there is none. Raises StoreError if it is damaged, or one of its files altered or missing."""
    path = folder / RECORD
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError, RecursionError) as error:
        raise StoreError(f"{path}: must be JSON, got {error}; run 'claimcheck reproduce' again") from None
    if not isinstance(data, dict) or data.get("schema") != SCHEMA:
        raise StoreError(f"{path}: the schema must be {SCHEMA}, got {data.get('schema') if isinstance(data, dict) else type(data).__name__}; run 'claimcheck reproduce' again")
    if not all(isinstance(data.get(key), str) for key in _TEXTS) or not all(isinstance(data.get(key), list) for key in ("comparisons", "claims", "notes")) \
            or not isinstance(data.get("files"), dict):
        raise StoreError(f"{path}: must have {', '.join(_TEXTS)}, comparisons, claims, notes and files, got another shape; run 'claimcheck reproduce' again")
    if (wrong := problem("reproduction", data)) is not None:
        raise StoreError(f"{path}: {wrong}; run 'claimcheck reproduce' again")
    for name, expected in data["files"].items():
        content = _content(folder / name) if "/" not in name else None
        if content is None or _sha(content) != expected:
            raise StoreError(f"{folder / name}: must be as it was written, got {'no such file' if content is None else 'another content'}; run 'claimcheck reproduce' again")
    return data


def read_all(results: Path) -> list[dict[str, Any]]:
    """All records of a results folder, by id and scale. Raises StoreError for a damaged one."""
    found = [read(path.parent) for path in sorted((results / FOLDER).glob(f"*/*/{RECORD}")) if not path.parent.name.startswith(".")]
    return [record for record in found if record is not None]


def _content(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None


def _sha(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


# --- rows ------------------------------------------------------------------------------------------------------------


def rows_to_csv(rows: Sequence[Row]) -> bytes:
    """Rows as CSV with a header; floats in the shortest form that gives them back."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    if rows:
        columns = list(rows[0])
        writer.writerow(columns)
        for position, row in enumerate(rows):
            if list(row) != columns:
                raise ValueError(f"row {position}: must have the columns {', '.join(columns)}, got {', '.join(row)}; give all rows the same")
            writer.writerow(["" if row[c] is None else repr(row[c]) if isinstance(row[c], float) else row[c] for c in columns])
    return stream.getvalue().encode()


def rows_from_csv(content: bytes) -> list[dict[str, Any]]:
    """Rows as they were written: whole numbers, floats, text, None where empty."""
    return [{column: _parsed(text) for column, text in row.items()} for row in csv.DictReader(io.StringIO(content.decode()))]


def _parsed(text: str) -> Any:
    if text == "":
        return None
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


# --- measured numbers ------------------------------------------------------------------------------------------------


def runs_to_json(runs: Mapping[str, Mapping[int, Mapping[str, Any]]]) -> bytes:
    """What each seed of each protocol measured; tables are objects with the arguments as text, infinite and undefined numbers are text."""
    return (json.dumps({name: {str(seed): _plain(fields) for seed, fields in by_seed.items()} for name, by_seed in runs.items()}, indent=1, sort_keys=True) + "\n").encode()


def runs_from_json(content: bytes) -> dict[str, dict[int, dict[str, Any]]]:
    """Runs as they were written, numbers that are text as floats."""
    return {name: {int(seed): _numbers(fields) for seed, fields in by_seed.items()} for name, by_seed in json.loads(content).items()}


def _plain(measured: Any) -> Any:
    if isinstance(measured, Mapping):
        return {str(key): _plain(value) for key, value in measured.items()}
    number = float(measured)
    return number if math.isfinite(number) else str(number)


def _numbers(stored: Any) -> Any:
    return {key: _numbers(value) for key, value in stored.items()} if isinstance(stored, dict) else float(stored)
