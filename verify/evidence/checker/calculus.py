"""Limits, derivatives and extrema over intervals, each a function with its condition."""

from __future__ import annotations

from typing import Any

from verify.evidence.checker import normal
from verify.evidence.checker.derive import Infinite, Reader, Value
from verify.evidence.checker.form_signs import Signs
from verify.evidence.checker.formula import argument, entries, head, mentions, word
from verify.evidence.checker.nearby import Far, Near, tends
from verify.evidence.checker.normal import NUMBER_ONE, Form, atom
from verify.evidence.checker.sign_sets import NEGATIVE, NOT_NEGATIVE, NOT_POSITIVE, NULL, POSITIVE, Missing, Unread
from verify.evidence.checker.substitution import put, single, unused

CONTINUOUS = frozenset({"num", "var", "pi", "add", "mul", "pow", "exp", "log", "erf", "erfc", "normal_cdf", "gaussian_profile"})


def limit_of(reader: Reader, f: Any) -> Value:
    """At a number: the value there, for terms that are continuous where they have one. At oo: rules for sums of products, read with the signs that they have for all large values."""
    over = entries(f)
    if len(over) != 1:
        raise Unread("a limit in several names")
    name, to = single(over[0][0]), reader.number(over[0][1])
    term = argument(f, 1)
    if isinstance(to, Form):
        inner = Reader({**reader.values, name: to}, reader.signs, reader.rules)
        try:
            _continuous(inner, term, name)
            return inner.number(term)
        except Missing as reason:  # a limit may exist where the term has no value
            raise Unread(f"a limit where there is no value: {reason}") from None
    if to.sign < 0:
        raise Unread("a limit at -oo")
    fresh = unused(reader, f"t{name}")
    value = Reader({**reader.values, name: atom(("s", fresh))}, Far(reader.signs, fresh), reader.rules).number(term)
    return value if isinstance(value, Infinite) else tends(value, fresh, "oo", reader.signs)


def _continuous(reader: Reader, f: Any, name: str) -> None:
    """Raises Unread unless the formula is continuous in the name at its value."""
    if name not in mentions(f):
        return
    kind = head(f)
    if kind not in CONTINUOUS:
        raise Unread(f"continuity of {kind[:40]}")
    for part in f[1:]:
        if kind != "var":
            _continuous(reader, part, name)
    if kind == "pow":
        fixed = reader.form(argument(f, 1)).constant() if name not in mentions(f[2]) else None
        if (fixed is None or fixed.denominator != 1) and reader.signs.sign(reader.form(f[1])) != POSITIVE:
            raise Unread("continuity of a power")


def derivative(reader: Reader, f: Any) -> Value:
    """The derivative of the normal form that the term has near the point."""
    over = entries(f)
    name, at = single(over[0][0]), reader.form(over[0][1])
    order = reader.form(argument(f, 2)).constant()
    if len(over) != 1 or order is None or order.denominator != 1 or not 0 <= order <= 4:
        raise Unread("a derivative of another order")
    fresh = unused(reader, f"t{name}")
    value = Reader({**reader.values, name: atom(("u", fresh))}, Near(reader.signs, fresh, at), reader.rules).form(argument(f, 1))
    for _ in range(int(order)):
        value = normal.slope(value, fresh)
    try:
        return put(value, fresh, at, reader)
    except Missing as reason:  # so may a derivative
        raise Unread(f"a derivative where the formula of the slope has no value: {reason}") from None


def along(reader: Reader, name: str, where: Any, term: Any, way: int) -> Value:
    """The supremum (way 1) or infimum (-1) over an interval of a term whose slope has one sign inside: a limit at one of its ends, or the value at an end that belongs to it."""
    lo, hi = reader.number(argument(where, 0)), reader.number(argument(where, 1))
    belongs = [word(argument(where, k)) == "closed" for k in (2, 3)]
    length = reader.difference(hi, lo)
    sign = frozenset({length}) if isinstance(length, int) else reader.known(length)
    if sign == NEGATIVE or (sign == NULL and not all(belongs)):
        return Infinite(-way)  # over nothing
    found = [Reader({**reader.values, name: end}, reader.signs, reader.rules).number(term) for end, there in zip((lo, hi), belongs, strict=True) if there]
    if sign == POSITIVE:
        fresh = unused(reader, f"s{name}")
        s = atom(("s", fresh))
        if isinstance(lo, Form):
            inside = lo.plus(s) if isinstance(hi, Infinite) else lo.plus(hi.minus(lo).times(s).over(NUMBER_ONE.plus(s)))
        elif isinstance(hi, Form):
            inside = hi.minus(s)
        else:
            raise Unread("an extremum over the whole line")
        value = Reader({**reader.values, name: inside}, reader.signs, reader.rules).form(term)
        slope = Signs(reader.signs.facts, reader.signs.spend, slopes=True).sign(normal.slope(value, fresh))
        if not (slope <= NOT_NEGATIVE or slope <= NOT_POSITIVE):
            raise Unread("an extremum of a term that does not move one way")
        rises = slope <= NOT_NEGATIVE
        found.append(tends(value, fresh, "oo" if rises == (way == 1) else "0", reader.signs))
    return reader._extreme(found, NOT_NEGATIVE if way == 1 else NOT_POSITIVE)


__all__ = ["along", "derivative", "limit_of"]
