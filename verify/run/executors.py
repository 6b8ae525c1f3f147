"""Where statements are decided: in one process or several of this machine, or on a Dask cluster. One loop serves all.

Wherever a statement is decided, a guarded process (``verify.run.isolation``) decides it, so hanging, dying and lack of memory are met in one way. Only ``in-process`` has none:
it is there for a debugger, and nothing ends a statement that hangs.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from verify.run.crew import Crew, Heard, Say
from verify.run.isolation import GIB, Call, Limits, Outcome, guarded, in_place, start_method

EXECUTORS = ("serial", "processes", "dask", "in-process")
LEAST_MEMORY = GIB
"""What a worker needs at least: more workers than this allows are not started."""
MOST_MEMORY = 4 * GIB
"""What one statement may take by default. The same on every machine and for every number of workers, as a verdict may depend on it. torch maps more than
that at once, so on its devices there is no limit."""
PATIENCE = {"quick": 900.0, "standard": 1_800.0, "deep": 18_000.0}
"""Seconds of wall time without an answer after which a statement is held to hang, by effort: thirty times the processor time that one engine may take."""

@dataclass(frozen=True, slots=True)
class Pool:
    """What a run is spread over. ``workers``: 0 means one for each core. ``seconds`` and ``memory`` (bytes) limit each statement; None leaves the choice here."""

    executor: str = "processes"
    workers: int = 0
    scheduler: str | None = None
    seconds: float | None = None
    memory: int | None = None


def _at_once(calls: Sequence[Call], _: Heard) -> Future[list[Outcome]]:
    """Run calls where they are submitted."""
    future: Future[list[Outcome]] = Future()
    try:
        future.set_result(in_place(calls))
    except Exception as error:
        future.set_exception(error)
    return future


@contextmanager
def opened(pool: Pool, effort: str, device: str, code: Sequence[str], say: Say) -> Iterator[Crew]:
    """The executor that was asked for, or the nearest one that can be had; ``say`` is told at once where it is another one.

    ``code``: packages whose sources must be the same on the machines of a cluster.
    """
    pool = _affordable(pool, say)
    limits = limits_of(pool, effort, device)
    if pool.executor == "in-process":
        yield Crew(1, _at_once, ahead=1)
        return
    if pool.executor == "dask":
        from verify.run import cluster

        with cluster.opened(pool.scheduler, pool.workers, limits, start_method(device), code, say) as crew:
            if crew is not None:
                yield crew
                return
    workers = 1 if pool.executor == "serial" else pool.workers
    with guarded(limits, start_method(device), workers) as submit:
        yield Crew(workers, submit)


def limits_of(pool: Pool, effort: str, device: str) -> Limits:
    """What one statement may take."""
    return Limits(PATIENCE[effort] if pool.seconds is None else pool.seconds, (pool.memory or MOST_MEMORY) if device == "cpu" else None)


def _affordable(pool: Pool, say: Say) -> Pool:
    """The pool with a number of workers for which there is memory."""
    workers = pool.workers or os.cpu_count() or 1
    free, each = available_memory(), pool.memory or LEAST_MEMORY
    if free is not None and pool.executor not in ("serial", "in-process") and not pool.scheduler and workers > (fits := max(1, free // each)):
        say(f"{workers} workers need {workers * each / GIB:.1f} GiB of memory ({each / GIB:g} GiB each), {free / GIB:.1f} GiB are free: "
            f"{fits} worker{'s are' if fits > 1 else ' is'} used; choose with --workers and --memory")
        workers = fits
    return replace(pool, workers=workers)


def available_memory() -> int | None:
    """Bytes that may still be used without swapping, within the limits of a container; None where the system does not say."""
    found = [*_meminfo(), *_control_groups()]
    return min(found) if found else None


def _meminfo() -> Iterator[int]:
    try:
        for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                yield int(line.split()[1]) * 1024
    except OSError:
        return


def _control_groups() -> Iterator[int]:
    for place in ("memory.max", "memory/memory.limit_in_bytes"):
        try:
            limit = Path("/sys/fs/cgroup", place).read_text(encoding="ascii").strip()
        except OSError:
            continue
        if limit.isdigit():
            yield int(limit)


__all__ = ["EXECUTORS", "PATIENCE", "Pool", "available_memory", "limits_of", "opened"]
