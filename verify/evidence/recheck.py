"""Many certificates at once: the checker on several processes."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path

from verify.evidence.checker import Outcome, check_file

FEW = 4
"""So few files are not worth the start of processes."""
BUNDLE = 64
"""Files of one claim, at most, that one process checks together: its readings speak of the same laws."""


def check_files(files: Sequence[Path], workers: int = 0, records: Sequence[Path] = ()) -> list[Outcome]:
    """Re-check certificate files, one outcome for each in their order, which like the outcomes does not depend on ``workers`` (0: one for each core).

    ``records``: folders with records of experiments, besides those that packages ship. A file whose check takes its process down is refused. Raises KeyboardInterrupt after ending
    the processes.
    """
    with checking(files, workers, records) as outcomes:
        return outcomes()


@contextmanager
def checking(files: Sequence[Path], workers: int = 0, records: Sequence[Path] = ()) -> Iterator[Callable[[], list[Outcome]]]:
    """The same while the block does something else: the value of the block waits for the outcomes."""
    workers = min(workers or os.cpu_count() or 1, len(files))
    if workers <= 1 or len(files) <= FEW:
        yield lambda: [check_file(file, records) for file in files]
        return
    with _pooled(files, workers, records) as found:
        yield lambda: [_alone(file, records) if outcome is None else outcome for file, outcome in zip(files, found(), strict=True)]


@contextmanager
def _pooled(files: Sequence[Path], workers: int, records: Sequence[Path]) -> Iterator[Callable[[], list[Outcome | None]]]:
    """The outcomes; ``None`` for files that were not judged because a process died."""
    pool = ProcessPoolExecutor(workers, initializer=_quiet)
    finished = False
    bundles = _bundles(files, min(BUNDLE, -(-len(files) // workers)))
    futures: dict[int, Future[list[Outcome]]] = {}

    def outcomes() -> list[Outcome | None]:
        found: list[Outcome | None] = []
        for k, bundle in enumerate(bundles):
            try:
                found += futures[k].result()
            except BrokenProcessPool:
                found += [None] * len(bundle)
        return found

    try:
        for k in sorted(range(len(bundles)), key=lambda k: -_size(bundles[k])):  # the large ones first, so that no process is left with one
            futures[k] = pool.submit(_checked, bundles[k], tuple(records))
        yield outcomes
        finished = True
    finally:
        children = multiprocessing.active_children()
        pool.shutdown(wait=finished, cancel_futures=True)
        if not finished:
            for child in children:
                child.terminate()


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


def _checked(files: Sequence[Path], records: tuple[Path, ...]) -> list[Outcome]:
    return [check_file(file, records) for file in files]


def _alone(file: Path, records: Sequence[Path]) -> Outcome:
    """A file in a process of its own."""
    with _pooled([file], 1, records) as found:
        (outcome,) = found()
    return outcome or Outcome("refused", file.name, f"{file.name}: its check ended the process; the file asks for too much, make it again")


def _quiet() -> None:
    """Workers leave Ctrl-C to the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
