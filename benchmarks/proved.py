"""How much of what holds is proved, and on what proofs rest: the numbers of a run, or of the record in the working folder.

    python -m benchmarks.proved [--results FOLDER]
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from verify.claims.registry import load_installed
from verify.cli.judging import EVIDENCE, RECORD, proved, rows_of
from verify.evidence.proofs import WORDS
from verify.gate.lock import read
from verify.run.catalogue import describe

PAPERS = ("wdp", "gdp", "frdp", "rpp")
BOOK = "textbook"
KINDS = ("printed", "exhaustive")
HOLD = ("PROVED", "SUPPORTED")
Rows = Mapping[str, Sequence[Mapping[str, Any]]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--results", type=Path, default=Path("results"))
    results = parser.parse_args().results
    papers, _ = load_installed({*PAPERS, BOOK})
    ids = {name: [item.id for item in papers[name].ledger.items] for name in papers}
    own = [id for name in PAPERS for id in ids[name]]
    rows = rows_of([*own, *ids[BOOK]], results)
    if not rows:
        raise SystemExit(f"there are no results in {results}, and no record in the working folder")
    is_run = (results / "results.json").exists()
    _of_statements({id: rows[id] for id in own if id in rows}, {} if is_run else {key: one.kind for key, one in read(RECORD).statements.items()})
    described = dict(zip(PAPERS, describe({name: papers[name] for name in PAPERS})["papers"], strict=True))
    found = proved(described, own, rows, results if is_run else None)
    words = Counter(proof.word for proof in found.values())
    print(f"printed proofs judged as a whole: {len(found)}: " + ", ".join(f"{words[word]} {word}" for word in WORDS if words[word]))
    lemmas = {id: {row["status"] for row in rows[id]} for id in ids[BOOK] if id in rows}
    print(f"textbook lemmas: {len(lemmas)}; {sum('REFUTED' in one for one in lemmas.values())} refuted, {sum(one == {'PROVED'} for one in lemmas.values())} proved by themselves")
    _of_trust()


def _of_statements(rows: Rows, kinds: Mapping[Any, str]) -> None:
    """How many statements that hold are proved, and how many ids throughout, where nothing fell."""
    every = [row for own in rows.values() for row in own]
    holding = [row for row in every if row["status"] in HOLD and not _is_printed(row, kinds)]
    shown = sum(row["status"] == "PROVED" for row in holding)
    print(f"statements that hold and are proved, printed numbers left out: {shown} of {len(holding)} ({100 * shown / len(holding):.0f} %)")
    standing = [{row["status"] for row in own} - {"NOT_CHECKED"} for own in rows.values()]
    standing = [one for one in standing if one and "REFUTED" not in one]
    print(f"ids where nothing fell, proved throughout: {sum(one == {'PROVED'} for one in standing)} of {len(standing)}")


def _is_printed(row: Mapping[str, Any], kinds: Mapping[Any, str]) -> bool:
    """Whether a statement is proved by printed digits or finitely many values; of the record by the kind of its evidence."""
    engines = {one["engine"] for one in row.get("findings") or () if one["status"] == "PROVED"}
    return row["status"] == "PROVED" and ("printed" in engines or kinds.get((row["id"], row["part"], row["reading"])) in KINDS)


def _of_trust() -> None:
    """What the certificates on record trust besides the checker, the most frequent first."""
    trusted: Counter[str] = Counter()
    for name in (*PAPERS, BOOK):
        path = EVIDENCE / f"{name}.jsonl"
        for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
            trusted.update(one.partition(":")[0] for one in json.loads(line).get("trusted", ()) if not one.startswith(f"{BOOK}/"))
    print(f"certificates that trust SymPy: {sum(count for one, count in trusted.items() if 'sympy' in one.lower())}")
    print("trusted besides the checker: " + ", ".join(f"{one} {count}" for one, count in trusted.most_common(6)))


if __name__ == "__main__":
    main()
