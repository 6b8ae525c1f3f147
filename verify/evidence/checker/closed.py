"""Closed forms of quantities, as rules with their conditions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from verify.evidence.checker import normal
from verify.evidence.checker.derive import NEGATIVE, POSITIVE, Infinite, Reader, Signs, Unread, Value
from verify.evidence.checker.formula import argument, word
from verify.evidence.checker.normal import Form, Sum, quotient

RULES: dict[str, Callable[[Reader, Any], Value]] = {}


def bound(reader: Reader, f: Any) -> Any:
    raise Unread("a name that is no number")


def linear(f: Form, log: Any) -> Form | None:
    """The coefficient of a logarithm in a form that is linear in it."""
    inside = {}
    for (powers, exponent), c in f.top.terms.items():
        here = [p for p in powers if p[0] == log]
        if here and here[0][1] != 1:
            return None
        if here:
            inside[(tuple(p for p in powers if p[0] != log), exponent)] = c
    return quotient(Sum(inside), f.bottom) if inside else normal.NOTHING


def membership(value: Any, where: Any) -> list[Any]:
    """``value in interval`` as comparisons."""
    lo, hi, left, right = (argument(where, k) for k in range(4))
    found = []
    if lo != "-oo" or word(left) == "open":
        found.append(["compare", lo, ["word", "<=" if word(left) == "closed" else "<"], value])
    if hi != "oo" or word(right) == "open":
        found.append(["compare", value, ["word", "<=" if word(right) == "closed" else "<"], hi])
    return found


def changes(f: Form, symbol: str, signs: Signs) -> tuple[int, ...] | None:
    """The signs of a function of one positive symbol from 0 to oo: one, or + and then -; None where that is not certain."""
    sign = signs.sign(f)
    if sign in (POSITIVE, NEGATIVE):
        return (1,) if sign == POSITIVE else (-1,)
    return None


__all__ = ["RULES", "Infinite", "bound", "changes", "linear", "membership"]
