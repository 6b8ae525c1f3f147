"""A supremum is at least each of its members: ``sup g R c`` with R in (``>=``, ``>``), and ``inf g R c`` with R in (``<=``, ``<``), by a member at which ``g R c`` is proved.

The member may depend on the other names, and may be another one on each piece of the domain: the interval of one name is cut where no candidate does. An end of an
open interval will do where the formula of g is continuous there, and so will the limit at infinity: a supremum is at least every limit of its members. That every
member has a value is read off the formula. Candidates are ends, solutions of the comparisons and of equal parts of ``max`` and ``min`` in the term, the other
names, simple numbers, and what floats find to be the best member in the middle of the piece; proofs are those of the engines of numbers.

Evidence of kind ``member``: ``cut``, the name whose interval is cut, or null; ``at``, the numbers where, rising; ``pieces``, one more than these, each with ``value``, the member
(``"oo"``: the limit), and ``proofs``: ``"evident"``, ``{"kind", "evidence"}``, ``{"tail": [...]}`` or ``{"bell": [...]}``, for each of: value in the set (lower end, upper end), condition, comparison.
"""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from verify.claims.nodes import ClaimError, Node, child, free_names, heads, literal, number, pattern_names, rebuild, substitute, to_json, walk
from verify.claims.propositions import MIRRORED, Compare
from verify.claims.sets import stated
from verify.claims.show import text
from verify.engines import interval, symbolic
from verify.engines.boxes.domain import Side
from verify.engines.boxes.formula import Graph, Unsupported
from verify.engines.boxes.points import Floats, lowest, near
from verify.engines.equations import isolated
from verify.engines.obligations import INFINITY, Over, between_ends, by_profile, evident, finite, trusted
from verify.engines.solution import defined, positive_names
from verify.engines.task import Finding, Status, Task, cannot
from verify.quantities import enclosures

ENGINE = "members"
BEYOND = {"sup": (">=", ">"), "inf": ("<=", "<")}
SIMPLE = tuple(number(q) for q in ("1", "1/2", "2", "3", "1/4", "10", "1/10", "0"))
SLACK = 1e-6
"""By how much, relatively, the best member may miss the bound before the search is given up: floats stop a search, they prove nothing."""
MOST_PIECES, BOXES, ASKED = 16, 40, 5
"""Pieces that are tried, boxes for a candidate, candidates that the symbolic engine is asked about on a piece."""
NONE_MET = "no member was found that attains the bound"


class _Stuck(Exception):
    """No member was found, for the reason given."""


class _False(Exception):
    """A candidate is no member, or is not within the relation of the bound, at some point."""


def decide(task: Task) -> Finding | None:
    """Prove a comparison of an extremum with a bound by members. None for statements of another form."""
    goal = task.states
    if goal.head != "compare" or not isinstance(goal.args[0], Node) or not isinstance(goal.args[2], Node):
        return None
    left, relation, right = goal.args[0], str(goal.args[1]), goal.args[2]
    if relation not in BEYOND.get(left.head, ()):
        left, relation, right = right, MIRRORED.get(relation, ""), left
    if relation not in BEYOND.get(left.head, ()):
        return None
    try:
        return _Members(task, left, relation, right).proof()
    except (_Stuck, Unsupported, ClaimError) as reason:
        return cannot(ENGINE, str(reason))


