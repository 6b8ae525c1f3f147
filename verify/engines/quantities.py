"""Quantities of distributions at an exact instance: divergences, distances and transport costs, of joint laws of long compositions too."""

from __future__ import annotations

import math
from typing import Any

from verify.claims.nodes import Node
from verify.engines.evaluate import RULES, Context, Env, NoRoute, argument_value, value
from verify.quantities import enclosures
from verify.values import laws, numbers
from verify.values.numbers import Enclosure, NotKnown, NoValue
from verify.values.structures import Composition, TooLong


def _long_pair(node: Node, env: Env, c: Context) -> tuple[laws.FiniteLaw, laws.FiniteLaw] | None:
    """Two laws with the divergence of the joint laws of a composition that has too many outcomes to list; None for other laws."""
    if node.head not in _DIVERGENCES:
        return None
    one, two = node.args[:2]
    if not (isinstance(one, Node) and isinstance(two, Node) and one.head == two.head == "joint" and one.args[0] == two.args[0]):
        return None
    whole: Composition = argument_value(one, 0, env, c)
    if whole.listed:
        return None
    enclosures.spend(whole.steps)
    try:
        return whole.compared(argument_value(one, 1, env, c), argument_value(two, 1, env, c))
    except TooLong as reason:
        raise NoRoute(str(reason)) from None


PERHAPS = Enclosure(-math.inf, math.inf, exists=False)
_DIVERGENCES = frozenset({"hockey_stick", "renyi", "total_variation", "l1_distance", "gaussian_dp", "trade_off"})
"""Quantities of two laws that depend on their ratio of likelihoods alone."""


def _quantity(node: Node, env: Env, c: Context) -> Any:
    pair = _long_pair(node, env, c)
    given = node.args if pair is None else (*pair, *node.args[2:])
    arguments = [None if a is None else value(a, env, c) if isinstance(a, Node) else a for a in given]
    if node.head == "renyi" and type(arguments[2]) is Enclosure and arguments[2].lo < arguments[2].hi:
        return _between_orders(arguments, c)
    try:
        found = enclosures.evaluate(node.head, arguments, c.prec)
    except NotKnown as reason:
        raise NoRoute(str(reason)) from None
    except NoValue:
        if not any(type(a) is Enclosure and a.lo < a.hi for a in arguments):
            raise
        found = PERHAPS  # it may have one at the number that is enclosed
    if type(found) is Enclosure and found.width > 1e-9:
        c.wide = True
    return found


def _between_orders(arguments: list[Any], c: Context) -> Enclosure:
    """The Renyi divergence for all orders of an enclosure: it does not fall as the order rises."""
    first, second, order = arguments
    ends = [end if isinstance(end, float) else Enclosure(end, end) for end in (order.lo, order.hi)]
    low, high = (numbers.enclose(enclosures.evaluate("renyi", [first, second, end], c.prec), c.prec) for end in ends)
    c.wide = True
    return Enclosure(low.lo, high.hi)


RULES.update(dict.fromkeys(enclosures.HEADS, _quantity))
