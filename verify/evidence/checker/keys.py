"""Whether two values are the same one, where some of their numbers are only enclosed.

A table, an event or a finite distribution is asked by its points. An enclosure equals no point in the eyes of Python, although the number in it may
well be that point: so nothing that contains an enclosure is looked up, and two values differ only where numbers in the same place certainly do.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any, TypeVar

from verify.evidence.checker import numbers as n
from verify.evidence.checker.numbers import Ball, Undecided
from verify.evidence.checker.truth import FALSE, TRUE, UNDECIDED, judge

T = TypeVar("T")


class Unique:
    """A value that is written in one way only: where no number is enclosed, unequal ones differ."""


def enclosed(x: Any) -> bool:
    """Whether a number anywhere in a value is known by an enclosure only."""
    if x is None or isinstance(x, Fraction | str | int):
        return False
    if isinstance(x, tuple | list | frozenset):
        return any(map(enclosed, x))
    return not is_dataclass(x) or any(enclosed(getattr(x, part.name)) for part in fields(x) if part.compare)


def exact(x: T, what: str) -> T:
    """The value. Undecided where a number in it is enclosed."""
    if enclosed(x):
        raise Undecided(f"{what} with numbers that are not fractions")
    return x


def same(x: Any, y: Any) -> str:
    """Whether two values are equal: true, false or undecided; points are compared coordinate by coordinate."""
    if isinstance(x, Fraction | Ball) and isinstance(y, Fraction | Ball):
        return judge(n.relations(x, y), {"="})
    if isinstance(x, tuple) and isinstance(y, tuple):
        answers = {same(a, b) for a, b in zip(x, y, strict=False)}
        return FALSE if len(x) != len(y) or FALSE in answers else UNDECIDED if UNDECIDED in answers else TRUE
    if _kind(x) != _kind(y):
        return FALSE
    if enclosed(x) or enclosed(y):
        return UNDECIDED
    if x == y:
        return TRUE
    return FALSE if _kind(x) != "object" or (isinstance(x, Unique) and type(x) is type(y)) else UNDECIDED


def _kind(x: Any) -> str:
    if isinstance(x, Fraction | Ball):
        return "number"
    return "nothing" if x is None else "point" if isinstance(x, tuple) else "event" if isinstance(x, frozenset) else "object"


def place(keys: Iterable[Any], x: Any) -> int | None:
    """The place of the key that is this value; None where all keys differ from it. Undecided where one may be it."""
    for k, key in enumerate(keys):
        answer = same(key, x)
        if answer == UNDECIDED:
            raise Undecided("a look-up of a value that may be one of the keys")
        if answer == TRUE:
            return k
    return None


def belonging(points: Collection[Any]) -> Callable[[Any], bool]:
    """Whether a value is one of the points, for many values. Undecided where one may be."""
    loose = enclosed(tuple(points))
    return lambda x: place(points, x) is not None if loose or enclosed(x) else x in points


def within(points: Collection[Any], x: Any) -> bool:
    """Whether a value is one of the points. Undecided where it may be."""
    return belonging(points)(x)


def distinct(values: Iterable[Any]) -> list[Any]:
    """The values, each once. Undecided where two of them may be the same."""
    listed = list(dict.fromkeys(values))
    if not enclosed(tuple(listed)):
        return listed
    found: list[Any] = []
    for x in listed:
        if place(found, x) is None:
            found.append(x)
    return found


__all__ = ["Unique", "belonging", "distinct", "enclosed", "exact", "place", "same", "within"]
