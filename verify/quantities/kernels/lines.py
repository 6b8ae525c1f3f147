"""Laws on the line with exponential-quadratic pieces, power tails and atoms: masses, moments, quantiles, integrals of differences.

Everything reduces to the integrals of ``x^k exp(c0 + c1 x + c2 x^2)`` over an interval, which are closed forms in exp,
erf and erfi, evaluated in balls; those of densities with power tails stand in ``powers``. Where an order of break points, or the sign of a leading coefficient, is not decided
by exact arithmetic, ``Wide`` is raised and the caller answers with the widest enclosure that is certainly right.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cmp_to_key, lru_cache
from itertools import pairwise
from typing import Any

from flint import arb, ctx, fmpq

from verify.quantities.kernels import powers
from verify.quantities.kernels.kept import by_identity
from verify.quantities.kernels.undecided import Diverges, Wide
from verify.values.elementary import absolute, exp, log, maximum
from verify.values.laws import FiniteLaw, GeometricLaw, Law, MixtureLaw, Piece, PieceLaw, PowerLaw, SparseLaw, TranslatedLaw, flat
from verify.values.numbers import Enclosure, NoValue, Number, add, ball, compare, div, enclose, hull, is_exact, mul, neg, precision, sign, sub, to_float
from verify.values.powers import power

__all__ = [
    "Cell",
    "Diverges",
    "LineLaw",
    "Wide",
    "affine",
    "affine_map",
    "cells",
    "density",
    "distribution_function",
    "generating_function",
    "line",
    "mass",
    "positive_part",
    "quadratic_supremum",
    "quantile_integrals",
    "quantiles",
    "refined",
    "support",
    "surplus_area",
]

ZERO = fmpq(0)
ONE = fmpq(1)
TWO = fmpq(2)
PRECISION = 64
INF = math.inf
BUDGET = 600  # cells of an adaptive integral


Part = Piece | PowerLaw
"""One formula for a density between two ends."""


@dataclass(frozen=True, slots=True)
class LineLaw:
    """A law on the line: weighted atoms, and weighted laws with densities."""

    atoms: tuple[tuple[fmpq, fmpq], ...]
    components: tuple[tuple[fmpq, PieceLaw | PowerLaw], ...]

    @property
    def parts(self) -> list[tuple[fmpq, Part]]:
        """Weighted pieces of the density."""
        return [(weight, piece) for weight, law in self.components for piece in law.pieces]


ON_THE_LINE = (PieceLaw, PowerLaw, TranslatedLaw, MixtureLaw)
"""Laws that may have a density on the line. Those of tuples, and those with infinitely many atoms, have no value as such."""


@by_identity
def line(law: Law) -> LineLaw:
    """The atoms and components of a law on the line. Raises NoValue for other spaces."""
    plain = flat(law) if isinstance(law, (TranslatedLaw, MixtureLaw)) else law
    if isinstance(plain, PieceLaw | PowerLaw):
        return LineLaw((), ((ONE, plain),))
    if isinstance(plain, FiniteLaw):
        if not all(isinstance(p, fmpq) for p in plain.points):
            raise NoValue("a distribution on the line was needed, got labels or tuples")
        return LineLaw(plain.items(), ())
    if isinstance(plain, GeometricLaw | SparseLaw):
        raise NoValue("a quantity of a distribution with infinitely many atoms that has no route")
    if not isinstance(plain, MixtureLaw):
        raise NoValue("a distribution on the line was needed, got a distribution on tuples")
    atoms: dict[fmpq, fmpq] = {}
    components: list[tuple[fmpq, PieceLaw | PowerLaw]] = []
    for weight, part in zip(plain.weights, plain.laws, strict=True):
        inner = line(part)
        for x, w in inner.atoms:
            atoms[x] = atoms.get(x, ZERO) + weight * w
        components += [(weight * w, c) for w, c in inner.components]
    return LineLaw(tuple(sorted(atoms.items())), tuple(components))


# --- the basic integrals ---------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Quadratic:
    """Balls of ``c0, c1, c2`` with the exactly decided signs of ``c1`` and ``c2`` (None: not decided)."""

    c0: arb
    c1: arb
    c2: arb
    sign1: int | None
    sign2: int | None
    known: tuple[arb, arb, arb] | None = None

    def at(self, x: arb) -> arb:
        return self.c0 + x * (self.c1 + x * self.c2)

    def slope(self, x: arb) -> arb:
        return self.c1 + 2 * self.c2 * x

    def bell(self) -> tuple[arb, arb, arb]:
        """Vertex, ``|c2|^(1/2)``, and the factor of a difference of error functions; ``c2`` is not 0."""
        if self.known is None:
            middle = -self.c1 / (2 * self.c2)
            height = (self.c0 - self.c1 * self.c1 / (4 * self.c2)).exp()
            root = (-self.c2 if self.sign2 == -1 else self.c2).sqrt()
            self.known = middle, root, height * arb.pi().sqrt() / (2 * root)
        return self.known


def quadratic(c0: Number, c1: Number, c2: Number) -> Quadratic:
    """Balls of exact coefficients at the current precision."""
    return Quadratic(ball(c0), ball(c1), ball(c2), sign(c1), sign(c2))


def _end(value: Number) -> arb | float:
    return value if isinstance(value, float) else ball(value)


def _edge(q: Quadratic, x: arb | float, k: int) -> arb:
    """``x^k exp(q(x))``, 0 at an infinite end (where the caller knows that the integral converges)."""
    if isinstance(x, float):
        return arb(0)
    return x**k * q.at(x).exp() if k else q.at(x).exp()


def integrals(n: int, q: Quadratic, a: arb | float, b: arb | float) -> list[arb]:
    """Integrals of ``x^k exp(q)`` over ``(a, b)`` for k = 0..n. Raises Diverges or Wide."""
    low, high = isinstance(a, float), isinstance(b, float)
    if q.sign2 is None or (q.sign2 == 0 and q.sign1 is None):
        if low or high:
            raise Wide("leading coefficient of a density")
        return _crude(n, q, a, b)
    if q.sign2 == 0 and q.sign1 == 0:
        if low or high:
            raise Diverges
        height = q.c0.exp()
        return [height * (b ** (k + 1) - a ** (k + 1)) / (k + 1) for k in range(n + 1)]
    if q.sign2 == 0:
        if (high and q.sign1 == 1) or (low and q.sign1 == -1):
            raise Diverges
        out = [(_edge(q, b, 0) - _edge(q, a, 0)) / q.c1]
        for k in range(1, n + 1):
            out.append((_edge(q, b, k) - _edge(q, a, k) - k * out[-1]) / q.c1)
        return out
    if q.sign2 == 1 and (low or high):
        raise Diverges
    middle, root, factor = q.bell()
    left, right = (x if isinstance(x, float) else root * (x - middle) for x in (a, b))
    if q.sign2 == -1:
        first = _erf_difference(left, right)
    else:
        first = right.erfi() - left.erfi()  # type: ignore[union-attr]
    out = [factor * first]
    for k in range(1, n + 1):
        value = _edge(q, b, k - 1) - _edge(q, a, k - 1) - q.c1 * out[-1]
        if k > 1:
            value -= (k - 1) * out[-2]
        out.append(value / (2 * q.c2))
    return out


def _erf_difference(x: arb | float, y: arb | float) -> arb:
    """``erf(y) - erf(x)`` without cancellation in the tails."""
    if x > 0:
        return _erfc(x) - _erfc(y)
    if y < 0:
        return _erfc(-y) - _erfc(-x)
    left = arb(-1) if isinstance(x, float) else x.erf()
    right = arb(1) if isinstance(y, float) else y.erf()
    return right - left


def _erfc(x: arb | float) -> arb:
    return arb(0) if isinstance(x, float) else x.erfc()


def _crude(n: int, q: Quadratic, a: Any, b: Any) -> list[arb]:
    """Enclosure from the ranges of the factors on a finite interval."""
    span = _hull_ball(a, b)
    return [(b - a) * span**k * q.at(span).exp() for k in range(n + 1)]


def _hull_ball(a: arb, b: arb) -> arb:
    return a.union(b)


_PREPARED: dict[tuple[int, int], tuple[Piece, Quadratic, arb | float, arb | float]] = {}
"""Balls of the coefficients and ends of pieces, by piece and precision."""


def _prepared(piece: Piece) -> tuple[Piece, Quadratic, arb | float, arb | float]:
    """A piece with the balls of its coefficients and ends at the current precision."""
    key = id(piece), ctx.prec
    found = _PREPARED.get(key)
    if found is None or found[0] is not piece:
        if len(_PREPARED) >= 4096:
            _PREPARED.clear()
        found = piece, quadratic(piece.c0, piece.c1, piece.c2), _end(piece.lo), _end(piece.hi)
        _PREPARED[key] = found
    return found


def _clip(lo: arb | float, hi: arb | float, a: arb | float, b: arb | float) -> tuple[arb | float, arb | float, bool] | None:
    """The part of ``(lo, hi)`` in ``(a, b)``; None if certainly empty; the flag says that it may be empty."""
    lo = a if isinstance(lo, float) else lo if isinstance(a, float) else lo.max(a)
    hi = b if isinstance(hi, float) else hi if isinstance(b, float) else hi.min(b)
    if lo >= hi:
        return None
    return lo, hi, not lo < hi


def _piece_integrals(n: int, weight: fmpq, piece: Part, a: arb | float, b: arb | float) -> list[arb]:
    if isinstance(piece, PowerLaw):
        part = _clip(_end(piece.lo), _end(piece.hi), a, b)
        if part is None:
            return [arb(0)] * (n + 1)
        lo, hi, doubtful = part
        out = powers.integrals(n, piece, lo, hi)
        return [weight * (value.union(0) if doubtful else value) for value in out]
    _, curve, first, last = _prepared(piece)
    part = _clip(first, last, a, b)
    if part is None:
        return [arb(0)] * (n + 1)
    lo, hi, doubtful = part
    out = integrals(n, curve, lo, hi)
    return [weight * (value.union(0) if doubtful else value) for value in out]


def refined(compute: Callable[[], arb], prec: int) -> Enclosure:
    """Raise the working precision until the ball has ``prec`` bits or stops getting better."""
    before = -INF
    for bits in (prec + 32, 2 * prec + 64, 4 * prec + 192, 8 * prec + 512):
        with precision(bits):
            value = compute()
            found = hull(value)
            accuracy = value.rel_accuracy_bits() if value.is_finite() else -INF
            small = value.is_finite() and value.rad() * arb(2) ** (2 * prec) <= 1
        if accuracy >= prec or small or (accuracy <= before + 8 and accuracy > 0):
            break
        before = accuracy
    return found


def _sum(values: Iterable[arb]) -> arb:
    out = arb(0)
    for value in values:
        out += value
    return out


def _within(value: Number, low: int, high: float) -> Number:
    """An enclosure cut to the range the quantity certainly has."""
    if not isinstance(value, Enclosure):
        return value
    lo: Any = value.lo if value.lo >= low else arb(low)
    hi: Any = value.hi if value.hi <= high else (arb(high) if high < INF else INF)
    if not lo <= hi:
        raise ValueError(f"lines: a mass must lie in [{low}, {high}], got {value}; is the distribution normalised?")
    return Enclosure(lo, hi, value.exists)


# --- masses and moments ----------------------------------------------------------------------------------------------


def mass(
    law: Law, lo: Number, hi: Number, *, open_left: bool = False, open_right: bool = False, prec: int = PRECISION
) -> Number:
    """Probability of an interval; exact if only atoms matter, or if it contains or misses the whole support."""
    here = line(law)
    atoms = ZERO
    for x, w in here.atoms:
        left, right = compare(x, lo), compare(x, hi)
        if left is None or right is None:
            return Enclosure(arb(0), arb(1))
        if (left == ">" or (left == "=" and not open_left)) and (right == "<" or (right == "=" and not open_right)):
            atoms += w
    covered, crossing = ZERO, []
    for weight, component in here.components:
        first, last = component.pieces[0].lo, component.pieces[-1].hi
        if compare(lo, first) in ("<", "=") and compare(last, hi) in ("<", "="):
            covered += weight
        elif compare(last, lo) not in ("<", "=") and compare(hi, first) not in ("<", "="):
            crossing += [(weight, piece) for piece in component.pieces]
    if not crossing:
        return atoms + covered
    try:
        found: Number = refined(
            lambda: _sum(_piece_integrals(0, w, piece, _end(lo), _end(hi))[0] for w, piece in crossing), prec
        )
    except Wide:
        found = Enclosure(arb(0), arb(1))
    return _within(add(atoms + covered, _within(found, 0, 1), prec + 32), 0, 1)


def distribution_function(law: Law, x: Number, prec: int = PRECISION) -> Number:
    """Probability of ``(-oo, x]``."""
    return mass(law, -INF, x, prec=prec)


def height(piece: Part, x: Number, prec: int) -> Number:
    """The density of a piece continued to a finite x."""
    return piece.height(x, prec) if isinstance(piece, PowerLaw) else exp(piece.log_density(x, prec), prec)


def greatest_height(piece: Part, lo: Number, hi: Number, prec: int) -> Number:
    """Supremum over ``(lo, hi)``, inside the ends of the piece, of its density."""
    if not isinstance(piece, PowerLaw):
        return exp(quadratic_supremum(piece.c0, piece.c1, piece.c2, lo, hi), prec)
    left, right = compare(lo, piece.location), compare(piece.location, hi)
    if left is None or right is None:
        return Enclosure(arb(0), enclose(piece.height(piece.location, prec), prec).hi)
    nearest = hi if right == ">" else lo if left == ">" else piece.location
    return piece.height(nearest, prec)


def density(law: Law, x: Number, prec: int = PRECISION) -> Number:
    """Lebesgue density at a finite ``x``; at a break point the piece on its right. NoValue at an atom."""
    if isinstance(x, float):
        raise NoValue("a density at an infinite point")
    here = line(law)
    if any(compare(x, place) == "=" for place, _ in here.atoms):
        raise NoValue("a density at an atom")
    out: Number = ZERO
    if _jumps(here, x, prec):
        raise NoValue("a density at a point where it jumps")
    for weight, piece in here.parts:
        left, right = compare(piece.lo, x), compare(x, piece.hi)
        if left == ">" or right in ("=", ">"):
            continue
        value = height(piece, x, prec + 32)
        if left is None or right is None:
            top = enclose(value)
            value = Enclosure(arb(0), top.hi, top.exists)
        out = add(out, mul(weight, value, prec + 32), prec + 32)
    return out


def _jumps(law: LineLaw, x: Number, prec: int) -> bool:
    """Whether the density has different limits from the two sides at ``x``."""
    sides: list[Number] = [ZERO, ZERO]
    touched = False
    for weight, piece in law.parts:
        for side, end in ((0, piece.hi), (1, piece.lo)):
            if compare(end, x) == "=":
                touched = True
                sides[side] = add(sides[side], mul(weight, height(piece, x, prec + 32), prec + 32), prec + 32)
    return touched and compare(*sides) in ("<", ">")


def support(law: LineLaw) -> tuple[Number, Number]:
    """Ends of the smallest closed interval that carries the law. Raises Wide."""
    lows: list[Number] = [x for x, _ in law.atoms] + [piece.lo for _, piece in law.parts]
    highs: list[Number] = [x for x, _ in law.atoms] + [piece.hi for _, piece in law.parts]
    return _sorted(lows)[0], _sorted(highs)[-1]


def _sorted(values: Iterable[Number]) -> list[Number]:
    def order(a: Number, b: Number) -> int:
        found = compare(a, b)
        if found is None:
            if a is b or a == b:
                return 0
            raise Wide("order of two ends")
        return {"<": -1, "=": 0, ">": 1}[found]

    out: list[Number] = []
    for value in sorted(values, key=cmp_to_key(order)):
        if not out or order(out[-1], value):
            out.append(value)
    return out


# --- cells: a common refinement of two densities ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cell:
    """An interval on which each of two densities is a fixed sum of weighted pieces."""

    lo: Number
    hi: Number
    first: tuple[tuple[fmpq, Part], ...]
    second: tuple[tuple[fmpq, Part], ...]


def cells(
    first: Sequence[tuple[fmpq, Part]], second: Sequence[tuple[fmpq, Part]], at: Iterable[Number] = ()
) -> list[Cell]:
    """Common refinement, also at further points. Raises Wide if the order of break points is not decided."""
    ends = _sorted([end for _, piece in (*first, *second) for end in (piece.lo, piece.hi)] + list(at))
    out = []
    for lo, hi in pairwise(ends):
        f = tuple((w, piece) for w, piece in first if _covers(piece, lo, hi))
        g = tuple((w, piece) for w, piece in second if _covers(piece, lo, hi))
        out.append(Cell(lo, hi, f, g))
    return out


def _covers(piece: Part, lo: Number, hi: Number) -> bool:
    left = piece.lo == lo or compare(piece.lo, lo) in ("<", "=")
    return left and (piece.hi == hi or compare(hi, piece.hi) in ("<", "="))


def quadratic_supremum(c0: Number, c1: Number, c2: Number, lo: Number, hi: Number) -> Number:
    """Supremum of ``c0 + c1 x + c2 x^2`` over ``(lo, hi)``, exact for exact input; oo where it is unbounded."""
    second, first = sign(c2), sign(c1)
    if second is None or (second == 0 and first is None):
        return Enclosure(-INF, INF)
    values: list[Number] = []
    for end, side in ((lo, -1), (hi, 1)):
        if not isinstance(end, float):
            values.append(add(c0, mul(end, add(c1, mul(end, c2)))))
        else:
            growth = second if second else side * (first or 0)
            if growth == 1:
                return INF
            if growth == 0:
                values.append(c0)
    if second == -1:
        vertex = div(c1, mul(-TWO, c2))
        inside = [compare(lo, vertex), compare(vertex, hi)]
        top = sub(c0, div(mul(c1, c1), mul(fmpq(4), c2)))
        if inside == ["<", "<"]:
            return top
        if None in inside:
            high = enclose(top)
            low = enclose(maximum(*values)) if values else Enclosure(-INF, INF)
            return Enclosure(low.lo, high.hi if high.hi >= low.lo else low.hi, high.exists and low.exists)
    if not values:
        return -INF
    return maximum(*values)


def _range(q: Quadratic, u: arb | float, v: arb | float) -> tuple[arb | float, arb | float]:
    """Lower and upper bound of a quadratic on ``[u, v]`` whose ends are exact or infinite."""
    if q.sign2 is None and not isinstance(u, float) and not isinstance(v, float):  # a line, and a bend that is perhaps 0
        ends, bend = [q.c0 + q.c1 * x for x in (u, v)], q.c2 * u.union(v) ** 2
        return (min(x.lower() for x in ends) + bend).lower(), (max(x.upper() for x in ends) + bend).upper()
    lows: list[Any] = []
    highs: list[Any] = []
    for end, side in ((u, -1), (v, 1)):
        if isinstance(end, float):
            if q.sign2 is None or (q.sign2 == 0 and q.sign1 is None):
                return -INF, INF
            growth = q.sign2 or side * (q.sign1 or 0)
            value: Any = growth * INF if growth else q.c0
        else:
            value = q.at(end)
        lows.append(value if isinstance(value, float) else value.lower())
        highs.append(value if isinstance(value, float) else value.upper())
    if q.sign2 != 0:
        vertex = -q.c1 / (2 * q.c2)
        if q.sign2 is None or not (vertex < u or vertex > v):
            top = q.c0 - q.c1 * q.c1 / (4 * q.c2)
            if not top.is_finite():
                return -INF, INF
            lows.append(top.lower())
            highs.append(top.upper())
    low, high = lows[0], highs[0]
    for value in lows[1:]:
        low = min(low, value)
    for value in highs[1:]:
        high = max(high, value)
    return low, high


def _exp_end(end: arb | float, upper: bool) -> arb | float:
    if isinstance(end, float):
        return INF if end > 0 else arb(0)
    value = end.exp()
    return value.upper() if upper else value.lower()


def _roots(c0: arb, c1: arb, c2: arb) -> list[arb]:
    """The roots of ``c0 + c1 x + c2 x^2`` in rising order, as balls; none where they are not seen."""
    if c2.contains(0):
        return [] if c1.contains(0) else [-c0 / c1]
    square = c1 * c1 - 4 * c0 * c2
    if not square > 0:
        return []
    a, b = ((-c1 + side * square.sqrt()) / (2 * c2) for side in (-1, 1))
    return [a, b] if c2 > 0 else [b, a]


def _closed(parts: tuple[tuple[fmpq, Part], ...]) -> bool:
    """Whether masses are closed forms, which no splitting makes narrower."""
    return all(isinstance(piece, Piece) and _prepared(piece)[1].sign2 is not None and _prepared(piece)[1].sign1 is not None for _, piece in parts)


def _open(ratio: _Ratio, t: arb, u: arb | float, v: arb | float) -> bool:
    """Whether even at the ends and in the middle the densities are not known well enough to tell ``f`` from ``t g``: on smaller parts they will not be either."""
    if isinstance(u, float) or isinstance(v, float):
        return False
    for x in (u, v, ((u + v) / 2).mid()):
        low, high = ratio.range(x.mid(), x.mid())
        if low > t or high < t:
            return False
    return True


def _spread(lo: arb | float, hi: arb | float, further: tuple[int, ...] = ()) -> list[arb]:
    """Points of an interval at which a function is looked at, in rising order; further and further out towards an infinite end."""
    if isinstance(lo, float) and isinstance(hi, float):
        right = _spread(arb(0), hi, further)
        return [*(-x for x in reversed(right[1:])), *right]
    if isinstance(lo, float):
        return [-x for x in reversed(_spread(-hi, INF, further))]
    if isinstance(hi, float):
        return [lo.mid(), *((lo + arb(2) ** k).mid() for k in (*range(-3, 7), *further))]
    return [(lo + (hi - lo) * k / 8).mid() for k in range(9)]


FLAT = 2**20
"""How much less than its argument a function may change near a zero."""
FURTHER = (8, 11, 15, 20, 28, 40)
"""Where densities with power tails may still change their order, as powers of 2."""


def _zero(function: Callable[[arb], arb], a: arb, b: arb, at_a: arb, at_b: arb, near: arb) -> arb:
    """A zero between two points with values of opposite signs, about as near as asked, by regula falsi (Illinois)."""
    side = 0
    for _ in range(40):
        middle = ((a * at_b - b * at_a) / (at_b - at_a)).mid()
        if not (middle > a and middle < b) or b - a < near:
            break
        value = function(middle)
        if abs(value) < near / FLAT:
            return middle
        if (value > 0) == (at_a > 0):
            a, at_a = middle, value
            at_b, side = (at_b / 2 if side > 0 else at_b), 1
        else:
            b, at_b = middle, value
            at_a, side = (at_a / 2 if side < 0 else at_a), -1
    return ((a + b) / 2).mid()


class _Gap:
    """Range of the difference of two log-densities of which at least one has power tails."""

    def __init__(self, a: Part, b: Part) -> None:
        self.a, self.b = a, b

    def at(self, x: arb) -> arb:
        return _part_log(self.a, x) - _part_log(self.b, x)

    def slope(self, x: arb) -> arb:
        return _part_slope(self.a, x) - _part_slope(self.b, x)

    def range(self, u: arb | float, v: arb | float) -> tuple[arb | float, arb | float]:
        if isinstance(u, float) and isinstance(v, float):
            return -INF, INF
        if isinstance(v, float):
            assert isinstance(u, arb)
            return self._beyond(u, 1)
        if isinstance(u, float):
            return self._beyond(-v, -1)
        whole = u.union(v)
        order = powers.slope_order(self.a, self.b, u, v) if isinstance(self.a, PowerLaw) and isinstance(self.b, PowerLaw) else None
        if order is not None:
            ends = [_part_log(self.a, x) - _part_log(self.b, x) for x in (u, v)]
            low, high = ends if order > 0 else reversed(ends)
            if low.is_finite() and high.is_finite():
                return low.lower(), high.upper()
        low, high = (x - y for x, y in zip(_part_range(self.a, u, v), reversed(_part_range(self.b, u, v)), strict=True))
        middle = arb(((u + v) / 2).mid())
        change = (_part_slope(self.a, whole) - _part_slope(self.b, whole)) * (whole - middle)
        near = _part_log(self.a, middle) - _part_log(self.b, middle) + change  # the mean value theorem
        if near.is_finite():
            low, high = low.max(near.lower()), high.min(near.upper())
        return low.lower() if low.is_finite() else -INF, high.upper() if high.is_finite() else INF

    def _beyond(self, cut: arb, side: int) -> tuple[arb | float, arb | float]:
        """Range beyond ``side * cut``."""
        if not cut > 0:
            return -INF, INF
        if isinstance(self.a, PowerLaw) and isinstance(self.b, PowerLaw):
            c, d = powers.tail_constant(self.a, cut, side), powers.tail_constant(self.b, cut, side)
            if c is None or d is None:
                return -INF, INF
            limit = (c / d).log()
            growth = sub(self.b.exponent, self.a.exponent)
            place = sign(growth)
            order = powers.slope_order(*((self.a, self.b) if side > 0 else (_mirrored(self.a), _mirrored(self.b))), cut, INF)
            if order is not None:  # between the value at the cut and the limit, which both laws share where their scales agree
                here = _part_log(self.a, side * cut) - _part_log(self.b, side * cut)
                limit = arb(0) if compare(self.a.scale, self.b.scale) == "=" else limit
                return (here.lower(), limit.upper()) if order > 0 else (limit.lower(), here.upper())
            edge = limit + ball(growth) * cut.log()
            low = -INF if place is None or place < 0 or not edge.is_finite() else edge.lower()
            high = INF if place is None or place > 0 or not edge.is_finite() else edge.upper()
            return low, high
        if isinstance(self.b, PowerLaw):
            assert isinstance(self.a, Piece)
            return -INF, _light_over_power(self.a, self.b, cut, side)
        assert isinstance(self.a, PowerLaw)
        top = _light_over_power(self.b, self.a, cut, side)
        return -top, INF


def _mirrored(law: PowerLaw) -> PowerLaw:
    image = affine(law, -ONE, ZERO)
    assert isinstance(image, PowerLaw)
    return image


def _light_over_power(light: Piece, heavy: PowerLaw, cut: arb, side: int) -> arb | float:
    """Upper bound beyond a cut of a log-density that is concave minus one with a power tail."""
    q = _prepared(light)[1]
    c = powers.tail_constant(heavy, cut, side)
    place = side * cut
    fall = side * (q.c1 + 2 * q.c2 * place) + ball(heavy.exponent) / cut  # falls in |x|
    if c is None or q.sign2 not in (-1, 0) or not fall <= 0:
        return INF
    top = q.at(place) + ball(heavy.exponent) * cut.log() - c.log()
    return top.upper() if top.is_finite() else INF


def _part_log(part: Part, x: arb) -> arb:
    return powers.shape(part).log_density(x) if isinstance(part, PowerLaw) else _prepared(part)[1].at(x)


def _part_slope(part: Part, x: arb) -> arb:
    if isinstance(part, PowerLaw):
        return powers.shape(part).slope(x)
    return _prepared(part)[1].slope(x)


def _part_range(part: Part, u: arb, v: arb) -> tuple[arb, arb]:
    if isinstance(part, PowerLaw):
        return powers.interval_range(part, u, v)
    low, high = _range(_prepared(part)[1], u, v)
    return arb(low), arb(high)


def _exponent(piece: Part) -> tuple[Number, Number] | None:
    """Slope and bend of the logarithm of a density where they are exact; densities that share them differ by a factor."""
    if isinstance(piece, PowerLaw) or isinstance(piece.c1, Enclosure) or isinstance(piece.c2, Enclosure):
        return None
    return piece.c1, piece.c2


def _grouped(parts: tuple[tuple[fmpq, Part], ...]) -> list[tuple[fmpq | arb, Part]]:
    """Parts that differ by a factor taken together, at the current precision."""
    out: dict[Any, tuple[fmpq | arb, Part]] = {}
    for k, (w, piece) in enumerate(parts):
        key = _exponent(piece) or k
        if key not in out:
            out[key] = w, piece
            continue
        before, first = out[key]
        assert isinstance(first, Piece) and isinstance(piece, Piece)
        out[key] = before + w * ball(sub(piece.c0, first.c0, ctx.prec)).exp(), first
    return list(out.values())


class _Ratio:
    """Range of ``f / g`` on parts of a cell; both are divided by one piece of ``g``, so that common factors cancel."""

    def __init__(self, f: tuple[tuple[fmpq, Part], ...], g: tuple[tuple[fmpq, Part], ...]) -> None:
        alone = f[0][1] if len(f) == 1 and not isinstance(f[0][1], PowerLaw) else g[0][1]  # beside one piece the parts of the other are compared one by one
        base = min((piece for _, piece in g if isinstance(piece, PowerLaw)), key=lambda law: to_float(law.exponent), default=alone)  # the heaviest tail

        def relative(piece: Part) -> Quadratic | _Gap:
            if piece is base or piece == base:
                return Quadratic(arb(0), arb(0), arb(0), 0, 0)
            if isinstance(piece, PowerLaw) or isinstance(base, PowerLaw):
                return _Gap(piece, base)
            return quadratic(*(sub(x, y, ctx.prec) for x, y in ((piece.c0, base.c0), (piece.c1, base.c1), (piece.c2, base.c2))))

        first, second = _grouped(f), _grouped(g)
        self.f = [(w, relative(piece)) for w, piece in first]
        self.g = [(w, relative(piece)) for w, piece in second]
        self.affine = self._affine({_exponent(piece) for _, piece in (*first, *second)} - {_exponent(base)})

    def _affine(self, moving: set[Any]) -> tuple[arb, arb, arb, arb, Quadratic] | None:
        """``a, b, c, d, q`` where the ratio is ``(a + b exp(q))/(c + d exp(q))``: beside constants one exponential occurs, in one or both."""
        sides = [q for _, q in (*self.f, *self.g)]
        if len(moving) != 1 or None in moving or not all(isinstance(q, Quadratic) for q in sides):
            return None
        one = next((q for q in sides if isinstance(q, Quadratic) and (q.sign1 != 0 or q.sign2 != 0)), None)
        if one is None:
            return None
        found = []
        for side in (self.f, self.g):
            for still in (True, False):
                found.append(_sum(w * q.c0.exp() for w, q in side if isinstance(q, Quadratic) and (q.sign1 == 0 and q.sign2 == 0) == still))
        a, b, c, d = found
        return a, b, c, d, Quadratic(arb(0), one.c1, one.c2, one.sign1, one.sign2)

    def _by_affine(self, u: arb | float, v: arb | float) -> tuple[arb, arb] | None:
        """The range where the ratio is a quotient of two affine terms of one exponential, which moves one way with it; None for others."""
        if self.affine is None:
            return None
        a, b, c, d, q = self.affine
        least, most = _range(q, u, v)
        ends: list[arb] = []
        for end in (_exp_end(least, False), _exp_end(most, True)):
            above, below = (b, d) if isinstance(end, float) else (a + b * end, c + d * end)
            if not below > 0:
                return None
            ends.append(above / below)
        return min(x.lower() for x in ends), max(x.upper() for x in ends)

    def range(self, u: arb | float, v: arb | float) -> tuple[arb | float, arb | float]:
        closed = self._by_affine(u, v)
        if closed is not None:
            return closed
        f_low, f_high = self._sum(self.f, u, v)
        g_low, g_high = self._sum(self.g, u, v)
        low: arb | float = arb(0)
        if isinstance(f_low, float):
            low = arb(0) if isinstance(g_high, float) else INF
        elif not isinstance(g_high, float):
            low = (f_low / g_high).lower() if g_high > 0 else arb(0)
        high: arb | float = INF
        if not isinstance(f_high, float) and g_low > 0:
            high = arb(0) if isinstance(g_low, float) else (f_high / g_low).upper()
        return low, high

    def crossings(self, t: arb, lo: arb | float, hi: arb | float, near: arb) -> list[arb]:
        """Places in rising order where the ratio seems to cross t."""
        if len(self.f) == 1 and len(self.g) == 1:
            (w, p), (v, q) = self.f[0], self.g[0]
            if isinstance(p, Quadratic) and isinstance(q, Quadratic):
                return _roots(p.c0 - q.c0 - (v * t / w).log(), p.c1 - q.c1, p.c2 - q.c2)

        def gain(x: arb) -> arb:
            above, below = (_sum(w * q.at(x).exp() for w, q in side) for side in (self.f, self.g))
            return ((above / (t * below)).log()).mid()

        points = _spread(lo, hi, FURTHER if any(isinstance(q, _Gap) for _, q in (*self.f, *self.g)) else ())
        values = [gain(x) for x in points]
        found: list[arb] = []
        for (a, at_a), (b, at_b) in pairwise(zip(points, values, strict=True)):
            if abs(at_a) < near / FLAT:
                found.append(a)
            elif at_a * at_b < 0 and not abs(at_b) < near / FLAT:
                found.append(_zero(gain, a, b, at_a, at_b, near))
        return [*found, points[-1]] if abs(values[-1]) < near / FLAT else found

    def between(self, u: arb, v: arb) -> tuple[arb | float, arb | float]:
        """The range on ``[u, v]`` by the ends, where the ratio is seen to move one way; else every number."""
        change = self._change(self.f, u.union(v)) - self._change(self.g, u.union(v))
        if not (change > 0 or change < 0):
            return -INF, INF
        first, last = self.range(u, u), self.range(v, v)
        return (first[0], last[1]) if change > 0 else (last[0], first[1])

    @staticmethod
    def _change(parts: list[tuple[fmpq | arb, Quadratic | _Gap]], span: arb) -> arb:
        """Slopes of the logarithm of a side: an average of those of its parts, with their heights as weights."""
        slopes = [q.slope(span) for _, q in parts]
        centre = arb(slopes[0].mid())
        if len(parts) == 1:
            return slopes[0]
        heights = [w * q.at(span).exp() for w, q in parts]
        return centre + _sum(h * (s - centre) for h, s in zip(heights, slopes, strict=True)) / _sum(heights)

    @staticmethod
    def _sum(parts: list[tuple[fmpq | arb, Quadratic | _Gap]], u: arb | float, v: arb | float) -> tuple[arb | float, arb | float]:
        low: Any = arb(0)
        high: Any = arb(0)
        for w, q in parts:
            a, b = q.range(u, v) if isinstance(q, _Gap) else _range(q, u, v)
            a, b = _exp_end(a, False), _exp_end(b, True)
            low = INF if isinstance(a, float) or isinstance(low, float) else (low + w * a).lower()
            high = INF if isinstance(b, float) or isinstance(high, float) else (high + w * b).upper()
        return low, high


@by_identity
def _compared(first: LineLaw, second: LineLaw, bits: int) -> list[tuple[arb | float, arb | float, Cell, _Ratio | None]]:
    """The common cells of two laws with their ends, and the ratio of the densities where both have one, at the current precision ``bits``. Raises Wide."""
    return [(_end(c.lo), _end(c.hi), c, _Ratio(c.first, c.second) if c.first and c.second else None) for c in cells(first.parts, second.parts)]


def _cuts(ratio: _Ratio, t: arb, lo: arb | float, hi: arb | float, prec: int) -> list[arb]:
    """Points just before and after the places in a cell where ``f = t g``, as far as they are found: the sign is then easily seen on the parts.

    They are suggestions, from midpoints of balls; what they cut decides for itself. An undecided part of length h counts for h^2 only.
    """
    if not t > 0:
        return []
    near = arb(2) ** -(prec // 2 + 16)
    found: list[arb] = []
    for root in ratio.crossings(t, lo, hi, near):
        reach = near * (1 + abs(root)) + root.rad()
        for point in ((root - reach).mid(), (root + reach).mid()):
            if point > lo and point < hi and (not found or point > found[-1]):
                found.append(point)
    return found


def _mass_of(parts: tuple[tuple[fmpq, Part], ...], u: arb | float, v: arb | float) -> arb:
    return _sum(_piece_integrals(0, w, piece, u, v)[0] for w, piece in parts)


def _split(u: arb | float, v: arb | float) -> arb:
    """A point inside, further out where an end is infinite."""
    if isinstance(u, float) and isinstance(v, float):
        return arb(0)
    if isinstance(v, float):
        assert isinstance(u, arb)
        return arb(2 * u.mid() if u > 1 else u.mid() + 2).mid()
    if isinstance(u, float):
        return arb(2 * v.mid() if v < -1 else v.mid() - 2).mid()
    return ((u + v) / 2).mid()


def _outer(u: arb | float, v: arb | float) -> tuple[arb | float, arb | float]:
    return u if isinstance(u, float) else u.lower(), v if isinstance(v, float) else v.upper()


def _adaptive(
    starts: Iterable[tuple[arb | float, arb | float, Any]],
    bounds: Callable[[arb | float, arb | float, Any], tuple[arb, arb, bool]],
    prec: int,
    budget: int,
) -> Enclosure:
    """Sum of bounds over cells; the cell with the widest bounds is split until the sum is good or the budget spent. A third value says that splitting is of no use."""
    heap: list[tuple[float, int, arb | float, arb | float, Any, arb, arb]] = []
    settled = [arb(0), arb(0)]
    estimate = 0.0
    count = 0

    def place(u: arb | float, v: arb | float, extra: Any) -> None:
        nonlocal count, estimate
        low, high, final = bounds(u, v, extra)
        width = float((high - low).upper()) if high.is_finite() else INF
        count += 1
        if width > 0 and not final:
            estimate += float(low.mid())
            heapq.heappush(heap, (-width, count, u, v, extra, low, high))
        else:
            estimate += float(low.mid())
            settled[0], settled[1] = settled[0] + low, settled[1] + high

    for u, v, extra in starts:
        place(u, v, extra)
    while heap and count < budget:
        if -heap[0][0] <= max(2.0**-prec * max(estimate, 2.0**-prec), float((settled[1] - settled[0]).upper()) / 8):  # no narrower than what is settled
            break
        _, _, u, v, extra, low, _ = item = heapq.heappop(heap)
        middle = _split(u, v)
        if not (middle > u and middle < v):
            heapq.heappush(heap, (0.0, *item[1:]))
            continue
        estimate -= float(low.mid())
        place(u, middle, extra)
        place(middle, v, extra)
    low, high = settled
    for item in heap:
        low, high = low + item[5], high + item[6]
    top = high.upper()
    return Enclosure(low.lower() if low.is_finite() else arb(0), top if top.is_finite() else INF)


def positive_part(
    first: LineLaw, second: LineLaw, factor: Number, *, prec: int = PRECISION, budget: int = BUDGET
) -> Enclosure:
    """Integral of ``max(f - factor * g, 0)`` for the densities ``f`` and ``g`` (atoms left out), ``factor >= 0``.

    Cells on which the sign is certain contribute differences of masses. An undecided cell contributes at most ``G``
    times the excess of the largest ratio over the factor, which shrinks with the square of its length.
    """
    with precision(2 * prec + 64):
        try:
            pieces = _compared(first, second, ctx.prec)
        except Wide:
            return Enclosure(arb(0), arb(1))
        t = ball(factor)
        starts = [(u, v, (c, r)) for lo, hi, c, r in pieces if c.first for u, v in pairwise([lo, *(_cuts(r, t, lo, hi, prec) if r is not None else ()), hi])]

        def bounds(u: arb | float, v: arb | float, extra: tuple[Cell, _Ratio | None]) -> tuple[arb, arb, bool]:
            cell, ratio = extra
            if ratio is None:
                f = _mass_of(cell.first, u, v)
                return arb(f.lower()), arb(f.upper()), _closed(cell.first)
            start, stop = _outer(u, v)
            low, high = ratio.range(start, stop)
            if low < t and high > t and not isinstance(start, float) and not isinstance(stop, float):
                least, most = ratio.between(start, stop)
                low, high = max(low, least), min(high, most)
            if high <= t:
                return arb(0), arb(0), True
            f, g = _mass_of(cell.first, u, v), _mass_of(cell.second, u, v)
            gain = f - t * g
            if low >= t:
                return arb(gain.lower()), arb(gain.upper()), _closed(cell.first) and _closed(cell.second)
            top = f.upper()
            if not isinstance(high, float):
                top = top.min((g * (high - t)).upper())
            top = top.min((gain + g * (t - low)).upper()).max(arb(0))
            return arb(gain.lower()).max(arb(0)).min(top), top, _open(ratio, t, u, v)

        try:
            return _adaptive(starts, bounds, prec, budget)
        except (Wide, Diverges):
            return Enclosure(arb(0), arb(1))


def surplus_area(first: LineLaw, second: LineLaw, *, prec: int = PRECISION, budget: int = BUDGET) -> Enclosure:
    """Integral of ``|F - G|`` over the line, for distribution functions ``F`` and ``G``.

    On a cell where ``F - G`` has one sign the integral is ``[x (F - G)] - integral of x d(F - G)``.
    """
    try:
        places = [x for x, _ in (*first.atoms, *second.atoms)]
        pieces = cells(first.parts, second.parts, [-INF, *places, INF])
    except Wide:
        return Enclosure(arb(0), INF)
    parts = [*first.parts, *((-w, piece) for w, piece in second.parts)]
    with precision(2 * prec + 64):

        def jump(cell: Cell) -> fmpq:
            """Atoms at or left of the cell's left end."""
            ups = sum((w for x, w in first.atoms if compare(x, cell.lo) in ("<", "=")), ZERO)
            return ups - sum((w for x, w in second.atoms if compare(x, cell.lo) in ("<", "=")), ZERO)

        def left(u: arb | float) -> arb:
            return _sum(_piece_integrals(0, w, piece, -INF, u)[0] for w, piece in parts)

        def right(u: arb | float) -> arb:
            return _sum(_piece_integrals(0, w, piece, u, INF)[0] for w, piece in parts)

        masses = sum((w for w, _ in parts), ZERO)
        known: dict[tuple[arb, arb, fmpq], arb] = {}

        def height(u: arb | float, atoms: fmpq) -> arb:
            """``F - G`` at ``u``, from the side where it is small."""
            if isinstance(u, float):
                return arb(0)
            key = (u.mid(), u.rad(), atoms)  # only exact balls can be hashed
            if key not in known:
                known[key] = left(u) + atoms if u < 0 or masses or atoms else -right(u)
            return known[key]

        def bounds(u: arb | float, v: arb | float, extra: tuple[Cell, _Ratio | None, fmpq]) -> tuple[arb, arb]:
            cell, ratio, atoms = extra
            if (isinstance(u, float) or isinstance(v, float)) and _heavy_without_mean(cell):
                return arb(0), _tail_area(cell, u, v)
            start, stop = height(u, atoms), height(v, atoms)
            moments = _sum(w * _piece_integrals(1, ONE, piece, u, v)[1] for w, piece in cell.first)
            moments -= _sum(w * _piece_integrals(1, ONE, piece, u, v)[1] for w, piece in cell.second)
            area = -moments
            if not isinstance(v, float):
                area += v * stop
            if not isinstance(u, float):
                area -= u * start
            one_sign = not cell.first or not cell.second
            if ratio is not None:
                low, high = ratio.range(*_outer(u, v))
                one_sign = bool(low >= 1) or bool(high <= 1)
            same = (start >= 0 and stop >= 0) or (start <= 0 and stop <= 0)
            size = abs(area)
            if one_sign and same:
                return arb(size.lower()).max(arb(0)), arb(size.upper())
            if isinstance(u, float) or isinstance(v, float):
                if isinstance(u, float) and isinstance(v, float):
                    return arb(0), arb("inf")
                edge: Any = v if isinstance(u, float) else u
                top = arb(0)
                for w, piece in (*cell.first, *cell.second):
                    mass_, first_ = _piece_integrals(1, w, piece, u, v)
                    top += abs(first_ - edge * mass_)
                return arb(size.lower()).max(arb(0)), arb(top.upper()).max(arb(size.upper()))
            f, g = _mass_of(cell.first, u, v), _mass_of(cell.second, u, v)
            lowest, highest = start - g, start + f
            if one_sign:
                lowest, highest = start.min(stop), start.max(stop)
            if lowest >= 0 or highest <= 0:
                return arb(size.lower()).max(arb(0)), arb(size.upper())
            top = arb(((v - u) * abs(lowest).max(abs(highest))).upper())
            return arb(size.lower()).max(arb(0)).min(top), top

        starts = []
        for c in pieces:
            ratio = _Ratio(c.first, c.second) if c.first and c.second else None
            starts.append((_end(c.lo), _end(c.hi), (c, ratio, jump(c))))
        try:
            if tails_apart(first, second, ONE):
                return Enclosure(INF, INF)
            return _adaptive(starts, lambda u, v, extra: (*bounds(u, v, extra), False), prec, budget)
        except (Wide, Diverges):
            return Enclosure(arb(0), INF)


