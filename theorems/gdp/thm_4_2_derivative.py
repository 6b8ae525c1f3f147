r"""The derivative of mu_GDP is bounded, with the partial derivatives of the proof.

Statement (Theorem 4.2, Appendix B.5)
    thm-4.2           0 <= d mu_GDP(epsilon, delta)/d epsilon <= sqrt(2) pi/2.
    thm-4.2-partials  With x = (mu^2 + 2 epsilon)/(2 mu): d delta_mu/d epsilon = -e^epsilon Phi(-x); d delta_mu/d mu = exp(-(mu^2 - 2 epsilon)^2/(8
                      mu^2))/sqrt(2 pi); d mu_GDP/d epsilon = sqrt(2 pi) e^(x^2/2) Phi(-x) <= sqrt(2 pi) e^(mu^2/8) Phi(-mu/2) <= sqrt(2) pi/2; d mu_GDP/d
                      delta = sqrt(2 pi) exp((mu^2 - 2 epsilon)^2/(8 mu^2)) > 0.

Reading
    radical   the root in the bound covers 2, as in the display; or 2 pi.
    Derivatives of mu_GDP in the proof are taken at the point (epsilon, delta_mu(epsilon)).

Measured
    Derivatives of the profile of N(mu, 1) against N(0, 1) and of its inverse.

Claimed
    The formulas and the bound.
"""

from theorems.gdp.definitions import Phi, delta, epsilon, gaussian_profile, mu, s
from verify.claims import Claim, Compare, Derivative, Source, above, at_least, between, chain, exp, gaussian_level, pi, reading, sqrt

PROOF = Source("Proof of Theorem 4.2", section="Appendix B.5")
POINT = {mu: above(0), epsilon: at_least(0)}
BOUND = sqrt(2) * pi / 2
x = (mu**2 + 2 * epsilon) / (2 * mu)
y = gaussian_profile(mu, epsilon)


def partial(part, states):
    return Claim("gdp/thm-4.2-partials", PROOF, part=part, forall=POINT, states=states, part_of="gdp/thm-4.2")


CLAIMS = (
    Claim("gdp/thm-4.2", Source("Theorem 4.2"), forall={epsilon: at_least(0), delta: between(0, 1, open="both")},
          states=chain(0, "<=", Derivative(gaussian_level(epsilon, delta), epsilon), "<=", reading("radical", two=BOUND, two_pi=sqrt(2 * pi) / 2))),
    partial("delta-epsilon", Compare(Derivative(y, epsilon), "==", -exp(epsilon) * Phi(-x))),
    partial("delta-mu", Compare(Derivative(y, mu), "==", exp(-((mu**2 - 2 * epsilon) ** 2) / (8 * mu**2)) / sqrt(2 * pi))),
    partial("mu-epsilon", chain(Derivative(gaussian_level(s, y), s, at=epsilon), "==",
                                sqrt(2 * pi) * exp((mu**2 + 2 * epsilon) ** 2 / (8 * mu**2)) * Phi(-x), "<=",
                                sqrt(2 * pi) * exp(mu**2 / 8) * Phi(-mu / 2), "<=", BOUND)),
    partial("mu-delta", chain(Derivative(gaussian_level(epsilon, s), s, at=y), "==",
                              sqrt(2 * pi) * exp((mu**2 - 2 * epsilon) ** 2 / (8 * mu**2)), ">", 0)),
)
