"""Hypotheses that are equations, made to hold exactly: one number is solved for, or one weight or point of a law is chosen so that both sides are equal.

A law that is drawn hardly ever has mean 0. Moving a weight, a point, all points, or the scale of a law changes a mean, a moment or a mass as a polynomial of degree 1 or 2, which a
few exact values tell; where it has a root that is a fraction, the law with this root obeys the equation exactly. Several equations are solved one inside the other.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, free_names, pattern_names
from verify.engines import evaluate as ev
from verify.engines.edges import roots_of
from verify.engines.equations import equations
from verify.engines.membership import contains
from verify.engines.thresholds import Threshold, settle
from verify.engines.truth import Truth
from verify.values import laws, numbers
from verify.values.numbers import NoValue

MOST_POINTS = 4
"""Points of a law up to which it is moved."""
MOST_EQUATIONS = 3
STEPS = (fmpq(0), fmpq(1, 8), fmpq(1, 4), fmpq(3, 8))
"""How far a law is moved to learn how the two sides change."""
_ERRORS = (NoValue, ev.NoRoute, ArithmeticError, ValueError, TypeError, KeyError)


@dataclass
class Balance:
    """The equations among the hypotheses of a task, with what they can be solved for."""

    sets: dict[str, Node]
    equal: tuple[Node, ...]
    """Hypotheses that are equations."""
    bounds: tuple[Node, ...]
    """Hypotheses that are inequalities, not strict: at the edge they are equations."""
    numbers_of: dict[Node, list[tuple[Threshold, Node]]]
    laws_of: dict[Node, tuple[str, ...]]
    _lucky: dict[Node, Any] = field(default_factory=dict)

    def settled(self, env: ev.Env, rng: Any, tight: bool = False) -> ev.Env | None:
        """The instance with every equation made true; None where none of the ways is exact. ``tight``: inequalities are made equations as well, where that can be done."""
        found = self._solved(env, list(self.equal), rng)
        if found is None or not tight:
            return found
        for bound in self.bounds:
            found = self._solved(found, [*self.equal, bound], rng) or found
        return found

    def _solved(self, env: ev.Env, wanted: list[Node], rng: Any) -> ev.Env | None:
        """The instance with these equations true, the last one solved for around the others."""
        if not wanted:
            return env
        *others, last = wanted[:MOST_EQUATIONS]
        base = self._solved(env, others, rng)
        if base is None or _gap(last, base) == 0:
            return base
        for threshold, where in self.numbers_of.get(last, ()):
            value = settle(threshold, where, base, rng)
            if value is not None and all(_gap(other, {**base, threshold.name: value}) == 0 for other in wanted):
                return {**base, threshold.name: value}
        lucky = self._lucky.get(last)
        ways = [*([lucky] if lucky else []), *(way for name in self.laws_of[last] for way in _ways(name, base.get(name)) if way != lucky)]
        for way in ways:
            moved = self._moved(base, way, others, last, rng)
            if moved is not None:
                self._lucky[last] = way
                return moved
        return None

    def _moved(self, env: ev.Env, way: Way, others: list[Node], last: Node, rng: Any) -> ev.Env | None:
        def at(step: fmpq) -> ev.Env | None:
            law = env.get(way[0])
            changed = _changed(law, way, step) if isinstance(law, laws.FiniteLaw) else None
            return None if changed is None else self._solved({**env, way[0]: changed}, others, rng)

        gaps = []
        for step in STEPS:
            there = at(step)
            gap = None if there is None else _gap(last, there)
            if gap is None:
                return None
            gaps.append(gap)
        for root in roots_of(gaps, STEPS):
            found = at(root)
            if found is not None and all(_gap(one, found) == 0 for one in (*others, last)) and _belongs(self.sets[way[0]], found[way[0]], found):
                return found
        return None


Way = tuple[str, str, int, int]
"""The name of a law, what is moved (``weight`` from one point to another, ``point``, ``all`` points, ``scale``) and which points."""


def balance(task: Any, calibrated: Any) -> Balance:
    """The equations of a task. Raises nothing: an equation that cannot be solved for is left to chance."""
    sets = {name: where for pattern, where in task.forall for name in pattern_names(pattern)}
    solved = {name for name, where in sets.items() if where.head == "equals"} | set(calibrated)
    comparisons = [h for h in task.given if h.head == "compare" and isinstance(h.args[0], Node) and isinstance(h.args[2], Node)]
    equal = tuple(h for h in comparisons if h.args[1] == "==")
    bounds = tuple(h for h in comparisons if h.args[1] in ("<=", ">=") and not free_names(h) & set(calibrated))
    mentioned = {name for where in sets.values() for name in free_names(where)}
    found = {h: equations(replace(task, variant=replace(task.variant, given=(h,))), calibrated) for h in (*equal, *bounds)}
    movable = {h: tuple(name for name in sorted(free_names(h) - solved - mentioned) if name in sets and sets[name].head == "laws") for h in (*equal, *bounds)}
    return Balance(sets, equal, bounds, found, movable)


def _ways(name: str, law: Any) -> Iterator[Way]:
    if not isinstance(law, laws.FiniteLaw) or not 1 <= len(law.points) <= MOST_POINTS:
        return
    count = len(law.points)
    yield from ((name, "weight", i, j) for i, j in itertools.combinations(range(count), 2))
    if all(isinstance(x, fmpq) for x in law.points):
        yield from ((name, "point", i, 0) for i in reversed(range(count)))
        yield name, "all", 0, 0
        yield name, "scale", 0, 0


def _changed(law: laws.FiniteLaw, way: Way, step: fmpq) -> laws.FiniteLaw | None:
    """A law moved by a step; None where weights leave (0, 1) or points meet."""
    _, kind, i, j = way
    points, weights = list(law.points), list(law.weights)
    if max(i, j) >= len(points):
        return None
    if kind == "weight":
        part = step * weights[j]  # so that the steps that are tried leave it positive
        weights[i], weights[j] = weights[i] + part, weights[j] - part
        if weights[i] <= 0 or weights[j] <= 0:
            return None
    elif kind == "point":
        points[i] = points[i] + step
    else:
        points = [x + step if kind == "all" else x * (1 + step) for x in points]
    if len({laws.quick(x) for x in points}) < len(points):
        return None
    return laws.FiniteLaw(points, weights)


def _gap(equation: Node, env: ev.Env) -> fmpq | None:
    """The difference of both sides where it is a fraction."""
    c = ev.Context(64)
    try:
        gap: Any = numbers.sub(ev.argument_value(equation, 0, env, c), ev.argument_value(equation, 2, env, c), 64)
    except _ERRORS:
        return None
    return gap if type(gap) is fmpq else None


def _belongs(where: Node, value: Any, env: ev.Env) -> bool:
    try:
        return contains(where, value, env, ev.Context(64)) is Truth.TRUE
    except _ERRORS:
        return False


__all__ = ["Balance", "balance"]