def _heavy_without_mean(cell: Cell) -> bool:
    return any(isinstance(piece, PowerLaw) and compare(piece.exponent, TWO) != ">" for _, piece in (*cell.first, *cell.second))


def _tail_area(cell: Cell, u: arb | float, v: arb | float) -> arb:
    """Upper bound of the integral of ``|F - G|`` over an infinite part of a cell whose leading power tails agree; infinite if the part begins too early.

    Tails ``A x^(1-k)`` with k <= 2 cancel; of the rest each part counts by itself.
    """
    if isinstance(u, float) == isinstance(v, float):
        return arb("inf")
    side, cut = (1, u) if isinstance(u, arb) else (-1, -v)
    top = arb(0)
    for w, piece in (*cell.first, *cell.second):
        if not isinstance(piece, PowerLaw) or compare(piece.exponent, TWO) == ">":
            mass_, first_ = _piece_integrals(1, w, piece, u, v)
            top += abs(first_ - side * cut * mass_)
        elif cut > 0:
            top += w * powers.tail_offset(piece, cut, side)
        else:
            return arb("inf")
    return arb(top.upper()) if top.is_finite() else arb("inf")


def tails_apart(p: LineLaw, q: LineLaw, order: Number) -> bool:
    """Whether the power tails of two laws make their distance of a finite order infinite. Raises Wide where that is not decided.

    Tails with exponent above order + 1 have a finite moment of the order. Where the heaviest tails ``A x^(1-k)`` and ``B x^(1-k)`` of one side have k <= order + 1
    and A, B differ, quantiles at u are about ``u^(-1/(k-1))`` apart, of infinite norm. At order 1 the distance is the integral of ``|F - G|``, and lighter such
    tails count in the same way once the heaviest cancel.
    """
    undecided = False
    for side in ("right", "left"):
        groups: list[tuple[Number, list[tuple[fmpq, PowerLaw]]]] = []
        for sense, law in ((1, p), (-1, q)):
            for w, component in law.components:
                if isinstance(component, PowerLaw) and component.side in ("both", side):
                    place = compare(component.exponent, add(order, ONE))
                    if place is None:
                        raise Wide("an exponent against an order")
                    if place != ">":
                        _join(groups, sense * w, component)
        exponents = [exponent for exponent, _ in groups]
        for exponent in _sorted(exponents):
            if _constants_differ(next(members for other, members in groups if other is exponent)):
                return True
            if compare(order, ONE) != "=":
                undecided = True
                break
    if undecided:
        raise Wide("heavy tails with equal constants")
    return False


