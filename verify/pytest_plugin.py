"""``pytest --claims[=IDS]``: each statement of the named claims is a test of its own.

PROVED and SUPPORTED pass, REFUTED fails, UNDECIDED and NOT_CHECKED are outcomes of their own (skipped for tools that know no others), never passed.
With ``--claims-lock`` a statement fails where its verdict is not the one on record; it is decided with the effort and the seed of the record, since verdicts of different
efforts may differ without anything being wrong. Nothing of the framework is imported before claims are collected.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

SHOWN = {"PROVED": ("proved", "P"), "SUPPORTED": ("supported", "S"), "UNDECIDED": ("undecided", "U"), "NOT_CHECKED": ("not checked", "N"), "REFUTED": ("refuted", "R")}
"""Words and letters of the outcomes that are not failures."""


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("claimcheck", "claims of papers")
    group.addoption("--claims", nargs="?", const="", default=None, metavar="IDS",
                    help="Check claims instead of tests: ids, papers or files, separated by commas; everything installed if none is named.")
    group.addoption("--claims-effort", default=None, choices=("quick", "standard", "deep"), help="Effort for each statement (default: quick, with a lock that of the record).")
    group.addoption("--claims-seed", type=int, default=None, metavar="N", help="Seed of every draw (default: 0, with a lock that of the record).")
    group.addoption("--claims-limit", type=float, default=None, metavar="SECONDS", help="Seconds after which a statement without an answer is given up.")
    group.addoption("--claims-lock", default=None, metavar="PATH", help="Fail where a verdict is not the one on record in this lock, and nowhere else.")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--claims") is not None and config.args_source is not pytest.Config.ArgsSource.ARGS:
        config.args = []


def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    words = config.getoption("--claims")
    if words is not None:
        items += _collect(session, config, [word for word in words.split(",") if word])


def _collect(session: pytest.Session, config: pytest.Config, words: list[str]) -> Iterator[pytest.Item]:
    from verify.claims.nodes import ClaimError
    from verify.cli.selection import Refused, Selection
    from verify.gate.lock import LockError, read
    from verify.run import runner

    lines: list[str] = []
    selection = Selection(say=lines.append)
    place = config.getoption("--claims-lock")
    try:
        papers, ids = selection.select(words)
        lock = None if place is None else read(Path(place)).statements
    except (Refused, ClaimError, LockError) as error:
        raise pytest.UsageError("; ".join([*lines, str(error)])) from None
    if selection.broken:
        raise pytest.UsageError("; ".join(lines))
    chosen = _settings(config, place, lock, ids)
    work, bare = runner.jobs(papers, ids)
    shares = {name: runner.error_share(paper).each for name, paper in papers.items()}
    wheres = {(claim.id, claim.part): claim.where for paper in papers.values() for claims in paper.claims.values() for claim in claims}
    first = {id: where for (id, _), where in reversed(wheres.items())}
    for job in work:
        yield _item(session, job.key, first[job.variant.id], lock, (job, chosen[job.variant.id], shares[job.paper]))
    for item in bare:
        yield _item(session, (item.id, "main", "main"), ("", 0), lock, item)


def _settings(config: pytest.Config, place: str | None, lock: Any, ids: list[str]) -> dict[str, Any]:
    """How the statements of each id are decided. Raises UsageError for an effort or a seed that is not the one on record: such verdicts cannot be compared."""
    from verify.gate.lock import LockError
    from verify.gate.options import settings
    from verify.gate.since import options_on_record
    from verify.run.decide import Settings

    asked = {name: config.getoption(f"--claims-{name}") for name in ("effort", "seed")}
    plain = Settings(effort=asked["effort"] or "quick", seed=asked["seed"] or 0)
    if lock is None:
        return dict.fromkeys(ids, plain)
    found: dict[str, Any] = {}
    for id in ids:
        words = options_on_record(id, lock)
        try:
            recorded = settings(words) if words else plain
        except LockError as error:
            raise pytest.UsageError(str(error)) from None
        for name, value in asked.items():
            if value is not None and value != getattr(recorded, name):
                raise pytest.UsageError(f"--claims-{name} {value}: {place} holds verdicts of {id} with --{name} {getattr(recorded, name)}, and others cannot be compared with them; "
                                        f"leave --claims-{name} out, or --claims-lock")
        found[id] = recorded
    config.stash[_SAID] = f"claims: decided with {', '.join(sorted({f'--effort {s.effort} --seed {s.seed}' for s in found.values()}))}, as on record in {place}"
    return found


_SAID = pytest.StashKey[str]()


def pytest_report_collectionfinish(config: pytest.Config) -> list[str]:
    said = config.stash.get(_SAID, None)
    return [] if said is None else [said]


def _item(session: pytest.Session, key: tuple[str, str, str], where: tuple[str, int], lock: Any, work: Any) -> pytest.Item:
    label = key[0] + "".join(f"[{word}]" for word in key[1:] if word != "main")
    item: Statement = Statement.from_parent(session, name=label, nodeid=f"claims::{label}")
    item.key, item.where, item.lock, item.work = key, where, lock, work
    return item


HANDS = pytest.StashKey["tuple[Any, Any]"]()
"""The process that decides statements, and what ends it."""


def _decided(config: pytest.Config, job: Any, settings: Any) -> dict[str, Any]:
    """The entry of a statement, decided in a process that is ended where it gives no answer in time."""
    from verify.run import loaded, runner
    from verify.run.executors import Pool, limits_of
    from verify.run.isolation import guarded, start_method

    if HANDS not in config.stash:
        block = guarded(limits_of(Pool(seconds=config.getoption("--claims-limit")), settings.effort, settings.device), start_method(settings.device))
        config.stash[HANDS] = block.__enter__(), block
    submit, _ = config.stash[HANDS]
    (outcome,) = submit([(loaded.call, (loaded.files_of([job.variant]), runner.decide, job, settings))]).result()
    return runner.entry_of(job, outcome)


def pytest_unconfigure(config: pytest.Config) -> None:
    if HANDS in config.stash:
        config.stash[HANDS][1].__exit__(None, None, None)


class Refuted(Exception):
    """A verdict that fails the test."""


class Statement(pytest.Item):
    """One statement: an (id, part, reading)."""

    key: tuple[str, str, str]
    where: tuple[str, int]
    lock: Any
    work: Any
    status = ""
    failed = False

    def runtest(self) -> None:
        from dataclasses import replace

        from verify.run import runner

        if isinstance(self.work, tuple):
            job, settings, share = self.work
            entry = _decided(self.config, job, replace(settings, error_share=share))
            row, errors = entry["row"], entry["errors"]
        else:
            row, errors = runner.bare_row(self.work), []
        self.status, summary = row["status"], row["summary"]
        self.failed = True
        if errors:
            raise Refuted(f"an error was met in {errors[0]['where']}: {errors[0]['message']}")
        if self.lock is not None:
            recorded = self.lock.get(self.key)
            if recorded is None or recorded.status != self.status:
                raise Refuted(f"{recorded.status if recorded else 'no verdict'} on record, {self.status} now: {summary}")
        elif self.status == "REFUTED":
            raise Refuted(f"REFUTED: {summary}\nto repeat: claimcheck run {self.key[0]} --reading {self.key[2]}")
        self.failed = False
        if self.status in ("UNDECIDED", "NOT_CHECKED"):
            pytest.skip(f"{self.status}: {summary}")

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        return str(excinfo.value) if isinstance(excinfo.value, Refuted) else super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path | str, int | None, str]:
        file, line = self.where
        return (Path(file), line - 1, self.name) if file else ("", None, self.name)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    outcome: Any = yield
    if isinstance(item, Statement) and call.when == "call":
        report = outcome.get_result()
        report.claim_status = "" if item.failed else item.status
        if report.skipped:
            file, line = item.where
            report.longrepr = (file or item.key[0], line, report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr))


@pytest.hookimpl(tryfirst=True)
def pytest_report_teststatus(report: Any) -> tuple[str, str, str] | None:
    status = getattr(report, "claim_status", "")
    if not status or report.failed:
        return None
    words, letter = SHOWN[status]
    return words, letter, status
