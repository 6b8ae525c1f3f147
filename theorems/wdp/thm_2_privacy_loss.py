r"""The loss of one step of the subsampled Gaussian mechanism, and the steps of its proof.

Statement (Theorem 2, eqs. 11, 89-98)
    thm-2        With rate q, scale sigma and d = |g - g'|_2, P_D = (1-q) N(0, sigma^2) + q N(d, sigma^2), P_D' = N(0, sigma^2): W_mu(P_D, P_D') = inf_d
                 [sum_i E|Z_i|^mu]^(1/mu), where Z ~ N(q d, (2 - 2q + 2q^2) sigma^2).
    thm-2-upper  The right side of the theorem is an upper bound of W_mu(P_D, P_D'), as its use in Theorem 3 needs.
    eq-91        The distribution (1 - q) N(0, sigma^2) + q N(d, sigma^2) is that of a sum of N(0, (1 - q)^2 sigma^2) and N(q d, q^2 sigma^2).
    eq-92        Independent N(0, (1 - q)^2 sigma^2) and N(q d, q^2 sigma^2) add to N(q d, (1 - 2q + 2q^2) sigma^2).
    eq-94        The difference Z = X - Y of X ~ P_D and Y ~ P_D' has the distribution N(q d, 2 - 2q + 2q^2).
    eq-95        The infimum of (E|X - Y|^mu)^(1/mu) over pairs (X, Y) equals that of (E|Z|^mu)^(1/mu) over d.
    eq-96        |z|^mu = sum_i |z_i|^mu.
    eq-97        E sum_i |Z_i|^mu = sum_i E|Z_i|^mu.

Reading
    infimum over  all-d: over all d >= 0, or all vectors g - g'; adjacent-pairs: over all pairs of neighbours, numbered 1 to k; sampled-pairs: over the sampled
                pairs, the first m of k; idle: over nothing, for d is fixed; sensitivity: the largest bracket of all pairs, instead of an infimum. The last is for
                the bracket as a bound: d is the l_2-sensitivity, as the theorem introduces it, a fixed number for all pairs.
    components  scalar: Z is one number; equal: n components, each with mean q d; coordinates: component i has mean q (g - g')_i.
    norm        of outputs that are vectors: l-mu, as eq. 96 writes it out; l-2. In l-2 the coordinates across g - g' have the same independent noise in both
                laws; leaving them as they are is optimal, so the loss is the distance of the laws along g - g', whose difference of means is d. For scalars
                the norms are one.
    eqs. 91-92  a law is its distribution function, or its moment generating function where the left side is the law of (1-q) X + q X', X, X' independent. For
                q = 0 and q = 1 one of the two addends has variance 0 and is a point; these rates are a part of their own.
    laws        eq. 92's normal law stands for P_D from eq. 94 on; in eq. 95 it, or the mixture.
    coupling    in eq. 94 X and Y are independent; jointly normal with correlation rho; or arbitrarily coupled.

Measured
    W_mu of the two laws; for the steps the left sides.

Claimed
    The bracket [sum_i E|Z_i|^mu]^(1/mu); for the steps the right sides.
"""

from typing import Any

from mechanisms import Normal
from theorems.wdp.definitions import W, mu
from verify.claims import (
    REALS,
    Abs,
    Claim,
    Compare,
    Couplings,
    Euclid,
    Expect,
    Families,
    If,
    Inf,
    Laws,
    Node,
    Points,
    Prob,
    Source,
    Sum,
    Sup,
    above,
    at_least,
    between,
    convolve,
    exp,
    iid,
    integers,
    mixture,
    norm,
    numbers,
    objects,
    one_of,
    reading,
    sqrt,
    substitute,
    term,
    translate,
    upto,
)
from verify.quantities import absolute_moment, distribution_function

q, d, e, sigma, n, i, j, k, m, x, y, t, rho = numbers("q d e sigma n i j k m x y t rho")
g, z, Z, G, J = objects("g z Z G J")
"""g is the difference of the gradients, G the differences of k pairs."""

VARIANCE = (2 - 2 * q + 2 * q**2) * sigma**2
KEPT = (1 - 2 * q + 2 * q**2) * sigma**2
mean, variance = numbers("mean variance")
_NORMAL = term(Normal(mean, variance=variance))


def normal(at: Any, spread: Any) -> Node:
    """The normal law with mean ``at`` and variance ``spread``, which may be members of families and choices of meaning."""
    return substitute(_NORMAL, {"mean": term(at), "variance": term(spread)})


