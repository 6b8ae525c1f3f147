"""Mechanisms on data sets: neighbours, groups, composition."""

from theorems.textbook.books import DWORK, ERVEN, GDP, MCSHERRY, MIRONOV, TSYBAKOV, VADHAN, VILLANI
from theorems.textbook.names import DIM, SPACE, VECTORS, P, alpha, epsilon, k, mu, n, r
from verify.claims import (
    ADD_OR_REMOVE_ONE,
    BY_POSITION,
    BY_THE_WHOLE,
    BY_VALUE,
    INDEPENDENT,
    NO,
    REPLACE_ONE,
    SHARED,
    YES,
    Claim,
    Compare,
    Compositions,
    Exists,
    Families,
    ForAll,
    Implies,
    Kernels,
    Laws,
    Source,
    Sum,
    Sup,
    Universes,
    at_least,
    between,
    data_sets,
    exp,
    integers,
    joint,
    marginal,
    neighbours,
    numbers,
    objects,
    oo,
    part,
    part_neighbours,
    pasts,
    reading,
    sqrt,
    step,
    upto,
)
from verify.quantities import gaussian_dp, hockey_stick_divergence, max_divergence, renyi_divergence, total_variation, wasserstein_distance

c, i, j = numbers("c i j")
C, D, D_, E, E_, M, U, past = objects("C D D_ E E_ M U past")
ANY_ORDER = {alpha: between(0, oo)}
TRANSPORT = {mu: between(1, oo)}
ADJACENT = Universes(reading("adjacency", add_or_remove=ADD_OR_REMOVE_ONE, replace=REPLACE_ONE))
PAIRS = {(D, D_): neighbours(U)}
CHAIN = {**DIM, n: integers(1), k: integers(1), P: Families(upto(k + 1), Laws(SPACE))}
VECTOR_CHAIN = {**DIM, k: integers(1), P: Families(upto(k + 1), Laws(VECTORS))}
BY_RECORD = Universes(ADD_OR_REMOVE_ONE)
"""Where a part is chosen by the value of a record, a replaced record may change two parts."""
ANY_COINS = reading("coins", independent=INDEPENDENT, shared=SHARED)
ANY_ADAPTIVE = reading("adaptive", yes=YES, no=NO)
ANY_PARTITION = reading("partition", by_position=BY_POSITION, by_value=BY_VALUE, by_the_whole=BY_THE_WHOLE)
GROUPS, COMPOSITION, PARALLEL = f"{DWORK}, Theorem 2.2", f"{MIRONOV}, Proposition 1", f"{MCSHERRY}, Theorem 4"


def run(adaptive, partition=None, coins=INDEPENDENT):
    """n mechanisms on data sets of a universe."""
    return {**DIM, n: integers(1), U: ADJACENT, C: Compositions(n, U, VECTORS, coins, adaptive, partition)}


def added(divergence):
    """The divergence of all outputs is at most the sum of those of the steps, each at its worst past."""
    steps = Sum({i: upto(n)}, Sup({past: pasts(C, i)}, divergence(step(C, i, D, past), step(C, i, D_, past))))
    return ForAll({D: data_sets(U), D_: data_sets(U)}, Compare(divergence(joint(C, D), joint(C, D_)), "<=", steps))


def worst(index, divergence):
    """The divergence of one step at its worst past."""
    return Sup({past: pasts(C, index)}, divergence(step(C, index, D, past), step(C, index, D_, past)))


def largest(divergence):
    """The divergence of all outputs is at most the largest one of a step on its part."""
    own = divergence(step(C, i, part(C, i, D)), step(C, i, part(C, i, D_)))
    return ForAll(PAIRS, Compare(divergence(joint(C, D), joint(C, D_)), "<=", Sup({i: upto(n)}, own)))


def of_parts(divergence):
    """Parts of neighbouring data sets are equal, or neighbours."""
    own = divergence(step(C, i, part(C, i, D)), step(C, i, part(C, i, D_)))
    return ForAll({i: upto(n), **PAIRS}, Compare(own, "<=", Sup({(E, E_): part_neighbours(C, i)}, divergence(step(C, i, E), step(C, i, E_)), floor=0)))


def links(distance):
    """The sum of the distances of successive distributions."""
    return Sum({i: upto(k)}, distance(P[i], P[i + 1]))


def chained(distance):
    return Compare(distance(P[1], P[k + 1]), "<=", links(distance))


def renyi(first, second):
    return renyi_divergence(first, second, alpha)


