"""How fast the characteristic function of a tilted privacy loss falls, for all arguments beyond a number."""

from __future__ import annotations

from dataclasses import dataclass

from flint import arb

__all__ = ["Decay", "layers"]


@dataclass(frozen=True)
class Decay:
    """Bounds of ``|M(c + iy)|/M(c)``.

    The tilted law has uniform parts, each ``(width, mass)``; ``variation`` bounds the total variation of its density (infinite where it has atoms).
    """

    parts: tuple[tuple[arb, arb], ...]
    variation: arb

    def beyond(self, y: arb) -> arb:
        """A bound for all arguments of at least y > 0, at most 1."""
        kept = arb(1)
        for width, mass in self.parts:
            kept -= mass * (1 - _sinc_beyond(y * width / 2))
        return kept.min(arb(1)).upper()


def layers(floors: list[tuple[arb, arb]]) -> tuple[tuple[arb, arb], ...]:
    """Uniform parts below a density that is at least ``height`` on each of nested intervals, given as ``(width, height)`` from the widest on."""
    parts, below = [], arb(0)
    for width, height in floors:
        if height > below:
            parts.append((width.lower(), ((height - below) * width).lower()))
            below = height
    return tuple(parts)


def _sinc_beyond(v: arb) -> arb:
    """A bound of ``|sin t/t|`` for all t >= v > 0: it falls up to pi, is at most 0.218 from there on (and 0.454 at 2), and at most 1/t."""
    return v.sinc().upper() if v <= 2 else (arb(1) / 2).min((1 / v).upper())
