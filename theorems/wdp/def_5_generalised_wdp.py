r"""(mu, epsilon)-WDP is the special case of generalised (mu, epsilon)-WDP as delta tends to 0.

Statement (sentence after Definition 5, eq. 9)
    Generalised WDP asks for Pr[W_mu(P, Q) >= epsilon] <= delta; plain WDP, W_mu(P, Q) <= epsilon, is its special case when delta tends to zero.

Reading
    limit      every-delta: WDP implies eq. 9 for every delta > 0; delta-zero: WDP implies eq. 9 with delta = 0;
               converse: eq. 9 for all delta > 0 implies WDP.
    W_mu(P, Q) is a number here, so that the probability is 1 or 0. Eq. 9 has the event W_mu >= epsilon, Definition 3 has W_mu <= epsilon.

Measured
    The probability of the event of eq. 9, and W_mu.

Claimed
    The bound delta (or 0), and the budget epsilon.
"""

from theorems.wdp.definitions import DIMENSIONS, NORMS, SPACE, P, Q, W, delta, dim, epsilon, mu, r, wdp
from verify.claims import Claim, Compare, ForAll, If, Laws, Source, above, at_least, numbers, reading

delta_ = numbers("delta_")
failure = If(Compare(W(P, Q, mu, r), ">=", epsilon), 1, 0)
plain = wdp(P, Q, mu, epsilon, r)

CLAIM = Claim(
    "wdp/def-5-special", Source("Definition 5", eq="9"),
    forall={mu: at_least(1), dim: DIMENSIONS, r: NORMS, P: Laws(SPACE), Q: Laws(SPACE), epsilon: at_least(0), delta: above(0)},
    given=(reading("limit", every_delta=plain, delta_zero=plain, converse=ForAll({delta_: above(0)}, Compare(failure, "<=", delta_))),),
    states=reading("limit", every_delta=Compare(failure, "<=", delta), delta_zero=Compare(failure, "<=", 0), converse=plain),
)
