"""A whole audit: every statement of the chosen papers, in processes, with progress, interruption and continuation."""

from __future__ import annotations

import math
import traceback
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from verify.claims.claim import NO_HINTS, Variant
from verify.claims.ledger import Item
from verify.claims.registry import Paper
from verify.engines import sampling
from verify.evidence import certificate as certificates
from verify.evidence.verdict import Contradiction
from verify.run import curves, following, loaded
from verify.run.cache import Cache, Keys, NoKey
from verify.run.concluded import conclude
from verify.run.decide import Settings, may_sample
from verify.run.executors import Pool
from verify.run.following import Question
from verify.run.isolation import Outcome
from verify.run.output import Key, store
from verify.run.severity import run_with_severity
from verify.run.siblings import grouped, neighbours, under_the_name_of
from verify.run.sources import of_packages
from verify.run.spread import spread
from verify.run.store import RESULTS, Journal, key_of


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
            "region": None, "repair": None, "severity": None, "uses": list(uses), "seconds": 0.0, "certificate": None, "findings": []}


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
        reading: str | None = None, progress: Callable[[Finished | Notice | Key], None] | None = None, pool: Pool | None = None,
        cache: Cache | None = None) -> dict[str, Any]:
    """Decide the statements and write ``results.json``, ``claims.json``, ``certificates/`` and ``curves.json`` into the folder.

    ``workers``: processes; 0 means one for each core. ``pool`` says more exactly what the run is spread over, in place of ``workers``.
    ``cache`` holds findings of earlier runs and keeps those of this one. Results depend on none of them. Raises KeyboardInterrupt after keeping what is finished, StoreError if the folder cannot be written, and Contradiction if the
    engines contradict each other.
    """
    tell = progress or (lambda _: None)
    work, bare = jobs(papers, ids)
    if reading is not None:
        work = [job for job in work if job.variant.reading == reading]
        bare = []
    shares = {name: error_share(paper) for name, paper in papers.items()}
    header = {"settings": asdict(settings), "digests": [[*job.key, job.variant.digest] for job in work], "shares": [[n, s.each] for n, s in shares.items()],
              "versions": certificates.versions(), "sources": _sources()}
    journal = Journal(folder, header)
    entries = {key: entry for key, entry in journal.resume().items() if key in {job.key for job in work}}
    for notice in _notices(journal, len(entries)):
        tell(notice)
    journal.start(entries)
    todo = [(job, replace(settings, error_share=shares[job.paper].each)) for job in work if job.key not in entries]
    memory = _Memory(cache, todo, _code(papers))
    entries |= memory.found
    for notice in memory.notices():
        tell(notice)
    todo, total = [one for one in todo if one[0].key not in entries], len(work)
    pool = pool or Pool("serial" if workers == 1 else "processes", workers)
    with closing(_each_once(todo, pool, settings, papers, tell)) as finished:
        for entry in finished:
            row = entry["row"]
            entries[key_of(row)] = entry
            journal.add(entry)
            memory.keep(entry)
            tell(Finished(key_of(row), row["status"], len(entries), total))
    entries |= _concluded(papers, work, entries, pool, settings, cache, tell)
    results = _assemble(papers, work, bare, entries, settings, command, shares)
    store(folder, papers, ids, results, (entries[job.key] for job in work))
    curves.store(folder, _curves(papers, ids, results, folder, pool, settings, tell))
    journal.finish()
    if cache is not None and cache.broken:
        tell(Notice(f"{cache.broken}: what was found since is not kept for later runs"))
    return results


