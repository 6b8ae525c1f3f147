r"""A pure DP level gives a WDP budget.

Statement (Proposition 9; proof in eqs. 51-53)
    prop-9  If M is epsilon-DP, with sensitivity Delta, then it is (mu, (1/2) Delta (2 epsilon (exp(epsilon) - 1))^(1/(2 mu)))-WDP for every order mu >= 1.
    eq-51   W_mu(P, Q) <= (1/2) Delta (sqrt(2 D_KL(P, Q)))^(1/mu) for the output distributions of every such mechanism.
    eq-52   If the max-divergence of X and Y is at most epsilon, then D_KL(X, Y) <= epsilon (exp(epsilon) - 1).

Reading
    mechanism  any: M is any mechanism computed from a query of sensitivity Delta, so that the output laws of two neighbours are arbitrary;
               additive: M adds noise to the query, so that one law is a translate of the other by at most Delta;
               bounded: all outputs of M lie in a set of diameter at most Delta.
    hypothesis (eq-52)  one-direction: D_oo(X || Y) <= epsilon, which the source prints twice; both-directions: also D_oo(Y || X) <= epsilon.
    Outputs lie in R^dim with the l_r distance. epsilon-DP holds for both orders of a pair. Delta > 0 is the range that Table 1 names.

Measured
    W_mu between the two output laws of a mechanism whose DP level is computed; in eq. 52 the Kullback-Leibler divergence.

Claimed
    The budget of Proposition 9 (eq. 53), the bound by the divergence that it rests on (eq. 51, repeated as eq. 54) and the bound of the divergence (eq. 52).
"""

from theorems.wdp.definitions import DIMENSIONS, NORMS, SPACE, P, Q, dim, epsilon, mu, r, wdp
from theorems.wdp.definitions_conversions import PAIR, SECOND, SENSITIVITY, dp
from theorems.wdp.definitions_mechanisms import Delta, pinsker_budget
from verify.claims import All, Claim, Compare, Laws, Source, above, at_least, exp, reading, unstated
from verify.quantities import kullback_leibler_divergence, max_divergence

LEVEL = unstated(at_least(0))

CLAIMS = (
    Claim(
        "wdp/prop-9", Source("Proposition 9", eq="53"),
        forall={mu: at_least(1), dim: DIMENSIONS, r: NORMS, **PAIR, Delta: above(0), epsilon: LEVEL},
        given=(SENSITIVITY, dp(P, SECOND, epsilon)),
        states=wdp(P, SECOND, mu, Delta / 2 * (2 * epsilon * (exp(epsilon) - 1)) ** (1 / (2 * mu)), r),
        uses=("wdp/eq-51", "wdp/eq-52"),
        because="The level epsilon bounds ratios of densities, not distances of outputs: for noise added to a query W_mu is the length of the "
                "shift at every noise level, while the bound tends to 0 with epsilon. Eq. 51 takes over eq. 36, which replaces 1 by the "
                "indicator of X != Y.",
    ),
    Claim(
        "wdp/eq-51", Source("Proof of Proposition 9", eq="51, 54"), part_of="wdp/prop-9",
        forall={mu: at_least(1), dim: DIMENSIONS, r: NORMS, **PAIR, Delta: above(0)},
        given=(SENSITIVITY,),
        states=wdp(P, SECOND, mu, pinsker_budget(P, SECOND, mu), r),
        uses=("wdp/eq-34", "wdp/eq-35", "wdp/eq-36", "wdp/eq-37", "wdp/eq-38"),
    ),
    Claim(
        "wdp/eq-52", Source("Proof of Proposition 9", eq="52"), part_of="wdp/prop-9",
        forall={dim: DIMENSIONS, r: NORMS, P: Laws(SPACE), Q: Laws(SPACE), epsilon: LEVEL},
        given=(reading("hypothesis", one_direction=Compare(max_divergence(P, Q), "<=", epsilon),
                       both_directions=All(Compare(max_divergence(P, Q), "<=", epsilon), Compare(max_divergence(Q, P), "<=", epsilon))),),
        states=Compare(kullback_leibler_divergence(P, Q), "<=", epsilon * (exp(epsilon) - 1)),
    ),
)
