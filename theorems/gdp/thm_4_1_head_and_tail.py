r"""GDP, head GDP and tail GDP through the supremum of the transform.

Statement (Corollary 4.1, Theorem 4.1)
    cor-4.1  An algorithm is mu-GDP if and only if mu >= sup G_A over [0, oo).
    thm-4.1  An algorithm is (epsilon_h, mu)-head GDP if and only if mu >= sup G_A over [0, epsilon_h]; it is (epsilon_t, mu)-tail GDP if and only if mu >=
             sup G_A over (epsilon_t, oo).

Reading
    mu at delta 0, mu at delta 1   the transform where no mu > 0 solves its equation: 0 and infinity, or no value.
    The algorithm is given by the laws of its output on two neighbouring data sets, any two laws. mu-GDP is defined through trade-off functions.

Measured
    The guarantees, from the trade-off function and the profile of the two laws.

Claimed
    The comparison of mu with the supremum of the transform.
"""

from theorems.gdp.definitions import ALGORITHM, P, Q, e, epsilon_h, epsilon_t, gdp, head, mu, tail, transformed
from verify.claims import Claim, Compare, Hints, Iff, Source, Sup, above, at_least, between

THEOREM = Source("Theorem 4.1")
LEVEL = {mu: above(0)}


def largest(where):
    """The supremum of the transform."""
    return Sup({e: where}, transformed(P, Q, e))


LEVELS = Hints(by=("textbook/hs-range", "textbook/level-at-most", "textbook/level-ends"))

CLAIMS = (
    Claim("gdp/cor-4.1", Source("Corollary 4.1"), forall={**LEVEL, **ALGORITHM},
          states=Iff(gdp(P, Q, mu), Compare(mu, ">=", largest(at_least(0))))),
    Claim("gdp/thm-4.1", THEOREM, part="head", forall={epsilon_h: at_least(0), **LEVEL, **ALGORITHM},
          states=Iff(head(P, Q, epsilon_h, mu), Compare(mu, ">=", largest(between(0, epsilon_h)))), hints=LEVELS),
    Claim("gdp/thm-4.1", THEOREM, part="tail", forall={epsilon_t: at_least(0), **LEVEL, **ALGORITHM},
          states=Iff(tail(P, Q, epsilon_t, mu), Compare(mu, ">=", largest(above(epsilon_t)))), hints=LEVELS),
)
