"""Ctrl-C answers at once, whatever a command is doing: a small process waits for the one that works.

What is under way is told to the process that waits, which names it where the other one cannot answer.
Python looks at signals between two steps of its own, and native code (solvers, polynomials, balls) may take minutes for one step. So the command runs in a process of its own, which has a moment to
keep what is finished and to say so; then it is ended. It ends too when the process that waits for it is killed. Where processes cannot be forked, the command runs as it is.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
import time
from contextlib import suppress
from types import FrameType
from typing import NoReturn

from verify.cli import underway
from verify.run.isolation import ends_with

GRACE = 0.7
"""Seconds that a command has after Ctrl-C."""
LOOK = 0.5
"""Seconds between two looks at a process that may have left its end of a pipe to another."""
INTERRUPTED = 130
OUT_OF_TIME = 2
PASSED_ON = (signal.SIGINT, signal.SIGTERM)


def watch() -> None:
    """Returns in the process that works; the one that waits ends with its exit code."""
    if not hasattr(os, "fork") or threading.active_count() > 1:
        return
    sys.stdout.flush()
    sys.stderr.flush()
    alive, mine = os.pipe()  # held open by the one that waits
    over, its = os.pipe()  # held open by the one that works
    worker = os.fork()
    if worker:
        os.close(alive)
        os.close(its)
        _wait(worker, over)
    os.close(mine)
    os.close(over)
    underway.passed_on(its)
    ends_with(alive)
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # a shell may have left it ignored
        signal.signal(signal.SIGINT, _once)


def _once(number: int, frame: FrameType | None) -> NoReturn:
    """Ctrl-C is heard once: what follows must not disturb the end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    raise KeyboardInterrupt


def _wait(worker: int, over: int) -> NoReturn:
    """Until the worker ends, or has not ended soon enough after a signal."""
    heard, told = os.pipe()
    os.set_blocking(heard, False)
    os.set_blocking(told, False)
    signal.set_wakeup_fd(told)
    struck: list[float] = []
    said, ended = b"", False

    def pass_on(number: int, frame: FrameType | None) -> None:
        struck.append(time.monotonic())
        with suppress(ProcessLookupError):
            os.kill(worker, number)

    for number in PASSED_ON:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, pass_on)
    while True:
        ready, *_ = select.select([over, heard], [], [], max(0.0, struck[0] + GRACE - time.monotonic()) if struck else LOOK)
        with suppress(BlockingIOError):
            os.read(heard, 64)
        if over in ready:
            news = os.read(over, 65536)
            ended, said = not news, (said + news)[-2 * underway.MOST:]
        done, status = os.waitpid(worker, 0 if ended else os.WNOHANG)
        if done:
            if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGVTALRM:
                os.write(2, b"no answer within the time that --limit allows; --limit SECONDS waits longer\n")
                os._exit(OUT_OF_TIME)
            os._exit(os.WEXITSTATUS(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status))
        if struck and time.monotonic() >= struck[0] + GRACE:
            os.kill(worker, signal.SIGKILL)
            os.waitpid(worker, 0)
            name = said.rpartition(b"\n")[0].rpartition(b"\n")[2]
            if name != underway.SAID:
                with suppress(OSError):
                    os.write(2, b"\ninterrupted" + (b" at " + name if name else b"") + b"; what was finished before is kept\n")
            os._exit(INTERRUPTED)


def entry() -> NoReturn:
    """The console entry point: nothing is imported before somebody waits for Ctrl-C."""
    watch()
    try:
        from verify.cli.main import run_command

        code = run_command()
    except KeyboardInterrupt:
        code = INTERRUPTED
    sys.exit(code)


__all__ = ["entry", "watch"]
