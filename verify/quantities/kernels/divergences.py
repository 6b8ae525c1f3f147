r"""Divergences between laws: exact for finite laws, rigorous balls for exponential-quadratic densities on the line.

Infinity is a value. Every function takes laws of ``verify.values.laws``; laws on different spaces have no divergence
and raise NoValue. On finite laws and fractional orders the values are exact (fractions and logarithms). Between two
normal laws with exact coefficients the Kullback-Leibler and Rényi divergences are exact, because the Gaussian integral
is.

Conventions: ``total_variation`` is ``sup_A P(A) - Q(A)`` in [0, 1]; ``l1_distance`` is twice that. Natural logarithms.
"""

from __future__ import annotations

import math

from flint import arb, fmpq

from verify.quantities.kernels.areas import positive_part
from verify.quantities.kernels.kept import by_identity
from verify.quantities.kernels.line_divergences import cell_integrals, cell_supremum, line_divergence
from verify.quantities.kernels.lines import LineLaw, Wide, cells, line
from verify.quantities.kernels.normal_divergences import normal_kullback_leibler, normal_renyi
from verify.quantities.kernels.orthants import blends, hockey_stick_from_below
from verify.quantities.kernels.pairs_of_laws import INF, ONE, PRECISION, TWO, WIDE, ZERO, atoms_of_both, factor_pairs, flat_pair, nonnegative, rows_of, table_of
from verify.values.elementary import exp, log, maximum, minimum
from verify.values.laws import FiniteLaw, Law, MixtureLaw, Point, mixture
from verify.values.numbers import Enclosure, NoValue, Number, add, ball, compare, div, enclose, hull, mul, neg, precision, relation, sign, sub, total
from verify.values.powers import power

# --- total variation, hockey stick -----------------------------------------------------------------------------------


def total_variation(p: Law, q: Law, prec: int = PRECISION) -> Number:
    """``sup_A P(A) - Q(A)``, in [0, 1]."""
    if p == q:
        return ZERO
    p, q = flat_pair(p, q)
    if isinstance(p, FiniteLaw) and isinstance(q, FiniteLaw):
        return sum((a - b for _, a, b in table_of(p, q) if a > b), ZERO)
    coordinates = factor_pairs(p, q)
    if coordinates is not None:
        parts = [total_variation(a, b, prec) for a, b in coordinates]
        low, high = enclose(maximum(*parts)), enclose(minimum(ONE, total(parts)))
        return Enclosure(low.lo, high.hi)
    return mass_above(line(p), line(q), ONE, prec)


def l1_distance(p: Law, q: Law, prec: int = PRECISION) -> Number:
    """The sum (integral) of ``|p - q|``, in [0, 2]: twice the total variation."""
    return mul(TWO, total_variation(p, q, prec), prec)


def hockey_stick(p: Law, q: Law, epsilon: Number, prec: int = PRECISION) -> Number:
    """``sup_A P(A) - exp(epsilon) Q(A)``, in [0, 1], for any real or infinite ``epsilon``; it falls as ``epsilon`` rises, so its ends decide for an enclosure."""
    if isinstance(epsilon, Enclosure) and epsilon.width > WIDE:
        low, high = (hockey_stick(p, q, end if isinstance(end, float) else Enclosure(end, end), prec) for end in (epsilon.lo, epsilon.hi))
        return Enclosure(enclose(high, prec).lo, enclose(low, prec).hi)
    if isinstance(p, MixtureLaw) or isinstance(q, MixtureLaw):
        both = blends(p, q)
        if both is not None and isinstance(epsilon, fmpq | Enclosure):
            return hockey_stick_from_below(*both, exp(epsilon, prec + 32), prec)
    p, q = flat_pair(p, q)
    if epsilon == -INF:
        return ONE
    if isinstance(p, FiniteLaw) and isinstance(q, FiniteLaw):
        rows = rows_of(p, q)
        if epsilon == INF:
            return sum((a for _, a, b in rows if b == 0), ZERO)
        factor = exp(epsilon, prec + 32)
        if isinstance(factor, fmpq):
            return sum((a - factor * b for _, a, b in rows if a > factor * b), ZERO)
        if isinstance(factor, Enclosure) and factor.exists and isinstance(factor.hi, arb):
            return _finite_surplus(rows, factor, prec)
        sure = sum((a for _, a, b in rows if b == 0), ZERO)
        parts = [_positive(a, b, factor, prec) for _, a, b in rows if a and b]
        return add(sure, total(parts, prec + 32), prec)
    if factor_pairs(p, q) is not None:
        if epsilon != INF and relation(max_divergence(p, q, prec), "<=", epsilon):
            return ZERO
        both = blends(p, q)
        if both is None or not isinstance(epsilon, fmpq | Enclosure) or any(isinstance(law, FiniteLaw) for side in both for _, laws in side for law in laws):
            return Enclosure(arb(0), arb(1))
        return hockey_stick_from_below(*both, exp(epsilon, prec + 32), prec)
    if epsilon == INF:
        return _singular_mass(line(p), line(q), prec)
    if relation(_largest_loss(p, q, prec), "<=", epsilon):
        return ZERO
    return mass_above(line(p), line(q), exp(epsilon, prec + 32), prec)


