"""The evidence on record: a file ``FOLDER/<paper>.jsonl`` with one line for each statement that has some, sorted. What a certificate says besides follows from the statement and the lock.

A line holds what was found and nothing that changes with it: so a new record differs from the one before by the lines of what was found anew.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from verify.evidence import resting
from verify.gate.lock import Key, Lock, LockError, Statement, follows_key, weaker_key
from verify.run.store import write as write_text

if TYPE_CHECKING:
    from verify.claims.claim import Variant

MOST = 20 * 2**20
"""Bytes that all evidence on record may take."""
FIELDS = ("statement", "digest", "status", "kind", "evidence", "trusted")


@dataclass(frozen=True, slots=True)
class Stored:
    """One line: its text and what it says."""

    line: str
    data: Mapping[str, Any]

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.line.encode()).hexdigest()


def of(certificate: Mapping[str, Any], number: int = 0, *, follows: bool = False) -> Stored:
    """The line of a certificate; ``number``: which of the weaker statements of its severity, where it is of one; ``follows``: whether it shows what its statement would follow from."""
    data = {"statement": [certificate["claim"], certificate["part"], certificate["reading"]], **{name: certificate[name] for name in FIELDS[1:]}}
    if "weakened" in certificate:
        data |= {"weakened": list(certificate["weakened"]), "number": number}
    if follows:
        data["follows"] = True
    return Stored(json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=True), data)


def path_of(folder: Path, paper: str) -> Path:
    return folder / f"{paper}.jsonl"


def read(folder: Path, paper: str) -> dict[Key, Stored]:
    """The evidence of a paper by statement; nothing where there is no file. Raises LockError where a line cannot be read."""
    path = path_of(folder, paper)
    found: dict[Key, Stored] = {}
    try:
        lines = [line for line in path.read_text(encoding="utf-8").split("\n") if line]
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise LockError(f"{path}: the evidence cannot be read: {error}; take it from the repository's history, or lock again") from None
    for number, line in enumerate(lines, 1):
        try:
            data = json.loads(line)
            id, part, reading = map(str, data["statement"])
            key = (id, part, reading)
            weakened = data.get("weakened")
            if set(data) - {"weakened", "number", "follows"} != set(FIELDS) or not isinstance(data["evidence"], dict) or not isinstance(data["trusted"], list) or not isinstance(weakened, list | None):
                raise ValueError(f"must hold {', '.join(FIELDS)}")
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise LockError(f"{path}: line {number} cannot be read ({error}); take it from the repository's history, or lock again") from None
        if weakened is not None:
            key = weaker_key(key, int(data["number"]))
        elif data.get("follows"):
            key = follows_key(key)
        found[key] = Stored(line, data)
    return found


def read_all(folder: Path, papers: Iterable[str]) -> dict[Key, Stored]:
    """The evidence of several papers."""
    return {key: entry for paper in papers for key, entry in read(folder, paper).items()}


def write(folder: Path, paper: str, entries: Mapping[Key, Stored]) -> None:
    """Keep the evidence of a paper, always in the same bytes. Raises StoreError if the folder cannot be written."""
    folder.mkdir(parents=True, exist_ok=True)
    write_text(path_of(folder, paper), "".join(f"{entries[key].line}\n" for key in sorted(entries)))


def certificate(stored: Stored, variant: Variant, one: Statement, lock: Lock) -> dict[str, Any]:
    """The certificate of a statement, as it was written when it was found; ``variant`` is the statement as declared, also where the evidence is of a weaker one."""
    from verify.claims.weaker import weaker  # these bring the engines, which nothing else here needs
    from verify.engines.task import Finding, Status
    from verify.evidence import certificate as certificates
    from verify.gate.options import settings

    run = settings(one.options)
    data = stored.data
    weakened = {} if "weakened" not in data else {"weakened": list(data["weakened"])}
    if weakened:
        variant = weaker(variant, [str(key) for key in data["weakened"]])
    finding = Finding("record", Status(data["status"]), "", str(data["kind"]), data["evidence"], trusted=tuple(map(str, data["trusted"])))
    return certificates.build(variant, finding, effort=run.effort, seed=run.seed) | {"digest": data["digest"], "implementation": lock.checker, "versions": dict(lock.versions)} | weakened


def unfounded(statements: Mapping[Key, Statement], stored: Mapping[Key, Stored]) -> dict[Key, str]:
    """Statements that are proved by means of others which are not, or not as they are now; each with the reason."""
    return resting.unfounded({key: resting.Proof(one.digest, resting.premises(stored[key].data["evidence"]) if key in stored else ()) for key, one in statements.items() if one.status == "PROVED"})


def size(folder: Path, papers: tuple[str, ...]) -> int:
    """Bytes of all evidence of some papers."""
    return sum(path.stat().st_size for paper in papers if (path := path_of(folder, paper)).is_file())


__all__ = ["MOST", "Stored", "certificate", "of", "path_of", "read", "read_all", "size", "unfounded", "write"]
