r"""The Gaussian mechanism for vectors and for the values of functions.

Statement (Definition 5, Proposition 4, Corollary 2, Appendix F)
    def-5        If |M^(-1/2)(v_D - v_D')| <= Delta, then v_D + sigma Delta N(0, M) is (alpha, alpha/(2 sigma^2))-RDP.
    prop-4       A function plus sigma Delta times a Gaussian process is (alpha, alpha/(2 sigma^2))-RDP at any finite set of points, where the values there,
                 with their Gram matrix as M, satisfy eq. 3.
    cor-2        Functions whose distance in the space of the kernel is at most Delta satisfy the hypothesis, so that f_D + sigma Delta G is (alpha, alpha/(2
                 sigma^2))-RDP.
    app-f-gauss  The divergence of N(u, Sigma) and N(v, Sigma) is alpha/2 <u - v, Sigma^-1 (u - v)>.
    app-f-mech   A vector plus normal noise of any covariance is RDP with alpha/2 times the largest squared distance of neighbours in the norm of that
                 covariance.

Reading
    gram             M is invertible (distinct points, strictly positive definite kernel), or M^(-1/2) is taken with the pseudo-inverse.
    evaluation set   one list of points for both data sets, or one of its own for each, of equal length: the two functions are met at all points of both lists, where their
                     difference obeys the bound. Lists of different length have no divergence.
    pairs            the sup in Corollary 2 runs over neighbours, or over all pairs; a pair of values is one of either kind.
    adjacency        a record more, or a record replaced.

Measured
    The Renyi divergence of the two normal laws of the values.

Claimed
    alpha/(2 sigma^2); the quadratic form.
"""

from theorems.frdp.definitions import (
    D_,
    DATA,
    DIM,
    EQ_3,
    FAMILY,
    IN_RKHS,
    INVERTIBLE,
    MATRIX,
    NOISE,
    ORDER,
    OWN_POINTS,
    PAIRS,
    S_,
    SENSITIVITY,
    VALUES,
    D,
    Delta,
    F,
    K,
    S,
    alpha,
    rdp,
    sigma,
    u,
    v,
)
from verify.claims import Claim, Compare, ForAll, Source, Sup, inverse_form, normal_vector, reading, select
from verify.quantities import renyi_divergence

TEXT = Source("Appendix F")
noise = (sigma * Delta) ** 2
level = alpha / (2 * sigma**2)


def released(values, matrix):
    """The law of values plus sigma Delta N(0, matrix)."""
    return normal_vector(values, noise * matrix)


private = rdp(released(u, K), released(v, K), alpha, level)
evaluated = rdp(select(released(u, K), S), select(released(v, K), S_), alpha, level)
worst = Sup(PAIRS, inverse_form(K, F(D) - F(D_)))

CLAIMS = (
    Claim("frdp/def-5", Source("Definition 5", eq="5"), forall={**ORDER, **NOISE, **DIM, K: INVERTIBLE, **VALUES, **SENSITIVITY}, given=(IN_RKHS,), states=private),
    Claim("frdp/prop-4", Source("Proposition 4"), forall={**ORDER, **NOISE, **DIM, **MATRIX, **VALUES, **SENSITIVITY}, given=(EQ_3,), states=private,
          uses=("frdp/def-5", "frdp/proof-prop-4")),
    Claim("frdp/cor-2", Source("Corollary 2"), forall={**ORDER, **NOISE, **DIM, **OWN_POINTS, **VALUES, **SENSITIVITY},
          given=(IN_RKHS,), states=reading("pairs", all=evaluated, adjacent=evaluated),
          same_as={"common+adjacent": "common+all", "own+adjacent": "own+all"}, uses=("frdp/prop-4",)),
    Claim("frdp/app-f-gauss", TEXT, forall={**ORDER, **DIM, K: INVERTIBLE, **VALUES},
          states=Compare(renyi_divergence(normal_vector(u, K), normal_vector(v, K), alpha), "==", alpha / 2 * inverse_form(K, u - v))),
    Claim("frdp/app-f-mech", TEXT, forall={**ORDER, **NOISE, **DIM, K: INVERTIBLE, **DATA, **FAMILY},
          states=ForAll(PAIRS, rdp(normal_vector(F(D), sigma**2 * K), normal_vector(F(D_), sigma**2 * K), alpha, alpha / (2 * sigma**2) * worst)),
          uses=("frdp/app-f-gauss",)),
)
