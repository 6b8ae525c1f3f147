"""Hypotheses for all indices about infinite sequences: whether they hold, and sequences that obey a recursive one."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from flint import fmpq

from verify.claims.nodes import BINDERS, Node, child, free_names, pattern_names, rebuild, substitute, walk
from verify.claims.propositions import MIRRORED, ORDERED
from verify.claims.sets import integers, stated
from verify.engines import evaluate as ev
from verify.engines.remainders import NOT_NEGATIVE, POSITIVE, Reader, Unreadable, plus
from verify.engines.truth import Truth
from verify.engines.unfolding import affine
from verify.values import numbers, rounding
from verify.values.formulas import formula
from verify.values.numbers import NoValue
from verify.values.structures import Family, Sequence

if TYPE_CHECKING:
    from verify.engines.draw import Drawer

MOST, SHORTEST = 256, 4
"""Indices that are looked at one by one, and terms of a sequence that obeys a recursive hypothesis."""


def everywhere(node: Node, env: ev.Env, c: ev.Context) -> Truth | None:
    """Truth of ``for all t >= m`` where t is an index of sequences that are periodic in the end: some indices one by one, the others class by class. None for other quantifiers."""
    over: Any = node.args[0]
    if node.head != "forall" or len(over) != 1 or not isinstance(over[0][0], Node) or stated(over[0][1]).head != "integers" or stated(over[0][1]).args[1] != Node("num", "oo"):
        return None
    name, body = str(over[0][0].args[0]), child(node, 1)
    items = _items(body, name, env)
    low = ev.argument_value(stated(over[0][1]), 0, env, c) if items else None
    if not items or not isinstance(low, fmpq):
        return None
    first = int(rounding.ceiling(low).p)  # type: ignore[union-attr]
    far = max(first, *(len(env[sequence].prefix) - offset + 1 for sequence, offset in items.values()))
    classes = math.lcm(*(len(env[sequence].period) for sequence, _ in items.values()))
    if far - first + classes > MOST:
        return None
    answers = [ev.truth(body, {**env, name: fmpq(t)}, c) for t in range(first, far)]
    for t in range(far, far + classes):
        values = {item: formula(env[sequence].at(t + offset)) for item, (sequence, offset) in items.items()}
        constant = exchanged(body, values)
        answer = ev.truth(constant, {**env, name: numbers.Enclosure(numbers.enclose(fmpq(t)).lo, math.inf)}, c)
        answers.append(_from_on(constant, name, t, env) if answer is Truth.UNDECIDED else answer)
    return next((a for a in (Truth.FALSE, Truth.NO_VALUE, Truth.UNDECIDED) if a in answers), Truth.TRUE)


def _from_on(p: Node, name: str, least: int, env: ev.Env) -> Truth:
    """Truth of a comparison for all integers from one on, by the sign of the difference of its sides as a sum of products of powers: right also where an infinite number would have no value."""
    others = {other: env.get(other) for other in free_names(p) - {name}}
    if p.head != "compare" or not all(isinstance(x, fmpq) for x in others.values()):
        return Truth.UNDECIDED
    reader = Reader([(Node("var", name), integers(least))])
    try:
        first, second = (reader.read(substitute(child(p, side), {other: formula(x) for other, x in others.items()})) for side in (0, 2))
        gap = plus(second, first, Fraction(-1))
        above, below = reader.sign(gap), reader.sign(plus(first, second, Fraction(-1)))
    except Unreadable:
        return Truth.UNDECIDED
    relation = str(p.args[1])
    if relation == "==":
        return Truth.TRUE if not gap else Truth.FALSE if POSITIVE in (above, below) else Truth.UNDECIDED
    if relation not in ORDERED:
        return Truth.UNDECIDED
    above, below = (above, below) if relation in ("<=", "<") else (below, above)
    holds, fails = (POSITIVE, NOT_NEGATIVE) if relation in ("<", ">") else (NOT_NEGATIVE, POSITIVE)
    return Truth.TRUE if above >= holds else Truth.FALSE if below >= fails else Truth.UNDECIDED


def _items(body: Node, name: str, env: ev.Env) -> dict[Node, tuple[str, int]]:
    """The terms of sequences at the index and an integer; none where a sequence is used otherwise, or a name is bound again."""
    found: dict[Node, tuple[str, int]] = {}
    sequences = {other for other in free_names(body) if isinstance(env.get(other), Sequence)}
    if {name, *sequences} & {own for node in walk(body) if node.head in BINDERS for pattern, _ in node.args[0] for own in pattern_names(pattern)}:  # type: ignore[union-attr, misc, str-unpack]
        return {}
    for node in walk(body):
        place = affine(child(node, 1), {name: (1, 0)}) if node.head == "item" and child(node, 0).head == "var" and child(node, 0).args[0] in sequences else None
        if place is not None and place[0]:
            found[node] = str(child(node, 0).args[0]), place[1]
    bare = exchanged(body, dict.fromkeys(found, Node("num", "0")))
    return {} if sequences & free_names(bare) else found


def exchanged(node: Node, values: dict[Node, Node]) -> Node:
    """A formula with other parts in the place of some."""
    return values[node] if node in values else rebuild(node, lambda part: exchanged(part, values))


# --- sequences that obey a recursive hypothesis ------------------------------------------------------------------------


@dataclass(frozen=True)
class Rule:
    """``g[t + offset]`` compared with a term in earlier members of g, for all t from ``low`` to ``high``; without a bound, what is said of it in ``body``, ``g[t + offset]`` written as UNKNOWN there."""

    sequence: str
    index: str
    low: Node
    high: Node
    offset: int
    relation: str
    bound: Node | None
    body: Node | None = None


UNKNOWN = "#term"


@lru_cache(maxsize=256)
def rules(given: tuple[Node, ...]) -> tuple[tuple[Rule, ...], ...]:
    """The recursive hypotheses: for each the rules by which it can be met, one of which is used."""
    found = [ways for p in given if (ways := tuple(_rules(p)))]
    recursive = {rule.sequence for ways in found for rule in ways if rule.low != rule.high}
    return tuple(sorted((ways for ways in found if any(rule.sequence in recursive for rule in ways)), key=lambda ways: ways[0].low != ways[0].high))  # first terms first


def _rules(p: Node) -> Iterator[Rule]:
    if p.head == "compare":
        yield from _first(p)
        return
    if p.head != "forall":
        return
    over: Any = p.args[0]
    if len(over) != 1 or not isinstance(over[0][0], Node) or stated(over[0][1]).head != "integers" or child(p, 1).head != "compare":
        return
    name, body, where = str(over[0][0].args[0]), child(p, 1), stated(over[0][1])
    for side in (0, 2):
        one, other = child(body, side), child(body, 2 - side)
        place = affine(child(one, 1), {name: (1, 0)}) if one.head == "item" and child(one, 0).head == "var" else None
        if place is None or not place[0]:
            continue
        sequence = str(child(one, 0).args[0])
        earlier = [affine(child(node, 1), {name: (1, 0)}) for node in walk(other) if node.head == "item" and child(node, 0) == child(one, 0)]
        if earlier and all(e is not None and e[0] and e[1] < place[1] for e in earlier):
            relation = str(body.args[1]) if side == 0 else MIRRORED.get(str(body.args[1]), str(body.args[1]))
            yield Rule(sequence, name, child(where, 0), child(where, 1), place[1], relation, other)
            return
    yield from _inside(body, name, where)


def _inside(body: Node, name: str, where: Node) -> Iterator[Rule]:
    """Rules for the last term of each sequence in a comparison that relates several terms, ``a[t + 1] - a[t] <= -b[t]``."""
    last: dict[str, tuple[int, Node]] = {}
    for node in walk(body):
        if node.head == "item" and child(node, 0).head == "var":
            place = affine(child(node, 1), {name: (1, 0)})
            if place is None or not place[0]:
                return
            sequence = str(child(node, 0).args[0])
            if sequence not in last or place[1] > last[sequence][0]:
                last[sequence] = place[1], node
    if sum(node.head == "item" for node in set(walk(body))) < 2:
        return
    for sequence, (offset, node) in last.items():
        yield Rule(sequence, name, child(where, 0), child(where, 1), offset, str(body.args[1]), None, exchanged(body, {node: Node("var", UNKNOWN)}))


def _first(p: Node) -> Iterator[Rule]:
    """What a hypothesis says of one term, ``a[1] == 1``: a rule for a single index."""
    for side in (0, 2):
        one, other = child(p, side), child(p, 2 - side)
        at = affine(child(one, 1), {}) if one.head == "item" and child(one, 0).head == "var" else None
        if at is not None and not free_names(child(one, 0)) & free_names(other):
            relation = str(p.args[1]) if side == 0 else MIRRORED.get(str(p.args[1]), str(p.args[1]))
            yield Rule(str(child(one, 0).args[0]), "#", Node("num", str(at[1])), Node("num", str(at[1])), 0, relation, other)
            return


def solved(given: tuple[Node, ...], sets: dict[str, Node], env: ev.Env, drawer: Drawer) -> ev.Env:
    """The instance with sequences that just obey their recursive hypotheses, a little less here and there, and lie in their sets where one of the rules leads there; the same one where there are no rules."""
    for ways in rules(given):
        for rule in ways if len(ways) == 1 else drawer.rng.sample(ways, len(ways)):
            value = env.get(rule.sequence)
            if not isinstance(value, Sequence | Family):
                continue
            try:
                found = _solved(rule, value, env, drawer)
            except (NoValue, ev.NoRoute):
                continue
            if len(ways) == 1 or _inside_set(sets.get(rule.sequence), found, env, drawer):
                env = {**env, rule.sequence: found}
                break
    return env


def _inside_set(where: Node | None, value: Sequence | Family, env: ev.Env, drawer: Drawer) -> bool:
    if where is None or stated(where).head not in ("sequences", "families"):
        return False
    try:
        return all(ev.truth(Node("member", Node("var", UNKNOWN), child(stated(where), 1)), {**env, UNKNOWN: x}, drawer.c) is Truth.TRUE
                   for x in dict.fromkeys(value.members if isinstance(value, Family) else (*value.prefix, *value.period)))
    except (NoValue, ev.NoRoute):
        return False


def _solved(rule: Rule, value: Sequence | Family, env: ev.Env, drawer: Drawer) -> Sequence | Family:
    c, rng = drawer.c, drawer.rng
    low, high = ev.value(rule.low, env, c), ev.value(rule.high, env, c)
    count = len(value.members) if isinstance(value, Family) else max(len(value.prefix), drawer.horizon, SHORTEST + drawer.rung)
    terms = list(value.members) if isinstance(value, Family) else [value.at(k) for k in range(1, count + 1)]
    loose = rng.random() < 0.2
    for t in range(int(rounding.ceiling(low).p), count - rule.offset + 1):  # type: ignore[union-attr]
        if t + rule.offset < 1 or t > high:
            continue
        bound, relation = _bound(rule, {**env, rule.sequence: Family(tuple(terms)), rule.index: fmpq(t)}, c)
        slack = fmpq(rng.randint(0, 2), 4) if loose and relation != "==" else fmpq(1, 1000) if relation in ("<", ">") else fmpq(0)
        terms[t + rule.offset - 1] = bound - slack if relation in ("<=", "<") else bound + slack
    if isinstance(value, Family):
        return Family(tuple(terms))
    end = terms[-1] if rng.random() < 0.5 or rule.relation in (">=", ">") else fmpq(0)
    return Sequence(tuple(terms), (end,))


def _bound(rule: Rule, env: ev.Env, c: ev.Context) -> tuple[fmpq, str]:
    """What a rule says of the next term: a bound and the relation in which it stands to it. Raises NoValue where it is no fraction, or does not stand in the comparison as a factor of one degree."""
    if rule.bound is not None:
        bound = ev.value(rule.bound, env, c)
        if not isinstance(bound, fmpq):
            raise NoValue("a term that is not a fraction")
        return bound, rule.relation
    assert rule.body is not None
    at = []
    for x in (0, 1, 2):
        left, right = (ev.value(child(rule.body, side), {**env, UNKNOWN: fmpq(x)}, c) for side in (0, 2))
        if not (isinstance(left, fmpq) and isinstance(right, fmpq)):
            raise NoValue("a term that is not a fraction")
        at.append(left - right)
    slope = at[1] - at[0]
    if slope == 0 or at[2] - at[1] != slope:
        raise NoValue("a comparison that is not straight in a term")
    return -at[0] / slope, rule.relation if slope > 0 else MIRRORED.get(rule.relation, rule.relation)


__all__ = ["everywhere", "rules", "solved"]
