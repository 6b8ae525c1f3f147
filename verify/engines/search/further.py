"""Where a search goes on: far out, among more draws, and with names bound inside a proposition beside those outside."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flint import fmpq

from verify.claims.nodes import pattern_names
from verify.engines import evaluate as ev
from verify.engines import reach
from verify.engines.calibrate import plan
from verify.engines.draw import Drawer
from verify.engines.equations import equations, premises
from verify.engines.inner import named_apart
from verify.engines.joint import Beside, members, together
from verify.engines.search.climbing import go_through_small
from verify.engines.search.counterexample import witness
from verify.engines.search.drawing import at_threshold, draw_instance, drawer_of_unusual
from verify.engines.search.features import LARGEST_ORDER, bounds_maps, candidates_of, dear_parts, dimensions_of, has_unusual, noises_of, orders_in
from verify.engines.search.hunting import ATTEMPTS, hunt
from verify.engines.search.judging import OVERRUN, admissible, is_false, is_inside, judge_instance
from verify.engines.search.tally import SPENT, UNANSWERED, Tally, is_thin, key_of, keys_of, look_at
from verify.engines.shrink import shrink
from verify.engines.task import Finding, Task
from verify.engines.thresholds import thresholds
from verify.engines.truth import Truth
from verify.quantities import enclosures
from verify.values import numbers
from verify.values.numbers import NoValue

LONGER, FORESEEN, CHEAP = 10, 0.2, 6
"""Budgets that a search may spend where too few different instances were decided, and the share of them after which it ends if at this pace all would not bring enough; the part of a
budget, one in so many, that one instance may cost then."""

FAR_LOOK = 2
"""Units of work that an instance far out costs at least."""

MOST_SIZE, MOST_DEAR, WATCHED = 2**16, 2**20, 64
"""Size beyond which a special function is counted as if it cost no more, beyond which it is not asked, and after how many instances the guard of processor time is asked."""

FAR = 2
"""The part of the budget, one in so many, that instances far out may cost beside the usual ones."""

TOGETHER, HUNTED = 4, 3
"""The least part of the budget, one in so many, that is kept for names bound inside a proposition together with those outside, and the part of it that draws and climbing get; what the usual
search leaves is added to it."""


def search_together(task: Task, wider: list[Task], budget: int, hints: bool, tally: Tally) -> Finding | None:
    """A refutation at an instance of a statement with the names bound inside beside those outside: drawn, climbed and far out; None where there is none."""
    share = budget // len(wider)
    for part in wider:
        own = replace(part, effort=replace(part.effort, work=share // HUNTED, guard_seconds=part.effort.guard_seconds / TOGETHER))
        with enclosures.allowance(share):
            outcome, seen = hunt(own, hints=hints, stream="together")
            if outcome is None and not seen.hopeless:
                outcome = _far_out(own, Tally(), share // 2, time.thread_time())
        if outcome is None:
            continue
        try:
            with enclosures.allowance(task.effort.work + OVERRUN):
                finding = of_the_whole(task, part, outcome, tally)
        except enclosures.OutOfWork:
            continue
        if finding is not None:
            return finding
    return None


def of_the_whole(task: Task, part: Task, env: ev.Env, tally: Tally) -> Finding | None:
    """The refutation of a statement by a false instance of one with more names; None where the whole is not seen to be false there."""
    env = shrink(part, env, lambda candidate: is_false(part, candidate))
    inside = members(task, env)
    outside = {name: value for name, value in env.items() if name not in inside}
    if is_false(task, outside):  # members that are drawn show it too
        return witness(task, outside, tally)
    beside = Beside(part, env, candidates_of(part))
    if not admissible(task, outside, beside) or ev.holds(named_apart(task.states)[0], outside, beside)[0] is not Truth.FALSE:
        return None
    return witness(task, outside, tally, shrinking=False, inner=beside, inside=inside)


def search_further(task: Task, tally: Tally) -> ev.Env | None:
    """A false instance far out or in a narrow place, or among more draws where hardly any instance was decided; None where there is none. After a proof it is not looked for."""
    idle = not tally.decided and (tally.reasons[ev.OVERSPENT] or tally.reasons[SPENT] or tally.admitted >= UNANSWERED)
    if not task.effort.climbs or not task.forall or tally.guarded or tally.hopeless or idle:
        return None
    clock = time.thread_time()
    for budgets in (1, LONGER // 3, LONGER):
        found = _far_out(task, tally, budgets * task.effort.work // FAR, clock)
        if found is not None:
            return found
        if not is_thin(task, tally):
            return _where_events_change(task, tally, clock)
    return _go_on(task, tally, clock)


def _where_events_change(task: Task, tally: Tally, clock: float) -> ev.Env | None:
    """A false instance among more draws that put a number inside an event where the event changes; None where there is none, or no such number. Bounds that hold with some probability are tight nowhere else."""
    layout = plan(task)
    marks = [(threshold, where) for threshold, where in thresholds(task, layout.calibrated) if any(binder.head == "prob" for binder in threshold.binders)]
    rng, start, known = random.Random(task.stream("events")), enclosures.spent(), keys_of(tally)
    for k in range(LONGER * task.effort.draws if marks else 0):
        if enclosures.spent() - start > task.effort.work or (k % WATCHED == 0 and time.thread_time() - clock > task.effort.guard_seconds / 2):
            break
        try:
            with enclosures.allowance(task.effort.work // CHEAP):
                env = at_threshold(draw_instance(task, layout, Drawer(rng, 1 + k % 2), tally), marks, layout, rng)
                if env is not None and key_of(env) not in known:
                    known.add(key_of(env))
                    if look_at(task, env, tally, layout, frozenset()):
                        return env
        except enclosures.OutOfWork:
            continue
    return None


def elsewhere(task: Task, refused: Finding) -> Finding | None:
    """A refutation at an instance whose numbers are at most half as large, where one that was found far out is not confirmed; None where there is none."""
    (env,) = refused.seen
    most = _magnitude(env) // 2
    if most <= 1:
        return None
    outcome = _far_out(task, tally := Tally(), task.effort.work // FAR, time.thread_time(), most)
    if outcome is not None:
        return witness(task, outcome, tally)
    wider = together(task)
    for part in wider:
        outcome = _far_out(part, tally := Tally(), task.effort.work // FAR // len(wider), time.thread_time(), most)
        found = None if outcome is None else of_the_whole(task, part, outcome, tally)
        if found is not None:
            return found
    return None


def _magnitude(env: Mapping[str, Any]) -> int:
    """The largest numerator or denominator of the numbers of an instance."""
    return max((max(abs(int(value.p)), int(value.q)) for value in env.values() if type(value) is fmpq), default=0)


def _far_out(task: Task, tally: Tally, budget: int, clock: float, largest: float = math.inf) -> ev.Env | None:
    """A false instance among large and tiny numbers, ends of ranges and laws on two or three points, first on a coarse grid, then climbing; they are counted apart.

    ``largest``: numerators and denominators beyond it are left out.
    """
    layout = plan(task)
    if not reach.charts(task, layout):
        return None
    apart = tally.far = tally.far or Tally()
    known = layout.solved | layout.early
    start, most = enclosures.spent(), max(200, budget // 8)
    dear, orders = dear_parts((*task.given, task.states)), orders_in(task.variant.formula, powers=False) & {name for pattern, _ in task.forall for name in pattern_names(pattern)}

    def look(env: ev.Env) -> tuple[bool, tuple[float, ...]] | None:
        key = key_of(env)
        if key in apart.scores:
            before = apart.scores[key]
            return None if before is None else (False, before)
        apart.drawn += 1
        apart.scores[key] = None
        if _magnitude(env) > largest or (dear and _size_of(env) > MOST_DEAR) or any(type(env[name]) is fmpq and abs(env[name]) > LARGEST_ORDER for name in orders):
            return None
        enclosures.spend(FAR_LOOK + dear * math.isqrt(min(_size_of(env), MOST_SIZE)))
        try:
            with enclosures.allowance(most):
                found = _scored(task, env, apart, known)
        except enclosures.OutOfWork:
            apart.overspent += 1
            del apart.scores[key]  # a larger budget may suffice
            return None
        apart.scores[key] = None if found is None else found[1]
        return found

    def left() -> float:
        if apart.drawn % WATCHED == 0 and time.thread_time() - clock > task.effort.guard_seconds / 2:
            apart.guarded = True
        return 0.0 if apart.guarded else max(0.0, 1 - (enclosures.spent() - start) / budget)

    try:
        with enclosures.allowance(2 * budget + OVERRUN):
            return reach.explore(task, layout, random.Random(task.stream("far")), look, left)
    except enclosures.OutOfWork:
        return None


def _size_of(env: Mapping[str, Any]) -> int:
    """The largest number of an instance, rounded down."""
    return max((abs(int(value.p)) // int(value.q) for value in env.values() if type(value) is fmpq), default=0)


def _scored(task: Task, env: ev.Env, apart: Tally, known: frozenset[int]) -> tuple[bool, tuple[float, ...]] | None:
    """Whether the statement is false at an instance, and how close it is to that by several measures; None where it is ruled out or not decided."""
    if not all(ev.holds(hypothesis, env)[0] is Truth.TRUE for k, hypothesis in enumerate(task.given) if k not in known):
        return None
    apart.admitted += 1
    answer, measures = _measured(task, env)
    if answer is Truth.FALSE:
        if is_inside(task, env) and all(ev.holds(task.given[k], env)[0] is Truth.TRUE for k in known):
            return True, measures
        return None
    if answer is not Truth.TRUE:
        apart.undecided += 1
        return (False, measures) if measures else None
    apart.true += 1
    apart.decided.append((measures[0] if measures else 1.0, env))
    return False, measures


def _measured(task: Task, env: ev.Env) -> tuple[Truth, tuple[float, ...]]:
    goal = task.states
    if goal.head != "compare" or goal.args[1] == "rounds to":
        answer, slack, _, _ = judge_instance(goal, env, candidates_of(task))
        return answer, (slack,)
    for prec in ev.PRECISIONS:
        c = ev.Context(prec, candidates_of(task))
        try:
            left, right = ev.sides(goal, env, c)
        except NoValue:
            return Truth.NO_VALUE, ()
        except (ev.NoRoute, ArithmeticError, TypeError):
            return Truth.UNDECIDED, ()
        if not (isinstance(left, ev.numbers_kinds) and isinstance(right, ev.numbers_kinds)):
            return Truth.UNDECIDED, ()
        decided = numbers.relation(left, str(goal.args[1]), right)
        if decided is not None or c.wide:
            break
    measures = reach.scores(left, str(goal.args[1]), right)
    return (Truth.UNDECIDED if decided is None else Truth.TRUE if decided else Truth.FALSE), measures


def _go_on(task: Task, tally: Tally, clock: float) -> ev.Env | None:
    """A false instance among more draws, until enough different ones are decided or some budgets are spent in vain; None where there is none.

    Draws of the usual kind and of another kind take turns, with a stream of their own.
    """
    layout = plan(task)
    marks = thresholds(task, layout.calibrated)
    rng = random.Random(task.stream("longer"))
    tight, assumed = equations(task, layout.calibrated), premises(task)
    dimensions, noises, maps = dimensions_of(task), noises_of((*task.given, task.states)), bounds_maps(task)
    apart = random.Random(task.stream("longer with unusual members")) if has_unusual(task) else None
    rare = tally.rare = tally.rare or Tally()
    start, known = enclosures.spent(), keys_of(tally)
    begun, tally.usual = len(known), len(tally.decided) or None
    try:
        with enclosures.allowance(task.effort.work):
            found = go_through_small(replace(task, effort=replace(task.effort, small=LONGER * task.effort.small)), layout, tally, rng, clock, enclosures.spent())
        if found is not None:
            return found
    except enclosures.OutOfWork:
        pass
    known = keys_of(tally)
    for k in range(LONGER * ATTEMPTS * task.effort.draws):
        share = max((enclosures.spent() - start) / (LONGER * task.effort.work), k / (LONGER * ATTEMPTS * task.effort.draws))
        if len(known) >= task.effort.enough or share >= 1 or (share > FORESEEN and (len(known) - begun) / share < task.effort.enough - len(known)):
            break
        if k % WATCHED == 0 and time.thread_time() - clock > task.effort.guard_seconds / 2:
            break
        drawer = Drawer(rng, 1 + k % 3)
        drawer.level, drawer.dimensions, drawer.noises, drawer.forgets = bool(assumed), dimensions, noises, maps and k % 4 == 3
        drawer.density_share = tally.density_share
        if k % 2:
            drawer.alike, drawer.tied, drawer.wide, drawer.distinct, drawer.echo = k % 8 < 3, k % 4 == 1, k // 4 % 3 == 1, k % 6 != 5, rng.random() < 0.5
        for one, seen in [(drawer, tally)] + ([(drawer_of_unusual(task, apart, k // 4), rare)] if apart is not None and k % 4 == 0 else []):
            with enclosures.allowance(task.effort.work // CHEAP):  # the cheap ones are wanted first
                try:
                    env = at_threshold(draw_instance(task, layout, one, seen, tight if k % 2 else None), marks, layout, one.rng)
                    before = len(seen.decided)
                    if env is None or key_of(env) in known:
                        continue
                    if look_at(task, env, seen, layout, frozenset() if marks else layout.early):
                        return env
                except enclosures.OutOfWork:
                    continue
            if len(seen.decided) > before:
                known.add(key_of(env))
    return None
