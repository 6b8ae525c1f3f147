"""The package that a draft is: ledger, one stub for each item, tests, in the shape that ``claimcheck new-paper`` writes."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from jinja2 import Environment, StrictUndefined

from verify.draft.formulas import Reading, read
from verify.draft.items import Found

SHARED = {"pyproject.toml.jinja": "pyproject.toml", "claims.yml.jinja": ".github/workflows/claims.yml"}
"""Templates of ``claimcheck new-paper``, and where they go."""
OWN = {"README.md.jinja": "README.md", "ledger.py.jinja": "{name}/__init__.py", "test_paper.py.jinja": "tests/test_paper.py"}
PREFIXES = {
    "Theorem": "thm", "Lemma": "lem", "Proposition": "prop", "Corollary": "cor", "Definition": "def", "Equation": "eq", "Table": "tab", "Figure": "fig",
    "Example": "ex", "Remark": "rem", "Assumption": "asm", "Conjecture": "conj",
}
LONGEST_TITLE = 100
LONGEST_STATEMENT = 4000
"""Characters of a title in the ledger, and of a statement in its stub."""


@dataclass(frozen=True, slots=True)
class Formula:
    """A displayed formula as TeX, and as SymPy reads it."""

    tex: str
    reading: Reading | None


@dataclass(frozen=True, slots=True)
class Entry:
    """An item with what is written of it."""

    id: str
    module: str
    title: str
    note: str
    statement: str
    found: Found
    formulas: tuple[Formula, ...]

    @property
    def definition(self) -> bool:
        return self.found.name.lower() == "definition"

    @property
    def heading(self) -> str:
        """The title as the first line of a module."""
        return _quotable(self.title)


def _quotable(text: str) -> str:
    """Text that may stand in a raw string in triple quotes, before something else."""
    return text.replace('"""', "'''")


def _slug(text: str) -> str:
    return re.sub(r"-?\.-?|-+", lambda found: "." if "." in found[0] else "-", re.sub(r"[^A-Za-z0-9.]+", "-", text)).strip("-.")


def _id(name: str, found: Found, taken: Counter[str]) -> str:
    """An id from the printed number, else from the label; with a count where it is taken already."""
    prefix = PREFIXES.get(found.name) or _slug(found.name.lower()) or "item"
    told = _slug(found.number or "") or _slug(found.label.rpartition(":")[2]) or "unnumbered"
    id = f"{name}/{prefix}-{told}"
    taken[_module(id)] += 1
    count = taken[_module(id)]
    return id if count == 1 else f"{id}-{'again-' if found.number else ''}{count}"


def _module(id: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", id.partition("/")[2].lower())


def _title(found: Found) -> str:
    told = " ".join((found.title or (f"Equation of {found.inside}" if found.inside else found.place)).split())
    return told if len(told) <= LONGEST_TITLE else told[:LONGEST_TITLE].rsplit(" ", 1)[0] + " ..."


def _statement(found: Found) -> str:
    """The statement in the author's words, indented."""
    told = [line.strip() for line in found.tex.strip().splitlines()]
    text = "\n".join(f"    {line}" if line else "" for position, line in enumerate(told) if line or told[position - 1])
    if len(text) > LONGEST_STATEMENT:
        text = text[:LONGEST_STATEMENT].rsplit("\n", 1)[0] + "\n    ... (the rest stands in the source)"
    return _quotable(text)


def _entry(name: str, found: Found, root: Path, taken: Counter[str]) -> Entry:
    id = _id(name, found, taken)
    note = ", ".join([*([f"label {found.label}"] if found.label else []), f"{found.file.relative_to(root)} line {found.line}"])
    return Entry(id, _module(id), _title(found), _quotable(note), _statement(found), found, tuple(Formula(tex, read(tex)) for tex in found.formulas))


def _commented(text: str) -> str:
    return "\n".join(f"#     {line.strip()}" for line in text.splitlines() if line.strip())


def write(name: str, folder: Path, source: Path, items: list[Found]) -> list[Path]:
    """Write the package of a paper into a folder that does not exist. Raises OSError where it cannot be written."""
    environment = Environment(variable_start_string="[[", variable_end_string="]]", block_start_string="[%", block_end_string="%]",
                              trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined, keep_trailing_newline=True)
    environment.filters |= {"literal": lambda text: json.dumps(text, ensure_ascii=False), "commented": _commented}
    taken: Counter[str] = Counter()
    entries = [_entry(name, found, source.parent, taken) for found in items]
    whole = {"name": name, "source": _quotable(source.name), "items": entries}
    written = [_written(environment, "verify.cli", f"skeleton/common/{template}", folder / place, whole) for template, place in SHARED.items()]
    written += [_written(environment, "verify.draft", f"templates/{template}", folder / place.format(name=name), whole) for template, place in OWN.items()]
    return written + [_written(environment, "verify.draft", "templates/stub.py.jinja", folder / name / f"{one.module}.py", {"one": one}) for one in entries]


def _written(environment: Environment, package: str, template: str, path: Path, values: Mapping[str, object]) -> Path:
    text = environment.from_string(files(package).joinpath(*template.split("/")).read_text(encoding="utf-8")).render(values)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


__all__ = ["write"]
