"""Both sides of an inequality over one parameter, the other names as in the instance that refutes it or comes closest: numbers for a picture, evidence of nothing."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import fmpq

from verify.claims.claim import Variant
from verify.claims.nodes import Node
from verify.claims.sets import stated
from verify.engines import binders
from verify.engines import evaluate as ev
from verify.engines.membership import contains
from verify.engines.search import environment
from verify.engines.task import EFFORTS, Task
from verify.engines.truth import Truth
from verify.quantities import enclosures
from verify.values import numbers
from verify.values.numbers import NoValue

POINTS, COARSE = 40, 9
"""Points of a curve, and of each parameter's curve when the parameter is chosen."""
FEWEST = 4
"""Points with two sides below which there is no picture."""
WORK = 20_000
"""Units of work, of about a tenth of a millisecond, that a curve may cost; one that costs more is left out."""
BITS = 64
WIDE = 1e-3
"""Relative width from which on a side is not known well enough to be drawn."""
FAIR = 0.1
"""Share of the points from which on a claim counts as holding, or failing, on a part of a range."""
SPAN = 16
"""How far an unbounded range is followed: to so many times the value of the instance, or its distance from the end."""
FAILED = (ev.NoRoute, NoValue, ArithmeticError, ValueError, TypeError, KeyError)


@dataclass(frozen=True, slots=True)
class Point:
    """A value of the parameter with both sides; ``holds`` is None where the evaluator leaves it open."""

    x: Fraction
    measured: float
    claimed: float
    holds: bool | None


@dataclass(frozen=True, slots=True)
class Asked:
    """An inequality at an instance: its hypotheses, its names with their sets, and their values."""

    forall: tuple[tuple[Any, Node], ...]
    given: tuple[Node, ...]
    goal: Node
    env: ev.Env

    def at(self, name: str, x: Fraction) -> Point | None:
        """Both sides where the name has this value; None where that lies outside the domain or a side has no known value. Raises OutOfWork."""
        env, c = {**self.env, name: fmpq(x.numerator, x.denominator)}, ev.Context(BITS)
        try:
            for pattern, where in self.forall:
                if isinstance(pattern, Node) and where.head == "equals":
                    env[str(pattern.args[0])] = ev.value(ev.argument(where, 0), env, c)
                elif isinstance(pattern, Node) and contains(where, env[str(pattern.args[0])], env, c) is not Truth.TRUE:
                    return None
            if not all(ev.truth(one, env, c) is Truth.TRUE for one in self.given):
                return None
            left, right = ev.sides(self.goal, env, c)
            return Point(x, _known(left), _known(right), numbers.relation(left, str(self.goal.args[1]), right))
        except FAILED:
            return None

    def parameters(self) -> Iterator[tuple[str, Node]]:
        """Its names that are numbers, with their sets."""
        for pattern, where in self.forall:
            name = str(pattern.args[0]) if isinstance(pattern, Node) else ""
            if stated(where).head in ("interval", "integers") and isinstance(self.env.get(name), fmpq):
                yield name, stated(where)


def _known(value: Any) -> float:
    """A side as a float. Raises ValueError where it is no number or not known well enough."""
    if not isinstance(value, ev.numbers_kinds):
        raise ValueError
    found = numbers.to_float(value)
    if isinstance(value, numbers.Enclosure):
        lo, hi = float(value.lo), float(value.hi)
        if math.isnan(found) or not hi - lo <= WIDE * max(abs(lo), abs(hi)):
            raise ValueError
    return found


# --- the parameter -----------------------------------------------------------------------------------------------------------


def _ends(where: Node, env: ev.Env) -> tuple[float, float]:
    c = ev.Context(BITS)
    lo, hi = (numbers.to_float(ev.value(ev.argument(where, k), env, c)) for k in range(2))
    return lo, hi


def grid(where: Node, env: ev.Env, at: Fraction, count: int) -> tuple[tuple[Fraction, ...], bool]:
    """Values of a parameter around that of the instance, and whether they stand on a logarithmic scale. Raises what an end of the range without a value raises."""
    lo, hi = _ends(where, env)
    w, whole = float(at), where.head == "integers"
    logarithmic = False
    if math.isinf(lo) and math.isinf(hi):
        reach = 4 * max(1.0, abs(w))
        lo, hi = w - reach, w + reach
    elif math.isinf(hi):
        logarithmic = lo == 0 < w and not whole
        hi = w * SPAN if logarithmic else lo + 4 * max(1.0, w - lo)
        lo = w / SPAN if logarithmic else lo
    elif math.isinf(lo):
        lo = hi - 4 * max(1.0, hi - w)
    share = [k / (count - 1) for k in range(count)]
    places = [lo * (hi / lo) ** t for t in share] if logarithmic else [lo + (hi - lo) * t for t in share]
    found = {Fraction(round(x)) if whole else Fraction(f"{x:.4g}") for x in places} | {at}
    return tuple(sorted(found)), logarithmic


