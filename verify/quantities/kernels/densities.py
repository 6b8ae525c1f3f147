"""Quantities that compare two densities point by point."""

from __future__ import annotations

import math

from flint import arb, fmpq

from verify.quantities.kernels.divergences import max_divergence
from verify.quantities.kernels.lines import PRECISION, Cell, Wide, cells, greatest_height, height, line
from verify.values.elementary import absolute, exp, log, maximum
from verify.values.laws import FiniteLaw, Law, Piece, PowerLaw
from verify.values.numbers import Enclosure, NotKnown, NoValue, Number, add, compare, div, enclose, mul, relation, sub, to_float

INF = math.inf
ZERO = fmpq(0)
ONE = fmpq(1)


def log_ratio_sup(p: Law, q: Law, prec: int = PRECISION) -> Number:
    """sup |log p - log q| over points where one of the densities is positive: the larger of the two max-divergences."""
    return maximum(max_divergence(p, q, prec), max_divergence(q, p, prec))


def _finite_rows(p: Law, q: Law) -> list[tuple[fmpq, fmpq]] | None:
    if not (isinstance(p, FiniteLaw) and isinstance(q, FiniteLaw)):
        if isinstance(p, FiniteLaw) or isinstance(q, FiniteLaw):
            raise NoValue("densities with respect to different measures")
        return None
    a, b = dict(p.items()), dict(q.items())
    return [(a.get(x, ZERO), b.get(x, ZERO)) for x in {*a, *b}]


def density_gap_sup(p: Law, q: Law, prec: int = PRECISION) -> Number:
    """sup |p - q| over the line; exact for finite laws and densities constant on cells, else between a grid's value and
    the larger supremum."""
    if p == q:
        return ZERO
    rows = _finite_rows(p, q)
    if rows is not None:
        return max(abs(a - b) for a, b in rows)
    low, high = ZERO, ZERO
    least: Number = low
    most: Number = high
    for cell in _cells(p, q):
        if _constant(cell):
            gap = absolute(sub(_value(cell.first, prec), _value(cell.second, prec), prec))
            least, most = maximum(least, gap), maximum(most, gap)
            continue
        most = maximum(most, _top(cell.first, cell, prec), _top(cell.second, cell, prec))
        for x in _points(cell):
            least = maximum(least, absolute(sub(_at(cell.first, x, prec), _at(cell.second, x, prec), prec)))
    return _between(least, most, prec)


def log_per_density_gap(p: Law, q: Law, prec: int = PRECISION) -> Number:
    """sup |log p - log q| / |p - q| over points where the densities differ; 0 for equal laws, oo where one support is
    larger."""
    if p == q:
        return ZERO
    rows = _finite_rows(p, q)
    best: Number = ZERO
    if rows is not None:
        for a, b in rows:
            if a == b:
                continue
            if a == 0 or b == 0:
                return INF
            best = maximum(best, div(absolute(log(a / b, prec)), abs(a - b), prec))
        return best
    exact = True
    for cell in _cells(p, q):
        if not cell.first and not cell.second:
            continue
        if not cell.first or not cell.second:
            return INF
        if _constant(cell):
            best = maximum(best, _ratio(_value(cell.first, prec), _value(cell.second, prec), prec))
            continue
        if isinstance(cell.lo, float) or isinstance(cell.hi, float):
            return INF if _gap_vanishes(cell) else Enclosure(enclose(best, prec).lo, INF)
        exact = False
        for x in _points(cell):
            best = maximum(best, _ratio(_at(cell.first, x, prec), _at(cell.second, x, prec), prec))
    return best if exact else Enclosure(enclose(best, prec).lo, INF)


def _gap_vanishes(cell: Cell) -> bool:
    """In an unbounded cell both densities tend to 0; the quotient is unbounded unless the log-ratio vanishes too, which
    it does only for equal pieces."""
    if len(cell.first) != 1 or len(cell.second) != 1:
        return False
    (w, a), (v, b) = cell.first[0], cell.second[0]
    if isinstance(a, PowerLaw) or isinstance(b, PowerLaw):
        return w != v or a != b
    return not (w == v and all(compare(x, y) == "=" for x, y in ((a.c0, b.c0), (a.c1, b.c1), (a.c2, b.c2))))


