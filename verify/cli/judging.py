"""Judgements for the command line: from a run, or from the record in the working folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import typer

from verify.evidence.judgement import Judgement, judgements
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


def judged(papers: Mapping[str, Mapping[str, Any]], ids: Sequence[str], rows: Rows) -> dict[str, Judgement]:
    """The judgements on items that have rows. ``papers``: as in ``claims.json``, by name."""
    wanted = set(ids) & set(rows)
    found: dict[str, Judgement] = {}
    for name in sorted({id.partition("/")[0] for id in wanted}):
        found |= judgements([item for item in papers[name]["items"] if item["id"] in wanted or item["part_of"] in wanted], rows)
    return {id: found[id] for id in ids if id in wanted}


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


__all__ = ["Rows", "judged", "rows_of"]
