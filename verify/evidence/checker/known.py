"""Values that were computed before in this process, by all that they depend on: readings of one claim speak of the same laws."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any, ClassVar, Generic, TypeVar

from flint import arb, ctx

from verify.evidence.checker.numbers import Ball, Budget

T = TypeVar("T")
MOST = 4096
"""Values that are kept."""


def signature(x: Any) -> Hashable:
    """Two arguments of the same signature are the same in every bit and in their exact forms. Raises TypeError for what has none."""
    if x is None or isinstance(x, Fraction | str | int | frozenset):  # the exact form of a number within a signature is such a set
        return x
    if isinstance(x, Ball):
        return _end(x.lo), _end(x.hi), x.lo_open, x.hi_open, None if x.form is None else frozenset(x.form.items())
    if isinstance(x, tuple):
        return type(x).__name__, *map(signature, x)
    if is_dataclass(x):
        return type(x).__name__, *(signature(getattr(x, one.name)) for one in fields(x))
    raise TypeError(f"no signature of a {type(x).__name__}")


def _end(x: arb) -> Hashable:
    return tuple(map(int, x.man_exp())) if x.is_finite() else ("infinite", bool(x > 0))  # the library prints both infinite ends alike


class Known(Generic[T]):
    """Remembers a function of exact arguments.

    A value costs each budget its steps once, and says each time whether it is coarse, so that what is confirmed does not depend on what was checked before.
    """

    made: ClassVar[list[Known[Any]]] = []
    """All that there are in this process."""

    def __init__(self) -> None:
        self._values: dict[Hashable, tuple[T, int, bool]] = {}
        Known.made.append(self)

    def of(self, budget: Budget, compute: Callable[[], T], *arguments: Any) -> T:
        """``compute()``, which depends on ``arguments`` and the working precision alone."""
        key = ctx.prec, signature(arguments)
        paid = budget.paid.setdefault(id(self), {})
        if key not in paid:
            if key in self._values:
                budget.spend(self._values[key][1])
                paid[key] = self._values[key]
            else:
                paid[key] = self._remembered(key, budget, compute)
        value: T
        value, _, coarse = paid[key]
        budget.coarse = budget.coarse or coarse
        return value

    def _remembered(self, key: Hashable, budget: Budget, compute: Callable[[], T]) -> tuple[T, int, bool]:
        steps, before, budget.coarse = budget.steps, budget.coarse, False
        try:
            value = compute()
            found = value, steps - budget.steps, budget.coarse
        finally:
            budget.coarse = budget.coarse or before
        if len(self._values) >= MOST:
            self._values.clear()
        self._values[key] = found
        return found


def forget() -> None:
    """Nothing is known from before."""
    for memo in Known.made:
        memo._values.clear()


__all__ = ["Known", "forget", "signature"]
