"""Normal law and Gaussian mechanism: M(D) = f(D) + Z, Z ~ N(0, (noise_multiplier * sensitivity)^2)."""

from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar

import numpy as np
import sympy as sp
from numpy.typing import NDArray

from mechanisms.parameters import At, Parameter, check, expression, number_at, plus, times
from mechanisms.probability_level import end_of_support
from mechanisms.protocols import Piece


@dataclass(frozen=True, slots=True)
class Normal:
    """Normal distribution; its width is given either as ``scale`` or as ``variance``, and kept as given.

    Parameters
    ----------
    mean
        Mean, in the unit of x.
    scale
        Standard deviation > 0, in the unit of x.
    variance
        Square of the standard deviation, > 0, in the square of the unit of x.

    Raises
    ------
    TypeError, ValueError
        If not exactly one of ``scale`` and ``variance`` is given, or it is known not to be positive, or a parameter is
        no exact real number or expression.
    """

    kind: ClassVar[str] = "normal"
    mean: Parameter
    _: KW_ONLY
    scale: Parameter | None = None
    variance: Parameter | None = None

    def __post_init__(self) -> None:
        check("Normal", "mean", self.mean)
        if (self.scale is None) == (self.variance is None):
            raise ValueError(
                f"Normal: exactly one of scale and variance must be given, got scale={self.scale}, "
                f"variance={self.variance}; scale is the standard deviation"
            )
        name = "variance" if self.scale is None else "scale"
        check("Normal", name, getattr(self, name), positive=True, advice="a point mass is Finite((mean,), (1,))")

    @property
    def scale_(self) -> sp.Expr:
        """Standard deviation as an expression, whichever width was given."""
        return sp.sqrt(expression(self.variance)) if self.scale is None else expression(self.scale)

    @property
    def variance_(self) -> sp.Expr:
        """Variance as an expression, whichever width was given."""
        return expression(self.variance) if self.scale is None else expression(self.scale) ** 2

    def parameters(self) -> tuple[tuple[str, Any], ...]:
        """Return the mean and the width under the name it was given by."""
        width = ("variance", self.variance) if self.scale is None else ("scale", self.scale)
        return (("mean", self.mean), width)

    def density(self, x: Any) -> sp.Expr:
        """Return the density at ``x`` with respect to Lebesgue measure, in 1/(unit of x)."""
        deviation = expression(x) - expression(self.mean)
        return sp.exp(-(deviation**2) / (2 * self.variance_)) / (sp.sqrt(2 * sp.pi) * self.scale_)

    def distribution_function(self, x: Any) -> sp.Expr:
        """Return the probability of ``(-oo, x]``; by erfc, so that small probabilities keep their digits."""
        z = (expression(x) - expression(self.mean)) / self.scale_
        return sp.erfc(-z / sp.sqrt(2)) / 2

    def quantile(self, u: Any) -> sp.Expr:
        """Return the x with distribution function ``u``, for ``0 < u < 1``; the numbers 0 and 1 give -oo and oo."""
        if (end := end_of_support("Normal.quantile", u, -sp.oo, sp.oo)) is not None:
            return end
        return expression(self.mean) - self.scale_ * sp.sqrt(2) * sp.erfcinv(2 * expression(u))

    def log_density_pieces(self) -> tuple[Piece, ...]:
        """Return the logarithm of the density: one piece, quadratic in x."""
        mean, variance = expression(self.mean), self.variance_
        level = (
            -sp.log(2 * sp.pi * variance) / 2 if self.scale is None else -sp.log(2 * sp.pi) / 2 - sp.log(self.scale_)
        )
        return ((-sp.oo, sp.oo, level - mean**2 / (2 * variance), mean / variance, -1 / (2 * variance)),)

    def translated(self, shift: Any) -> "Normal":
        """Return the distribution of ``X + shift``."""
        return Normal(plus(self.mean, shift), scale=self.scale, variance=self.variance)

    def sample(self, size: int, rng: np.random.Generator, at: At | None = None) -> NDArray[np.float64]:
        """Return independent draws, shape ``(size,)``, at the symbols' values ``at``; does not use ``density``."""
        mean = number_at("Normal", "mean", self.mean, at)
        if self.scale is None:
            scale = float(np.sqrt(number_at("Normal", "variance", self.variance, at, positive=True)))
        else:
            scale = number_at("Normal", "scale", self.scale, at, positive=True)
        return rng.normal(mean, scale, size)


@dataclass(frozen=True, slots=True)
class GaussianMechanism:
    """Adds normal noise to a number.

    Parameters
    ----------
    noise_multiplier
        Standard deviation of the noise over the sensitivity; positive, no unit.
    sensitivity
        l2-sensitivity of the query, in its unit; positive.
    """

    kind: ClassVar[str] = "gaussian-mechanism"
    noise_multiplier: Parameter
    sensitivity: Parameter

    def __post_init__(self) -> None:
        check("GaussianMechanism", "noise_multiplier", self.noise_multiplier, positive=True)
        check("GaussianMechanism", "sensitivity", self.sensitivity, positive=True)

    def output(self, value: Any) -> Normal:
        """Return the distribution of one output coordinate when the query's coordinate is ``value``."""
        return Normal(value, scale=times(self.noise_multiplier, self.sensitivity))
