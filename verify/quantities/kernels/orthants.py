"""Hockey-stick divergences of laws with independent coordinates, and of mixtures of such, from below: ``P(E) - exp(epsilon) Q(E)`` for orthants E.

Corners of the orthants are break points of the densities of the coordinates, where likelihood ratios change.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from flint import arb, fmpq

from verify.quantities.kernels import lines
from verify.values.laws import Law, MixtureLaw, PieceLaw, ProductLaw
from verify.values.numbers import Enclosure, Number, enclose, mul, sub, to_float, total

Blend = list[tuple[fmpq, tuple[Law, ...]]]
"""Weights and the laws of the coordinates of each part."""
MOST_DIMENSIONS, MOST_PLACES = 3, 4
CLOSE = 1e-12
"""Events whose gain in floating point is so near the best are looked at in balls."""
LEVELS = tuple(fmpq(k, 2) for k in (0, 1, 2, 4, 6, 8, 12, 16, 20, 24, 28, 32, 40, 48, 64))
"""Epsilons at which a level is bounded from below."""


def blends(p: Law, q: Law) -> tuple[Blend, Blend] | None:
    """Both laws as such mixtures in the same small dimension; None for others."""
    first, second = _blend(p), _blend(q)
    if first is None or second is None:
        return None
    sizes = {len(laws) for _, laws in (*first, *second)}
    return (first, second) if len(sizes) == 1 and max(sizes) <= MOST_DIMENSIONS else None


def _blend(law: Law) -> Blend | None:
    if isinstance(law, ProductLaw):
        return [(fmpq(1), law.laws)]
    if not isinstance(law, MixtureLaw):
        return None
    found: Blend = []
    for weight, part in zip(law.weights, law.laws, strict=True):
        inner = _blend(part)
        if inner is None:
            return None
        found += [(weight * w, laws) for w, laws in inner]
    return found


def hockey_stick_from_below(first: Blend, second: Blend, factor: Number, prec: int) -> Enclosure:
    """The divergence lies in this enclosure, whose upper end is 1."""
    best = arb(0)
    blends_ = first, second
    places = [_places([laws[k] for _, laws in (*first, *second)]) for k in range(len(first[0][1]))]
    tails = [[[[_tails(laws[k], x, prec) for x in places[k]] for k in range(len(places))] for _, laws in blend] for blend in blends_]
    rough = [[[[(to_float(a), to_float(b)) for a, b in row] for row in rows] for rows in found] for found in tails]
    weights = [[to_float(weight) for weight, _ in blend] for blend in blends_]
    scale = to_float(factor)
    events = [
        (corner, side)
        for corner in itertools.product(*(range(len(row)) for row in places))
        for side in itertools.product((0, 1), repeat=len(corner))
    ]

    def gain(event: tuple[tuple[int, ...], tuple[int, ...]]) -> float:
        p, q = (
            sum(weight * math.prod(rows[k][x][s] for k, (x, s) in enumerate(zip(*event, strict=True))) for weight, rows in zip(*sides, strict=True))
            for sides in zip(weights, rough, strict=True)
        )
        return p - scale * q

    gains = [gain(event) for event in events]
    least = max(gains) - CLOSE * (1 + scale)
    for (corner, side), size in zip(events, gains, strict=True):
        if size < least:
            continue
        p, q = (
            total([_weighted(weight, [rows[k][x][s] for k, (x, s) in enumerate(zip(corner, side, strict=True))], prec) for (weight, _), rows in zip(blend, found, strict=True)], prec)
            for blend, found in zip(blends_, tails, strict=True)
        )
        low = enclose(sub(p, mul(factor, q, prec), prec), prec).lo
        if not isinstance(low, float) and low > best:
            best = low
    return Enclosure(best, arb(1))


def _weighted(weight: fmpq, factors: Sequence[Number], prec: int) -> Number:
    result: Number = weight
    for factor in factors:
        result = mul(result, factor, prec)
    return result


def _tails(law: Law, x: Number, prec: int) -> tuple[Number, Number]:
    """Probabilities up to x and beyond."""
    below = lines.distribution_function(law, x, prec)
    return below, sub(fmpq(1), below, prec)


def _places(laws: list[Law]) -> list[Number]:
    """Break points of the densities, a few."""
    found: list[Number] = []
    for law in laws:
        for _, part in lines.line(law).components:
            if isinstance(part, PieceLaw):
                found += [piece.hi for piece in part.pieces if isinstance(piece.hi, fmpq) and piece.hi not in found]
    return found[:MOST_PLACES] or [fmpq(0)]


__all__ = ["LEVELS", "blends", "hockey_stick_from_below"]
