"""Absolute moments of any order of laws with densities ``exp(c0 + c1 x + c2 x^2)``: the series in c1, integrated term by term."""

from __future__ import annotations

from fractions import Fraction

from flint import arb, ctx

from verify.evidence.checker import numbers as n
from verify.evidence.checker.laws import Line, Piece
from verify.evidence.checker.lines import absolute_moment as whole_moment
from verify.evidence.checker.lines import sign
from verify.evidence.checker.numbers import INFINITY, ONE, ZERO, Ball, Budget, Number, Undecided

MOST_TERMS = 20_000


def absolute_moment(law: Line, order: Number, budget: Budget) -> Number:
    """E |X|^order, for an order of at least 0."""
    if isinstance(order, Fraction) and order.denominator == 1 and 0 <= order <= 40:
        return whole_moment(law, order)
    if not n.relations(order, ZERO) <= {">", "="}:
        raise Undecided("an absolute moment of negative order")
    if not n.finite(order):
        raise Undecided("an absolute moment of unbounded order")
    terms: list[Number] = [n.mul(w, n.power(abs(x), order)) for x, w in law.atoms]
    for w, pieces in law.parts:
        for p in pieces:
            if n.is_point_infinite(p.lo) < 0 < n.is_point_infinite(p.hi) and sign(p.c2) < 0:
                terms.append(n.mul(w, _whole_line(p, order)))
                continue
            mirrored = Piece(n.neg(p.hi), n.neg(p.lo), p.c0, n.neg(p.c1), p.c2)
            terms += [n.mul(w, _half(half, order, budget)) for half in (p, mirrored)]
    return n.add(ZERO, *terms)


def _whole_line(p: Piece, order: Number) -> Number:
    """Integral of |x|^order times the density over the line: odd powers of c1 cancel in the series, what is left is 1F1."""
    rate, share = n.neg(p.c2), n.mul(Fraction(1, 2), n.add(order, ONE))
    series = n.hyp1f1(share, Fraction(1, 2), n.div(n.mul(p.c1, p.c1), n.mul(Fraction(4), rate)))
    return n.mul(n.exp(p.c0), n.gamma(share), n.power(rate, n.neg(share)), series)


def _half(p: Piece, order: Number, budget: Budget) -> Number:
    """Integral of x^order times the density over the positive part of a piece."""
    lo, hi = n.maximum(ZERO, p.lo), n.maximum(ZERO, p.hi)
    if n.relations(lo, hi) <= {">", "="}:
        return ZERO
    curve = sign(p.c2)
    if n.is_point_infinite(hi) and (curve > 0 or (curve == 0 and sign(p.c1) >= 0)):
        return INFINITY
    if curve > 0:
        raise Undecided("a moment of a density that is log-convex")
    if curve == 0 and n.is_point_infinite(hi):  # an incomplete gamma integral
        rate = n.neg(p.c1)
        share = n.add(order, ONE)
        area = n.mul(_upper(share, n.mul(rate, lo)), n.power(rate, n.neg(share)))
        return n.mul(n.exp(p.c0), area)
    total: Number = ZERO
    k, size = 0, Ball(arb(1), arb(1))  # size = c1^k / k!, as an enclosure: a fraction would grow
    while True:
        budget.spend(20)
        share = n.add(order, Fraction(k + 1))
        if curve == 0:
            part = n.mul(n.sub(n.power(hi, share), n.power(lo, share)), n.inverse(share))
            whole, ratio = n.mul(n.power(hi, share), n.inverse(share)), n.mul(n.absolute(p.c1), hi)
        else:
            rate, half = n.neg(p.c2), n.mul(Fraction(1, 2), share)
            scale = n.mul(Fraction(1, 2), n.power(rate, n.neg(half)))
            left = _upper(half, n.mul(rate, lo, lo))
            right = ZERO if n.is_point_infinite(hi) else _upper(half, n.mul(rate, hi, hi))
            part, whole = n.mul(scale, n.sub(left, right)), n.mul(scale, n.gamma(half))
            # Gamma(x + 1/2) <= sqrt(x) Gamma(x)
            ratio = n.mul(n.absolute(p.c1), n.power(n.div(half, rate), Fraction(1, 2)))
        total = n.add(total, n.mul(size, part))
        # the next terms shrink at least as fast as this ratio, which falls with k
        shrink = n.mul(ratio, Fraction(1, k + 1))
        rest = n.mul(n.absolute(size), whole, shrink, Fraction(2))
        if n.relations(shrink, Fraction(1, 2)) == {"<"} and (
            p.c1 == 0 or n.relations(rest, n.mul(n.absolute(total), Fraction(1, 2**ctx.prec))) == {"<"} or rest == 0
        ):
            break
        k += 1
        size = n.ball(n.mul(size, p.c1, Fraction(1, k)))
        if k > MOST_TERMS:
            raise Undecided("a moment whose series is too long")
    return n.mul(n.exp(p.c0), n.add(total, n.hull([n.neg(rest), rest])))


def _upper(a: Number, x: Number) -> Number:
    """The upper incomplete gamma function, for a > 0 and x >= 0: falling in x."""
    if x == 0:
        return n.gamma(a)
    b, s = n.ball(x), n.ball(a)
    shape = s.lo.union(s.hi)
    low, high = (arb(y).gamma_upper(shape) for y in (b.hi, b.lo))
    if not (low.is_finite() and high.is_finite()):
        raise Undecided("an incomplete gamma function")
    return Ball(low.lower(), high.upper())
