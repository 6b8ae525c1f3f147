"""Exponential distributions: on the half-line from 0, and with density proportional to exp(rate * x) on an interval."""

import math
from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar

import numpy as np
import sympy as sp

from mechanisms.generators import Draws, arrays
from mechanisms.parameters import At, Parameter, check, expression, number_at, plus
from mechanisms.probability_level import end_of_support
from mechanisms.protocols import Piece
from mechanisms.uniform import check_interval


@dataclass(frozen=True, slots=True)
class Exponential:
    """Exponential distribution: density ``rate exp(-rate x)`` for x > 0, with a positive rate in 1/(unit of x); its mean is 1/rate.

    Raises
    ------
    TypeError, ValueError
        If the rate is no exact number or expression, or a number that is not positive.
    """

    kind: ClassVar[str] = "exponential"
    rate: Parameter

    def __post_init__(self) -> None:
        check("Exponential", "rate", self.rate, positive=True)

    def parameters(self) -> tuple[tuple[str, Any], ...]:
        """Return the parameter as it was given."""
        return (("rate", self.rate),)

    def density(self, x: Any) -> sp.Expr:
        """Return the density at ``x``, in 1/(unit of x); 0 below 0."""
        x, rate = expression(x), expression(self.rate)
        return sp.Piecewise((rate * sp.exp(-rate * x), x >= 0), (0, True))

    def distribution_function(self, x: Any) -> sp.Expr:
        """Return the probability of ``(-oo, x]``."""
        x, rate = expression(x), expression(self.rate)
        return sp.Piecewise((1 - sp.exp(-rate * x), x >= 0), (0, True))

    def quantile(self, u: Any) -> sp.Expr:
        """Return the x with distribution function ``u``, for ``0 <= u <= 1``."""
        if (end := end_of_support("Exponential.quantile", u, sp.Integer(0), sp.oo)) is not None:
            return end
        return -sp.log(1 - expression(u)) / expression(self.rate)

    def log_density_pieces(self) -> tuple[Piece, ...]:
        """Return the logarithm of the density: one piece, linear in x."""
        rate, zero = expression(self.rate), sp.Integer(0)
        return ((zero, sp.oo, sp.log(rate), -rate, zero),)

    def sample(self, size: int, rng: np.random.Generator, at: At | None = None) -> Draws:
        """Return independent draws, shape ``(size,)``, at the symbols' values ``at``; does not use ``density``."""
        return rng.exponential(1 / number_at("Exponential", "rate", self.rate, at, positive=True), size)


@dataclass(frozen=True, slots=True)
class TruncatedExponential:
    """Distribution on ``[low, high]`` with density proportional to ``exp(rate * x)``.

    Parameters
    ----------
    low, high
        Ends of the support, in the unit of x, ``low < high``, both finite.
    rate
        Any real number, in 1/(unit of x): the density increases where it is positive, is constant where it is 0.

    Notes
    -----
    Where it is open whether ``rate`` is 0, formulas are a ``Piecewise`` with the case ``rate = 0`` (the uniform law)
    first.
    """

    kind: ClassVar[str] = "truncated-exponential"
    low: Parameter
    high: Parameter
    _: KW_ONLY
    rate: Parameter

    def __post_init__(self) -> None:
        check_interval("TruncatedExponential", self.low, self.high)
        check("TruncatedExponential", "rate", self.rate)

    def parameters(self) -> tuple[tuple[str, Any], ...]:
        """Return the parameters as they were given."""
        return (("low", self.low), ("high", self.high), ("rate", self.rate))

    def density(self, x: Any) -> sp.Expr:
        """Return the density at ``x``, in 1/(unit of x); positive at both ends, 0 outside."""
        x, low, high = expression(x), expression(self.low), expression(self.high)
        inside = self._by_rate(
            1 / (high - low),
            lambda rate: rate * sp.exp(rate * (x - low)) / (sp.exp(rate * (high - low)) - 1),
        )
        return sp.Piecewise((inside, sp.And(low <= x, x <= high)), (0, True))

    def distribution_function(self, x: Any) -> sp.Expr:
        """Return the probability of ``(-oo, x]``."""
        x, low, high = expression(x), expression(self.low), expression(self.high)
        inside = self._by_rate(
            (x - low) / (high - low),
            lambda rate: (sp.exp(rate * (x - low)) - 1) / (sp.exp(rate * (high - low)) - 1),
        )
        return sp.Piecewise((0, x < low), (1, x > high), (inside, True))

    def quantile(self, u: Any) -> sp.Expr:
        """Return the x with distribution function ``u``, for ``0 <= u <= 1``."""
        low, high = expression(self.low), expression(self.high)
        if (end := end_of_support("TruncatedExponential.quantile", u, low, high)) is not None:
            return end
        u = expression(u)
        return low + self._by_rate(
            u * (high - low), lambda rate: sp.log(1 + u * (sp.exp(rate * (high - low)) - 1)) / rate
        )

    def log_density_pieces(self) -> tuple[Piece, ...]:
        """Return the logarithm of the density: one piece, linear in x."""
        low, high, rate = expression(self.low), expression(self.high), expression(self.rate)
        mass = self._by_rate(high - low, lambda rate: (sp.exp(rate * (high - low)) - 1) / rate)
        return ((low, high, -rate * low - sp.log(mass), rate, sp.Integer(0)),)

    def translated(self, shift: Any) -> "TruncatedExponential":
        """Return the distribution of ``X + shift``."""
        return TruncatedExponential(plus(self.low, shift), plus(self.high, shift), rate=self.rate)

    def sample(self, size: int, rng: np.random.Generator, at: At | None = None) -> Draws:
        """Return independent draws, shape ``(size,)``, at the symbols' values ``at``; does not use ``density``.

        Draws the distance from the likelier end, so that no exponential overflows.
        """
        low, high, rate = (number_at("TruncatedExponential", name, value, at) for name, value in self.parameters())
        if not low < high:
            raise ValueError(
                f"TruncatedExponential: low must be below high to sample, got low={low}, high={high}; check at={at}"
            )
        level, decay = rng.random(size), abs(rate)
        if not decay * (high - low) > 1e-300:
            return low + level * (high - low)
        here = arrays(rng)
        distance = -here.log1p(level * math.expm1(-decay * (high - low))) / decay
        draws = high - distance if rate > 0 else low + distance
        return here.clip(draws, low, high)

    def _by_rate(self, at_zero: sp.Expr, otherwise: Callable[[sp.Expr], sp.Expr]) -> sp.Expr:
        """Return ``at_zero`` where the rate is 0, ``otherwise(rate)`` where it is not, both cases if that is open."""
        rate = expression(self.rate)
        if rate.is_zero:
            return at_zero
        if rate.is_zero is False:
            return otherwise(rate)
        return sp.Piecewise((at_zero, sp.Eq(rate, 0)), (otherwise(rate), True))
