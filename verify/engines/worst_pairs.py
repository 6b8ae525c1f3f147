"""Comparisons of worst cases: suprema over all pairs of laws with a guarantee, of a number that is linear in the profile ``x(a) = max(H_a(P, Q), H_a(Q, P))`` of the pair.

*From above.* x does not rise. Where ``gaussian_dp(P, Q) <= L``, x(a) is at most the Gaussian profile at (a, L); where x is at most the Gaussian profile of L on [0, h], x(a) is at most that
at a or, beyond h, that at h; where ``x(a) <= d``, it is d. *From below.* Normal laws of one variance with means L deviations apart have the Gaussian profile of L, and equal laws the profile 0.
Told by a threshold in the middle they become laws on two points, which keep every Gaussian guarantee of level L, with ``x(b) = max(0, q - e^b (1 - q))``, q = Phi(L/2): that of normal laws at 0. A supremum with fewer conditions is not smaller. What is left is a comparison of polynomials in Gaussian profiles at levels above 0, which lie between 0 and 1.

Evidence of kind ``worst-pair``: ``at``, what the quantified number is, where one is enough (null: any); ``instance``, values of some outer names, where the comparison is false there. The status says whether the comparison is proved or its opposite.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from verify.claims.canonical import same
from verify.claims.nodes import ClaimError, Node, child, free_names, heads, literal, number, rebuild, substitute, to_json
from verify.claims.propositions import NEGATED, ORDERED, Compare
from verify.claims.sets import stated
from verify.claims.show import text
from verify.claims.terms import exp
from verify.engines import evaluate as ev
from verify.engines.polynomials import Terms, multiplied_out, plus, times
from verify.engines.solution import positive_names
from verify.engines.task import Finding, Status, Task
from verify.engines.truth import Truth

ENGINE = "worst_pairs"
X = Node("var", "#profile")
MINUS: Terms = {(): Fraction(-1)}
INFINITY = number("oo")
STEPS = (Fraction(1), Fraction(1, 8), Fraction(8))
MOST_TERMS, MOST_NAMES = 40, 3


class _Other(Exception):
    """No comparison of worst cases."""


@dataclass(frozen=True, slots=True)
class _Worst:
    """``sup still + moving x(at)`` over pairs of laws with conditions."""

    names: tuple[str, str]
    laws: Node
    at: Node
    term: Node
    still: Terms
    moving: Terms
    conditions: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class _Signs:
    """Names of numbers; those that are at least 0 and finite, and above 0."""

    names: frozenset[str]
    least_0: frozenset[str]
    above_0: frozenset[str]

    def at_least_0(self, f: Node) -> bool:
        value = literal(f)
        return value >= 0 if value is not None else f.head == "var" and str(f.args[0]) in self.least_0

    def positive(self, f: Node) -> bool:
        value = literal(f)
        return value > 0 if value is not None else f.head == "var" and str(f.args[0]) in self.above_0


def decide(task: Task) -> Finding | None:
    """Prove or refute a comparison of worst cases. None where it says nothing of the kind, or neither is seen."""
    goal = task.states
    if task.given or "sup" not in heads(goal) or not {"hockey_stick"} <= heads(goal):
        return None
    over: Any = goal.args[0] if goal.head in ("forall", "exists") else ()
    body = child(goal, 1) if over else goal
    if len(over) > 1 or body.head != "compare" or str(body.args[1]) not in ORDERED:
        return None
    entries = (*task.forall, *over)
    if not all(isinstance(pattern, Node) and pattern.head == "var" for pattern, _ in entries) or len({str(p.args[0]) for p, _ in entries}) != len(entries):
        return None
    least_0 = frozenset(_least_0(entries))
    signs = _Signs(frozenset(str(pattern.args[0]) for pattern, _ in entries), least_0, least_0 & positive_names(entries))
    left, relation, right = child(body, 0), str(body.args[1]), child(body, 2)
    try:
        for status, wanted in ((Status.PROVED, relation), (Status.REFUTED, NEGATED[relation])):
            if status is Status.REFUTED and not all(_has_members(stated(where)) for _, where in task.forall):
                continue
            one = bool(over) and (goal.head == "exists") == (status is Status.PROVED)
            name = str(over[0][0].args[0]) if over else ""
            for at in _places(over, task.forall, signs) if one else (None,):
                put = {} if at is None else {name: at}
                if _holds(substitute(left, put), wanted, substitute(right, put), signs):
                    return _finding(status, name, at, {})
        at = number(0) if goal.head == "forall" and number(0) in _places(over, (), signs) else None
        for instance in _instances(task.forall) if at is not None or not over else ():
            put = {**({} if at is None else {name: at}), **{outer: number(q) for outer, q in instance.items()}}
            if _holds(substitute(left, put), NEGATED[relation], substitute(right, put), signs):
                return _finding(Status.REFUTED, name, at, instance)
    except (_Other, ClaimError):
        pass
    return None


def _finding(status: Status, name: str, at: Node | None, instance: dict[str, Fraction]) -> Finding:
    shown = ", ".join([*(f"{outer} = {q}" for outer, q in instance.items()), *([f"{name} = {text(at)}"] if at is not None else [])])
    words = f"for the worst pair of distributions the comparison {'holds' if status is Status.PROVED else 'fails'}" + (f" at {shown}" if shown else "")
    evidence = {"at": None if at is None else to_json(at), "instance": {outer: str(q) for outer, q in instance.items()}}
    return Finding(ENGINE, status, words, "worst-pair", evidence, {"domain": "whole", "share": 1.0}, undecided_share=0.0)


def _instances(outer: Any) -> Iterator[dict[str, Fraction]]:
    """Simple values of the outer names that range over half-lines; the others are left as they are."""
    rows = [(str(pattern.args[0]), literal(child(stated(where), 0))) for pattern, where in outer if stated(where).head == "interval" and stated(where).args[1] == INFINITY]
    if not all(_has_members(stated(where)) for _, where in outer) or not rows or len(rows) > MOST_NAMES:
        return
    for steps in itertools.product(STEPS, repeat=len(rows)):
        yield {name: low + step for (name, low), step in zip(rows, steps, strict=True) if low is not None}


def _least_0(entries: Any) -> Iterator[str]:
    for pattern, where in entries:
        where = stated(where)
        if where.head not in ("interval", "integers"):
            continue
        low, bounded = literal(child(where, 0)), literal(child(where, 1)) is not None
        if not bounded and (where.args[1] != INFINITY or (where.head == "interval" and where.args[3] != "open")):
            continue
        if low is not None and low >= 0:
            yield str(pattern.args[0])


def _has_members(where: Node) -> bool:
    if where.head not in ("interval", "integers"):
        return False
    low, high = (literal(child(where, k)) for k in (0, 1))
    return low is not None and (where.args[1] == INFINITY or (high is not None and low < high and where.head == "interval"))


def _places(over: Any, outer: Any, signs: _Signs) -> Iterator[Node | None]:
    """Members of the set of the quantified number: any, its end, and outer numbers."""
    where = stated(over[0][1])
    if _has_members(where):
        yield None
    if where.head != "interval" or where.args[0] != number(0) or where.args[1] != INFINITY:
        return
    if where.args[2] == "closed":
        yield number(0)
    for pattern, _ in outer:
        if (signs.at_least_0 if where.args[2] == "closed" else signs.positive)(pattern):
            yield pattern


def _holds(left: Node, relation: str, right: Node, signs: _Signs) -> bool:
    big, small = (left, right) if relation in (">", ">=") else (right, left)
    strict = relation in (">", "<")
    worst = _read(big, signs), _read(small, signs)
    if worst[0] is None and worst[1] is None:
        raise _Other
    if any(one is not None and not _guaranteed(one, signs) for one in worst):
        return False
    if not strict and worst[0] is not None and worst[1] is not None and _wider(worst[0], worst[1]):
        return True
    lows = [_polynomial(big, signs)] if worst[0] is None else list(_low(worst[0], signs))
    cases = [[_polynomial(small, signs)]] if worst[1] is None else list(_high(worst[1], signs))
    return any(all(_not_below_0(plus(low, times(MINUS, high)), strict) for high in group) for low in lows for group in cases)


def _read(side: Node, signs: _Signs) -> _Worst | None:
    """A supremum over pairs; None for a number without one."""
    if side.head != "sup":
        return None
    over: Any = side.args[0]
    if len(over) != 2 or any(not isinstance(p, Node) or p.head != "var" for p, _ in over) or side.args[3] is not None or not isinstance(side.args[2], Node):
        raise _Other
    (p, first), (q, second) = over
    laws = stated(first)
    if p == q or {p.args[0], q.args[0]} & signs.names or laws != stated(second) or laws.head != "laws" or child(laws, 0).head != "euclid" or laws.args[3] is not None or free_names(laws) & {p.args[0], q.args[0]}:
        raise _Other
    if any(to_json(mark) != to_json(ANY) for mark in laws.args[1:3]):
        raise _Other
    dimension = child(child(laws, 0), 0)
    if not signs.positive(dimension):
        raise _Other
    found: list[Node] = []

    def visit(node: Node) -> Node:
        at = _profile(node, p, q)
        if at is not None:
            found.append(at)
            return X
        return rebuild(node, visit)

    term = visit(child(side, 1))
    if not found or any(at != found[0] for at in found) or not signs.at_least_0(found[0]):
        raise _Other
    polynomial = _checked(multiplied_out(term, set()), signs)
    if any(key.count(X) > 1 for key in polynomial):
        raise _Other
    still = {key: c for key, c in polynomial.items() if X not in key}
    moving = {tuple(f for f in key if f != X): c for key, c in polynomial.items() if X in key}
    where = side.args[2]
    conditions = tuple(child(where, k) for k in range(len(where.args))) if where.head == "all" else (where,)
    return _Worst((str(p.args[0]), str(q.args[0])), laws, found[0], child(side, 1), still, moving, conditions)


ANY = Node("word_", "any")


def _profile(node: Node, p: Node, q: Node) -> Node | None:
    """Where the profile of the pair is taken."""
    if node.head != "max" or len(node.args) != 2 or any(child(node, k).head != "hockey_stick" for k in (0, 1)):
        return None
    first, second = child(node, 0), child(node, 1)
    at = child(first, 2)
    if {first.args[:2], second.args[:2]} != {(p, q), (q, p)} or second.args[2] != at or free_names(at) & {p.args[0], q.args[0]}:
        return None
    return at


def _polynomial(side: Node, signs: _Signs) -> Terms:
    return _checked(multiplied_out(side, set()), signs)


def _checked(polynomial: Terms, signs: _Signs) -> Terms:
    """A polynomial in Gaussian profiles at levels above 0, and perhaps the profile of the pair."""
    if len(polynomial) > MOST_TERMS:
        raise _Other
    for key in polynomial:
        for f in key:
            if f != X and not (f.head == "gaussian_profile" and signs.at_least_0(child(f, 0)) and signs.positive(child(f, 1))):
                raise _Other
    return polynomial


def _wider(big: _Worst, small: _Worst) -> bool:
    """Whether both are the same supremum, the second one with more conditions."""
    renamed = {name: Node("var", own) for name, own in zip(small.names, big.names, strict=True)}
    if set(big.names) & set(small.names) and big.names != small.names:
        return False
    if not same(big.laws, small.laws) or not same(big.term, substitute(small.term, renamed)):
        return False
    given = [substitute(condition, renamed) for condition in small.conditions]
    return all(any(same(condition, other) for other in given) for condition in big.conditions)


def _guaranteed(worst: _Worst, signs: _Signs) -> bool:
    """Whether every condition is a guarantee or a bound of the profile, which has a value."""
    return all(_level(condition, worst, signs) is not None or _cap(condition, worst, signs) is not None for condition in worst.conditions)


def _low(worst: _Worst, signs: _Signs) -> Iterator[Terms]:
    """The values at normal laws, at these told by a threshold, and at equal laws, as far as these have the guarantee."""
    levels = [level for condition in worst.conditions if (level := _level(condition, worst, signs)) is not None]
    caps = [cap for condition in worst.conditions if (cap := _cap(condition, worst, signs)) is not None]
    if len(levels) + len(caps) < len(worst.conditions):
        return
    if levels and all(level[0] == levels[0][0] for level in levels):
        apart = levels[0][0]
        if not caps or (worst.at == number(0) and all(_told(apart, *cap) for cap in caps)):
            yield plus(worst.still, times(worst.moving, {(Node("gaussian_profile", worst.at, apart),): Fraction(1)}))
    yield worst.still


def _told(level: Node, at: Node, most: Fraction) -> bool:
    """Whether the profile of laws on two points, with Phi(L/2) on one of them each, is at most a number there; at exact values alone."""
    if literal(level) is None or literal(at) is None:
        return False
    above = Node("normal_cdf", level / 2) - exp(at) * Node("normal_cdf", -level / 2)
    return ev.holds(Compare(above, "<=", number(most)), {})[0] is Truth.TRUE


def _high(worst: _Worst, signs: _Signs) -> Iterator[list[Terms]]:
    """Bounds from above, each as cases."""
    if not _not_below_0(worst.moving, False):
        return
    for condition in worst.conditions:
        level, cap = _level(condition, worst, signs), _cap(condition, worst, signs)
        if level is not None:
            ends = [worst.at, *([] if level[1] is None or _within(worst.at, level[1]) else [level[1]])]
            yield [plus(worst.still, times(worst.moving, {(Node("gaussian_profile", end, level[0]),): Fraction(1)})) for end in ends]
        if cap is not None and cap[0] == worst.at:
            yield [plus(worst.still, times(worst.moving, {(): cap[1]} if cap[1] else {}))]


def _within(at: Node, end: Node) -> bool:
    """Whether a number that is at least 0 is seen to be at most another such number."""
    low, high = literal(at), literal(end)
    return at == end or low == 0 or (low is not None and high is not None and low <= high)


def _level(condition: Node, worst: _Worst, signs: _Signs) -> tuple[Node, Node | None] | None:
    """The level of a Gaussian guarantee, and the end of the interval from 0 on which it holds (None: everywhere)."""
    p, q = (Node("var", name) for name in worst.names)
    if condition.head == "compare" and condition.args[1] == "<=" and child(condition, 0).head == "gaussian_dp":
        level = child(condition, 2)
        found = set(child(condition, 0).args[:2]) == {p, q} and signs.positive(level)
        return (level, None) if found else None
    if condition.head != "forall":
        return None
    over: Any = condition.args[0]
    body = child(condition, 1)
    if len(over) != 1 or not isinstance(over[0][0], Node) or over[0][0].head != "var" or body.head != "compare" or body.args[1] != "<=":
        return None
    e, where, curve = over[0][0], stated(over[0][1]), child(body, 2)
    if where.head != "interval" or where.args[0] != number(0) or where.args[2] != "closed" or _profile(child(body, 0), p, q) != e or curve.head != "gaussian_profile":
        return None
    level, end = child(curve, 1), child(where, 1)
    if curve.args[0] != e or e.args[0] in free_names(level) | {*worst.names} or not signs.positive(level):
        return None
    if end == INFINITY:
        return (level, None) if where.args[3] == "open" else None
    return (level, end) if where.args[3] == "closed" and signs.at_least_0(end) else None


def _cap(condition: Node, worst: _Worst, signs: _Signs) -> tuple[Node, Fraction] | None:
    """Where the profile is at most a number that is not negative."""
    if condition.head != "compare" or condition.args[1] != "<=":
        return None
    p, q = (Node("var", name) for name in worst.names)
    at, most = _profile(child(condition, 0), p, q), literal(child(condition, 2))
    return None if at is None or not signs.at_least_0(at) or most is None or most < 0 else (at, most)


def _not_below_0(polynomial: Terms, strict: bool) -> bool:
    """Whether a polynomial in numbers between 0 and 1 is seen to be at least 0, or above: each negative product is paid for by products that divide it."""
    left = {key: c for key, c in polynomial.items() if c > 0}
    above = False
    for key, c in sorted(((key, -c) for key, c in polynomial.items() if c < 0), key=lambda entry: len(entry[0])):
        for other in sorted(left, key=len, reverse=True):
            if c and left[other] and not Counter(other) - Counter(key):
                paid = min(c, left[other])
                c, left[other] = c - paid, left[other] - paid
                above = above or len(other) < len(key)
        if c:
            return False
    return not strict or above or any(left.values())


__all__ = ["ENGINE", "decide"]
