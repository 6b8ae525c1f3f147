r"""delta of a composition by loss distributions on a lattice, in integers that are rounded in one direction.

Masses are integers in units of ``2^-BITS``. Sums of losses are products of polynomials with integer coefficients, exact; a product is then rounded up or down to units again.

*From above.* Under the first law delta is the mean of ``(1 - e^epsilon product of u_i)_+`` with ``u = e^-L``, convex in each u. The mass of each cell of losses goes to both ends of the
cell so that its mean of u stays (Doroshenko, Ghazi, Kamath, Kumar and Manurangsi 2022, arXiv:2207.04380), so delta does not fall. Losses below all cells move up, those beyond move to infinity.

*From below.* The number of the cell that a loss lies in is a statistic; so is the sum of these numbers over all runs, and so is whether the partial sums over certain
blocks of runs stay inside windows. Any event of a statistic has ``P - e^epsilon Q <= delta``: the sum is at least k, and no block left its window.

Powers are made by squaring and multiplying, so that every intermediate law is that of a sum over a block. Thin ends are cut off: from above they move up or to infinity, from below the
same windows hold under both laws.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

import numpy as np
from flint import arb, fmpz, fmpz_poly

from verify.values.numbers import Enclosure, precision

__all__ = ["Composition", "Losses", "composed"]

BITS = 80
"""Bits behind the point of a mass."""
WORKING = BITS + 64
UNIT = fmpz(2) ** BITS
MOST_CELLS = 120_000
"""Cells of one run at most, and of the law of all runs about."""
SPREAD = 12
"""Standard deviations that the law of all runs is thought to span."""
_THIN = 2.0**-14
"""Share of delta that cutting may cost at each level of the powers."""


class Losses(Protocol):
    """The privacy loss of one run through the masses of half-lines, under both laws."""

    def above(self, loss: arb, /) -> tuple[arb, arb]:
        """Masses of ``{L > loss}`` under the first and the second law."""
        ...

    def ends(self, mass: float, /) -> tuple[float, float]:
        """Numbers between which the loss lies under the first law, but for about ``mass``; floating point."""
        ...

    def step(self, largest: float, /) -> float:
        """A step of the lattice, at most ``largest``, with no atom of the loss on a multiple of it."""
        ...


@dataclass(frozen=True)
class Law:
    """Masses of the sums ``low``, ``low + 1``, ... in units, under one law; ``lost`` is at infinity."""

    low: int
    poly: fmpz_poly
    lost: fmpz = fmpz(0)  # noqa: RUF009

    @property
    def masses(self) -> list[fmpz]:
        return list(self.poly.coeffs())


@dataclass(frozen=True)
class Composition:
    """The laws of the sums of all runs."""

    step: arb
    upper: Law
    first: Law
    second: Law

    def epsilon(self, delta: arb) -> Enclosure:
        """An enclosure of the least epsilon >= 0 at which delta is at most ``delta``."""
        with precision(WORKING):
            return Enclosure(self._at_least(delta), self._at_most(delta))

    def delta(self, epsilon: arb) -> Enclosure:
        """An enclosure of delta at epsilon >= 0."""
        with precision(WORKING):
            k = math.ceil(float(epsilon / self.step)) - 1  # a lower k only adds negative terms, which are left out below
            high = self._above(k, epsilon)
            p, q = self._tails()
            best = int(np.argmax(_floats(p) - math.exp(min(float(epsilon), 700.0)) * _floats(q)))
            low = (arb(p[best]) - epsilon.exp() * arb(q[best])) / arb(UNIT)
            return Enclosure(low.lower() if low > 0 else arb(0), high.min(arb(1)).upper())

    def _above(self, k: int, epsilon: arb) -> arb:
        total = arb(self.upper.lost)
        weight = (epsilon - max(k, self.upper.low) * self.step).exp()
        ratio = (-self.step).exp()
        for mass in self.upper.masses[max(k - self.upper.low, 0):]:
            total += mass * (1 - weight).max(arb(0))
            weight *= ratio
        return total / arb(UNIT)

    def _at_most(self, delta: arb) -> arb | float:
        """The pessimistic epsilon: a guess by floating point, moved up until it is certain."""
        masses = _floats(self.upper.masses)
        places = (self.upper.low + np.arange(len(masses))) * float(self.step)
        heads = np.cumsum(masses[::-1])[::-1] + float(self.upper.lost) / float(UNIT)
        with np.errstate(all="ignore"):
            weighted = np.logaddexp.accumulate((np.log(masses) - places)[::-1])[::-1]
            found = np.log(heads - float(delta)) - weighted
        guess = float(np.nanmax(np.append(found[np.isfinite(found)], 0.0)))
        for grow in (1e-9, 1e-7, 1e-5, 1e-3, 1e-1):
            epsilon = arb(guess + grow * max(1.0, guess))
            if self._above(math.ceil(float(epsilon / self.step)) - 1, epsilon) <= delta:
                return epsilon
        return math.inf

    def _at_least(self, delta: arb) -> arb:
        """The optimistic epsilon: the best half-line of sums by floating point, and what it gives in balls."""
        p, q = self._tails()
        with np.errstate(all="ignore"):
            found = np.log(_floats(p) - float(delta)) - np.log(_floats(q))
        found[~np.isfinite(found)] = -math.inf
        best = int(np.argmax(found))
        unit = arb(UNIT)
        gap = arb(p[best]) / unit - delta
        if not gap > 0 or q[best] == 0:
            return arb(0)
        return max((gap / (arb(q[best]) / unit)).log().lower(), arb(0), key=float)

    def _tails(self) -> tuple[list[fmpz], list[fmpz]]:
        """Masses of the half-lines of sums under both laws, on common places."""
        low = min(self.first.low, self.second.low)
        out = []
        for law in (self.first, self.second):
            masses = [fmpz(0)] * (law.low - low) + law.masses
            out.append(masses)
        size = max(map(len, out))
        tails = []
        for masses in out:
            masses += [fmpz(0)] * (size - len(masses))
            total = fmpz(0)
            sums = []
            for mass in reversed(masses):
                total += mass
                sums.append(total)
            tails.append(sums[::-1])
        return tails[0], tails[1]


def composed(parts: Sequence[tuple[Losses, int]], delta: float, step: float) -> Composition:
    """The composition of ``count`` runs of each kind.

    Parameters
    ----------
    parts
        Losses and how many runs, at least 1.
    delta
        The size of delta that matters: ends thinner than that are cut off.
    step
        Of the lattice.
    """
    runs = sum(count for _, count in parts)
    with precision(WORKING):
        h = arb(step)
        upper = first = second = None
        for losses, count in parts:
            single = _single(losses, h, delta * _THIN / runs)
            more = (_power(single[0], count, delta, runs), *_paired_power(single[1], single[2], count, delta, runs))
            if upper is None:
                upper, first, second = more
            else:
                assert first is not None and second is not None
                upper = _raised(_times(upper, more[0], up=True), delta * _THIN)
                first, second = _times(first, more[1], up=False), _times(second, more[2], up=True)
        assert upper is not None and first is not None and second is not None
        return Composition(h, upper, first, second)


def _single(losses: Losses, h: arb, thin: float) -> tuple[Law, Law, Law]:
    """One run from above, and its cells under both laws."""
    low, high = losses.ends(thin)
    first, last = math.floor(low / float(h)), math.ceil(high / float(h))
    tails = [losses.above(k * h) for k in range(first, last + 1)]
    spread = [fmpz(0)] * (last - first + 1)
    p_masses, q_masses = [], []
    ratio = (-h).exp()
    for j, (here, there) in enumerate(pairwise(tails)):
        p, q = here[0] - there[0], here[1] - there[1]
        p_masses.append(_units(p, up=False))
        q_masses.append(_units(q, up=True))
        right = (p - q * ((first + j) * h).exp()) / (1 - ratio)
        spread[j] += _units(p - right, up=True)
        spread[j + 1] += _units(right, up=True)
    spread[0] += _units(1 - tails[0][0], up=True)
    return (Law(first, fmpz_poly(spread), _units(tails[-1][0], up=True)), Law(first, fmpz_poly(p_masses)), Law(first, fmpz_poly(q_masses)))


def _units(mass: arb, *, up: bool) -> fmpz:
    scaled = mass * arb(UNIT)
    whole = (scaled.upper().ceil() if up else scaled.lower().floor()).unique_fmpz()
    assert whole is not None
    return max(whole, fmpz(0))


def _times(a: Law, b: Law, *, up: bool) -> Law:
    """The law of the sum of two independent sums, rounded to units."""
    rounding = UNIT - 1 if up else fmpz(0)
    poly = fmpz_poly([(c + rounding) >> BITS for c in (a.poly * b.poly).coeffs()])
    lost = fmpz(0)
    if a.lost or b.lost:
        lost = ((a.lost * (_total(b) + b.lost) + b.lost * _total(a)) >> BITS) + 1
    return Law(a.low + b.low, poly, lost)


def _total(a: Law) -> fmpz:
    return a.poly(fmpz(1))


def _window(masses: list[fmpz], thin: float) -> tuple[int, int]:
    """The places between which all but ``thin`` on either side lies."""
    allowed = fmpz(int(thin * float(UNIT)))
    left, total = 0, fmpz(0)
    while left < len(masses) - 1 and total + masses[left] <= allowed:
        total += masses[left]
        left += 1
    right, total = len(masses), fmpz(0)
    while right > left + 1 and total + masses[right - 1] <= allowed:
        total += masses[right - 1]
        right -= 1
    return left, right


def _raised(a: Law, thin: float) -> Law:
    """Thin ends cut off from above: the lower one moves up, the upper one to infinity."""
    masses = a.masses
    left, right = _window(masses, thin)
    kept = masses[left:right]
    kept[0] += sum(masses[:left], fmpz(0))
    return Law(a.low + left, fmpz_poly(kept), a.lost + sum(masses[right:], fmpz(0)))


def _cut(a: Law, left: int, right: int) -> Law:
    """The part on the places from ``left`` to before ``right``."""
    masses = a.masses[max(left - a.low, 0) : max(right - a.low, 0)]
    return Law(max(left, a.low), fmpz_poly(masses))


def _power(single: Law, count: int, delta: float, runs: int) -> Law:
    square, size, result = single, 1, None
    while count:
        if count & 1:
            result = square if result is None else _raised(_times(result, square, up=True), delta * _THIN * size / runs)
        count >>= 1
        if count:
            size *= 2
            square = _raised(_times(square, square, up=True), delta * _THIN * size / runs)
    assert result is not None
    return result


def _paired_power(first: Law, second: Law, count: int, delta: float, runs: int) -> tuple[Law, Law]:
    """Powers under both laws in the same windows, which the first law chooses."""
    pair, size = (first, second), 1
    result: tuple[Law, Law] | None = None

    def together(a: tuple[Law, Law], b: tuple[Law, Law]) -> tuple[Law, Law]:
        p, q = _times(a[0], b[0], up=False), _times(a[1], b[1], up=True)
        left, right = _window(p.masses, delta * _THIN * size / runs)
        return _cut(p, p.low + left, p.low + right), _cut(q, p.low + left, p.low + right)

    while count:
        if count & 1:
            result = pair if result is None else together(result, pair)
        count >>= 1
        if count:
            size *= 2
            pair = together(pair, pair)
    assert result is not None
    return result


def _floats(masses: list[fmpz]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    unit = float(UNIT)
    return np.array([float(m) / unit for m in masses])
