"""Other statements of the papers, on which a proof rests: the certificate holds their formulas, and the proof is one if they are proved.

What is confirmed here is that the conclusion follows from them. Whether they are proved themselves, and not by means of this very statement, is seen from all certificates together.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from verify.evidence.checker.certificate import ID, WORDS, Certificate
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.formula import Malformed, Refused, digest, validate
from verify.evidence.checker.uses import unbound

FIELD = "earlier"
MOST = 30
"""Statements that one proof may rest on."""


def key(c: Certificate) -> str:
    """A statement as another one names it."""
    return f"{c.claim}|{c.part}|{c.reading}"


def told(keys: Collection[str]) -> str:
    """Statements for people, with a verb: ``wdp/eq-28 shared is``."""
    named = [" ".join(word for place, word in enumerate(key.split("|")) if place == 0 or word != "main") for key in keys]
    return f"{' and '.join(named)} {'is' if len(named) == 1 else 'are'}"


def given(c: Certificate, e: Evaluator) -> dict[str, Any]:
    """The formulas of the other statements by ``ID|part|reading``; none where the evidence has no such field. Raises Malformed or Refused."""
    if FIELD in c.evidence and c.evidence is not e.outermost:
        raise Refused("a part of a proof that rests on other statements, which the whole certificate must list")
    stored = c.evidence.get(FIELD, {})
    if not isinstance(stored, dict) or len(stored) > MOST or (FIELD in c.evidence and not stored):
        raise Malformed(f"evidence.earlier holds the statements that the proof rests on, at least one and at most {MOST}")
    found: dict[str, Any] = {}
    for name, entry in stored.items():
        id, *words = name.split("|")
        if not ID.fullmatch(id) or len(words) != 2 or not all(map(WORDS.fullmatch, words)):
            raise Malformed(f"a statement that a proof rests on is named by id, part and reading, got {name[:80]!r}")
        if (id, *words) == (c.claim, c.part, c.reading):
            raise Refused("a proof that rests on what it proves")
        if not isinstance(entry, dict) or set(entry) != {"digest", "statement"}:
            raise Malformed("a statement that a proof rests on is stored with its digest and its formula")
        validate(entry["statement"])
        if unbound(entry["statement"]):
            raise Refused(f"{name} is no statement: it does not bind {sorted(unbound(entry['statement']))[0][:40]}")
        if digest(entry["statement"]) != entry["digest"]:
            raise Refused(f"the digest of {name} is not that of its formula")
        found[name] = entry["statement"]
    return found


__all__ = ["FIELD", "given", "key", "told"]
