"""``verdicts.lock``: every verdict on record in one line, with the digests of its statement and of its evidence; beside it ``verdicts.statements``: what the statements say.

Both are JSON with sorted keys. A set stands in words where it is used and once, as a formula, in ``sets``: so that a reader sees what a change does to a domain, and the gate can say
whether it became narrower.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from verify.claims.claim import Variant
from verify.claims.ledger import text_of
from verify.claims.nodes import ClaimError, Node, from_json, to_json
from verify.claims.show import text
from verify.claims.typed import shortened
from verify.run.store import Key, StoreError
from verify.run.store import write as write_text

LOCK, STATEMENTS = "claimcheck.lock/2", "claimcheck.statements/1"
EVERY_TIME = "witness"
"""The kind of evidence that a gate re-checks every time: an instance that refutes a printed claim."""


class LockError(StoreError):
    """A lock, or results to be locked, that cannot be used: where, what must hold, what to do."""


@dataclass(frozen=True, slots=True)
class Rest:
    """A weaker statement that a severity rests on: its weakenings, its verdict, and the digest of its evidence where it has some."""

    weakened: tuple[str, ...]
    status: str
    kind: str = ""
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class Severity:
    """The severity of a refutation on record: see ``verify.run.severity``."""

    level: str
    correction: str
    status: str
    rests: tuple[Rest, ...] = ()


@dataclass(frozen=True, slots=True)
class Statement:
    """One (id, part, reading) on record.

    ``digest`` is empty for an item without a claim. ``kind`` and ``evidence``, the SHA-256 of its line in the record, are empty where there is none. ``options`` are the options of the
    run that gave the verdict. ``uses`` is what a declaration says that it rests on; it is not on record. ``follows``: the SHA-256 of the line which shows that it follows from others, where its verdict does not rest on that.
    """

    status: str
    digest: str = ""
    forall: tuple[tuple[str, Node], ...] = ()
    given: tuple[str, ...] = ()
    states: str = ""
    uses: tuple[str, ...] = ()
    options: str = ""
    kind: str = ""
    evidence: str = ""
    severity: Severity | None = None
    follows: str = ""


@dataclass(frozen=True, slots=True)
class Accepted:
    """A change of the record that somebody took responsibility for."""

    id: str
    what: str
    words: str
    because: str


@dataclass(frozen=True, slots=True)
class Lock:
    """A whole record. ``checker``: the digest of the checker that confirmed all of its evidence; ``versions``: those of the libraries that found it."""

    statements: Mapping[Key, Statement] = field(default_factory=dict)
    accepted: tuple[Accepted, ...] = ()
    checker: str = ""
    versions: Mapping[str, str] = field(default_factory=dict)

    def papers(self) -> tuple[str, ...]:
        return tuple(sorted({id.partition("/")[0] for id, _, _ in self.statements}))


def meaning(variant: Variant) -> dict[str, Any]:
    """The fields of a statement that follow from its declaration."""
    return {"digest": variant.digest, "forall": tuple((text_of(pattern), where) for pattern, where in variant.forall),
            "given": tuple(text(hypothesis) for hypothesis in variant.given), "states": text(variant.states), "uses": tuple(sorted(variant.uses))}


def build(lock: Lock) -> tuple[str, str]:
    """The texts of a lock and of its statements: sorted, without time, host or path."""
    options = Counter(one.options for one in lock.statements.values()).most_common(1)
    usual = options[0][0] if options else ""
    parts = {"schema": LOCK, "checker": lock.checker, "versions": dict(lock.versions), "options": usual}
    rows = {" ".join(key): _row(lock.statements[key], usual) for key in sorted(lock.statements)}
    told = [*(f'"{name}": {_compact(value)}' for name, value in parts.items()),
            '"accepted": [\n' + ",\n".join(f" {_compact(asdict(one))}" for one in lock.accepted) + "\n]", f'"statements": {_lines(rows)}']
    sets: dict[str, Any] = {}
    meanings = {one.digest: _meaning(one, sets) for _, one in sorted(lock.statements.items()) if one.digest}
    said = [f'"schema": {_compact(STATEMENTS)}', f'"sets": {_lines(sets)}', f'"statements": {_lines(meanings)}']
    return "{\n" + ",\n".join(told) + "\n}\n", "{\n" + ",\n".join(said) + "\n}\n"


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _lines(entries: Mapping[str, Any]) -> str:
    """An object with sorted keys and a line for each."""
    return "{\n" + ",\n".join(f" {_compact(name)}: {_compact(entries[name])}" for name in sorted(entries)) + "\n}"


def _row(one: Statement, usual: str) -> dict[str, Any]:
    row: dict[str, Any] = {"status": one.status}
    if one.digest:
        row["digest"] = one.digest
    if one.evidence:
        row |= {"kind": one.kind, "evidence": one.evidence}
    if one.follows:
        row["follows"] = one.follows
    if one.severity is not None:
        level = one.severity
        row["severity"] = {"level": level.level, "correction": level.correction, "status": level.status,
                           "rests": [[list(rest.weakened), rest.status, rest.kind, rest.evidence] for rest in level.rests]}
    return row if one.options == usual else row | {"options": one.options}


def _meaning(one: Statement, sets: dict[str, Any]) -> dict[str, Any]:
    return {"for all": {name: _named(where, sets) for name, where in one.forall}, "given": list(one.given), "states": one.states}


def _named(where: Node, sets: dict[str, Any]) -> str:
    """The words of a set, which is entered among ``sets``; sets that read the same get a number."""
    data, words = to_json(where), text(where)
    name, number = words, 1
    while sets.setdefault(name, data) != data:
        number += 1
        name = f"{words} ({number})"
    return name


def statements_of(path: Path) -> Path:
    """The file with the statements of a lock: ``verdicts.statements`` beside ``verdicts.lock``."""
    return path.with_suffix(".statements")


def write(path: Path, lock: Lock) -> None:
    """Write a lock and its statements, each through a temporary file. Raises StoreError if the folder cannot be written."""
    rows, statements = build(lock)
    write_text(statements_of(path), statements)
    write_text(path, rows)


def read(path: Path) -> Lock:
    """The lock of a file. Raises LockError where it or its statements are missing, damaged or of another version."""
    return parse(_content(path), str(path), lambda: _content(statements_of(path)), str(statements_of(path)))


def _content(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise LockError(f"{path}: no lock here; run 'claimcheck run' and then 'claimcheck lock'") from None
    except (OSError, UnicodeDecodeError) as error:
        raise LockError(f"{path}: the lock cannot be read: {error}") from None


def parse(content: str, where: str, statements: Callable[[], str], place: str) -> Lock:
    """The lock in a text, with the text of its statements; ``where`` and ``place`` are their names for messages. Raises LockError."""
    data = _stored(content, where, LOCK)
    said = _stored(statements(), place, STATEMENTS)
    known: dict[str, Statement] = {}
    try:
        sets = {str(words): _set(str(words), entry) for words, entry in said["sets"].items()}
        for digest, row in said["statements"].items():
            known[digest] = Statement("", digest, tuple((str(name), sets[words]) for name, words in row["for all"].items()), tuple(map(str, row["given"])), str(row["states"]))
    except DAMAGE as error:
        raise _damaged(place, error) from None
    try:
        found = {_key(name): _statement(row, known, str(data["options"])) for name, row in data["statements"].items()}
        accepted = tuple(Accepted(*(str(entry[name]) for name in ("id", "what", "words", "because"))) for entry in data["accepted"])
        return Lock(found, accepted, str(data["checker"]), {str(name): str(version) for name, version in data["versions"].items()})
    except DAMAGE as error:
        raise _damaged(where, error) from None


DAMAGE = (KeyError, IndexError, TypeError, ValueError, AttributeError, AssertionError, ClaimError, RecursionError)


def _damaged(where: str, error: BaseException) -> LockError:
    return LockError(f"{where}: damaged at {type(error).__name__} {error}; take it from the repository's history, or lock again")


def _stored(content: str, where: str, wanted: str) -> Any:
    try:
        data = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise LockError(f"{where}: a lock must be JSON, got {error}; take it from the repository's history, or lock again") from None
    schema = data.get("schema") if isinstance(data, dict) else type(data).__name__
    if schema != wanted:
        raise LockError(f"{where}: the schema must be {wanted}, got {schema}: another version wrote it; "
                        "use that version, or move the file away and lock again (nothing was changed)")
    return data


def _set(words: str, entry: Any) -> Node:
    """A stored set, which must read as its words say."""
    where = from_json(entry)
    if (read_as := text(where)) != words and not words.startswith(f"{read_as} ("):
        raise ValueError(f"a set that reads {shortened(read_as)} and not {shortened(words)}")
    return where


def _key(name: str) -> Key:
    id, part, reading = name.split(" ")
    return id, part, reading


def _statement(row: Mapping[str, Any], known: Mapping[str, Statement], usual: str) -> Statement:
    said = known[row["digest"]] if "digest" in row else Statement("")
    return replace(said, status=str(row["status"]), options=str(row.get("options", usual)), kind=str(row.get("kind", "")), evidence=str(row.get("evidence", "")),
                   severity=_severity(row["severity"]) if "severity" in row else None, follows=str(row.get("follows", "")))


def _severity(stored: Mapping[str, Any]) -> Severity:
    rests = tuple(Rest(tuple(map(str, keys)), str(status), str(kind), str(evidence)) for keys, status, kind, evidence in stored["rests"])
    return Severity(str(stored["level"]), str(stored["correction"]), str(stored["status"]), rests)


def weaker_key(key: Key, number: int) -> Key:
    """The key of a weaker statement among evidence and certificates; no reading is named like this."""
    return (*key[:2], f"{key[2]}__{number}")


def follows_key(key: Key) -> Key:
    """The key of what a statement would follow from, among evidence and certificates."""
    return (*key[:2], f"{key[2]}__follows")


def own_key(key: Key) -> Key:
    """The key of the statement itself, of one that may be that of a weaker one, or of what it would follow from."""
    return (*key[:2], key[2].partition("__")[0])


def with_weaker(statements: Mapping[Key, Statement]) -> dict[Key, Statement]:
    """The statements, what they would follow from, and the weaker ones with evidence that their severities rest on; the digest of these follows from the declaration and is left open."""
    found = dict(statements)
    for key, one in statements.items():
        if one.follows:
            found[follows_key(key)] = Statement("PROVED", one.digest, options=one.options, kind="lemmas", evidence=one.follows)
        for number, rest in enumerate(one.severity.rests if one.severity else ()):
            if rest.evidence:
                found[weaker_key(key, number)] = Statement(rest.status, options=one.options, kind=rest.kind, evidence=rest.evidence)
    return found


__all__ = ["LOCK", "STATEMENTS", "Accepted", "Key", "Lock", "LockError", "Rest", "Severity", "Statement", "build", "follows_key", "meaning", "own_key", "parse", "read", "statements_of", "weaker_key", "with_weaker", "write"]
