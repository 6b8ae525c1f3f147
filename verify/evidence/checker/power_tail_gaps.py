"""How far the logarithms of two densities with power tails lie apart: ranges on boxes, suprema, and what follows from them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache, reduce
from typing import Any

from flint import arb, ctx

from verify.evidence.checker import lines
from verify.evidence.checker import numbers as n
from verify.evidence.checker.laws import Heavy, Piece, Power
from verify.evidence.checker.numbers import INFINITY, ZERO, Ball, Budget, Number, Undecided, exact_ball
from verify.evidence.checker.power_tails import TWO, at_most, below, beyond, cells, least_exponent, mirrored, sign, turned_right
from verify.evidence.checker.reciprocal import Part, Parts, constant
from verify.evidence.checker.sign_change import sign_change

MOST_BOXES = 3000
Box = tuple[arb, arb | None]


class Curve:
    """The logarithm of one part and its slope, at the precision at which it was made."""
    def __init__(self, part: Part) -> None:
        self.power = isinstance(part, Power)
        if isinstance(part, Power):
            self.m, self.s, self.k = (exact_ball(v) for v in (part.location, part.scale, part.exponent))
            self.head = exact_ball(n.div(constant(part), part.scale)).log()
            self.way = {"both": 0, "right": 1, "left": -1}[part.side]
            self.top = self.m if part.side == "both" else None
        else:
            self.c = tuple(exact_ball(v) for v in (part.c0, part.c1, part.c2))
            self.top = exact_ball(n.div(part.c1, n.mul(Fraction(-2), part.c2))) if sign(part.c2) else None

    def at(self, x: arb) -> arb:
        if not self.power:
            return self.c[0] + x * (self.c[1] + x * self.c[2])
        t = (x - self.m) / self.s
        return self.head - self.k * ((1 + self.way * t).log() if self.way else (1 + t * t).log() / 2)

    def slope(self, x: arb) -> arb:
        if not self.power:
            return self.c[1] + 2 * x * self.c[2]
        t = (x - self.m) / self.s
        if self.way:
            return -self.way * self.k / (self.s * (1 + self.way * t))
        return -self.k / self.s * (1 / (t + 1 / t) if t > 1 or t < -1 else t / (1 + t * t))

    def range(self, lo: arb, hi: arb) -> tuple[arb, arb]:
        values = [self.at(lo), self.at(hi)]
        if self.top is not None and not (self.top < lo or self.top > hi):
            values.append(self.at(self.top))
        return min(v.lower() for v in values), max(v.upper() for v in values)


@lru_cache(maxsize=4096)
def _curve(part: Part, prec: int) -> Curve:
    return Curve(part)


_CURVES: dict[tuple[int, int], tuple[Parts, list[tuple[arb, Curve]]]] = {}


def curves(parts: Parts) -> list[tuple[arb, Curve]]:
    """The weighted curves of a list of parts, which is kept with them so that its id stays its own."""
    key = id(parts), ctx.prec
    if key not in _CURVES:
        if len(_CURVES) >= 256:
            _CURVES.clear()
        _CURVES[key] = parts, [(n.exact(w), _curve(part, ctx.prec)) for w, part in parts]
    return _CURVES[key][1]


def log_range(parts: Parts, lo: arb, hi: arb) -> tuple[arb, arb]:
    """Least and greatest logarithm of a density between two points of its cell."""
    low, high = arb(0), arb(0)
    for weight, curve in curves(parts):
        least, most = curve.range(lo, hi)
        low += (weight * least.exp()).lower()
        high += (weight * most.exp()).upper()
    return low.log().lower() if low > 0 else arb("-inf"), high.log().upper()


def _log_at(parts: Parts, x: arb) -> arb:
    found = arb(0)
    for weight, curve in curves(parts):
        found += weight * curve.at(x).exp()
    return found.log()


def _slopes(parts: Parts, between: arb) -> arb:
    """The slope of the logarithm of a sum is a mean of those of its parts."""
    found: arb | None = None
    for _, curve in curves(parts):
        slope = curve.slope(between)
        found = slope if found is None else found.union(slope)
    return arb(0) if found is None else found


_PAIRS: dict[tuple[int, int, int], tuple[Parts, Parts, list[Callable[[arb], arb]]]] = {}


def _changes(a: Parts, b: Parts, between: arb) -> list[arb]:
    """The slopes of log f - log g are means of these: of one part's less another's, without what both have in common."""
    key = id(a), id(b), ctx.prec
    if key not in _PAIRS:
        if len(_PAIRS) >= 256:
            _PAIRS.clear()
        _PAIRS[key] = a, b, [_apart(one, two) for _, one in a for _, two in b]
    return [change(between) for change in _PAIRS[key][2]]


def _way(changes: list[arb]) -> int:
    return 1 if all(c >= 0 for c in changes) else -1 if all(c <= 0 for c in changes) else 0


def _apart(one: Part, two: Part) -> Callable[[arb], arb]:
    if one == two and not _inexact(one):
        return lambda x: arb(0)
    if isinstance(one, Piece) and isinstance(two, Piece):
        level, bend = exact_ball(n.sub(one.c1, two.c1)), exact_ball(n.mul(TWO, n.sub(one.c2, two.c2)))
        return lambda x: level + bend * x
    first, second = _curve(one, ctx.prec), _curve(two, ctx.prec)
    return lambda x: first.slope(x) - second.slope(x)


def _inexact(part: Part) -> bool:
    """Whether a value is known by an enclosure alone: such parts may differ where their enclosures agree."""
    values = (part.c1, part.c2) if isinstance(part, Piece) else (part.location, part.scale, part.exponent)
    return not all(isinstance(v, Fraction) for v in values)


def _on_tail(a: Parts, b: Parts, lo: arb) -> tuple[arb, arb] | None:
    """The same from a point on, where both densities are one exponential of a linear function each."""
    if len(a) != 1 or len(b) != 1:
        return None
    (v, f), (w, g) = a[0], b[0]
    if not (isinstance(f, Piece) and isinstance(g, Piece) and f.c2 == g.c2):
        return None
    rate = n.relations(f.c1, g.c1)
    if len(rate) != 1:
        return None
    here = _log_at(a, lo) - _log_at(b, lo)
    if rate == {"="}:
        here = exact_ball(n.sub(n.add(f.c0, n.log(v)), n.add(g.c0, n.log(w))))
    return (here.lower() if rate != {"<"} else arb("-inf")), (here.upper() if rate != {">"} else arb("inf"))


def gap_range(a: Parts, b: Parts, lo: arb, hi: arb | None) -> tuple[arb, arb]:
    """Bounds of log f - log g on a box; hi None is the whole tail."""
    way = _one_way(a, b, lo, hi)
    if way:
        ends = [_log_at(a, lo) - _log_at(b, lo), _log_at(a, hi) - _log_at(b, hi) if hi is not None else _limit(a[0], b[0])]
        first, last = ends if way > 0 else reversed(ends)
        if first.is_finite() and last.is_finite():
            return first.lower(), last.upper()
    if hi is not None:
        changes = _changes(a, b, lo.union(hi))
        way = _way(changes)
        if way:
            ends = [_log_at(a, x) - _log_at(b, x) for x in (lo, hi)]
            least, most = ends if way > 0 else reversed(ends)
            if least.is_finite() and most.is_finite():
                return least.lower(), most.upper()
        one, two = log_range(a, lo, hi), log_range(b, lo, hi)
        low, high = (one[0] - two[1]).lower(), (one[1] - two[0]).upper()
        middle = arb(((lo + hi) / 2).mid())
        near = _log_at(a, middle) - _log_at(b, middle) + reduce(arb.union, changes) * (lo.union(hi) - middle)
        if near.is_finite():
            low, high = max(low, near.lower()), min(high, near.upper())
        return low, high
    minus, plus = arb("-inf"), arb("inf")
    light = _on_tail(a, b, lo)
    if light is not None:
        return light
    f, g = (beyond(parts, lo) for parts in (a, b)) if lo > 0 else (None, None)
    if f is None or g is None or (f.exponent is None and g.exponent is None):
        return minus, plus
    if f.exponent is None:
        assert g.exponent is not None
        j = exact_ball(g.exponent)
        falls = j / lo < f.rate
        return minus, (f.high.log() + j * lo.log() - g.low.log()).upper() if falls else plus
    if g.exponent is None:
        k = exact_ball(f.exponent)
        falls = k / lo < g.rate
        return (f.low.log() - k * lo.log() - g.high.log()).lower() if falls else minus, plus
    growth = n.sub(g.exponent, f.exponent)
    step = exact_ball(growth) * lo.log()
    low, high = (f.low / g.high).log() + step, (f.high / g.low).log() + step
    return (low.lower() if sign(growth) >= 0 else minus), (high.upper() if sign(growth) <= 0 else plus)


def _direction(a: Parts, b: Parts, lo: arb, hi: arb | None) -> int:
    """1 or -1 where log f - log g is seen to move one way on a box."""
    if hi is None:
        return _one_way(a, b, lo, hi)
    return _way(_changes(a, b, lo.union(hi))) or _one_way(a, b, lo, hi)


def _one_way(a: Parts, b: Parts, lo: arb, hi: arb | None) -> int:
    """1 or -1 where log f - log g of two one-sided powers moves one way: its slope times both distances to the ends of the supports is linear."""
    if len(a) != 1 or len(b) != 1:
        return 0
    f, g = a[0][1], b[0][1]
    if not isinstance(f, Power) or not isinstance(g, Power) or "both" in (f.side, g.side):
        return 0
    u, v = (1 if p.side == "right" else -1 for p in (f, g))
    (m, s, k), (c, r, j) = ((exact_ball(p.location), exact_ball(p.scale), exact_ball(p.exponent)) for p in (f, g))

    def slope(x: arb) -> arb:
        return v * j * (s + u * (x - m)) - u * k * (r + v * (x - c))

    here, there = slope(lo), slope(hi) if hi is not None else u * v * (j - k)
    return 1 if here >= 0 and there >= 0 else -1 if here <= 0 and there <= 0 else 0


def _limit(a: tuple[Number, Part], b: tuple[Number, Part]) -> arb:
    """log f - log g at oo of two powers with support on the right; no number where it is infinite."""
    (w, f), (x, g) = a, b
    if not (isinstance(f, Power) and isinstance(g, Power) and n.sub(f.exponent, g.exponent) == 0):
        return arb("nan")
    sizes = [exact_ball(c) * exact_ball(constant(p)) * exact_ball(p.scale) ** (exact_ball(p.exponent) - 1) for c, p in ((w, f), (x, g))]
    return (sizes[0] / sizes[1]).log()


def largest_log_ratio(a: Parts, b: Parts, lo: Number, hi: Number, budget: Budget) -> Number:
    """sup of log f - log g on a cell whose infinite end is on the right."""
    if n.is_point_infinite(hi):
        k, j = least_exponent(a), least_exponent(b)
        if k is not None and (j is None or not at_most(j, k)):
            return INFINITY
    least = arb("-inf")
    boxes: list[tuple[arb, arb | None]] = [(exact_ball(lo), None if n.is_point_infinite(hi) else exact_ball(hi))]
    tops: list[arb] = []
    for _ in range(2 * ctx.prec):
        kept = []
        tops = []
        for left, right in boxes:
            budget.spend(40)
            way = _direction(a, b, left, right)
            point = left if right is None or way < 0 else right if way > 0 else arb(((left + right) / 2).mid())
            at = (_log_at(a, point) - _log_at(b, point)).lower()
            if at.is_finite() and at > least:
                least = at
            high = gap_range(a, b, left, right)[1]
            kept.append((left, right))
            tops.append(high)
        keep = [k for k, top in enumerate(tops) if not top <= least]
        boxes, tops = [kept[k] for k in keep], [tops[k] for k in keep]
        if 2 * len(boxes) > min(MOST_BOXES, 40 + 4 * budget.cells):
            budget.coarse = True
            break
        if not boxes or max(tops) - least < arb(2) ** -(ctx.prec // 2):
            break
        boxes = [half for left, right in boxes for half in halves(left, right)]
    if not least.is_finite():
        raise Undecided("a supremum without a lower bound")
    return Ball(least, max([least, *tops]))


def halves(left: arb, right: arb | None) -> list[tuple[arb, arb | None]]:
    """A box in two, a tail further out."""
    if right is None:
        middle = arb((abs(left) * 2 + 1).mid())
        return [(left, middle), (middle, None)]
    middle = arb(((left + right) / 2).mid())
    return [(left, middle), (middle, right)]


def hockey_stick(p: Any, q: Any, epsilon: Number, budget: Budget) -> Number:
    """The integral of (f - exp(epsilon) g)+, by boxes on which the sign is known."""
    if n.is_point_infinite(epsilon):
        raise Undecided("an infinite level")
    level, factor = exact_ball(epsilon), n.exp(epsilon)
    total: list[Number] = []
    for first, second, lo, hi in cells(p, q):
        if not first:
            continue
        a, b, start, stop = turned_right(first, second, lo, hi)
        if not b:
            total.append(_area(a, start, stop))
            continue
        gains, unsure = _gains(a, b, start, stop, level, budget)
        for ends in _runs(gains):
            total.append(n.sub(_area(a, *ends), n.mul(factor, _area(b, *ends))))
        for left, right in unsure:  # f - exp(level) g is at most f (1 - exp(level - the largest gap))
            share = n.enclose(arb((-(level - gap_range(a, b, left, right)[1]).expm1()).upper()))
            most = n.mul(share, _area(a, n.enclose(left), INFINITY if right is None else n.enclose(right)))
            total.append(n.hull([ZERO, n.maximum(ZERO, most)]))
    return n.add(ZERO, *total)


def _gains(a: Parts, b: Parts, start: Number, stop: Number, level: arb, budget: Budget) -> tuple[list[Box], list[Box]]:
    """Boxes of a cell on which log f - log g is at least the level, and boxes on which it is not known."""
    def above(x: arb) -> arb:
        return _log_at(a, x) - _log_at(b, x) - level

    boxes: list[Box] = [(exact_ball(start), None if n.is_point_infinite(stop) else exact_ball(stop))]
    gains: list[Box] = []
    unsure: list[Box] = []
    for step in range(ctx.prec):
        budget.spend(40 * len(boxes))
        open_: list[Box] = []
        for left, right in boxes:
            low, high = gap_range(a, b, left, right)
            if high <= level:
                continue
            if low >= level:
                gains.append((left, right))
            elif right is not None and (way := _direction(a, b, left, right)):
                near, far = sign_change(above, left, right, way)
                gains.append((far, right) if way > 0 else (left, near))
                unsure.append((near, far))
            else:
                open_.append((left, right))
        if not open_ or len(open_) > min(MOST_BOXES // 8, 40 + budget.cells) or step > min(44, 16 + budget.cells // 8):
            budget.coarse = budget.coarse or bool(open_)
            unsure += open_
            break
        boxes = [half for left, right in open_ for half in halves(left, right)]
    return gains, unsure


def _runs(boxes: list[tuple[arb, arb | None]]) -> list[tuple[Number, Number]]:
    """Boxes side by side as one; they share their ends."""
    found: list[tuple[Number, Number]] = []
    end: arb | None = None
    for left, right in sorted(boxes, key=lambda box: float(box[0].mid())):
        stop = INFINITY if right is None else n.enclose(right)
        if found and end is not None and (end == left or end is left):
            found[-1] = found[-1][0], stop
        else:
            found.append((n.enclose(left), stop))
        end = right
    return found


def _area(parts: Parts, lo: Number, hi: Number) -> Number:
    """Mass of weighted parts on a part of their cell."""
    terms: list[Number] = []
    for w, part in parts:
        if isinstance(part, Piece):
            terms.append(n.mul(w, lines.integral(part, lo, hi)))
        elif n.is_point_infinite(hi):
            terms.append(n.mul(w, below(mirrored(part), n.neg(lo))))
        else:
            terms.append(n.mul(w, n.sub(below(part, hi), below(part, lo))))
    return n.add(*terms)


def total_variation(p: Any, q: Any, budget: Budget) -> Number:
    """The hockey-stick divergence at level 0."""
    return hockey_stick(p, q, ZERO, budget)


def density_gap_sup(p: Any, q: Any, budget: Budget) -> Number:
    """sup |f - g|, by bisection of both half-lines; beyond a box it is at most the larger density."""
    least = arb(0)
    boxes: list[tuple[Parts, Parts, arb, arb | None]] = []
    for cell in cells(p, q):
        a, b, lo, hi = turned_right(*cell)
        if a or b:
            boxes.append((a, b, exact_ball(lo), None if n.is_point_infinite(hi) else exact_ball(hi)))
    tops: list[arb] = []
    for _ in range(2 * ctx.prec):
        tops = []
        for a, b, left, right in boxes:
            budget.spend(40)
            point = left if right is None else arb(((left + right) / 2).mid())
            least = max(least, abs(_sum_at(a, point) - _sum_at(b, point)).lower())
            tops.append(_greatest_gap(a, b, left, right))
        kept = [k for k, top in enumerate(tops) if not top <= least]
        boxes, tops = [boxes[k] for k in kept], [tops[k] for k in kept]
        if 2 * len(boxes) > min(MOST_BOXES, 40 + 4 * budget.cells):
            budget.coarse = True
            break
        if not boxes or max(tops) - least < arb(2) ** -(ctx.prec // 2):
            break
        boxes = [(a, b, *half) for a, b, left, right in boxes for half in halves(left, right)]
    return Ball(least, max([least, *tops]))


def _sum_at(parts: Parts, x: arb) -> arb:
    return _log_at(parts, x).exp() if parts else arb(0)


def _greatest_gap(a: Parts, b: Parts, lo: arb, hi: arb | None) -> arb:
    """At least |f - g| on a box."""
    if hi is None:
        known = [beyond(parts, lo) if parts and lo > 0 else None for parts in (a, b)]
        top = arb(0)
        for parts, law in zip((a, b), known, strict=True):
            if parts and law is None:
                return arb("inf")
            if law is not None:
                top = max(top, law.high if law.exponent is None else (law.high * lo ** (-exact_ball(law.exponent))).upper())
        return top
    one, two = (tuple(x.exp() for x in log_range(parts, lo, hi)) if parts else (arb(0), arb(0)) for parts in (a, b))
    rough = max((one[1] - two[0]).upper(), (two[1] - one[0]).upper())
    between = lo.union(hi)
    slopes = [top.union(bottom) * _slopes(parts, between) if parts else arb(0) for parts, (bottom, top) in ((a, one), (b, two))]
    middle = arb(((lo + hi) / 2).mid())
    near = abs(_sum_at(a, middle) - _sum_at(b, middle) + (slopes[0] - slopes[1]) * (between - middle)).upper()
    return min(rough, near) if near.is_finite() else rough


def log_per_density_gap(p: Any, q: Any, budget: Budget) -> Number:
    """sup |log f - log g| / |f - g|: infinite where the densities differ near an infinite end, as both tend to 0 there."""
    if isinstance(p, Heavy) and isinstance(q, Heavy) and len(p.tails) == len(q.tails) and alike(p, q):
        return ZERO
    for cell in cells(p, q):
        a, b, lo, hi = turned_right(*cell)
        if not n.is_point_infinite(hi) or not (a or b):
            continue
        if not a or not b:
            return INFINITY
        for step in range(1, 8):
            budget.spend(40)
            gap = _log_at(a, exact_ball(lo) + step) - _log_at(b, exact_ball(lo) + step)
            if gap > 0 or gap < 0:  # then at all but single points, as both are analytic there
                return INFINITY
    raise Undecided("densities that may be equal near the infinite ends")


def alike(p: Heavy, q: Heavy) -> bool:
    """Whether two laws consist of the very same parts."""
    if p.light.atoms != q.light.atoms or len(p.light.parts) != len(q.light.parts):
        return False
    for (w, a), (v, b) in zip(p.tails, q.tails, strict=True):
        if w != v or a.side != b.side or any(n.relations(x, y) != {"="} for x, y in ((a.location, b.location), (a.scale, b.scale), (a.exponent, b.exponent))):
            return False
    for (w, one), (v, two) in zip(p.light.parts, q.light.parts, strict=True):
        if w != v or len(one) != len(two):
            return False
        for x, y in zip(one, two, strict=True):
            pairs = [(x.lo, y.lo), (x.hi, y.hi), (x.c1, y.c1), (x.c2, y.c2)] + ([(x.c0, y.c0)] if len(one) > 1 else [])  # the mass of a single piece is 1
            if any(n.relations(s, t) != {"="} for s, t in pairs):
                return False
    return True
