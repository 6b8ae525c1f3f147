"""Statements on which an engine once gave a wrong answer, found by ``python -m benchmarks.generated``, each as small as it could be made.

``found_statements.json`` holds them with the engine and the instance, and the list ``open`` of those that still go wrong. ``python tests/quality/found_statements.py`` asks
again about all of them, prints what goes wrong and writes that list anew; with names of files it adds what a campaign found first.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from benchmarks.generated import Failure, ask, read
from verify.claims.nodes import from_json
from verify.claims.show import text

FILE = Path(__file__).with_suffix(".json")
KEPT = ("proved-untrue", "refuted-unfalse", "misjudged", "contradiction", "crash", "refused")


def stored() -> dict[str, Any]:
    """``statements`` and ``open``: the numbers of those that go wrong today."""
    return json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {"statements": [], "open": []}


def failure(row: dict[str, Any], seconds: float = 8.0) -> Failure | None:
    """What is wrong about the answer of the engine, if anything; an answer that takes long is none."""
    found, _ = ask(row["engine"], read(from_json(row["statement"])), seconds, Random(0))
    return None if found is None or found.kind == "slow" else found


def _write(data: dict[str, Any]) -> None:
    rows = ",\n".join(json.dumps(row, ensure_ascii=False) for row in data["statements"])
    FILE.write_text(f'{{"open": {json.dumps(data["open"])}, "statements": [\n{rows}\n]}}\n', encoding="utf-8")


def main(files: list[str]) -> None:
    data = stored()
    known = {(row["engine"], json.dumps(row["statement"])) for row in data["statements"]}
    for file in files:
        for line in Path(file).read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            key = (row["engine"], json.dumps(row["statement"]))
            if row["kind"] in KEPT and key not in known:
                known.add(key)
                data["statements"].append({name: row[name] for name in ("engine", "kind", "shown", "instance", "truth", "statement")})
    data["open"] = []
    for number, row in enumerate(data["statements"]):
        found = failure(row)
        if found is not None:
            data["open"].append(number)
            print(f"{number} {found.engine} {found.kind} [{found.certificate}, checker: {found.confirmed}] {text(from_json(row['statement']))}: {found.why}", flush=True)
    _write(data)
    print(f"{len(data['open'])} of {len(data['statements'])} go wrong")


if __name__ == "__main__":
    main(sys.argv[1:])
