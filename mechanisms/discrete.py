"""Distributions that count: Bernoulli, binomial and Poisson."""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import sympy as sp
from numpy.typing import NDArray

from mechanisms.parameters import At, Parameter, check, expression, minus, number_at


def check_probability(where: str, value: object) -> None:
    """Raise unless ``value`` can be a probability; tested where it is a number."""
    check(where, "probability", value)
    known = expression(value)
    if known.is_number and not 0 <= known <= 1:
        raise ValueError(f"{where}: probability must lie in [0, 1], got probability={value}; correct it")


@dataclass(frozen=True, slots=True)
class Bernoulli:
    """Distribution of a number that is 1 with a probability, and 0 otherwise.

    Raises
    ------
    TypeError, ValueError
        If the probability is no exact number or expression, or a number outside [0, 1].
    """

    kind: ClassVar[str] = "bernoulli"
    probability: Parameter

    def __post_init__(self) -> None:
        check_probability("Bernoulli", self.probability)

    @property
    def points(self) -> tuple[int, int]:
        """The two outcomes."""
        return (0, 1)

    @property
    def weights(self) -> tuple[Any, Any]:
        """Their probabilities."""
        return (minus(1, self.probability), self.probability)

    def sample(self, size: int, rng: np.random.Generator, at: At | None = None) -> NDArray[np.float64]:
        """Return independent draws, shape ``(size,)``, at the symbols' values ``at``; does not use ``weights``."""
        return rng.binomial(1, number_at("Bernoulli", "probability", self.probability, at), size).astype(float)


@dataclass(frozen=True, slots=True)
class Binomial:
    """Distribution of the number of successes among independent trials with one probability.

    Parameters
    ----------
    trials
        Number of trials, an integer from 1.
    probability
        Of a success in one trial, in [0, 1].

    Raises
    ------
    TypeError, ValueError
        If a parameter is no exact number or expression, or a number outside of its range.
    """

    kind: ClassVar[str] = "binomial"
    trials: Parameter
    probability: Parameter

    def __post_init__(self) -> None:
        check("Binomial", "trials", self.trials, positive=True)
        known = expression(self.trials)
        if known.is_number and not known.is_integer:
            raise ValueError(f"Binomial: trials must be an integer from 1, got trials={self.trials}; correct it")
        check_probability("Binomial", self.probability)

    def mass(self, k: Any) -> sp.Expr:
        """Return the probability of the integer ``k``, 0 outside of ``0..trials``."""
        n, p, k = expression(self.trials), expression(self.probability), expression(k)
        return sp.Piecewise((sp.binomial(n, k) * p**k * (1 - p) ** (n - k), sp.And(k >= 0, k <= n)), (0, True))

    def sample(self, size: int, rng: np.random.Generator, at: At | None = None) -> NDArray[np.float64]:
        """Return independent draws, shape ``(size,)``, at the symbols' values ``at``; does not use ``mass``."""
        trials, probability = (number_at("Binomial", name, getattr(self, name), at) for name in ("trials", "probability"))
        return rng.binomial(int(trials), probability, size).astype(float)


@dataclass(frozen=True, slots=True)
class Poisson:
    """Poisson distribution: mass ``exp(-rate) rate^k / k!`` at k = 0, 1, ..., with a positive rate.

    Raises
    ------
    TypeError, ValueError
        If the rate is no exact number or expression, or a number that is not positive.
    """

    kind: ClassVar[str] = "poisson"
    rate: Parameter

    def __post_init__(self) -> None:
        check("Poisson", "rate", self.rate, positive=True)

    def mass(self, k: Any) -> sp.Expr:
        """Return the probability of the integer ``k``, 0 below 0."""
        rate, k = expression(self.rate), expression(k)
        return sp.Piecewise((sp.exp(-rate) * rate**k / sp.factorial(k), k >= 0), (0, True))

    def sample(self, size: int, rng: np.random.Generator, at: At | None = None) -> NDArray[np.float64]:
        """Return independent draws, shape ``(size,)``, at the symbols' values ``at``; does not use ``mass``."""
        return rng.poisson(number_at("Poisson", "rate", self.rate, at, positive=True), size).astype(float)
