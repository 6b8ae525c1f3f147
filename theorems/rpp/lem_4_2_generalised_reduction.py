r"""Generalised shift reduction, and the distribution aware mechanism.

Statement (Lemma 4.2, Theorem 4.5)
    lem-4.2  For 1/p + 1/q = 1 and a distribution xi of W with E exp((a - 1) D_a(zeta, zeta moved by W)) <= z at a = q (alpha - 1) + 1: D_alpha(mu * zeta, nu
             * zeta) <= D_(p (alpha - 1) + 1)(mu * xi, nu) + log(z)/(q (alpha - 1)); the infimum over xi is the generalised shifted divergence. For q = 1 the
             order is oo.
    thm-4.5  With Delta the largest over pairs of inf over couplings of E exp(q (alpha - 1) D_(q (alpha - 1) + 1)(zeta, zeta moved by X - Y)), f(X) + N is
             (alpha, log(Delta)/(q (alpha - 1)))-RPP, and the limit of the budget as alpha tends to oo is one for PP.

Reading
    W          independent of the variable with law mu, or coupled with it.
    pairs      of secrets: with each pair its reverse, or not.
    symmetry   of the noise: any, or an even density.

Measured
    The Renyi divergence of the noised laws.

Claimed
    The bounds.
"""

from theorems.rpp.definitions import L2, OUTPUTS, P, Q, alpha, d, p, q, renyi_private, u, z, zeta
from theorems.rpp.definitions_aware import needed
from verify.claims import (
    Claim,
    Compare,
    Expect,
    ForAll,
    Laws,
    Limit,
    Max,
    Node,
    Points,
    Product,
    Source,
    above,
    at_least,
    convolve,
    equals,
    exp,
    integers,
    log,
    marginal,
    objects,
    oo,
    product,
    reading,
    translate,
)
from verify.quantities import density, renyi_divergence

mu, nu, xi, J = objects("mu nu xi J")
LEMMA, THEOREM = Source("Lemma 4.2"), Source("Theorem 4.5")
TOGETHER = reading("W", independent=product(mu, xi), coupled=J)
"""The joint law of the variable and its shift."""
ONE, SHIFT = reading("W", independent=mu, coupled=marginal(J, 1)), reading("W", independent=xi, coupled=marginal(J, 2))
LAWS = {d: integers(1), mu: Laws(L2), xi: Laws(L2), J: Laws(Product(L2, L2)), nu: Laws(L2), zeta: Laws(L2)}
NEEDED = reading("pairs", symmetric=Max(needed(zeta, P, Q, q, alpha), needed(zeta, Q, P, q, alpha)), one_way=needed(zeta, P, Q, q, alpha))
BUDGET = log(NEEDED) / (q * (alpha - 1))
OUTPUT = (convolve(P, zeta), convolve(Q, zeta))
EVEN = (reading("symmetry", any=None, even=ForAll({u: Points(L2)}, Compare(density(zeta, u), "==", density(zeta, -1 * u)))),)


def affordable(order):
    """The hypothesis on the law of the shift."""
    return Compare(Expect({u: SHIFT}, exp((order - 1) * renyi_divergence(zeta, translate(zeta, u), order))), "<=", z)


def lemma(part, names, order, rest):
    """One exponent q; ``rest`` is the order of the first divergence."""
    return Claim("rpp/lem-4.2", LEMMA, part=part, forall={alpha: above(1), z: above(0), **names, **LAWS}, given=(affordable(order),),
                 states=Compare(renyi_divergence(convolve(ONE, zeta), convolve(nu, zeta), alpha), "<=",
                                renyi_divergence(Node("coordinate_sum", TOGETHER), nu, rest) + log(z) / (order - 1)))


CLAIMS = (
    lemma("", {p: above(1), q: equals(p / (p - 1), within=above(1))}, q * (alpha - 1) + 1, p * (alpha - 1) + 1),
    lemma("q-1", {}, alpha, oo),
    Claim("rpp/thm-4.5", THEOREM, part="rpp", uses=("rpp/lem-4.2",), forall={alpha: above(1), q: at_least(1), **OUTPUTS, zeta: Laws(L2, density=True)}, given=EVEN,
          because="For point masses X = 0 and Y = 1 the privacy loss is D_alpha of zeta from zeta moved by Y - X, but the printed cost "
                  "moves zeta by X - Y. For noise that is not even the two differ, and one of them may be infinite alone; it is harmless "
                  "if Q has each pair with its reverse.",
          states=renyi_private(*OUTPUT, alpha, BUDGET)),
    Claim("rpp/thm-4.5", THEOREM, part="pp", uses=("rpp/lem-4.2",), forall={q: at_least(1), **OUTPUTS, zeta: Laws(L2, density=True)}, given=EVEN,
          states=renyi_private(*OUTPUT, oo, Limit(BUDGET, alpha, oo))),
)
