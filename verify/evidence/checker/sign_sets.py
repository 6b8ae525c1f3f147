"""Sets of signs that a number may have, with sums, products and powers, and why a formula may have none."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from verify.evidence.checker.normal import Form

Sign = frozenset[int]
POSITIVE, NEGATIVE, NULL = frozenset({1}), frozenset({-1}), frozenset({0})
NOT_NEGATIVE, NOT_POSITIVE, NOT_NULL, ANY = frozenset({0, 1}), frozenset({0, -1}), frozenset({-1, 1}), frozenset({-1, 0, 1})


class Unread(Exception):
    """A formula for which there is no rule."""


class Missing(Exception):
    """A formula that has no value on the cell."""


class Open(Exception):
    """A sign on which a value depends is not known: the cell may be cut along it."""

    def __init__(self, form: Form) -> None:
        super().__init__(f"the sign of {str(form)[:160]} is unknown")
        self.form = form


def negated(s: Sign) -> Sign:
    """The signs of the opposite."""
    return frozenset(-k for k in s)


def sign_of_product(*signs: Sign) -> Sign:
    """The possible signs of a product."""
    found: Sign = POSITIVE
    for s in signs:
        found = _of_two(found, s)
    return found


@cache
def _of_two(one: Sign, other: Sign) -> Sign:
    """The possible signs of a product of two numbers; there are few sets of signs."""
    return frozenset(a * b for a in one for b in other)


def sign_of_sum(a: Sign, b: Sign) -> Sign:
    """The possible signs of a sum."""
    if a == NULL:
        return b
    if b == NULL:
        return a
    both = a | b
    if 1 in both and -1 in both:
        return ANY
    return both - NULL if POSITIVE in (a, b) or NEGATIVE in (a, b) else both


def sign_of_power(s: Sign, e: Fraction | int) -> Sign:
    """The sign of a power that has a value."""
    if e.denominator != 1:
        return s & NOT_NEGATIVE
    found = frozenset(k * k for k in s) if e.numerator % 2 == 0 else s
    return found - NULL if e < 0 else found
