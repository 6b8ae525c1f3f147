"""Counterexamples: draw exact instances, climb towards failure, certify, shrink. Returns REFUTED, SUPPORTED or UNDECIDED; never PROVED."""

from __future__ import annotations

import math
import random
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import zip_longest
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, free_names, from_json, heads, literal, pattern_names, to_json, walk
from verify.claims.nodes import term as as_node
from verify.claims.sets import stated
from verify.engines import evaluate as ev
from verify.engines import half_lines, reach, unusual
from verify.engines.ascent import descend
from verify.engines.calibrate import Plan, plan
from verify.engines.conjuncts import Met, parts
from verify.engines.draw import Candidates, Drawer, name_of
from verify.engines.edges import edges
from verify.engines.equations import equations, premises
from verify.engines.exhaustive import NotSmall, instances
from verify.engines.handy import CannotDraw
from verify.engines.inner import named_apart, reached, stored
from verify.engines.joint import Beside, members, together
from verify.engines.membership import contains
from verify.engines.plainer import nudge
from verify.engines.shrink import shrink
from verify.engines.task import Finding, Status, Task, in_words
from verify.engines.telling import telling
from verify.engines.thresholds import Threshold, settle, thresholds
from verify.engines.truth import Truth
from verify.quantities import enclosures
from verify.values import numbers
from verify.values.decimals import apart, short, written
from verify.values.decimals import fifteen as decimal
from verify.values.formulas import formula
from verify.values.numbers import NoValue
from verify.values.primitives import PRIMITIVES
from verify.values.structures import Deferred, Family

ENGINE = "search"
CONTACT = 1e-12
GLANCE = 24
"""How many instances are looked at before any prover."""
MOST_WORK, OVERRUN = 15_000, 15_000
"""Units of work on one instance, and of a whole search beyond its budget: an evaluation under way is stopped there."""
SUPPOSED = 24
"""The part of the budget, one in so many, that hypotheses may cost at one instance where they say that laws or events exist."""
HOPELESS = 2
"""Instances that overspend their allowance after which a search gives up if none was decided."""
ATTEMPTS = 3
"""How many instances are drawn for each that the budget allows to be admitted: one that a hypothesis rules out costs little."""
UNANSWERED = 12
"""Instances after which a search gives up if none of them was decided."""
SMALL = 4
"""How many instances have the least integers; as many after them come close."""
KEPT = 24
"""How many of the instances closest to failing are kept for planted errors."""
LEVEL = 4
"""How many of them may be such that both sides are the same 0 or infinity."""
WORK_FOR_DENSITIES = 100_000
"""Budget from which on procedures are run on laws with densities."""
SPENT = "the work limit was reached"
UNBOUNDED = "no finite level satisfies the hypothesis"
"""Why an instance is ruled out whose divergences are infinite."""
IDLE = 2.0
"""Margin of an instance that says nothing: not admitted, or 0 <= 0."""
EDGES = 24
"""How many instances at edges of a formula are looked at."""
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
FEW_DECIDED = 5
"""Instances of a part of a statement below which the whole is not supported."""
UNUSUAL = frozenset({"interval", "laws", "kernels", "frameworks", "functions", "iterations"})
"""Sets with members that usual draws hardly meet."""
MOST_LEVEL, SLIGHT = 20, 2.0**-11
"""Epsilons up to which ratios of likelihoods are drawn near those that they allow, and how near."""
PRESETS = (fmpq(1), fmpq(2), fmpq(1, 2), fmpq(0))


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


def instance(task: Task, env: ev.Env) -> dict[str, Node]:
    """Closed formulas of the names of the task."""
    return {name: formula(env[name]) for pattern, _ in task.forall for name in pattern_names(pattern)}


def decide(task: Task, hints: bool = True, before: Tally | None = None, further: bool = True) -> Finding:
    """Search for an exact instance at which the statement is false, or for one that exists as the statement says.

    ``before``: what a glance saw; the search goes on from there. ``further``: whether it goes on far out, and among more draws, where the usual ones show nothing.
    """
    if not task.forall and task.states.head == "exists":
        return _existence(task, hints)
    wider = together(task) if task.effort.climbs and further else []  # after a proof a few instances are enough
    kept = task.effort.work // TOGETHER if wider else 0
    usual, start = replace(task, effort=replace(task.effort, work=task.effort.work - kept)), enclosures.spent()
    outcome, tally = hunt(usual, hints=hints, earlier=before)
    if outcome is None and wider:
        found = _together(task, wider, max(kept, task.effort.work - (enclosures.spent() - start)), hints, tally)
        if found is not None:
            return found
    if outcome is None and further:
        outcome = _beyond(task, tally)
    if outcome is not None:
        return witness(task, outcome, tally)
    finding = _no_counterexample(task, tally)
    if finding.status is Status.UNDECIDED and not tally.true + tally.contact and not tally.guarded:
        return _apart(task, hints) or finding
    return finding


def _together(task: Task, wider: list[Task], budget: int, hints: bool, tally: Tally) -> Finding | None:
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
                finding = _of_the_whole(task, part, outcome, tally)
        except enclosures.OutOfWork:
            continue
        if finding is not None:
            return finding
    return None


def _of_the_whole(task: Task, part: Task, env: ev.Env, tally: Tally) -> Finding | None:
    """The refutation of a statement by a false instance of one with more names; None where the whole is not seen to be false there."""
    env = shrink(part, env, lambda candidate: _false(part, candidate))
    inside = members(task, env)
    outside = {name: value for name, value in env.items() if name not in inside}
    if _false(task, outside):  # members that are drawn show it too
        return witness(task, outside, tally)
    beside = Beside(part, env, candidates_of(part))
    if not admissible(task, outside, beside) or ev.holds(named_apart(task.states)[0], outside, beside)[0] is not Truth.FALSE:
        return None
    return witness(task, outside, tally, shrinking=False, inner=beside, inside=inside)


