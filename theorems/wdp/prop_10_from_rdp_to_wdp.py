r"""An RDP level gives a WDP budget.

Statement (Proposition 10; proof in eqs. 54-59)
    prop-10  If M is (alpha, epsilon)-RDP, with sensitivity Delta, then it is (mu, (1/2) Delta (2 epsilon)^(1/(2 mu)))-WDP for every order mu >= 1.
    eq-56    The Renyi divergence does not decrease with its order: D_a <= D_b for 1 <= a < b.
    eq-58    (alpha, epsilon)-RDP, alpha >= 1, implies D_KL(P, Q) <= epsilon for the output distributions on neighbours.

Reading
    mechanism  any, additive or bounded: what the sensitivity says about the output laws, as in Proposition 9.
    order      above-one: alpha > 1, as in Definition 9; at-least-one: alpha >= 1, as in eq. 57.
    Outputs lie in R^dim with the l_r distance. (alpha, epsilon)-RDP holds for both orders of a pair. Delta > 0 is the range that Table 1 names.

Measured
    W_mu between the two output laws of a mechanism whose RDP level is computed; in eqs. 56 and 58 Renyi divergences.

Claimed
    The budget of Proposition 10 (eq. 59), the monotonicity of the divergence in its order (eq. 56) and the bound of the Kullback-Leibler divergence (eq. 58).
"""

from theorems.wdp.definitions import DIMENSIONS, NORMS, SPACE, P, Q, dim, epsilon, mu, r, wdp
from theorems.wdp.definitions_conversions import PAIR, SECOND, SENSITIVITY, rdp
from theorems.wdp.definitions_mechanisms import Delta, alpha
from verify.claims import Claim, Compare, Laws, Source, above, at_least, numbers, reading, unstated
from verify.quantities import kullback_leibler_divergence, renyi_divergence

mu_1, mu_2 = numbers("mu_1 mu_2")

LEVEL = unstated(at_least(0))
ORDERS = reading("order", above_one=above(1), at_least_one=at_least(1))

CLAIMS = (
    Claim(
        "wdp/prop-10", Source("Proposition 10", eq="59"),
        forall={mu: at_least(1), alpha: ORDERS, dim: DIMENSIONS, r: NORMS, **PAIR, Delta: above(0), epsilon: LEVEL},
        given=(SENSITIVITY, rdp(P, SECOND, alpha, epsilon)),
        states=wdp(P, SECOND, mu, Delta / 2 * (2 * epsilon) ** (1 / (2 * mu)), r),
        uses=("wdp/eq-51", "wdp/eq-58"),
        because="The level epsilon bounds ratios of densities, not distances of outputs: for noise added to a query W_mu is the length of the "
                "shift at every noise level, while the bound tends to 0 with epsilon. Eq. 54 takes over eq. 36, which replaces 1 by the "
                "indicator of X != Y.",
    ),
    Claim(
        "wdp/eq-56", Source("Proof of Proposition 10", eq="56"), part_of="wdp/prop-10",
        forall={mu_1: at_least(1), mu_2: above(mu_1), dim: DIMENSIONS, r: NORMS, P: Laws(SPACE), Q: Laws(SPACE)},
        states=Compare(renyi_divergence(P, Q, mu_1), "<=", renyi_divergence(P, Q, mu_2)),
    ),
    Claim(
        "wdp/eq-58", Source("Proof of Proposition 10", eq="55-58"), part_of="wdp/prop-10",
        forall={alpha: at_least(1), dim: DIMENSIONS, r: NORMS, P: Laws(SPACE), Q: Laws(SPACE), epsilon: LEVEL},
        given=(rdp(P, Q, alpha, epsilon),),
        states=Compare(kullback_leibler_divergence(P, Q), "<=", epsilon),
        uses=("wdp/eq-56",),
    ),
)
