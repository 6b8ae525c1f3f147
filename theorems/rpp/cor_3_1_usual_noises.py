r"""Gaussian and Laplace noise for a query, and the second derivative of the Laplace budget.

Statement (Corollary 3.1 and its proof)
    cor-3.1-gauss                 Gaussian noise of variance alpha Delta^2/(2 epsilon), Delta in l_2, gives (alpha, epsilon)-RPP.
    cor-3.1-laplace               Laplace noise of scale rho, Delta in l_1, gives RPP of order alpha with the budget log(alpha/(2 alpha - 1) exp(Delta (alpha
                                  - 1)/rho) + (alpha - 1)/(2 alpha - 1) exp(-Delta alpha/rho))/(alpha - 1).
    cor-3.1-laplace-pp            Laplace noise of scale Delta/epsilon, Delta in l_1, gives epsilon-PP.
    proof-laplace-2nd-derivative  The second derivative in Delta of the budget of Laplace noise has the printed value, which is at least 0.

Reading
    supremum   the sensitivity is attained by a pair of laws, or only approached.

Measured
    The Renyi divergence of the laws of the output; the derivative of the budget.

Claimed
    The budgets; the printed derivative.
"""

from mechanisms import Laplace
from theorems.rpp.definitions import L1, L2, Delta, P, Q, alpha, d, epsilon, laplace_budget, renyi_private, rho, sensitivity, z
from verify.claims import (
    Claim,
    Compare,
    Derivative,
    Laws,
    Source,
    above,
    at_least,
    convolve,
    exp,
    iid,
    integers,
    normal_vector,
    numbers,
    oo,
    substitute,
    term,
    unstated,
)

scale = numbers("scale")
COROLLARY, PROOF = Source("Corollary 3.1", section="Section 3"), Source("Appendix B.2")
USES = ("rpp/thm-3.3", "rpp/lem-b.1")
SECOND = alpha * (2 * alpha**2 - 1) / (rho**2 * (2 * alpha - 1)) * exp(-z / rho) / (alpha * exp(z * (alpha - 1) / rho) + (alpha - 1) * exp(-z * alpha / rho))


def queries(space):
    return {d: integers(1), P: Laws(space), Q: Laws(space)}


def laplace(width):
    """Independent coordinates of one scale."""
    return iid(substitute(term(Laplace(0, scale=scale)), {"scale": width}), d)


def noised(noise, order, level):
    return renyi_private(convolve(P, noise), convolve(Q, noise), order, level)


def second_derivative(part, states):
    return Claim("rpp/proof-laplace-2nd-derivative", PROOF, part=part, part_of="rpp/cor-3.1-laplace",
                 forall={alpha: above(1), rho: above(0), z: at_least(0)}, states=states)


CLAIMS = (
    Claim("rpp/cor-3.1-gauss", COROLLARY, uses=USES, forall={alpha: above(1), epsilon: above(0), Delta: unstated(at_least(0)), **queries(L2)},
          given=(sensitivity(Delta, size=2),), states=noised(iid(normal_vector(0, alpha * Delta**2 / (2 * epsilon)), d), alpha, epsilon)),
    Claim("rpp/cor-3.1-laplace", COROLLARY, uses=USES, forall={alpha: above(1), rho: above(0), Delta: unstated(at_least(0)), **queries(L1)},
          given=(sensitivity(Delta, size=1),), states=noised(laplace(rho), alpha, laplace_budget(Delta, rho))),
    Claim("rpp/cor-3.1-laplace-pp", COROLLARY, uses=USES, forall={epsilon: above(0), Delta: unstated(above(0)), **queries(L1)},
          given=(sensitivity(Delta, size=1),), states=noised(laplace(Delta / epsilon), oo, epsilon)),
    second_derivative("value", Compare(Derivative(laplace_budget(z, rho), z, 2), "==", SECOND)),
    second_derivative("sign", Compare(SECOND, ">=", 0)),
)
