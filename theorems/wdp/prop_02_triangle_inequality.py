r"""The privacy loss satisfies the triangle inequality.

Statement (Proposition 2, eqs. 7 and 20; proof in eqs. 21-24)
    prop-2  For three data sets whose differences are nested, W_mu(P1, P3) <= W_mu(P1, P2) + W_mu(P2, P3), mu >= 1.
    eq-21   W_mu(P, Q) is the infimum of (E rho(X, Y)^mu)^(1/mu) over pairs of random variables X ~ P and Y ~ Q.
    eq-23   The infimum over pairs (X1, X3) is at most the sum of those over (X1, X2) and over (X2, X3), by Minkowski's inequality in L^r, 1 < r < oo.

Reading
    moments    finite: moments of order mu are finite; any: arbitrary laws, distances in [0, oo].
    eq-23      truth: the inequality between the three infima; minkowski: the named inequality, for one joint law G of X1, X2, X3; gluing: the named inequality
               speaks of one joint law, the infima of two separate pairs, so that any coupling g of the first two laws and any coupling h of the last two must
               be pairs of one joint law: (X1, X2) ~ g and (X2', X3) ~ h can be coupled with X2 = X2' (infima over couplings are attained);
               orders: the exponents for which the inequality is named, 1 < r < oo, are all mu >= 1.
    A mechanism is arbitrary, so the three output laws are any three laws, whatever the data sets.

Measured
    The loss between the outer two laws; W_mu (21).

Claimed
    The sum of the inner losses; the infimum over couplings (21).
"""

from theorems.wdp.definitions import DIMENSIONS, NORMS, SPACE, P, Q, W, dim, moments, mu, r
from theorems.wdp.definitions_laws import LAWS, P_1, P_2, P_3, g, least_mean_cost, x, y
from verify.claims import All, Claim, Compare, Couplings, Expect, Inf, Laws, Product, Source, at_least, norm, objects, oo, reading

G, J, h, x_1, x_2, x_3 = objects("G J h x_1 x_2 x_3")
FINITE = Laws(SPACE, moments=moments(mu))


def length(a, b):
    """(E rho(a, b)^mu)^(1/mu) under the joint law of the three random variables."""
    return Expect({(x_1, x_2, x_3): G}, norm(a - b, r) ** mu) ** (1 / mu)


CLAIMS = (
    Claim("wdp/prop-2", Source("Proposition 2", eq="7"), forall={mu: at_least(1), dim: DIMENSIONS, r: NORMS, P_1: FINITE, P_2: FINITE, P_3: FINITE},
          states=Compare(W(P_1, P_3, mu, r), "<=", W(P_1, P_2, mu, r) + W(P_2, P_3, mu, r)), uses=("wdp/eq-21", "wdp/eq-23")),
    Claim("wdp/eq-21", Source("Proof of Proposition 2", eq="21"), part_of="wdp/prop-2", forall={mu: at_least(1), dim: DIMENSIONS, r: NORMS, P: LAWS, Q: LAWS},
          states=Compare(W(P, Q, mu, r), "==", least_mean_cost(P, Q, mu, r))),
    Claim("wdp/eq-23", Source("Proof of Proposition 2", eq="22-24"), part_of="wdp/prop-2",
          forall={mu: at_least(1), dim: DIMENSIONS, r: NORMS, P_1: LAWS, P_2: LAWS, P_3: LAWS, G: Laws(Product(SPACE, SPACE, SPACE)),
                  g: Couplings(P_1, P_2), h: Couplings(P_2, P_3)},
          states=reading("eq-23",
                         truth=Compare(least_mean_cost(P_1, P_3, mu, r), "<=", least_mean_cost(P_1, P_2, mu, r) + least_mean_cost(P_2, P_3, mu, r)),
                         minkowski=Compare(length(x_1, x_3), "<=", length(x_1, x_2) + length(x_2, x_3)),
                         gluing=Compare(Inf({J: Couplings(g, h)}, Expect({(x, y): J}, norm(x[2] - y[1], r))), "==", 0),
                         orders=All(Compare(1, "<", mu), Compare(mu, "<", oo)))),
)
