"""Laws with power tails: generalised Cauchy laws (Cauchy and Student's among them) on the whole line, Pareto laws on half-lines."""

import math
from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar

import numpy as np
import sympy as sp
from numpy.typing import NDArray

from mechanisms.parameters import At, Parameter, check, expression, known_not_below, number_at, plus
from mechanisms.probability_level import end_of_support


@dataclass(frozen=True, slots=True)
class GeneralisedCauchy:
    """Generalised Cauchy distribution: density proportional to ``(1 + ((x - location)/scale)^2)^(-exponent/2)``.

    Its width is given either as ``scale`` or as ``rate``, and kept as given. Exponent 2 is Cauchy's law; the law of
    ``location + s T`` with Student's T of n degrees of freedom has exponent n + 1 and scale ``s sqrt(n)``. The absolute
    moment of order r is finite exactly for r < exponent - 1.

    Parameters
    ----------
    location
        Median and centre of symmetry, in the unit of x.
    scale
        Half-width s > 0, in the unit of x.
    rate
        ``1/scale``, positive, in 1/(unit of x).
    exponent
        Power k > 1 with which the tails fall; no unit.

    Raises
    ------
    TypeError, ValueError
        If not exactly one of ``scale`` and ``rate`` is given, or a parameter is no exact real number or expression, or
        is known to be out of range.
    """

    kind: ClassVar[str] = "generalised-cauchy"
    location: Parameter
    _: KW_ONLY
    exponent: Parameter
    scale: Parameter | None = None
    rate: Parameter | None = None

    def __post_init__(self) -> None:
        check("GeneralisedCauchy", "location", self.location)
        if (self.scale is None) == (self.rate is None):
            raise ValueError(
                f"GeneralisedCauchy: exactly one of scale and rate must be given, got scale={self.scale}, "
                f"rate={self.rate}; the rate is 1/scale"
            )
        name = "rate" if self.scale is None else "scale"
        check("GeneralisedCauchy", name, getattr(self, name), positive=True, advice="give a width above 0")
        check("GeneralisedCauchy", "exponent", self.exponent)
        if known_not_below(1, self.exponent):
            raise ValueError(
                f"GeneralisedCauchy: exponent must exceed 1, got exponent={self.exponent}; else the density has no "
                "finite integral"
            )

    @property
    def scale_(self) -> sp.Expr:
        """Scale as an expression, whichever width was given."""
        return 1 / expression(self.rate) if self.scale is None else expression(self.scale)

    def parameters(self) -> tuple[tuple[str, Any], ...]:
        """Return the location, the exponent, and the width under the name it was given by."""
        width = ("rate", self.rate) if self.scale is None else ("scale", self.scale)
        return (("location", self.location), ("exponent", self.exponent), width)

    def power_tail(self) -> tuple[sp.Expr, sp.Expr, sp.Expr, str]:
        """Return location, scale, exponent and the side of the tails."""
        return expression(self.location), self.scale_, expression(self.exponent), "both"

    def _standard(self, x: Any) -> sp.Expr:
        return (expression(x) - expression(self.location)) / self.scale_

    def _height(self) -> sp.Expr:
        k = expression(self.exponent)
        return sp.gamma(k / 2) / (sp.sqrt(sp.pi) * sp.gamma((k - 1) / 2))

    def density(self, x: Any) -> sp.Expr:
        """Return the density at ``x`` with respect to Lebesgue measure, in 1/(unit of x)."""
        return self._height() / self.scale_ * (1 + self._standard(x) ** 2) ** (-expression(self.exponent) / 2)

    def distribution_function(self, x: Any) -> sp.Expr:
        """Return the probability of ``(-oo, x]``; elementary for the exponents 2 and 3, else by a hypergeometric function."""
        k, t, half = expression(self.exponent), self._standard(x), sp.Rational(1, 2)
        if k == 2:
            return half + sp.atan(t) / sp.pi
        if k == 3:
            return half + t / (2 * sp.sqrt(1 + t**2))
        return half + self._height() * t * sp.hyper((half, k / 2), (sp.Rational(3, 2),), -(t**2))

    def quantile(self, u: Any) -> sp.Expr:
        """Return the x with distribution function ``u``, for ``0 < u < 1``; the numbers 0 and 1 give -oo and oo.

        Raises
        ------
        ValueError
            For an exponent that is neither 2 nor 3, unless ``u`` is 1/2 or an end: there is no closed form.
        """
        if (end := end_of_support("GeneralisedCauchy.quantile", u, -sp.oo, sp.oo)) is not None:
            return end
        u, k = expression(u), expression(self.exponent)
        z = 2 * u - 1
        if z == 0:
            return expression(self.location)
        if k == 2:
            return expression(self.location) + self.scale_ * sp.tan(sp.pi * z / 2)
        if k == 3:
            return expression(self.location) + self.scale_ * z / sp.sqrt(1 - z**2)
        raise ValueError(
            f"GeneralisedCauchy.quantile: exponent must be 2 or 3 for a closed form, got exponent={k}; solve "
            "distribution_function(x) = u numerically"
        )

    def translated(self, shift: Any) -> "GeneralisedCauchy":
        """Return the distribution of ``X + shift``."""
        return GeneralisedCauchy(plus(self.location, shift), exponent=self.exponent, scale=self.scale, rate=self.rate)

    def sample(self, size: int, rng: np.random.Generator, at: At | None = None) -> NDArray[np.float64]:
        """Return independent draws, shape ``(size,)``, at the symbols' values ``at``; does not use ``density``."""
        location = number_at("GeneralisedCauchy", "location", self.location, at)
        exponent = number_at("GeneralisedCauchy", "exponent", self.exponent, at, positive=True)
        if self.scale is None:
            scale = 1 / number_at("GeneralisedCauchy", "rate", self.rate, at, positive=True)
        else:
            scale = number_at("GeneralisedCauchy", "scale", self.scale, at, positive=True)
        freedom = exponent - 1
        if not freedom > 0:
            raise ValueError(f"GeneralisedCauchy: exponent must exceed 1 to sample, got exponent={exponent}; check at={at}")
        # Student's variable of n degrees of freedom is sqrt(n) times the standard variable of exponent n + 1.
        drawn: NDArray[np.float64] = rng.standard_t(freedom, size)
        return location + scale * drawn / math.sqrt(freedom)


