"""Ledger of the Gaussian mechanisms (sections 1, 2.3, 2.4, 3.5, 3.6 and Appendix A).

Of sigma, and of delta in the quoted propositions, the source gives no range; of epsilon only Proposition 1 does. Values of functions at dim points stand for the
functions, K for the Gram matrix of the points.
"""

from theorems.frdp.definitions import (
    ADJACENT,
    DIM,
    EQ_3,
    EUCLIDEAN,
    GRAM,
    IN_RKHS,
    INVERTIBLE,
    MATRIX,
    NOISE,
    ORDER,
    OWN_POINTS,
    SENSITIVITY,
    SPACE,
    VALUES,
    Delta,
    F,
    K,
    N,
    X,
    d,
    delta,
    dim,
    epsilon,
    h,
    q,
    sigma,
    u,
    v,
    x_,
)
from theorems.frdp.definitions_subsampling import FAMILY as SET_FUNCTIONS
from theorems.frdp.definitions_subsampling import SENSITIVE
from verify.claims import (
    Compare,
    Euclid,
    Families,
    Item,
    Points,
    Scope,
    Source,
    above,
    at_least,
    between,
    integers,
    inverse_form,
    log,
    number,
    numbers,
    objects,
    reading,
    sqrt,
    unstated,
    upto,
)

c = numbers("c")
V, u_ = objects("V u_")

PROOFS = "Appendix A"
UNIT = between(0, 1, open="both")
DELTAS = reading("delta", unit=UNIT, half=between(0, number("1/2"), open="both"))
EPSILONS = reading("epsilon", all=above(0), below_one=UNIT)
ENOUGH = at_least(sqrt(2 * log(number("5/4") / delta)) / epsilon)
BOUND = {"sensitivity": ("max", "sup")}
CLASSICAL = {epsilon: unstated(EPSILONS), delta: unstated(UNIT)}
FUNCTIONS = {"epsilon": ("all", "below-one"), **GRAM}
RKHS = {**MATRIX, **VALUES, **SENSITIVITY}
OWN = {**OWN_POINTS, **VALUES, **SENSITIVITY}
EVERYWHERE = {"pairs": ("all", "adjacent")}

PLANE = Euclid(d, 2)
MEANS = {d: integers(1), h: above(0), **DIM, V: Families(upto(dim), Points(PLANE)), N: integers(1), X: Families(upto(N), Points(PLANE)), x_: Points(PLANE)}
SAMPLED = {**ORDER, q: unstated(between(0, 1)), **NOISE}

