"""Sums over integers in closed form: finite sums of polynomials times powers by telescoping, the geometric and the exponential series by the ratio of their terms."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb
from typing import Any

from verify.evidence.checker import normal
from verify.evidence.checker.derive import OO, Reader, Value, is_whole
from verify.evidence.checker.form_signs import coefficients
from verify.evidence.checker.formula import argument, entries, head, optional, stated
from verify.evidence.checker.normal import NOTHING, NUMBER_ONE, ONE, UNITS, ZERO, Form, Sum, atom
from verify.evidence.checker.sign_sets import NEGATIVE, NOT_NEGATIVE, NULL, POSITIVE, Missing, Open, Unread
from verify.evidence.checker.substitution import put, single, unused

MOST_DEGREE = 12


def whole_range(reader: Reader, f: Any, what: str, read: Callable[[Any], Any]) -> tuple[str, Form, Any, Fraction]:
    """The index of a sum or product over integers, its first value as a form, its last value as ``read`` gives it, and the first value as a number."""
    over = entries(f)
    if len(over) != 1 or head(stated(over[0][1])) != "integers" or optional(f, 2) is not None:
        raise Unread(f"a {what} with a condition")
    name, where = single(over[0][0]), stated(over[0][1])
    first, last = reader.form(argument(where, 0)), read(argument(where, 1))
    start = first.constant()
    if start is None or start.denominator != 1:
        raise Unread(f"a {what} from a number that is not known to be an integer")
    return name, first, last, start


def sum_of(reader: Reader, f: Any) -> Value:
    """A sum over the integers from a whole number on, to one that is known to be an integer or to oo, without a condition."""
    name, first, last, _ = whole_range(reader, f, "sum", reader.number)
    index = ("i", unused(reader, f"k{name}"))

    def terms(before: Form) -> Form:
        return Reader({**reader.values, name: atom(index).plus(before)}, reader.signs, reader.rules).form(argument(f, 1))

    if last == OO:
        head_term = Reader({**reader.values, name: first}, reader.signs, reader.rules).form(argument(f, 1))
        return head_term.plus(_series(reader, terms(first), index))
    if not isinstance(last, Form) or not is_whole(last):
        raise Unread("a sum to a number that is not known to be an integer")
    count = last.minus(first).plus(NUMBER_ONE)
    sign = reader.signs.sign(count)
    if sign == NEGATIVE or count.is_zero():
        return NOTHING
    if not sign <= NOT_NEGATIVE:
        raise Open(count)
    try:
        return _telescoped(reader, terms(first.minus(NUMBER_ONE)), index, count)
    except Missing:
        if sign != POSITIVE:  # a sum of nothing needs no terms
            raise Open(count) from None
        raise


def _telescoped(reader: Reader, body: Form, index: Any, count: Form) -> Form:
    """The sum of ``c k^j exp(a + b k)`` over k = 1, ..., count, product by product."""
    if index[1] in Form(body.bottom, UNITS).symbols():
        raise Unread("a sum of quotients")
    total = NOTHING
    for (powers, exponent), c in body.top.terms.items():
        j = next((e for a, e in powers if a == index), ZERO)
        rest = tuple(p for p in powers if p[0] != index)
        if j.denominator != 1 or not 0 <= j <= MOST_DEGREE or index[1] in Form(Sum({(rest, None): ONE}), UNITS).symbols():
            raise Unread("a sum of other functions")
        by = {} if exponent is None else coefficients(exponent.top, index)
        if by is None or (by and (max(by) > 1 or index[1] in Form(exponent.bottom, UNITS).symbols())):
            raise Unread("a sum of exponentials that are not powers")
        parts = [by.get(k, NOTHING).over(NUMBER_ONE if exponent is None else Form(exponent.bottom, UNITS)) for k in (0, 1)]
        total = total.plus(Form(Sum({(rest, None): c}), UNITS).times(normal.exp(parts[0])).times(_powers(reader, int(j), parts[1], count)))
    return total.over(Form(body.bottom, UNITS))


def _powers(reader: Reader, j: int, b: Form, count: Form) -> Form:
    """The sum T of ``k^j r^k``, r = exp(b), over k = 1, ..., n: ``(k + 1)^j r^(k + 1) - k^j r^k`` adds up to ``(n + 1)^j r^(n + 1) - r``, and is ``(r - 1) k^j r^k`` plus lower powers."""
    ratio, beyond = normal.exp(b), count.plus(NUMBER_ONE)
    gap = ratio.minus(NUMBER_ONE)
    sign = reader.signs.sign(gap)
    if sign == NULL:
        sums: list[Form] = []
        for m in range(j + 1):
            lower = normal.total(sums[k].scaled(ONE * comb(m + 1, k)) for k in range(m))
            sums.append(beyond.power(m + 1).minus(NUMBER_ONE).minus(lower).scaled(Fraction(1, m + 1)))
        return sums[j]
    if 0 in sign:
        raise Open(gap)
    last = normal.exp(b.times(beyond))
    found: list[Form] = []
    for m in range(j + 1):
        lower = normal.total(found[k].scaled(ONE * comb(m, k)) for k in range(m))
        found.append(beyond.power(m).times(last).minus(ratio).minus(ratio.times(lower)).over(gap))
    return found[j]


def _series(reader: Reader, body: Form, index: Any) -> Form:
    """The sum over k = 1, 2, ... of terms whose quotient ``t(k + 1)/t(k)`` is r with |r| < 1, or ``w/(k + 1)``."""
    if body.is_zero():
        return NOTHING
    if len(body.top.terms) != 1 or reader.signs.sign(body.times(body)) != POSITIVE:
        raise Unread("a series of sums")
    first = put(body, index[1], NUMBER_ONE, reader)
    after = atom(index).plus(NUMBER_ONE)
    ratio = put(body, index[1], after, reader).over(body)
    if index[1] not in ratio.symbols():
        if reader.signs.sign(NUMBER_ONE.minus(ratio)) != POSITIVE or reader.signs.sign(NUMBER_ONE.plus(ratio)) != POSITIVE:
            raise Unread("a geometric series that is not seen to converge")
        return first.over(NUMBER_ONE.minus(ratio))
    w = ratio.times(after)
    if index[1] in w.symbols():
        raise Unread("a series of another kind")
    return first.times(normal.exp(w).minus(NUMBER_ONE)).over(w)


__all__ = ["sum_of"]
