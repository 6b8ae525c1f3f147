"""What the docstring of a claim module says in plain words: the statement, each reading, what is measured and what is claimed.

A docstring begins with one sentence; sections follow, each headed by one word at its left edge, "Statement" with the place in brackets behind it. Where a module has several items, the
section "Statement" has a paragraph for each, which begins with its id without the paper, behind it two spaces or more. In the section "Reading" a paragraph begins with the name of a
reading (or several names, set apart by commas) and goes on, behind two spaces or a colon, with what its options mean.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

HEADING = re.compile(r"(Statement|Reading|Measured|Claimed)(?: \((.*)\))?:?")
KEYED = re.compile(r" {4}(\S+) {2,}(\S.*)")
NAMED = re.compile(r"(\S.*?)(?:\s{2,}|: )(\S.*)")


@dataclass(frozen=True, slots=True)
class Described:
    """The words of one module; empty where its docstring has none."""

    place: str = ""
    statement: str = ""
    measured: str = ""
    claimed: str = ""
    readings: Mapping[str, str] = field(default_factory=dict)
    """Of each reading that is explained, what its options mean."""
    statements: Mapping[str, str] = field(default_factory=dict)
    """Of each item, by its id without the paper, what it states; empty where all state the same."""

    def about(self, id: str, readings: Collection[str]) -> dict[str, Any]:
        """As it is stored for one item, with its own statement and readings; what is said of all items of the module is left out where it has a statement of its own."""
        own = self.statements.get(id.partition("/")[2])
        told = {"place": self.place, "statement": self.statement, "measured": self.measured, "claimed": self.claimed} if own is None else {"place": "", "statement": own, "measured": "", "claimed": ""}
        return told | {"readings": {name: self.readings[name] for name in readings if name in self.readings}}


@lru_cache(maxsize=1024)
def described(file: str) -> Described:
    """The words of the module in a file; none where it cannot be read."""
    try:
        text = ast.get_docstring(ast.parse(Path(file).read_text(encoding="utf-8"))) or ""
    except (OSError, SyntaxError, ValueError):
        return Described()
    return parsed(text)


def parsed(docstring: str) -> Described:
    """The words of a docstring."""
    place, sections, current = "", dict[str, list[str]](), ""
    for line in docstring.splitlines()[1:]:
        if line and not line.startswith(" "):
            heading = HEADING.fullmatch(line)
            current = heading[1] if heading else ""
            place = (heading[2] or "") if heading and current == "Statement" else place
        elif current:
            sections.setdefault(current, []).append(line)
    told = {name: " ".join(" ".join(lines).split()) for name, lines in sections.items()}
    return Described(place, told.get("Statement", ""), told.get("Measured", ""), told.get("Claimed", ""), dict(_readings(sections.get("Reading", []))), _statements(sections.get("Statement", [])))


def _statements(lines: list[str]) -> dict[str, str]:
    """What each of several items states; empty where the section does not begin with an item."""
    found: dict[str, str] = {}
    name = ""
    for line in lines:
        if (keyed := KEYED.fullmatch(line)) is not None:
            name = keyed[1]
            found[name] = keyed[2]
        elif name:
            found[name] = f"{found[name]} {line.strip()}".rstrip()
        else:
            return {}
    return found


def _readings(lines: list[str]) -> Iterator[tuple[str, str]]:
    """Each reading with the paragraph that explains it."""
    paragraphs: list[str] = []
    for line in lines:
        if re.match(r" {4}\S", line) or not paragraphs:
            paragraphs.append(line.strip())
        elif line.strip():
            paragraphs[-1] += " " + line.strip()
    for paragraph in paragraphs:
        if (found := NAMED.fullmatch(paragraph)) is not None:
            for name in found[1].split(", "):
                yield re.sub(r" \(.*", "", name), found[2]


def option_in_words(explained: str, option: str) -> str:
    """What the paragraph on a reading says of one option, ``option: words; other: words``; empty where it names it nowhere."""
    found = re.search(_saying(option), explained)
    return found[1] if found else ""


def beside_options(explained: str, options: Collection[str]) -> str:
    """What the paragraph on a reading says beside its options."""
    for option in options:
        explained = re.sub(_saying(option) + r"\.?", "", explained, count=1)
    return explained.strip(" ;,.") and explained.strip(" ;,")


def _saying(option: str) -> str:
    """The pattern of an option with its words."""
    return rf"(?:^|[;.,] )(?:or )?{re.escape(option)}: (.*?)(?=; |\.(?= [A-Z]|$)|$)"


__all__ = ["Described", "beside_options", "described", "option_in_words", "parsed"]
