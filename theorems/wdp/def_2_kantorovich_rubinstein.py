r"""Kantorovich-Rubinstein duality: W_1 is the dual value.

Statement (Definition 2, eqs. 2-3)
    For P, Q with finite first moments, W_1(P, Q) is the supremum of E_P phi - E_Q phi over functions phi with Lipschitz constant at most 1.

Reading
    moments    finite: first moments are finite; any: arbitrary laws, distances in [0, oo].
    The output space is R^dim with the l_r distance.

Measured
    W_1 from couplings.

Claimed
    The dual value, from Lipschitz functions.
"""

from theorems.wdp.definitions import DIMENSIONS, NORMS, SPACE, P, Q, W, dim, moments, r
from verify.claims import Claim, Compare, Laws, Source
from verify.quantities import kantorovich_distance

CLAIM = Claim(
    "wdp/def-2", Source("Definition 2", eq="2-3"),
    forall={dim: DIMENSIONS, r: NORMS, P: Laws(SPACE, moments=moments(1)), Q: Laws(SPACE, moments=moments(1))},
    states=Compare(W(P, Q, 1, r), "==", kantorovich_distance(P, Q, r)),
)
