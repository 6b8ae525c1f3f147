"""The least mu of two laws on the line with bounded losses: the supremum over epsilon of the mu at which the Gaussian profile is that of the laws.

A value at a point bounds it from below. From above: where two points of the profile lie below ``delta_M``, so does the chord in ``t = e^epsilon`` between
them if the tangents of ``delta_M`` at both points cross above it; both profiles are convex in t. Beyond the largest loss the profile is 0.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

from flint import arb

from verify.evidence.checker import lines, power_tail_divergences, power_tail_gaps, special, special_values
from verify.evidence.checker import numbers as n
from verify.evidence.checker.known import Known
from verify.evidence.checker.laws import Line
from verify.evidence.checker.numbers import Ball, Budget, Number, Undecided

FIRST, MOST_CELLS = 12, 600
PLACES = (0, 1, 2, 4, 8, 16)
FAR = 64
"""A largest loss beyond which the level is bounded by values at a few points and by randomised response."""
COARSE, FINE, MANY = 9, 20, 64
"""Bits between both bounds at a first look, and at one with many cells."""


_LEVELS: Known[Number] = Known()


def least_mu(p: Line, q: Line, budget: Budget) -> Number:
    """The least mu of two laws on the line; where losses are unbounded only from below."""
    budget.coarse = True
    return _LEVELS.of(budget, lambda: _least_mu(p, q, budget), p, q, budget.cells < MANY)


def _least_mu(p: Line, q: Line, budget: Budget) -> Number:
    def profile(at: Fraction) -> Ball:
        return n.ball(n.maximum(_stick(p, q, at, budget), _stick(q, p, at, budget)))

    loss = n.maximum(_loss(p, q, budget), _loss(q, p, budget))
    if not n.finite(loss):
        return Ball(max(_level(Fraction(x), profile(Fraction(x))) for x in PLACES), n.OO)
    ends = n.ball(loss)
    if not ends.hi > 0:
        return n.ZERO
    if ends.lo > FAR:  # hardly any privacy is left: a rough answer is enough, cells would be many
        end = n.fraction(ends.lo.lower())
        top = arb(8).sqrt() * (2 / (1 + ends.hi.exp())).erfcinv()  # randomised response with the largest loss: 2 Phi^-1(1/(1 + e^-loss))
        return Ball(max(_level(x, profile(x)) for x in (end * k / FIRST for k in range(FIRST))), top.upper() if top.is_finite() else n.OO)
    return _supremum(profile, n.fraction(ends.lo.lower() if ends.lo > 0 else arb(0)), ends.hi, budget)


def _stick(p: Line, q: Line, epsilon: Fraction, budget: Budget) -> Number:
    try:
        return lines.hockey_stick(p, q, epsilon)
    except Undecided:
        return power_tail_gaps.hockey_stick(p, q, epsilon, budget)


def _loss(p: Line, q: Line, budget: Budget) -> Number:
    try:
        return lines.renyi(p, q, n.INFINITY)
    except Undecided:
        return power_tail_divergences.renyi(p, q, n.INFINITY, budget)


def _level(epsilon: Fraction, delta: Ball) -> arb:
    """A lower bound of the mu at a point of the profile."""
    if not delta.lo > 0:
        return arb(0)
    return n.ball(special.call("gaussian_level", epsilon, Ball(delta.lo, delta.lo))).lo if delta.lo < 1 else n.OO


def _supremum(profile: Callable[[Fraction], Ball], end: Fraction, loss: arb, budget: Budget) -> Number:
    """Between the best value found and a little more, proved on each of the cells that cover [0, loss]; the profile at ``end`` is at most that before the loss."""
    known: dict[Fraction, Ball] = {}
    reached, above = arb(0), arb(2) ** -(COARSE if budget.cells < MANY else FINE)

    def at(x: Fraction) -> Ball:
        nonlocal reached
        if x not in known:
            budget.spend(20)
            known[x] = value = profile(x)
            reached = max(reached, _level(x, value))
        return known[x]

    places = [end * k / FIRST for k in range(FIRST + 1)] if end else []
    cells = list(pairwise(places))
    for x in places[:-1]:
        at(x)
    count = 0
    while cells:
        low, high = cells.pop()
        count += 1
        if count > MOST_CELLS:
            raise Undecided("the level of two distributions needs too many cells")
        if _below(low, high, at(low).hi, at(high).hi, reached + above):
            continue
        cells += [((low + high) / 2, high), (low, (low + high) / 2)]
        at((low + high) / 2)
    top = (reached + above).upper()
    if not _delta(arb(loss.upper()), top) >= at(end).hi:
        raise Undecided("a profile near the largest loss")
    return Ball(reached.lower(), top)


def _delta(epsilon: arb, mu: arb) -> arb:
    return special_values.profile(epsilon, mu).exp() if mu > 0 else arb(0)


def _below(low: Fraction, high: Fraction, first: arb, second: arb, mu: arb) -> bool:
    """Whether the chord between two points lies below ``delta_mu``: the tangents at the ends lie below it, by convexity."""
    if not mu > 0:
        return False
    a, b = n.exact(low), n.exact(high)
    left, right = _delta(a, mu) - first, _delta(b, mu) - second
    if not (left >= 0 and right >= 0):
        return False
    length = b.exp() - a.exp()
    chord = (second - first) / length
    s, t = (-special_values.normal_cdf(-(x / mu + mu / 2)) - chord for x in (a, b))
    if s >= 0 or t <= 0:
        return True
    return bool(s < 0 and t > 0 and left * t - right * s + s * t * length >= 0)


__all__ = ["least_mu"]
