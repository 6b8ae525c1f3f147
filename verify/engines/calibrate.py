"""Hypotheses that are solved instead of tested: a level is set to the value of the term it bounds."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, free_names, literal, pattern_names, walk
from verify.claims.sets import NUMBERS, stated
from verify.engines import binders, listed
from verify.engines import evaluate as ev
from verify.engines.handy import CannotDraw
from verify.engines.marginals import joint, joints
from verify.engines.truth import Truth
from verify.quantities.kernels import line_transport
from verify.values import elementary, numbers, rounding
from verify.values.formulas import formula
from verify.values.structures import Family

COARSE = line_transport.COARSE
"""Bits at which levels are solved for."""
LONGEST = 600
"""Bits of a fraction beyond which a level is not worth printing."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One hypothesis ``term <= level`` or ``term < level`` (or the same from the right) under quantifiers over finite sets."""

    level: str
    index: Node | None
    guards: tuple[tuple[str, Any], ...]
    """From outside in: ("over", binding) or ("if", proposition)."""
    term: Node
    sure: bool = True
    """Whether the hypothesis holds by construction; not where the level has a factor, which may be 0 or negative."""
    strict: bool = False

    def least(self, env: ev.Env, c: ev.Context) -> Any:
        """The least level that obeys the hypothesis at one member of each quantifier, or one a little above it where there is no least one."""
        value = ev.value(self.term, env, c)
        if not self.strict or value == math.inf:
            return value
        return numbers.mul(value, fmpq(11, 10)) if numbers.relation(value, ">", fmpq(0)) is True else numbers.add(value, fmpq(1, 8))


@dataclass(frozen=True, slots=True)
class Plan:
    """Which names are solved for, and how."""

    rules: tuple[Rule, ...]
    calibrated: dict[str, Node]
    """Level names with their sets."""
    solved: frozenset[int] = frozenset()
    """Positions of the hypotheses that hold by construction."""
    early: frozenset[int] = frozenset()
    """Positions of the hypotheses that mention no level: they are tested before anything is solved."""
    joints: Mapping[str, Any] = field(default_factory=dict)
    """Names of joint laws that hypotheses give the marginals of, with the rules that make them."""

    def solve(self, env: ev.Env, rng: random.Random, exact: bool = False, floors: Mapping[str, Any] | None = None) -> ev.Env:
        """Give every calibrated level its least value, now and then a larger one. Raises CannotDraw for an infinite level.

        ``floors`` holds values that levels are raised to where their hypotheses ask for less.
        """
        for name, where in self.calibrated.items():
            larger = not exact and rng.random() < 0.2
            factor = fmpq(rng.choice((2, 3, 10)), rng.choice((1, 2))) if larger else fmpq(1)
            if floors is not None and name in floors:
                env = {**env, name: _raised(self._level(name, where, env, fmpq(1)), floors[name])}
            else:
                env = {**env, name: self._level(name, where, env, factor)}
        return env

    def admits(self, given: tuple[Node, ...], env: ev.Env) -> bool:
        """Whether the hypotheses that mention no level hold."""
        return all(ev.holds(given[k], env)[0] is Truth.TRUE for k in self.early)

    def _level(self, name: str, where: Node, env: ev.Env, factor: fmpq) -> Any:
        c = ev.Context(COARSE)  # an upper bound is enough, and a quick one leaves time for more instances
        if name in self.joints:
            return joint(self.joints[name], env, c)
        rules = [rule for rule in self.rules if rule.level == name]
        if where.head == "families":
            members, _ = listed.members_of(ev.argument(where, 0), env, c)
            floor = _floor(ev.argument(where, 1), env, c)
            levels = dict.fromkeys(members, floor)
            for rule in rules:
                for inner in bindings(rule.guards, env, c):
                    assert rule.index is not None
                    key = ev.value(rule.index, inner, c)
                    levels[key] = _larger(levels[key], rule.least(inner, c))
            return Family(tuple(_admissible(level, factor) for level in levels.values()))
        where = stated(where)  # a range that the source leaves open is one all the same
        level: Any = _floor(where, env, c)
        for rule in rules:
            for inner in bindings(rule.guards, env, c):
                level = _larger(level, rule.least(inner, c))
        if where.head == "interval" and where.args[2] == "open" and numbers.relation(level, "==", ev.argument_value(where, 0, env, c)) is not False:
            level = numbers.add(level, fmpq(1, 8))
        high = ev.argument_value(where, 1, env, c) if where.head == "interval" else math.inf
        if numbers.relation(level, ">", high) is True:
            raise CannotDraw(f"the level {name} would exceed its range")
        return _admissible(level, factor)


