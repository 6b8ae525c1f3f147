r"""Integrals of ``f^a g^(1-a)`` for sums of exponentials of quadratics, by fixed rules whose errors are proved from the phases of the terms.

A term ``exp(q)`` has at ``x + iy`` the size it has at x, times ``exp(-c2 y^2)``. Where the terms of a sum share ``c2``, their phases differ by at most ``y D``,
with D the spread of their ``c1``; so for ``y D < pi`` the sum is not 0 and its size is at least ``cos(y D/2)`` times that of the sum at x. Hence

``|F(x + iy)| <= K(y) F(x)`` for the integrand F, with ``K(y) = exp(s y^2) cos(y D_g/2)^(1-a)`` (the cosine only for a > 1), ``s = -(a c2_f + (1-a) c2_g)``.

On the whole line the trapezoidal rule of step h then errs by at most ``2 K(d) / (exp(2 pi d/h) - 1)`` of the integral itself (Trefethen and Weideman 2014,
Theorem 5.1, doi:10.1137/130932132); between finite ends Gauss and Legendre's rule with n points errs by at most ``(64/15) M r^(2-2n) / (1 - r^-2)`` of half the length, with M
the largest size on the ellipse of parameter r (Trefethen 2019, Theorem 19.3). Steps and ellipses are chosen in floating point; the bounds are formed in balls.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from flint import arb, ctx, fmpq

from verify.quantities.kernels.lines import Quadratic, integrals
from verify.values.laws import Piece
from verify.values.numbers import Number, add, ball, compare, mul, sign

__all__ = ["Powers", "between", "powers_of", "whole_line"]

ZERO = fmpq(0)
ONE = fmpq(1)
INF = math.inf
MOST_NODES = 16_000
"""Of one integral; where more are needed, complex balls are quicker."""
MOST_STEPS = 1_500
"""Of the trapezoidal rule; where more are needed, most of the line is settled by closed forms."""
MOST_POINTS = 64
"""Of one interval, and one more for every four logarithmic units of accuracy."""
MOST_REPEATED = 64
"""Largest whole order whose powers are formed by products."""
SHARES = (0.3, 0.5, 0.65, 0.8, 0.9, 0.96)
"""Of the greatest height at which the sums are certainly not 0, tried as heights of strips and ellipses."""


@dataclass(frozen=True, slots=True)
class Sum:
    """``sum_i exp(c0_i + c1_i x + c2 x^2)`` with different ``c1``, in balls and, but for ``c0``, as numbers."""

    heads: tuple[arb, ...]
    slopes: tuple[arb, ...]
    bend: arb
    numbers: tuple[Number, ...]
    bend_number: Number

    @property
    def spread(self) -> arb:
        """Upper bound of the differences of the slopes."""
        return arb(0) if len(self.slopes) == 1 else (_largest(self.slopes) - _least(self.slopes)).upper()

    def only(self, places: Sequence[int]) -> Sum:
        """Some of the terms."""
        return Sum(tuple(self.heads[k] for k in places), tuple(self.slopes[k] for k in places), self.bend, tuple(self.numbers[k] for k in places), self.bend_number)

    def slope(self, lo: arb, hi: arb) -> tuple[arb, arb]:
        """Bounds of the derivative of the logarithm between two places."""
        ends = [c1 + 2 * self.bend * x for c1 in self.slopes for x in (lo, hi)]
        return _least(ends), _largest(ends)


def _sum(parts: Sequence[tuple[fmpq, Piece]]) -> Sum | None:
    """The sum of weighted pieces; None where they differ in the leading coefficient."""
    bend = parts[0][1].c2
    found: list[tuple[Number, arb]] = []
    for w, piece in parts:
        if piece.c2 is not bend and compare(piece.c2, bend) != "=":
            return None
        head = ball(piece.c0) + arb(w).log()
        for k, (slope, other) in enumerate(found):
            if compare(slope, piece.c1) == "=":
                found[k] = slope, other + (1 + (head - other).exp()).log()
                break
        else:
            found.append((piece.c1, head))
    return Sum(tuple(head for _, head in found), tuple(ball(slope) for slope, _ in found), ball(bend), tuple(slope for slope, _ in found), bend)


class Powers:
    """``f^a g^(1-a)`` on the real line, in balls at the precision at which it was made."""

    def __init__(self, f: Sum, g: Sum, order: fmpq) -> None:
        self.f, self.g, self.order = f, g, order
        self.whole = int(order.p) if order.q == 1 else None
        self.above = order > 1
        self.a, self.b = arb(order), arb(1 - order)
        rest = ONE - order
        self.slope_number = add(mul(order, f.numbers[0]), mul(rest, g.numbers[0]))
        self.bend_number = add(mul(order, f.bend_number), mul(rest, g.bend_number))
        self.head = self.a * f.heads[0] + self.b * g.heads[0]
        self.slope_, self.bend = ball(self.slope_number), ball(self.bend_number)
        self._f, self._g = _ratios(f), _ratios(g)
        self.spread = g.spread
        free = self.whole is not None  # a whole power of f is entire
        self.ends = [(min(map(float, s.slopes)), max(map(float, s.slopes)), 2 * float(s.bend)) for s in (f, g)]
        spreads = [float(s.upper()) for s in ((g.spread,) if free else (f.spread, g.spread))]
        self.limit = min((math.pi / s for s in spreads if s > 0), default=INF)  # in floating point, where a spread may be too small to be seen

    def log(self, x: arb) -> arb:
        """The logarithm."""
        value = self.head + x * (self.slope_ + x * self.bend)
        f, g = _one_and(self._f, x), _one_and(self._g, x)
        if f is not None:
            value += self.a * f.log()
        return value if g is None else value + self.b * g.log()

    def __call__(self, x: arb) -> arb:
        n = self.whole
        if n is None or n > MOST_REPEATED:
            return self.log(x).exp()
        value = self.head + x * (self.slope_ + x * self.bend)
        f, g = _one_and(self._f, x), _one_and(self._g, x)
        value = value.exp()
        if f is not None:
            value *= f**n
        return value if g is None else value / g ** (n - 1)

    def growth(self, y: arb) -> arb | None:
        """``K(y)``, an upper bound for all heights up to y; None where y is not certainly small enough."""
        if not (self.whole is not None or y * self.f.spread < arb.pi()) or not y * self.g.spread < arb.pi():
            return None
        out = (-self.bend * y * y).exp().max(arb(1))
        return out * (y * self.spread / 2).cos() ** self.b if self.above else out

    def steepness(self, lo: arb, hi: arb) -> arb:
        """Upper bound of the size of the derivative of the logarithm between two places."""
        (f_lo, f_hi), (g_lo, g_hi) = self.f.slope(lo, hi), self.g.slope(lo, hi)
        if self.above:
            g_lo, g_hi = g_hi, g_lo
        return abs(self.a * f_hi + self.b * g_hi).max(abs(self.a * f_lo + self.b * g_lo)).upper()

    def float_steepness(self, lo: float, hi: float) -> float:
        """About the same, in floating point."""
        (f_lo, f_hi, u), (g_lo, g_hi, v) = self.ends
        f_lo, f_hi = f_lo + min(u * lo, u * hi), f_hi + max(u * lo, u * hi)
        g_lo, g_hi = g_lo + min(v * lo, v * hi), g_hi + max(v * lo, v * hi)
        if self.above:
            g_lo, g_hi = g_hi, g_lo
        a, b = float(self.a), float(self.b)
        return max(abs(a * f_hi + b * g_hi), abs(a * f_lo + b * g_lo))


def _ratios(terms: Sum) -> list[tuple[arb, arb]]:
    return [(head - terms.heads[0], slope - terms.slopes[0]) for head, slope in zip(terms.heads[1:], terms.slopes[1:], strict=True)]


def _one_and(ratios: list[tuple[arb, arb]], x: arb) -> arb | None:
    """A sum over its first term; None for a single term."""
    if not ratios:
        return None
    out = arb(1)
    for head, slope in ratios:
        out += (head + x * slope).exp()
    return out


def _least(values: Sequence[arb]) -> arb:
    out = values[0]
    for value in values[1:]:
        out = out.min(value)
    return out


def _largest(values: Sequence[arb]) -> arb:
    out = values[0]
    for value in values[1:]:
        out = out.max(value)
    return out


def powers_of(first: Sequence[tuple[fmpq, Piece]], second: Sequence[tuple[fmpq, Piece]], order: Number) -> Powers | None:
    """The integrand at the current precision; None where the rules do not apply to it."""
    if not isinstance(order, fmpq):
        return None
    f, g = _sum(first), _sum(second)
    if f is None or g is None:
        return None
    found = Powers(f, g, order)
    parts = (*f.heads, *g.heads, *f.slopes, *g.slopes, f.bend, g.bend)
    return found if all(x.is_finite() and x.rad() < 1e-6 for x in parts) else None


def alone(power: Powers, lo: arb | float, hi: arb | float) -> arb | None:
    """The integral in closed form where f and g are single terms. Raises Diverges or Wide."""
    if len(power.f.heads) > 1 or len(power.g.heads) > 1:
        return None
    curve = Quadratic(power.head, power.slope_, power.bend, sign(power.slope_number), sign(power.bend_number))
    return integrals(0, curve, lo, hi)[0]


# --- the whole line --------------------------------------------------------------------------------------------------


def whole_line(power: Powers, prec: int) -> arb | None:
    """The integral over the line, to about ``prec`` bits of itself; None where the rule does not apply or needs too many places."""
    if not (power.bend < 0 and power.f.bend < 0 and power.g.bend < 0):
        return None
    fall = -float(power.bend)
    bits = (prec + 8) * math.log(2)
    b = float(power.b)
    best = 0.0, 0.0
    for reach in {min(power.limit, 1e300), math.sqrt(bits / fall)}:
        for share in SHARES:
            d = share * reach
            angle = d * float(power.spread) / 2
            if d >= power.limit or angle >= math.pi / 2:
                continue
            loss = fall * d * d + (b * math.log(math.cos(angle)) if power.above else 0.0)
            best = max(best, (2 * math.pi * d / (bits + 1 + loss), d))
    step, d = best
    bounds = _majorant(power)
    peaks = [_peak(q, fall) for q in bounds[0] + bounds[1]]
    if not step > 0 or not all(math.isfinite(x) and math.isfinite(y) for x, y in peaks):
        return None
    top = max(float(power.log(arb(x)).mid()) for x, _ in peaks)
    if not math.isfinite(top):
        return None
    left, right = (
        max(side * x + math.sqrt(max(y - top + bits + 2, 1.0) / fall) for x, y in (_peak(term, fall) for term in terms))
        for side, terms in ((-1, bounds[0]), (1, bounds[1]))
    )
    left = -left
    count = math.ceil((right - left) / step) + 1
    if count > MOST_STEPS:
        return None
    h, start, height = arb(step), arb(left), arb(d)
    total = arb(0)
    for k in range(count + 1):
        total += power(start + k * h)
    tails = _beyond(bounds[0], power.bend, start, -1), _beyond(bounds[1], power.bend, start + count * h, 1)
    growth = power.growth(height)
    if growth is None or any(t is None for t in tails):
        return None
    error = (2 * growth / ((2 * arb.pi() * height / h).exp() - 1)).upper()
    if not error < 1:
        return None
    for tail in tails:
        assert tail is not None
        total += arb(0).union(tail.upper()) / h
    return total * h / (1 + arb(0, error))


Term = tuple[arb, arb]
"""Head and slope of a term of a majorant, whose leading coefficient is that of the integrand."""


def _majorant(power: Powers) -> tuple[list[Term], list[Term]]:
    """Terms whose sum is at least the integrand, on the left and on the right.

    For a > 1, ``f^a <= m^(a-1) sum f_i^a`` and ``g^(1-a)`` is at most that of any term; for a < 1, ``(sum t_i)^a <= sum t_i^a`` for both.
    """
    a, b, f, g = power.a, power.b, power.f, power.g
    firsts = list(zip(f.heads, f.slopes, strict=True))
    seconds = sorted(zip(g.heads, g.slopes, strict=True), key=lambda term: float(term[1]))
    if power.above:
        lift = arb(len(firsts)).log() * (a - 1)
        sides = [[(lift + a * u + b * v, a * x + b * y) for u, x in firsts] for v, y in (seconds[0], seconds[-1])]
        return sides[0], sides[1]
    both = [(a * u + b * v, a * x + b * y) for u, x in firsts for v, y in seconds]
    return both, both


def _peak(term: Term, fall: float) -> tuple[float, float]:
    """Place and height of the largest value of the logarithm of a term."""
    head, slope = float(term[0]), float(term[1])
    return slope / (2 * fall), head + slope * slope / (4 * fall)


def _beyond(terms: Sequence[Term], bend: arb, cut: arb, side: int) -> arb | None:
    """Upper bound of the integral of terms beyond a cut, hence of the rule's sum from one step further on; None where a term still rises there."""
    out = arb(0)
    for head, slope in terms:
        fall = -side * (slope + 2 * bend * cut)
        if not fall > 0:
            return None
        out += (head + cut * (slope + cut * bend)).exp() / fall
    return out


