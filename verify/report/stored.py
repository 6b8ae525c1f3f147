"""Values of stored records, whatever shape they have: text, objects, lists of text, the name of a part or reading."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from verify.report import words

Record = Mapping[str, Any]


def name(entry: Record, key: str) -> str:
    return text(entry.get(key)) or "main"


def record(value: object) -> Record:
    return value if isinstance(value, Mapping) else {}


def strings(value: object) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,)
    if isinstance(value, Sequence):
        return tuple(text(entry) for entry in value)
    return ()


def text(value: object) -> str:
    return "" if value is None else value if isinstance(value, str) else words.plain(value)
