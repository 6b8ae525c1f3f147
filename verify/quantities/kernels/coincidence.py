"""How often two random variables with given laws must differ: the infimum of P(X != Y) over all couplings.

Finite laws: optimal transport with cost 0 for equal points and 1 for different ones, solved exactly. Laws with densities: a coupling
puts at most ``min(p, q)`` on the diagonal and one attains it, so the infimum is one minus the integral of ``min(p, q)``. Lindvall
(2002), Lectures on the Coupling Method, Section I.5.
"""

from __future__ import annotations

from flint import arb, fmpq

from verify.quantities.kernels.areas import positive_part
from verify.quantities.kernels.flows import transportation
from verify.quantities.kernels.lines import PRECISION, LineLaw, line
from verify.values.elementary import maximum
from verify.values.laws import FiniteLaw, Law, ProductLaw
from verify.values.numbers import Enclosure, NotKnown, NoValue, Number, add, enclose, mul, sub

__all__ = ["least_disagreement"]

ZERO = fmpq(0)
ONE = fmpq(1)


def least_disagreement(p: Law, q: Law, prec: int = PRECISION) -> Number:
    """The infimum over couplings (X, Y) of P(X != Y), in [0, 1].

    Exact for finite laws; for laws on the line an enclosure of about ``prec`` bits; for product laws a bracket between the largest
    coordinate and the coupling with independent coordinates. Raises NoValue for laws on different spaces.
    """
    if p == q:
        return ZERO
    if isinstance(p, FiniteLaw) and isinstance(q, FiniteLaw):
        return _by_transport(p, q)
    if isinstance(p, ProductLaw) or isinstance(q, ProductLaw):
        if not (isinstance(p, ProductLaw) and isinstance(q, ProductLaw)) or len(p.laws) != len(q.laws):
            raise NotKnown("a coupling of a product distribution with another kind of distribution has no route")
        parts = [least_disagreement(a, b, prec) for a, b in zip(p.laws, q.laws, strict=True)]
        equal: Number = ONE
        for part in parts:
            equal = mul(equal, sub(ONE, part, prec), prec)
        return Enclosure(enclose(maximum(*parts), prec).lo, enclose(sub(ONE, equal, prec), prec).hi)
    return sub(ONE, _overlap(line(p), line(q), prec), prec)


def _by_transport(p: FiniteLaw, q: FiniteLaw) -> fmpq:
    if _kind(p.points[0]) != _kind(q.points[0]):
        raise NoValue("a coupling of distributions on different spaces is never compared point by point")
    unit = 1
    for weight in (*p.weights, *q.weights):
        unit *= int(weight.denominator)
    supply, demand = ([int(weight.numerator) * (unit // int(weight.denominator)) for weight in law.weights] for law in (p, q))
    costs = [[0 if x == y else 1 for y in q.points] for x in p.points]
    _, u, v = transportation(costs, supply, demand)
    return fmpq(sum(a * b for a, b in zip(supply, u, strict=True)) + sum(a * b for a, b in zip(demand, v, strict=True)), unit)


def _kind(point: object) -> object:
    return len(point) if isinstance(point, tuple) else type(point)


def _overlap(p: LineLaw, q: LineLaw, prec: int) -> Number:
    """Mass that both laws put at the same places: common atoms, and the integral of the smaller density."""
    second = dict(q.atoms)
    atoms = sum((min(weight, second[x]) for x, weight in p.atoms if x in second), ZERO)
    if not p.components or not q.components:
        return atoms
    smooth = sum((weight for weight, _ in p.components), ZERO)
    found = add(atoms, sub(smooth, positive_part(p, q, ONE, prec=prec), prec), prec)
    if isinstance(found, Enclosure):
        return Enclosure(max(found.lo, arb(0)), min(found.hi, arb(1)), found.exists)
    return found
