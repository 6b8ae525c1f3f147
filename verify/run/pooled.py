"""A function of many items, on several processes: results in the order of the items, whatever the number of processes."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


class Lost(Exception):
    """The process that worked on an item was killed, as a rule by lack of memory."""


def pooled(function: Callable[[Item], Result], items: Sequence[Item], workers: int = 0) -> Iterator[Result | Lost]:
    """``function`` at each item. ``workers``: 0 is one for each core.

    An item at which a process was killed is tried once more in a process of its own, and then gives ``Lost``. What the function raises is raised here.
    """
    workers = min(workers or os.cpu_count() or 1, len(items))
    if workers <= 1:
        yield from map(function, items)
        return
    at = 0
    while at < len(items):
        for result in _results(function, items[at:], workers):
            if result is None:
                break
            yield result[0]
            at += 1
        if at < len(items):
            (alone,) = _results(function, [items[at]], 1)
            yield Lost("the process was killed, as a rule by lack of memory") if alone is None else alone[0]
            at += 1


def _results(function: Callable[[Item], Result], items: Sequence[Item], workers: int) -> Iterator[tuple[Result] | None]:
    """The results in order, then ``None`` if a process was killed."""
    pool = ProcessPoolExecutor(workers, initializer=quiet)
    finished = False
    try:
        futures = [pool.submit(function, item) for item in items]
        for future in futures:
            try:
                yield (future.result(),)
            except BrokenProcessPool:
                yield None
                break
        finished = True
    finally:
        children = multiprocessing.active_children()
        pool.shutdown(wait=finished, cancel_futures=True)
        if not finished:
            for child in children:
                child.terminate()


def quiet() -> None:
    """Workers leave Ctrl-C to the parent, and end when the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)
