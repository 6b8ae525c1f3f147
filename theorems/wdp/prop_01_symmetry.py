r"""The privacy loss is symmetric.

Statement (Proposition 1, eq. 6; proof with eqs. 17-19)
    prop-1       For mu >= 1, W_mu(M(D), M(D')) = W_mu(M(D'), M(D)), and a (mu, epsilon)-WDP algorithm has both at most epsilon.
    prop-1-step  The sets of couplings of (P, Q) and of (Q, P) are equal.
    eq-19        The Kantorovich form is symmetric, K(P, Q) = K(Q, P): replace a function phi by psi = -phi.

Reading
    coupling sets   as-sets: a coupling of (P, Q) is one of (Q, P); exchanged: it is one after its two coordinates are exchanged. For all P and Q this
                    is an inclusion in both directions.
    Prop. 1 has the parts equal (the equation) and budget (the bound). No moment condition is stated; the Kantorovich form needs first moments.

Measured
    W_mu(P, Q), or K(P, Q); a coupling of (P, Q).

Claimed
    W_mu(Q, P) and the budget; K(Q, P); the couplings of (Q, P).
"""

from theorems.wdp.definitions import DIMENSIONS, NORMS, SPACE, P, Q, W, dim, epsilon, mu, r, wdp
from theorems.wdp.definitions_laws import LAWS, g
from verify.claims import Claim, Compare, Couplings, Laws, Member, Source, at_least, reading, swap, unstated
from verify.quantities import kantorovich_distance

ORDERED = Couplings(P, Q)
REVERSED = Couplings(Q, P)
FINITE = unstated(Laws(SPACE, moments=1))

CLAIMS = (
    Claim("wdp/prop-1", Source("Proposition 1", eq="6"), part="equal", forall={mu: at_least(1), dim: DIMENSIONS, r: NORMS, P: LAWS, Q: LAWS},
          states=Compare(W(P, Q, mu, r), "==", W(Q, P, mu, r)), uses=("wdp/prop-1-step",)),
    Claim("wdp/prop-1", Source("Proposition 1", eq="6"), part="budget",
          forall={mu: at_least(1), dim: DIMENSIONS, r: NORMS, P: LAWS, Q: LAWS, epsilon: at_least(0)},
          given=(wdp(P, Q, mu, epsilon, r),), states=wdp(Q, P, mu, epsilon, r), uses=("wdp/prop-1-step",)),
    Claim("wdp/prop-1-step", Source("Proof of Proposition 1"), part_of="wdp/prop-1", forall={dim: DIMENSIONS, r: NORMS, P: LAWS, Q: LAWS, g: ORDERED},
          states=reading("coupling sets", as_sets=Member(g, REVERSED), exchanged=Member(swap(g), REVERSED))),
    Claim("wdp/eq-19", Source("Proof of Proposition 1", eq="17-19"), part_of="wdp/prop-1", forall={dim: DIMENSIONS, r: NORMS, P: FINITE, Q: FINITE},
          states=Compare(kantorovich_distance(P, Q, r), "==", kantorovich_distance(Q, P, r))),
)
