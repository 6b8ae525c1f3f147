r"""Kantorovich differential privacy is (1, epsilon)-WDP.

Statement (Definition 4, eq. 5)
    K(M(D), M(D')) <= epsilon for all neighbours D, D' if and only if M is (1, epsilon)-WDP.

Reading
    Two parts, one for each direction. No moment condition is stated. Neighbours differ in one entry.

Measured
    The dual value (part only-if assumes its bound, part if concludes it).

Claimed
    W_1 <= epsilon for all neighbours.
"""

from theorems.wdp.definitions import DIMENSIONS, NORMS, dim, epsilon, r, wdp
from theorems.wdp.definitions_laws import D_, DATA, MECHANISMS, D, M, U, for_all_neighbours
from verify.claims import Claim, Compare, Iff, Source, at_least
from verify.quantities import kantorovich_distance

CLAIM = Claim(
    "wdp/def-4", Source("Definition 4", eq="5"),
    forall={dim: DIMENSIONS, r: NORMS, U: DATA, M: MECHANISMS, epsilon: at_least(0)},
    states=Iff(for_all_neighbours(Compare(kantorovich_distance(M(D), M(D_), r), "<=", epsilon)),
               for_all_neighbours(wdp(M(D), M(D_), 1, epsilon, r))),
    uses=("wdp/def-2",),
)
