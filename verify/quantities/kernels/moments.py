"""Means and moments of laws on the line: exact where pieces are normal or powers, enclosed otherwise."""

from __future__ import annotations

import math

from flint import acb, arb, ctx, fmpq

from verify.quantities.kernels import powers, quadrature
from verify.quantities.kernels.lines import (
    INF,
    ONE,
    PRECISION,
    TWO,
    ZERO,
    Quadratic,
    _within,
    end_ball,
    integrals,
    line,
    piece_integrals,
    quadratic,
    refined,
    sum_of,
)
from verify.quantities.kernels.undecided import Diverges, Wide
from verify.values.laws import Law, Piece, PieceLaw, PowerLaw
from verify.values.numbers import Enclosure, NoValue, Number, add, ball, compare, div, hull, is_exact, mul, neg, precision, sign, sub, total
from verify.values.powers import power

__all__ = ["absolute_moment", "exact_mean", "gaussian", "mean"]


def gaussian(law: Law) -> tuple[Number, Number] | None:
    """Mean and variance if the law is one normal law with exact coefficients, else None."""
    here = line(law)
    if here.atoms or len(here.components) != 1 or len(here.components[0][1].pieces) != 1:
        return None
    piece = here.components[0][1].pieces[0]
    if isinstance(piece, PowerLaw) or piece.lo != -INF or piece.hi != INF or not is_exact(piece.c1) or not is_exact(piece.c2):
        return None
    double = mul(-TWO, piece.c2)
    return div(piece.c1, double), div(ONE, double)


