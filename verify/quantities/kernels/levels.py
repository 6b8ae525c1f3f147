"""The least mu of two laws on the line whose densities are pieces of exponentials of quadratics, by the certified search over their privacy profile.

Of the hockey-stick divergences nothing is used but their values and that they are convex and falling in ``t = e^epsilon``: the quotients of differences
to both sides of a point bracket its slopes. Beyond the largest loss the profile is 0.
"""

from __future__ import annotations

import math

from flint import arb, ctx, fmpq

from verify.claims.nodes import ClaimError
from verify.measure.supremum import measure
from verify.measure.tails import Known
from verify.quantities.kernels.divergences import hockey_stick, mass_above, max_divergence
from verify.quantities.kernels.lines import LineLaw, line
from verify.quantities.kernels.orthants import LEVELS, Blend, blends, hockey_stick_from_below
from verify.values.elementary import exp, maximum
from verify.values.gaussian_profiles import gaussian_level
from verify.values.laws import Law, Piece, PieceLaw, ProductLaw
from verify.values.numbers import Enclosure, Number, enclose, precision, relation

MOST_CELLS, FEW_CELLS, COARSE = 500, 80, 64
"""Cells of the search, also at a first look, which is one at no more than so many bits."""
FAR = fmpq(64)
"""A loss beyond which the level is bounded by simple means only: between two such laws there is no privacy left."""
VAGUE = 2.0**-20
"""Width from which a coefficient is a range: the parameters of the law lie in intervals."""
STEP = 36
"""Bits of the relative distance of the points of a difference quotient."""


class PairProfile:
    """``max(H_t(P || Q), H_t(Q || P))``, where the largest loss is finite."""

    convex = True

    def __init__(self, p: LineLaw, q: LineLaw, largest_loss: Number) -> None:
        self.p, self.q = p, q
        self.end = _ball(enclose(largest_loss, ctx.prec + 32))

    def delta(self, epsilon: arb) -> arb:
        factor = exp(epsilon.fmpq() if epsilon.is_exact() else Enclosure(epsilon.lower(), epsilon.upper()), ctx.prec)
        accuracy = ctx.prec // 2 + 16  # masses are computed with twice as many bits and more
        return _ball(enclose(maximum(mass_above(self.p, self.q, factor, accuracy), mass_above(self.q, self.p, factor, accuracy)), ctx.prec))

    delta_before = delta

    def upper(self, low: arb, high: arb) -> arb:
        return self.delta(low)

    def slope(self, epsilon: arb, side: int) -> arb | None:
        t = epsilon.exp()
        here, found = self.delta(epsilon), []
        for way in (1, -1):
            near = (epsilon + way * arb(2) ** -STEP).mid()
            found.append((self.delta(near) - here) / (near.exp() - t))
        return found[0].union(found[1])

    def curvature(self, low: arb, high: arb) -> arb | None:
        return None

    def breakpoints(self) -> tuple[arb, ...]:
        return ()

    def tail(self) -> Known:
        return Known("zero", self.end)


def least_mu(p: Law, q: Law, prec: int) -> Number:
    """The least mu of two laws, enclosed: infinite where a part of one law is disjoint from the other; [0, oo] for other laws and unbounded losses.

    mu-GDP holds if and only if the profile lies below ``delta_mu`` everywhere: Dong, Roth, Su (2022), Corollary 2.13.
    """
    unknown = Enclosure(arb(0), math.inf)
    both = blends(p, q)
    if both is not None:
        return Enclosure(_least_by_orthants(*both, prec), math.inf)
    if isinstance(p, ProductLaw) or isinstance(q, ProductLaw):
        return unknown
    first, second = line(p), line(q)
    if not all(isinstance(part, PieceLaw) for law in (first, second) for _, part in law.components):
        return unknown
    loss = maximum(max_divergence(p, q, prec + 32), max_divergence(q, p, prec + 32))
    if relation(loss, "<", math.inf) is not True:
        apart = maximum(hockey_stick(p, q, math.inf, prec), hockey_stick(q, p, math.inf, prec))
        return math.inf if relation(apart, ">", fmpq(0)) is True else unknown
    if relation(loss, "<=", fmpq(0)) is True:
        return fmpq(0)
    if _ranging(first) or _ranging(second):
        return _between(first, second, loss, prec)
    cells = 1 if relation(loss, ">", FAR) is not False else FEW_CELLS if prec <= COARSE else MOST_CELLS
    try:
        found = measure(PairProfile(first, second, loss), f"1/{2 ** (prec // 4)}", cells=cells, locate=False)
    except ClaimError:
        return unknown
    return Enclosure(found.lower, found.upper if isinstance(found.upper, arb) else _between(first, second, loss, prec).hi)


def _ranging(law: LineLaw) -> bool:
    return any(isinstance(x, Enclosure) and x.width > VAGUE for _, piece in law.parts if isinstance(piece, Piece) for x in (piece.lo, piece.hi, piece.c0, piece.c1, piece.c2))


def _between(p: LineLaw, q: LineLaw, loss: Number, prec: int) -> Enclosure:
    """Simple bounds for laws in ranges: the profile at 0 from below, randomised response with the largest loss from above.

    ``mu = 2 Phi^-1((1 + delta(0))/2)`` is the level at epsilon = 0, and of all pairs with losses up to L two-point laws with odds ``e^L`` are the furthest apart:
    ``mu = 2 Phi^-1(1/(1 + e^-L))``. Kairouz, Oh, Viswanath (2017), Theorem 3.2.
    """
    with precision(prec + 32):
        apart = enclose(maximum(mass_above(p, q, fmpq(1), prec), mass_above(q, p, fmpq(1), prec)), prec)
        root = arb(8).sqrt()
        low, high = arb(0), _ball(enclose(loss, prec)).upper()
        if isinstance(apart.lo, arb) and 0 < apart.lo < 1:
            low = (root * apart.lo.erfinv()).lower()
        top = root * (2 / (1 + high.exp())).erfcinv() if high.is_finite() else arb("nan")  # 2 Phi^-1(p) = 2 sqrt 2 erfcinv(2 (1 - p)), 1 - p = 1/(1 + e^L)
        return Enclosure(low if low.is_finite() else arb(0), top.upper() if top.is_finite() else math.inf)


def _least_by_orthants(first: Blend, second: Blend, prec: int) -> arb:
    """A lower bound of the least mu: the Gaussian level of a lower bound of the profile at a few epsilons."""
    best = arb(0)
    for epsilon in LEVELS:
        for one, other in ((first, second), (second, first)):
            low = hockey_stick_from_below(one, other, exp(epsilon, prec + 32), prec).lo
            if low > 0 and low < 1:
                found = gaussian_level(arb(epsilon), arb(low)).lower()
                best = found if found > best else best
    return best


def _ball(found: Enclosure) -> arb:
    if isinstance(found.lo, float) or isinstance(found.hi, float):
        return arb("nan")
    return found.lo.union(found.hi)
