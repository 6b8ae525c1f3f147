"""Findings kept from one run to the next, by what they depend on.

One file for each statement, written under another name and renamed, with the SHA-256 of its content in front. A database (diskcache and its SQLite file) was
not taken: it locks where runs share it, one damaged page spoils many findings, and it unpickles what is not text. A file is whole or absent whatever is
killed when, many runs may write at the same time (the same key means the same content), and nothing in it is executed.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

from verify.claims.claim import Hints, Variant
from verify.claims.nodes import Argument, ClaimError, Node, heads, term, to_json
from verify.engines.task import Status
from verify.reproductions import recorded
from verify.run import sources
from verify.run.decide import Settings
from verify.run.store import StoreError, is_entry, sealed, unsealed, write

SCHEMA = "claimcheck.cache/2"
MARK = "cache.json"
LEFTOVER = 3600.0
"""Seconds after which a file under its temporary name was left by a run that was killed."""
TIMED = ("time limit", "timeout", "canceled")
"""Words of findings that a time limit cut short; z3 says the last two."""
STATUSES = frozenset(str(status) for status in Status)

Say = Callable[[str], None]
Key = dict[str, Any]


class NoKey(Exception):
    """What a finding depends on cannot be written down."""


class Keys:
    """Keys of the statements of one run. What they have in common is worked out once: parts of formulas, the files that statements are about."""

    def __init__(self, code: Sequence[str]) -> None:
        """``code``: packages with procedures and protocols, whose sources count for statements about them."""
        self._code = tuple(code)
        self._written: dict[Node, bytes] = {}
        self._data = lru_cache(maxsize=None)(_fingerprint)
        self._records = lru_cache(maxsize=None)(lambda given: recorded.fingerprint(recorded.folders_of(given)))

    def of(self, variant: Variant, settings: Settings) -> Key:
        """All that the finding on a statement depends on.

        The digest of a claim does not depend on names, but summaries and certificates show them: the statement as written is a part of the key. Raises NoKey.
        """
        used = heads(variant.formula)
        return {
            "schema": SCHEMA, "id": variant.id, "part": variant.part, "reading": variant.reading, "digest": variant.digest,
            "statement": self._as_written(variant.formula).hex(), "hints": _hash(_plain(_fields(variant.hints))) if settings.hints else None, "uses": list(variant.uses),
            "settings": asdict(settings) | {"data": self._data(settings.data), "error_share": settings.error_share if "prob" in used else None,
                                            "records": self._records(settings.records) if "measured" in used else None},
            "implementation": sources.of_engines(), "versions": sources.numerics(),
            "code": sources.of_packages(self._code) if used & {"outcome", "measured"} else None,
        }

    def named(self, variants: Sequence[Variant]) -> list[list[str]]:
        """Statements by name, digest and as they are written."""
        return [[*variant.key, variant.digest, self._as_written(variant.formula).hex()] for variant in variants]

    def _as_written(self, formula: Node) -> bytes:
        """SHA-256 of a formula with its names, from those of its parts."""
        known = self._written.get(formula)
        if known is None:
            known = self._written[formula] = hashlib.sha256(b"".join([formula.head.encode(), b"\0", *map(self._inside, formula.args)])).digest()
        return known

    def _inside(self, argument: Argument) -> bytes:
        """An argument of a formula with its kind and length, so that no two rows of arguments read the same."""
        if argument is None:
            return b"-"
        if isinstance(argument, str):
            word = argument.encode()
            return b"w%d:%b" % (len(word), word)
        if isinstance(argument, tuple):
            return b"t%d:%b" % (len(argument), b"".join(map(self._inside, argument)))
        return b"n" + self._as_written(argument)


def _fields(hints: Hints) -> dict[str, Any]:
    return {field.name: getattr(hints, field.name) for field in fields(hints)}


def _hash(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


def _plain(value: Any) -> Any:
    if isinstance(value, Node):
        return ["node", to_json(value)]
    if isinstance(value, Mapping):
        return ["mapping", [[_plain(name), _plain(item)] for name, item in value.items()]]
    if isinstance(value, list | tuple):
        return ["list", [_plain(item) for item in value]]
    if value is None or isinstance(value, str | int | float | Fraction):
        return [type(value).__name__, str(value)]
    try:
        return _plain(term(value))  # a law: engines see its formula alone
    except (ClaimError, TypeError):
        raise NoKey(f"hints with a {type(value).__name__}") from None


def _fingerprint(folder: str | None) -> Any:
    """Names, sizes and times of real data; statements about them are told apart by it."""
    if folder is None:
        return None
    try:
        found = [(path, path.stat()) for path in sorted(Path(folder).rglob("*")) if path.is_file()]
    except OSError as error:
        raise NoKey(f"data that cannot be read: {error}") from None
    return [folder, _hash([[str(path), state.st_size, state.st_mtime_ns] for path, state in found])]


@dataclass(frozen=True, slots=True)
class Held:
    """One file of a cache: its key, None where it is damaged."""

    path: Path
    size: int
    used: float
    key: Key | None

    @property
    def usable(self) -> bool:
        """Whether this version may still ask for it."""
        return self.key is not None and self.key.get("implementation") == sources.of_engines() and self.key.get("versions") == sources.numerics()


class Cache:
    """A folder of findings. ``broken`` holds the reason why nothing could be kept, once that has happened."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.damaged = 0
        """Files that could not be used and whose statements are decided again."""
        self.broken = ""

    @classmethod
    def opened(cls, folder: Path, say: Say) -> Cache | None:
        """The cache in a folder, made if there is none. None where the folder is something else, after ``say`` was told."""
        try:
            schema = _schema(folder)
            if schema is None and any(not path.name.startswith(".") for path in (folder.iterdir() if folder.exists() else ())):
                schema = "no cache"
            if schema is None:
                write(folder / MARK, json.dumps({"schema": SCHEMA}) + "\n")
            elif schema != SCHEMA:
                what = "holds something else than a cache" if schema == "no cache" else f"is a cache of another version ({schema})"
                say(f"{folder}: {what}; it is left alone, and nothing is kept for later runs; choose another folder with --cache")
                return None
        except (OSError, StoreError) as error:
            say(f"{folder}: no cache can be kept here ({getattr(error, 'strerror', None) or error}); nothing is kept for later runs; choose another folder with --cache")
            return None
        return cls(folder)

    def get(self, asked: Key) -> dict[str, Any] | None:
        """The entry of a statement. A file that is damaged, or speaks of another statement, counts as absent."""
        path = self._path(asked)
        try:
            content = path.read_bytes()
        except OSError:
            return None
        stored = unsealed(content.strip())
        if not isinstance(stored, dict) or stored.get("key") != asked or not _fits(stored.get("entry"), asked):
            self.damaged += 1
            return None
        with suppress(OSError):
            os.utime(path)
        entry: dict[str, Any] = stored["entry"]
        return entry

    def put(self, asked: Key, entry: dict[str, Any]) -> None:
        """Keep an entry, unless it depends on the machine: errors, missing data or extras, a guard of processor time that struck."""
        row = entry["row"]
        if self.broken or entry["errors"] or row["status"] == "NOT_CHECKED" or any(word in json.dumps(row["findings"]) for word in TIMED):
            return
        try:
            write(self._path(asked), sealed({"key": asked, "entry": entry}))
        except StoreError as error:
            self.broken = str(error).partition(";")[0]

    def held(self) -> Iterator[Held]:
        """Every file of the cache."""
        for path in sorted((self.folder / "findings").glob("??/*.json")):
            with suppress(OSError):
                state = path.stat()
                stored = unsealed(path.read_bytes().strip())
                found = stored.get("key") if isinstance(stored, dict) else None
                yield Held(path, state.st_size, state.st_mtime, found if isinstance(found, dict) and self._path(found) == path else None)

    def prune(self, *, days: float | None = None, everything: bool = False) -> int:
        """Remove what this version cannot use, what was not used for so many days, or everything; how many findings went."""
        now, gone = time.time(), 0
        for held in list(self.held()):
            if everything or not held.usable or (days is not None and now - held.used > days * 86_400):
                held.path.unlink(missing_ok=True)
                gone += 1
        for path in (self.folder / "findings").glob("??/.*"):
            with suppress(OSError):
                if now - path.stat().st_mtime > LEFTOVER:
                    path.unlink()
        return gone

    def _path(self, asked: Key) -> Path:
        name = _hash(asked)
        return self.folder / "findings" / name[:2] / f"{name}.json"


def _schema(folder: Path) -> str | None:
    """What a folder says it is; None where it says nothing."""
    try:
        content = json.loads((folder / MARK).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (ValueError, RecursionError):
        return "damaged"
    return str(content.get("schema")) if isinstance(content, dict) else "damaged"


def _fits(entry: Any, asked: Key) -> bool:
    """Whether an entry has the shape of one and speaks of the statement that was asked for."""
    if not is_entry(entry) or entry["errors"]:
        return False
    row, text = entry["row"], entry["certificate"]
    names = ("id", "part", "reading")
    if any(row[name] != asked[name] for name in names) or row["status"] not in STATUSES or not isinstance(row.get("findings"), list):
        return False
    if text is None:
        return row.get("certificate") is None
    named = {"claim": asked["id"], "digest": asked["digest"], "part": asked["part"], "reading": asked["reading"]}
    return isinstance(text, str) and isinstance(row.get("certificate"), str) and all(f'\n "{name}": {json.dumps(value)}' in text for name, value in named.items())


__all__ = ["Cache", "Held", "Keys", "NoKey"]
