r"""Shift reduction for two finite laws and a noise: the best bound of each lemma, certified, beside the divergence of the sums itself.

Let P, Q be laws on the line, N noise, ``R(z) = sup D_a(N + x, N)`` over ``|x| <= z``.

* *shift*: ``D_a(P*N, Q*N) <= D_a^(z)(P, Q) + R(z)``. As z grows the first term falls at distances of points only, and R rises, so the least value is at one of these or at 0.
* *event*, for a delta: there is an event of probability at least 1 - delta, of P and the coins of a coupling, given which the sum is at most
  ``D_a^(z,delta)(P, Q) + R(z) + a/(a - 1) log(1/(1 - delta))`` from Q*N.
* *event-1*: the same with 1 in the place of ``a/(a - 1)``, at ``D_a^(z,delta) = 0``: given the event, P*N is within R(z) of Q*N given its own event, and
  the density of the latter is at most ``1/(1 - delta)`` times that of Q*N.
* *mean*, for a q >= 1: ``D_a(P*N, Q*N) <= D_b(P', Q) + log(E exp(q (a - 1) D_c(N + W, N)))/(q (a - 1))`` with ``c = q (a - 1) + 1``, ``b = p (a - 1) + 1``, 1/p + 1/q = 1, W the
  difference of a coupling of P and P'. For P' = Q it is least at q = 1; other P' are the most even laws within a distance, joined by the sorted coupling. The
  bound is that of the best of these; the infimum over all P' is between the divergence itself and it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from flint import arb, fmpq

from verify.calibration.least import aware_budget, distances
from verify.calibration.noise import BITS, Noise
from verify.claims.nodes import ClaimError
from verify.quantities.kernels.allocation import most_even
from verify.quantities.kernels.divergences import renyi
from verify.quantities.kernels.nearness import near_distance
from verify.quantities.kernels.transport import transport
from verify.values.laws import FiniteLaw, mixture
from verify.values.numbers import Enclosure, Number, add, enclose, precision

INF = math.inf
ZERO = fmpq(0)
EXPONENTS = (fmpq(1), fmpq(9, 8), fmpq(5, 4), fmpq(3, 2), fmpq(2), fmpq(3))
"""The q that the mean lemma is tried at."""


@dataclass(frozen=True, slots=True)
class Bound:
    """A divergence or a bound of one, and where it is attained: a distance z, an exponent q."""

    name: str
    value: Enclosure
    bounds: str
    distance: fmpq | None = None
    exponent: fmpq | None = None


def reductions(p: FiniteLaw, q: FiniteLaw, noise: Noise, scale: fmpq, order: fmpq, deltas: Iterable[fmpq] = ()) -> list[Bound]:
    """The divergence of the sums, ``sum``, the divergence without noise, ``direct``, the best bound of each lemma, and for each delta the divergence given the event.

    Raises
    ------
    ClaimError
        For an order that is not above 1 and finite, a scale that is not above 0, or points that are no numbers.
    """
    if isinstance(order, float) or not order > 1:
        raise ClaimError(f"--order: must be a finite number above 1 for shift reduction, got {order}; at oo every lemma is R_oo at the distance W_oo")
    if not scale > 0:
        raise ClaimError(f"--scale: must be above 0, got {scale}; without noise nothing is reduced")
    if not all(isinstance(x, fmpq) for x in (*p.points, *q.points)):
        raise ClaimError("shift: distributions must live on numbers, got points with several coordinates; take one coordinate")
    whole = "D(P*N, Q*N)"
    truth = apart(p, q, noise, scale, order)
    out = [Bound("sum", truth, whole), Bound("direct", enclose(renyi(p, q, order), BITS), whole), _shift(p, q, noise, scale, order), _mean(p, q, noise, scale, order, truth)]
    for delta in deltas:
        near = near_distance(p, q, delta)
        assert isinstance(near.distance, fmpq)
        given = f"D(P*N | event, Q*N), delta {delta}"
        out.append(Bound(f"event sum {delta}", apart(near.first, q, noise, scale, order), given, near.distance))
        with precision(BITS):
            loss = -(-arb(delta)).log1p()
            term, one = (Enclosure(x.lower(), x.upper()) for x in (loss * arb(order / (order - 1)), loss))
        best = _shift(p, q, noise, scale, order, delta)
        out.append(Bound(f"event {delta}", enclose(add(best.value, term)), given, best.distance))
        out.append(Bound(f"event-1 {delta}", enclose(add(supremum(near.distance, noise, scale, order), one)), given, near.distance))
    return out


def apart(p: FiniteLaw, q: FiniteLaw, noise: Noise, scale: fmpq, order: fmpq) -> Enclosure:
    """``D_a(P*N, Q*N)`` by quadrature of the densities."""
    sums = [mixture(law.weights, [noise.law(scale, x) for x in law.points]) for law in (p, q)]
    return enclose(renyi(sums[0], sums[1], order, 48), BITS)


def supremum(distance: fmpq, noise: Noise, scale: fmpq, order: fmpq) -> Enclosure:
    """R(z)."""
    with precision(BITS):
        value = noise.divergence(arb(distance / scale), order)
        return Enclosure(INF, INF) if isinstance(value, float) else Enclosure(value.lower(), value.upper())


def _shift(p: FiniteLaw, q: FiniteLaw, noise: Noise, scale: fmpq, order: fmpq, delta: fmpq = ZERO) -> Bound:
    """The least ``D_a^(z,delta) + R(z)``."""
    values, place = [], fmpq(0)
    best: arb | float = INF
    for z in _distances(p, q):
        price = supremum(z, noise, scale, order)
        if price.lo >= best:
            break
        law = most_even(p, q, z, delta)
        if law is None:
            continue
        left: Number = renyi(law, q, order)
        value = enclose(add(left, price, BITS), BITS)
        values.append(value)
        if value.hi < best:
            best, place = value.hi, z
        if law == q:
            break
    low = min((v.lo for v in values), default=INF)
    return Bound("shift", Enclosure(low, best), "D(P*N, Q*N)", place)


def _distances(p: FiniteLaw, q: FiniteLaw) -> list[fmpq]:
    """0 and every distance of a point of P from one of Q."""
    return sorted({fmpq(0), *(abs(x - y) for x in p.points for y in q.points)})


def _mean(p: FiniteLaw, q: FiniteLaw, noise: Noise, scale: fmpq, order: fmpq, truth: Enclosure) -> Bound:
    """The best bound of the mean lemma over exponents and most even laws."""
    best = Bound("mean", aware_budget(distances(p, q), noise, order, scale), "D(P*N, Q*N)", None, fmpq(1))
    most = transport(p, q, INF).value
    places = [z for z in _distances(p, q) if z < most]
    for z in places[:: max(1, len(places) // 12)]:
        law = most_even(p, q, z)
        if law is None:
            continue
        moved = distances(p, law)
        for exponent in EXPONENTS:
            other: fmpq | float = INF if exponent == 1 else exponent / (exponent - 1) * (order - 1) + 1
            price = aware_budget(moved, noise, exponent * (order - 1) + 1, scale)
            value = enclose(add(renyi(law, q, other), price, BITS), BITS)
            if value.hi < best.value.hi:
                best = Bound("mean", value, best.bounds, z, exponent)
    return Bound(best.name, Enclosure(min(truth.lo, best.value.hi, key=float), best.value.hi), best.bounds, best.distance, best.exponent)