def _join(groups: list[tuple[Number, list[tuple[fmpq, PowerLaw]]]], w: fmpq, law: PowerLaw) -> None:
    """Put a tail beside those with the same exponent."""
    for exponent, members in groups:
        if compare(exponent, law.exponent) == "=":
            members.append((w, law))
            return
    groups.append((law.exponent, [(w, law)]))


def _constants_differ(members: list[tuple[fmpq, PowerLaw]]) -> bool:
    """Whether the weighted constants of tails with one exponent do not cancel. Raises Wide."""
    exact: Number | None = ZERO
    if len({law.side == "both" for _, law in members}) == 1:
        for w, law in members:
            size = powers.leading(law)[2]
            exact = None if size is None or exact is None else add(exact, mul(w, size))
        place = None if exact is None else sign(exact)
        if place is not None:
            return place != 0
    if sum((w for w, _ in members), ZERO) == 0 and len({(law.scale, law.side == "both") for _, law in members if is_exact(law.scale)}) == 1:
        return False
    with precision(2 * PRECISION):
        value = _sum(w * powers.leading(law)[1] for w, law in members)
        if value > 0 or value < 0:
            return True
    raise Wide("constants of tails that may be equal")


def generating_function(law: PieceLaw, t: Number, prec: int = PRECISION) -> Number:
    """E exp(t X): the integral of the density with t added to its slope; oo where that diverges."""

    def compute() -> arb:
        return _sum(integrals(0, quadratic(piece.c0, add(piece.c1, t), piece.c2), _end(piece.lo), _end(piece.hi))[0] for piece in law.pieces)

    try:
        return refined(compute, prec)
    except Diverges:
        return INF


