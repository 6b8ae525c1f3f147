"""What a calculator says where its numbers are too extreme to be computed with: one line, within a time that the user chooses."""

from __future__ import annotations

import functools
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any, TypeVar

import typer

from verify.cli import underway

SECONDS = 12.0
NATIVE = 1.0
"""Seconds that native code may go on beyond the limit."""
Limit = Annotated[float, typer.Option("--limit", help="Seconds of processor time after which the question is given up.")]
F = TypeVar("F", bound=Callable[..., Any])


class OutOfTime(BaseException):
    """The time is spent; nothing on the way may take this for a failure of its own."""


def calculator(name: str) -> Callable[[F], F]:
    """A command that computes with typed numbers: what it cannot do is said in one line. Its argument ``limit`` is its time."""
    def change(command: F) -> F:
        @functools.wraps(command)
        def guarded(*args: Any, **options: Any) -> Any:
            from verify.claims.nodes import ClaimError
            from verify.claims.typed import shortened
            from verify.quantities.kernels.undecided import Diverges, Wide

            limit = options.get("limit", SECONDS)
            if not 0 < limit < 10**9:
                raise ClaimError(f"{name}: --limit must be a number of seconds above 0, got {limit}; write for example 60")
            try:
                with _ends_after(limit):
                    return command(*args, **options)
            except OutOfTime:
                raise ClaimError(f"{name}: no answer within {limit:g} seconds; --limit SECONDS waits longer, and less extreme numbers are faster") from None
            except (ArithmeticError, Wide, Diverges, MemoryError, ValueError) as error:
                if isinstance(error, ClaimError):
                    raise
                told = "more memory would be needed" if isinstance(error, MemoryError) else shortened(error, 200)
                raise ClaimError(f"{name}: these numbers cannot be computed with, got '{told}'; choose less extreme ones, or another unit") from None

        return guarded  # type: ignore[return-value]

    return change


@contextmanager
def _ends_after(seconds: float) -> Iterator[None]:
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(*_: object) -> None:
        raise OutOfTime

    before = signal.signal(signal.SIGPROF, end)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    if underway.watched():  # one step of native code hears nothing; the process that waits says why this one was ended
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds + NATIVE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGPROF, before)


__all__ = ["SECONDS", "Limit", "OutOfTime", "calculator"]
