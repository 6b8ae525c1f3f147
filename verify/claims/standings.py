"""What each option of a reading stands on in the source, written into the ledger apart from the claims.

A judgement on a theorem is made from the readings that a fair reader may take: those with an option that is ``strict`` are set aside, where there are others.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from verify.claims import options
from verify.claims.nodes import ClaimError
from verify.claims.typed import shortened

KINDS = ("printed", "meant", "convention", "strict")
"""The literal text; what the text around it says; a choice that the text leaves to the reader; what only a pedant would read."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Of one option: one of ``KINDS``, and where the source says so, with the few words of it that matter."""

    kind: str
    source: str

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ClaimError(f"Standing: the standing must be one of {', '.join(KINDS)}, got {shortened(repr(self.kind))}; choose one")
        if not options.text("Standing", "source", self.source).strip():
            raise ClaimError(f"Standing: the source must say where the text says so, got nothing for {self.kind}; name the place and its words")


def printed(source: str) -> Standing:
    """The option is the literal text."""
    return Standing("printed", source)


def meant(source: str) -> Standing:
    """The option is what the text around the statement says or uses."""
    return Standing("meant", source)


def convention(source: str) -> Standing:
    """The text leaves the choice open, and a fair reader may take this option."""
    return Standing("convention", source)


def strict(source: str) -> Standing:
    """Only a pedant would read the text so."""
    return Standing("strict", source)


Standings = Mapping[str | tuple[str, str], Mapping[str, Standing]]
"""Standings by reading and option; a key ``(id, reading)`` is for one item, where its options stand otherwise than elsewhere."""


def of(standings: Standings, id: str, reading: str, option: str) -> Standing | None:
    """The standing of an option in an item; None where none is given."""
    for key in ((id, reading), reading):
        if (found := standings.get(key, {}).get(option)) is not None:
            return found
    return None


def checked(standings: Standings, readings: Mapping[str, Mapping[str, tuple[str, ...]]]) -> None:
    """Hold the standings of a paper against the readings of its items, ``{id: {reading: options}}``. Raises ClaimError for one that is missing, malformed or of nothing."""
    if not standings:
        return
    used: set[tuple[str | tuple[str, str], str]] = set()
    for id, offered in readings.items():
        for name, choices in offered.items():
            for option in choices:
                key = next((key for key in ((id, name), name) if option in standings.get(key, {})), None)
                if key is None:
                    raise ClaimError(f"{id}: option {option!r} of reading {name!r} has no standing; write printed, meant, convention or strict with its source")
                used.add((key, option))
    for key, entries in standings.items():
        for option, one in entries.items():
            if not isinstance(one, Standing):
                raise ClaimError(f"standing of {key} {option}: must be printed, meant, convention or strict with its source, got {shortened(repr(one))}")
            if (key, option) not in used:
                raise ClaimError(f"standing of {key} {option}: no item has this option; remove it or correct the name")


__all__ = ["KINDS", "Standing", "Standings", "checked", "convention", "meant", "of", "printed", "strict"]
