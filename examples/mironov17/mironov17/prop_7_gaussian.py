r"""Two normal laws, and the Gaussian mechanism.

Statement (Proposition 7, Corollary 3)
    The divergence of N(0, sigma^2) and N(mu, sigma^2) is alpha mu^2 / (2 sigma^2). Hence noise of standard deviation sigma on a query of sensitivity 1 is
    (alpha, alpha / (2 sigma^2))-RDP.

Reading
    shift is the difference of the query on two adjacent data sets, anything in [-1, 1]. alpha >= 1 and sigma > 0.

Measured
    The Renyi divergence of the output laws.
"""

from mechanisms import Normal
from mironov17.names import alpha, rdp, shift, sigma
from verify.claims import REALS, Claim, Compare, Source, above, at_least, between, numbers
from verify.quantities import renyi_divergence

mu = numbers("mu")

CLAIMS = (
    Claim("mironov17/prop-7", Source("Proposition 7", section="VI-C"), forall={alpha: at_least(1), sigma: above(0), mu: REALS},
          states=Compare(renyi_divergence(Normal(0, scale=sigma), Normal(mu, scale=sigma), alpha), "==", alpha * mu**2 / (2 * sigma**2))),
    Claim("mironov17/cor-3", Source("Corollary 3", section="VI-C"), forall={alpha: at_least(1), sigma: above(0), shift: between(-1, 1)},
          states=rdp(Normal(shift, scale=sigma), Normal(0, scale=sigma), alpha, alpha / (2 * sigma**2)), uses=("mironov17/prop-7",)),
)
