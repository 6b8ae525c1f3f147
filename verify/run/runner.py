"""A whole audit: every statement of the chosen papers, in processes, with progress, interruption and continuation."""

from __future__ import annotations

import hashlib
import importlib.util
import math
import multiprocessing
import os
import shutil
import signal
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from verify.claims.claim import NO_HINTS, Variant
from verify.claims.ledger import Item
from verify.claims.registry import Paper
from verify.engines import sampling
from verify.evidence import certificate as certificates
from verify.evidence.verdict import Contradiction
from verify.run.catalogue import describe
from verify.run.decide import Settings, may_sample, run_variant
from verify.run.store import RESULTS, Journal, StoreError, read_results, unwritable, write, write_json

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
class Notice:
    """A line for the user."""

    text: str


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
    return _row(item.id, "main", "main", status, summary)


def _row(id: str, part: str, reading: str, status: str, summary: str, uses: Sequence[str] = ()) -> dict[str, Any]:
    return {"id": id, "part": part, "reading": reading, "status": status, "summary": summary, "coverage": None, "power": None, "tightness": None,
            "region": None, "repair": None, "uses": list(uses), "seconds": 0.0, "certificate": None, "findings": []}


ERROR_BUDGET = Fraction(1, 10**6)
"""Probability with which chance alone may refute at least one true statement of a paper."""


@dataclass(frozen=True, slots=True)
class Share:
    """The split of a paper's error budget over its statements that may be tested by draws."""

    statements: int
    """How many statements of the whole paper may be tested by draws, chosen for this run or not."""
    each: float
    """The share of each of them, as the engines are told it: the level of their tests is the fraction ``level``."""

    @property
    def level(self) -> Fraction:
        """Level of each test; times ``statements`` it is at most ``ERROR_BUDGET``."""
        return sampling.level_of(self.each)

    def stored(self) -> dict[str, Any]:
        """As it is written into ``results.json``."""
        return {"budget": str(ERROR_BUDGET), "statements": self.statements, "level": str(self.level) if self.statements else None}


def error_share(paper: Paper) -> Share:
    """Equal shares (Bonferroni). They depend on the whole paper and not on the chosen ids, so that a statement has the same evidence alone or among others."""
    count = sum(may_sample(v) for id in paper.claims for v in paper.variants(id))
    exact = ERROR_BUDGET / max(1, count)
    each = sampling.error_shares(float(ERROR_BUDGET), max(1, count))[0]
    while sampling.level_of(math.nextafter(each, 1)) <= exact and sampling.level_of(each) < exact:
        each = math.nextafter(each, 1)
    return Share(count, each)


def run(papers: dict[str, Paper], ids: Sequence[str], settings: Settings, folder: Path, *, workers: int = 0, command: str = "",
        reading: str | None = None, progress: Callable[[Finished | Notice | Key], None] | None = None) -> dict[str, Any]:
    """Decide the statements and write ``results.json``, ``claims.json`` and ``certificates/`` into the folder.

    ``workers``: processes; 0 means one for each core. Results do not depend on it. Raises KeyboardInterrupt after keeping what is finished, StoreError if
    the folder cannot be written, and Contradiction if the engines contradict each other.
    """
    work, bare = jobs(papers, ids)
    if reading is not None:
        work = [job for job in work if job.variant.reading == reading]
        bare = []
    shares = {name: error_share(paper) for name, paper in papers.items()}
    header = {"settings": asdict(settings), "digests": [[*job.key, job.variant.digest] for job in work], "shares": [[n, s.each] for n, s in shares.items()],
              "versions": certificates.versions(), "sources": _sources()}
    journal = Journal(folder, header)
    entries = {key: entry for key, entry in journal.resume().items() if key in {job.key for job in work}}
    if progress is not None:
        for notice in _notices(journal, len(entries)):
            progress(notice)
    journal.start(entries)
    todo = [(job, replace(settings, error_share=shares[job.paper].each)) for job in work if job.key not in entries]
    total = len(work)
    with closing(_execute(todo, workers or os.cpu_count() or 1, progress, _start(settings.device))) as finished:
        for entry in finished:
            row = entry["row"]
            entries[(row["id"], row["part"], row["reading"])] = entry
            journal.add(entry)
            if progress is not None:
                progress(Finished((row["id"], row["part"], row["reading"]), row["status"], len(entries), total))
    results = _assemble(papers, work, bare, entries, settings, command, shares)
    _write(folder, papers, ids, results, [entries[job.key] for job in work])
    journal.finish()
    return results


def _notices(journal: Journal, kept: int) -> Iterator[Notice]:
    if kept:
        yield Notice(f"going on with an interrupted run: {kept} statements are kept")
    if journal.damaged:
        yield Notice(f"{journal.path}: {journal.damaged} damaged lines are left out; their statements are decided again")
    if journal.foreign:
        yield Notice(f"{journal.path}: left by a run with other settings, claims or versions; this run begins afresh")


def _sources() -> str:
    """SHA-256 over the installed sources of the engines and laws: a finding of other code is not taken over."""
    total = hashlib.sha256()
    for name in ("mechanisms", "verify"):
        package = importlib.util.find_spec(name)
        for root in sorted(package.submodule_search_locations or ()) if package is not None else ():
            for path in sorted(Path(root).rglob("*.py")):
                total.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()


Todo = tuple[Job, Settings]


def _start(device: str) -> multiprocessing.context.BaseContext:
    """How workers are started: afresh where they use torch, whose threads and CUDA contexts do not survive a fork."""
    return multiprocessing.get_context(None if device == "cpu" else "spawn")


