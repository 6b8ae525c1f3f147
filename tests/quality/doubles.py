"""Functions for processes of their own, which find this module on the path: some that never end, die, or keep native code busy."""

import os
import signal
import time
from collections import deque
from itertools import repeat

from verify.evidence.checker import check_file


def forever(*_):
    while True:
        time.sleep(60)


def deaf(*_):
    """Heeds no signal that can be left unheeded, and never ends."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGALRM):
        signal.signal(number, signal.SIG_IGN)
    forever()


def native(*_):
    """One step of Python that never ends: it looks at no signal and lets no other thread go on."""
    deque(repeat(0), maxlen=0)


def noted(file):
    """Writes down its process, and stays in native code."""
    with open(file, "w", encoding="ascii") as out:
        out.write(str(os.getpid()))
    native()


def squared_but_three(number):
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def squared_but_three_hangs(number):
    if number == 3:
        deaf()
    return number * number


def deadly(file, records=()):
    """The checker, but one file takes its process down."""
    if file.name == "c1.json":
        os._exit(1)
    return check_file(file, records)


def hanging(file, records=()):
    """The checker, but one file hangs in native code."""
    if file.name == "c1.json":
        native()
    return check_file(file, records)


def dying_round(one):
    """A round of a campaign that takes its process down for one claim."""
    if "dies" in one.variant.id:
        os.kill(os.getpid(), signal.SIGKILL)
    from verify.run.campaign import search_round

    return search_round(one)


def hanging_round(one):
    """The same where it hangs; any other claim gets a short empty round, so that only what hangs can be late."""
    if "dies" in one.variant.id:
        native()
    time.sleep(0.05)
    return {"key": list(one.variant.key), "round": one.number, "instances": 1, "closest": None, "best": None, "refuted": "", "refused": 0, "lost": 0, "error": "",
            "certificate": None, "seconds": 0.0}