# --- affine images ---------------------------------------------------------------------------------------------------


def affine(law: PieceLaw | PowerLaw, factor: Number, shift: Number) -> PieceLaw | PowerLaw:
    """The law of ``factor * X + shift``; ``factor`` must not be 0."""
    direction = sign(factor)
    if direction is None or direction == 0:
        raise Wide("sign of a factor")
    if isinstance(law, PowerLaw):
        side = law.side if direction > 0 else {"both": "both", "right": "left", "left": "right"}[law.side]
        return PowerLaw(add(mul(factor, law.location), shift), mul(absolute(factor), law.scale), law.exponent, side)
    inverse = div(ONE, factor)
    offset = mul(neg(shift), inverse)  # x = inverse * y + offset
    change = log(absolute(inverse))

    def image(end: Number) -> Number:
        return mul(factor, end) if isinstance(end, float) else add(mul(factor, end), shift)

    out = []
    for piece in law.pieces:
        lo, hi = image(piece.lo), image(piece.hi)
        if direction < 0:
            lo, hi = hi, lo
        slope = add(piece.c1, mul(TWO, mul(piece.c2, offset)))
        curve = mul(piece.c2, mul(inverse, inverse))
        out.append(Piece(lo, hi, add(piece.log_density(offset), change), mul(slope, inverse), curve))
    return PieceLaw(law.kind, out if direction > 0 else reversed(out))


