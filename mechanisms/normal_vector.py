"""Normal laws on R^d, whose covariance may be singular: a Gaussian process at finitely many points, a release of several numbers with correlated noise."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import sympy as sp
from numpy.typing import NDArray

from mechanisms.parameters import At, check, expression, substituted


@dataclass(frozen=True, slots=True)
class NormalVector:
    """Normal distribution in R^d, d >= 2.

    Parameters
    ----------
    mean
        d coordinates.
    covariance
        d rows of d entries: symmetric and positive semidefinite, in the square of the unit of the coordinates.

    Raises
    ------
    ValueError
        If the sizes differ, or the matrix is known not to be symmetric or not to be positive semidefinite.
    """

    kind: ClassVar[str] = "normal-vector"
    mean: Sequence[Any]
    covariance: Sequence[Sequence[Any]]

    def __post_init__(self) -> None:
        object.__setattr__(self, "mean", tuple(self.mean))
        object.__setattr__(self, "covariance", tuple(tuple(row) for row in self.covariance))
        d = self.dimension
        if d < 2 or len(self.covariance) != d or any(len(row) != d for row in self.covariance):
            raise ValueError(f"NormalVector: covariance must have a row and a column for each coordinate of the mean, at least two, got {d} coordinates"
                             f" and rows of {', '.join(str(len(row)) for row in self.covariance)} entries; complete it")
        for name, entries in (("mean", self.mean), *((f"covariance[{k}]", row) for k, row in enumerate(self.covariance))):
            for value in entries:
                check("NormalVector", name, value)
        matrix = self.matrix()
        if matrix.is_symmetric() is False:
            raise ValueError("NormalVector: covariance must be symmetric, got entries that differ from their mirror images; correct one")
        if matrix.is_positive_semidefinite is False:
            raise ValueError(f"NormalVector: covariance must be positive semidefinite, got {matrix.tolist()}{_offence(matrix)}; correct an entry")

    @property
    def dimension(self) -> int:
        """Number d of coordinates."""
        return len(self.mean)

    def matrix(self) -> sp.Matrix:
        """Return the covariance as a SymPy matrix."""
        return sp.Matrix([[expression(x) for x in row] for row in self.covariance])

    def sample(self, size: int, rng: np.random.Generator, at: At | None = None) -> NDArray[np.float64]:
        """Return independent draws, shape ``(size, d)``; where the covariance is singular they obey the same linear relations."""
        centre = np.array([float(substituted("NormalVector", "mean", expression(x), at)) for x in self.mean])
        rows = np.array([[float(substituted("NormalVector", "covariance", expression(x), at)) for x in row] for row in self.covariance])
        values, vectors = np.linalg.eigh(rows)
        return np.asarray(centre + rng.standard_normal((size, self.dimension)) @ (vectors * np.sqrt(np.clip(values, 0, None))).T)


def _offence(matrix: sp.Matrix) -> str:
    """Which entry, or else which eigenvalue, shows that a matrix is not positive semidefinite."""
    for i in range(matrix.rows):
        if matrix[i, i].is_negative:
            return f" with the variance {matrix[i, i]} at ({i + 1}, {i + 1})"
        for j in range(i):
            if (matrix[i, i] * matrix[j, j] - matrix[i, j] ** 2).is_negative:
                return f" with the entry {matrix[i, j]} at ({i + 1}, {j + 1}), more than its variances allow"
    if matrix.free_symbols:
        return " with a negative eigenvalue"
    return f" with the eigenvalue {np.linalg.eigvalsh(np.array(matrix.tolist(), dtype=float))[0]:.6g}"
