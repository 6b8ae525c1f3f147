"""Integrals over the line of the positive part of a difference of densities, and of the gap between distribution functions."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any

from flint import arb, ctx, fmpq

from verify.quantities.kernels import powers
from verify.quantities.kernels.density_ratios import Ratio, compared, cuts, is_closed, is_open
from verify.quantities.kernels.lines import (
    BUDGET,
    INF,
    ONE,
    PRECISION,
    TWO,
    ZERO,
    Cell,
    LineLaw,
    Part,
    cells,
    end_ball,
    in_order,
    piece_integrals,
    sum_of,
)
from verify.quantities.kernels.undecided import Diverges, Wide
from verify.values.laws import PowerLaw
from verify.values.numbers import Enclosure, Number, add, ball, compare, is_exact, mul, precision, sign


def _mass_of(parts: tuple[tuple[fmpq, Part], ...], u: arb | float, v: arb | float) -> arb:
    return sum_of(piece_integrals(0, w, piece, u, v)[0] for w, piece in parts)


def _split(u: arb | float, v: arb | float) -> arb:
    """A point inside, further out where an end is infinite."""
    if isinstance(u, float) and isinstance(v, float):
        return arb(0)
    if isinstance(v, float):
        assert isinstance(u, arb)
        return arb(2 * u.mid() if u > 1 else u.mid() + 2).mid()
    if isinstance(u, float):
        return arb(2 * v.mid() if v < -1 else v.mid() - 2).mid()
    return ((u + v) / 2).mid()


def _outer(u: arb | float, v: arb | float) -> tuple[arb | float, arb | float]:
    return u if isinstance(u, float) else u.lower(), v if isinstance(v, float) else v.upper()


def _adaptive(
    starts: Iterable[tuple[arb | float, arb | float, Any]],
    bounds: Callable[[arb | float, arb | float, Any], tuple[arb, arb, bool]],
    prec: int,
    budget: int,
) -> Enclosure:
    """Sum of bounds over cells; the cell with the widest bounds is split until the sum is good or the budget spent. A third value says that splitting is of no use."""
    heap: list[tuple[float, int, arb | float, arb | float, Any, arb, arb]] = []
    settled = [arb(0), arb(0)]
    estimate = 0.0
    count = 0

    def place(u: arb | float, v: arb | float, extra: Any) -> None:
        nonlocal count, estimate
        low, high, final = bounds(u, v, extra)
        width = float((high - low).upper()) if high.is_finite() else INF
        count += 1
        if width > 0 and not final:
            estimate += float(low.mid())
            heapq.heappush(heap, (-width, count, u, v, extra, low, high))
        else:
            estimate += float(low.mid())
            settled[0], settled[1] = settled[0] + low, settled[1] + high

    for u, v, extra in starts:
        place(u, v, extra)
    while heap and count < budget:
        if -heap[0][0] <= max(2.0**-prec * max(estimate, 2.0**-prec), float((settled[1] - settled[0]).upper()) / 8):  # no narrower than what is settled
            break
        _, _, u, v, extra, low, _ = item = heapq.heappop(heap)
        middle = _split(u, v)
        if not (middle > u and middle < v):
            heapq.heappush(heap, (0.0, *item[1:]))
            continue
        estimate -= float(low.mid())
        place(u, middle, extra)
        place(middle, v, extra)
    low, high = settled
    for item in heap:
        low, high = low + item[5], high + item[6]
    top = high.upper()
    return Enclosure(low.lower() if low.is_finite() else arb(0), top if top.is_finite() else INF)


def positive_part(
    first: LineLaw, second: LineLaw, factor: Number, *, prec: int = PRECISION, budget: int = BUDGET
) -> Enclosure:
    """Integral of ``max(f - factor * g, 0)`` for the densities ``f`` and ``g`` (atoms left out), ``factor >= 0``.

    Cells on which the sign is certain contribute differences of masses. An undecided cell contributes at most ``G``
    times the excess of the largest ratio over the factor, which shrinks with the square of its length.
    """
    with precision(2 * prec + 64):
        try:
            pieces = compared(first, second, ctx.prec)
        except Wide:
            return Enclosure(arb(0), arb(1))
        t = ball(factor)
        starts = [(u, v, (c, r)) for lo, hi, c, r in pieces if c.first for u, v in pairwise([lo, *(cuts(r, t, lo, hi, prec) if r is not None else ()), hi])]

        def bounds(u: arb | float, v: arb | float, extra: tuple[Cell, Ratio | None]) -> tuple[arb, arb, bool]:
            cell, ratio = extra
            if ratio is None:
                f = _mass_of(cell.first, u, v)
                return arb(f.lower()), arb(f.upper()), is_closed(cell.first)
            start, stop = _outer(u, v)
            low, high = ratio.range(start, stop)
            if low < t and high > t and not isinstance(start, float) and not isinstance(stop, float):
                least, most = ratio.between(start, stop)
                low, high = max(low, least), min(high, most)
            if high <= t:
                return arb(0), arb(0), True
            f, g = _mass_of(cell.first, u, v), _mass_of(cell.second, u, v)
            gain = f - t * g
            if low >= t:
                return arb(gain.lower()), arb(gain.upper()), is_closed(cell.first) and is_closed(cell.second)
            top = f.upper()
            if not isinstance(high, float):
                top = top.min((g * (high - t)).upper())
            top = top.min((gain + g * (t - low)).upper()).max(arb(0))
            return arb(gain.lower()).max(arb(0)).min(top), top, is_open(ratio, t, u, v)

        try:
            return _adaptive(starts, bounds, prec, budget)
        except (Wide, Diverges):
            return Enclosure(arb(0), arb(1))


def surplus_area(first: LineLaw, second: LineLaw, *, prec: int = PRECISION, budget: int = BUDGET) -> Enclosure:
    """Integral of ``|F - G|`` over the line, for distribution functions ``F`` and ``G``.

    On a cell where ``F - G`` has one sign the integral is ``[x (F - G)] - integral of x d(F - G)``.
    """
    try:
        places = [x for x, _ in (*first.atoms, *second.atoms)]
        pieces = cells(first.parts, second.parts, [-INF, *places, INF])
    except Wide:
        return Enclosure(arb(0), INF)
    parts = [*first.parts, *((-w, piece) for w, piece in second.parts)]
    with precision(2 * prec + 64):

        def jump(cell: Cell) -> fmpq:
            """Atoms at or left of the cell's left end."""
            ups = sum((w for x, w in first.atoms if compare(x, cell.lo) in ("<", "=")), ZERO)
            return ups - sum((w for x, w in second.atoms if compare(x, cell.lo) in ("<", "=")), ZERO)

        def left(u: arb | float) -> arb:
            return sum_of(piece_integrals(0, w, piece, -INF, u)[0] for w, piece in parts)

        def right(u: arb | float) -> arb:
            return sum_of(piece_integrals(0, w, piece, u, INF)[0] for w, piece in parts)

        masses = sum((w for w, _ in parts), ZERO)
        known: dict[tuple[arb, arb, fmpq], arb] = {}

        def height(u: arb | float, atoms: fmpq) -> arb:
            """``F - G`` at ``u``, from the side where it is small."""
            if isinstance(u, float):
                return arb(0)
            key = (u.mid(), u.rad(), atoms)  # only exact balls can be hashed
            if key not in known:
                known[key] = left(u) + atoms if u < 0 or masses or atoms else -right(u)
            return known[key]

        def bounds(u: arb | float, v: arb | float, extra: tuple[Cell, Ratio | None, fmpq]) -> tuple[arb, arb]:
            cell, ratio, atoms = extra
            if (isinstance(u, float) or isinstance(v, float)) and _heavy_without_mean(cell):
                return arb(0), _tail_area(cell, u, v)
            start, stop = height(u, atoms), height(v, atoms)
            moments = sum_of(w * piece_integrals(1, ONE, piece, u, v)[1] for w, piece in cell.first)
            moments -= sum_of(w * piece_integrals(1, ONE, piece, u, v)[1] for w, piece in cell.second)
            area = -moments
            if not isinstance(v, float):
                area += v * stop
            if not isinstance(u, float):
                area -= u * start
            one_sign = not cell.first or not cell.second
            if ratio is not None:
                low, high = ratio.range(*_outer(u, v))
                one_sign = bool(low >= 1) or bool(high <= 1)
            same = (start >= 0 and stop >= 0) or (start <= 0 and stop <= 0)
            size = abs(area)
            if one_sign and same:
                return arb(size.lower()).max(arb(0)), arb(size.upper())
            if isinstance(u, float) or isinstance(v, float):
                if isinstance(u, float) and isinstance(v, float):
                    return arb(0), arb("inf")
                edge: Any = v if isinstance(u, float) else u
                top = arb(0)
                for w, piece in (*cell.first, *cell.second):
                    mass_, first_ = piece_integrals(1, w, piece, u, v)
                    top += abs(first_ - edge * mass_)
                return arb(size.lower()).max(arb(0)), arb(top.upper()).max(arb(size.upper()))
            f, g = _mass_of(cell.first, u, v), _mass_of(cell.second, u, v)
            lowest, highest = start - g, start + f
            if one_sign:
                lowest, highest = start.min(stop), start.max(stop)
            if lowest >= 0 or highest <= 0:
                return arb(size.lower()).max(arb(0)), arb(size.upper())
            top = arb(((v - u) * abs(lowest).max(abs(highest))).upper())
            return arb(size.lower()).max(arb(0)).min(top), top

        starts = []
        for c in pieces:
            ratio = Ratio(c.first, c.second) if c.first and c.second else None
            starts.append((end_ball(c.lo), end_ball(c.hi), (c, ratio, jump(c))))
        try:
            if tails_apart(first, second, ONE):
                return Enclosure(INF, INF)
            return _adaptive(starts, lambda u, v, extra: (*bounds(u, v, extra), False), prec, budget)
        except (Wide, Diverges):
            return Enclosure(arb(0), INF)


