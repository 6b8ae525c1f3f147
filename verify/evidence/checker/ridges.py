"""Functions on R^d that are sums of piecewise quadratic functions of linearly independent linear forms: values, gradients, proximal points, classes.

A profile is kept as its pieces: slope and curvature of each at its left end (the first one: at its right end), and the value there.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from verify.evidence.checker import numbers as n
from verify.evidence.checker.formula import argument, items, optional
from verify.evidence.checker.laws import Point
from verify.evidence.checker.numbers import NoValue, Undecided
from verify.evidence.checker.truth import FALSE, TRUE, Env

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator

Vector = tuple[Fraction, ...]


@dataclass(frozen=True)
class Piece:
    """On [low, high], None for an infinite end: ``value + slope (x - at) + bend (x - at)^2 / 2``."""

    low: Fraction | None
    high: Fraction | None
    at: Fraction
    value: Fraction
    slope: Fraction
    bend: Fraction

    def holds(self, x: Fraction) -> bool:
        return (self.low is None or self.low <= x) and (self.high is None or x <= self.high)

    def height(self, x: Fraction) -> Fraction:
        t = x - self.at
        return self.value + t * (self.slope + self.bend * t / 2)

    def rise(self, x: Fraction) -> Fraction:
        return self.slope + self.bend * (x - self.at)

    def least(self) -> Fraction | None:
        """The infimum on the piece; None for -oo."""
        inside = [] if self.bend == 0 else [x for x in (self.at - self.slope / self.bend,) if self.holds(x)]
        if (self.low is None and (self.bend < 0 or (self.bend == 0 and self.slope > 0))) or (self.high is None and (self.bend < 0 or (self.bend == 0 and self.slope < 0))):
            return None
        return min(self.height(x) for x in (*inside, self.at, *(end for end in (self.low, self.high) if end is not None)))


Profile = tuple[Piece, ...]


@dataclass(frozen=True)
class Ridges:
    """The sum of profiles of <a, x>."""

    dimension: int
    parts: tuple[tuple[Vector, Profile], ...]


def slopes(profile: Profile, x: Fraction) -> tuple[Fraction, Fraction]:
    """Slopes on the left and on the right."""
    around = [piece for piece in profile if piece.holds(x)]
    return around[0].rise(x), around[-1].rise(x)


def infimum(f: Ridges) -> Fraction | None:
    """The infimum, None for -oo: linearly independent forms take all values independently."""
    total = n.ZERO
    for _, profile in f.parts:
        lows = [piece.least() for piece in profile]
        if None in lows:
            return None
        total += min(low for low in lows if low is not None)
    return total


def product(a: Vector, b: Vector) -> Fraction:
    return sum((x * y for x, y in zip(a, b, strict=True)), n.ZERO)


def vector(x: Any, dimension: int) -> Vector:
    """The coordinates of a point of R^d. Raises NoValue or Undecided."""
    found = tuple(x) if isinstance(x, Point) else (x,)
    if len(found) != dimension:
        raise NoValue("a function at a point of another space")
    if not all(isinstance(one, Fraction) for one in found):
        raise Undecided("a function at a point that is not made of fractions")
    return found


def as_point(x: Vector) -> Any:
    return x[0] if len(x) == 1 else Point(x)


def semidefinite(rows: list[list[Fraction]]) -> bool:
    """Whether a symmetric matrix is positive semidefinite: completing squares one after the other."""
    while rows:
        pivot, beside = rows[0][0], rows[0][1:]
        if pivot < 0 or (pivot == 0 and any(beside)):
            return False
        rows = [[x - (rows[i + 1][0] * y / pivot if pivot else 0) for x, y in zip(rows[i + 1][1:], beside, strict=True)] for i in range(len(beside))]
    return True


def _bends(f: Ridges, sign: int, level: Fraction) -> bool:
    """Whether sign f + level |x|^2/2 is convex. At some points all profiles have their extreme curvatures together; a corner turned the wrong way is never convex."""
    extreme = []
    for _, profile in f.parts:
        if any(sign * left.rise(right.at) > sign * right.slope for left, right in itertools.pairwise(profile)):
            return False
        extreme.append(min(sign * piece.bend for piece in profile))
    span = range(f.dimension)
    return semidefinite([[sum((c * a[i] * a[j] for c, (a, _) in zip(extreme, f.parts, strict=True)), level if i == j else n.ZERO) for j in span] for i in span])


def _steepest(profile: Profile) -> tuple[Fraction, Fraction] | None:
    """Least and largest slope; None where they are unbounded."""
    if profile[0].bend or profile[-1].bend:
        return None
    found = [piece.rise(x) for piece in profile for x in (piece.at, *(end for end in (piece.low, piece.high) if end is not None))]
    return min(found), max(found)


def _is_lipschitz(f: Ridges, constant: Fraction) -> bool:
    ends = [_steepest(profile) for _, profile in f.parts]
    if None in ends:
        return False
    corners = (_along(f, chosen) for chosen in itertools.product(*(pair for pair in ends if pair is not None)))
    return constant >= 0 and all(product(g, g) <= constant**2 for g in corners)


def _along(f: Ridges, shares: Any) -> Vector:
    return tuple(sum((s * a[k] for s, (a, _) in zip(shares, f.parts, strict=True)), n.ZERO) for k in range(f.dimension))


def belongs(e: Evaluator, s: Any, value: Any, env: Env) -> str:
    """Membership in ``["function_class", space, convexity, smoothness, Lipschitz constant, bound]``."""
    if not isinstance(value, Ridges) or value.dimension != e.whole(argument(argument(s, 0), 0), env):
        return FALSE
    mu, most, lipschitz, bound = (None if optional(s, k) is None else e.fraction(s[k + 1], env) for k in (1, 2, 3, 4))
    opposite = Ridges(value.dimension, tuple((a, tuple(Piece(p.low, p.high, p.at, -p.value, -p.slope, -p.bend) for p in profile)) for a, profile in value.parts))
    lows = None if bound is None else [infimum(value), infimum(opposite)]
    fits = (
        (mu is None or _bends(value, 1, -mu))
        and (most is None or (_bends(value, -1, most) and _bends(value, 1, most)))
        and (lipschitz is None or _is_lipschitz(value, lipschitz))
        and (lows is None or bound is None or all(low is not None and low >= -bound for low in lows))
    )
    return TRUE if fits else FALSE


def _convex(f: Ridges) -> None:
    if not _bends(f, 1, n.ZERO):
        raise NoValue("subgradients of a function that is not convex")


def is_subgradient(e: Evaluator, s: Any, value: Any, env: Env) -> str:
    """Whether g is a combination of the directions with slopes between those on both sides. With the dual basis the slopes are read off."""
    f = e.instance(Ridges, argument(s, 0), env)
    _convex(f)
    x, g = (vector(one, f.dimension) for one in (e.value(argument(s, 1), env), value))
    rest = g
    shares = []
    for a, b in zip((a for a, _ in f.parts), _orthogonal([a for a, _ in f.parts]), strict=True):
        shares.append((product(rest, b) / product(a, b), a))
        rest = tuple(u - shares[-1][0] * v for u, v in zip(rest, a, strict=True))
    if any(rest):
        return FALSE
    sides = [slopes(profile, product(a, x)) for a, profile in f.parts]
    return TRUE if all(low <= share <= high for (share, _), (low, high) in zip(shares, sides, strict=True)) else FALSE


def _orthogonal(vectors: list[Vector]) -> list[Vector]:
    """For each vector its part that is orthogonal to those behind it: what multiplies it alone, once those before it are taken off."""
    found: list[Vector] = []
    for a in reversed(vectors):
        for b in found:
            a = tuple(x - product(a, b) / product(b, b) * y for x, y in zip(a, b, strict=True))
        if not any(a):
            raise NoValue("directions that are not linearly independent")
        found.append(a)
    return found[::-1]


def is_minimiser(e: Evaluator, s: Any, value: Any, env: Env) -> str:
    f = e.instance(Ridges, argument(s, 0), env)
    return TRUE if at(f, value) == infimum(f) else FALSE


def at(f: Ridges, x: Any) -> Fraction:
    """The value at a point."""
    place = vector(x, f.dimension)
    return sum((next(p for p in profile if p.holds(product(a, place))).height(product(a, place)) for a, profile in f.parts), n.ZERO)


# --- rules -------------------------------------------------------------------------------------------------------------


def _profile(e: Evaluator, f: Any, env: Env) -> Profile:
    height, left, right = (e.fraction(argument(f, k), env) for k in (0, 1, 3))
    knots = [tuple(e.fraction(x, env) for x in items(knot)) for knot in items(argument(f, 2))]
    if not knots or any(len(knot) != 3 for knot in knots) or any(a[0] >= b[0] for a, b in itertools.pairwise(knots)):
        raise NoValue("the places of a piecewise quadratic function must rise")
    first, last = knots[0], knots[-1]
    found = [Piece(None, first[0], first[0], height, first[1], left)]
    for (x, _, slope), (y, later, _) in itertools.pairwise(knots):
        found.append(Piece(x, y, x, height, slope, (later - slope) / (y - x)))
        height = found[-1].height(y)
    return (*found, Piece(last[0], None, last[0], height, last[2], right))


def _ridge_sum(e: Evaluator, f: Any, env: Env) -> Ridges:
    dimension, parts = e.whole(argument(f, 0), env), []
    for part in items(argument(f, 1)):
        pair = ["pair", *items(part)]
        parts.append((vector(e.value(argument(pair, 0), env), dimension), e.value(argument(pair, 1), env)))
    if dimension < 1 or not all(isinstance(profile, tuple) and profile and isinstance(profile[0], Piece) for _, profile in parts):
        raise NoValue("a sum of piecewise quadratic functions on R^d is needed")
    _orthogonal([a for a, _ in parts])
    return Ridges(dimension, tuple(parts))


def _gradient(e: Evaluator, f: Any, env: Env) -> Any:
    whole = e.instance(Ridges, argument(f, 0), env)
    x = vector(e.value(argument(f, 1), env), whole.dimension)
    sides = [slopes(profile, product(a, x)) for a, profile in whole.parts]
    if any(low != high for low, high in sides):
        raise NoValue("the gradient at a point where the function is not differentiable")
    return as_point(_along(whole, [low for low, _ in sides]))


def _prox(e: Evaluator, f: Any, env: Env) -> Any:
    """x + sum of c a with c |a|^2 the way of <a, x> to the point t with t + step |a|^2 s = <a, x>, s a slope at t: on one piece, or at one knot."""
    whole, step = e.instance(Ridges, argument(f, 0), env), e.fraction(argument(f, 2), env)
    x = vector(e.value(argument(f, 1), env), whole.dimension)
    if step <= 0:
        raise NoValue("a proximal map with a step that is not above 0")
    if any(product(a, b) for (a, _), (b, _) in itertools.combinations(whole.parts, 2)):
        raise Undecided("a proximal map along directions that are not orthogonal")
    found = x
    for a, profile in whole.parts:
        square = product(a, a)
        way = _proximal(profile, product(a, x), step * square) - product(a, x)
        found = tuple(u + way / square * v for u, v in zip(found, a, strict=True))
    return as_point(found)


def _proximal(profile: Profile, y: Fraction, step: Fraction) -> Fraction:
    joints = list(itertools.pairwise(profile))
    if any(1 + step * piece.bend <= 0 for piece in profile) or any(left.rise(right.at) > right.slope for left, right in joints):
        raise Undecided("a proximal point that need not be unique")
    for left, right in joints:
        if right.at + step * left.rise(right.at) <= y <= right.at + step * right.slope:
            return right.at
    for piece in profile:
        t = piece.at + (y - piece.at - step * piece.slope) / (1 + step * piece.bend)
        if piece.holds(t):
            return t
    raise Undecided("no proximal point")


RIDGES: dict[str, Callable[[Evaluator, Any, Env], Any]] = {"piecewise_quadratic": _profile, "ridge_sum": _ridge_sum, "gradient": _gradient, "prox": _prox}
