r"""Table 1: budgets of DP, RDP and WDP for the Laplace and the Gaussian mechanism.

Statement (Table 1 and its caption)
    tab-1-dp-lap     Laplace noise of scale lambda, sensitivity 1: the DP level is epsilon = 1/lambda.
    tab-1-dp-gauss   Gaussian noise has no finite DP level: epsilon = oo.
    tab-1-rdp-lap    Laplace noise, sensitivity 1, order alpha > 1: the RDP level is log(alpha/(2 alpha - 1) exp((alpha - 1)/lambda) + (alpha - 1)/(2 alpha -
                     1) exp(-alpha/lambda))/(alpha - 1).
    tab-1-rdp-lap-1  Laplace noise, sensitivity 1, order 1: the RDP level is 1/lambda + exp(-1/lambda) - 1.
    tab-1-rdp-gauss  Gaussian noise of deviation sigma, sensitivity 1: the RDP level is alpha/(2 sigma^2).
    tab-1-wdp-lap    Laplace noise: the WDP budget is (1/2) Delta (sqrt(2 (1/lambda + exp(-1/lambda) - 1)))^(1/mu).
    tab-1-wdp-gauss  Gaussian noise: the WDP budget is (1/2) (Delta/sigma)^(1/mu).
    tab-1-caption    The rows of DP and RDP are for sensitivity 1, the row of WDP for every constant Delta > 0.

Reading
    A DP entry is a level that bounds the max-divergence for every shift up to the sensitivity (part bound) and that is reached (part least). An RDP entry is
    the divergence at shift 1. A WDP entry is a budget: it bounds W_mu for every shift up to Delta. Scales are positive (unstated). The row of the Gaussian
    RDP entry spans the orders alpha > 1 and alpha = 1.

Measured
    Max-divergence, Renyi divergence and W_mu from the two output laws.

Claimed
    The entries of the table, and in the caption the sensitivities they are for.
"""

from theorems.wdp.definitions import h, mu, wdp
from theorems.wdp.definitions_mechanisms import (
    Delta,
    alpha,
    gaussian,
    gaussian_budget,
    lamda,
    laplace,
    laplace_budget,
    laplace_renyi_budget,
    shift,
    sigma,
)
from verify.claims import All, Claim, Compare, Source, above, at_least, between, oo, unstated
from verify.quantities import max_divergence, renyi_divergence

TABLE = Source("Table 1")
SCALE = unstated(above(0))

laplace_dp = Compare(max_divergence(laplace(0), laplace(1)), "==", 1 / lamda)
gaussian_dp = Compare(max_divergence(gaussian(0), gaussian(1)), "==", oo)
laplace_rdp = Compare(renyi_divergence(laplace(0), laplace(1), alpha), "==", laplace_renyi_budget(alpha))
gaussian_rdp = Compare(renyi_divergence(gaussian(0), gaussian(1), alpha), "==", alpha / (2 * sigma**2))
laplace_wdp = wdp(laplace(shift), laplace(0), mu, laplace_budget(mu, 1 / lamda))
gaussian_wdp = wdp(gaussian(shift), gaussian(0), mu, gaussian_budget(mu))

LAPLACE_WDP = {mu: at_least(1), lamda: SCALE, Delta: above(0), shift: between(-Delta, Delta)}
GAUSSIAN_WDP = {mu: at_least(1), sigma: SCALE, Delta: above(0), shift: between(-Delta, Delta)}

CLAIMS = (
    Claim("wdp/tab-1-dp-lap", TABLE, part="bound", forall={lamda: SCALE, shift: between(-1, 1)},
          states=Compare(max_divergence(laplace(shift), laplace(0)), "<=", 1 / lamda)),
    Claim("wdp/tab-1-dp-lap", TABLE, part="least", forall={lamda: SCALE}, states=laplace_dp),
    Claim("wdp/tab-1-dp-gauss", TABLE, forall={sigma: SCALE}, states=gaussian_dp),
    Claim("wdp/tab-1-rdp-lap", TABLE, forall={alpha: above(1), lamda: SCALE}, states=laplace_rdp),
    Claim("wdp/tab-1-rdp-lap-1", TABLE, forall={lamda: SCALE}, uses=("wdp/eq-40",),
          states=Compare(renyi_divergence(laplace(0), laplace(1), 1), "==", h(1 / lamda))),
    Claim("wdp/tab-1-rdp-gauss", TABLE, forall={alpha: at_least(1), sigma: SCALE}, states=gaussian_rdp),
    Claim("wdp/tab-1-wdp-lap", TABLE, forall=LAPLACE_WDP, states=laplace_wdp, uses=("wdp/prop-7",),
          because="The two laws are translates of each other, so W_mu is exactly the length of the shift, which may be Delta. The entry tends to "
                  "0 as lambda grows, and for lambda >= 1 it is below Delta/2 at every order."),
    Claim("wdp/tab-1-wdp-gauss", TABLE, forall=GAUSSIAN_WDP, states=gaussian_wdp, uses=("wdp/prop-8",),
          because="The two laws are translates of each other, so W_mu is exactly the length of the shift, which may be Delta, whatever sigma is. "
                  "The entry tends to 0 as sigma grows."),
    Claim("wdp/tab-1-caption", Source("Table 1, caption"), part="dp-row", forall={lamda: SCALE, sigma: SCALE}, states=All(laplace_dp, gaussian_dp)),
    Claim("wdp/tab-1-caption", Source("Table 1, caption"), part="rdp-row", forall={alpha: above(1), lamda: SCALE, sigma: SCALE},
          states=All(laplace_rdp, gaussian_rdp)),
    Claim("wdp/tab-1-caption", Source("Table 1, caption"), part="wdp-laplace", forall=LAPLACE_WDP, states=laplace_wdp,
          because="The DP and RDP rows are right. In the WDP row no Delta makes the entries budgets at every scale: W_mu reaches Delta whatever "
                  "the scale, and the entries tend to 0 as it grows."),
    Claim("wdp/tab-1-caption", Source("Table 1, caption"), part="wdp-gaussian", forall=GAUSSIAN_WDP, states=gaussian_wdp),
)
