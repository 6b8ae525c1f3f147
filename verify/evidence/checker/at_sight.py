"""What is seen of formulas and sets without any arithmetic: that a number is finite wherever it has a value, that it has one, that the ends of ranges have values."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from verify.evidence.checker.formula import argument, head, mentions, names, rational, stated, text_of, word

INFINITE = ("oo", "-oo")
TOTAL = frozenset({"add", "mul", "exp", "abs", "max", "min", "sin", "cos", "atan"})
"""Functions that have a finite value at all finite numbers."""
ELEMENTARY = TOTAL | {"pow", "log"}
"""Functions that are finite numbers at finite numbers, wherever they have a value."""


def elementary(f: Any) -> bool:
    """Whether a formula is a finite number at all finite numbers at which it has a value."""
    kind = head(f)
    if kind == "num":
        return f not in INFINITE
    return kind in ("var", "pi") or (kind in ELEMENTARY and len(f) > 1 and all(elementary(part) for part in f[1:]))


def total(f: Any, positive: Collection[str] = ()) -> bool:
    """Whether a formula has a finite value at all finite numbers at which some formulas, given as texts, are positive."""
    kind = head(f)
    if kind == "num":
        return f not in INFINITE
    if kind in ("var", "pi"):
        return True
    if kind == "log":
        return _positive(argument(f, 0), positive)
    if kind == "pow":
        base, exponent = argument(f, 0), argument(f, 1)
        natural = isinstance(exponent, str) and exponent not in INFINITE and rational(exponent).denominator == 1 and rational(exponent) >= 0
        return (natural and total(base, positive)) or (_positive(base, positive) and total(exponent, positive))
    return kind in TOTAL and len(f) > 1 and all(total(part, positive) for part in f[1:])


def _positive(f: Any, positive: Collection[str]) -> bool:
    return text_of(f) in positive or (head(f) == "num" and f not in INFINITE and rational(f) > 0)


def ends_are_numbers(over: Sequence[tuple[Any, Any]]) -> bool:
    """Whether names range over numbers alone, and the ends of their ranges have values whatever the names before them stand for."""
    finite: set[str] = set()
    for pattern, where in over:
        where = stated(where)
        if head(pattern) != "var" or not _has_ends(where, finite):
            return False
        if holds_finite_numbers(where):
            finite |= set(names(pattern))
    return True


def _has_ends(where: Any, finite: set[str]) -> bool:
    kind, ends = head(where), where[1:] if head(where) == "one_of" else where[1:3]
    if kind == "interval":
        return all(isinstance(end, str) or (total(end) and mentions(end) <= finite) for end in ends)
    return kind in ("integers", "one_of") and all(isinstance(end, str) and (kind == "one_of" or end in INFINITE or rational(end).denominator == 1) for end in ends)


def holds_finite_numbers(where: Any) -> bool:
    """Whether a range of numbers holds no infinite one, where the names before it are finite."""
    kind = head(where)
    if kind == "interval":
        return not any(where[k] in INFINITE and word(where[k + 2]) == "closed" for k in (1, 2)) and all(isinstance(where[k], str) or elementary(where[k]) for k in (1, 2))
    return kind == "integers" or (kind == "one_of" and all(isinstance(x, str) and x not in INFINITE for x in where[1:]))


__all__ = ["ELEMENTARY", "INFINITE", "TOTAL", "elementary", "ends_are_numbers", "holds_finite_numbers", "total"]
