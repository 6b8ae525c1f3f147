"""The statement of one part of an item: its lines under the first reading, and what each choice changes in them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from verify.report.differing import differing
from verify.report.folding import ABSENT, deciding
from verify.report.stored import Record
from verify.report.stored import name as _name
from verify.report.stored import record as _record
from verify.report.stored import strings as _strings
from verify.report.stored import text as _text


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a statement; ``varies`` names the choices that change it."""

    section: str
    latex: str
    varies: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """How some lines look under combinations of the choices ``names``: under all of them, or, of many, under those that show every option once."""

    names: tuple[str, ...]
    rows: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
    combinations: int
    """How many combinations there are."""


@dataclass(frozen=True, slots=True)
class Statement:
    """The statement of one part: the lines under the first reading, and what each choice changes."""

    lines: tuple[Line, ...]
    text: str
    reading: str
    changes: tuple[Change, ...]

    @property
    def rows(self) -> int:
        """How many rows it takes to show what the choices change."""
        return sum(len(change.rows) for change in self.changes)


def arranged(variants: Sequence[Record]) -> Statement | None:
    """The statement of one part from its variants in ``claims.json``; None where there are none."""
    if not variants:
        return None
    choices = [{_text(k): _text(v) for k, v in _record(variant.get("reading_choices")).items()} for variant in variants]
    columns = _columns([_lines(variant) for variant in variants])
    lines: list[Line] = []
    groups: dict[tuple[str, ...], list[int]] = {}
    for position, (section, column) in enumerate(columns):
        varies = deciding(choices, column) or ()
        if column[0]:
            lines.append(Line(section, column[0], varies))
        if varies:
            groups.setdefault(varies, []).append(position)
    changes: list[Change] = []
    for names, positions in groups.items():
        seen: dict[tuple[str, ...], tuple[str, ...]] = {}
        for row, options in enumerate(choices):
            seen.setdefault(tuple(options.get(name, ABSENT) for name in names), tuple(columns[at][1][row] for at in positions))
        changes.append(_abbreviated(_grouped(_telling(names, tuple(seen.items())))))
    text = _text(variants[0].get("statement_text"))
    return Statement(tuple(lines), text, _name(variants[0], "reading"), tuple(changes))


def _columns(variants: Sequence[Sequence[tuple[str, str]]]) -> list[tuple[str, list[str]]]:
    """Lines of all variants side by side: a name's set beside the sets of the same name, a hypothesis beside its other wordings; "" where one has no such line."""
    everywhere = set(variants[0]).intersection(*variants)
    order: dict[str, list[tuple[str, str]]] = {}
    cells: list[dict[tuple[str, str, str], str]] = []
    for lines in variants:
        found: dict[tuple[str, str, str], str] = {}
        before: dict[str, int] = {}
        for section, latex in lines:
            name = re.split(r" (?:\\in|=) ", latex, maxsplit=1)[0] if section in ("for all", "where") else latex if (section, latex) in everywhere else ""
            count = sum(key[:2] == (section, name) for key in found)
            key = (name, str(count))
            listed = order.setdefault(section, [])
            if key not in listed:
                listed.insert(before.get(section, 0), key)
            before[section] = listed.index(key) + 1
            found[(section, *key)] = latex
        cells.append(found)
    sections = [section for section in SECTIONS if section in order]
    return [(section, [found.get((section, *key), "") for found in cells]) for section in sections for key in order[section]]


SECTIONS = ("for all", "given", "states", "where")
"""Sections of a statement, in the order in which they are read."""
AS_ABOVE = r"\text{as above}"
#: Of more combinations than this only those are shown that are needed to see every option.
MOST_COMBINATIONS = 6


def _telling(names: tuple[str, ...], rows: Sequence[tuple[tuple[str, ...], tuple[str, ...]]]) -> Change:
    """All combinations of few; of many the first one, and for every other option the combination nearest to the first that has it."""
    first, shown = rows[0][0], {0}
    if len(names) > 1 and len(rows) > MOST_COMBINATIONS:
        for place in range(len(names)):
            for option in dict.fromkeys(options[place] for options, _ in rows):
                having = [k for k, (options, _) in enumerate(rows) if options[place] == option]
                shown.add(min(having, key=lambda k: sum(a != b for a, b in zip(rows[k][0], first, strict=True))))
        rows, count = [rows[k] for k in sorted(shown)], len(rows)
        return Change(names, tuple(rows), count)
    return Change(names, tuple(rows), len(rows))


def _abbreviated(change: Change) -> Change:
    """What a line has in common with the statement above, the first of its kind, is left out."""
    first = change.rows[0][1]
    rows = [(options, tuple(differing([old, new])[1] if old and new else new for old, new in zip(first, lines, strict=True))) for options, lines in change.rows[1:]]
    if len(rows) == 1:
        first = tuple(differing([old, new])[0] if old and new else old for old, new in zip(first, change.rows[1][1], strict=True))
    return Change(change.names, ((change.rows[0][0], first if len(rows) == 1 else (AS_ABOVE,)), *rows), change.combinations)


def _grouped(change: Change) -> Change:
    """Options of a single choice that read the same share a row."""
    if len(change.names) != 1:
        return change
    same: dict[tuple[str, ...], list[str]] = {}
    for (option,), lines in change.rows:
        same.setdefault(lines, []).append(option)
    if any(ABSENT in options and len(options) > 1 for options in same.values()):
        return change
    return Change(change.names, tuple(((", ".join(options),), lines) for lines, options in same.items()), len(same))


def _lines(variant: Record) -> list[tuple[str, str]]:
    latex = _record(variant.get("statement_latex"))
    states = latex.get("states")
    return [
        *(("for all", text) for text in _strings(latex.get("forall"))),
        *(("given", text) for text in _strings(latex.get("given"))),
        *(("states", text) for text in (_strings(states) if not isinstance(states, str) else (states,))),
        *(("where", text) for text in _strings(latex.get("where"))),
    ]
