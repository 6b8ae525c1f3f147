"""A false instance as a finding: made small, with both sides and all that a certificate stores."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, from_json, pattern_names, to_json, walk
from verify.engines import evaluate as ev
from verify.engines import margins
from verify.engines.conjuncts import parts
from verify.engines.inner import named_apart, reached, stored
from verify.engines.search.features import candidates_of
from verify.engines.search.judging import OVERRUN, admissible, fails_there, is_false
from verify.engines.search.tally import Tally
from verify.engines.shrink import shrink
from verify.engines.task import Finding, Status, Task, in_words
from verify.engines.telling import telling
from verify.engines.truth import Truth
from verify.quantities import enclosures
from verify.values import elementary, numbers
from verify.values.decimals import apart, written
from verify.values.decimals import fifteen as decimal
from verify.values.formulas import formula
from verify.values.numbers import NoValue
from verify.values.structures import Deferred

ENGINE = "search"


def instance(task: Task, env: ev.Env) -> dict[str, Node]:
    """Closed formulas of the names of the task."""
    return {name: formula(env[name]) for pattern, _ in task.forall for name in pattern_names(pattern)}


def witness(task: Task, env: ev.Env, tally: Tally | None = None, shrinking: bool = True, inner: Callable[[Node, ev.Env], list[Any]] | None = None,
            inside: Mapping[str, Any] | None = None) -> Finding:
    """The finding for a false instance, shrunk to small numbers and few points; ``inner`` gives the members of infinite sets inside the statement, of which ``inside`` are known to decide."""
    if shrinking:
        env = shrink(task, env, lambda candidate: is_false(task, candidate))
    candidates = inner or candidates_of(task)
    goal, binders = named_apart(task.states)
    answer, found, _ = ev.holds(goal, env, candidates)
    if answer is not Truth.FALSE:  # the members that are tried are drawn by name
        goal = task.states
        answer, found, _ = ev.holds(goal, env, candidates)
    assert answer is Truth.FALSE
    there: dict[str, Any] = {}
    failing = failing_sides(goal, env, candidates, there)
    needed = reached(goal, env)
    within = stored(task.variant, binders, {name: value for name, value in (there | found | dict(inside or {})).items() if name in needed}, _supposed(task, env, inside or {}))
    values: dict[str, str] = {}
    summary = "false"
    if failing is not None:
        left, relation, right = failing
        values = {"measured": decimal(left), "relation": relation, "claimed": decimal(right), "margin": decimal(gap_between(left, right))}
        measured, claimed = apart(values["measured"], values["claimed"])
        summary = in_words(measured, relation, claimed, _denied(task.states))
    elif (told := telling(goal, env, candidates)) is not None:  # no comparison fails by itself: numbers for the reader, none for the evidence
        summary = told.words
    exact = instance(task, env)
    place = ", ".join(f"{name} = {written(str(node.args[0]))}" for name, node in exact.items() if node.head == "num")
    if place:
        summary += f" at {place}"
    evidence: dict[str, Any] = {"instance": {name: to_json(node) for name, node in exact.items()}, "values": values}
    if within is not None:
        evidence["inner"] = within
    return Finding(ENGINE, Status.REFUTED, summary, "witness", evidence, {"drawn": tally.drawn if tally else 0}, seen=({**env, **(inside or {})},))


def _supposed(task: Task, env: ev.Env, inside: Mapping[str, Any]) -> dict[str, Any]:
    """The laws that hypotheses say to exist, and what else of that was found together with the instance: another evaluator need not look for them."""
    found: dict[str, Any] = {}
    for hypothesis in task.given:
        over = [entry for n in walk(hypothesis) if n.head == "exists" for entry in n.args[0]]  # type: ignore[union-attr]
        names = {name for entry in over if entry[1].head == "laws" for name in pattern_names(entry[0])}  # type: ignore[index, union-attr]
        if names - inside.keys():
            found |= {name: value for name, value in ev.holds(hypothesis, env)[1].items() if name in names}
        found |= {name: inside[name] for entry in over for name in pattern_names(entry[0]) if name in inside}  # type: ignore[index]
    return found


def _denied(goal: Node) -> bool:
    """Whether the comparison that decides stands behind a ``not``."""
    while goal.head in ("implies", "forall"):
        goal = ev.argument(goal, 1)
    return goal.head == "not"


def failing_sides(goal: Node, env: ev.Env, inner: Callable[[Node, ev.Env], list[Any]] | None = None, there: dict[str, Any] | None = None) -> tuple[Any, str, Any] | None:
    """Sides of the comparison that fails, with 15 digits where more precision brings them; ``there`` is told at which members of infinite sets. None where they are no numbers."""
    failing = None
    start = enclosures.spent()
    steps = [ev.PRECISIONS[0], 160, 256]
    while steps:
        c = ev.Context(steps.pop(0), inner)
        found = margins.first_failing(goal, env, c)
        if found is not None:
            failing = found
            if there is not None:
                there.update(c.inner)
        if failing is not None and (enclosures.spent() - start > FOR_DIGITS or all(_sharp(side) for side in (failing[0], failing[2]))):
            break
        if failing is None and not steps and c.prec == 256 and goal.head != "exists" and enclosures.spent() - start <= FOR_DIGITS:
            steps = list(CLOSER)
    return failing if failing is None or all(isinstance(side, NUMBERS) for side in (failing[0], failing[2])) else None


NUMBERS = (str, float, fmpq, numbers.Surd, numbers.LogSum, numbers.Enclosure)


FOR_DIGITS = 2_000
"""Units of work after which sides that are known to differ are not evaluated with more digits."""

CLOSER = (ev.PRECISIONS[-1], 1024, 2048)
"""Bits at which a comparison that fewer do not decide is looked at: digits cancel next to 1."""


def _sharp(value: Any) -> bool:
    """Whether 15 digits of a value are known, or it is known only as a bracket, which more precision would not close."""
    if not isinstance(value, numbers.Enclosure):
        return True
    if isinstance(value.lo, float) or isinstance(value.hi, float):
        return False
    middle = abs(numbers.to_float(value))
    return not 1e-16 * middle < value.width < 1e-9


def gap_between(left: Any, right: Any) -> Any:
    if not (isinstance(left, ev.numbers_kinds) and isinstance(right, ev.numbers_kinds)):
        return math.inf
    try:
        return elementary.absolute(numbers.sub(left, right))
    except NoValue:
        return math.inf


def noticed(task: Task, seen: Sequence[ev.Env], known: dict[int, ev.Known] | None = None, allowed: Callable[[ev.Env], bool] | None = None) -> bool:
    """Whether the statement is false at one of the instances of another search; ``known`` keeps values there for other statements about them.

    ``allowed`` says whether an instance lies in the declared sets and obeys the hypotheses, and is asked only where the statement is false; without it all of them do.
    """
    apart = parts(task)
    with enclosures.allowance(task.effort.work + 2 * OVERRUN):
        return any((fails_there(task, env, known) and (allowed is None or allowed(env))) or any(_fails_apart(part, env, known) for part in apart) for env in seen)


def _fails_apart(part: Task, env: ev.Env, known: dict[int, ev.Known] | None) -> bool:
    """Whether a part of a statement is false at an instance that has all its names."""
    names = {name for pattern, _ in part.forall for name in pattern_names(pattern)}
    return names <= env.keys() and fails_there(part, env, known) and admissible(part, env)


def at(task: Task, suggestion: Mapping[str, Any], shrinking: bool = True) -> Finding | None:
    """The finding at a suggested instance (closed formulas or fractions by name), or None when it does not refute."""
    env = environment(task, suggestion)
    return witness(task, env, shrinking=shrinking) if env is not None and is_false(task, env) else None


def left_open(task: Task, suggestion: Mapping[str, Any]) -> bool:
    """Whether a suggested instance fulfils the hypotheses and it cannot be decided whether the statement holds there."""
    env = environment(task, suggestion)
    if env is None or not admissible(task, env):
        return False
    try:
        return ev.holds(task.states, env, candidates_of(task))[0] is Truth.UNDECIDED
    except (ArithmeticError, ValueError, TypeError, KeyError):
        return False


def environment(task: Task, suggestion: Mapping[str, Any]) -> ev.Env | None:
    """The values of a suggested instance (closed formulas or fractions by name); None where it is not complete or has none."""
    env: ev.Env = {}
    try:
        for pattern, where in task.forall:
            for name in pattern_names(pattern):
                if name in suggestion:
                    node = from_json(suggestion[name])
                    env[name] = ev.value(node, {}, ev.Context(64)) if not is_law(node) else deferred(node)
                elif where.head == "equals":
                    env[name] = ev.value(ev.argument(where, 0), env, ev.Context(96))
                else:
                    return None
    except (NoValue, ev.NoRoute, ArithmeticError, ValueError, TypeError, KeyError):
        return None
    return env


def is_law(node: Node) -> bool:
    return node.head in ("law", "power_law", "geometric_law", "sparse_law", "poisson_law", "translate", "mixture", "product") or (node.head == "normal_vector" and node.args[0].head != "point")  # type: ignore[union-attr]


def deferred(node: Node) -> Any:
    return Deferred(node)