def _matters(points: list[Point]) -> tuple[bool, float]:
    """How much a parameter matters: whether the claim both holds and fails on a fair part of its range, and how far the sides move against each other."""
    failing = sum(point.holds is False for point in points) / len(points)
    gaps = [_gap(point.measured, point.claimed) for point in points]
    return (FAIR <= failing <= 1 - FAIR, max(gaps) - min(gaps))


def _gap(a: float, b: float) -> float:
    if 0 < a < math.inf and 0 < b < math.inf:
        return math.log(a / b)
    return 0.0 if a == b else math.copysign(1.0, a - b) if math.isinf(a - b) else (a - b) / (abs(a) + abs(b))


# --- the curve ---------------------------------------------------------------------------------------------------------------

RELATIONS = ("<=", "<", ">=", ">", "==")


def asked(variant: Variant, instance: Mapping[str, Any]) -> Asked | None:
    """The inequality of a statement at an instance; None where it is none, or the instance is not of its names."""
    env = environment(Task(variant, EFFORTS["quick"]), instance)
    if env is None:
        return None
    forall, given, goal = list(variant.forall), list(variant.given), variant.states
    while goal.head in ("implies", "all", "forall") and goal.args:
        if goal.head == "implies":
            given.append(ev.argument(goal, 0))
            goal = ev.argument(goal, 1)
        elif goal.head == "all":
            goal = _failing(goal, env)
        else:
            inner = _member(goal, env)
            if inner is None:
                return None
            forall += goal.args[0]  # type: ignore[arg-type]
            env, goal = inner, ev.argument(goal, 1)
    if goal.head != "compare" or goal.args[1] not in RELATIONS:
        return None
    return Asked(tuple(forall), tuple(given), goal, env)


def _member(goal: Node, env: ev.Env) -> ev.Env | None:
    """The names with those bound inside at which a statement about all of a finite set is false; None where there are none."""
    body = ev.argument(goal, 1)
    return next((inner for inner, _ in binders.assignments(goal.args[0], env, ev.Context(BITS)) if inner and ev.holds(body, inner, precisions=(BITS,))[0] is Truth.FALSE), None)


def _failing(goal: Node, env: ev.Env) -> Node:
    """The part of a conjunction that is false at an instance, else its first."""
    parts = [ev.argument(goal, k) for k in range(len(goal.args))]
    return next((part for part in parts if ev.holds(part, env, precisions=(BITS,))[0] is Truth.FALSE), parts[0])


def curve(variant: Variant, instance: Mapping[str, Any]) -> dict[str, Any] | None:
    """The curve of a statement around an instance, as it is stored; None where there is none, or it costs too much."""
    enclosures.forget()
    try:
        with enclosures.allowance(WORK):
            inequality = asked(variant, instance)
            return None if inequality is None else _drawn(variant, inequality)
    except (enclosures.OutOfWork, *FAILED):
        return None


def _drawn(variant: Variant, inequality: Asked) -> dict[str, Any] | None:
    best: tuple[tuple[bool, float], str, Node] | None = None
    for name, where in inequality.parameters():
        try:
            places, _ = grid(where, inequality.env, _fraction(inequality.env[name]), COARSE)
        except FAILED:
            continue
        found = [point for x in places if (point := inequality.at(name, x)) is not None]
        if _enough(found) and len({(point.measured, point.claimed) for point in found}) > 1:
            score = _matters(found)
            if best is None or score > best[0]:
                best = score, name, where
    if best is None:
        return None
    _, name, where = best
    at = _fraction(inequality.env[name])
    places, logarithmic = grid(where, inequality.env, at, POINTS)
    points = _trimmed({x: inequality.at(name, x) for x in places})
    if points.get(at) is None or not _enough([point for point in points.values() if point is not None]):
        return None
    return {
        "id": variant.id, "part": variant.part, "reading": variant.reading, "digest": variant.digest, "name": name, "relation": str(inequality.goal.args[1]),
        "fixed": {other: str(value) for other, value in inequality.env.items() if other != name and isinstance(value, fmpq)}, "whole": where.head == "integers", "logarithmic": logarithmic, "at": str(at), "points": [_stored(x, point) for x, point in points.items()],
    }


def _trimmed(points: dict[Fraction, Point | None]) -> dict[Fraction, Point | None]:
    """Without the values of the parameter below the first and above the last that lie in the domain."""
    inside = [x for x, point in points.items() if point is not None]
    return {x: point for x, point in points.items() if inside and inside[0] <= x <= inside[-1]}


def _enough(points: list[Point]) -> bool:
    return sum(math.isfinite(point.measured) and math.isfinite(point.claimed) for point in points) >= FEWEST


def _fraction(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))


def _stored(x: Fraction, point: Point | None) -> list[Any]:
    return [str(x), None, None, None] if point is None else [str(x), f"{point.measured:.7g}", f"{point.claimed:.7g}", point.holds]


__all__ = ["curve"]
