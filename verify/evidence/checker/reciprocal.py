"""Integrals of products of powers of two densities with power tails, where these are rational: in ``u = 1/(x - a)`` the point at infinity is an ordinary one."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from flint import acb, arb, ctx

from verify.evidence.checker import numbers as n
from verify.evidence.checker.laws import Piece, Power
from verify.evidence.checker.numbers import ONE, Budget, Number, exact_ball

Part = Piece | Power
Parts = list[tuple[Fraction, Part]]
MOST_FACTORS = 64
"""The highest whole power that is multiplied out."""


def constant(p: Power) -> Number:
    """The normaliser in the standard variable."""
    if p.side != "both":
        return n.sub(p.exponent, ONE)
    half = n.mul(Fraction(1, 2), n.sub(p.exponent, ONE))
    return n.div(n.gamma(n.add(half, Fraction(1, 2))), n.mul(n.power(n.pi(), Fraction(1, 2)), n.gamma(half)))


def _in_reciprocal(parts: Parts, base: arb) -> tuple[int, Callable[[acb], acb]] | None:
    """k and F with the density ``u^k F(u)`` at ``x = base + 1/u``, F rational with ``F(0) > 0``; None where a power is not whole."""
    terms: list[tuple[int, int, bool, acb, acb, acb]] = []
    for w, part in parts:
        if not isinstance(part, Power):
            return None
        both = part.side == "both"
        factors = n.mul(Fraction(1, 2), part.exponent) if both else part.exponent
        if not (isinstance(factors, Fraction) and factors.denominator == 1 and factors <= MOST_FACTORS):
            return None
        head = exact_ball(n.div(n.mul(w, constant(part)), part.scale))
        rate = (-1 if part.side == "left" else 1) / exact_ball(part.scale)
        terms.append(((1 + both) * int(factors), int(factors), both, acb(head), acb(rate), acb(rate * (base - exact_ball(part.location)))))
    least = min(term[0] for term in terms)

    def rest(u: acb) -> acb:
        found = acb(0)
        for k, factors, both, head, rate, shift in terms:
            t = rate + shift * u  # u times the standard variable
            found += head * u ** (k - least) / (u * u + t * t if both else u + t) ** factors
        return found

    return least, rest


def integral(a: Parts, b: Parts, lo: Number, hi: Number, order: Number, budget: Budget) -> Number | None:
    """The integral over a cell in ``u = 1/(x - lo + 1)``, in which nothing is left out at infinity; None where the integrand is not analytic at u = 0."""
    base = exact_ball(lo) - 1
    f, g = _in_reciprocal(a, base), _in_reciprocal(b, base)
    if f is None or g is None:
        return None
    (k, top), (j, bottom) = f, g
    degree = n.sub(n.add(n.mul(order, Fraction(k)), n.mul(n.sub(ONE, order), Fraction(j))), Fraction(2))
    if k == j:
        power = k - 2
    elif order != ONE and isinstance(degree, Fraction) and degree.denominator == 1 and degree >= 0:
        power = int(degree)
    else:
        return None
    rest = acb(exact_ball(order)) - 1
    factors = int(order) - 1 if isinstance(order, Fraction) and order.denominator == 1 and order <= MOST_FACTORS else None

    def integrand(u: acb, flag: bool) -> acb:
        here = top(u)
        quotient = here / bottom(u)
        if order == ONE:
            here *= quotient.log(analytic=flag)
        else:
            here *= (rest * quotient.log(analytic=flag)).exp() if factors is None else quotient**factors
        return here * u**power

    budget.spend(20_000)
    goal = arb(2) ** -(ctx.prec // 2)
    end = arb(0) if n.is_point_infinite(hi) else 1 / (exact_ball(hi) - base)
    return n.enclose(acb.integral(integrand, acb(end), acb(1), rel_tol=goal, abs_tol=goal).real)


__all__ = ["Part", "Parts", "constant", "integral"]
