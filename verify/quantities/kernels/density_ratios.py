"""The quotient of two densities on the line: its range on parts of a cell, and where it crosses a level."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from flint import arb, ctx, fmpq

from verify.quantities.kernels import powers
from verify.quantities.kernels.affine import affine
from verify.quantities.kernels.kept import by_identity
from verify.quantities.kernels.lines import INF, ONE, ZERO, Cell, LineLaw, Part, Quadratic, cells, end_ball, prepared, quadratic, sum_of
from verify.values.laws import Piece, PowerLaw
from verify.values.numbers import Enclosure, Number, ball, compare, sign, sub, to_float


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


def is_closed(parts: tuple[tuple[fmpq, Part], ...]) -> bool:
    """Whether masses are closed forms, which no splitting makes narrower."""
    return all(isinstance(piece, Piece) and prepared(piece)[1].sign2 is not None and prepared(piece)[1].sign1 is not None for _, piece in parts)


def is_open(ratio: Ratio, t: arb, u: arb | float, v: arb | float) -> bool:
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
    q = prepared(light)[1]
    c = powers.tail_constant(heavy, cut, side)
    place = side * cut
    fall = side * (q.c1 + 2 * q.c2 * place) + ball(heavy.exponent) / cut  # falls in |x|
    if c is None or q.sign2 not in (-1, 0) or not fall <= 0:
        return INF
    top = q.at(place) + ball(heavy.exponent) * cut.log() - c.log()
    return top.upper() if top.is_finite() else INF


def _part_log(part: Part, x: arb) -> arb:
    return powers.shape(part).log_density(x) if isinstance(part, PowerLaw) else prepared(part)[1].at(x)


def _part_slope(part: Part, x: arb) -> arb:
    if isinstance(part, PowerLaw):
        return powers.shape(part).slope(x)
    return prepared(part)[1].slope(x)


def _part_range(part: Part, u: arb, v: arb) -> tuple[arb, arb]:
    if isinstance(part, PowerLaw):
        return powers.interval_range(part, u, v)
    low, high = _range(prepared(part)[1], u, v)
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


class Ratio:
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
                found.append(sum_of(w * q.c0.exp() for w, q in side if isinstance(q, Quadratic) and (q.sign1 == 0 and q.sign2 == 0) == still))
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
            above, below = (sum_of(w * q.at(x).exp() for w, q in side) for side in (self.f, self.g))
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
        return centre + sum_of(h * (s - centre) for h, s in zip(heights, slopes, strict=True)) / sum_of(heights)

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
def compared(first: LineLaw, second: LineLaw, bits: int) -> list[tuple[arb | float, arb | float, Cell, Ratio | None]]:
    """The common cells of two laws with their ends, and the ratio of the densities where both have one, at the current precision ``bits``. Raises Wide."""
    return [(end_ball(c.lo), end_ball(c.hi), c, Ratio(c.first, c.second) if c.first and c.second else None) for c in cells(first.parts, second.parts)]


def cuts(ratio: Ratio, t: arb, lo: arb | float, hi: arb | float, prec: int) -> list[arb]:
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
