"""Rényi divergences of laws with densities, one of them with power tails."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flint import acb, arb

from verify.evidence.checker import numbers as n
from verify.evidence.checker import reciprocal
from verify.evidence.checker.known import Known
from verify.evidence.checker.laws import Piece
from verify.evidence.checker.numbers import INFINITY, ONE, ZERO, Budget, Number, Undecided, exact_ball
from verify.evidence.checker.power_tail_gaps import largest_log_ratio
from verify.evidence.checker.power_tails import Beyond, at_most, beyond, cells, integrate, least_exponent, log_density, sign, turned_right
from verify.evidence.checker.reciprocal import Parts

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
        return n.maximum(ZERO, *(largest_log_ratio(a, b, lo, hi, budget) for a, b, lo, hi in pieces)) if pieces else INFINITY
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


def log_ratio_sup(p: Any, q: Any, budget: Budget) -> Number:
    """The Rényi divergence of order oo."""
    return n.maximum(renyi(p, q, INFINITY, budget), renyi(q, p, INFINITY, budget))
