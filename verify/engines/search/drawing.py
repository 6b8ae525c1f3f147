"""Instances of a statement: drawn, put where a hypothesis is tight, or as a hint says."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from typing import Any

from verify.claims.nodes import Node, pattern_names
from verify.claims.nodes import term as as_node
from verify.engines import binders, half_lines, recurrences, totals, unusual
from verify.engines import evaluate as ev
from verify.engines.calibrate import Plan
from verify.engines.classes import met
from verify.engines.draw import Drawer
from verify.engines.drawn_numbers import name_of
from verify.engines.equations import premises
from verify.engines.handy import CannotDraw
from verify.engines.membership import contains
from verify.engines.search.counterexample import deferred, is_law
from verify.engines.search.features import allowed_ratios, bounds_maps, dear_parts, dimensions_of, noises_of, runs_procedures, supposes
from verify.engines.search.judging import is_false, is_inside
from verify.engines.search.tally import Tally
from verify.engines.task import Task
from verify.engines.thresholds import Threshold, settle
from verify.engines.truth import Truth
from verify.quantities import enclosures
from verify.values.numbers import NoValue

SUPPOSED = 24
"""The part of the budget, one in so many, that hypotheses may cost at one instance where they say that laws or events exist."""


def drawer_of_unusual(task: Task, rng: random.Random, k: int) -> Drawer:
    """A drawer of such members; numbers are less extreme where a quantity costs more for them."""
    drawer = Drawer(rng, 1 + k % 2)
    dear = k % 4 == 3 or runs_procedures(task) or dear_parts((*task.given, task.states)) > 0
    drawer.unusual = unusual.FEW_DIGITS if dear else unusual.DIGITS[-1]
    drawer.dimensions, drawer.noises, drawer.forgets = dimensions_of(task), noises_of((*task.given, task.states)), bounds_maps(task) and k % 4 == 3
    drawer.echo, drawer.density_share, drawer.distinct = k % 2 == 0, 0.0, k % 3 == 0
    return drawer


def from_hint(task: Task, given: Any, layout: Plan) -> ev.Env | None:
    """A hinted instance; it must lie in the declared sets like any other. None where it gives no name of the statement a value: it is meant for other readings."""
    values = {(str(k.args[0]) if isinstance(k, Node) else str(k)): v for k, v in given.items()}
    if task.forall and not values.keys() & {name for pattern, _ in task.forall for name in pattern_names(pattern)}:
        return None
    env: ev.Env = {}
    drawer = Drawer(random.Random(task.stream("hint")), 2)
    c = ev.Context(64)
    try:
        for pattern, where in task.forall:
            if isinstance(pattern, Node) and str(pattern.args[0]) in values:
                given_node = as_node(values[str(pattern.args[0])])
                env[str(pattern.args[0])] = deferred(given_node) if is_law(given_node) else ev.value(given_node, {}, c)
            elif isinstance(pattern, Node) and str(pattern.args[0]) in layout.calibrated:
                continue
            elif not isinstance(pattern, Node) and values.keys() >= set(pattern_names(pattern)):
                env |= {name: ev.value(as_node(values[name]), {}, c) for name in pattern_names(pattern)}
            else:
                env = binders.bind(pattern, drawer.member(where, env, name_of(pattern)), env)
        env = layout.solve(env, drawer.rng, exact=True, floors={name: env[name] for name in layout.calibrated if name in env})
        return env if is_inside(task, env) else None
    except (CannotDraw, NoValue, ev.NoRoute, ArithmeticError, ValueError, TypeError, KeyError):
        return None


def draw_instance(task: Task, layout: Plan, drawer: Drawer, tally: Tally, tight: list[tuple[Threshold, Node]] | None = None) -> ev.Env | None:
    """An instance that obeys the hypotheses without levels; ``tight``: numbers that mostly take a value at which sides of a hypothesis are equal."""
    tally.drawn += 1
    drawer.ratios = allowed_ratios(task.given)
    try:
        drawn = env = drawer.members(tuple((pattern, where) for pattern, where in task.forall if not (isinstance(pattern, Node) and str(pattern.args[0]) in layout.calibrated)))
        if recurrences.rules(task.given):
            drawn = env = recurrences.solved(task.given, {str(pattern.args[0]): where for pattern, where in task.forall if isinstance(pattern, Node)}, env, drawer)
        env = totals.met(task.given, task.forall, met(task.given, task.forall, env, drawer), drawer)
        for name in dict.fromkeys(threshold.name for threshold, _ in tight or ()):
            if drawer.rng.random() < 0.7:
                value = settle(*drawer.rng.choice([entry for entry in tight or () if entry[0].name == name]), env, drawer.rng)
                env = env if value is None else {**env, name: value}
        with enclosures.allowance(task.effort.work // SUPPOSED if supposes(task.given) else math.inf):
            admitted = obeys(task, layout, env) if env is drawn else layout.admits(task.given, env)
        if not admitted:
            tally.rejected["a hypothesis fails"] += 1
            return None
        return layout.solve(_on_premise(task, env, drawer), drawer.rng)
    except (CannotDraw, NoValue, ev.NoRoute) as reason:
        tally.rejected[str(reason)] += 1
        return None


def obeys(task: Task, layout: Plan, env: ev.Env) -> bool:
    """Whether an instance that was drawn obeys the hypotheses without levels: other statements with these hypotheses draw it too. What the allowance did not
    suffice for is not kept, since theirs may."""
    early = tuple(task.given[k] for k in sorted(layout.early))

    def find() -> tuple[bool, ev.Env]:
        for hypothesis in early:
            answer, _, why = ev.holds(hypothesis, env)
            if why == ev.OVERSPENT:
                raise enclosures.OutOfWork
            if answer is not Truth.TRUE:
                return False, env
        return True, env

    try:
        found: bool = _OBEYED.found((early, id(env)), find)[0]
    except enclosures.OutOfWork:
        return False
    return found


_OBEYED = enclosures.Memo()
"""Whether hypotheses hold at instances, which are kept alive with the keys."""


def _on_premise(task: Task, env: ev.Env, drawer: Drawer) -> ev.Env:
    """Most instances meet an equation of densities that the goal assumes, where one number can be put so."""
    for equation, name, where in premises(task):
        if drawer.rng.random() < 0.7:
            value = half_lines.solved(equation, name, env, drawer.c)
            if value is not None and contains(where, value, env, drawer.c) is Truth.TRUE:
                return {**env, name: value}
    return env


def at_threshold(env: ev.Env | None, marks: list[tuple[Threshold, Node]], layout: Plan, rng: random.Random) -> ev.Env | None:
    """Most instances have a threshold where its event just happens; levels follow."""
    if env is None or not marks or rng.random() < 0.35:
        return env
    threshold, where = rng.choice(marks)
    value = settle(threshold, where, env, rng)
    if value is None:
        return env
    try:
        if threshold.level:
            return layout.solve(env, rng, floors={threshold.name: value})
        return layout.solve({**env, threshold.name: value}, rng)
    except (CannotDraw, NoValue, ev.NoRoute):
        return env


def fails_at(task: Task, given: Mapping[Any, Any], layout: Plan) -> bool:
    """Whether the statement is false at a hinted instance; names that it does not give are drawn."""
    env = from_hint(task, given, layout)
    return env is not None and is_false(task, env)
