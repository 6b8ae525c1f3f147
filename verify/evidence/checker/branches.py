"""Formulas by cases, on a range on which their conditions do not change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from verify.evidence.checker.formula import argument, head, word
from verify.evidence.checker.numbers import Undecided

OPPOSITE = {"<=": ">", "<": ">=", ">=": "<", ">": "<=", "==": "!=", "!=": "=="}
Holds = Callable[[Any, str, Any], bool]
"""Whether a comparison is seen to hold on the whole range, with both sides finite there."""


def taken(f: Any, holds: Holds) -> Any:
    """The formula with the branch that is taken on the whole range in the place of each ``if``. Raises Undecided where that is not seen of a condition."""
    if not isinstance(f, list) or f[0] == "word":
        return f
    if head(f) != "if":
        return [f[0], *(taken(part, holds) for part in f[1:])]
    condition = argument(f, 0)
    if head(condition) != "compare" or (relation := word(argument(condition, 1))) not in OPPOSITE:
        raise Undecided("a condition other than a comparison of numbers")
    sides = argument(condition, 0), argument(condition, 2)
    for number, said in ((1, relation), (2, OPPOSITE[relation])):
        if said != "==" and holds(sides[0], said, sides[1]):
            return taken(argument(f, number), holds)
    raise Undecided("a condition that may change on the range")


__all__ = ["taken"]
