r"""Budgets do not explode at low noise.

Statement (section Deep Learning, item (2))
    WDP budgets stay bounded as the noise scale tends to 0.

Reading
    budget   exact-laplace: W_mu between the two output laws of the Laplace mechanism; exact-gaussian: W_mu between the two output laws of the Gaussian mechanism;
             prop-7: the budget of Proposition 7; prop-8: the budget of Proposition 8; thm-2: the formula of Theorem 2 for one component and a fixed d.
    The scale is 1/t and t tends to infinity. Bounded: the upper limit is finite.

Measured
    The upper limit of the budget.

Claimed
    It is finite.
"""

from mechanisms import Laplace, Normal
from theorems.wdp.definitions import W, h, mu
from theorems.wdp.definitions_mechanisms import Delta
from verify.claims import Claim, Compare, LimSup, Source, above, at_least, between, gamma, hyp1f1, number, numbers, oo, pi, reading, sqrt

t, q, d = numbers("t q d")
variance = (2 - 2 * q + 2 * q**2) / t**2
moment = (2 * variance) ** (mu / 2) * gamma((mu + 1) / 2) / sqrt(pi) * hyp1f1(-mu / 2, number("1/2"), -((q * d) ** 2) / (2 * variance))


def budget(value):
    """The upper limit as the scale 1/t vanishes."""
    return LimSup(value, t, oo)


CLAIM = Claim(
    "wdp/text-noise", Source("item (2)", section="Deep Learning"),
    forall={mu: at_least(1), Delta: above(0), q: between(0, 1), d: at_least(0)},
    states=Compare(
        reading("budget",
                exact_laplace=budget(W(Laplace(Delta, scale=1 / t), Laplace(0, scale=1 / t), mu)),
                exact_gaussian=budget(W(Normal(Delta, variance=1 / t**2), Normal(0, variance=1 / t**2), mu)),
                prop_7=budget(Delta / 2 * sqrt(2 * h(t)) ** (1 / mu)),
                prop_8=budget((Delta * t) ** (1 / mu) / 2),
                thm_2=budget(moment ** (1 / mu))),
        "<", oo),
)
