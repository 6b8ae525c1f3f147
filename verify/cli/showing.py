"""One item on the command line: its parts with their statements, and its verdicts grouped by the choices that decide them, as on the pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import typer

from verify.cli.colours import OF_VERDICTS
from verify.report import model
from verify.run.store import CLAIMS, RESULTS


def parts(item: Mapping[str, Any], rows: Sequence[Mapping[str, Any]], *, whole: bool = False) -> None:
    """Print the parts of an item: the statement under its first reading, the choices, and the verdicts, refuted ones first. ``whole``: every reading with its own statement."""
    if whole:
        _readings(item, rows)
        return
    audit = model.audit({"schema": RESULTS, "results": list(rows)}, {"schema": CLAIMS, "papers": [{"id": str(item["id"]).partition("/")[0], "items": [item]}]}, {})
    found = audit.item(str(item["id"]))
    stored = {part.name: part for part in found.parts} if found is not None else {}
    for name in dict.fromkeys(variant["part"] for variant in item["variants"]):
        variants = [variant for variant in item["variants"] if variant["part"] == name]
        typer.echo("")
        if name != "main" or len(variants) > 1:
            typer.secho(f"[{', '.join(x for x in (name if name != 'main' else '', variants[0]['reading_text']) if x)}]", bold=True)
        typer.echo(variants[0]["statement_text"])
        for choice in dict.fromkeys(one for variant in variants for one in variant["reading_choices"]):
            options = list(dict.fromkeys(variant["reading_choices"][choice] for variant in variants if choice in variant["reading_choices"]))
            if len(options) > 1:
                typer.echo(f"reading  {choice}: {' or '.join(options)}")
        if (part := stored.get(name)) is None:
            continue
        for rule in sorted(part.rules, key=lambda one: model.STATUSES.index(one.value)):
            verdict = part.verdicts[rule.rows[0]]
            where = f" {part.condition(rule)} ({len(rule.rows)} of {len(part.verdicts)} readings)" if len(part.verdicts) > 1 else ""
            typer.secho(f"{rule.value}{where}", fg=OF_VERDICTS.get(rule.value), nl=False)
            typer.echo(f"  {verdict.summary}")
            for told in dict.fromkeys(part.verdicts[row].severity for row in rule.rows if part.verdicts[row].mild):
                typer.echo(f"         {told}")
            if verdict.plainly:
                typer.echo(f"         {verdict.plainly}")


def _readings(item: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> None:
    from verify.evidence.judgement import severity_in_words, telling_instance

    verdicts = {(row["part"], row["reading"]): row for row in rows}
    for variant in item["variants"]:
        row = verdicts.get((variant["part"], variant["reading"]))
        typer.echo("")
        title = ", ".join(x for x in (variant["part"] if variant["part"] != "main" else "", variant["reading_text"]) if x)
        if title:
            typer.secho(f"[{title}]", bold=True)
        typer.echo(variant["statement_text"])
        if row:
            typer.secho(f"{row['status']}  {row['summary']}", fg=OF_VERDICTS.get(row["status"]))
            if row.get("severity"):
                typer.echo(f"         {severity_in_words(row['severity'])}")
                if told := telling_instance(row):
                    typer.echo(f"         {told}")


__all__ = ["parts"]
