"""Sums of many privacy losses on a lattice, in integers rounded in one direction; delta of them from both sides.

One run of a part: ``L = log r(X)`` with r the ratio of the mixture to the normal law, X from the mixture, or ``-log r(X)`` with X from the normal law. Cells of losses are half-lines of X
less half-lines, with masses under both laws.

From above: delta is the mean of ``(1 - e^epsilon e^-L1 ... e^-Ln)_+`` under the first law, convex in each ``e^-Li``; so it does not fall when the mass of a cell goes to both ends of it and the mean of
``e^-L`` stays, when losses rise, or go to infinity. From below: the number of a cell is a function of the outcome, and no event has a difference ``P - e^epsilon Q`` above delta.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
from flint import arb, fmpz, fmpz_poly

from verify.evidence.checker import numbers as n
from verify.evidence.checker.numbers import Budget, Undecided

UNIT_BITS = 76
UNIT = fmpz(1) << UNIT_BITS
WORKING = 160
THIN = 1e-16
"""What may be cut off at the ends of one run; of the sum of k runs k times that."""
CELLS = 0.3
"""Step of the lattice in standard deviations of one loss."""
MOST_CELLS = 200_000


@dataclass(frozen=True)
class Part:
    """One coordinate of a run: whether the mixture is the first law, its rate, and the distance of the means in standard deviations."""

    removed: bool
    rate: Fraction
    mu: arb

    @property
    def key(self) -> Any:
        return self.removed, self.rate, self.mu.lower().man_exp(), self.mu.upper().man_exp()


def beyond(x: arb) -> arb:
    """P(X > x) for a standard normal X."""
    return (x / arb(2).sqrt()).erfc() / 2


@dataclass
class Sums:
    """Masses of the sum of all losses: ``upper`` from above with ``lost`` at infinity, ``first`` and ``second`` of the cell numbers under both laws; the first place of each."""

    step: arb
    upper: fmpz_poly
    upper_from: int
    lost: fmpz
    first: fmpz_poly
    second: fmpz_poly

    def __post_init__(self) -> None:
        self.heads: dict[int, tuple[arb, arb]] = {}
        size = max(self.first.length(), self.second.length())
        self.rough = np.array([[*map(float, law.coeffs()), *[0.0] * (size - law.length())] for law in (self.first, self.second)])[:, ::-1].cumsum(axis=1)[:, ::-1] / float(UNIT)

    def head(self, k: int) -> tuple[arb, arb]:
        """The mass of the places from one on, with that at infinity, and its mean of ``e^-L``."""
        if k not in self.heads:
            beyond_k = self.upper.right_shift(k)
            weighted = beyond_k((-self.step).exp()) * (-self.step * (self.upper_from + k)).exp()
            self.heads[k] = arb(beyond_k(fmpz(1)) + self.lost) / arb(UNIT), weighted / arb(UNIT)
        return self.heads[k]

    def at_most(self, epsilon: arb) -> arb:
        """An upper bound of delta at one epsilon: the sum over all places beyond it."""
        with n.precision(WORKING):
            place = (epsilon / self.step).upper().ceil().unique_fmpz()
            assert place is not None
            size = self.upper.length()
            k = min(max(int(place) - self.upper_from, 0), size)
            best = arb(0)
            for j in range(max(k - 2, 0), min(k + 1, size) + 1):  # half-lines that leave a positive term out, or take a negative one in, give less
                mass, weighted = self.head(j)
                best = best.max(mass - epsilon.exp() * weighted)
            return best.upper()

    def at_least(self, epsilon: arb) -> arb:
        """A lower bound: the best half-line of sums."""
        with n.precision(WORKING):
            first, second = self.rough
            k = int(np.argmax(first - math.exp(min(float(epsilon), 700.0)) * second))
            p, q = (law.right_shift(k)(fmpz(1)) for law in (self.first, self.second))
            return (((arb(p) - epsilon.exp() * arb(q)) / arb(UNIT)).max(arb(0))).lower()


def composed(parts: tuple[Part, ...], copies: int, budget: Budget) -> Sums:
    """The sums of the losses of ``copies`` runs of all parts."""
    with n.precision(WORKING):
        spread = math.sqrt(sum(_variance(part) for part in parts))
        step = arb(CELLS * spread)
        whole: list[_Law] | None = None
        for part in parts:
            single = _single(part, step)
            power = _power(single, copies, budget)
            whole = power if whole is None else _trimmed(_product(whole, power, budget), copies)
        assert whole is not None
        upper, first, second = whole
        return Sums(step, upper.poly, upper.place, upper.lost, *_together(first, second))


@dataclass(frozen=True)
class _Law:
    place: int
    poly: fmpz_poly
    lost: fmpz


def _together(first: _Law, second: _Law) -> tuple[fmpz_poly, fmpz_poly]:
    place = min(first.place, second.place)
    return first.poly.left_shift(first.place - place), second.poly.left_shift(second.place - place)


def _variance(part: Part) -> float:
    """The variance of one loss about, in floating point: it chooses the lattice."""
    q, mu = float(part.rate), float(part.mu)
    rows = []
    for k in range(-400, 400 + int(40 * mu)):
        x = k / 40
        r = 1 - q + q * math.exp(min(mu * x - mu * mu / 2, 600))
        rows.append((math.exp(-x * x / 2) * (r if part.removed else 1.0), math.log(r)))
    mass = sum(w for w, _ in rows)
    mean = sum(w * v for w, v in rows) / mass
    return sum(w * (v - mean) ** 2 for w, v in rows) / mass


def _above(part: Part, loss: arb) -> tuple[arb, arb]:
    """Masses of the losses above a number, under the first and the second law."""
    q, mu = n.exact(part.rate), part.mu
    inner = 1 + ((loss if part.removed else -loss).exp() - 1) / q
    if inner <= 0:
        return (arb(1), arb(1)) if part.removed else (arb(0), arb(0))
    x = (inner.log() + mu * mu / 2) / mu
    if part.removed:
        plain = beyond(x)
        return (1 - q) * plain + q * beyond(x - mu), plain
    return beyond(-x), (1 - q) * beyond(-x) + q * beyond(mu - x)


def _single(part: Part, step: arb) -> list[_Law]:
    """One run: from above, and the cell numbers under both laws."""
    q, mu = float(part.rate), float(part.mu)
    reach = 8.5
    ends = [math.log1p(q * math.expm1(min(mu * x - mu * mu / 2, 600))) for x in (-reach, reach + mu)]
    low, high = (ends[0], ends[1]) if part.removed else (-ends[1], -ends[0])
    first, last = math.floor(low / float(step)) - 1, math.ceil(high / float(step)) + 1
    if last - first > MOST_CELLS:
        raise Undecided("a loss with too many cells")
    tails = [_above(part, k * step) for k in range(first, last + 1)]
    upper, p_cells, q_cells = [fmpz(0)] * (last - first + 1), [], []
    grow = step.exp()
    for j, (here, there) in enumerate(pairwise(tails)):
        p, other = here[0] - there[0], here[1] - there[1]
        p_cells.append(_floor(p))
        q_cells.append(_ceil(other))
        left = (other * ((first + j + 1) * step).exp() - p) / (grow - 1)  # e^-L has the same mean on both ends as in the cell
        upper[j] += _ceil(left)
        upper[j + 1] += _ceil(p - left)
    upper[0] += _ceil(1 - tails[0][0])
    return [_Law(first, fmpz_poly(upper), _ceil(tails[-1][0])), _Law(first, fmpz_poly(p_cells), fmpz(0)), _Law(first, fmpz_poly(q_cells), fmpz(0))]


def _ceil(mass: arb) -> fmpz:
    found = (mass * arb(UNIT)).upper().ceil().unique_fmpz()
    assert found is not None
    return max(found, fmpz(0))


def _floor(mass: arb) -> fmpz:
    found = (mass * arb(UNIT)).lower().floor().unique_fmpz()
    assert found is not None
    return max(found, fmpz(0))


def _product(a: list[_Law], b: list[_Law], budget: Budget) -> list[_Law]:
    """Sums of two independent sums: from above and under the second law rounded up, under the first law down."""
    out = []
    for k, (one, two) in enumerate(zip(a, b, strict=True)):
        budget.spend(one.poly.length() // 16)
        exact = one.poly * two.poly
        poly = exact // UNIT if k == 1 else -(-exact // UNIT)  # coefficient by coefficient
        lost = ((one.lost * (two.poly(fmpz(1)) + two.lost) + two.lost * one.poly(fmpz(1))) >> UNIT_BITS) + 1 if k == 0 else fmpz(0)
        out.append(_Law(one.place + two.place, poly, lost))
    return out


def _window(masses: fmpz_poly, thin: fmpz) -> tuple[int, int]:
    low, total = 0, masses[0]
    while low < masses.length() - 1 and total <= thin:
        low += 1
        total += masses[low]
    high, total = masses.length(), masses[masses.length() - 1]
    while high > low + 1 and total <= thin:
        high -= 1
        total += masses[high - 1]
    return low, high


def _cut(masses: fmpz_poly, low: int, high: int) -> fmpz_poly:
    """The masses of places from ``low`` to before ``high``."""
    return masses.truncate(max(high, 0)).right_shift(max(low, 0))


def _trimmed(laws: list[_Law], runs: int) -> list[_Law]:
    """Thin ends cut off. From above they rise to the next kept place or to infinity; of the cell numbers the same places are kept under both laws, which is an event."""
    thin = fmpz(int(THIN * runs * float(UNIT)))
    upper, first, second = laws
    low, high = _window(upper.poly, thin)
    kept, below, above = _cut(upper.poly, low, high), upper.poly.truncate(low), upper.poly.right_shift(high)
    found = [_Law(upper.place + low, kept + below(fmpz(1)), upper.lost + above(fmpz(1)))]
    low, high = _window(first.poly, thin)
    start, stop = first.place + low, first.place + high
    return found + [_Law(max(start, law.place), _cut(law.poly, start - law.place, stop - law.place), fmpz(0)) for law in (first, second)]


def _power(single: list[_Law], copies: int, budget: Budget) -> list[_Law]:
    """Sums over blocks of runs: squares, and products with what is collected."""
    result: list[_Law] | None = None
    square, size = single, 1
    while copies:
        if copies & 1:
            result = square if result is None else _trimmed(_product(result, square, budget), size)
        copies >>= 1
        if copies:
            size *= 2
            square = _trimmed(_product(square, square, budget), size)
    assert result is not None
    return result
