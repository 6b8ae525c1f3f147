"""Results on disk: written to a temporary file and renamed, so that a reader never sees half of one."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from verify.schemas.shape import problem
from verify.values.indented import indented

RESULTS = "claimcheck.results/2"
EARLIER = "claimcheck.results/1"
"""Results without severities, which are read as such."""
CLAIMS = "claimcheck.claims/1"
DECISIVE = ("PROVED", "REFUTED")
"""Verdicts that stand on a certificate which the checker confirmed, or not at all."""
Key = tuple[str, str, str]
"""What names a statement: id, part and reading."""


def key_of(row: Mapping[str, Any]) -> Key:
    """What names a row, whatever its shape is."""
    return str(row.get("id")), str(row.get("part")), str(row.get("reading"))


class StoreError(Exception):
    """A results folder that cannot be read or written: where, what must hold, what to do."""


class Unfounded(Exception):
    """A verdict without evidence was about to be written: a fault of the program."""


def write(path: Path, text: str) -> None:
    """Write a file through a temporary one. Raises StoreError if the folder cannot be written."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            temporary.write_text(text, encoding="utf-8")
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise unwritable(path, error) from None


def remove_torn(folder: Path) -> None:
    """Remove the temporary files of processes that were killed while they wrote."""
    for left in folder.glob(".*.[0-9]*"):
        writer = left.name.rpartition(".")[2]
        if writer.isdigit() and not _is_alive(int(writer)):
            left.unlink(missing_ok=True)


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        pass  # it is somebody else's
    return True


def unwritable(path: Path, error: OSError) -> StoreError:
    """The error that names an output folder which cannot be written."""
    got = "a file in the place of a folder" if isinstance(error, FileExistsError | NotADirectoryError) else error.strerror or str(error)
    return StoreError(f"{path}: the output folder must be writable, got {got}; choose another with --out")


def write_json(path: Path, data: Any) -> None:
    write(path, indented(data) + "\n")


def write_results(folder: Path, results: Mapping[str, Any]) -> None:
    """Write ``results.json``. Raises Unfounded for a decisive row without a certificate: nothing writes one."""
    for row in results["results"]:
        if (row["status"] in DECISIVE) != bool(row.get("certificate")):
            raise Unfounded(f"{row['id']} {row['part']} {row['reading']}: {row['status']} must have a certificate exactly if it decides, got {row['certificate']}")
    write_json(folder / "results.json", results)


def read_results(folder: Path) -> dict[str, Any]:
    """results.json of a folder. Raises StoreError when it is missing, damaged or of another schema."""
    path = folder / "results.json"
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise StoreError(f"{path}: no results here; run 'claimcheck run PAPER --out {folder}' first") from None
    except (OSError, ValueError, RecursionError) as error:
        raise StoreError(f"{path}: must be JSON, got {error}; run again with --out {folder}") from None
    if isinstance(data, dict) and data.get("schema") == EARLIER:
        data["schema"] = RESULTS
    if not isinstance(data, dict) or data.get("schema") != RESULTS or not isinstance(data.get("results"), list):
        raise StoreError(f"{path}: the schema must be {RESULTS}, got {data.get('schema') if isinstance(data, dict) else type(data).__name__}; run again")
    for position, row in enumerate(data["results"]):
        if not isinstance(row, dict) or not all(isinstance(row.get(key), str) for key in ("id", "part", "reading", "status", "summary")) or "power" not in row:
            raise StoreError(f"{path}: result {position} must have id, part, reading, status, summary and power, got another shape; run again")
    if (wrong := problem("results", data)) is not None:
        raise StoreError(f"{path}: {wrong}; run again")
    return data


def half_finished(folder: Path) -> str:
    """What is said of a folder that holds the journal of a run and no results."""
    return f"{folder}: holds a half-finished run; finish it with the same 'claimcheck run ... --out {folder}' first"


class Journal:
    """Finished rows, one JSON line each with a checksum, so that an interrupted run can go on where it stopped.

    A line that is damaged in any way (torn, altered, of another shape) is left out and its statement is decided again.
    """

    def __init__(self, folder: Path, header: Mapping[str, Any]) -> None:
        self.path = folder / "progress.jsonl"
        self.header = json.loads(json.dumps({"schema": "claimcheck.progress/2", **header}))
        self.damaged = 0
        """Lines that could not be used, known after ``resume``."""
        self.foreign = False
        """Whether there was a journal of other settings, claims or versions, known after ``resume``."""

    def resume(self) -> dict[tuple[str, str, str], dict[str, Any]]:
        """Rows of an interrupted run with the same header; a journal of another run gives none."""
        self.damaged, self.foreign = 0, False
        try:
            lines = self.path.read_bytes().splitlines()
        except OSError:
            return {}
        if not lines:
            return {}
        first = unsealed(lines[0])
        if first != self.header:
            self.foreign = first is not None
            self.damaged = len(lines) if first is None else 0
            return {}
        done: dict[Key, dict[str, Any]] = {}
        for line in lines[1:]:
            entry = unsealed(line)
            if is_entry(entry):
                done[key_of(entry["row"])] = entry
            else:
                self.damaged += 1
        return done

    def start(self, kept: Mapping[Any, Mapping[str, Any]]) -> None:
        """Begin the journal with what is kept."""
        write(self.path, "".join(sealed(entry) for entry in [self.header, *kept.values()]))

    def add(self, entry: Mapping[str, Any]) -> None:
        """Keep one finished row. Raises StoreError if the folder cannot be written any more."""
        try:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(sealed(entry))
        except OSError as error:
            raise unwritable(self.path, error) from None

    def finish(self) -> None:
        self.path.unlink(missing_ok=True)
        for folder in (self.path.parent, self.path.parent / "certificates"):
            remove_torn(folder)


def sealed(entry: Mapping[str, Any]) -> str:
    """One line: the checksum of the JSON text, a space, the JSON text."""
    text = json.dumps(entry)
    return f"{hashlib.sha256(text.encode()).hexdigest()} {text}\n"


def unsealed(line: bytes) -> Any:
    """What a line holds; None where its checksum does not fit."""
    seal, _, text = line.partition(b" ")
    if hashlib.sha256(text).hexdigest().encode() != seal:
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def is_entry(entry: Any) -> bool:
    """Whether this is a finished row as it is kept: a decisive one with the text of its certificate, another one without."""
    if not isinstance(entry, dict) or not isinstance(entry.get("row"), dict) or not isinstance(entry.get("errors"), list) or "certificate" not in entry:
        return False
    row = entry["row"]
    if not all(isinstance(row.get(key), str) for key in ("id", "part", "reading", "status")):
        return False
    if not isinstance(weaker := entry.get("weaker", {}), dict) or not all(isinstance(text, str) for text in weaker.values()):
        return False
    if set(weaker) != {one["certificate"] for one in weaker_statements(row) if one["certificate"]}:
        return False
    return (row["status"] in DECISIVE) == isinstance(entry["certificate"], str) == isinstance(row.get("certificate"), str)


def weaker_statements(row: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The weaker statements on which the severity of a row rests, without those of another shape."""
    found = row.get("severity")
    listed = found.get("statements") if isinstance(found, dict) else None
    return [one for one in listed if isinstance(one, dict) and {"status", "certificate"} <= one.keys() and isinstance(one.get("weakened"), list)] if isinstance(listed, list) else []
