"""Protocols of experiments that misbehave."""

import os
import signal
import time
from collections import deque
from itertools import repeat
from pathlib import Path


def loops(seed, effort, device, data):
    while True:
        pass


def hoards(seed, effort, device, data):
    return {"value": len(bytearray(50 * 10**9))}


def dies(seed, effort, device, data):
    os.kill(os.getpid(), signal.SIGKILL)


def dies_once(seed, effort, device, data):
    """Dies if nobody died in the folder before."""
    mark = Path(data) / "died"
    if not mark.exists():
        mark.write_text("")
        os.kill(os.getpid(), signal.SIGKILL)
    return {"value": 1}


def waits(seed, effort, device, data):
    time.sleep(0.05)
    return {"value": 1}


def deaf(seed, effort, device, data):
    """Heeds no signal that can be left unheeded."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGALRM):
        signal.signal(number, signal.SIG_IGN)
    while True:
        time.sleep(60)


def native(seed, effort, device, data):
    """One step of Python that never ends: it looks at no signal and lets no other thread go on."""
    deque(repeat(0), maxlen=0)


def counts_and_loops(seed, effort, device, data):
    """Says that it has begun, and never ends."""
    with (Path(data) / "begun").open("a") as file:
        file.write("x")
    loops(seed, effort, device, data)
