r"""Post-processing, conversion to (epsilon, delta)-PP, and infinite order.

Statement (Propositions 2.1 and 2.2, section 2)
    prop-2.1      D_alpha(M_1(M(X)) | s_i, M_1(M(X)) | s_j) <= D_alpha(M(X) | s_i, M(X) | s_j) <= epsilon: what is computed from the output is as private.
    text-inf-rpp  (oo, epsilon)-RPP is epsilon-PP.
    prop-2.2      (alpha, epsilon)-RPP implies (epsilon + log(1/delta)/(alpha - 1), delta)-PP.

Reading
    coins     independent: M_1 is one kernel, the same given each secret; dependent: M_1 acts as another kernel given the other secret.
    outcome   the inequality of PP is about points of positive mass, about densities, or about events.

Measured
    The Renyi divergence of the laws of the output; masses and densities.

Claimed
    The divergence before the map, the level; the level with its penalty.
"""

from theorems.rpp.definitions import L2, OUTPUTS, WITH_OUTCOMES, G, P, Q, alpha, d, delta, epsilon, m, private, renyi_private, x
from verify.claims import Claim, Euclid, Hints, Iff, Kernels, Points, Source, above, at_least, between, chain, integers, log, objects, oo, push, reading
from verify.quantities import renyi_divergence

G_ = objects("G_")
GIVEN = (renyi_private(P, Q, alpha, epsilon),)
PROCESSED = Euclid(m, 2)
AS_READ = {d: integers(1), P: WITH_OUTCOMES, Q: WITH_OUTCOMES}

CLAIMS = (
    Claim("rpp/prop-2.1", Source("Proposition 2.1", section="Section 2"),
          forall={alpha: above(1), m: integers(1), **OUTPUTS, G: Kernels(L2, PROCESSED), G_: Kernels(L2, PROCESSED), epsilon: at_least(0)}, given=GIVEN,
          states=chain(renyi_divergence(push(G, P), push(reading("coins", independent=G, dependent=G_), Q), alpha), "<=", renyi_divergence(P, Q, alpha),
                       "<=", epsilon)),
    Claim("rpp/prop-2.2", Source("Proposition 2.2", section="Section 2"),
          forall={alpha: above(1), delta: between(0, 1, open="both"), **AS_READ, epsilon: at_least(0), x: Points(L2)}, given=GIVEN,
          states=private(P, Q, epsilon + log(1 / delta) / (alpha - 1), delta, point=x),
          hints=Hints(by=("textbook/renyi-range", "textbook/mass-range", "textbook/renyi-events"))),
    Claim("rpp/text-inf-rpp", Source("Section 2"), forall={**AS_READ, epsilon: at_least(0)},
          because="An output with a density gives every point the probability 0, so that the inequality for single outputs holds whatever the distributions are. "
                  "For densities and for events it says what D_oo <= epsilon says.",
          states=Iff(renyi_private(P, Q, oo, epsilon), private(P, Q, epsilon))),
)