# --- between finite ends ---------------------------------------------------------------------------------------------


def between(power: Powers, lo: arb, hi: arb, prec: int) -> arb | None:
    """The integral between finite ends, to about ``prec`` bits of 1 or of itself; None where the rule needs too many places.

    An interval adds a ball of its size where it is too small to matter, the closed form where one term is left of f and of g, Gauss and Legendre's rule where
    few points are enough, and is halved otherwise. Terms that are too small on an interval to matter there become a factor ``(1 + [0, e])^a``.
    """
    if not (lo.is_finite() and hi.is_finite() and lo < hi):
        return None
    bits = (prec + 12) * math.log(2)
    scale = _scale(power, lo, hi)
    if scale is None:
        return None
    known: dict[int, Powers] = {}
    out, left = arb(0), MOST_NODES
    waiting = [(lo, hi)]
    while waiting:
        u, v = waiting.pop()
        half, x = (v - u) / 2, (u + v) / 2
        near, factor = _pruned(power, u, v, bits, known)
        left -= 4
        size = near.log(x)
        bound = float((size + half * near.steepness(u, v) + (2 * half).log()).upper())
        if bound < scale - bits - 7:
            out += arb(0).union((arb(bound) + arb(1)).exp().upper())
            continue
        closed = alone(near, u, v)
        if closed is not None:
            out += factor * closed
            continue
        found = _points(near, float(x), float(half), bits + float(size.mid()) - scale)
        if found is None:
            if left < 0:
                return None
            waiting += [(x, v), (u, x)]
            continue
        points, ratio = found
        rho = arb(ratio)
        growth = near.growth((half * (rho - 1 / rho) / 2).upper())
        if growth is None:
            return None
        reach = half * (rho + 1 / rho) / 2
        error = half * growth * arb(64) / 15 * rho ** (2 - 2 * points) / (1 - rho**-2) * (size + reach * near.steepness(x - reach, x + reach)).exp()
        value = arb(0)
        for place, weight in _legendre(points, ctx.prec):
            value += weight * near(x + half * place)
        out += factor * (value * half + arb(0, error.upper()))
        left -= points
    return out if out.is_finite() else None


