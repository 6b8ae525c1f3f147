"""Divergences and moments of distributions on finitely many points in a derivation: sums over the points, where weights may be formulas."""

from __future__ import annotations

from typing import Any

from verify.evidence.checker import normal
from verify.evidence.checker.derive import OO, Infinite, Reader, Value
from verify.evidence.checker.formula import argument, head, items, rational
from verify.evidence.checker.normal import NOTHING, NUMBER_ONE, Form, number
from verify.evidence.checker.sign_sets import NEGATIVE, NOT_NEGATIVE, NULL, POSITIVE, Missing, Open, Unread

MOST_POINTS = 16
Pairs = list[tuple[Form, Form]]


def pairs_of(reader: Reader, f: Any) -> Pairs | None:
    """The weights of two distributions at each point of either; None of distributions that are given otherwise."""
    if any(head(argument(f, k)) != "finite" for k in (0, 1)):
        return None
    first, second = (_weights(reader, argument(f, k)) for k in (0, 1))
    return [(first.get(x, NOTHING), second.get(x, NOTHING)) for x in sorted({*first, *second})]


def _weights(reader: Reader, f: Any) -> dict[Any, Form]:
    """The weight of each point; equal points add up. There is such a distribution where no weight is negative and they sum to 1."""
    found: dict[Any, Form] = {}
    for entry in items(argument(f, 0)):
        point, weight = items(entry)
        if not isinstance(point, str) or point in ("oo", "-oo"):
            raise Unread("a point that is not a number that is written")
        w = reader.form(weight)
        sign = reader.signs.sign(w)
        if sign == NEGATIVE:
            raise Missing("a negative weight")
        if not sign <= NOT_NEGATIVE:
            raise Open(w)
        found[rational(point)] = found.get(rational(point), NOTHING).plus(w)
    if not found or len(found) > MOST_POINTS:
        raise Unread("a distribution without points, or with many")
    if not normal.total(found.values()).minus(NUMBER_ONE).is_zero():
        raise Unread("weights that are not shown to sum to 1")
    return found


def moment(reader: Reader, f: Any, k: int) -> Form | None:
    """``E X^k`` of a distribution on finitely many points, which may be moved; None of one that is given otherwise."""
    shift = NOTHING
    while head(f) == "translate":
        shift, f = shift.plus(reader.form(argument(f, 1))), argument(f, 0)
    if head(f) != "finite":
        return None
    found = NOTHING
    for point, weight in _weights(reader, f).items():
        term = weight
        for _ in range(k):
            term = term.times(number(point).plus(shift))
        found = found.plus(term)
    return found


def hockey_stick(reader: Reader, pairs: Pairs, epsilon: Form) -> Value:
    """``sum max(p - e^epsilon q, 0)``."""
    level = normal.exp(epsilon)
    return reader._add(*(reader._max(NOTHING, a.minus(level.times(b))) for a, b in pairs))


def renyi(reader: Reader, pairs: Pairs, order: Value) -> Value:
    """``log(sum p^a q^(1 - a))/(a - 1)``, ``sum p log(p/q)`` at 1, ``-log`` of the mass of q where p has mass at 0, the largest log-ratio at oo; oo where q leaves out points of p, at orders from 1 on."""
    if isinstance(order, Infinite) and order.sign < 0:
        raise Missing("a Renyi divergence of negative order")
    if isinstance(order, Form) and not reader.signs.sign(order) <= NOT_NEGATIVE:
        raise Open(order)
    above = POSITIVE if isinstance(order, Infinite) else reader.known(order.minus(NUMBER_ONE))
    both = [(a, b) for a, b in pairs if reader.known(a) == POSITIVE and reader.known(b) == POSITIVE]
    if not both or (above != NEGATIVE and any(reader.known(a) == POSITIVE and reader.known(b) == NULL for a, b in pairs)):
        return OO
    if isinstance(order, Infinite):
        return reader._log(reader._max(*(a.over(b) for a, b in both)))
    if above == NULL:
        return normal.total(a.times(reader.log(a).minus(reader.log(b))) for a, b in both)
    if reader.known(order) == NULL:
        return reader.log(normal.total(b for _, b in both)).scaled(-1)
    rest = NUMBER_ONE.minus(order)
    mass = normal.total(reader.power(a, order).times(reader.power(b, rest)) for a, b in both)
    return reader.log(mass).over(order.minus(NUMBER_ONE))


__all__ = ["hockey_stick", "moment", "pairs_of", "renyi"]
