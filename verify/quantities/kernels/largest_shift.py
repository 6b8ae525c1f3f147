"""The largest divergence of a noise from itself moved by a vector of bounded length.

Points of the closed ball are enough: the divergence is lower semicontinuous in the shift, so that an open ball that is not empty has the same supremum.
An atom, or an end of the support, leaves the support under some short shift. On the line the divergence of order at least 1 rises with the length of the shift, in
either direction, where the density is symmetric and falls from its centre (the integral of p(y - z)^a p(y)^(1-a) is a mixture of integrals over intervals about z of a
function that rises from the centre), and where it is log-concave (its shifts have monotone likelihood ratios, so that a further shift is easier to tell apart).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise, product
from typing import Any

from flint import arb, fmpq, fmpq_mat

from verify.quantities.kernels import normals
from verify.quantities.kernels.divergences import renyi
from verify.quantities.kernels.lines import PRECISION, LineLaw, Wide, line, support
from verify.values.elementary import maximum
from verify.values.laws import FiniteLaw, Law, NormalLaw, Piece, PieceLaw, PowerLaw, ProductLaw, translate
from verify.values.numbers import Enclosure, NoValue, Number, add, compare, div, enclose, mul, neg, relation, sign, sub, total
from verify.values.powers import power

__all__ = ["is_log_concave", "is_unimodal", "largest_shift"]

ZERO, ONE, TWO = fmpq(0), fmpq(1), fmpq(2)
INF = math.inf
CELLS = 8
"""Cells of the quarter circle of two coordinates."""
ROUGH = 24
"""Bits of the values on these cells: the bound is wider by the cells than by these."""


def largest_shift(noise: Law, radius: Number, order: Number, norm: Number = ONE, prec: int = PRECISION) -> Number:
    """The supremum over points v of l_norm length at most ``radius`` of the Rényi divergence of ``noise`` moved by v from ``noise``; 0 at radius 0.

    Exact up to an enclosure for normal laws, for laws on the line as above, and in the norm of order oo for independent coordinates of that kind; else a bracket.
    Raises NoValue for a radius below 0 or an order that is not certainly positive.
    """
    if compare(order, ZERO) != ">":
        raise NoValue(f"a Rényi divergence of order {order}, which is not certainly positive")
    side = sign(radius)
    if side is None and isinstance(radius, Enclosure) and radius.lo >= 0:  # it may be 0: no shift, or some
        return Enclosure(arb(0), INF, radius.exists)
    if side is None or side < 0:
        raise NoValue(f"shifts no longer than {radius}, which is not certainly at least 0")
    if side == 0:
        return ZERO
    if isinstance(noise, FiniteLaw):
        return INF if _at_least_1(order) else Enclosure(arb(0), INF)
    if isinstance(radius, float):
        return Enclosure(arb(0), INF)
    if isinstance(noise, ProductLaw):
        vector = normals.as_vector(noise)
        return _of_coordinates(noise, radius, order, norm, prec) if vector is None else _of_normal(vector, radius, order, norm, prec)
    if isinstance(noise, NormalLaw):
        return _of_normal(noise, radius, order, norm, prec)
    return _on_line(noise, radius, order, prec)


def _at_least_1(order: Number) -> bool:
    return relation(order, ">=", ONE) is True


def _on_line(noise: Law, radius: Number, order: Number, prec: int) -> Number:
    law = line(noise)
    try:
        ends = support(law)
    except Wide:
        return Enclosure(arb(0), INF)
    if _at_least_1(order) and (law.atoms or any(not isinstance(end, float) for end in ends)):
        return INF
    symmetric = is_unimodal(law)
    rises = _at_least_1(order) and (symmetric or is_log_concave(law))
    sizes = [radius] if rises else [div(radius, fmpq(k), prec) for k in (1, 2, 4)]
    shifts = sizes if symmetric else [shift for size in sizes for shift in (size, neg(size))]  # both directions are one where the law is its own mirror image
    found = maximum(*(renyi(translate(noise, shift), noise, order, prec) for shift in shifts))
    return found if rises else Enclosure(enclose(found, prec).lo, INF)


def is_unimodal(law: LineLaw) -> bool:
    """Whether a density is certainly symmetric about a point and falls from there: mixtures of such laws about one point."""
    if law.atoms:
        return False
    centres = [_centre(part) for _, part in law.components]
    first = centres[0]
    return first is not None and all(c is not None and compare(c, first) == "=" for c in centres)


def _centre(law: PieceLaw | PowerLaw) -> Number | None:
    """The point about which one density is symmetric and from which it falls, else None."""
    if isinstance(law, PowerLaw):
        return law.location if law.side == "both" else None
    pieces = law.pieces
    if len(pieces) == 1:
        (only,) = pieces
        return None if sign(only.c2) != -1 else div(only.c1, mul(-TWO, only.c2))
    half = len(pieces) // 2
    if len(pieces) % 2 or compare(pieces[half - 1].hi, pieces[half].lo) != "=":
        return None
    centre = pieces[half].lo
    mirrored = all(_is_mirror(left, right, centre) for left, right in zip(pieces[:half][::-1], pieces[half:], strict=True))
    outside = pieces[half:]
    falls = all(sign(_slope(p, p.lo)) in (-1, 0) and sign(p.c2) in (-1, 0) for p in outside)
    steps = all(compare(a.hi, b.lo) == "=" and relation(a.log_density(a.hi), ">=", b.log_density(b.lo)) is True for a, b in pairwise(outside))
    return centre if mirrored and falls and steps else None


def _is_mirror(left: Piece, right: Piece, centre: Number) -> bool:
    """Whether one piece is the other one reflected at the centre, by its coefficients about it."""
    if isinstance(left.lo, float) != isinstance(right.hi, float):
        return False
    if not isinstance(left.lo, float) and compare(sub(centre, left.lo), sub(right.hi, centre)) != "=":
        return False
    if compare(sub(centre, left.hi), sub(right.lo, centre)) != "=":
        return False
    slopes = [_slope(p, centre) for p in (left, right)]
    return (compare(left.c2, right.c2) == "=" and compare(slopes[0], neg(slopes[1])) == "="
            and compare(left.log_density(centre), right.log_density(centre)) == "=")


def _slope(piece: Piece, x: Number) -> Number:
    """Derivative of the log-density."""
    return add(piece.c1, mul(TWO, mul(piece.c2, x)))


def is_log_concave(law: LineLaw) -> bool:
    """Whether a single density on pieces is certainly log-concave: each piece is, and at a break the value is kept and the slope does not rise."""
    if law.atoms or len(law.components) != 1 or not isinstance(law.components[0][1], PieceLaw):
        return False
    pieces = law.components[0][1].pieces
    if any(sign(p.c2) not in (-1, 0) for p in pieces):
        return False
    return all(
        compare(a.hi, b.lo) == "=" and compare(a.log_density(a.hi), b.log_density(b.lo)) == "=" and relation(_slope(a, a.hi), ">=", _slope(b, b.lo)) is True
        for a, b in pairwise(pieces))


def _of_coordinates(noise: ProductLaw, radius: Number, order: Number, norm: Number, prec: int) -> Number:
    """Divergences of independent coordinates add up; each rises with the length of its own shift. Coordinates of one law are looked at once."""
    alike = [next(j for j, other in enumerate(noise.laws) if other is part or other == part) for part in noise.laws]

    def of_each(size: Number) -> list[Number]:
        found = {k: largest_shift(noise.laws[k], size, order, ONE, prec) for k in set(alike)}
        return [found[k] for k in alike]

    parts = of_each(radius)
    if any(isinstance(part, float) for part in parts):
        return INF
    whole = total(parts, prec)
    if isinstance(norm, float):
        return whole
    d = len(parts)
    even = div(radius, power(fmpq(d), div(ONE, norm, prec), prec), prec)
    lower = maximum(total(of_each(even), prec), *parts)
    upper = whole if d != 2 else _on_circle(noise.laws, radius, order, norm, ROUGH)
    return Enclosure(enclose(lower, prec).lo, enclose(upper, prec).hi)


def _on_circle(laws: Sequence[Law], radius: Number, order: Number, norm: Number, prec: int) -> Number:
    """An upper bound for two coordinates: on a cell of the quarter of the ball's edge each coordinate is at most its largest value there."""
    found: list[Number] = []
    for k in range(CELLS):
        low, high = mul(radius, fmpq(k, CELLS)), mul(radius, fmpq(k + 1, CELLS))
        rest = sub(power(radius, norm, prec), power(low, norm, prec), prec)
        other = power(rest, div(ONE, norm, prec), prec) if sign(rest) == 1 else ZERO
        found.append(total((largest_shift(law, size, order, ONE, prec) for law, size in zip(laws, (high, other), strict=True)), prec))
    return maximum(*found)


