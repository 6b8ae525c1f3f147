r"""Sequential composition of vectors, and data processing.

Statement (Theorem 1, proof of Theorem 3)
    f and then g with fresh randomness, where g is RDP for each fixed output of f, is (alpha, epsilon_1 + epsilon_2)-RDP. What depends on the values of a function at
    finitely many fixed points, and not on the data, has no larger divergence than those values.

Reading
    adjacency   one record more, or one record replaced.

Measured
    The Renyi divergence of the joint laws of both outputs, and of the laws after post-processing.

Claimed
    epsilon_1 + epsilon_2; the divergence of the values.
"""

from theorems.frdp.definitions import D_, ORDER, OTHER, PAIR, PAIRS, SPACE, D, G, P, Q, alpha, dim_2, epsilon_1, epsilon_2, rdp
from theorems.frdp.definitions_composition import SEQUENTIAL, C, at_step
from verify.claims import Claim, Compare, ForAll, Kernels, Source, integers, joint, push
from verify.quantities import renyi_divergence

TARGET = {dim_2: integers(1), G: Kernels(SPACE, OTHER)}

CLAIMS = (
    Claim("frdp/thm-1", Source("Theorem 1"), forall=SEQUENTIAL, given=(at_step(1, epsilon_1), at_step(2, epsilon_2)),
          states=ForAll(PAIRS, rdp(joint(C, D), joint(C, D_), alpha, epsilon_1 + epsilon_2))),
    Claim("frdp/proof-thm-3", Source("Proof of Theorem 3", section="Appendix A"), forall={**ORDER, **PAIR, **TARGET}, part_of="frdp/thm-3",
          states=Compare(renyi_divergence(push(G, P), push(G, Q), alpha), "<=", renyi_divergence(P, Q, alpha))),
)
