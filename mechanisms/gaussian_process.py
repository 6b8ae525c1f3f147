"""Gaussian processes on finite evaluation sets, with named kernels."""

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar

import numpy as np
import sympy as sp
from numpy.typing import NDArray

from mechanisms.normal_vector import NormalVector
from mechanisms.parameters import At, expression, substituted

KERNELS: dict[str, Callable[[sp.Expr, sp.Expr], sp.Expr]] = {
    "gaussian": lambda distance, width: sp.exp(-(distance**2) / (2 * width**2)),
    "laplacian": lambda distance, width: sp.exp(-distance / width),
    "cauchy": lambda distance, width: 1 / (1 + (distance / width) ** 2),
}
"""Kernels by name: functions of the Euclidean distance of two points and a width, 1 at distance 0."""


@dataclass(frozen=True, slots=True)
class GaussianProcess:
    """A centred Gaussian process with covariance ``variance * kernel(|x - y|_2, width)``.

    Parameters
    ----------
    kernel
        Name of an entry of ``KERNELS``. ``"gaussian"`` is exp(-d^2 / (2 width^2)); it has no default.
    width
        Width > 0, in the unit of the points.
    variance
        Variance > 0 at each point, in the square of the unit of the values.

    Raises
    ------
    ValueError
        If the kernel is unknown, or a parameter is known not to be positive.
    """

    kind: ClassVar[str] = "gaussian-process"
    _: KW_ONLY
    kernel: str
    width: Any
    variance: Any = 1

    def __post_init__(self) -> None:
        if self.kernel not in KERNELS:
            raise ValueError(f"GaussianProcess: kernel must be one of {', '.join(KERNELS)}, got kernel={self.kernel!r}; name one")
        for name in ("width", "variance"):
            if (expression(getattr(self, name)) > 0) == False:  # noqa: E712 - a comparison of expressions may stay open
                raise ValueError(f"GaussianProcess: {name} must be positive, got {name}={getattr(self, name)}; a process without noise is no process")

    def covariance(self, points: Sequence[Any], others: Sequence[Any] | None = None) -> sp.Matrix:
        """Return the covariance matrix of the values at ``points`` (rows) and ``others`` (columns, by default the same points); points are numbers or tuples."""
        columns = points if others is None else others
        covariance = KERNELS[self.kernel]
        return sp.Matrix(len(points), len(columns), lambda i, j: expression(self.variance) * covariance(_distance(points[i], columns[j]), expression(self.width)))

    def squared_norm(self, points: Sequence[Any], coefficients: Sequence[Any]) -> sp.Expr:
        """Return the squared norm of sum_i coefficients[i] kernel(points[i], .) in the reproducing kernel Hilbert space of the covariance over ``variance``."""
        weights = sp.Matrix([expression(c) for c in coefficients])
        return sp.expand((weights.T * self.covariance(points) * weights)[0, 0] / expression(self.variance))

    def shifted_norm(self, points: Sequence[Any], shift: Sequence[Any]) -> sp.Expr:
        """Return shift^T covariance^{-1} shift: the squared Mahalanobis length of a shift of the values at distinct ``points``.

        Raises
        ------
        ValueError
            If the covariance is singular: points occur twice.
        """
        matrix = self.covariance(points)
        vector = sp.Matrix([expression(s) for s in shift])
        try:
            solved = matrix.LUsolve(vector)
        except (ValueError, ZeroDivisionError) as why:
            raise ValueError(f"GaussianProcess: points must be distinct, got points={tuple(points)!r} with a singular covariance ({why}); remove doubles") from None
        return (vector.T * solved)[0, 0]

    def law(self, points: Sequence[Any], mean: Sequence[Any] | None = None) -> NormalVector:
        """Return the distribution of the values at two or more ``points``, shifted by ``mean`` (by default 0)."""
        return NormalVector(mean if mean is not None else (0,) * len(points), self.covariance(points).tolist())

    def sample(self, points: Sequence[Any], size: int, rng: np.random.Generator, at: At | None = None) -> NDArray[np.float64]:
        """Return independent draws of the values at ``points``, shape ``(size, len(points))``; equal points have equal values."""
        matrix = np.array([[float(substituted("GaussianProcess", "covariance", entry, at)) for entry in row] for row in self.covariance(points).tolist()])
        values, vectors = np.linalg.eigh(matrix)
        root = vectors * np.sqrt(np.clip(values, 0, None))
        return np.asarray(rng.standard_normal((size, len(points))) @ root.T)


def _distance(x: Any, y: Any) -> sp.Expr:
    first, second = (tuple(v) if isinstance(v, tuple | list) else (v,) for v in (x, y))
    return sp.sqrt(sum((expression(a) - expression(b)) ** 2 for a, b in zip(first, second, strict=True)))
