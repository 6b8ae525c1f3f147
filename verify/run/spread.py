"""The one loop that feeds an executor: little in flight, neighbours together, a second try for what an executor drops, another executor when one is lost."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import replace
from typing import TypeVar

from verify.run.executors import BUNDLE, Crew, Lost, Pool, opened
from verify.run.isolation import Call, Outcome

T = TypeVar("T")


def spread(todo: Sequence[T], call: Callable[[T], Call], pool: Pool, effort: str, device: str, code: Sequence[str], *, say: Callable[[str], None],
           started: Callable[[T], None]) -> Generator[tuple[T, Outcome], None, None]:
    """Each thing to do with its outcome, in the order in which they come. ``started`` is told what is under way, ``say`` what the user should know."""
    if not todo:
        return
    rest = deque(todo)
    try:
        with opened(pool, effort, device, code, say) as crew:
            yield from _feed(crew, rest, call, started)
    except Lost as cause:
        say(f"{cause}: the other {len(rest)} statements are decided by processes of this machine")
        with opened(replace(pool, executor="processes", scheduler=None), effort, device, code, say) as crew:
            yield from _feed(crew, rest, call, started)


def _feed(crew: Crew, rest: deque[T], call: Callable[[T], Call], started: Callable[[T], None]) -> Iterator[tuple[T, Outcome]]:
    """Outcomes as they come. When Lost is raised, ``rest`` holds all that has no outcome."""
    running: dict[Future[list[Outcome]], list[T]] = {}
    tried: set[int] = set()
    try:
        while rest or running:
            while rest and len(running) < crew.ahead:
                size = BUNDLE if crew.ahead > 1 and len(rest) > 4 * crew.width * BUNDLE else 1  # single ones at the end, so that none waits for the last bundle
                bundle = [rest.popleft()]
                while rest and len(bundle) < size and not tried & {id(bundle[0]), id(rest[0])}:
                    bundle.append(rest.popleft())
                if not running:
                    started(bundle[0])
                try:
                    running[crew.submit([call(one) for one in bundle])] = bundle
                except Lost:
                    rest.extendleft(reversed(bundle))
                    raise
            started(next(iter(running.values()))[0])
            done = _some(crew, running)
            for future in done:
                bundle = running.pop(future)
                try:
                    outcomes = future.result()
                except Exception as error:  # the executor failed, not the call: that would be an outcome
                    again = [one for one in bundle if id(one) not in tried]
                    rest.extendleft(reversed(again))
                    crew.check()
                    tried.update(map(id, again))
                    bundle = [one for one in bundle if one not in again]
                    outcomes = [Outcome("lost", f"the worker that decided it was lost, also when tried again ({type(error).__name__})")] * len(bundle)
                yield from zip(bundle, outcomes, strict=True)
    except Lost:
        rest.extendleft(one for bundle in running.values() for one in reversed(bundle))
        raise


def _some(crew: Crew, running: Iterable[Future[list[Outcome]]]) -> set[Future[list[Outcome]]]:
    """Those that are done, once there are any. Raises Lost."""
    begin = time.monotonic()
    while True:
        done, _ = wait(running, timeout=crew.look, return_when=FIRST_COMPLETED)
        if done:
            return done
        crew.check()
        if time.monotonic() - begin > crew.patience:
            raise Lost("nothing was heard of any statement for too long")


__all__ = ["spread"]