def affine_map(source: PieceLaw | PowerLaw, target: PieceLaw | PowerLaw) -> tuple[Number, Number] | None:
    """``(a, b)`` with ``a > 0`` such that ``a X + b`` has law ``target``; None if none is found by exact arithmetic.

    For laws of one piece the constant of the log-density follows from the mass being 1 and is not compared.
    """
    if isinstance(source, PowerLaw) or isinstance(target, PowerLaw):
        if not (isinstance(source, PowerLaw) and isinstance(target, PowerLaw)) or source.side != target.side:
            return None
        if compare(source.exponent, target.exponent) != "=":
            return None
        factor = div(target.scale, source.scale)
        return factor, sub(target.location, mul(factor, source.location))
    if len(source.pieces) != len(target.pieces):
        return None
    try:
        guess = _affine_guess(source, target)
        if guess is None or sign(guess[0]) != 1:
            return None
        moved = affine(source, *guess)
    except (Wide, NoValue):
        return None
    assert isinstance(moved, PieceLaw)
    for one, other in zip(moved.pieces, target.pieces, strict=True):
        pairs = [(one.lo, other.lo), (one.hi, other.hi), (one.c1, other.c1), (one.c2, other.c2)]
        if len(source.pieces) > 1:
            pairs.append((one.c0, other.c0))
        if not all(compare(x, y) == "=" for x, y in pairs):
            return None
    return guess


