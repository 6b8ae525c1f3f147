r"""Group privacy: k differing entries cost k times the budget.

Statement (Proposition 13; proof with eq. 81)
    prop-13  If M is (mu, epsilon)-WDP and D, D' differ in k entries, then W_mu(M(D), M(D')) <= k epsilon.
    eq-81    Along a chain of data sets, each differing in one entry from the next, the sum of the k losses equals k epsilon.

Reading
    intermediate   present: between two data sets that differ in more than one entry there is a third in the set of data sets, one entry from the first
                   and nearer to the second by one (so a chain exists); unrestricted: no such condition.
    last relation  equality: the sum is k epsilon, as displayed; inequality: it is at most k epsilon (eq. 81).
    P[1], ..., P[k + 1] are the output laws along the chain (eq. 81).

Measured
    W_mu between the outputs on D and D'; the sum of k successive losses (eq. 81).

Claimed
    k epsilon.
"""

from theorems.wdp.definitions import DIMENSIONS, NORMS, SPACE, P, W, dim, epsilon, mu, r, wdp
from theorems.wdp.definitions_laws import D_, DATA, MECHANISMS, D, M, U, for_all_neighbours
from verify.claims import (
    All,
    Claim,
    Compare,
    Exists,
    Families,
    ForAll,
    If,
    Implies,
    Laws,
    Source,
    Sum,
    at_least,
    data_sets,
    equals,
    integers,
    numbers,
    objects,
    reading,
    size,
    upto,
)

i, k = numbers("i k")
A, B, E = objects("A B E")


def differing(first, second):
    """In how many entries two data sets differ."""
    return Sum({i: upto(size(first))}, If(Compare(first[i], "!=", second[i]), 1, 0))


CHAINS = ForAll({A: data_sets(U), B: data_sets(U)}, Implies(Compare(differing(A, B), ">", 1), Exists(
    {E: data_sets(U)}, All(Compare(differing(A, E), "==", 1), Compare(differing(E, B), "==", differing(A, B) - 1)))))
losses = Sum({i: upto(k)}, W(P[i], P[i + 1], mu, r))

CLAIMS = (
    Claim("wdp/prop-13", Source("Proposition 13"),
          forall={mu: at_least(1), dim: DIMENSIONS, r: NORMS, U: DATA, M: MECHANISMS, D: data_sets(U), D_: data_sets(U),
                  k: equals(differing(D, D_), within=integers(0)), epsilon: at_least(0)},
          given=(for_all_neighbours(wdp(M(D), M(D_), mu, epsilon, r)), reading("intermediate", present=CHAINS, unrestricted=None)),
          states=wdp(M(D), M(D_), mu, k * epsilon, r), uses=("wdp/prop-2",)),
    Claim("wdp/eq-81", Source("Proof of Proposition 13", eq="81"), part_of="wdp/prop-13",
          forall={mu: at_least(1), dim: DIMENSIONS, r: NORMS, k: integers(1), P: Families(upto(k + 1), Laws(SPACE)), epsilon: at_least(0)},
          given=(ForAll({i: upto(k)}, wdp(P[i], P[i + 1], mu, epsilon, r)),),
          states=reading("last relation", equality=Compare(losses, "==", k * epsilon), inequality=Compare(losses, "<=", k * epsilon))),
)
