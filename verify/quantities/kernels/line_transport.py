"""Wasserstein distances of laws on the line with densities: closed forms for affine images, else bounds from quantiles."""

from __future__ import annotations

from typing import Any

from flint import arb, fmpq

from verify.quantities.kernels import powers
from verify.quantities.kernels.affine import affine, affine_map
from verify.quantities.kernels.areas import surplus_area, tails_apart
from verify.quantities.kernels.line_quantiles import quantile_integrals, quantiles
from verify.quantities.kernels.lines import LineLaw, Wide, integrals, line, quadratic, support
from verify.quantities.kernels.moments import absolute_moment, exact_mean, mean
from verify.quantities.kernels.transport import INF, ONE, PRECISION, ZERO, root_of
from verify.values.elementary import absolute, maximum
from verify.values.laws import Law, PieceLaw, PowerLaw
from verify.values.numbers import Enclosure, Number, add, ball, compare, enclose, mul, precision, sign, sub, to_float, total
from verify.values.powers import power

Places = list[tuple[arb | float, arb | float]]
"""Enclosures of quantiles at rising levels."""
COARSE = 72
GRIDS = {60: (8, 10), COARSE: (16, 14), 160: (32, 16), 256: (48, 24)}
"""Coarser grids for the first steps of the evaluator's precision ladder, where most comparisons are decided, and for levels that are solved for."""


def continuous(p: Law, q: Law, order: Number, prec: int) -> Number:
    """The Wasserstein distance of laws on the line of which one at least has a density."""
    one, two = line(p), line(q)
    for a, b in ((one, two), (two, one)):
        if not a.components and len(a.atoms) == 1:
            return _from_a_point(a.atoms[0][0], b, order, prec)
    if not one.atoms and not two.atoms and len(one.components) == len(two.components) == 1:
        source, target = one.components[0][1], two.components[0][1]
        found = affine_map(source, target)
        if found is not None:
            return _affine_distance(source, found[0], found[1], order, prec)
        if order == ONE and _ordered(source, target):
            return absolute(sub(mean(source, prec), mean(target, prec), prec))
    above = _by_components(one, two, order, prec)
    if order == ONE and above is not None:
        below = _between_means(one, two)
        if below is not None and compare(below, above) == "=":
            return below
    try:
        if order == ONE:
            return surplus_area(one, two, prec=prec)
        if not isinstance(order, float) and tails_apart(one, two, order):
            return INF
        if isinstance(order, float) and any(isinstance(c, PowerLaw) for law in (one, two) for _, c in law.components):
            return _at_most(_largest_shift(one, two), above)
        count, depth = GRIDS.get(prec, (128, 36))
        return _at_most(_bracket(one, two, order, prec, count=count, depth=depth), above)
    except Wide:
        return _at_most(Enclosure(arb(0), INF), above)


def _largest_shift(p: LineLaw, q: LineLaw) -> Number:
    """Order oo where a law has power tails: infinite where supports or heaviest tails differ, else at least the distance of order 1."""
    ends = [support(law) for law in (p, q)]
    if any(isinstance(a, float) != isinstance(b, float) for a, b in zip(*ends, strict=True)):
        return INF
    highest = maximum(*(c.exponent for law in (p, q) for _, c in law.components if isinstance(c, PowerLaw)))
    try:
        if tails_apart(p, q, highest):
            return INF
    except Wide:
        pass
    return Enclosure(enclose(surplus_area(p, q, prec=24, budget=80)).lo, INF)


def _at_most(found: Number, above: Number | None) -> Number:
    """An enclosure cut at an upper bound."""
    if above is None:
        return found
    bound = enclose(above).hi
    if not isinstance(found, Enclosure):
        return found if isinstance(bound, float) or found != INF else Enclosure(arb(0), bound)
    return found if isinstance(bound, float) or found.hi <= bound else Enclosure(found.lo, bound)


def _between_means(p: LineLaw, q: LineLaw) -> Number | None:
    """Distance of the means, a lower bound of every order by Jensen's inequality; None where they do not follow exactly."""
    centres = [_centre(law) for law in (p, q)]
    return None if centres[0] is None or centres[1] is None else absolute(sub(centres[0], centres[1]))


def _centre(law: LineLaw) -> Number | None:
    out: Number = sum((x * w for x, w in law.atoms), ZERO)
    for weight, component in law.components:
        value = exact_mean(component)
        if value is None:
            return None
        out = add(out, mul(weight, value))
    return out