def _affine_guess(source: PieceLaw, target: PieceLaw) -> tuple[Number, Number] | None:
    """The only candidate: from two finite ends, or from one anchor and the ratio of the scales."""
    one = [end for piece in source.pieces for end in (piece.lo, piece.hi) if not isinstance(end, float)]
    two = [end for piece in target.pieces for end in (piece.lo, piece.hi) if not isinstance(end, float)]
    if len(one) != len(two):
        return None
    if one and compare(one[0], one[-1]) == "<":
        factor = div(sub(two[-1], two[0]), sub(one[-1], one[0]))
        return factor, sub(two[0], mul(factor, one[0]))
    p, q = source.pieces[0], target.pieces[0]
    if sign(p.c2) != 0 and sign(q.c2) != 0:
        factor = power(div(p.c2, q.c2), fmpq(1, 2))
        if one:
            return factor, sub(two[0], mul(factor, one[0]))
        middle, image = div(p.c1, mul(-TWO, p.c2)), div(q.c1, mul(-TWO, q.c2))
        return factor, sub(image, mul(factor, middle))
    if one and sign(p.c1) != 0 and sign(q.c1) != 0:
        factor = div(p.c1, q.c1)
        return factor, sub(two[0], mul(factor, one[0]))
    return None


# --- quantiles -------------------------------------------------------------------------------------------------------


