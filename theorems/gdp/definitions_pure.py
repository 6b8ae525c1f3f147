"""Definitions of section 5: epsilon-DP algorithms at their worst, the Laplace mechanism, and 50 runs of a 0.2-DP algorithm."""

from typing import Any

from mechanisms import Laplace
from theorems.gdp.definitions import implied, mu_of
from verify.claims import Compare, Max, Node, Sum, Sup, at_least, binomial, exp, gaussian_level, integers, number, numbers, reading, sqrt
from verify.quantities import hockey_stick_divergence

x, j = numbers("x j")
"""Names that the definitions below bind."""
COUNT = number(50)
EACH = number("0.2")


def worst(level: Any, at: Any) -> Node:
    """The largest profile of an algorithm that is (level, 0)-DP."""
    return implied(level, number(0), at)


def laplace_profile(level: Any, at: Any) -> Node:
    """The profile of the Laplace mechanism whose sensitivity is ``level`` scales: the output laws on two data sets that attain the sensitivity."""
    return hockey_stick_divergence(Laplace(level, scale=1), Laplace(0, scale=1), at)


def optimal(at: Any) -> Node:
    """delta_opt: the least delta of 50 runs of 0.2-DP algorithms."""
    share = exp(EACH) / (1 + exp(EACH))
    run = binomial(COUNT, j) * share**j * (1 - share) ** (COUNT - j)
    return Sum({j: integers(0, COUNT)}, run * Max(1 - exp(at - EACH * (2 * j - COUNT)), 0))


def least_level(curve: Any) -> Node:
    """The least mu for which a curve of guarantees is mu-GDP: the supremum of its transform."""
    return Sup({x: at_least(0)}, mu_of(x, curve(x)))


ALGORITHM_LEVEL = least_level(lambda at: worst(EACH, at))
LAPLACE_LEVEL = least_level(lambda at: laplace_profile(EACH, at))
OPTIMAL_LEVEL = least_level(optimal)


def after_composition(level: Node, printed: str) -> Node:
    """The level of 50 runs, from the level of one run as it is or as it is printed."""
    return sqrt(COUNT) * reading("mu", printed=number(printed), unrounded=level)


def epsilon_of(level: Any, delta: Any) -> Any:
    """A statement about the epsilon with delta_level(epsilon) = delta says it of this number's place on the curve."""
    return gaussian_level(level, delta)


__all__ = ["ALGORITHM_LEVEL", "COUNT", "EACH", "LAPLACE_LEVEL", "OPTIMAL_LEVEL", "Compare", "after_composition", "laplace_profile", "least_level", "optimal", "worst"]
