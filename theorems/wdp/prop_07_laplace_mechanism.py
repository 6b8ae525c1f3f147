r"""The Laplace mechanism with sensitivity Delta is (mu, (1/2) Delta (sqrt(2 (1/lambda + exp(-1/lambda) - 1)))^(1/mu))-WDP.

Statement (Proposition 7; proof in eqs. 33-41)
    prop-7  A query f of sensitivity Delta > 0, released as f(D) + Lap(0, lambda), satisfies W_mu <= (1/2) Delta (sqrt(2 h(1/lambda)))^(1/mu) for all
            neighbours and every order mu >= 1, where h(t) = t + exp(-t) - 1.
    eq-34   W_mu(Lap(0, lambda), Lap(Delta, lambda)) is at most the infimum over couplings of (E Delta^mu)^(1/mu): the cost rho(x, y) is replaced by Delta.
    eq-35   In that infimum the constant Delta is taken out: it is Delta times the infimum of (E 1)^(1/mu).
    eq-36   The 1 in the infimum is replaced by the indicator of X != Y, X ~ Lap(0, lambda), Y ~ Lap(Delta, lambda), with equality.
    eq-37   Delta times the infimum of P(X != Y)^(1/mu) equals (1/2) Delta times the total variation norm of the two distributions to the power 1/mu.
    eq-38   (1/2) Delta |P - Q|_TV^(1/mu) <= (1/2) Delta (sqrt(2 D_KL(P, Q)))^(1/mu) for the two Laplace distributions.
    eq-39   Pinsker's inequality: D_KL(P, Q) >= (1/2) |P - Q|_TV^2 for all P and Q.
    eq-40   The Kullback-Leibler divergence of Lap(0, lambda) from Lap(1, lambda) is 1/lambda + exp(-1/lambda) - 1.
    eq-41   W_mu(Lap(0, lambda), Lap(1, lambda)) <= (1/2) Delta (sqrt(2 (1/lambda + exp(-1/lambda) - 1)))^(1/mu).

Reading
    query      scalar: f is real valued; vector: f has values in R^dim, independent noise in each coordinate, l_p norm for sensitivity and outputs.
    kl         unit-shift: the divergence of eq. 40, at shift 1, as printed; shift-delta: the divergence at the shift Delta, h(Delta/lambda).
    eq-34      numbers: the inequality between the two infima; pointwise: rho(x, y) <= Delta for the points x, y that are compared.
    tv         integral: the total variation norm is the integral of |p - q|; supremum: it is sup_A |P(A) - Q(A)|.
    sensitivity (eq-41)  one: Delta = 1; any: an arbitrary Delta, with the unit shift that is printed on the left.
    The scale is positive (unstated); p is a positive integer (remark below eq. 38).

Measured
    W_mu between the two output laws; the divergences and infima of the proof from their definitions.

Claimed
    The budget of Proposition 7 and each relation of eqs. 34-41. Chain of the proof: replace the cost by Delta (34), take it out (35), replace 1 by
    the indicator of X != Y (36), write that as total variation (37), apply Pinsker (38, 39), insert the divergence at shift 1 (40, 41).
"""

from theorems.wdp.definitions import DIMENSIONS, NORMS, SPACE, P, Q, W, dim, h, mu, r, wdp
from theorems.wdp.definitions_mechanisms import (
    Delta,
    lamda,
    laplace,
    laplace_budget,
    least_cost,
    p,
    pinsker_budget,
    shift,
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
    Laws,
    Points,
    Source,
    above,
    at_least,
    between,
    iid,
    integers,
    norm,
    one_of,
    reading,
    translate,
    unstated,
)
from verify.quantities import kullback_leibler_divergence, least_disagreement

first, second = laplace(0), laplace(Delta)
noise = iid(laplace(0), dim)
SCALE = unstated(above(0))

