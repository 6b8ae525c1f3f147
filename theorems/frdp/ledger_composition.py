"""Ledger of composition, post-processing and evaluation (sections 2.2, 2.4, 3.2, 3.4 and the proofs).

Of epsilon and delta in the quoted statements on evaluation the source gives no range.
"""

from theorems.frdp.definitions import (
    ADJACENT,
    LEVEL,
    ORDER,
    PAIR,
    P,
    Q,
    alpha,
    delta,
    dim,
    dp,
    epsilon,
    epsilon_1,
    epsilon_2,
    k,
    m,
    n,
    rdp,
)
from theorems.frdp.definitions_composition import PARALLEL, PARALLEL_READINGS, PLACES, RUN, SEQUENTIAL, at_step, on_parts
from theorems.frdp.definitions_composition import epsilon as levels
from theorems.frdp.definitions_evaluation import PLACES as PLACE
from theorems.frdp.definitions_evaluation import SPIKES, TARGET, VECTOR_DP
from verify.claims import (
    Compare,
    Euclid,
    ForAll,
    Implies,
    Item,
    Laws,
    Scope,
    Sequences,
    Source,
    Subsets,
    Unchecked,
    at_least,
    equals,
    integers,
    numbers,
    objects,
    reading,
    select,
    size,
    upto,
)

S, t, t_ = objects("S t t_")
k_1, k_2 = numbers("k_1 k_2")

OWN_PLACES = {n: integers(1), t: Sequences(n, upto(dim)), t_: Sequences(n, upto(dim))}
PROOFS = "Appendix A"
STEPS = (at_step(1, epsilon_1), at_step(2, epsilon_2))
PROCESS = {"process": ("arbitrary", "continuous-paths", "countable-menu")}
AFTER = {"after": ("released-values", "unrestricted")}
CHOICE = {"points": ("fixed", "from-released", "from-data")}
ARGUMENT = {"argument": ("any-map", "markov", "finite-coordinates")}
SIZES = {n: integers(1), m: integers(1), k_1: integers(1), k_2: integers(1)}
JOINTLY = ForAll({S: Subsets(upto(n))}, Implies(Compare(size(S), ">=", 1), rdp(select(P, S), select(Q, S), alpha, epsilon_2)))
SEEN = {k: reading("argument", any_map=integers(1, dim), markov=integers(1, dim), finite_coordinates=equals(dim, within=integers(1, dim)))}
"""The number of released coordinates of f: for a g that depends on finitely many, all that it sees are released, as the proof writes it."""