@dataclass(frozen=True, slots=True)
class Pareto:
    """Pareto distribution moved by ``location``: X - location has density ``shape * minimum^shape / y^(shape + 1)`` for y > minimum.

    The moment of order r of X - location is finite exactly for r < shape.

    Parameters
    ----------
    minimum
        Least value of X - location, positive, in the unit of x.
    shape
        Power a > 0 with which the mass beyond y falls; no unit.
    location
        Translation, in the unit of x; 0 for Pareto's law itself.
    """

    kind: ClassVar[str] = "pareto"
    minimum: Parameter
    shape: Parameter
    _: KW_ONLY
    location: Parameter = 0

    def __post_init__(self) -> None:
        check("Pareto", "minimum", self.minimum, positive=True, advice="move the distribution by its location instead")
        check("Pareto", "shape", self.shape, positive=True)
        check("Pareto", "location", self.location)

    def parameters(self) -> tuple[tuple[str, Any], ...]:
        """Return the parameters as they were given."""
        return (("minimum", self.minimum), ("shape", self.shape), ("location", self.location))

    def power_tail(self) -> tuple[sp.Expr, sp.Expr, sp.Expr, str]:
        """Return location, scale, exponent and the side of the tail."""
        minimum = expression(self.minimum)
        return expression(self.location) + minimum, minimum, expression(self.shape) + 1, "right"

    def density(self, x: Any) -> sp.Expr:
        """Return the density at ``x``, in 1/(unit of x); positive at the left end, 0 outside."""
        y, least, a = expression(x) - expression(self.location), expression(self.minimum), expression(self.shape)
        return sp.Piecewise((a * least**a / y ** (a + 1), y >= least), (0, True))

    def distribution_function(self, x: Any) -> sp.Expr:
        """Return the probability of ``(-oo, x]``."""
        y, least, a = expression(x) - expression(self.location), expression(self.minimum), expression(self.shape)
        return sp.Piecewise((1 - (least / y) ** a, y >= least), (0, True))

    def quantile(self, u: Any) -> sp.Expr:
        """Return the x with distribution function ``u``, for ``0 <= u < 1``; the number 1 gives oo."""
        location, least = expression(self.location), expression(self.minimum)
        if (end := end_of_support("Pareto.quantile", u, location + least, sp.oo)) is not None:
            return end
        return location + least * (1 - expression(u)) ** (-1 / expression(self.shape))

    def translated(self, shift: Any) -> "Pareto":
        """Return the distribution of ``X + shift``."""
        return Pareto(self.minimum, self.shape, location=plus(self.location, shift))

    def sample(self, size: int, rng: np.random.Generator, at: At | None = None) -> NDArray[np.float64]:
        """Return independent draws, shape ``(size,)``, at the symbols' values ``at``; does not use ``density``."""
        least = number_at("Pareto", "minimum", self.minimum, at, positive=True)
        shape = number_at("Pareto", "shape", self.shape, at, positive=True)
        location = number_at("Pareto", "location", self.location, at)
        # The logarithm of Pareto's variable over its minimum is exponential.
        return location + least * np.exp(rng.standard_exponential(size) / shape)
