"""Order statistics of independent copies: the coordinate of rank k, counted from the least, among n with one distribution. David and Nagaraja, *Order Statistics* (2003), sections 2.1 and 3.1."""

from __future__ import annotations

from collections.abc import Callable
from math import comb, inf

from flint import acb, arb, fmpq

from verify.quantities.kernels import quadrature
from verify.quantities.kernels.lines import Quadratic, integrals, quadratic
from verify.quantities.kernels.undecided import Wide
from verify.values.laws import Piece, PieceLaw
from verify.values.numbers import Number, ball, hull, precision, sign

__all__ = ["at_least", "mean"]

MOST_TERMS = 2000
"""Copies up to which a sum of binomial probabilities is taken."""
FURTHEST = 1 << 14
"""The furthest cut, in deviations."""


def at_least(rank: int, copies: int, p: fmpq) -> fmpq:
    """The probability of at least ``rank`` successes in ``copies`` independent trials of probability p: that the coordinate of this rank is at most the p-quantile.

    Raises Wide where the sum would be too long.
    """
    if rank == copies:
        return p**copies
    if rank == 1:
        return 1 - (1 - p) ** copies
    if copies > MOST_TERMS:
        raise Wide("an order statistic of too many copies")
    return sum((comb(copies, j) * p**j * (1 - p) ** (copies - j) for j in range(rank, copies + 1)), fmpq(0))


def mean(law: PieceLaw, copies: int, rank: int, prec: int) -> Number:
    """The mean of the coordinate of this rank: ``a + int_a^b (1 - G)``, G its distribution function, and what lies outside of (a, b).

    On each piece G is a polynomial in the distribution function F of one coordinate, which is entire there. Beyond b the integral of 1 - G is at most n times that of 1 - F, and before a
    that of G at most n times that of F. Raises Wide for a density that is not log-concave on each piece, and Diverges where it has no mean.
    """
    if any(sign(piece.c2) not in (0, -1) for piece in law.pieces):
        raise Wide("an order statistic of a density that is not log-concave on each piece")
    bits = quadrature.accuracy(prec)
    with precision(prec + 24):
        low, outside_low = _cut(law.pieces[0], -1, copies, bits)
        high, outside_high = _cut(law.pieces[-1], 1, copies, bits)
        total, before, last = low + outside_low + outside_high, arb(0), low
        for piece in law.pieces:
            first = low if piece.lo == -inf else ball(piece.lo)
            stop = high if piece.hi == inf else ball(piece.hi)
            total += (first - last) * (1 - _of(acb(before), copies, rank).real)
            if piece.lo == -inf:
                before += integrals(0, _curve(piece), -inf, first)[0]
            total += quadrature._finite_path(_survival(piece, first, before, copies, rank), first, stop, quadrature._tolerance(bits))
            before, last = before + _mass(piece, first, acb(stop)).real, stop
        if not total.is_finite():
            raise Wide("the mean of an order statistic")
        return hull(total)


def _curve(piece: Piece) -> Quadratic:
    return quadratic(piece.c0, piece.c1, piece.c2)


def _survival(piece: Piece, first: arb, before: arb, copies: int, rank: int) -> Callable[[acb, bool], acb]:
    return lambda x, analytic: 1 - _of(before + _mass(piece, first, x), copies, rank)


def _of(within: acb, copies: int, rank: int) -> acb:
    """The distribution function of the coordinate of this rank, by that of one coordinate."""
    if rank == copies:
        return within**copies
    if rank == 1:
        return 1 - (1 - within) ** copies
    if copies > MOST_TERMS:
        raise Wide("an order statistic of too many copies")
    return sum((comb(copies, j) * within**j * (1 - within) ** (copies - j) for j in range(rank, copies + 1)), acb(0))


def _mass(piece: Piece, first: arb, x: acb) -> acb:
    """The integral of the density of a piece from ``first`` to x, as an entire function of x."""
    c0, c1, c2 = ball(piece.c0), ball(piece.c1), ball(piece.c2)
    if sign(piece.c2) == -1:
        root, middle = (-c2).sqrt(), -c1 / (2 * c2)
        factor = (c0 - c1 * c1 / (4 * c2)).exp() * arb.pi().sqrt() / (2 * root)
        return factor * ((root * (x - middle)).erf() - (root * (acb(first) - middle)).erf())
    if sign(piece.c1) == 0:
        return c0.exp() * (x - first)
    if sign(piece.c1) is None:
        raise Wide("the slope of a density")
    return (c0 + c1 * first).exp() * ((c1 * (x - first)).exp() - 1) / c1


def _cut(piece: Piece, side: int, copies: int, bits: int) -> tuple[arb, arb]:
    """An end of the range of integration, and a ball of what lies beyond it."""
    end = piece.lo if side < 0 else piece.hi
    if not isinstance(end, float):
        return ball(end), arb(0)
    c1, c2 = ball(piece.c1), ball(piece.c2)
    curved = sign(piece.c2) == -1
    middle = -c1 / (2 * c2) if curved else ball(piece.hi if side < 0 else piece.lo)
    width = 1 / (-2 * c2).sqrt() if curved else 1 / abs(c1)
    middle, width, steps = arb(middle.mid()), arb(width.mid()), 4.0
    while steps < FURTHEST:
        cut = middle + side * width * steps
        outside = (cut, inf) if side > 0 else (-inf, cut)
        mass, moment = integrals(1, _curve(piece), *outside)
        beyond = copies * abs(moment - cut * mass)
        if beyond < arb(2) ** -(bits + 4):
            top = beyond.upper()
            return cut, side * (top / 2 + arb(0, (top / 2).upper()))
        steps *= 1.25
    raise Wide("a tail of an order statistic")
