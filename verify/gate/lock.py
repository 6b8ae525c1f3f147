"""``verdicts.lock``: every verdict on record, with the meaning of its statement in words and the hash of its evidence.

The file is JSON with sorted keys. A set stands in words where it is used and once, as a formula, in ``sets``: so that a reader sees what a
change does to a domain, and the gate can say whether it became narrower.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from verify.claims.claim import Variant
from verify.claims.ledger import text_of
from verify.claims.nodes import ClaimError, Node, from_json, to_json
from verify.claims.show import text
from verify.claims.typed import shortened
from verify.run.store import StoreError
from verify.run.store import write as write_text

LOCK = "claimcheck.lock/1"
Key = tuple[str, str, str]
EVERY_TIME = "witness"
"""The kind of evidence that a gate re-checks every time: an instance that refutes a printed claim."""


class LockError(StoreError):
    """A lock, or results to be locked, that cannot be used: where, what must hold, what to do."""


@dataclass(frozen=True, slots=True)
class Statement:
    """One (id, part, reading) on record.

    ``digest`` is empty for an item without a claim. ``certificate`` is the SHA-256 of the evidence, empty where there is none; ``checker`` is the
    digest of the checker that confirmed it. ``options`` are the options of the run that gave the verdict.
    """

    status: str
    digest: str = ""
    forall: tuple[tuple[str, Node], ...] = ()
    given: tuple[str, ...] = ()
    states: str = ""
    uses: tuple[str, ...] = ()
    options: str = ""
    kind: str = ""
    certificate: str = ""
    checker: str = ""


@dataclass(frozen=True, slots=True)
class Accepted:
    """A change of the record that somebody took responsibility for."""

    id: str
    what: str
    words: str
    because: str


@dataclass(frozen=True, slots=True)
class Lock:
    """A whole record."""

    statements: Mapping[Key, Statement] = field(default_factory=dict)
    accepted: tuple[Accepted, ...] = ()

    def papers(self) -> tuple[str, ...]:
        return tuple(sorted({id.partition("/")[0] for id, _, _ in self.statements}))


def meaning(variant: Variant) -> dict[str, Any]:
    """The fields of a statement that follow from its declaration."""
    return {"digest": variant.digest, "forall": tuple((text_of(pattern), where) for pattern, where in variant.forall),
            "given": tuple(text(hypothesis) for hypothesis in variant.given), "states": text(variant.states), "uses": tuple(sorted(variant.uses))}


def build(statements: Mapping[Key, Statement], accepted: Iterable[Accepted] = ()) -> str:
    """The text of a lock: sorted, without time, host or path."""
    sets: dict[str, Any] = {}
    rows = {" ".join(key): _row(statements[key], sets) for key in sorted(statements)}
    one_line = [f" {json.dumps(words, ensure_ascii=False)}: {json.dumps(sets[words], ensure_ascii=False)}" for words in sorted(sets)]
    parts = {"schema": json.dumps(LOCK), "accepted": json.dumps([asdict(one) for one in accepted], indent=1, ensure_ascii=False),
             "statements": json.dumps(rows, indent=1, ensure_ascii=False), "sets": "{\n" + ",\n".join(one_line) + "\n}"}
    return "{\n" + ",\n".join(f'"{name}": {value}' for name, value in parts.items()) + "\n}\n"


def _row(one: Statement, sets: dict[str, Any]) -> dict[str, Any]:
    row: dict[str, Any] = {"status": one.status}
    if one.digest:
        row |= {"digest": one.digest, "for all": {name: _named(where, sets) for name, where in one.forall}, "given": list(one.given), "states": one.states}
    row |= {"uses": list(one.uses), "options": one.options}
    if one.certificate:
        row["evidence"] = {"kind": one.kind, "sha256": one.certificate, "checker": one.checker}
    return row


def _named(where: Node, sets: dict[str, Any]) -> str:
    """The words of a set, which is entered among ``sets``; sets that read the same get a number."""
    data, words = to_json(where), text(where)
    name, number = words, 1
    while sets.setdefault(name, data) != data:
        number += 1
        name = f"{words} ({number})"
    return name


def write(path: Path, lock: Lock) -> None:
    """Write a lock through a temporary file. Raises StoreError if the folder cannot be written."""
    write_text(path, build(lock.statements, lock.accepted))


def read(path: Path) -> Lock:
    """The lock of a file. Raises LockError where it is missing, damaged or of another version."""
    try:
        return parse(path.read_text(encoding="utf-8"), str(path))
    except FileNotFoundError:
        raise LockError(f"{path}: no lock here; run 'claimcheck run' and then 'claimcheck lock'") from None
    except (OSError, UnicodeDecodeError) as error:
        raise LockError(f"{path}: the lock cannot be read: {error}") from None


def parse(content: str, where: str) -> Lock:
    """The lock in a text; ``where`` is its name for messages. Raises LockError."""
    try:
        data = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise LockError(f"{where}: a lock must be JSON, got {error}; take it from the repository's history, or lock again") from None
    schema = data.get("schema") if isinstance(data, dict) else type(data).__name__
    if schema != LOCK:
        raise LockError(f"{where}: the schema must be {LOCK}, got {schema}: another version wrote it; "
                        "use that version, or move the file away and lock again (nothing was changed)")
    try:
        sets = {str(words): _set(str(words), entry) for words, entry in data["sets"].items()}
        statements = {_key(name): _statement(row, sets) for name, row in data["statements"].items()}
        accepted = tuple(Accepted(*(str(entry[name]) for name in ("id", "what", "words", "because"))) for entry in data["accepted"])
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, AssertionError, ClaimError, RecursionError) as error:
        raise LockError(f"{where}: damaged at {type(error).__name__} {error}; take it from the repository's history, or lock again") from None
    return Lock(statements, accepted)


def _set(words: str, entry: Any) -> Node:
    """A stored set, which must read as its words say."""
    where = from_json(entry)
    if (read_as := text(where)) != words and not words.startswith(f"{read_as} ("):
        raise ValueError(f"a set that reads {shortened(read_as)} and not {shortened(words)}")
    return where


def _key(name: str) -> Key:
    id, part, reading = name.split(" ")
    return id, part, reading


def _statement(row: Mapping[str, Any], sets: Mapping[str, Node]) -> Statement:
    evidence = row.get("evidence") or {}
    return Statement(
        str(row["status"]), str(row.get("digest", "")), tuple((str(name), sets[words]) for name, words in row.get("for all", {}).items()),
        tuple(map(str, row.get("given", ()))), str(row.get("states", "")), tuple(map(str, row["uses"])), str(row["options"]),
        str(evidence.get("kind", "")), str(evidence.get("sha256", "")), str(evidence.get("checker", "")))


__all__ = ["LOCK", "Accepted", "Key", "Lock", "LockError", "Statement", "build", "meaning", "parse", "read", "write"]