def _heavy_without_mean(cell: Cell) -> bool:
    return any(isinstance(piece, PowerLaw) and compare(piece.exponent, TWO) != ">" for _, piece in (*cell.first, *cell.second))


def _tail_area(cell: Cell, u: arb | float, v: arb | float) -> arb:
    """Upper bound of the integral of ``|F - G|`` over an infinite part of a cell whose leading power tails agree; infinite if the part begins too early.

    Tails ``A x^(1-k)`` with k <= 2 cancel; of the rest each part counts by itself.
    """
    if isinstance(u, float) == isinstance(v, float):
        return arb("inf")
    side, cut = (1, u) if isinstance(u, arb) else (-1, -v)
    top = arb(0)
    for w, piece in (*cell.first, *cell.second):
        if not isinstance(piece, PowerLaw) or compare(piece.exponent, TWO) == ">":
            mass_, first_ = piece_integrals(1, w, piece, u, v)
            top += abs(first_ - side * cut * mass_)
        elif cut > 0:
            top += w * powers.tail_offset(piece, cut, side)
        else:
            return arb("inf")
    return arb(top.upper()) if top.is_finite() else arb("inf")


def tails_apart(p: LineLaw, q: LineLaw, order: Number) -> bool:
    """Whether the power tails of two laws make their distance of a finite order infinite. Raises Wide where that is not decided.

    Tails with exponent above order + 1 have a finite moment of the order. Where the heaviest tails ``A x^(1-k)`` and ``B x^(1-k)`` of one side have k <= order + 1
    and A, B differ, quantiles at u are about ``u^(-1/(k-1))`` apart, of infinite norm. At order 1 the distance is the integral of ``|F - G|``, and lighter such
    tails count in the same way once the heaviest cancel.
    """
    undecided = False
    for side in ("right", "left"):
        groups: list[tuple[Number, list[tuple[fmpq, PowerLaw]]]] = []
        for sense, law in ((1, p), (-1, q)):
            for w, component in law.components:
                if isinstance(component, PowerLaw) and component.side in ("both", side):
                    place = compare(component.exponent, add(order, ONE))
                    if place is None:
                        raise Wide("an exponent against an order")
                    if place != ">":
                        _join(groups, sense * w, component)
        exponents = [exponent for exponent, _ in groups]
        for exponent in in_order(exponents):
            if _constants_differ(next(members for other, members in groups if other is exponent)):
                return True
            if compare(order, ONE) != "=":
                undecided = True
                break
    if undecided:
        raise Wide("heavy tails with equal constants")
    return False


def _join(groups: list[tuple[Number, list[tuple[fmpq, PowerLaw]]]], w: fmpq, law: PowerLaw) -> None:
    """Put a tail beside those with the same exponent."""
    for exponent, members in groups:
        if compare(exponent, law.exponent) == "=":
            members.append((w, law))
            return
    groups.append((law.exponent, [(w, law)]))


def _constants_differ(members: list[tuple[fmpq, PowerLaw]]) -> bool:
    """Whether the weighted constants of tails with one exponent do not cancel. Raises Wide."""
    exact: Number | None = ZERO
    if len({law.side == "both" for _, law in members}) == 1:
        for w, law in members:
            size = powers.leading(law)[2]
            exact = None if size is None or exact is None else add(exact, mul(w, size))
        place = None if exact is None else sign(exact)
        if place is not None:
            return place != 0
    if sum((w for w, _ in members), ZERO) == 0 and len({(law.scale, law.side == "both") for _, law in members if is_exact(law.scale)}) == 1:
        return False
    with precision(2 * PRECISION):
        value = sum_of(w * powers.leading(law)[1] for w, law in members)
        if value > 0 or value < 0:
            return True
    raise Wide("constants of tails that may be equal")
