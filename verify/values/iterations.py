"""Noisy iterations on the line: ``W_t = psi_t(W_{t-1}, x_t) + N_t`` with piecewise linear maps that depend on a record, and finite or normal noise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from flint import fmpq

from verify.values.frameworks import records
from verify.values.laws import FiniteLaw, merged, quick
from verify.values.numbers import NoValue

ZERO = fmpq(0)
MOST_STATES = 4096


class NotNormal(Exception):
    """A map with a kink met a law with a density: the law of the iterate has no closed form here."""


@dataclass(frozen=True)
class Polyline:
    """A piecewise linear function: slope ``left`` before the first node, ``right`` after the last, straight between nodes (x, y) with rising x."""

    left: fmpq
    nodes: tuple[tuple[fmpq, fmpq], ...]
    right: fmpq

    @cached_property
    def slopes(self) -> tuple[fmpq, ...]:
        """Slopes of all pieces, from left to right."""
        return (self.left, *((v - y) / (u - x) for (x, y), (u, v) in pairwise(self.nodes)), self.right)

    @property
    def constant(self) -> fmpq:
        """The least Lipschitz constant."""
        return max(abs(slope) for slope in self.slopes)

    @property
    def is_affine(self) -> bool:
        return len(set(self.slopes)) == 1

    def at(self, x: fmpq) -> fmpq:
        """Value at a number."""
        before = [k for k, (u, _) in enumerate(self.nodes) if u <= x]
        u, y = self.nodes[before[-1] if before else 0]
        return y + self.slopes[len(before)] * (x - u)


def straight(slope: fmpq, intercept: fmpq) -> Polyline:
    """The affine function."""
    return Polyline(slope, ((ZERO, intercept),), slope)


@dataclass(frozen=True)
class NormalNoise:
    """Normal noise with a mean and a variance > 0."""

    mean: fmpq
    variance: fmpq


Noise = FiniteLaw | NormalNoise
Step = tuple[tuple[Any, Polyline], ...]
"""The map of a step for each record."""


@dataclass(frozen=True)
class Iteration:
    """W_0, the maps of each step by record, the noise of each step; noises are independent of each other and of the data."""

    start: fmpq
    maps: tuple[Step, ...]
    noise: tuple[Noise, ...]

    @property
    def steps(self) -> int:
        return len(self.maps)

    @cached_property
    def _lookup(self) -> tuple[Mapping[Any, Polyline], ...]:
        return tuple({quick(record): line for record, line in step} for step in self.maps)

    @property
    def contraction(self) -> fmpq:
        """The least constant that is a Lipschitz constant of every map of every step."""
        return max(line.constant for step in self.maps for _, line in step)

    def map(self, step: int, record: Any) -> Polyline:
        """The map of a step (from 0) for a record. Raises NoValue for a record that it does not know."""
        try:
            return self._lookup[step][quick(record)]
        except KeyError:
            raise NoValue(f"step {step + 1} has no map for the record {record}") from None

    def components(self, data: Any, steps: int, noisy: bool = True) -> list[tuple[tuple[fmpq, fmpq], fmpq]]:
        """The law of the iterate after so many steps on data, as normal laws (mean, variance) with their weights; variance 0 is a point mass.

        ``noisy`` is unset for the law before the noise of the last of these steps is added.

        Raises
        ------
        NoValue
            If the data do not have a record for every step of the iteration.
        NotNormal
            If a map with a kink is applied to a law with a density, or there are too many components.
        """
        given = records(data)
        if len(given) != self.steps:
            raise NoValue(f"an iteration of {self.steps} steps on {len(given)} records")
        law: list[tuple[tuple[fmpq, fmpq], fmpq]] = [((self.start, ZERO), fmpq(1))]
        for step in range(steps):
            line, noise = self.map(step, given[step]), self.noise[step]
            if not line.is_affine and any(variance > 0 for (_, variance), _ in law):
                raise NotNormal("a piecewise linear map of a distribution with a density")
            law = merged(((line.at(mean), variance * line.left**2), weight) for (mean, variance), weight in law)
            if step == steps - 1 and not noisy:
                break
            parts = self._parts(noise)
            law = merged(((mean + shift, variance + extra), weight * share) for (mean, variance), weight in law for shift, extra, share in parts)
            if len(law) > MOST_STATES:
                raise NotNormal(f"an iterate with more than {MOST_STATES} components")
        return law

    @staticmethod
    def _parts(noise: Noise) -> list[tuple[fmpq, fmpq, fmpq]]:
        """Mean, variance and weight of each part of a noise."""
        if isinstance(noise, NormalNoise):
            return [(noise.mean, noise.variance, fmpq(1))]
        return [(x, ZERO, weight) for x, weight in noise.items()]


def step_shift(iteration: Iteration, first: FiniteLaw, second: FiniteLaw, step: int, ends: tuple[fmpq | None, fmpq | None]) -> fmpq | None:
    """The supremum over states w between two ends of W_oo of the images of w under the map of a step (from 0) for random records; None stands for oo.

    The distance is piecewise linear in w: it bends only at nodes and where two maps cross, so that it is largest at one of them, at an end, or grows for ever.
    ``first`` and ``second`` are laws of the record; an end that is None is infinite. Raises NoValue where an interval is empty.
    """
    low, high = ends
    if low is not None and high is not None and low > high:
        raise NoValue("a supremum over an empty interval of states")
    lines = [iteration.map(step, record) for record in dict.fromkeys((*first.points, *second.points))]
    bends = {x for line in lines for x, _ in line.nodes} | {x for k, one in enumerate(lines) for two in lines[:k] for x in _crossings(one, two)}
    bends |= {end for end in ends if end is not None}
    places = sorted(x for x in bends if (low is None or x >= low) and (high is None or x <= high))

    def apart(w: fmpq) -> list[fmpq]:
        images = [FiniteLaw([iteration.map(step, record).at(w) for record in law.points], law.weights) for law in (first, second)]
        return _gaps(*images)

    for end, outermost, way in ((low, min(bends), -1), (high, max(bends), 1)):
        if end is None and any(later > now for now, later in zip(apart(outermost + way), apart(outermost + 2 * way), strict=True)):  # also a gap that is not the largest one yet
            return None
        if end is None:
            places.append(outermost + way)
    return max(max(apart(w)) for w in places)


def _crossings(one: Polyline, two: Polyline) -> list[fmpq]:
    """Where two piecewise linear functions cross, but for pieces on which they are equal."""
    bends = sorted({x for line in (one, two) for x, _ in line.nodes})
    found = []
    for left, right in pairwise([None, *bends, None]):
        a = left if left is not None else bends[0] - 1
        b = right if right is not None else bends[-1] + 1
        if left is not None and right is not None and left == right:
            continue
        gap, later = one.at(a) - two.at(a), one.at(b) - two.at(b)
        if gap == later:
            continue
        x = a + (b - a) * gap / (gap - later)
        if (left is None or x >= left) and (right is None or x <= right):
            found.append(x)
    return found


def _gaps(p: FiniteLaw, q: FiniteLaw) -> list[fmpq]:
    """The distances of two quantiles of one level, from the lowest level up: W_oo on the line is the largest."""
    i = j = 0
    left, right, found = p.weights[0], q.weights[0], []
    while True:
        found.append(abs(p.points[i] - q.points[j]))
        moved = min(left, right)
        left, right = left - moved, right - moved
        if left == 0:
            i += 1
            if i == len(p.points):
                return found
            left = p.weights[i]
        if right == 0:
            j += 1
            right = q.weights[j]


def well_formed(value: Iteration) -> bool:
    """Steps with a noise on numbers and maps for different records; nodes with rising x; positive variances."""
    return bool(
        value.maps and len(value.maps) == len(value.noise)
        and all(step and len({record for record, _ in step}) == len(step) and all(_rises(line) for _, line in step) for step in value.maps)
        and all(noise.variance > 0 if isinstance(noise, NormalNoise) else all(isinstance(x, fmpq) for x in noise.points) for noise in value.noise))


def _rises(line: Polyline) -> bool:
    return bool(line.nodes) and all(a[0] < b[0] for a, b in pairwise(line.nodes))
