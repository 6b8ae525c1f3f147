r"""The Gaussian mechanism with sensitivity Delta is (mu, (1/2) (Delta/sigma)^(1/mu))-WDP.

Statement (Proposition 8; proof in eqs. 42-50)
    prop-8  A query f of sensitivity Delta, released as f(D) + N(0, sigma^2), satisfies W_mu <= (1/2) (Delta/sigma)^(1/mu) for all neighbours and every order
            mu >= 1.
    eq-43   W_mu(N(0, sigma^2), N(Delta, sigma^2)) is at most the infimum over couplings of (E Delta^mu)^(1/mu), and Delta may be taken out of it.
    eq-45   The 1 in the infimum is replaced by the indicator of X != Y, X ~ N(0, sigma^2), Y ~ N(Delta, sigma^2), with equality.
    eq-46   Delta times the infimum of P(X != Y)^(1/mu) equals (1/2) Delta times the total variation norm of the two normal distributions to the power 1/mu.
    eq-47   (1/2) Delta |P - Q|_TV^(1/mu) <= (1/2) Delta (sqrt(2 D_KL(P, Q)))^(1/mu) for the two normal distributions.
    eq-49   The Kullback-Leibler divergence of N(0, sigma^2) from N(1, sigma^2) is Delta^2/(2 sigma^2).
    eq-50   W_mu(N(0, sigma^2), N(1, sigma^2)) <= (1/2) (sqrt(2 Delta^2/(2 sigma^2)))^(1/mu) = (1/2) (Delta/sigma)^(1/mu).

Reading
    budget     stated: the bound of the proposition; substituted: what eq. 47 gives with the divergence inserted, (1/2) Delta (Delta/sigma)^(1/mu).
    query      scalar: f is real valued; vector: f has values in R^dim, independent noise in each coordinate, l_p norm for sensitivity and outputs.
    sensitivity  any: Delta is arbitrary, as in the proposition; one: Delta = 1, as in the closing sentence of the proof.
    eq-43      numbers: the inequality between the two infima; pointwise: rho(x, y) <= Delta for the points x, y that are compared.
    tv         integral: the total variation norm is the integral of |p - q|; supremum: it is sup_A |P(A) - Q(A)|.
    kl (eq-49)  unit-shift: the divergence at shift 1, as printed on the left; shift-delta: at shift Delta.
    sigma^2 is the variance; sigma > 0 is unstated; Delta > 0 is the range that Table 1 names.

Measured
    W_mu between the two output laws; the divergences and infima of the proof from their definitions.

Claimed
    The budget of Proposition 8 and each relation of eqs. 43-50, with the steps of the proof of Proposition 7.
"""

from theorems.wdp.definitions import DIMENSIONS, W, dim, mu, wdp
from theorems.wdp.definitions_mechanisms import (
    Delta,
    gaussian,
    gaussian_budget,
    least_cost,
    p,
    pinsker_budget,
    shift,
    sigma,
    tv_norm,
    v,
    x,
    y,
)
from verify.claims import (
    REALS,
    Abs,
    Claim,
    Compare,
    Euclid,
    Points,
    Source,
    above,
    at_least,
    between,
    chain,
    iid,
    integers,
    norm,
    one_of,
    reading,
    sqrt,
    translate,
    unstated,
)
from verify.quantities import kullback_leibler_divergence, least_disagreement

first, second = gaussian(0), gaussian(Delta)
noise = iid(gaussian(0), dim)
DEVIATION = unstated(above(0))
SENSITIVITY = reading("sensitivity", any=above(0), one=one_of(1))
BUDGET = reading("budget", stated=gaussian_budget(mu), substituted=Delta / 2 * (Delta / sigma) ** (1 / mu))

CLAIMS = (
    Claim(
        "wdp/prop-8", Source("Proposition 8"),
        forall={mu: at_least(1), sigma: DEVIATION, Delta: SENSITIVITY, shift: between(-Delta, Delta),
                dim: DIMENSIONS, p: integers(1), v: Points(Euclid(dim, p))},
        given=(reading("query", scalar=None, vector=Compare(norm(v, p), "<=", Delta)),),
        states=reading("query", scalar=wdp(gaussian(shift), gaussian(0), mu, BUDGET), vector=wdp(translate(noise, v), noise, mu, BUDGET, p)),
        uses=("wdp/eq-43", "wdp/eq-45", "wdp/eq-46", "wdp/eq-47", "wdp/eq-49", "wdp/eq-50"),
        because="The two laws are translates of each other, so W_mu is exactly the length of the shift, whatever the standard deviation. The printed bound tends to 0 as sigma grows.",
    ),
    Claim(
        "wdp/eq-43", Source("Proof of Proposition 8", eq="42-43"), part="bound", part_of="wdp/prop-8",
        forall={mu: at_least(1), sigma: DEVIATION, Delta: above(0), x: REALS, y: REALS},
        states=reading("eq-43", numbers=Compare(W(first, second, mu), "<=", least_cost(first, second, Delta**mu) ** (1 / mu)),
                       pointwise=Compare(Abs(x - y), "<=", Delta)),
    ),
    Claim(
        "wdp/eq-43", Source("Proof of Proposition 8", eq="44"), part="factor", part_of="wdp/prop-8",
        forall={mu: at_least(1), sigma: DEVIATION, Delta: above(0)},
        states=Compare(least_cost(first, second, Delta**mu) ** (1 / mu), "==", Delta * least_cost(first, second, 1) ** (1 / mu)),
    ),
    Claim(
        "wdp/eq-45", Source("Proof of Proposition 8", eq="45"), part_of="wdp/prop-8",
        forall={mu: at_least(1), sigma: DEVIATION, Delta: above(0)},
        states=Compare(Delta * least_cost(first, second, 1) ** (1 / mu), "==", Delta * least_disagreement(first, second) ** (1 / mu)),
    ),
    Claim(
        "wdp/eq-46", Source("Proof of Proposition 8", eq="46"), part_of="wdp/prop-8",
        forall={mu: at_least(1), sigma: DEVIATION, Delta: above(0)},
        states=Compare(Delta * least_disagreement(first, second) ** (1 / mu), "==", Delta / 2 * tv_norm(first, second) ** (1 / mu)),
    ),
    Claim(
        "wdp/eq-47", Source("Proof of Proposition 8", eq="47"), part_of="wdp/prop-8",
        forall={mu: at_least(1), sigma: DEVIATION, Delta: above(0)},
        states=Compare(Delta / 2 * tv_norm(first, second) ** (1 / mu), "<=", pinsker_budget(first, second, mu)),
        uses=("wdp/eq-39",),
    ),
    Claim(
        "wdp/eq-49", Source("Proof of Proposition 8", eq="49"), part_of="wdp/prop-8",
        forall={sigma: DEVIATION, Delta: above(0)},
        states=Compare(kullback_leibler_divergence(gaussian(0), reading("kl", unit_shift=gaussian(1), shift_delta=gaussian(Delta))), "==",
                       Delta**2 / (2 * sigma**2)),
    ),
    Claim(
        "wdp/eq-50", Source("Proof of Proposition 8", eq="50"), part_of="wdp/prop-8",
        forall={mu: at_least(1), sigma: DEVIATION, Delta: SENSITIVITY},
        states=chain(W(gaussian(0), gaussian(1), mu), "<=", sqrt(2 * (Delta**2 / (2 * sigma**2))) ** (1 / mu) / 2, "==", gaussian_budget(mu)),
        uses=("wdp/eq-47", "wdp/eq-49"),
    ),
)
