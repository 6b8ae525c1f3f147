"""Laplace law and Laplace mechanism: M(D) = f(D) + Z, where Z has density exp(-|z|/noise_scale) / (2 noise_scale)."""

from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar

import numpy as np
import sympy as sp
from numpy.typing import NDArray

from mechanisms.parameters import At, Parameter, check, expression, number_at, plus
from mechanisms.probability_level import end_of_support
from mechanisms.protocols import Piece


@dataclass(frozen=True, slots=True)
class Laplace:
    """Laplace distribution with density ``exp(-|x - loc|/scale) / (2 scale)``.

    Parameters
    ----------
    loc
        Median and mean, in the unit of x.
    scale
        Width b > 0 of the density, in the unit of x (variance ``2 scale**2``); not the rate ``1/scale``.

    Raises
    ------
    TypeError, ValueError
        If a parameter is no exact real number or expression, or ``scale`` is known not to be positive.
    """

    kind: ClassVar[str] = "laplace"
    loc: Parameter
    _: KW_ONLY
    scale: Parameter

    def __post_init__(self) -> None:
        check("Laplace", "loc", self.loc)
        check("Laplace", "scale", self.scale, positive=True, advice="give the width b, not a rate or its negative")

    def parameters(self) -> tuple[tuple[str, Any], ...]:
        """Return the parameters as they were given."""
        return (("loc", self.loc), ("scale", self.scale))

    def density(self, x: Any) -> sp.Expr:
        """Return the density at ``x`` with respect to Lebesgue measure, in 1/(unit of x)."""
        scale = expression(self.scale)
        return sp.exp(-sp.Abs(expression(x) - expression(self.loc)) / scale) / (2 * scale)

    def distribution_function(self, x: Any) -> sp.Expr:
        """Return the probability of ``(-oo, x]``."""
        x, loc = expression(x), expression(self.loc)
        z = (x - loc) / expression(self.scale)
        return sp.Piecewise((sp.exp(z) / 2, x < loc), (1 - sp.exp(-z) / 2, True))

    def quantile(self, u: Any) -> sp.Expr:
        """Return the x with distribution function ``u``, for ``0 < u < 1``; the numbers 0 and 1 give -oo and oo."""
        if (end := end_of_support("Laplace.quantile", u, -sp.oo, sp.oo)) is not None:
            return end
        u, loc, scale = expression(u), expression(self.loc), expression(self.scale)
        return sp.Piecewise(
            (loc + scale * sp.log(2 * u), u < sp.Rational(1, 2)), (loc - scale * sp.log(2 * (1 - u)), True)
        )

    def log_density_pieces(self) -> tuple[Piece, ...]:
        """Return the logarithm of the density left and right of ``loc``, each linear in x."""
        loc, scale = expression(self.loc), expression(self.scale)
        level, zero = -sp.log(2 * scale), sp.Integer(0)
        return (
            (-sp.oo, loc, level - loc / scale, 1 / scale, zero),
            (loc, sp.oo, level + loc / scale, -1 / scale, zero),
        )

    def translated(self, shift: Any) -> "Laplace":
        """Return the distribution of ``X + shift``."""
        return Laplace(plus(self.loc, shift), scale=self.scale)

    def sample(self, size: int, rng: np.random.Generator, at: At | None = None) -> NDArray[np.float64]:
        """Return independent draws, shape ``(size,)``, at the symbols' values ``at``; does not use ``density``."""
        loc = number_at("Laplace", "loc", self.loc, at)
        scale = number_at("Laplace", "scale", self.scale, at, positive=True)
        # The difference of two exponential variables has the Laplace law.
        return loc + scale * (rng.standard_exponential(size) - rng.standard_exponential(size))


@dataclass(frozen=True, slots=True)
class LaplaceMechanism:
    """Adds Laplace noise to a number.

    Parameters
    ----------
    noise_scale
        Width b > 0 of the noise, in the unit of the query.
    """

    kind: ClassVar[str] = "laplace-mechanism"
    noise_scale: Parameter

    def __post_init__(self) -> None:
        check("LaplaceMechanism", "noise_scale", self.noise_scale, positive=True)

    def output(self, value: Any) -> Laplace:
        """Return the distribution of the output when the query's value is ``value``."""
        return Laplace(value, scale=self.noise_scale)
