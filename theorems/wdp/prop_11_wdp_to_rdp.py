r"""From Wasserstein differential privacy to Renyi and to pure differential privacy.

Statement (Proposition 11, eqs. 72-77)
    prop-11     If M is (mu, epsilon)-WDP with sensitivity Delta and log p_M is L-Lipschitz, then M is (alpha, alpha/(alpha - 1) L epsilon^(mu/(mu+1)))-RDP
                for every alpha > 1.
    prop-11-dp  If M is (mu, epsilon)-WDP with sensitivity Delta and log p_M is L-Lipschitz, then M is L epsilon^(mu/(mu+1))-DP.

Reading
    1. RDP is Definition 9 of the paper: alpha > 1. mu >= 1.
    2. P and Q are the laws on two neighbouring data sets. The meanings of the Lipschitz hypothesis, of the mechanism and of the output space are readings;
       they stand in ``log_lipschitz``.
    3. The hypothesis on the loss bounds the distance of P and Q alone: a mechanism on two data sets.

Measured
    D_alpha(P || Q); for the second part the larger of D_oo(P || Q) and D_oo(Q || P).

Claimed
    alpha/(alpha-1) L epsilon^(mu/(mu+1)); L epsilon^(mu/(mu+1)).
"""

from theorems.wdp.definitions import P, epsilon, mu, wdp
from theorems.wdp.log_lipschitz import LIPSCHITZ, NEVER_MOVED, NORM, PAIR, SECOND, L
from verify.claims import Claim, Compare, Max, Source, above, at_least, numbers, unstated
from verify.quantities import max_divergence, renyi_divergence

alpha = numbers("alpha")
GIVEN = [LIPSCHITZ, wdp(P, SECOND, mu, epsilon, NORM)]
LEVEL = L * epsilon ** (mu / (mu + 1))

RDP = Claim(
    "wdp/prop-11", Source("Proposition 11", eq="72-73"),
    forall={mu: at_least(1), alpha: above(1), **PAIR, L: unstated(at_least(0)), epsilon: unstated(at_least(0))},
    given=GIVEN,
    states=Compare(renyi_divergence(P, SECOND, alpha), "<=", alpha / (alpha - 1) * LEVEL),
    uses=("wdp/eq-60", "wdp/eq-63", "wdp/eq-66", "wdp/eq-68", "wdp/eq-70", "wdp/eq-72"),
    never=NEVER_MOVED,
    because="Multiply all outputs by c: divergences stay, but epsilon becomes c epsilon and L, if log p is Lipschitz in the output, L/c, "
            "so that the bound tends to 0 as c grows. Its power comes from eq. 68, which compares Delta, a length, with a power of a "
            "length.",
)
DP = Claim(
    "wdp/prop-11-dp", Source("Proposition 11", eq="74-77"),
    forall={mu: at_least(1), **PAIR, L: unstated(at_least(0)), epsilon: unstated(at_least(0))},
    given=GIVEN,
    states=Compare(Max(max_divergence(P, SECOND), max_divergence(SECOND, P)), "<=", LEVEL),
    uses=("wdp/eq-75", "wdp/eq-68"),
    never=NEVER_MOVED,
    because="For Laplace noise of scale 1/L, log p is L-Lipschitz in the output, W_mu is the shift of the query and the max-divergence "
            "is L times the shift. The claimed bound is L times a power below 1 of the shift, which is less as soon as the shift exceeds 1.",
)
CLAIMS = (RDP, DP)
