"""Names that several items share: two output laws on a space, an order and a level."""

from verify.claims import Compare, Euclid, Laws, above, at_least, integers, numbers, objects
from verify.quantities import renyi_divergence

alpha, epsilon, delta, dim, sigma, lamda, p, shift = numbers("alpha epsilon delta dim sigma lamda p shift")
P, Q = objects("P Q")

SPACE = Euclid(dim, 2)
"""Outputs; the paper says nothing of their space."""
PAIR = {dim: integers(1), P: Laws(SPACE), Q: Laws(SPACE)}
"""The outputs of one mechanism on two adjacent data sets."""
ORDER, LEVEL = {alpha: above(1)}, {epsilon: at_least(0)}


def rdp(first, second, order, level):
    """The divergence of the given order is at most the level."""
    return Compare(renyi_divergence(first, second, order), "<=", level)
