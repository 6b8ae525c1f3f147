"""Mixtures of laws with independent coordinates: P(E) - exp(epsilon) Q(E) over orthants E bounds their hockey-stick divergences from below."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

from flint import arb

from verify.evidence.checker import lines, special
from verify.evidence.checker import numbers as n
from verify.evidence.checker.laws import Blend, Finite, Independent, line
from verify.evidence.checker.numbers import Ball, Number, Undecided

MOST_DIMENSIONS, MOST_PLACES = 3, 4
LEVELS = tuple(Fraction(k, 2) for k in (0, 1, 2, 4, 6, 8, 12, 16, 20, 24, 28, 32, 40, 48, 64))
Parts = tuple[tuple[Fraction, tuple[Any, ...]], ...]


def parts(law: Any) -> Parts:
    """Weights and factors. Undecided for other laws and many coordinates."""
    found: Parts = law.parts if isinstance(law, Blend) else ((n.ONE, law.factors),) if isinstance(law, Independent) else ()
    if not found or not 1 < len(found[0][1]) <= MOST_DIMENSIONS:
        raise Undecided("a distribution that is not a small mixture of independent coordinates")
    return found


def hockey_stick(p: Any, q: Any, epsilon: Number) -> Ball:
    """From the best orthant up to 1."""
    first, second = parts(p), parts(q)
    return Ball(_best(first, second, n.exp(epsilon)), n.ball(n.ONE).hi)


def gaussian_dp(p: Any, q: Any) -> Ball:
    """The level of a lower bound of the profile, at the best of a few epsilons."""
    first, second = parts(p), parts(q)
    least = arb(0)
    for epsilon in LEVELS:
        low = max(_best(first, second, n.exp(epsilon)), _best(second, first, n.exp(epsilon)))
        if 0 < low < 1:
            least = max(least, n.ball(special.call("gaussian_level", epsilon, Ball(low, low))).lo)
    return Ball(least, n.OO)


def _best(first: Parts, second: Parts, factor: Number) -> arb:
    best = arb(0)
    places = [_places([factors[k] for _, factors in (*first, *second)]) for k in range(len(first[0][1]))]
    for corner in itertools.product(*places):
        below = [[[lines.cdf(line(law), x) for law, x in zip(factors, corner, strict=True)] for _, factors in side] for side in (first, second)]
        for signs in itertools.product((True, False), repeat=len(corner)):
            masses = []
            for side, values in zip((first, second), below, strict=True):
                mass: Number = n.ZERO
                for (weight, _), row in zip(side, values, strict=True):
                    mass = n.add(mass, n.mul(weight, *(v if up else n.sub(n.ONE, v) for v, up in zip(row, signs, strict=True))))
                masses.append(mass)
            best = max(best, n.ball(n.sub(masses[0], n.mul(factor, masses[1]))).lo)
    return best


def _places(laws: list[Any]) -> list[Fraction]:
    if any(isinstance(law, Finite) for law in laws):
        raise Undecided("atoms in a coordinate")
    found: list[Fraction] = []
    for law in laws:
        for _, pieces in line(law).parts:
            found += [p.hi for p in pieces if isinstance(p.hi, Fraction) and p.hi not in found]
    return found[:MOST_PLACES] or [n.ZERO]
