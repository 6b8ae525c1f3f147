"""Functions on R^d that are evaluated exactly: sums of piecewise quadratic functions of linear forms, with their classes, gradients, minimisers and proximal maps."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from flint import fmpq

from verify.values.matrices import eliminated
from verify.values.numbers import NoValue

ZERO = fmpq(0)
Bound: TypeAlias = fmpq | None
"""A fraction; None where there is no bound."""


@dataclass(frozen=True)
class Profile:
    """A continuous piecewise quadratic function of one number.

    ``knots`` are triples (place, slope on the left, slope on the right) with rising places; ``left`` and ``right`` are the curvatures before the first and after the last
    of them, between two the slope is straight. ``height`` is the value at the first knot.
    """

    height: fmpq
    left: fmpq
    knots: tuple[tuple[fmpq, fmpq, fmpq], ...]
    right: fmpq

    @cached_property
    def curvatures(self) -> tuple[fmpq, ...]:
        """Curvatures of all pieces, from left to right."""
        return (self.left, *((b[1] - a[2]) / (b[0] - a[0]) for a, b in itertools.pairwise(self.knots)), self.right)

    @cached_property
    def heights(self) -> tuple[fmpq, ...]:
        """Values at the knots."""
        found = [self.height]
        for a, b in itertools.pairwise(self.knots):
            found.append(found[-1] + (a[2] + b[1]) * (b[0] - a[0]) / 2)
        return tuple(found)

    @property
    def least_curvature(self) -> Bound:
        """The largest c such that the function less c x^2/2 is convex; None where a slope jumps down."""
        return min(self.curvatures) if all(before <= after for _, before, after in self.knots) else None

    @property
    def most_curvature(self) -> Bound:
        """The least c such that c x^2/2 less the function is convex; None where a slope jumps up."""
        return max(self.curvatures) if all(before >= after for _, before, after in self.knots) else None

    def piece(self, x: fmpq) -> tuple[int, fmpq, fmpq, fmpq]:
        """The knot to measure from, and height, slope and curvature there, of the piece that ends or begins at ``x`` from the right."""
        k = sum(place <= x for place, _, _ in self.knots)
        if k == 0:
            return 0, self.height, self.knots[0][1], self.left
        return k - 1, self.heights[k - 1], self.knots[k - 1][2], self.curvatures[k]

    def at(self, x: fmpq) -> fmpq:
        """The value at a number."""
        k, height, slope, curvature = self.piece(x)
        t = x - self.knots[k][0]
        return height + slope * t + curvature * t * t / 2

    def slopes(self, x: fmpq) -> tuple[fmpq, fmpq]:
        """Slope on the left and on the right of a number."""
        for place, before, after in self.knots:
            if place == x:
                return before, after
        k, _, slope, curvature = self.piece(x)
        found = slope + curvature * (x - self.knots[k][0])
        return found, found

    @cached_property
    def range_of_slopes(self) -> tuple[fmpq, fmpq] | None:
        """Least and largest slope; None where they are unbounded."""
        ends = [s for _, before, after in self.knots for s in (before, after)]
        return (min(ends), max(ends)) if self.left == self.right == 0 else None

    def stationary(self) -> Iterator[fmpq]:
        """Knots, and other numbers with slope 0: the function is smallest at one of them, or nowhere."""
        yield from (place for place, _, _ in self.knots)
        marks: list[fmpq | None] = [None, *(place for place, _, _ in self.knots), None]
        for k, (low, high) in enumerate(itertools.pairwise(marks)):
            knot = self.knots[max(k - 1, 0)]
            slope, curvature = (knot[1] if k == 0 else knot[2]), self.curvatures[k]
            if curvature != 0:
                x = knot[0] - slope / curvature
                if (low is None or low < x) and (high is None or x < high):
                    yield x

    @property
    def infimum(self) -> Bound:
        """The infimum over all numbers; None where it is -oo."""
        (_, first, _), (_, _, last) = self.knots[0], self.knots[-1]
        if self.left < 0 or self.right < 0 or (self.left == 0 and first > 0) or (self.right == 0 and last < 0):
            return None
        return min(self.at(x) for x in self.stationary())

    def opposite(self) -> Profile:
        """The function times -1."""
        return Profile(-self.height, -self.left, tuple((x, -a, -b) for x, a, b in self.knots), -self.right)

    def minimisers(self) -> list[fmpq]:
        """Some numbers at which the function is smallest: of each piece the ends, and what is next to an unbounded one. Empty where there are none."""
        least = self.infimum
        if least is None:
            return []
        beyond = [self.knots[0][0] - 1, self.knots[-1][0] + 1]
        return list(dict.fromkeys(x for x in (*self.stationary(), *beyond) if self.at(x) == least))

    def proximal(self, y: fmpq, step: fmpq) -> fmpq:
        """The number t with y - t = step s, s between the slopes at t. Raises NoValue where t + step s does not rise."""
        if any(1 + step * c <= 0 for c in self.curvatures) or self.least_curvature is None:
            raise NoValue("a proximal point that need not be unique")
        for x, before, after in self.knots:
            if x + step * before <= y <= x + step * after:
                return x
        k = sum(x + step * after < y for x, _, after in self.knots)
        x, before, after = self.knots[max(k - 1, 0)]
        slope, curvature = (before if k == 0 else after), self.curvatures[k]
        return x + (y - x - step * slope) / (1 + step * curvature)


@dataclass(frozen=True)
class RidgeSum:
    """x -> the sum of ``profile(a . x)`` over pairs (a, profile) with linearly independent a, on R^dimension; in dimension 1 points and a are numbers."""

    dimension: int
    parts: tuple[tuple[Any, Profile], ...]

    @cached_property
    def directions(self) -> tuple[tuple[fmpq, ...], ...]:
        """The vectors a, as tuples."""
        return tuple(vector(a) for a, _ in self.parts)

    def point(self, x: Any) -> tuple[fmpq, ...]:
        """A point of the space, as a tuple of fractions. Raises NoValue for anything else."""
        found = vector(x)
        if len(found) != self.dimension:
            raise NoValue(f"a function on R^{self.dimension} at a point with {len(found)} coordinates")
        if not all(type(one) is fmpq for one in found):
            raise NoValue("a function at something that is not a point")
        return found

    def at(self, x: Any) -> fmpq:
        """The value at a point."""
        place = self.point(x)
        return sum((profile.at(inner(a, place)) for a, (_, profile) in zip(self.directions, self.parts, strict=True)), ZERO)

    def gradient(self, x: Any) -> Any:
        """The gradient. Raises NoValue where there is none."""
        place = self.point(x)
        slopes = [profile.slopes(inner(a, place)) for a, (_, profile) in zip(self.directions, self.parts, strict=True)]
        if any(before != after for before, after in slopes):
            raise NoValue("the gradient at a point where the function is not differentiable")
        return self._combined([before for before, _ in slopes])

    def subgradients(self, x: Any) -> list[Any]:
        """The vertices of the subdifferential of a convex function, the least slopes first. Raises NoValue for another function."""
        self._convex()
        place = self.point(x)
        slopes = [dict.fromkeys(profile.slopes(inner(a, place))) for a, (_, profile) in zip(self.directions, self.parts, strict=True)]
        return [self._combined(chosen) for chosen in itertools.product(*slopes)]

    def has_subgradient(self, x: Any, g: Any) -> bool:
        """Whether g is a subgradient of a convex function at x: a combination of the directions with slopes between those on both sides."""
        self._convex()
        place, wanted = self.point(x), self.point(g)
        shares = self._coefficients(wanted)
        if shares is None:
            return False
        sides = (profile.slopes(inner(a, place)) for a, (_, profile) in zip(self.directions, self.parts, strict=True))
        return all(before <= share <= after for share, (before, after) in zip(shares, sides, strict=True))

    def _convex(self) -> None:
        if any(profile.least_curvature is None or profile.least_curvature < 0 for _, profile in self.parts):
            raise NoValue("subgradients of a function that is not convex")

    def _combined(self, shares: Any) -> Any:
        total = tuple(sum((s * a[k] for s, a in zip(shares, self.directions, strict=True)), ZERO) for k in range(self.dimension))
        return total if self.dimension > 1 else total[0]

    def _coefficients(self, wanted: tuple[fmpq, ...]) -> list[fmpq] | None:
        """The numbers c with sum of c a equal to a vector; None where there are none."""
        gram = [[inner(a, b) for b in self.directions] for a in self.directions]
        found = solved(gram, [inner(a, wanted) for a in self.directions])
        return found if vector(self._combined(found)) == wanted else None

    @property
    def infimum(self) -> Bound:
        """The infimum, None where it is -oo: the linear forms take all values independently of each other."""
        found = [profile.infimum for _, profile in self.parts]
        return None if any(one is None for one in found) else sum((one for one in found if one is not None), ZERO)

    @property
    def supremum(self) -> Bound:
        """The supremum; None where it is oo."""
        found = RidgeSum(self.dimension, tuple((a, profile.opposite()) for a, profile in self.parts)).infimum
        return None if found is None else -found

    def minimisers(self) -> Iterator[Any]:
        """Some points at which the function is smallest, each the shortest one with its values of the linear forms."""
        for values in itertools.product(*(profile.minimisers() for _, profile in self.parts)):
            gram = [[inner(a, b) for b in self.directions] for a in self.directions]
            yield self._combined(solved(gram, list(values)))

    def proximal(self, x: Any, step: fmpq) -> Any:
        """argmin of f(u) + |u - x|^2/(2 step), for directions that are orthogonal. Raises NoValue unless step > 0, NotImplementedError for other directions."""
        if not step > 0:
            raise NoValue("a proximal map with a step that is not above 0")
        if any(inner(a, b) != 0 for a, b in itertools.combinations(self.directions, 2)):
            raise NotImplementedError("the proximal map of a sum along directions that are not orthogonal")
        place = list(self.point(x))
        for a, (_, profile) in zip(self.directions, self.parts, strict=True):
            square, value = inner(a, a), inner(a, place)
            moved = (profile.proximal(value, step * square) - value) / square
            place = [p + moved * c for p, c in zip(place, a, strict=True)]
        return tuple(place) if self.dimension > 1 else place[0]

    # classes -------------------------------------------------------------------------------------------------------

    def bends_at_least(self, least: fmpq) -> bool:
        """Whether the function less least |x|^2/2 is convex. At some points all profiles have their least curvatures together."""
        low = [profile.least_curvature for _, profile in self.parts]
        return not any(one is None for one in low) and self._semidefinite(low, 1, -least)

    def bends_at_most(self, most: fmpq) -> bool:
        """Whether most |x|^2/2 less the function is convex."""
        high = [profile.most_curvature for _, profile in self.parts]
        return not any(one is None for one in high) and self._semidefinite(high, -1, most)

    def is_bounded(self, bound: fmpq) -> bool:
        """Whether all values lie between -bound and bound."""
        low, high = self.infimum, self.supremum
        return low is not None and high is not None and -bound <= low and high <= bound

    def _semidefinite(self, curvatures: list[Any], sign: int, diagonal: fmpq) -> bool:
        """Whether sign times the sum of c a a^T, plus a multiple of the identity, is positive semidefinite."""
        span = range(self.dimension)
        rows = [[sum((sign * c * a[i] * a[j] for c, a in zip(curvatures, self.directions, strict=True)), diagonal if i == j else ZERO) for j in span] for i in span]
        return not eliminated(rows)[1]

    def is_lipschitz(self, constant: fmpq) -> bool:
        """Whether all gradients are at most so long: the squared length is convex in the slopes, so it is largest at the ends of their ranges."""
        ends = [profile.range_of_slopes for _, profile in self.parts]
        if any(pair is None for pair in ends):
            return False
        corners = (vector(self._combined(chosen)) for chosen in itertools.product(*(pair for pair in ends if pair is not None)))
        return constant >= 0 and all(inner(g, g) <= constant * constant for g in corners)


def vector(x: Any) -> tuple[Any, ...]:
    """A point as a tuple of its coordinates."""
    return x if isinstance(x, tuple) else (x,)


def inner(a: Any, b: Any) -> fmpq:
    """The inner product of two tuples of fractions."""
    return sum((x * y for x, y in zip(a, b, strict=True)), ZERO)


def solved(rows: list[list[fmpq]], right: list[fmpq]) -> list[fmpq]:
    """The solution of a regular system, by elimination. Raises ZeroDivisionError for a singular one."""
    left = [[*row, value] for row, value in zip(rows, right, strict=True)]
    for k in range(len(left)):
        pivot = next((i for i in range(k, len(left)) if left[i][k] != 0), None)
        if pivot is None:
            raise ZeroDivisionError("a singular system")
        left[k], left[pivot] = left[pivot], left[k]
        left[k] = [x / left[k][k] for x in left[k]]
        for i in range(len(left)):
            if i != k and left[i][k] != 0:
                left[i] = [x - left[i][k] * y for x, y in zip(left[i], left[k], strict=True)]
    return [row[-1] for row in left]


def well_formed(value: RidgeSum) -> bool:
    """Whether knots rise, directions have the right length and are linearly independent, and every profile has a knot."""
    if value.dimension < 1 or any(len(a) != value.dimension for a in value.directions):
        return False
    if any(not profile.knots or any(a[0] >= b[0] for a, b in itertools.pairwise(profile.knots)) for _, profile in value.parts):
        return False
    gram = [[inner(a, b) for b in value.directions] for a in value.directions]
    return not gram or len(eliminated(gram)[0]) == len(gram)