def log_density_lipschitz(p: Law, low: Number = -INF, high: Number = INF, prec: int = PRECISION) -> Number:
    """The least Lipschitz constant of log p on (low, high); oo where the density vanishes, jumps, or has no bounded
    slope."""
    if isinstance(p, FiniteLaw):
        raise NoValue("a distribution without a density has no log-density")
    here = line(p)
    if here.atoms or len(here.components) != 1:
        raise NotKnown("the log-density of a mixture")
    best: Number = ZERO
    reached: Number = low
    previous: Number | None = None
    component = here.components[0][1]
    if isinstance(component, PowerLaw):
        return _power_lipschitz(component, low, high, prec)
    for piece in component.pieces:
        if relation(piece.hi, "<=", low) or relation(piece.lo, ">=", high):
            continue
        if relation(piece.lo, ">", reached) is True:
            return INF
        if previous is not None:
            start = piece.log_density(piece.lo, prec)
            jump = compare(previous, start)
            if jump in ("<", ">"):
                return INF
        if compare(piece.c2, ZERO) != "=" and (isinstance(_clip(piece.lo, low, up=True), float) or isinstance(_clip(piece.hi, high, up=False), float)):
            return INF
        for end in (_clip(piece.lo, low, up=True), _clip(piece.hi, high, up=False)):
            slope = piece.c1 if isinstance(end, float) else add(piece.c1, mul(fmpq(2), mul(piece.c2, end, prec), prec), prec)
            best = maximum(best, absolute(slope))
        reached = piece.hi
        previous = None if isinstance(piece.hi, float) else piece.log_density(piece.hi, prec)
    return INF if relation(reached, "<", high) is True else best


def _power_lipschitz(law: PowerLaw, low: Number, high: Number, prec: int) -> Number:
    """With ``t = (x - location)/scale`` the slope is ``k/scale`` times ``|t|/(1 + t^2)``, largest at 1 and -1, or times ``1/(1 + t)`` on one side."""
    if relation(law.lo, ">", low) is True or relation(law.hi, "<", high) is True:
        return INF
    steep = div(law.exponent, law.scale, prec)
    if law.side != "both":
        near = low if law.side == "right" else high
        t = absolute(div(sub(near, law.location, prec), law.scale, prec))
        return div(steep, add(ONE, t, prec), prec)
    ends = [end if isinstance(end, float) else div(sub(end, law.location, prec), law.scale, prec) for end in (low, high)]
    best: Number = ZERO
    for top in (ONE, -ONE):
        left, right = relation(ends[0], "<=", top), relation(top, "<=", ends[1])
        if left is True and right is True:
            return div(steep, fmpq(2), prec)
        if left is None or right is None:
            best = Enclosure(arb(0), arb("0.5"))
    for t in ends:
        if not isinstance(t, float):
            best = maximum(best, div(absolute(t), add(ONE, mul(t, t, prec), prec), prec))
    return mul(steep, best, prec)


def _clip(end: Number, bound: Number, *, up: bool) -> Number:
    if up:
        return bound if relation(end, "<", bound) is True else end
    return bound if relation(end, ">", bound) is True else end


def _cells(p: Law, q: Law) -> list[Cell]:
    one, two = line(p), line(q)
    if one.atoms or two.atoms:
        raise NoValue("densities of distributions with atoms")
    try:
        return cells(one.parts, two.parts)
    except Wide:
        raise NotKnown("the order of break points is not decided") from None


def _constant(cell: Cell) -> bool:
    return all(isinstance(piece, Piece) and compare(piece.c1, ZERO) == "=" and compare(piece.c2, ZERO) == "=" for _, piece in (*cell.first, *cell.second))


def _value(parts: tuple, prec: int) -> Number:  # type: ignore[type-arg]
    total: Number = ZERO
    for weight, piece in parts:
        total = add(total, mul(weight, exp(piece.c0, prec), prec), prec)
    return total


def _at(parts: tuple, x: fmpq, prec: int) -> Number:  # type: ignore[type-arg]
    total: Number = ZERO
    for weight, piece in parts:
        total = add(total, mul(weight, height(piece, x, prec), prec), prec)
    return total


def _top(parts: tuple, cell: Cell, prec: int) -> Number:  # type: ignore[type-arg]
    total: Number = ZERO
    for weight, piece in parts:
        total = add(total, mul(weight, greatest_height(piece, cell.lo, cell.hi, prec), prec), prec)
    return total


def _ratio(a: Number, b: Number, prec: int) -> Number:
    gap = absolute(sub(a, b, prec))
    if relation(gap, "==", ZERO) is not False:
        return ZERO if relation(gap, "==", ZERO) is True else Enclosure(arb(0), INF)
    return div(absolute(sub(log(a, prec), log(b, prec), prec)), gap, prec)


def _points(cell: Cell, count: int = 16) -> list[fmpq]:
    """Exact points inside a cell, its ends included where finite."""
    low, high = to_float(cell.lo), to_float(cell.hi)
    if math.isinf(low) and math.isinf(high):
        low, high = -8.0, 8.0
    elif math.isinf(low):
        low = high - 8.0
    elif math.isinf(high):
        high = low + 8.0
    inner = [low + (high - low) * (k + 0.5) / count for k in range(count)]
    points = [fmpq(*x.as_integer_ratio()) for x in inner]
    for end in (cell.lo, cell.hi):
        if isinstance(end, fmpq):
            points.append(end)
    return points


def _between(least: Number, most: Number, prec: int) -> Number:
    if compare(least, most) == "=":
        return least
    low, high = enclose(least, prec), enclose(most, prec)
    return Enclosure(low.lo, high.hi)
