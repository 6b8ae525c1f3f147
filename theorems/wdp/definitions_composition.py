"""Names shared by the composition statements: several mechanisms on one data set, or each on its own part.

Outputs of each mechanism lie in R^dim. On the tuple of all outputs the reading ``norm on the outputs`` combines the blocks; the blocks carry the norm
of the same order, so that the tuple is again an l-norm space.
"""

from typing import Any

from theorems.wdp.definitions import W, dim, mu
from verify.claims import (
    INDEPENDENT,
    NO,
    SHARED,
    YES,
    Compositions,
    Euclid,
    Families,
    Node,
    Sup,
    at_least,
    integers,
    neighbours,
    numbers,
    objects,
    oo,
    pasts,
    reading,
    step,
    upto,
)

n, i = numbers("n i")
U, C, D, D_, past, epsilon = objects("U C D D_ past epsilon")

COUNT = integers(1)
LEVELS = Families(upto(n), at_least(0))
PAIRS = {(D, D_): neighbours(U)}
COINS = reading("coins", independent=INDEPENDENT, shared=SHARED)
ADAPTIVE = reading("adaptive", no=NO, yes=YES)
NORM = reading("norm on the outputs", l1=1, l2=2, l_inf=oo, l_mu=mu)


def sequences(norm: Any) -> Node:
    """n mechanisms on one data set, one after the other."""
    return Compositions(n, U, Euclid(dim, norm), coins=COINS, adaptive=ADAPTIVE)


def alone(index: Any, norm: Any) -> Node:
    """W_mu between the outputs of one mechanism on D and on D_, with the same earlier outputs."""
    return W(step(C, index, D, past), step(C, index, D_, past), mu, norm)


def coordinate_sum(law: Any) -> Node:
    """The law of the sum of all outputs."""
    return Node("coordinate_sum", law)


def loss(index: Any, norm: Any) -> Node:
    """The loss of one mechanism on (D, D_): its worst value over everything it can be given as earlier outputs."""
    return Sup({past: pasts(C, index)}, alone(index, norm))
