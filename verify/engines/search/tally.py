"""What a search has seen: instances by what they said, kept once each."""

from __future__ import annotations

import math
import random
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flint import fmpq

from verify.engines import evaluate as ev
from verify.engines.calibrate import Plan
from verify.engines.search.features import LEVEL, candidates_of, endless
from verify.engines.search.judging import CONTACT, MOST_WORK, admissible, is_inside, judge_instance, touches
from verify.engines.task import Task
from verify.engines.truth import Truth
from verify.quantities import enclosures
from verify.values.formulas import formula

HOPELESS = 2
"""Instances that overspend their allowance after which a search gives up if none was decided."""

UNANSWERED = 12
"""Instances after which a search gives up if none of them was decided."""

KEPT = 24
"""How many of the instances closest to failing are kept for planted errors."""

SPENT = "the work limit was reached"

IDLE = 2.0
"""Margin of an instance that says nothing: not admitted, or 0 <= 0."""

FEW_DECIDED = 5
"""Instances of a part of a statement below which the whole is not supported."""


@dataclass
class Tally:
    """What a search has seen."""
    drawn: int = 0
    admitted: int = 0
    true: int = 0
    contact: int = 0
    valueless: int = 0
    undecided: int = 0
    trivial: int = 0
    best: float = math.inf
    best_at: ev.Env | None = None
    guarded: bool = False
    places: list[ev.Env] = field(default_factory=list)
    """Instances at which the statement has no value."""
    edges: Tally | None = None
    """What was seen at the edges of the formula, once they were looked at."""
    far: Tally | None = None
    """What was seen far out and in narrow places, once it was looked there."""
    atoms: Tally | None = None
    """What was seen of laws with atoms beside a density, or infinitely many, once they were looked at."""
    rare: Tally | None = None
    """What was seen at instances with unusual members: they count as decided, but say nothing of planted errors, of which a tiny number shows more than the statement does."""
    repeated: int = 0
    """Draws that gave an instance of numbers once more."""
    overspent: int = 0
    """Instances whose evaluation was stopped by the allowance of work."""
    density_share: float = 0.05
    """How often a law on the line is drawn with a density; none where the statement is not decided for such laws."""
    heavy: int = 0
    """Admitted instances that have power tails."""
    small: str = ""
    """What was gone through on the small alphabet."""
    last: float = IDLE
    """Margin of the instance looked at last."""
    pool: list[tuple[float, ev.Env]] = field(default_factory=list)
    """Instances that were drawn, with their margins: where to climb from."""
    decided: list[tuple[float, ev.Env]] = field(default_factory=list)
    """Instances at which the statement holds, or holds to 1e-12, with their margins."""
    level: list[ev.Env] = field(default_factory=list)
    """Those of them at which both sides are the same 0 or infinity: they say nothing of a factor."""
    open: list[ev.Env] = field(default_factory=list)
    """Instances with values at which the last precision leaves it open."""
    numeric: dict[tuple[Any, ...], float] = field(default_factory=dict)
    """Instances of numbers alone that were looked at, with their margins: sets with few members give the same ones again and again."""
    smooth: list[bool] = field(default_factory=list)
    """Of each instance with a law that has a density: whether it was left open."""
    usual: int | None = None
    """How many were decided before a search went on for want of them: planted errors are looked for at these."""
    turns: int = 0
    """Draws that were made or tried, of those that the budget allows."""
    keys: list[Any] = field(default_factory=list)
    """Those that were decided, as keys; the last ones perhaps not yet."""
    scores: dict[Any, tuple[float, ...] | None] = field(default_factory=dict)
    """Instances far out with how close they are to failing."""
    rng: random.Random | None = None
    """Where the draws come from; a later hunt goes on there."""
    corners: set[str] = field(default_factory=set)
    reasons: Counter[str] = field(default_factory=Counter)
    rejected: Counter[str] = field(default_factory=Counter)

    @property
    def hopeless(self) -> bool:
        """Whether instances cost more than their allowance and none was decided: others would cost as much."""
        return self.overspent >= HOPELESS and not self.decided


def key_of(env: ev.Env) -> Any:
    """An instance as a key: equal ones have equal keys."""
    if all(type(value) is fmpq for value in env.values()):
        return tuple((int(env[name].p), int(env[name].q)) for name in sorted(env))
    try:
        return tuple(formula(env[name]) for name in sorted(env))
    except (TypeError, ValueError):
        return tuple(id(env[name]) for name in sorted(env))


def distinct_count(tally: Tally) -> int:
    """How many different instances were decided, also those that were counted apart."""
    return len(keys_of(tally))


def keys_of(tally: Tally) -> set[Any]:
    """The instances that were decided, as keys, each found once."""
    for part in (tally, *_apart_from(tally)):
        part.keys += [key_of(env) for _, env in part.decided[len(part.keys):]]
    return {key for part in (tally, *_apart_from(tally)) for key in part.keys}


