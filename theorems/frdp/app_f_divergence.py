r"""Properties of the Renyi divergence.

Statement (Appendix F)
    For alpha > 1 the divergence is at least 0 and increases with alpha. Its limit at 1 is the Kullback-Leibler divergence, at infinity ess sup log(p/q).

Reading
    increasing            not decreasing, or strictly increasing.
    side                  alpha tends to 1 from above, as all orders of the source lie there, or from below.
    laws                  any two, or two whose divergence of some order above 1 is finite.

Measured
    Renyi divergences of two laws.

Claimed
    0; the divergence of a larger order.
"""

from theorems.frdp.definitions import ORDER, PAIR, P, Q, alpha
from verify.claims import Claim, Compare, Source, above, numbers, reading
from verify.quantities import renyi_divergence

beta = numbers("beta")
TEXT = Source("Appendix F")
low, high = renyi_divergence(P, Q, alpha), renyi_divergence(P, Q, beta)

CLAIMS = (
    Claim("frdp/app-f-nonneg", TEXT, forall={**ORDER, **PAIR}, states=Compare(low, ">=", 0)),
    Claim("frdp/app-f-mono", TEXT, forall={**ORDER, beta: above(alpha), **PAIR},
          states=reading("increasing", non_decreasing=Compare(low, "<=", high), strict=Compare(low, "<", high))),
)
