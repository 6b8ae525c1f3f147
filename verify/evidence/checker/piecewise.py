"""Comparisons of hockey-stick divergences of finite laws for all levels from 0 on: in t = exp(epsilon) they are broken lines with rational corners.

Both sides are evaluated exactly at all places where a line may break, and beyond the last one by their slopes.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from verify.evidence.checker.formula import argument, entries, head, mentions, names, word
from verify.evidence.checker.laws import Finite
from verify.evidence.checker.numbers import NoValue, Undecided
from verify.evidence.checker.truth import FALSE, TRUE, Env

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator

MOST_CORNERS = 400
Line = Callable[[Fraction], Fraction]


def for_all_levels(e: Evaluator, p: Any, env: Env) -> str | None:
    """The truth of the statement, or None where it is of another form."""
    over, body = entries(p), argument(p, 1)
    if p[0] != "forall" or len(over) != 1 or head(over[0][0]) != "var" or head(body) != "compare":
        return None
    name, where = names(over[0][0])[0], over[0][1]
    while head(where) == "unstated":
        where = argument(where, 0)
    relation = word(argument(body, 1))
    if head(where) != "interval" or where[1:3] != ["0", "oo"] or word(argument(where, 2)) != "closed" or relation not in ("<=", "<", ">=", ">", "=="):
        return None
    corners: set[Fraction] = {Fraction(1)}
    try:
        left, right = (_line(e, argument(body, k), name, env, corners) for k in (0, 2))
    except (NoValue, Undecided):
        return None
    if left is None or right is None or len(corners) > MOST_CORNERS:
        return None

    def gap(t: Fraction) -> Fraction:
        return left(t) - right(t) if relation in ("<=", "<", "==") else right(t) - left(t)

    ends = sorted(corners)
    far = ends[-1] + 1
    values = [gap(t) for t in (*ends, far, far + 1)]  # between corners both sides are straight
    slope = values[-1] - values[-2]
    if relation == "==":
        return TRUE if not any(values) else FALSE
    if relation in ("<=", ">="):
        return TRUE if max(values) <= 0 and slope <= 0 else FALSE
    return TRUE if max(values) < 0 and slope <= 0 else FALSE


def _line(e: Evaluator, f: Any, name: str, env: Env, corners: set[Fraction]) -> Line | None:
    """The value of the term at t; places where it may break are added to the corners."""
    if name not in mentions(f):
        constant = e.number(f, env)
        return (lambda t: constant) if isinstance(constant, Fraction) else None
    kind = head(f)
    if kind == "hockey_stick" and f[3] == ["var", ["word", name]] and name not in mentions(f[1]) | mentions(f[2]):
        first, second = e.law(f[1], env), e.law(f[2], env)
        if not isinstance(first, Finite) or not isinstance(second, Finite):
            return None
        below = dict(second.weights)
        pairs = [(w, below.get(point, Fraction(0))) for point, w in first.weights]
        corners.update(p / q for p, q in pairs if q > 0 and p > q)
        return lambda t: sum((max(p - t * q, Fraction(0)) for p, q in pairs), Fraction(0))
    if kind not in ("add", "mul", "max", "min"):
        return None
    parts = [_line(e, part, name, env, corners) for part in f[1:]]
    if any(part is None for part in parts):
        return None
    lines = [part for part in parts if part is not None]
    if kind == "mul":
        if sum(name in mentions(part) for part in f[1:]) != 1:
            return None

        def product(t: Fraction) -> Fraction:
            result = Fraction(1)
            for line in lines:
                result *= line(t)
            return result

        return product
    if kind == "add":
        return lambda t: sum((line(t) for line in lines), Fraction(0))
    for k, one in enumerate(lines):
        for other in lines[:k]:
            corners.update(_crossings(one, other, sorted(corners)))
    largest = kind == "max"
    return lambda t: max(line(t) for line in lines) if largest else min(line(t) for line in lines)


def _crossings(one: Line, other: Line, corners: list[Fraction]) -> list[Fraction]:
    """Where two broken lines with these corners meet."""
    found = []
    for k, start in enumerate(corners):
        end = corners[k + 1] if k + 1 < len(corners) else None
        stop = end if end is not None else start + 1
        a, b = one(start) - other(start), one(stop) - other(stop)
        if a != b:
            place = start + (stop - start) * a / (a - b)
            if place > start and (end is None or place < end):
                found.append(place)
    return found
