"""Printed proofs: which claims the source argues with for an item, in the order in which it prints them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from verify.claims import options
from verify.claims.nodes import ClaimError


@dataclass(frozen=True, slots=True)
class Unchecked:
    """A link of a printed proof that is no claim of the ledger, in a few words: a citation, a definition, an argument in prose."""

    words: str

    def __post_init__(self) -> None:
        if not options.text("Unchecked", "words", self.words).strip():
            raise ClaimError("Unchecked: words must say what the proof rests on there, got none; write the citation, or 'by definition'")


@dataclass(frozen=True, slots=True, init=False)
class Parts:
    """A link of a printed proof that is a claim of which the proof needs these parts alone."""

    id: str
    parts: tuple[str, ...]

    def __init__(self, id: str, *parts: str) -> None:
        object.__setattr__(self, "id", options.text("Parts", "id", id))
        object.__setattr__(self, "parts", options.words(f"Parts of {id}", "parts", parts))


ProofLink = str | Parts | Unchecked


class Proved(Protocol):
    """An item with its printed proof, and the names of its parts."""

    @property
    def id(self) -> str: ...
    @property
    def part_names(self) -> tuple[str, ...]: ...
    @property
    def proof(self) -> tuple[ProofLink, ...]: ...
    @property
    def beside(self) -> tuple[str, ...]: ...


def links(id: str, given: Sequence[ProofLink]) -> tuple[ProofLink, ...]:
    """The links of a proof as they were given. Raises ClaimError for anything but ids, ``Parts`` and ``Unchecked``."""
    if not isinstance(given, tuple | list) or not all(isinstance(link, str | Parts | Unchecked) for link in given):
        raise ClaimError(f"{id}: proof must be a tuple of ids, Parts(...) and Unchecked(...), got {options.said(given)}; write proof=('{id}-step',)")
    return tuple(given)


def id_of(link: ProofLink) -> str:
    """The claim that a link is; empty where it is none."""
    return link if isinstance(link, str) else link.id if isinstance(link, Parts) else ""


def check(items: Iterable[Proved]) -> None:
    """Raise ClaimError for a link that is no item, stands twice, or is rested on in a circle."""
    index = {item.id: item for item in items}
    proofs = {id: [one for one in map(id_of, item.proof) if one] for id, item in index.items()}
    for id, item in index.items():
        named = [*proofs[id], *item.beside]
        for one in named:
            if one not in index:
                raise ClaimError(f"{id}: what its proof names must be in the ledger, got {one}; correct the id")
            if one == id:
                raise ClaimError(f"{id}: its proof must not name itself; remove that link")
            if named.count(one) > 1:
                raise ClaimError(f"{id}: its proof and what stands beside it must name an id once, got {one} {named.count(one)} times; remove the others")
        for link in item.proof:
            if isinstance(link, Parts) and (unknown := [part for part in link.parts if part not in index[link.id].part_names]):
                raise ClaimError(f"{id}: its proof must name parts of {link.id} ({', '.join(index[link.id].part_names)}), got {unknown[0]}; correct it")
    if circle := _circle(proofs):
        raise ClaimError(f"{circle[0]}: printed proofs must not go in a circle, got {' → '.join(circle)}; remove one of these links")


def _circle(proofs: Mapping[str, Sequence[str]]) -> list[str]:
    """Items each of which names the next in its proof, the last being the first; empty where there are none."""
    done: set[str] = set()

    def found(path: list[str]) -> list[str]:
        for link in proofs[path[-1]]:
            if link in path:
                return [*path[path.index(link):], link]
            if link not in done and (circle := found([*path, link])):
                return circle
        done.add(path[-1])
        return []

    return next((circle for id in proofs if id not in done and (circle := found([id]))), [])


__all__ = ["Parts", "ProofLink", "Unchecked", "check", "id_of", "links"]
