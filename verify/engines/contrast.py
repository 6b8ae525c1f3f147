"""From an instance at which a statement is false to one at which it is plainly false: the sides further apart, numbers of usual size, laws with more than one point.

A search ends at the first instance that refutes, and shrinking makes it small. For a reader another one may tell more. Each number is scaled by a simple factor, one after the other, and kept
where that brings it into its typical range or the ratio of the sides further from 1, up to a ratio that convinces anybody. Few instances are looked at, with little work.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from typing import Any

from flint import fmpq

from verify.claims.nodes import pattern_names
from verify.engines import evaluate as ev
from verify.engines import margins, search
from verify.engines.ascent import Coordinate, coordinates, rebuilt
from verify.engines.calibrate import plan
from verify.engines.task import Task
from verify.quantities import enclosures
from verify.values import laws, numbers
from verify.values.numbers import NoValue

TRIALS, WORK = 16, 200
"""Instances that are looked at, and units of work on them."""
ENOUGH = 10.0
"""A ratio of the sides beyond which nobody asks for more."""
BETTER = 1.2
"""By what factor a ratio has to grow to be worth another instance."""
STEP = 1.1
"""By what factor it has to grow at each change."""
SHORT, DIGITS = 4, 7
"""Characters of a number up to which it is short, and of one beyond which it is not looked at."""
FACTORS = (1.0, -0.5)
"""Changes of a number as shares of it: twice and half."""
WEIGHTS = (math.log(2), -math.log(2))
"""Changes of a weight, as logarithms of factors."""
Score = tuple[int, int, int, int, float]


def plainer(task: Task, env: ev.Env) -> ev.Env | None:
    """An instance that tells more than this one, at which the statement is false too; None where none is found with little work."""
    try:
        with enclosures.allowance(WORK):
            return _climbed(task, env)
    except (enclosures.OutOfWork, ev.NoRoute, NoValue, ArithmeticError, ValueError, TypeError, LookupError):
        return None


def _climbed(task: Task, env: ev.Env) -> ev.Env | None:
    first = best = score(task, env)
    if best is None or first is None or (best[0] == 1 and best[1] == len(search.typical(task)) and best[3:] >= (0, math.log(ENOUGH))):
        return None
    found, trials = env, 0
    moved = True
    try:
        while moved:
            moved = False
            for candidate in _variations(task, found):
                trials += 1
                told = score(task, candidate)
                if told is not None and (told[:4] > best[:4] or (told[:4] == best[:4] and told[4] >= best[4] + math.log(STEP))):
                    found, best, moved = candidate, told, True
                    break
                if trials >= TRIALS:
                    raise enclosures.OutOfWork
    except enclosures.OutOfWork:  # what was found so far stays
        pass
    worth = best[:4] > first[:4] or best[4] >= first[4] + math.log(BETTER)
    return found if found is not env and worth else None


def score(task: Task, env: ev.Env) -> Score | None:
    """What an instance tells: whether both sides are finite and not 0, how many numbers lie in their typical ranges and laws have more than one point, how many
    numbers are long (counted below 0), and how far the ratio of the sides is from 1, as a logarithm. None where the statement is not seen to fail there, or no comparison does so by itself."""
    if not search.admissible(task, env):
        return None
    sides = margins.first_failing(task.states, env, ev.Context(ev.PRECISIONS[0], search.candidates_of(task)))
    if sides is None or not all(isinstance(side, ev.numbers_kinds) for side in (sides[0], sides[2])):
        return None
    a, b = (abs(numbers.to_float(side)) for side in (sides[0], sides[2]))
    plain = bool(0 < a < math.inf and 0 < b < math.inf)
    ratio = abs(math.log(a) - math.log(b)) if plain else 0.0
    usual = sum(_within(env.get(name), *ends) for name, ends in search.typical(task).items())
    spread = sum(isinstance(value, laws.FiniteLaw) and len(value.points) > 1 for value in env.values())
    long = sum(isinstance(value, fmpq) and len(str(value)) > SHORT for value in env.values())
    return int(plain), usual, spread, -long, round(min(ratio, math.log(ENOUGH)), 3)


def _within(value: Any, low: Any, high: Any) -> bool:
    return isinstance(value, fmpq) and bool(fmpq(str(low)) <= value <= fmpq(str(high)))


def _variations(task: Task, env: ev.Env) -> Iterator[ev.Env]:
    """Instances with one number changed by a simple factor, or brought into its typical range; levels and defined names follow."""
    layout, rng = plan(task), random.Random(0)
    defined = {name for pattern, where in task.forall if where.head == "equals" for name in pattern_names(pattern)}
    usual = search.typical(task)
    places = [place for name, value in env.items() if name not in layout.calibrated and name not in defined for place in coordinates(value, name)]
    for place in sorted(places, key=lambda place: place.name not in usual or _within(env[place.name], *usual[place.name])):
        for amount in _amounts(env, place, usual):
            changed = rebuilt(task, layout, env, [(place, amount)], rng, lambda name, value: search.too_large(task, name, value))
            if changed is not None and changed != env and all(len(str(value)) <= DIGITS for value in changed.values() if isinstance(value, fmpq)):
                yield changed


def _amounts(env: ev.Env, place: Coordinate, usual: Any) -> tuple[float, ...]:
    """By what a number is changed, as ``ascent.rebuilt`` takes it."""
    if place.weight:
        return WEIGHTS
    value = env[place.name]
    if place.name in usual and isinstance(value, fmpq) and not _within(value, *usual[place.name]):
        x, middle = float(int(value.p)) / float(int(value.q)), sum(float(fmpq(str(end)).p) / float(fmpq(str(end)).q) for end in usual[place.name]) / 2
        return ((middle - x) / max(abs(x), 0.25), *FACTORS)
    if isinstance(value, fmpq) and len(str(value)) > SHORT:
        x = float(int(value.p)) / float(int(value.q))
        return tuple((target - x) / max(abs(x), 0.25) for target in (math.ceil(x), math.floor(x) + 0.5, math.floor(x)) if target != x)
    return (4.0, *FACTORS) if value == 0 else FACTORS


__all__ = ["plainer", "score"]
