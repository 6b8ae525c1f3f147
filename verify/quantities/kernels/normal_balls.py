"""Normal laws on R^d whose means and covariances are known as enclosures: values of a process with a Gaussian kernel at given points.

Coordinates whose difference has variance 0 exactly (points that repeat) are taken once; what is left must be positive definite beyond doubt. Then two laws
either repeat the same coordinates with the same gaps of the means, and their divergences are those of the coordinates that are left, or live on disjoint sets.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from flint import arb, arb_mat, fmpq

from verify.values import numbers
from verify.values.laws import FiniteLaw
from verify.values.numbers import Enclosure, NoValue, Number

INF = math.inf
ANYTHING = Enclosure(arb(0), INF)
"""What is known of a divergence of which nothing is known."""
NOTICED = -1e-9
"""A direction is tried where floating point sees so much negative curvature, in units of the largest entry."""


@dataclass(frozen=True, slots=True)
class RealNormal:
    """A normal law on R^d, d >= 2. ``classes`` says for each coordinate which kept coordinate it repeats (itself, if it is kept)."""

    mean: tuple[Number, ...]
    covariance: tuple[tuple[Number, ...], ...]
    classes: tuple[int, ...]

    @property
    def kept(self) -> tuple[int, ...]:
        """The coordinates that repeat no earlier one."""
        return tuple(k for k, first in enumerate(self.classes) if k == first)


class Unsettled(Exception):
    """Whether the matrix is a covariance cannot be seen at this precision; the message says why."""


def made(mean: Any, covariance: Any, prec: int) -> RealNormal:
    """The law with this mean and covariance. Raises NoValue for what is certainly no covariance, Unsettled where that cannot be seen."""
    d = len(mean)
    rows = covariance if isinstance(covariance, tuple) else ()
    if len(rows) != d or not all(isinstance(row, tuple) and len(row) == d for row in rows):
        raise NoValue("a covariance must be a symmetric matrix with a row for each coordinate of the mean")
    if any(isinstance(x, float) or (isinstance(x, Enclosure) and not x.exists) for row in (*rows, mean) for x in row):
        raise NoValue("a normal distribution with an infinite mean or variance")
    for i in range(d):
        for j in range(i):
            if not _same(rows[i][j], rows[j][i]):
                raise NoValue(f"a covariance must be symmetric, got different entries at ({i + 1}, {j + 1}) and ({j + 1}, {i + 1})")
    classes = tuple(next((i for i in range(k) if all(numbers.compare(x, rows[k][k]) == "=" for x in (rows[i][i], rows[i][k]))), k) for k in range(d))
    law = RealNormal(tuple(mean), rows, classes)
    with numbers.precision(prec):
        if not _definite(_balls(law)):
            values = np.linalg.eigvalsh(_floats(_balls(law)))
            if values[0] < NOTICED * max(1.0, values[-1]):
                raise NoValue(f"a covariance must be positive semidefinite, got an eigenvalue near {values[0]:.3g}")
            raise Unsettled("a covariance that is not certainly positive definite on the points that differ")
    return law


def _same(x: Number, y: Number) -> bool:
    """Whether two entries are perhaps the same number: they are formulas of one kernel at exchanged points."""
    return x is y or numbers.compare(x, y) in ("=", None)


def _balls(law: RealNormal) -> arb_mat:
    return arb_mat([[numbers.ball(law.covariance[i][j]) for j in law.kept] for i in law.kept])


def _floats(matrix: arb_mat) -> Any:
    return np.array([[float(matrix[i, j].mid()) for j in range(matrix.ncols())] for i in range(matrix.nrows())])


def _definite(matrix: arb_mat) -> bool:
    """Whether every symmetric matrix in the balls is positive definite: no pivot of the elimination touches 0."""
    left = [[matrix[i, j] for j in range(matrix.ncols())] for i in range(matrix.nrows())]
    for k in range(len(left)):
        if not left[k][k] > 0:
            return False
        for i in range(k + 1, len(left)):
            factor = left[i][k] / left[k][k]
            for j in range(k + 1, len(left)):
                left[i][j] -= factor * left[k][j]
    return True


def _indefinite(matrix: arb_mat) -> bool:
    """Whether some direction certainly has negative curvature; floating point suggests it."""
    values, vectors = np.linalg.eigh(_floats(matrix))
    if not values[0] < 0:
        return False
    v = [arb(float(x)) for x in vectors[:, 0]]
    return bool(sum((v[i] * matrix[i, j] * v[j] for i in range(len(v)) for j in range(len(v))), arb(0)) < 0)


def renyi(p: Any, q: Any, order: Number, prec: int) -> Number:
    """Renyi divergence of order > 0, other than 1, between two laws of which one has such entries."""
    if numbers.compare(order, fmpq(0)) != ">":
        raise NoValue(f"a Rényi divergence of order {order}, which is not certainly positive")
    one, two = real(p, prec), real(q, prec)
    if one is None or two is None:
        return INF if isinstance(p, FiniteLaw) or isinstance(q, FiniteLaw) else ANYTHING  # a law with atoms lives elsewhere
    if len(one.mean) != len(two.mean):
        raise NoValue("distributions on different spaces")
    if one.classes != two.classes:
        return INF
    for k, first in enumerate(one.classes):
        gaps = [numbers.sub(law.mean[k], law.mean[first], prec) for law in (one, two)]
        order_of = numbers.compare(*gaps) if k != first else "="
        if order_of in ("<", ">"):
            return INF
        if order_of is None and not _copies(one, two, k, first):
            return ANYTHING
    if isinstance(order, float) or numbers.compare(order, fmpq(1)) not in ("<", ">"):
        return ANYTHING
    with numbers.precision(prec):
        return _closed_form(one, two, numbers.ball(order))


def _copies(one: RealNormal, two: RealNormal, k: int, first: int) -> bool:
    """Whether in both laws the mean of a repeated coordinate is the very number of the coordinate that it repeats."""
    return all(law.mean[k] is law.mean[first] or numbers.compare(law.mean[k], law.mean[first]) == "=" for law in (one, two))


def _closed_form(one: RealNormal, two: RealNormal, order: arb) -> Number:
    kept = one.kept
    s, t = _balls(one), _balls(two)
    shift = arb_mat([[numbers.ball(one.mean[k]) - numbers.ball(two.mean[k])] for k in kept])
    between = s * (1 - order) + t * order
    if not _definite(between):
        return INF if _indefinite(between) else ANYTHING
    square = (shift.transpose() * between.solve(shift))[0, 0]
    volume = (between.det().log() - (1 - order) * s.det().log() - order * t.det().log()) / (2 * (1 - order))
    found = numbers.hull(order / 2 * square + volume)
    return found if isinstance(found.lo, arb) and found.lo >= 0 else Enclosure(arb(0), found.hi)


def real(law: Any, prec: int) -> RealNormal | None:
    """A normal law with exact entries as one with such entries; None where it is none, or singular otherwise than by repetition."""
    if isinstance(law, RealNormal):
        return law
    try:
        return made(law.mean, law.covariance, prec) if hasattr(law, "covariance") else None
    except (Unsettled, NoValue):
        return None

