"""Items on the command line: their parts with statements, and their verdicts grouped by the choices that decide them, as on the pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer

from verify.cli.colours import OF_VERDICTS
from verify.cli.sentences import said, sentence, telling, unproved
from verify.cli.terminal import wrapped
from verify.evidence.judgement import severity_in_words, told_once
from verify.report import arranged, model
from verify.report.folding import Rule, decision_list
from verify.run.store import CLAIMS, RESULTS

INDENT = " " * 11
"""Below a verdict."""
ON_RECORD = "on record"
"""Of a verdict without words of a run: the record keeps only the instances of refutations."""
LABELS = " " * 9
"""Below the label of a line of a statement."""


@dataclass(frozen=True, slots=True)
class Group:
    """Readings of one part with the same verdict, and of refuted ones those that a correction heals apart from those that none does."""

    status: str
    mild: bool
    where: tuple[str, ...]
    """The choices that decide it, in words, one for each rule."""
    verdicts: tuple[model.Verdict, ...]
    total: int
    """Readings of the part."""

    @property
    def words(self) -> str:
        """How many readings these are, and which."""
        if len(self.verdicts) == self.total:
            return "" if self.total == 1 else f"in all {self.total} readings"
        return f"in {len(self.verdicts)} of {self.total} readings, {'; '.join(self.where)}"


def groups(part: model.Part) -> list[Group]:
    """The verdicts on a part: refuted ones first, and among them those that no correction heals."""
    kinds = {f"{model.STATUSES.index(one.status)} {one.mild}": (one.status, one.mild) for one in part.verdicts}
    found: dict[str, list[Rule]] = {kind: [] for kind in sorted(kinds)}
    for rule in decision_list([one.choices for one in part.verdicts], [f"{model.STATUSES.index(one.status)} {one.mild}" for one in part.verdicts]):
        found[rule.value].append(rule)
    return [Group(*kinds[kind], tuple(part.condition(rule) for rule in rules), tuple(part.verdicts[row] for rule in rules for row in rule.rows), len(part.verdicts))
            for kind, rules in found.items()]


def stored_parts(item: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> dict[str, model.Part]:
    """The parts of an item that have verdicts, by name, those that fail first."""
    audit = arranged.audit({"schema": RESULTS, "results": list(rows)}, {"schema": CLAIMS, "papers": [{"id": str(item["id"]).partition("/")[0], "items": [item]}]}, {})
    found = audit.item(str(item["id"]))
    return {part.name: part for part in sorted((one for one in found.parts if one.verdicts), key=_gravity)} if found is not None else {}


def _gravity(part: model.Part) -> tuple[int, bool]:
    first = groups(part)[0]
    return model.STATUSES.index(first.status), first.mild


def verdicts(part: model.Part, rows: Mapping[tuple[str, str], Mapping[str, Any]], folder: Path | None, indent: str = "", *, engines: bool = False) -> None:
    """Print the verdicts on a part, one paragraph for each group. ``rows``: those of the item, by part and reading; ``folder``: of the results; ``engines``: what each engine said of an undecided one too."""
    for group in groups(part):
        typer.secho(f"{indent}{group.status:<9}", fg=OF_VERDICTS.get(group.status), bold=True, nl=False)
        first = rows[part.name, group.verdicts[0].reading]
        told = [group.words, sentence(first, folder), unproved(first), *told_once(one.severity for one in group.verdicts if one.mild), telling(first, folder), *(said(first) if engines else ())]
        lines = [wrapped(line, indent + INDENT) for line in told if line] or [ON_RECORD]
        typer.echo("\n".join([f"  {lines[0].lstrip()}", *lines[1:]]))


def parts(item: Mapping[str, Any], rows: Sequence[Mapping[str, Any]], folder: Path | None = None, *, whole: bool = False, engines: bool = False) -> None:
    """Print the parts of an item: the statement under its first reading, the choices, and the verdicts, refuted ones first. ``whole``: every reading with its own statement; ``engines``: what each engine said of an undecided one."""
    by_place = {(str(row["part"]), str(row["reading"])): row for row in rows}
    if whole:
        _readings(item, by_place, folder, engines=engines)
        return
    stored = stored_parts(item, rows)
    for name in dict.fromkeys([*stored, *(variant["part"] for variant in item["variants"])]):
        variants = [variant for variant in item["variants"] if variant["part"] == name]
        typer.echo("")
        if title := ", ".join(_title(name, variants)):
            typer.secho(f"[{title}]", bold=True)
        _statement(variants[0])
        if choices := "; ".join(_choices(variants)):
            typer.echo(f"readings {wrapped(choices, LABELS).lstrip()}")
        if (part := stored.get(name)) is not None:
            verdicts(part, by_place, folder, engines=engines)


def _statement(variant: Mapping[str, Any]) -> None:
    """The lines of a statement, each with its label."""
    for line in str(variant["statement_text"]).splitlines():
        typer.echo(f"{line[:len(LABELS)]}{wrapped(line[len(LABELS):], LABELS).lstrip()}")


def _title(name: str, variants: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    if name != "main":
        yield name
    if len(variants) > 1:
        yield f"read as {variants[0]['reading_text']}"


def _choices(variants: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for choice in dict.fromkeys(one for variant in variants for one in variant["reading_choices"]):
        options = list(dict.fromkeys(variant["reading_choices"][choice] for variant in variants if choice in variant["reading_choices"]))
        if len(options) > 1:
            yield f"{choice}: {' or '.join(options)}"


def _readings(item: Mapping[str, Any], rows: Mapping[tuple[str, str], Mapping[str, Any]], folder: Path | None, *, engines: bool) -> None:
    for variant in item["variants"]:
        row = rows.get((variant["part"], variant["reading"]))
        typer.echo("")
        title = ", ".join(x for x in (variant["part"] if variant["part"] != "main" else "", variant["reading_text"]) if x)
        if title:
            typer.secho(f"[{title}]", bold=True)
        _statement(variant)
        if row:
            typer.secho(f"{row['status']:<9}", fg=OF_VERDICTS.get(row["status"]), bold=True, nl=False)
            typer.echo(f"  {wrapped(sentence(row, folder) or ON_RECORD, INDENT).lstrip()}")
            for line in (unproved(row), severity_in_words(row["severity"]) if row.get("severity") else "", telling(row, folder), *(said(row) if engines else ())):
                if line:
                    typer.echo(wrapped(line, INDENT))


__all__ = ["Group", "groups", "parts", "stored_parts", "verdicts"]