def exact_mean(law: Law) -> Number | None:
    """The mean of one component, if it follows exactly: normal, exponential, or symmetric about a point; else None."""
    normal = gaussian(law)
    if normal is not None:
        return normal[0]
    here = line(law)
    if here.atoms and not here.components:
        return sum((x * w for x, w in here.atoms), ZERO)
    if here.atoms or len(here.components) != 1:
        return None
    component = here.components[0][1]
    if isinstance(component, PowerLaw):
        centre = powers.exact_mean(component)
        return None if centre is None or isinstance(centre, float) else centre
    pieces = component.pieces
    first, last = pieces[0], pieces[-1]
    if len(pieces) == 1 and sign(first.c2) == 0 and is_exact(first.c1):
        if first.hi == INF and is_exact(first.lo) and not isinstance(first.lo, float):
            return sub(first.lo, div(ONE, first.c1))
        if first.lo == -INF and is_exact(first.hi) and not isinstance(first.hi, float):
            return sub(first.hi, div(ONE, first.c1))
    if first.lo == -INF and last.hi == INF:
        if len(pieces) % 2:
            return None
        centre = pieces[len(pieces) // 2].lo
    elif isinstance(first.lo, float) or isinstance(last.hi, float):
        return None
    else:
        centre = div(add(first.lo, last.hi), TWO)
    twice = mul(TWO, centre)
    for piece, other in zip(pieces, reversed(pieces), strict=True):
        slope = add(other.c1, mul(TWO, mul(twice, other.c2)))
        pairs = [
            (piece.lo, neg(other.hi) if isinstance(other.hi, float) else sub(twice, other.hi)),
            (piece.c2, other.c2),
            (piece.c1, neg(slope)),
        ]
        if len(pieces) > 1:
            pairs.append((piece.c0, other.log_density(twice)))
        if not all(compare(x, y) == "=" for x, y in pairs):
            return None
    return centre


def mean(law: Law, prec: int = PRECISION) -> Number:
    """The mean of a law on the line; exact where ``exact_mean`` finds it, for each component.

    A power law on one side may have the mean oo or -oo. Raises NoValue where positive and negative part both have an infinite mean.
    """
    here = line(law)
    out: Number = sum((x * w for x, w in here.atoms), ZERO)
    infinite = dict.fromkeys((1, -1), False)
    for weight, component in here.components:
        if isinstance(component, PowerLaw):
            place = compare(component.exponent, TWO)
            if place is None:
                return Enclosure(-INF, INF, False)
            if place != ">":
                for side in (1, -1):
                    infinite[side] = infinite[side] or component.side in ("both", "right" if side > 0 else "left")
                continue
        value = exact_mean(component)
        if value is None:
            try:
                value = refined(
                    lambda c=component: sum_of(piece_integrals(1, ONE, piece, -INF, INF)[1] for piece in c.pieces),  # type: ignore[misc]
                    prec,
                )
            except Wide:
                return Enclosure(-INF, INF)
        out = add(out, mul(weight, value, prec + 32), prec + 32)
    if infinite[1] and infinite[-1]:
        raise NoValue("a mean of a distribution whose positive and negative part both have an infinite mean")
    return INF if infinite[1] else -INF if infinite[-1] else out


def absolute_moment(law: Law, order: Number, prec: int = PRECISION) -> Number:
    """``E |X|^order``, infinite values included.

    Integer orders are closed forms (a fraction for a normal law and an even order); other orders are integrated in
    balls after ``x = e^y``, where the integrand is entire, with the ends bounded: near 0 by the largest density, at
    infinity by log-convexity of the moments.
    """
    here = line(law)
    if isinstance(order, float):
        raise NoValue("a moment of infinite order")
    whole = int(order.numerator) if isinstance(order, fmpq) and order.denominator == 1 else None
    if whole == 0:
        return ONE
    atoms: Number = total(
        mul(w, power(abs(x), order, prec + 32), prec + 32)
        if x != 0 or sign(order) == 1
        else mul(w, INF if sign(order) == -1 else Enclosure(arb(0), INF))
        for x, w in here.atoms
    )
    out = atoms
    for weight, component in here.components:
        normal = gaussian(component)
        value: Number
        if whole is not None and whole > 0 and whole % 2 == 0 and normal is not None:
            value = _normal_moment(normal[0], normal[1], whole)
        else:
            try:
                value = _component_moment(component, order, whole, prec)
            except Wide:
                value = Enclosure(arb(0), INF)
            except Diverges:
                value = INF
        out = add(out, mul(weight, value, prec + 32), prec + 32)
    return out


def _normal_moment(centre: Number, variance: Number, order: int) -> Number:
    """``E X^k = m E X^(k-1) + (k-1) v E X^(k-2)``, by integration by parts."""
    before, now = ONE, centre
    values: list[Number] = [before, now]
    for k in range(2, order + 1):
        values.append(add(mul(centre, values[-1]), mul(mul(fmpq(k - 1), variance), values[-2])))
    return values[order]


def _power_moment(law: PowerLaw, order: Number, whole: int | None, prec: int) -> Number:
    """``E |X|^order``: infinite from exponent - 1 on; closed for a law centred at 0 and for even orders, else by quadrature. Raises Wide or Diverges."""
    place = compare(order, sub(law.exponent, ONE))
    if place is None:
        raise Wide("the order of a moment against the exponent of a power law")
    if place != "<":
        raise Diverges
    if compare(law.location, ZERO) == "=" and compare(order, -ONE) == ">":
        return refined(lambda: powers.centred_moment(law, order, ctx.prec), prec)
    if law.side != "both" and compare(law.location, law.scale if law.side == "right" else neg(law.scale)) == "=":  # Pareto: |X|/scale is 1 + t
        tail = sub(law.exponent, ONE)
        return mul(power(law.scale, order, prec + 32), div(tail, sub(tail, order)), prec + 32)
    one_signed = (law.side == "right" and compare(law.location, ZERO) in ("=", ">")) or (law.side == "left" and compare(law.location, ZERO) in ("=", "<"))
    if whole is not None and 0 < whole <= 40 and (whole % 2 == 0 or one_signed):
        try:
            return _within(refined(lambda: abs(powers.integrals(whole, law, end_ball(law.lo), end_ball(law.hi))[whole]), prec), 0, INF)
        except Wide:
            pass
    return _within(quadrature.power_moment(law, order, prec), 0, INF)


def _component_moment(component: PieceLaw | PowerLaw, order: Number, whole: int | None, prec: int) -> Number:
    if isinstance(component, PowerLaw):
        return _power_moment(component, order, whole, prec)
    if whole is not None and whole > 0:
        count = whole

        def closed() -> arb:
            out = arb(0)
            for piece in component.pieces:
                out += piece_integrals(count, ONE, piece, arb(0), INF)[count]
                out += (-1) ** count * piece_integrals(count, ONE, piece, -INF, arb(0))[count]
            return out

        return _within(refined(closed, prec), 0, INF)
    out: Number = ZERO
    for piece in component.pieces:
        mirrored = Piece(neg(piece.hi), neg(piece.lo), piece.c0, neg(piece.c1), piece.c2)
        for half in (piece, mirrored):
            place = compare(half.hi, ZERO)
            if place is None:
                raise Wide("an end of a piece against 0")
            if place == ">":
                out = add(out, _half_moment(half, order, prec), prec + 32)
    return out


def _half_moment(piece: Piece, order: Number, prec: int) -> Number:
    """Integral of ``x^order`` times the density over the positive part of a piece."""
    place = compare(piece.lo, ZERO)
    if place is None:
        raise Wide("an end of a piece against 0")
    from_zero = place != ">"
    if from_zero:
        order_place = compare(order, -ONE)
        if order_place is None:
            raise Wide("the order of a moment against -1")
        if order_place != ">":
            raise Diverges
    bits = prec + 32
    with precision(bits):
        q = quadratic(piece.c0, piece.c1, piece.c2)
        r = ball(order)
        if not all(value.is_finite() for value in (q.c0, q.c1, q.c2, r)):
            raise Wide("coefficients of a density")
        out = arb(0)
        if from_zero:
            # (0, h): the density times h^(r+1)/(r+1), with h so small that the width does not matter
            depth = (arb(bits) / (r + 1)).upper().ceil().upper()
            start = -depth * arb(2).log()
            start = start.lower()
            h = start.exp()
            if not isinstance(piece.hi, float):
                top = ball(piece.hi)
                if not h < top:
                    raise Wide("a piece that is too short")
            near = q.at(arb(0).union(h)).exp()
            out += near * h ** (r + 1) / (r + 1)
        else:
            start = ball(piece.lo).log()
        if isinstance(piece.hi, float):
            cut = _far(q, r, bits)
            stop = cut.log()
            out += _tail_moment(q, r, cut)
        else:
            stop = ball(piece.hi).log()
        c0, c1, c2, rate = (acb(value) for value in (q.c0, q.c1, q.c2, r + 1))

        def integrand(y: acb, _: bool) -> acb:
            x = y.exp()
            return (rate * y + c0 + x * (c1 + x * c2)).exp()

        inner = acb.integral(integrand, acb(start), acb(stop), rel_tol=arb(2) ** -bits, abs_tol=arb(2) ** -(2 * bits))
        return _within(hull(out + inner.real), 0, INF)


def _far(q: Quadratic, r: arb, bits: int) -> arb:
    """A point beyond which ``x^r exp(q)`` is below about ``2^-bits``; a choice, not a bound."""
    c0, c1, c2, power_ = (float(value.mid()) for value in (q.c0, q.c1, q.c2, r))
    x = 2.0
    while c0 + c1 * x + c2 * x * x + power_ * math.log(x) > -0.7 * bits or (2 * c2 * x + c1) * x > -1 - 2 * abs(power_):
        x *= 1.25
        if x > 1e250:
            raise Diverges if q.sign2 != -1 and not (q.sign2 == 0 and q.sign1 == -1) else Wide("a very flat density")
    return arb(x)


def _tail_moment(q: Quadratic, r: arb, cut: arb) -> arb:
    """A ball for the integral of ``x^r exp(q)`` over ``(cut, oo)``: between 0 and the log-convex bound."""
    if r <= 0:
        bound = cut**r * integrals(0, q, cut, INF)[0]
    else:
        k = max(math.floor(float(r.mid())), 0)
        share = r - k
        while not share >= 0:
            k -= 1
            share = r - k
        wide = integrals(k + 2, q, cut, INF)
        upper = k + 1 if share <= 1 else k + 2
        share = share / (upper - k)
        bound = wide[k].abs_upper() ** (1 - share) * wide[upper].abs_upper() ** share
    return arb(0).union(bound.abs_upper())
