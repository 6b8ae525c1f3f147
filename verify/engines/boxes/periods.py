"""Names over the whole line that occur only in trigonometric functions: one period of them is enough."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from verify.claims.nodes import Node, free_names, literal, number
from verify.values.primitives import PRIMITIVES

CIRCULAR = frozenset({"sin", "cos", "tan", "cot"})
OPEN = frozenset({"add", "mul", "pow", "exp", "log", "abs", "max", "min", "floor", "ceiling", "if", "compare", "all", "any", "not", "implies"}) | PRIMITIVES.keys()
"""Heads that repeat where their parts do."""


def period(name: str, parts: Sequence[Node]) -> Node | None:
    """A multiple of 2 pi after which all parts repeat, as a name moves; None where that is not seen."""
    rates: set[Fraction] = set()
    if not all(_repeats(part, name, rates) for part in parts) or not rates:
        return None
    return number(2 * math.lcm(*(rate.denominator for rate in rates))) * Node("pi")


def _repeats(part: Node, name: str, rates: set[Fraction]) -> bool:
    if name not in free_names(part):
        return True
    below = [a for a in part.args if isinstance(a, Node)]
    if part.head in CIRCULAR and (rate := _rate(below[0], name)) is not None:
        rates.add(rate)
        return True
    return part.head in OPEN and all(_repeats(a, name, rates) for a in below)


def _rate(argument: Node, name: str) -> Fraction | None:
    """The q of an argument ``q x + b`` whose b does not mention the name."""
    if name not in free_names(argument):
        return Fraction(0)
    if argument.head == "var":
        return Fraction(1)
    below = [a for a in argument.args if isinstance(a, Node)]
    if argument.head == "add":
        rates = [_rate(a, name) for a in below]
        return None if None in rates else sum((rate for rate in rates if rate is not None), Fraction(0))
    if argument.head != "mul":
        return None
    moving = [a for a in below if name in free_names(a)]
    scale = [literal(a) for a in below if name not in free_names(a)]
    rate = _rate(moving[0], name) if len(moving) == 1 else None
    return None if rate is None or None in scale else math.prod((s for s in scale if s is not None), start=rate)


__all__ = ["period"]
