"""Ranges made narrower by hypotheses, or by the opposite of the conclusion, before other engines look at what is left. Returns PROVED or UNDECIDED.

Acts where names range over intervals and the ranges become much narrower. The arithmetic is the checker's (:mod:`verify.evidence.checker.narrowing`), which follows each step again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, free_names, from_json, to_json
from verify.engines.task import Finding, Status, Task, cannot
from verify.evidence.checker import narrowing
from verify.evidence.checker import numbers as checked
from verify.evidence.checker.at_sight import ends_are_numbers
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.formula import Refused
from verify.evidence.checker.numbers import Ball, Budget, Exhausted, NoValue, Undecided
from verify.values import rounding

ENGINE = "narrowing"
ROUNDS, STEPS, SECONDS, BITS = 4, 60_000, 5.0, 96
WORTH = 0.9
"""A range counts as narrower where at most this share of it is left."""


def decide(task: Task, engines: Sequence[Callable[[Task], Finding]]) -> Finding:
    """What the engines prove on the narrower ranges, as a proof of the statement."""
    found = narrower(task)
    if found is None:
        return cannot(ENGINE, "no hypothesis makes a range narrower")
    steps, left = found
    for engine in engines:
        inner = engine(left)
        if inner.status is Status.PROVED and inner.kind in narrowing.PROOFS:
            evidence = {"steps": steps, "kind": inner.kind, "evidence": dict(inner.evidence)}
            names = ", ".join(dict.fromkeys(step[1] for step in steps))
            return Finding(ENGINE, Status.PROVED, f"{inner.summary}, after the hypotheses have made the ranges of {names} narrower", "narrowed", evidence, {"share": 1.0}, trusted=inner.trusted,
                           undecided_share=0.0)
    return cannot(ENGINE, "it is not decided on the narrower ranges")


def narrower(task: Task) -> tuple[list[Any], Task] | None:
    """The steps, and the task on the ranges that are left; None where nothing is gained."""
    over = [(to_json(pattern), to_json(where)) for pattern, where in task.forall if isinstance(pattern, Node)]
    if len(over) < len(task.forall) or not ends_are_numbers(over):
        return None
    try:
        first = narrowing.ranges_of(over)
        steps, ranges = _steps(task, dict(first))
    except (Refused, Exhausted, ArithmeticError, ValueError):
        return None
    if not steps or all(_share(first[name], ranges[name]) > WORTH for name in ranges):
        return None
    forall = tuple((pattern, _set(where, ranges.get(str(pattern.args[0])))) for pattern, where in task.forall)
    return steps, replace(task, variant=replace(task.variant, forall=forall))


def _set(where: Node, span: Ball | None) -> Node:
    found = from_json(narrowing.narrowed(to_json(where), span))
    assert isinstance(found, Node)
    return found


def _steps(task: Task, ranges: dict[str, Ball]) -> tuple[list[Any], dict[str, Ball]]:
    conditions = [(k, to_json(h), free_names(h)) for k, h in enumerate(task.given)]
    with suppress(Refused):
        conditions.append((-1, narrowing.denial(to_json(task.states)), free_names(task.states)))
    e = Evaluator(Budget(STEPS, SECONDS))
    steps: list[Any] = []
    with checked.precision(BITS):
        for _ in range(ROUNDS):
            changed = False
            for k, condition, mentioned in conditions:
                for name in sorted(mentioned & ranges.keys()):
                    step = _step(e, k, condition, name, ranges)
                    if step is not None:
                        steps.append(step)
                        changed = True
            if not changed or len(steps) > narrowing.MOST_STEPS // 2:
                break
    return steps, ranges


def _step(e: Evaluator, k: int, condition: Any, name: str, ranges: dict[str, Ball]) -> list[Any] | None:
    """One range that becomes much narrower, with ends rounded outwards to short numbers."""
    try:
        found = narrowing.implied(e, condition, name, ranges)
    except (NoValue, Undecided):
        return None
    if _share(ranges[name], found) > WORTH:
        return None
    low, high = _rounded(found.lo, up=False), _rounded(found.hi, up=True)
    claimed = Ball(checked.MINUS_OO if low is None else checked.exact(_fraction(low)), checked.OO if high is None else checked.exact(_fraction(high)), low is None, high is None)
    ranges[name] = narrowing.met(ranges[name], claimed)
    return [k, name, "-oo" if low is None else str(_fraction(low)), "oo" if high is None else str(_fraction(high))]


def _fraction(x: Any) -> Any:
    return Fraction(int(x.p), int(x.q))


def _rounded(end: Any, *, up: bool) -> Any:
    """A fraction at an end, or a little outside with few binary digits; None for an infinite end."""
    if not end.is_finite() or not (end == 0 or checked.SHORTEST < abs(end) < checked.LONGEST):
        return None
    value = end.fmpq()
    if value.q < 2**24 and abs(value.p) < 2**48:
        return value
    scale = fmpq(2) ** 20
    while abs(value) * scale < 2**16 and scale < fmpq(2) ** 200:
        scale = scale * 2**8
    scaled = value * scale
    whole = rounding.ceiling(scaled) if up else rounding.floor(scaled)
    return whole / scale


def _share(old: Ball, new: Ball) -> float:
    """The share of a range that is left; 0 where it had no end and has one now."""
    if (old.lo.is_finite(), old.hi.is_finite()) != (new.lo.is_finite(), new.hi.is_finite()):
        return 0.0
    if not (old.lo.is_finite() and old.hi.is_finite()):
        moved = [abs(float(b) - float(a)) for a, b in ((old.lo, new.lo), (old.hi, new.hi)) if a.is_finite()]
        return 0.5 if moved and moved[0] > 1e-3 else 1.0
    width = float(old.hi - old.lo)
    return float(new.hi - new.lo) / width if width > 0 else 1.0


__all__ = ["ENGINE", "decide", "narrower"]
