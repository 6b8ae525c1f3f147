"""Many certificates at once: the checker on several processes, each of which can be ended."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from verify.evidence.checker import Outcome, check_file
from verify.run.isolation import Limits, guarded, start_method

SECONDS = 600.0
"""Wall time after which the check of one file is ended. Its budget of steps ends it long before; this is for what does not look at its budget."""
MEMORY = 4 << 30
"""Bytes that the check of one file may take."""
BUNDLE = 64
"""Files of one claim, at most, that one process checks together: its readings speak of the same laws."""
MODULES = ("verify.evidence.recheck",)
"""What the processes import: no engine."""

Judge = Callable[[Path, Sequence[Path]], Outcome]


def check_files(files: Sequence[Path], workers: int = 0, records: Sequence[Path] = (), *, seconds: float = SECONDS, judge: Judge = check_file) -> list[Outcome]:
    """Re-check certificate files, one outcome for each in their order, which like the outcomes does not depend on ``workers`` (0: one for each core).

    ``records``: folders with records of experiments, besides those that packages ship. A file whose check takes its process down, or gives no answer within ``seconds``, is refused.
    """
    with checking(files, workers, records, seconds=seconds, judge=judge) as outcomes:
        return outcomes()


@contextmanager
def checking(files: Sequence[Path], workers: int = 0, records: Sequence[Path] = (), *, seconds: float = SECONDS,
             judge: Judge = check_file, progress: Callable[[int, int], None] | None = None) -> Iterator[Callable[[], list[Outcome]]]:
    """The same while the block does something else: the value of the block waits for the outcomes. ``progress`` is told how many files are done, and of how many."""
    if not files:
        yield list
        return
    workers = min(workers or os.cpu_count() or 1, len(files))
    bundles = _bundles(files, min(BUNDLE, -(-len(files) // workers)))
    with guarded(Limits(seconds, MEMORY), start_method("cpu"), workers, MODULES) as submit:
        order = sorted(range(len(bundles)), key=lambda k: -_size(bundles[k]))  # the large ones first, so that no process is left with one
        futures = {k: submit([(judge, (file, tuple(records))) for file in bundles[k]]) for k in order}
        if progress is not None:
            _tell(progress, [(futures[k], len(bundle)) for k, bundle in enumerate(bundles)])

        def outcomes() -> list[Outcome]:
            found: list[Outcome] = []
            for k, bundle in enumerate(bundles):
                for file, outcome in zip(bundle, futures[k].result(), strict=True):
                    if outcome.kind == "raised":
                        raise outcome.value
                    words = outcome.value if outcome.kind == "late" else "its check ended the process; the file asks for too much, run the claim again"
                    found.append(outcome.value if outcome.kind == "done" else Outcome("refused", file.name, f"{file.name}: {words}"))
            return found

        yield outcomes


def _tell(progress: Callable[[int, int], None], work: Sequence[tuple[Future[Any], int]]) -> None:
    """Tell how many files are done whenever a process has checked some."""
    total, done, lock = sum(size for _, size in work), 0, threading.Lock()
    progress(0, total)

    def over(size: int, _: object) -> None:
        nonlocal done
        with lock:
            done += size
            progress(done, total)

    for future, size in work:
        future.add_done_callback(partial(over, size))


def _bundles(files: Sequence[Path], most: int) -> list[list[Path]]:
    """Neighbours of one claim, by the part of their names before the second ``__``."""
    found: list[list[Path]] = []
    before: list[str] | None = None
    for file in files:
        claim = file.name.split("__")[:2]
        if claim != before or len(found[-1]) >= most:
            found.append([])
        found[-1].append(file)
        before = claim
    return found


def _size(files: Sequence[Path]) -> int:
    return sum(file.stat().st_size for file in files if file.exists())
