"""What is said of a search that found nothing."""

from __future__ import annotations

import math
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, heads, walk
from verify.engines import evaluate as ev
from verify.engines.search.counterexample import ENGINE, instance
from verify.engines.search.features import dimensions_of, endless, tries_data_alone, unusual_atoms
from verify.engines.search.tally import Tally, closest_of, distinct_count
from verify.engines.task import Finding, Status, Task
from verify.values import numbers
from verify.values.formulas import formula
from verify.values.numbers import NoValue

OBJECT_CORNERS = ("point mass", "equal distributions", "equal supports", "unequal supports", "disjoint supports", "translation", "dimension > 1", "density")


def corners_of(task: Task) -> list[str]:
    """Named extreme kinds that matter for the sets of a task."""
    found = frozenset[str]().union(*(heads(where) for _, where in task.forall))
    wanted: list[str] = []
    if found & {"laws", "kernels"}:
        wanted += [corner for corner in OBJECT_CORNERS if corner != "dimension > 1" or _has_several_coordinates(task)] + ["infinite moment", "heavy tail"]
    if dimensions_of(task):
        wanted.append("dimension > 2")
    wanted += [corner for _, corner in unusual_atoms(task)]
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


def _has_several_coordinates(task: Task) -> bool:
    """Whether a set of a task may have points with several coordinates: a space of another dimension than 1, or a product."""
    return any(node.head in ("product_space", "sequences") or (node.head == "euclid" and node.args[0] != Node("num", "1")) for _, where in task.forall for node in walk(where))


def no_counterexample(task: Task, tally: Tally) -> Finding:
    wanted = corners_of(task)
    reached = [corner for corner in wanted if corner in tally.corners]
    missed = [corner for corner in wanted if corner not in tally.corners]
    share = (tally.admitted + tally.repeated) / tally.drawn if tally.drawn else 0.0
    good = distinct_count(tally)
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
        return Finding(ENGINE, Status.UNDECIDED, too_little(good) + _others(tally), coverage=coverage, seen=closest_of(tally))
    if tries_data_alone(task):
        return Finding(ENGINE, Status.UNDECIDED, f"{DATA_ALONE} (no counterexample among {good} exact instances{_others(tally)})", coverage=coverage, seen=closest_of(tally))
    tightness = None
    if tally.best_at is not None and task.states.head == "compare" and math.isfinite(tally.best):
        tightness = _tightness(task, tally)
    return Finding(ENGINE, Status.SUPPORTED, f"no counterexample among {good} exact instance{'' if good == 1 else 's'}{_others(tally)}", coverage=coverage, tightness=tightness, seen=closest_of(tally),
                   undecided_share=round(tally.undecided / tally.admitted, 3) if tally.admitted else None)


DATA_ALONE = "too little tested: of the events of data and noise those of the data alone are tried, and that no other will do is seen at no instance"


def too_little(count: int) -> str:
    """Why a statement about infinitely many instances is not supported by those that were decided."""
    return f"too little tested: {count} distinct instance{'' if count == 1 else 's'}"


def _others(tally: Tally) -> str:
    return inconclusive_words(tally.undecided) + _blank(tally)


def inconclusive_words(count: int) -> str:
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
