"""Instances that are far out or in a narrow place: large integers, scales from tiny to huge, ends of ranges, laws on two or three points; first a coarse grid, then climbing.

Every name is a function of a few real coordinates on a logarithmic scale: a number above a bound is the bound plus 2^z, a number between two bounds lies 2^z of their distance from the
nearer one, a law on the line has points and weights. So one step doubles a number, or halves its distance from an end, and steps of a fraction adjust it. Every value is an exact short
fraction. Hypotheses that are equations are solved, not hoped for; inequalities are sometimes met at their edge. Which instances are looked at depends on the stream of the task alone.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node
from verify.claims.sets import NUMBERS, stated
from verify.engines import binders, extreme
from verify.engines import evaluate as ev
from verify.engines.balance import balance
from verify.engines.handy import CannotDraw
from verify.engines.membership import contains
from verify.engines.truth import Truth
from verify.values import elementary, laws, numbers, rounding
from verify.values.numbers import NoValue

FULL = 20.0
"""A coordinate of this size or more is the end of a range itself, where that belongs to it."""
ORIGIN = 8.0
"""On the whole line a coordinate z is 2^(|z| - 8), with its sign."""
LEAST_STEP = 2.0**-9
KEPT_STARTS = 4
"""From how many places of the grid, by each way to say what is close to failing, climbing begins."""
MOST_STEPS = 160
"""Evaluations of one climb."""
GRIDS: dict[str, tuple[float, ...]] = {
    "whole": (0, 1, 1.585, 2, 3, 3.3219, 4, 5, 6, 6.6439, 7, 8, 9, 9.9658, 10, 11, 12, 13.2877, 14, 16.6096, 19.9316),
    "above": (0, 1, -1, 2, -2, 3, -3, 4, -5, 5, 7, -7, 10, -10, 13, -14, FULL, -FULL),
    "between": (0, -1, 1, -2, 2, -4, 4, -7, 7, -10, 10, -14, 14, -FULL, FULL),
    "line": (8, -8, 0, 7, -7, 9, -9, 6, -6, 10, -10, 4, -4, 1, -1, 12, -12),
    "listed": tuple(float(k) for k in range(16)),
    "weight": (0, -1, 1, -3, 3, -6, 6, -10),
}
"""Coordinates at which the coarse search looks, plain ones first: powers of 2 and of 10 and numbers beside them."""
FOR_TINY = 0.85
"""What is left of the budget when no more instances with tiny masses are looked at."""
PLAINEST = 5
"""How many values of a number are tried beside these."""
Look = Callable[[ev.Env], tuple[bool, tuple[float, ...]] | None]
"""Whether an instance is false, and how close it is to failing by several measures, negative where it fails; None where it says nothing."""
_ERRORS = (CannotDraw, NoValue, ev.NoRoute, ArithmeticError, ValueError, TypeError, KeyError)


@dataclass(frozen=True, slots=True)
class Coordinate:
    """One real number that an instance is made of: what it says about which name."""

    name: str
    kind: str
    index: int = 0


@dataclass(frozen=True)
class Chart:
    """How the instances of a task are made of coordinates; laws have so many points, and the later ones perhaps those of the first."""

    task: Any
    layout: Any
    points: int
    shared: bool
    coordinates: tuple[Coordinate, ...]


def charts(task: Any, layout: Any) -> list[Chart]:
    """The ways to make instances of coordinates; none where a name is neither a number nor a law on the line or on labels."""
    sets = [(str(pattern.args[0]), stated(where)) for pattern, where in task.forall if isinstance(pattern, Node)]
    if len(sets) < len(task.forall) or not sets:
        return []
    lawful = [where for _, where in sets if where.head == "laws"]
    if any(where.head not in (*NUMBERS, "laws", "equals") for _, where in sets) or not all(map(_simple, lawful)):
        return []
    found = []
    for points, shared in ([(2, False), (3, False)] if len(lawful) == 1 else [(2, True), (2, False), (3, True)]) if lawful else [(0, False)]:
        coordinates: list[Coordinate] = []
        first: str | None = None
        for name, where in sets:
            if name in layout.calibrated or where.head == "equals":
                continue
            if where.head != "laws":
                coordinates.append(Coordinate(name, _kind(where)))
                continue
            if where.args[0].head == "euclid" and not (shared and first is not None):  # type: ignore[union-attr]
                inside = where.args[3] if isinstance(where.args[3], Node) else where.args[0]
                coordinates += [Coordinate(name, _kind(inside), k) for k in range(points)]  # type: ignore[arg-type]
            coordinates += [Coordinate(name, "weight", k) for k in range(1, points)]
            first = first or name
        if coordinates:
            found.append(Chart(task, layout, points, shared, tuple(coordinates)))
    return found


def _simple(where: Node) -> bool:
    """Whether finite laws on the line, on an interval of it or on labels belong to a set."""
    space, _, density, support = where.args
    plain = isinstance(space, Node) and (space.head == "labels" or (space.head == "euclid" and space.args[0] == Node("num", "1")))
    return plain and density != Node("word_", "density") and (not isinstance(support, Node) or support.head == "interval")


def _kind(where: Node) -> str:
    if where.head == "one_of":
        return "listed"
    if where.head == "euclid":
        return "line"
    low, high = (where.args[k] != Node("num", end) for k, end in ((0, "-oo"), (1, "oo")))
    if where.head == "integers":
        return "between" if low and high else "whole"
    return "between" if low and high else "above" if low or high else "line"


# --- from coordinates to instances -----------------------------------------------------------------------------------------


def instance(chart: Chart, z: Sequence[float]) -> ev.Env:
    """The instance at these coordinates, without levels. Raises what evaluation raises, and CannotDraw."""
    env: ev.Env = {}
    at: dict[str, list[tuple[Coordinate, float]]] = {}
    for coordinate, value in zip(chart.coordinates, z, strict=True):
        at.setdefault(coordinate.name, []).append((coordinate, value))
    c = ev.Context(64)
    first: laws.FiniteLaw | None = None
    for pattern, declared in chart.task.forall:
        name, where = str(pattern.args[0]), stated(declared)
        if name in chart.layout.calibrated:
            continue
        if where.head == "equals":
            member: Any = ev.argument_value(where, 0, env, c)
        elif where.head == "laws":
            member = _law(chart, where, at.get(name, []), env, c, first)
            first = first or member
        else:
            member = _number(where, at[name][0][1], env, c)
        if contains(where, member, env, c) is not Truth.TRUE:
            raise CannotDraw("outside the declared sets")
        env = binders.bind(pattern, member, env)
    return env


def _number(where: Node, z: float, env: ev.Env, c: ev.Context) -> Any:
    if where.head == "one_of":
        return ev.value(where.args[round(z) % len(where.args)], env, c)  # type: ignore[arg-type]
    low, high = (None, None) if where.head == "euclid" else (_end(where, k, env, c) for k in (0, 1))
    whole = where.head == "integers"
    closed = [whole or (where.head == "interval" and where.args[k] == "closed") for k in (2, 3)] if where.head != "euclid" else [False, False]
    if low is not None and high is not None:
        return _between(low, high, z, closed, whole)
    if low is None and high is None:
        value = fmpq(0) if abs(z) < 0.5 else _power(abs(z) - ORIGIN) * (1 if z > 0 else -1)
        return fmpq(round(int(value.p) / int(value.q))) if whole else value
    if whole:
        step = fmpq(max(0, round(2.0 ** min(z, 60.0)) - 1))
    else:
        step = fmpq(0) if z <= -FULL and closed[0 if low is not None else 1] else _power(z)
    return low + step if low is not None else high - step


def _between(low: fmpq, high: fmpq, z: float, closed: list[bool], whole: bool) -> fmpq:
    width = high - low
    if width < 0:
        raise CannotDraw("an empty range")
    if abs(z) >= FULL and closed[0 if z < 0 else 1]:
        return low if z < 0 else high
    part = width * _power(-abs(z) - 1)
    value = low + part if z <= 0 else high - part
    if whole:
        value = fmpq((int(value.p) * 2 + int(value.q)) // (2 * int(value.q)))
    return value


def _lopsided(chart: Chart) -> Iterator[Callable[[], ev.Env]]:
    """Instances with distributions on two points, one of them with a tiny mass; numbers go through the plainest values."""
    lawful = [name for name, where in _sets(chart) if where.head == "laws"]
    for turn, chosen in enumerate(extreme.lopsided(len(lawful)) if lawful else ()):
        yield partial(_put, chart, dict(zip(lawful, chosen, strict=True)), turn)


def _put(chart: Chart, chosen: Mapping[str, extreme.Masses], turn: int) -> ev.Env:
    """The instance whose distributions have these masses, on two points of the sets of each."""
    env: ev.Env = {}
    c = ev.Context(64)
    for place, (name, where) in enumerate(_sets(chart)):
        if name in chart.layout.calibrated:
            continue
        if where.head == "equals":
            member: Any = ev.argument_value(where, 0, env, c)
        elif where.head == "laws":
            kept = [(x, mass) for x, mass in zip(_two_points(where, env, c), chosen[name], strict=True) if mass]
            member = laws.FiniteLaw(*map(list, zip(*kept, strict=True)))
        else:
            member = _number(where, GRIDS[_kind(where)][(turn + place) % PLAINEST], env, c)
        if contains(where, member, env, c) is not Truth.TRUE:
            raise CannotDraw("outside the declared sets")
        env[name] = member
    return env


def _two_points(where: Node, env: ev.Env, c: ev.Context) -> tuple[Any, Any]:
    """Two points on which distributions of a set may stand."""
    space: Any = where.args[0]
    if space.head == "labels":
        return fmpq(1), fmpq(2)
    inside: Any = where.args[3] if isinstance(where.args[3], Node) else space
    kind = _kind(inside)
    return (fmpq(0), fmpq(1)) if kind == "line" else (_number(inside, -FULL, env, c), _number(inside, FULL if kind == "between" else 0.0, env, c))


def _sets(chart: Chart) -> list[tuple[str, Node]]:
    return [(str(pattern.args[0]), stated(where)) for pattern, where in chart.task.forall]


def _end(where: Node, k: int, env: ev.Env, c: ev.Context) -> fmpq | None:
    """An end of a range as a fraction, rounded where it is none; None for an infinite one."""
    end: Any = ev.argument_value(where, k, env, c)
    if isinstance(end, float):
        return None
    if where.head == "integers":
        end = rounding.floor(end) if k else rounding.ceiling(end)
    return end if type(end) is fmpq else rounding.simplest_between(*(fmpq(*float(numbers.to_float(end) + side * 1e-9).as_integer_ratio()) for side in ((-2, -1) if k else (1, 2))))


def _power(z: float) -> fmpq:
    """A short fraction close to 2^z, exactly where z is whole, and a power of 10 where it is close to one."""
    if z == int(z):
        return fmpq(2) ** int(z)
    value = 2.0 ** min(max(z, -900.0), 900.0)
    low, high = (fmpq(*(value * (1 + side * 2.0**-12)).as_integer_ratio()) for side in (-1, 1))
    return rounding.simplest_between(low, high)


def _law(chart: Chart, where: Node, at: list[tuple[Coordinate, float]], env: ev.Env, c: ev.Context, first: laws.FiniteLaw | None) -> laws.FiniteLaw:
    ratios = [fmpq(1), *(_power(z) for coordinate, z in at if coordinate.kind == "weight")]
    whole = sum(ratios, fmpq(0))
    space: Any = where.args[0]
    points: list[Any]
    if space.head == "labels":
        count = ev.argument_value(space, 0, env, c)
        if count < len(ratios):
            raise CannotDraw("fewer labels than points")
        points = [fmpq(k + 1) for k in range(len(ratios))]
    elif chart.shared and first is not None:
        points = list(first.points)
    else:
        inside: Any = where.args[3] if isinstance(where.args[3], Node) else space
        points = [_number(inside, z, env, c) for coordinate, z in at if coordinate.kind != "weight"]
    return laws.FiniteLaw(*map(list, zip(*laws.merged([(x, ratio / whole) for x, ratio in zip(points, ratios, strict=True)]), strict=True)))


# --- the search ------------------------------------------------------------------------------------------------------------


def explore(task: Any, layout: Any, rng: random.Random, look: Look, left: Callable[[], float]) -> ev.Env | None:
    """A false instance, or None once ``left``, the share of the budget that is left, is 0. Tiny masses and the grids of all charts come first, then climbing from what came closest."""
    every = charts(task, layout)
    solved = balance(task, layout.calibrated)
    searches = [_Search(chart, solved, rng, look) for chart in every]
    for search in searches[:1]:
        found = search.tiny_masses(lambda: left() > FOR_TINY)
        if found is not None:
            return found
    for part, search in enumerate(searches):
        until = 1 - 0.5 * (part + 1) / len(searches)
        found = search.grid(lambda until=until: left() > until)  # type: ignore[misc]
        if found is not None:
            return found
    while searches and left() > 0:
        for search in list(searches):
            found = search.climb(lambda: left() > 0)
            if found is not None:
                return found
            if not search.starts:
                searches.remove(search)
    return None


class _Search:
    """The search on one chart."""

    def __init__(self, chart: Chart, solved: Any, rng: random.Random, look: Look) -> None:
        self.chart, self.solved, self.rng, self.look = chart, solved, rng, look
        self.seen: list[tuple[tuple[float, ...], tuple[float, ...], bool]] = []
        self.starts: list[tuple[tuple[float, ...], int, bool]] = []
        self.false: ev.Env | None = None
        self.edgy = bool(solved.bounds)

    def at(self, z: Sequence[float], tight: bool) -> tuple[float, ...] | None:
        """How close the instance at some coordinates is to failing; a false one is kept."""
        return self._score(lambda: instance(self.chart, z), tight)

    def _score(self, make: Callable[[], ev.Env], tight: bool) -> tuple[float, ...] | None:
        chart, task = self.chart, self.chart.task
        try:
            env = self.solved.settled(make(), self.rng, tight)
            if env is None or not chart.layout.admits(task.given, env):
                return None
            env = chart.layout.solve(env, self.rng, exact=True)
        except _ERRORS:
            return None
        found = self.look(env)
        if found is None:
            return None
        if found[0]:
            self.false = env
        return found[1]

    def tiny_masses(self, open_: Callable[[], bool]) -> ev.Env | None:
        """A false instance among those whose distributions have two points, one of them with a tiny mass, beside the plainest numbers."""
        for make in _lopsided(self.chart):
            if not open_():
                break
            self._score(make, False)
            if self.false is not None:
                return self.false
        return None

    def grid(self, open_: Callable[[], bool]) -> ev.Env | None:
        for z in self._grid():
            if not open_():
                break
            for tight in (False, True) if self.edgy else (False,):
                scores = self.at(z, tight)
                if self.false is not None:
                    return self.false
                if scores is not None:
                    self.seen.append((scores, tuple(z), tight))
        width = max((len(scores) for scores, _, _ in self.seen), default=0)
        for rank in range(KEPT_STARTS):
            for k in range(width):
                near = sorted((entry for entry in self.seen if len(entry[0]) > k), key=lambda entry: entry[0][k])
                if rank < len(near):
                    self.starts.append((near[rank][1], k, near[rank][2]))
        self.starts = list(dict.fromkeys(self.starts))[::-1]
        return None

    def _grid(self) -> Iterator[tuple[float, ...]]:
        """All combinations of grid values where they are few; else random ones, of which plain ones are more likely."""
        grids = [GRIDS[coordinate.kind] for coordinate in self.chart.coordinates]
        if len(grids) == 1 and self.chart.coordinates[0].kind != "listed":  # one name: also between the values of the grid
            low, high = min(grids[0]), max(grids[0])
            yield from ((z,) for z in grids[0])
            yield from ((low + k / 2,) for k in range(int(2 * (high - low)) + 1))
            return
        if math.prod(map(len, grids)) <= 400:
            every = list(itertools.product(*grids))
            self.rng.shuffle(every)
            yield from every
            return
        met = set()
        for _ in range(4000):
            z = tuple(grid[min(int(len(grid) * self.rng.random() ** 1.3), len(grid) - 1)] for grid in grids)
            if z not in met:
                met.add(z)
                yield z

    def climb(self, open_: Callable[[], bool]) -> ev.Env | None:
        """From one start by steps along single coordinates, and along random directions where these do not help; the steps become shorter."""
        if not self.starts:
            return None
        z, k, tight = self.starts.pop()
        best = next(scores[k] for scores, place, edge in self.seen if place == z and edge is tight)
        step, steps = 1.0, MOST_STEPS
        kinds = [coordinate.kind for coordinate in self.chart.coordinates]
        while step > LEAST_STEP and steps > 0 and open_():
            better = False
            for direction in self._directions(len(z)):
                reach = step
                while steps > 0 and open_():
                    further = tuple(max(-FULL, min(x + reach * d, 40.0 if kind == "whole" else FULL)) for x, d, kind in zip(z, direction, kinds, strict=True))
                    steps -= 1
                    scores = self.at(further, tight)
                    if self.false is not None:
                        return self.false
                    if scores is None or k >= len(scores) or not scores[k] < best:
                        break
                    z, best, better, reach = further, scores[k], True, 2 * reach
            step = step if better else step / 2
        return None

    def _directions(self, count: int) -> Iterator[tuple[float, ...]]:
        axes = [(axis, sign) for axis in range(count) for sign in (1.0, -1.0)]
        self.rng.shuffle(axes)
        yield from (tuple(sign if k == axis else 0.0 for k in range(count)) for axis, sign in axes)
        if count > 1:
            yield from (tuple(self.rng.gauss(0, 1) for _ in range(count)) for _ in range(count))


def scores(left: Any, relation: str, right: Any) -> tuple[float, ...]:
    """How close a comparison of two numbers is to failing: by their difference next to their size, by their difference, and where both are positive by their logarithms
    (which tiny and huge numbers do not lose) and by these next to their size."""
    if relation in (">=", ">"):
        left, right = right, left
    elif relation not in ("<=", "<"):
        return ()
    a, b = numbers.to_float(left), numbers.to_float(right)
    if math.isnan(a) or math.isnan(b):
        return ()
    gap = b - a if math.isfinite(b - a) else math.copysign(1e300, b - a) if b != a else 0.0
    found = [gap / (abs(a) + abs(b)) if math.isfinite(abs(a) + abs(b)) and abs(a) + abs(b) > 0 else (0.0 if a == b else math.copysign(1.0, gap)), gap]
    low, high = _log(left), _log(right)
    if low is not None and high is not None:
        found += [(high - low) / (abs(low) + abs(high) + 1e-9), high - low]
    return tuple(found)


def _log(value: Any) -> float | None:
    """The logarithm of a positive number, as a float that neither tiny nor huge numbers lose."""
    try:
        if numbers.relation(value, ">", fmpq(0)) is not True:
            return None
        found = numbers.to_float(elementary.log(numbers.enclose(value, 64), 64))
    except _ERRORS:
        return None
    return found if math.isfinite(found) else None


__all__ = ["Chart", "charts", "explore", "instance", "scores"]
