r"""GDP is a condition on the privacy profile, and falls into a head and a tail condition.

Statement (Theorem 3.1, eq. 1; the text below it; Definitions 3.1 and 3.2 with the text below them)
    thm-3.1           A is mu-GDP iff it is (epsilon, delta_mu(epsilon))-DP for all epsilon >= 0, where delta_mu(epsilon) = Phi(-epsilon/mu + mu/2) -
                      e^epsilon Phi(-epsilon/mu - mu/2).
    text-profile-iff  A is mu-GDP iff delta_mu >= delta_A on [0, oo).
    def-3.1-3.2       (epsilon, mu)-head GDP, delta_A <= delta_mu up to epsilon, and (epsilon, mu)-tail GDP, the same beyond epsilon, are together equivalent
                      to mu-GDP.

Reading
    mu-GDP through trade-off functions (section 1): testing P against Q is at least as hard as N(0, 1) against N(mu, 1). P and Q are the laws on two
    neighbouring data sets; the profile is the larger of the two hockey-stick divergences. mu > 0; epsilon >= 0 is finite.

Measured
    The least mu of the pair, from its trade-off function; the profile, from its two laws.

Claimed
    The two sides are equivalent.
"""

from theorems.gdp.definitions import ALGORITHM, P, Q, below_gaussian, e, epsilon, gaussian_profile, gdp, head, mu, profile, tail
from verify.claims import All, Claim, Compare, ForAll, Iff, Source, above, at_least

GIVEN_LEVEL = {mu: above(0), **ALGORITHM}

CLAIMS = (
    Claim("gdp/thm-3.1", Source("Theorem 3.1", eq="1"), forall=GIVEN_LEVEL, states=Iff(gdp(P, Q, mu), below_gaussian(P, Q, mu))),
    Claim("gdp/text-profile-iff", Source("Section 3"), forall=GIVEN_LEVEL,
          states=Iff(gdp(P, Q, mu), ForAll({e: at_least(0)}, Compare(gaussian_profile(mu, e), ">=", profile(P, Q, e)))), uses=("gdp/thm-3.1",)),
    Claim("gdp/def-3.1-3.2", Source("Definitions 3.1 and 3.2"), forall={epsilon: at_least(0), **GIVEN_LEVEL},
          states=Iff(All(head(P, Q, epsilon, mu), tail(P, Q, epsilon, mu)), gdp(P, Q, mu)), uses=("gdp/thm-3.1",)),
)