def bindings(guards: tuple[tuple[str, Any], ...], env: ev.Env, c: ev.Context) -> list[ev.Env]:
    found = [env]
    for kind, what in guards:
        longer: list[ev.Env] = []
        for inner in found:
            if kind == "if":
                if ev.truth(what, inner, c) is Truth.TRUE:
                    longer.append(inner)
            else:
                longer += [e for e, _ in binders.assignments(what, inner, c) if e]
        found = longer
    return found


def _floor(where: Node, env: ev.Env, c: ev.Context) -> Any:
    where = stated(where)
    if where.head != "interval":
        raise CannotDraw("a level needs an interval")
    return ev.argument_value(where, 0, env, c)


def _larger(a: Any, b: Any) -> Any:
    return elementary.maximum(a, b)


def _raised(level: Any, floor: Any) -> Any:
    """The larger of a level and a floor, member by member for families; the level where they cannot be compared."""
    if isinstance(level, Family):
        if not isinstance(floor, Family) or len(floor.members) != len(level.members):
            return level
        return Family(tuple(_raised(a, b) for a, b in zip(level.members, floor.members, strict=True)))
    return floor if isinstance(floor, ev.numbers_kinds) and numbers.relation(floor, ">", level) is True else level


def _admissible(level: Any, factor: fmpq) -> Any:
    """A level as an exact value: fractions, logarithms and roots stay; an enclosure becomes a fraction above it."""
    if level == math.inf:
        raise CannotDraw("no finite level satisfies the hypothesis")
    if level == -math.inf:
        return fmpq(0)
    if isinstance(level, numbers.Enclosure):
        if not isinstance(level.hi, float):
            level = rounding.next_above(level)
        else:
            raise CannotDraw("the level of a hypothesis is not bounded from above")
    level = numbers.mul(level, factor)
    if isinstance(level, fmpq) and max(abs(int(level.p)), int(level.q)).bit_length() > LONGEST:
        raise CannotDraw("a level with too many digits")
    formula(level)
    return level


def plan(task: Any) -> Plan:
    """Find the levels of a task's hypotheses that can be solved for."""
    ranges: dict[str, Node] = {}
    for pattern, where in task.forall:
        if isinstance(pattern, Node):
            ranges[str(pattern.args[0])] = where
    rules: list[Rule] = []
    for hypothesis in task.given:
        rules += _rules(hypothesis, (), ranges)
    made = joints(task.given, ranges)
    needed_by_sets = {n for _, where in task.forall for n in free_names(where)}
    levels: dict[str, Node] = {}
    for rule in rules:
        if rule.level in needed_by_sets or any(rule.level in free_names(r.term) for r in rules if r.level == rule.level):
            continue
        levels[rule.level] = ranges[rule.level]
    levels |= {name: ranges[name] for name in made if name not in needed_by_sets}
    ordered = {name: ranges[name] for name in _in_order([name for name in ranges if name in levels], rules)}
    kept = tuple(r for r in rules if r.level in ordered)
    solved = frozenset(k for k, h in enumerate(task.given) if _leaves(h) == len([r for r in _rules(h, (), ranges) if r in kept and r.sure]) > 0)
    early = frozenset(k for k, h in enumerate(task.given) if not free_names(h) & ordered.keys())
    return Plan(kept, ordered, solved, early, {name: rule for name, rule in made.items() if name in ordered})


