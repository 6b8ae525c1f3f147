"""Suprema that compare two densities point by point: cells are bisected, and what cannot hold the supremum is left out."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

from flint import ctx

from verify.evidence.checker import numbers as n
from verify.evidence.checker.laws import Line, Piece
from verify.evidence.checker.line_transport import same
from verify.evidence.checker.lines import TWO, ends, level, parts_on, slope
from verify.evidence.checker.numbers import INFINITY, ONE, ZERO, Ball, Budget, NoValue, Number, Undecided

Parts = list[tuple[Fraction, Piece]]
MOST_BOXES = 1500


def density_gap_sup(p: Line, q: Line, budget: Budget) -> Number:
    """sup |p - q|."""

    def value(a: Parts, b: Parts, lo: Number, hi: Number) -> tuple[Number, bool]:
        whole = n.absolute(n.sub(level(a, lo, hi), level(b, lo, hi)))
        if not (n.finite(lo) and n.finite(hi)) or n.relations(lo, hi) == {"="}:
            return whole, False
        change = n.sub(slope(a, lo, hi), slope(b, lo, hi))
        both = n.maximum(*(n.absolute(n.sub(level(a, x, x), level(b, x, x))) for x in (lo, hi)))
        if _one_sign(change):
            return both, True
        # no value is further from the nearer end than half the width times the largest slope
        top = n.add(both, n.mul(Fraction(1, 2), n.absolute(change), n.sub(hi, lo)))
        return Ball(n.ball(whole).lo, min(n.ball(whole).hi, n.ball(top).hi)), False

    return ZERO if same(p, q) else _supremum(p, q, value, budget)


def log_per_density_gap(p: Line, q: Line, budget: Budget) -> Number:
    """sup |log p - log q| / |p - q| where the densities differ; 0 if they never do.

    The quotient is the inverse of the logarithmic mean of p and q, which grows with both; where the densities agree at single points it is continuous.
    """

    def at(left: Number, right: Number) -> Number:
        if isinstance(left, Fraction) and isinstance(right, Fraction) and left != right:
            return n.div(n.log(left / right), left - right)
        left, right = n.ball(left), n.ball(right)
        if not (left.lo > 0 and right.lo > 0):
            raise Undecided("a density whose least value is not known")
        low = _inverse_mean(Ball(left.hi, left.hi), Ball(right.hi, right.hi))
        high = _inverse_mean(Ball(left.lo, left.lo), Ball(right.lo, right.lo))
        return Ball(low.lo, high.hi)

    def value(a: Parts, b: Parts, lo: Number, hi: Number) -> tuple[Number, bool]:
        if not a or not b:
            return INFINITY, True
        if n.is_point_infinite(lo) or n.is_point_infinite(hi):
            return INFINITY, True  # both densities tend to 0, and so does their mean
        slopes = slope(a, lo, hi), slope(b, lo, hi)
        if all(n.relations(x, ZERO) <= {">", "="} for x in slopes) or all(
            n.relations(x, ZERO) <= {"<", "="} for x in slopes
        ):
            return n.maximum(*(at(level(a, x, x), level(b, x, x)) for x in (lo, hi))), True
        return at(level(a, lo, hi), level(b, lo, hi)), False

    return ZERO if same(p, q) else _supremum(p, q, value, budget, _differ)


def _one_sign(slope: Number) -> bool:
    possible = n.relations(slope, ZERO)
    return possible <= {">", "="} or possible <= {"<", "="}


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
    if any("=" not in n.relations(level(a, x, x), level(b, x, x)) for x in places):
        return True
    if len(a) == len(b) == 1:
        (w, x), (v, y) = a[0], b[0]
        shapes = [(n.add(x.c0, n.log(w)), n.add(y.c0, n.log(v))), (x.c1, y.c1), (x.c2, y.c2)]
        if all(n.relations(s, t) == {"="} for s, t in shapes):
            return False
    raise Undecided("densities that may be equal")


def _supremum(
    p: Line,
    q: Line,
    value: Callable[[Parts, Parts, Number, Number], tuple[Number, bool]],
    budget: Budget,
    counts: Callable[[Parts, Parts, Number, Number], bool] = lambda a, b, lo, hi: True,
) -> Number:
    """The supremum, over the cells that count, of a continuous quantity that ``value`` encloses between two numbers; at least 0.

    ``value`` says, too, whether its enclosure is that of the supremum on the cell, so that no smaller cell is needed.
    """
    if p.atoms or q.atoms:
        raise NoValue("densities of distributions with atoms")
    least: Number = ZERO
    boxes: list[tuple[Parts, Parts, Number, Number]] = []
    for lo, hi in pairwise(ends([p, q])):
        a, b = parts_on(p, lo, hi), parts_on(q, lo, hi)
        if (a or b) and counts(a, b, lo, hi):
            boxes.append((a, b, lo, hi))
    reached: list[Number] = []
    tops: list[Number] = []
    for depth in range(ctx.prec):
        open_, tops = [], []
        for a, b, lo, hi in boxes:
            budget.spend(20)
            top, done = value(a, b, lo, hi)
            if n.is_point_infinite(top) > 0:
                return INFINITY
            least = n.maximum(least, n.bottom(top))
            if done:
                reached.append(top)
                continue
            least = n.maximum(least, *(n.bottom(value(a, b, x, x)[0]) for x in (lo, _inner(lo, hi), hi) if n.finite(x)))
            open_.append((a, b, lo, hi))
            tops.append(top)
        kept = [k for k, top in enumerate(tops) if not n.relations(top, least) <= {"<", "="}]
        boxes, tops = [open_[k] for k in kept], [tops[k] for k in kept]
        if not boxes or depth > ctx.prec // 2 or 2 * len(boxes) > MOST_BOXES:
            break
        boxes = [half for a, b, lo, hi in boxes for half in ((a, b, lo, _inner(lo, hi)), (a, b, _inner(lo, hi), hi))]
    if not tops:
        return n.maximum(ZERO, least, *reached)
    return Ball(n.ball(least).lo, n.ball(n.maximum(least, *reached, *tops)).hi)


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
    return n.fraction(x.lo)
