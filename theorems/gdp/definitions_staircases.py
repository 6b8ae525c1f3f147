"""Names shared by the claims about Theorem 4.3: the grid, the two staircases at its nodes, and their maxima.

A staircase is a sum over intervals [x_i, x_(i+1)) of a value times an indicator; a value counts only on its own interval. Where d = 0 all intervals are empty and both
staircases are 0. The last summand, i = n + 1, mentions x_(n+2), which the source names nowhere.
"""

from collections.abc import Callable
from typing import Any

from theorems.gdp.definitions import ALGORITHM, CURVES, P, Q, e, epsilon_h, f, mu_gdp, n, profile
from verify.claims import All, Compare, Exists, ForAll, If, Node, Sum, Sup, above, at_least, between, integers, number, numbers, pi, reading, sqrt, unstated

i = numbers("i")
STAIRS = {n: unstated(integers(1)), epsilon_h: reading("head", from_0=at_least(0), positive=above(0)), **ALGORITHM, f: CURVES}
d = epsilon_h / n
SLOPE = sqrt(2) * pi
"""Twice the bound of Theorem 4.2."""
LAST = reading("x beyond", extended=n + 1, absent=n)
"""The index of the last summand: x_(n+2) = (n + 2) d, or no summand that needs it."""


def node(index: Any) -> Any:
    """x_i = i d."""
    return number(0) if index == 0 else d if index == 1 else index * d


def curve(at: Any) -> Node:
    """The profile of the algorithm, or any function of Definition 4.1."""
    return reading("curve", profile=profile(P, Q, at), function=f(at))


def transform(at: Any) -> Node:
    """The transform of the curve."""
    return mu_gdp(at, curve(at))


def lower_step(index: Any) -> Node:
    """mu_GDP(x_i, delta(x_(i+1)))."""
    return mu_gdp(node(index), curve(node(index + 1)))


def upper_step(index: Any) -> Node:
    """mu_GDP(x_(i+1), delta(x_i))."""
    return mu_gdp(node(index + 1), curve(node(index)))


def staircase(step: Callable[[Any], Node], at: Any) -> Node:
    """The staircase with these steps."""
    return Sum({i: integers(0, LAST)}, If(All(Compare(node(i), "<=", at), Compare(at, "<", node(i + 1))), step(i), 0))


def at_node(step: Callable[[Any], Node], index: Any) -> Node:
    """The staircase at x_i: its i-th step, or 0 where the intervals are empty."""
    return reading("head", from_0=If(Compare(epsilon_h, ">", 0), step(index), 0), positive=step(index))


def upper_at(index: Any) -> Node:
    """G^+(x_i), which is 0 where there is no such step."""
    return reading("x beyond", extended=at_node(upper_step, index), absent=If(Compare(index, "<=", n), at_node(upper_step, index), 0))


LOWEST = Sup({i: integers(0, n)}, at_node(lower_step, i))
"""max G^-(x_i) over 0 <= i <= n."""
LARGEST = Sup({e: between(0, epsilon_h)}, transform(e))
"""max G over the head."""
HIGHEST = Sup({i: integers(0, n + 1)}, upper_at(i))
"""max G^+(x_i) over 0 <= i <= n + 1."""
FIRST = at_node(upper_step, 0)
"""G^+(x_0)."""
CASE_1 = ForAll({i: integers(1, n + 1)}, Compare(upper_at(i), "<=", FIRST))
"""max G^+(x_i) = G^+(x_0)."""
CASE_2 = Exists({i: integers(1, n + 1)}, Compare(upper_at(i), ">", FIRST))
"""max G^+(x_i) != G^+(x_0)."""
