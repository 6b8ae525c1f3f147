r"""The privacy loss is non-negative.

Statement (Proposition 3; Definition 1)
    prop-3       W_mu >= 0 for mu >= 1.
    prop-3-step  A coupling gamma is positive everywhere, gamma(x, y) > 0.

Reading
    coupling   every: gamma(x, y) > 0 at all points, for every coupling; optimal: for the couplings of least mean cost; probability: gamma is a
               probability, its values are at least 0.
    where      everywhere: at all pairs of points; on-supports: at points that have positive weight or density under P and under Q.
    gamma(x, y) is the weight of a point, or the density where there is one.

Measured
    W_mu; the weight of a coupling at a pair of points.

Claimed
    0.
"""

from theorems.wdp.definitions import DIMENSIONS, NORMS, SPACE, P, Q, W, dim, mu, r
from theorems.wdp.definitions_laws import LAWS, g, mean_cost, x, y
from verify.claims import All, Claim, Compare, Couplings, Points, Source, at_least, reading
from verify.quantities import density

weight = density(g, (x, y))
positive = Compare(weight, ">", 0)

CLAIMS = (
    Claim("wdp/prop-3", Source("Proposition 3"), forall={mu: at_least(1), dim: DIMENSIONS, r: NORMS, P: LAWS, Q: LAWS}, states=Compare(W(P, Q, mu, r), ">=", 0),
          uses=("wdp/prop-3-step",)),
    Claim("wdp/prop-3-step", Source("Definition 1; proof of Proposition 3"), part_of="wdp/prop-3",
          forall={mu: at_least(1), dim: DIMENSIONS, r: NORMS, P: LAWS, Q: LAWS, g: Couplings(P, Q), x: Points(SPACE), y: Points(SPACE)},
          given=(reading("coupling", every=None, optimal=Compare(mean_cost(g, mu, r), "==", W(P, Q, mu, r)), probability=None),
               reading("where", everywhere=None, on_supports=All(Compare(density(P, x), ">", 0), Compare(density(Q, y), ">", 0)))),
          states=reading("coupling", every=positive, optimal=positive, probability=Compare(weight, ">=", 0))),
)
