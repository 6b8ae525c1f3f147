"""The privacy loss of one run through its half-lines: a subsampled normal law with and without the record, a normal law, Laplace noise, randomised response."""

from __future__ import annotations

import math
from dataclasses import dataclass

from flint import arb
from scipy.special import ndtri

__all__ = ["AddedLosses", "LaplaceLosses", "NormalLosses", "RandomisedLosses", "RemovedLosses"]


def _beyond(x: arb) -> arb:
    """P(X > x) for a standard normal X."""
    return (x / arb(2).sqrt()).erfc() / 2


def _upper_quantile(mass: float) -> float:
    return -float(ndtri(max(mass, 1e-300)))


@dataclass(frozen=True)
class RemovedLosses:
    """First law with the record: ``L = log r(X)``, X from the mixture; second law N(0, 1)."""

    rate: arb
    mu: arb

    def above(self, loss: arb) -> tuple[arb, arb]:
        x = _place(loss, self.rate, self.mu)
        return (arb(1), arb(1)) if x is None else (_mixture_beyond(x, self.rate, self.mu), _beyond(x))

    def ends(self, mass: float) -> tuple[float, float]:
        x = max(_upper_quantile(mass / 2), _upper_quantile(min(0.5, mass / (2 * float(self.rate)))) + float(self.mu))
        return _loss(-_upper_quantile(mass), self.rate, self.mu), _loss(x, self.rate, self.mu)

    def step(self, largest: float) -> float:
        return largest


@dataclass(frozen=True)
class AddedLosses:
    """First law N(0, 1): ``L = -log r(X)``; second law the mixture."""

    rate: arb
    mu: arb

    def above(self, loss: arb) -> tuple[arb, arb]:
        x = _place(-loss, self.rate, self.mu)
        return (arb(0), arb(0)) if x is None else (_beyond(-x), 1 - _mixture_beyond(x, self.rate, self.mu))

    def ends(self, mass: float) -> tuple[float, float]:
        x = _upper_quantile(mass)
        return -_loss(x, self.rate, self.mu), -_loss(-x, self.rate, self.mu)

    def step(self, largest: float) -> float:
        return largest


def _loss(x: float, rate: arb, mu: arb) -> float:
    q, m = float(rate), float(mu)
    u = m * x - m * m / 2
    return math.log1p(q * math.expm1(u)) if u < 500 else u + math.log(q)


def _place(loss: arb, rate: arb, mu: arb) -> arb | None:
    """The x with ``log r(x) = loss``; None below all values of log r."""
    inner = (loss.expm1() + rate) / rate
    if inner <= 0:
        return None
    return (inner.log() + mu * mu / 2) / mu


def _mixture_beyond(x: arb, rate: arb, mu: arb) -> arb:
    return (1 - rate) * _beyond(x) + rate * _beyond(x - mu)


@dataclass(frozen=True)
class NormalLosses:
    """N(mu, 1) against N(0, 1): the loss is normal with variance ``mu^2`` and mean ``mu^2/2``."""

    mu: arb

    def above(self, loss: arb) -> tuple[arb, arb]:
        x = loss / self.mu + self.mu / 2
        return _beyond(x - self.mu), _beyond(x)

    def ends(self, mass: float) -> tuple[float, float]:
        m, x = float(self.mu), _upper_quantile(mass)
        return m * (m / 2 - x), m * (m / 2 + x)

    def step(self, largest: float) -> float:
        return largest


@dataclass(frozen=True)
class LaplaceLosses:
    """Laplace noise moved by ``level`` scales: atoms at both ends, a density between."""

    level: arb

    def above(self, loss: arb) -> tuple[arb, arb]:
        if loss >= self.level:
            return arb(0), arb(0)
        if loss < -self.level:
            return arb(1), arb(1)
        t = (self.level - loss) / 2
        return 1 - (-t).exp() / 2, (t - self.level).exp() / 2

    def ends(self, mass: float) -> tuple[float, float]:
        e = float(self.level)
        return -e, e

    def step(self, largest: float) -> float:
        return _between_atoms(float(self.level), largest)


@dataclass(frozen=True)
class RandomisedLosses:
    """Randomised response: ``level`` with probability ``e^level/(1 + e^level)``, else ``-level``."""

    level: arb

    def above(self, loss: arb) -> tuple[arb, arb]:
        if loss >= self.level:
            return arb(0), arb(0)
        if loss < -self.level:
            return arb(1), arb(1)
        share = 1 / (1 + (-self.level).exp())
        return share, 1 - share

    def ends(self, mass: float) -> tuple[float, float]:
        e = float(self.level)
        return -e, e

    def step(self, largest: float) -> float:
        return _between_atoms(float(self.level), largest)


def _between_atoms(level: float, largest: float) -> float:
    """A step of which both atoms are odd multiples of a half."""
    return level / (max(math.ceil(level / largest - 0.5), 0) + 0.5)
