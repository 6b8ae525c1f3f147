"""Judgements for the command line: from a run, or from the record in the working folder."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import typer

from verify.evidence.judgement import Judgement
from verify.evidence.proofs import Proof, judgements, proofs
from verify.run.store import StoreError

RECORD = Path("verdicts.lock")
EVIDENCE = Path("verdicts")

Rows = Mapping[str, Sequence[Mapping[str, Any]]]
"""Rows of results by id."""


def rows_of(ids: Sequence[str], results: Path) -> Rows:
    """The rows of a results folder where it holds some on these ids, else those of the record; none where there is neither. A damaged file is told and gives none."""
    try:
        found = _rows(sorted({id.partition("/")[0] for id in ids}), results)
    except StoreError as error:
        typer.echo(f"no verdicts are shown: {error}", err=True)
        return {}
    return found if any(id in found for id in ids) else {}


def judged(papers: Mapping[str, Mapping[str, Any]], ids: Sequence[str], rows: Rows, results: Path | None = None) -> dict[str, Judgement]:
    """The judgements on items that have rows. ``papers``: as in ``claims.json``, by name; ``results``: the folder with the certificates of the rows."""
    found: dict[str, Judgement] = {}
    for items in _of_papers(papers, ids, rows):
        found |= judgements(items, rows, proofs(items, rows, _certificates(results)))
    return {id: found[id] for id in ids if id in rows}


def proved(papers: Mapping[str, Mapping[str, Any]], ids: Sequence[str], rows: Rows, results: Path | None = None) -> dict[str, Proof]:
    """The judgements on the printed proofs of items that have rows, as `judged` gives those on the items."""
    found: dict[str, Proof] = {}
    for items in _of_papers(papers, ids, rows):
        found |= proofs(items, rows, _certificates(results))
    return {id: found[id] for id in ids if id in rows and id in found}


def _of_papers(papers: Mapping[str, Mapping[str, Any]], ids: Sequence[str], rows: Rows) -> Iterator[list[Mapping[str, Any]]]:
    """For each paper those of these items that have rows, with the steps of their proofs."""
    wanted = set(ids) & set(rows)
    for name in sorted({id.partition("/")[0] for id in wanted}):
        items = papers[name]["items"]
        steps = {link["id"] for item in items if item["id"] in wanted for link in item.get("proof") or ()}
        yield [item for item in items if item["id"] in wanted | steps or item["part_of"] in wanted]


def _certificates(results: Path | None) -> Callable[[Mapping[str, Any]], Mapping[str, Any]]:
    """The certificate of a row: in the folder of its run, else in the row itself, as the record has it."""
    def certificate(row: Mapping[str, Any]) -> Mapping[str, Any]:
        path = results / str(row["certificate"]) if results is not None and row.get("certificate") else None
        try:
            stored = json.loads(path.read_text(encoding="utf-8")) if path is not None else row
        except (OSError, ValueError):
            return {}
        return stored if isinstance(stored, dict) else {}

    return certificate


def _rows(names: Sequence[str], results: Path) -> Rows:
    from verify.run.store import read_results

    if (results / "results.json").exists():
        rows: dict[str, list[dict[str, Any]]] = {}
        for row in read_results(results)["results"]:
            rows.setdefault(row["id"], []).append(row)
        return rows
    if not RECORD.exists():
        return {}
    from verify.gate import evidence
    from verify.gate.judged import rows as on_record
    from verify.gate.lock import read

    lock = read(RECORD)
    return on_record(lock, evidence.read_all(EVIDENCE, [name for name in names if name in lock.papers()]))


__all__ = ["Rows", "judged", "proved", "rows_of"]