def _in_order(levels: list[str], rules: list[Rule]) -> list[str]:
    """The levels, each behind those that its rules mention; the first of a circle of levels is left out, and drawn like other names."""
    asked = {name: {n for rule in rules if rule.level == name for n in _mentioned(rule)} - {name} for name in levels}
    placed: list[str] = []
    while left := [name for name in levels if name not in placed]:
        ready = [name for name in left if not asked[name] & set(left)]
        if ready:
            placed.append(ready[0])
        else:
            levels = [name for name in levels if name != left[0]]
    return placed


def _mentioned(rule: Rule) -> set[str]:
    """Free names of a term, of the index of its level and of what it is quantified over."""
    found = free_names(rule.term) | (free_names(rule.index) if rule.index is not None else set())
    for kind, what in reversed(rule.guards):
        if kind == "if":
            found = found | free_names(what)
            continue
        for pattern, where in reversed(what):
            found = (found - set(pattern_names(pattern))) | free_names(where)
    return set(found)


def _leaves(node: Node) -> int:
    """Number of comparisons a hypothesis falls into."""
    if node.head in ("all", "forall", "implies"):
        return sum(_leaves(a) for a in (node.args[1:] if node.head != "all" else node.args) if isinstance(a, Node))
    return 1


def _rules(node: Node, guards: tuple[tuple[str, Any], ...], ranges: dict[str, Node]) -> list[Rule]:
    if node.head == "all":
        return [rule for part in node.args if isinstance(part, Node) for rule in _rules(part, guards, ranges)]
    if node.head == "forall":
        over = node.args[0]
        assert isinstance(over, tuple)
        if not all(isinstance(e, tuple) and isinstance(e[1], Node) and is_finite(e[1]) for e in over):
            return []
        return _rules(ev.argument(node, 1), (*guards, ("over", over)), ranges)
    if node.head == "implies":
        return _rules(ev.argument(node, 1), (*guards, ("if", ev.argument(node, 0))), ranges)
    if node.head != "compare":
        return []
    left, relation, right = node.args
    assert isinstance(left, Node) and isinstance(right, Node)
    if relation in (">=", ">"):
        left, right = right, left
    elif relation not in ("<=", "<"):
        return []
    strict = relation in ("<", ">")
    if strict and all(ranges[name].head in NUMBERS for name in free_names(left) & ranges.keys()):
        return []  # numbers beside each other are drawn, not put next to each other
    sure = True
    if right.head == "mul":
        levels = [a for a in right.args if isinstance(a, Node) and a.head == "var" and str(a.args[0]) in ranges]
        factors = [a for a in right.args if isinstance(a, Node) and levels and a is not levels[0]]
        if not factors or literal(levels[0]) is not None:
            return []
        factor = factors[0] if len(factors) == 1 else Node("mul", *factors)
        guards = (*guards, ("if", Node("compare", factor, ">", Node("num", "0"))))
        left, right, sure = Node("mul", left, Node("pow", factor, Node("num", "-1"))), levels[0], False
    index: Node | None = None
    target = right
    if right.head == "item":
        target, index = ev.argument(right, 0), ev.argument(right, 1)
    if target.head != "var":
        return []
    name = str(target.args[0])
    bound = {n for kind, over in guards if kind == "over" for e in over for n in pattern_names(e[0])}
    if name in bound or name not in ranges or name in free_names(left) or literal(target) is not None:
        return []
    where = ranges[name]
    where = stated(where)
    fits = where.head == "interval" if index is None else where.head == "families" and ev.argument(where, 1).head == "interval"
    return [Rule(name, index, guards, left, sure, strict)] if fits else []


def is_finite(where: Node) -> bool:
    return where.head in ("integers", "one_of", "neighbours", "data_sets", "pasts", "part_neighbours", "situations", "secret_pairs", "events", "permutations", "subsets", "equals") and not any(
        n.head == "num" and n.args[0] == "oo" for n in walk(where))
