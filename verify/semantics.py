"""What statements about numbers mean: an evaluator written for clarity alone, the reference that engines and checker are held against.

It shares no code with them. ``judge`` says what is possible for a statement at an instance, as a set of the words *true*, *false*, *no value* and *outside*: one word is
an answer, several mean that the evaluator cannot tell. ``docs/semantics.md`` is the same in words.

A term is evaluated to a :class:`Range`: all that is known of its value. A fraction is a range of one point; a transcendental number, or the value of a term when names
stand for all numbers of a box, is a range with outward-rounded ends. Nothing is ever simplified: every part of a term is evaluated, and one that has no value leaves the
whole without one. Extrema and quantifiers over intervals look at members on one side and at a cover by boxes on the other.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from typing import Any

from flint import arb, ctx

from verify.claims.nodes import Node, free_names, heads
from verify.semantic_ranges import (
    CONTINUOUS,
    FUNCTIONS,
    MOST_PARTS,
    OO,
    SEVERAL,
    UNKNOWN,
    End,
    NoValue,
    Range,
    add,
    enclosure,
    floor,
    hull,
    infinite,
    largest,
    multiply,
    opposite,
    point,
    power,
)

TRUE, FALSE, NO_VALUE, OUTSIDE = "true", "false", "no value", "outside"
Truths = frozenset[str]
"""What a proposition may be: one word where it is known."""
ANY: Truths = frozenset({TRUE, FALSE, NO_VALUE})
EFFORTS = 4
"""Rounds of refinement: each has more bits and four times as many boxes for each name."""
MOST_STEPS = 40_000
"""Terms that one judgement may evaluate."""


class CannotTell(Exception):
    """A construct outside of this evaluator, or too much work."""


# --- terms and propositions -------------------------------------------------------------------------------------------


Env = Mapping[str, Range]


@dataclass
class Reader:
    """Reads a formula where names stand for ranges of numbers, with a refinement that grows from round to round."""

    effort: int
    steps: int = 0

    def value(self, node: Node, env: Env) -> Range:
        """What is known of the value of a term. Raises NoValue where it certainly has none."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise CannotTell("too much work")
        head, args = node.head, node.args
        if head == "num":
            return point({"oo": OO, "-oo": -OO}[str(args[0])] if "oo" in str(args[0]) else Fraction(str(args[0])))
        if head == "var":
            if str(args[0]) not in env:
                raise CannotTell(f"{args[0]} is not a number")
            return env[str(args[0])]
        if head == "pi":
            return enclosure(arb.pi())
        if head in FUNCTIONS:
            return FUNCTIONS[head](self.value(_node(args[0]), env))
        if head in SEVERAL:
            step, empty = SEVERAL[head]
            values = self.values(args, env)
            return reduce(step, values) if values or empty is None else point(empty)
        if head == "pow":
            return power(*self.values(args, env))
        if head == "if":
            return self.choice(_node(args[0]), _node(args[1]), _node(args[2]), env)
        if head in ("sup", "inf"):
            return self.extremum(node, env)
        if head in ("sum", "prod"):
            return self.total(node, env)
        if head == "recursion":
            (only,) = self.coordinates(node, env, 1)
            return only
        if head == "item":
            return self.item(_node(args[0]), self.value(_node(args[1]), env), env)
        raise CannotTell(f"{head} is not evaluated here")

    def item(self, whole: Node, index: Range, env: Env) -> Range:
        """A coordinate of a point, or a term of a sequence with a prefix and a period; both are counted from 1."""
        if not index.exact or infinite(index.lo):
            raise CannotTell("an index that is not one number")
        if index.lo != math.floor(index.lo) or index.lo < 1:
            raise NoValue("an index that is no positive integer")
        k = int(index.lo)
        if whole.head == "periodic":
            prefix, period = ([self.value(_node(part), env) for part in parts] for parts in whole.args)  # type: ignore[union-attr]
            if not period:
                raise NoValue("a sequence whose period has no terms")
            return prefix[k - 1] if k <= len(prefix) else period[(k - len(prefix) - 1) % len(period)]
        values = self.coordinates(whole, env)
        if k > len(values):
            raise NoValue("a coordinate behind the last")
        return values[k - 1]

    def coordinates(self, node: Node, env: Env, count: int | None = None) -> list[Range]:
        """The coordinates of a point that is written out, or of what a recursion arrives at: after each index its state is the next one."""
        if node.head == "point":
            found = self.values(node.args, env)
        elif node.head == "recursion":
            (pattern, start), (index, where) = node.args[0]  # type: ignore[misc, str-unpack]
            names = pattern if isinstance(pattern, tuple) else (pattern,)
            several = None if isinstance(pattern, tuple) else 1
            found = self.coordinates(_node(start), env, several)
            for member, sure in self.numbers(_node(where), env):
                if member is None or not sure:
                    raise CannotTell("a recursion over integers that are not all known")
                if len(found) != len(names):
                    raise NoValue("a state with another number of coordinates")
                inner = {**env, **{str(_node(name).args[0]): x for name, x in zip(names, found, strict=True)}, str(_node(index).args[0]): member}
                found = self.coordinates(_node(node.args[1]), inner, several)
        else:
            found = [self.value(node, env)]
        if count is not None and len(found) != count:
            raise CannotTell("a point where a number is meant")
        return found

    def values(self, parts: tuple[Any, ...], env: Env) -> list[Range]:
        """The values of all parts: one that has none leaves the whole without one, whatever the others are."""
        return [self.value(_node(part), env) for part in parts]

    def choice(self, condition: Node, then: Node, otherwise: Node, env: Env) -> Range:
        """``if``: only the branch that is live is evaluated."""
        truths = self.truth(condition, env)
        if truths == {NO_VALUE}:
            raise NoValue("a condition without a value")
        found, certain = [], NO_VALUE not in truths
        for word, branch in ((TRUE, then), (FALSE, otherwise)):
            if word in truths:
                try:
                    found.append(self.value(branch, env))
                except NoValue:
                    if len(truths) == 1:
                        raise
                    certain = False
        return replace(hull(found), certain=certain and all(r.certain for r in found)) if found else UNKNOWN

    def truth(self, node: Node, env: Env) -> Truths:
        """The truths that a proposition may have."""
        head, args = node.head, node.args
        if head == "compare":
            try:
                left, right = self.values((args[0], args[2]), env)
            except NoValue:
                return frozenset({NO_VALUE})
            return compared(left, str(args[1]), right)
        if head == "member":
            return self.member(_node(args[0]), _node(args[1]), env)
        if head == "not":
            return negated(self.truth(_node(args[0]), env))
        if head == "all":
            return self.conjunction(self.truth(_node(part), env) for part in args)
        if head == "any":
            return negated(self.conjunction(negated(self.truth(_node(part), env)) for part in args))
        if head == "implies":
            return self.truth(Node("any", Node("not", _node(args[0])), _node(args[1])), env)
        if head == "iff":
            left_truths, right_truths = self.truth(_node(args[0]), env), self.truth(_node(args[1]), env)
            return frozenset(NO_VALUE if NO_VALUE in pair else TRUE if pair[0] == pair[1] else FALSE for pair in itertools.product(left_truths, right_truths))
        if head == "forall":
            return self.everywhere(args[0], _node(args[1]), env)
        if head == "exists":
            return negated(self.everywhere(args[0], Node("not", _node(args[1])), env))
        raise CannotTell(f"{head} is not evaluated here")

    def conjunction(self, parts: Iterable[Truths]) -> Truths:
        """All parts hold, read from left to right: the first one that is false, or has no value, decides; no part behind it is looked at."""
        possible: set[str] = {TRUE}
        for truths in parts:
            possible = (possible - {TRUE}) | truths
            if TRUE not in possible:
                break
        return frozenset(possible)

    def member(self, term: Node, where: Node, env: Env) -> Truths:
        """Whether a number lies in a set."""
        while where.head == "unstated":
            where = _node(where.args[0])
        try:
            x = self.value(term, env)
            if where.head == "interval":
                lo, hi = self.values(where.args[:2], env)
                left, right = compared(lo, "<" if where.args[2] == "open" else "<=", x), compared(x, "<" if where.args[3] == "open" else "<=", hi)
                return self.conjunction([left, right])
            if where.head == "integers":
                lo, hi = self.values(where.args, env)
                whole = compared(x, "==", floor(x)) if not infinite(x.lo) else frozenset({FALSE}) if x.exact else ANY
                return self.conjunction([whole, compared(lo, "<=", x), compared(x, "<=", hi)])
            if where.head == "one_of":
                return negated(self.conjunction([compared(x, "!=", y) for y in self.values(where.args, env)]))
        except NoValue:
            return frozenset({NO_VALUE})
        raise CannotTell(f"members of {where.head} are not listed here")

    # --- binders: members and a cover

    def parts(self, over: Any, env: Env) -> Iterator[tuple[Env | None, bool]]:
        """Members and boxes that together hold all members. A pair ``(names, whether it is certainly a member)``; None in the place of names where a range has no value."""
        if not over:
            yield env, True
            return
        (pattern, where), rest = over[0], over[1:]
        if not isinstance(pattern, Node):
            raise CannotTell("names of points")
        name = str(pattern.args[0])
        while where.head == "unstated":
            where = _node(where.args[0])
        try:
            own = list(self.numbers(where, env))
        except NoValue:
            yield None, True
            return
        for value, sure in own:
            if value is None:
                yield None, False
                continue
            for inner, inner_sure in self.parts(rest, {**env, name: value}):
                yield inner, sure and inner_sure

    def numbers(self, where: Node, env: Env) -> Iterator[tuple[Range | None, bool]]:
        """The same for one set of numbers. Raises NoValue where its ends have none."""
        if where.head == "one_of":
            for value in self.values(where.args, env):
                yield value, value.exact
            return
        if where.head not in ("interval", "integers"):
            raise CannotTell(f"members of {where.head} are not listed here")
        lo, hi = self.values(where.args[:2], env)
        if not (lo.certain and hi.certain):
            yield None, False
        least, most, inner_least, inner_most = lo.lo, hi.hi, lo.hi, hi.lo  # all members lie in the first two, all of the other two are members
        sure = lo.certain and hi.certain
        if where.head == "integers":
            first: End = least if infinite(least) else Fraction(math.ceil(least))
            last: End = most if infinite(most) else Fraction(math.floor(most))
            if first > last or first == OO or last == -OO:
                return
            count = 16 * 2**self.effort
            tails: list[tuple[End, End]]
            if first == -OO and last == OO:
                listed, tails = range(-count, count + 1), [(-OO, Fraction(-count)), (Fraction(count), OO)]
            elif first == -OO:
                listed, tails = range(int(last) - count, int(last) + 1), [(-OO, Fraction(last) - count)]
            elif last == OO:
                listed, tails = range(int(first), int(first) + count + 1), [(Fraction(first) + count, OO)]
            elif last - first > 16 * count:
                listed, tails = range(int(first), int(first) + count + 1), [(Fraction(first) + count, last)]
            else:
                listed, tails = range(int(first), int(last) + 1), []
            for k in listed:
                yield point(k), sure and inner_least <= k <= inner_most
            for a, b in tails:
                yield Range(a, b, a == -OO, b == OO), False
            return
        left, right = where.args[2] == "open", where.args[3] == "open"
        if least > most or (least == most and (left or right)):
            return
        nodes = grid(least, most, 4 * 4**self.effort)
        for x in nodes:
            if sure and (inner_least < x or (inner_least == x and not left)) and (x < inner_most or (x == inner_most and not right)):
                yield point(x), True
        for a, b in itertools.pairwise(nodes):
            yield Range(a, b, left and a == least and lo.exact, right and b == most and hi.exact), False
        if least == most and not (lo.exact and hi.exact):
            yield point(least), False

    def everywhere(self, over: Any, body: Node, env: Env) -> Truths:
        """``forall``: false where one member makes it so; else no value where the body has none at some member."""
        possible: set[str] = {TRUE}
        for count, (inner, sure) in enumerate(self.parts(over, env)):
            if count > MOST_PARTS:
                return frozenset({FALSE, NO_VALUE}) if TRUE not in possible else ANY
            truths = frozenset({NO_VALUE}) if inner is None else self.truth(body, inner)
            if sure and truths == {FALSE}:
                return frozenset({FALSE})
            possible |= truths - {TRUE}
            if sure and TRUE not in truths:
                possible -= {TRUE}
        return frozenset(possible)

    def extremum(self, node: Node, env: Env) -> Range:
        """``sup`` and ``inf`` (the opposite of the supremum of the opposites): between members and a cover."""
        over: Any = node.args[0]
        term, where, floor_term = _node(node.args[1]), node.args[2], node.args[3]
        turn = opposite if node.head == "inf" else lambda r: r
        nothing = turn(point(OO if node.head == "inf" else -OO) if floor_term is None else self.value(_node(floor_term), env))
        lower = upper = Range(-OO, -OO)
        certain, members, possible = True, False, False
        for count, (inner, sure) in enumerate(self.parts(over, env)):
            if count > MOST_PARTS:
                return UNKNOWN
            if inner is None:
                if sure:
                    raise NoValue("a range without a value")
                certain = False
                continue
            condition = frozenset({TRUE}) if where is None else self.truth(_node(where), inner)
            if TRUE not in condition:
                continue
            possible, sure = True, sure and condition == {TRUE}
            try:
                value = turn(self.value(term, inner))
            except NoValue:
                if sure:
                    raise
                certain = False
                continue
            certain = certain and value.certain
            upper = largest(upper, value)
            if sure:
                members, lower = True, largest(lower, value)
            elif where is None and self.fills(over, term, inner):  # the limit at an open end of an interval that has members
                members, lower = True, largest(lower, turn(self.at_open_end(term, inner, str(_node(over[0][0]).args[0]))))
        if not possible:
            return turn(nothing)
        if not members:
            found = hull([Range(-OO, upper.hi, False, upper.hi_open), nothing])
        else:
            found = Range(lower.lo, upper.hi)
        return turn(replace(found, certain=certain and (members or nothing.certain)))

    def fills(self, over: Any, term: Node, inner: Env) -> bool:
        """Whether a box is a part of an interval that certainly has members, with an open end that belongs to it alone, and the term is continuous there."""
        if len(over) != 1 or not heads(term) <= CONTINUOUS:
            return False
        name = str(over[0][0].args[0])
        box = inner[name]
        if box.lo_open == box.hi_open or any(not r.exact for key, r in inner.items() if key != name and key in free_names(term)):
            return False
        if any(n.head == "pow" and _node(n.args[1]).head != "num" for n in _walk(term)):
            return False  # x^y is not continuous at 0^0
        try:
            return self.value(term, {**inner, name: Range(box.lo, box.hi)}).certain
        except NoValue:
            return False

    def at_open_end(self, term: Node, inner: Env, name: str) -> Range:
        box = inner[name]
        try:
            return self.value(term, {**inner, name: point(box.lo if box.lo_open else box.hi)})
        except NoValue:
            raise CannotTell("a limit at an open end") from None

    def total(self, node: Node, env: Env) -> Range:
        """``sum`` and ``prod`` over finitely many members: 0 and 1 over none. Over infinitely many, terms that are at least 0 add up to at least what some of them do."""
        step, start = (add, 0) if node.head == "sum" else (multiply, 1)
        over, term, where = node.args[0], _node(node.args[1]), node.args[2] if len(node.args) > 2 else None
        values: list[Range] = []
        unknown = False
        for count, (inner, sure) in enumerate(self.parts(over, env)):
            if count > MOST_PARTS:
                return UNKNOWN
            if inner is None:
                if sure:
                    raise NoValue("a range without a value")
                unknown = True
                continue
            condition = frozenset({TRUE}) if where is None else self.truth(_node(where), inner)
            if TRUE not in condition:
                continue
            if not sure or condition != {TRUE}:
                unknown = True  # perhaps no member
            else:
                values.append(self.value(term, inner))
        if unknown and node.head == "sum" and values and where is None and not any(inner is None or self.value(term, inner).lo < 0 for inner, _ in self.parts(over, env)):
            return Range(reduce(step, values).lo, OO, certain=False)
        return UNKNOWN if unknown else reduce(step, values, point(start))


