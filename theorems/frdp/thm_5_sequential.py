r"""Sequential composition of functions.

Statement (Theorem 5 and its proof)
    thm-5        f_D is (alpha, epsilon_1)-RDP, and g_D(u) is (alpha, epsilon_2)-RDP for each function u. Then (f_D, g_D(f_D)) is (alpha, epsilon_1 +
                 epsilon_2)-RDP at any finite sets of points.
    proof-thm-5  The distribution of the values of g_D(f_D) is written G(x, .) with x the released values of f_D, the joint density as F(x) G(x, y), and the
                 inner divergence is at most epsilon_2.

Reading
    argument    g depends on f in any way; through a kernel measurable for the cylinder field; or through finitely many fixed places. The last two are met through
                the values at dim places, the first k of which are released; in the proof all of them, where g depends on finitely many. Any map: also the supremum
                of a function with a spike at a random place.
    adjacency   one record more, or one record replaced.

Measured
    The Renyi divergence of the joint laws; of the conditional laws of the second output given what is released of the first.

Claimed
    epsilon_1 + epsilon_2; epsilon_2; one law for each released x.
"""

from theorems.frdp.definitions import D_, PAIRS, D, U, alpha, dim, epsilon_1, epsilon_2, k, rdp
from theorems.frdp.definitions_composition import SEQUENTIAL, C, at_step, i, past
from theorems.frdp.definitions_evaluation import SPIKES, spike_rdp
from verify.claims import (
    All,
    Claim,
    Compare,
    ForAll,
    Implies,
    Node,
    Source,
    conditional,
    coordinates,
    data_sets,
    equals,
    integers,
    joint,
    neighbours,
    objects,
    pasts,
    prefix,
    reading,
    select,
    step,
    upto,
)
from verify.quantities import density, total_variation

past_ = objects("past_")
PROOF = Source("Proof of Theorem 5", section="Appendix A")
STEPS = (at_step(1, epsilon_1), at_step(2, epsilon_2))
RUN = {**SEQUENTIAL, k: integers(1, dim)}
SEEN = {**SEQUENTIAL, k: reading("argument", any_map=integers(1, dim), markov=integers(1, dim), finite_coordinates=equals(dim, within=integers(1, dim)))}
"""In the proof: for a g that depends on finitely many places of f these are among those that are released, as G(x, .) is written with x alone."""
FIRST, ALL_OF_IT = coordinates({i: upto(k)}, i), coordinates({i: upto(dim)}, i)
KEPT = Node("family", FIRST, ALL_OF_IT)


def released(data):
    """The law of the first k values of f and all values of g."""
    return select(joint(C, data), KEPT)


def second(data):
    """The conditional law of the values of g given the released values of f."""
    return conditional(released(data), 1, select(past[1], FIRST))


def occurs(data):
    """What is released of f has positive probability; else there is no law of the values of g given it."""
    return Compare(density(select(step(C, 1, data), FIRST), select(past[1], FIRST)), ">", 0)


def three(any_map, other):
    return reading("argument", any_map=any_map, markov=other, finite_coordinates=other)


private = ForAll(PAIRS, rdp(released(D), released(D_), alpha, epsilon_1 + epsilon_2))
factors = ForAll({D: data_sets(U), past: pasts(C, 2), past_: pasts(C, 2)},
                 Implies(Compare(prefix(past[1], k), "==", prefix(past_[1], k)), Compare(total_variation(step(C, 2, D, past), step(C, 2, D, past_)), "==", 0)))
inner = ForAll({(D, D_): neighbours(U), past: pasts(C, 2)}, Implies(All(occurs(D), occurs(D_)), rdp(second(D), second(D_), alpha, epsilon_2)))
SAME = {f"{a}+finite-coordinates": f"{a}+markov" for a in ("add-or-remove", "replace")}
ONE = {f"{a}+markov": f"{a}+any-map" for a in ("add-or-remove", "replace")}

CLAIMS = (
    Claim("frdp/thm-5", Source("Theorem 5"), forall={**RUN, **SPIKES}, given=STEPS, states=three(All(private, spike_rdp(epsilon_1 + epsilon_2)), private),
          uses=("frdp/proof-thm-5",), same_as=SAME),
    Claim("frdp/proof-thm-5", PROOF, part="factors", part_of="frdp/thm-5", forall=SEEN, given=STEPS, states=factors, same_as=ONE),
    Claim("frdp/proof-thm-5", PROOF, part="inner", part_of="frdp/thm-5", forall=SEEN, given=STEPS, states=inner, same_as=ONE),
)