NOISE = normal(0, sigma**2)
ROW = iid(NOISE, n)
"""The noise of n components."""


def subsampled(distance):
    """The law of the noisy gradient along g - g'."""
    return mixture((1 - q, NOISE), (q, normal(distance, sigma**2)))


def loss_of_number(own):
    """The loss of a step whose output is a number."""
    return W(subsampled(own), NOISE, mu)


def loss_in_l_mu(own):
    """The loss of a step whose output is a vector, in the l_mu norm."""
    return W(mixture((1 - q, ROW), (q, translate(ROW, own))), ROW, mu, mu)


def loss_of_vector(own):
    """The loss of a step whose output is a vector."""
    return reading("norm", l_mu=loss_in_l_mu(own), l_2=loss_of_number(length(own)))


def moment(at, spread=VARIANCE):
    """E|Z|^mu."""
    return absolute_moment(normal(at, spread), mu)


def scalar(distance):
    return moment(q * distance) ** (1 / mu)


def equal(distance):
    return (n * moment(q * distance)) ** (1 / mu)


def coordinates(difference):
    return Sum({x: upto(n)}, moment(q * difference[x])) ** (1 / mu)


COMMON = {mu: at_least(1), q: between(0, 1), sigma: above(0)}
PAIRS = {k: integers(1), m: integers(1, k)}
SCALARS = {**COMMON, d: at_least(0), **PAIRS, G: Families(upto(k), at_least(0)), j: integers(1, k)}
VECTORS = Families(upto(k), Points(Euclid(n, 2)))
GRADIENTS = {
    **COMMON, d: at_least(0), n: integers(1), g: Points(Euclid(n, 2)), **PAIRS,
    G: reading("components", scalar=Families(upto(k), at_least(0)), equal=VECTORS, coordinates=VECTORS), j: integers(1, k),
}


def statement(relation, bracket, measured, one, everywhere):
    """The loss against the bracket, by what the infimum runs over."""
    def against(own, other):
        return Compare(measured(own), relation, other)

    fixed = {"sensitivity": against(G[j], Sup({i: upto(k)}, bracket(G[i])))} if relation == "<=" else {}
    return reading(
        "infimum over",
        **fixed,
        all_d=against(one, everywhere),
        adjacent_pairs=against(G[j], Inf({i: upto(k)}, bracket(G[i]))),
        sampled_pairs=against(G[j], Inf({i: upto(m)}, bracket(G[i]))),
        idle=against(one, bracket(one)),
    )


def length(own):
    return norm(own, 2)


def loss(relation):
    """The loss of one step against the bracket, by what the components of Z are."""
    return reading(
        "components",
        scalar=statement(relation, scalar, loss_of_number, d, Inf({e: at_least(0)}, scalar(e))),
        equal=statement(relation, lambda own: equal(length(own)), loss_of_vector, g, Inf({e: at_least(0)}, equal(e))),
        coordinates=statement(relation, coordinates, loss_of_vector, g, Inf({z: Points(Euclid(n, 2))}, coordinates(z))),
    )


LINK = ("wdp/eq-91", "wdp/eq-92", "wdp/eq-94", "wdp/eq-95", "wdp/eq-96", "wdp/eq-97")
THEOREM = Claim(
    "wdp/thm-2", Source("Theorem 2", eq="11, 89"), forall=GRADIENTS, states=loss("=="), uses=LINK,
    because="Eq. 94 takes X and Y independent, but W_mu is for the best coupling: if d = 0 the two laws are one and the loss is 0, while "
            "the right side comes from a normal law of variance (2 - 2q + 2q^2) sigma^2 > 0. Eq. 92 also replaces the mixture by a normal "
            "law.",
)
UPPER = Claim(
    "wdp/thm-2-upper", Source("Theorem 2, as used in Theorem 3", eq="11"), forall=GRADIENTS, states=loss("<="),
    because="For large d the loss grows like q^(1/mu) d, as the mixture moves a share q of its mass by d, but the bracket of one component "
            "like q d only, as eq. 92 has a normal law of mean q d; that is less if mu > 1 and 0 < q < 1. An infimum over d makes it "
            "smaller still.",
)

