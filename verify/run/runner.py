"""A whole audit: every statement of the chosen papers, in processes, with progress, interruption and continuation."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from verify.claims.claim import Variant
from verify.claims.ledger import Item
from verify.claims.registry import Paper
from verify.evidence import certificate as certificates
from verify.evidence.verdict import Contradiction
from verify.run.catalogue import describe
from verify.run.decide import Settings, run_variant
from verify.run.store import RESULTS, Journal, write, write_json

Key = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Job:
    """One statement to decide."""

    paper: str
    variant: Variant

    @property
    def key(self) -> Key:
        return self.variant.key


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished job, for the progress display."""

    key: Key
    status: str
    done: int
    total: int


def jobs(papers: dict[str, Paper], ids: Sequence[str]) -> tuple[list[Job], list[Item]]:
    """Statements of the ids, in ledger order, and the items among them that carry no claim."""
    work: list[Job] = []
    bare: list[Item] = []
    for name, paper in papers.items():
        for item in paper.ledger.items:
            if item.id not in ids:
                continue
            variants = paper.variants(item.id)
            work += [Job(name, v) for v in variants]
            if not variants:
                bare.append(item)
    return work, bare


def bare_row(item: Item) -> dict[str, Any]:
    """The row of an item without a claim: NOT_CHECKED with its reason, or UNDECIDED because nobody has encoded it yet."""
    if item.not_checked is not None:
        status, summary = "NOT_CHECKED", f"{item.not_checked.reason}: {item.not_checked.why}"
    else:
        status, summary = "UNDECIDED", "not yet encoded"
    return {"id": item.id, "part": "main", "reading": "main", "status": status, "summary": summary, "coverage": None, "power": None, "tightness": None,
            "region": None, "uses": [], "seconds": 0.0, "certificate": None, "findings": []}


def run(papers: dict[str, Paper], ids: Sequence[str], settings: Settings, folder: Path, *, workers: int = 0, command: str = "",
        reading: str | None = None, progress: Callable[[Finished | Key], None] | None = None) -> dict[str, Any]:
    """Decide the statements and write ``results.json``, ``claims.json`` and ``certificates/`` into the folder.

    ``workers``: processes; 0 means one for each core. Results do not depend on it. Raises KeyboardInterrupt after keeping what is finished, and
    Contradiction if the engines contradict each other.
    """
    work, bare = jobs(papers, ids)
    if reading is not None:
        work = [job for job in work if job.variant.reading == reading]
        bare = []
    header = {"settings": asdict(settings), "digests": [[*job.key, job.variant.digest] for job in work]}
    journal = Journal(folder, header)
    entries = journal.resume()
    journal.start(entries)
    todo = [job for job in work if job.key not in entries]
    total = len(work)
    for entry in _execute(todo, settings, workers or os.cpu_count() or 1, progress):
        row = entry["row"]
        entries[(row["id"], row["part"], row["reading"])] = entry
        journal.add(entry)
        if progress is not None:
            progress(Finished((row["id"], row["part"], row["reading"]), row["status"], len(entries), total))
    results = _assemble(papers, work, bare, entries, settings, command)
    _write(folder, papers, ids, results, [entries[job.key] for job in work])
    journal.finish()
    return results


def _execute(todo: list[Job], settings: Settings, workers: int, progress: Callable[[Finished | Key], None] | None) -> Iterator[dict[str, Any]]:
    if workers == 1 or len(todo) <= 1:
        for job in todo:
            if progress is not None:
                progress(job.key)
            yield decide(job, settings)
        return
    queue = iter(todo)
    pool = ProcessPoolExecutor(workers, initializer=_quiet)
    try:
        running: dict[Future[dict[str, Any]], Job] = {}
        for job in queue:
            running[pool.submit(decide, job, settings)] = job
            if len(running) >= 2 * workers:
                break
        while running:
            if progress is not None:
                progress(next(iter(running.values())).key)
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                running.pop(future)
                following = next(queue, None)
                if following is not None:
                    running[pool.submit(decide, following, settings)] = following
                yield future.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _quiet() -> None:
    """Workers leave Ctrl-C to the parent, which keeps what is finished."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def decide(job: Job, settings: Settings) -> dict[str, Any]:
    """One statement, as the entry that is kept for it."""
    try:
        row, document, errors = run_variant(job.variant, settings)
    except Contradiction as error:
        raise Contradiction(f"{job.variant.label}: {error}") from None
    return {"row": row, "certificate": document, "errors": errors}


def _assemble(papers: dict[str, Paper], work: list[Job], bare: list[Item], entries: dict[Key, dict[str, Any]], settings: Settings,
              command: str) -> dict[str, Any]:
    rows: list[dict[str, Any]] = []
    by_id: dict[str, list[dict[str, Any]]] = {}
    for job in work:
        by_id.setdefault(job.variant.id, []).append(entries[job.key]["row"])
    plain = {item.id: item for item in bare}
    for paper in papers.values():
        for item in paper.ledger.items:
            rows += by_id.get(item.id, [])
            if item.id in plain:
                rows.append(bare_row(item))
    return {
        "schema": RESULTS,
        "run": {"versions": certificates.versions(), "seed": settings.seed, "effort": settings.effort, "papers": sorted(papers), "device": settings.device,
                "command": command},
        "results": rows,
        "errors": [error for job in work for error in entries[job.key]["errors"]],
    }


def _write(folder: Path, papers: dict[str, Paper], ids: Sequence[str], results: dict[str, Any], entries: list[dict[str, Any]]) -> None:
    kept = set()
    for entry in entries:
        if entry["certificate"] is not None:
            path = folder / entry["row"]["certificate"]
            kept.add(path.name)
            write(path, certificates.text(entry["certificate"]))
    for old in (folder / "certificates").glob("*.json"):
        if old.name not in kept:
            old.unlink()
    write_json(folder / "claims.json", describe(papers, ids))
    write_json(folder / "results.json", results)
