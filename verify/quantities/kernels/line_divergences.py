"""Divergences of laws on the line by integrals over cells on which both densities are sums of fixed pieces."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Any

from flint import arb, fmpq

from verify.quantities.kernels import powers, quadrature, sums
from verify.quantities.kernels.lines import Cell, Diverges, LineLaw, Part, Quadratic, Wide, cells, integrals, quadratic, quadratic_supremum, refined
from verify.quantities.kernels.pairs_of_laws import INF, ONE, PRECISION, ZERO, atoms_of_both, nonnegative
from verify.values.elementary import exp, log, minimum
from verify.values.laws import Piece, PowerLaw
from verify.values.numbers import Enclosure, Number, add, ball, compare, div, enclose, hull, mul, precision, sign, sub, to_float, total
from verify.values.powers import power


def cell_integrals(n: int, piece: Part, cell: Cell | _Light) -> list[arb]:
    """Integrals of ``x^k`` times a density over a cell for k = 0..n."""
    if isinstance(piece, PowerLaw):
        return powers.integrals(n, piece, _ball_end(cell.lo), _ball_end(cell.hi))
    return integrals(n, quadratic(piece.c0, piece.c1, piece.c2), _ball_end(cell.lo), _ball_end(cell.hi))


def _ball_end(end: Number) -> arb | float:
    return end if isinstance(end, float) else ball(end)


def _difference(a: Piece, b: Piece) -> tuple[Number, Number, Number]:
    return sub(a.c0, b.c0), sub(a.c1, b.c1), sub(a.c2, b.c2)


def cell_supremum(cell: Cell, prec: int) -> Number:
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


def line_divergence(p: LineLaw, q: LineLaw, order: Number, prec: int) -> Number:
    """Kullback-Leibler (order 1) or Rényi divergence of laws on the line. Raises Wide."""
    shannon = order == ONE
    above = shannon or compare(order, ONE) == ">"
    bits = prec + 32
    parts: list[Number] = []
    for a, b in atoms_of_both(p, q):
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
        return nonnegative(inner)
    low = enclose(inner)
    if not low.lo > 0:
        return Enclosure(arb(0), INF)
    return nonnegative(div(log(inner, bits), sub(order, ONE, bits), bits))


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
                size, first, second = cell_integrals(2, a, cell)
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
                return ball(factor) * cell_integrals(0, mixed, cell)[0]

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
        whole += arb(factor) * cell_integrals(0, Piece(cell.lo, cell.hi, c0, c1, c2), cell)[0]
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
