"""Uniform law on an interval."""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import sympy as sp
from numpy.typing import NDArray

from mechanisms.parameters import At, Parameter, check, expression, known_not_below, number_at, plus
from mechanisms.probability_level import end_of_support
from mechanisms.protocols import Piece


def check_interval(where: str, low: object, high: object) -> None:
    """Raise unless ``low`` and ``high`` can be the ends of an interval of positive length; tested where it is known."""
    check(where, "low", low)
    check(where, "high", high)
    if known_not_below(low, high):
        raise ValueError(f"{where}: low must be below high, got low={low}, high={high}; exchange or separate the ends")


@dataclass(frozen=True, slots=True)
class Uniform:
    """Uniform distribution on ``[low, high]``, both in the unit of x, ``low < high``.

    Raises
    ------
    TypeError, ValueError
        If an end is no exact real number or expression, or the interval is known to have no positive length.
    """

    kind: ClassVar[str] = "uniform"
    low: Parameter
    high: Parameter

    def __post_init__(self) -> None:
        check_interval("Uniform", self.low, self.high)

    def parameters(self) -> tuple[tuple[str, Any], ...]:
        """Return the parameters as they were given."""
        return (("low", self.low), ("high", self.high))

    def density(self, x: Any) -> sp.Expr:
        """Return the density at ``x``, in 1/(unit of x); positive at both ends, 0 outside."""
        x, low, high = expression(x), expression(self.low), expression(self.high)
        return sp.Piecewise((1 / (high - low), sp.And(low <= x, x <= high)), (0, True))

    def distribution_function(self, x: Any) -> sp.Expr:
        """Return the probability of ``(-oo, x]``."""
        x, low, high = expression(x), expression(self.low), expression(self.high)
        return sp.Piecewise((0, x < low), (1, x > high), ((x - low) / (high - low), True))

    def quantile(self, u: Any) -> sp.Expr:
        """Return the x with distribution function ``u``, for ``0 <= u <= 1``."""
        low, high = expression(self.low), expression(self.high)
        if (end := end_of_support("Uniform.quantile", u, low, high)) is not None:
            return end
        return low + expression(u) * (high - low)

    def log_density_pieces(self) -> tuple[Piece, ...]:
        """Return the logarithm of the density: one constant piece."""
        low, high, zero = expression(self.low), expression(self.high), sp.Integer(0)
        return ((low, high, -sp.log(high - low), zero, zero),)

    def translated(self, shift: Any) -> "Uniform":
        """Return the distribution of ``X + shift``."""
        return Uniform(plus(self.low, shift), plus(self.high, shift))

    def sample(self, size: int, rng: np.random.Generator, at: At | None = None) -> NDArray[np.float64]:
        """Return independent draws, shape ``(size,)``, at the symbols' values ``at``; does not use ``density``."""
        low = number_at("Uniform", "low", self.low, at)
        high = number_at("Uniform", "high", self.high, at)
        if not low < high:
            raise ValueError(f"Uniform: low must be below high to sample, got low={low}, high={high}; check at={at}")
        return rng.uniform(low, high, size)
