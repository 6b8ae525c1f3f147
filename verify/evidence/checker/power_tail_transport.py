"""Moments of laws with power tails, and distances between them by transport."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flint import acb, arb, ctx

from verify.evidence.checker import laws, lines, moments
from verify.evidence.checker import numbers as n
from verify.evidence.checker.laws import Heavy, Line, Piece, Power
from verify.evidence.checker.numbers import INFINITY, ONE, ZERO, Ball, Budget, Number, Undecided, exact_ball
from verify.evidence.checker.power_tail_gaps import alike
from verify.evidence.checker.power_tails import TWO, at_most, beyond, cdf, far_cut, least_exponent, log_density, mirrored, parts_of, sign, support
from verify.evidence.checker.reciprocal import Parts, constant


def absolute_moment(law: Heavy, order: Number, budget: Budget) -> Number:
    """E |X|^order, for an order of at least 0: by quadrature on both half-lines."""
    if not n.relations(order, ZERO) <= {">", "="}:
        raise Undecided("an absolute moment of negative order")
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
        cut, bound = far_cut(tail)
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
    return s if alike(laws.translate(p, s), q) else None


def wasserstein(p: Any, q: Any, order: Number, budget: Budget) -> Number:
    """W_order: exact for translates, infinite where the heaviest tails differ too much, an image of a moment for two scales, else bounds."""
    n.demand(n.relations(order, ONE), (">", "="), "a Wasserstein distance of order below 1")
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