CLAIMS = (
    Claim(
        "wdp/prop-7", Source("Proposition 7"),
        forall={mu: at_least(1), lamda: SCALE, Delta: above(0), shift: between(-Delta, Delta),
                dim: DIMENSIONS, p: integers(1), v: Points(Euclid(dim, p))},
        given=(reading("query", scalar=None, vector=Compare(norm(v, p), "<=", Delta)),),
        states=reading("query",
                       scalar=wdp(laplace(shift), laplace(0), mu, laplace_budget(mu, reading("kl", unit_shift=1 / lamda, shift_delta=Delta / lamda))),
                       vector=wdp(translate(noise, v), noise, mu, laplace_budget(mu, reading("kl", unit_shift=1 / lamda, shift_delta=Delta / lamda)), p)),
        uses=("wdp/eq-34", "wdp/eq-35", "wdp/eq-36", "wdp/eq-37", "wdp/eq-38", "wdp/eq-39", "wdp/eq-40", "wdp/eq-41"),
        because="The two laws are translates of each other, so W_mu is exactly the length of the shift: moving every point by it is a coupling of that cost, and the difference of the means "
                "forbids a cheaper one. The printed bound tends to 0 as the scale grows; the distance does not.",
    ),
    Claim(
        "wdp/eq-34", Source("Proof of Proposition 7", eq="33-34"), part_of="wdp/prop-7",
        forall={mu: at_least(1), lamda: SCALE, Delta: above(0), x: REALS, y: REALS},
        states=reading("eq-34", numbers=Compare(W(first, second, mu), "<=", least_cost(first, second, Delta**mu) ** (1 / mu)),
                       pointwise=Compare(Abs(x - y), "<=", Delta)),
    ),
    Claim(
        "wdp/eq-35", Source("Proof of Proposition 7", eq="35"), part_of="wdp/prop-7",
        forall={mu: at_least(1), lamda: SCALE, Delta: above(0)},
        states=Compare(least_cost(first, second, Delta**mu) ** (1 / mu), "==", Delta * least_cost(first, second, 1) ** (1 / mu)),
    ),
    Claim(
        "wdp/eq-36", Source("Proof of Proposition 7", eq="36"), part_of="wdp/prop-7",
        forall={mu: at_least(1), lamda: SCALE, Delta: above(0)},
        states=Compare(Delta * least_cost(first, second, 1) ** (1 / mu), "==", Delta * least_disagreement(first, second) ** (1 / mu)),
    ),
    Claim(
        "wdp/eq-37", Source("Proof of Proposition 7", eq="37"), part_of="wdp/prop-7",
        forall={mu: at_least(1), lamda: SCALE, Delta: above(0)},
        states=Compare(Delta * least_disagreement(first, second) ** (1 / mu), "==", Delta / 2 * tv_norm(first, second) ** (1 / mu)),
    ),
    Claim(
        "wdp/eq-38", Source("Proof of Proposition 7", eq="38"), part_of="wdp/prop-7",
        forall={mu: at_least(1), lamda: SCALE, Delta: above(0)},
        states=Compare(Delta / 2 * tv_norm(first, second) ** (1 / mu), "<=", pinsker_budget(first, second, mu)),
        uses=("wdp/eq-39",),
    ),
    Claim(
        "wdp/eq-39", Source("Proof of Proposition 7", eq="39, 48"), part_of="wdp/prop-7",
        forall={dim: DIMENSIONS, r: NORMS, P: Laws(SPACE), Q: Laws(SPACE)},
        states=Compare(kullback_leibler_divergence(P, Q), ">=", tv_norm(P, Q) ** 2 / 2),
    ),
    Claim(
        "wdp/eq-40", Source("Proof of Proposition 7", eq="40"), part_of="wdp/prop-7",
        forall={lamda: SCALE},
        states=Compare(kullback_leibler_divergence(laplace(0), laplace(1)), "==", h(1 / lamda)),
    ),
    Claim(
        "wdp/eq-41", Source("Proof of Proposition 7", eq="41"), part_of="wdp/prop-7",
        forall={mu: at_least(1), lamda: SCALE, Delta: reading("sensitivity", one=one_of(1), any=above(0))},
        states=wdp(laplace(0), laplace(1), mu, laplace_budget(mu, 1 / lamda)),
        uses=("wdp/eq-34", "wdp/eq-35", "wdp/eq-36", "wdp/eq-37", "wdp/eq-38", "wdp/eq-40"),
    ),
)
