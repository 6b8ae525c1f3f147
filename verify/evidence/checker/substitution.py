"""Symbols of a form replaced by other forms, and names of new symbols."""

from __future__ import annotations

from typing import Any

from verify.evidence.checker import normal
from verify.evidence.checker.derive import TOTAL, Reader
from verify.evidence.checker.form_signs import whole
from verify.evidence.checker.formula import names
from verify.evidence.checker.normal import NUMBER_ONE, Form, Sum, atom, number
from verify.evidence.checker.sign_sets import POSITIVE, Unread


def put(f: Form, symbol: str, value: Form, builder: Reader) -> Form:
    """A form with a positive symbol replaced by a positive form."""
    if symbol not in f.symbols():
        return f
    return _put_sum(f.top, symbol, value, builder).over(_put_sum(f.bottom, symbol, value, builder))


def _put_sum(s: Sum, symbol: str, value: Form, builder: Reader) -> Form:
    found = normal.NOTHING
    for (powers, exponent), c in s.terms.items():
        part = number(c) if exponent is None else normal.exp(put(exponent, symbol, value, builder)).scaled(c)
        for a, e in powers:
            part = part.times(builder.power(_put_atom(a, symbol, value, builder), e))
        found = found.plus(part)
    return found


def _put_atom(a: Any, symbol: str, value: Form, builder: Reader) -> Form:
    if a[0] in ("s", "i", "u") and a[1] == symbol:
        return value
    if not any(isinstance(part, Form) and symbol in part.symbols() for part in a[1:]) and not (a[0] == "m" and a[1] == symbol):
        return atom(a)
    if a[0] == "p":
        return put(a[1], symbol, value, builder)
    if a[0] == "log":
        return builder.log(put(a[1], symbol, value, builder))
    if a[0] == "f":
        parts = [put(part, symbol, value, builder) for part in a[2:]]
        if a[1] == "rising":
            return rising(builder, *parts)
        if a[1] in TOTAL or a[1].startswith(("map ", "smooth ", "slope ")):  # the domain was shown before, where the form was read
            return atom((*a[:2], *parts))
        moved = getattr(builder, f"_{a[1]}")(*parts)
        if isinstance(moved, Form):
            return moved
    if a[0] == "m" and (parity := whole(value)) is not None:
        return parity
    raise Unread(f"a cut through {a[0]}")


def rising(reader: Reader, u: Form, n: Form) -> Form:
    """``(u)_n`` for a whole n >= 0: ``Gamma(u + n)/Gamma(u)`` for u > 0, otherwise a number of its own."""
    if reader.signs.sign(u) == POSITIVE:
        return reader.gamma(u.plus(n)).over(reader.gamma(u))
    fixed = n.constant()
    if fixed is not None and 0 <= fixed <= 40:
        found = NUMBER_ONE
        for k in range(int(fixed)):
            found = found.times(u.plus(number(k)))
        return found
    return atom(("f", "rising", u, n))


def unused(reader: Reader, name: str) -> str:
    """A name of a symbol that no value holds."""
    taken = set().union(*(v.symbols() for v in reader.values.values() if hasattr(v, "symbols")), set())
    while name in taken:
        name += "'"
    return name


def single(pattern: Any) -> str:
    """The one name that is bound. Raises Unread."""
    found = names(pattern)
    if len(found) != 1:
        raise Unread("a pattern of several names")
    return found[0]


__all__ = ["put", "rising", "single", "unused"]
