r"""Divergences between laws: exact for finite laws, rigorous balls for exponential-quadratic densities on the line.

Infinity is a value. Every function takes laws of ``verify.values.laws``; laws on different spaces have no divergence
and raise NoValue. On finite laws and fractional orders the values are exact (fractions and logarithms). Between two
normal laws with exact coefficients the Kullback-Leibler and Rényi divergences are exact, because the Gaussian integral
is.

Conventions: ``total_variation`` is ``sup_A P(A) - Q(A)`` in [0, 1]; ``l1_distance`` is twice that. Natural logarithms.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Any

from flint import arb, fmpq

from verify.quantities.kernels import powers, quadrature, sums
from verify.quantities.kernels.flows import bipartite_flow
from verify.quantities.kernels.kept import by_identity
from verify.quantities.kernels.lines import (
    Cell,
    Diverges,
    LineLaw,
    Part,
    Quadratic,
    Wide,
    cells,
    integrals,
    line,
    positive_part,
    quadratic,
    quadratic_supremum,
    refined,
)
from verify.quantities.kernels.moments import gaussian
from verify.quantities.kernels.orthants import blends, hockey_stick_from_below
from verify.quantities.kernels.transport import ground_distance
from verify.values.elementary import exp, log, maximum, minimum
from verify.values.laws import FiniteLaw, Law, MixtureLaw, Piece, Point, PowerLaw, ProductLaw, flat, mixture, same_kinds
from verify.values.numbers import (
    Enclosure,
    NoValue,
    Number,
    add,
    ball,
    compare,
    div,
    enclose,
    hull,
    is_exact,
    mul,
    neg,
    precision,
    relation,
    sign,
    sub,
    to_float,
    total,
)
from verify.values.powers import power

__all__ = [
    "hockey_stick",
    "jensen_shannon",
    "kantorovich_dual",
    "kullback_leibler",
    "l1_distance",
    "levy_distance",
    "max_divergence",
    "privacy_loss",
    "prokhorov_distance",
    "renyi",
    "total_variation",
]

ZERO = fmpq(0)
ONE = fmpq(1)
TWO = fmpq(2)
INF = math.inf
PRECISION = 64
WIDE = 1e-9
"""Width from which an argument is a range rather than a number known approximately."""


# --- finite laws: tables on the common support -----------------------------------------------------------------------


def _tagged(p: Point) -> Any:
    """A key that keeps the label 1 and the number 1 apart."""
    if type(p) is fmpq:  # which is slow to hash itself
        return fmpq, int(p.p), int(p.q)
    return tuple(_tagged(part) for part in p) if isinstance(p, tuple) else (type(p), p)


def _space(p: Point) -> Any:
    if isinstance(p, tuple):
        return tuple(_space(part) for part in p)
    return "number" if isinstance(p, fmpq) else "label"


def _table(p: FiniteLaw, q: FiniteLaw) -> list[tuple[Point, fmpq, fmpq]]:
    """``(point, P, Q)`` over the union of the supports. Raises NoValue for points of different spaces."""
    if _space(p.points[0]) != _space(q.points[0]):
        raise NoValue("a divergence between distributions on different spaces")
    if p.points == q.points and same_kinds(p.points, q.points):
        return list(zip(p.points, p.weights, q.weights, strict=True))
    rows: dict[Any, tuple[Point, fmpq, fmpq]] = {_tagged(x): (x, w, ZERO) for x, w in p.items()}
    for x, w in q.items():
        key = _tagged(x)
        rows[key] = (x, rows[key][1] if key in rows else ZERO, w)
    return list(rows.values())


_rows = by_identity(_table)


def _pair(p: Law, q: Law) -> tuple[Any, Any]:
    """Both laws without pending translations."""
    return (p if isinstance(p, FiniteLaw) else _flat(p)), (q if isinstance(q, FiniteLaw) else _flat(q))


_flat = by_identity(flat)


def _products(p: Law, q: Law) -> list[tuple[Law, Law]] | None:
    """Pairs of coordinates of two product laws, None for other laws."""
    if isinstance(p, ProductLaw) != isinstance(q, ProductLaw):
        raise NoValue("a divergence between a product distribution and another kind of distribution has no route")
    if isinstance(p, ProductLaw) and isinstance(q, ProductLaw):
        if len(p.laws) != len(q.laws):
            raise NoValue("a divergence between distributions on different spaces")
        return list(zip(p.laws, q.laws, strict=True))
    return None


def _atoms(p: LineLaw, q: LineLaw) -> list[tuple[fmpq, fmpq]]:
    """Masses of both laws at each atom of either."""
    masses: dict[fmpq, tuple[fmpq, fmpq]] = {x: (w, ZERO) for x, w in p.atoms}
    for x, w in q.atoms:
        masses[x] = (masses.get(x, (ZERO, ZERO))[0], w)
    return list(masses.values())


def _nonnegative(value: Number) -> Number:
    """The part of an enclosure at or above 0, for quantities that cannot be negative."""
    if not isinstance(value, Enclosure) or value.lo >= 0:
        return value
    return Enclosure(arb(0), value.hi if value.hi >= 0 else arb(0), value.exists)


# --- total variation, hockey stick -----------------------------------------------------------------------------------


def total_variation(p: Law, q: Law, prec: int = PRECISION) -> Number:
    """``sup_A P(A) - Q(A)``, in [0, 1]."""
    if p == q:
        return ZERO
    p, q = _pair(p, q)
    if isinstance(p, FiniteLaw) and isinstance(q, FiniteLaw):
        return sum((a - b for _, a, b in _table(p, q) if a > b), ZERO)
    coordinates = _products(p, q)
    if coordinates is not None:
        parts = [total_variation(a, b, prec) for a, b in coordinates]
        low, high = enclose(maximum(*parts)), enclose(minimum(ONE, total(parts)))
        return Enclosure(low.lo, high.hi)
    return _surplus(line(p), line(q), ONE, prec)


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
    p, q = _pair(p, q)
    if epsilon == -INF:
        return ONE
    if isinstance(p, FiniteLaw) and isinstance(q, FiniteLaw):
        rows = _rows(p, q)
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
    if _products(p, q) is not None:
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
    return _surplus(line(p), line(q), exp(epsilon, prec + 32), prec)


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


def _surplus(p: LineLaw, q: LineLaw, factor: Number, prec: int) -> Number:
    atoms = total((_positive(a, b, factor, prec) for a, b in _atoms(p, q)), prec + 32)
    if not p.components:
        return atoms
    found = add(atoms, positive_part(p, q, factor, prec=prec), prec + 32)
    if isinstance(found, Enclosure) and found.hi > 1:
        return Enclosure(found.lo, arb(1), found.exists)
    return found


def _singular_mass(p: LineLaw, q: LineLaw, prec: int) -> Number:
    """Mass of the first law where the second has none."""
    out: Number = sum((a for a, b in _atoms(p, q) if b == 0), ZERO)
    try:
        pieces = cells(p.parts, q.parts)
    except Wide:
        return Enclosure(arb(0), arb(1))
    with precision(2 * prec + 64):
        for cell in pieces:
            if cell.first and not cell.second:
                for w, piece in cell.first:
                    out = add(out, hull(w * _cell_integrals(0, piece, cell)[0]), 2 * prec)
    return out


def _cell_integrals(n: int, piece: Part, cell: Cell | _Light) -> list[arb]:
    if isinstance(piece, PowerLaw):
        return powers.integrals(n, piece, _ball_end(cell.lo), _ball_end(cell.hi))
    return integrals(n, quadratic(piece.c0, piece.c1, piece.c2), _ball_end(cell.lo), _ball_end(cell.hi))


def _ball_end(end: Number) -> arb | float:
    return end if isinstance(end, float) else ball(end)


# --- Kullback-Leibler, Rényi, max-divergence -------------------------------------------------------------------------


def kullback_leibler(p: Law, q: Law, prec: int = PRECISION) -> Number:
    """``E_P log(p/q)``; oo where P is not absolutely continuous with respect to Q."""
    if p == q:
        return ZERO
    p, q = _pair(p, q)
    if isinstance(p, FiniteLaw) and isinstance(q, FiniteLaw):
        rows = [(a, b) for _, a, b in _table(p, q) if a]
        if any(b == 0 for _, b in rows):
            return INF
        return _nonnegative(total((mul(a, log(a / b, prec + 32), prec + 32) for a, b in rows), prec + 32))
    coordinates = _products(p, q)
    if coordinates is not None:
        return total((kullback_leibler(a, b, prec) for a, b in coordinates), prec)
    one, two = line(p), line(q)
    exact = _normal_kullback_leibler(one, two)
    if exact is not None:
        return exact
    try:
        return _line_divergence(one, two, ONE, prec)
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
    p, q = _pair(p, q)
    if isinstance(p, FiniteLaw) and isinstance(q, FiniteLaw):
        table = _table(p, q)
        return _of_order_0(table, prec) if above == "=" else _finite_renyi(table, order, place, prec)
    if above == "=":
        return Enclosure(arb(0), INF)
    coordinates = _products(p, q)
    if coordinates is not None:
        return total((renyi(a, b, order, prec) for a, b in coordinates), prec)
    one, two = line(p), line(q)
    exact = _normal_renyi(one, two, order)
    if exact is not None:
        return exact
    try:
        return _line_divergence(one, two, order, prec)
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
    return _nonnegative(div(log(inner, bits), sub(order, ONE, bits), bits))


def max_divergence(p: Law, q: Law, prec: int = PRECISION) -> Number:
    """``log`` of the essential supremum of ``dP/dQ``; exact for finite laws and for two laws without mixtures."""
    if p == q:
        return ZERO
    p, q = _pair(p, q)
    if isinstance(p, FiniteLaw) and isinstance(q, FiniteLaw):
        rows = [(a, b) for _, a, b in _table(p, q) if a]
        if any(b == 0 for _, b in rows):
            return INF
        return log(max(a / b for a, b in rows), prec)
    coordinates = _products(p, q)
    if coordinates is not None:
        return total((max_divergence(a, b, prec) for a, b in coordinates), prec)
    one, two = line(p), line(q)
    values: list[Number] = []
    for a, b in _atoms(one, two):
        if a and not b:
            return INF
        if a:
            values.append(log(a / b, prec))
    try:
        pieces = cells(one.parts, two.parts)
        for cell in pieces:
            if cell.first and not cell.second:
                return INF
        values += [_cell_supremum(cell, prec) for cell in pieces if cell.first]
    except Wide:
        return Enclosure(arb(0), INF)
    return _nonnegative(maximum(*values))


_largest_loss = by_identity(max_divergence)
"""The same for laws of which many quantities are asked."""


def _difference(a: Piece, b: Piece) -> tuple[Number, Number, Number]:
    return sub(a.c0, b.c0), sub(a.c1, b.c1), sub(a.c2, b.c2)


def _cell_supremum(cell: Cell, prec: int) -> Number:
    """Supremum of the log-ratio on a cell; for mixtures between its largest value on a grid and a sum of suprema."""
    light = _light(cell)
    return quadrature.supremum_of_log_ratio(cell, prec) if light is None else _light_supremum(light)


def _light_supremum(cell: _Light) -> Number:
    if len(cell.first) == 1 and len(cell.second) == 1:
        (w, a), (v, b) = cell.first[0], cell.second[0]
        return add(log(w / v), quadratic_supremum(*_difference(a, b), cell.lo, cell.hi))
    for end, side in ((cell.lo, -1), (cell.hi, 1)):
        if isinstance(end, float) and any(all(_grows(a, b, side) for _, b in cell.second) for _, a in cell.first):
            return INF
    uppers: list[Number] = []
    for v, b in cell.second:  # f / g <= sum of w_i sup f_i / (v g_j), for every j
        tops = [(w, quadratic_supremum(*_difference(a, b), cell.lo, cell.hi)) for w, a in cell.first]
        uppers.append(total(mul(w / v, exp(top)) for w, top in tops))
    upper = enclose(log(minimum(*uppers)) if not isinstance(minimum(*uppers), float) else INF)
    lower: Any = -INF
    with precision(PRECISION + 32):
        first, second = ([(w, quadratic(piece.c0, piece.c1, piece.c2)) for w, piece in parts] for parts in (cell.first, cell.second))
        for x in _grid(cell):
            value = _log_density(first, x) - _log_density(second, x)
            if value.is_finite() and value.lower() > lower:
                lower = value.lower()
    return Enclosure(lower, upper.hi)


@dataclass(frozen=True, slots=True)
class _Light:
    """A cell on which no density has power tails."""

    lo: Number
    hi: Number
    first: tuple[tuple[fmpq, Piece], ...]
    second: tuple[tuple[fmpq, Piece], ...]


def _light(cell: Cell) -> _Light | None:
    """The cell, or None where a density has power tails."""
    parts = [[(w, piece) for w, piece in side if isinstance(piece, Piece)] for side in (cell.first, cell.second)]
    if len(parts[0]) != len(cell.first) or len(parts[1]) != len(cell.second):
        return None
    return _Light(cell.lo, cell.hi, tuple(parts[0]), tuple(parts[1]))


def _grows(a: Piece, b: Piece, side: int) -> bool:
    """Whether the log-ratio of two pieces certainly tends to oo at one end of the line."""
    _, d1, d2 = _difference(a, b)
    second, first = sign(d2), sign(d1)
    return second == 1 or (second == 0 and first == side)


def _grid(cell: _Light, count: int = 64) -> list[arb]:
    lo, hi = to_float(cell.lo), to_float(cell.hi)
    if math.isinf(lo) and math.isinf(hi):
        steps = [math.sinh(8 * (2 * k / count - 1)) for k in range(count + 1)]
    elif math.isinf(hi):
        steps = [lo + math.expm1(8 * (k + 1) / count) for k in range(count)]
    elif math.isinf(lo):
        steps = [hi - math.expm1(8 * (k + 1) / count) for k in range(count)]
    else:
        steps = [lo + (hi - lo) * (k + 1) / (count + 2) for k in range(count)]
    return [arb(x) for x in steps]


def _log_density(parts: Sequence[tuple[fmpq, Quadratic]], x: arb) -> arb:
    out = arb(0)
    for w, curve in parts:
        out += w * curve.at(x).exp()
    return out.log()


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


def _normal_kullback_leibler(p: LineLaw, q: LineLaw) -> Number | None:
    one, two, moments = _normal_constant(p), _normal_constant(q), gaussian_law(p)
    if one is None or two is None or moments is None:
        return None
    centre, variance = moments
    d0, d1, d2 = (sub(a, b) for a, b in zip(one, two, strict=True))
    return _nonnegative(add(d0, add(mul(d1, centre), mul(d2, add(mul(centre, centre), variance)))))


def _normal_renyi(p: LineLaw, q: LineLaw, order: Number) -> Number | None:
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
    return _nonnegative(div(inner, sub(order, ONE)))


def _line_divergence(p: LineLaw, q: LineLaw, order: Number, prec: int) -> Number:
    """Kullback-Leibler (order 1) or Rényi divergence of laws on the line. Raises Wide."""
    shannon = order == ONE
    above = shannon or compare(order, ONE) == ">"
    bits = prec + 32
    parts: list[Number] = []
    for a, b in _atoms(p, q):
        if a and not b and above:
            return INF
        if a and b:
            parts.append(mul(a, log(a / b, bits), bits) if shannon else mul(b, power(a / b, order, bits), bits))
    pieces = cells(p.parts, q.parts)
    for cell in pieces:
        if cell.first and not cell.second and above:
            return INF
    for cell in pieces:
        if cell.first and cell.second:
            part = _cell_divergence(cell, order, shannon, above, prec)
            if part == INF and above:
                return INF
            parts.append(part)
    if not parts:
        return INF
    inner = total(parts, bits)
    if shannon:
        return _nonnegative(inner)
    low = enclose(inner)
    if not low.lo > 0:
        return Enclosure(arb(0), INF)
    return _nonnegative(div(log(inner, bits), sub(order, ONE, bits), bits))


def _cell_divergence(cell: Cell, order: Number, shannon: bool, above: bool, prec: int) -> Number:
    """Integral of ``f log(f/g)`` or of ``f^a g^(1-a)`` over a cell."""
    light = _light(cell)
    if light is None:
        return quadrature.divergence_integral(cell, None if shannon else order, prec)
    return _light_divergence(light, order, shannon, above, prec)


def _light_divergence(cell: _Light, order: Number, shannon: bool, above: bool, prec: int) -> Number:
    if len(cell.first) == 1 and len(cell.second) == 1:
        (w, a), (v, b) = cell.first[0], cell.second[0]
        if shannon:
            d0, d1, d2 = _difference(a, b)
            d0 = add(d0, log(w / v))

            def compute() -> arb:
                size, first, second = _cell_integrals(2, a, cell)
                return w * (ball(d0) * size + ball(d1) * first + ball(d2) * second)

        else:
            rest = sub(ONE, order)
            mixed = Piece(
                cell.lo,
                cell.hi,
                *(add(mul(order, x), mul(rest, y)) for x, y in ((a.c0, b.c0), (a.c1, b.c1), (a.c2, b.c2))),
            )
            factor = mul(power(w, order, prec + 32), power(v, rest, prec + 32), prec + 32)

            def compute() -> arb:
                return ball(factor) * _cell_integrals(0, mixed, cell)[0]

        try:
            return refined(compute, prec)
        except Diverges:
            return INF
    if not shannon and _expands(cell, order):
        try:
            return refined(lambda: _expanded(cell, order), prec)
        except Diverges:
            return INF
    return _mixture_integral(cell, order, shannon, above, prec)


MOST_PRODUCTS = 256
"""Products of densities into which a power of a mixture is multiplied out; beyond that quadrature is quicker."""


def _expands(cell: _Light, order: Number) -> bool:
    """Whether ``f^a g^(1-a)`` is a sum of not too many products of densities: a is a whole number and g no mixture."""
    if not isinstance(order, fmpq) or order.q != 1 or order < 1 or len(cell.second) != 1:
        return False
    return math.comb(int(order.p) + len(cell.first) - 1, len(cell.first) - 1) <= MOST_PRODUCTS


def _expanded(cell: _Light, order: Number) -> arb:
    """The integral over a cell of ``f^n g^(1-n)`` for a mixture f and one density g, multiplied out: no term cancels another. Raises Diverges."""
    assert isinstance(order, fmpq)
    n, ((v, g),) = int(order.p), cell.second
    whole = arb(0)
    for bars in combinations(range(n + len(cell.first) - 1), len(cell.first) - 1):
        places = (-1, *bars, n + len(cell.first) - 1)
        counts = [b - a - 1 for a, b in pairwise(places)]
        factor, left = fmpq(1) / v ** (n - 1), n
        c0, c1, c2 = (mul(fmpq(1 - n), c) for c in (g.c0, g.c1, g.c2))
        for k, (w, f) in zip(counts, cell.first, strict=True):
            factor, left = factor * math.comb(left, k) * w**k, left - k
            c0, c1, c2 = (add(c, mul(fmpq(k), own)) for c, own in zip((c0, c1, c2), (f.c0, f.c1, f.c2), strict=True))
        whole += arb(factor) * _cell_integrals(0, Piece(cell.lo, cell.hi, c0, c1, c2), cell)[0]
    return whole


def _mixture_integral(cell: _Light, order: Number, shannon: bool, above: bool, prec: int) -> Number:
    r"""The integral over a cell where a density is a mixture, by a fixed rule where one applies, else by quadrature in balls between cuts, with tail bounds.

    Tails, for any piece ``v g_j`` of ``g``: by convexity ``f log f <= sum w_i f_i log f_i + ...`` and
    ``f^a <= W^(a-1) sum w_i f_i^a`` for a > 1 with ``W`` the sum of the weights; for a < 1, Hölder gives
    ``F^a G^(1-a)``.
    """
    with precision(quadrature.accuracy(prec) + 32):
        lo, hi = _ball_end(cell.lo), _ball_end(cell.hi)

        beyond = _tail_bound(cell, order, shannon, above)

        def tail(side: int, cut: arb) -> arb | None:
            bound = enclose(beyond(cut, INF) if side > 0 else beyond(-INF, -cut))
            return None if isinstance(bound.lo, float) or isinstance(bound.hi, float) else bound.lo.union(bound.hi)

        wanted = quadrature.accuracy(prec)
        values = None if shannon else sums.powers_of(cell.first, cell.second, order)
        rule = None if values is None else lambda a, b: sums.between(values, a, b, wanted)
        try:
            found = None if values is None else sums.alone(values, lo, hi)
            if found is None and values is not None and isinstance(lo, float) and isinstance(hi, float):
                found = sums.whole_line(values, wanted)
            if found is None:
                integrand = quadrature.integrand_of(cell.first, cell.second, None if shannon else order)
                found = quadrature.over_line(integrand, lo, hi, tail, prec=prec, stretch=False, rule=rule)
            return hull(found)
        except Diverges:
            return INF
        except Wide:
            return INF if above and not shannon and _diverges(cell, order) else Enclosure(-INF if shannon else arb(0), INF)


def _tail_bound(cell: _Light, order: Number, shannon: bool, above: bool) -> Callable[[arb | float, arb | float], Number]:
    """The integral beyond a cut, as a function of both ends; what does not depend on them is worked out once, at the precision of now."""
    first, second = _masses(cell.first), _masses(cell.second)
    if not above:
        r = ball(order)
        return lambda lo, hi: hull(arb(0).union((first(lo, hi).upper() ** r * second(lo, hi).upper() ** (1 - r)).upper()))
    whole = sum((w for w, _ in cell.first), ZERO)
    products = [(w, _Shannon(whole / v, a, b) if shannon else _Product(whole, v, order, a, b)) for v, b in cell.second for w, a in cell.first]
    count = len(cell.first)

    def bound(lo: arb | float, hi: arb | float) -> Number:
        low = arb(0)
        if shannon:
            f, g = first(lo, hi), second(lo, hi)
            low = (f * (f / g).log()).lower() if f > 0 and g > 0 else arb("nan")
            if not low.is_finite():
                low = (-(arb(-1).exp()) * (g.upper() + 1)).lower()  # t log t >= -1/e
        best: arb | None = None
        for k in range(0, len(products), count):
            try:
                value = sum((w * product.integral(lo, hi) for w, product in products[k : k + count]), arb(0))
            except (Diverges, Wide):
                continue
            if value.is_finite() and (best is None or value.upper() < best):
                best = value.upper()
        if best is None:
            return Enclosure(low.lower(), INF)
        return Enclosure(low.lower() if low.lower() <= best else best, best)

    return bound


class _Shannon:
    """``f log(whole f/(v g))`` for two pieces: with the weights w of f it adds up to a bound, as ``t log t`` is convex and the sum of ``w f`` is ``whole`` times a mixture."""

    def __init__(self, ratio: fmpq, a: Piece, b: Piece) -> None:
        d0, d1, d2 = _difference(a, b)
        self.shift, self.slope, self.bend = ball(add(d0, log(ratio))), ball(d1), ball(d2)
        self.own = quadratic(a.c0, a.c1, a.c2)

    def integral(self, lo: arb | float, hi: arb | float) -> arb:
        parts = integrals(2, self.own, lo, hi)
        return self.shift * parts[0] + self.slope * parts[1] + self.bend * parts[2]


class _Product:
    """``whole^(order - 1) f^order (v g)^(1 - order)`` for two pieces."""

    def __init__(self, whole: fmpq, v: fmpq, order: Number, a: Piece, b: Piece) -> None:
        rest = sub(ONE, order)
        self.factor = ball(power(whole, sub(order, ONE))) * ball(power(v, rest))
        self.mixed = quadratic(*(add(mul(order, x), mul(rest, y)) for x, y in ((a.c0, b.c0), (a.c1, b.c1), (a.c2, b.c2))))

    def integral(self, lo: arb | float, hi: arb | float) -> arb:
        return self.factor * integrals(0, self.mixed, lo, hi)[0]


def _masses(parts: Sequence[tuple[fmpq, Piece]]) -> Callable[[arb | float, arb | float], arb]:
    curves = [(w, quadratic(piece.c0, piece.c1, piece.c2)) for w, piece in parts]
    return lambda lo, hi: sum((w * integrals(0, curve, lo, hi)[0] for w, curve in curves), arb(0))


def _diverges(cell: _Light, order: Number) -> bool:
    """Whether one component alone makes the integral infinite against every piece of the other law.

    ``f^a g^(1-a) >= (w_i f_i)^a g^(1-a)``, and for a > 1 ``g <= n max v_j g_j``, so the largest piece in the tail
    decides.
    """
    rest = sub(ONE, order)
    for _, a in cell.first:
        infinite = True
        for _, b in cell.second:
            c = [add(mul(order, x), mul(rest, y)) for x, y in ((a.c0, b.c0), (a.c1, b.c1), (a.c2, b.c2))]
            try:
                with precision(PRECISION):
                    integrals(0, quadratic(*c), _ball_end(cell.lo), _ball_end(cell.hi))
                infinite = False
            except Diverges:
                continue
            except Wide:
                infinite = False
        if infinite and len(cell.second) == 1:
            return True
    return False


# --- Jensen-Shannon, privacy loss ------------------------------------------------------------------------------------


def jensen_shannon(p: Law, q: Law, prec: int = PRECISION) -> Number:
    """Mean of the Kullback-Leibler divergences of both laws from their middle; at most log 2."""
    if p == q:
        return ZERO
    middle = mixture([fmpq(1, 2), fmpq(1, 2)], [p, q])
    both = add(kullback_leibler(p, middle, prec), kullback_leibler(q, middle, prec), prec + 32)
    return div(both, TWO, prec)


def privacy_loss(p: FiniteLaw, q: FiniteLaw, prec: int = PRECISION) -> tuple[tuple[Point, Number, fmpq], ...]:
    """``(x, log(P(x)/Q(x)), P(x))`` on the support of P; the loss is oo where Q has no mass."""
    return tuple((x, log(a / b, prec) if b else INF, a) for x, a, b in _table(p, q) if a)


# --- Kantorovich's dual ----------------------------------------------------------------------------------------------


def kantorovich_dual(p: FiniteLaw, q: FiniteLaw, norm: Number = ONE, prec: int = PRECISION) -> Number:
    """``sup E_P f - E_Q f`` over functions with ``|f(x) - f(y)| <= |x - y|`` on the union of the supports.

    Computed from this dual problem alone, not from couplings. On the line the sum of ``|F - G|`` times the gaps.
    Elsewhere a linear programme in floating point whose potential is rebuilt in fractions along tight pairs; it is the
    optimum when a flow along tight pairs carries P to Q. Otherwise an enclosure: a feasible function below, and above
    the cost of a flow.
    """
    rows = _table(p, q)
    surplus = [(x, a - b) for x, a, b in rows]
    if isinstance(rows[0][0], fmpq):
        surplus.sort()
        out, height = ZERO, ZERO
        for (x, gain), (y, _) in pairwise(surplus):
            height += gain
            out += abs(height) * (y - x)
        return out
    moving = [(x, gain) for x, gain in surplus if gain]
    if not moving:
        return ZERO
    points = [x for x, _ in moving]
    gains = [gain for _, gain in moving]
    distances = [[ground_distance(x, y, norm, prec + 32) for y in points] for x in points]
    potential, flows = _float_dual(distances, gains)
    exact = all(isinstance(d, fmpq) for row in distances for d in row)
    if exact:
        value = _certified_dual(distances, gains, potential, flows)
        if value is not None:
            return value
    lows = [[_rounded(d, "lo", prec) for d in row] for row in distances]
    feasible = _feasible(lows, [fmpq(round(x * 2**40), 2**40) for x in potential])
    lower = enclose(sum((g * f for g, f in zip(gains, feasible, strict=True)), ZERO), prec)
    upper = enclose(_flow_cost(distances, gains, flows, prec), prec)
    low = lower.lo if lower.lo > 0 else arb(0)
    return Enclosure(low if low <= upper.hi else upper.hi, upper.hi)


def _rounded(value: Number, side: str, prec: int) -> fmpq:
    if isinstance(value, fmpq):
        return value
    end: fmpq = getattr(enclose(value, prec), side).fmpq()
    return end


def _float_dual(distances: list[list[Number]], gains: list[fmpq]) -> tuple[list[float], list[tuple[float, int, int]]]:
    """Potential and the multipliers of its tight pairs, in floating point."""
    import numpy as np
    from scipy.optimize import linprog

    n = len(gains)
    pairs = [(i, j) for i in range(n) for j in range(n) if i != j]
    matrix = np.zeros((len(pairs), n))
    for row, (i, j) in enumerate(pairs):
        matrix[row, i], matrix[row, j] = 1.0, -1.0
    limits = np.array([to_float(distances[i][j]) for i, j in pairs])
    bounds = [(0.0, 0.0)] + [(None, None)] * (n - 1)
    objective = -np.array([to_float(g) for g in gains])
    result: Any = linprog(objective, A_ub=matrix, b_ub=limits, bounds=bounds, method="highs-ds")
    if result.status != 0:
        return [0.0] * n, []
    flows = [(-float(m), i, j) for m, (i, j) in zip(result.ineqlin.marginals, pairs, strict=True) if m < 0]
    return [float(x) for x in result.x], sorted(flows, reverse=True)


def _forest(n: int, flows: list[tuple[float, int, int]]) -> list[tuple[int, int]]:
    root = list(range(n))

    def find(x: int) -> int:
        while root[x] != x:
            x = root[x]
        return x

    chosen = []
    for _, i, j in flows:
        a, b = find(i), find(j)
        if a != b:
            root[a] = b
            chosen.append((i, j))
    return chosen


def _forest_flow(n: int, edges: list[tuple[int, int]], gains: list[fmpq]) -> dict[tuple[int, int], fmpq] | None:
    """The only flow on a forest that carries the surplus away; None if it does not exist."""
    left = list(gains)
    rest = set(edges)
    flow: dict[tuple[int, int], fmpq] = {}
    while rest:
        degree = [0] * n
        for i, j in rest:
            degree[i] += 1
            degree[j] += 1
        for i, j in sorted(rest):
            if degree[i] == 1 or degree[j] == 1:
                amount = left[i] if degree[i] == 1 else -left[j]
                flow[i, j] = amount
                left[i] -= amount
                left[j] += amount
                rest.discard((i, j))
                break
    return flow if not any(left) else None


def _certified_dual(
    distances: list[list[fmpq]], gains: list[fmpq], guess: list[float], flows: list[tuple[float, int, int]]
) -> fmpq | None:
    """The exact optimum: a feasible potential and a flow of equal cost; None if the guess does not give both."""
    n = len(gains)
    edges = _forest(n, flows)
    flow = _forest_flow(n, edges, gains)
    if flow is None or any(x < 0 for x in flow.values()):
        return None
    potential: list[fmpq | None] = [None] * n
    beside: list[list[tuple[int, fmpq]]] = [[] for _ in range(n)]
    for i, j in edges:  # tight: f(i) - f(j) = d(i, j)
        beside[i].append((j, -distances[i][j]))
        beside[j].append((i, distances[i][j]))
    blocks: list[list[int]] = []
    for start in range(n):
        if potential[start] is not None:
            continue
        potential[start] = fmpq(round(guess[start] * 2**40), 2**40)
        block, stack = [start], [start]
        while stack:
            node = stack.pop()
            here = potential[node]
            assert here is not None
            for other, step in beside[node]:
                if potential[other] is None:
                    potential[other] = here + step
                    block.append(other)
                    stack.append(other)
        blocks.append(block)
    values = [f for f in potential if f is not None]
    if len(blocks) > 1:
        shifted = _aligned(distances, values, blocks)
        if shifted is None:
            return None
        values = shifted
    for i in range(n):
        for j in range(n):
            if values[i] - values[j] > distances[i][j]:
                return None
    value: fmpq = sum((g * f for g, f in zip(gains, values, strict=True)), ZERO)
    cost = sum((x * distances[i][j] for (i, j), x in flow.items()), ZERO)
    return value if value == cost else None


def _aligned(distances: list[list[fmpq]], values: list[fmpq], blocks: list[list[int]]) -> list[fmpq] | None:
    """Shift whole blocks (each without surplus of its own) until the function is 1-Lipschitz: shortest paths."""
    m = len(blocks)
    limit = [
        [min(distances[i][j] - values[i] + values[j] for i in one for j in two) for two in blocks] for one in blocks
    ]
    shift = [ZERO] * m  # need shift[a] - shift[b] <= limit[a][b]
    for _ in range(m + 1):
        changed = False
        for a in range(m):
            for b in range(m):
                if a != b and shift[a] > shift[b] + limit[a][b]:
                    shift[a] = shift[b] + limit[a][b]
                    changed = True
        if not changed:
            out = list(values)
            for s, block in zip(shift, blocks, strict=True):
                for i in block:
                    out[i] += s
            return out
    return None


def _feasible(distances: list[list[fmpq]], guess: list[fmpq]) -> list[fmpq]:
    """The largest 1-Lipschitz function below a guess, with distances closed under the triangle inequality."""
    n = len(guess)
    d = [list(row) for row in distances]
    for k in range(n):
        for i in range(n):
            for j in range(n):
                if d[i][k] + d[k][j] < d[i][j]:
                    d[i][j] = d[i][k] + d[k][j]
    return [min(guess[j] + d[i][j] for j in range(n)) for i in range(n)]


def _flow_cost(
    distances: list[list[Number]], gains: list[fmpq], flows: list[tuple[float, int, int]], prec: int
) -> Number:
    """Cost of some flow from surplus to deficit: along the tight pairs if it can be, else spread evenly."""
    n = len(gains)
    flow = _forest_flow(n, _forest(n, flows), gains)
    if flow is None or any(x < 0 for x in flow.values()):
        up = {i: g for i, g in enumerate(gains) if g > 0}
        mass = sum(up.values(), ZERO)
        flow = {(i, j): g * -gains[j] / mass for i, g in up.items() for j in range(n) if gains[j] < 0}
    return total((mul(x, distances[i][j], prec + 32) for (i, j), x in flow.items()), prec + 32)


# --- Lévy and Prokhorov distances ------------------------------------------------------------------------------------


def levy_distance(p: FiniteLaw, q: FiniteLaw) -> fmpq:
    """``inf {e : F(x - e) - e <= G(x) <= F(x + e) + e for all x}`` for finite laws on the line, exactly.

    Between two neighbouring differences of points the largest excess is constant, so the infimum is such a difference
    or an excess.
    """
    if not all(isinstance(x, fmpq) for x in (*p.points, *q.points)):
        raise NoValue("a Lévy distance of distributions that are not on the line")

    def excess(e: fmpq) -> fmpq:
        worst = ZERO
        for first, second in ((p, q), (q, p)):
            below = height = ZERO
            k = 0
            for x, w in first.items():
                height += w
                while k < len(second.points) and second.points[k] <= x + e:
                    below += second.weights[k]
                    k += 1
                worst = max(worst, height - below)
        return worst

    return _least_with({abs(x - y) for x in p.points for y in q.points}, excess)


def prokhorov_distance(p: FiniteLaw, q: FiniteLaw, norm: Number = ONE, prec: int = PRECISION) -> Number:
    """``inf {e : P(A) <= Q(A^e) + e for all A}``, by Strassen's theorem the least ``e`` with ``P(d(X, Y) > e) <= e``.

    Exact where distances are fractions, otherwise an enclosure. Strassen (1965), doi:10.1214/aoms/1177700153.
    """
    unit = 1
    for w in (*p.weights, *q.weights):
        unit = math.lcm(unit, int(w.denominator))
    supply = [int(w.numerator) * (unit // int(w.denominator)) for w in p.weights]
    demand = [int(w.numerator) * (unit // int(w.denominator)) for w in q.weights]
    distances = [[ground_distance(x, y, norm, prec + 32) for y in q.points] for x in p.points]

    def solve(table: list[list[fmpq]]) -> fmpq:
        def excess(e: fmpq) -> fmpq:
            amount, _ = bipartite_flow(supply, demand, [[d <= e for d in row] for row in table])
            return fmpq(unit - amount, unit)

        return _least_with({d for row in table for d in row}, excess)

    if all(isinstance(d, fmpq) for row in distances for d in row):
        return solve(distances)
    ends = [solve([[_rounded(d, side, prec + 32) for d in row] for row in distances]) for side in ("lo", "hi")]
    return Enclosure(enclose(ends[0], prec).lo, enclose(ends[1], prec).hi)


def _least_with(levels: set[fmpq], excess: Callable[[fmpq], fmpq]) -> fmpq:
    """Least ``e >= 0`` with ``excess(e) <= e``, for a falling function that is constant between the levels."""
    steps = sorted(levels | {ZERO})
    low, high = 0, len(steps) - 1
    while low < high:  # the last step at which the excess is still above it
        middle = (low + high + 1) // 2
        if excess(steps[middle]) > steps[middle]:
            low = middle
        else:
            high = middle - 1
    here = excess(steps[low])
    if here <= steps[low]:
        return steps[low]
    return here if low + 1 == len(steps) else min(here, steps[low + 1])
