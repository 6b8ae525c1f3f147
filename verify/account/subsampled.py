r"""Powers of the likelihood ratio of a Poisson-subsampled normal law, certified: ``G(w) = E r(X)^w`` with ``r(x) = 1 - q + q exp(mu x - mu^2/2)``, X standard normal.

With P the mixture ``(1 - q) N(0, 1) + q N(mu, 1)`` and Q the law N(0, 1), r is dP/dQ. The moments of the privacy loss under its first law are ``M(z) = G(1 + z)`` for the
pair (P, Q), ``M(z) = G(-z)`` for (Q, P), and ``G(1 + z) G(-z)`` for a record that is replaced, whose two noises are independent coordinates.

*Quadrature.* The sum over all multiples of h differs from the integral of f, analytic in ``|Im x| <= eta``, by at most ``2 N/(exp(2 pi eta/h) - 1)``, where N bounds the
integral of \|f\| on both lines ``Im x = +-eta`` (Trefethen and Weideman 2014, Theorem 5.1, doi:10.1137/130932132). With ``theta = mu eta <= pi/2``, both \|r\| and its argument rise with x
on such a line, so that N is a sum over cells; beyond the last cell, ``r <= e^u`` makes the rest a normal tail.

*Decay.* The law tilted by r^a has the density ``D = phi r^(a+1) e^(-u)/(mu q G(a))`` as a function of ``log r``. Parts of it are uniform, of mass m and width w, so
``|G(a + iy)|/G(a) <= 1 - sum of m (1 - |sinc(y w/2)|)``; and it is at most V/y, V the total variation of D. As ``(log D)'`` has at most three zeros, D has at most two maxima and ``V <= 4 sup D``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import lru_cache, reduce
from itertools import pairwise
from typing import Any

import numpy as np
from flint import acb, arb, ctx

from verify.account.contour import TooDear
from verify.account.decay import Decay, layers
from verify.values.numbers import precision

__all__ = ["Powers"]

_CELL = 0.25
MOST_CELLS = 4_000_000
"""Places at which a plan looks in floating point."""
_BLOCK, _SPARE = 32, 24
"""Values after which turned balls are made anew, and the bits that they may lose before."""
_LEVELS = (14.0, 11.0, 9.0, 7.0, 5.5, 4.4, 3.5, 2.8, 2.2, 1.7, 1.3, 1.0, 0.7, 0.45, 0.25, 0.1)
"""How far below its greatest value log D is on the intervals of the uniform parts."""
_KEPT = 1 << 13
"""Values of G that are kept."""
_STEPS = 4
"""Steps that are tried for each factor of 2 where one value is wanted: few, so that other powers meet the same places."""
_ROUGH = 64
"""Bits of bounds that only have to be of the right size."""
_STRIPS = (0.02, 0.05, 0.1, 0.2, 0.3, 0.45, 0.6, 0.8, 1.0, 1.2, 1.4, 1.55)
"""Angles theta that are tried for the strip."""


@dataclass(frozen=True)
class Powers:
    """G for one rate q in (0, 1) and one ``mu = 1/sigma > 0``, both balls."""

    rate: arb
    mu: arb
    _losses: dict[tuple[float, int], dict[int, tuple[arb, arb]]] = field(default_factory=dict, init=False, repr=False, compare=False)
    """log r(x) and x^2/2 at the multiples of a step, by step and precision: other powers ask for them again."""
    _values: dict[tuple[int, int, int], arb] = field(default_factory=dict, init=False, repr=False, compare=False)
    """G at exact powers, as a mantissa and an exponent of 2, by precision."""

    # --- floating point: choices, no bounds ---

    def rough(self, a: float) -> float:
        """log G(a), in floating point."""
        return _rough(float(self.rate), float(self.mu), a)

    def spread(self, a: float) -> float:
        """The standard deviation of log r under the law tilted by r^a, in floating point."""
        x, _, loss = _sampled(float(self.rate), float(self.mu), a)
        weight = -x * x / 2 + a * loss
        weight = np.exp(weight - weight.max())
        weight /= weight.sum()
        mean = float((weight * loss).sum())
        return math.sqrt(float((weight * (loss - mean) ** 2).sum()))

    def cost(self, a: float, top: float, bits: int) -> int:
        """How many values of the integrand one value of G takes."""
        return self._plan(a, top, bits - 16).points

    def _plan(self, a: float, top: float, bits: int) -> _Plan:
        return _plan(float(self.rate), float(self.mu), a, top, bits)

    # --- balls ---

    def value(self, a: arb) -> arb:
        """G(a) for a real a. What was found at an exact one is kept."""
        if not a.is_exact():
            return self._value(a)
        man, exp = a.man_exp()
        place = int(man), int(exp), ctx.prec
        known = self._values.get(place)
        if known is None:
            if len(self._values) >= _KEPT:
                self._values.clear()
            known = self._values[place] = self._value(a)
        return known

    def _value(self, a: arb) -> arb:
        """G(a) for a real a.

        ``cos(theta/2) r(x) <= |r(x + i eta)| <= r(x)``, as ``|1 + t e^(i theta)|/(1 + t)`` is least at t = 1. Each line beside the axis therefore carries at most
        ``e^(eta^2/2) G(a)``, for a < 0 divided by ``cos(theta/2)^-a``.
        """
        bits = ctx.prec - 16
        plan = self._plan(float(a), 0.0, bits)
        h = arb(plan.step)
        with precision(_ROUGH):
            beside = (arb(plan.eta) ** 2 / 2).exp()
            if not a >= 0:
                theta = self.mu * plan.eta
                assert theta < arb.pi() / 2
                beside *= (theta / 2).cos() ** a
            share = 2 * beside / ((2 * arb.pi() * plan.eta / h).exp() - 1)
            rest = self._tails(a, arb(0), arb(0), plan.left * plan.step, plan.right * plan.step)
        around = arb(0, 1)
        total = sum((weight for weight, _ in self._nodes(a, plan)), arb(0)) + rest.upper() * around
        return total / (1 + share.upper() * around)

    def along(self, a: arb, step: arb, count: int) -> list[acb]:
        """G(a + i k step) for k = 0, ..., count, to about the current precision."""
        bits = ctx.prec - 16
        top = float(step) * count * (1 + 2.0**-40)
        plan = self._plan(float(a), top, bits)
        h, left, right = arb(plan.step), plan.left, plan.right
        with precision(_ROUGH):
            outer = self._strip(a, plan.eta, top, left * plan.step, right * plan.step)
            rest = self._tails(a, arb(0), arb(0), left * plan.step, right * plan.step)
            error = 2 * outer / ((2 * arb.pi() * plan.eta / h).exp() - 1) + rest
        error = error.upper()
        around = error * arb(0, 1)
        out: list[acb] = []
        with precision(ctx.prec + _SPARE):
            nodes = self._nodes(a, plan)
            turns = [acb(0, step * loss).exp() for _, loss in nodes]
            for first in range(0, count + 1, _BLOCK):  # balls that are turned again and again grow: each block starts anew
                terms = [weight * acb(0, first * step * loss).exp() for weight, loss in nodes]
                for k in range(first, min(first + _BLOCK, count + 1)):
                    if k > first:
                        terms = [v * g for v, g in zip(terms, turns, strict=True)]
                    out.append(_sum(terms) + acb(around, around))
        return out

    def _nodes(self, a: arb, plan: _Plan) -> list[tuple[arb, arb]]:
        """Weights ``h phi(x) r(x)^a`` and log r(x) at the multiples of h."""
        h = arb(plan.step)
        root = h / (2 * arb.pi()).sqrt()
        known = self._losses.setdefault((plan.step, ctx.prec), {})
        out = []
        for j in range(-plan.left, plan.right + 1):
            entry = known.get(j)
            if entry is None:
                x = j * h
                entry = known[j] = self._loss(x), x * x / 2
            loss, fall = entry
            out.append((root * (a * loss - fall).exp(), loss))
        return out

    def _strip(self, a: arb, eta: float, top: float, left: float, right: float) -> arb:
        """A bound of the integral of \\|f\\| on both lines ``Im x = +-eta``, for imaginary parts of w up to ``top``."""
        width, total = arb(_CELL), arb(0)
        theta = self.mu * eta
        assert theta < arb.pi() / 2
        first, last = math.floor(-left / _CELL), math.ceil(right / _CELL)
        # the line beside the axis reaches further than the sum
        reach = math.ceil((math.sqrt(2 * (top * float(theta) + eta * eta / 2)) + 1) / _CELL)
        first, last = first - reach, last + reach
        positive = bool(a >= 0)
        before = self._size(arb(first) * width, theta, a, top, positive)
        for k in range(first, last):
            after = self._size(arb(k + 1) * width, theta, a, top, positive)
            near = arb(0) if k <= 0 <= k + 1 else min(abs(arb(k)), abs(arb(k + 1))) * width
            modulus = after[0] if positive else before[0]
            total += (modulus + after[1] - near * near / 2).exp() * width
            before = after
        edge = (eta * arb(eta) / 2).exp()
        inside = edge * total / (2 * arb.pi()).sqrt()
        return inside + edge * self._tails(a, theta, arb(top), -float(arb(first) * width), float(arb(last) * width))

    def _size(self, x: arb, theta: arb, a: arb, top: float, positive: bool) -> tuple[arb, arb]:
        """``a log|r|`` and ``top arg r`` at ``x + i theta/mu``."""
        e = self.rate * (self.mu * x - self.mu**2 / 2).exp()
        r = acb(1 - self.rate + e * theta.cos(), e * theta.sin())
        return a * abs(r).log(), top * r.arg()

    def _tails(self, a: arb, theta: arb, top: arb, left: float, right: float) -> arb:
        """A bound of the integrals of ``phi \\|r\\|^a exp(top arg r)`` beyond ``-left`` and ``right``, and of the sums beyond."""
        root = arb(2).sqrt()

        def beyond(x: arb) -> arb:
            return (x / root).erfc() / 2

        low, high = arb(-left), arb(right)
        drift = a * self.mu
        e = self.rate * (self.mu * low - self.mu**2 / 2).exp()
        share = e / (1 - self.rate + e)
        if not (high > drift and high > self.mu / 2 and low < 0 and -low > -drift * share):
            return arb("inf")
        edge = acb(1 - self.rate + e * theta.cos(), e * theta.sin())
        modulus = abs(edge) if a >= 0 else 1 - self.rate
        below = (a * modulus.log() + top * edge.arg()).exp() * beyond(-low)
        if a >= 0:
            above = (top * theta + (a * a - a) * self.mu**2 / 2).exp() * beyond(high - drift)
        else:
            above = (top * theta + a * (1 - self.rate).log()).exp() * beyond(high)
        return below + above

    def decay(self, a: arb, size: arb) -> Decay:
        """What bounds \\|G(a + iy)\\|/G(a) for all y beyond a number; ``size`` is G(a)."""
        with precision(_ROUGH):
            ends = self._level_sets(float(a))
            places = sorted({x for pair in ends for x in pair})
            floor = {pair: self._floor(*pair, a, size) for pair in pairwise(places)}
            heights = []
            for low, high in ends:
                inside = [value for (x0, x1), value in floor.items() if low <= x0 and x1 <= high]
                heights.append((self._loss(arb(high)) - self._loss(arb(low)), reduce(arb.min, inside).exp()))
            return Decay(layers(heights), self._variation(a, size))

    def _level_sets(self, a: float) -> list[tuple[float, float]]:
        """Nested intervals of x, the widest first, on which D stays above levels; in floating point."""
        x, u, loss = _sampled(float(self.rate), float(self.mu), a)
        density = -x * x / 2 + (a + 1) * loss - u
        density -= density.max()
        found = []
        for level in _LEVELS:
            inside = np.nonzero(density >= -level)[0]
            found.append((float(x[max(inside[0] - 1, 0)]), float(x[min(inside[-1] + 1, len(x) - 1)])))
        return found

    def _floor(self, low: float, high: float, a: arb, size: arb) -> arb:
        """A lower bound of log D on an interval of x, by the slope on cells."""
        cells = max(2, math.ceil((high - low) / 0.05))
        least = None
        for k in range(cells):
            x0, x1 = low + (high - low) * k / cells, low + (high - low) * (k + 1) / cells
            middle, half = arb((x0 + x1) / 2), arb((x1 - x0) / 2) * arb(1 + 2.0**-30)
            down = self._log_density(middle, a, size) - half * abs(self._log_slope(middle + half * arb(0, 1), a)).upper()
            least = down if least is None else least.min(down)
        assert least is not None
        return least.lower()

    def _loss(self, x: arb) -> arb:
        return (1 - self.rate + self.rate * (self.mu * x - self.mu**2 / 2).exp()).log()

    def _log_density(self, x: arb, a: arb, size: arb) -> arb:
        """log D at x."""
        u = self.mu * x - self.mu**2 / 2
        return -x * x / 2 - (2 * arb.pi()).log() / 2 + (a + 1) * self._loss(x) - u - (self.mu * self.rate * size).log()

    def _log_slope(self, x: arb, a: arb) -> arb:
        """The derivative of log D by x."""
        share = 1 / (1 + (1 - self.rate) / self.rate * (self.mu**2 / 2 - self.mu * x).exp())
        return (a + 1) * self.mu * share - x - self.mu

    def _variation(self, a: arb, size: arb) -> arb:
        """A bound of the total variation of D."""
        centre = abs(float(a) + 1) * float(self.mu) + float(self.mu)
        low, high = -centre - 4.0, centre + 4.0
        if not (self._log_slope(arb(low).union(arb(low)), a) > 0 and self._log_slope(arb(high), a) < 0):
            return arb("inf")
        count = math.ceil((high - low) / 0.1)
        greatest = arb(0)
        for k in range(count):
            x0, x1 = low + (high - low) * k / count, low + (high - low) * (k + 1) / count
            middle, half = arb((x0 + x1) / 2), arb((x1 - x0) / 2) * arb(1 + 2.0**-30)
            up = self._log_density(middle, a, size) + half * abs(self._log_slope(middle + half * arb(0, 1), a)).upper()
            greatest = greatest.max(up.exp())
        return 4 * greatest.upper()


@dataclass(frozen=True)
class _Plan:
    """Step, half width of the strip, and multiples of the step on both sides."""

    step: float
    eta: float
    left: int
    right: int

    @property
    def points(self) -> int:
        return self.left + self.right + 1


def _sampled(q: float, mu: float, a: float) -> tuple[Any, Any, Any]:
    """Places x where ``phi r^a`` lives, u and log r there."""
    x = np.linspace(-12.0, 12.0 + max(a, 0.0) * mu, 2000)
    u = mu * x - mu * mu / 2
    return x, u, np.logaddexp(math.log1p(-q), math.log(q) + u)


def _rough(q: float, mu: float, a: float) -> float:
    x, _, loss = _sampled(q, mu, a)
    terms = -x * x / 2 + a * loss
    top = float(terms.max())
    return top + math.log(float(np.exp(terms - top).sum()) * float(x[1] - x[0]) / math.sqrt(2 * math.pi))


@lru_cache(maxsize=512)
def _plan(q: float, mu: float, a: float, top: float, bits: int) -> _Plan:
    """Strip, step and range, chosen in floating point; the bounds are computed for what was chosen."""
    goal = bits * math.log(2)
    size = _rough(q, mu, a)
    best: _Plan | None = None
    for theta in (*_STRIPS, *(mu * eta for eta in (1.0, 2.0, 4.0, 6.0, 9.0, 13.0, 18.0))):
        if theta > _STRIPS[-1]:
            continue
        eta = theta / mu
        if not top:
            outer = eta * eta / 2 + min(a, 0.0) * math.log(math.cos(theta / 2))
            h = 2.0 ** (math.floor(_STEPS * math.log2(2 * math.pi * eta / (goal + outer))) / _STEPS)
            best = _better(best, _spread_over(h, eta, a, mu, size, goal))
            continue
        reach = math.sqrt(2 * (goal + top * theta + eta * eta / 2 + 12))
        if not 2 * reach + max(a, 0.0) * mu < MOST_CELLS * _CELL:
            raise TooDear("the noise is so small, or the order so large, that the loss spreads too far")
        x = np.arange(-reach, reach + max(a, 0.0) * mu + 1, _CELL)
        e = q * np.exp(np.minimum(mu * x - mu * mu / 2, 600))
        real, imaginary = 1 - q + e * math.cos(theta), e * math.sin(theta)
        terms = -x * x / 2 + a * np.log(np.hypot(real, imaginary)) + top * np.arctan2(imaginary, real)
        outer = eta * eta / 2 + float(np.max(terms)) + 3 - size
        h = 2 * math.pi * eta / (goal + max(outer, 0.0))
        best = _better(best, _spread_over(h, eta, a, mu, size, goal))
    assert best is not None
    return best


def _spread_over(h: float, eta: float, a: float, mu: float, size: float, goal: float) -> _Plan:
    """A plan with the step h that reaches far enough on both sides."""
    near = math.sqrt(2 * (goal + 12))
    far = math.sqrt(2 * (goal + 12 + max(0.0, (a * a - a) * mu * mu / 2 - size))) + a * mu if a > 0 else near
    return _Plan(h, eta, math.ceil(near / h), math.ceil(far / h))


def _better(best: _Plan | None, plan: _Plan) -> _Plan:
    return plan if best is None or plan.points < best.points else best


def _sum(terms: list[acb]) -> acb:
    total = acb(0)
    for term in terms:
        total += term
    return total
