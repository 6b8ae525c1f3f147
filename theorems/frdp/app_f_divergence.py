r"""Properties of the Renyi divergence.

Statement (Appendix F)
    app-f-nonneg     For alpha > 1 the divergence is at least 0.
    app-f-mono       For alpha > 1 the divergence increases with alpha.
    app-f-limit-1    The limit of the divergence at order 1 is the Kullback-Leibler divergence.
    app-f-limit-inf  The limit of the divergence at infinite order is ess sup log(p/q).

Reading
    increasing            not decreasing, or strictly increasing.
    side                  alpha tends to 1 from above, as all orders of the source lie there, or from below.
    essential supremum    under the first law, or the dominating measure: where p is 0 and q is not, log(p/q) is -oo and the supremum stays the same.
    laws                  any two, or two whose divergence of some order above 1 is finite.

Measured
    Renyi divergences of two laws, and their limits at 1 and at infinity.

Claimed
    0; the divergence of a larger order; the limits.
"""

from theorems.frdp.definitions import ORDER, PAIR, P, Q, alpha
from verify.claims import Claim, Compare, Exists, Limit, Source, above, numbers, oo, reading
from verify.quantities import kullback_leibler_divergence, max_divergence, renyi_divergence

beta, order, t = numbers("beta order t")
TEXT = Source("Appendix F")
low, high = renyi_divergence(P, Q, alpha), renyi_divergence(P, Q, beta)
largest = Limit(renyi_divergence(P, Q, t), t, oo)

CLAIMS = (
    Claim("frdp/app-f-nonneg", TEXT, forall={**ORDER, **PAIR}, states=Compare(low, ">=", 0)),
    Claim("frdp/app-f-mono", TEXT, forall={**ORDER, beta: above(alpha), **PAIR},
          states=reading("increasing", non_decreasing=Compare(low, "<=", high), strict=Compare(low, "<", high))),
    Claim("frdp/app-f-mono", TEXT, part="limits", forall=PAIR, states=Compare(kullback_leibler_divergence(P, Q), "<=", max_divergence(P, Q))),
    Claim("frdp/app-f-limit-1", TEXT, forall=PAIR,
          given=(reading("laws", any=None, finite=Exists({order: above(1)}, Compare(renyi_divergence(P, Q, order), "<", oo))),),
          states=Compare(Limit(renyi_divergence(P, Q, reading("side", from_above=1 + 1 / t, from_below=1 - 1 / t)), t, oo), "==", kullback_leibler_divergence(P, Q))),
    Claim("frdp/app-f-limit-inf", TEXT, forall=PAIR,
          states=reading("essential supremum", first_law=Compare(largest, "==", max_divergence(P, Q)), dominating=Compare(largest, "==", max_divergence(P, Q))),
          same_as={"dominating": "first-law"}),
)