ITEMS = (
    Item("frdp/thm-1", "Sequential composition for vectors", "Theorem 1", Scope(SEQUENTIAL, given=STEPS, readings=ADJACENT)),
    Item("frdp/text-thm1-functional", "The second mechanism as a function of the first output", Source("Section 3.4"),
         Scope({n: integers(1), m: integers(1), k: integers(1)}, part="same"),
         Scope({**ORDER, epsilon_2: at_least(0), n: integers(1), P: Laws(Euclid(n, 2)), Q: Laws(Euclid(n, 2))}, given=(JOINTLY,), part="means"),
         note="same: maps of n inputs and m data sets to k outputs are counted by k^(n m), maps of m data sets to maps of n inputs by (k^n)^m."
              " means: if g as a functional mechanism on its first argument is (alpha, epsilon_2)-RDP, each g_r is; P and Q are the laws of its values at n inputs."),
    Item("frdp/thm-2", "Parallel composition for vectors", "Theorem 2", Scope(PARALLEL, given=(on_parts(levels),), readings=PARALLEL_READINGS), uses=("frdp/proof-thm-2",),
         note="That the mechanisms are independent is used in the proof and not stated.", proof=("frdp/proof-thm-2",)),
    Item("frdp/proof-thm-2", "One part differs, and the divergences add up", Source("Proof of Theorem 2", section=PROOFS),
         Scope(RUN, readings=PARALLEL_READINGS, part="one-part"), Scope(RUN, readings=PARALLEL_READINGS, part="additive"), part_of="frdp/thm-2"),
    Item("frdp/text-adaptive", "Points chosen in advance, afterwards, or adaptively", Source("Section 2.4"),
         Scope({**VECTOR_DP, **PLACE}, given=(dp(P, Q, epsilon, delta),), readings=PROCESS, part="in-advance"),
         Scope({**VECTOR_DP, **TARGET, **OWN_PLACES, **SPIKES}, given=(dp(P, Q, epsilon, delta),), readings={**PROCESS, **AFTER}, part="afterwards"),
         Scope({**VECTOR_DP, **TARGET, **SPIKES}, given=(dp(P, Q, epsilon, delta),), readings=PROCESS, part="adaptive"),
         note="P and Q are the laws of the values at the dim places that can be asked for; G turns them into the answers. released-values: the rule sees"
              " these, and is the same G for both data sets; unrestricted: it may look at the data set, so that the values at the n places t are released on D, those at the n"
              " places t_ on D'. in-advance: at the places S. arbitrary: also functions on an uncountable set with a spike of a height on D, of another on D', at a random"
              " place that another value tells, so that no fixed points see it."),
    Item("frdp/text-eval", "Evaluation at arbitrarily many points", Source("Section 1"),
         Scope({**VECTOR_DP, **PLACE, **TARGET, **OWN_PLACES, **SPIKES}, given=(dp(P, Q, epsilon, delta),), readings={**CHOICE, **PROCESS}, part="dp"),
         Scope({**ORDER, **LEVEL, **PAIR, **PLACE, **TARGET, **OWN_PLACES, **SPIKES}, given=(rdp(P, Q, alpha, epsilon),), readings={**CHOICE, **PROCESS}, part="rdp"),
         note="G and the spikes as in frdp/text-adaptive; fixed: the values at S, some of the dim points, are released. from-data: those at the n places t on D, at the n places t_ on D'."),
    Item("frdp/thm-3", "Post-processing", "Theorem 3",
         Scope({**ORDER, **LEVEL, **PAIR, **TARGET, **SPIKES}, given=(rdp(P, Q, alpha, epsilon),), readings={"evaluations": ("fixed", "sequential"), **PROCESS}),
         uses=("frdp/proof-thm-3",),
         note="fixed: finitely many values, P and Q their laws. sequential: finitely many, at places that depend on earlier values; arbitrary: of any function on an uncountable set.",
         proof=("frdp/proof-thm-3",)),
    Item("frdp/proof-thm-3", "Data processing at fixed points", Source("Proof of Theorem 3", section=PROOFS), Scope({**ORDER, **PAIR, **TARGET}), part_of="frdp/thm-3"),
    Item("frdp/thm-4", "Parallel composition for functions", "Theorem 4",
         Scope({**PARALLEL, **PLACES}, given=(on_parts(levels),), readings={**PARALLEL_READINGS, "evaluation": ("common", "separate")}),
         note="dim points; common: all components are released at all of them; separate: each at some of its own, V.",
         proof=(Unchecked("the values at finitely many points are vectors"), "frdp/proof-thm-2")),
    Item("frdp/thm-5", "Sequential composition for functions", "Theorem 5",
         Scope({**SEQUENTIAL, k: integers(1, dim), **SPIKES}, given=STEPS, readings={**ADJACENT, **ARGUMENT}), uses=("frdp/proof-thm-5",),
         note="g depends on f through its values at dim points, the first k of which are released. any-map: no measurability; markov: a kernel that is measurable for the"
              " cylinder field; finite-coordinates: finitely many fixed places of f."
              " any-map: also the supremum of a function with a spike at a random place.", proof=("frdp/proof-thm-5",)),
    Item("frdp/proof-thm-5", "The joint density is a product", Source("Proof of Theorem 5", section=PROOFS),
         Scope({**SEQUENTIAL, **SEEN}, given=STEPS, readings={**ADJACENT, **ARGUMENT}, part="factors"),
         Scope({**SEQUENTIAL, **SEEN}, given=STEPS, readings={**ADJACENT, **ARGUMENT}, part="inner"), part_of="frdp/thm-5",
         note="factors: the law of the values of g given f(X) = x is one G(x, .) that the released coordinates alone determine. inner: its divergence is at most epsilon_2,"
              " at every x of positive probability on both data sets. finite-coordinates: the places that g depends on are among those of X."),
    Item("frdp/text-thm5-space", "The product of two spaces of functions", "Theorem 5", Scope(SIZES, readings={"equality": ("sets", "bijection", "embedding")}),
         note="Sets T and S of n and m points, ranges of k_1 and k_2 points."),
)
