"""Coefficients with which known inequalities add up to a goal, from a linear programme whose solution is rounded to fractions."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
from scipy.optimize import linprog

from verify.claims.nodes import to_json
from verify.engines.task import Finding, Status, Task, cannot
from verify.evidence.checker.formula import Refused, argument, head, mentions, stated, text_of
from verify.evidence.checker.linear import Form, added, inequalities, one_by_one
from verify.evidence.checker.uses import conjuncts, upward
from verify.quantities import enclosures

ENGINE = "linear"
LARGEST_DENOMINATOR = 10_000
EXTREMES = frozenset({"max", "min"})
SUM = 20
"""Units of work of a linear programme."""
MOST = 200
"""Known inequalities beyond which no sum is looked for."""


def decide(task: Task) -> Finding:
    """Prove comparisons between numbers as sums of hypotheses and ends of ranges."""
    over = [(to_json(pattern), to_json(where)) for pattern, where in task.forall]
    evidence = sums(over, [to_json(h) for h in task.given], to_json(task.states))
    if evidence is None:
        return cannot(ENGINE, "no sum of what is known is the goal")
    return Finding(ENGINE, Status.PROVED, "a sum of what is known", "linear", evidence)


def sums(over: list[tuple[Any, Any]], hypotheses: list[Any], goal: Any) -> dict[str, Any] | None:
    """Evidence of kind ``linear``; None where none is found."""
    enclosures.spend(SUM)
    asked = text_of([over, hypotheses, goal])
    if asked not in _KNOWN:
        if len(_KNOWN) >= MOST_KNOWN:
            _KNOWN.clear()
        _KNOWN[asked] = _sums(over, hypotheses, goal)
    found = _KNOWN[asked]
    return None if found is None else {"sums": [[list(row) for row in rows] for rows in found]}


_KNOWN: dict[str, list[list[list[Any]]] | None] = {}
"""What was found: readings ask about the same sums. It is counted each time, so that no verdict depends on what was decided before."""
MOST_KNOWN = 4096


def _sums(over: list[tuple[Any, Any]], hypotheses: list[Any], goal: Any) -> list[list[list[Any]]] | None:
    try:
        known, goals = inequalities(over, hypotheses, goal)
    except Refused:
        return None
    if (not known and any(product for form, _ in goals for product in form)) or len(known) > MOST:
        return None
    found = _all(goals, known)
    if found is None and _has_extremes(goal):
        found = _all(one_by_one(over, goal), known)
    return found


@lru_cache(maxsize=4096)
def _complete(asked: str) -> bool:
    over, hypotheses, goal = json.loads(asked)
    near, left = mentions(goal), [part for h in hypotheses for part in conjuncts(h)]
    parts: list[Any] = []
    while found := [part for part in left if mentions(part) & near]:
        left, parts = [part for part in left if part not in found], [*parts, *found]
        near = near.union(*map(mentions, found))
    ranges = [(pattern, where) for pattern, where in over if mentions(pattern) & near]
    if any(head(stated(where)) != "interval" or mentions(where) for _, where in ranges) or not all(map(_convex, parts)):
        return False
    try:
        known, goals = inequalities(ranges, parts, goal)
        goals = one_by_one(ranges, goal) if _has_extremes(goal) else goals
    except Refused:
        return False
    factors = {factor for form, _ in (*known, *goals) for factors in form for factor in (factors if len(factors) < 2 else ("",))}
    return all(map(_plain, factors))


def _convex(p: Any) -> bool:
    """Whether a comparison of sums holds on a convex set: a maximum is at most something, or a minimum at least."""
    try:
        small, _, large = upward(p)
    except Refused:
        return head(p) == "compare" and argument(p, 1) == ["word", "=="] and not _has_extremes(p)
    return head(small) != "min" and head(large) != "max"


def _plain(text: str) -> bool:
    """Whether a factor is a name, or a maximum or a minimum of names and numbers."""
    f: Any = json.loads(text) if text else None
    return head(f) == "var" or (head(f) in EXTREMES and all(isinstance(part, str) or head(part) == "var" for part in f[1:]))


def complete(over: list[tuple[Any, Any]], hypotheses: list[Any], goal: Any) -> bool:
    """Whether a statement is about sums of real numbers alone: then it follows from such sums or is false."""
    return _complete(text_of([over, hypotheses, goal]))


def _all(goals: list[tuple[Form, bool]], known: list[tuple[Form, bool]]) -> list[list[list[Any]]] | None:
    """A sum for each inequality; None where one has none."""
    found: list[list[list[Any]]] = []
    for part in goals:
        if (rows := _coefficients(part, known)) is None:
            return None
        found.append(rows)
    return found


def _has_extremes(goal: Any) -> bool:
    """Whether a side of a comparison in the goal is a maximum or a minimum."""
    return any(head(part) == "compare" and EXTREMES & {head(part[1]), head(part[3])} for part in conjuncts(goal))


def _coefficients(goal: tuple[Form, bool], known: list[tuple[Form, bool]]) -> list[list[Any]] | None:
    """Positive coefficients of known forms whose sum is at most the goal's form, by place."""
    products = sorted({product for form, _ in (goal, *known) for product in form if product})
    if not products:
        constant = goal[0].get((), Fraction(0))
        return [] if constant > 0 or (constant == 0 and not goal[1]) else None
    matrix = np.array([[float(form.get(product, 0)) for form, _ in known] for product in products])
    wanted = np.array([float(goal[0].get(product, 0)) for product in products])
    constants = np.array([[float(form.get((), 0)) for form, _ in known]])
    most = [float(goal[0].get((), 0)) + 1e-12]
    strict = np.array([[-float(sharp) for _, sharp in known]])
    ways = [(constants, most)] + ([(np.vstack([constants, strict]), [*most, -1.0])] if goal[1] and strict.any() else [])  # a strict goal may need one that is strict
    for matrix_above, above in ways:
        solved = linprog(np.ones(len(known)), A_ub=matrix_above, b_ub=above, A_eq=matrix, b_eq=wanted, bounds=(0, None), method="highs")
        if solved.status != 0:
            continue
        rows = [[k, str(Fraction(float(x)).limit_denominator(LARGEST_DENOMINATOR))] for k, x in enumerate(solved.x) if x > 1e-9]
        try:
            added(goal, known, rows)
        except Refused:
            continue
        return rows
    return None


__all__ = ["ENGINE", "complete", "decide", "sums"]
