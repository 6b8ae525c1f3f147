"""Many small pairs of finite laws at once, exactly: integers in NumPy arrays, rational brackets of exponentials, balls for powers.

A batch holds n pairs of laws on k common points. Weights are integers over one unit, so that sums and products of 64-bit integers are exact; a batch
whose numbers could leave that range is refused. Meant for exhaustive checks of small alphabets and for millions of random instances.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from flint import arb, fmpq
from numpy.typing import NDArray

from verify.values.numbers import precision

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]
LARGEST = 2**62


@dataclass(frozen=True, slots=True)
class Pairs:
    """n pairs of laws on k points: ``p`` and ``q`` are integers of shape (n, k), at least 0, whose rows sum to ``unit``.

    Raises
    ------
    ValueError
        Naming the first row that does not sum to the unit or has a negative entry, or if the shapes differ.
    """

    p: Integers
    q: Integers
    unit: int

    def __post_init__(self) -> None:
        if self.p.shape != self.q.shape or self.p.ndim != 2:
            raise ValueError(f"Pairs: p and q must have one shape (n, k), got {self.p.shape} and {self.q.shape}; pad with points of weight 0")
        for name, weights in (("p", self.p), ("q", self.q)):
            wrong = np.flatnonzero((weights.sum(axis=1) != self.unit) | (weights < 0).any(axis=1))
            if len(wrong):
                raise ValueError(f"Pairs: every row must be at least 0 with sum {self.unit}, got {name}[{wrong[0]}]={weights[wrong[0]].tolist()}; scale it")

    def through(self, kernels: Integers, unit: int) -> Pairs:
        """The pairs of output laws of kernels of shape (n, k, m), or (k, m) for one kernel, whose rows sum to ``unit``.

        Raises
        ------
        ValueError
            Naming the row of a kernel that is no law, its wrong shape, or numbers that are too large.
        """
        shape = kernels.shape[-2:]
        if kernels.ndim not in (2, 3) or shape[0] != self.p.shape[1] or (kernels.ndim == 3 and len(kernels) != len(self.p)):
            raise ValueError(f"Pairs.through: a kernel must have one row for each of {self.p.shape[1]} points, got shape {kernels.shape}; transpose or pad it")
        wrong = np.argwhere((kernels.sum(axis=-1) != unit) | (kernels < 0).any(axis=-1))
        if len(wrong):
            raise ValueError(f"Pairs.through: every row of a kernel must be at least 0 with sum {unit}, got row {wrong[0].tolist()}; scale it")
        if self.unit * unit >= LARGEST:
            raise ValueError(f"Pairs.through: units must multiply to less than 2^62, got {self.unit} and {unit}; use smaller denominators")
        rows = "nkm" if kernels.ndim == 3 else "km"
        return Pairs(np.einsum(f"nk,{rows}->nm", self.p, kernels), np.einsum(f"nk,{rows}->nm", self.q, kernels), self.unit * unit)


def total_variation(pairs: Pairs) -> Integers:
    """Numerators over ``pairs.unit`` of the total variation of each pair; exact."""
    return np.asarray(np.maximum(pairs.p - pairs.q, 0).sum(axis=1))


def hockey_stick(pairs: Pairs, epsilon: Fraction) -> tuple[Integers, Integers, int]:
    """Numerators below and above, and their common denominator, of the hockey-stick divergence of each pair at one level.

    The bracket comes from two fractions around exp(epsilon); it is exact at level 0.

    Raises
    ------
    ValueError
        If the unit leaves fewer than 8 bits for the fractions.
    """
    low, high, bits = _exponential(epsilon, pairs.unit)
    scaled = pairs.p << bits
    ends = [np.maximum(scaled - factor * pairs.q, 0).sum(axis=1) for factor in (high, low)]
    return ends[0], ends[1], pairs.unit << bits


def _exponential(epsilon: Fraction, unit: int) -> tuple[int, int, int]:
    """Integers a <= exp(epsilon) 2^bits <= b, such that b times the unit is in range."""
    with precision(160):
        value = arb(fmpq(epsilon.numerator, epsilon.denominator)).exp()
        room = int(LARGEST / (unit * max(float(value.upper()), 1.0) * 2))
        bits = room.bit_length() - 1
        if bits < 8:
            raise ValueError(f"hockey_stick: unit * exp(epsilon) must be below 2^53, got unit={unit}, epsilon={epsilon}; use smaller denominators")
        scaled = value * (arb(2) ** bits)
        low, high = int(scaled.lower().floor().unique_fmpz()), int(scaled.upper().ceil().unique_fmpz())
    return (low, low, bits) if epsilon == 0 else (low, high, bits)


def renyi(pairs: Pairs, order: Fraction, prec: int = 53) -> tuple[Floats, Floats]:
    """Lower and upper ends of the Renyi divergence of each pair, for an order above 0 and not 1; infinite where q vanishes and p does not, above order 1."""
    if not order > 0 or order == 1:
        raise ValueError(f"renyi: order must be above 0 and not 1, got order={order}; the limits have functions of their own")
    lows, highs = np.empty(len(pairs.p)), np.empty(len(pairs.p))
    with precision(prec + 24):
        exponent, scale = arb(fmpq(order.numerator, order.denominator)), arb(fmpq(1) / (fmpq(order.numerator, order.denominator) - 1))
        unit = arb(pairs.unit)
        for k, (a, b) in enumerate(zip(pairs.p.tolist(), pairs.q.tolist(), strict=True)):
            if any(x and not y for x, y in zip(a, b, strict=True)) and order > 1:
                lows[k] = highs[k] = np.inf
                continue
            inner = sum((arb(x) / y) ** exponent * y for x, y in zip(a, b, strict=True) if x and y)
            if isinstance(inner, int):  # disjoint supports
                lows[k] = highs[k] = np.inf
                continue
            value = (inner / unit).log() * scale
            lows[k], highs[k] = np.nextafter(float(value.lower()), -np.inf), np.nextafter(float(value.upper()), np.inf)
    return lows, highs


def compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """All tuples of ``parts`` integers, at least 0, with the given sum: the laws with that denominator."""
    if parts < 2:
        if parts == 1 or total == 0:
            yield (total,) * parts
        return
    for first in range(total + 1):
        for rest in compositions(total - first, parts - 1):
            yield (first, *rest)


def every_pair(points: int, unit: int) -> Pairs:
    """All ordered pairs of laws on so many points whose weights are multiples of 1/unit."""
    laws = np.array(list(compositions(unit, points)), dtype=np.int64)
    n = len(laws)
    return Pairs(np.repeat(laws, n, axis=0), np.tile(laws, (n, 1)), unit)


def every_kernel(points: int, outputs: int, unit: int) -> Integers:
    """All kernels between so many points whose weights are multiples of 1/unit, shape (n, points, outputs)."""
    rows = np.array(list(compositions(unit, outputs)), dtype=np.int64)
    places = np.stack(np.meshgrid(*[np.arange(len(rows))] * points, indexing="ij"), axis=-1).reshape(-1, points)
    return np.asarray(rows[places])
