r"""Kantorovich differential privacy is (1, epsilon)-WDP.

Statement (Definition 4, eq. 5)
    K(M(D), M(D')) <= epsilon for all neighbours D, D' if and only if M is (1, epsilon)-WDP.

Reading
    Two parts, one for each direction. No moment condition is stated. A mechanism is arbitrary: the output laws of a pair of neighbours are any two laws.

Measured
    The dual value (part only-if assumes its bound, part if concludes it).

Claimed
    W_1 <= epsilon.
"""

from theorems.wdp.definitions import DIMENSIONS, NORMS, P, Q, dim, epsilon, r, wdp
from theorems.wdp.definitions_laws import LAWS
from verify.claims import Claim, Compare, Iff, Source, at_least
from verify.quantities import kantorovich_distance

CLAIM = Claim(
    "wdp/def-4", Source("Definition 4", eq="5"),
    forall={dim: DIMENSIONS, r: NORMS, P: LAWS, Q: LAWS, epsilon: at_least(0)},
    states=Iff(Compare(kantorovich_distance(P, Q, r), "<=", epsilon), wdp(P, Q, 1, epsilon, r)),
    uses=("wdp/def-2",),
)