ITEMS = (
    Item("frdp/prop-1", "The Gaussian mechanism for vectors", "Proposition 1",
         Scope({epsilon: UNIT, delta: unstated(DELTAS), sigma: ENOUGH, **DIM, **SENSITIVITY, **VALUES}, given=(EUCLIDEAN,),
               readings={"delta": ("unit", "half"), **BOUND}, part="dp"),
         Scope({**ORDER, **NOISE, **DIM, **SENSITIVITY, **VALUES}, given=(EUCLIDEAN,), readings=BOUND, part="rdp"),
         note="u and v are f(D) and f(D'). max: the sensitivity is attained by a pair of data sets; sup: it need not be."),
    Item("frdp/prop-2", "The Gaussian mechanism for (epsilon, delta)-DP of functions", "Proposition 2",
         Scope({**CLASSICAL, **DIM, **MATRIX, **VALUES, **SENSITIVITY}, given=(EQ_3,), readings=FUNCTIONS)),
    Item("frdp/cor-1", "The same in the space of the kernel", "Corollary 1",
         Scope({**CLASSICAL, **DIM, **RKHS}, given=(IN_RKHS,), readings={"epsilon": ("all", "below-one"), **GRAM, **EVERYWHERE}), uses=("frdp/prop-2",),
         note="The values of a function of the space satisfy the hypothesis at all points. The sup is over all pairs of data sets, as printed, or over neighbours; the"
              " conclusion is about neighbours, or all pairs."),
    Item("frdp/def-5", "The Gaussian mechanism with any covariance", Source("Definition 5", eq="5"),
         Scope({**ORDER, **NOISE, **DIM, K: INVERTIBLE, **VALUES, **SENSITIVITY}, given=(Compare(inverse_form(K, u - v), "<=", Delta**2),))),
    Item("frdp/prop-4", "The Gaussian mechanism for functions", "Proposition 4",
         Scope({**ORDER, **NOISE, **DIM, **MATRIX, **VALUES, **SENSITIVITY}, given=(EQ_3,), readings=GRAM), uses=("frdp/def-5", "frdp/proof-prop-4"),
         proof=("frdp/proof-prop-4", "frdp/def-5")),
    Item("frdp/proof-prop-4", "Values of the mechanism have the form of eq. 5", Source("Proof of Proposition 4", section=PROOFS),
         Scope({**NOISE, **DIM, **MATRIX, u: VALUES[u], **SENSITIVITY}, readings=GRAM, part="law"),
         Scope({**DIM, **MATRIX}, part="definite", readings=GRAM), part_of="frdp/prop-4",
         note="law: the values at dim points have the law of eq. 5 with the Gram matrix. definite: that matrix is positive definite, as Definition 5 asks."),
    Item("frdp/cor-2", "The Gaussian mechanism in the space of the kernel", "Corollary 2",
         Scope({**ORDER, **NOISE, **DIM, **OWN}, given=(IN_RKHS,), readings={"evaluation set": ("common", "own"), **EVERYWHERE}), uses=("frdp/prop-4",),
         note="u and v are the values of f_D and f_D' at dim points, where the bound holds; S and S_ are the n of them at which f_D and f_D' are released. own: the points may"
              " depend on the data set."),
    Item("frdp/text-sens-infinite", "The sensitivity of a function as a vector of its values", Source("Section 1"),
         Scope({c: above(0)}, part="l2"), Scope({c: above(0)}, part="l1"),
         note="The two functions differ by at least c at infinitely many points."),
    Item("frdp/text-rkhs-noise", "Noise in the space of the kernel", Source("Abstract, Sections 4.2, 4.3 and 5"),
         Scope({d: integers(1), h: above(0), N: integers(1), X: Families(upto(N), Points(PLANE)), **NOISE, **SENSITIVITY}, readings={"object": ("mean-function", "path")}),
         note="mean-function: f_D lies in the space. path: the released path does, with probability 1, where the space has infinite dimension."),
    Item("frdp/sgm", "The subsampled Gaussian mechanism", Source("Section 3.6"),
         Scope({**SAMPLED, N: integers(1), **DIM, K: INVERTIBLE, F: SET_FUNCTIONS, **SENSITIVITY}, given=(SENSITIVE,), readings=ADJACENT, part="arbitrary"),
         Scope({**SAMPLED, q: unstated(between(0, 1, open="left")), **MEANS}, part="kernel-mean",
               readings={**ADJACENT, "normaliser": ("public", "own-size"), "sensitivity": ("constant", "per-batch"), "size": ("data-set", "batch")}), uses=("frdp/prop-4",),
         note="arbitrary: any function of a set of records with the stated sensitivity, as a map of the subsets of N + 2 records. kernel-mean: f_S is the sum of k(x_i, .) over S, divided by a public constant (qN, so 0 < q) or by the size of S;"
              " x_ is the record that the two data sets differ in, V the points of evaluation."),
    Item("frdp/sgm-inf", "The reduction to one dimension persists", Source("Section 3.6"),
         Scope({**SAMPLED, **DIM, K: INVERTIBLE, u_: Points(SPACE)}, given=(Compare(inverse_form(K, u_), "==", 1),)), uses=("frdp/sgm",),
         note="u_ is the difference of the means, of length 1 in units of the Gram matrix, at any number of points; so also in the limit. Both adjacencies have such pairs."),
)
