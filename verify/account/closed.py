"""Compositions in closed form: one run of anything, and any number of runs of randomised response.

Of n runs of randomised response J ~ Bin(n, p) give the loss ``level (2 J - n)``; from the threshold k on, ``delta(epsilon) = P(J >= k) - e^epsilon Q(J >= k)`` with binomial tails as
regularised beta functions.

Of n runs of Laplace noise, e scales apart, ``M(z)^n = sum over j of C(n, j) e^(-j e) e^(z e (n - 2 j)) (z + 1)^(n - j) z^j/(2 z + 1)^n``. Where ``t = e (n - 2 j) - epsilon`` is positive, the line of
integration closes to the left around the poles at 0 (for j = 0, residue 1) and at -1/2, whose residue is a coefficient of a power series; elsewhere it closes to the right around none.
"""

from __future__ import annotations

import math

from flint import arb, arb_poly, fmpz

from verify.account.lattice import Losses
from verify.measure.summary import least_epsilon_of
from verify.values.numbers import Enclosure, precision

__all__ = ["FEW", "few_laplace", "few_laplace_delta", "one_run", "two_points", "two_points_delta"]


FEW = 48
"""Runs of Laplace noise up to which the residues are added up; beyond, the contour is cheap."""


def one_run(losses: Losses, delta: arb) -> Enclosure:
    """The least epsilon of one run: where ``P(L > epsilon) - e^epsilon Q(L > epsilon)`` falls to delta."""

    def profile(epsilon: arb) -> arb:
        p, q = losses.above(epsilon)
        return p - epsilon.exp() * q

    return least_epsilon_of(profile, delta)


def _tails(level: arb, steps: int, k: int) -> tuple[arb, arb]:
    """P(J >= k) and Q(J >= k) for 0 <= k <= n."""
    if k == 0:
        return arb(1), arb(1)
    share = 1 / (1 + (-level).exp())
    return share.beta_lower(arb(k), arb(steps - k + 1), True), (1 - share).beta_lower(arb(k), arb(steps - k + 1), True)


def two_points_delta(level: arb, steps: int, epsilon: arb) -> arb:
    """delta of n runs at epsilon >= 0; at a loss that may equal epsilon both neighbouring thresholds give the same."""
    place = (epsilon / level + steps) / 2
    k = int(place.mid().floor().unique_fmpz() or 0) + 1
    if k > steps:
        return arb(0)
    p, q = _tails(level, steps, k)
    return (p - epsilon.exp() * q).max(arb(0))


def two_points(level: arb, steps: int, delta: arb) -> Enclosure:
    """The least epsilon >= 0 of n runs: the threshold by bisection, epsilon by a logarithm."""
    low, high = steps // 2, steps  # the loss of J = high is the largest: delta is 0 there
    if two_points_delta(level, steps, arb(0)) <= delta:
        return Enclosure(arb(0), arb(0))
    while high - low > 1:
        middle = (low + high) // 2
        p, q = _tails(level, steps, middle + 1)
        at = (level * (2 * middle - steps)).max(arb(0))
        if p - at.exp() * q > delta:
            low = middle
        else:
            high = middle
    found = []
    for k in (low + 1, high + 1):  # the thresholds on both sides of where the sign was seen to change
        if k <= steps:
            p, q = _tails(level, steps, k)
            if p - delta > 0:
                found.append(((p - delta) / q).log())
    top, bottom = max(v.upper() for v in found), max(v.lower() for v in found)
    return Enclosure(max(bottom, arb(0)), max(top, arb(0)))


def few_laplace_delta(level: arb, steps: int, epsilon: arb) -> arb:
    """delta of n runs of Laplace noise at epsilon >= 0."""
    with precision(160 + 8 * steps):
        total = arb(0)
        half = arb(1) / 2
        for j in range(steps):
            t = level * (steps - 2 * j) - epsilon
            if not t > 0:
                break  # at t = 0 the term is continuous and vanishes, but for one run
            wave = arb_poly([t**k / arb(fmpz(math.factorial(k))) for k in range(steps)])
            series = _binomial_series(half, steps - j - 1, steps) * wave
            series = (series * _binomial_series(-half, j - 1, steps)).truncate(steps)
            residue = (-t / 2).exp() * series[steps - 1] / arb(2) ** steps
            total += math.comb(steps, j) * (-j * level).exp() * (residue + (1 if j == 0 else 0))
        return total


def _binomial_series(at: arb, power: int, size: int) -> arb_poly:
    """The power series of ``(w + at)^power`` up to ``w^(size - 1)``; the power may be -1."""
    if power < 0:
        return arb_poly([(-1) ** k / at ** (k + 1) for k in range(size)])
    return arb_poly([math.comb(power, k) * at ** (power - k) for k in range(min(power + 1, size))])


def few_laplace(level: arb, steps: int, delta: arb) -> Enclosure:
    """The least epsilon of n runs of Laplace noise."""
    return least_epsilon_of(lambda epsilon: few_laplace_delta(level, steps, epsilon), delta)
