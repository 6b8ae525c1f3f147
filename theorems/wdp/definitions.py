"""Definitions shared by the claims of the paper: Wasserstein differential privacy and the choices that recur.

A law P stands for the law of M(D), a law Q for that of M(D') on a neighbouring data set: a mechanism is arbitrary, so any two laws on the output space can
occur. The output space is R^dim with the l_r distance, r in [1, oo], unless an item says otherwise.
"""

from typing import Any

from verify.claims import (
    Compare,
    Euclid,
    Node,
    between,
    exp,
    integers,
    numbers,
    objects,
    oo,
    reading,
    word,
)
from verify.quantities import wasserstein_distance as W

mu, epsilon, delta, dim, r = numbers("mu epsilon delta dim r")
P, Q = objects("P Q")

SPACE = Euclid(dim, r)
"""Output space; ``dim`` ranges over DIMENSIONS and ``r`` over NORMS."""
DIMENSIONS = integers(1)
NORMS = between(1, oo)


def moments(order: Any) -> Node:
    """Reading MOM: laws with finite moments of the order, or arbitrary laws with distances in [0, oo]."""
    return reading("moments", finite=order, any=word("any"))


def h(t: Any) -> Any:
    """h(t) = t + exp(-t) - 1."""
    return t + exp(-t) - 1


def wdp(p: Any, q: Any, order: Any, level: Any, norm: Any = None) -> Node:
    """(order, level)-WDP for one pair of neighbours, Definition 3 read as optimal transport between the two output laws."""
    return Compare(W(p, q, order, norm), "<=", level)
