"""What tables and figures without randomness share: scales that are all the same, and curves taken out of rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from verify.reproductions import DataFile, Scale

WORDS = "formulas alone: every scale is the whole figure"
ALL_SCALES: Mapping[str, Scale] = {name: Scale(WORDS) for name in ("smoke", "cpu", "full")}


def scales_of(words: Mapping[str, str], *data: DataFile) -> dict[str, Scale]:
    """Scales that read the same files."""
    return {name: Scale(text, data) for name, text in words.items()}


def curves_of(rows: Sequence[Mapping[str, Any]], by: str, x: str, y: str, **where: Any) -> dict[Any, tuple[list[float], list[float]]]:
    """Points of each curve, in the order of the rows: those that have the values of ``where``, grouped by the column ``by``; points without a value are left out."""
    found: dict[Any, tuple[list[float], list[float]]] = {}
    for row in rows:
        if all(row[column] == value for column, value in where.items()) and row[y] is not None:
            xs, ys = found.setdefault(row[by], ([], []))
            xs.append(row[x])
            ys.append(row[y])
    return found
