"""Affine images of laws on the line."""

from __future__ import annotations

from flint import fmpq

from verify.quantities.kernels.lines import ONE, TWO
from verify.quantities.kernels.undecided import Wide
from verify.values.elementary import absolute, log
from verify.values.laws import Piece, PieceLaw, PowerLaw
from verify.values.numbers import NoValue, Number, add, compare, div, mul, neg, sign, sub
from verify.values.powers import power


def affine(law: PieceLaw | PowerLaw, factor: Number, shift: Number) -> PieceLaw | PowerLaw:
    """The law of ``factor * X + shift``; ``factor`` must not be 0."""
    direction = sign(factor)
    if direction is None or direction == 0:
        raise Wide("sign of a factor")
    if isinstance(law, PowerLaw):
        side = law.side if direction > 0 else {"both": "both", "right": "left", "left": "right"}[law.side]
        return PowerLaw(add(mul(factor, law.location), shift), mul(absolute(factor), law.scale), law.exponent, side)
    inverse = div(ONE, factor)
    offset = mul(neg(shift), inverse)  # x = inverse * y + offset
    change = log(absolute(inverse))

    def image(end: Number) -> Number:
        return mul(factor, end) if isinstance(end, float) else add(mul(factor, end), shift)

    out = []
    for piece in law.pieces:
        lo, hi = image(piece.lo), image(piece.hi)
        if direction < 0:
            lo, hi = hi, lo
        slope = add(piece.c1, mul(TWO, mul(piece.c2, offset)))
        curve = mul(piece.c2, mul(inverse, inverse))
        out.append(Piece(lo, hi, add(piece.log_density(offset), change), mul(slope, inverse), curve))
    return PieceLaw(law.kind, out if direction > 0 else reversed(out))


def affine_map(source: PieceLaw | PowerLaw, target: PieceLaw | PowerLaw) -> tuple[Number, Number] | None:
    """``(a, b)`` with ``a > 0`` such that ``a X + b`` has law ``target``; None if none is found by exact arithmetic.

    For laws of one piece the constant of the log-density follows from the mass being 1 and is not compared.
    """
    if isinstance(source, PowerLaw) or isinstance(target, PowerLaw):
        if not (isinstance(source, PowerLaw) and isinstance(target, PowerLaw)) or source.side != target.side:
            return None
        if compare(source.exponent, target.exponent) != "=":
            return None
        factor = div(target.scale, source.scale)
        return factor, sub(target.location, mul(factor, source.location))
    if len(source.pieces) != len(target.pieces):
        return None
    try:
        guess = _affine_guess(source, target)
        if guess is None or sign(guess[0]) != 1:
            return None
        moved = affine(source, *guess)
    except (Wide, NoValue):
        return None
    assert isinstance(moved, PieceLaw)
    for one, other in zip(moved.pieces, target.pieces, strict=True):
        pairs = [(one.lo, other.lo), (one.hi, other.hi), (one.c1, other.c1), (one.c2, other.c2)]
        if len(source.pieces) > 1:
            pairs.append((one.c0, other.c0))
        if not all(compare(x, y) == "=" for x, y in pairs):
            return None
    return guess


def _affine_guess(source: PieceLaw, target: PieceLaw) -> tuple[Number, Number] | None:
    """The only candidate: from two finite ends, or from one anchor and the ratio of the scales."""
    one = [end for piece in source.pieces for end in (piece.lo, piece.hi) if not isinstance(end, float)]
    two = [end for piece in target.pieces for end in (piece.lo, piece.hi) if not isinstance(end, float)]
    if len(one) != len(two):
        return None
    if one and compare(one[0], one[-1]) == "<":
        factor = div(sub(two[-1], two[0]), sub(one[-1], one[0]))
        return factor, sub(two[0], mul(factor, one[0]))
    p, q = source.pieces[0], target.pieces[0]
    if sign(p.c2) != 0 and sign(q.c2) != 0:
        factor = power(div(p.c2, q.c2), fmpq(1, 2))
        if one:
            return factor, sub(two[0], mul(factor, one[0]))
        middle, image = div(p.c1, mul(-TWO, p.c2)), div(q.c1, mul(-TWO, q.c2))
        return factor, sub(image, mul(factor, middle))
    if one and sign(p.c1) != 0 and sign(q.c1) != 0:
        factor = div(p.c1, q.c1)
        return factor, sub(two[0], mul(factor, one[0]))
    return None
