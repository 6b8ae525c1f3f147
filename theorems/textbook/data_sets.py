"""Mechanisms on data sets: neighbours, groups, composition."""

from theorems.textbook.books import DWORK, MCSHERRY, MIRONOV, TSYBAKOV, VADHAN, VILLANI
from theorems.textbook.names import DIM, SPACE, VECTORS, P, alpha, epsilon, k, mu, n, r
from verify.claims import (
    ADD_OR_REMOVE_ONE,
    BY_POSITION,
    INDEPENDENT,
    NO,
    REPLACE_ONE,
    YES,
    Claim,
    Compare,
    Compositions,
    Families,
    ForAll,
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
    neighbours,
    numbers,
    objects,
    oo,
    part,
    pasts,
    reading,
    step,
    upto,
)
from verify.quantities import hockey_stick_divergence, max_divergence, renyi_divergence, total_variation, wasserstein_distance

c, i, j = numbers("c i j")
C, D, D_, M, U, past = objects("C D D_ M U past")
ANY_ORDER = {alpha: between(0, oo)}
TRANSPORT = {mu: between(1, oo)}
ADJACENT = Universes(reading("adjacency", add_or_remove=ADD_OR_REMOVE_ONE, replace=REPLACE_ONE))
PAIRS = {(D, D_): neighbours(U)}
CHAIN = {**DIM, n: integers(1), k: integers(1), P: Families(upto(k + 1), Laws(SPACE))}
VECTOR_CHAIN = {**DIM, k: integers(1), P: Families(upto(k + 1), Laws(VECTORS))}
GROUPS, COMPOSITION, PARALLEL = f"{DWORK}, Theorem 2.2", f"{MIRONOV}, Proposition 1", f"{MCSHERRY}, Theorem 4"


def run(adaptive, partition=None, coins=INDEPENDENT):
    """n mechanisms on data sets of a universe."""
    return {**DIM, n: integers(1), U: ADJACENT, C: Compositions(n, U, VECTORS, coins, adaptive, partition)}


def added(divergence):
    """The divergence of all outputs is at most the sum of those of the steps, each at its worst past."""
    steps = Sum({i: upto(n)}, Sup({past: pasts(C, i)}, divergence(step(C, i, D, past), step(C, i, D_, past))))
    return ForAll({D: data_sets(U), D_: data_sets(U)}, Compare(divergence(joint(C, D), joint(C, D_)), "<=", steps))


def largest(divergence):
    """The divergence of all outputs is at most the largest one of a step on its part."""
    own = divergence(step(C, i, part(C, i, D)), step(C, i, part(C, i, D_)))
    return ForAll(PAIRS, Compare(divergence(joint(C, D), joint(C, D_)), "<=", Sup({i: upto(n)}, own)))


def links(distance):
    """The sum of the distances of successive distributions."""
    return Sum({i: upto(k)}, distance(P[i], P[i + 1]))


def chained(distance):
    return Compare(distance(P[1], P[k + 1]), "<=", links(distance))


def renyi(first, second):
    return renyi_divergence(first, second, alpha)


def moved(first, second):
    return wasserstein_distance(first, second, mu, r)


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
)
