"""Descent of the margin along its gradient: numbers, weights and points of an instance move together as floats, and are rounded to simple fractions.

The margin of an instance is how far the statement is from failing there. It is evaluated at fractions close to the floats, so that every step is an exact
instance; what is returned has been decided like any other instance.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, pattern_names
from verify.engines import binders
from verify.engines import evaluate as ev
from verify.engines.handy import CannotDraw
from verify.engines.membership import contains
from verify.engines.truth import Truth
from verify.values import laws, numbers, rounding
from verify.values.frameworks import Framework
from verify.values.structures import Family, Table

MOST_COORDINATES = 12
STEP, LEAST_STEP = 0.25, 1e-3
DIFFERENCE = 2.0**-10
ROUNDING = 2.0**-14


@dataclass(frozen=True, slots=True)
class Coordinate:
    """A number inside an instance: a name, and the way from its value to the number."""

    name: str
    path: tuple[tuple[str, int], ...]
    weight: bool = False


def coordinates(value: Any, name: str, path: tuple[tuple[str, int], ...] = ()) -> Iterator[Coordinate]:
    """The numbers inside a value that may move: fractions, weights and points on the line of finite laws, members of families, rows of kernels."""
    if isinstance(value, fmpq):
        yield Coordinate(name, path)
    elif isinstance(value, laws.FiniteLaw):
        if len(value.points) > 1:
            for k in range(len(value.points)):
                yield Coordinate(name, (*path, ("weight", k)), weight=True)
        for k, point in enumerate(value.points):
            if isinstance(point, fmpq):
                yield Coordinate(name, (*path, ("point", k)))
    elif isinstance(value, Family):
        for k, member in enumerate(value.members):
            yield from coordinates(member, name, (*path, ("member", k)))
    elif isinstance(value, Table):
        for k, (_, image) in enumerate(value.entries):
            if isinstance(image, laws.FiniteLaw):
                yield from coordinates(image, name, (*path, ("entry", k)))
    elif isinstance(value, Framework):
        for k, prior in enumerate(value.priors):
            yield from (place for place in coordinates(prior, name, (*path, ("prior", k))) if place.weight)


def moved(value: Any, changes: list[tuple[tuple[tuple[str, int], ...], float]]) -> Any:
    """The value with the numbers at the given places changed: fractions near a float, weights multiplied by one and scaled to sum 1 again."""
    if isinstance(value, fmpq):
        return _fraction(changes[0][1]) if changes else value
    if isinstance(value, laws.FiniteLaw):
        if not changes:
            return value
        factors = {path[0][1]: x for path, x in changes if path[0][0] == "weight"}
        targets = {path[0][1]: x for path, x in changes if path[0][0] == "point"}
        points = [_fraction(targets[k]) if k in targets else x for k, x in enumerate(value.points)]
        if not factors:
            return laws.FiniteLaw(points, value.weights)
        weights = [w * _fraction(math.exp(factors[k])) if k in factors else w for k, w in enumerate(value.weights)]
        whole = sum(weights, fmpq(0))
        simple = [_fraction(float((w / whole).p) / float((w / whole).q)) for w in weights[:-1]]
        last = 1 - sum(simple, fmpq(0))
        return laws.FiniteLaw(points, [*simple, last]) if last > 0 and all(w > 0 for w in simple) else value
    inner: dict[int, list[Any]] = {}
    for path, x in changes:
        inner.setdefault(path[0][1], []).append((path[1:], x))
    if isinstance(value, Family):
        return Family(tuple(moved(member, inner.get(k, [])) for k, member in enumerate(value.members)))
    if isinstance(value, Framework):
        return Framework(value.data, tuple(moved(prior, inner.get(k, [])) for k, prior in enumerate(value.priors)), value.secrets, value.secret_pairs)
    return Table(tuple((key, moved(image, inner.get(k, []))) for k, (key, image) in enumerate(value.entries)))


def _fraction(x: float) -> fmpq:
    span = max(abs(x) * ROUNDING, 1e-12)
    low, high = (fmpq(*float(end).as_integer_ratio()) for end in (x - span, x + span))
    return rounding.simplest_between(low, high)


def descend(task: Any, layout: Any, base: ev.Env, margin: float, look: Callable[[ev.Env], tuple[bool, float] | None], steps: int, rng: Any,
            too_large: Callable[[str, Any], bool]) -> ev.Env | None:
    """A false instance found by following the gradient of the margin from ``base``, or None. ``look`` says whether an instance is false, and its margin;
    ``None`` where the work budget is spent. ``too_large`` says whether a name, such as an order, has a value that costs more than it shows."""
    fixed = {n for pattern, where in task.forall for n in pattern_names(pattern) if where.head not in ("interval", "unstated", "laws", "kernels", "families", "frameworks")}
    places = [c for name, value in base.items() if name not in fixed and name not in layout.calibrated for c in coordinates(value, name)][:MOST_COORDINATES]
    if not places:
        return None
    step = STEP
    while steps > 0 and step > LEAST_STEP:
        slopes = []
        for place in places:
            steps -= 1
            near = rebuilt(task, layout, base, [(place, DIFFERENCE)], rng, too_large)
            if near is None:
                slopes.append(0.0)
                continue
            seen = look(near)
            if seen is None:
                return None
            false, value = seen
            if false:
                return near
            slopes.append((value - margin) / DIFFERENCE if math.isfinite(value - margin) else 0.0)
        length = math.hypot(*slopes)
        if length == 0:
            return None
        while step > LEAST_STEP and steps > 0:
            steps -= 1
            further = rebuilt(task, layout, base, [(place, -step * slope / length) for place, slope in zip(places, slopes, strict=True)], rng, too_large)
            if further is not None:
                seen = look(further)
                if seen is None:
                    return None
                false, value = seen
                if false:
                    return further
                if value < margin:
                    base, margin, step = further, value, step * 1.5
                    break
            step /= 2
    return None


def rebuilt(task: Any, layout: Any, base: ev.Env, moves: list[tuple[Coordinate, float]], rng: Any,
             too_large: Callable[[str, Any], bool]) -> ev.Env | None:
    """The instance after moves: numbers by a share of their size, weights by a factor; None where that leaves the declared sets."""
    by_name: dict[str, list[Any]] = {}
    for place, amount in moves:
        target = amount if place.weight else _shifted(_at(base[place.name], place.path), amount)
        by_name.setdefault(place.name, []).append((place.path, target))
    env: ev.Env = {}
    c = ev.Context(64)
    try:
        for pattern, where in task.forall:
            names = pattern_names(pattern)
            if isinstance(pattern, Node) and names[0] in layout.calibrated:
                continue
            member = base[names[0]] if isinstance(pattern, Node) else tuple(base[n] for n in names)
            if where.head == "equals":
                member = ev.value(ev.argument(where, 0), env, c)
            elif isinstance(pattern, Node) and names[0] in by_name:
                member = moved(member, by_name[names[0]])
            if too_large(names[0], member) or contains(where, member, env, c) is not Truth.TRUE:
                return None
            env = binders.bind(pattern, member, env)
        return layout.solve(env, rng) if layout.admits(task.given, env) else None
    except (CannotDraw, numbers.NoValue, ev.NoRoute, ArithmeticError, ValueError, TypeError, LookupError):
        return None


def _at(value: Any, path: tuple[tuple[str, int], ...]) -> fmpq:
    for kind, k in path:
        value = value.members[k] if kind == "member" else value.entries[k][1] if kind == "entry" else value.points[k]
    assert isinstance(value, fmpq)
    return value


def _shifted(value: fmpq, amount: float) -> float:
    number = float(int(value.p)) / float(int(value.q))
    return number + amount * max(abs(number), 0.25)
