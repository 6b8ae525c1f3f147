r"""Sequential composition of vectors, and data processing.

Statement (Theorem 1, Theorem 3 and its proof)
    f and then g with fresh randomness, where g is RDP for each fixed output of f, is (alpha, epsilon_1 + epsilon_2)-RDP. What depends on the values of a function at
    finitely many fixed points, and not on the data, has no larger divergence than those values.

Reading
    adjacency     one record more, or one record replaced.
    evaluations   at fixed points, or at places that depend on earlier values. P and Q are the laws of the values at all places that can be asked for, and what is
                  released is a random function of those values in either case.

Measured
    The Renyi divergence of the joint laws of both outputs, and of the laws after post-processing.

Claimed
    epsilon_1 + epsilon_2; the divergence of the values.
"""

from theorems.frdp.definitions import D_, LEVEL, ORDER, OTHER, PAIR, PAIRS, SPACE, D, G, P, Q, alpha, dim_2, epsilon, epsilon_1, epsilon_2, rdp
from theorems.frdp.definitions_composition import SEQUENTIAL, C, at_step
from verify.claims import Claim, Compare, ForAll, Kernels, Source, integers, joint, push, reading
from verify.quantities import renyi_divergence

TARGET = {dim_2: integers(1), G: Kernels(SPACE, OTHER)}
released = rdp(push(G, P), push(G, Q), alpha, epsilon)

CLAIMS = (
    Claim("frdp/thm-1", Source("Theorem 1"), forall=SEQUENTIAL, given=(at_step(1, epsilon_1), at_step(2, epsilon_2)),
          states=ForAll(PAIRS, rdp(joint(C, D), joint(C, D_), alpha, epsilon_1 + epsilon_2))),
    Claim("frdp/proof-thm-3", Source("Proof of Theorem 3", section="Appendix A"), forall={**ORDER, **PAIR, **TARGET}, part_of="frdp/thm-3",
          states=Compare(renyi_divergence(push(G, P), push(G, Q), alpha), "<=", renyi_divergence(P, Q, alpha))),
    Claim("frdp/thm-3", Source("Theorem 3"), forall={**ORDER, **LEVEL, **PAIR, **TARGET}, given=(rdp(P, Q, alpha, epsilon),),
          states=reading("evaluations", fixed=released, sequential=released), same_as={"sequential": "fixed"}, uses=("frdp/proof-thm-3",)),
)
