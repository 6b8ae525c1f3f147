"""The search within its budget: edges, usual draws, unusual members, and climbing from what comes closest."""

from __future__ import annotations

import itertools
import random
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, walk
from verify.engines import evaluate as ev
from verify.engines import extreme
from verify.engines.calibrate import Plan, plan
from verify.engines.draw import Drawer
from verify.engines.edges import edges
from verify.engines.equations import equations, premises
from verify.engines.handy import CannotDraw
from verify.engines.levels_of_events import RATES, on_a_value, with_rate
from verify.engines.search.climbing import climb_from, descend_from, go_through_small
from verify.engines.search.drawing import at_threshold, draw_instance, drawer_of_unusual, from_hint
from verify.engines.search.features import (
    asks_for_translates,
    bounds_maps,
    copies_of,
    dimensions_of,
    has_unusual,
    horizons_of,
    is_count,
    noises_of,
    runs_procedures,
    totals_of,
    typical,
    unusual_atoms,
)
from verify.engines.search.judging import CONTACT, OVERRUN
from verify.engines.search.tally import IDLE, Tally, is_exhausted, look_at
from verify.engines.task import Task
from verify.engines.thresholds import thresholds
from verify.quantities import enclosures
from verify.values.numbers import NoValue

GLANCE = 24
"""How many instances are looked at before any prover."""

ATTEMPTS = 3
"""How many instances are drawn for each that the budget allows to be admitted: one that a hypothesis rules out costs little."""

SMALL = 4
"""How many instances have the least integers; as many after them come close."""

UNBOUNDED = "no finite level satisfies the hypothesis"
"""Why an instance is ruled out whose divergences are infinite."""

EDGES = 24
"""How many instances at edges of a formula are looked at."""

GRID = 6
"""How many instances over the ends of ranges are looked at for each draw."""

MANY = (3, 3, 3, 4, 4, 6, 6, 10)
"""How many coordinates points have at instances with many of them."""

COPIES = (12, 20, 12, 30, 12, 20, 60, 30) * 2 + (12, 100, 20, 60, 30, 200, 100, 400)
"""How many independent coordinates points have at instances with many of them."""
TAILS = (200, 120) * 4
"""The same at instances with events that are rare: wrong exponents of tails show only there."""

PRESETS = (fmpq(1), fmpq(2), fmpq(1, 2), fmpq(0))


def glimpse(task: Task, hints: bool = True) -> tuple[ev.Env | None, Tally]:
    """A false instance among the first few, or None, with what was seen: a hunt may go on from there."""
    short = replace(task, effort=replace(task.effort, draws=min(GLANCE, task.effort.draws), climbs=0, small=0))
    return hunt(short, hints=hints)


def hunt(task: Task, hints: bool = True, stream: str = "search", earlier: Tally | None = None, begin: Sequence[Mapping[str, Node]] = ()) -> tuple[ev.Env | None, Tally]:
    """A false instance, or None, with what was seen on the way; every stream sees instances of its own. After an earlier, shorter hunt of the stream it goes on from there.

    ``begin``: instances (closed formulas by name) that are looked at first and that climbing may begin at.
    """
    tally = earlier or Tally()
    try:
        with enclosures.allowance(task.effort.work + OVERRUN):
            return _hunt(task, hints, stream, earlier, tally, begin), tally
    except enclosures.OutOfWork:
        tally.reasons[ev.OVERSPENT] += 1
        return None, tally