def _concluded(papers: dict[str, Paper], work: Sequence[Job], entries: dict[Key, dict[str, Any]], pool: Pool, settings: Settings, cache: Cache | None,
               tell: Callable[[Finished | Notice | Key], None]) -> dict[Key, dict[str, Any]]:
    """The entries that change by what follows from other statements of the papers."""
    code, local = _code(papers), pool if pool.executor != "dask" else replace(pool, executor="processes", scheduler=None)  # too little work for a cluster
    keys = Keys(code)

    def ask(questions: Sequence[Question]) -> Iterator[dict[str, Any]]:
        asked = {question.variant.key: keys.of(question.variant, settings) | {"from": keys.named(question.others), "proved": question.proved, "settled": question.settled} for question in questions}
        known = {} if cache is None else {key: entry for key, one in asked.items() if (entry := cache.get(one)) is not None}
        yield from known.values()
        todo = [question for question in questions if question.variant.key not in known]
        with closing(spread(todo, lambda question: (following.answer, (question, settings)), local, settings.effort, "cpu", code,
                            say=lambda _: None, started=lambda question: tell(question.variant.key), alike=lambda question: question.variant.id)) as outcomes:
            for question, outcome in outcomes:
                if outcome.kind == "done":
                    yield outcome.value
                    if cache is not None:
                        cache.put(asked[question.variant.key], outcome.value)

    return conclude(papers, [job.variant for job in work], entries, ask)


def _curves(papers: dict[str, Paper], ids: Sequence[str], results: dict[str, Any], folder: Path, pool: Pool, settings: Settings,
            tell: Callable[[Finished | Notice | Key], None]) -> list[dict[str, Any]]:
    """A curve for each item that has one, for pictures; one that breaks or takes too long is left out."""
    todo = curves.choices(papers, ids, results["results"], folder)
    files = loaded.files_of(variant for choice in todo for variant, _ in choice)
    if pool.executor == "dask":  # too little work for a cluster
        pool = replace(pool, executor="processes", scheduler=None)
    found: dict[str, dict[str, Any]] = {}
    with closing(spread(todo, lambda choice: (loaded.call, (files, curves.first_drawn, choice)), pool, settings.effort, "cpu", _code(papers),
                        say=lambda _: None, started=lambda choice: tell(choice[0][0].key))) as outcomes:
        for choice, outcome in outcomes:
            if outcome.kind == "done" and outcome.value is not None:
                found[choice[0][0].id] = outcome.value
    return [found[choice[0][0].id] for choice in todo if choice[0][0].id in found]


class _Memory:
    """What a cache knows of the things to do, and what it is told."""

    def __init__(self, cache: Cache | None, todo: Sequence[Todo], code: tuple[str, ...]) -> None:
        self._cache = cache
        self._keys: dict[Key, dict[str, Any]] = {}
        self.found: dict[Key, dict[str, Any]] = {}
        if cache is None:
            return
        files, keys = {name for name, _ in loaded.files_of(job.variant for job, _ in todo)}, Keys(code)
        for job, settings in todo:
            if files and loaded.procedures(job.variant) & files:
                continue  # a file of its own has no digest in the key
            with suppress(NoKey):
                asked = self._keys[job.key] = keys.of(job.variant, settings)
                if (entry := cache.get(asked)) is not None:
                    self.found[job.key] = entry

    def notices(self) -> Iterator[Notice]:
        if self._cache is not None and self.found:
            yield Notice(f"{_count(len(self.found), 'statement')} taken from the cache in {self._cache.folder}; use --no-cache to decide everything again")
        if self._cache is not None and self._cache.damaged:
            yield Notice(f"{self._cache.folder}: {_count(self._cache.damaged, 'damaged finding')} ignored and decided again")

    def keep(self, entry: dict[str, Any]) -> None:
        row = entry["row"]
        asked = self._keys.get(key_of(row))
        if self._cache is not None and asked is not None:
            self._cache.put(asked, entry)


def _notices(journal: Journal, kept: int) -> Iterator[Notice]:
    if kept:
        yield Notice(f"resuming an interrupted run: {_count(kept, 'statement')} kept")
    if journal.damaged:
        yield Notice(f"{journal.path}: {_count(journal.damaged, 'damaged line')} ignored; the statements affected are decided again")
    if journal.foreign:
        yield Notice(f"{journal.path}: left by a run with other settings, claims or versions; this run starts afresh")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _sources() -> str:
    """Digest of the installed sources of the engines and laws: a finding of other code is not taken over."""
    return of_packages(("mechanisms", "verify"))


Todo = tuple[Job, Settings]


