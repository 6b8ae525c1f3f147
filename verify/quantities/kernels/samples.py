"""Wasserstein distances of two samples of floats on the line, within certified bounds: the sorted coupling, and a bound of every rounding error.

The difference of two floats is rounded once, so it is known to a relative ``u = 2^-53`` (underflow cannot occur in it). Weights of the coupling are whole numbers below
2^53. A sum of n terms of one sign, in whatever order it is taken, has a relative error of at most ``n u/(1 - n u)``; sums are taken of blocks of
128 terms and the sums of the blocks without error (``math.fsum``). Higham (2002), Section 4.2, doi:10.1137/1.9780898718027.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from flint import arb, fmpq
from numpy.typing import ArrayLike, NDArray

from verify.values.numbers import Enclosure, NoValue, hull, precision

Floats = NDArray[np.float64]
BLOCK = 128
UNIT = fmpq(1, 2**53)
LARGEST = 2**53


def sample_distances(x: ArrayLike, y: ArrayLike, orders: Sequence[fmpq | float]) -> list[Enclosure]:
    """Enclosures of W_r, for each order r, between the empirical laws of two samples of floats, which are taken for the numbers that they are.

    Parameters
    ----------
    x, y
        Shape (m,) and (n,), finite, ``m n < 2^53``.
    orders
        Whole numbers of at least 1, or oo.

    Raises
    ------
    NoValue
        For an empty sample, entries that are not finite, another order, or a product of sizes that is too large.
    """
    a, b = (_sorted(name, sample) for name, sample in (("x", x), ("y", y)))
    for order in orders:
        if not isinstance(order, float) and (order.denominator != 1 or order < 1):
            raise NoValue(f"the distance of two samples has a whole order of at least 1, or oo, got order={order}")
    gaps, weights, unit = _coupled(a, b)
    return [_distance(gaps, weights, unit, order) for order in orders]


def _distance(gaps: Floats, weights: Floats | None, unit: int, order: fmpq | float) -> Enclosure:
    if isinstance(order, float):
        with precision(128):
            value, error = arb(float(gaps.max())), arb(UNIT)
            return hull(value * (1 + arb(0, error) * (1 + error)))
    power = int(order)
    with np.errstate(over="ignore", under="ignore"):
        top = float(gaps.max())
        if top == 0:
            return Enclosure(arb(0), arb(0))
        scale = 2.0 ** math.frexp(top)[1]  # a power of two: exact, and nothing overflows
        terms = (gaps / scale) ** power if power > 2 else (gaps / scale) * (gaps / scale) if power == 2 else gaps / scale
        if weights is not None:
            terms = terms * weights
    whole = len(terms) // BLOCK * BLOCK
    sums = terms[:whole].reshape(-1, BLOCK).sum(axis=1)
    total = math.fsum((*sums.tolist(), *terms[whole:].tolist()))
    # each term: p roundings of the difference, p - 1 products or one power within 2 units, one weight; then a block; then fsum. Below 2^-1000 a term may underflow.
    roundings = 2 * power + 4 + BLOCK
    with precision(128):
        u = arb(UNIT)
        error = roundings * u / (1 - roundings * u)
        lost = arb(2) ** -1000 * unit
        value = (arb(total) * (1 + arb(0, error * 2)) + arb(0, lost)) / unit
        root = value.nonnegative_part() ** (1 / arb(power)) if power > 1 else value
        return hull((root * arb(scale)).nonnegative_part())


def _sorted(name: str, sample: ArrayLike) -> Floats:
    values = np.sort(np.asarray(sample, dtype=np.float64).ravel())
    if not len(values) or not (math.isfinite(values[0]) and math.isfinite(values[-1])):
        raise NoValue(f"a sample has at least one entry and all are finite, got {name} with {len(values)} entries{', not all finite' if len(values) else ''}")
    return values


def _coupled(a: Floats, b: Floats) -> tuple[Floats, Floats | None, int]:
    """Gaps of the sorted coupling, their weights (None: all 1) and the sum of the weights."""
    if len(a) == len(b):
        return np.abs(a - b), None, len(a)
    m, n = len(a), len(b)
    if m * n >= LARGEST:
        raise NoValue(f"samples of different sizes need sizes with a product below 2^53, got {m} and {n}")
    cuts = np.concatenate((np.arange(m, dtype=np.int64) * n, np.arange(1, n + 1, dtype=np.int64) * m))
    cuts.sort(kind="stable")  # two sorted runs: one merge
    starts = cuts[:-1][np.diff(cuts) > 0]
    cuts = np.append(starts[1:], m * n)
    return np.abs(a[starts // n] - b[starts // m]), (cuts - starts).astype(np.float64), m * n
