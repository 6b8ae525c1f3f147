"""Results kept by the very arguments: laws are slow to hash, and the same objects are asked about again and again."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, TypeVarTuple

MOST = 1024
"""How many results are kept of one function; then all are forgotten."""
Ts = TypeVarTuple("Ts")
R = TypeVar("R")


def by_identity(function: Callable[[*Ts], R]) -> Callable[[*Ts], R]:
    """The function with its results kept by identity of the arguments, which stay alive with them; integers are compared by value. It must be pure."""
    known: dict[Any, tuple[Any, R]] = {}

    @wraps(function)
    def found(*arguments: *Ts) -> R:
        key = tuple(a if type(a) is int else id(a) for a in arguments)
        entry = known.get(key)
        if entry is None:
            if len(known) >= MOST:
                known.clear()
            entry = known[key] = arguments, function(*arguments)
        return entry[1]

    return found


__all__ = ["by_identity"]