def _finite_surplus(rows: list[tuple[Point, fmpq, fmpq]], factor: Enclosure, prec: int) -> Number:
    """The surplus of finite laws over a factor that is no exact number, in balls; exact where the factor plays no part."""
    sure = sum((a for _, a, b in rows if b == 0), ZERO)
    with precision(prec + 32):
        t = ball(factor)
        gains = [gain for gain in (a - t * b for _, a, b in rows if a and b) if not gain <= 0]
        if not gains:
            return sure
        found = arb(sure)
        for gain in gains:
            found += gain.max(arb(0))
        return hull(found, factor.exists)


def _positive(a: fmpq, b: fmpq, factor: Number, prec: int) -> Number:
    gain = sub(a, mul(factor, b, prec + 32), prec + 32)
    side = sign(gain)
    if side is None:
        top = enclose(gain).hi
        return Enclosure(arb(0), top if top > 0 else arb(0))
    return gain if side > 0 else ZERO


def mass_above(p: LineLaw, q: LineLaw, factor: Number, prec: int) -> Number:
    """The integral of the positive part of P - factor Q."""
    atoms = total((_positive(a, b, factor, prec) for a, b in atoms_of_both(p, q)), prec + 32)
    if not p.components:
        return atoms
    found = add(atoms, positive_part(p, q, factor, prec=prec), prec + 32)
    if isinstance(found, Enclosure) and found.hi > 1:
        return Enclosure(found.lo, arb(1), found.exists)
    return found


def _singular_mass(p: LineLaw, q: LineLaw, prec: int) -> Number:
    """Mass of the first law where the second has none."""
    out: Number = sum((a for a, b in atoms_of_both(p, q) if b == 0), ZERO)
    try:
        pieces = cells(p.parts, q.parts)
    except Wide:
        return Enclosure(arb(0), arb(1))
    with precision(2 * prec + 64):
        for cell in pieces:
            if cell.first and not cell.second:
                for w, piece in cell.first:
                    out = add(out, hull(w * cell_integrals(0, piece, cell)[0]), 2 * prec)
    return out


# --- Kullback-Leibler, Rényi, max-divergence -------------------------------------------------------------------------


def kullback_leibler(p: Law, q: Law, prec: int = PRECISION) -> Number:
    """``E_P log(p/q)``; oo where P is not absolutely continuous with respect to Q."""
    if p == q:
        return ZERO
    p, q = flat_pair(p, q)
    if isinstance(p, FiniteLaw) and isinstance(q, FiniteLaw):
        rows = [(a, b) for _, a, b in table_of(p, q) if a]
        if any(b == 0 for _, b in rows):
            return INF
        return nonnegative(total((mul(a, log(a / b, prec + 32), prec + 32) for a, b in rows), prec + 32))
    coordinates = factor_pairs(p, q)
    if coordinates is not None:
        return total((kullback_leibler(a, b, prec) for a, b in coordinates), prec)
    one, two = line(p), line(q)
    exact = normal_kullback_leibler(one, two)
    if exact is not None:
        return exact
    try:
        return line_divergence(one, two, ONE, prec)
    except Wide:
        return Enclosure(arb(0), INF)


def _of_order_0(table: list[tuple[Point, fmpq, fmpq]], prec: int) -> Number:
    met = sum((b for _, a, b in table if a != ZERO), ZERO)
    return neg(log(met, prec)) if met != ZERO else math.inf


