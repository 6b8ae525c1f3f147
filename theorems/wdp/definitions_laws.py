"""Names shared by the statements on definitions and metric properties: laws of outputs, couplings, losses built from divergences.

The output laws of a mechanism on three data sets are P_1, P_2, P_3; a mechanism is arbitrary, so these are any three laws on the output space.
"""

from typing import Any

from theorems.wdp.definitions import SPACE
from verify.claims import (
    REPLACE_ONE,
    Compare,
    Couplings,
    Expect,
    ForAll,
    If,
    Inf,
    Kernels,
    Laws,
    Node,
    Universes,
    data_sets,
    log,
    neighbours,
    norm,
    objects,
    oo,
)
from verify.quantities import density

P_1, P_2, P_3, U, M, D, D_, g, x, y, o = objects("P_1 P_2 P_3 U M D D_ g x y o")

DATA = Universes(REPLACE_ONE)
"""Data sets of equal length; neighbours differ in one entry."""
MECHANISMS = Kernels(data_sets(U), SPACE)
LAWS = Laws(SPACE)


def for_all_neighbours(proposition: Node) -> Node:
    """The proposition for every ordered pair (D, D_) of neighbours."""
    return ForAll({(D, D_): neighbours(U)}, proposition)


def mean_cost(coupling: Any, order: Any, norm_order: Any) -> Node:
    """(E rho(X, Y)^order)^(1/order) under a coupling."""
    return Expect({(x, y): coupling}, norm(x - y, norm_order) ** order) ** (1 / order)


def least_mean_cost(p: Any, q: Any, order: Any, norm_order: Any) -> Node:
    """Infimum over couplings of (E rho(X, Y)^order)^(1/order); the power is increasing, so it is taken of the infimum."""
    return Inf({g: Couplings(p, q)}, Expect({(x, y): g}, norm(x - y, norm_order) ** order)) ** (1 / order)


def pointwise_loss(p: Any, q: Any, outcome: Any) -> Node:
    """log p(o)/q(o) (Definition 7): oo where only p is positive, -oo where p vanishes."""
    a, b = density(p, outcome), density(q, outcome)
    return If(Compare(a, "==", 0), -oo, If(Compare(b, "==", 0), oo, log(a / b)))
