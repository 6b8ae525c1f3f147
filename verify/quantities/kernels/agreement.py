"""Holding two routes to one quantity against each other."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from verify.values.numbers import Number, enclose

__all__ = ["Agreement", "agree", "compare_routes"]


@dataclass(frozen=True, slots=True)
class Agreement:
    """Outcome of a comparison.

    ``holds``: the routes agree. ``gap``: relative distance of the floating-point value from the enclosure, 0 inside.
    ``resolution``: the smallest relative error that would have been noticed; a wide enclosure has a large one, and
    agreement with it says little.
    """

    holds: bool
    gap: float
    resolution: float


def compare_routes(exact: Number, numeric: float, rtol: float, atol: float = 0.0) -> Agreement:
    """Compare an exact value or an enclosure with a floating-point value.

    Parameters
    ----------
    rtol, atol : tolerance ``max(rtol * size, atol)`` of the floating-point route, at least 0; ``size`` is that of the
        exact value. A value that is not a number never agrees, and an infinite value only with the same infinite value
        (or with an enclosure that has it as an end).
    """
    x = enclose(exact, 128)
    low, high = _outward(x.lo, -math.inf), _outward(x.hi, math.inf)
    if math.isnan(numeric) or not x.exists:
        return Agreement(False, math.inf, math.inf)
    if math.isinf(numeric):
        holds = numeric in (low, high)
        return Agreement(holds, 0.0 if holds else math.inf, 0.0 if low == high else math.inf)
    if math.isinf(low) and low == high:
        return Agreement(False, math.inf, 0.0)
    size = min((abs(end) for end in (low, high) if not math.isinf(end)), default=abs(numeric))
    slack = max(rtol * max(size, abs(numeric) if math.isinf(high) else size), atol)
    distance = max(low - numeric, numeric - high, 0.0)
    unit = size if size > 0 else 1.0
    resolution = math.inf if math.isinf(high) or math.isinf(low) else (slack + high - low) / unit
    return Agreement(distance <= slack, distance / unit, resolution)


def _outward(end: Any, direction: float) -> float:
    """A double not inside of the end."""
    if isinstance(end, float):
        return end
    nearest = float(end)
    if direction < 0:
        return nearest if nearest <= end else math.nextafter(nearest, direction)
    return nearest if nearest >= end else math.nextafter(nearest, direction)


def agree(exact: Number, numeric: float, rtol: float, atol: float = 0.0) -> bool:
    """Whether two routes agree: ``numeric`` lies in the enclosure of ``exact`` up to the tolerance.

    >>> from flint import fmpq
    >>> agree(fmpq(1, 3), 0.3333333333333333, 1e-12), agree(fmpq(1, 3), 0.3333333333333333 * (1 + 1e-6), 1e-9)
    (True, False)
    """
    return compare_routes(exact, numeric, rtol, atol).holds
