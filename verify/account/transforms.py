"""Moment generating functions ``M(z) = E e^(z L)`` of the privacy loss of one run, L under the first of two laws.

Of a Poisson-subsampled normal law with one record more or less, or one replaced; of the Laplace mechanism.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from flint import acb, arb

from verify.account.decay import Decay, layers
from verify.account.subsampled import Powers

__all__ = ["Added", "LaplaceLoss", "Removed", "Together", "replaced"]


@dataclass(frozen=True)
class Removed:
    """Of the pair (P, Q), P with the record: ``M(z) = G(1 + z)``."""

    powers: Powers

    def rough(self, c: float) -> float:
        return self.powers.rough(1 + c)

    def spread(self, c: float) -> float:
        return self.powers.spread(1 + c)

    def value(self, c: arb) -> arb:
        return self.powers.value(1 + c)

    def along(self, c: arb, step: arb, count: int) -> list[acb]:
        return self.powers.along(1 + c, step, count)

    def decay(self, c: arb, size: arb) -> Decay:
        return self.powers.decay(1 + c, size)

    def cost(self, c: float, top: float, bits: int) -> int:
        return self.powers.cost(1 + c, top, bits)


@dataclass(frozen=True)
class Added:
    """Of the pair (Q, P): ``M(z) = G(-z)``."""

    powers: Powers

    def rough(self, c: float) -> float:
        return self.powers.rough(-c)

    def spread(self, c: float) -> float:
        return self.powers.spread(-c)

    def value(self, c: arb) -> arb:
        return self.powers.value(-c)

    def along(self, c: arb, step: arb, count: int) -> list[acb]:
        return [value.conjugate() for value in self.powers.along(-c, step, count)]

    def decay(self, c: arb, size: arb) -> Decay:
        return self.powers.decay(-c, size)

    def cost(self, c: float, top: float, bits: int) -> int:
        return self.powers.cost(-c, top, bits)


@dataclass(frozen=True)
class Together:
    """Of several independent losses that are added: the product of their functions."""

    parts: tuple[Removed | Added, ...]

    def rough(self, c: float) -> float:
        return sum(part.rough(c) for part in self.parts)

    def spread(self, c: float) -> float:
        return math.hypot(*(part.spread(c) for part in self.parts))

    def value(self, c: arb) -> arb:
        return math.prod((part.value(c) for part in self.parts), start=arb(1))

    def along(self, c: arb, step: arb, count: int) -> list[acb]:
        out = [acb(1)] * (count + 1)
        for part in self.parts:
            out = [a * b for a, b in zip(out, part.along(c, step, count), strict=True)]
        return out

    def decay(self, c: arb, size: arb) -> Decay:
        """Of the first loss alone: the others do not raise the modulus."""
        return self.parts[0].decay(c, self.parts[0].value(c))

    def cost(self, c: float, top: float, bits: int) -> int:
        return sum(part.cost(c, top, bits) for part in self.parts)


def replaced(powers: Powers) -> Together:
    """Of the pair (P x Q, Q x P), a record replaced by one whose shift is orthogonal to its own: ``M(z) = G(1 + z) G(-z)``."""
    return Together((Removed(powers), Added(powers)))


@dataclass(frozen=True)
class LaplaceLoss:
    """Of Laplace noise: the loss is epsilon0 with probability 1/2, -epsilon0 with ``e^-epsilon0/2``, and has the density ``exp(-(epsilon0 - l)/2)/4`` between.

    ``M(z) = (e^(z e) (z + 1) + e^(-(1 + z) e) z)/(2 z + 1)`` with e = epsilon0.
    """

    level: arb

    def rough(self, c: float) -> float:
        e = float(self.level)
        return c * e + math.log((c + 1 + math.exp(-(1 + 2 * c) * e) * c) / (2 * c + 1))

    def spread(self, c: float) -> float:
        e = float(self.level)
        places = np.linspace(-e, e, 801)
        weight = np.exp(-(e - places) / 2 + c * (places - e)) / 4 * (places[1] - places[0])
        weight[0] += math.exp(-e - 2 * c * e) / 2
        weight[-1] += 0.5
        weight /= weight.sum()
        mean = float((weight * places).sum())
        return math.sqrt(float((weight * (places - mean) ** 2).sum()))

    def value(self, c: arb) -> arb:
        e = self.level
        return ((c * e).exp() * (c + 1) + (-(1 + c) * e).exp() * c) / (2 * c + 1)

    def along(self, c: arb, step: arb, count: int) -> list[acb]:
        e = acb(self.level)
        points = [acb(c, k * step) for k in range(count + 1)]
        return [((z * e).exp() * (z + 1) + (-(1 + z) * e).exp() * z) / (2 * z + 1) for z in points]

    def decay(self, c: arb, size: arb) -> Decay:
        """The tilted density rises, so that on an interval that ends at epsilon0 it is at least what it is where the interval begins."""
        e = self.level
        slope = c + arb(1) / 2
        floors = []
        for k in range(32, 0, -1):
            width = 2 * e * k / 32
            floors.append((width, (c * e - slope * width).exp() / (4 * size)))
        return Decay(layers(floors), arb("inf"))

    def cost(self, c: float, top: float, bits: int) -> int:
        return 12