def _scale(power: Powers, lo: arb, hi: arb) -> float | None:
    """The logarithm of a size to which the integral is found: a rough lower bound of the integral, or of 1 for a > 1; a choice, not a bound."""
    places = [lo + (hi - lo) * k / 16 for k in range(17)]
    for terms in (power.f, power.g):
        for k, (head, slope) in enumerate(zip(terms.heads, terms.slopes, strict=True)):
            for other, steep in zip(terms.heads[:k], terms.slopes[:k], strict=True):
                x = (other - head) / (slope - steep)
                if lo < x < hi:
                    places.append(x.mid())
    if power.bend < 0:
        peaks = [-(power.a * x + power.b * y) / (2 * power.bend) for x in power.f.slopes for y in power.g.slopes]
        places += [x.mid() for x in peaks if lo < x < hi]
    top = max(float(power.log(x).mid()) for x in places)
    found = top - math.log(float(power.steepness(lo, hi)) + 1 / float(hi - lo))
    if power.above:
        found = max(found, 0.0)
    return found if math.isfinite(found) else None


def _pruned(power: Powers, u: arb, v: arb, bits: float, known: dict[int, Powers]) -> tuple[Powers, arb]:
    """The powers of the terms that matter between two places, and a ball of what their integral is to be multiplied by."""
    key, factor = 0, arb(1)
    kept: list[Sum] = []
    size = bits + math.log(float(power.a) + 1)
    for terms, exponent in ((power.f, power.a), (power.g, power.b)):
        count = len(terms.heads)
        lows = [[head + slope * x for head, slope in zip(terms.heads, terms.slopes, strict=True)] for x in (u, v)]
        sums = [float(a) + float(b) for a, b in zip(*lows, strict=True)]
        lead = sums.index(max(sums))
        gaps = [(lows[0][k] - lows[0][lead]).max(lows[1][k] - lows[1][lead]) for k in range(count)]
        stay = [k for k in range(count) if k == lead or not gaps[k] < -size]
        if len(stay) < count:
            dropped = arb(0)
            for k in range(count):
                if k not in stay:
                    dropped += gaps[k].exp()
            factor *= (1 + arb(0).union(dropped.upper())) ** exponent
        for k in stay:
            key |= 1 << (k if terms is power.f else k + 64)
        kept.append(terms if len(stay) == count else terms.only(stay))
    if key not in known:
        known[key] = power if kept[0] is power.f and kept[1] is power.g else Powers(kept[0], kept[1], power.order)
    return known[key], factor


