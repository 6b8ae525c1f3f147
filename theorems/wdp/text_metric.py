r"""The privacy loss of WDP is a metric.

Statement (Introduction, item 2; Conclusion)
    For mu >= 1 the map (P, Q) -> W_mu(P, Q) is a metric: finite, non-negative, symmetric, it satisfies the triangle inequality and vanishes only
    for equal laws.

Reading
    moments    finite: moments of order mu are finite; any: arbitrary laws, distances in [0, oo], so that part finite is about the former alone.
    Parts finite (a metric takes real values), nonneg, symmetry, triangle, zero; zero is an equivalence, so that the distance of a law to itself is included.

Measured
    W_mu.

Claimed
    The conditions of a metric.
"""

from theorems.wdp.definitions import DIMENSIONS, NORMS, SPACE, P, Q, W, dim, moments, mu, r
from theorems.wdp.definitions_laws import P_1, P_2, P_3
from verify.claims import REALS, Claim, Compare, Iff, Laws, Member, Source, at_least

SOURCE = Source("Introduction, item 2; Conclusion")
FINITE = Laws(SPACE, moments=moments(mu))
PAIR = {mu: at_least(1), dim: DIMENSIONS, r: NORMS, P: FINITE, Q: FINITE}

CLAIMS = (
    Claim("wdp/text-metric", SOURCE, part="finite",
          forall={mu: at_least(1), dim: DIMENSIONS, r: NORMS, P: Laws(SPACE, moments=mu), Q: Laws(SPACE, moments=mu)}, states=Member(W(P, Q, mu, r), REALS)),
    Claim("wdp/text-metric", SOURCE, part="nonneg", forall=PAIR, states=Compare(W(P, Q, mu, r), ">=", 0), uses=("wdp/prop-3",)),
    Claim("wdp/text-metric", SOURCE, part="symmetry", forall=PAIR, states=Compare(W(P, Q, mu, r), "==", W(Q, P, mu, r)), uses=("wdp/prop-1",)),
    Claim("wdp/text-metric", SOURCE, part="triangle", forall={mu: at_least(1), dim: DIMENSIONS, r: NORMS, P_1: FINITE, P_2: FINITE, P_3: FINITE},
          states=Compare(W(P_1, P_3, mu, r), "<=", W(P_1, P_2, mu, r) + W(P_2, P_3, mu, r)), uses=("wdp/prop-2",)),
    Claim("wdp/text-metric", SOURCE, part="zero", forall=PAIR, states=Iff(Compare(W(P, Q, mu, r), "==", 0), Compare(P, "==", Q))),
)
