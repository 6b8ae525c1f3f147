"""What changed between two runs: verdicts that differ, statements that came and went."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

NONE = "no result"
"""Stands for a verdict that one of the runs does not hold."""
EARLIER, RECORD = "the earlier run", "the record"
"""What verdicts may differ from."""


@dataclass(frozen=True, slots=True)
class VerdictChange:
    """The verdict of one statement before and after; `NONE` where a run holds nothing on it."""

    id: str
    part: str
    reading: str
    before: str
    after: str

    @property
    def paper(self) -> str:
        return self.id.partition("/")[0]

    @property
    def label(self) -> str:
        extra = " ".join(word for word in (self.part, self.reading) if word != "main")
        return f"{self.id} {extra}".strip()


def changes(earlier: Mapping[str, Any], results: Mapping[str, Any]) -> tuple[VerdictChange, ...]:
    """Verdicts of ``results`` that differ from ``earlier``, sorted; both as stored in ``results.json``. Raises ValueError for another shape."""
    before, after = _statuses(earlier), _statuses(results)
    keys = sorted({*before, *after})
    return tuple(VerdictChange(*key, before.get(key, NONE), after.get(key, NONE)) for key in keys if before.get(key) != after.get(key))


def _statuses(results: Mapping[str, Any]) -> Mapping[tuple[str, str, str], str]:
    try:
        return {(str(row["id"]), str(row["part"]), str(row["reading"])): str(row["status"]) for row in results["results"]}
    except (KeyError, TypeError) as error:
        raise ValueError(f"every result must have id, part, reading and status, got {type(error).__name__} {error}") from None


__all__ = ["EARLIER", "NONE", "RECORD", "VerdictChange", "changes"]