def quantiles(law: LineLaw, levels: Sequence[fmpq], prec: int = PRECISION) -> list[tuple[arb | float, arb | float]]:
    """Enclosures of ``inf {x : F(x) >= u}`` for increasing levels in (0, 1).

    A point is guessed in floating point and then certified: ``F(lo) < u <= F(hi)`` in balls. Ends that cannot be
    certified are infinite.
    """
    bell = _whole_bell(law)
    if bell is not None:
        with precision(prec + 32):
            middle, root, _ = _prepared(bell)[1].bell()
            return [(arb((middle + x / root).lower()), arb((middle + y / root).upper())) for x, y in _standard(tuple(levels), prec)]
    guess = _float_masses(law)
    bottom, top = support(law)
    start, stop = to_float(bottom), to_float(top)
    out: list[tuple[arb | float, arb | float]] = []
    x = next((end for end in (start, stop) if math.isfinite(end)), 0.0)
    if math.isfinite(start) and math.isfinite(stop):
        x = (start + stop) / 2
    with precision(prec + 32):
        parts = law.parts

        def certain(x: arb) -> arb:
            value = _sum(_piece_integrals(0, w, piece, -INF, x)[0] for w, piece in parts)
            return value + sum((w for place, w in law.atoms if x >= place), ZERO) if law.atoms else value

        for level in levels:
            x, step = _near_quantile(guess, to_float(level), to_float(ONE - level), x, start, stop)
            left: arb | float = -INF
            right: arb | float = INF
            for _ in range(40):
                if isinstance(left, float) and certain(arb(x - step)) < level:
                    left = arb(x - step)
                if isinstance(right, float) and certain(arb(x + step)) >= level:
                    right = arb(x + step)
                if not isinstance(left, float) and not isinstance(right, float):
                    break
                step *= 8
            out.append((left, right))
    return out


