"""Whether an extremum over an interval is attained: ``Exists({s: I}, All(condition, term == Inf({s: I}, term, where=condition)))``.

It is where closed parts of the interval, on which the term is continuous and the members are a closed set, have a member that is at least as good as all outside of them. It is not where
the term moves strictly away from its limit at an open end, on members alone, and one of these is at least as good as all members further away.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, free_names, number, rebuild, substitute
from verify.claims.sets import stated
from verify.engines import evaluate as ev
from verify.engines.covering import _prepared
from verify.engines.crossing import ladder
from verify.engines.pieces import bound, enclosed, is_narrow, middle_of, opened, span_of
from verify.engines.quotients import with_fewer_uses
from verify.engines.slopes import NoSlope, by_mean_value, jet
from verify.engines.truth import Truth
from verify.quantities import enclosures
from verify.values import numbers
from verify.values.numbers import Enclosure, NoValue
from verify.values.structures import Function

COARSE = 64
"""Bits up to which it is looked for."""
REACH = 24
"""Halvings of the distance from an open end, and doublings on a half-line."""
PIECES, PARTS = 64, 32
"""Pieces of what lies outside, and of what is looked at for a best member."""
PIECE = 5
"""Cost of a piece in units of work."""


def attained(node: Node, env: ev.Env, c: ev.Context) -> Truth | None:
    """The truth of a statement of this form; None for others, and for an extremum that is known exactly where neither is seen: a member may equal it."""
    parts = _parts(node)
    if parts is None:
        return None
    upper, term, conditions, best = parts
    span = span_of(node.args[0], env, c)
    if span is None:
        return None
    answer = _Attained(node, upper, term, conditions, span, env, c).answer() if c.prec <= COARSE else None  # what is open is so for other reasons than rounding
    if answer is not None:
        return answer
    try:
        known = ev.value(best, env, ev.Context(c.prec, c.candidates))
    except (NoValue, ev.NoRoute):
        return None
    if not isinstance(known, Enclosure) or known.lo == known.hi:
        return None
    c.wide = True
    return Truth.UNDECIDED  # no enclosure of positive width equals anything, and no piece without members that come near the extremum shows more


@lru_cache(maxsize=256)
def _parts(node: Node) -> tuple[bool, Node, tuple[Node, ...], Node] | None:
    """Whether the extremum is a supremum, its term and its conditions, in the name that is said to exist, and the extremum itself."""
    over: Any = node.args[0]
    if len(over) != 1 or not isinstance(over[0][0], Node) or stated(over[0][1]).head != "interval":
        return None
    name, where = over[0][0], stated(over[0][1])
    body = _flat(ev.argument(node, 1))
    for equation in body:
        if equation.head != "compare" or equation.args[1] != "==":
            continue
        for term, best in ((ev.argument(equation, 0), ev.argument(equation, 2)), (ev.argument(equation, 2), ev.argument(equation, 0))):
            if best.head not in ("sup", "inf") or str(name.args[0]) in free_names(best):
                continue
            inner: Any = best.args[0]
            if len(inner) != 1 or not isinstance(inner[0][0], Node) or stated(inner[0][1]) != where:
                continue
            put = {str(inner[0][0].args[0]): name}
            condition = best.args[2]
            asked = _flat(substitute(condition, put)) if isinstance(condition, Node) else ()
            others = tuple(part for part in body if part is not equation)
            if substitute(ev.argument(best, 1), put) == term and set(asked) == set(others):
                return best.head == "sup", term, others, best
    return None


def _flat(node: Node) -> tuple[Node, ...]:
    return tuple(part for k in range(len(node.args)) for part in _flat(ev.argument(node, k))) if node.head == "all" else (node,)


class _Attained:
    """One extremum; a supremum is the infimum of the negative."""
    def __init__(self, node: Node, upper: bool, term: Node, conditions: tuple[Node, ...], span: tuple[str, Any, Any, list[Any]], env: ev.Env, c: ev.Context) -> None:
        self.name, self.low, self.high, self.ends = span
        where = stated(node.args[0][0][1])  # type: ignore[index, arg-type]
        whole = Node("all", Node("mul", number(-1), term) if upper else term, *conditions)
        term, *rest = (ev.argument(found, k) for found in (_inlined(whole, self.name, where, env),) for k in range(len(whole.args)))
        self.term, self.conditions = term, tuple(rest)
        self.env, self.c = env, c
        self.best: Any = None
        self.level: Any = math.inf

    def answer(self) -> Truth | None:
        try:
            term, inner = _prepared(self.term, self.name, self.env, self.c)
            self.opened, powers = opened(with_fewer_uses(term, self.name, inner, self.c), self.name, self.low, self.ends)
            found = []
            for condition in self.conditions:
                made, inner = _prepared(condition, self.name, inner, self.c)
                made, more = opened(made, self.name, self.low, self.ends)
                found.append(made)
                powers |= more
            self.admits, self.inner, self.powers = tuple(found), inner, powers
            return Truth.TRUE if self.reached() else Truth.FALSE if self.left_out() else None
        except (NoValue, ev.NoRoute):
            return None

    # a part of the interval that has the best member ---------------------------------------------------------------------------------
    def reached(self) -> bool:
        """Whether closed parts have a member that is at least as good as all outside of them, the members in them are a closed set and the term is continuous there."""
        best, level = None, None
        for x in self.tried():
            value = self.at(x)
            if value is not None and (level is None or value.hi < level):
                best, level = x, value.hi
        self.best, self.level = best, math.inf if level is None else level if isinstance(level, float) else Enclosure(level, level)
        if best is None or level is None or isinstance(level, float):
            return False
        first = self.low if self.low in self.ends else self.cut(best, level, -1)
        last = self.high if self.high in self.ends else self.cut(best, level, 1)
        if first is None or last is None:
            return False
        if any(condition.head != "compare" or condition.args[1] not in ("<=", ">=", "==") for condition in self.conditions):
            return False
        gaps = [Node("add", ev.argument(condition, 0), Node("mul", number(-1), ev.argument(condition, 2))) for condition in self.conditions]
        pieces, kept = [(first, last)], False
        for _ in range(PARTS):
            if not pieces:
                break
            piece = pieces.pop()
            if all(self.continuous(term, piece) for term in (self.term, *gaps)):
                kept = kept or bool(piece[0] <= best <= piece[1])
            elif not self.nowhere_better(piece, level, 1):
                middle = (piece[0] + piece[1]) / 2
                pieces += [(middle, piece[1]), (piece[0], middle)]
        return kept and not pieces

    def tried(self) -> list[fmpq]:
        """Members that may be good ones: those of a ladder, numbers of the instance, and steps to both sides of the best of them."""
        seen = [v for v in self.env.values() if type(v) is fmpq]
        found = [x for x in dict.fromkeys([*self.ends, *ladder(self.low, self.high), *seen]) if self.inside(x)]
        values = [(value.hi, x) for x in found if (value := self.at(x)) is not None]
        if values:
            _, best = min(values, key=lambda pair: _float(pair[0]))
            step = max(fmpq(1, 4), abs(best)) / 4
            for _ in range(12):
                near = [(value.hi, x) for x in (best - step, best, best + step) if self.inside(x) and (value := self.at(x)) is not None]
                other = min(near, key=lambda pair: _float(pair[0]))[1]
                step, best = (step / 2, best) if other == best else (step, other)
            found.append(best)
        return found

    def inside(self, x: Any) -> bool:
        return x in self.ends or (numbers.relation(self.low, "<", x) is True and numbers.relation(x, "<", self.high) is True)

    def cut(self, best: fmpq, level: Any, way: int) -> fmpq | None:
        """A number between a member and an open end such that no member from there to the end is better than a level."""
        end = self.low if way < 0 else self.high
        for k in range(0, REACH, 2):
            x = best + way * fmpq(2) ** k if not isinstance(end, fmpq) else end + (best - end) / fmpq(2) ** k
            if self.nowhere_better((end, x) if way < 0 else (x, end), level, 1):
                return x
        return None

    def continuous(self, term: Node, piece: tuple[fmpq, fmpq]) -> bool:
        """Whether the term has a value and bounded slopes everywhere on a closed piece."""
        enclosures.spend(PIECE)
        if piece[0] == piece[1]:
            return True
        found = by_mean_value(term, self.name, *piece, self.env, self.c)
        return found is not None and not isinstance(found.lo, float) and not isinstance(found.hi, float)

    # an open end that is approached ------------------------------------------------------------------------------------------------------
    def left_out(self) -> bool:
        """Whether the term rises strictly from an open end on, along members alone, and is nowhere further away smaller than somewhere near it."""
        for end, other, way in ((self.low, self.high, 1), (self.high, self.low, -1)):
            if not isinstance(end, fmpq) or end in self.ends:
                continue
            width = (other - end) * way / 2 if isinstance(other, fmpq) else fmpq(1)
            for k in range(0, REACH, 3):
                x = end + way * width / fmpq(2) ** k
                piece = (end, x) if way > 0 else (x, end)
                if not self.moves(piece, way):
                    continue
                near = self.at(end + (x - end) / 16)
                if near is None or isinstance(near.hi, float) or (self.best is not None and numbers.relation(self.level, "<", near) is True and (self.best - x) * way > 0):
                    continue  # the best that was met lies further away
                if self.nowhere_better((x, other) if way > 0 else (other, x), near.hi, PIECES):
                    return True
        return False

    def moves(self, piece: tuple[fmpq, fmpq], way: int) -> bool:
        """Whether all numbers of a piece are members and the term moves strictly away from its end."""
        enclosures.spend(PIECE)
        inner = {**self.env, self.name: enclosed(piece)}
        try:
            if not all(ev.truth(condition, inner, self.c) is Truth.TRUE for condition in self.conditions):
                return False
            slope = numbers.enclose(jet(self.term, self.name, inner, self.c)[1], self.c.prec)
        except (NoSlope, NoValue, ev.NoRoute, ZeroDivisionError):
            return False
        return slope.exists and not isinstance(slope.lo, float) and not isinstance(slope.hi, float) and bool(slope.lo > 0 if way > 0 else slope.hi < 0)

    # values ----------------------------------------------------------------------------------------------------------------------------------
    def at(self, x: fmpq) -> Enclosure | None:
        """The value at a member; None where the number is not seen to be one."""
        enclosures.spend(1)
        inner = {**self.env, self.name: x}
        try:
            if not all(ev.truth(condition, inner, self.c) is Truth.TRUE for condition in self.conditions):
                return None
            return numbers.enclose(ev.value(self.term, inner, self.c), self.c.prec)
        except NoValue:
            return None

    def nowhere_better(self, piece: Any, level: Any, most: int) -> bool:
        """Whether the term is at least a level at all members of a piece, cut into a few."""
        pieces = [piece]
        for _ in range(most):
            if not pieces:
                return True
            part = pieces.pop()
            enclosures.spend(PIECE)
            inner = bound(self.inner, self.name, enclosed(part), self.powers, self.c)
            try:
                if any(ev.truth(condition, inner, self.c) is Truth.FALSE for condition in self.admits):
                    continue
                if numbers.relation(numbers.enclose(ev.value(self.opened, inner, self.c), self.c.prec), ">=", Enclosure(level, level)) is True:
                    continue
            except NoValue:
                pass
            middle = middle_of(part)
            if middle is None or is_narrow(part):
                return False
            pieces += [(middle, part[1]), (part[0], middle)]
        return not pieces


def _inlined(node: Node, name: str, where: Node, env: ev.Env) -> Node:
    """The formula with functions of the very name, on the very interval, written out: slopes are those of their terms."""
    if node.head == "apply" and len(node.args) == 2 and node.args[1] == Node("var", name) and isinstance(node.args[0], Node) and node.args[0].head == "var":
        function = env.get(str(node.args[0].args[0]))
        if isinstance(function, Function) and not function.captured and stated(function.where) == where and free_names(function.body) <= {function.name}:
            return substitute(function.body, {function.name: Node("var", name)})
    return node if node.head in ("num", "var") else rebuild(node, lambda child: _inlined(child, name, where, env))


def _float(end: Any) -> float:
    return end if isinstance(end, float) else float(end)


__all__ = ["attained"]
