"""Names shared by the composition statements: several mechanisms on one data set, or each on its own part.

Outputs of each mechanism lie in R^dim. On the tuple of all outputs the reading ``norm on the outputs`` combines the blocks; the blocks carry the norm
of the same order, so that the tuple is again an l-norm space.
"""

from typing import Any

from theorems.wdp.definitions import W, mu, r
from verify.claims import (
    INDEPENDENT,
    NO,
    SHARED,
    YES,
    Node,
    Sup,
    at_least,
    integers,
    marginal,
    neighbours,
    numbers,
    objects,
    oo,
    pasts,
    reading,
    step,
    upto,
)
from verify.claims import Families as _Families

n, i, k = numbers("n i k")
U, C, D, D_, past, epsilon = objects("U C D D_ past epsilon")

MECHANISM_COUNT = integers(1)
LEVELS = _Families(upto(n), at_least(0))
COINS = reading("coins", independent=INDEPENDENT, shared=SHARED)
ADAPTIVE = reading("adaptive", no=NO, yes=YES)
NORM = reading("norm on the outputs", l1=1, l2=2, l_inf=oo, l_mu=mu)


def alone(index: Any, norm: Any, history: Any = past) -> Node:
    """W_mu between the outputs of one mechanism on D and on D_, earlier outputs fixed."""
    return W(step(C, index, D, history), step(C, index, D_, history), mu, norm)


def worst_alone(index: Any, norm: Any) -> Node:
    """The loss of one mechanism: its worst value over everything it can be given as earlier outputs."""
    return Sup({past: pasts(C, index)}, alone(index, norm))


def last_output(composition: Any, data: Any) -> Node:
    """Law of the output of mechanism n."""
    return marginal(_joint(composition, data), n)


def _joint(composition: Any, data: Any) -> Node:
    return Node("joint", composition, data)


PAIRS = {(D, D_): neighbours(U)}
SINGLE = r
"""Order of the norm where one output, not the tuple, is released."""
