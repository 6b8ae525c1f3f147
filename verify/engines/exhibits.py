"""Proves ``there are numbers K, s, ... such that for all t > s, ...: comparisons``, for all values of the outer names, by numbers that serve all.

A few numbers are tried for each name that exists, growing and shrinking from an end of its set; what is left is a statement for all numbers, which the boxes decide. They may be asked about
a form of a comparison that is the same for real numbers: both sides are finite numbers, terms that are multiples of each other are collected, ``|A|`` is A where A is seen to be positive, and
``|A| <= G`` is ``A <= G`` and ``-A <= G``.

Evidence of kind ``exhibit``: ``values``, a number for each name that exists; ``goals``, comparisons that are enough for the body, and ``proofs`` of them (as for members).
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from flint import fmpq

from verify.claims.nodes import ClaimError, Node, child, literal, number, pattern_names, substitute, to_json
from verify.claims.propositions import Compare
from verify.claims.sets import stated
from verify.engines import evaluate as ev
from verify.engines import interval, members
from verify.engines.membership import contains
from verify.engines.solution import defined, positive, positive_names
from verify.engines.task import Finding, Status, Task, cannot
from verify.engines.truth import Truth
from verify.values.numbers import NoValue

ENGINE = "exhibits"
NUMBERS = ("interval", "integers", "one_of")
MIRRORED = {">=": "<=", ">": "<"}
STEPS = tuple(map(Fraction, ("1", "4", "1/4", "16", "1/16", "64", "1/64")))
"""How far from an end of its set a number is tried."""
BITS, BOXES, MOST_TRIED, MOST_TERMS, MOST_SIZES = 64, 40, 10, 48, 3
"""Precision of memberships, boxes for a proof, numbers that are tried, terms of a collected form, absolute values that are taken apart."""
Over = tuple[tuple[Any, Node], ...]
Terms = dict[tuple[Node, ...], Fraction]
"""Coefficients of products."""


class _False(Exception):
    """The comparison is false somewhere."""


class _Outside(Exception):
    """The boxes cannot read the statement."""


def decide(task: Task) -> Finding | None:
    """Prove a statement that numbers exist. None for statements of another form."""
    exist, asked, body = _parts(task.states)
    parts = [child(body, k) for k in range(len(body.args))] if body.head == "all" else [body]
    if task.given or not exist or not (asked or task.forall) or any(part.head != "compare" or part.args[1] not in ("<=", "<", ">=", ">") for part in parts):
        return None
    if not all(isinstance(pattern, Node) and pattern.head == "var" for pattern, _ in (*task.forall, *exist, *asked)):
        return None
    names = [name for pattern, _ in (*task.forall, *exist, *asked) for name in pattern_names(pattern)]
    if len(set(names)) != len(names) or any(stated(where).head not in NUMBERS for _, where in exist):
        return None
    deadline = time.thread_time() + task.effort.guard_seconds / 2
    for values in _candidates(exist):
        if time.thread_time() > deadline:
            return cannot(ENGINE, "the time limit stopped the search for numbers that work for all values")
        try:
            found = _proofs(task, {name: number(q) for name, q in values.items()}, asked, parts)
        except _False:
            continue
        except (_Outside, ClaimError) as reason:
            return cannot(ENGINE, str(reason))
        if found is not None:
            goals, proofs = found
            evidence = {"values": {name: str(q) for name, q in values.items()}, "goals": [to_json(goal) for goal in goals], "proofs": proofs}
            words = f"such numbers exist: {', '.join(f'{name} = {q}' for name, q in values.items())}"
            trusted = tuple(dict.fromkeys(word for proof in proofs for word in members._trusted([proof])))
            return Finding(ENGINE, Status.PROVED, words, "exhibit", evidence, {"domain": "whole", "share": 1.0}, trusted=trusted, undecided_share=0.0)
    return cannot(ENGINE, "no numbers were found that work for all values")


def _parts(goal: Node) -> tuple[Over, Over, Node]:
    """What exists, what is asked about, and the body."""
    found: list[Any] = []
    for head in ("exists", "forall"):
        over: list[Any] = []
        while goal.head == head:
            entries: Any = goal.args[0]
            over += entries
            goal = child(goal, 1)
        found.append(tuple(over))
    return found[0], found[1], goal


def _candidates(exist: Over) -> Iterator[dict[str, Fraction]]:
    """Numbers in their sets, simple ones first."""
    names = [str(pattern.args[0]) for pattern, _ in exist]
    ladders = [_ladder(stated(where)) for _, where in exist]
    order = sorted(itertools.product(*(range(len(ladder)) for ladder in ladders)), key=lambda places: (sum(places), max(places), places))
    tried = 0
    for places in order:
        if tried == MOST_TRIED:
            return
        values = {name: ladder[k] for name, ladder, k in zip(names, ladders, places, strict=True)}
        if _inside(exist, values):
            tried += 1
            yield values


def _ladder(where: Node) -> list[Fraction]:
    if where.head == "one_of":
        return [q for k in range(len(where.args)) if (q := literal(child(where, k))) is not None]
    low, high = (literal(child(where, k)) for k in (0, 1))
    whole = where.head == "integers"
    if low is not None and high is not None:
        found = [low + (high - low) * share for share in map(Fraction, ("1/2", "1/4", "3/4", "1/16", "15/16", "0", "1"))]
    elif low is not None:
        found = [low + step for step in (*STEPS, Fraction(0))]
    elif high is not None:
        found = [high - step for step in (*STEPS, Fraction(0))]
    else:
        found = [Fraction(0), *STEPS, *(-step for step in STEPS)]
    return [q for q in dict.fromkeys(found) if not whole or q.denominator == 1]


def _inside(exist: Over, values: dict[str, Fraction]) -> bool:
    env: dict[str, Any] = {}
    try:
        for pattern, where in exist:
            q = values[str(pattern.args[0])]
            exact = fmpq(q.numerator, q.denominator)
            if contains(stated(where), exact, env, ev.Context(BITS)) is not Truth.TRUE:
                return False
            env[str(pattern.args[0])] = exact
    except (ev.NoRoute, NoValue):
        return False
    return True


def _proofs(task: Task, values: dict[str, Node], asked: Over, parts: list[Node]) -> tuple[list[Node], list[Any]] | None:
    """Comparisons that are enough for the body at these numbers, and their proofs. Raises _False where one fails."""
    over = (*task.forall, *((pattern, substitute(where, values)) for pattern, where in asked))
    goals: list[Node] = []
    proofs: list[Any] = []
    for part in parts:
        part = substitute(part, values)
        for own in (reduced(part, over), [part]):
            found = list(itertools.takewhile(bool, (_proof(task, over, goal) for goal in own)))
            if own and len(found) == len(own):
                goals += own
                proofs += found
                break
        else:
            return None
    return goals, proofs


def _proof(task: Task, over: Over, goal: Node) -> Any:
    if members._evident(goal, positive_names(over)):
        return "evident"
    alone = replace(task, variant=replace(task.variant, forall=over, given=(), states=goal), effort=replace(task.effort, boxes=min(BOXES, task.effort.boxes), sample=0))
    tried = interval.decide(alone)
    if tried.status is Status.PROVED and tried.kind == "boxes":
        return {"kind": tried.kind, "evidence": dict(tried.evidence)}
    if tried.evidence.get("suggest"):
        raise _False
    if tried.undecided_share is None:
        raise _Outside(tried.summary)
    return None


# --- the same comparison in another form -------------------------------------------------------------------------------


def reduced(part: Node, over: Over) -> list[Node]:
    """Comparisons that together say the same of real numbers; none where a side is not seen to be a finite number."""
    known = positive_names(over)
    earlier: frozenset[str] = frozenset()
    for pattern, where in over:
        if not members._finite(stated(where), known, earlier):
            return []
        earlier |= set(pattern_names(pattern))
    small, relation, large = child(part, 0), str(part.args[1]), child(part, 2)
    if relation in MIRRORED:
        small, relation, large = large, MIRRORED[relation], small
    if not defined(small, known) or not defined(large, known):
        return []
    gaps = _apart(_sum(_terms(large, known), _times({(): Fraction(-1)}, _terms(small, known))), known, MOST_SIZES)
    return [] if any(len(gap) > MOST_TERMS for gap in gaps) else [_comparison(gap, relation) for gap in gaps]


def _terms(f: Node, known: set[str]) -> Terms:
    value = literal(f)
    if value is not None:
        return {(): value} if value else {}
    if f.head == "abs" and positive(child(f, 0), known):
        return _terms(child(f, 0), known)
    if f.head not in ("add", "mul"):
        return {(f,): Fraction(1)}
    result = _terms(child(f, 0), known)
    for k in range(1, len(f.args)):
        result = (_sum if f.head == "add" else _times)(result, _terms(child(f, k), known))
    return result


def _sum(a: Terms, b: Terms) -> Terms:
    return {key: value for key in dict.fromkeys((*a, *b)) if (value := a.get(key, Fraction(0)) + b.get(key, Fraction(0)))}


def _times(a: Terms, b: Terms) -> Terms:
    result: Terms = {}
    for (one, x), (other, y) in itertools.product(a.items(), b.items()):
        result = _sum(result, {tuple(sorted((*one, *other), key=repr)): x * y})
    return result


def _apart(gap: Terms, known: set[str], left: int) -> list[Terms]:
    """``G - c |A| >= 0`` as ``G - c A >= 0`` and ``G + c A >= 0``, for c > 0."""
    for key, c in gap.items():
        if left and c < 0 and len(key) == 1 and key[0].head == "abs":
            rest = {other: value for other, value in gap.items() if other != key}
            inside = _terms(child(key[0], 0), known)
            return [one for side in (c, -c) for one in _apart(_sum(rest, _times({(): side}, inside)), known, left - 1)]
    return [gap]


def _comparison(gap: Terms, relation: str) -> Node:
    sides: list[list[Node]] = [[], []]
    for key, c in gap.items():
        product = Node("mul", *key) if len(key) > 1 else key[0] if key else number(1)
        sides[c > 0].append(number(abs(c)) if not key else product if abs(c) == 1 else Node("mul", number(abs(c)), *key))
    small, large = (Node("add", *side) if len(side) > 1 else side[0] if side else number(0) for side in sides)
    return Compare(small, relation, large)


__all__ = ["ENGINE", "decide", "reduced"]
