r"""Guarantees for functions and for their values.

Statement (Definitions 3, 4 and 6, Remark 1; Sections 1 and 2.4)
    def-3                 A random function is (epsilon, delta)-DP if its values at any finitely many points satisfy the inequality for events.
    def-4                 A random function is (alpha, epsilon)-RDP if the divergence of its values at any finitely many points, a number in [0, oo], is at
                          most epsilon.
    rem-1                 The definitions for functions agree with those for vectors: a vector is a function on finitely many points.
    text-thm1-functional  A mechanism with two arguments, an earlier output and the data set, is the same as a mechanism whose outputs are functions of the
                          earlier output.
    text-adaptive         A released function may be evaluated at points that are fixed in advance, chosen after it was drawn, or chosen from earlier answers;
                          the answers keep the (epsilon, delta)-DP of the function.
    text-eval             One function may be evaluated at arbitrarily many points, and the vector of values keeps the guarantee.

Reading
    pairs            all pairs of data sets, as Definition 3 prints; or neighbours.
    divergence       of laws with densities, or of any laws. With densities, the laws of all lists of values must have one.
    points           a set of different points, or a list in which a point may stand twice; chosen in advance, from released values, or from the data.
    evaluation set   one for both data sets, or one for each: then the vectors may differ in length, and have no divergence.
    process          any function on R^d; one with continuous paths; or a countable menu of points. For the last two the values at finitely many points tell all; for
                     the first a spike at a random place is invisible at fixed points.
    events           of eq. 1: those of the points that carry mass on either data set.
                     From the data: n places for D, n for D', so that what is asked for depends on the data set, and what is answered is the function.
    after            the rule that chooses the points sees released values; or anything, the data set too, and again what is answered is the function.

Measured
    Masses, hockey-stick and Renyi divergences of the values that are released.

Claimed
    The inequality for events; epsilon and delta; a value in [0, oo].
"""

from theorems.frdp.definitions import (
    D_,
    DATA,
    LEVEL,
    ORDER,
    PAIR,
    SPACE,
    D,
    E,
    M,
    P,
    Q,
    U,
    alpha,
    delta,
    dim,
    dp,
    epsilon,
    epsilon_2,
    k,
    m,
    n,
    rdp,
)
from theorems.frdp.definitions_evaluation import LISTED, PLACES, S_, SPIKES, TARGET, VECTOR_DP, G, S, process, spike_dp, spike_rdp
from verify.claims import (
    All,
    Claim,
    Compare,
    Euclid,
    Events,
    ForAll,
    Iff,
    Implies,
    Kernels,
    Laws,
    Member,
    Sequences,
    Source,
    Subsets,
    Sup,
    above,
    at_least,
    between,
    data_sets,
    exp,
    integers,
    marginal,
    mixture,
    neighbours,
    number,
    numbers,
    objects,
    oo,
    push,
    reading,
    select,
    size,
    unstated,
    upto,
)
from verify.quantities import mass, renyi_divergence

i = numbers("i")
t, t_ = objects("t t_")

TEXT = Source("Section 2.4")

# --- definitions --------------------------------------------------------------------------------------------------------------------

event = Compare(mass(M(D), E), "<=", exp(epsilon) * mass(M(D_), E) + delta)
on_events = ForAll({E: Events(mixture((number("1/2"), M(D)), (number("1/2"), M(D_))))}, event)
eq_1 = reading("pairs", all=ForAll({D: data_sets(U), D_: data_sets(U)}, on_events), adjacent=ForAll({(D, D_): neighbours(U)}, on_events))
def_1 = ForAll({(D, D_): neighbours(U)}, dp(M(D), M(D_), epsilon, delta))

value = Member(renyi_divergence(select(P, S), select(Q, S_), alpha), between(0, oo))
has_densities = All(*(Member(select(law, places), Laws(Euclid(size(places), 2), density=True)) for law, places in ((P, S), (Q, S_))))
eq_4 = All(Compare(size(S), "==", size(S_)), reading("divergence", densities=All(has_densities, value), measures=value))


def at(places, level):
    """(alpha, level)-RDP of the values at these places."""
    return rdp(select(P, places), select(Q, places), alpha, level)


LISTS = {t: Sequences(n, upto(dim))}
on_sets = ForAll({S: Subsets(upto(dim))}, Implies(All(Compare(size(S), ">=", 1), Compare(size(S), "<=", n)), at(S, epsilon)))
def_4 = reading("points", distinct=on_sets, repeats=ForAll(LISTS, at(t, epsilon)))
def_2 = ForAll(LISTS, at(t, epsilon))
def_6 = Compare(Sup(LISTS, renyi_divergence(select(P, t), select(Q, t), alpha)), "<=", epsilon)