def _hunt(task: Task, hints: bool, stream: str, earlier: Tally | None, tally: Tally, begin: Sequence[Mapping[str, Node]]) -> ev.Env | None:
    rng = tally.rng = tally.rng or random.Random(task.stream(stream))
    layout = plan(task)
    marks = thresholds(task, layout.calibrated)
    clock = time.thread_time()
    names = bool(task.forall)
    budget = task.effort.draws if names else 1
    if hints and earlier is None:
        for given in task.variant.hints.instances:
            env = from_hint(task, given, layout)
            if env is not None and look_at(task, env, tally, layout):
                return env
    for place in begin:
        env = from_hint(task, place, layout)
        if env is not None:
            if look_at(task, env, tally, layout):
                return env
            tally.pool.append((tally.last, env))
    if earlier is None:
        tally.density_share = 0.0 if runs_procedures(task) else 0.3 if asks_for_translates(task) else 0.05
    assumed = premises(task)
    dimensions, noises = dimensions_of(task), noises_of((*task.given, task.states))
    maps = bounds_maps(task)
    start, before_it = enclosures.spent(), tally.turns
    for k in range(tally.turns, tally.turns + budget * (ATTEMPTS if names else 1)):
        if tally.admitted >= budget or is_exhausted(task, start, clock, tally):
            break
        tally.turns = k + 1
        drawer = Drawer(rng, 1 + k % 3 if k > 3 else 1, typical(task) if hints else {})
        drawer.small, drawer.level = k < SMALL, bool(assumed)
        drawer.dimensions, drawer.noises, drawer.forgets = dimensions, noises, maps and k % 4 == 3
        drawer.density_share = 0.0 if k < 6 else tally.density_share
        drawer.preset = PRESETS[k] if k < len(PRESETS) else None
        env_ = at_threshold(draw_instance(task, layout, drawer, tally), marks, layout, rng)
        if env_ is None:
            continue
        tally.corners |= drawer.corners
        before = tally.undecided
        if look_at(task, env_, tally, layout, frozenset() if marks else layout.early):
            return env_
        if "density" in drawer.corners:
            tally.smooth.append(tally.undecided > before)
            if sum(tally.smooth) >= 2 and not asks_for_translates(task):  # the statement is hardly decided for laws with densities: they would only cost
                tally.density_share = 0.0
        tally.pool.append((tally.last, env_))
    if names and earlier is None:
        before = enclosures.spent()
        found = _at_edges(task, layout, tally, clock)
        if found is not None:
            return found
        start += enclosures.spent() - before  # it has a budget of its own
        before = enclosures.spent()
        found = _over_ends(task, layout, stream, clock) or _far_along(task, layout, tally, stream, clock)
        if found is not None:
            return found
        start += enclosures.spent() - before
    if names:
        before, anew = enclosures.spent(), earlier is None or tally.turns > before_it
        if anew and task.effort.climbs:
            found = _with_many_coordinates(task, layout, tally, stream if earlier is None else f"{stream} again", clock)
            if found is None:
                found = _with_many_copies(task, layout, marks, tally, stream if earlier is None else f"{stream} again", clock)
            if found is None:
                found = _with_large_totals(task, layout, tally, stream if earlier is None else f"{stream} again", clock)
            if found is not None:
                return found
            start, before = start + enclosures.spent() - before, enclosures.spent()  # it has a budget of its own
        if anew and task.effort.climbs and 12 * (before - start) < tally.drawn * (task.effort.work // 5):  # a dozen of them at least
            found = _otherwise(task, layout, marks, tally, stream, clock)
            if found is not None:
                return found
            start += enclosures.spent() - before  # it has a budget of its own
        found = go_through_small(task, layout, tally, rng, clock, start)
        if found is not None:
            return found
        found = climb_from(task, layout, marks, tally.pool, tally, rng, clock, start) or descend_from(task, layout, tally, rng, clock, start)
        if found is None and anew:
            found = _with_power_tails(task, layout, marks, tally, stream if earlier is None else f"{stream} again", clock)
        if found is None and anew and task.effort.climbs:  # not at the first glance
            found = _with_unusual_atoms(task, layout, marks, tally, stream if earlier is None else f"{stream} again", clock)
        if found is None and anew and task.effort.climbs:
            found = _unusual(task, layout, marks, tally, stream if earlier is None else f"{stream} again", clock)
        if found is not None:
            return found
    return None


def _over_ends(task: Task, layout: Plan, stream: str, clock: float) -> ev.Env | None:
    """A false instance among those whose sequences take the ends of their ranges as terms, beside plain numbers, the smallest first, or swing between these; they are counted apart."""
    if layout.calibrated or not extreme.is_of_numbers(task.forall):
        return None
    rng, apart, start = random.Random(task.stream(stream + " over ends")), Tally(), enclosures.spent()
    horizons = horizons_of(task.variant.formula)
    for env in itertools.chain(extreme.over_ends(task.forall, horizons, GRID * task.effort.draws, rng.sample), extreme.swinging(task.forall, horizons)):
        if enclosures.spent() - start > task.effort.work // 5 or is_exhausted(task, enclosures.spent(), clock, apart):
            break
        try:
            with enclosures.allowance(task.effort.work // 20):
                if look_at(task, env, apart, layout):
                    return env
        except enclosures.OutOfWork:
            apart.reasons[ev.OVERSPENT] += 1
    return None


def _far_along(task: Task, layout: Plan, tally: Tally, stream: str, clock: float) -> ev.Env | None:
    """A false instance among a few of sequences that are looked at up to a far index, on a grid that grows geometrically; mostly sequences by a formula, beside numbers that are 1, or any."""
    horizons = horizons_of(task.variant.formula)
    if not horizons:
        return None
    rng, apart, most = random.Random(task.stream(stream + " far along")), Tally(), enclosures.spent() + task.effort.work
    for k, far in enumerate((FAR * 9)[:task.effort.draws * 3 // 2]):
        if enclosures.spent() > most or is_exhausted(task, enclosures.spent(), clock, tally):
            break
        drawer = Drawer(rng, 1 + k % 3)
        drawer.horizons, drawer.horizon, drawer.dimensions = horizons, far, dimensions_of(task)
        drawer.preset, drawer.small, drawer.tied, drawer.shape = fmpq(1) if k % 27 < 9 else None, k % 2 == 0, k % 5 == 4, k
        try:
            with enclosures.allowance(task.effort.work // 4):
                env = draw_instance(task, layout, drawer, apart)
                if env is not None and look_at(task, env, apart, layout):
                    return env
                if env is not None:
                    tally.pool.append((apart.last, env))
        except enclosures.OutOfWork:
            apart.reasons[ev.OVERSPENT] += 1
    return None


FAR = (32, 8, 64, 4, 16, 48, 3, 96, 12, 24, 6)
"""How far along sequences are looked at."""


def _at_edges(task: Task, layout: Plan, tally: Tally, clock: float) -> ev.Env | None:
    """A false instance among a few at which something about the formula changes; they are counted apart, so the rest of the search does not depend on them."""
    apart = tally.edges = Tally()
    drawer = Drawer(random.Random(task.stream("edges")), 1)
    start = enclosures.spent()
    conclusion = (task.states,)
    for env in edges(task.forall, conclusion, task.given, drawer, frozenset(layout.calibrated)):
        if apart.drawn >= min(EDGES, 2 * task.effort.draws) or enclosures.spent() - start > task.effort.work // 5 or time.thread_time() - clock > task.effort.guard_seconds:
            break
        try:
            env = layout.solve(env, drawer.rng, exact=True)
        except (CannotDraw, NoValue, ev.NoRoute):
            continue
        if tuple(env[name] for name in sorted(env)) in tally.numeric:
            continue
        apart.drawn += 1
        if look_at(task, env, apart, layout):
            return env
    return None


def _otherwise(task: Task, layout: Plan, marks: Any, tally: Tally, stream: str, clock: float) -> ev.Env | None:
    """A false instance among draws of another kind, one for each instance so far that said nothing: it was ruled out, trivial, or not decided.

    Laws stand on one support, added noises are finite where those with densities were not decided, weights repeat numbers, points have two coordinates, numbers
    are ends of their sets or make a hypothesis tight, members of one set differ. These draws are a stream of their own, and climbing does not begin at
    them, so the rest of the search does not depend on them.
    """
    rng = random.Random(task.stream(stream + " otherwise"))
    silent = tally.drawn - tally.repeated - (tally.true + tally.contact - tally.trivial)
    unbounded = 2 * tally.rejected[UNBOUNDED] > silent
    tight = equations(task, layout.calibrated)
    dimensions, noises, idle = dimensions_of(task), noises_of((*task.given, task.states)), idle_integers(task, tally.pool)
    flat = len({margin for margin, _ in tally.decided}) < 2  # nothing to climb
    maps, assumed = bounds_maps(task), premises(task)
    most = enclosures.spent() + task.effort.work // 5
    for k in range(task.effort.draws // 2 + task.effort.climbs if flat else min(silent, task.effort.draws)):
        if enclosures.spent() > most or is_exhausted(task, enclosures.spent(), clock, tally):
            break
        drawer = Drawer(rng, 1 + k % 3)
        drawer.alike, drawer.tied, drawer.wide = k % 4 < (3 if unbounded else 1), k % 2 == 0, k // 4 % 3 > 0
        drawer.echo, drawer.level = rng.random() < 0.5, bool(assumed)
        drawer.dimensions, drawer.noises, drawer.smooth = dimensions, noises, 2 * tally.undecided <= tally.admitted
        drawer.distinct, drawer.idle, drawer.forgets = k % 6 != 5, idle, maps and k % 4 == 3
        drawer.density_share = 0.0 if k % 5 else 2 * tally.density_share
        env = at_threshold(draw_instance(task, layout, drawer, tally, tight), marks, layout, rng)
        if env is None:
            continue
        tally.corners |= drawer.corners
        if look_at(task, env, tally, layout, frozenset() if marks else layout.early):
            return env
    return None


def idle_integers(task: Task, pool: list[tuple[float, ev.Env]]) -> frozenset[tuple[str, Any]]:
    """Integers by name at which all instances so far, at least two, said nothing or had equal sides."""
    names = [str(pattern.args[0]) for pattern, where in task.forall if isinstance(pattern, Node) and is_count(where)]
    seen = Counter((name, env[name]) for _, env in pool for name in names)
    spoke = {(name, env[name]) for margin, env in pool for name in names if CONTACT <= abs(margin) < IDLE}
    return frozenset(entry for entry, count in seen.items() if count > 1 and entry not in spoke)


def _with_power_tails(task: Task, layout: Plan, marks: Any, tally: Tally, stream: str, clock: float) -> ev.Env | None:
    """A false instance among a few whose laws on the line have power tails, where their sets allow it: infinite moments are tried in every hunt, also where its
    budget is spent.

    Their draws are a stream of their own, so the others do not depend on them.
    """
    if not any(n.head == "laws" and isinstance(n.args[0], Node) and n.args[0].head == "euclid" for _, where in task.forall for n in walk(where)):
        return None
    rng = random.Random(task.stream(stream + " with power tails"))
    wanted = max(3, task.effort.draws // 20)
    most = enclosures.spent() + task.effort.work // 10
    for k in range(3 * wanted):
        if tally.heavy >= wanted or enclosures.spent() > most or is_exhausted(task, enclosures.spent(), clock, tally):
            break
        drawer = Drawer(rng, 1 + k % 2, {})
        drawer.small, drawer.dimensions, drawer.noises = k < 2, dimensions_of(task), noises_of((*task.given, task.states))
        drawer.density_share = drawer.heavy_share = 1.0
        drawer.contrast = k % 3 == 2
        env = at_threshold(draw_instance(task, layout, drawer, tally), marks, layout, rng)
        if k == 2 and "heavy tail" not in drawer.corners | tally.corners:
            break  # no set of this statement has such laws
        if env is None or "heavy tail" not in drawer.corners:
            continue
        tally.corners |= drawer.corners
        before = tally.admitted
        with enclosures.allowance(task.effort.work // 2):
            found = look_at(task, env, tally, layout)
        if found:
            return env
        tally.heavy += tally.admitted - before
    return None


def _with_unusual_atoms(task: Task, layout: Plan, marks: Any, tally: Tally, stream: str, clock: float) -> ev.Env | None:
    """A false instance among a few whose laws have atoms beside a density, and a few whose laws have infinitely many atoms (for limits also sparse ones), where their sets allow it.

    A kind of which two instances say nothing is not tried again. The draws are a stream of their own and are counted apart, so the others do not depend on them.
    """
    kinds = unusual_atoms(task)
    if tally.atoms is not None or not kinds:
        return None
    apart = tally.atoms = Tally()
    rng = random.Random(task.stream(stream + " with unusual atoms"))
    wanted = max(1, task.effort.draws // 24)
    for kind, corner in kinds:
        most, decided, silent = enclosures.spent() + task.effort.work // 20, 0, 0
        for k in range(3 * wanted):
            if decided >= wanted or silent >= 2 or enclosures.spent() > most or is_exhausted(task, enclosures.spent(), clock, tally):
                break
            drawer = Drawer(rng, 1 + k % 2, {})
            drawer.small, drawer.dimensions, drawer.noises, drawer.atoms = k < 2, dimensions_of(task), noises_of((*task.given, task.states)), kind
            before = apart.true + apart.contact
            try:
                with enclosures.allowance(task.effort.work // (2 if kind == "sparse" else 10)):
                    env = at_threshold(draw_instance(task, layout, drawer, apart), marks, layout, rng)
                    if corner not in drawer.corners:
                        break  # no set of this statement has such laws
                    if env is None:
                        continue
                    if look_at(task, env, apart, layout):
                        return env
            except enclosures.OutOfWork:
                apart.reasons[ev.OVERSPENT] += 1
            said = apart.true + apart.contact > before
            if said:
                tally.corners |= drawer.corners & {corner}
            decided, silent = decided + said, silent + (not said)
    return None


def _first_false(task: Task, layout: Plan, sizes: Sequence[int], drawn: Callable[[int, int], ev.Env | None], share: int, apart: Tally, tally: Tally, clock: float) -> ev.Env | None:
    """The first false instance among those that are drawn with one size after the other, which together cost at most a share of the work."""
    most = enclosures.spent() + task.effort.work // share
    for k, size in enumerate(sizes):
        if enclosures.spent() > most or is_exhausted(task, enclosures.spent(), clock, tally):
            break
        try:
            with enclosures.allowance(task.effort.work // 20):
                env = drawn(k, size)
                if env is not None and look_at(task, env, apart, layout):
                    return env
        except enclosures.OutOfWork:
            apart.reasons[ev.OVERSPENT] += 1
    return None


def _with_many_coordinates(task: Task, layout: Plan, tally: Tally, stream: str, clock: float) -> ev.Env | None:
    """A false instance among a few whose points have three to ten coordinates, none of them 0: factors of the dimension show there, which two coordinates may still allow for.

    Every other time they are point masses, and numbers are 1 or an end of their range; else laws on one or two points. The draws are a stream of their own and are counted apart.
    """
    dimensions = dimensions_of(task)
    if not dimensions:
        return None
    rng, apart = random.Random(task.stream(stream + " with many coordinates")), Tally()

    def drawn(k: int, size: int) -> ev.Env | None:
        drawer = Drawer(rng, 1)
        drawer.dimensions, drawer.noises, drawer.coordinates, drawer.density_share = dimensions, noises_of((*task.given, task.states)), size, 0.0
        drawer.preset, drawer.small, drawer.tied, drawer.distinct = fmpq(1), k % 2 == 0, k % 2 == 0, True
        return draw_instance(task, layout, drawer, apart)

    found = _first_false(task, layout, MANY, drawn, 10, apart, tally, clock)
    if found is not None:
        return found
    if apart.true:
        tally.corners.add("dimension > 2")
    return None


TOTALS = (10, 30, 100, 30, 300, 100, 1000, 300)
"""What integers of a family are made to sum to."""


def _with_large_totals(task: Task, layout: Plan, tally: Tally, stream: str, clock: float) -> ev.Env | None:
    """A false instance among a few whose integers of a family have a large sum, where a hypothesis names it. The draws are a stream of their own and are counted apart."""
    totals = totals_of(task)
    if not totals:
        return None
    rng, apart = random.Random(task.stream(stream + " with large totals")), Tally()

    def drawn(k: int, size: int) -> ev.Env | None:
        drawer = Drawer(rng, 1 + k % 2, typical(task))
        drawer.dimensions, drawer.coordinates = totals, size
        return draw_instance(task, layout, drawer, apart)

    return _first_false(task, layout, TOTALS * 2, drawn, 5, apart, tally, clock)


def _with_many_copies(task: Task, layout: Plan, marks: Any, tally: Tally, stream: str, clock: float) -> ev.Env | None:
    """A false instance among a few with ten to hundreds of independent coordinates, under whose distribution a mean or probability is taken.

    Every other time numbers are ends of their ranges. The draws are a stream of their own and are counted apart.
    """
    copies = copies_of(task)
    if not copies:
        return None
    rng, apart = random.Random(task.stream(stream + " with many copies")), Tally()

    def drawn(k: int, size: int) -> ev.Env | None:
        drawer = Drawer(rng, 1 + k % 2, typical(task))
        drawer.dimensions, drawer.coordinates, drawer.tied, drawer.density_share = copies, size, k % 2 == 0, 0.0
        env = at_threshold(draw_instance(task, layout, drawer, apart), marks, layout, rng)
        return on_a_value(task.forall, task.states, env, rng) if env is not None and k % 4 < 3 else env

    def rare(k: int, size: int) -> ev.Env | None:
        drawer = Drawer(rng, 1, typical(task))
        drawer.dimensions, drawer.coordinates, drawer.density_share = copies, size, 0.0
        env = draw_instance(task, layout, drawer, apart)
        return None if env is None else on_a_value(task.forall, task.states, with_rate(task.forall, task.states, env, RATES[k % len(RATES)]), rng, rare=True)

    found = _first_false(task, layout, COPIES, drawn, 5, apart, tally, clock)
    if found is None and any(node.head == "prob" for node in walk(task.states)):
        found = _first_false(task, layout, TAILS, rare, 5, apart, tally, clock)
    if found is not None:
        return found
    if apart.true:
        tally.corners.add("many independent coordinates")
    return None


def _unusual(task: Task, layout: Plan, marks: Any, tally: Tally, stream: str, clock: float) -> ev.Env | None:
    """A false instance among a few with members that usual draws hardly meet: priors and laws near each other in one direction only, extreme levels and weights, functions that are not
    convex, maps with bends.

    Their draws are a stream of their own and they are counted apart, so the others do not depend on them; every other one repeats numbers as weights.
    """
    if not has_unusual(task) or is_exhausted(task, enclosures.spent(), clock, tally):
        return None
    rng, apart = random.Random(task.stream(stream + " with unusual members")), Tally()
    tally.rare = apart
    wanted, most = max(4, task.effort.draws // 3), enclosures.spent() + task.effort.work // 10
    for k in range(3 * wanted):
        if apart.admitted >= wanted or enclosures.spent() > most or is_exhausted(task, enclosures.spent(), clock, apart):
            break
        drawer = drawer_of_unusual(task, rng, k)
        env = at_threshold(draw_instance(task, layout, drawer, apart), marks, layout, rng)
        if env is None:
            continue
        tally.corners |= drawer.corners
        with enclosures.allowance(task.effort.work // 4):
            if look_at(task, env, apart, layout, frozenset() if marks else layout.early):
                return env
    return None
