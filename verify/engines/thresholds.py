"""Thresholds: a number that an event is compared with is put where the event just happens."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, free_names, pattern_names
from verify.engines import evaluate as ev
from verify.engines import listed
from verify.engines.binders import bind
from verify.engines.membership import contains
from verify.engines.truth import Truth
from verify.values import laws, numbers, rounding
from verify.values.formulas import formula
from verify.values.numbers import NoValue


@dataclass(frozen=True, slots=True)
class Threshold:
    """A number compared with a term, below some binders."""

    name: str
    term: Node
    binders: tuple[Node, ...]
    above: bool
    """Whether the event is that the term is at most the number; else it is at least the number."""
    level: bool
    """Whether hypotheses bound the number from below: then it is raised to the threshold, never lowered."""
    side: Node | None = None
    """The formula that is compared with the term, where it is not the number alone."""


BINDERS = ("forall", "exists", "sup", "inf", "sum", "expect", "prob")
LOGIC = ("implies", "iff", "any", "not", "exists")
"""A comparison below one of these is an event; a bare comparison is the goal itself."""


def thresholds(task: Any, calibrated: Any) -> list[tuple[Threshold, Node]]:
    """Thresholds of the goal, each with the set its name ranges over."""
    ranges = {str(pattern.args[0]): where for pattern, where in task.forall if isinstance(pattern, Node)}
    found: list[tuple[Threshold, Node]] = []

    def compared(node: Node, binders: tuple[Node, ...], bound: frozenset[str]) -> None:
        left, relation, right = node.args
        assert isinstance(left, Node) and isinstance(right, Node)
        for name, other, side in ((left, right, (">=", ">")), (right, left, ("<=", "<"))):
            if name.head != "var":
                if free_names(other) & bound and not free_names(name) & bound:
                    inside = [key for key in sorted(free_names(name) - free_names(other)) if key in ranges and ranges[key].head == "interval" and key not in calibrated]
                    found.extend((Threshold(key, other, binders, str(relation) in side, False, name), ranges[key]) for key in inside[:2])
                continue
            key = str(name.args[0])
            if key in ranges and key not in bound and ranges[key].head in ("interval", "unstated") and key not in free_names(other):
                found.append((Threshold(key, other, binders, str(relation) in side, key in calibrated), ranges[key]))

    def visit(node: Node, binders: tuple[Node, ...], bound: frozenset[str], inside: bool) -> None:
        if node.head == "compare" and inside:
            compared(node, binders, bound)
        if node.head in BINDERS:
            over = node.args[0]
            assert isinstance(over, tuple)
            names = frozenset(n for entry in over for n in pattern_names(entry[0]))  # type: ignore[index]
            for child in node.args[1:]:
                if isinstance(child, Node):
                    visit(child, (*binders, node), bound | names, inside or node.head in ("prob", "exists"))
            return
        for child in node.args:
            if isinstance(child, Node):
                visit(child, binders, bound, inside or node.head == "if" or node.head in LOGIC)

    visit(task.states, (), frozenset(), False)
    return found


def settle(threshold: Threshold, where: Node, env: ev.Env, rng: random.Random, tries: int = 3) -> Any:
    """The largest value of the term for a few choices of a member of each binder, as a number of the set; None where that has no exact value in range."""
    best: Any = None
    if threshold.side is not None:
        return _term(threshold, where, env, rng)
    for _ in range(tries if threshold.binders and rng.random() < 0.6 else 1):
        value = _term(threshold, where, env, rng)
        if value is not None and (best is None or numbers.relation(value, ">", best) is True):
            best = value
    return best


def _term(threshold: Threshold, where: Node, env: ev.Env, rng: random.Random) -> Any:
    c, inner = ev.Context(96), env
    try:
        for binder in threshold.binders:
            over = binder.args[0]
            assert isinstance(over, tuple)
            for entry in over:
                pattern, of = entry  # type: ignore[misc,str-unpack]
                assert isinstance(of, Node)
                if binder.head in ("expect", "prob"):
                    law = ev.value(of, inner, c)
                    if not isinstance(law, laws.FiniteLaw):
                        return None
                    member: Any = rng.choice(law.points)
                else:
                    members, _ = listed.members_of(of, inner, c)
                    if not members:
                        return None
                    member = rng.choice(members)
                inner = bind(pattern, member, inner)
        value = ev.value(threshold.term, inner, c)
        if not isinstance(value, ev.numbers_kinds):
            return None
        if threshold.side is not None:
            value = _solved(threshold, where, env, numbers.to_float(value), rng)
        elif isinstance(value, numbers.Enclosure):
            value = _beside(numbers.to_float(value), threshold.above)
        formula(value)
        if contains(where, value, env, c) is not Truth.TRUE:
            return None
    except (NoValue, ev.NoRoute, ArithmeticError, TypeError, ValueError, OverflowError):
        return None
    return value


SHARES = (1e-6, 1e-3, 0.02, 0.1, 0.25, 0.5, 0.75, 0.9, 0.98, 0.999, 1 - 1e-6)
LENGTHS = (1e-6, 1e-3, 0.1, 1.0, 10.0, 1e3, 1e6)
"""Where a number is looked for: shares of its range, or distances from its only end."""
HALVINGS = 30
GAPS = (1e-5, 1e-3, 1e-2)
"""How far beside the solution a number is put, relative to its size: short fractions lie far, windows may be narrow."""


def _solved(threshold: Threshold, where: Node, env: ev.Env, target: float, rng: random.Random) -> fmpq:
    """A short fraction close to a number at which the formula is the term, on either side. Raises ValueError where none is found."""
    def above(x: float) -> bool:
        assert threshold.side is not None
        return numbers.to_float(ev.value(threshold.side, {**env, threshold.name: fmpq(*x.as_integer_ratio())}, ev.Context(64))) > target

    ends = [numbers.to_float(ev.argument_value(where, k, env, ev.Context(64))) for k in (0, 1)]
    low, high = ends
    if math.isinf(low) and math.isinf(high):
        grid = [*(-x for x in reversed(LENGTHS)), *LENGTHS]
    elif math.isinf(low) or math.isinf(high):
        grid = [low + x for x in LENGTHS] if math.isinf(high) else [high - x for x in reversed(LENGTHS)]
    else:
        grid = [low + (high - low) * share for share in SHARES]
    told = [above(x) for x in grid]
    k = next((k for k in range(len(grid) - 1) if told[k] != told[k + 1]), None)
    if k is None:
        raise ValueError("the formula is nowhere the term")
    a, b = grid[k], grid[k + 1]
    for _ in range(HALVINGS):
        middle = (a + b) / 2
        a, b = (middle, b) if above(middle) == told[k] else (a, middle)
    gap = rng.choice(GAPS) * abs(a) * rng.choice((1, -1))
    near, far = sorted((fmpq(*(a + gap / 2).as_integer_ratio()), fmpq(*(a + gap).as_integer_ratio())))
    return rounding.simplest_between(near, far)


def _beside(middle: float, above: bool) -> fmpq:
    """A short fraction close to a number that is known by an enclosure, on the side where the event happens. Raises OverflowError for oo."""
    near, far = (middle * (1 + sign * (1 if above == (middle > 0) else -1)) for sign in (1e-6, 1e-5))
    low, high = sorted((fmpq(*near.as_integer_ratio()), fmpq(*far.as_integer_ratio())))
    return rounding.simplest_between(low, high)
