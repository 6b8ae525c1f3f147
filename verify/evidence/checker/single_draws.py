"""Means of functions of one random number, by the way they are written.

The number x has a distribution P on the line; or it is the member ``l[i]`` of a family of numbers at a label i with distribution P on {1, ..., n}; or it is ``l[i]`` with probability ``w[i]``, where the
hypotheses say that the numbers ``w[1], ..., w[n]`` of at least 0 have the sum 1. In the last two cases x has finitely many values, so that each function with finite values has a finite mean.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from verify.evidence.checker.at_sight import ELEMENTARY, INFINITE, elementary, holds_finite_numbers
from verify.evidence.checker.certificate import Certificate
from verify.evidence.checker.formula import NEGATED, Refused, argument, entries, head, mentions, names, optional, rational, replaced, same, stated, word
from verify.evidence.checker.uses import filled

REALS = ["interval", "-oo", "oo", ["word", "open"], ["word", "open"]]
CONNECTIVES: dict[str, Callable[[list[bool]], bool]] = {"all": all, "any": any, "not": lambda parts: not parts[0]}
Left = Callable[[Any, frozenset[str]], Any]
"""What is left of a formula where each mean in it is replaced, beside draws under given names."""


@dataclass(frozen=True)
class Draw:
    """A random number: its distribution, or that of the label, the family whose member it is, and the weights of its members; where it lies, and the order up to which it has absolute moments."""

    support: Any
    order: Fraction
    law: str = ""
    family: str = ""
    weights: str = ""
    count: Any = None
    outer: frozenset[str] = frozenset()
    """The names of the statement, under which nothing is drawn."""

    @property
    def objects(self) -> set[str]:
        return {self.law, self.family, self.weights} - {""}

    def function(self, f: list[Any], x: Any, bound: frozenset[str], left: Left) -> Any:
        """The function of x whose mean a formula is, beside draws under the names ``bound``; None for another formula. Raises Refused for a mean of something else."""
        if self.weights:
            return self._weighted(f, x, bound, left) if f[0] == "sum" else None
        law = ["var", ["word", self.law]]
        if f[0] in ("expect", "prob") and len(f) == 3 and [where for _, where in entries(f)] == [law]:
            inside = self._at(entries(f)[0][0], argument(f, 1), x, bound, left)
            return _elementary(["if", inside, "1", "0"] if f[0] == "prob" else inside)
        if self.family:
            return None
        if f[0] == "mean" and f[1:] == [law]:
            return x
        if f[0] == "distribution_function" and argument(f, 0) == law:
            return _elementary(["if", ["compare", x, ["word", "<="], _number(argument(f, 1), bound, left)], "1", "0"])
        moved = f[0] == "moment" and head(argument(f, 0)) == "translate" and argument(f[1], 0) == law
        if f[0] == "moment" and optional(f, 2) is None and (f[1] == law or moved):
            base = ["add", x, _number(argument(f[1], 1), bound, left)] if moved else x
            order = _number(argument(f, 1), bound, left)
            even = isinstance(order, str) and order not in INFINITE and rational(order) % 2 == 0 and rational(order) > 0
            return _elementary(["pow", base if even else ["abs", base], order])
        return None

    def _at(self, pattern: Any, f: Any, x: Any, bound: frozenset[str], left: Left) -> Any:
        """A formula with x in the place of what is drawn."""
        if head(pattern) != "var" or set(names(pattern)) & (bound | self.outer):
            raise Refused("a draw under a name that is taken")
        if mentions(f) & bound:
            raise Refused("a mean that depends on another draw")
        drawn = names(pattern)[0]
        if self.family:
            inside = replaced(f, ["item", ["var", ["word", self.family]], pattern], x)
        else:
            inside = filled(f, {drawn: x})
        inside = left(inside, bound | {drawn, names(x)[0]})
        if drawn in mentions(inside):
            raise Refused("a label that is a number by itself")
        return inside

    def _weighted(self, f: list[Any], x: Any, bound: frozenset[str], left: Left) -> Any:
        """The function of which a sum of its values times the weights is the mean."""
        pairs = entries(f)
        if len(pairs) != 1 or any(optional(f, k) is not None for k in (2, 3)) or not same(stated(pairs[0][1]), ["integers", "1", self.count]):
            raise Refused("a sum over something else than the weights")
        weight = ["item", ["var", ["word", self.weights]], pairs[0][0]]
        factors = _factors(argument(f, 1))
        rest = [one for one in factors if one != weight]
        if len(rest) != len(factors) - 1:
            raise Refused("a sum without weights")
        return _elementary(self._at(pairs[0][0], rest[0] if len(rest) == 1 else ["mul", *rest] if rest else "1", x, bound, left))


def drawn(c: Certificate, known: set[str]) -> Draw:
    """The random number that a statement is about. Raises Refused where there is none, or more than one."""
    used, outer = mentions(c.goal), frozenset(name for pattern, _ in c.over for name in names(pattern))
    sets = {names(pattern)[0]: stated(where) for pattern, where in c.over if head(pattern) == "var" and set(names(pattern)) <= used}
    laws = [name for name, place in sets.items() if head(place) == "laws"]
    if len(laws) > 1:
        raise Refused("means under more than one distribution")
    if laws and head(stated(argument(sets[laws[0]], 0))) == "labels":
        count = argument(stated(argument(sets[laws[0]], 0)), 0)
        family, support = _family({name: place for name, place in sets.items() if name != laws[0]}, count, known)
        return Draw(support, Fraction(0), law=laws[0], family=family, count=count, outer=outer)
    if laws:
        support, order = _lives_on(sets[laws[0]], known)
        return Draw(support, order, law=laws[0], outer=outer)
    for weights, count in _summing_to_1(c):
        place = sets.get(weights)
        members = None if place is None else _members(place, count)
        if members is not None and head(members) == "interval" and isinstance(members[1], str) and members[1] not in INFINITE and rational(members[1]) >= 0 and holds_finite_numbers(members):
            family, support = _family({name: other for name, other in sets.items() if name != weights}, count, known)
            return Draw(support, Fraction(0), family=family, weights=weights, count=count, outer=outer)
    raise Refused("no mean under a distribution")


def _summing_to_1(c: Certificate) -> list[tuple[str, Any]]:
    """The names of numbers whose sum is 1 by a hypothesis, each with how many there are. In a sum over w of ``w[w]`` the index hides the numbers."""
    found = []
    for h in c.hypotheses:
        for one, other in ((h[1], h[3]), (h[3], h[1])) if head(h) == "compare" and word(argument(h, 1)) == "==" else ():
            if other != "1" or head(one) != "sum" or len(entries(one)) != 1 or any(optional(one, k) is not None for k in (2, 3)):
                continue
            pattern, where = entries(one)[0]
            term, where = argument(one, 1), stated(where)
            if head(pattern) == "var" and head(term) == "item" and head(term[1]) == "var" and argument(term, 1) == pattern != term[1] and head(where) == "integers" and where[1] == "1":
                found.append((names(term[1])[0], where[2]))
    return found


def _members(place: Any, count: Any) -> Any:
    """The set of the members 1, ..., count of a family or a sequence; None where it is not known to have them."""
    if head(place) == "sequences":
        return stated(argument(place, 1)) if place[1] == "oo" or same(place[1], count) else None
    if head(place) == "families" and same(stated(argument(place, 0)), ["integers", "1", count]):
        return stated(argument(place, 1))
    return None


def _family(sets: dict[str, Any], count: Any, known: set[str]) -> tuple[str, Any]:
    """The only family of numbers, and the interval in which its members lie. Raises Refused."""
    found = [(name, _members(place, count)) for name, place in sets.items() if head(place) in ("sequences", "families")]
    if len(found) != 1 or found[0][1] is None or mentions(count) - known or count in INFINITE:
        raise Refused("means of members of something else than one family")
    return found[0][0], _interval(found[0][1], known)


def _lives_on(place: Any, known: set[str]) -> tuple[Any, Fraction]:
    """The interval on which each distribution of a set lives, and the order up to which it has absolute moments. Raises Refused."""
    space = stated(argument(place, 0))
    if head(space) != "euclid" or argument(space, 0) != "1":
        raise Refused("distributions on another space than the line")
    order, support = argument(place, 1), optional(place, 3)
    where = REALS if support is None else stated(support)
    if head(where) == "interval" and len(where) == 5:  # points of the line are finite
        where = [*where[:3], *(["word", "open"] if end in INFINITE else kind for end, kind in zip(where[1:3], where[3:5], strict=True))]
    return _interval(where, known), rational(order) if isinstance(order, str) and order not in INFINITE else Fraction(0)


def _interval(where: Any, known: set[str]) -> Any:
    if head(where) != "interval" or len(where) != 5 or not holds_finite_numbers(where) or mentions(where) - known:
        raise Refused("a set that is no interval of finite numbers")
    return list(where)


def _number(f: Any, bound: frozenset[str], left: Left) -> Any:
    if mentions(f) & bound:
        raise Refused("a mean that depends on a draw")
    return left(f, bound)


def _factors(f: Any) -> list[Any]:
    return [factor for part in f[1:] for factor in _factors(part)] if head(f) == "mul" else [f]


def _elementary(f: Any) -> Any:
    if not _is_function(f):
        raise Refused("a mean of something that is no elementary function")
    return f


def _is_function(f: Any) -> bool:
    """Whether a formula is elementary, with conditions that compare elementary formulas."""
    if head(f) == "if":
        return len(f) == 4 and _is_condition(f[1]) and _is_function(f[2]) and _is_function(f[3])
    if isinstance(f, list) and f[0] in ELEMENTARY:
        return len(f) > 1 and all(map(_is_function, f[1:]))
    return elementary(f)


def _is_condition(p: Any) -> bool:
    if head(p) == "compare":
        return len(p) == 4 and word(p[2]) in NEGATED and elementary(p[1]) and elementary(p[3])
    return head(p) in CONNECTIVES and len(p) > 1 and all(map(_is_condition, p[1:]))


__all__ = ["CONNECTIVES", "REALS", "Draw", "drawn"]