# --- a map of two arguments -------------------------------------------------------------------------------------------------------------

jointly = ForAll({S: Subsets(upto(n))}, Implies(Compare(size(S), ">=", 1), at(S, epsilon_2)))
each = ForAll({i: upto(n)}, rdp(marginal(P, i), marginal(Q, i), alpha, epsilon_2))

# --- released values ---------------------------------------------------------------------------------------------------------------------


def released(guarantee, spiked, *levels):
    """The guarantee of what is released, where the points are fixed, chosen from values, or from the data."""
    return reading("points", fixed=guarantee(select(P, S), select(Q, S), *levels), from_released=process(guarantee(push(G, P), push(G, Q), *levels), spiked),
                   from_data=guarantee(select(P, t), select(Q, t_), *levels))


OWN_PLACES = {n: integers(1), t: Sequences(n, upto(dim)), t_: Sequences(n, upto(dim))}
GIVEN = (dp(P, Q, epsilon, delta),)
SPIKED = spike_dp(epsilon, delta)
in_advance = dp(select(P, S), select(Q, S), epsilon, delta)
afterwards = reading("after", released_values=dp(push(G, P), push(G, Q), epsilon, delta), unrestricted=dp(select(P, t), select(Q, t_), epsilon, delta))
SAME = {"from-released+countable-menu": "from-released+continuous-paths"}

CLAIMS = (
    Claim("frdp/def-3", Source("Definition 3", eq="1"),
          forall={epsilon: unstated(at_least(0)), delta: unstated(between(0, 1)), dim: integers(1), **DATA, M: Kernels(data_sets(U), SPACE)}, given=(eq_1,),
          states=def_1),
    Claim("frdp/def-4", Source("Definition 4", eq="4"), forall={alpha: above(1), **LISTED}, given=(Compare(size(S), ">=", 1), Compare(size(S_), ">=", 1)), states=eq_4),
    Claim("frdp/rem-1", Source("Remark 1 and Appendix F"), part="def-2", forall={alpha: above(1), epsilon: at_least(0), **PAIR, n: integers(1)}, states=Iff(def_4, def_2)),
    Claim("frdp/rem-1", Source("Remark 1 and Appendix F"), part="def-6", forall={alpha: above(1), epsilon: at_least(0), **PAIR, n: integers(1)}, states=Iff(def_4, def_6)),
    Claim("frdp/text-thm1-functional", Source("Section 3.4"), part="same", forall={n: integers(1), m: integers(1), k: integers(1)},
          states=Compare(k ** (n * m), "==", (k**n) ** m)),
    Claim("frdp/text-thm1-functional", Source("Section 3.4"), part="means",
          forall={**ORDER, epsilon_2: at_least(0), n: integers(1), P: Laws(Euclid(n, 2)), Q: Laws(Euclid(n, 2))}, given=(jointly,), states=each),
    Claim("frdp/text-adaptive", TEXT, part="in-advance", forall={**VECTOR_DP, **PLACES}, given=GIVEN,
          states=reading("process", arbitrary=in_advance, continuous_paths=in_advance, countable_menu=in_advance),
          same_as={"continuous-paths": "arbitrary", "countable-menu": "arbitrary"}),
    Claim("frdp/text-adaptive", TEXT, part="afterwards", forall={**VECTOR_DP, **TARGET, **OWN_PLACES, **SPIKES}, given=GIVEN, states=process(afterwards, SPIKED),
          same_as={f"countable-menu+{rule}": f"continuous-paths+{rule}" for rule in ("released-values", "unrestricted")}),
    Claim("frdp/text-adaptive", TEXT, part="adaptive", forall={**VECTOR_DP, **TARGET, **SPIKES}, given=GIVEN,
          states=process(dp(push(G, P), push(G, Q), epsilon, delta), SPIKED), same_as={"countable-menu": "continuous-paths"}),
    Claim("frdp/text-eval", Source("Section 1"), part="dp", forall={**VECTOR_DP, **PLACES, **TARGET, **OWN_PLACES, **SPIKES}, given=GIVEN,
          states=released(dp, SPIKED, epsilon, delta), same_as=SAME),
    Claim("frdp/text-eval", Source("Section 1"), part="rdp", forall={**ORDER, **LEVEL, **PAIR, **PLACES, **TARGET, **OWN_PLACES, **SPIKES}, given=(rdp(P, Q, alpha, epsilon),),
          states=released(rdp, spike_rdp(epsilon), alpha, epsilon), same_as=SAME),
)
