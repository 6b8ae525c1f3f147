"""Suprema that compare two densities point by point: cells are bisected, and what cannot hold the supremum is left out."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

from flint import ctx

from verify.evidence.checker import numbers as n
from verify.evidence.checker.laws import Line, Piece
from verify.evidence.checker.lines import TWO, clip, density_at, ends
from verify.evidence.checker.numbers import INFINITY, ONE, ZERO, Ball, Budget, NoValue, Number, Undecided

Parts = list[tuple[Fraction, Piece]]
MOST_BOXES = 1500


def density_gap_sup(p: Line, q: Line, budget: Budget) -> Number:
    """sup |p - q|."""

    def value(a: Parts, b: Parts, lo: Number, hi: Number) -> Number:
        whole = n.absolute(n.sub(_level(a, lo, hi), _level(b, lo, hi)))
        if not (n.finite(lo) and n.finite(hi)) or n.relations(lo, hi) == {"="}:
            return whole
        try:
            slope = n.sub(_slope(a, lo, hi), _slope(b, lo, hi))
        except Undecided:
            return whole
        both = [n.absolute(n.sub(_level(a, x, x), _level(b, x, x))) for x in (lo, hi)]
        possible = n.relations(slope, ZERO)
        if possible <= {">", "="} or possible <= {"<", "="}:
            top = n.maximum(*both)
        else:  # no value is further from one at an end than half the width times the largest slope
            top = n.add(n.maximum(*both), n.mul(Fraction(1, 2), n.absolute(slope), n.sub(hi, lo)))
        return Ball(n.ball(whole).lo, min(n.ball(whole).hi, n.ball(top).hi))

    return _supremum(p, q, value, budget)


def log_per_density_gap(p: Line, q: Line, budget: Budget) -> Number:
    """sup |log p - log q| / |p - q| where the densities differ; 0 if they never do.

    The quotient is the inverse of the logarithmic mean of p and q, which grows with both; where the densities agree at single points it is continuous.
    """

    def value(a: Parts, b: Parts, lo: Number, hi: Number) -> Number:
        if not a or not b:
            return INFINITY
        if n.is_point_infinite(lo) or n.is_point_infinite(hi):
            return INFINITY  # both densities tend to 0, and so does their mean
        left, right = _level(a, lo, hi), _level(b, lo, hi)
        if isinstance(left, Fraction) and isinstance(right, Fraction) and left != right:  # both are constant
            return n.div(n.log(left / right), left - right)
        left, right = n.ball(left), n.ball(right)
        if not (left.lo > 0 and right.lo > 0):
            raise Undecided("a density whose least value is not known")
        low = _inverse_mean(Ball(left.hi, left.hi), Ball(right.hi, right.hi))
        high = _inverse_mean(Ball(left.lo, left.lo), Ball(right.lo, right.lo))
        return Ball(low.lo, high.hi)

    return _supremum(p, q, value, budget, _differ)


def _inverse_mean(a: Number, b: Number) -> Ball:
    """(log a - log b) / (a - b), and 1 / a for a = b: between the inverses of a and b."""
    bracket = n.hull([n.inverse(a), n.inverse(b)])
    gap = n.sub(a, b)
    if "=" in n.relations(gap, ZERO):
        return n.ball(bracket)
    sharp, rough = n.ball(n.div(n.log(n.div(a, b)), gap)), n.ball(bracket)
    return Ball(max(sharp.lo, rough.lo), min(sharp.hi, rough.hi))


def _differ(a: Parts, b: Parts, lo: Number, hi: Number) -> bool:
    """Whether two densities differ on a cell, and then at all but single points of it; sums of exponentials are analytic."""
    if a == b:
        return False
    places = [_inner(lo, hi)]
    places += [_inner(lo, places[0]), _inner(places[0], hi)]
    if any("=" not in n.relations(_level(a, x, x), _level(b, x, x)) for x in places):
        return True
    if len(a) == len(b) == 1:
        (w, x), (v, y) = a[0], b[0]
        shapes = [(n.add(x.c0, n.log(w)), n.add(y.c0, n.log(v))), (x.c1, y.c1), (x.c2, y.c2)]
        if all(n.relations(s, t) == {"="} for s, t in shapes):
            return False
    raise Undecided("densities that are perhaps equal")


def _supremum(
    p: Line,
    q: Line,
    value: Callable[[Parts, Parts, Number, Number], Number],
    budget: Budget,
    counts: Callable[[Parts, Parts, Number, Number], bool] = lambda a, b, lo, hi: True,
) -> Number:
    """The supremum, over the cells that count, of a continuous quantity that ``value`` encloses between two numbers; at least 0."""
    if p.atoms or q.atoms:
        raise NoValue("densities of laws with atoms")
    least: Number = ZERO
    boxes: list[tuple[Parts, Parts, Number, Number]] = []
    for lo, hi in pairwise(ends([p, q])):
        a, b = _parts(p, lo, hi), _parts(q, lo, hi)
        if (a or b) and counts(a, b, lo, hi):
            boxes.append((a, b, lo, hi))
    tops: list[Number] = []
    for level in range(ctx.prec):
        ranges = []
        for a, b, lo, hi in boxes:
            budget.spend(20)
            top = value(a, b, lo, hi)
            if n.is_point_infinite(top) > 0:
                return INFINITY
            ranges.append(top)
            least = n.maximum(least, _bottom(top), *(value(a, b, x, x) for x in (lo, _inner(lo, hi), hi) if n.finite(x)))
        kept = [k for k, top in enumerate(ranges) if not n.relations(top, least) <= {"<", "="}]
        tops = [ranges[k] for k in kept]
        boxes = [boxes[k] for k in kept]
        if not boxes or level > ctx.prec // 2 or 2 * len(boxes) > MOST_BOXES:
            break
        boxes = [half for a, b, lo, hi in boxes for half in ((a, b, lo, _inner(lo, hi)), (a, b, _inner(lo, hi), hi))]
    if not tops:
        return least
    return Ball(n.ball(least).lo, n.ball(n.maximum(least, *tops)).hi)


def _bottom(x: Number) -> Number:
    """The least value that is certain on a cell."""
    return x if isinstance(x, Fraction) else Ball(x.lo, x.lo)


def _inner(lo: Number, hi: Number) -> Number:
    """A number inside a cell, without an enclosure of its own."""
    if n.is_point_infinite(lo) and n.is_point_infinite(hi):
        return ZERO
    if n.is_point_infinite(hi):
        return n.add(ONE, n.mul(TWO, n.absolute(_point(lo))))
    if n.is_point_infinite(lo):
        return n.neg(n.add(ONE, n.mul(TWO, n.absolute(_point(hi)))))
    return n.mul(Fraction(1, 2), n.add(_point(lo), _point(hi)))


def _point(x: Number) -> Fraction:
    if isinstance(x, Fraction):
        return x
    q = x.lo.fmpq()
    return Fraction(int(q.p), int(q.q))


def _parts(law: Line, lo: Number, hi: Number) -> Parts:
    return [(w, p) for w, pieces in law.parts for p in pieces if clip(p, lo, hi)]


def _level(parts: Parts, lo: Number, hi: Number) -> Number:
    """The range of the density between lo and hi."""
    return n.add(ZERO, *(n.mul(w, _range(p, lo, hi)) for w, p in parts))


def _slope(parts: Parts, lo: Number, hi: Number) -> Number:
    """The range of the derivative of the density between two finite numbers."""
    between = n.hull([lo, hi])
    return n.add(
        ZERO, *(n.mul(w, n.add(p.c1, n.mul(TWO, p.c2, between)), _range(p, lo, hi)) for w, p in parts)
    )


def _range(p: Piece, lo: Number, hi: Number) -> Number:
    """The range of exp(c0 + c1 x + c2 x^2) between lo and hi."""
    both = [density_at(p, lo), density_at(p, hi)]
    if n.relations(lo, hi) == {"="}:
        return both[0]
    if n.relations(p.c2, ZERO) != {"="}:
        top = n.div(p.c1, n.mul(-TWO, p.c2))
        if n.relations(top, lo) & {">", "="} and n.relations(top, hi) & {"<", "="}:
            both.append(density_at(p, top))
    return both[0] if n.relations(both[0], both[-1]) == {"="} and len(both) == 2 else n.hull(both)
