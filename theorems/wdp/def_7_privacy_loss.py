r"""The budget of DP bounds the pointwise loss, surely or with probability 1 - delta.

Statement (Definition 7 and the sentence after it, eq. 127)
    Loss(o) = log p(o)/q(o). Under epsilon-DP the budget is the strict upper bound of the loss; under (epsilon, delta)-DP it is one with confidence
    1 - delta: Pr over o from M(D) of Loss(o) <= epsilon is at least 1 - delta.

Reading
    strict     less: Loss(o) < epsilon; at-most: Loss(o) <= epsilon (for the pure part).
    Parts pure and approximate. DP is Definition 6 for both orders of the pair: D_oo <= epsilon, and sup_S P(S) - e^epsilon Q(S) <= delta.

Measured
    Loss(o) at a possible outcome; the probability that it is at most epsilon.

Claimed
    epsilon; 1 - delta.
"""

from theorems.wdp.definitions import DIMENSIONS, NORMS, SPACE, P, Q, delta, dim, epsilon, r
from theorems.wdp.definitions_laws import LAWS, o, pointwise_loss
from verify.claims import Claim, Compare, Points, Prob, Source, at_least, between, reading
from verify.quantities import density, hockey_stick_divergence, max_divergence

SOURCE = Source("Definition 7", eq="127")

CLAIMS = (
    Claim("wdp/text-def7-quantile", SOURCE, part="pure",
          forall={dim: DIMENSIONS, r: NORMS, P: LAWS, Q: LAWS, o: Points(SPACE), epsilon: at_least(0)},
          given=(Compare(max_divergence(P, Q), "<=", epsilon), Compare(max_divergence(Q, P), "<=", epsilon), Compare(density(P, o), ">", 0)),
          states=reading("strict", less=Compare(pointwise_loss(P, Q, o), "<", epsilon), at_most=Compare(pointwise_loss(P, Q, o), "<=", epsilon))),
    Claim("wdp/text-def7-quantile", SOURCE, part="approximate",
          forall={dim: DIMENSIONS, r: NORMS, P: LAWS, Q: LAWS, epsilon: at_least(0), delta: between(0, 1)},
          given=(Compare(hockey_stick_divergence(P, Q, epsilon), "<=", delta), Compare(hockey_stick_divergence(Q, P, epsilon), "<=", delta)),
          states=Compare(Prob({o: P}, Compare(pointwise_loss(P, Q, o), "<=", epsilon)), ">=", 1 - delta)),
)
