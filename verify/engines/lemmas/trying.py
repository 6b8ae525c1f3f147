"""A few points in floating point at which a statement about numbers may be seen to be false, before an engine is asked for a proof of it."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from verify.evidence.checker.formula import argument, head, names, rational, stated, word
from verify.evidence.checker.uses import conjuncts, key

POINTS = 60
FIRST = 4
"""Points at ends of ranges, before others are drawn."""
CLEARLY = 1e-6
"""By how much a comparison must hold or fail, in comparison with its sides, so that rounding does not matter."""
FAR = (0.01, 0.1, 0.5, 1.0, 2.0, 5.0, 30.0)
"""Distances from an end of a range without another end."""
Values = dict[str, float]
RULES: dict[str, Callable[[float], float]] = {"exp": math.exp, "log": math.log, "abs": abs, "floor": math.floor, "ceiling": math.ceil}
ARITHMETIC = frozenset({"add", "mul", "pow", "max", "min", *RULES})
ROUNDED = 1e-12
"""Differences, in comparison with the sides, that rounding may have made."""


class _Unread(Exception):
    """A formula that is not evaluated here, or has no value."""


def falls(over: Sequence[tuple[Any, Any]], hypotheses: Sequence[Any], goal: Any) -> bool:
    """Whether the goal is clearly false at a point at which the hypotheses clearly hold."""
    given = [part for h in hypotheses for part in conjuncts(h)]
    try:
        return any(all(_clear(h, at, True) for h in given) and _clear(goal, at, False) for at in _points(over))
    except _Unread:
        return False


def _points(over: Sequence[tuple[Any, Any]]) -> Iterator[Values]:
    """Points in the ranges, the same every time. Raises _Unread where a range is another set."""
    draw = random.Random(0)
    for k in range(POINTS):
        at: Values = {}
        for pattern, where in over:
            at[names(pattern)[0]] = _member(stated(where), at, draw, k)
        yield at


def _member(place: Any, at: Values, draw: random.Random, k: int) -> float:
    if head(place) == "one_of":
        return _value(draw.choice(place[1:]), at)
    if head(place) not in ("interval", "integers"):
        raise _Unread
    whole = head(place) == "integers"
    low, high = (_end(place[j], at) for j in (1, 2))
    inner = [False, False] if whole else [word(place[j]) == "open" for j in (3, 4)]
    if math.isinf(low) and math.isinf(high):
        return draw.choice((-1, 1)) * draw.choice(FAR)
    if math.isinf(low) or math.isinf(high):
        step = draw.randrange(4) if whole else 0.0 if k < FIRST and not inner[0 if math.isinf(high) else 1] else draw.choice(FAR)
        return low + step if math.isinf(high) else high - step
    if whole:
        return float(draw.randint(math.ceil(low), max(math.ceil(low), math.floor(high))))
    share = (k % 2 if not any(inner) else (0.02, 0.98)[k % 2]) if k < FIRST else draw.uniform(0.02, 0.98)
    return low + share * (high - low)


def _end(f: Any, at: Values) -> float:
    return _number(f, at) if f in ("oo", "-oo") else _value(f, at)


def _clear(p: Any, at: Values, wanted: bool) -> bool:
    """Whether a comparison clearly is true, or false, at a point."""
    if head(p) != "compare":
        raise _Unread
    a, relation, b = _value(p[1], at), word(argument(p, 1)), _value(argument(p, 2), at)
    scale = CLEARLY * (1 + abs(a) + abs(b))
    if relation in ("==", "!="):
        return abs(a - b) > scale if (relation == "==") != wanted else a == b
    gap = b - a if relation in ("<=", "<") else a - b
    return gap > scale if wanted else gap < -scale


def gap(p: Any, at: Values) -> float | None:
    """How far a comparison is from failing, in comparison with its sides, negative where it fails; None where that is not seen. ``at``: values of names, and of other terms by key."""
    relation = word(argument(p, 1))
    try:
        a, b = _value(p[1], at), _value(argument(p, 2), at)
    except _Unread:
        return None
    apart = (b - a) / (1 + abs(a) + abs(b))
    if relation == "==":
        return -abs(apart) if abs(apart) > ROUNDED else 0.0
    return apart if relation in ("<=", "<") else -apart if relation in (">=", ">") else None


def _value(f: Any, at: Values) -> float:
    try:
        value = _number(f, at)
    except (ArithmeticError, ValueError):
        raise _Unread from None
    if not math.isfinite(value):
        raise _Unread
    return value


def _number(f: Any, at: Values) -> float:
    kind = head(f)
    if kind == "var":
        name = names(f)[0]
        if name not in at:
            raise _Unread
        return at[name]
    if isinstance(f, str):
        return float(f.replace("oo", "inf")) if f in ("oo", "-oo") else float(rational(f))
    if kind == "pi":
        return math.pi
    if kind not in ARITHMETIC:
        if (name := key(f)) not in at:
            raise _Unread
        return at[name]
    parts = [_number(part, at) for part in f[1:]]
    if kind == "add":
        return math.fsum(parts)
    if kind == "mul":
        return math.prod(parts)
    if kind == "pow":
        return math.pow(*parts)
    if kind in RULES:
        return RULES[kind](parts[0])
    if kind in ("max", "min"):
        return max(parts) if kind == "max" else min(parts)
    raise _Unread


__all__ = ["Values", "falls", "gap"]