def _whole_bell(law: LineLaw) -> Piece | None:
    """The piece of a normal law, else None."""
    if law.atoms or len(law.components) != 1 or len(law.components[0][1].pieces) != 1:
        return None
    piece = law.components[0][1].pieces[0]
    if isinstance(piece, PowerLaw):
        return None
    return piece if piece.lo == -INF and piece.hi == INF and sign(piece.c2) == -1 else None


@lru_cache(maxsize=32)
def _standard(levels: tuple[fmpq, ...], prec: int) -> tuple[tuple[arb, arb], ...]:
    """Enclosures of the quantiles of the law with density proportional to ``exp(-x^2)``, the image of every normal law."""
    out = []
    with precision(prec + 64):
        for level in levels:
            tail = min(level, ONE - level)
            x, step = _near_quantile(_standard_guess, to_float(tail), to_float(ONE - tail), -1.0, -INF, 0.0) if tail * 2 != 1 else (0.0, 1e-18)
            ends = arb(x - step), arb(x + step)
            while not ((-ends[0]).erfc() / 2 < tail and (-ends[1]).erfc() / 2 >= tail):
                step *= 8
                ends = arb(x - step), arb(x + step)
            out.append(ends if level == tail else (-ends[1], -ends[0]))
    return tuple(out)


def _standard_guess(x: float) -> tuple[float, float, float]:
    return math.erfc(-x) / 2, math.erfc(x) / 2, math.exp(-x * x) / math.sqrt(math.pi)


def _near_quantile(
    guess: Callable[[float], tuple[float, float, float]], u: float, v: float, x: float, low: float, high: float
) -> tuple[float, float]:
    """A place near the quantile of level ``u = 1 - v`` and an error it may have; only a guide.

    Newton's method for the logarithm of the smaller of the two masses, kept inside a bracket that shrinks.
    """
    reach = 1.0
    for trial in range(200):
        below, above, height = guess(x)
        mass, wanted, side = (below, u, -1.0) if u < v else (above, v, 1.0)
        if (below >= u) if u < v else (above <= v):
            high = x
        else:
            low = x
        following = math.nan
        if 0 < height < INF and 0 < mass < INF:
            step = side * math.log(mass / wanted) * mass / height
            if abs(step) <= 4e-16 * abs(x) + 1e-15 * mass / height:
                return x, 4e-16 * abs(x) + 1e-14 * mass / height
            following = x + step if trial < 24 else math.nan
        if not low < following < high:
            if math.isinf(low) or math.isinf(high):
                reach *= 2
                following = x - reach if math.isinf(low) else x + reach
            else:
                following = (low + high) / 2
            if not low < following < high:
                break
        x = following
    x = high if math.isfinite(high) else x
    return x, max(abs(x) * 1e-15, 1e-18)


def quantile_integrals(
    law: LineLaw, levels: Sequence[fmpq], places: Sequence[tuple[arb | float, arb | float]]
) -> list[arb]:
    """Balls of the integrals of ``F^-1`` over ``(0, u)``, at the current precision.

    ``E[X; X <= x] + x (u - F(x))`` at a quantile ``x``; its derivative in ``x`` is ``u - F(x)``, so that a narrow
    enclosure of ``x`` is enough.
    """
    out = []
    for level, (left, right) in zip(levels, places, strict=True):
        if isinstance(left, float) or isinstance(right, float):
            out.append(arb("nan"))
            continue
        x = left.union(right)
        value = x * level
        for place, w in law.atoms:
            gain = w * (place - x)
            if place <= left:
                value += gain
            elif not place > right:
                value += gain.union(0)
        try:
            for w, piece in law.parts:
                size, first = _piece_integrals(1, w, piece, -INF, x)
                value += first - x * size
        except (Wide, Diverges):
            value = arb("nan")
        out.append(value)
    return out


def _float_masses(law: LineLaw) -> Callable[[float], tuple[float, float, float]]:
    """Mass up to a place, mass beyond it, and density there, in floating point; only a guide."""
    terms = [_float_piece(to_float(w), piece) for w, piece in law.parts]
    atoms = [(to_float(place), to_float(w)) for place, w in law.atoms]

    def masses(x: float) -> tuple[float, float, float]:
        below = above = height = 0.0
        for place, size in atoms:
            if x >= place:
                below += size
            else:
                above += size
        for term in terms:
            one, two, three = term(x)
            below += one
            above += two
            height += three
        return below, above, height

    return masses


def _float_piece(w: float, piece: Part) -> Callable[[float], tuple[float, float, float]]:
    if isinstance(piece, PowerLaw):
        return powers.float_masses(w, piece)
    lo, hi = to_float(piece.lo), to_float(piece.hi)
    c0, c1, c2 = to_float(piece.c0), to_float(piece.c1), to_float(piece.c2)

    def density(x: float) -> float:
        return w * math.exp(min(c0 + x * (c1 + x * c2), 700.0)) if lo < x < hi else 0.0

    if c2 < 0:
        root, middle = math.sqrt(-c2), -c1 / (2 * c2)
        factor = w * math.exp(min(c0 - c1 * c1 / (4 * c2), 700.0)) * math.sqrt(math.pi) / (2 * root)
        first, last = root * (lo - middle), root * (hi - middle)

        def bell(x: float) -> tuple[float, float, float]:
            t = root * (min(max(x, lo), hi) - middle)
            return factor * _float_gap(first, t), factor * _float_gap(t, last), density(x)

        return bell
    if c2 == 0:

        def between(a: float, b: float) -> float:
            if c1 == 0:
                return w * math.exp(min(c0, 700.0)) * (b - a) if b > a else 0.0
            ends = [math.exp(min(c0 + c1 * x, 700.0)) if math.isfinite(x) else 0.0 for x in (a, b)]
            return w * (ends[1] - ends[0]) / c1 if b > a else 0.0

        return lambda x: (between(lo, min(x, hi)), between(max(x, lo), hi), density(x))

    def slow(x: float) -> tuple[float, float, float]:
        with precision(64):
            below = float(_piece_integrals(0, ONE, piece, -INF, arb(x))[0].mid()) * w
            above = float(_piece_integrals(0, ONE, piece, arb(x), INF)[0].mid()) * w
        return below, above, density(x)

    return slow


def _float_gap(a: float, b: float) -> float:
    """``erf(b) - erf(a)`` without cancellation in the tails."""
    if a > 0:
        return math.erfc(a) - math.erfc(b)
    if b < 0:
        return math.erfc(-b) - math.erfc(-a)
    return math.erf(b) - math.erf(a)