def _apart(task: Task, hints: bool) -> Finding | None:
    """The same by the parts of a statement of which no instance was decided as a whole; None where that is no help."""
    found: list[tuple[Task, Tally]] = []
    half = replace(task.effort, work=task.effort.work // 2)  # what the parts have in common is found once
    for k, part in enumerate(replace(part, effort=half) for part in parts(task)):
        with enclosures.allowance(task.effort.work + OVERRUN):
            outcome, tally = hunt(part, hints=hints, stream=f"part {k}")
        outcome = outcome or _beyond(part, tally)
        with enclosures.allowance(task.effort.work + OVERRUN):
            if outcome is not None:
                outcome = shrink(part, outcome, lambda candidate, part=part: _false(part, candidate))  # type: ignore[misc]
                met = Met(part, outcome)
                if ev.holds(task.states, outcome, met)[0] is Truth.FALSE and admissible(task, outcome):
                    return witness(task, outcome, tally, shrinking=False, inner=met)
        found.append((part, tally))
    if not found or any(tally.guarded or _too_few(part, tally) for part, tally in found):
        return None
    each = [_no_counterexample(part, tally) for part, tally in found]
    coverage: dict[str, Any] = {
        "reached": "; ".join(f"part {k}: {finding.coverage['reached']}" for k, finding in enumerate(each, 1)) if len(each) > 1 else each[0].coverage["reached"],
        "corners": {key: list(dict.fromkeys(corner for finding in each for corner in finding.coverage["corners"][key])) for key in ("reached", "missed")},
        "admitted": sum(tally.admitted for _, tally in found), "drawn": sum(tally.drawn for _, tally in found),
        **({"closest": min(closest)} if (closest := [finding.coverage["closest"] for finding in each if "closest" in finding.coverage]) else {}),
    }
    near = [_closest(tally) for _, tally in found]
    coverage["decided"] = least = min((_distinct(tally) for part, tally in found if endless(part)), default=len(found))
    seen = [env for row in zip_longest(*near) for env in row if env is not None][:KEPT]
    words = "no counterexample among " + " and ".join(f"{tally.true + tally.contact}" for _, tally in found) + " exact instances" + (" of its parts" if len(each) > 1 else "")
    undecided = sum(tally.undecided for _, tally in found)
    if task.effort.climbs and least < task.effort.enough and any(endless(part) for part, _ in found):
        return Finding(ENGINE, Status.UNDECIDED, f"{_too_little(least)} of a part" + _inconclusive(undecided), coverage=coverage, seen=tuple(seen))
    return Finding(ENGINE, Status.SUPPORTED, words + _inconclusive(undecided), coverage=coverage, seen=tuple(seen))


def _beyond(task: Task, tally: Tally) -> ev.Env | None:
    """A false instance far out or in a narrow place, or among more draws where hardly any instance was decided; None where there is none. After a proof it is not looked for."""
    idle = not tally.decided and (tally.reasons[ev.OVERSPENT] or tally.reasons[SPENT] or tally.admitted >= UNANSWERED)
    if not task.effort.climbs or not task.forall or tally.guarded or tally.hopeless or idle:
        return None
    clock = time.thread_time()
    for budgets in (1, LONGER // 3, LONGER):
        found = _far_out(task, tally, budgets * task.effort.work // FAR, clock)
        if found is not None or not _thin(task, tally):
            return found
    return _go_on(task, tally, clock)


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
        found = None if outcome is None else _of_the_whole(task, part, outcome, tally)
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
    dear, orders = _dear((*task.given, task.states)), _orders_of(task.variant.formula, powers=False) & {name for pattern, _ in task.forall for name in pattern_names(pattern)}

    def look(env: ev.Env) -> tuple[bool, tuple[float, ...]] | None:
        key = _key(env)
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


@lru_cache(maxsize=4)
def _dear(parts: tuple[Node, ...]) -> int:
    """How many special functions of several arguments stand in a statement: their values at large numbers cost more."""
    return sum(n.head in PRIMITIVES and PRIMITIVES[n.head].arity > 1 and n.head != "binomial" for part in parts for n in walk(part))


def _scored(task: Task, env: ev.Env, apart: Tally, known: frozenset[int]) -> tuple[bool, tuple[float, ...]] | None:
    """Whether the statement is false at an instance, and how close it is to that by several measures; None where it is ruled out or not decided."""
    if not all(ev.holds(hypothesis, env)[0] is Truth.TRUE for k, hypothesis in enumerate(task.given) if k not in known):
        return None
    apart.admitted += 1
    answer, measures = _measured(task, env)
    if answer is Truth.FALSE:
        if _inside(task, env) and all(ev.holds(task.given[k], env)[0] is Truth.TRUE for k in known):
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
        answer, slack, _, _ = _judge(goal, env, candidates_of(task))
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


def _key(env: ev.Env) -> Any:
    """An instance as a key: equal ones have equal keys."""
    if all(type(value) is fmpq for value in env.values()):
        return tuple((int(env[name].p), int(env[name].q)) for name in sorted(env))
    try:
        return tuple(formula(env[name]) for name in sorted(env))
    except (TypeError, ValueError):
        return tuple(id(env[name]) for name in sorted(env))


def _distinct(tally: Tally) -> int:
    """How many different instances were decided, also those that were counted apart."""
    return len(_keys(tally))


def _keys(tally: Tally) -> set[Any]:
    """The instances that were decided, as keys, each found once."""
    for part in (tally, *_apart_from(tally)):
        part.keys += [_key(env) for _, env in part.decided[len(part.keys):]]
    return {key for part in (tally, *_apart_from(tally)) for key in part.keys}


def _apart_from(tally: Tally) -> list[Tally]:
    """What was counted apart."""
    return [part for part in (tally.edges, tally.far, tally.rare) if part is not None]


def endless(task: Task) -> bool:
    """Whether the names of a task range over infinitely many values: more than listed numbers, integers between two ends, labels and what is defined by others."""
    return any(_endless(stated(where)) for _, where in task.forall)


def _endless(where: Node) -> bool:
    if where.head in ("one_of", "equals", "labels", "permutations"):
        return False
    if where.head == "integers":
        return Node("num", "oo") in where.args or Node("num", "-oo") in where.args
    if where.head == "interval":
        return where.args[0] != where.args[1]
    if where.head in ("points", "events", "subsets") and isinstance(where.args[0], Node):
        return _endless(where.args[0])
    return True


def _thin(task: Task, tally: Tally) -> bool:
    """Whether hardly any of infinitely many instances were decided."""
    return endless(task) and _distinct(tally) < task.effort.enough


def _go_on(task: Task, tally: Tally, clock: float) -> ev.Env | None:
    """A false instance among more draws, until enough different ones are decided or some budgets are spent in vain; None where there is none.

    Draws of the usual kind and of another kind take turns, with a stream of their own.
    """
    layout = plan(task)
    marks = thresholds(task, layout.calibrated)
    rng = random.Random(task.stream("longer"))
    tight, assumed = equations(task, layout.calibrated), premises(task)
    dimensions, noises, maps = _dimensions(task), _noises((*task.given, task.states)), _bounds_maps(task)
    apart = random.Random(task.stream("longer with unusual members")) if _has_unusual(task) else None
    rare = tally.rare = tally.rare or Tally()
    start, known = enclosures.spent(), _keys(tally)
    begun, tally.usual = len(known), len(tally.decided) or None
    try:
        with enclosures.allowance(task.effort.work):
            found = _small(replace(task, effort=replace(task.effort, small=LONGER * task.effort.small)), layout, tally, rng, clock, enclosures.spent())
        if found is not None:
            return found
    except enclosures.OutOfWork:
        pass
    known = _keys(tally)
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
        for one, seen in [(drawer, tally)] + ([(_of_unusual(task, apart, k // 4), rare)] if apart is not None and k % 4 == 0 else []):
            with enclosures.allowance(task.effort.work // CHEAP):  # the cheap ones are wanted first
                try:
                    env = _at_threshold(_draw(task, layout, one, seen, tight if k % 2 else None), marks, layout, one.rng)
                    before = len(seen.decided)
                    if env is None or _key(env) in known:
                        continue
                    if _look(task, env, seen, layout, frozenset() if marks else layout.early):
                        return env
                except enclosures.OutOfWork:
                    continue
            if len(seen.decided) > before:
                known.add(_key(env))
    return None


def _too_few(part: Task, tally: Tally) -> bool:
    """Whether hardly any instances of a part were decided, or fewer than were left open."""
    decided = tally.true + tally.contact
    return decided < (FEW_DECIDED if part.forall else 1) or decided < tally.undecided


def glance(task: Task, hints: bool = True, seen: list[Tally] | None = None) -> Finding | None:
    """The first few instances only: most false statements fall there, and no prover need look at them. What it saw is added to ``seen``."""
    if not task.forall:
        return None
    outcome, tally = glimpse(task, hints)
    if seen is not None:
        seen.append(tally)
    return None if outcome is None else witness(task, outcome, tally)


def glimpse(task: Task, hints: bool = True) -> tuple[ev.Env | None, Tally]:
    """A false instance among the first few, or None, with what was seen: a hunt may go on from there."""
    short = replace(task, effort=replace(task.effort, draws=min(GLANCE, task.effort.draws), climbs=0, small=0))
    return hunt(short, hints=hints)


def _existence(task: Task, hints: bool) -> Finding:
    """A statement that something exists is proved by an exact instance of it."""
    over, body = task.states.args[0], task.states.args[1]
    assert isinstance(over, tuple) and isinstance(body, Node)
    opposite = replace(task.variant, forall=tuple((e[0], e[1]) for e in over), states=Node("not", body))  # type: ignore[index,misc]
    outcome, tally = hunt(replace(task, variant=opposite), hints=hints)
    if outcome is None:
        return Finding(ENGINE, Status.UNDECIDED, f"no example was found among {tally.admitted} instances", coverage={"drawn": tally.drawn})
    env = shrink(replace(task, variant=opposite), outcome, lambda candidate: _false(replace(task, variant=opposite), candidate))
    exact = {name: formula(env[name]) for pattern, _ in opposite.forall for name in pattern_names(pattern)}
    there: dict[str, Any] = {}
    failing = _failing(Node("not", body), env, None, there) or _sides_of(body, env)
    values = {}
    if failing is not None and not there:
        left, relation, right = failing
        values = {"measured": decimal(left), "relation": relation, "claimed": decimal(right), "margin": decimal(_gap(left, right))}
    words = f": {short(values['measured'])} {values['relation']} {short(values['claimed'])}" if values else ""
    return Finding(ENGINE, Status.PROVED, f"there is an exact example{words}", "existence",
                   {"instance": {name: to_json(node) for name, node in exact.items()}, "values": values}, {"share": 1.0})


def _sides_of(body: Node, env: ev.Env) -> tuple[Any, str, Any] | None:
    """Both sides of the first comparison of a true proposition."""
    if body.head in ("all", "any") and body.args and isinstance(body.args[0], Node):
        return _sides_of(body.args[0], env)
    if body.head != "compare" or body.args[1] == "rounds to":
        return None
    try:
        left, right = ev.sides(body, env, ev.Context(256))
    except (NoValue, ev.NoRoute):
        return None
    return left, str(body.args[1]), right


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
            env = _from_hint(task, given, layout)
            if env is not None and _look(task, env, tally, layout):
                return env
    for place in begin:
        env = _from_hint(task, place, layout)
        if env is not None:
            if _look(task, env, tally, layout):
                return env
            tally.pool.append((tally.last, env))
    if earlier is None:
        tally.density_share = 0.0 if _runs(task) else 0.3 if _translates(task) else 0.05
    assumed = premises(task)
    dimensions, noises = _dimensions(task), _noises((*task.given, task.states))
    maps = _bounds_maps(task)
    start, before_it = enclosures.spent(), tally.turns
    for k in range(tally.turns, tally.turns + budget * (ATTEMPTS if names else 1)):
        if tally.admitted >= budget or _exhausted(task, start, clock, tally):
            break
        tally.turns = k + 1
        drawer = Drawer(rng, 1 + k % 3 if k > 3 else 1, typical(task) if hints else {})
        drawer.small, drawer.level = k < SMALL, bool(assumed)
        drawer.dimensions, drawer.noises, drawer.forgets = dimensions, noises, maps and k % 4 == 3
        drawer.density_share = 0.0 if k < 6 else tally.density_share
        drawer.preset = PRESETS[k] if k < len(PRESETS) else None
        env_ = _at_threshold(_draw(task, layout, drawer, tally), marks, layout, rng)
        if env_ is None:
            continue
        tally.corners |= drawer.corners
        before = tally.undecided
        if _look(task, env_, tally, layout, frozenset() if marks else layout.early):
            return env_
        if "density" in drawer.corners:
            tally.smooth.append(tally.undecided > before)
            if sum(tally.smooth) >= 2 and not _translates(task):  # the statement is hardly decided for laws with densities: they would only cost
                tally.density_share = 0.0
        tally.pool.append((tally.last, env_))
    if names and earlier is None:
        before = enclosures.spent()
        found = _at_edges(task, layout, tally, clock)
        if found is not None:
            return found
        start += enclosures.spent() - before  # it has a budget of its own
    if names:
        before, anew = enclosures.spent(), earlier is None or tally.turns > before_it
        if anew and task.effort.climbs and 12 * (before - start) < tally.drawn * (task.effort.work // 5):  # a dozen of them at least
            found = _otherwise(task, layout, marks, tally, stream, clock)
            if found is not None:
                return found
            start += enclosures.spent() - before  # it has a budget of its own
        found = _small(task, layout, tally, rng, clock, start)
        if found is not None:
            return found
        found = _climb(task, layout, marks, tally.pool, tally, rng, clock, start) or _descend(task, layout, tally, rng, clock, start)
        if found is None and anew:
            found = _with_power_tails(task, layout, marks, tally, stream if earlier is None else f"{stream} again", clock)
        if found is None and anew and task.effort.climbs:  # not at the first glance
            found = _with_unusual_atoms(task, layout, marks, tally, stream if earlier is None else f"{stream} again", clock)
        if found is None and anew and task.effort.climbs:
            found = _unusual(task, layout, marks, tally, stream if earlier is None else f"{stream} again", clock)
        if found is not None:
            return found
    return None


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
        if _look(task, env, apart, layout):
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
    dimensions, noises, idle = _dimensions(task), _noises((*task.given, task.states)), _idle(task, tally.pool)
    flat = len({margin for margin, _ in tally.decided}) < 2  # nothing to climb
    maps, assumed = _bounds_maps(task), premises(task)
    most = enclosures.spent() + task.effort.work // 5
    for k in range(task.effort.draws // 2 + task.effort.climbs if flat else min(silent, task.effort.draws)):
        if enclosures.spent() > most or _exhausted(task, enclosures.spent(), clock, tally):
            break
        drawer = Drawer(rng, 1 + k % 3)
        drawer.alike, drawer.tied, drawer.wide = k % 4 < (3 if unbounded else 1), k % 2 == 0, k // 4 % 3 > 0
        drawer.echo, drawer.level = rng.random() < 0.5, bool(assumed)
        drawer.dimensions, drawer.noises, drawer.smooth = dimensions, noises, 2 * tally.undecided <= tally.admitted
        drawer.distinct, drawer.idle, drawer.forgets = k % 6 != 5, idle, maps and k % 4 == 3
        drawer.density_share = 0.0 if k % 5 else 2 * tally.density_share
        env = _at_threshold(_draw(task, layout, drawer, tally, tight), marks, layout, rng)
        if env is None:
            continue
        tally.corners |= drawer.corners
        if _look(task, env, tally, layout, frozenset() if marks else layout.early):
            return env
    return None


def _bounds_maps(task: Task) -> bool:
    """Whether a hypothesis speaks of values of the maps of an iteration."""
    return any("step_map" in heads(part) for part in task.given)


def _idle(task: Task, pool: list[tuple[float, ev.Env]]) -> frozenset[tuple[str, Any]]:
    """Integers by name at which all instances so far, at least two, said nothing or had equal sides."""
    names = [str(pattern.args[0]) for pattern, where in task.forall if isinstance(pattern, Node) and _is_count(where)]
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
        if tally.heavy >= wanted or enclosures.spent() > most or _exhausted(task, enclosures.spent(), clock, tally):
            break
        drawer = Drawer(rng, 1 + k % 2, {})
        drawer.small, drawer.dimensions, drawer.noises = k < 2, _dimensions(task), _noises((*task.given, task.states))
        drawer.density_share = drawer.heavy_share = 1.0
        drawer.contrast = k % 3 == 2
        env = _at_threshold(_draw(task, layout, drawer, tally), marks, layout, rng)
        if k == 2 and "heavy tail" not in drawer.corners | tally.corners:
            break  # no set of this statement has such laws
        if env is None or "heavy tail" not in drawer.corners:
            continue
        tally.corners |= drawer.corners
        before = tally.admitted
        with enclosures.allowance(task.effort.work // 2):
            found = _look(task, env, tally, layout)
        if found:
            return env
        tally.heavy += tally.admitted - before
    return None


def _with_unusual_atoms(task: Task, layout: Plan, marks: Any, tally: Tally, stream: str, clock: float) -> ev.Env | None:
    """A false instance among a few whose laws have atoms beside a density, and a few whose laws have infinitely many atoms, where their sets allow it.

    A kind of which two instances say nothing is not tried again. The draws are a stream of their own and are counted apart, so the others do not depend on them.
    """
    if tally.atoms is not None or not any(_holds_unusual_atoms(n) for _, where in task.forall for n in walk(where)):
        return None
    apart = tally.atoms = Tally()
    rng = random.Random(task.stream(stream + " with unusual atoms"))
    wanted = max(1, task.effort.draws // 24)
    for kind, corner in (("beside a density", "atoms beside a density"), ("endless", "infinitely many atoms")):
        most, decided, silent = enclosures.spent() + task.effort.work // 20, 0, 0
        for k in range(3 * wanted):
            if decided >= wanted or silent >= 2 or enclosures.spent() > most or _exhausted(task, enclosures.spent(), clock, tally):
                break
            drawer = Drawer(rng, 1 + k % 2, {})
            drawer.small, drawer.dimensions, drawer.noises, drawer.atoms = k < 2, _dimensions(task), _noises((*task.given, task.states)), kind
            before = apart.true + apart.contact
            try:
                with enclosures.allowance(task.effort.work // 10):
                    env = _at_threshold(_draw(task, layout, drawer, apart), marks, layout, rng)
                    if corner not in drawer.corners:
                        break  # no set of this statement has such laws
                    if env is None:
                        continue
                    if _look(task, env, apart, layout):
                        return env
            except enclosures.OutOfWork:
                apart.reasons[ev.OVERSPENT] += 1
            said = apart.true + apart.contact > before
            if said:
                tally.corners |= drawer.corners & {corner}
            decided, silent = decided + said, silent + (not said)
    return None


def _holds_unusual_atoms(where: Node) -> bool:
    """Whether a set may have laws with atoms beside a density, or infinitely many."""
    return where.head == "laws" and isinstance(where.args[0], Node) and where.args[0].head == "euclid" and where.args[2] == Node("word_", "any")


def _unusual(task: Task, layout: Plan, marks: Any, tally: Tally, stream: str, clock: float) -> ev.Env | None:
    """A false instance among a few with members that usual draws hardly meet: priors and laws near each other in one direction only, extreme levels and weights, functions that are not
    convex, maps with bends.

    Their draws are a stream of their own and they are counted apart, so the others do not depend on them; every other one repeats numbers as weights.
    """
    if not _has_unusual(task) or _exhausted(task, enclosures.spent(), clock, tally):
        return None
    rng, apart = random.Random(task.stream(stream + " with unusual members")), Tally()
    tally.rare = apart
    wanted, most = max(4, task.effort.draws // 3), enclosures.spent() + task.effort.work // 10
    for k in range(3 * wanted):
        if apart.admitted >= wanted or enclosures.spent() > most or _exhausted(task, enclosures.spent(), clock, apart):
            break
        drawer = _of_unusual(task, rng, k)
        env = _at_threshold(_draw(task, layout, drawer, apart), marks, layout, rng)
        if env is None:
            continue
        tally.corners |= drawer.corners
        with enclosures.allowance(task.effort.work // 4):
            if _look(task, env, apart, layout, frozenset() if marks else layout.early):
                return env
    return None


def _has_unusual(task: Task) -> bool:
    """Whether a set of a statement has members that usual draws hardly meet."""
    return bool(UNUSUAL & frozenset[str]().union(*(heads(where) for _, where in task.forall)))


def _of_unusual(task: Task, rng: random.Random, k: int) -> Drawer:
    """A drawer of such members; numbers are less extreme where a quantity costs more for them."""
    drawer = Drawer(rng, 1 + k % 2)
    dear = k % 4 == 3 or _runs(task) or _dear((*task.given, task.states)) > 0
    drawer.unusual = unusual.FEW_DIGITS if dear else unusual.DIGITS[-1]
    drawer.dimensions, drawer.noises, drawer.forgets = _dimensions(task), _noises((*task.given, task.states)), _bounds_maps(task) and k % 4 == 3
    drawer.echo, drawer.density_share, drawer.distinct = k % 2 == 0, 0.0, k % 3 == 0
    return drawer


def _exhausted(task: Task, start: int, clock: float, tally: Tally) -> bool:
    """Whether the work budget is spent (counted, so that a run can be repeated), the guard of processor time has struck, or no instance at all could be decided."""
    if enclosures.spent() - start > task.effort.work:
        tally.reasons[SPENT] += 1
        return True
    if time.thread_time() - clock > task.effort.guard_seconds:
        tally.guarded = True
        return True
    return tally.hopeless or (tally.admitted >= UNANSWERED and tally.undecided == tally.admitted)


def _runs(task: Task) -> bool:
    """Whether a procedure would ask for a quantity of drawn laws again and again, which for laws with densities is more than the budget allows."""
    return task.effort.work < WORK_FOR_DENSITIES and any("outcome" in heads(part) for part in (*task.given, task.states))


def _translates(task: Task) -> bool:
    """Whether a law of the claim is translated: then finite laws say little, and laws with a density much."""
    return _translates_in((*task.given, task.states))


@lru_cache(maxsize=4)
def _translates_in(parts: tuple[Node, ...]) -> bool:
    return any(n.head in ("translate", "largest_shift") and isinstance(n.args[0], Node) and n.args[0].head == "var" for part in parts for n in walk(part))


@lru_cache(maxsize=4)
def _allowed_ratios(given: tuple[Node, ...]) -> tuple[fmpq, ...]:
    """Short fractions just below ``exp(epsilon)`` for the printed epsilons of the hockey-stick divergences that hypotheses bound."""
    printed = {literal(n.args[2]) for part in given for n in walk(part) if n.head == "hockey_stick" and isinstance(n.args[2], Node)}
    levels = sorted(level for level in printed if level is not None and 0 < level <= MOST_LEVEL)
    return tuple(numbers.simplest_between(*(fmpq(*(math.exp(level) * (1 - k * SLIGHT)).as_integer_ratio()) for k in (2, 1))) for level in levels)


@lru_cache(maxsize=4)
def _noises(parts: tuple[Node, ...]) -> frozenset[str]:
    """Names of laws that are added to others, alone or as independent coordinates: second in a convolution."""
    found = set()
    for node in (n for part in parts for n in walk(part) if n.head == "convolve"):
        second = node.args[1]
        second = second.args[0] if isinstance(second, Node) and second.head == "iid" else second
        if isinstance(second, Node) and second.head == "var":
            found.add(str(second.args[0]))
    return frozenset(found)


def candidates_of(task: Task) -> Candidates:
    """Members of infinite sets for binders inside the statement."""
    return Candidates(task.stream("inner"))


def typical(task: Task) -> dict[str, tuple[Any, Any]]:
    """Ranges in which numbers are usually found, by hints of the declaration."""
    return {str(name.args[0]): ends for name, ends in task.variant.hints.typical.items()}


def _from_hint(task: Task, given: Any, layout: Plan) -> ev.Env | None:
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
                env[str(pattern.args[0])] = _deferred(given_node) if _is_law(given_node) else ev.value(given_node, {}, c)
            elif isinstance(pattern, Node) and str(pattern.args[0]) in layout.calibrated:
                continue
            elif not isinstance(pattern, Node) and values.keys() >= set(pattern_names(pattern)):
                env |= {name: ev.value(as_node(values[name]), {}, c) for name in pattern_names(pattern)}
            else:
                env = ev.bind(pattern, drawer.member(where, env, name_of(pattern)), env)
        env = layout.solve(env, drawer.rng, exact=True, floors={name: env[name] for name in layout.calibrated if name in env})
        return env if _inside(task, env) else None
    except (CannotDraw, NoValue, ev.NoRoute, ArithmeticError, ValueError, TypeError, KeyError):
        return None


def _draw(task: Task, layout: Plan, drawer: Drawer, tally: Tally, tight: list[tuple[Threshold, Node]] | None = None) -> ev.Env | None:
    """An instance that obeys the hypotheses without levels; ``tight``: numbers that mostly take a value at which sides of a hypothesis are equal."""
    tally.drawn += 1
    drawer.ratios = _allowed_ratios(task.given)
    try:
        drawn = env = drawer.members(tuple((pattern, where) for pattern, where in task.forall if not (isinstance(pattern, Node) and str(pattern.args[0]) in layout.calibrated)))
        for name in dict.fromkeys(threshold.name for threshold, _ in tight or ()):
            if drawer.rng.random() < 0.7:
                value = settle(*drawer.rng.choice([entry for entry in tight or () if entry[0].name == name]), env, drawer.rng)
                env = env if value is None else {**env, name: value}
        with enclosures.allowance(task.effort.work // SUPPOSED if _supposes(task.given) else math.inf):
            admitted = _obeys(task, layout, env) if env is drawn else layout.admits(task.given, env)
        if not admitted:
            tally.rejected["a hypothesis fails"] += 1
            return None
        return layout.solve(_on_premise(task, env, drawer), drawer.rng)
    except (CannotDraw, NoValue, ev.NoRoute) as reason:
        tally.rejected[str(reason)] += 1
        return None


def _obeys(task: Task, layout: Plan, env: ev.Env) -> bool:
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


@lru_cache(maxsize=4)
def _supposes(given: tuple[Node, ...]) -> bool:
    """Whether a hypothesis says that laws or events exist: what is not found soon is not found, and never denied, so much work on one instance takes it from the others."""
    return any(n.head == "exists" and any(entry[1].head in ("laws", "events") for entry in n.args[0]) for part in given for n in walk(part))  # type: ignore[index, union-attr]


def _at_threshold(env: ev.Env | None, marks: list[tuple[Threshold, Node]], layout: Plan, rng: random.Random) -> ev.Env | None:
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


def _inside(task: Task, env: ev.Env) -> bool:
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


def _look(task: Task, env: ev.Env, tally: Tally, layout: Plan | None = None, tested: frozenset[int] = frozenset()) -> bool:
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
    answer, slack, trivial, why = _judge(task.states, env, candidates_of(task))
    decided = answer is Truth.TRUE
    if answer is Truth.FALSE:
        if _inside(task, env) and all(ev.holds(task.given[k], env)[0] is Truth.TRUE for k in known):
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
    elif why == ev.AT_CONTACT and (abs(slack) < CONTACT or _touching(task.states, env)):
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


def _touching(goal: Node, env: ev.Env) -> bool:
    """Whether both sides of a comparison are the same number but for 1e-12, which a relative gap of two tiny numbers does not show."""
    if goal.head != "compare" or goal.args[1] == "rounds to":
        return False
    try:
        left, right = ev.sides(goal, env, ev.Context(160))
        return bool(abs(numbers.to_float(left) - numbers.to_float(right)) < CONTACT)
    except (NoValue, ev.NoRoute, TypeError):
        return False


def _judge(goal: Node, env: ev.Env, inner: Candidates) -> tuple[Truth, float, bool, str]:
    """Truth and margin of the goal. Where it compares a choice between two numbers with something, the margin also says how far the choice is from the other."""
    side = next((k for k in (0, 2) if goal.head == "compare" and isinstance(goal.args[k], Node) and goal.args[k].head == "if"), None)  # type: ignore[union-attr]
    if side is None:
        return ev.judge(goal, env, inner)
    choice = ev.argument(goal, side)
    answer, distance, _, why = ev.judge(ev.argument(choice, 0), env, inner)
    if answer is Truth.NO_VALUE:
        return answer, 1.0, False, why
    outcomes = []
    for branch in {Truth.TRUE: (1,), Truth.FALSE: (2,)}.get(answer, (1, 2)):
        resolved = Node("compare", *(choice.args[branch] if k == side else goal.args[k] for k in range(3)))
        outcomes.append(ev.judge(resolved, env, inner))
    if len(outcomes) == 2:
        first, second = outcomes
        same = first[0] is second[0]
        return (first[0] if same else Truth.UNDECIDED), min(first[1], second[1]), False, why
    found, slack, trivial, reason = outcomes[0]
    if found is Truth.TRUE and slack >= 1:
        return found, 1 + min(abs(distance), 1.0) / 2, trivial, reason
    return found, slack, trivial, reason


def _climb(task: Task, layout: Plan, marks: list[tuple[Threshold, Node]], pool: list[tuple[float, ev.Env]], tally: Tally, rng: random.Random, clock: float, start: int) -> ev.Env | None:
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
    ladder = [(k, pattern, factor) for k in range(min(2, len(beam))) for factor in LADDER for pattern, where in free if where.head in SCALED and not _is_count(where)]
    rungs = ladder[: budget // 2][::-1]
    for step in range(budget):
        if _exhausted(task, start, clock, tally):
            return None
        rung = rungs.pop() if rungs else None
        place = step % len(beam) if rung is None else rung[0]
        score, base = beam[place]
        changed = _neighbour(task, layout, base, free, rng, tally.density_share) if rung is None else _scaled(task, layout, base, rung[1], rung[2], rng)
        changed = _at_threshold(changed, marks, layout, rng)
        if changed is None:
            continue
        tally.drawn += 1
        if _look(task, changed, tally, layout):
            return changed
        if tally.last < score:
            beam[place] = (tally.last, changed)
            if rung is not None:
                rungs.append(rung)
    return None


def _small(task: Task, layout: Plan, tally: Tally, rng: random.Random, clock: float, start: int) -> ev.Env | None:
    """Go through the instances on a small alphabet, or a random part of them."""
    listed, seen, complete = instances(task, layout, task.effort.small, rng), 0, True
    while True:
        try:
            env = next(listed)
            if _exhausted(task, start, clock, tally):
                complete = False
                break
            seen += 1
            tally.drawn += 1
            if layout.admits(task.given, env):
                solved = layout.solve(env, rng)
                if _look(task, solved, tally, layout, layout.early):
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


def _descend(task: Task, layout: Plan, tally: Tally, rng: random.Random, clock: float, start: int) -> ev.Env | None:
    """Follow the gradient of the margin from the instances closest to failing."""
    if task.effort.climbs < FEW:  # too few for one gradient
        return None

    def look(env: ev.Env) -> tuple[bool, float] | None:
        if _exhausted(task, start, clock, tally):
            return None
        tally.drawn += 1
        return _look(task, env, tally, layout), tally.last

    near = sorted((entry for entry in tally.decided if CONTACT <= entry[0] < IDLE), key=lambda entry: entry[0])
    for margin, base in near[:2]:
        if _exhausted(task, start, clock, tally):
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
    drawer.dimensions = _dimensions(task)
    drawer.density_share = share

    counts = {n for names, where in task.forall for n in pattern_names(names) if _is_count(where)}

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
    drawer.dimensions = _dimensions(task)
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
            env = ev.bind(other, member, env)
        return layout.solve(env, rng) if layout.admits(task.given, env) else None
    except (CannotDraw, NoValue, ev.NoRoute, ArithmeticError, ValueError, TypeError):
        return None


def _is_count(where: Node) -> bool:
    """Whether the members are integers: sizes of other things, which grow by one at a time."""
    return where.head == "integers" or (where.head == "unstated" and _is_count(ev.argument(where, 0)))


LARGEST_ORDER = 128
"""Exponents and orders beyond it cost more than they show."""
ORDERS = {"pow": (1,), "norm": (1,), "euclid": (1,), "wasserstein": (2, 3), "kantorovich": (2,), "renyi": (2,), "moment": (1, 2), "support_diameter": (2,), "largest_shift": (2, 3), "shifted_renyi": (2, 5), "trimmed_renyi": (2,), "near_distance": (3,)}
"""Arguments that are orders or exponents."""


@lru_cache(maxsize=4)
def _orders_of(formula_: Node, powers: bool = True) -> frozenset[str]:
    """Names in orders of quantities, and in exponents of powers unless these are left out."""
    found = (n.args[k] for n in walk(formula_) if powers or n.head != "pow" for k in ORDERS.get(n.head, ()) if k < len(n.args))
    return frozenset(name for argument in found if isinstance(argument, Node) for name in free_names(argument))


def too_large(task: Task, name: str, value: Any) -> bool:
    """Whether a number has grown past what an order or exponent may be."""
    return isinstance(value, fmpq) and abs(value) > LARGEST_ORDER and name in _orders_of(task.variant.formula)


@lru_cache(maxsize=4)
def _dimensions_of(sets: tuple[Node, ...]) -> frozenset[str]:
    return frozenset(str(n.args[0].args[0]) for where in sets for n in walk(where)
                     if n.head == "euclid" and isinstance(n.args[0], Node) and n.args[0].head == "var")


def _dimensions(task: Task) -> frozenset[str]:
    """Names that are the number of coordinates of a space."""
    return _dimensions_of(tuple(where for _, where in task.forall))


# --- findings ------------------------------------------------------------------------------------------------------------


def witness(task: Task, env: ev.Env, tally: Tally | None = None, shrinking: bool = True, inner: Callable[[Node, ev.Env], list[Any]] | None = None,
            inside: Mapping[str, Any] | None = None) -> Finding:
    """The finding for a false instance, shrunk to small numbers and few points; ``inner`` gives the members of infinite sets inside the statement, of which ``inside`` are known to decide."""
    if shrinking:
        env = shrink(task, env, lambda candidate: _false(task, candidate))
    candidates = inner or candidates_of(task)
    goal, binders = named_apart(task.states)
    answer, found, _ = ev.holds(goal, env, candidates)
    if answer is not Truth.FALSE:  # the members that are tried are drawn by name
        goal = task.states
        answer, found, _ = ev.holds(goal, env, candidates)
    assert answer is Truth.FALSE
    there: dict[str, Any] = {}
    failing = _failing(goal, env, candidates, there)
    needed = reached(goal, env)
    within = stored(task.variant, binders, {name: value for name, value in (there | found | dict(inside or {})).items() if name in needed}, _supposed(task, env, inside or {}))
    values: dict[str, str] = {}
    summary = "false"
    if failing is not None:
        left, relation, right = failing
        values = {"measured": decimal(left), "relation": relation, "claimed": decimal(right), "margin": decimal(_gap(left, right))}
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


def _failing(goal: Node, env: ev.Env, inner: Callable[[Node, ev.Env], list[Any]] | None = None, there: dict[str, Any] | None = None) -> tuple[Any, str, Any] | None:
    """Sides of the comparison that fails, with 15 digits where more precision brings them; ``there`` is told at which members of infinite sets."""
    failing = None
    start = enclosures.spent()
    steps = [ev.PRECISIONS[0], 160, 256]
    while steps:
        c = ev.Context(steps.pop(0), inner)
        found = ev.first_failing(goal, env, c)
        if found is not None:
            failing = found
            if there is not None:
                there.update(c.inner)
        if failing is not None and (enclosures.spent() - start > FOR_DIGITS or all(_sharp(side) for side in (failing[0], failing[2]))):
            break
        if failing is None and not steps and c.prec == 256 and goal.head != "exists" and enclosures.spent() - start <= FOR_DIGITS:
            steps = list(CLOSER)
    return failing


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


def _gap(left: Any, right: Any) -> Any:
    if not (isinstance(left, ev.numbers_kinds) and isinstance(right, ev.numbers_kinds)):
        return math.inf
    try:
        return numbers.absolute(numbers.sub(left, right))
    except NoValue:
        return math.inf


def _false(task: Task, env: ev.Env) -> bool:
    with enclosures.allowance(MOST_WORK + OVERRUN):
        return admissible(task, env) and _fails(task, env)


def admissible(task: Task, env: ev.Env, inner: Callable[[Node, ev.Env], list[Any]] | None = None) -> bool:
    """Whether an instance lies in the declared sets and obeys the hypotheses; ``inner`` gives members of infinite sets inside these."""
    try:
        return _inside(task, env) and all(ev.holds(h, env, inner)[0] is Truth.TRUE for h in task.given)
    except (ArithmeticError, ValueError, TypeError, KeyError):
        return False


def _fails(task: Task, env: ev.Env, known: dict[int, ev.Known] | None = None) -> bool:
    try:
        return ev.holds(task.states, env, candidates_of(task), known=known)[0] is Truth.FALSE
    except (ArithmeticError, ValueError, TypeError, KeyError):
        return False


OBJECT_CORNERS = ("point mass", "equal distributions", "equal supports", "unequal supports", "disjoint supports", "translation", "dimension > 1", "density")


def corners_of(task: Task) -> list[str]:
    """Named extreme kinds that matter for the sets of a task."""
    found = frozenset[str]().union(*(heads(where) for _, where in task.forall))
    wanted: list[str] = []
    if found & {"laws", "kernels"}:
        wanted += OBJECT_CORNERS + ("infinite moment", "heavy tail")
    if any(_holds_unusual_atoms(n) for _, where in task.forall for n in walk(where)):
        wanted += ["atoms beside a density", "infinitely many atoms"]
    if "frameworks" in found:
        wanted.append("a secret of probability 0")
    if found & {"covariances", "normal_laws"}:
        wanted += ["dimension > 1", "singular covariance", "equal covariances"]
    if found & {"laws", "kernels", "frameworks"}:
        wanted.append("near in one direction")
    if "functions" in found:
        wanted.append("function that is not convex")
    if "iterations" in found:
        wanted.append("maps with bends")
    if "interval" in found:
        wanted += ["end of a range", "near an end of a range"]
    if "integers" in found:
        wanted += ["least integer", "n > 2"]
    return wanted


def _no_counterexample(task: Task, tally: Tally) -> Finding:
    wanted = corners_of(task)
    reached = [corner for corner in wanted if corner in tally.corners]
    missed = [corner for corner in wanted if corner not in tally.corners]
    share = (tally.admitted + tally.repeated) / tally.drawn if tally.drawn else 0.0
    good = _distinct(tally)
    coverage: dict[str, Any] = {
        "reached": f"{tally.admitted} instances of {tally.drawn} drawn ({share:.0%} admitted); {tally.true} true, {tally.contact} equal to 1e-12,"
                   f" {tally.trivial} trivial, {tally.valueless} without a value, {tally.undecided} undecided" + (f"; {tally.repeated} repeated" if tally.repeated else ""),
        "corners": {"reached": reached, "missed": missed},
        "admitted": tally.admitted, "drawn": tally.drawn,
    }
    if tally.far and tally.far.drawn:
        coverage["far"] = f"{tally.far.true} of {tally.far.drawn} instances with large or tiny numbers, ends of ranges, distributions on two or three points"
    if task.forall:
        coverage["decided"] = good
    if tally.edges and tally.edges.drawn:
        coverage["edges"] = f"{tally.edges.drawn} instances at which ranges end, terms meet or vanish"
    if tally.atoms and tally.atoms.admitted:
        coverage["unusual atoms"] = f"{tally.atoms.true + tally.atoms.contact} of {tally.atoms.admitted} instances with atoms beside a density, or infinitely many, decided"
    if tally.rare and tally.rare.drawn:
        coverage["unusual"] = f"{tally.rare.true} of {tally.rare.drawn} instances with unusual members: near in one direction, very unequal, in steps, with bends"
    if blank := _blank(tally):
        coverage["no value"] = blank[2:]
    if tally.small:
        coverage["small"] = tally.small
    if tally.guarded:
        return Finding(ENGINE, Status.UNDECIDED, f"stopped by the time limit after {tally.drawn} draws", coverage=coverage)
    if math.isfinite(tally.best):
        coverage["closest"] = round(tally.best, 12)
    if good == 0:
        reason = tally.reasons.most_common(1) or tally.rejected.most_common(1)
        why = f"no instance could be decided: {reason[0][0]}" if reason else "no instance could be drawn"
        if tally.valueless and not tally.undecided:
            why = f"the statement has no value at any instance ({tally.valueless} tried): {reason[0][0]}"
        return Finding(ENGINE, Status.UNDECIDED, why, coverage=coverage)
    if task.effort.climbs and good < task.effort.enough and endless(task):
        return Finding(ENGINE, Status.UNDECIDED, _too_little(good) + _others(tally), coverage=coverage, seen=_closest(tally))
    tightness = None
    if tally.best_at is not None and task.states.head == "compare" and math.isfinite(tally.best):
        tightness = _tightness(task, tally)
    return Finding(ENGINE, Status.SUPPORTED, f"no counterexample among {good} exact instance{'' if good == 1 else 's'}{_others(tally)}", coverage=coverage, tightness=tightness, seen=_closest(tally),
                   undecided_share=round(tally.undecided / tally.admitted, 3) if tally.admitted else None)


def _too_little(count: int) -> str:
    """Why a statement about infinitely many instances is not supported by those that were decided."""
    return f"too little tested: {count} distinct instance{'' if count == 1 else 's'}"


def _others(tally: Tally) -> str:
    return _inconclusive(tally.undecided) + _blank(tally)


def _inconclusive(count: int) -> str:
    """At how many instances it stayed undecided whether the statement is true."""
    return f"; {count} instance{'' if count == 1 else 's'} inconclusive" if count else ""


def _blank(tally: Tally) -> str:
    """At how many instances the statement has no value, and the simplest of these in numbers."""
    places = tally.places + (tally.edges.places if tally.edges else [])
    if not places:
        return ""
    told = sorted((text for env in places if (text := _place(env))), key=lambda text: (len(text), text))
    if not told:
        return f"; no value at {len(places)} instance{'' if len(places) == 1 else 's'}"
    return f"; no value at {told[0]}" + (f" and {len(places) - 1} other instance{'' if len(places) == 2 else 's'}" if len(places) > 1 else "")


def _place(env: ev.Env) -> str:
    """An instance of numbers in words; nothing where something else is in it."""
    if not all(isinstance(value, fmpq | float) for value in env.values()):
        return ""
    return ", ".join(f"{name} = {formula(value).args[0]}" for name, value in env.items())


def _closest(tally: Tally) -> tuple[ev.Env, ...]:
    """The instances closest to failing; those where both sides are equal to 1e-12 are all as close, the earliest first. Those that are left open come last.

    A few at which both sides are 0 have a place behind the others: an added constant shows there.
    """
    near = sorted(tally.decided[: tally.usual], key=lambda entry: 0.0 if abs(entry[0]) < CONTACT else entry[0])
    first = [env for margin, env in near if margin != IDLE][: KEPT - min(len(tally.level), LEVEL)]
    return (*first, *tally.level[:LEVEL], *(env for margin, env in near if margin == IDLE), *tally.open)[:KEPT]


def admitted(task: Task, seen: Sequence[Mapping[str, Any]]) -> list[ev.Env]:
    """The instances that lie in the declared sets and obey the hypotheses."""
    return [dict(env) for env in seen if admissible(task, dict(env))]


def noticed(task: Task, seen: Sequence[ev.Env], known: dict[int, ev.Known] | None = None, allowed: Callable[[ev.Env], bool] | None = None) -> bool:
    """Whether the statement is false at one of the instances of another search; ``known`` keeps values there for other statements about them.

    ``allowed`` says whether an instance lies in the declared sets and obeys the hypotheses, and is asked only where the statement is false; without it all of them do.
    """
    apart = parts(task)
    with enclosures.allowance(task.effort.work + 2 * OVERRUN):
        return any((_fails(task, env, known) and (allowed is None or allowed(env))) or any(_fails_apart(part, env, known) for part in apart) for env in seen)


def _fails_apart(part: Task, env: ev.Env, known: dict[int, ev.Known] | None) -> bool:
    """Whether a part of a statement is false at an instance that has all its names."""
    names = {name for pattern, _ in part.forall for name in pattern_names(pattern)}
    return names <= env.keys() and _fails(part, env, known) and admissible(part, env)


def _tightness(task: Task, tally: Tally) -> dict[str, Any] | None:
    """The largest ratio measured/claimed seen, with its place: a lower bound of the best constant."""
    assert tally.best_at is not None
    if task.states.args[1] not in ("<=", "<", ">=", ">"):
        return None
    c = ev.Context(ev.PRECISIONS[0])
    try:
        left, right = ev.sides(task.states, tally.best_at, c)
        a, b = numbers.to_float(left), numbers.to_float(right)
    except (NoValue, ev.NoRoute, TypeError):
        return None
    if not (math.isfinite(a) and math.isfinite(b)) or b == 0 or c.wide:
        return None
    at = {name: str(node.args[0]) for name, node in instance(task, tally.best_at).items() if node.head == "num"}
    return {"ratio_at_least" if task.states.args[1] in ("<=", "<") else "ratio_at_most": f"{a / b:.12g}", "at": at}


def at(task: Task, suggestion: Mapping[str, Any], shrinking: bool = True) -> Finding | None:
    """The finding at a suggested instance (closed formulas or fractions by name), or None when it does not refute."""
    env = environment(task, suggestion)
    return witness(task, env, shrinking=shrinking) if env is not None and _false(task, env) else None


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
                    env[name] = ev.value(node, {}, ev.Context(64)) if not _is_law(node) else _deferred(node)
                elif where.head == "equals":
                    env[name] = ev.value(ev.argument(where, 0), env, ev.Context(96))
                else:
                    return None
    except (NoValue, ev.NoRoute, ArithmeticError, ValueError, TypeError, KeyError):
        return None
    return env


def fails_at(task: Task, given: Mapping[Any, Any], layout: Plan) -> bool:
    """Whether the statement is false at a hinted instance; names that it does not give are drawn."""
    env = _from_hint(task, given, layout)
    return env is not None and _false(task, env)


def _is_law(node: Node) -> bool:
    return node.head in ("law", "power_law", "geometric_law", "translate", "mixture", "product") or (node.head == "normal_vector" and node.args[0].head != "point")  # type: ignore[union-attr]


def _deferred(node: Node) -> Any:
    return Deferred(node)