def _by_components(p: LineLaw, q: LineLaw, order: Number, prec: int) -> Number | None:
    """An upper bound from a coupling of components that are affine images of each other, in the order of their means; None where there are others."""
    if p.atoms or q.atoms:
        return None
    sides = []
    for law in (p, q):
        centres = [exact_mean(component) for _, component in law.components]
        if any(centre is None for centre in centres):
            return None
        ordered = sorted(zip((to_float(c) for c in centres), range(len(centres)), strict=True))
        sides.append([law.components[k] for _, k in ordered])
    worst: Number = ZERO
    cost: Number = ZERO
    (left, source), (right, target) = sides[0].pop(0), sides[1].pop(0)
    while True:
        mass = min(left, right)
        found = affine_map(source, target)
        if found is None:
            return None
        step = _affine_distance(source, found[0], found[1], order, prec)
        if isinstance(order, float):
            worst = maximum(worst, step)
        else:
            cost = add(cost, mul(mass, power(step, order, prec + 16), prec + 16), prec + 16)
        left, right = left - mass, right - mass
        if left == 0 and not sides[0]:
            return worst if isinstance(order, float) else root_of(cost, order, prec)
        if left == 0:
            left, source = sides[0].pop(0)
        if right == 0:
            right, target = sides[1].pop(0)


def _from_a_point(x: fmpq, law: LineLaw, order: Number, prec: int) -> Number:
    """Distance of a point mass: the only coupling is the product."""
    if isinstance(order, float):
        try:
            ends = support(law)
        except Wide:
            return Enclosure(arb(0), INF)
        return maximum(*(absolute(sub(end, x)) for end in ends))
    moved: Number = total(mul(w, power(abs(y - x), order, prec + 16), prec + 16) for y, w in law.atoms)
    for weight, component in law.components:
        moved = add(moved, mul(weight, absolute_moment(affine(component, ONE, -x), order, prec), prec + 16), prec + 16)
    return root_of(moved, order, prec)


def _affine_distance(source: PieceLaw | PowerLaw, factor: Number, shift: Number, order: Number, prec: int) -> Number:
    """``(E |(a - 1) X + b|^p)^(1/p)``: the increasing map from ``X`` to ``a X + b`` is optimal on the line."""
    excess = sub(factor, ONE)
    if sign(excess) == 0:
        return absolute(shift)
    try:
        gap = affine(source, excess, shift)
        lo, hi = support(LineLaw((), ((ONE, gap),)))
    except Wide:
        return Enclosure(arb(0), INF)
    if isinstance(order, float):
        return maximum(absolute(lo), absolute(hi))
    if order == ONE and (compare(lo, ZERO) in ("=", ">") or compare(hi, ZERO) in ("=", "<")):
        centre = exact_mean(gap)
        return absolute(mean(gap, prec) if centre is None else centre)
    return root_of(absolute_moment(gap, order, prec), order, prec)


def _ordered(p: PieceLaw | PowerLaw, q: PieceLaw | PowerLaw) -> bool:
    """Whether the log-ratio is certainly monotone on a common support; then one law dominates the other."""
    if isinstance(p, PowerLaw) or isinstance(q, PowerLaw):
        return False
    if len(p.pieces) != 1 or len(q.pieces) != 1:
        return False
    a, b = p.pieces[0], q.pieces[0]
    same = compare(a.lo, b.lo) == "=" and compare(a.hi, b.hi) == "=" and compare(a.c2, b.c2) == "="
    return same and sign(sub(a.c1, b.c1)) in (-1, 1)


def _levels(count: int, depth: int) -> list[fmpq]:
    steps = (4, 6) if count < 16 else (4, 5, 6, 7)
    inner = {fmpq(k, count) for k in range(1, count)}
    tails = {fmpq(m, 4 * 2**k) for k in range(count.bit_length() - 1, depth) for m in steps}
    tails = {x for x in tails if x < fmpq(1, count)}
    return sorted(inner | tails | {1 - x for x in tails})