def _each_once(todo: list[Todo], pool: Pool, settings: Settings, papers: dict[str, Paper],
               tell: Callable[[Finished | Notice | Key], None]) -> Generator[dict[str, Any], None, None]:
    """Entries as they are finished; what comes to the same statement is decided once, and again by itself where that met an error. Raises Contradiction."""
    others = {group[0][0].key: group[1:] for group in grouped([(one, one[0].variant, one[1]) for one in todo])}
    left: list[Todo] = []
    with closing(_execute(neighbours([(one, one[0].variant) for one in todo if one[0].key in others]), pool, settings, papers, tell)) as finished:
        for entry in finished:
            yield entry
            row = entry["row"]
            same = others[key_of(row)]
            if entry["errors"] and entry["errors"][0]["where"] != LIMIT:
                left += same
            else:
                yield from (under_the_name_of(job.variant, its, entry) for job, its in same)
    if left:
        yield from _execute(left, pool, settings, papers, tell)


def _execute(todo: list[Todo], pool: Pool, settings: Settings, papers: dict[str, Paper],
             tell: Callable[[Finished | Notice | Key], None]) -> Generator[dict[str, Any], None, None]:
    """Entries in the order in which they are finished. Raises Contradiction."""
    files = loaded.files_of(job.variant for job, _ in todo)
    if files and pool.scheduler:
        tell(Notice(f"--scheduler: the workers do not have the procedures in {', '.join(path for _, path in files)}; processes on this machine are used instead"))
        pool = replace(pool, executor="processes", scheduler=None)
    with closing(spread(todo, lambda one: (loaded.call, (files, decide, *one)), pool, settings.effort, settings.device, _code(papers),
                        say=lambda text: tell(Notice(text)), started=lambda one: tell(one[0].key), alike=lambda one: one[0].variant.id)) as outcomes:
        for (job, _), outcome in outcomes:
            if outcome.kind == "raised":
                raise outcome.value
            yield entry_of(job, outcome)


def entry_of(job: Job, outcome: Outcome) -> dict[str, Any]:
    """What is kept of a statement: what was found, or the cause for which nothing was. Raises what its process raised, which is Contradiction."""
    if outcome.kind == "raised":
        raise outcome.value
    if outcome.kind == "done":
        found: dict[str, Any] = outcome.value
        return found
    return _failed(job, LIMIT if outcome.kind == "late" else "runner", outcome.value)


def _code(papers: dict[str, Paper]) -> tuple[str, ...]:
    """Top-level packages that a verdict of these papers may depend on: the machinery, papers with procedures, protocols of experiments, and laws."""
    groups = ("claimcheck.papers", "claimcheck.reproductions", "claimcheck.mechanisms")
    points = [point for group in groups for point in entry_points(group=group) if group != groups[0] or point.name in papers]
    return tuple(sorted({"mechanisms", "verify", *(point.value.partition(":")[0].partition(".")[0] for point in points)}))


def decide(job: Job, settings: Settings) -> dict[str, Any]:
    """One statement, as the entry that is kept for it: its row, its certificate as it lies on disk, errors. Without hints the engines see none of the declaration's advice."""
    variant = job.variant if settings.hints else replace(job.variant, hints=NO_HINTS)
    try:
        row, document, weaker, errors = run_with_severity(variant, settings)
    except Contradiction as error:
        raise Contradiction(f"{job.variant.label}: {error}") from None
    except MemoryError:  # of the process, not of the statement: the runner tries again in another one
        raise
    except Exception as error:  # one statement must not take the run with it; its row says what happened
        place = traceback.extract_tb(error.__traceback__)[-1]
        return _failed(job, f"{Path(place.filename).name}:{place.lineno}", f"{type(error).__name__}: {error}")
    return {"row": row, "certificate": None if document is None else certificates.text(document), "errors": errors,
            "weaker": {path: certificates.text(one) for path, one in weaker.items()}}


LIMIT = "limit"
"""The place of the error of a statement that gave no answer in time."""


def _failed(job: Job, where: str, message: str) -> dict[str, Any]:
    """The entry of a statement that could not be decided because something broke."""
    id, part, reading = job.key
    row = _row(id, part, reading, "UNDECIDED", message if where == LIMIT else f"an error was met: {message}", tuple(job.variant.uses))
    return {"row": row, "certificate": None, "weaker": {}, "errors": [{"id": id, "part": part, "reading": reading, "where": where, "message": message}]}


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
