"""Definitions of section 5: epsilon-DP algorithms at their worst, the Laplace mechanism, and 50 runs of a 0.2-DP algorithm."""

from collections.abc import Callable
from typing import Any

from mechanisms import Laplace
from theorems.gdp.definitions import gaussian_profile, implied, mu_of
from verify.claims import (
    All,
    Compare,
    If,
    Inf,
    Max,
    Node,
    Sum,
    Sup,
    at_least,
    binomial,
    exp,
    integers,
    log,
    normal_quantile,
    number,
    numbers,
    reading,
    sqrt,
)
from verify.quantities import gaussian_dp

x, j, k = numbers("x j k")
"""Names that the definitions below bind."""
COUNT = number(50)
EACH = number("0.2")


def worst(level: Any, at: Any) -> Node:
    """The largest profile of an algorithm that is (level, 0)-DP."""
    return implied(level, number(0), at)


def optimal(at: Any) -> Node:
    """delta_opt: the least delta of 50 runs of 0.2-DP algorithms."""
    share = exp(EACH) / (1 + exp(EACH))
    run = binomial(COUNT, j) * share**j * (1 - share) ** (COUNT - j)
    return Sum({j: integers(0, COUNT)}, run * Max(1 - exp(at - EACH * (2 * j - COUNT)), 0))


def least_level(curve: Callable[[Any], Node]) -> Node:
    """The least mu for which a curve of guarantees is mu-GDP: the supremum of its transform."""
    return Sup({x: at_least(0)}, mu_of(x, curve(x)))


def least_epsilon(curve: Callable[[Any], Node], delta: Any) -> Node:
    """The least epsilon at which a curve of guarantees is at most delta."""
    return Inf({x: at_least(0)}, x, where=Compare(curve(x), "<=", delta))


WORST_LEVEL = least_level(lambda at: worst(EACH, at))
LAPLACE_LEVEL = gaussian_dp(Laplace(EACH, scale=1), Laplace(0, scale=1))
"""The least mu of the Laplace mechanism whose sensitivity is 0.2 scales, from two data sets that attain it."""
OPTIMAL_LEVEL = least_level(optimal)


def pure_level(level: Any) -> Node:
    """Theorem 5.1: the level of an algorithm that is (level, 0)-DP."""
    return -2 * normal_quantile(1 / (1 + exp(level)))


def runs(printed: str, once: Node) -> Node:
    """The level of 50 runs, from the level of one as it is printed or as it is."""
    return sqrt(COUNT) * reading("mu", printed=number(printed), unrounded=once)


def digits_of(printed: str, level: Node) -> Node:
    """A level as it is printed or as it is."""
    return reading("mu", printed=number(printed), unrounded=level)


GDP_LEVEL = digits_of("1.771", sqrt(COUNT) * pure_level(EACH))
GDP_LAPLACE_LEVEL = digits_of("1.691", sqrt(COUNT) * LAPLACE_LEVEL)
SUMMARY_LEVEL = digits_of("1.420", OPTIMAL_LEVEL)


def basic(delta: Any) -> Node:
    """Basic composition, (10, 0)-DP, and Theorem 2.1."""
    return least_epsilon(lambda at: worst(COUNT * EACH, at), delta)


def advanced(delta: Any) -> Node:
    """Advanced composition with k = 50."""
    return EACH * sqrt(2 * COUNT * log(1 / delta)) + COUNT * EACH * (exp(EACH) - 1)


def corollary(delta: Any) -> Node:
    """Corollary 1 of the Renyi-DP paper with n = 50."""
    return 4 * EACH * sqrt(2 * COUNT * log(1 / delta))


def gaussian_epsilon(level: Any, delta: Any) -> Node:
    """The epsilon of mu-GDP at delta."""
    return least_epsilon(lambda at: gaussian_profile(level, at), delta)


def optimal_epsilon(delta: Any) -> Node:
    """The epsilon of the optimal composition: on the exact curve, or on straight lines between its points at 0.2 (50 - 2i)."""
    step = 2 * EACH
    left, right = optimal(step * k), optimal(step * (k + 1))
    line = Sum({k: integers(0, 24)}, If(All(Compare(left, ">", delta), Compare(right, "<=", delta)), step * (k + (left - delta) / (left - right)), 0))
    return reading("curve", exact=least_epsilon(optimal, delta), list=line)
