"""Normal laws on R^d with real entries, enclosed: divergences by the inverses of the covariances, and the repetition of coordinates.

Two coordinates are one where the variance of their difference is exactly 0. On the coordinates that are left the leading minors of the covariance must be
certainly positive.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb, arb_mat

from verify.evidence.checker import numbers as n
from verify.evidence.checker.laws import Finite, Normal, Point
from verify.evidence.checker.numbers import NoValue, Number, Undecided

LARGEST = 12


@dataclass(frozen=True)
class RealNormal:
    """Mean and rows of the covariance; ``first[k]`` is the first coordinate that coordinate k repeats."""

    mean: tuple[Number, ...]
    rows: tuple[tuple[Number, ...], ...]
    first: tuple[int, ...]


def _arb(x: Number) -> arb:
    b = n.ball(x)
    if not (b.lo.is_finite() and b.hi.is_finite()):
        raise Undecided("an entry that may be infinite")
    return b.lo.union(b.hi)


def _equal(x: Number, y: Number) -> bool:
    return n.relations(x, y) == {"="}


def made(mean: Point, covariance: Any) -> RealNormal:
    """The law, where the covariance is certainly definite on coordinates that differ. Undecided elsewhere."""
    d = len(mean)
    if not isinstance(covariance, Point) or len(covariance) != d or not all(isinstance(row, Point) and len(row) == d for row in covariance):
        raise NoValue("a covariance must have a row for each coordinate of the mean")
    if d > LARGEST:
        raise Undecided("a covariance with too many coordinates")
    rows = tuple(tuple(row) for row in covariance)
    mirrored = [n.relations(rows[i][j], rows[j][i]) for i in range(d) for j in range(i)]
    if any("=" not in answers for answers in mirrored):
        raise NoValue("a covariance must be symmetric")
    if any(answers != {"="} for answers in mirrored):
        raise Undecided("a covariance whose entries are not known to be symmetric")
    first: list[int] = []
    for k in range(d):
        first.append(next((i for i in range(k) if _equal(rows[i][i], rows[k][k]) and _equal(rows[i][k], rows[k][k])), k))
    law = RealNormal(tuple(mean), rows, tuple(first))
    _leading(_matrix(law))
    return law


def _kept(law: RealNormal) -> list[int]:
    return [k for k, i in enumerate(law.first) if i == k]


def _matrix(law: RealNormal) -> arb_mat:
    kept = _kept(law)
    return arb_mat([[_arb(law.rows[i][j]) for j in kept] for i in kept])


def _minor(matrix: arb_mat, size: int) -> arb:
    return arb_mat([[matrix[i, j] for j in range(size)] for i in range(size)]).det()


def _leading(matrix: arb_mat) -> None:
    """Undecided unless all leading minors are certainly positive."""
    if not all(_minor(matrix, k) > 0 for k in range(1, matrix.nrows() + 1)):
        raise Undecided("a covariance that is not certainly positive definite")


def as_real(law: Any) -> RealNormal:
    if isinstance(law, RealNormal):
        return law
    if isinstance(law, Normal):
        return made(Point(law.mean), Point(Point(row) for row in law.covariance))
    raise Undecided("a normal distribution of a vector and another distribution")


def renyi(p: Any, q: Any, order: Number) -> Number:
    """Of order above 0, other than 1; the caller knows that it is not negative."""
    if "=" in n.relations(order, n.ZERO):
        raise Undecided("a Renyi divergence of order 0")
    if isinstance(p, Finite) or isinstance(q, Finite):
        return n.INFINITY
    one, two = as_real(p), as_real(q)
    if len(one.mean) != len(two.mean):
        raise NoValue("distributions on different spaces")
    if one.first != two.first:
        return n.INFINITY  # they live on affine spaces of which one does not contain the other, or is smaller
    for k, i in enumerate(one.first):
        if k != i:
            answers = n.relations(n.sub(one.mean[k], one.mean[i]), n.sub(two.mean[k], two.mean[i]))
            if "=" not in answers:
                return n.INFINITY
            if answers != {"="}:
                raise Undecided("means of a point that is taken twice")
    if "=" in n.relations(order, n.ONE) or n.is_point_infinite(order):
        raise Undecided("a Renyi divergence of order 1 or infinite order")
    a, kept = _arb(order), _kept(one)
    size = len(kept)
    eye = arb_mat([[arb(int(i == j)) for j in range(size)] for i in range(size)])
    s, t = _matrix(one), _matrix(two)
    before, after = s.solve(eye), t.solve(eye)
    m, k_ = (arb_mat([[_arb(law.mean[i])] for i in kept]) for law in (one, two))
    joint = before * a + after * (1 - a)
    for size_ in range(1, size + 1):
        minor = _minor(joint, size_)
        if minor < 0:
            return n.INFINITY
        if not minor > 0:
            raise Undecided("whether the integral is finite")
    slope = before * m * a + after * k_ * (1 - a)
    level = a * (m.transpose() * before * m)[0, 0] + (1 - a) * (k_.transpose() * after * k_)[0, 0]
    exponent = (slope.transpose() * joint.solve(slope))[0, 0] - level
    volume = joint.det().log() + a * s.det().log() + (1 - a) * t.det().log()
    found = n.enclose((exponent - volume) / (2 * (a - 1)))
    return n.maximum(Fraction(0), found)