def approximate(first, second):
    return hockey_stick_divergence(first, second, epsilon / n)


def moved(first, second):
    return wasserstein_distance(first, second, mu, r)


ANY_PAIRS = {D: data_sets(U), D_: data_sets(U)}
one_part = ForAll(PAIRS, Exists({j: upto(n)}, ForAll({i: upto(n)}, Implies(Compare(i, "!=", j), Compare(part(C, i, D), "==", part(C, i, D_))))))

CLAIMS = (
    Claim("textbook/neighbours", Source("Neighbours are neighbours in either order", section=f"{DWORK}, Section 2.3"),
          forall={**ANY_ORDER, **DIM, U: ADJACENT, M: Kernels(data_sets(U), VECTORS)},
          states=Compare(Sup(PAIRS, renyi(M(D), M(D_))), "==", Sup(PAIRS, renyi(M(D_), M(D))))),
    Claim("textbook/chain-w", Source("Wasserstein distances along a chain", section=f"{VILLANI}, Chapter 6"), forall={**TRANSPORT, **VECTOR_CHAIN},
          states=chained(moved)),
    Claim("textbook/chain-tv", Source("Total variation along a chain", section=f"{TSYBAKOV}, Lemma 2.1"), forall=CHAIN, states=chained(total_variation)),
    Claim("textbook/chain-max", Source("Group privacy: divergences of order oo along a chain", section=GROUPS), forall=CHAIN, states=chained(max_divergence)),
    Claim("textbook/chain-hockey-stick", Source("Group privacy of approximate guarantees", section=f"{VADHAN}, Lemma 7.2.2"),
          forall={epsilon: at_least(0), **CHAIN},
          states=Compare(hockey_stick_divergence(P[1], P[k + 1], k * epsilon), "<=",
                         Sum({i: upto(k)}, exp((i - 1) * epsilon) * hockey_stick_divergence(P[i], P[i + 1], epsilon)))),
    Claim("textbook/chain-renyi", Source("Group privacy of Renyi guarantees", section=f"{MIRONOV}, Proposition 2"),
          forall={c: integers(0), alpha: at_least(2 ** (c + 1)), **DIM, P: Families(upto(2**c + 1), Laws(VECTORS))},
          states=Compare(renyi_divergence(P[1], P[2**c + 1], alpha / 2**c), "<=", 3**c * Sup({i: upto(2**c)}, renyi(P[i], P[i + 1])))),
    Claim("textbook/composition-renyi", Source("Renyi divergences of adaptive steps add up", section=COMPOSITION), forall={**ANY_ORDER, **run(YES)},
          states=added(renyi)),
    Claim("textbook/composition-tv", Source("Total variation of adaptive steps adds up", section=f"{DWORK}, Theorem 3.16"), forall=run(YES),
          states=added(total_variation)),
    Claim("textbook/composition-w", Source("Wasserstein distances of independent steps add up", section=f"{VILLANI}, Chapter 6"),
          forall={**TRANSPORT, **run(NO)}, states=added(moved)),
    Claim("textbook/parallel-renyi", Source("Parallel composition: the largest Renyi divergence of a part", section=PARALLEL),
          forall={**ANY_ORDER, **run(NO, BY_POSITION)}, states=largest(renyi)),
    Claim("textbook/parallel-tv", Source("Parallel composition: the largest total variation of a part", section=PARALLEL), forall=run(NO, BY_POSITION),
          states=largest(total_variation)),
    Claim("textbook/parallel-w", Source("Parallel composition: the largest Wasserstein distance of a part", section=PARALLEL),
          forall={**TRANSPORT, **run(NO, BY_POSITION)}, states=largest(moved)),
    Claim("textbook/parallel-renyi", Source("Parallel composition: the largest Renyi divergence of a part", section=PARALLEL), part="by-value",
          forall={**ANY_ORDER, **run(NO, BY_VALUE), U: BY_RECORD}, states=largest(renyi)),
    Claim("textbook/parallel-w", Source("Parallel composition: the largest Wasserstein distance of a part", section=PARALLEL), part="by-value",
          forall={**TRANSPORT, **run(NO, BY_VALUE), U: BY_RECORD}, states=largest(moved)),
    Claim("textbook/parts-renyi", Source("Parts of neighbours are equal, or neighbours: Renyi divergences", section=PARALLEL), part="by-position",
          forall={**ANY_ORDER, **run(NO, BY_POSITION, ANY_COINS)}, states=of_parts(renyi)),
    Claim("textbook/parts-renyi", Source("Parts of neighbours are equal, or neighbours: Renyi divergences", section=PARALLEL), part="by-value",
          forall={**ANY_ORDER, **run(NO, BY_VALUE, ANY_COINS), U: BY_RECORD}, states=of_parts(renyi)),
    Claim("textbook/parts-w", Source("Parts of neighbours are equal, or neighbours: Wasserstein distances", section=PARALLEL), part="by-position",
          forall={**TRANSPORT, **run(NO, BY_POSITION, ANY_COINS)}, states=of_parts(moved)),
    Claim("textbook/parts-w", Source("Parts of neighbours are equal, or neighbours: Wasserstein distances", section=PARALLEL), part="by-value",
          forall={**TRANSPORT, **run(NO, BY_VALUE, ANY_COINS), U: BY_RECORD}, states=of_parts(moved)),
    Claim("textbook/parallel-one", Source("A record lies in one part", section=PARALLEL), part="by-position", forall=run(NO, BY_POSITION, ANY_COINS), states=one_part),
    Claim("textbook/parallel-one", Source("A record lies in one part", section=PARALLEL), part="by-value", forall={**run(NO, BY_VALUE, ANY_COINS), U: BY_RECORD},
          states=one_part),
    Claim("textbook/parallel-sum", Source("Divergences of independent mechanisms on parts of the data add up", section=f"{ERVEN}, Theorem 28"),
          forall={**ANY_ORDER, **run(NO, ANY_PARTITION)},
          states=ForAll(ANY_PAIRS, Compare(renyi(joint(C, D), joint(C, D_)), "==", Sum({i: upto(n)}, renyi(step(C, i, part(C, i, D)), step(C, i, part(C, i, D_))))))),
    Claim("textbook/parallel-output", Source("An output of mechanisms on parts of the data is the output of one mechanism", section=f"{VILLANI}, Chapter 6"),
          forall={**TRANSPORT, **run(NO, ANY_PARTITION, ANY_COINS)},
          states=ForAll({i: upto(n), **ANY_PAIRS}, Compare(moved(marginal(joint(C, D), i), marginal(joint(C, D_), i)), "<=",
                                                         moved(step(C, i, part(C, i, D)), step(C, i, part(C, i, D_)))))),
    Claim("textbook/composition-gdp", Source("Composition of Gaussian differential privacy", section=f"{GDP}, Corollary 2"), part="two",
          forall={**DIM, U: ADJACENT, C: Compositions(2, U, VECTORS, INDEPENDENT, ANY_ADAPTIVE, None)},
          states=ForAll(PAIRS, Compare(gaussian_dp(joint(C, D), joint(C, D_)), "<=", sqrt(worst(1, gaussian_dp) ** 2 + worst(2, gaussian_dp) ** 2)))),
    Claim("textbook/composition-gdp", Source("Composition of Gaussian differential privacy", section=f"{GDP}, Corollary 2"), part="equal",
          forall={**run(ANY_ADAPTIVE)},
          states=ForAll(PAIRS, Compare(gaussian_dp(joint(C, D), joint(C, D_)), "<=", sqrt(n) * Sup({i: upto(n)}, worst(i, gaussian_dp))))),
    Claim("textbook/composition-hockey-stick", Source("Basic composition of approximate privacy", section=f"{DWORK}, Theorem 3.16"),
          forall={epsilon: at_least(0), **run(ANY_ADAPTIVE)},
          states=ForAll(ANY_PAIRS, Compare(hockey_stick_divergence(joint(C, D), joint(C, D_), epsilon), "<=", n * Sup({i: upto(n)}, worst(i, approximate))))),
    Claim("textbook/composition-output", Source("The output of one of several mechanisms that do not see each other", section=f"{VILLANI}, Chapter 6"),
          forall={**TRANSPORT, **run(NO, None, ANY_COINS)},
          states=ForAll({i: upto(n), **ANY_PAIRS}, Compare(moved(marginal(joint(C, D), i), marginal(joint(C, D_), i)), "<=", worst(i, moved)))),
    Claim("textbook/composition-two-renyi", Source("Renyi divergences of two adaptive steps add up", section=COMPOSITION),
          forall={**ANY_ORDER, **DIM, U: ADJACENT, C: Compositions(2, U, VECTORS, INDEPENDENT, YES, None)},
          states=ForAll(ANY_PAIRS, Compare(renyi(joint(C, D), joint(C, D_)), "<=", worst(1, renyi) + worst(2, renyi)))),
)
