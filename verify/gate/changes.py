"""What has changed between two records of the same statements, each difference in one line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from verify.claims.canonical import canonical_text
from verify.claims.ledger import includes
from verify.claims.nodes import Node
from verify.claims.show import text
from verify.gate.lock import Key, Statement

LONGEST = 160
"""Characters of a formula that a line shows."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference of one statement. ``what``: ``uncovered``, ``removed``, ``narrowed``, ``widened``, ``changed``, ``verdict``, ``severity`` or ``evidence``."""

    key: Key
    what: str
    words: str


def differences(locked: Mapping[Key, Statement], present: Mapping[Key, Statement], *, verdicts: bool) -> list[Difference]:
    """How ``present`` differs from ``locked``; of verdicts only where ``present`` holds them."""
    found: list[Difference] = []
    for key in sorted({*locked, *present}):
        if key not in locked:
            found.append(Difference(key, "uncovered", "no verdict on record; run it and lock again"))
        elif key not in present:
            found.append(Difference(key, "removed", f"on record as {locked[key].status}, and no longer declared"))
        else:
            found += [Difference(key, *one) for one in _one(locked[key], present[key], verdicts)]
    return found


def _one(old: Statement, new: Statement, verdicts: bool) -> Iterator[tuple[str, str]]:
    if old.digest != new.digest:
        yield from statement_changes(old, new)
    if verdicts and old.status != new.status:
        yield "verdict", f"{old.status} on record, {new.status} now" + ("" if old.digest == new.digest else " (of the changed statement)")
    elif verdicts and old.severity is not None and (now := severity_change(old, "none" if new.severity is None else new.severity.level)):
        yield "severity", now


def severity_change(old: Statement, now: str) -> str:
    """What to say of a severity that is another than on record; nothing where there is none on record or it is the same."""
    return "" if old.severity is None or old.severity.level == now else f"{old.severity.level} on record, {now} now"


def statement_changes(old: Statement, new: Statement) -> list[tuple[str, str]]:
    """The differences of meaning of a statement whose digest changed; at least one."""
    if not (old.digest and new.digest):
        return [("changed", "a claim is declared where there was none" if new.digest else "its claim is gone")]
    found = [*_domain(dict(old.forall), dict(new.forall)), *_hypotheses(old.given, new.given)]
    if old.states != new.states:
        found.append(("changed", f"it states {short(new.states)}, where {short(old.states)} is on record"))
    return found or [("changed", "its formula differs in a place that its words do not show")]


def _domain(old: Mapping[str, Node], new: Mapping[str, Node]) -> Iterator[tuple[str, str]]:
    for name, where in old.items():
        if name not in new:
            yield "changed", f"the name {name} in {short(text(where))} is gone"
        elif _text(where) != _text(new[name]):
            wider, narrower = includes(new[name], where), includes(where, new[name])
            what = "widened" if wider else "narrowed" if narrower or wider is False else "changed"
            told = {"widened": "is widened", "narrowed": "is narrowed", "changed": "now ranges over a set that cannot be compared,"}[what]
            yield what, f"{name} {told} from {short(text(where))} to {short(text(new[name]))}"
    for name, where in new.items():
        if name not in old:
            yield "changed", f"the name {name} in {short(text(where))} is new"


def _text(where: Node) -> str:
    return canonical_text(where)


def _hypotheses(old: tuple[str, ...], new: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for hypothesis in new:
        if hypothesis not in old:
            yield "narrowed", f"a new hypothesis narrows it: {short(hypothesis)}"
    for hypothesis in old:
        if hypothesis not in new:
            yield "widened", f"the hypothesis {short(hypothesis)} is gone"


def short(words: str) -> str:
    """A formula on one line, cut where it is long."""
    flat = " ".join(words.split())
    return flat if len(flat) <= LONGEST else flat[: LONGEST - 1] + "…"


def folded(found: list[Difference]) -> list[str]:
    """One line for each difference; statements of one id with the same difference share a line."""
    lines: dict[tuple[str, str, str], list[Key]] = {}
    for one in found:
        lines.setdefault((one.key[0], one.what, one.words), []).append(one.key)
    return [f"{_label(keys)}: {what}: {words}" for (_, what, words), keys in lines.items()]


def _label(keys: list[Key]) -> str:
    id, part, reading = keys[0]
    if len(keys) > 1:
        return f"{id} ({len(keys)} statements, the first {part} {reading})"
    extra = [word for word in (part, reading) if word != "main"]
    return id + (f" [{', '.join(extra)}]" if extra else "")


__all__ = ["Difference", "differences", "folded", "short", "statement_changes"]
