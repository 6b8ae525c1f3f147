"""Judgements for the commands ``list`` and ``show``: from a run, or from the record in the working folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import typer

from verify.evidence.judgement import Judgement, judgements
from verify.run.store import StoreError

RECORD = Path("verdicts.lock")
EVIDENCE = Path("verdicts")


def judged(papers: Mapping[str, Any], ids: Sequence[str], results: Path) -> dict[str, Judgement]:
    """The judgements on items: those of a results folder where it holds some, else those of the record; none where there is neither. A damaged one is told and gives none."""
    names = sorted({id.partition("/")[0] for id in ids})
    try:
        rows = _rows(names, results)
    except StoreError as error:
        typer.echo(f"no judgements are shown: {error}", err=True)
        return {}
    if not any(id in rows for id in ids):
        return {}
    from verify.run.catalogue import item_of

    found: dict[str, Judgement] = {}
    for name in names:
        wanted = set(ids)
        items = [item_of(papers[name], item.id, letters=False) for item in papers[name].ledger.items if item.id in wanted or item.part_of in wanted]
        found |= judgements(items, rows)
    return {id: found[id] for id in ids if id in rows}


def _rows(names: Sequence[str], results: Path) -> dict[str, list[dict[str, Any]]]:
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


__all__ = ["judged"]
