"""Protocols of experiments that misbehave."""

import os
import signal
import time
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