def _bracket(p: LineLaw, q: LineLaw, order: Number, prec: int, count: int = 128, depth: int = 36) -> Number:
    r"""Bounds of ``(int_0^1 |F^-1(u) - G^-1(u)|^p du)^(1/p)`` from enclosures of both quantile functions on a grid.

    On a cell the mean of the difference is a closed form; ``|.|^p`` is convex, so its value at the mean is a lower
    bound (Jensen) and the chord between the extreme differences, taken at the mean, an upper one.

    The two tails are bounded by Minkowski's inequality, ``(E |X|^p; tail)^(1/p) + (E |Y|^p; tail)^(1/p)``. The distance
    is at least that of order 1, which is computed apart.
    """
    levels = _levels(count, depth)
    xs, ys = quantiles(p, levels, prec), quantiles(q, levels, prec)
    p_ends, q_ends = support(p), support(q)
    gap = _between_means(p, q)
    floor_ = enclose(surplus_area(p, q, prec=24, budget=80 if prec > COARSE else 20)) if prec > COARSE or gap is None else enclose(gap)
    if isinstance(order, float):
        return _supremum_bracket(xs, ys, p_ends, q_ends, floor_)
    with precision(prec + 32):
        r = ball(order)
        low, high = arb(0), arb(0)
        x_sums, y_sums = quantile_integrals(p, levels, xs), quantile_integrals(q, levels, ys)
        for k in range(len(levels) - 1):
            near, far = _gap(xs[k][0], xs[k + 1][1], ys[k][0], ys[k + 1][1])
            du = levels[k + 1] - levels[k]
            middle = (x_sums[k + 1] - x_sums[k] - y_sums[k + 1] + y_sums[k]) / du
            size = abs(middle)
            if middle.is_finite() and size > near:
                near = size.lower()
            low += du * (near**r if near > 0 else arb(0))
            if isinstance(far, float):
                high = arb("inf")
                continue
            top = far**r if far > 0 else arb(0)
            if middle.is_finite():
                top = top.min(_chord(xs[k][0] - ys[k + 1][1], xs[k + 1][1] - ys[k][0], middle, r))
            high += du * top
        low, high = _with_tails((p, q), order, levels, (xs, ys), (p_ends, q_ends), (x_sums, y_sums), (low, high))
        inverse = 1 / r
        lower = (low.lower() ** inverse).lower() if low.lower() > 0 else arb(0)
        if lower < floor_.lo and not isinstance(floor_.lo, float):
            lower = floor_.lo
        upper: arb | float = INF
        if high.is_finite():
            upper = (high.upper() ** inverse).upper() if high.upper() > 0 else arb(0)
    if not lower <= upper:
        raise ValueError(f"transport: bounds must be ordered, got {lower} > {upper}; is the distribution normalised?")
    return Enclosure(lower, upper)


def _with_tails(
    pair: tuple[LineLaw, LineLaw], order: Number, levels: list[fmpq], places: tuple[Places, Places], supports: tuple[tuple[Number, Number], tuple[Number, Number]],
    sums: tuple[list[arb], list[arb]], found: tuple[arb, arb],
) -> tuple[arb, arb]:
    """The bounds with what the two tails add to them."""
    (p, q), (xs, ys), (p_ends, q_ends), (x_sums, y_sums), (low, high) = pair, places, supports, sums, found
    r = ball(order)
    for side in (0, 1):
        sizes = []
        for law, ends, cuts in ((p, p_ends, xs), (q, q_ends, ys)):
            cut = cuts[0][1] if side == 0 else cuts[-1][0]
            sizes.append(_tail_norm(law, order, (ends[0], cut) if side == 0 else (cut, ends[1]), side, levels[0]))
        tail = sizes[0] + sizes[1]
        bound = tail**r if tail > 0 else tail
        middle = abs(_tail_mean(p, x_sums, side) - _tail_mean(q, y_sums, side)) / levels[0]
        if middle.is_finite() and middle > 0:
            low += levels[0] * middle.lower() ** r
        edges = [(e[side], c) for e, c in ((p_ends, xs), (q_ends, ys))]
        if not any(isinstance(e, float) for e, _ in edges):
            a, b = ((ball(e), c[0][1]) if side == 0 else (c[-1][0], ball(e)) for e, c in edges)
            _, far = _gap(a[0].lower(), _upper(a[1]), b[0].lower(), _upper(b[1]))  # type: ignore[union-attr]
            if not isinstance(far, float):
                direct = levels[0] * far**r
                bound = direct if not bound.is_finite() else bound.min(direct)
        high += bound
    return low, high


def _tail_mean(law: LineLaw, sums: list[arb], side: int) -> arb:
    """Integral of the quantile function over the first or the last cell."""
    if side == 0:
        return sums[0]
    whole = sum((x * w for x, w in law.atoms), ZERO) - sums[-1]
    for w, piece in law.parts:
        if isinstance(piece, PowerLaw):
            whole += w * powers.integrals(1, piece, _arb(piece.lo), _arb(piece.hi))[1]
            continue
        whole += w * integrals(1, quadratic(piece.c0, piece.c1, piece.c2), _arb(piece.lo), _arb(piece.hi))[1]
    return whole


def _arb(end: Number) -> arb | float:
    return end if isinstance(end, float) else ball(end)


