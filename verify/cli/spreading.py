"""What the options of a run say about where and with what limits statements are decided."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from verify.cli.selection import Refused

if TYPE_CHECKING:
    from verify.run.executors import Pool


def pool(executor: str | None, workers: int, scheduler: str | None, seconds: float | None, gib: float | None) -> Pool:
    """The pool that options ask for, while its processes begin to start. Raises Refused."""
    from verify.run.executors import EXECUTORS, Pool
    from verify.run.isolation import GIB, warm_up

    if executor is not None and executor not in EXECUTORS:
        raise Refused(f"--executor: must be one of {', '.join(EXECUTORS)}, got {executor}")
    if scheduler is not None and executor not in (None, "dask"):
        raise Refused(f"--scheduler: needs --executor dask, got {executor}; leave one of them out")
    for name, value in (("--limit", seconds), ("--memory", gib)):
        _positive(name, value)
    executor = executor or ("dask" if scheduler else "serial" if workers == 1 else "processes")
    if executor != "in-process":
        warm_up()
    return Pool(executor, workers, scheduler, seconds, None if gib is None else int(gib * GIB))


def seconds_of(limit: float | None, effort: str, times: int = 1) -> float:
    """Seconds of wall time for one statement: those of ``--limit``, or so many times those of a run. Raises Refused."""
    from verify.run.executors import PATIENCE

    _positive("--limit", limit)
    return times * PATIENCE[effort] if limit is None else limit


def _positive(name: str, value: float | None) -> None:
    if value is not None and not (0 < value < math.inf):
        raise Refused(f"{name}: must be above 0 and finite, got {value:g}; leave it out")


__all__ = ["pool", "seconds_of"]
