r"""The Jensen-Shannon divergence fails the triangle inequality, its square root satisfies it.

Statement (Discussion, "Other possibility")
    JSD violates the triangle inequality for some triple of laws; the square root of JSD satisfies it for all.

Reading
    Two parts: divergence (a triple exists), root (all triples). Natural logarithm.

Measured
    JSD of the outer two laws, and its square root.

Claimed
    The sum of the two inner values.
"""

from theorems.wdp.definitions import DIMENSIONS, NORMS, dim, r
from theorems.wdp.definitions_laws import LAWS, P_1, P_2, P_3
from verify.claims import Claim, Compare, Exists, Source, sqrt
from verify.quantities import jensen_shannon_divergence as jsd

SOURCE = Source("Discussion, Other possibility")
ON = {dim: DIMENSIONS, r: NORMS}
TRIPLE = {P_1: LAWS, P_2: LAWS, P_3: LAWS}

CLAIMS = (
    Claim("wdp/text-jsd", SOURCE, part="divergence",
          states=Exists({**ON, **TRIPLE}, Compare(jsd(P_1, P_3), ">", jsd(P_1, P_2) + jsd(P_2, P_3)))),
    Claim("wdp/text-jsd", SOURCE, part="root", forall={**ON, **TRIPLE},
          states=Compare(sqrt(jsd(P_1, P_3)), "<=", sqrt(jsd(P_1, P_2)) + sqrt(jsd(P_2, P_3)))),
)
