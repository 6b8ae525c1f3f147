r"""Gaussian differential privacy: its trade-off function and its composition.

Statement (Section 1; Section 5.2)
    text-gdp-tradeoff     The trade-off function of mu-GDP, Phi(Phi^-1(1 - alpha) - mu), is that of N(0, 1) against N(mu, 1) from one observation.
    text-gdp-composition  The composition of a mu_1- and a mu_2-GDP algorithm is sqrt(mu_1^2 + mu_2^2)-GDP; n equal ones give sqrt(n) mu.

Reading
    adaptive   no: later algorithms see the data alone; yes: later algorithms also see earlier outputs.
    The guarantee of each algorithm holds for every fixed earlier output. Each algorithm has its own randomness, all outputs are released, neighbours differ in one record. Phi^-1(t) is the least x with Phi(x) >= t.

Measured
    The least type II error at type I error alpha; the least mu of the joint law of all outputs on neighbouring data sets.

Claimed
    Phi(Phi^-1(1 - alpha) - mu); sqrt(mu_1^2 + mu_2^2) and sqrt(n) mu.
"""

from mechanisms import Normal
from theorems.gdp.definitions import Phi, gdp, mu, n
from theorems.gdp.definitions_composition import D_, PAIRS, C, D, at_each, at_step, composed
from verify.claims import REALS, Claim, Compare, ForAll, Inf, Source, above, between, integers, joint, numbers, sqrt
from verify.quantities import trade_off

mu_1, mu_2, alpha, x = numbers("mu_1 mu_2 alpha x")
WHERE = Source("Sections 1 and 5.2")
quantile = Inf({x: REALS}, x, where=Compare(Phi(x), ">=", 1 - alpha))


def whole(level):
    """The tuple of all outputs is level-GDP."""
    return ForAll(PAIRS, gdp(joint(C, D), joint(C, D_), level))


CLAIMS = (
    Claim("gdp/text-gdp-tradeoff", Source("Section 1"), forall={mu: above(0), alpha: between(0, 1)},
          states=Compare(trade_off(Normal(0, variance=1), Normal(mu, variance=1), alpha), "==", Phi(quantile - mu))),
    Claim("gdp/text-gdp-composition", WHERE, part="two", forall={mu_1: above(0), mu_2: above(0), **composed(2)},
          given=(at_step(1, gdp, mu_1), at_step(2, gdp, mu_2)), states=whole(sqrt(mu_1**2 + mu_2**2))),
    Claim("gdp/text-gdp-composition", WHERE, part="n-fold", forall={mu: above(0), n: integers(1), **composed(n)},
          given=(at_each(n, gdp, mu),), states=whole(sqrt(n) * mu)),
)
