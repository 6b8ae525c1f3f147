"""Proves ``for all ...: there are x, P, ... with ...`` by an example for each: numbers, formulas in the outer numbers, and distributions on a few points of the line.

Examples are tried, simple ones first, at a few values of the outer names; of the first that hold there, the body is proved for all values, by a derivation or on boxes.

Evidence of kind ``example``: ``values``, a formula for each name that exists, and ``proofs`` (as for members) of what is left: that formulas lie in their ranges, and the parts of the body.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from flint import fmpq

from verify.claims.nodes import ClaimError, Node, child, free_names, literal, number, pattern_names, substitute, to_json
from verify.claims.propositions import Compare
from verify.claims.sets import stated
from verify.engines import derivation, interval, members
from verify.engines import evaluate as ev
from verify.engines.exhibits import BITS, NUMBERS, _ladder, _parts
from verify.engines.membership import contains
from verify.engines.solution import positive_names
from verify.engines.task import Finding, Status, Task
from verify.engines.truth import Truth
from verify.values.numbers import NoValue

ENGINE = "examples"
MOST_OPTIONS, MOST_TRIED, MOST_PROVED, MOST_INSTANCES = 12, 400, 8, 9
"""Examples for one name, combinations that are tried at instances and of which a proof is tried, and these instances."""
SMALL, FAR, BOXES = 3, 7, 40
"""Numbers of a range, from its simplest ones, that are examples, and from which an outer name is tried; boxes for a proof."""
INFINITE = (number("oo"), number("-oo"))
POINTS = tuple(
    Node("finite", tuple((number(k), number(w)) for k, w in enumerate(weights) if w))
    for weights in (*(map(Fraction, texts) for texts in (("1", "0"), ("1/2", "1/2"), ("1/4", "3/4"), ("3/4", "1/4"), ("0", "1"), ("1/3", "1/3", "1/3"))),)
)
"""Distributions on a few points of the line."""
Over = tuple[tuple[Any, Node], ...]


def decide(task: Task) -> Finding | None:
    """Prove a statement that something exists. None for statements of another form, and where no example is found."""
    exist, asked, body = _parts(task.states)
    if task.given or not exist or asked or not task.forall:
        return None
    if not all(isinstance(pattern, Node) and pattern.head == "var" for pattern, _ in (*task.forall, *exist)) or any(stated(where).head not in NUMBERS for _, where in task.forall):
        return None
    names = [name for pattern, _ in (*task.forall, *exist) for name in pattern_names(pattern)]
    if len(set(names)) != len(names):
        return None
    deadline, proofs_left = time.thread_time() + task.effort.guard_seconds / 4, MOST_PROVED
    instances = list(_instances(task.forall))
    for values in itertools.islice(_candidates(task.forall, exist), MOST_TRIED):
        if time.thread_time() > deadline or not proofs_left:
            return None
        try:
            goals = _goals(exist, body, values)
        except ClaimError:
            continue
        if goals is None or not instances or not all(_holds(goal, env) for env in instances for goal in goals):
            continue
        proofs_left -= 1
        if (found := _proofs(task, goals)) is not None:
            evidence = {"values": {name: to_json(value) for name, value in values.items()}, "proofs": found}
            trusted = tuple(dict.fromkeys(word for proof in found for word in members._trusted([proof])))
            return Finding(ENGINE, Status.PROVED, "there is an example for all values of the other names", "example", evidence, {"domain": "whole", "share": 1.0}, trusted=trusted, undecided_share=0.0)
    return None


# --- candidates ------------------------------------------------------------------------------------------------------------


def _candidates(outer: Over, exist: Over) -> Iterator[dict[str, Node]]:
    """Examples for all names that exist, simple ones first."""
    names = [str(pattern.args[0]) for pattern, _ in exist]
    options = [list(dict.fromkeys(_options(outer, stated(where))))[:MOST_OPTIONS] for _, where in exist]
    for total in range(sum(map(len, options))):
        for places in _places([len(option) for option in options], total):
            yield {name: option[k] for name, option, k in zip(names, options, places, strict=True)}


def _places(sizes: list[int], total: int) -> Iterator[tuple[int, ...]]:
    """Places in lists of these sizes that add up to a total."""
    if not sizes:
        if total == 0:
            yield ()
        return
    for k in range(min(sizes[0], total + 1)):
        for rest in _places(sizes[1:], total - k):
            yield (k, *rest)


def _options(outer: Over, where: Node) -> Iterator[Node]:
    """Examples for one name by its set."""
    if where.head == "laws":
        yield from POINTS
        return
    if where.head not in NUMBERS:
        return
    if where.head != "one_of":
        yield from (child(where, k) for k in (0, 1) if (where.head == "integers" or where.args[2 + k] == "closed") and child(where, k) not in INFINITE)
    simple = [number(q) for q in _ladder(where)[:SMALL]]
    yield from simple[:1]
    if where.head == "interval":
        known = [Node("var", name) for pattern, _ in outer for name in pattern_names(pattern)]
        yield from known
        yield from (one / other for one in known for other in known if one != other)
        yield from (child(where, k) for k in (0, 1) if child(where, k).head != "num")
        yield from (1 / one for one in known)
        yield from (1 + one for one in known)
    yield from simple[1:]


# --- what an example must satisfy --------------------------------------------------------------------------------------------


def _goals(exist: Over, body: Node, values: dict[str, Node]) -> list[Node] | None:
    """What is left to prove of the examples, in the order in which the checker asks for it; None where one does not lie in its set."""
    given: dict[str, Node] = {}
    goals: list[Node] = []
    env: dict[str, Any] = {}
    for pattern, where in exist:
        name = str(pattern.args[0])
        value, own = values[name], stated(substitute(where, given))
        given[name] = value
        if not free_names(value) and not free_names(own):
            exact = literal(value)
            try:
                made = ev.value(value, {}, ev.Context(BITS)) if exact is None else fmpq(exact.numerator, exact.denominator)
                if contains(own, made, env, ev.Context(BITS)) is not Truth.TRUE:
                    return None
            except (ev.NoRoute, NoValue):
                return None
            continue
        if own.head != "interval":
            return None
        for k in (0, 1):
            end, strict = child(own, k), own.args[2 + k] == "open"
            if end not in INFINITE:
                goals.append(Compare(end, "<" if strict else "<=", value) if k == 0 else Compare(value, "<" if strict else "<=", end))
    left = substitute(body, given)
    return [*goals, *((child(left, k) for k in range(len(left.args))) if left.head == "all" else (left,))]


def _instances(over: Over) -> Iterator[dict[str, Any]]:
    """A few values of the outer names, where their ranges do not depend on each other."""
    names = [str(pattern.args[0]) for pattern, _ in over]
    ladders: list[list[Fraction]] = []
    for _, where in over:
        where = stated(where)
        plain = where.head == "one_of" or all(child(where, k).head == "num" for k in (0, 1))
        numbers = [q for q in (_ladder(where) if plain else []) if contains(where, fmpq(q.numerator, q.denominator), {}, ev.Context(BITS)) is Truth.TRUE]
        ladders.append(numbers[:FAR])
    if not all(ladders):
        return
    ends = itertools.product(*(numbers[-2:] for numbers in ladders))
    for chosen in itertools.islice((tuple(numbers[0] for numbers in ladders), *ends), MOST_INSTANCES):
        yield {name: fmpq(q.numerator, q.denominator) for name, q in zip(names, chosen, strict=True)}


def _holds(goal: Node, env: dict[str, Any]) -> bool:
    try:
        return ev.truth(goal, env, ev.Context(BITS)) is Truth.TRUE
    except (ev.NoRoute, NoValue):
        return False


def _proofs(task: Task, goals: list[Node]) -> list[Any] | None:
    """A proof of each goal for all values of the outer names, or None."""
    found = []
    for goal in goals:
        proof = _proof(task, goal)
        if proof is None:
            return None
        found.append(proof)
    return found


def _proof(task: Task, goal: Node) -> Any:
    if members._evident(goal, positive_names(task.forall)):
        return "evident"
    alone = replace(task.stating(goal), effort=replace(task.effort, boxes=min(BOXES, task.effort.boxes), sample=0))
    tree = derivation.of(alone)
    if not isinstance(tree, str):
        return {"kind": "identity", "evidence": {"method": "", "derivation": tree}}
    tried = interval.decide(alone)
    return {"kind": tried.kind, "evidence": dict(tried.evidence)} if tried.status is Status.PROVED and tried.kind == "boxes" else None


__all__ = ["ENGINE", "decide"]
