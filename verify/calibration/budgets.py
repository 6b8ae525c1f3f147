"""The scale of noise that each way of hiding needs for a budget: group privacy, the three Wasserstein mechanisms, and the least scale that meets it.

For a noise N, an order a and a budget e, let r be the largest shift, in scales, at which N and its translates are at most e apart.

* *group*: the diameter of the query's values over r.
* *general*: the largest W_oo over r. A coupling with ``|X - Y| <= D`` gives ``D_a(X + N, Y + N) <= sup D_a(N + x, N)`` over ``|x| <= D``, by joint convexity of ``p^a q^(1-a)``.
* *aware* (of the distribution): the least s with ``log E exp((a - 1) D_a(N + (X - Y)/s, N)) <= (a - 1) e`` for the cheapest coupling, by the same convexity.
  Costs that are convex in X - Y have the sorted coupling as the cheapest; it is used for all, so that the scale is always enough.
* *approximate*, for a delta: the least near distance over the r of the budget ``e - a/(a - 1) log(1/(1 - delta))``, the additive term of shift reduction with an event.
* *conditional*, for a delta: the same without the term. Given the event that the coupled values are within z, of probability at least 1 - delta under both
  secrets, W_oo of both conditional laws is at most z. The event depends on coins beside the data.
* *exact*: the least scale at which the laws of the output themselves are at most e apart, in both directions.

A scale of oo says that no scale is enough. All scales are enclosures: their upper ends are enough.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from flint import arb, fmpq

from verify.calibration.instances import Instance
from verify.calibration.least import aware_scale, exact_scale
from verify.calibration.noise import BITS, Noise
from verify.calibration.sensitivities import Sensitivity, sensitivities
from verify.claims.nodes import ClaimError
from verify.values.numbers import Enclosure, Number, div, enclose, precision

ONE = fmpq(1)
INF = math.inf


@dataclass(frozen=True, slots=True)
class Need:
    """The scale that a mechanism needs, and its share of that of group privacy; ``why`` says why there is none."""

    mechanism: str
    noise: Noise
    scale: Enclosure | None
    share: Enclosure | None
    why: str = ""


def calibrate(
    instance: Instance, noises: Sequence[Noise], order: fmpq | float, epsilon: fmpq, deltas: Sequence[fmpq] = (), orders: Sequence[Number] = (ONE, fmpq(2)), exact: bool = False,
    group: Number | None = None,
) -> tuple[list[Sensitivity], dict[str, list[Need]]]:
    """Sensitivities, and by noise what each mechanism needs.

    Parameters
    ----------
    order, epsilon
        Target: Renyi divergence of this order (above 1, oo included) of at most epsilon > 0.
    group
        The largest change of the query by a whole group, where it is more than its values show.
    exact
        Whether to look for the least scale of all, by quadrature.

    Raises
    ------
    ClaimError
        For an order that is not above 1, a budget that is not above 0, or a group distance below the diameter of the values.
    """
    if not order > 1:
        raise ClaimError(f"--order: must be above 1 (oo is pure privacy), got {order}; give for example 2")
    if not epsilon > 0:
        raise ClaimError(f"--epsilon: must be above 0, got {epsilon}; no noise makes different distributions equal")
    found = sensitivities(instance, orders, deltas, fmpq(2) if all(n.family == "normal" for n in noises) else ONE)
    if group is not None:
        if instance.dimension > 1:
            raise ClaimError(f"--range: must be left out for {instance.dimension} released columns, got a length of {group}; the diameter of their values is used")
        if enclose(found[0].value).hi > enclose(group).lo and found[0].value != group:
            raise ClaimError(f"--range: must contain all values of the query, got a length of {group}, and they are {found[0].value} apart; widen it")
        found[0] = Sensitivity("group", group, None)
    return found, {str(n): _needs(instance, n, order, epsilon, deltas, found, exact) for n in noises}


def _needs(
    instance: Instance, noise: Noise, order: fmpq | float, epsilon: fmpq, deltas: Sequence[fmpq], common: list[Sensitivity], exact: bool,
) -> list[Need]:
    norm, found = ONE, common
    if instance.dimension > 1:
        if noise.exponent is not None:
            return [Need("general", noise, None, None, "independent Cauchy noise in several coordinates has no norm of the shift; release one coordinate")]
        norm = fmpq(2) if noise.family == "normal" else ONE
        found = sensitivities(instance, (), deltas, norm)
    size = {s.kind: s.value for s in found}
    budget = enclose(epsilon, BITS)
    ratio = noise.largest_ratio(order, budget)
    group = _over(size["group"], ratio)
    out = [Need("group", noise, group, _share(group, group)), _need("general", noise, _over(size["general"], ratio), group)]
    if instance.dimension == 1:
        scale = _over(size["general"], ratio) if isinstance(order, float) else aware_scale(instance, noise, order, epsilon)
        out.append(_need("aware", noise, scale, group))
    for delta in deltas:
        near = size[f"near_{delta}"]
        left = reduced_budget(order, epsilon, delta)
        why = "" if left.hi > 0 else f"the additive term alone is above epsilon; accepted are budgets above {_shown(enclose(epsilon, BITS).lo - left.lo)}"
        out.append(_need(f"approximate {delta}", noise, _over(near, noise.largest_ratio(order, left)), group, why))
        out.append(_need(f"conditional {delta}", noise, _over(near, ratio), group))
    if exact and instance.dimension == 1:
        out.append(_need("exact", noise, exact_scale(instance, noise, order, epsilon, out[1].scale), group))
    return out


def reduced_budget(order: fmpq | float, epsilon: fmpq, delta: fmpq) -> Enclosure:
    """``epsilon - a/(a - 1) log(1/(1 - delta))``."""
    with precision(BITS):
        factor = arb(1) if isinstance(order, float) else arb(order / (order - 1))
        left = arb(epsilon) + factor * (-arb(delta)).log1p()
        return Enclosure(left.lower(), left.upper())


def _need(name: str, noise: Noise, scale: Enclosure, group: Enclosure, why: str = "") -> Need:
    if not why and scale.lo == INF:
        why = "the divergence is infinite at every scale; take another noise or an order at which it is finite"
    return Need(name, noise, scale, _share(scale, group), why)


def _over(distance: Number, ratio: Enclosure) -> Enclosure:
    """Distance over ratio; 0 for equal laws, oo where no shift is allowed."""
    size = enclose(distance, BITS)
    if size.hi == 0:
        return Enclosure(arb(0), arb(0))
    if ratio.hi == 0:
        return Enclosure(INF, INF)
    low, high = div(Enclosure(size.lo, size.lo), Enclosure(ratio.hi, ratio.hi)), INF if ratio.lo == 0 else div(Enclosure(size.hi, size.hi), Enclosure(ratio.lo, ratio.lo))
    return Enclosure(enclose(low).lo, enclose(high).hi)


def _share(scale: Enclosure, group: Enclosure) -> Enclosure | None:
    """Scale over that of group privacy; None where both are infinite or 0."""
    if isinstance(group.hi, float) or isinstance(scale.hi, float) or group.lo == 0:
        return None
    low, high = div(Enclosure(scale.lo, scale.lo), Enclosure(group.hi, group.hi)), div(Enclosure(scale.hi, scale.hi), Enclosure(group.lo, group.lo))
    return Enclosure(enclose(low).lo, enclose(high).hi)


def _shown(value: arb | float) -> str:
    return f"{float(value):.6g}"
