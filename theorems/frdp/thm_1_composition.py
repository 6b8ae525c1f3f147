r"""Sequential composition of vectors, and data processing.

Statement (Theorem 1, Theorem 3 and its proof)
    thm-1        f and then g with fresh randomness, where g is RDP for each fixed output of f, is (alpha, epsilon_1 + epsilon_2)-RDP.
    thm-3        What depends on finitely many values of a released function, and not on the data, keeps the (alpha, epsilon)-RDP of the function.
    proof-thm-3  What depends on the values of a function at finitely many fixed points has no larger divergence than those values.

Reading
    adjacency     one record more, or one record replaced.
    evaluations   at fixed points: P and Q are the laws of the values there, and what is released is a random function of them; or at places that depend on earlier
                  values.
    process       any function on an uncountable set, then also its value at a place that another of its values tells; or continuous paths, or a countable menu, where the
                  values at finitely many points are all there is.

Measured
    The Renyi divergence of the joint laws of both outputs, and of the laws after post-processing.

Claimed
    epsilon_1 + epsilon_2; the divergence of the values.
"""

from theorems.frdp.definitions import D_, LEVEL, ORDER, PAIR, PAIRS, D, G, P, Q, alpha, epsilon, epsilon_1, epsilon_2, rdp
from theorems.frdp.definitions_composition import SEQUENTIAL, C, at_step
from theorems.frdp.definitions_evaluation import SPIKES, TARGET, process, spike_rdp
from verify.claims import Claim, Compare, ForAll, Source, joint, push, reading
from verify.quantities import renyi_divergence

released = rdp(push(G, P), push(G, Q), alpha, epsilon)

CLAIMS = (
    Claim("frdp/thm-1", Source("Theorem 1"), forall=SEQUENTIAL, given=(at_step(1, epsilon_1), at_step(2, epsilon_2)),
          states=ForAll(PAIRS, rdp(joint(C, D), joint(C, D_), alpha, epsilon_1 + epsilon_2))),
    Claim("frdp/proof-thm-3", Source("Proof of Theorem 3", section="Appendix A"), forall={**ORDER, **PAIR, **TARGET}, part_of="frdp/thm-3",
          states=Compare(renyi_divergence(push(G, P), push(G, Q), alpha), "<=", renyi_divergence(P, Q, alpha))),
    Claim("frdp/thm-3", Source("Theorem 3"), forall={**ORDER, **LEVEL, **PAIR, **TARGET, **SPIKES}, given=(rdp(P, Q, alpha, epsilon),),
          states=reading("evaluations", fixed=released, sequential=process(released, spike_rdp(epsilon))), uses=("frdp/proof-thm-3",),
          same_as={f"sequential+{one}": "fixed" for one in ("continuous-paths", "countable-menu")}),
)
