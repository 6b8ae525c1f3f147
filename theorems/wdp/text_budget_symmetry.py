r"""An asymmetric loss has a symmetric budget; a symmetric loss needs half of the pairs.

Statement (Discussion, "Symmetry")
    If D_alpha(M(D) || M(D')) <= epsilon for all ordered neighbours, then D_alpha(M(D') || M(D)) <= epsilon as well, although the two values may differ.
    With a symmetric loss only half of the ordered pairs need evaluation.

Reading
    Parts: budget (the implication), differ (two values that differ exist), half (for W_mu: whichever orientation of each pair is evaluated, the
    supremum is that over all ordered pairs, and half of them are evaluated). An orientation is a ranking of the data sets that separates neighbours.

Measured
    D_alpha of the exchanged pair; the supremum of W_mu over the chosen half, and its number of pairs.

Claimed
    epsilon; the supremum over all ordered pairs, and half of their number.
"""

from theorems.wdp.definitions import DIMENSIONS, NORMS, P, Q, W, dim, epsilon, mu, r
from theorems.wdp.definitions_laws import D_, DATA, LAWS, MECHANISMS, D, M, U, for_all_neighbours
from verify.claims import (
    REALS,
    All,
    Claim,
    Compare,
    Exists,
    Maps,
    Source,
    Sum,
    Sup,
    above,
    at_least,
    data_sets,
    neighbours,
    numbers,
    objects,
)
from verify.quantities import renyi_divergence

alpha = numbers("alpha")
rank = objects("rank")
SOURCE = Source("Discussion, Symmetry")
PAIRS = {(D, D_): neighbours(U)}
CHOSEN = Compare(rank(D), "<", rank(D_))

CLAIMS = (
    Claim("wdp/text-budget-symmetry", SOURCE, part="budget",
          forall={alpha: above(1), dim: DIMENSIONS, r: NORMS, U: DATA, M: MECHANISMS, epsilon: at_least(0)},
          given=(for_all_neighbours(Compare(renyi_divergence(M(D), M(D_), alpha), "<=", epsilon)),),
          states=for_all_neighbours(Compare(renyi_divergence(M(D_), M(D), alpha), "<=", epsilon))),
    Claim("wdp/text-budget-symmetry", SOURCE, part="differ", forall={alpha: above(1)},
          states=Exists({dim: DIMENSIONS, r: NORMS, P: LAWS, Q: LAWS}, Compare(renyi_divergence(P, Q, alpha), "!=", renyi_divergence(Q, P, alpha)))),
    Claim("wdp/text-budget-symmetry", SOURCE, part="half",
          forall={mu: at_least(1), dim: DIMENSIONS, r: NORMS, U: DATA, M: MECHANISMS, rank: Maps(data_sets(U), REALS)},
          given=(for_all_neighbours(Compare(rank(D), "!=", rank(D_))),),
          states=All(Compare(Sup(PAIRS, W(M(D), M(D_), mu, r), where=CHOSEN), "==", Sup(PAIRS, W(M(D), M(D_), mu, r))),
                     Compare(Sum(PAIRS, 1, where=CHOSEN), "==", Sum(PAIRS, 1) / 2)),
          uses=("wdp/prop-1",)),
)
