r"""Generalised Cauchy laws.

Statement (Definition 4.6)
    For k >= 2 and lambda > 0, beta (1 + (lambda x)^2)^(-k/2) is a density for some constant beta; exponent 2 is Cauchy's law.

Reading
    lamda   a rate, as in the definition, or a scale.

Measured
    The density.

Claimed
    The normalising constant; Cauchy's density.
"""

from mechanisms import GeneralisedCauchy
from theorems.rpp.definitions import k, lamda, t
from theorems.rpp.definitions_noise import scaled
from verify.claims import REALS, Claim, Compare, Source, above, at_least, gamma, pi, reading, sqrt
from verify.quantities import density

DEFINITION = Source("Definition 4.6")
RATE = reading("lamda", rate=lamda, scale=1 / lamda)

CLAIMS = (
    Claim("rpp/def-4.6", DEFINITION, part="law", forall={k: at_least(2), lamda: above(0)},
          states=Compare(density(scaled(GeneralisedCauchy, lamda, k), 0), "==", RATE * gamma(k / 2) / (sqrt(pi) * gamma((k - 1) / 2)))),
    Claim("rpp/def-4.6", DEFINITION, part="cauchy", forall={lamda: above(0), t: REALS},
          states=Compare(density(scaled(GeneralisedCauchy, lamda, 2), t), "==", RATE / (pi * (1 + (RATE * t) ** 2)))),
)
