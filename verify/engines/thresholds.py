"""Thresholds: a number that an event is compared with is put where the event just happens."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, pattern_names
from verify.engines import evaluate as ev
from verify.engines.membership import contains
from verify.engines.truth import Truth
from verify.values import laws, numbers
from verify.values.formulas import formula
from verify.values.numbers import NoValue


@dataclass(frozen=True, slots=True)
class Threshold:
    """A free number compared with a term, below some binders."""

    name: str
    term: Node
    binders: tuple[Node, ...]


def thresholds(task: Any, calibrated: Any) -> list[tuple[Threshold, Node]]:
    """Thresholds of the goal, each with the set its name ranges over."""
    ranges = {str(pattern.args[0]): where for pattern, where in task.forall if isinstance(pattern, Node)}
    found: list[tuple[Threshold, Node]] = []

    def visit(node: Node, binders: tuple[Node, ...], bound: frozenset[str], inside: bool) -> None:
        if node.head == "compare" and inside:
            left, _, right = node.args
            for name, other in ((left, right), (right, left)):
                if isinstance(name, Node) and isinstance(other, Node) and name.head == "var":
                    key = str(name.args[0])
                    if key in ranges and key not in bound and key not in calibrated and ranges[key].head in ("interval", "unstated"):
                        found.append((Threshold(key, other, binders), ranges[key]))
        if node.head in ("forall", "exists", "sup", "inf", "sum", "expect", "prob"):
            over = node.args[0]
            assert isinstance(over, tuple)
            names = frozenset(n for entry in over for n in pattern_names(entry[0]))  # type: ignore[index]
            for child in node.args[1:]:
                if isinstance(child, Node):
                    visit(child, (*binders, node), bound | names, inside or node.head == "prob")
            return
        for child in node.args:
            if isinstance(child, Node):
                visit(child, binders, bound, inside or node.head == "if")

    visit(task.states, (), frozenset(), False)
    return found


def settle(threshold: Threshold, where: Node, env: ev.Env, rng: random.Random) -> ev.Env | None:
    """The environment with the threshold at the value of its term for some member of each binder; None where that has no exact value in range."""
    c, inner = ev.Context(96), env
    try:
        for binder in threshold.binders:
            over = binder.args[0]
            assert isinstance(over, tuple)
            for entry in over:
                pattern, of = entry  # type: ignore[misc, str-unpack]
                assert isinstance(of, Node)
                if binder.head in ("expect", "prob"):
                    law = ev.value(of, inner, c)
                    if not isinstance(law, laws.FiniteLaw):
                        return None
                    member: Any = rng.choice(law.points)
                else:
                    members, _ = ev.members_of(of, inner, c)
                    if not members:
                        return None
                    member = rng.choice(members)
                inner = ev.bind(pattern, member, inner)
        value = ev.value(threshold.term, inner, c)
        if isinstance(value, numbers.Enclosure) or not isinstance(value, ev.numbers_kinds):
            if not isinstance(value, numbers.Enclosure):
                return None
            middle = numbers.to_float(value)
            value = fmpq(*(middle * 0.999999).as_integer_ratio())
        formula(value)
        if contains(where, value, env, c) is not Truth.TRUE:
            return None
    except (NoValue, ev.NoRoute, ArithmeticError, TypeError, ValueError, OverflowError):
        return None
    return {**env, threshold.name: value}
