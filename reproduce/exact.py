"""What tables and figures without randomness share: scales, curves taken out of rows, digits held against enclosures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
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


def printed_as(printed: str, low: float, high: float, *, upwards: bool = True) -> tuple[str, str]:
    """Whether the numbers of an enclosure are printed so, rounded to nearest or, where that is allowed, upwards; verdict and note."""
    value, unit = Fraction(printed), Fraction(1, 10 ** len(printed.partition(".")[2]))
    nearest, most = value - unit / 2, value + unit / 2
    least = value - unit if upwards else nearest
    if least <= Fraction(low) and Fraction(high) <= most:
        return "agrees", "" if Fraction(low) >= nearest else "rounded up"
    if Fraction(high) < least or Fraction(low) > most:
        return "differs", ""
    return "undecided", "the enclosure is too wide for the digits"
