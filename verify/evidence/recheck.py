"""Many certificates at once: the checker on several processes."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from verify.evidence.checker import Outcome, check_file

FEW = 4
"""So few files are not worth the start of processes."""
BUNDLE = 12
"""Neighbouring files that one process checks: readings of one claim speak of the same laws."""


def check_files(files: Sequence[Path], workers: int = 0) -> list[Outcome]:
    """Re-check certificate files, one outcome for each in their order, which like the outcomes does not depend on ``workers`` (0: one for each core).

    A file whose check takes its process down is refused. Raises KeyboardInterrupt after ending the processes.
    """
    workers = min(workers or os.cpu_count() or 1, len(files))
    if workers <= 1 or len(files) <= FEW:
        return [check_file(file) for file in files]
    found = _pooled(files, workers)
    return [_alone(file) if outcome is None else outcome for file, outcome in zip(files, found, strict=True)]


def _pooled(files: Sequence[Path], workers: int) -> list[Outcome | None]:
    """The outcomes; ``None`` for files that were not judged because a process died."""
    pool = ProcessPoolExecutor(workers, initializer=_quiet)
    finished = False
    try:
        size = min(BUNDLE, -(-len(files) // workers))
        bundles = [files[k : k + size] for k in range(0, len(files), size)]
        futures = [pool.submit(_checked, bundle) for bundle in bundles]
        found: list[Outcome | None] = []
        for bundle, future in zip(bundles, futures, strict=True):
            try:
                found += future.result()
            except BrokenProcessPool:
                found += [None] * len(bundle)
        finished = True
        return found
    finally:
        children = multiprocessing.active_children()
        pool.shutdown(wait=finished, cancel_futures=True)
        if not finished:
            for child in children:
                child.terminate()


def _checked(files: Sequence[Path]) -> list[Outcome]:
    return [check_file(file) for file in files]


def _alone(file: Path) -> Outcome:
    """A file in a process of its own."""
    (outcome,) = _pooled([file], 1)
    return outcome or Outcome("refused", file.name, f"{file.name}: its check ended the process; the file asks for too much, make it again")


def _quiet() -> None:
    """Workers leave Ctrl-C to the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
