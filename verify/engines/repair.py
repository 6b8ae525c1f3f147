"""What would be true instead of a false inequality between numbers: the range of one name cut until the statement is proved there."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, number
from verify.claims.show import text as show_text
from verify.engines.boxes import points
from verify.engines.boxes.closing import closed_case
from verify.engines.boxes.domain import Case, Side, cases, show_end
from verify.engines.boxes.formula import Graph, Unsupported
from verify.engines.boxes.proof import Prover
from verify.engines.boxes.search import Outcome, Search
from verify.engines.interval import tree_evidence
from verify.engines.task import Task
from verify.engines.tightness import Best
from verify.values import numbers as exact_numbers
from verify.values import rounding

BITS = 96
BOXES = 200
HALVINGS = 14
CUTS = 4
"""Proofs with all their boxes that the cuts of all names may cost together."""
SLACKS = (Fraction(1, 1000), Fraction(1, 50), Fraction(1, 5))
"""By what share a range that floats see as safe is cut further until the proof succeeds."""


@dataclass(frozen=True, slots=True)
class Cut:
    """The statement is proved with ``name`` in ``side``; ``share`` of its range is kept (compactified where it is infinite)."""

    name: str
    side: Side
    share: float
    where: Node
    evidence: dict[str, Any]


def repairs(states: Node, best: Best | str, part: Cut | None) -> dict[str, Any] | None:
    """The repairs of a false inequality as stored data, None where none is certified."""
    found: dict[str, Any] = {}
    if not isinstance(best, str) and best.proved is not None and states.head == "compare":
        row = best.row()
        constant = row["ratio_at_least" if best.falling else "ratio_at_most"]
        lhs, relation, rhs = (show_text(side) if isinstance(side, Node) else str(side)[0] for side in states.args)
        found["factor"] = {"constant": constant, "statement": f"{lhs} {'≤' if relation == '<' else '≥'} {constant}·({rhs})"}
    if part is not None:
        found["range"] = {"name": part.name, "set": str(part.side), "share": f"{part.share:.6g}"}
    return found or None


def cut(task: Task, boxes: int = BOXES) -> Cut | None:
    """The largest certified part of the domain that is found by cutting the range of one name from above or below; None if there is none."""
    try:
        with exact_numbers.precision(BITS):
            found = [closed_case(case, None, []) for case in cases(task.forall, task.given, task.states)]
            return _cut(found[0], boxes) if len(found) == 1 and not found[0].chosen else None
    except (Unsupported, OverflowError):
        return None


def _cut(case: Case, boxes: int) -> Cut | None:
    names = tuple(case.sides)
    sides = tuple(case.sides.values())
    graph = Graph(names)
    given = [graph.proposition(g) for g in case.given]
    goal = graph.proposition(case.states)
    floats = points.Floats(graph)

    def least(box: Sequence[Side]) -> float:
        """The least margin on a box, or any below 0."""
        _, scores = points.lowest(box, lambda at: points.margin(floats, given, goal, at), count=400, rounds=16, first=0.0)
        return float(scores[0]) if len(scores) else math.inf

    options: list[tuple[float, int, bool, Fraction, Fraction]] = []
    for k, name in enumerate(names):
        if case.names.get(name) != Node("var", name) or not sides[k].wide or sides[k].integer:
            continue
        for low in (True, False):
            kept = _safe(sides, k, low, least)
            if kept is not None:
                options.append((_part(sides[k], low, kept[0]).share, k, low, *kept))
    left = CUTS * boxes
    for _, k, low, inner, lost in sorted(options, reverse=True):
        anchor = sides[k].lo if low else sides[k].hi
        for end in [_between(inner, lost), *(_between(inner, _inside(inner, anchor, slack)) for slack in SLACKS)]:
            side = _part(sides[k], low, end)
            if left <= 0 or not side.wide or not sides[k].lo < end < sides[k].hi:
                continue
            box = tuple(side if j == k else s for j, s in enumerate(sides))
            outcome = Search(graph, Prover(graph, box), given, goal, box, {}).run(min(boxes, left), math.inf)
            left -= outcome.boxes
            if outcome.proved:
                return _found(case, names[k], side, sides[k], outcome)
    return None


def _found(case: Case, name: str, side: Side, whole: Side, outcome: Outcome) -> Cut:
    part = replace(case, sides={**case.sides, name: side})
    where = Node("interval", number(show_end(side.lo)), number(show_end(side.hi)), "open" if side.lo_open else "closed", "open" if side.hi_open else "closed")
    return Cut(name, side, side.share / whole.share, where, tree_evidence(part, outcome))


def _part(side: Side, low: bool, at: Fraction) -> Side:
    """The lower or the upper part of a side."""
    return Side(side.lo, at, side.lo_open, False) if low else Side(at, side.hi, False, side.hi_open)


def _safe(sides: Sequence[Side], k: int, low: bool, least: Any) -> tuple[Fraction, Fraction] | None:
    """How far floats see the statement hold, from one end of a side, and where they see it fail; None if it holds nowhere."""
    scale = points.Scale(sides[k])
    good, bad = (0.0, 1.0) if low else (1.0, 0.0)
    found = None
    last = Fraction(float(scale.at(bad)))
    for _ in range(HALVINGS):
        u = (good + bad) / 2
        at = float(scale.at(u))
        if not math.isfinite(at) or not sides[k].lo < at < sides[k].hi:
            return found
        box = tuple(_part(side, low, Fraction(at)) if j == k else side for j, side in enumerate(sides))
        if least(box) >= 0:
            good, found = u, (Fraction(at), last)
        else:
            bad, last = u, Fraction(at)
            found = None if found is None else (found[0], last)
    return found


def _inside(kept: Fraction, anchor: Any, slack: Fraction) -> Fraction:
    """A point a little nearer to the end that is kept."""
    if isinstance(anchor, float):
        reach = max(abs(kept), Fraction(1)) * slack
        return kept - reach if anchor < 0 else kept + reach
    return kept + (Fraction(anchor) - kept) * slack


def _between(a: Fraction, b: Fraction) -> Fraction:
    """The simplest fraction between two."""
    lo, hi = sorted((a, b))
    simple = rounding.simplest_between(fmpq(lo.numerator, lo.denominator), fmpq(hi.numerator, hi.denominator))
    return Fraction(int(simple.numerator), int(simple.denominator))


__all__ = ["BOXES", "Cut", "cut", "repairs"]
