"""What a formula shows of itself where some names are positive: that it is positive, that it is a finite number, which way it moves."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from verify.evidence.checker.formula import argument, head, mentions, names, rational, stated, word

SMOOTH = frozenset({"add", "mul", "exp", "max", "min", "abs", "erf", "erfc", "normal_cdf"})
"""Continuous functions of all finite numbers."""


def above_0(place: Any) -> bool:
    """Whether a set holds positive finite numbers alone."""
    place = stated(place)
    if head(place) == "one_of":
        return all((value := _number(member)) is not None and value > 0 for member in place[1:])
    if head(place) not in ("interval", "integers") or not isinstance(place[1], str) or place[1] in ("oo", "-oo"):
        return False
    if place[2] == "oo" and place[0] == "interval" and word(place[4]) != "open":
        return False
    low = rational(place[1])
    return low > 0 or (low == 0 and place[0] == "interval" and word(place[3]) == "open")


def _number(f: Any) -> Fraction | None:
    return rational(f) if isinstance(f, str) and f not in ("oo", "-oo") else None


class Shown:
    """What a formula shows of itself, where the given names are positive."""

    def __init__(self, above_0: set[str], x: str) -> None:
        self.above_0, self.x = above_0, x

    def positive(self, f: Any) -> bool:
        value, kind = _number(f), head(f)
        if value is not None:
            return value > 0
        if kind == "var":
            return names(f)[0] in self.above_0
        if kind == "pi":
            return True
        if kind in ("add", "mul"):
            return len(f) > 1 and all(self.positive(part) for part in f[1:])
        if kind == "exp":
            return self.defined(f[1])
        if kind == "log":
            inside = _number(f[1])
            return inside is not None and inside > 1
        if kind in ("max", "min"):
            return self.defined(f) and (any if kind == "max" else all)(self.positive(part) for part in f[1:])
        return kind == "pow" and self.positive(f[1]) and self.defined(argument(f, 1))

    def defined(self, f: Any) -> bool:
        """Whether it is a finite number, and continuous, for all finite numbers in place of its names, the given ones being positive."""
        kind = head(f)
        if kind == "log":
            return self.positive(f[1])
        if kind == "pow":
            power = _number(argument(f, 1))
            return self.positive(f) or (power is not None and power >= 0 and power.denominator == 1 and self.defined(f[1]))
        return _number(f) is not None or kind in ("var", "pi") or (kind in SMOOTH and len(f) > 1 and all(self.defined(part) for part in f[1:]))

    def way(self, f: Any) -> int:
        """1 where it strictly rises with x wherever it has a value, -1 where it strictly falls, 0 where neither is seen."""
        kind = head(f)
        if kind == "var":
            return int(names(f) == [self.x])
        if kind in ("exp", "log"):
            return self.way(f[1])
        if kind == "pow":
            power = _number(argument(f, 1))
            even_root = power is not None and power > 0 and power.denominator % 2 == 0  # its base is at least 0 where it has a value
            return 0 if not power or not (even_root or self.positive(f[1])) else self.way(f[1]) * (1 if power > 0 else -1)
        if kind not in ("add", "mul"):
            return 0
        moving = [part for part in f[1:] if self.x in mentions(part)]
        ways = {self.way(part) for part in moving}
        if len(ways) != 1 or (kind == "mul" and (len(moving) > 1 or not all(self.positive(part) for part in f[1:] if part not in moving))):
            return 0
        return ways.pop()
