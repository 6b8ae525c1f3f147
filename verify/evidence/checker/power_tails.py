"""Quantities of laws on the line with power tails, by a route of its own: masses by angles, integrals in ``1/x``, suprema and signs by bisection.

Beyond ``X`` a density with power tails lies between ``c x^(-k)`` and ``C x^(-k)``, a sum of exponential-quadratic pieces below ``H exp(-r (x - X))``; what is left of
an integral there is only bounded, so cuts lie far out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import pairwise
from typing import Any

from flint import acb, arb, ctx

from verify.evidence.checker import laws, lines, moments, reciprocal
from verify.evidence.checker import numbers as n
from verify.evidence.checker.known import Known, signature
from verify.evidence.checker.laws import Heavy, Line, Piece, Power
from verify.evidence.checker.numbers import INFINITY, MINUS_INFINITY, ONE, ZERO, Ball, Budget, NoValue, Number, Undecided, exact_ball
from verify.evidence.checker.reciprocal import Part, Parts, constant
from verify.evidence.checker.sign_change import sign_change

TWO = Fraction(2)
MOST_BOXES = 3000
Box = tuple[arb, arb | None]


def parts_of(law: Any) -> Parts:
    """Weighted densities. Undecided for atoms."""
    light = law.light if isinstance(law, Heavy) else laws.line(law)
    if light.atoms:
        raise Undecided("power tails beside atoms")
    found: Parts = [(w, p) for w, pieces in light.parts for p in pieces]
    return found + ([(w, p) for w, p in law.tails] if isinstance(law, Heavy) else [])


def sign(x: Number) -> int:
    return lines.sign(x)


def at_most(x: Number, y: Number) -> bool:
    """Decides an order. Raises Undecided."""
    possible = n.relations(x, y)
    if possible <= {"<", "="}:
        return True
    if possible == {">"}:
        return False
    raise Undecided("an order of two numbers")


def mirrored(law: Any) -> Any:
    """The law of -X."""
    if isinstance(law, Power):
        return Power(n.neg(law.location), law.scale, law.exponent, {"both": "both", "right": "left", "left": "right"}[law.side])
    return Piece(n.neg(law.hi), n.neg(law.lo), law.c0, n.neg(law.c1), law.c2)


# --- one density -----------------------------------------------------------------------------------------------------


def standard(p: Power, x: Number) -> Number:
    """(x - location)/scale, away from the end of a law on one side."""
    t = n.div(n.sub(x, p.location), p.scale)
    return n.neg(t) if p.side == "left" else t


def height(p: Power, x: Number) -> Number:
    t = standard(p, x)
    if p.side == "both":
        fall = n.power(n.add(ONE, n.mul(t, t)), n.mul(Fraction(-1, 2), p.exponent))
    else:
        fall = n.power(n.add(ONE, t), n.neg(p.exponent))
    return n.div(n.mul(constant(p), fall), p.scale)


def support(p: Part) -> tuple[Number, Number]:
    if isinstance(p, Piece):
        return p.lo, p.hi
    return (p.location if p.side == "right" else MINUS_INFINITY), (p.location if p.side == "left" else INFINITY)


def below(p: Power, x: Number) -> Number:
    """P(X <= x)."""
    if n.is_point_infinite(x):
        return ONE if n.is_point_infinite(x) > 0 else ZERO
    t = standard(p, x)
    if p.side != "both":
        t = n.maximum(ZERO, t)
        beyond = n.power(n.add(ONE, t), n.sub(ONE, p.exponent))
        return beyond if p.side == "left" else n.sub(ONE, beyond)
    ends = [exact_ball(v) for v in (t if isinstance(t, Fraction) else Ball(t.lo, t.lo), t if isinstance(t, Fraction) else Ball(t.hi, t.hi))]
    low, high = (_by_angle(p, end) for end in ends)
    return Ball(n.ball(low).lo, n.ball(high).hi)


def _by_angle(p: Power, t: arb) -> Number:
    """1/2 plus the integral of cos^(k - 2) up to the angle of t, over that up to a right angle."""
    rest = n.sub(p.exponent, TWO)
    whole = int(rest) if isinstance(rest, Fraction) and rest.denominator == 1 and rest >= 0 else None
    power = acb(exact_ball(rest))

    def integrand(y: acb, analytic: bool) -> acb:
        c = y.cos()
        return c**whole if whole is not None else (power * c.log(analytic=analytic)).exp()

    area = acb.integral(integrand, acb(0), acb(t.atan())).real
    return n.add(Fraction(1, 2), n.mul(_normaliser(p, ctx.prec), n.enclose(area)))


def cdf(law: Any, x: Number) -> Number:
    light = law.light if isinstance(law, Heavy) else law
    total = [lines.cdf(light, x)] if light.parts or light.atoms else []
    tails = law.tails if isinstance(law, Heavy) else ()
    return n.add(*total, *(n.mul(w, below(p, x)) for w, p in tails))


def density(law: Heavy, x: Number) -> Number:
    if law.light.atoms:
        raise NoValue("the density of a distribution with atoms")
    total = [lines.density(law.light, x)] if law.light.parts else []
    for w, p in law.tails:
        lo, hi = support(p)
        inside = n.relations(x, lo), n.relations(x, hi)
        if inside[0] == {"<"} or inside[1] == {">"}:
            continue
        if inside[0] != {">"} or inside[1] != {"<"}:
            raise Undecided("a density at a jump")
        total.append(n.mul(w, height(p, x)))
    return n.add(ZERO, *total)


def mean(law: Heavy) -> Number:
    total = [lines.mean(law.light)] if law.light.parts or law.light.atoms else []
    infinite = set()
    for w, p in law.tails:
        if not at_most(p.exponent, TWO):
            centre = p.location
            if p.side != "both":
                gap = n.div(p.scale, n.sub(p.exponent, TWO))
                centre = n.add(centre, gap if p.side == "right" else n.neg(gap))
            total.append(n.mul(w, centre))
            continue
        infinite |= {"right", "left"} if p.side == "both" else {p.side}
    if len(infinite) > 1:
        raise NoValue("a mean whose positive and negative part are both infinite")
    return n.add(ZERO, *total) if not infinite else INFINITY if "right" in infinite else MINUS_INFINITY


def log_density_lipschitz(law: Any, low: Number, high: Number) -> Number:
    """Of one law with power tails: k/s times |t|/(1 + t^2), largest at |t| = 1, or times 1/(1 + t)."""
    if law.light.parts or law.light.atoms or len(law.tails) != 1:
        raise Undecided("the log-density of a mixture")
    p = law.tails[0][1]
    lo, hi = support(p)
    if not (n.relations(lo, low) <= {"<", "="} and n.relations(hi, high) <= {">", "="}):
        return INFINITY
    steep = n.div(p.exponent, p.scale)
    if p.side != "both":
        return n.div(steep, n.add(ONE, standard(p, low if p.side == "right" else high)))
    values: list[Number] = []
    ends = [x if n.is_point_infinite(x) else standard(p, x) for x in (low, high)]
    for top in (ONE, -ONE):
        if at_most(ends[0], top) and at_most(top, ends[1]):
            values.append(Fraction(1, 2))
    values += [n.div(n.absolute(t), n.add(ONE, n.mul(t, t))) for t in ends if not n.is_point_infinite(t)]
    return n.mul(steep, n.maximum(ZERO, *values))


# --- beyond a cut ----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def _normaliser(p: Power, prec: int) -> Number:
    return constant(p)


@dataclass(frozen=True)
class Beyond:
    """Right of X: ``low x^(-k) <= f <= high x^(-k)``, or for k None ``f <= high exp(-rate (x - X))``."""
    exponent: Number | None
    low: arb
    high: arb
    rate: arb


def beyond(parts: Parts, cut: arb) -> Beyond | None:
    """What is known right of a cut of parts that all reach to infinity; None if the cut lies too near."""
    heavy = [p for _, p in parts if isinstance(p, Power)]
    least: Number | None = None
    for p in heavy:
        if least is None or not at_most(least, p.exponent):
            least = p.exponent
    low, high, rate = arb(0), arb(0), arb("inf")
    for w, part in parts:
        weight = n.exact(w)
        if isinstance(part, Power):
            m, s, k = exact_ball(part.location), exact_ball(part.scale), exact_ball(part.exponent)
            if not cut > 2 * abs(m) + 2 * s:
                return None
            size = weight * exact_ball(_normaliser(part, ctx.prec)) * s ** (k - 1)
            near = m - s if part.side != "both" else m
            share = [(1 - abs(near) / cut) ** (-k), (1 + abs(near) / cut) ** (-k)]
            if part.side == "both":
                share[1] = share[1] * (1 + (s / (cut - abs(m))) ** 2) ** (-k / 2)
            assert least is not None
            gap = n.sub(part.exponent, least)
            high += size * share[0] * cut ** (-exact_ball(gap))
            if gap == 0:
                low += size * share[1]
            continue
        if sign(part.c2) > 0:
            return None
        fall = -(exact_ball(part.c1) + 2 * exact_ball(part.c2) * cut)
        need = arb(0) if least is None else 2 * exact_ball(least) / cut
        if not (fall > 0 and fall > need):
            return None
        top = weight * exact_ball(n.exp(lines.quadratic(part, n.enclose(cut))))
        high += top if least is None else top * cut ** exact_ball(least)
        rate = min(rate, arb(fall.lower()))
    if not high.is_finite() or (least is not None and not low > 0):
        return None
    return Beyond(least, arb(low.lower()), arb(high.upper()), rate)


def least_exponent(parts: Parts) -> Number | None:
    found: Number | None = None
    for _, p in parts:
        if isinstance(p, Power) and (found is None or not at_most(found, p.exponent)):
            found = p.exponent
    return found


# --- integrals -------------------------------------------------------------------------------------------------------


def log_density(parts: Parts) -> Callable[[acb, bool], acb]:
    """The logarithm of a sum of densities, complex."""
    terms: list[Callable[[acb, bool], acb]] = []
    for w, part in parts:
        if isinstance(part, Piece):
            a, b, c = (acb(exact_ball(v)) for v in (n.add(part.c0, n.log(w)), part.c1, part.c2))
            terms.append(lambda x, flag, a=a, b=b, c=c: a + b * x + c * x * x)  # type: ignore[misc]
            continue
        head = acb(exact_ball(n.log(n.div(n.mul(w, constant(part)), part.scale))))
        m, r, k = acb(exact_ball(part.location)), acb(1 / exact_ball(part.scale)), acb(exact_ball(part.exponent))
        if part.side == "both":
            terms.append(lambda x, flag, h=head, m=m, r=r, k=k / 2: h - (1 + ((x - m) * r) ** 2).log(analytic=flag) * k)  # type: ignore[misc]
        else:
            r = -r if part.side == "left" else r
            terms.append(lambda x, flag, h=head, m=m, r=r, k=k: h - (1 + (x - m) * r).log(analytic=flag) * k)  # type: ignore[misc]
    if len(terms) == 1:
        return terms[0]

    def joined(x: acb, flag: bool) -> acb:
        logs = [term(x, flag) for term in terms]
        rest = acb(1)
        for other in logs[:-1]:
            rest += (other - logs[-1]).exp()
        return logs[-1] + rest.log(analytic=flag)  # the last part is a power tail where there is one

    return joined


def integrate(f: Callable[[acb, bool], acb], lo: Number, hi: Number, tail: Callable[[arb], arb | None], budget: Budget) -> Number:
    """Integral over ``(lo, hi)``, lo finite, by ``x = lo - 1 + e^t``; ``tail`` bounds its size right of a cut."""
    budget.spend(20_000)
    start, rest = exact_ball(lo), arb(0)
    if n.is_point_infinite(hi):
        cut, bound = _far(tail)
        rest = arb(0).union(bound)
    else:
        cut = exact_ball(hi)
    base = acb(start - 1)

    def turned(t: acb, flag: bool) -> acb:
        far = t.exp()
        return f(base + far, flag) * far

    goal = arb(2) ** -(ctx.prec // 2)
    area = acb.integral(turned, acb(0), acb((cut - start + 1).log()), rel_tol=goal, abs_tol=goal).real
    return n.enclose(area + rest.union(-rest))


def _far(tail: Callable[[arb], arb | None]) -> tuple[arb, arb]:
    """A cut right of which what is left is at most about 2^-(half of the bits), or the best that is found."""
    cut, best = arb(16), None
    for _ in range(120):
        bound = tail(cut)
        if bound is not None and bound.is_finite() and bound >= 0:
            best = cut, arb(bound.upper())
            if best[1] < arb(2) ** -(ctx.prec // 2):
                break
        cut = arb((cut * 8).mid())
    if best is None:
        raise Undecided("a tail without a bound")
    return best


Cells = list[tuple[Parts, Parts, Number, Number]]
_CELLS: dict[Any, Cells] = {}


def cells(p: Any, q: Any) -> Cells:
    """Common intervals with the parts of both laws on them, and 0 among the ends so that none is the whole line; kept for the next question about these laws."""
    key = ctx.prec, signature(p), signature(q)
    if key not in _CELLS:
        if len(_CELLS) >= 256:
            _CELLS.clear()
        _CELLS[key] = _cells(p, q)
    return _CELLS[key]


def _cells(p: Any, q: Any) -> Cells:
    first, second = parts_of(p), parts_of(q)
    ends: list[Number] = [MINUS_INFINITY, INFINITY]
    for x in [ZERO, *(end for _, part in (*first, *second) for end in support(part))]:
        orders = [n.relations(x, old) for old in ends]
        if any(len(order) > 1 for order in orders):
            raise Undecided("ends of pieces whose order is not known")
        if {"="} not in orders:
            ends.insert(next(k for k, order in enumerate(orders) if order == {"<"}), x)
    out = []
    for lo, hi in pairwise(ends):
        here = [_merged([(w, part) for w, part in side if _covers(part, lo, hi)]) for side in (first, second)]
        out.append((here[0], here[1], lo, hi))
    return out


def _merged(parts: Parts) -> Parts:
    """Parts whose densities are multiples of each other as one: a quotient that is constant is then seen to be."""
    found: Parts = []
    for w, part in parts:
        for k, (v, other) in enumerate(found):
            if isinstance(part, Piece) and isinstance(other, Piece) and part.c1 == other.c1 and part.c2 == other.c2:
                both = n.log(n.add(n.mul(w, n.exp(part.c0)), n.mul(v, n.exp(other.c0))))
                found[k] = ONE, Piece(part.lo, part.hi, both, part.c1, part.c2)
                break
        else:
            found.append((w, part))
    return found


def _covers(part: Part, lo: Number, hi: Number) -> bool:
    a, b = support(part)
    return n.relations(a, lo) <= {"<", "="} and n.relations(hi, b) <= {"<", "="}


def turned_right(a: Parts, b: Parts, lo: Number, hi: Number) -> tuple[Parts, Parts, Number, Number]:
    """A cell whose infinite end, if any, is on the right."""
    if not n.is_point_infinite(lo):
        return a, b, lo, hi
    return [(w, mirrored(x)) for w, x in a], [(w, mirrored(x)) for w, x in b], n.neg(hi), n.neg(lo)


_RENYI: Known[Number] = Known()


def renyi(p: Any, q: Any, order: Number, budget: Budget) -> Number:
    """Divergence of any order above 0 of laws with densities, one of them with power tails."""
    return _RENYI.of(budget, lambda: _renyi(p, q, order, budget), p, q, order, budget.cells if n.is_point_infinite(order) else 0)  # a supremum is as fine as the budget says now


def _renyi(p: Any, q: Any, order: Number, budget: Budget) -> Number:
    side = n.relations(order, ONE)
    if len(side) > 1 or n.relations(order, ZERO) != {">"}:
        raise Undecided("a Renyi divergence whose order may be 1 or not positive")
    pieces = cells(p, q)
    if side != {"<"} and any(a and not b for a, b, _, _ in pieces):
        return INFINITY
    pieces = [turned_right(*cell) for cell in pieces if cell[0] and cell[1]]
    if n.is_point_infinite(order):
        return n.maximum(ZERO, *(_supremum(a, b, lo, hi, budget) for a, b, lo, hi in pieces)) if pieces else INFINITY
    terms: list[Number] = []
    for a, b, lo, hi in pieces:
        if n.is_point_infinite(hi) and _diverges(a, b, order, side):
            return INFINITY
        terms.append(_divergence(a, b, lo, hi, order, side, budget))
    if not terms:
        return INFINITY
    total = n.add(*terms)
    return total if side == {"="} else n.div(n.log(total), n.sub(order, ONE))


def _diverges(a: Parts, b: Parts, order: Number, side: set[str]) -> bool:
    """Whether the integral over a tail is infinite."""
    k, j = least_exponent(a), least_exponent(b)
    if side == {"="}:
        if k is None or j is not None:
            return False
        linear = any(isinstance(x, Piece) and sign(x.c2) == 0 for _, x in b)
        return at_most(k, Fraction(2 if linear else 3))
    if side == {"<"}:
        return False
    if k is None:
        return j is None and any(all(_outgrows(x, y, order) for _, y in b) for _, x in a)
    if j is None:
        return True
    return at_most(n.add(n.mul(order, k), n.mul(n.sub(ONE, order), j)), ONE)


def _outgrows(x: Any, y: Any, order: Number) -> bool:
    """Whether the exponent of x^order y^(1-order) does not fall towards oo. A density is at most the number of its parts times the largest of them."""
    bend, slope = (n.add(n.mul(order, u), n.mul(n.sub(ONE, order), v)) for u, v in ((x.c2, y.c2), (x.c1, y.c1)))
    curve = n.relations(bend, ZERO)
    return curve == {">"} or (curve == {"="} and n.relations(slope, ZERO) <= {">", "="})


def _divergence(a: Parts, b: Parts, lo: Number, hi: Number, order: Number, side: set[str], budget: Budget) -> Number:
    if (found := reciprocal.integral(a, b, lo, hi, order, budget)) is not None:
        return found
    f, g = log_density(a), log_density(b)
    power = None if side == {"="} else acb(exact_ball(order))
    rest = None if power is None else 1 - power

    def integrand(x: acb, flag: bool) -> acb:
        top, bottom = f(x, flag), g(x, flag)
        return top.exp() * (top - bottom) if power is None else (power * top + rest * bottom).exp()

    def tail(cut: arb) -> arb | None:
        if power is not None and side == {">"} and (light := _light_tail(a, b, exact_ball(order), cut)) is not None:
            return light
        one, two = beyond(a, cut), beyond(b, cut)
        if one is None or two is None:
            return None
        return _shannon_tail(one, two, b, cut) if power is None else _power_tail(one, two, exact_ball(order), side == {"<"}, cut)

    return integrate(integrand, lo, hi, tail, budget)


def _light_tail(a: Parts, b: Parts, order: arb, cut: arb) -> arb | None:
    """A bound of the integral of p^order q^(1-order) right of a cut, order > 1, for mixtures of densities exp(quadratic); None where the exponent may still rise.

    With m parts, p^order is at most m^(order - 1) times the sum of that of the parts, and q is at least each part. An exponent that is concave lies below its tangent.
    """
    if not all(isinstance(part, Piece) for _, part in (*a, *b)):
        return None

    def tangent(w: Fraction, part: Any) -> tuple[arb, arb, arb]:
        c0, c1, c2 = (exact_ball(c) for c in (part.c0, part.c1, part.c2))
        return exact_ball(w).log() + c0 + (c1 + c2 * cut) * cut, c1 + 2 * c2 * cut, c2

    below, total = [tangent(w, part) for w, part in b], arb(0)
    for level, slope, bend in (tangent(w, part) for w, part in a):
        best: arb | None = None
        for other, other_slope, other_bend in below:
            falls = order * slope + (1 - order) * other_slope
            if falls < 0 and order * bend + (1 - order) * other_bend <= 0:
                bound = (order * level + (1 - order) * other).exp() / -falls
                best = bound if best is None or bound < best else best
        if best is None:
            return None
        total += best
    return total * arb(len(a)) ** (order - 1)


def _power_tail(f: Beyond, g: Beyond, order: arb, small: bool, cut: arb) -> arb | None:
    if small:  # f^a g^(1-a) <= a f + (1-a) g
        return order * _mass(f, cut) + (1 - order) * _mass(g, cut)
    if g.exponent is None:
        return None if f.exponent is None else arb("inf")
    j = exact_ball(g.exponent)
    if f.exponent is not None:
        k = order * exact_ball(f.exponent) + (1 - order) * j
        return f.high**order * g.low ** (1 - order) * cut ** (1 - k) / (k - 1) if k > 1 else None
    growth = j * (order - 1)
    if not growth / cut < order * f.rate / 2:
        return None
    return f.high**order * g.low ** (1 - order) * cut**growth * 2 / (order * f.rate)


def _mass(f: Beyond, cut: arb) -> arb:
    if f.exponent is None:
        return f.high / f.rate
    k = exact_ball(f.exponent)
    return f.high * cut ** (1 - k) / (k - 1)


def _shannon_tail(f: Beyond, g: Beyond, b: Parts, cut: arb) -> arb | None:
    """A bound of the integral of |f log(f/g)|."""
    logs = [abs(x.log()).upper() for x in (f.high, f.low, g.high, g.low) if x > 0]
    most = max((arb(x) for x in logs), default=arb(0))
    if f.exponent is not None:
        k = exact_ball(f.exponent)
        slack = (k - 1) / 2
        if not cut.log() * slack > 1:
            return None
        j = exact_ball(g.exponent) if g.exponent is not None else arb(0)
        own = f.high * (abs(j - k) * cut.log() * cut ** (1 - k) / (k - 1 - slack) + 2 * most * cut ** (1 - k) / (k - 1))
        if g.exponent is not None:
            return own
        # -log g <= A x^d with d the degree of the flattest piece
        best = min((x for _, x in b if isinstance(x, Piece)), key=lambda x: abs(float(exact_ball(x.c2).mid())))
        degree = 1 if sign(best.c2) == 0 else 2
        weight = min(w for w, _ in b)
        size = abs(exact_ball(n.add(best.c0, n.log(weight)))) + abs(exact_ball(best.c1)) + abs(exact_ball(best.c2))
        if not k - 1 - degree > 0:
            return None
        return own + f.high * size * cut ** (degree + 1 - k) / (k - 1 - degree) + f.high * abs(g.high.log()) * cut ** (1 - k) / (k - 1)
    if g.exponent is None or not f.high < 1:
        return None
    j = exact_ball(g.exponent)  # f |log f| <= sqrt f, and log x <= x
    return 2 * f.high.sqrt() / f.rate + f.high * (j + most) * (cut / f.rate + 1 / f.rate**2)


# --- suprema and signs -----------------------------------------------------------------------------------------------


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


def _supremum(a: Parts, b: Parts, lo: Number, hi: Number, budget: Budget) -> Number:
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
    return hockey_stick(p, q, ZERO, budget)


def log_ratio_sup(p: Any, q: Any, budget: Budget) -> Number:
    return n.maximum(renyi(p, q, INFINITY, budget), renyi(q, p, INFINITY, budget))


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
    if isinstance(p, Heavy) and isinstance(q, Heavy) and len(p.tails) == len(q.tails) and _alike(p, q):
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


# --- moments and transport -------------------------------------------------------------------------------------------


def absolute_moment(law: Heavy, order: Number, budget: Budget) -> Number:
    """E |X|^order, for an order of at least 0: by quadrature on both half-lines."""
    if not n.relations(order, ZERO) <= {">", "="}:
        raise NoValue("an absolute moment of negative order")
    if order == 0:
        return ONE
    terms: list[Number] = [moments.absolute_moment(law.light, order, budget)] if law.light.parts or law.light.atoms else []
    for w, p in law.tails:
        if at_most(n.sub(p.exponent, ONE), order):
            return INFINITY
        terms += [n.mul(w, _half(half, order, budget)) for half in (p, mirrored(p))]
    return n.add(*terms)


def _half(p: Power, order: Number, budget: Budget) -> Number:
    """Integral of x^order f over the positive numbers, by ``x = exp y - small part``: near 0 the density is bounded."""
    lo, hi = support(p)
    start = ZERO if n.relations(lo, ZERO) <= {"<", "="} else lo
    if n.relations(hi, start) <= {"<", "="}:
        return ZERO
    f, r = log_density([(ONE, p)]), acb(exact_ball(order))
    near: list[Number] = []
    if start == 0:
        start = Fraction(1, 2 ** ctx.prec)
        if not n.relations(start, hi) <= {"<"}:
            raise Undecided("a distribution that ends too near to 0")
        top = n.div(constant(p), p.scale)
        near = [n.hull([ZERO, n.mul(top, n.power(start, n.add(order, ONE)))])]

    def integrand(y: acb, flag: bool) -> acb:
        return ((r + 1) * y + f(y.exp(), flag)).exp()

    def tail(cut: arb) -> arb | None:
        known = beyond([(ONE, p)], cut)
        if known is None or known.exponent is None:
            return None
        k = exact_ball(n.sub(n.sub(known.exponent, ONE), order))
        return known.high * cut ** (-k) / k

    budget.spend(20_000)
    rest = arb(0)
    if n.is_point_infinite(hi):
        cut, bound = _far(tail)
        rest = arb(0).union(bound)
    else:
        cut = exact_ball(hi)
    goal = arb(2) ** -(ctx.prec // 2)
    area = acb.integral(integrand, acb(exact_ball(start).log()), acb(cut.log()), rel_tol=goal, abs_tol=goal).real
    return n.add(n.enclose(area + rest), *near)


def shift_between(p: Any, q: Any) -> Number | None:
    """The s for which Q is P moved by s, if the parts show it exactly."""
    if not (isinstance(p, Heavy) and isinstance(q, Heavy)) or len(p.tails) != len(q.tails):
        return None
    s = n.sub(q.tails[0][1].location, p.tails[0][1].location)
    return s if _alike(laws.translate(p, s), q) else None


def _alike(p: Heavy, q: Heavy) -> bool:
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


def wasserstein(p: Any, q: Any, order: Number, budget: Budget) -> Number:
    """W_order: exact for translates, infinite where the heaviest tails differ too much, an image of a moment for two scales, else bounds."""
    if not n.relations(order, ONE) <= {">", "="}:
        raise NoValue("a Wasserstein distance of order below 1")
    s = shift_between(p, q)
    if s is not None:
        return n.absolute(s)
    if _infinite(p, q, order):
        return INFINITY
    if n.is_point_infinite(order):
        raise Undecided("order oo of distributions with power tails")
    scaled = _scaled(p, q)
    if scaled is not None:
        return n.power(absolute_moment(scaled, order, budget), n.inverse(order))
    budget.coarse = True
    first = _first_order(p, q, budget)
    if order == 1:
        return first
    norms = [n.power(_moment(law, order, budget), n.inverse(order)) for law in (p, q)]
    return Ball(n.ball(first).lo, n.ball(n.add(*norms)).hi)


def _moment(law: Any, order: Number, budget: Budget) -> Number:
    return absolute_moment(law, order, budget) if isinstance(law, Heavy) else moments.absolute_moment(laws.line(law), order, budget)


def _scaled(p: Any, q: Any) -> Heavy | None:
    """The law of the distance travelled by the rising affine map between two single laws of one kind and exponent."""
    if not (isinstance(p, Heavy) and isinstance(q, Heavy)) or len(p.tails) != 1 or len(q.tails) != 1:
        return None
    if p.light.parts or q.light.parts or p.light.atoms or q.light.atoms:
        return None
    (_, a), (_, b) = p.tails[0], q.tails[0]
    if a.side != b.side or n.relations(a.exponent, b.exponent) != {"="}:
        return None
    ratio = n.div(b.scale, a.scale)
    gap = n.sub(ratio, ONE)
    side = a.side if sign(gap) > 0 else {"both": "both", "right": "left", "left": "right"}[a.side]
    return Heavy(Line(()), ((ONE, Power(n.sub(b.location, a.location), n.mul(n.absolute(gap), a.scale), a.exponent, side)),))


def _infinite(p: Any, q: Any, order: Number) -> bool:
    """Whether the heaviest tails of one side, with exponent at most order + 1, have unequal constants: quantiles are then too far apart near that end."""
    for side in ("right", "left"):
        found: list[tuple[int, Fraction, Power]] = []
        for way, law in ((1, p), (-1, q)):
            tails = law.tails if isinstance(law, Heavy) else ()
            found += [(way, w, x) for w, x in tails if x.side in ("both", side)]
        if not found:
            continue
        least = least_exponent([(w, x) for _, w, x in found])
        assert least is not None
        if not n.is_point_infinite(order) and not at_most(least, n.add(order, ONE)):
            continue
        here = [(way, w, x) for way, w, x in found if n.relations(x.exponent, least) == {"="}]
        gap = n.add(*(n.mul(Fraction(way), w, constant(x), n.power(x.scale, n.sub(x.exponent, ONE))) for way, w, x in here))
        if "=" not in n.relations(gap, ZERO):
            return True
    return False


def _first_order(p: Any, q: Any, budget: Budget) -> Number:
    """Bounds of the integral of |F - G|: cells with the distribution functions at their ends, the widest halved; tails by their first moments."""
    known: dict[Fraction, tuple[Number, Number]] = {}

    def at(x: Fraction) -> tuple[Number, Number]:
        if x not in known:
            budget.spend(200)
            known[x] = _cdf(p, x), _cdf(q, x)
        return known[x]

    def cell(lo: Fraction, hi: Fraction) -> tuple[float, Fraction, Fraction, Number, Number]:
        (f, g), (u, v) = at(lo), at(hi)
        low = n.mul(hi - lo, n.maximum(ZERO, n.sub(f, v), n.sub(g, u)))
        high = n.mul(hi - lo, n.maximum(ZERO, n.sub(u, g), n.sub(v, f)))
        return float(n.ball(n.sub(high, low)).hi), lo, hi, low, high

    cut = Fraction(2**12)
    boxes = [cell(-cut, ZERO), cell(ZERO, cut)]
    for _ in range(min(budget.cells, 1200)):
        worst = max(range(len(boxes)), key=lambda k: boxes[k][0])
        _, lo, hi, _, _ = boxes[worst]
        middle = (lo + hi) / 2
        boxes[worst] = cell(lo, middle)
        boxes.append(cell(middle, hi))
    low, high = n.add(*(b[3] for b in boxes)), n.add(*(b[4] for b in boxes))
    try:
        rest = n.add(*(_excess(law, cut) for law in (p, q)))
    except Undecided:
        rest = INFINITY
    return Ball(n.ball(low).lo, n.ball(n.add(high, rest)).hi)


def _cdf(law: Any, x: Number) -> Number:
    return cdf(law, x) if isinstance(law, Heavy) else lines.cdf(laws.line(law), x)


def _excess(law: Any, cut: Fraction) -> Number:
    """At least E (|X| - cut)+."""
    total: list[Number] = [ZERO]
    parts: Parts = parts_of(law)
    for side in (1, -1):
        for w, part in parts:
            turned = part if side > 0 else mirrored(part)
            if isinstance(turned, Piece):
                inside = lines.clip(turned, cut, INFINITY)
                total += [n.mul(w, lines.integral(turned, *inside, 1))] if inside else []
                continue
            if n.relations(support(turned)[1], cut) <= {"<", "="}:
                continue
            known = beyond([(w, turned)], n.exact(cut))
            if known is None or known.exponent is None or at_most(known.exponent, TWO):
                raise Undecided("a tail without a mean, or too near")
            k = exact_ball(known.exponent)
            total.append(n.enclose(known.high * n.exact(cut) ** (2 - k) / (k - 2)))
    return n.add(*total)
