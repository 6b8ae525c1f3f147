"""What is run: mechanisms with exact parameters, and the privacy loss of one run in each direction of adjacency.

Directions: ``add`` compares the law without a record (first) with the law with it, ``remove`` the other way round, ``both`` is the worse of the two, ``replace`` (subsampled
normal law only) exchanges a record for one whose shift is orthogonal to its own: the supremum over unit shifts at a non-negative inner product. The laws of the other mechanisms are mirror images, so that
all directions agree.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from flint import arb, fmpq

from verify.account.contour import Transform
from verify.account.decay import Decay
from verify.account.lattice import Losses
from verify.account.losses import AddedLosses, LaplaceLosses, NormalLosses, RandomisedLosses, RemovedLosses
from verify.account.subsampled import Powers
from verify.account.transforms import Added, LaplaceLoss, Removed, replaced
from verify.claims.nodes import ClaimError

__all__ = ["DIRECTIONS", "AccountError", "LaplaceRun", "Mechanism", "NormalRun", "RandomisedRun", "SubsampledRun", "ball"]

DIRECTIONS = ("add", "remove", "both", "replace")


class AccountError(ClaimError):
    """A question that has no answer: it says what must hold, and what was got."""


def ball(value: Any) -> arb:
    """A number as a ball at the current precision: a Fraction or anything that makes one exactly, or a ball as it is."""
    if isinstance(value, arb):
        return value
    exact = Fraction(value)
    return arb(fmpq(exact.numerator, exact.denominator))


def _positive(where: str, name: str, value: Any) -> None:
    if not (value > 0 if isinstance(value, arb) else Fraction(value) > 0):
        raise AccountError(f"{where}: {name} must be positive, got {name}={value}; give for example 1.5")


@dataclass(frozen=True)
class SubsampledRun:
    """Each record is taken with probability ``rate`` by itself; normal noise with standard deviation ``sigma`` times what one record moves."""

    name: ClassVar[str] = "subsampled-gaussian"
    rate: Any
    sigma: Any

    def __post_init__(self) -> None:
        if not 0 <= Fraction(self.rate) <= 1:
            raise AccountError(f"{self.name}: q must lie in [0, 1], got q={self.rate}; it is the probability that a record is taken")
        _positive(self.name, "sigma", self.sigma)

    @property
    def directions(self) -> tuple[str, ...]:
        return ("add", "remove", "replace")

    def transform(self, direction: str) -> Transform:
        """At the current precision."""
        kinds: dict[str, Any] = {"add": Added, "remove": Removed, "replace": replaced}
        made: Transform = kinds[direction](Powers(ball(self.rate), 1 / ball(self.sigma)))
        return made

    def losses(self, direction: str) -> Sequence[Losses]:
        q, mu = ball(self.rate), 1 / ball(self.sigma)
        parts: dict[str, Sequence[Losses]] = {"add": (AddedLosses(q, mu),), "remove": (RemovedLosses(q, mu),), "replace": (RemovedLosses(q, mu), AddedLosses(q, mu))}
        return parts[direction]


@dataclass(frozen=True)
class NormalRun:
    """Normal noise with standard deviation ``sigma`` times the sensitivity."""

    name: ClassVar[str] = "gaussian"
    sigma: Any

    def __post_init__(self) -> None:
        _positive(self.name, "sigma", self.sigma)

    @property
    def directions(self) -> tuple[str, ...]:
        return ("remove",)

    def transform(self, direction: str) -> Transform:
        return _NormalMoments(1 / ball(self.sigma))

    def losses(self, direction: str) -> Sequence[Losses]:
        return (NormalLosses(1 / ball(self.sigma)),)


@dataclass(frozen=True)
class LaplaceRun:
    """Laplace noise of ``scale`` times the sensitivity."""

    name: ClassVar[str] = "laplace"
    scale: Any

    def __post_init__(self) -> None:
        _positive(self.name, "scale", self.scale)

    @property
    def directions(self) -> tuple[str, ...]:
        return ("remove",)

    def transform(self, direction: str) -> Transform:
        return LaplaceLoss(1 / ball(self.scale))

    def losses(self, direction: str) -> Sequence[Losses]:
        return (LaplaceLosses(1 / ball(self.scale)),)


@dataclass(frozen=True)
class RandomisedRun:
    """The worst (epsilon, delta)-DP algorithm: it tells all with probability ``failure``, else it is randomised response."""

    name: ClassVar[str] = "randomised-response"
    level: Any
    failure: Any = 0

    def __post_init__(self) -> None:
        _positive(self.name, "epsilon0", self.level)
        if not 0 <= Fraction(self.failure) < 1:
            raise AccountError(f"{self.name}: delta0 must lie in [0, 1), got delta0={self.failure}; it is the probability of failure of one run")

    @property
    def directions(self) -> tuple[str, ...]:
        return ("remove",)

    def transform(self, direction: str) -> Transform:
        return _TwoPoints(ball(self.level))

    def losses(self, direction: str) -> Sequence[Losses]:
        return (RandomisedLosses(ball(self.level)),)


Mechanism = SubsampledRun | NormalRun | LaplaceRun | RandomisedRun


# --- moments in closed form: for Renyi divergences -------------------------------------------------------------------


class _Closed:
    """A loss whose moments are known, and whose compositions have a closed form of their own: no line is needed."""

    def spread(self, c: float) -> float:
        raise NotImplementedError

    def along(self, c: arb, step: arb, count: int) -> list[Any]:
        raise NotImplementedError

    def decay(self, c: arb, size: arb) -> Decay:
        raise NotImplementedError

    def cost(self, c: float, top: float, bits: int) -> int:
        raise NotImplementedError


@dataclass(frozen=True)
class _NormalMoments(_Closed):
    mu: arb

    def rough(self, c: float) -> float:
        return (c * c + c) * float(self.mu) ** 2 / 2

    def value(self, c: arb) -> arb:
        return ((c * c + c) * self.mu**2 / 2).exp()


@dataclass(frozen=True)
class _TwoPoints(_Closed):
    level: arb

    def rough(self, c: float) -> float:
        e = float(self.level)
        return c * e + math.log((1 + math.exp(-e * (1 + 2 * c))) / (1 + math.exp(-e)))

    def value(self, c: arb) -> arb:
        e = self.level
        return ((c * e).exp() + (-(1 + c) * e).exp()) / (1 + (-e).exp())
