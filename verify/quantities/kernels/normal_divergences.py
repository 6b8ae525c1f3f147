"""Divergences of normal laws with exact parameters, in closed form."""

from __future__ import annotations

from flint import fmpq

from verify.quantities.kernels.lines import LineLaw
from verify.quantities.kernels.moments import gaussian
from verify.quantities.kernels.pairs_of_laws import INF, ONE, TWO, nonnegative
from verify.values.elementary import log
from verify.values.laws import Piece
from verify.values.numbers import Number, add, div, is_exact, mul, neg, sign, sub


def _normal_constant(law: LineLaw) -> tuple[Number, Number, Number] | None:
    """``(k, c1, c2)`` with ``c0 = k - log(pi)/2`` for a normal law with exact coefficients.

    The mass is 1 and the Gaussian integral is ``sqrt(pi / -c2) exp(c0 - c1^2 / (4 c2))``.
    """
    if gaussian_law(law) is None:
        return None
    piece = law.components[0][1].pieces[0]
    assert isinstance(piece, Piece)
    head = div(mul(piece.c1, piece.c1), mul(fmpq(4), piece.c2))
    constant = add(head, div(log(neg(piece.c2)), TWO))
    return (constant, piece.c1, piece.c2) if is_exact(constant) else None


def gaussian_law(law: LineLaw) -> tuple[Number, Number] | None:
    """Mean and variance of an exact normal law, else None."""
    if law.atoms or len(law.components) != 1:
        return None
    return gaussian(law.components[0][1])


def normal_kullback_leibler(p: LineLaw, q: LineLaw) -> Number | None:
    """The Kullback-Leibler divergence of two normal laws with exact parameters; None for other laws."""
    one, two, moments = _normal_constant(p), _normal_constant(q), gaussian_law(p)
    if one is None or two is None or moments is None:
        return None
    centre, variance = moments
    d0, d1, d2 = (sub(a, b) for a, b in zip(one, two, strict=True))
    return nonnegative(add(d0, add(mul(d1, centre), mul(d2, add(mul(centre, centre), variance)))))


def normal_renyi(p: LineLaw, q: LineLaw, order: Number) -> Number | None:
    """The Rényi divergence of two normal laws with exact parameters; None for other laws."""
    one, two = _normal_constant(p), _normal_constant(q)
    if one is None or two is None or not is_exact(order):
        return None
    rest = sub(ONE, order)
    c0, c1, c2 = (add(mul(order, a), mul(rest, b)) for a, b in zip(one, two, strict=True))
    side = sign(c2)
    if side is None:
        return None
    if side >= 0:  # the constant c1 and c2 both 0 would need equal laws
        return INF
    inner = sub(sub(c0, div(mul(c1, c1), mul(fmpq(4), c2))), div(log(neg(c2)), TWO))
    return nonnegative(div(inner, sub(order, ONE)))
