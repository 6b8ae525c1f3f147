"""Installed reproductions: entry points whose names are ids."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points

from verify.claims.nodes import ClaimError
from verify.reproductions.artefact import Reproduction

GROUP = "claimcheck.reproductions"


@dataclass(frozen=True, slots=True)
class Installed:
    """A reproduction and the module that declares it."""

    module: str
    reproduction: Reproduction


def installed() -> dict[str, EntryPoint]:
    """Entry points of reproductions by id, in natural order: fig-2 before fig-10."""
    found = {point.name: point for point in entry_points(group=GROUP) if "/" in point.name}
    return {name: found[name] for name in sorted(found, key=_order)}


def load(point: EntryPoint) -> Installed:
    """Raises ClaimError if what is registered is no reproduction of that id; ImportError if it needs what is not installed."""
    made = point.load()
    if not isinstance(made, Reproduction) or made.id != point.name:
        got = made.id if isinstance(made, Reproduction) else type(made).__name__
        raise ClaimError(f"{point.name}: the entry point {point.value} must be a Reproduction of this id, got {got}; correct the registration")
    return Installed(point.module, made)


def _order(name: str) -> tuple[object, ...]:
    """Digits count as numbers."""
    words: list[object] = []
    for word in name.replace("/", "-").replace(".", "-").split("-"):
        words.append((0, int(word), "") if word.isdigit() else (1, 0, word))
    return tuple(words)
