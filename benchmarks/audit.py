"""What the audit of the installed papers costs, cold and from the cache; what deeper effort adds; and Hypothesis alone on the same false statements.

``python -m benchmarks.audit [PAPER]... [--effort quick standard] [--deep N] [--peer N] [--out FILE]``: half an hour on two quiet cores without ``--deep``, which
may take minutes for a statement.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from hypothesis import Phase
from hypothesis.errors import HypothesisException

from benchmarks import robust
from benchmarks.scale import watched
from verify.claims.claim import Variant
from verify.claims.registry import installed_names, load_installed
from verify.engines import evaluate as ev
from verify.engines.exhaustive import NotSmall
from verify.engines.search import ENGINE as SEARCH
from verify.engines.task import EFFORTS, Task
from verify.gate.lock import Key
from verify.run.decide import Settings, run_variant
from verify.run.pooled import Lost, pooled
from verify.strategies import false_instance

TRIES = 200
"""Instances that Hypothesis draws for each statement: the search draws about as many."""


def command(arguments: Sequence[str], cache: Path) -> dict[str, float]:
    """Seconds of wall and processor time, and peak memory of all processes (MB), of one command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with watched() as seen:
        subprocess.run([sys.executable, "-c", "from verify.cli.watch import entry; entry()", *arguments], check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                       env=os.environ | {"CLAIMCHECK_CACHE": str(cache)})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return {**seen, "processor_seconds": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime}


def whole(papers: Sequence[str], effort: str, folder: Path) -> dict[str, Any]:
    """The audit of all papers with one command, cold and then from the cache, with its statuses and the processor seconds of each paper."""
    found: dict[str, Any] = {"effort": effort, "papers": list(papers)}
    for name in ("cold", "warm"):
        found[name] = command(["run", *papers, "--effort", effort, "--out", str(folder / f"{effort}-{name}")], folder / f"cache-{effort}")
    rows = {name: _rows(folder / f"{effort}-{name}") for name in ("cold", "warm")}
    found["statements"] = len(rows["cold"])
    found["statuses"] = dict(Counter(row["status"] for row in rows["cold"]))
    seconds: Counter[str] = Counter()
    for row in rows["cold"]:
        seconds[row["id"].partition("/")[0]] += row["seconds"]
    found["seconds_by_paper"] = {name: round(total, 1) for name, total in seconds.items()}
    found["same_rows"] = [row | {"seconds": 0} for row in rows["cold"]] == [row | {"seconds": 0} for row in rows["warm"]]
    return found


def _rows(folder: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads((folder / "results.json").read_text())["results"]
    return rows


def _at_each_effort(variant: Variant) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for effort in EFFORTS:
        start = time.process_time()
        row = run_variant(variant, Settings(effort=effort))[0]
        found[effort] = {"status": row["status"], "seconds": time.process_time() - start}
    return {"statement": list(variant.key), **found}


def deep(count: int, among: Sequence[Variant]) -> list[dict[str, Any]]:
    """Status and processor seconds of statements, drawn by a seed, at every effort."""
    found = []
    for entry in pooled(_at_each_effort, random.Random(0).sample(list(among), count)):
        if not isinstance(entry, Lost):
            found.append(entry)
            print(" ".join(entry["statement"]) + ": " + ", ".join(f"{effort} {entry[effort]['status']} {entry[effort]['seconds']:.2f} s" for effort in EFFORTS), flush=True)
    return found


def by_hypothesis(variant: Variant) -> tuple[str, float]:
    """``met``, ``not met`` or ``not drawn`` (its sets are none that Hypothesis draws from) for the first counterexample, and processor seconds."""
    task, start = Task(variant, EFFORTS["standard"]), time.process_time()
    try:
        word = "not met" if false_instance(task, TRIES, (Phase.generate,)) is None else "met"
    except (NotSmall, HypothesisException, ev.NoRoute, ArithmeticError, ValueError, TypeError):
        word = "not drawn"
    return word, time.process_time() - start


def by_search(variant: Variant) -> tuple[str, float]:
    """The same for the search of this project."""
    met, _, seconds = robust.meets(variant, 0)
    return "met" if met else "not met", seconds


def peers(variants: Sequence[Variant]) -> dict[str, Any]:
    """How often and how fast a first counterexample is met, by each, on the same statements."""
    found: dict[str, Any] = {"statements": len(variants), "tries": TRIES}
    judges: dict[str, Callable[[Variant], tuple[str, float]]] = {"search": by_search, "hypothesis": by_hypothesis}
    for name, judge in judges.items():
        told = [judge(variant) for variant in variants]
        found[name] = {**Counter(word for word, _ in told), "median_seconds": statistics.median(s for _, s in told), "total_seconds": sum(s for _, s in told)}
    return found


def refuted(rows: Sequence[dict[str, Any]]) -> list[Key]:
    """Statements that the search refuted in a run."""
    return [(row["id"], row["part"], row["reading"]) for row in rows
            if row["status"] == "REFUTED" and any(finding["engine"] == SEARCH and finding["status"] == "REFUTED" for finding in row["findings"])]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.audit", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("papers", nargs="*", metavar="PAPER", help="all that are installed, if none is named")
    parser.add_argument("--effort", nargs="*", choices=("quick", "standard"), default=["standard", "quick"], help="efforts of the whole audit")
    parser.add_argument("--deep", type=int, default=0, help="so many statements at every effort")
    parser.add_argument("--peer", type=int, default=60, help="so many refuted statements for Hypothesis alone")
    parser.add_argument("--results", type=Path, help="results folder whose refuted statements are taken for --peer, where no audit is run")
    parser.add_argument("--out", type=Path, help="where to write the figures as JSON")
    options = parser.parse_args()
    names = options.papers or installed_names()
    figures: dict[str, Any] = {"machine": platform.platform(), "python": platform.python_version(), "cores": os.cpu_count(), "load_before": os.getloadavg(), "whole": []}
    with tempfile.TemporaryDirectory() as folder:
        rows: list[dict[str, Any]] = _rows(options.results) if options.results else []
        for effort in options.effort:
            one = whole(names, effort, Path(folder))
            figures["whole"].append(one)
            print(f"{effort}: {one['statements']} statements, " + "; ".join(f"{name} {one[name]['seconds']:.1f} s, {one[name]['processor_seconds']:.0f} processor s, {one[name]['peak_mb']:.0f} MB"
                                                                              for name in ("cold", "warm")) + f"; rows the same: {one['same_rows']}; {one['statuses']}", flush=True)
            rows = rows or _rows(Path(folder) / f"{effort}-cold")
    papers, _ = load_installed(set(names))
    among = [v for paper in papers.values() for item in paper.ledger.items for v in paper.variants(item.id)]
    if options.peer and rows:
        keys = refuted(rows)
        wanted = set(random.Random(0).sample(keys, min(options.peer, len(keys))))
        figures["peers"] = peers([v for v in among if v.key in wanted])
        print(f"first counterexamples of {figures['peers']['statements']} refuted statements: " + "; ".join(f"{name} {figures['peers'][name]}" for name in ("search", "hypothesis")), flush=True)
    if options.deep:
        figures["deep"] = deep(options.deep, among)
    figures["load_after"] = os.getloadavg()
    if options.out:
        options.out.write_text(json.dumps(figures, indent=1) + "\n")


if __name__ == "__main__":
    main()
