"""Additive noise on the query of a Pufferfish instance: M(X) = f(X) + N, the release of every Wasserstein mechanism; they differ in the scale of N alone."""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from mechanisms.finite import Finite
from mechanisms.mixture import Mixture
from mechanisms.protocols import LineLaw
from mechanisms.pufferfish import Pufferfish, Secret


@dataclass(frozen=True, slots=True)
class QueryNoise:
    """Adds noise of one distribution to a query with values on the line, independently of the data.

    Parameters
    ----------
    framework
        Priors, secrets and the query.
    noise
        Law of the noise, in the unit of the query.
    """

    kind: ClassVar[str] = "query-noise"
    framework: Pufferfish
    noise: LineLaw

    def __post_init__(self) -> None:
        if not isinstance(self.noise, LineLaw):
            raise TypeError(f"QueryNoise: noise must have a density on the line, got noise={self.noise!r}; give a distribution")

    def output(self, value: Any) -> LineLaw:
        """Return the distribution of the release when the query's value is known."""
        return self.noise.translated(value)

    def output_law(self, secret: Secret, prior: str) -> Mixture:
        """Return the distribution of the release given a secret."""
        return self.spread(self.framework.query_law(secret, prior))

    def spread(self, law: Finite) -> Mixture:
        """Return the distribution of Y + N for a query value Y of the given distribution, for example its distribution given an event as well."""
        return Mixture(law.weights, tuple(self.output(point) for point in law.points))

    def sample(self, secret: Secret, prior: str, size: int, rng: np.random.Generator) -> NDArray[np.float64]:
        """Return independent releases given a secret, shape ``(size,)``: the query's value is drawn first, then the noise."""
        values = self.framework.query_law(secret, prior).sample(size, rng)
        return np.asarray(values, dtype=np.float64) + np.asarray(self.noise.sample(size, rng))