def _apart_from(tally: Tally) -> list[Tally]:
    """What was counted apart."""
    return [part for part in (tally.edges, tally.far, tally.rare) if part is not None]


def is_thin(task: Task, tally: Tally) -> bool:
    """Whether hardly any of infinitely many instances were decided."""
    return endless(task) and distinct_count(tally) < task.effort.enough


def too_few_decided(part: Task, tally: Tally) -> bool:
    """Whether hardly any instances of a part were decided, or fewer than were left open."""
    decided = tally.true + tally.contact
    return decided < (FEW_DECIDED if part.forall else 1) or decided < tally.undecided


def is_exhausted(task: Task, start: int, clock: float, tally: Tally) -> bool:
    """Whether the work budget is spent (counted, so that a run can be repeated), the guard of processor time has struck, or no instance at all could be decided."""
    if enclosures.spent() - start > task.effort.work:
        tally.reasons[SPENT] += 1
        return True
    if time.thread_time() - clock > task.effort.guard_seconds:
        tally.guarded = True
        return True
    return tally.hopeless or (tally.admitted >= UNANSWERED and tally.undecided == tally.admitted)


def look_at(task: Task, env: ev.Env, tally: Tally, layout: Plan | None = None, tested: frozenset[int] = frozenset()) -> bool:
    """Evaluate the statement at an instance; True if it is false there. Hypotheses that hold by construction or were tested before are left out at first."""
    numeric = tuple(env[name] for name in sorted(env)) if all(type(value) is fmpq for value in env.values()) else None
    if numeric in tally.numeric:  # a false one would have ended the search
        tally.last = tally.numeric[numeric]
        tally.repeated += 1
        return False
    tally.last = IDLE
    try:
        with enclosures.allowance(MOST_WORK):
            return _looked(task, env, tally, tested if layout is None else layout.solved | tested)
    except enclosures.OutOfWork:
        tally.reasons[ev.OVERSPENT] += 1
        tally.overspent += 1
        return False
    finally:
        if numeric is not None:
            tally.numeric[numeric] = tally.last


def _looked(task: Task, env: ev.Env, tally: Tally, known: frozenset[int]) -> bool:
    for k, hypothesis in enumerate(task.given):
        if k in known:
            continue
        answer, _, why = ev.holds(hypothesis, env)
        if answer is not Truth.TRUE:
            tally.rejected[why or "a hypothesis fails"] += 1
            return False
    tally.admitted += 1
    answer, slack, trivial, why = judge_instance(task.states, env, candidates_of(task))
    decided = answer is Truth.TRUE
    if answer is Truth.FALSE:
        if is_inside(task, env) and all(ev.holds(task.given[k], env)[0] is Truth.TRUE for k in known):
            return True
        tally.rejected["outside the declared sets"] += 1
        return False
    if answer is Truth.TRUE:
        tally.true += 1
        tally.trivial += trivial
    elif answer is Truth.NO_VALUE:
        tally.valueless += 1
        tally.places.append(env)
        tally.reasons[why or "no value"] += 1
        return False
    elif why == ev.AT_CONTACT and (abs(slack) < CONTACT or touches(task.states, env)):
        tally.contact, decided = tally.contact + 1, True
        slack = min(max(slack, -CONTACT / 2), CONTACT / 2)
    else:
        tally.undecided += 1
        tally.overspent += why == ev.OVERSPENT
        tally.reasons[why] += 1
    if slack < tally.best and (decided or why != ev.AT_CONTACT):
        tally.best, tally.best_at = slack, env
    tally.last = IDLE if trivial else slack
    if decided:
        tally.decided.append((tally.last, env))
        if trivial and slack == 0:
            tally.level.append(env)
    elif why == ev.AT_CONTACT:
        tally.open.append(env)
    return False


def closest_of(tally: Tally) -> tuple[ev.Env, ...]:
    """The instances closest to failing; those where both sides are equal to 1e-12 are all as close, the earliest first. Those that are left open come last.

    A few at which both sides are 0 have a place behind the others: an added constant shows there.
    """
    near = sorted(tally.decided[: tally.usual], key=lambda entry: 0.0 if abs(entry[0]) < CONTACT else entry[0])
    first = [env for margin, env in near if margin != IDLE][: KEPT - min(len(tally.level), LEVEL)]
    return (*first, *tally.level[:LEVEL], *(env for margin, env in near if margin == IDLE), *tally.open)[:KEPT]


def admitted(task: Task, seen: Sequence[Mapping[str, Any]]) -> list[ev.Env]:
    """The instances that lie in the declared sets and obey the hypotheses."""
    return [dict(env) for env in seen if admissible(task, dict(env))]
