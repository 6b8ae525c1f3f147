"""Decimals for people and for certificates."""

from __future__ import annotations

import math
from typing import Any

from flint import arb, fmpq

from verify.values import numbers


def fifteen(value: Any) -> str:
    """A number with 15 significant digits; an interval ``[a, b]`` where it is not known as well as that."""
    if isinstance(value, str):
        return value
    if isinstance(value, float):
        return "oo" if value == math.inf else "-oo"
    if isinstance(value, fmpq) and value.q == 1 and abs(value) < 10**15:
        return str(value)
    if not isinstance(value, fmpq | numbers.Surd | numbers.LogSum | numbers.Enclosure):
        return str(value)
    ball = numbers.enclose(value, 256)
    if isinstance(ball.lo, float) or isinstance(ball.hi, float):
        low = "-oo" if isinstance(ball.lo, float) else _digits(ball.lo)
        high = "oo" if isinstance(ball.hi, float) else _digits(ball.hi)
        return f"[{low}, {high}]"
    low, high = _digits(ball.lo), _digits(ball.hi)
    if low == high:
        return low
    middle = (ball.lo + ball.hi) / 2
    width = float((ball.hi - ball.lo).upper())
    if width <= 1e-14 * abs(float(middle.mid())):
        return _digits(middle)
    return f"[{low}, {high}]"


def _digits(end: arb) -> str:
    text = end.mid().str(15, radius=False)
    return "0" if text in ("0", "0e+0") else str(text)
