"""Quantities of laws on the line with power tails, by a route of its own: masses by angles, integrals in ``1/x``, suprema and signs by bisection.

Beyond ``X`` a density with power tails lies between ``c x^(-k)`` and ``C x^(-k)``, a sum of exponential-quadratic pieces below ``H exp(-r (x - X))``; what is left of
an integral there is only bounded, so cuts lie far out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Any

from flint import acb, arb, ctx

from verify.evidence.checker import laws, lines
from verify.evidence.checker import numbers as n
from verify.evidence.checker.known import signature
from verify.evidence.checker.laws import Heavy, Piece, Power
from verify.evidence.checker.numbers import INFINITY, MINUS_INFINITY, ONE, ZERO, Ball, Budget, NoValue, Number, Undecided, exact_ball
from verify.evidence.checker.reciprocal import Part, Parts, constant

TWO = Fraction(2)


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
        raise Undecided("the density of a distribution with atoms")
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
    if not (at_most(lo, low) and at_most(high, hi)):
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
        cut, bound = far_cut(tail)
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


def far_cut(tail: Callable[[arb], arb | None]) -> tuple[arb, arb]:
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