def _execute(todo: list[Todo], workers: int, progress: Callable[[Finished | Notice | Key], None] | None,
             start: multiprocessing.context.BaseContext) -> Generator[dict[str, Any], None, None]:
    if workers == 1 or len(todo) <= 1:
        for job, settings in todo:
            if progress is not None:
                progress(job.key)
            yield decide(job, settings)
        return
    while todo:
        suspects: list[Todo] = []
        rest: list[Todo] = []
        yield from _in_pool(todo, workers, progress, suspects, rest, start)
        for one in suspects:
            guilty: list[Todo] = []
            yield from _in_pool([one], 1, progress, guilty, guilty, start)
            if guilty:
                yield _failed(one[0], "runner", "the process that decided it was killed (as a rule by lack of memory); run it alone on a larger machine")
        todo = rest


def _in_pool(todo: Sequence[Todo], workers: int, progress: Callable[[Finished | Notice | Key], None] | None, suspects: list[Todo],
             rest: list[Todo], start: multiprocessing.context.BaseContext) -> Iterator[dict[str, Any]]:
    """Finished statements as they come. When a worker is killed, what was under way goes to ``suspects`` and what was not begun to ``rest``."""
    size = BUNDLE if len(todo) > 4 * workers * BUNDLE else 1
    pending = deque(list(todo[k : k + size]) for k in range(0, len(todo), size))
    running: dict[Future[list[dict[str, Any]]], list[Todo]] = {}
    pool = ProcessPoolExecutor(workers, mp_context=start, initializer=_quiet)
    finished = False
    try:
        while True:
            try:
                while pending and len(running) < 2 * workers:
                    running[pool.submit(_decide_all, pending[0])] = pending[0]
                    pending.popleft()
            except BrokenProcessPool:
                pass
            if not running:
                break
            if progress is not None:
                progress(next(iter(running.values()))[0][0].key)
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                bundle = running.pop(future)
                try:
                    entries = future.result()
                except BrokenProcessPool:
                    suspects += bundle
                    continue
                yield from entries
        rest += [one for bundle in pending for one in bundle]
        finished = True
    finally:
        pool.shutdown(wait=finished, cancel_futures=True)
        if not finished:
            for child in multiprocessing.active_children():
                child.terminate()


BUNDLE = 6
"""Neighbouring statements that one process decides together: readings of one claim ask for the same distances and closed forms."""


def _decide_all(bundle: Sequence[Todo]) -> list[dict[str, Any]]:
    return [decide(job, settings) for job, settings in bundle]


def _quiet() -> None:
    """Workers leave Ctrl-C to the parent, which keeps what is finished."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def decide(job: Job, settings: Settings) -> dict[str, Any]:
    """One statement, as the entry that is kept for it. Without hints the engines see none of the declaration's advice."""
    variant = job.variant if settings.hints else replace(job.variant, hints=NO_HINTS)
    try:
        row, document, errors = run_variant(variant, settings)
    except Contradiction as error:
        raise Contradiction(f"{job.variant.label}: {error}") from None
    except Exception as error:  # one statement must not take the run with it; its row says what happened
        place = traceback.extract_tb(error.__traceback__)[-1]
        return _failed(job, f"{Path(place.filename).name}:{place.lineno}", f"{type(error).__name__}: {error}")
    return {"row": row, "certificate": document, "errors": errors}


def _failed(job: Job, where: str, message: str) -> dict[str, Any]:
    """The entry of a statement that could not be decided because something broke."""
    id, part, reading = job.key
    row = _row(id, part, reading, "UNDECIDED", f"an error was met: {message}", tuple(job.variant.uses))
    return {"row": row, "certificate": None, "errors": [{"id": id, "part": part, "reading": reading, "where": where, "message": message}]}


def _assemble(papers: dict[str, Paper], work: list[Job], bare: list[Item], entries: dict[Key, dict[str, Any]], settings: Settings,
              command: str, shares: dict[str, Share]) -> dict[str, Any]:
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
                "command": command, "error_budget": {name: share.stored() for name, share in shares.items()}},
        "results": rows,
        "errors": [error for job in work for error in entries[job.key]["errors"]],
    }


def _write(folder: Path, papers: dict[str, Paper], ids: Sequence[str], results: dict[str, Any], entries: list[dict[str, Any]]) -> None:
    _set_aside(folder, results)
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


EARLIER = "earlier"
"""Where the largest earlier run of a folder is kept, when a run of fewer statements is written over it."""


def _set_aside(folder: Path, results: dict[str, Any]) -> None:
    """A run that lacks statements of the stored one does not destroy it: the stored one is moved to ``earlier``, unless a larger one lies there."""
    stored = _keys(folder)
    if not stored - {(row["id"], row["part"], row["reading"]) for row in results["results"]} or len(_keys(folder / EARLIER)) > len(stored):
        return
    try:
        shutil.rmtree(folder / EARLIER, ignore_errors=True)
        (folder / EARLIER).mkdir()
        for name in ("results.json", "claims.json", "certificates", "report"):
            if (folder / name).exists():
                (folder / name).replace(folder / EARLIER / name)
    except OSError as error:
        raise unwritable(folder / EARLIER, error) from None


def _keys(folder: Path) -> set[Key]:
    """What a folder holds results on; one key that no run has where they are damaged."""
    if not (folder / "results.json").exists():
        return set()
    try:
        return {(str(row["id"]), str(row["part"]), str(row["reading"])) for row in read_results(folder)["results"]}
    except (StoreError, KeyError, TypeError):
        return {("", "", "")}
