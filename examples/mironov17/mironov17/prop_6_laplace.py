r"""The divergence of two Laplace laws.

Statement (Proposition 6)
    For noise of scale lambda > 0 around 0 and around 1 it is 1/(alpha - 1) log(alpha/(2 alpha - 1) e^((alpha - 1)/lambda) + (alpha - 1)/(2 alpha - 1) e^(-alpha/lambda)).

Reading
    alpha > 1, where the formula has a value.

Measured
    The Renyi divergence of the two laws.
"""

from mechanisms import Laplace
from mironov17.names import ORDER, alpha, lamda
from verify.claims import Claim, Compare, Source, above, exp, log
from verify.quantities import renyi_divergence

level = log(alpha / (2 * alpha - 1) * exp((alpha - 1) / lamda) + (alpha - 1) / (2 * alpha - 1) * exp(-alpha / lamda)) / (alpha - 1)

CLAIM = Claim(
    "mironov17/prop-6", Source("Proposition 6", section="VI-B"),
    forall={**ORDER, lamda: above(0)},
    states=Compare(renyi_divergence(Laplace(0, scale=lamda), Laplace(1, scale=lamda), alpha), "==", level),
)