STEP = {"part_of": "wdp/thm-2"}
SAMPLING = {q: between(0, 1), d: at_least(0), sigma: above(0)}
INTERIOR = {**SAMPLING, q: between(0, 1, open="both")}
ENDS = {**SAMPLING, q: one_of(0, 1)}
ADDENDS = normal(0, (1 - q) ** 2 * sigma**2), normal(q * d, q**2 * sigma**2)
AT_ENDS = If(Compare(q, "==", 0), translate(NOISE, q * d), translate(normal(q * d, sigma**2), 0))
"""For q = 0 and q = 1 one of the addends is a point."""


def mixture_as_sum(part, ranges, law):
    weighted = Expect({x: NOISE, y: normal(d, sigma**2)}, exp(t * ((1 - q) * x + q * y)))
    return Claim(
        "wdp/eq-91", Source("Proof of Theorem 2", eq="90-91", section="Appendix A"), part=part,
        forall={**ranges, t: REALS},
        states=reading("left side",
                       mixture=Compare(distribution_function(subsampled(d), t), "==", distribution_function(law, t)),
                       weighted_sum=Compare(weighted, "==", Expect({x: law}, exp(t * x)))),
        **STEP,
    )


def sum_of_normals(part, ranges, law):
    return Claim(
        "wdp/eq-92", Source("Proof of Theorem 2", eq="92", section="Appendix A"), part=part,
        forall={**ranges, t: REALS},
        states=Compare(distribution_function(law, t), "==", distribution_function(normal(q * d, KEPT), t)),
        **STEP,
    )


SUMS = tuple(make(part, ranges, law) for make in (mixture_as_sum, sum_of_normals)
             for part, ranges, law in (("interior", INTERIOR, convolve(*ADDENDS)), ("ends", ENDS, AT_ENDS)))
DISPLAYED = reading("variance", as_displayed=2 - 2 * q + 2 * q**2, times_sigma_squared=VARIANCE)
FIRST = normal(q * d, KEPT)


def of_difference(law):
    return distribution_function(law, t)


DIFFERENCE = Claim(
    "wdp/eq-94", Source("Proof of Theorem 2", eq="93-94", section="Appendix A"),
    forall={**SAMPLING, t: REALS, rho: between(-1, 1), J: Couplings(FIRST, NOISE)},
    states=Compare(
        reading("coupling", independent=of_difference(convolve(FIRST, NOISE)),
                jointly_normal=of_difference(normal(q * d, KEPT + sigma**2 - 2 * rho * sqrt(KEPT) * sigma)),
                any=Prob({(x, y): J}, Compare(x - y, "<=", t))),
        "==", reading("variance", as_displayed=of_difference(normal(q * d, 2 - 2 * q + 2 * q**2)),
                      times_sigma_squared=of_difference(normal(q * d, VARIANCE)))),
    **STEP,
)
MOMENT = Claim(
    "wdp/eq-95", Source("Proof of Theorem 2", eq="95", section="Appendix A"),
    forall=SCALARS,
    states=reading(
        "infimum over",
        **{option: Compare(W(reading("law", eq_92=normal(q * own, KEPT), mixture=subsampled(own)), NOISE, mu), "==", right)
           for option, own, right in (
               ("all_d", d, Inf({e: at_least(0)}, moment(q * e, DISPLAYED) ** (1 / mu))),
               ("adjacent_pairs", G[j], Inf({i: upto(k)}, moment(q * G[i], DISPLAYED) ** (1 / mu))),
               ("sampled_pairs", G[j], Inf({i: upto(m)}, moment(q * G[i], DISPLAYED) ** (1 / mu))),
               ("idle", d, moment(q * d, DISPLAYED) ** (1 / mu)),
           )}),
    **STEP,
)
NORM = Claim(
    "wdp/eq-96", Source("Proof of Theorem 2", eq="96", section="Appendix A"),
    forall={mu: at_least(1), n: integers(1), z: Points(Euclid(n, 2))},
    states=Compare(norm(z, reading("norm", l_mu=mu, l_2=2)) ** mu, "==", Sum({i: upto(n)}, Abs(z[i]) ** mu)),
    **STEP,
)
EXPECTATION = Claim(
    "wdp/eq-97", Source("Proof of Theorem 2", eq="97", section="Appendix A"),
    forall={mu: at_least(1), n: integers(1), Z: Laws(Euclid(n, 2))},
    states=Compare(Expect({z: Z}, Sum({i: upto(n)}, Abs(z[i]) ** mu)), "==", Sum({i: upto(n)}, Expect({z: Z}, Abs(z[i]) ** mu))),
    **STEP,
)

CLAIMS = (THEOREM, UPPER, *SUMS, DIFFERENCE, MOMENT, NORM, EXPECTATION)
