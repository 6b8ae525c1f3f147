"""Means and probabilities at an exact instance: closed forms where a law has a density, sums over finite laws."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, free_names, pattern_names
from verify.engines import arithmetic, binders
from verify.engines import evaluate as ev
from verify.engines.graphs import exponential_mean, graph, probability
from verify.engines.independent import of_one, of_several, reduced
from verify.engines.truth import Truth
from verify.quantities import enclosures
from verify.quantities.kernels.moments import gaussian
from verify.values import laws, numbers
from verify.values.numbers import Enclosure, NoValue


def _mean_of_power(node: Node, env: ev.Env, c: ev.Context) -> Any:
    """``E X^k`` for whole k and a law on the line that is no finite law: of one normal law by the recurrence of its moments, else for even k. None for other terms."""
    over, body = node.args[0], ev.argument(node, 1)
    assert isinstance(over, tuple)
    if len(over) != 1 or body.head != "pow" or body.args[0] != over[0][0]:  # type: ignore[index]
        return None
    name, law = pattern_names(over[0][0])[0], ev.value(over[0][1], env, c)  # type: ignore[index,arg-type]
    exponent = ev.argument(body, 1)
    if name in free_names(exponent) or not isinstance(law, laws.PieceLaw | laws.PowerLaw):
        return None
    order = ev.value(exponent, env, c)
    if not (isinstance(order, fmpq) and order.q == 1 and 0 <= order <= 200):
        return None
    normal = gaussian(law)
    if normal is None:
        return enclosures.evaluate("moment", [law, order, None], c.prec) if order.p % 2 == 0 else None
    centre, variance = normal
    before, now = fmpq(1), centre
    for k in range(1, int(order.p)):
        before, now = now, numbers.add(numbers.mul(centre, now), numbers.mul(numbers.mul(fmpq(k), variance), before))
    return now if order > 0 else before


def _by_statistics(node: Node, env: ev.Env, c: ev.Context) -> tuple[Any, ev.NoRoute | None]:
    """The value by statistics of independent coordinates, or why there is none: the points may still be few enough to go through."""
    try:
        return reduced(node, env, c), None
    except ev.NoRoute as reason:
        return None, reason


def _gone_through(node: Node, env: ev.Env, c: ev.Context, reason: ev.NoRoute | None) -> Iterator[tuple[ev.Env, Any]]:
    """Outcomes with their probabilities; where they cannot be listed, what was in the way before tells more."""
    try:
        yield from binders.draws(node.args[0], env, c)
    except ev.NoRoute:
        if reason is None:
            raise
        raise reason from None


def _expect(node: Node, env: ev.Env, c: ev.Context) -> Any:
    smooth, reason = _by_statistics(node, env, c)
    if smooth is None:
        smooth = _mean_of_power(node, env, c)
    if smooth is None:
        smooth = exponential_mean(node, env, c)
    if smooth is None:
        smooth = of_one(node, env, c)
    if smooth is not None:
        return smooth
    total: Any = fmpq(0)
    for inner, weight in _gone_through(node, env, c, reason):
        total = arithmetic.added(total, arithmetic.times(weight, ev.value(ev.argument(node, 1), inner, c), c.prec), c.prec)
    return total


def _prob(node: Node, env: ev.Env, c: ev.Context) -> Any:
    smooth, reason = _by_statistics(node, env, c)
    if smooth is None:
        smooth = of_several(node, env, c)
    if smooth is None:
        smooth = probability(node, env, c)
    if smooth is None:
        smooth = of_one(node, env, c)
    if smooth is not None:
        return smooth
    sure, possible = fmpq(0), fmpq(0)
    for inner, weight in _gone_through(node, env, c, reason):
        answer = ev.truth(ev.argument(node, 1), inner, c)
        if answer is Truth.NO_VALUE:
            raise NoValue("the event has no value at some outcome")
        if answer is Truth.TRUE:
            sure += weight
        elif answer is Truth.UNDECIDED:
            possible += weight
    if possible == 0:
        return sure
    return Enclosure(numbers.enclose(sure, c.prec).lo, numbers.enclose(sure + possible, c.prec).hi)


ev.RULES |= {"expect": _expect, "prob": _prob, "graph": graph}
