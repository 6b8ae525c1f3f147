"""How far apart the outcomes of two laws can be: the diameter of the set that carries both."""

from __future__ import annotations

import math
from typing import Any

from flint import arb, fmpq

from verify.quantities.kernels.lines import PRECISION, Wide, line, support
from verify.quantities.kernels.transport import ground_distance
from verify.values.elementary import absolute, maximum
from verify.values.laws import FiniteLaw, Law, ProductLaw
from verify.values.numbers import Enclosure, NoValue, Number, add, compare, sub
from verify.values.powers import power

__all__ = ["support_diameter"]

ONE = fmpq(1)


def support_diameter(p: Law, q: Law, norm: Number = ONE, prec: int = PRECISION) -> Number:
    """The supremum of the distance of two points of the supports of ``p`` and ``q`` (both may lie in the same support), in [0, oo].

    Parameters
    ----------
    norm : order of the l-norm of R^d, at least 1 or oo; unused on the line.

    Raises
    ------
    NoValue
        For laws on different spaces.
    """
    if isinstance(p, FiniteLaw) and isinstance(q, FiniteLaw):
        points = (*p.points, *q.points)
        return maximum(*(ground_distance(x, y, norm, prec) for k, x in enumerate(points) for y in points[k:]))
    boxes = [_box(p), _box(q)]
    if len(boxes[0]) != len(boxes[1]):
        raise NoValue("points of different spaces have no distance")
    if any(end is None for box in boxes for interval in box for end in interval):
        return Enclosure(arb(0), math.inf)
    return maximum(*(_between(a, b, norm, prec) for a in boxes for b in boxes))


def _box(law: Law) -> list[tuple[Any, Any]]:
    """Ends of the support of each coordinate (a law on the line has one); None where their order is not decided."""
    parts = law.laws if isinstance(law, ProductLaw) else (law,)
    ends: list[tuple[Any, Any]] = []
    for part in parts:
        try:
            ends.append(support(line(part)))
        except Wide:
            ends.append((None, None))
    return ends


def _between(a: list[tuple[Any, Any]], b: list[tuple[Any, Any]], norm: Number, prec: int) -> Number:
    """Greatest distance of a point of one box from a point of the other: coordinates are chosen independently."""
    parts = [maximum(absolute(sub(high, low_)), absolute(sub(high_, low))) for (low, high), (low_, high_) in zip(a, b, strict=True)]
    if len(parts) == 1:
        return parts[0]
    if norm == math.inf:
        return maximum(*parts)
    if any(compare(part, math.inf) == "=" for part in parts):
        return math.inf
    total: Number = fmpq(0)
    for part in parts:
        total = add(total, power(part, norm, prec), prec)
    return power(total, power(norm, -ONE), prec)
