"""Objectives that compare records with generated points through a kernel: the squared discrepancy, and its private form with the law of the number that is released."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import sympy as sp

from mechanisms.gaussian import Normal
from mechanisms.mean_function import MeanFunction
from mechanisms.parameters import expression


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """The squared discrepancy of records, given by their mean function with its own number as divisor, and generated points."""

    kind: ClassVar[str] = "discrepancy"
    mean: MeanFunction
    generated: Sequence[Any]

    def __post_init__(self) -> None:
        object.__setattr__(self, "generated", tuple(self.generated))
        if not self.generated or not self.mean.records:
            raise ValueError(f"Discrepancy: records and generated points are needed, got {len(self.mean.records)} and {len(self.generated)}")

    def value(self) -> sp.Expr:
        """Return mean k(x, x') - 2 mean k(x, w) + mean k(w, w'), from the three matrices."""
        kernel, records, generated = self.mean.kernel, self.mean.records, self.generated
        return _average(kernel.covariance(records)) - 2 * _average(kernel.covariance(records, generated)) + _average(kernel.covariance(generated))

    def through(self, values: Sequence[Any]) -> sp.Expr:
        """Return the objective with ``values`` of a function at the records, then at the generated points, in the place of the mean function."""
        return sp.Add(*(c * expression(v) for c, v in zip(self.coefficients(), values, strict=True))) + _average(self.mean.kernel.covariance(self.generated))

    def coefficients(self, data_term: bool = True) -> tuple[sp.Expr, ...]:
        """Return the factor of the function at each record and each generated point; without the data term those of the records are 0."""
        n, m = len(self.mean.records), len(self.generated)
        return (sp.Rational(int(data_term), n),) * n + (sp.Rational(-2, m),) * m

    def points(self) -> tuple[Any, ...]:
        """Return where the function is evaluated: the records, then the generated points."""
        return (*self.mean.records, *self.generated)

    def released(self, variance: Any, data_term: bool = True) -> Normal:
        """Return the distribution of the one number that the private objective is, ``variance`` times the kernel being the covariance of the noise."""
        weights, points = sp.Matrix(self.coefficients(data_term)), self.points()
        centre = sp.Add(*(c * v for c, v in zip(weights, self.mean.at(points), strict=True))) + _average(self.mean.kernel.covariance(self.generated))
        spread = (weights.T * self.mean.kernel.covariance(points) * weights)[0, 0] * expression(variance)
        return Normal(centre, variance=spread)


def _average(matrix: sp.Matrix) -> sp.Expr:
    return sp.Add(*matrix) / (matrix.rows * matrix.cols)
