"""A table of data as an instance: the law of a released column given each value of a protected one, in exact arithmetic."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from operator import itemgetter
from pathlib import Path

from flint import fmpq

from verify.calibration.instances import Instance, Situation
from verify.claims.nodes import ClaimError
from verify.claims.typed import NotANumber, exact, moderate, shortened
from verify.values.laws import FiniteLaw, Point

Key = tuple[str, str, tuple[str, ...]]
"""Prior, secret, released cells."""


def read_table(
    path: Path, secret: str, released: Sequence[str], *, weight: str | None = None, prior: str | None = None, header: bool = True, separator: str = ",",
    missing: str | None = None, values: Mapping[str, str] | None = None, pairs: Sequence[tuple[str, str]] | None = None,
) -> Instance:
    """Read a CSV file.

    Parameters
    ----------
    path
        One record in each line. Blanks around cells are left out.
    secret, released
        Columns by name, or by number from 1: the protected one, and the coordinates of the query.
    weight, prior
        Columns with the weight of a row (1 by default; a prior given as a table) and with the name of the prior that it belongs to (one prior by default).
    header
        Whether the first line has the names; without it columns are numbers.
    missing
        A cell such as ``?`` whose rows are left out; None leaves none out.
    values
        Numbers that stand for labels in released columns.
    pairs
        Pairs of values of the protected column; all by default.

    Raises
    ------
    ClaimError
        Naming what is missing: the file, a column, a number in a line, a secret of probability 0, a pair that does not occur, fewer than two secrets.
    """
    try:
        counts = _counts(path, secret, released, weight, prior, header, separator, missing)
    except UnicodeDecodeError as error:
        raise ClaimError(f"{path}: must be text in UTF-8, got the byte {error.object[error.start]:#04x} at place {error.start}; save it again") from None
    except csv.Error as error:
        raise ClaimError(f"{path}: must be a CSV file, got one that cannot be read: {error}; save it again") from None
    laws, points = _laws(path, secret, counts, dict(values or {}))
    situations = []
    for theory, known in laws.items():
        for first, second in pairs if pairs is not None else combinations(sorted(known, key=_natural), 2):
            for name in (first, second):
                if name not in known:
                    raise ClaimError(f"{path}: {secret} must have the value {name} of a pair{_under(theory)}, got {', '.join(sorted(known, key=_natural))}; name two of these")
            situations.append(Situation(theory, first, second, known[first], known[second]))
    if not situations:
        raise ClaimError(f"{path}: {secret} must have at least two values, got {', '.join(sorted({s for known in laws.values() for s in known})) or 'none'}; nothing would be hidden")
    return Instance(f"{path.name}: {', '.join(released)} given {secret}", tuple(situations), tuple(dict.fromkeys(points.values())))


def _laws(
    path: Path, secret: str, counts: Mapping[tuple[str, str, tuple[str, ...]], Fraction], table: Mapping[str, str]
) -> tuple[dict[str, dict[str, FiniteLaw]], dict[tuple[str, ...], Point]]:
    """The law of what is released by prior and secret, and all points that occur. Raises ClaimError for a secret of probability 0."""
    laws: dict[str, dict[str, FiniteLaw]] = {}
    groups: dict[str, dict[str, list[tuple[Point, Fraction]]]] = {}
    points: dict[tuple[str, ...], Point] = {}
    for (theory, name, cells), mass in counts.items():
        if cells not in points:
            numbers = tuple(_value(path, cell, table) for cell in cells)
            points[cells] = numbers if len(numbers) > 1 else numbers[0]
        groups.setdefault(theory, {}).setdefault(name, []).append((points[cells], mass))
    for theory, secrets in groups.items():
        for name, rows in secrets.items():
            total = sum((w for _, w in rows), Fraction(0))
            if total == 0:
                possible = [s for s, r in secrets.items() if any(w for _, w in r)]
                raise ClaimError(f"{path}: every secret must have positive probability, got 0 for {secret}={name}{_under(theory)}; a distribution given an event of probability 0 "
                                 f"has no value: leave its rows out, or give some of them a weight above 0 (positive are {', '.join(possible)})")
            laws.setdefault(theory, {})[name] = FiniteLaw([x for x, _ in rows], [fmpq(w.numerator, w.denominator) / fmpq(total.numerator, total.denominator) for _, w in rows])
    return laws, points


def _counts(
    path: Path, secret: str, released: Sequence[str], weight: str | None, prior: str | None, header: bool, separator: str, missing: str | None,
) -> dict[Key, Fraction]:
    """Weight of each combination of cells; only different ones are looked at more closely."""
    if not path.is_file():
        raise ClaimError(f"{path}: no such file; give a CSV file with one record in each line")
    if len(separator) != 1:
        raise ClaimError(f"--separator: must be one character, got {separator!r}; write for example ';'")
    wanted = [secret, *released, *(c for c in (prior, weight) if c is not None)]
    counts: Counter[tuple[str, ...]] = Counter()
    with path.open(newline="", encoding="utf-8-sig") as stream:  # with or without the mark that some programs put first
        lines = csv.reader(stream, delimiter=separator)
        first = next(lines, None)
        if first is None:
            raise ClaimError(f"{path}: must have at least one record, got an empty file; give data")
        places = [_place(path, column, [cell.strip() for cell in first] if header else None, len(first)) for column in wanted]
        start = 2 if header else 1
        rows = lines if header else (row for part in ([first], lines) for row in part)
        try:
            counts.update(map(itemgetter(*places), filter(None, rows)))
        except IndexError:
            raise ClaimError(f"{path}: line {lines.line_num} must have at least {max(places) + 1} cells, got fewer; complete it, or look at --separator") from None
    out: dict[Key, Fraction] = {}
    for cells, count in counts.items():
        trimmed = [cell.strip() for cell in cells]
        if missing is not None and missing in trimmed:
            continue
        mass = Fraction(count)
        if weight is not None:
            mass *= _weight(path, weight, trimmed.pop())
        theory = trimmed.pop() if prior is not None else ""
        key = (theory, trimmed[0], tuple(trimmed[1:]))
        out[key] = out.get(key, Fraction(0)) + mass
    if not out:
        raise ClaimError(f"{path}: must have at least one complete record from line {start} on, got none; look at --missing and --separator")
    return out


def _place(path: Path, column: str, names: list[str] | None, width: int) -> int:
    if names is not None and column in names:
        return names.index(column)
    if column.isdigit() and 1 <= int(column) <= width and (names is None or column not in names):
        return int(column) - 1
    known = ", ".join(names) if names is not None else f"the numbers 1 to {width} (there is no header)"
    raise ClaimError(f"{path}: no column {column}; there are {known}")


def _weight(path: Path, column: str, text: str) -> Fraction:
    try:
        value = moderate(text)
    except NotANumber as error:
        raise ClaimError(f"{path}: {column} {str(error).replace('a number,', 'a number of at least 0,')}") from None
    if value < 0:
        raise ClaimError(f"{path}: {column} must be a number of at least 0, got {shortened(text)!r}; write for example 0.25 or 1/4")
    return value


def _value(path: Path, text: str, values: Mapping[str, str]) -> fmpq:
    try:
        value = moderate(values.get(text, text))
    except NotANumber as error:
        shown = shortened(text)
        raise ClaimError(f"{path}: a released cell {str(error).partition(';')[0]}; give a number for it by --values '{shown}=NUMBER', or leave such rows out by --missing") from None
    return fmpq(value.numerator, value.denominator)


def _under(theory: str) -> str:
    return f" under the prior {theory}" if theory else ""


def _natural(name: str) -> tuple[int, Fraction, str]:
    """Numbers in their order, before words."""
    try:
        return 0, exact(name), name
    except NotANumber:
        return 1, Fraction(0), name
