"""A statement is decided in a process that can be ended: one that hangs, dies or asks for too much memory takes no other with it.

Light on purpose: the process that watches (a thread of the runner, or of a worker of a Dask cluster) imports no engine. A standard process pool is not used,
because it breaks as a whole when one of its processes dies, cannot end a call that hangs, and cannot say which call was to blame.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import pickle
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any, Literal

GIB = 1 << 30
START = 600.0
"""Seconds in which a process must have started: it may have to import the engines on a busy machine."""
IDLE = 60.0
"""Seconds after which a process that is asked nothing ends by itself; the next question starts another."""
COLLECTED = 500_000
"""New objects after which a process looks for garbage: evaluation makes many and hardly any cycles."""
TRIES = 2
"""How often a call may take its process down before it is given up. One that gives no answer in time is not tried again."""
THREADS = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS")
"""How many threads linear algebra may use: one, where there is a process for each core, unless the user says otherwise. More would wait for each other."""
ENGINES = "verify.run.runner"
"""Imported once, by the server that processes are forked from."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one statement may take. ``seconds`` of wall time; ``memory`` in bytes, beyond what the process has mapped at its start; None for no limit."""

    seconds: float | None
    memory: int | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one call ended: ``done`` with what it returned, ``raised`` with its exception, ``lost`` with its process, or ``late``: without an answer in time; the cause in words."""

    kind: Literal["done", "raised", "lost", "late"]
    value: Any
    seconds: float = 0.0
    """Wall time until it ended, with a second try and the end of its process where there was one."""


class Died(Exception):
    """The process of a call had to be ended or ended by itself; the message is the cause."""


class Late(Died):
    """There was no answer in time."""


class Closed(Exception):
    """The guard was closed while a call was under way."""


def start_method(device: str) -> str:
    """How processes are started: forked from a server that has the engines, but afresh where torch is used, whose threads and CUDA contexts survive no fork."""
    return "forkserver" if device == "cpu" and "forkserver" in multiprocessing.get_all_start_methods() else "spawn"


def warm_up(modules: Sequence[str] = (ENGINES,)) -> None:
    """Let the server begin to import the engines, or other modules, while something else is done."""
    if "forkserver" in multiprocessing.get_all_start_methods():
        from multiprocessing import forkserver

        multiprocessing.get_context("forkserver").set_forkserver_preload(list(modules))
        with _one_thread():
            forkserver.ensure_running()


@contextmanager
def _one_thread() -> Iterator[None]:
    """Processes that are started meanwhile, and their own, use one thread each for linear algebra."""
    new = [name for name in THREADS if name not in os.environ]
    os.environ.update(dict.fromkeys(new, "1"))
    try:
        yield
    finally:
        for name in new:
            os.environ.pop(name, None)


class Guard:
    """Runs calls one after the other in a process of the calling thread; any number of threads may use one guard. ``modules`` are imported once, for all processes."""

    def __init__(self, limits: Limits, start: str, modules: Sequence[str] = (ENGINES,)) -> None:
        self.limits = limits
        self._context: Any = multiprocessing.get_context(start)
        if start == "forkserver":
            warm_up(modules)
        self._mine = threading.local()
        self._children: set[_Child] = set()
        self._lock = threading.Lock()
        self._closed = False

    def run(self, calls: Sequence[bytes], heard: Callable[[int, Outcome], None] | None = None, seconds: float | None = None) -> list[Outcome]:
        """What each pickled ``(function, arguments)`` comes to; ``heard`` is told of each at once, by its position. ``seconds`` in place of those of the limits.

        A call that takes its process down is tried once more in a fresh one.
        """
        outcomes = []
        for position, call in enumerate(calls):
            if self._closed:
                raise Closed
            outcomes.append(self._tried(call, self.limits.seconds if seconds is None else seconds))
            if heard is not None:
                heard(position, outcomes[-1])
        return outcomes

    def close(self) -> None:
        """End every process; calls under way raise Closed in their threads."""
        with self._lock:
            self._closed = True
            for child in self._children:
                child.process.kill()

    def processes(self) -> Iterator[int]:
        """Ids of the living processes."""
        return (child.process.pid for child in list(self._children) if child.process.pid)

    def _tried(self, call: bytes, seconds: float | None) -> Outcome:
        cause, begin = "", 0.0
        for _ in range(TRIES):
            child = self._child()
            begin = begin or time.monotonic()
            try:
                kind, value, crowded = child.ask(call, seconds)
            except Late as late:
                self._end(child)
                return Outcome("late", str(late), time.monotonic() - begin)
            except Died as death:
                cause = str(death)
                self._end(child)
                continue
            if crowded:
                self._end(child)
            return Outcome(kind, value, time.monotonic() - begin)
        return Outcome("lost", f"{cause}, also when tried again", time.monotonic() - begin)

    def _child(self) -> _Child:
        child: _Child | None = getattr(self._mine, "child", None)
        if child is not None and child.ended():
            self._end(child)
            child = None
        if child is None:
            child = self._mine.child = _Child(self._context, self.limits.memory)  # may take a while: the server imports the engines first
            with self._lock:
                self._children.add(child)
                closed = self._closed
            if closed:
                self._end(child)
                raise Closed
        return child

    def _end(self, child: _Child) -> None:
        self._mine.child = None
        with self._lock:
            self._children.discard(child)
        child.end()


class _Child:
    """One process and the line to it."""

    def __init__(self, context: Any, memory: int | None) -> None:
        self.line, theirs = context.Pipe()
        self.memory = memory
        self.process = context.Process(target=_serve, args=(theirs, memory), daemon=True)
        self.process.start()
        theirs.close()
        self.ready = False

    def ask(self, call: bytes, seconds: float | None) -> tuple[Literal["done", "raised"], Any, bool]:
        """The kind of answer, the answer, and whether the process should not be used again. Raises Died."""
        try:
            if not self.ready:
                try:
                    self._hear(START)
                except Late:
                    raise Died(f"a process did not start within {START:g} s") from None
                self.ready = True
            self.line.send_bytes(call)
            kind, value, crowded = pickle.loads(self._hear(seconds))
        except (EOFError, OSError):
            raise Died(self._cause()) from None
        if kind == "memory":
            raise Died(f"it needed more memory than the {(self.memory or 0) / GIB:g} GiB it may take")
        return kind, value, crowded

    def _hear(self, seconds: float | None) -> bytes:
        """The next message. Raises Died, EOFError or OSError."""
        if not wait([self.line, self.process.sentinel], timeout=seconds):
            raise Late(f"no answer within {seconds:g} s")
        if not self.line.poll():
            raise EOFError
        message: bytes = self.line.recv_bytes()
        return message

    def _cause(self) -> str:
        """Why a process has ended, in words that depend on no host. Signal 9 is what a machine without memory sends."""
        self.process.join(30)
        code = self.process.exitcode
        if code is not None and code < 0:
            with suppress(ValueError):
                return f"the process that decided it was killed by {signal.Signals(-code).name}"
        return "the process that decided it ended" + ("" if code in (None, 255) else f" with exit code {code}")

    def ended(self) -> bool:
        return bool(wait([self.process.sentinel], timeout=0))

    def end(self) -> None:
        self.process.kill()
        self.process.join(5)
        self.line.close()


def _serve(line: Connection, memory: int | None) -> None:
    """The life of a process: answers one call after the other. It leaves Ctrl-C to its parent and ends with it, whatever the parent died of."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()  # modules and claims stay for good; looking through them again and again costs one second in twenty
    gc.set_threshold(COLLECTED)
    parent = multiprocessing.parent_process()
    if parent is not None:
        ends_with(parent.sentinel)
    start = _mapped()
    if memory is not None and start is not None:
        import resource

        with suppress(ValueError, OSError):  # a lower limit stands already
            resource.setrlimit(resource.RLIMIT_AS, (start + memory, resource.getrlimit(resource.RLIMIT_AS)[1]))
    line.send_bytes(b"")
    while line.poll(IDLE):
        try:
            call = line.recv_bytes()
        except EOFError:
            return
        kind, value = _answer(call)
        crowded = memory is not None and start is not None and (_mapped() or 0) - start > memory // 2
        try:
            answer = pickle.dumps((kind, value, crowded))
        except Exception as error:  # an exception of a plug-in that cannot be pickled
            answer = pickle.dumps(("raised", RuntimeError(f"{type(value).__name__}: {value} ({type(error).__name__})"), crowded))
        line.send_bytes(answer)


