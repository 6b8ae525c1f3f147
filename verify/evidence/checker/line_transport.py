"""Wasserstein distances between laws on the line that are not finite."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from flint import ctx

from verify.evidence.checker import numbers as n
from verify.evidence.checker.brackets import bracket
from verify.evidence.checker.laws import Line, Piece
from verify.evidence.checker.lines import (
    TWO,
    absolute_moment,
    cdf,
    ends,
    level,
    log_density,
    mean,
    moment_between,
    parts_on,
    peak,
    sign,
)
from verify.evidence.checker.numbers import INFINITY, ONE, ZERO, Budget, Number, Undecided

COARSE = 100
"""Cells of a bracket up to which it is preferred to the exact order 1."""


def shift_between(p: Line, q: Line) -> Number | None:
    """The s for which Q is P moved by s, if their pieces show it exactly."""
    if p.atoms or q.atoms or len(p.parts) != 1 or len(q.parts) != 1 or len(p.parts[0][1]) != len(q.parts[0][1]):
        return None
    pairs = list(zip(p.parts[0][1], q.parts[0][1], strict=True))
    a, b = pairs[0]
    if not n.is_point_infinite(a.hi) and not n.is_point_infinite(b.hi):
        s = n.sub(b.hi, a.hi)
    elif sign(a.c2) and n.relations(a.c2, b.c2) == {"="}:
        s = n.div(n.sub(a.c1, b.c1), n.mul(TWO, a.c2))
    else:
        return None
    for a, b in pairs:
        moved = [n.add(a.lo, s), n.add(a.hi, s), n.sub(a.c1, n.mul(TWO, a.c2, s)), a.c2]
        same_shape = [n.relations(x, y) == {"="} for x, y in zip(moved, (b.lo, b.hi, b.c1, b.c2), strict=True)]
        level = n.add(a.c0, n.neg(n.mul(a.c1, s)), n.mul(a.c2, s, s))
        # the mass of a single piece is 1, which fixes its level
        if not all(same_shape) or (len(pairs) > 1 and n.relations(level, b.c0) != {"="}):
            return None
    return s


def affine_between(p: Line, q: Line) -> tuple[Number, Number] | None:
    """The a > 0 and c for which Q is the law of a X + c, if the pieces show it exactly."""
    if p.atoms or q.atoms or len(p.parts) != 1 or len(q.parts) != 1 or len(p.parts[0][1]) != len(q.parts[0][1]):
        return None
    pairs = list(zip(p.parts[0][1], q.parts[0][1], strict=True))
    a, b = pairs[0]
    if sign(a.c2) and sign(b.c2) and len(pairs) == 1:
        scale = n.power(n.div(a.c2, b.c2), Fraction(1, 2))
        c = n.sub(n.div(b.c1, n.mul(-TWO, b.c2)), n.mul(scale, n.div(a.c1, n.mul(-TWO, a.c2))))
    elif n.finite(a.lo) and n.finite(a.hi) and n.finite(b.lo) and n.finite(b.hi):
        scale = n.div(n.sub(b.hi, b.lo), n.sub(a.hi, a.lo))
        c = n.sub(b.lo, n.mul(scale, a.lo))
    elif sign(a.c1) and sign(b.c1) and n.finite(a.hi) and n.finite(b.hi):
        scale = n.div(a.c1, b.c1)
        c = n.sub(b.hi, n.mul(scale, a.hi))
    else:
        return None
    if n.relations(scale, ZERO) != {">"} or n.relations(scale, ONE) == {"="}:
        return None
    image = _affine_image(p, scale, c)
    for x, y in zip(image.parts[0][1], q.parts[0][1], strict=True):
        shape = [(x.lo, y.lo), (x.hi, y.hi), (x.c1, y.c1), (x.c2, y.c2)] + ([(x.c0, y.c0)] if len(pairs) > 1 else [])
        if any(n.relations(u, v) != {"="} for u, v in shape):
            return None
    return scale, c


def _affine_image(p: Line, a: Number, c: Number) -> Line:
    """The law of a X + c, for a that is not 0."""
    parts = []
    for w, pieces in p.parts:
        moved = []
        for x in pieces:
            ends_ = [n.add(n.mul(a, end), c) for end in (x.lo, x.hi)]
            slope, curve = n.div(x.c1, a), n.div(x.c2, n.mul(a, a))
            level = n.add(x.c0, n.neg(n.mul(slope, c)), n.mul(curve, c, c), n.neg(n.log(n.absolute(a))))
            lo, hi = ends_ if sign(a) > 0 else ends_[::-1]
            moved.append(Piece(lo, hi, level, n.sub(slope, n.mul(TWO, curve, c)), curve))
        parts.append((w, tuple(moved if sign(a) > 0 else moved[::-1])))
    return Line(tuple(parts))


def same(p: Line, q: Line) -> bool:
    s = shift_between(p, q)
    return s is not None and n.relations(s, ZERO) == {"="}


def wasserstein(p: Line, q: Line, order: Number, budget: Budget) -> Number:
    """W_order on the line: exact for translates, sharp for order 1, else a bracket by quantiles."""
    n.demand(n.relations(order, ONE), (">", "="), "a Wasserstein distance of order below 1")
    s = shift_between(p, q)
    if s is not None:
        return n.absolute(s)
    affine = affine_between(p, q)
    if affine is not None and isinstance(order, Fraction) and order.denominator == 1:
        gap = _affine_image(
            p, n.sub(affine[0], ONE), affine[1]
        )  # the law of the distance travelled by the increasing map
        return n.power(absolute_moment(gap, order), n.inverse(order))
    if order == 1 and budget.cells > COARSE:  # a coarse look is cheaper by a bracket, and as a rule enough
        return _first_order(p, q, budget)
    if n.may_be_infinite(order) and not n.is_point_infinite(order):
        raise Undecided("a Wasserstein distance whose order may be infinite")
    return bracket(p, q, order, budget)


def _excess(law: Line, a: Number) -> Number:
    """E (X - a)+, for a finite a."""
    return n.sub(moment_between(law, a, INFINITY, 1), n.mul(a, moment_between(law, a, INFINITY)))


def _first_order(p: Line, q: Line, budget: Budget) -> Number:
    """Integral of |F - G|: signs of F - G are isolated, its primitive is E (X - a)+ - E (Y - a)+."""

    def drop(x: Fraction) -> Number:
        return n.sub(_excess(p, x), _excess(q, x))

    cut = Fraction(2)
    while True:  # beyond +-cut the integral of |F - G| is at most the two expected excesses
        budget.spend(100)
        tails = n.add(
            *(
                n.absolute(x)
                for law in (p, q)
                for x in (_excess(law, cut), n.add(_excess(law, -cut), n.sub(n.neg(mean(law)), cut)))
            )
        )
        if n.relations(tails, Fraction(1, 2 ** (ctx.prec // 2))) == {"<"} or cut > 10**9:
            break
        cut *= 2
    places = [-cut, *(x for x in ends([p, q])[1:-1] if isinstance(x, Fraction) and -cut < x < cut), cut]
    if any(not isinstance(x, Fraction) for x in ends([p, q])[1:-1]):
        raise Undecided("W_1 between distributions whose pieces end at numbers that are not fractions")
    total: list[Number] = [n.hull([ZERO, tails])]
    small = Fraction(1, 2 ** (ctx.prec // 3))

    def visit(lo: Fraction, hi: Fraction) -> None:
        budget.spend(500)
        left, right = cdf(p, lo), _before(p, hi)
        other_left, other_right = cdf(q, lo), _before(q, hi)
        if n.relations(left, other_right) <= {">", "="} or n.relations(right, other_left) <= {"<", "="}:
            total.append(n.absolute(n.sub(drop(hi), drop(lo))))
            return
        highest = n.maximum(n.absolute(n.sub(right, other_left)), n.absolute(n.sub(other_right, left)))
        if n.relations(n.mul(highest, hi - lo), small * small) <= {"<", "="}:
            total.append(n.hull([ZERO, n.mul(highest, hi - lo)]))
        elif _one_sign(p, q, lo, hi):
            total.append(n.absolute(n.sub(drop(hi), drop(lo))))
        else:
            middle = (lo + hi) / 2
            visit(lo, middle)
            visit(middle, hi)

    for lo, hi in pairwise(places):
        visit(lo, hi)
    return n.add(*total)


def _before(law: Line, x: Fraction) -> Number:
    """The mass left of x: an atom at x is no part of a cell that ends there."""
    return n.sub(cdf(law, x), sum((w for y, w in law.atoms if y == x), ZERO))


def _one_sign(p: Line, q: Line, lo: Fraction, hi: Fraction) -> bool:
    """Whether F - G is monotone on the cell and has one sign at both ends."""
    try:
        a, b = log_density(p, lo, hi), log_density(q, lo, hi)
    except Undecided:
        gap = n.sub(level(parts_on(p, lo, hi), lo, hi), level(parts_on(q, lo, hi), lo, hi))
        if not (n.relations(gap, ZERO) <= {">", "="} or n.relations(gap, ZERO) <= {"<", "="}):
            return False
        a = b = None
    if a is not None and b is not None:
        d = Piece(lo, hi, n.sub(a.c0, b.c0), n.sub(a.c1, b.c1), n.sub(a.c2, b.c2))
        turned = Piece(lo, hi, n.neg(d.c0), n.neg(d.c1), n.neg(d.c2))
        if not any(n.relations(peak(piece), ZERO) <= {"<", "="} for piece in (d, turned)):
            return False
    gaps = [n.sub(cdf(p, lo), cdf(q, lo)), n.sub(_before(p, hi), _before(q, hi))]
    signs = n.relations(gaps[0], ZERO) | n.relations(gaps[1], ZERO)
    return not {"<", ">"} <= signs
