"""Means of kernel functions, their distances in the space of the kernel, and kernels of records with labels."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import sympy as sp

from mechanisms.gaussian_process import GaussianProcess
from mechanisms.normal_vector import NormalVector
from mechanisms.parameters import expression


@dataclass(frozen=True, slots=True)
class LabelledKernel:
    """The kernel k(x, x') y'y~ of points with labels: a named kernel of the points times the inner product of the labels.

    A labelled point is a pair (point, label), a label a tuple of numbers. Offers what a mean function asks of a process.
    """

    kind: ClassVar[str] = "labelled-kernel"
    process: GaussianProcess

    def covariance(self, points: Sequence[Any], others: Sequence[Any] | None = None) -> sp.Matrix:
        """Return the matrix of the kernel at labelled ``points`` (rows) and ``others`` (columns, by default the same)."""
        columns = points if others is None else others
        plain = self.process.covariance([p for p, _ in points], [p for p, _ in columns])
        return sp.Matrix(len(points), len(columns), lambda i, j: plain[i, j] * _inner(points[i][1], columns[j][1]))


def _inner(first: Sequence[Any], second: Sequence[Any]) -> sp.Expr:
    if len(first) != len(second):
        raise ValueError(f"LabelledKernel: labels must have one length, got {tuple(first)} and {tuple(second)}")
    return sp.Add(*(expression(a) * expression(b) for a, b in zip(first, second, strict=True)))


@dataclass(frozen=True, slots=True)
class MeanFunction:
    """The function sum_i k(x_i, .) / divisor of the records.

    Parameters
    ----------
    kernel : what has ``covariance(points, others)``: a Gaussian process of variance 1, or a kernel of labelled points.
    records : its records; none are allowed.
    divisor : a positive number; by default the number of records.

    Raises
    ------
    ValueError
        If the divisor is known not to be positive, as it is without records and without a divisor of its own.
    """

    kind: ClassVar[str] = "mean-function"
    kernel: Any
    records: Sequence[Any]
    divisor: Any = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "records", tuple(self.records))
        object.__setattr__(self, "divisor", len(self.records) if self.divisor is None else self.divisor)
        if (expression(self.divisor) > 0) == False:  # noqa: E712 - a comparison of expressions may stay open
            raise ValueError(f"MeanFunction: divisor must be positive, got divisor={self.divisor}; name one where there are no records")

    def at(self, points: Sequence[Any]) -> tuple[sp.Expr, ...]:
        """Return the values at the points."""
        if not self.records:
            return (sp.Integer(0),) * len(points)
        matrix = self.kernel.covariance(self.records, points)
        return tuple(sp.Add(*matrix[:, j]) / expression(self.divisor) for j in range(len(points)))

    def inner(self, other: "MeanFunction") -> sp.Expr:
        """Return the inner product with another mean function in the space of the kernel."""
        if not self.records or not other.records:
            return sp.Integer(0)
        return sp.Add(*self.kernel.covariance(self.records, other.records)) / (expression(self.divisor) * expression(other.divisor))

    def squared_distance(self, other: "MeanFunction") -> sp.Expr:
        """Return the squared norm of the difference in the space of the kernel."""
        return sp.expand(self.inner(self) - 2 * self.inner(other) + other.inner(other))

    def release(self, points: Sequence[Any], variance: Any) -> NormalVector:
        """Return the distribution of the values at two or more points plus ``variance`` times the kernel as covariance: the batch release."""
        matrix = self.kernel.covariance(points) * expression(variance)
        return NormalVector(self.at(points), matrix.tolist())
