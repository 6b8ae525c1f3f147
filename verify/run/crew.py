"""An open executor: what bundles of statements are handed to, whatever stands behind it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from concurrent.futures import Future

from verify.run.isolation import Call, Outcome

BUNDLE = 6
"""Neighbouring statements that one process decides one after the other: readings of one claim ask for the same distances and closed forms."""
MOST_BUNDLED = 24
"""How many it decides where they are readings of one claim."""

Say = Callable[[str], None]


class Lost(Exception):
    """The executor as a whole cannot be used any more; the message is the cause."""


LOOK = 2.0
"""Seconds between two looks at an executor that may be lost."""

Heard = Callable[[int, Outcome], None]
"""Told of each outcome of a bundle at once, by its position."""
Send = Callable[[Sequence[Call], Heard], "Future[list[Outcome]]"]


class Crew:
    """An open executor. ``width``: how many bundles are decided at the same time; ``ahead``: how many may be handed on before one comes back. With ``check``
    it is asked every ``look`` seconds whether the executor is still there; ``patience``: seconds without any outcome after which it is held to be lost."""

    def __init__(self, width: int, send: Send, *, ahead: int = 0, patience: float = math.inf, check: Callable[[], None] | None = None) -> None:
        self.width, self.ahead, self.patience = width, ahead or 2 * width, patience
        self.look = None if check is None else LOOK
        self._send, self._check = send, check

    def submit(self, calls: Sequence[Call], heard: Heard) -> Future[list[Outcome]]:
        """Hand on a bundle; ``heard`` may be told of outcomes before all of them have come. Raises Lost."""
        return self._send(calls, heard)

    def check(self) -> None:
        """Raises Lost if the executor cannot be used any more."""
        if self._check is not None:
            self._check()
