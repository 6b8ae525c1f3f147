"""The one loop that feeds an executor: little in flight, neighbours together, a second try for what an executor drops, another executor when one is lost."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from queue import Empty, SimpleQueue
from typing import Generic, TypeVar

from verify.run.crew import BUNDLE, MOST_BUNDLED, Crew, Lost
from verify.run.executors import Pool, opened
from verify.run.isolation import Call, Outcome

T = TypeVar("T")


def spread(todo: Sequence[T], call: Callable[[T], Call], pool: Pool, effort: str, device: str, code: Sequence[str], *, say: Callable[[str], None],
           started: Callable[[T], None], alike: Callable[[T], object] = id) -> Generator[tuple[T, Outcome], None, None]:
    """Each thing to do with its outcome, in the order in which they come. ``started`` is told what is under way, ``say`` what the user should know. Neighbours that are ``alike`` (give the same there) go to one
    process, as far as they are not too many."""
    if not todo:
        return
    rest = deque(todo)
    try:
        with opened(pool, effort, device, code, say) as crew:
            yield from _feed(crew, rest, call, started, alike)
    except Lost as cause:
        say(f"{cause}: processes on this machine decide the rest ({len(rest)} statements)")
        with opened(replace(pool, executor="processes", scheduler=None), effort, device, code, say) as crew:
            yield from _feed(crew, rest, call, started, alike)


@dataclass(slots=True)
class _Bundle(Generic[T]):
    """Neighbours that are under way together, and those of them that have no outcome yet, by position."""

    future: Future[list[Outcome]]
    open: dict[int, T]


News = tuple[int, int | None, Outcome | None]
"""Number of a bundle with the position and the outcome of one of its statements; with None twice when the bundle is over."""


def _feed(crew: Crew, rest: deque[T], call: Callable[[T], Call], started: Callable[[T], None], alike: Callable[[T], object]) -> Iterator[tuple[T, Outcome]]:
    """Outcomes as they come. When Lost is raised, ``rest`` holds all that has no outcome."""
    running: dict[int, _Bundle[T]] = {}
    news: SimpleQueue[News] = SimpleQueue()
    tried: set[int] = set()
    numbers = count()
    try:
        while rest or running:
            while rest and len(running) < crew.ahead:
                bundle = _next(rest, crew, tried, alike)
                if not running:
                    started(bundle[0])
                number = next(numbers)
                try:
                    future = crew.submit([call(one) for one in bundle], partial(_heard, news, number))
                except Lost:
                    rest.extendleft(reversed(bundle))
                    raise
                running[number] = _Bundle(future, dict(enumerate(bundle)))
                future.add_done_callback(partial(_over, news, number))
            for one in [one for now in running.values() for one in now.open.values()][:1]:
                started(one)
            number, position, outcome = _some(crew, news)
            now = running[number]
            if position is not None and outcome is not None:
                yield now.open.pop(position), outcome
                continue
            del running[number]
            try:
                outcomes = now.future.result()
            except Exception as error:  # the executor failed, not the call: that would be an outcome
                again = [one for one in now.open.values() if id(one) not in tried]
                rest.extendleft(reversed(again))
                crew.check()
                tried.update(map(id, again))
                lost = Outcome("lost", f"the worker that decided it was lost, also when tried again ({type(error).__name__})")
                yield from ((one, lost) for one in now.open.values() if one not in again)
            else:
                yield from ((one, outcomes[position]) for position, one in now.open.items())
    except Lost:
        rest.extendleft(one for now in running.values() for one in reversed(now.open.values()))
        raise


def _next(rest: deque[T], crew: Crew, tried: set[int], alike: Callable[[T], object]) -> list[T]:
    """Neighbours for one process; single ones at the end, so that none waits for the last bundle."""
    bundle = [rest.popleft()]
    if crew.ahead == 1 or len(rest) < 4 * crew.width * BUNDLE:
        return bundle
    while rest and not tried & {id(bundle[0]), id(rest[0])} and (len(bundle) < BUNDLE or (len(bundle) < MOST_BUNDLED and alike(rest[0]) == alike(bundle[-1]))):
        bundle.append(rest.popleft())
    return bundle


def _heard(news: SimpleQueue[News], number: int, position: int, outcome: Outcome) -> None:
    news.put((number, position, outcome))


def _over(news: SimpleQueue[News], number: int, _: Future[list[Outcome]]) -> None:
    news.put((number, None, None))


def _some(crew: Crew, news: SimpleQueue[News]) -> News:
    """The next of the news. Raises Lost."""
    begin = time.monotonic()
    while True:
        try:
            return news.get(timeout=crew.look)
        except Empty:
            crew.check()
        if time.monotonic() - begin > crew.patience:
            raise Lost("no statement reported anything for too long")


__all__ = ["spread"]
