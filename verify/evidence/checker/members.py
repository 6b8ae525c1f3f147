"""A supremum against a bound from below, or an infimum from above, by one member of its set for each piece of the domain.

Let R be ``>=`` or ``>`` and let g have a value at every member of the set, which is read off its formula. For x0 in the set with its condition ``sup g >= g(x0)``,
so that ``g(x0) R c`` is enough. A finite end x0 of an open interval without a condition will do too where the formula of g is continuous there: members tend to
x0, their values to g(x0), and a supremum is at least the limit of its members. So it is for the limit at infinity. An infimum is mirrored.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from verify.evidence.checker.certificate import Certificate
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.formula import (
    MIRRORED,
    Malformed,
    Refused,
    argument,
    entries,
    free,
    head,
    mentions,
    names,
    optional,
    rational,
    stated,
    text_of,
    validate,
    word,
)
from verify.evidence.checker.obligations import INFINITE, between_ends, confirmed, finite
from verify.evidence.checker.shown import Shown, above_0
from verify.evidence.checker.tails import put

BEYOND = {"sup": (">=", ">"), "inf": ("<=", "<")}
MOST_PIECES = 100


def check(c: Certificate, e: Evaluator) -> set[str]:
    """Raises Refused where a member is no member, or a proof that it reaches the bound cannot be confirmed."""
    if set(c.evidence) - {"status"} != {"cut", "at", "pieces"}:
        raise Malformed("evidence of kind member holds cut, at and pieces")
    cut, at, stored = (c.evidence[key] for key in ("cut", "at", "pieces"))
    if not isinstance(at, list) or not isinstance(stored, list) or len(stored) != len(at) + 1 or len(stored) > MOST_PIECES:
        raise Malformed(f"evidence.pieces has one piece more than evidence.at has numbers, at most {MOST_PIECES}")
    extremum = _Extremum(c)
    trusted: set[str] = set()
    for over, piece in zip(pieces(c, cut, at), stored, strict=True):
        if not isinstance(piece, dict) or set(piece) != {"value", "proofs"} or not isinstance(piece["proofs"], list):
            raise Malformed("a piece holds value and proofs")
        validate(piece["value"])
        goals = extremum.goals(over, piece["value"])
        if len(goals) != len(piece["proofs"]):
            raise Refused(f"a piece needs {len(goals)} proofs, got {len(piece['proofs'])}")
        for goal, proof in zip(goals, piece["proofs"], strict=True):
            trusted |= confirmed(c, over, goal, proof, e)
    return trusted


def pieces(c: Certificate, cut: Any, at: list[Any]) -> Iterator[list[tuple[Any, Any]]]:
    """The domain, or the domain with the interval of one name cut at numbers that rise; both neighbours hold them."""
    if not at:
        if cut is not None:
            raise Malformed("evidence.cut names something where nothing is cut")
        yield c.over
        return
    place = next((k for k, (pattern, _) in enumerate(c.over) if names(pattern) == [cut]), None)
    if place is None:
        raise Refused("evidence.cut must name a number of the domain")
    where: list[Any] = stated(c.over[place][1])
    if head(where) != "interval" or not all(isinstance(end, str) for end in where[1:3]):
        raise Refused("evidence.cut must name a number of an interval between two numbers")
    ends = [None if where[1] == "-oo" else rational(where[1]), *map(rational, at), None if where[2] == "oo" else rational(where[2])]
    if any(a is not None and b is not None and not a < b for a, b in pairwise(ends)):
        raise Refused("evidence.at must rise inside the interval")
    shown = [where[1], *at, where[2]]
    for k in range(len(at) + 1):
        left, right = where[3] if k == 0 else ["word", "closed"], where[4] if k == len(at) else ["word", "closed"]
        yield [*c.over[:place], (c.over[place][0], ["interval", shown[k], shown[k + 1], left, right]), *c.over[place + 1 :]]


class _Extremum:
    """A comparison of an extremum with a bound, the extremum on the left."""

    def __init__(self, c: Certificate) -> None:
        if head(c.goal) != "compare":
            raise Refused("a member needs a comparison of an extremum with a bound")
        left, relation, right = argument(c.goal, 0), word(argument(c.goal, 1)), argument(c.goal, 2)
        if relation not in BEYOND.get(head(left), ()):
            left, relation, right = right, MIRRORED.get(relation, ""), left
        if relation not in BEYOND.get(head(left), ()) or len(entries(left)) != 1 or head(entries(left)[0][0]) != "var":
            raise Refused("one member shows that a supremum is at least a bound, or an infimum at most one")
        (pattern, where), self.relation, self.bound = entries(left)[0], relation, right
        self.variable, self.name, self.where = pattern, names(pattern)[0], stated(where)
        self.term, self.condition = argument(left, 1), optional(left, 2)
        if self.name in free(right) | set(c.names()) | free(self.where):
            raise Refused("the bound name of the extremum has another meaning outside")

    def goals(self, over: list[tuple[Any, Any]], value: Any) -> list[Any]:
        """What must hold on a piece. Refused where the value is no member, or members may have no value."""
        outer = [name for pattern, _ in over for name in names(pattern)]
        shown = Shown({name for pattern, where in over if above_0(where) for name in names(pattern)}, "")
        for k, (_, where) in enumerate(over):
            if not finite(stated(where), shown, set(outer[:k])):
                raise Refused("a name that is not known to be a finite number")
        if not finite(self.where, shown, set(outer)) or not mentions(self.term) <= {*outer, self.name}:
            raise Refused("the set of the extremum may hold something that is not a finite number")
        inside = Shown(shown.above_0 | ({self.name} if above_0(self.where) else set()), "")
        if not inside.defined(self.term) or not _decided(self.condition, inside):
            raise Refused("a member of the extremum may have no value")
        if value == "oo":
            return self._far()
        if value in INFINITE or not mentions(value) <= set(outer) or not shown.defined(value):
            raise Refused("the value of a piece must be a finite number of the outer names")
        reached = ["compare", put(self.term, self.name, value), ["word", self.relation], self.bound]
        if self._open_end(value) and self.condition is None and shown.defined(self.term):
            return [reached]
        return [*self._membership(value), *([] if self.condition is None else [put(self.condition, self.name, value)]), reached]

    def _far(self) -> list[Any]:
        """The limit at infinity of an interval or of integers without end."""
        if head(self.where) not in ("interval", "integers") or self.where[2] != "oo" or self.condition is not None:
            raise Refused("a limit at infinity needs a set without end and no condition")
        return [["compare", ["limit", ["()", ["()", self.variable, "oo"]], self.term], ["word", self.relation], self.bound]]

    def _open_end(self, value: Any) -> bool:
        """Whether it is an end, left out, of an interval between two numbers that has members."""
        if head(self.where) != "interval" or not all(isinstance(end, str) for end in self.where[1:3]) or self.name in mentions(value):
            return False
        low, high = self.where[1], self.where[2]
        some = low == "-oo" or high == "oo" or rational(low) < rational(high)
        return some and ((value == low and word(self.where[3]) == "open") or (value == high and word(self.where[4]) == "open"))

    def _membership(self, value: Any) -> list[Any]:
        kind = head(self.where)
        if kind == "one_of" and any(text_of(value) == text_of(member) for member in self.where[1:]):
            return []
        if kind == "integers":
            if not isinstance(value, str) or rational(value).denominator != 1:
                raise Refused("the value of a piece is not known to be an integer")
        elif kind != "interval":
            raise Refused(f"membership in {kind}")
        return between_ends(value, self.where)


def _decided(condition: Any, inside: Shown) -> bool:
    """Whether the condition is true or false at every member: both sides of its comparisons have a value."""
    if condition is None:
        return True
    if head(condition) == "all":
        return all(_decided(part, inside) for part in condition[1:])
    return head(condition) == "compare" and inside.defined(argument(condition, 0)) and inside.defined(argument(condition, 2))


__all__ = ["MOST_PIECES", "check", "pieces"]
