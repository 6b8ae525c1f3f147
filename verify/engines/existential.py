"""Proves existential statements, ``for all x: there are K, P, ... with [for all t > K, ...:] ...``, by a witness: a number, a formula in the outer numbers, or a distribution on a few points.

Witnesses are tried, simple ones first, at a few values of the other names. Of the first that serve there, what is left is proved for all values, on boxes or by a derivation: that formulas lie in
their ranges, and each part of the body, as it stands or in a form that is the same for real numbers (:func:`verify.engines.polynomials.reduced`).

Evidence of kind ``example``: ``values``, a witness for each name that exists; ``proofs`` (as for members) of what is left; ``goals``, where parts of the body are proved in another form, the
comparisons that are enough for them all.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from flint import fmpq

from verify.claims.nodes import ClaimError, Node, child, free_names, literal, number, pattern_names, substitute, to_json
from verify.claims.sets import stated
from verify.claims.show import text
from verify.engines import derivation, interval
from verify.engines import evaluate as ev
from verify.engines.membership import contains
from verify.engines.obligations import INFINITY, Over, between_ends, evident, trusted
from verify.engines.polynomials import reduced
from verify.engines.solution import positive_names
from verify.engines.task import Finding, Status, Task, cannot
from verify.engines.truth import Truth
from verify.values.numbers import NoValue

ENGINE = "existential"
NUMBERS = ("interval", "integers", "one_of")
INFINITE = (INFINITY, number("-oo"))
STEPS = tuple(map(Fraction, ("1", "4", "1/4", "16", "1/16", "64", "1/64")))
"""How far from an end of its set a number is tried."""
SHARES = tuple(map(Fraction, ("1/2", "1/4", "3/4", "1/16", "15/16", "0", "1")))
"""Where a number is tried between two ends."""
MOST_OPTIONS, MOST_TRIED, MOST_PROVED, MOST_INSTANCES = 16, 400, 8, 9
"""Witnesses for one name, combinations that are tried at instances and of which a proof is tried, and these instances."""
BITS, FAR, BOXES = 64, 7, 40
"""Precision of memberships, numbers of a range, from its simplest ones, at which a witness is tried, and boxes for a proof."""
POINTS = tuple(
    Node("finite", tuple((number(k), number(w)) for k, w in enumerate(weights) if w))
    for weights in (map(Fraction, texts) for texts in (("1", "0"), ("1/2", "1/2"), ("1/4", "3/4"), ("3/4", "1/4"), ("0", "1"), ("1/3", "1/3", "1/3")))
)
"""Distributions on a few points of the line."""


class _False(Exception):
    """A goal is false somewhere."""


@dataclass(frozen=True, slots=True)
class _Left:
    """What is left to prove of a witness: that it lies in its sets, for all values of the outer names; and the parts of the body, for all values of ``over``."""

    inside: list[Node]
    over: Over
    parts: list[Node]


def decide(task: Task) -> Finding | None:
    """Prove a statement that something exists. None for statements of another form."""
    exist, asked, body = _opened(task.states)
    others = (*task.forall, *asked)
    if task.given or not exist or not others or not all(isinstance(pattern, Node) and pattern.head == "var" for pattern, _ in (*others, *exist)):
        return None
    names = [name for pattern, _ in (*others, *exist) for name in pattern_names(pattern)]
    if len(set(names)) != len(names) or any(stated(where).head not in NUMBERS for _, where in others):
        return None
    deadline, proofs_left = time.thread_time() + task.effort.guard_seconds / 4, MOST_PROVED
    for values in itertools.islice(_candidates(task.forall, exist), MOST_TRIED):
        if time.thread_time() > deadline:
            return cannot(ENGINE, "the time limit stopped the search for a witness")
        try:
            left = _left(task.forall, exist, asked, body, values)
        except ClaimError:
            continue
        if left is None or not all(_holds(goal, env) for env in _instances(left.over) for goal in (*left.inside, *left.parts)):
            continue
        try:
            evidence = _proved(task, left)
        except _False:
            evidence = None
        if evidence is not None:
            words = f"there is a witness for all values of the other names: {', '.join(f'{name} = {text(value)}' for name, value in values.items())}"
            evidence = {"values": {name: to_json(value) for name, value in values.items()}, **evidence}
            return Finding(ENGINE, Status.PROVED, words, "example", evidence, {"domain": "whole", "share": 1.0}, trusted=trusted(evidence["proofs"]), undecided_share=0.0)
        proofs_left -= 1
        if not proofs_left:
            break
    return cannot(ENGINE, "no witness was found that serves for all values")


def _opened(goal: Node) -> tuple[Over, Over, Node]:
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


# --- candidates -----------------------------------------------------------------------------------------------------------


def _candidates(outer: Over, exist: Over) -> Iterator[dict[str, Node]]:
    """Witnesses for all names that exist, simple ones first."""
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
    """Witnesses for one name by its set."""
    if where.head == "laws":
        yield from POINTS
        return
    if where.head not in NUMBERS:
        return
    if where.head != "one_of":
        yield from (child(where, k) for k in (0, 1) if (where.head == "integers" or where.args[2 + k] == "closed") and child(where, k) not in INFINITE)
    simple = [number(q) for q in _ladder(where)]
    yield from simple[:1]
    if where.head == "interval":
        known = [Node("var", name) for pattern, _ in outer for name in pattern_names(pattern)]
        yield from known
        yield from (one / other for one in known for other in known if one != other)
        yield from (child(where, k) for k in (0, 1) if child(where, k).head != "num")
        yield from (1 / one for one in known)
        yield from (1 + one for one in known)
    yield from simple[1:]


def _ladder(where: Node) -> list[Fraction]:
    """A few numbers of a set, growing and shrinking from an end of it; the ends of an open interval are among them."""
    if where.head == "one_of":
        return [q for k in range(len(where.args)) if (q := literal(child(where, k))) is not None]
    low, high = (literal(child(where, k)) for k in (0, 1))
    whole = where.head == "integers"
    if low is not None and high is not None:
        found = [low + (high - low) * share for share in SHARES]
    elif low is not None:
        found = [low + step for step in (*STEPS, Fraction(0))]
    elif high is not None:
        found = [high - step for step in (*STEPS, Fraction(0))]
    else:
        found = [Fraction(0), *STEPS, *(-step for step in STEPS)]
    return [q for q in dict.fromkeys(found) if not whole or q.denominator == 1]


# --- what a witness must satisfy ------------------------------------------------------------------------------------------


def _left(outer: Over, exist: Over, asked: Over, body: Node, values: dict[str, Node]) -> _Left | None:
    """What is left to prove, in the order in which the checker asks for it; None where a witness does not lie in its set."""
    given: dict[str, Node] = {}
    inside: list[Node] = []
    for pattern, where in exist:
        name = str(pattern.args[0])
        value, own = values[name], stated(substitute(where, given))
        given[name] = value
        if not free_names(value) and not free_names(own):
            if not _member(value, own):
                return None
            continue
        if own.head != "interval":
            return None
        inside += between_ends(value, own)
    rest = substitute(body, given)
    parts = [child(rest, k) for k in range(len(rest.args))] if rest.head == "all" else [rest]
    return _Left(inside, (*outer, *((pattern, substitute(where, given)) for pattern, where in asked)), parts)


def _member(value: Node, where: Node) -> bool:
    exact = literal(value)
    try:
        made = ev.value(value, {}, ev.Context(BITS)) if exact is None else fmpq(exact.numerator, exact.denominator)
        return contains(where, made, {}, ev.Context(BITS)) is Truth.TRUE
    except (ev.NoRoute, NoValue):
        return False


def _instances(over: Over) -> Iterator[dict[str, Any]]:
    """A few values of the names, where their ranges do not depend on each other."""
    names = [str(pattern.args[0]) for pattern, _ in over]
    ladders: list[list[Fraction]] = []
    for _, where in over:
        where = stated(where)
        plain = where.head == "one_of" or all(child(where, k).head == "num" for k in (0, 1))
        ladders.append([q for q in (_ladder(where) if plain else []) if _member(number(q), where)][:FAR])
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


# --- proofs ---------------------------------------------------------------------------------------------------------------


def _proved(task: Task, left: _Left) -> dict[str, Any] | None:
    """Proofs of what is left, with the goals where these are other ones than the parts of the body; None where one is missing. Raises _False where one fails."""
    proofs: list[Any] = []
    goals: list[Node] = []
    wanted = [*((task.forall, [[goal]]) for goal in left.inside), *((left.over, [reduced(part, left.over), [part]]) for part in left.parts)]
    for over, forms in wanted:
        found = _in_a_form(task, over, forms)
        if found is None:
            return None
        form, own = found
        proofs += own
        goals += form if len(proofs) > len(left.inside) else []
    return {"proofs": proofs} if goals == left.parts else {"proofs": proofs, "goals": [to_json(goal) for goal in goals]}


def _in_a_form(task: Task, over: Over, forms: list[list[Node]]) -> tuple[list[Node], list[Any]] | None:
    """Goals that are enough, with their proofs: by derivations if there are any, else on boxes."""
    ways: tuple[Callable[[Task], Any], ...] = (_derived, _on_boxes)
    for way in ways:
        for goals in filter(None, forms):
            alone = [replace(task, variant=replace(task.variant, forall=over, given=(), states=goal), effort=replace(task.effort, boxes=min(BOXES, task.effort.boxes), sample=0)) for goal in goals]
            proofs = list(itertools.takewhile(bool, ("evident" if evident(one.states, positive_names(over)) else way(one) for one in alone)))
            if len(proofs) == len(goals):
                return goals, proofs
    return None


def _on_boxes(task: Task) -> Any:
    tried = interval.decide(task)
    if tried.status is Status.PROVED and tried.kind == "boxes":
        return {"kind": tried.kind, "evidence": dict(tried.evidence)}
    if tried.evidence.get("suggest"):
        raise _False
    return None


def _derived(task: Task) -> Any:
    tree = derivation.of(task)
    return None if isinstance(tree, str) else {"kind": "identity", "evidence": {"method": "", "derivation": tree}}


__all__ = ["ENGINE", "decide"]
