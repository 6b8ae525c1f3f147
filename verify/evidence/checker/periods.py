"""Names over the whole line in which a statement repeats: each stands in arguments ``q x + b`` of trigonometric functions alone."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from verify.evidence.checker.formula import head, mentions, names, rational
from verify.evidence.checker.special import OF_PI, RULES

KEPT = ("add", "mul", "pow", "exp", "log", "abs", "max", "min", "floor", "ceiling", "if", "compare", "all", "any", "not", "implies")


def period(name: str, formulas: list[Any]) -> Any:
    """The formula of a period of all of them, a whole number times 2 pi; None where none is seen."""
    steps: list[Fraction] = []
    if all(_kept(f, name, steps) for f in formulas) and steps:
        return ["mul", str(2 * math.lcm(*(q.denominator for q in steps))), ["pi"]]
    return None


def _kept(f: Any, name: str, steps: list[Fraction]) -> bool:
    """Whether a formula repeats; the factors of the name are gathered."""
    if name not in mentions(f):
        return True
    kind = head(f)
    if kind in OF_PI:
        q = _factor(f[1], name)
        if q is not None:
            steps.append(q)
            return True
    parts = [part for part in f[1:] if head(part) != "word"]
    return (kind in KEPT or kind in RULES) and all(_kept(part, name, steps) for part in parts)


def _factor(f: Any, name: str) -> Fraction | None:
    """The q of ``q x + b``."""
    if name not in mentions(f):
        return Fraction(0)
    kind = head(f)
    if kind == "var":
        return Fraction(1) if names(f) == [name] else None
    if kind == "add":
        parts = [_factor(part, name) for part in f[1:]]
        return None if None in parts else sum((q for q in parts if q is not None), Fraction(0))
    if kind == "mul":
        moving = [part for part in f[1:] if name in mentions(part)]
        others = [part for part in f[1:] if name not in mentions(part)]
        q = _factor(moving[0], name) if len(moving) == 1 and all(head(part) == "num" and part not in ("oo", "-oo") for part in others) else None
        return None if q is None else math.prod((rational(part) for part in others), start=q)
    return None


__all__ = ["period"]
