"""Densities of independent coordinates: quantities that the coordinates determine."""

from __future__ import annotations

import math

from flint import arb, fmpq

from verify.quantities.kernels import densities, lines
from verify.values.elementary import absolute, maximum
from verify.values.laws import Law, ProductLaw, flat
from verify.values.numbers import Enclosure, NoValue, Number, add, compare, div, enclose, mul, sub
from verify.values.powers import power

ONE = fmpq(1)


def conjugate(order: Number, prec: int) -> Number:
    """The order s with 1/r + 1/s = 1: the dual of the l_r norm is the l_s norm."""
    if isinstance(order, float):
        return ONE
    return math.inf if compare(order, ONE) == "=" else div(order, sub(order, ONE, prec), prec)


def log_density_lipschitz(law: ProductLaw, norm: Number, prec: int) -> Number:
    """The least L with log p L-Lipschitz in the l_norm distance: the dual norm of the coordinates' own constants.

    A sum of functions of separate coordinates has its largest slopes at the same time, so nothing is lost.
    """
    parts = [densities.log_density_lipschitz(part, prec=prec) for part in law.laws]
    if any(isinstance(part, float) for part in parts):
        return math.inf
    dual = conjugate(norm, prec)
    if isinstance(dual, float):
        return maximum(*parts)
    total: Number = fmpq(0)
    for part in parts:
        total = add(total, power(part, dual, prec), prec)
    return power(total, div(ONE, dual, prec), prec)


def density(law: ProductLaw, x: tuple[Number, ...], prec: int) -> Number:
    """Density at a point: the product over coordinates."""
    if not isinstance(x, tuple) or len(x) != len(law.laws):
        raise NoValue("a density at a point of another space")
    result: Number = ONE
    for part, coordinate in zip(law.laws, x, strict=True):
        result = mul(result, lines.density(part, coordinate, prec), prec)
    return result


def density_gap_sup(p: Law, q: Law, prec: int) -> Number:
    """sup |p - q|, between 0 and the larger of the two largest densities."""
    if p == q:
        return fmpq(0)
    top = maximum(_top(p, prec), _top(q, prec))
    return Enclosure(arb(0), enclose(absolute(top), prec).hi)


def _top(law: Law, prec: int) -> Number:
    """The largest density, coordinate by coordinate."""
    if not isinstance(law, ProductLaw):
        raise NoValue("distributions on different spaces")
    result: Number = ONE
    for part in law.laws:
        best: Number = fmpq(0)
        for weight, component in lines.line(flat(part)).components:
            for piece in component.pieces:
                best = maximum(best, mul(weight, lines.greatest_height(piece, piece.lo, piece.hi, prec), prec))
        result = mul(result, best, prec)
    return result


def log_per_density_gap(p: Law, q: Law, prec: int) -> Number:
    """sup |log p - log q| / |p - q|: 0 for equal laws, otherwise not bounded from above."""
    return fmpq(0) if p == q else Enclosure(arb(0), math.inf)
