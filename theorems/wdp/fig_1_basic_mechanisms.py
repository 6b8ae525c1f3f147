r"""Figure 1: budgets of the Laplace and the Gaussian mechanism against the order, for WDP and RDP.

Statement (section Basic Mechanisms; Figure 1)
    fig-1-increasing  All curves of WDP increase with the order, in agreement with Proposition 4.
    fig-1-slow        The curves of WDP rise slowly: they depend less on the order than those of RDP.
    fig-1-rdp-steep   The RDP curve of the Gaussian mechanism at scale 1 rises steeply, and its slope differs from scale to scale.
    fig-1-budget      The plotted values of WDP are budgets of the mechanisms, at sensitivity 1.

Reading
    increase    strict or weak.
    scales      plotted: the four scales of the figure; every: all positive scales; named, of the slow rise: scale 1, whose RDP curve is the one called steep.
    dependence  on the order, of the WDP curve against the RDP curve of the same mechanism and scale: increase over [1, 10]; slope, the increase between any two
                orders above 1; or growth, the value at order 10 over that at order 1. The RDP curve of the Laplace mechanism starts at its entry for order 1.
    steep       the curve of scale 1 is steeper than those of the other scales, at every pair of orders.

Measured
    The curves; for the RDP curves of the Gaussian mechanism and the budgets, the divergence and W_mu from the two output laws.

Claimed
    Order relations between points of curves; slope 1/(2 sigma^2); the plotted values as budgets.
"""

from mechanisms import Normal
from theorems.wdp.definitions import h, mu, wdp
from theorems.wdp.definitions_figures import ORDERS, PLOTTED
from theorems.wdp.definitions_mechanisms import Delta, gaussian, gaussian_budget, lamda, laplace, laplace_budget, laplace_renyi_budget, shift, sigma
from verify.claims import Claim, Compare, Source, above, between, number, numbers, one_of, reading, unstated
from verify.quantities import renyi_divergence

mu_1, mu_2, scale = numbers("mu_1 mu_2 scale")
FIGURE = Source("Figure 1", section="Basic Mechanisms")
SCALES = reading("scales", plotted=PLOTTED, every=unstated(above(0)))
ONE = {Delta: one_of(1)}
ABOVE_ONE = {mu_1: between(1, 10, open="both"), mu_2: between(mu_1, 10, open="left")}
PAIR = {mu_1: ORDERS, mu_2: between(mu_1, 10, open="left")}


def wdp_laplace(x):
    """Panel (b)."""
    return laplace_budget(x, 1 / lamda)


def rdp_gaussian(x):
    """Panel (c)."""
    return x / (2 * sigma**2)


def rising(curve):
    """The curve at a smaller order against the same curve at a larger one."""
    return reading("increase", strict=Compare(curve(mu_1), "<", curve(mu_2)), weak=Compare(curve(mu_1), "<=", curve(mu_2)))


def flatter(first, second, second_at_one):
    """The first curve depends less on the order than the second."""
    last = number(10)
    return reading(
        "dependence",
        increase=Compare(first(last) - first(number(1)), "<", second(last) - second_at_one),
        slope=Compare(first(mu_2) - first(mu_1), "<", second(mu_2) - second(mu_1)),
        growth=Compare(first(last) / first(number(1)), "<", second(last) / second_at_one),
    )


def divergence(x, deviation):
    """Divergence of order x between N(1, deviation^2) and N(0, deviation^2)."""
    return renyi_divergence(Normal(1, variance=deviation**2), Normal(0, variance=deviation**2), x)


CLAIMS = (
    Claim("wdp/fig-1-increasing", FIGURE, part="laplace", forall={**ONE, lamda: SCALES, **PAIR}, states=rising(wdp_laplace), uses=("wdp/prop-4",)),
    Claim("wdp/fig-1-increasing", FIGURE, part="gaussian", forall={**ONE, sigma: SCALES, **PAIR}, states=rising(gaussian_budget), uses=("wdp/prop-4",)),
    Claim("wdp/fig-1-slow", FIGURE, part="laplace", forall={**ONE, lamda: PLOTTED, **ABOVE_ONE},
          states=flatter(wdp_laplace, laplace_renyi_budget, h(1 / lamda))),
    Claim("wdp/fig-1-slow", FIGURE, part="gaussian", forall={**ONE, sigma: reading("scales", plotted=PLOTTED, named=one_of(1)), **ABOVE_ONE},
          states=flatter(gaussian_budget, rdp_gaussian, rdp_gaussian(number(1)))),
    Claim("wdp/fig-1-rdp-steep", FIGURE, part="slope", forall={sigma: PLOTTED, **PAIR},
          states=Compare(divergence(mu_2, sigma) - divergence(mu_1, sigma), "==", (mu_2 - mu_1) / (2 * sigma**2))),
    Claim("wdp/fig-1-rdp-steep", FIGURE, part="steep", forall={scale: PLOTTED, **PAIR}, given=(Compare(scale, "!=", 1),),
          states=Compare(divergence(mu_2, 1) - divergence(mu_1, 1), ">", divergence(mu_2, scale) - divergence(mu_1, scale))),
    Claim("wdp/fig-1-budget", FIGURE, part="laplace", forall={**ONE, mu: ORDERS, lamda: PLOTTED, shift: between(-1, 1)},
          states=wdp(laplace(shift), laplace(0), mu, wdp_laplace(mu)), uses=("wdp/prop-7",),
          because="At sensitivity 1 both mechanisms have W_mu = 1 at every order and scale, since the two laws are translates by 1. Every "
                  "plotted value is at most 1/2."),
    Claim("wdp/fig-1-budget", FIGURE, part="gaussian", forall={**ONE, mu: ORDERS, sigma: PLOTTED, shift: between(-1, 1)},
          states=wdp(gaussian(shift), gaussian(0), mu, gaussian_budget(mu)), uses=("wdp/prop-8",)),
)