def renyi(p: Law, q: Law, order: Number, prec: int = PRECISION) -> Number:
    """Rényi divergence of order >= 0, oo included; order 1 is Kullback-Leibler, order oo the max-divergence, order 0 is -log q(p > 0).

    ``log(sum p^a q^(1-a)) / (a - 1)``. Raises NoValue for a negative order. van Erven and Harremoës (2014), doi:10.1109/TIT.2014.2320500.
    """
    above = compare(order, ZERO)
    if above == "<":
        raise NoValue(f"a Rényi divergence of order {order}, which is negative")
    if above is None:  # perhaps negative
        return Enclosure(arb(0), INF, False)
    place = compare(order, ONE)
    if place == "=":
        return kullback_leibler(p, q, prec)
    if isinstance(order, float):
        return max_divergence(p, q, prec)
    if p == q:
        return ZERO
    if place is None:
        return Enclosure(arb(0), enclose(max_divergence(p, q, prec)).hi)
    p, q = flat_pair(p, q)
    if isinstance(p, FiniteLaw) and isinstance(q, FiniteLaw):
        table = table_of(p, q)
        return _of_order_0(table, prec) if above == "=" else _finite_renyi(table, order, place, prec)
    if above == "=":
        return Enclosure(arb(0), INF)
    coordinates = factor_pairs(p, q)
    if coordinates is not None:
        return total((renyi(a, b, order, prec) for a, b in coordinates), prec)
    one, two = line(p), line(q)
    exact = normal_renyi(one, two, order)
    if exact is not None:
        return exact
    try:
        return line_divergence(one, two, order, prec)
    except Wide:
        return Enclosure(arb(0), INF)


EXACTLY = 10_000
"""The largest whole order whose powers are worked out as fractions."""


def _finite_renyi(rows: list[tuple[Point, fmpq, fmpq]], order: Number, place: str, prec: int) -> Number:
    if place == ">" and any(a and not b for _, a, b in rows):
        return INF
    both = [(a, b) for _, a, b in rows if a and b]
    if not both:
        return INF
    bits = prec + 32
    if isinstance(order, fmpq) and order.denominator == 1 and order <= EXACTLY:
        n = int(order.numerator)
        inner: Number = sum((b * (a / b) ** n for a, b in both), ZERO)
    else:
        groups: dict[fmpq, fmpq] = {}  # equal ratios are joined, so that few ratios stay exact
        for a, b in both:
            groups[a / b] = groups.get(a / b, ZERO) + b
        inner = total((mul(b, power(ratio, order, bits), bits) for ratio, b in groups.items()), bits)
    return nonnegative(div(log(inner, bits), sub(order, ONE, bits), bits))


def max_divergence(p: Law, q: Law, prec: int = PRECISION) -> Number:
    """``log`` of the essential supremum of ``dP/dQ``; exact for finite laws and for two laws without mixtures."""
    if p == q:
        return ZERO
    p, q = flat_pair(p, q)
    if isinstance(p, FiniteLaw) and isinstance(q, FiniteLaw):
        rows = [(a, b) for _, a, b in table_of(p, q) if a]
        if any(b == 0 for _, b in rows):
            return INF
        return log(max(a / b for a, b in rows), prec)
    coordinates = factor_pairs(p, q)
    if coordinates is not None:
        return total((max_divergence(a, b, prec) for a, b in coordinates), prec)
    one, two = line(p), line(q)
    values: list[Number] = []
    for a, b in atoms_of_both(one, two):
        if a and not b:
            return INF
        if a:
            values.append(log(a / b, prec))
    try:
        pieces = cells(one.parts, two.parts)
        for cell in pieces:
            if cell.first and not cell.second:
                return INF
        values += [cell_supremum(cell, prec) for cell in pieces if cell.first]
    except Wide:
        return Enclosure(arb(0), INF)
    return nonnegative(maximum(*values))


_largest_loss = by_identity(max_divergence)
"""The same for laws of which many quantities are asked."""


# --- Jensen-Shannon, privacy loss ------------------------------------------------------------------------------------


def jensen_shannon(p: Law, q: Law, prec: int = PRECISION) -> Number:
    """Mean of the Kullback-Leibler divergences of both laws from their middle; at most log 2."""
    if p == q:
        return ZERO
    middle = mixture([fmpq(1, 2), fmpq(1, 2)], [p, q])
    both = add(kullback_leibler(p, middle, prec), kullback_leibler(q, middle, prec), prec + 32)
    return div(both, TWO, prec)


__all__ = ["hockey_stick", "jensen_shannon", "kullback_leibler", "l1_distance", "max_divergence", "renyi", "total_variation"]
