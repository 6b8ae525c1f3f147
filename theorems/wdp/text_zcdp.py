r"""From Wasserstein differential privacy to zero-concentrated differential privacy.

Statement (Discussion, "Relations to Other DP Frameworks")
    Under the hypotheses of Proposition 11, (mu, epsilon)-WDP implies (L epsilon^(mu/(mu+1)))^2/2-zCDP.

Reading
    1. rho-zCDP is the definition of Bun and Steinke: D_alpha(P || Q) <= rho alpha for every alpha > 1 and all neighbours.
    2. Hypotheses and their readings are those of Proposition 11 (``log_lipschitz``).

Measured
    D_alpha(P || Q).

Claimed
    (L epsilon^(mu/(mu+1)))^2 alpha / 2.
"""

from mechanisms import Laplace
from theorems.wdp.definitions import P, epsilon, mu
from theorems.wdp.log_lipschitz import NEVER_MOVED, PAIR, SECOND, L, dim, r, shift
from theorems.wdp.prop_11_wdp_to_rdp import GIVEN, LEVEL, alpha
from verify.claims import Claim, Compare, Hints, Source, above, at_least, number, unstated
from verify.quantities import renyi_divergence

CLAIM = Claim(
    "wdp/text-zcdp", Source("Relations to Other DP Frameworks", section="Discussion"),
    forall={mu: at_least(1), alpha: above(1), **PAIR, L: unstated(at_least(0)), epsilon: unstated(at_least(0))},
    given=GIVEN,
    states=Compare(renyi_divergence(P, SECOND, alpha), "<=", LEVEL**2 / 2 * alpha),
    hints=Hints(instances=({mu: 1, alpha: 2, dim: 1, r: 1, P: Laplace(0, scale=number("3/2")), shift: number("1/2"), L: number("1/3"), epsilon: number("1/2")},)),
    uses=("wdp/prop-11-dp",),
    never=NEVER_MOVED,
)