def _of_normal(noise: NormalLaw, radius: Number, order: Number, norm: Number, prec: int) -> Number:
    """``order/2`` times the largest x' K^-1 x in the ball, a convex function, which is largest at an extreme point."""
    d = len(noise.mean)
    matrix = fmpq_mat([list(row) for row in noise.covariance])
    if matrix.rank() < d:
        return INF if _at_least_1(order) else Enclosure(arb(0), INF)
    inverse = matrix.inv()
    axes = [inverse[k, k] for k in range(d)]
    corners = [sum((s * t * inverse[i, j] for i, s in enumerate(signs) for j, t in enumerate(signs)), ZERO) for signs in product((1, -1), repeat=d)]
    square = mul(div(order, TWO, prec), mul(radius, radius, prec), prec)
    if norm == ONE:
        return mul(square, max(axes), prec)
    if isinstance(norm, float):
        return mul(square, max(corners), prec)
    if norm == TWO and all(inverse[i, j] == 0 for i in range(d) for j in range(i)):
        return mul(square, max(axes), prec)
    trace = sum(axes, ZERO)  # the largest eigenvalue lies between the largest entry of the diagonal and the trace; longer balls in other norms
    upper: Any = mul(square, trace, prec) if norm == TWO else mul(square, max(corners), prec)
    return Enclosure(enclose(mul(square, max(axes), prec), prec).lo, enclose(upper, prec).hi)