def _chord(low: Any, high: Any, middle: arb, r: arb) -> arb:
    """Largest mean of ``|d|^r`` for ``d`` in ``[low, high]`` with the given mean."""
    span = high - low
    share = (middle - low) / span
    if not span > 0 or not share.is_finite():
        return arb("inf")
    share = share.max(arb(0)).min(arb(1))
    ends = [abs(end).upper() ** r if end != 0 else arb(0) for end in (low, high)]
    top: arb = ((1 - share) * ends[0] + share * ends[1]).upper()
    return top


def _upper(value: arb | float) -> arb | float:
    return value if isinstance(value, float) else value.upper()


def _gap(a: arb | float, b: arb | float, c: arb | float, d: arb | float) -> tuple[arb, arb | float]:
    """Least and largest ``|x - y|`` for ``x`` in ``[a, b]`` and ``y`` in ``[c, d]``."""
    near = arb(0)
    if not isinstance(a, float) and not isinstance(d, float) and a > d:
        near = (a - d).lower()
    if not isinstance(c, float) and not isinstance(b, float) and c > b:
        near = (c - b).lower()
    if isinstance(a, float) or isinstance(b, float) or isinstance(c, float) or isinstance(d, float):
        return near, INF
    far, other = abs(b - c).upper(), abs(a - d).upper()
    return near, max(other, far)


def _supremum_bracket(
    xs: list[tuple[arb | float, arb | float]],
    ys: list[tuple[arb | float, arb | float]],
    p_ends: tuple[Number, Number],
    q_ends: tuple[Number, Number],
    floor_: Enclosure,
) -> Number:
    for a, b in zip(p_ends, q_ends, strict=True):
        if isinstance(a, float) != isinstance(b, float):
            return INF
    with precision(PRECISION + 32):
        first = (_as_pair(p_ends[0]), _as_pair(q_ends[0]))
        last = (_as_pair(p_ends[1]), _as_pair(q_ends[1]))
        left = [first[0], *xs, last[0]]
        right = [first[1], *ys, last[1]]
        low: arb | float = floor_.lo
        high: arb | float = arb(0)
        for k in range(len(left) - 1):
            near, _ = _gap(left[k][0], left[k][1], right[k][0], right[k][1])
            _, far = _gap(left[k][0], left[k + 1][1], right[k][0], right[k + 1][1])
            if k and near > low:
                low = near
            high = max(high, far)
    return Enclosure(low, high)


def _as_pair(end: Number) -> tuple[arb | float, arb | float]:
    x = enclose(end)
    return x.lo, x.hi


def _tail_norm(law: LineLaw, order: Number, interval: tuple[Any, Any], side: int, mass: fmpq) -> arb:
    """Upper bound of ``(E |X|^p; tail)^(1/p)`` from integer moments, by log-convexity in the order.

    The tail has the given mass and lies in ``interval``; an atom at the cut counts for no more than that mass.
    """
    ends: list[arb | float] = [end if isinstance(end, (float, arb)) else ball(end) for end in interval]
    lo, hi = ends
    r = ball(order)
    k = int(r.lower().floor().unique_fmpz() or 1)
    share = r - k
    moments = [arb(0), arb(0), arb(0)]
    for x, w in law.atoms:
        if (side == 0 and not arb(x) > hi) or (side == 1 and not arb(x) < lo):
            for i in range(3):
                moments[i] += min(w, mass) * abs(arb(x)) ** (k + i)
    extra = arb(0)
    for w, piece in law.parts:
        if isinstance(piece, PowerLaw):
            extra += w * powers.tail_moment(piece, r, lo, hi)
            continue
        halves = [(0.0, INF), (-INF, 0.0)]
        for a, b in halves:
            left: arb | float = _later(arb(0), lo) if a == 0 else lo
            right: arb | float = _sooner(arb(0), hi) if b == 0 else hi
            start = left if isinstance(piece.lo, float) else _later(ball(piece.lo), left)
            stop = right if isinstance(piece.hi, float) else _sooner(ball(piece.hi), right)
            if start >= stop:
                continue
            found = integrals(k + 2, quadratic(piece.c0, piece.c1, piece.c2), start, stop)
            for i in range(3):
                moments[i] += w * abs(found[k + i])
    if not all(value.is_finite() for value in moments):
        return arb("inf")
    up = 1 if share <= 1 else 2
    share = share / up
    tops = [value.upper() for value in moments]
    light = arb(0)
    if tops[0] > 0 and tops[up] > 0:
        light = tops[0] if share.is_zero() else tops[0] ** (1 - share) * tops[up] ** share
    both = (light + extra).upper()
    return both ** (1 / r) if both > 0 else arb(0)


def _later(a: arb, b: arb | float) -> arb:
    return a if isinstance(b, float) else a.max(b)


def _sooner(a: arb, b: arb | float) -> arb:
    return a if isinstance(b, float) else a.min(b)
