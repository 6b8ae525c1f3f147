"""A function of many items, on several processes: results in the order of the items, whatever the number of processes."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Sequence
from typing import TypeVar

from verify.run.isolation import ENGINES, Limits, guarded, start_method

Item = TypeVar("Item")
Result = TypeVar("Result")


class Lost(Exception):
    """The process that worked on an item died, as a rule by lack of memory, or gave no answer in time; the message is the cause."""


def pooled(function: Callable[[Item], Result], items: Sequence[Item], workers: int = 0, *, seconds: float | None = None, memory: int | None = None,
           modules: Sequence[str] = (ENGINES,)) -> Generator[Result | Lost, None, None]:
    """``function`` at each item. ``workers``: 0 is one for each core. ``seconds`` and ``memory`` (bytes) limit each item; without limits one worker is this very process.

    An item that takes its process down is tried once more, one that gives no answer in time is not; both give ``Lost``. What the function raises is raised here.
    """
    workers = min(workers or os.cpu_count() or 1, len(items))
    if workers <= 1 and seconds is None and memory is None:
        yield from map(function, items)
        return
    with guarded(Limits(seconds, memory), start_method("cpu"), max(workers, 1), modules) as submit:
        for future in [submit([(function, (item,))]) for item in items]:
            (outcome,) = future.result()
            if outcome.kind == "raised":
                raise outcome.value
            yield outcome.value if outcome.kind == "done" else Lost(outcome.value)


__all__ = ["Lost", "pooled"]
