r"""The divergence does not fall as the order rises.

Statement (Proposition 9)
    For 1 <= alpha <= beta and all laws P and Q the divergence of order alpha is at most that of order beta.

Measured
    Both divergences.
"""

from mironov17.names import PAIR, P, Q, alpha
from verify.claims import Claim, Compare, Source, at_least, numbers
from verify.quantities import renyi_divergence

beta = numbers("beta")

CLAIM = Claim(
    "mironov17/prop-9", Source("Proposition 9", section="Appendix A"),
    forall={alpha: at_least(1), beta: at_least(alpha), **PAIR},
    states=Compare(renyi_divergence(P, Q, alpha), "<=", renyi_divergence(P, Q, beta)),
)
