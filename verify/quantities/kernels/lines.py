"""Laws on the line with exponential-quadratic pieces, power tails and atoms: masses, moments, quantiles, integrals of differences.

Everything reduces to the integrals of ``x^k exp(c0 + c1 x + c2 x^2)`` over an interval, which are closed forms in exp,
erf and erfi, evaluated in balls; those of densities with power tails stand in ``powers``. Where an order of break points, or the sign of a leading coefficient, is not decided
by exact arithmetic, ``Wide`` is raised and the caller answers with the widest enclosure that is certainly right.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cmp_to_key
from itertools import pairwise
from typing import Any

from flint import arb, ctx, fmpq

from verify.quantities.kernels import powers
from verify.quantities.kernels.kept import by_identity
from verify.quantities.kernels.undecided import Diverges, Wide
from verify.values.elementary import exp, maximum
from verify.values.laws import FiniteLaw, GeometricLaw, Law, MixtureLaw, Piece, PieceLaw, PowerLaw, SparseLaw, TranslatedLaw, flat
from verify.values.numbers import Enclosure, NotKnown, NoValue, Number, add, ball, compare, div, enclose, hull, mul, precision, sign, sub

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
            raise NotKnown("a distribution on the line was needed, got labels or tuples")
        return LineLaw(plain.items(), ())
    if isinstance(plain, GeometricLaw | SparseLaw):
        raise NotKnown("a quantity of a distribution with infinitely many atoms that has no route")
    if not isinstance(plain, MixtureLaw):
        raise NotKnown("a distribution on the line was needed, got a distribution on tuples")
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


def end_ball(value: Number) -> arb | float:
    """An end of an interval as a ball; infinite ends stay."""
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


def prepared(piece: Piece) -> tuple[Piece, Quadratic, arb | float, arb | float]:
    """A piece with the balls of its coefficients and ends at the current precision."""
    key = id(piece), ctx.prec
    found = _PREPARED.get(key)
    if found is None or found[0] is not piece:
        if len(_PREPARED) >= 4096:
            _PREPARED.clear()
        found = piece, quadratic(piece.c0, piece.c1, piece.c2), end_ball(piece.lo), end_ball(piece.hi)
        _PREPARED[key] = found
    return found


def _clip(lo: arb | float, hi: arb | float, a: arb | float, b: arb | float) -> tuple[arb | float, arb | float, bool] | None:
    """The part of ``(lo, hi)`` in ``(a, b)``; None if certainly empty; the flag says that it may be empty."""
    lo = a if isinstance(lo, float) else lo if isinstance(a, float) else lo.max(a)
    hi = b if isinstance(hi, float) else hi if isinstance(b, float) else hi.min(b)
    if lo >= hi:
        return None
    return lo, hi, not lo < hi


def piece_integrals(n: int, weight: fmpq, piece: Part, a: arb | float, b: arb | float) -> list[arb]:
    """Integrals of ``x^k`` times a weighted density for k = 0..n over the part of an interval on which it lives."""
    if isinstance(piece, PowerLaw):
        part = _clip(end_ball(piece.lo), end_ball(piece.hi), a, b)
        if part is None:
            return [arb(0)] * (n + 1)
        lo, hi, doubtful = part
        out = powers.integrals(n, piece, lo, hi)
        return [weight * (value.union(0) if doubtful else value) for value in out]
    _, curve, first, last = prepared(piece)
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


def sum_of(values: Iterable[arb]) -> arb:
    """The sum of balls."""
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
            lambda: sum_of(piece_integrals(0, w, piece, end_ball(lo), end_ball(hi))[0] for w, piece in crossing), prec
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
    return in_order(lows)[0], in_order(highs)[-1]


def in_order(values: Iterable[Number]) -> list[Number]:
    """Numbers in rising order, each once. Raises Wide where the order is not decided."""
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
    ends = in_order([end for _, piece in (*first, *second) for end in (piece.lo, piece.hi)] + list(at))
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


def generating_function(law: PieceLaw, t: Number, prec: int = PRECISION) -> Number:
    """E exp(t X): the integral of the density with t added to its slope; oo where that diverges."""

    def compute() -> arb:
        return sum_of(integrals(0, quadratic(piece.c0, add(piece.c1, t), piece.c2), end_ball(piece.lo), end_ball(piece.hi))[0] for piece in law.pieces)

    try:
        return refined(compute, prec)
    except Diverges:
        return INF


__all__ = ["Cell", "Diverges", "LineLaw", "Wide", "cells", "density", "distribution_function", "generating_function", "line", "mass", "quadratic_supremum", "refined", "support"]