class _Members:
    """The search for a proof of one statement."""

    def __init__(self, task: Task, extremum: Node, relation: str, bound: Node) -> None:
        over: Any = extremum.args[0]
        if len(over) != 1 or not isinstance(over[0][0], Node):
            raise _Stuck("an extremum over several names")
        self.task, self.relation, self.bound = task, relation, bound
        self.variable, self.name, self.where = over[0][0], str(over[0][0].args[0]), stated(over[0][1])
        self.term, self.condition = child(extremum, 1), extremum.args[2]
        self.outer = tuple(name for pattern, _ in task.forall for name in pattern_names(pattern))
        self.deadline = time.thread_time() + task.effort.guard_seconds
        self.units: float = task.effort.work
        """What the symbolic engine may still spend: little at first, since pieces may do that are cut once more, and it is dear where it fails."""
        if self.name in {*free_names(bound), *self.outer, *free_names(self.where)}:
            raise _Stuck("the bound name of the extremum has another meaning outside")
        known = positive_names(task.forall)
        outer = (finite(stated(where), known, frozenset(self.outer[:k])) for k, (_, where) in enumerate(task.forall))
        if not all(outer) or not finite(self.where, known, frozenset(self.outer)):
            raise _Stuck("a name that is not known to be a finite number")
        inside = known | positive_names(((self.variable, self.where),))
        if not defined(self.term, inside) or not _decided(self.condition, inside):
            raise _Stuck("a member of the extremum may have no value")

    def proof(self) -> Finding:
        try:
            pieces = self.pieces(self.task.forall, [MOST_PIECES])
        except _Stuck as reason:
            if self.units > 0 or str(reason) != NONE_MET:
                raise
            self.units = math.inf
            pieces = self.pieces(self.task.forall, [MOST_PIECES])
        cut = next((name for name, (_, own), (_, first) in zip(self.outer, self.task.forall, pieces[0][0], strict=True) if stated(own) != stated(first)), None)
        place = self.outer.index(cut) if cut else 0
        at = [str(child(over[place][1], 1).args[0]) for over, _, _ in pieces[:-1]]
        evidence = {"cut": cut, "at": at, "pieces": [{"value": to_json(value), "proofs": proofs} for _, value, proofs in pieces]}
        shown = ", ".join(dict.fromkeys(f"{self.name} {'to' if value == INFINITY or self.at_end(value) else '='} {text(value)}" for _, value, _ in pieces))
        words = f"a member of the set attains the bound: {shown}" + (f", {len(pieces)} pieces of {cut}" if at else "")
        proofs = [proof for _, _, own in pieces for proof in own]
        return Finding(ENGINE, Status.PROVED, words, "member", evidence, {"domain": "whole", "share": 1.0}, trusted=trusted(proofs), undecided_share=0.0)

    def pieces(self, over: Over, left: list[int]) -> list[tuple[Over, Node, list[Any]]]:
        """The domain in pieces, from the lower end up, each with a member and its proofs. Raises _Stuck."""
        if not left[0]:
            raise _Stuck(NONE_MET)
        left[0] -= 1
        found = self.member(over)
        if found is not None:
            return [(over, *found)]
        cut = halves(over)
        if cut is None:
            raise _Stuck(NONE_MET)
        return [piece for half in cut for piece in self.pieces(half, left)]

    def member(self, over: Over) -> tuple[Node, list[Any]] | None:
        """A member that reaches the bound on a piece of the domain, with the proofs."""
        hopeful: list[tuple[Node, list[Node]]] = []
        for value in dict.fromkeys(self.candidates(over)):
            if time.thread_time() > self.deadline:
                raise _Stuck("the time limit stopped the search for a member")
            goals = self.goals(value, over)
            if goals is None:
                continue
            try:
                proofs = [self.proved(over, goal, False) for goal in goals]
            except _False:
                continue
            if all(proofs):
                return value, proofs
            hopeful.append((value, goals))
        for value, goals in hopeful[:ASKED]:
            proofs = []
            for goal in reversed(goals):  # the comparison first: it is the one that fails
                proofs.append(self.proved(over, goal, True))
                if not proofs[-1]:
                    break
            if all(proofs):
                return value, proofs[::-1]
        return None

    # what must be proved -----------------------------------------------------------------------------------------------
    def goals(self, value: Node, over: Over) -> list[Node] | None:
        """What must hold on a piece for a value; None where it is no member."""
        if value == INFINITY:
            if self.where.head not in ("interval", "integers") or self.where.args[1] != INFINITY or self.condition is not None:
                return None
            return [Compare(Node("limit", ((self.variable, INFINITY),), self.term), self.relation, self.bound)]
        known = positive_names(over)
        if not free_names(value) <= set(self.outer) or not defined(value, known):
            return None
        put = {self.name: value}
        reached = Compare(substitute(self.term, put), self.relation, self.bound)
        if self.at_end(value) and self.condition is None and defined(self.term, known):
            return [reached]
        if self.where.head == "one_of":
            inside: list[Node] = []
            if value not in self.where.args:
                return None
        elif self.where.head in ("interval", "integers"):
            whole = self.where.head == "integers"
            size = literal(value)
            if whole and (size is None or size.denominator != 1):
                return None
            inside = between_ends(value, self.where)
        else:
            return None
        return [*inside, *([substitute(self.condition, put)] if isinstance(self.condition, Node) else []), reached]

    def at_end(self, value: Node) -> bool:
        """Whether a value is an end, left out, of an interval between two numbers that has members."""
        if self.where.head != "interval" or any(child(self.where, k).head != "num" for k in (0, 1)):
            return False
        low, high = literal(child(self.where, 0)), literal(child(self.where, 1))
        some = low is None or high is None or low < high
        return some and ((value == self.where.args[0] and self.where.args[2] == "open") or (value == self.where.args[1] and self.where.args[3] == "open"))

    def proved(self, over: Over, goal: Node, symbolically: bool) -> Any:
        """The proof of a goal, None where there is none yet. Raises _False where it fails at some point."""
        if evident(goal, positive_names(over)):
            return "evident"
        if goal.head == "compare" and literal(child(goal, 0)) is not None and literal(child(goal, 2)) is not None and goal.args[1] in ("<", "<="):
            raise _False
        task = replace(self.task, variant=replace(self.task.variant, forall=over, states=goal), effort=replace(self.task.effort, boxes=min(BOXES, self.task.effort.boxes), sample=0))
        if "limit" not in heads(goal):
            tried = interval.decide(task)
            if tried.status is Status.PROVED and tried.kind:
                return {"kind": tried.kind, "evidence": dict(tried.evidence)}
            if tried.evidence.get("suggest"):
                raise _False
        nested = decide(task) if heads(goal) & BEYOND.keys() else None
        if nested is not None and nested.status is Status.PROVED:
            return {"kind": nested.kind, "evidence": dict(nested.evidence)}
        for way, parts in by_profile(goal, positive_names(over)):
            try:
                proofs = [self.proved(over, part, symbolically) for part in parts]
            except _False:
                proofs = [None]
            if all(proofs):
                return {way: proofs}
        if symbolically:
            return self.symbolic_proof(task)
        return None

    def symbolic_proof(self, task: Task) -> dict[str, Any] | None:
        """The symbolic engine's proof, with what is left for it."""
        before = enclosures.spent()
        try:
            with enclosures.allowance(max(self.units, 0)):  # limits are found for nothing
                tried = symbolic.decide(task)
        except enclosures.OutOfWork:
            return None
        finally:
            self.units -= enclosures.spent() - before
        return {"kind": tried.kind, "evidence": dict(tried.evidence)} if tried.status is Status.PROVED and tried.kind in ("identity", "logic") else None

    # candidates --------------------------------------------------------------------------------------------------------
    def candidates(self, over: Over) -> Iterator[Node]:
        """Values that may be members; the likeliest first."""
        if self.where.head == "one_of":
            yield from (a for a in self.where.args if isinstance(a, Node))
            return
        if self.where.head == "interval":
            yield from (end for end in self.where.args[:2] if isinstance(end, Node) and end not in (INFINITY, number("-oo")))
        yield from self.best(over)
        for value in dict.fromkeys(map(_plain, self.kinks())):
            yield from (1 + value, 2 * value, value / 2, value) if self.relation in ("<", ">") else (value, 1 + value, 2 * value, value / 2)
        yield from SIMPLE
        for value in (Node("var", name) for name in self.outer):
            yield from (value, 1 + value, 2 * value, value / 2, 1 / value)
        yield INFINITY

    def kinks(self) -> Iterator[Node]:
        """Where two parts of a ``max`` or ``min`` of the term are equal, or the sides of a comparison that stands in the statement."""
        pairs: list[tuple[Node, Node]] = []
        if isinstance(self.condition, Node):
            pairs += [(child(part, 0), child(part, 2)) for part in walk(self.condition) if part.head == "compare"]
        pairs.append((self.term, self.bound))
        pairs += [(child(part, i), child(part, j)) for part in walk(self.term) if part.head in ("max", "min") for i in range(len(part.args)) for j in range(i)]
        for one, other in pairs:
            for side, rest in ((one, other), (other, one)):
                if self.name in free_names(side) and self.name not in free_names(rest):
                    solved = isolated(side, self.name, rest)
                    if solved is not None:
                        yield solved

    def best(self, over: Over) -> Iterator[Node]:
        """What floats find to be the best member where the other names lie in the middle of their sets. Raises _Stuck where it is far from the bound."""
        middle: dict[str, Node] = {}
        for pattern, where in over:
            value = _middle(substitute(stated(where), middle))
            if value is None or not isinstance(pattern, Node):
                return
            middle[str(pattern.args[0])] = value
        where = substitute(self.where, middle)
        ends = [literal(child(where, k)) for k in (0, 1)]
        if any(end is None and child(where, k).head != "num" for k, end in enumerate(ends)):
            return
        side = Side(-np.inf if ends[0] is None else ends[0], np.inf if ends[1] is None else ends[1], where.args[2:3] != ("closed",), where.args[3:4] != ("closed",), where.head == "integers")
        graph = Graph((self.name,))
        try:
            term = graph.build(substitute(self.term, middle))
            condition = graph.proposition(substitute(self.condition, middle)) if isinstance(self.condition, Node) else None
            floats, sign = Floats(graph), -1.0 if self.relation in (">=", ">") else 1.0

            def height(at: Any) -> Any:
                values = sign * floats.values((term,), at)[0]
                return values if condition is None else np.where(floats.truth(condition, at), values, np.inf)

            found, scores = lowest((side,), height)
            level = sign * float(floats.values((graph.build(substitute(self.bound, middle)),), found)[0][0])
        except Unsupported:
            return
        if scores[0] > level + SLACK * (1 + abs(level)):
            raise _Stuck("in floating point no member attains the bound")
        if np.isfinite(scores[0]):
            yield from (number(at[0]) for at in itertools.islice(near((side,), found[:, 0]), 3))


