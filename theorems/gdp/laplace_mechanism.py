r"""The Laplace mechanism: the scale for epsilon-DP, and the privacy profile.

Statement (Section 2; Section 3)
    text-laplace-scale  Laplace noise of scale b = Delta/epsilon gives (epsilon, 0)-DP.
    eq-laplace-profile  The privacy profile for noise parameter b and global sensitivity Delta is delta(epsilon) = max(1 - exp(epsilon/2 - Delta/(2 b)), 0).

Reading
    A query with real values. A pair of neighbours enters through its shift, any number in [-Delta, Delta]; the sensitivity is attained, and the profile is
    that of a pair that attains it. The source gives no range for Delta and b; both are positive (unstated).

Measured
    The larger of the two hockey-stick divergences of the output laws.

Claimed
    0 at epsilon; the formula of Section 3.
"""

from mechanisms import Laplace
from theorems.gdp.definitions import Delta, b, dp, epsilon, profile, shift
from verify.claims import Claim, Compare, Max, Source, above, at_least, between, exp, unstated

CLAIMS = (
    Claim("gdp/text-laplace-scale", Source("Section 2"), forall={epsilon: above(0), Delta: unstated(above(0)), shift: between(-Delta, Delta)},
          states=dp(Laplace(shift, scale=Delta / epsilon), Laplace(0, scale=Delta / epsilon), epsilon, 0)),
    Claim("gdp/eq-laplace-profile", Source("Section 3"), forall={Delta: unstated(above(0)), b: unstated(above(0)), epsilon: at_least(0)},
          states=Compare(profile(Laplace(Delta, scale=b), Laplace(0, scale=b), epsilon), "==", Max(1 - exp(epsilon / 2 - Delta / (2 * b)), 0))),
)
