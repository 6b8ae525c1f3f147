"""Sensitivities of an instance: the largest distance of two laws over its situations, for each way of measuring distance."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from flint import fmpq

from verify.calibration.instances import Instance, NormalSituation, Situation
from verify.quantities.kernels.nearness import near_distance, normal_near_distance
from verify.quantities.kernels.transport import ground_distance, transport
from verify.values.elementary import maximum
from verify.values.laws import FiniteLaw
from verify.values.numbers import Number, to_float

ONE = fmpq(1)
INF = math.inf


@dataclass(frozen=True, slots=True)
class Sensitivity:
    """A sensitivity and the situation at which it is taken; None for that of a whole group."""

    kind: str
    value: Number
    worst: Situation | NormalSituation | None


def sensitivities(instance: Instance, orders: Sequence[Number] = (ONE, fmpq(2)), deltas: Sequence[fmpq] = (), norm: Number = ONE) -> list[Sensitivity]:
    """The diameter of the query's values ("group"), the largest W_oo ("general"), W_p for each order ("w_p") and least near distance for each delta ("near_d").

    Exact on the line for whole orders and wherever distances are fractions; else enclosures.

    Raises
    ------
    NoValue
        For an order below 1 or a delta outside [0, 1).
    """
    out = [Sensitivity("group", group_distance(instance, norm), None), _largest(instance, "general", lambda p, q: transport(p, q, INF, norm).value)]
    out += [_largest(instance, f"w_{order}", lambda p, q, r=order: transport(p, q, r, norm).value) for order in orders]  # type: ignore[misc]
    for delta in deltas:
        out.append(_largest(instance, f"near_{delta}", lambda p, q, d=delta: near_distance(p, q, d, norm).distance, delta))  # type: ignore[misc]
    return out


def group_distance(instance: Instance, norm: Number = ONE) -> Number:
    """The largest distance of two values of the query."""
    values = instance.values
    if not values:
        return INF
    if instance.dimension == 1 and not isinstance(values[0], tuple):
        return max(values) - min(values)
    return maximum(*(ground_distance(x, y, norm) for k, x in enumerate(values) for y in values[: k + 1]))


def _largest(instance: Instance, kind: str, distance: Callable[[FiniteLaw, FiniteLaw], Number], delta: fmpq | None = None) -> Sensitivity:
    known: dict[tuple[int, int], Number] = {}
    worst: Situation | NormalSituation | None = None
    top = -INF
    for situation in instance.situations:
        if isinstance(situation, NormalSituation):
            key = id(situation), 0
            known[key] = situation.shift if delta is None else normal_near_distance(situation.shift, situation.variance, delta)
        else:
            ids = sorted((id(situation.p), id(situation.q)))
            key = ids[0], ids[1]
            if key not in known:  # a distance is the same in both directions
                known[key] = distance(situation.p, situation.q)
        if to_float(known[key]) > top:
            worst, top = situation, to_float(known[key])
    return Sensitivity(kind, maximum(*known.values()), worst)
