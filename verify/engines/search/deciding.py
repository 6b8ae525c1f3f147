"""The engine: a statement is searched for a false instance, or for one that exists as it says."""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest
from typing import Any

from verify.claims.nodes import Node, pattern_names, to_json
from verify.engines import evaluate as ev
from verify.engines.conjuncts import Met, parts
from verify.engines.joint import together
from verify.engines.search.counterexample import ENGINE, failing_sides, gap_between, witness
from verify.engines.search.features import endless
from verify.engines.search.further import TOGETHER, search_further, search_together
from verify.engines.search.hunting import glimpse, hunt
from verify.engines.search.judging import OVERRUN, admissible, is_false
from verify.engines.search.outcome import inconclusive_words, no_counterexample, too_little
from verify.engines.search.tally import KEPT, Tally, closest_of, distinct_count, too_few_decided
from verify.engines.shrink import shrink
from verify.engines.task import Finding, Status, Task
from verify.engines.truth import Truth
from verify.quantities import enclosures
from verify.values.decimals import fifteen as decimal
from verify.values.decimals import short
from verify.values.formulas import formula
from verify.values.numbers import NoValue


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
        found = search_together(task, wider, max(kept, task.effort.work - (enclosures.spent() - start)), hints, tally)
        if found is not None:
            return found
    if outcome is None and further:
        outcome = search_further(task, tally)
    if outcome is not None:
        return witness(task, outcome, tally)
    finding = no_counterexample(task, tally)
    if finding.status is Status.UNDECIDED and not tally.true + tally.contact and not tally.guarded:
        return decide_apart(task, hints) or finding
    return finding


def decide_apart(task: Task, hints: bool) -> Finding | None:
    """The same by the parts of a statement of which no instance was decided as a whole; None where that is no help."""
    found: list[tuple[Task, Tally]] = []
    half = replace(task.effort, work=task.effort.work // 2)  # what the parts have in common is found once
    for k, part in enumerate(replace(part, effort=half) for part in parts(task)):
        with enclosures.allowance(task.effort.work + OVERRUN):
            outcome, tally = hunt(part, hints=hints, stream=f"part {k}")
        outcome = outcome or search_further(part, tally)
        with enclosures.allowance(task.effort.work + OVERRUN):
            if outcome is not None:
                outcome = shrink(part, outcome, lambda candidate, part=part: is_false(part, candidate))  # type: ignore[misc]
                met = Met(part, outcome)
                if ev.holds(task.states, outcome, met)[0] is Truth.FALSE and admissible(task, outcome):
                    return witness(task, outcome, tally, shrinking=False, inner=met)
        found.append((part, tally))
    if not found or any(tally.guarded or too_few_decided(part, tally) for part, tally in found):
        return None
    each = [no_counterexample(part, tally) for part, tally in found]
    coverage: dict[str, Any] = {
        "reached": "; ".join(f"part {k}: {finding.coverage['reached']}" for k, finding in enumerate(each, 1)) if len(each) > 1 else each[0].coverage["reached"],
        "corners": {key: list(dict.fromkeys(corner for finding in each for corner in finding.coverage["corners"][key])) for key in ("reached", "missed")},
        "admitted": sum(tally.admitted for _, tally in found), "drawn": sum(tally.drawn for _, tally in found),
        **({"closest": min(closest)} if (closest := [finding.coverage["closest"] for finding in each if "closest" in finding.coverage]) else {}),
    }
    near = [closest_of(tally) for _, tally in found]
    coverage["decided"] = least = min((distinct_count(tally) for part, tally in found if endless(part)), default=len(found))
    seen = [env for row in zip_longest(*near) for env in row if env is not None][:KEPT]
    words = "no counterexample among " + " and ".join(f"{tally.true + tally.contact}" for _, tally in found) + " exact instances" + (" of its parts" if len(each) > 1 else "")
    undecided = sum(tally.undecided for _, tally in found)
    if task.effort.climbs and least < task.effort.enough and any(endless(part) for part, _ in found):
        return Finding(ENGINE, Status.UNDECIDED, f"{too_little(least)} of a part" + inconclusive_words(undecided), coverage=coverage, seen=tuple(seen))
    return Finding(ENGINE, Status.SUPPORTED, words + inconclusive_words(undecided), coverage=coverage, seen=tuple(seen))


def glance(task: Task, hints: bool = True, seen: list[Tally] | None = None) -> Finding | None:
    """The first few instances only: most false statements fall there, and no prover need look at them. What it saw is added to ``seen``."""
    if not task.forall:
        return None
    outcome, tally = glimpse(task, hints)
    if seen is not None:
        seen.append(tally)
    return None if outcome is None else witness(task, outcome, tally)


def _existence(task: Task, hints: bool) -> Finding:
    """A statement that something exists is proved by an exact instance of it."""
    over, body = task.states.args[0], task.states.args[1]
    assert isinstance(over, tuple) and isinstance(body, Node)
    opposite = replace(task.variant, forall=tuple((e[0], e[1]) for e in over), states=Node("not", body))  # type: ignore[index,misc]
    outcome, tally = hunt(replace(task, variant=opposite), hints=hints)
    if outcome is None:
        return Finding(ENGINE, Status.UNDECIDED, f"no example was found among {tally.admitted} instances", coverage={"drawn": tally.drawn})
    env = shrink(replace(task, variant=opposite), outcome, lambda candidate: is_false(replace(task, variant=opposite), candidate))
    exact = {name: formula(env[name]) for pattern, _ in opposite.forall for name in pattern_names(pattern)}
    there: dict[str, Any] = {}
    failing = failing_sides(Node("not", body), env, None, there) or _sides_of(body, env)
    values = {}
    if failing is not None and not there:
        left, relation, right = failing
        values = {"measured": decimal(left), "relation": relation, "claimed": decimal(right), "margin": decimal(gap_between(left, right))}
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
