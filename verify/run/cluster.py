"""Dask distributed as one of the executors. The extra ``claimcheck[dask]``; nothing else imports it."""

from __future__ import annotations

import math
import multiprocessing
import pickle
import warnings
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import ExitStack, contextmanager
from typing import Any

from verify.run.crew import MOST_BUNDLED, Crew, Heard, Lost, Say
from verify.run.isolation import TRIES, Call, Guard, Limits, Outcome
from verify.run.sources import of_packages

CONNECT = 10.0
"""Seconds in which a scheduler must answer."""

CLOSE = 5.0
"""Seconds that are spent on saying goodbye."""


class ForeignWorker(Exception):
    """A worker with other sources or libraries; the message says which."""


@contextmanager
def opened(scheduler: str | None, workers: int, limits: Limits, start: str, code: Sequence[str], say: Say) -> Iterator[Crew | None]:
    """A crew on the scheduler, or on a cluster of this machine for the time of the run. None where it cannot be had, after ``say`` was told why."""
    instead = "processes on this machine are used instead"
    try:
        import distributed
    except ImportError:
        say(f"--executor dask: needs Dask distributed, which is not installed (pip install 'claimcheck[dask]'); {instead}")
        yield None
        return
    with ExitStack() as stack:
        try:
            client = stack.enter_context(_client(distributed, scheduler, workers))
            width = _width(client, code)
        except (OSError, TimeoutError, ValueError, ForeignWorker) as error:
            say(f"--scheduler {scheduler}: must be a Dask scheduler whose workers run this version, got {_words(error)}; {instead}")
            yield None
            return
        executor = client.get_executor(pure=False)
        stack.callback(_end, executor, scheduler is None)
        digest = of_packages(tuple(code))

        def send(calls: Sequence[Call], heard: Heard) -> Future[list[Outcome]]:
            check()
            future: Future[list[Outcome]] = executor.submit(_decide, limits, start, tuple(code), digest, [pickle.dumps(call) for call in calls])
            return future

        def check() -> None:
            if client.status != "running":
                raise Lost("the connection to the scheduler is lost")

        yield Crew(width, send, patience=(limits.seconds or math.inf) * TRIES * MOST_BUNDLED + 60, check=check)


@contextmanager
def _client(distributed: Any, scheduler: str | None, workers: int) -> Iterator[Any]:
    """A client of the scheduler. On one machine threads are enough as workers, since each of them watches a process of its own."""
    with ExitStack() as stack:
        if scheduler is None:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # about ports and disks, which are not used
                cluster = stack.enter_context(distributed.LocalCluster(
                    n_workers=1, threads_per_worker=workers, processes=False, dashboard_address=None, worker_dashboard_address=None, memory_limit=0, silence_logs=50))
            client = distributed.Client(cluster, set_as_default=False)
        else:
            client = distributed.Client(scheduler, timeout=CONNECT, set_as_default=False)
        stack.callback(client.close, timeout=CLOSE)
        yield client


def _width(client: Any, code: Sequence[str]) -> int:
    """How many statements the workers decide at the same time. Raises ForeignWorker if there are none, or where one has other sources."""
    digest = of_packages(tuple(code))
    try:
        found = client.run(of_packages, tuple(code))
    except Exception as error:  # whatever a worker without this package answers
        raise ForeignWorker(f"a worker that answers {type(error).__name__}: {_words(error)}") from None
    if not found:
        raise ForeignWorker("one without workers")
    for name, other in sorted(found.items()):
        if other != digest:
            raise ForeignWorker(f"a worker with other sources or libraries ({name})")
    return int(sum(client.nthreads().values()))


def _decide(limits: Limits, start: str, code: tuple[str, ...], digest: str, calls: Sequence[bytes]) -> list[Outcome]:
    """On a worker. One that joined late is held against the sources too."""
    if of_packages(code) != digest:
        raise ForeignWorker("a worker with other sources or libraries joined the cluster")
    multiprocessing.current_process().daemon = False  # daemons may have no processes of their own
    return _guard(limits, start).run(calls)


_GUARDS: dict[tuple[Limits, str], Guard] = {}
"""Of this worker; their processes end by themselves when nothing is asked any more."""


def _guard(limits: Limits, start: str) -> Guard:
    return _GUARDS.setdefault((limits, start), Guard(limits, start))


def _end(executor: Executor, here: bool) -> None:
    """Leave at once what is under way, and end the processes if the cluster is in this very process."""
    executor.shutdown(wait=False)
    while here and _GUARDS:
        _GUARDS.popitem()[1].close()


def _words(error: BaseException) -> str:
    return " ".join(str(error).split())[:200] or type(error).__name__