def _plain(value: Node) -> Node:
    """The same number without reciprocals of reciprocals; only a candidate, so that nothing rests on it."""
    value = rebuild(value, _plain)
    if value.head != "pow" or value.args[1] != number(-1):
        return value
    factors = child(value, 0).args if child(value, 0).head == "mul" else (child(value, 0),)
    if not all(isinstance(f, Node) and f.head == "pow" and f.args[1] == number(-1) for f in factors):
        return value
    inner = [child(f, 0) for f in factors if isinstance(f, Node)]
    return inner[0] if len(inner) == 1 else Node("mul", *inner)


def halves(over: Over) -> tuple[Over, Over] | None:
    """A domain cut in two along its first name with an interval between numbers."""
    for k, (pattern, where) in enumerate(over):
        where = stated(where)
        if where.head != "interval" or any(child(where, j).head != "num" for j in (0, 1)):
            continue
        low, high = literal(child(where, 0)), literal(child(where, 1))
        if low is None or high is None:
            at = Fraction(0) if low is high is None else _further(low) if low is not None else -_further(-high)  # type: ignore[operator]
        else:
            at = (low + high) / 2
        if at in (low, high):
            continue
        lower = Node("interval", where.args[0], number(at), where.args[2], "closed")
        upper = Node("interval", number(at), where.args[1], "closed", where.args[3])
        return (*over[:k], (pattern, lower), *over[k + 1 :]), (*over[:k], (pattern, upper), *over[k + 1 :])
    return None


def _further(end: Fraction) -> Fraction:
    """A number further out than a lower end."""
    return max(Fraction(1), 2 * end) if end >= 0 else Fraction(0)


def _middle(where: Node) -> Node | None:
    """Some number well inside a set."""
    if where.head in ("one_of", "equals"):
        return child(where, 0)
    if where.head not in ("interval", "integers") or any(child(where, k).head != "num" for k in (0, 1)):
        return None
    low, high = literal(child(where, 0)), literal(child(where, 1))
    value = (low + high) / 2 if low is not None and high is not None else low + 1 + abs(low) / 2 if low is not None else high - 1 - abs(high) / 2 if high is not None else Fraction(1)
    return number(Fraction(round(value)) if where.head == "integers" else value)


def _decided(condition: Any, known: set[str]) -> bool:
    """Whether a condition is true or false at every member: both sides of its comparisons have a value."""
    if not isinstance(condition, Node):
        return True
    if condition.head == "all":
        return all(_decided(part, known) for part in condition.args)
    return condition.head == "compare" and defined(child(condition, 0), known) and defined(child(condition, 2), known)


__all__ = ["ENGINE", "decide"]