def compared(a: Range, relation: str, b: Range) -> Truths:
    """The truths that a comparison may have."""
    less = a.lo < b.hi
    more = a.hi > b.lo
    equal = (a.lo < b.hi or (a.lo == b.hi and not a.lo_open and not b.hi_open)) and (b.lo < a.hi or (b.lo == a.hi and not b.lo_open and not a.hi_open))
    if relation in (">", ">=", "!="):
        mirrored = {">": "<", ">=": "<=", "!=": "=="}[relation]
        return compared(b, mirrored, a) if relation != "!=" else negated(compared(a, "==", b))
    if relation not in ("<", "<=", "=="):
        raise CannotTell(f"the relation {relation}")
    outcomes = {"less": less, "equal": equal, "more": more}
    good = {"<": ("less",), "<=": ("less", "equal"), "==": ("equal",)}[relation]
    found = {TRUE if name in good else FALSE for name, is_possible in outcomes.items() if is_possible}
    return frozenset(found if a.certain and b.certain else found | {NO_VALUE})


def negated(truths: Truths) -> Truths:
    return frozenset({TRUE: FALSE, FALSE: TRUE}.get(word, word) for word in truths)


def grid(least: End, most: End, count: int) -> list[End]:
    """Numbers from one end to the other, both included; with the small integers among them, where kinks are."""
    if least == most:
        return [least]
    if least == -OO and most == OO:
        half = [Fraction(k * k * 8, count) for k in range(1, count // 2 + 1)]
        inner: list[Fraction] = [-x for x in half] + [Fraction(0)] + half
    elif most == OO or least == -OO:
        base, sign = (Fraction(least), 1) if most == OO else (Fraction(most), -1)
        inner = [base + sign * Fraction(k * k * 4, count) for k in range(1, count)]
        inner += [base + sign * Fraction(10**k) for k in (3, 6, 12)] + [base + sign * Fraction(1, 2**k) for k in (20, 60)]
    else:
        width = Fraction(most) - Fraction(least)
        inner = [Fraction(least) + width * Fraction(k, count) for k in range(1, count)] + [Fraction(least) + width / 2**40, Fraction(most) - width / 2**40]
    inner += [Fraction(k) for k in range(-4, 5)]
    return [least, *sorted({x for x in inner if least < x < most}), most]


def _node(argument: Any) -> Node:
    if not isinstance(argument, Node):
        raise CannotTell("a formula is expected here")
    return argument


def _walk(node: Node) -> Iterator[Node]:
    yield node
    for part in node.args:
        if isinstance(part, Node):
            yield from _walk(part)


# --- statements ---------------------------------------------------------------------------------------------------------


def judge(statement: Node, instance: Mapping[str, End | int], efforts: int = EFFORTS) -> Truths:
    """What a statement ``forall over: body`` may be at an instance: one of true, false, no value, outside (of its domain), or several of them where that cannot be told.

    A body ``implies(all(hypotheses...), conclusion)`` states hypotheses: where one of them is false, or has no value, the instance is outside.
    """
    env = {name: point(x) for name, x in instance.items()}
    found: Truths = frozenset({TRUE, FALSE, NO_VALUE, OUTSIDE})
    for effort in range(efforts):
        ctx.prec, before = 64 * 2**effort, ctx.prec
        try:
            found &= _judged(statement, env, Reader(effort))
        except (CannotTell, RecursionError, OverflowError, ZeroDivisionError):
            pass
        finally:
            ctx.prec = before
        if len(found) == 1:
            break
    return found


def _judged(statement: Node, env: Env, reader: Reader) -> Truths:
    over: Any = statement.args[0] if statement.head == "forall" else ()
    body = _node(statement.args[1]) if statement.head == "forall" else statement
    hypotheses: tuple[Any, ...] = ()
    if body.head == "implies" and _node(body.args[0]).head == "all":
        hypotheses, body = _node(body.args[0]).args, _node(body.args[1])
    inside = (reader.member(pattern, where, env) for pattern, where in over)
    admitted = reader.conjunction(itertools.chain(inside, (reader.truth(_node(h), env) for h in hypotheses)))
    found: set[str] = {OUTSIDE} if admitted - {TRUE} else set()
    return frozenset(found | reader.truth(body, env) if TRUE in admitted else found)


__all__ = ["FALSE", "NO_VALUE", "OUTSIDE", "TRUE", "judge"]