def _points(power: Powers, x: float, half: float, bits: float) -> tuple[int, float] | None:
    """Points of the rule and the parameter of an ellipse, for an error that many logarithmic units below the value in the middle; None for too many points."""
    b, bend, spread = float(power.b), float(power.bend), float(power.spread)
    best: tuple[int, float] | None = None
    for share in SHARES:
        rise = min(share * power.limit / half, 8.0)
        if rise < 0.25:
            continue
        rho = rise + math.hypot(rise, 1.0)
        y, reach = rise * half, half * (rho + 1 / rho) / 2
        angle = y * spread / 2
        loss = max(-bend, 0.0) * y * y + (b * math.log(math.cos(angle)) if power.above and angle > 0 else 0.0) + reach * power.float_steepness(x - reach, x + reach)
        wanted = 2 + (bits + loss + math.log(half) + 1.5) / (2 * math.log(rho))
        if wanted < (best[0] if best else MOST_POINTS + bits / 4):
            best = max(4, math.ceil(wanted / 4) * 4), rho
    return best


@lru_cache(maxsize=64)
def _legendre(points: int, bits: int) -> tuple[tuple[arb, arb], ...]:
    """Places and weights of Gauss and Legendre's rule on (-1, 1), at the current precision, which is ``bits``."""
    return tuple(arb.legendre_p_root(points, k, weight=True) for k in range(points))
