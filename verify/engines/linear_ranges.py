"""Quantifiers over several numbers, each in an interval of its own, whose body compares what is linear in them.

Over independent intervals a linear form takes all values between two ends; an end is taken where each end that it is made of belongs to its interval. So it is certain whether a member decides the quantifier.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, child, free_names, pattern_names
from verify.claims.sets import stated
from verify.engines import evaluate as ev
from verify.engines.truth import Truth
from verify.values.numbers import NoValue

RELATIONS = ("<", "<=", ">", ">=", "==", "!=")


@dataclass(frozen=True, slots=True)
class Span:
    """An interval of numbers: both ends, and whether they are left out."""

    low: Fraction | float
    high: Fraction | float
    low_open: bool
    high_open: bool

    def holds_zero(self) -> bool:
        return (self.low < 0 or (self.low == 0 and not self.low_open)) and (self.high > 0 or (self.high == 0 and not self.high_open))


NEAR = 60
"""Halvings of the distance to an end that is left out, after which a member with values of both signs is not looked for any more."""


def decided(node: Node, env: ev.Env, c: ev.Context) -> Truth | None:
    """The truth of such a quantifier where no member decides it. None for others."""
    read = _read(node, env, c)
    if read is None:
        return None
    relation, gap, spans = read
    reached = _taken(gap, spans)
    if node.head == "forall":
        return Truth.TRUE if _always(reached, relation) else None
    return None if _once(reached, relation) else Truth.FALSE


def member(node: Node, env: ev.Env, c: ev.Context) -> dict[str, fmpq] | None:
    """Numbers that exist as such a proposition says: at the ends of their intervals, near those that are left out, or between two members with values of both signs. None where none is found."""
    read = _read(node, env, c)
    if read is None:
        return None
    relation, gap, spans = read
    for halvings in range(NEAR):
        least, most = ({name: _end(span, Fraction(1, 2**halvings), (gap.get(name, Fraction(0)) >= 0) is upper) for name, span in spans.items()} for upper in (False, True))
        low, high = _at(gap, least), _at(gap, most)
        points = [least, most]
        if low < 0 < high:
            share = -low / (high - low)
            points.append({name: least[name] + share * (most[name] - least[name]) for name in spans})
        for point in points:
            value = _at(gap, point)
            if _once(Span(value, value, False, False), relation):
                return {name: fmpq(x.numerator, x.denominator) for name, x in point.items()}
    return None


def _end(span: Span, step: Fraction, upper: bool) -> Fraction:
    """An end of an interval; a number near it where it is left out, far out where it is infinite."""
    end, other, is_open = (span.high, span.low, span.high_open) if upper else (span.low, span.high, span.low_open)
    way = 1 if upper else -1
    if isinstance(end, Fraction):
        if not is_open:
            return end
        return end - way * step / 2 * (abs(end - other) if isinstance(other, Fraction) else 1)
    return (other if isinstance(other, Fraction) else Fraction(0)) + way / step


def _at(form: dict[str, Fraction], point: dict[str, Fraction]) -> Fraction:
    return sum((factor * point[name] for name, factor in form.items() if name), form.get("", Fraction(0)))


def _read(node: Node, env: ev.Env, c: ev.Context) -> tuple[str, dict[str, Fraction], dict[str, Span]] | None:
    """The relation, the difference of the sides as a linear form, and the intervals by name; None where the quantifier is another one."""
    over: Any = node.args[0]
    body = ev.argument(node, 1)
    if len(over) < 2 or body.head != "compare" or body.args[1] not in RELATIONS:
        return None
    spans: dict[str, Span] = {}
    for pattern, where in over:
        span = _span(stated(where), {name for other, _ in over for name in pattern_names(other)}, env, c)
        if not isinstance(pattern, Node) or pattern.head != "var" or span is None or str(pattern.args[0]) in spans:
            return None
        spans[str(pattern.args[0])] = span
    try:
        sides = [_linear(child(body, k), set(spans), env, c) for k in (0, 2)]
    except (NoValue, ev.NoRoute):
        return None
    if sides[0] is None or sides[1] is None:
        return None
    gap = {key: sides[0].get(key, Fraction(0)) - sides[1].get(key, Fraction(0)) for key in {*sides[0], *sides[1]}}
    return str(body.args[1]), gap, spans


def _span(where: Node, bound: set[str], env: ev.Env, c: ev.Context) -> Span | None:
    """An interval with members whose ends are exact, infinite ones left out."""
    if where.head != "interval" or any(free_names(child(where, k)) & bound for k in (0, 1)):
        return None
    try:
        low, high = (_exact(ev.argument_value(where, k, env, c)) for k in (0, 1))
    except (NoValue, ev.NoRoute):
        return None
    opens = [where.args[k] == "open" for k in (2, 3)]
    if low is None or high is None or any(isinstance(end, float) and not is_open for end, is_open in zip((low, high), opens, strict=True)):
        return None
    return Span(low, high, *opens) if low < high or (low == high and not any(opens)) else None


def _exact(value: Any) -> Fraction | float | None:
    """A fraction or an infinite number; None of another value."""
    if isinstance(value, fmpq):
        return Fraction(int(value.p), int(value.q))
    return value if isinstance(value, float) and math.isinf(value) else None


def _linear(term: Node, bound: set[str], env: ev.Env, c: ev.Context) -> dict[str, Fraction] | None:
    """The coefficients of a linear form in the bound names, that of no name under the empty one; None of another term."""
    if not free_names(term) & bound:
        value = _exact(ev.value(term, env, c))
        return {"": value} if isinstance(value, Fraction) else None
    if term.head == "var":
        return {str(term.args[0]): Fraction(1)}
    if term.head not in ("add", "mul"):
        return None
    total: dict[str, Fraction] = {"": Fraction(0 if term.head == "add" else 1)}
    for k in range(len(term.args)):
        part = _linear(child(term, k), bound, env, c)
        if part is None:
            return None
        if term.head == "add":
            total = {key: total.get(key, Fraction(0)) + part.get(key, Fraction(0)) for key in {*total, *part}}
            continue
        plain, other = (part, total) if set(part) == {""} else (total, part)
        if set(plain) != {""}:
            return None
        total = {key: plain[""] * x for key, x in other.items()}
    return total


def _taken(form: dict[str, Fraction], spans: dict[str, Span]) -> Span:
    low: Any = form.get("", Fraction(0))
    high: Any = low
    low_open = high_open = False
    for name, span in spans.items():
        factor = form.get(name, Fraction(0))
        if factor == 0:
            continue
        ends = (span.low, span.low_open), (span.high, span.high_open)
        (least, without_least), (most, without_most) = ends if factor > 0 else ends[::-1]
        low, high = _plus(low, factor, least), _plus(high, factor, most)
        low_open, high_open = low_open or without_least, high_open or without_most
    return Span(low, high, low_open, high_open)


def _plus(total: Any, factor: Fraction, end: Any) -> Any:
    """The sum; infinite ends add up on one side alone."""
    if isinstance(end, float):
        return end if factor > 0 else -end
    return total if isinstance(total, float) else total + factor * end


def _always(taken: Span, relation: str) -> bool:
    """Whether all numbers of an interval are so related to 0."""
    if relation == "==":
        return bool(taken.low == 0 == taken.high)
    if relation == "!=":
        return not taken.holds_zero()
    if relation in ("<", "<="):
        return bool(taken.high < 0 or (taken.high == 0 and (relation == "<=" or taken.high_open)))
    return bool(taken.low > 0 or (taken.low == 0 and (relation == ">=" or taken.low_open)))


def _once(taken: Span, relation: str) -> bool:
    """Whether some number of an interval is so related to 0."""
    return not _always(taken, {"==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}[relation])


__all__ = ["decided"]
