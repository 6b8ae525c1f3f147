"""From the instances that come closest to a false one: climbing, descending, small laws one after the other."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, pattern_names
from verify.engines import binders, totals
from verify.engines import evaluate as ev
from verify.engines.ascent import descend
from verify.engines.calibrate import Plan
from verify.engines.draw import Drawer
from verify.engines.drawn_numbers import name_of
from verify.engines.exhaustive import NotSmall, instances
from verify.engines.handy import CannotDraw
from verify.engines.membership import contains
from verify.engines.plainer import nudge
from verify.engines.search.drawing import at_threshold
from verify.engines.search.features import dimensions_of, is_count, too_large
from verify.engines.search.judging import CONTACT
from verify.engines.search.tally import IDLE, Tally, is_exhausted, look_at
from verify.engines.task import Task
from verify.engines.thresholds import Threshold
from verify.engines.truth import Truth
from verify.values.numbers import NoValue
from verify.values.structures import Deferred, Family


def climb_from(task: Task, layout: Plan, marks: list[tuple[Threshold, Node]], pool: list[tuple[float, ev.Env]], tally: Tally, rng: random.Random, clock: float, start: int) -> ev.Env | None:
    """Change one member at a time and keep what comes closer to failing: first numbers by large factors, then anything a little."""
    if not tally.density_share:
        pool = [entry for entry in pool if not any(isinstance(v, Deferred) for v in entry[1].values())]
    near = sorted((entry for entry in pool if entry[0] < IDLE), key=lambda entry: entry[0])
    beam = ([e for e in near if abs(e[0]) < CONTACT][:2] + [e for e in near if abs(e[0]) >= CONTACT][:4])[:4] or near[:4] or pool[:4]
    if not beam:
        return None
    free = [(pattern, where) for pattern, where in task.forall
            if where.head != "equals" and not (isinstance(pattern, Node) and str(pattern.args[0]) in layout.calibrated)]
    if not free:
        return None
    budget = task.effort.climbs
    ladder = [(k, pattern, factor) for k in range(min(2, len(beam))) for factor in LADDER for pattern, where in free if where.head in SCALED and not is_count(where)]
    rungs = ladder[: budget // 2][::-1]
    for step in range(budget):
        if is_exhausted(task, start, clock, tally):
            return None
        rung = rungs.pop() if rungs else None
        place = step % len(beam) if rung is None else rung[0]
        score, base = beam[place]
        changed = _neighbour(task, layout, base, free, rng, tally.density_share) if rung is None else _scaled(task, layout, base, rung[1], rung[2], rng)
        changed = at_threshold(changed, marks, layout, rng)
        if changed is None:
            continue
        tally.drawn += 1
        if look_at(task, changed, tally, layout):
            return changed
        if tally.last < score:
            beam[place] = (tally.last, changed)
            if rung is not None:
                rungs.append(rung)
    return None


def go_through_small(task: Task, layout: Plan, tally: Tally, rng: random.Random, clock: float, start: int) -> ev.Env | None:
    """Go through the instances on a small alphabet, or a random part of them."""
    listed, seen, complete = instances(task, layout, task.effort.small, rng), 0, True
    while True:
        try:
            env = next(listed)
            if is_exhausted(task, start, clock, tally):
                complete = False
                break
            seen += 1
            tally.drawn += 1
            if layout.admits(task.given, env):
                solved = layout.solve(env, rng)
                if look_at(task, solved, tally, layout, layout.early):
                    return solved
        except StopIteration:
            break
        except (NotSmall, CannotDraw, NoValue, ev.NoRoute) as why:
            if isinstance(why, NotSmall):
                return None
            tally.rejected[str(why)] += 1
    if seen:
        tally.small = f"{'all' if complete and seen < task.effort.small else 'a part'} of the instances on a small alphabet: {seen}"
    return None


def descend_from(task: Task, layout: Plan, tally: Tally, rng: random.Random, clock: float, start: int) -> ev.Env | None:
    """Follow the gradient of the margin from the instances closest to failing."""
    if task.effort.climbs < FEW:  # too few for one gradient
        return None

    def look(env: ev.Env) -> tuple[bool, float] | None:
        if is_exhausted(task, start, clock, tally):
            return None
        tally.drawn += 1
        return look_at(task, env, tally, layout), tally.last

    near = sorted((entry for entry in tally.decided if CONTACT <= entry[0] < IDLE), key=lambda entry: entry[0])
    for margin, base in near[:2]:
        if is_exhausted(task, start, clock, tally):
            return None
        found = descend(task, layout, base, margin, look, task.effort.climbs, rng, lambda name, value: too_large(task, name, value))
        if found is not None:
            return found
    return None


FEW = 10
"""Steps below which no gradient is followed."""

LADDER = (fmpq(10), fmpq(100), fmpq(1, 10), fmpq(1, 100))

SCALED = ("interval", "unstated", "families")
"""Sets whose members are numbers, or may be."""


def _scaled(task: Task, layout: Plan, base: ev.Env, pattern: Any, factor: fmpq, rng: random.Random) -> ev.Env | None:
    """One number, or all numbers of a family, multiplied by a factor; None where that leaves the set."""
    moved = _times(base[name_of(pattern)], factor) if isinstance(pattern, Node) else None
    return None if moved is None or too_large(task, name_of(pattern), moved) else _replaced(task, layout, base, pattern, lambda where, env, name: moved, rng)


def _times(value: Any, factor: fmpq) -> Any:
    """A number or a nest of families of numbers, multiplied; None where nothing changes."""
    if isinstance(value, fmpq):
        return value * factor if value != 0 else None
    if isinstance(value, Family):
        members = [m if m == 0 else _times(m, factor) for m in value.members]
        return None if any(m is None for m in members) or members == list(value.members) else Family(tuple(members))
    return None


def _neighbour(task: Task, layout: Plan, base: ev.Env, free: list[tuple[Any, Node]], rng: random.Random, share: float) -> ev.Env | None:
    """One name drawn anew or moved a little."""
    pattern, _ = rng.choice(free)
    drawer = Drawer(rng, rng.randint(1, 3))
    drawer.dimensions = dimensions_of(task)
    drawer.density_share = share

    counts = {n for names, where in task.forall for n in pattern_names(names) if is_count(where)}

    def change(where: Node, env: ev.Env, name: str) -> Any:
        old = base[name] if isinstance(pattern, Node) else None
        moved = None
        if old is not None and rng.random() < 0.7:
            moved = old + rng.choice((-1, 1)) if name in counts else nudge(old, rng)
        if moved is None or too_large(task, name, moved) or contains(where, moved, env, ev.Context(64)) is not Truth.TRUE:
            return drawer.member(where, env, name)
        return moved

    return _replaced(task, layout, base, pattern, change, rng)


def _replaced(task: Task, layout: Plan, base: ev.Env, pattern: Any, change: Callable[[Node, ev.Env, str], Any], rng: random.Random) -> ev.Env | None:
    """The instance with one name changed; names that depend on it are kept when they still fit, and drawn anew when they do not."""
    env: ev.Env = {}
    drawer = Drawer(rng, rng.randint(1, 3))
    drawer.dimensions = dimensions_of(task)
    try:
        for other, where in task.forall:
            names = pattern_names(other)
            if isinstance(other, Node) and names[0] in layout.calibrated:
                continue
            if other == pattern:
                member = change(where, env, names[0])
                if contains(where, member, env, ev.Context(64)) is not Truth.TRUE:
                    return None
            else:
                member = base[names[0]] if isinstance(other, Node) else tuple(base[n] for n in names)
                if contains(where, member, env, ev.Context(64)) is not Truth.TRUE:
                    member = drawer.member(where, env, names[0])
            env = binders.bind(other, member, env)
        env = totals.met(task.given, task.forall, env, drawer)
        return layout.solve(env, rng) if layout.admits(task.given, env) else None
    except (CannotDraw, NoValue, ev.NoRoute, ArithmeticError, ValueError, TypeError):
        return None
