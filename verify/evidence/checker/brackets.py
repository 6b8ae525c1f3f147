"""Wasserstein distances on the line from both sides, by the quantiles of cells of mass and the means of their differences."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite

from verify.evidence.checker import numbers as n
from verify.evidence.checker.known import Known, signature
from verify.evidence.checker.laws import Line, Piece
from verify.evidence.checker.lines import cdf, clip, density_at, integral, moment_between, moved, support_ends
from verify.evidence.checker.numbers import INFINITY, MINUS_INFINITY, ONE, ZERO, Ball, Budget, Number, Undecided

BITS, HIGHEST = 96, 8
FURTHEST = 2.0**60


@dataclass(frozen=True)
class Place:
    """The u-quantile lies in [low, high]; ``area`` is the integral of the quantile function from 0 to u."""

    low: Number
    high: Number
    area: Number


@dataclass(frozen=True)
class Cell:
    """A range of mass: ends, quantiles of both laws at both, and bounds of its part of the transport cost."""

    lo: Fraction
    hi: Fraction
    p: tuple[Place, Place]
    q: tuple[Place, Place]
    low: Number
    high: Number

    @property
    def doubt(self) -> float:
        if not n.finite(self.high):
            return float("inf")
        return float(n.ball(self.high).hi) - float(n.ball(self.low).lo)


_CELLS: Known[list[Cell]] = Known()


def bracket(p: Line, q: Line, order: Number, budget: Budget) -> Number:
    """W_order between its bounds, for any order >= 1 or oo, by as many cells of mass as the budget allows now.

    A first look is coarse: most comparisons need no more. A later look goes on from the cells of the last one.
    """
    budget.coarse = True
    key = signature((p, q, order))
    with n.precision(BITS):

        def cut() -> list[Cell]:
            coarser = budget.known.get(key)
            cells = list(coarser) if coarser else [_cell(p, q, order, ZERO, ONE, *((_start(law), _stop(law)) for law in (p, q)))]
            _refine(cells, p, q, order, budget)
            return cells

        cells = budget.known[key] = _CELLS.of(budget, cut, p, q, order, budget.cells)
        return _joined(cells, order)


def _refine(cells: list[Cell], p: Line, q: Line, order: Number, budget: Budget) -> None:
    """Halve the cells that leave most open, until there are enough of them."""
    at_infinity = bool(n.is_point_infinite(order))
    while len(cells) <= budget.cells:
        if at_infinity:
            worst = max(range(len(cells)), key=lambda k: float(n.ball(cells[k].high).hi))
        else:
            worst = max(range(len(cells)), key=lambda k: cells[k].doubt)
        cell = cells[worst]
        middle = _middle(cell)
        try:
            at = _place(p, middle, cell.p, budget), _place(q, middle, cell.q, budget)
        except Undecided:
            return
        cells[worst] = _cell(p, q, order, cell.lo, middle, (cell.p[0], at[0]), (cell.q[0], at[1]))
        cells.append(_cell(p, q, order, middle, cell.hi, (at[0], cell.p[1]), (at[1], cell.q[1])))


def _joined(cells: list[Cell], order: Number) -> Number:
    sides: list[Number] = []
    for bounds in ([c.low for c in cells], [c.high for c in cells]):
        if any(n.is_point_infinite(x) for x in bounds):
            sides.append(INFINITY)
        elif n.is_point_infinite(order):
            sides.append(n.maximum(*bounds))
        else:
            sides.append(n.power(n.add(*bounds), n.inverse(order)))
    low, high = n.ball(sides[0]).lo, n.ball(sides[1]).hi
    return Ball(max(low, n.exact(ZERO)), high)


def _start(law: Line) -> Place:
    lowest = support_ends(law)[0]
    return Place(lowest, lowest, ZERO)


def _stop(law: Line) -> Place:
    highest = support_ends(law)[1]
    return Place(highest, highest, moment_between(law, MINUS_INFINITY, INFINITY, 1))


def _middle(cell: Cell) -> Fraction:
    """Half of the mass; in a tail an eighth of it is left outside."""
    width = cell.hi - cell.lo
    if not (n.finite(cell.p[0].low) and n.finite(cell.q[0].low)) and cell.hi <= Fraction(1, 2):
        return cell.lo + width / 8
    if not (n.finite(cell.p[1].high) and n.finite(cell.q[1].high)) and cell.lo >= Fraction(1, 2):
        return cell.hi - width / 8
    return cell.lo + width / 2


# --- quantiles -------------------------------------------------------------------------------------------------------


def _place(law: Line, u: Fraction, around: tuple[Place, Place], budget: Budget) -> Place:
    """An interval of the u-quantile and the area below it; Undecided where none is found."""
    budget.spend(100)
    x = _near(law, u, around)
    step = Fraction(max(abs(x), 1e-6)) / 2**40
    low, high = Fraction(x) - step, Fraction(x) + step
    while True:
        below, moment = _cumulated(law, low)
        if n.relations(below, u) <= {"<", "="}:
            break
        step *= 16
        low -= step
        if step > FURTHEST:
            raise Undecided("a quantile")
    step = Fraction(max(abs(x), 1e-6)) / 2**40
    while not n.relations(cdf(law, high), u) <= {">", "="}:
        step *= 16
        high += step
        if step > FURTHEST:
            raise Undecided("a quantile")
    # x u - E (x - X)+ is concave in x, with slope u - F(x), and largest at the quantile, where it is the area
    slope = n.sub(u, below)
    left = n.add(n.mul(low, slope), moment)
    right = n.add(left, n.mul(high - low, slope))
    return Place(low, high, Ball(n.ball(left).lo, n.ball(right).hi))


def _cumulated(law: Line, x: Fraction) -> tuple[Number, Number]:
    """P(X <= x) and E X over X <= x."""
    if law.atoms:
        return cdf(law, x), moment_between(law, MINUS_INFINITY, x, 1)
    masses: list[Number] = []
    moments: list[Number] = []
    for w, pieces in law.parts:
        for p in pieces:
            inside = clip(p, MINUS_INFINITY, x)
            if inside is None:
                continue
            mass = integral(p, *inside)
            masses.append(n.mul(w, mass))
            if n.relations(p.c2, ZERO) != {"<"}:
                moments.append(n.mul(w, integral(p, *inside, 1)))
                continue
            edge = n.sub(density_at(p, inside[1]), density_at(p, inside[0]))  # of (c1 + 2 c2 x) times the density
            moments.append(n.mul(w, n.div(n.sub(edge, n.mul(p.c1, mass)), n.mul(Fraction(2), p.c2))))
    return n.add(ZERO, *masses), n.add(ZERO, *moments)


def _near(law: Line, u: Fraction, around: tuple[Place, Place]) -> float:
    """A number near the u-quantile, in floating point; what is near is proved later."""
    wanted = float(u)
    floats = [
        (float(w), _float(p.lo), _float(p.hi), _float(p.c0), _float(p.c1), _float(p.c2))
        for w, part in law.parts
        for p in part
    ]

    def gap(x: float) -> float:
        total = sum((float(w) for y, w in law.atoms if y <= x), -wanted)
        return total + sum(w * _area(lo, hi, c0, c1, c2, x) for w, lo, hi, c0, c1, c2 in floats)

    low, high = (_float(around[0].low), _float(around[1].high))
    if not isfinite(low):
        low, step = (min(high, 0.0) if isfinite(high) else 0.0) - 1.0, 1.0
        while gap(low) > 0 and step < FURTHEST:
            step *= 2
            low -= step
    if not isfinite(high):
        high, step = max(low, 0.0) + 1.0, 1.0
        while gap(high) < 0 and step < FURTHEST:
            step *= 2
            high += step
    for _ in range(80):
        x = (low + high) / 2
        if high - low <= 1e-14 * max(abs(low), abs(high), 1e-6):
            break
        if gap(x) < 0:
            low = x
        else:
            high = x
    return (low + high) / 2


def _area(lo: float, hi: float, c0: float, c1: float, c2: float, x: float) -> float:
    """Integral of exp(c0 + c1 x + c2 x^2) from lo to min(hi, x)."""
    end = min(hi, x)
    if not end > lo:
        return 0.0
    if c2 < 0:
        root = math.sqrt(-c2)
        middle = c1 / (2 * root)
        height = math.exp(c0 + middle * middle) * math.sqrt(math.pi) / (2 * root)
        left, right = root * lo - middle, root * end - middle
        if right < 0:
            return height * (math.erfc(-right) - math.erfc(-left))
        return height * (math.erf(right) - math.erf(left))
    if c1 == 0:
        return math.exp(c0) * (end - lo)
    return (math.exp(c0 + c1 * end) - (math.exp(c0 + c1 * lo) if math.isfinite(lo) else 0.0)) / c1


def _float(x: Number) -> float:
    return float(x) if isinstance(x, Fraction) else float(x.lo)


# --- cells -----------------------------------------------------------------------------------------------------------


def _cell(
    p: Line, q: Line, order: Number, lo: Fraction, hi: Fraction, a: tuple[Place, Place], b: tuple[Place, Place]
) -> Cell:
    """Bounds of the integral of |F^-1 - G^-1|^order over a range of mass (for order oo, of its supremum)."""
    width = hi - lo
    mean = n.mul(1 / width, n.sub(n.sub(a[1].area, a[0].area), n.sub(b[1].area, b[0].area)))
    least = n.maximum(ZERO, *(n.bottom(x) for x in (mean, n.neg(mean))))
    try:
        bottom, top = n.sub(a[0].low, b[1].high), n.sub(a[1].high, b[0].low)
    except (n.NoValue, Undecided):
        bottom, top = MINUS_INFINITY, INFINITY
    if n.is_point_infinite(order):
        if not (n.finite(bottom) and n.finite(top)):
            return Cell(lo, hi, a, b, least, INFINITY)
        return Cell(lo, hi, a, b, n.maximum(least, bottom, n.neg(top)), n.maximum(n.absolute(bottom), n.absolute(top)))
    low = n.mul(width, n.power(least, order))
    if not (n.finite(bottom) and n.finite(top)):
        high = _tail(p, q, order, width, a, b) if lo == 0 or hi == 1 else INFINITY
        return Cell(lo, hi, a, b, low, high)
    ends = [n.power(n.absolute(x), order) for x in (bottom, top)]
    high = n.maximum(*ends)
    if n.relations(bottom, top) == {"<"}:  # a convex function lies below its chord
        share = n.div(n.sub(mean, bottom), n.sub(top, bottom))
        chord = n.add(ends[0], n.mul(share, n.sub(ends[1], ends[0])))
        high = n.minimum(high, chord)
    return Cell(lo, hi, a, b, low, n.mul(width, n.maximum(ZERO, high)))


def _tail(
    p: Line, q: Line, order: Number, width: Fraction, a: tuple[Place, Place], b: tuple[Place, Place]
) -> Number:
    """By Minkowski: moments of both laws in the tail about their own quantiles, and the distance of these."""
    right = n.finite(a[0].low) and n.finite(b[0].low)
    if right == (n.finite(a[1].high) and n.finite(b[1].high)):
        return INFINITY
    total: list[Number] = []
    centres: list[Number] = []
    for law, places in ((p, a), (q, b)):
        centre = places[0].low if right else places[1].high
        centres.append(centre)
        total.append(_tail_moment(law, order, centre, right))
    apart = n.mul(n.absolute(n.sub(*centres)), n.power(width, n.inverse(order)))
    return n.power(n.add(apart, *total), order)


def _tail_moment(law: Line, order: Number, centre: Number, right: bool) -> Number:
    """At least (E |X - centre|^order beyond the centre)^(1/order)."""
    if not n.relations(order, Fraction(HIGHEST)) <= {"<", "="}:
        return n.power(_by_exponentials(law, order, centre, right), n.inverse(order))
    even = 2
    while not n.relations(Fraction(even), order) <= {">", "="}:
        even += 2
    if law.atoms and not isinstance(centre, Fraction):
        return INFINITY
    lo, hi = (ZERO, INFINITY) if right else (MINUS_INFINITY, ZERO)
    tail = moved(law, centre)
    moment, mass = (n.maximum(ZERO, moment_between(tail, lo, hi, k)) for k in (even, 0))
    share = n.div(order, Fraction(even))
    # E |Y|^order on a part of mass m is at most (E |Y|^even)^(order/even) m^(1 - order/even), by Jensen
    bound = n.mul(n.power(moment, share), n.power(mass, n.sub(ONE, share)))
    return n.power(bound, n.inverse(order))


def _by_exponentials(law: Line, order: Number, centre: Number, right: bool) -> Number:
    """At least E |X - centre|^order beyond the centre: y^k <= (k / (e s))^k exp(s y) for every s > 0, part by part."""
    side = 1 if right else -1
    lo, hi = (centre, INFINITY) if right else (MINUS_INFINITY, centre)
    total: list[Number] = []
    for x, w in law.atoms:
        if not n.relations(n.mul(Fraction(side), n.sub(x, centre)), ZERO) <= {"<", "="}:
            total.append(n.mul(w, n.power(n.absolute(n.sub(x, centre)), order)))
    for w, pieces in law.parts:
        for p in pieces:
            inside = clip(p, lo, hi)
            if inside is None:
                continue
            s = _rate(p, _float(order), _float(centre), side)
            move = Fraction(side) * s
            tilted = Piece(p.lo, p.hi, n.sub(p.c0, n.mul(move, centre)), n.add(p.c1, move), p.c2)
            factor = n.exp(n.mul(order, n.sub(n.log(n.div(order, s)), ONE)))
            total.append(n.mul(w, factor, integral(tilted, *inside)))
    return n.maximum(ZERO, n.add(ZERO, *total))


def _rate(p: Piece, order: float, centre: float, side: int) -> Fraction:
    """A rate with a small bound; every positive one has a bound (infinite where the tilted density is not integrable)."""
    curve, fall = -2 * _float(p.c2), -side * (_float(p.c1) + 2 * _float(p.c2) * centre)
    if curve > 0:
        rate = (fall + math.sqrt(fall * fall + 4 * order * curve)) / 2
    elif fall > 0:
        rate = fall * order / (order + 1)
    else:
        rate = order / max(1e-9, side * (_float(p.hi if side > 0 else p.lo) - centre))
    return Fraction(rate).limit_denominator(10**6) if 1e-3 < rate < 1e12 else Fraction(1)
