"""How a run scales: cost of the runner for each statement, workers, thousands of statements, cold and warm, Dask beside processes.

``python -m benchmarks.scale [--quick] [--out FILE]``; about ten minutes on two quiet cores. Statements are synthetic: those of the scaling ask for a fixed time of one core.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import tempfile
import threading
import time
import types
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from verify import claims as c
from verify.claims.registry import Paper, load
from verify.run import runner
from verify.run.cache import Cache
from verify.run.decide import Settings
from verify.run.executors import Pool, opened
from verify.run.spread import spread

QUICK = Settings(effort="quick")
x, y = c.numbers("x y")


def paper(count: int) -> dict[str, Paper]:
    """A paper of so many statements, no two alike: 2/3 of them true, 1/3 false, all of them quick to decide."""
    forall = {x: c.above(0), y: c.at_least(x)}
    module = types.ModuleType("synthetic")
    names = [f"synthetic/s-{k}" for k in range(count)]
    module.LEDGER = c.Ledger("synthetic", "Synthetic statements", "nobody", tuple(c.Item(name, name, "1", c.Scope(forall)) for name in names))  # type: ignore[attr-defined]
    module.CLAIMS = tuple(  # type: ignore[attr-defined]
        c.Claim(name, "1", forall=forall, states=c.Compare(x, "<=", (y + Fraction(k, 7)) if k % 3 else Fraction(1, k + 2) * y)) for k, name in enumerate(names))
    return {"synthetic": load(module)}


def spin(seconds: float) -> int:
    """Keep one core busy for so many seconds of its own time."""
    end, rounds = time.process_time() + seconds, 0
    while time.process_time() < end:
        rounds += 1
    return rounds


def tree() -> int:
    """Resident bytes of this process and all below it, the server that processes are forked from included. Shared pages count each time."""
    below: dict[int, list[int]] = {}
    sizes: dict[int, int] = {}
    for entry in os.scandir("/proc"):
        if entry.name.isdigit():
            try:
                parent = int(Path(entry.path, "stat").read_text().rpartition(")")[2].split()[1])
                sizes[int(entry.name)] = int(Path(entry.path, "statm").read_text().split()[1]) * resource.getpagesize()
            except (OSError, IndexError):
                continue
            below.setdefault(parent, []).append(int(entry.name))
    total, ahead = 0, [os.getpid()]
    while ahead:
        one = ahead.pop()
        total += sizes.get(one, 0)
        ahead += below.get(one, [])
    return total


@contextmanager
def watched() -> Iterator[dict[str, float]]:
    """Seconds and peak memory (MB, all processes) of a block."""
    found: dict[str, float] = {"peak_mb": 0.0}
    over = threading.Event()

    def look() -> None:
        while not over.wait(0.2):
            found["peak_mb"] = max(found["peak_mb"], tree() / 1e6)

    watcher = threading.Thread(target=look)
    watcher.start()
    start = time.perf_counter()
    try:
        yield found
    finally:
        found["seconds"] = time.perf_counter() - start
        over.set()
        watcher.join()
        found["peak_mb"] = round(found["peak_mb"])


def shared(count: int, each: float, pool: Pool) -> float:
    """Seconds in which a pool does so many calls of so much processor time each, without the time it takes to start."""
    todo = list(range(count))
    start = 0.0
    for k, (_, outcome) in enumerate(spread([-2, -1] * pool.workers + todo, lambda one: (spin, (each if one >= 0 else 0.0,)), pool, "quick", "cpu", ("verify", "benchmarks"),
                                            say=print, started=lambda _: None)):
        assert outcome.kind == "done", outcome
        if k == 2 * pool.workers - 1:
            start = time.perf_counter()
    return time.perf_counter() - start


def overhead(count: int) -> dict[str, float]:
    """Milliseconds of wall time for each empty call, in one process after another, and for each statement of a run beyond deciding it."""
    found = {f"empty_call_ms_{name}_{workers}": 1e3 * shared(count, 0.0, Pool(name, workers)) / count for name, workers in (("processes", 1), ("processes", 2), ("dask", 2))}
    papers = paper(count)
    ids = [item.id for item in papers["synthetic"].ledger.items]
    work, _ = runner.jobs(papers, ids)
    share = runner.error_share(papers["synthetic"]).each
    with tempfile.TemporaryDirectory() as folder:
        before = time.process_time()
        for job in work:
            runner.decide(job, replace(QUICK, error_share=share))
        alone = time.process_time() - before
        before = time.process_time()
        runner.run(papers, ids, QUICK, Path(folder), workers=1, cache=Cache.opened(Path(folder) / "cache", print))
        whole = time.process_time() - before
    return found | {"decide_ms": 1e3 * alone / count, "run_ms": 1e3 * whole / count, "runner_ms": 1e3 * (whole - alone) / count}


def workers(count: int, each: float) -> list[dict[str, Any]]:
    """The same calls on 1, 2 and 4 workers of each executor."""
    rows = []
    for number in (1, 2, 4):
        times = {name: shared(count, each, Pool(name, number)) for name in ("processes", "dask")}
        rows.append({"workers": number, "calls": count, "seconds_each": each, **times, "dask_over_processes": times["dask"] / times["processes"]})
    return rows


def sizes(counts: list[int]) -> list[dict[str, Any]]:
    """Cold and warm runs of ever more statements, with peak memory."""
    rows = []
    for count in counts:
        papers = paper(count)
        ids = [item.id for item in papers["synthetic"].ledger.items]
        row: dict[str, Any] = {"statements": count, "before_mb": round(tree() / 1e6)}
        with tempfile.TemporaryDirectory() as folder:
            for name in ("cold", "warm"):
                processor = time.process_time()
                with watched() as seen:
                    kept = Cache.opened(Path(folder) / "cache", print)
                    runner.run(papers, ids, QUICK, Path(folder) / name, pool=Pool("processes", 2), cache=kept)
                row[name] = {**seen, "parent_processor_ms_each": 1e3 * (time.process_time() - processor) / count}
        rows.append(row)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer of everything")
    parser.add_argument("--out", type=Path, help="where to write the figures as JSON")
    options = parser.parse_args()
    figures: dict[str, Any] = {"machine": platform.platform(), "python": platform.python_version(), "cores": os.cpu_count(), "load_before": os.getloadavg()}
    with opened(Pool("processes", 1), "quick", "cpu", ("verify",), print) as crew:
        crew.submit([(spin, (0.0,))], lambda position, outcome: None).result()  # the server imports the engines once
    figures["overhead"] = overhead(100 if options.quick else 1000)
    print("overhead: " + ", ".join(f"{name} {value:.2f}" for name, value in figures["overhead"].items()))
    figures["workers"] = workers(12 if options.quick else 40, 0.2)
    for row in figures["workers"]:
        print(f"{row['workers']} workers: processes {row['processes']:.2f} s, Dask {row['dask']:.2f} s, ratio {row['dask_over_processes']:.2f}")
    figures["sizes"] = sizes([10, 100] if options.quick else [10, 100, 1_000, 10_000])
    for row in figures["sizes"]:
        print(f"{row['statements']} statements: " + "; ".join(f"{name} {row[name]['seconds']:.1f} s, {row[name]['peak_mb']:.0f} MB" for name in ("cold", "warm")))
    figures["load_after"] = os.getloadavg()
    if options.out:
        options.out.write_text(json.dumps(figures, indent=1) + "\n")


if __name__ == "__main__":
    main()
