"""What is known of a special function: its domain, how to evaluate it, in which direction it moves, its derivatives."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from flint import arb, fmpq

from verify.claims.nodes import Node
from verify.values.numbers import Number

Span = tuple[Any, Any, bool, bool]
"""``(lo, hi, lo_open, hi_open)``; ends are balls or infinite, an open end is not attained."""
Way = int | None | Callable[[Sequence[Span]], int | None]
"""How a function moves in one argument: 1 rising, -1 falling (strictly inside the domain), 0 not at all, None unknown, or which of these over given ranges."""

PLUS, MINUS, ZERO, ONE = arb("inf"), arb("-inf"), arb(0), arb(1)
HALF = fmpq(1, 2)
LARGEST = 1024
"""Bits up to which a ball that is no number, or poor, is computed again."""

X = tuple(Node("var", f"#{k}") for k in range(4))
SELF = Node("var", "#value")


@dataclass(frozen=True, slots=True)
class Slope:
    """A derivative: its formula if it has one, and whether its sign is that of the entry's direction where that is known."""

    formula: Node | None = None
    signed: bool = False


@dataclass(frozen=True, slots=True)
class Primitive:
    """One special function."""

    name: str
    domain: tuple[Span, ...]
    """Where it has a value, argument by argument; an infinite end that is closed has one, namely the limit. It is continuous there."""
    ball: Callable[..., Any]
    """Its value at balls inside the domain, at the current precision; not finite where it cannot say."""
    ways: tuple[Way, ...]
    slopes: tuple[Slope | None, ...]
    floating: Callable[..., Any]
    """In floating point, for numbers and arrays."""
    range: Span = (MINUS, PLUS, True, True)
    """Bounds of the values at finite points."""
    limit: Callable[..., Any] = lambda *at: None
    """The limit where arguments are put to open or infinite ends, None where it is not known."""
    valley: tuple[Any, Any, Any] | None = None
    """Of one argument: falling up to the first, rising from the second, nowhere below the third."""
    turns: Callable[[Span], tuple[bool | None, bool | None]] | None = None
    """Of one argument, periodic between the ends of its range: whether a highest and a lowest point surely lie inside a range."""
    fits: Callable[[Sequence[Span]], bool | None] | None = None
    """What the domain asks of several arguments together: True at all points, False at none."""
    smooth: Callable[[Sequence[Span]], bool] | None = None
    """Whether it is continuous over ranges in the domain, where it is not always."""
    exactly: Callable[..., Number | None] | None = None
    """``(arguments, prec)``: the value where it is known exactly (or by another way), else None. Raises NoValue."""
    ulps: int = 64
    """Stated (not proven) bound of the relative error of ``floating``, in units of 2^-52."""
    slow: bool = False
    """Whether ``floating`` computes the members of an array one by one."""

    @property
    def arity(self) -> int:
        return len(self.domain)

    def way(self, k: int, spans: Sequence[Span]) -> int | None:
        """How it moves in argument ``k`` over ranges inside the domain."""
        found = self.ways[k]
        return found(spans) if callable(found) else found
