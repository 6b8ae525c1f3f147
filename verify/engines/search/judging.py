"""Whether an instance is admitted, and whether the statement holds there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from verify.claims.nodes import Node, pattern_names
from verify.engines import evaluate as ev
from verify.engines import margins
from verify.engines.draw import Candidates
from verify.engines.membership import contains
from verify.engines.search.features import candidates_of
from verify.engines.task import Task
from verify.engines.truth import Truth
from verify.quantities import enclosures
from verify.values import numbers
from verify.values.numbers import NoValue

CONTACT = 1e-12

MOST_WORK, OVERRUN = 15_000, 15_000
"""Units of work on one instance, and of a whole search beyond its budget: an evaluation under way is stopped there."""


def is_inside(task: Task, env: ev.Env) -> bool:
    """Whether every name lies in its declared set."""
    c = ev.Context(128)
    seen: ev.Env = {}
    for pattern, where in task.forall:
        names = pattern_names(pattern)
        member: Any = env[names[0]] if isinstance(pattern, Node) else tuple(env[n] for n in names)
        try:
            if contains(where, member, seen, c) is not Truth.TRUE:
                return False
        except (NoValue, ev.NoRoute):
            return False
        seen.update({n: env[n] for n in names})
    return True


def touches(goal: Node, env: ev.Env) -> bool:
    """Whether both sides of a comparison are the same number but for 1e-12, which a relative gap of two tiny numbers does not show."""
    if goal.head != "compare" or goal.args[1] == "rounds to":
        return False
    try:
        left, right = ev.sides(goal, env, ev.Context(160))
        return bool(abs(numbers.to_float(left) - numbers.to_float(right)) < CONTACT)
    except (NoValue, ev.NoRoute, TypeError):
        return False


def judge_instance(goal: Node, env: ev.Env, inner: Candidates) -> tuple[Truth, float, bool, str]:
    """Truth and margin of the goal. Where it compares a choice between two numbers with something, the margin also says how far the choice is from the other."""
    side = next((k for k in (0, 2) if goal.head == "compare" and isinstance(goal.args[k], Node) and goal.args[k].head == "if"), None)  # type: ignore[union-attr]
    if side is None:
        return margins.judge(goal, env, inner)
    choice = ev.argument(goal, side)
    answer, distance, _, why = margins.judge(ev.argument(choice, 0), env, inner)
    if answer is Truth.NO_VALUE:
        return answer, 1.0, False, why
    outcomes = []
    for branch in {Truth.TRUE: (1,), Truth.FALSE: (2,)}.get(answer, (1, 2)):
        resolved = Node("compare", *(choice.args[branch] if k == side else goal.args[k] for k in range(3)))
        outcomes.append(margins.judge(resolved, env, inner))
    if len(outcomes) == 2:
        first, second = outcomes
        same = first[0] is second[0]
        return (first[0] if same else Truth.UNDECIDED), min(first[1], second[1]), False, why
    found, slack, trivial, reason = outcomes[0]
    if found is Truth.TRUE and slack >= 1:
        return found, 1 + min(abs(distance), 1.0) / 2, trivial, reason
    return found, slack, trivial, reason


def is_false(task: Task, env: ev.Env) -> bool:
    with enclosures.allowance(MOST_WORK + OVERRUN):
        return admissible(task, env) and fails_there(task, env)


def admissible(task: Task, env: ev.Env, inner: Callable[[Node, ev.Env], list[Any]] | None = None) -> bool:
    """Whether an instance lies in the declared sets and obeys the hypotheses; ``inner`` gives members of infinite sets inside these."""
    try:
        return is_inside(task, env) and all(ev.holds(h, env, inner)[0] is Truth.TRUE for h in task.given)
    except (ArithmeticError, ValueError, TypeError, KeyError):
        return False


def fails_there(task: Task, env: ev.Env, known: dict[int, ev.Known] | None = None) -> bool:
    try:
        return ev.holds(task.states, env, candidates_of(task), known=known)[0] is Truth.FALSE
    except (ArithmeticError, ValueError, TypeError, KeyError):
        return False
