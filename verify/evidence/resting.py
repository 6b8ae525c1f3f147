"""Proofs that rest on other statements: which of them are proofs, since what they rest on is proved without them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Key = tuple[str, str, str]
Premise = tuple[Key, str]
"""A statement that a proof rests on: id, part and reading, and the digest that it had then."""


@dataclass(frozen=True, slots=True)
class Proof:
    """A statement that is proved by its certificate if its premises are proved."""

    digest: str
    premises: tuple[Premise, ...] = ()


def premises(evidence: Any) -> tuple[Premise, ...]:
    """The other statements that evidence lists, at whatever depth, in the order of their names."""
    return tuple(sorted(set(_listed(evidence))))


def _listed(evidence: Any) -> Iterator[Premise]:
    for name, inner in evidence.items() if isinstance(evidence, Mapping) else enumerate(evidence) if isinstance(evidence, list) else ():
        if name == "earlier" and isinstance(inner, Mapping):
            for key, entry in inner.items():
                id, part, reading = (*str(key).split("|"), "", "")[:3]
                yield (id, part, reading), str(entry.get("digest")) if isinstance(entry, Mapping) else ""
        else:
            yield from _listed(inner)


def founded(proofs: Mapping[Key, Proof]) -> set[Key]:
    """The statements that are proved: those without premises, then those whose premises are among them with the same digest, and so on. Proofs that rest on each other in a circle are not."""
    found: set[Key] = set()
    while new := {key for key, proof in proofs.items() if key not in found and all(other in found and proofs[other].digest == digest for other, digest in proof.premises)}:
        found |= new
    return found


def unfounded(proofs: Mapping[Key, Proof]) -> dict[Key, str]:
    """The others, each with the reason."""
    sure = founded(proofs)
    return {key: f"rests on {_lacking(proof, proofs, sure)}" for key, proof in proofs.items() if key not in sure}


def _lacking(proof: Proof, proofs: Mapping[Key, Proof], sure: set[Key]) -> str:
    for other, digest in proof.premises:
        if other in proofs and proofs[other].digest != digest:
            return f"{label(other)}, which was another statement then"
        if other not in sure:
            return f"{label(other)}, which is not proved" + (" without it" if other in proofs else "")
    return "what is not proved"


def label(key: Key) -> str:
    """A statement for people."""
    return " ".join(word for place, word in enumerate(key) if place == 0 or word != "main")


TOLD = {"PROVED": "proved", "SUPPORTED": "supported", "UNDECIDED": "undecided", "REFUTED": "refuted"}


def derivation(row: Mapping[str, Any]) -> str:
    """What a statement without a proof would follow from: ``follows from wdp/eq-32 shared, which is supported``; empty where that is not known, or where it is proved."""
    stored = row.get("follows")
    if not isinstance(stored, Mapping) or row.get("status") in ("PROVED", "REFUTED"):
        return ""
    told = []
    for one in stored.get("from") or ():
        name = label((str(one.get("id")), str(one.get("part")), str(one.get("reading"))))
        told.append(f"{name}, which {'is ' + TOLD[one['status']] if one.get('status') in TOLD else 'was not run'}")
    return f"follows from {', and from '.join(told)}" if told else ""


__all__ = ["Key", "Premise", "Proof", "derivation", "founded", "label", "premises", "unfounded"]
