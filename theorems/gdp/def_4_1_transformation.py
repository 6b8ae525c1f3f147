r"""The Gaussian differential privacy transformation, with the two features that the text highlights.

Statement (Definition 4.1 and the text after it)
    def-4.1             For a non-increasing f on [0, oo) with values in [0, oo) and f(0) <= 1 the function G_f(epsilon) = mu_GDP(epsilon, f(epsilon)) maps
                        [0, oo) to [0, oo), where mu = mu_GDP(x, y) solves delta_mu(x) = y.
    text-gdpt-order     f(epsilon) >= g(epsilon) implies G_f(epsilon) >= G_g(epsilon).
    text-gdpt-constant  The transform of delta_mu is the constant mu.
    text-delta-mono     delta_mu(epsilon) is continuous and strictly decreasing in epsilon, continuous and strictly increasing in mu.

Reading
    mu at delta 0, mu at delta 1   no mu > 0 solves the equation there: 0 and infinity, the limits, or no value.
    Well defined means: the value exists and lies in [0, oo). Continuous means: the limit at each point is the value there.

Measured
    The transform, through the inverse of the profile of N(mu, 1) against N(0, 1); the profile itself.

Claimed
    [0, oo); the order of the two transforms; mu; continuity and directions.
"""

from theorems.gdp.definitions import CURVES, e, epsilon, f, g, gaussian_profile, mu, mu_gdp
from verify.claims import Claim, Compare, Limit, Member, Source, above, at_least, gaussian_level, numbers

epsilon_, mu_ = numbers("epsilon_ mu_")
TEXT = Source("Section 4")
POINT = {mu: above(0), epsilon: at_least(0)}


def monotony(part, ranges, states):
    return Claim("gdp/text-delta-mono", TEXT, part=part, forall=ranges, states=states)


CLAIMS = (
    Claim("gdp/def-4.1", Source("Definition 4.1"), forall={f: CURVES, epsilon: at_least(0)},
          states=Member(mu_gdp(epsilon, f(epsilon)), at_least(0))),
    Claim("gdp/text-gdpt-order", TEXT, forall={f: CURVES, g: CURVES, epsilon: at_least(0)}, given=(Compare(f(epsilon), ">=", g(epsilon)),),
          states=Compare(mu_gdp(epsilon, f(epsilon)), ">=", mu_gdp(epsilon, g(epsilon)))),
    Claim("gdp/text-gdpt-constant", TEXT, forall=POINT, states=Compare(gaussian_level(epsilon, gaussian_profile(mu, epsilon)), "==", mu)),
    monotony("epsilon-continuous", POINT, Compare(Limit(gaussian_profile(mu, e), e, epsilon), "==", gaussian_profile(mu, epsilon))),
    monotony("epsilon-decreasing", {**POINT, epsilon_: above(epsilon)}, Compare(gaussian_profile(mu, epsilon_), "<", gaussian_profile(mu, epsilon))),
    monotony("mu-continuous", POINT, Compare(Limit(gaussian_profile(e, epsilon), e, mu), "==", gaussian_profile(mu, epsilon))),
    monotony("mu-increasing", {mu: above(0), mu_: above(mu), epsilon: at_least(0)}, Compare(gaussian_profile(mu_, epsilon), ">", gaussian_profile(mu, epsilon))),
)