def _answer(call: bytes) -> tuple[str, Any]:
    try:
        function, arguments = pickle.loads(call)
        return "done", function(*arguments)
    except MemoryError:
        return "memory", None
    except Exception as error:
        return "raised", error


def ends_with(other: int) -> None:
    """This process ends when the other end of a pipe is closed: by a signal where there is one, since a thread never comes to its turn while native code runs."""
    if hasattr(os, "O_ASYNC"):
        import fcntl

        signal.signal(signal.SIGIO, signal.SIG_DFL)  # which ends the process
        fcntl.fcntl(other, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(other, fcntl.F_SETFL, fcntl.fcntl(other, fcntl.F_GETFL) | os.O_ASYNC)
    threading.Thread(target=_end_with, args=(other,), daemon=True).start()


def _end_with(other: int) -> None:
    wait([other])
    os._exit(1)


def _mapped() -> int | None:
    """Bytes of address space of this process; None where the system does not say."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return None


Call = tuple[Callable[..., Any], tuple[Any, ...]]
"""A function and its arguments."""


def in_place(calls: Sequence[Call]) -> list[Outcome]:
    """What calls come to in this very process, where nothing can end one that hangs: for a debugger."""
    return [_here(*call) for call in calls]


def _here(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Outcome:
    for _ in range(TRIES):
        try:
            return Outcome("done", function(*arguments))
        except MemoryError:
            continue
        except Exception as error:
            return Outcome("raised", error)
    return Outcome("lost", "it needed more memory than there is, also when tried again")


Submit = Callable[..., Future[list[Outcome]]]
"""``submit(calls, heard=None, seconds=None)``: what :meth:`Guard.run` says of the calls, as a future."""


@contextmanager
def guarded(limits: Limits, start: str, workers: int = 1, modules: Sequence[str] = (ENGINES,)) -> Iterator[Submit]:
    """Threads, each of which watches a process of its own, for a block. The processes end with it, whatever they do."""
    guard, threads = Guard(limits, start, modules), ThreadPoolExecutor(workers, thread_name_prefix="claimcheck")

    def submit(calls: Sequence[Call], heard: Callable[[int, Outcome], None] | None = None, seconds: float | None = None) -> Future[list[Outcome]]:
        return threads.submit(guard.run, [pickle.dumps(call) for call in calls], heard, seconds)

    try:
        yield submit
    finally:
        guard.close()
        threads.shutdown(wait=True, cancel_futures=True)


__all__ = ["GIB", "THREADS", "Call", "Closed", "Guard", "Limits", "Outcome", "Submit", "ends_with", "guarded", "in_place", "start_method", "warm_up"]
