"""Least scales that have no closed form: that of the distribution-aware mechanism, and that at which the laws of the output meet the budget."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache

import numpy as np
from flint import arb, fmpq
from numpy.typing import NDArray
from scipy.optimize import brentq

from verify.calibration.instances import Instance
from verify.calibration.noise import BITS, Noise
from verify.quantities.kernels.divergences import renyi
from verify.quantities.kernels.transport import transport
from verify.values.laws import FiniteLaw, mixture
from verify.values.numbers import Enclosure, enclose, precision, to_float
from verify.values.powers import power

ONE = fmpq(1)
INF = math.inf
Floats = NDArray[np.float64]
GUESS = fmpq(1, 10**8)
"""How far the two certified scales of the exact calibration lie from the guess, at least."""
CELLS = 80
"""Around each value of the query, each with so many nodes of Gauss and Legendre."""
NODES, WEIGHTS = np.polynomial.legendre.leggauss(6)


def distances(p: FiniteLaw, q: FiniteLaw) -> dict[fmpq, fmpq]:
    """Mass of each distance under the sorted coupling."""
    out: dict[fmpq, fmpq] = {}
    for (x, y), weight in transport(p, q, INF).plan:
        assert isinstance(x, fmpq) and isinstance(y, fmpq)
        out[abs(x - y)] = out.get(abs(x - y), fmpq(0)) + weight
    return out


def aware_budget(moved: dict[fmpq, fmpq], noise: Noise, order: fmpq, scale: fmpq) -> Enclosure:
    """``log(E exp((a - 1) D_a(N + d/s, N)))/(a - 1)`` over the mass of the distances d."""
    with precision(BITS):
        total, a = arb(0), arb(order)
        for distance, weight in moved.items():
            apart = noise.divergence(arb(distance / scale), order)
            if isinstance(apart, float):
                return Enclosure(INF, INF)
            total += arb(weight) * ((a - 1) * apart).exp()
        value = total.log() / (a - 1)
        return Enclosure(value.lower(), value.upper())


def aware_scale(instance: Instance, noise: Noise, order: fmpq, epsilon: fmpq) -> Enclosure:
    """The least scale of the distribution-aware mechanism with the sorted coupling; what it charges falls as the scale grows."""
    moved = {(id(s.p), id(s.q)): distances(s.p, s.q) for s in instance.finite} | {(id(s), 0): {s.shift: ONE} for s in instance.normal}
    tables = [table for table in moved.values() if any(d != 0 for d in table)]
    if not tables:
        return Enclosure(arb(0), arb(0))
    everything = sorted({d for table in tables for d in table})
    weights = np.array([[to_float(table.get(d, fmpq(0))) for d in everything] for table in tables])
    sizes = [to_float(d) for d in everything]

    @cache
    def charge(log_scale: float) -> float:
        with precision(40):
            apart = [float(noise.divergence(arb(d) / arb(math.exp(log_scale)), order)) for d in sizes]
        a = to_float(order)
        top = max(apart)
        return float(np.log((weights * np.exp((a - 1) * (np.array(apart) - top))).sum(axis=1)).max() / (a - 1) + top)

    guess = _root(charge, to_float(epsilon), math.log(max(sizes)))
    return _between(lambda s: [aware_budget(table, noise, order, s) for table in tables], epsilon, guess, fmpq(1, 2**36))


def exact_scale(instance: Instance, noise: Noise, order: fmpq | float, epsilon: fmpq, enough: Enclosure | None) -> Enclosure:
    """The least scale s with ``D_a(X + s N, Y + s N) <= epsilon`` in both directions in all situations.

    All noises here are self-decomposable (Halgreen 1979, doi:10.1007/BF00531415, for Student's laws): noise of scale s' > s is that of scale s and something
    independent. So the divergence does not rise with s, and one scale that meets the budget and one that does not enclose the least.

    Parameters
    ----------
    enough
        A scale that is enough; the answer where it is 0, or where no search is possible.
    """
    if instance.normal:
        return _exact_normal(instance, noise, order, epsilon, enough)
    laws = {id(law): law for s in instance.finite for law in (s.p, s.q)}
    pairs = [pair for s in instance.finite for pair in ((s.p, s.q), (s.q, s.p)) if s.p != s.q]
    if not pairs:
        return Enclosure(arb(0), arb(0))
    if enough is None or enough.lo == INF or isinstance(order, float):
        return Enclosure(arb(0), INF) if enough is None else Enclosure(arb(0), enough.hi)

    places = np.array(sorted({to_float(x) for law in laws.values() for x in law.points}))
    width = places[-1] - places[0]

    @cache
    def apart(log_scale: float) -> float:
        scale = math.exp(log_scale)
        far = math.asinh(1e6 + width / scale) if noise.exponent is not None else math.asinh(width / scale + 60)
        ends = np.unique(places[:, None] + scale * np.sinh(np.linspace(-far, far, CELLS + 1))[None, :])
        half = np.diff(ends) / 2
        grid, steps = (ends[:-1] + half)[:, None] + half[:, None] * NODES, half[:, None] * WEIGHTS
        known = {key: _log_density(law, noise, scale, grid.ravel()) for key, law in laws.items()}
        return max(_float_renyi(known[id(p)], known[id(q)], to_float(order), steps.ravel()) for p, q in pairs)

    guess = _root(apart, to_float(epsilon), math.log(to_float(enough)))

    def certified(scale: fmpq) -> list[Enclosure]:
        hidden = {key: mixture(law.weights, [noise.law(scale, x) for x in law.points]) for key, law in laws.items()}
        return [enclose(renyi(hidden[id(p)], hidden[id(q)], order, 48)) for p, q in pairs]

    return _between(certified, epsilon, guess, GUESS, most=enough.hi)


def _exact_normal(instance: Instance, noise: Noise, order: fmpq | float, epsilon: fmpq, enough: Enclosure | None) -> Enclosure:
    """Normal noise adds its variance: ``a shift^2/(2 (variance + s^2)) <= epsilon``. Other noise is only known to need no more than ``enough``."""
    if noise.family != "normal" or isinstance(order, float) or instance.finite:
        return Enclosure(arb(0), INF if enough is None else enough.hi)
    need = max(order * s.shift * s.shift / (2 * epsilon) - s.variance for s in instance.normal)
    return enclose(power(need, fmpq(1, 2)), BITS) if need > 0 else Enclosure(arb(0), arb(0))


def _root(charge: Callable[[float], float], epsilon: float, start: float) -> float:
    """A float scale near which the charge, which falls, passes epsilon; only a guess."""

    def gap(t: float) -> float:
        value = charge(t)
        return math.log(max(value, 1e-300)) - math.log(epsilon) if value < INF else 700.0

    low = high = start
    for _ in range(60):
        if gap(high) <= 0:
            break
        high += 1
    for _ in range(60):
        if gap(low) >= 0:
            break
        low -= 1
    return math.exp(brentq(gap, low, high, xtol=1e-12)) if gap(low) > 0 > gap(high) else math.exp(high)


def _between(charges: Callable[[fmpq], list[Enclosure]], epsilon: fmpq, guess: float, step: fmpq, most: arb | float = INF) -> Enclosure:
    """A scale at which some charge is certainly above the budget, and one at which none is."""
    goal = enclose(epsilon, BITS)
    ends: list[arb | float] = [arb(0), most]
    centre = arb(guess).fmpq()
    for side in (0, 1):
        width = step
        while width < 1:
            place = centre * (1 - width if side == 0 else 1 + width)
            found = charges(place)
            if any(c.lo > goal.hi for c in found) if side == 0 else all(c.hi <= goal.lo for c in found):
                ends[side] = _outward(place, side)
                break
            width *= 16
    return Enclosure(ends[0], ends[1])


def _outward(place: fmpq, side: int) -> arb:
    with precision(BITS):
        ball = arb(place)
        return ball.upper() if side else ball.lower()


def _log_density(law: FiniteLaw, noise: Noise, scale: float, grid: Floats) -> Floats:
    """Float logarithm of the density of law + noise on a grid."""
    t = (grid[:, None] - np.array([to_float(p) for p in law.points])[None, :]) / scale
    if noise.exponent is not None:
        k = to_float(noise.exponent)
        rows = -k / 2 * np.log1p(t * t) + math.lgamma(k / 2) - math.lgamma((k - 1) / 2) - math.log(math.pi) / 2
    else:
        rows = -np.abs(t) - math.log(2) if noise.family == "laplace" else -t * t / 2 - math.log(2 * math.pi) / 2
    rows = rows + np.log([to_float(w) for w in law.weights])[None, :]
    top = rows.max(axis=1)
    return np.asarray(top + np.log(np.exp(rows - top[:, None]).sum(axis=1)) - math.log(scale))


def _float_renyi(p: Floats, q: Floats, order: float, steps: Floats) -> float:
    return float(np.log(np.sum(np.exp(np.minimum(order * p + (1 - order) * q, 700)) * steps)) / (order - 1))

