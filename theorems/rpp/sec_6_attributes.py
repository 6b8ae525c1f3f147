r"""Weak dependence, attributes of Gaussian records, diffusions.

Statement (Propositions 6.1 to 6.3)
    prop-6.1            If given any secret the distribution of f lies within W_oo distance lambda of that under the product of the marginals of the prior,
                        and Delta is the sensitivity of f: Delta_G <= 2 lambda + Delta.
    prop-6.2            For iid Gaussian records, secrets about one attribute and the release of another, Delta_G <= max Var(X^i)^-1 Cov(X^i, X^j) |a - b|.
    prop-6.3            For a Langevin diffusion whose potential has a Hessian of at least C, an L-Lipschitz query of its values at n times has Delta_G <= L
                        Diam(K) sum_i exp(-2 C t_i) in the l_1 norm.
    proof-6.3-gronwall  The difference of two coupled solutions has d/dt |difference|_1^2 <= -2 C |difference|_1, hence |difference|_1 <= exp(-C t) |a - b|_1,
                        and the query differs by at most L |a - b|_1 times the sum of exp(-2 C t_i).

Reading
    norm              of R^d.
    framework         any secrets, or pairs about the value of one record.
    neighbours        of the sensitivity: data sets that differ in one record, or any.
    roles             attribute i is protected and j released, or j is both, as printed.
    covariance        signed as printed, or its absolute value.
    K                 values on the line, or points of R^m whose coordinate is the value.
    zero probability  secrets of probability 0 are excluded, so that none is left, or have regular conditional laws.
    sign of C         positive, or any.
    lipschitz         lengths in Lipschitz and Diam are l_1 or l_2.
    The diffusion is met through the potential C |x|^2/2 and the sum of all coordinates, times the largest factor that an L-Lipschitz query has: given X_0 = a the sum is normal, with mean
    exp(-C t) a for each time and coordinate and a variance that does not depend on a. Two coupled solutions differ by exp(-C t)(a - b), whatever the dimension.

Measured
    W_oo distances of the laws of the query given two secrets; the coupled difference.

Claimed
    The printed bounds.
"""

from theorems.rpp.definitions import (
    D_,
    NORM,
    SPACE,
    A,
    D,
    Delta,
    F,
    L,
    d,
    f,
    framework_sensitivity,
    group_sensitivity,
    h,
    i,
    j,
    k,
    lamda,
    m,
    n,
    sigma,
    t,
    u_1,
    u_2,
)
from verify.claims import (
    ANY_EVENTS,
    ANY_PRIORS,
    ONE_RECORD,
    REALS,
    All,
    Claim,
    Compare,
    Covariances,
    Derivative,
    Euclid,
    Families,
    ForAll,
    Frameworks,
    Maps,
    Max,
    Points,
    Sequences,
    Source,
    Sum,
    Sup,
    above,
    at_least,
    data_sets,
    decoupled,
    exp,
    given_event,
    integers,
    norm,
    normal_vector,
    numbers,
    objects,
    one_of,
    oo,
    prior,
    prior_count,
    push,
    reading,
    secret,
    secret_count,
    sqrt,
    upto,
)
from verify.quantities import mass, wasserstein_distance

m_ = numbers("m_")
mu, Sigma, times = objects("mu Sigma times")
C_, gap = numbers("C_ gap")
SIGN = reading("sign of C", positive=above(0), any=REALS)
TIMES = {n: integers(1), times: Families(upto(n), at_least(0))}
RISING = ForAll({t: integers(1, n - 1)}, Compare(times[t], "<", times[t + 1]))
WEAK, ATTRIBUTES = Source("Proposition 6.1", section="Section 6.1"), Source("Proposition 6.2", section="Section 6.2")
DIFFUSION, GRONWALL = Source("Proposition 6.3", section="Section 6.3"), Source("Proof of Proposition 6.3", section="Appendix F.4")

# --- weak dependence -----------------------------------------------------------------------------------------------------------

LIKELY = All(Compare(mass(prior(F, t), secret(F, h)), ">", 0), Compare(mass(decoupled(prior(F, t), n), secret(F, h)), ">", 0))
FROM_PRODUCT = Sup({t: upto(prior_count(F)), h: upto(secret_count(F))},
                   wasserstein_distance(push(f, given_event(prior(F, t), secret(F, h))), push(f, given_event(decoupled(prior(F, t), n), secret(F, h))), oo, NORM),
                   where=LIKELY, floor=0)
CHANGE = reading("neighbours", one_record=group_sensitivity(n), any=Sup({D: data_sets(F), D_: data_sets(F)}, norm(f(D) - f(D_), NORM), floor=0))

# --- attributes ------------------------------------------------------------------------------------------------------------------

protected = reading("roles", protected_i=i, protected_j=j)
VARIANCE, RELEASED, COVARIANCE = Sigma[protected][protected], Sigma[j][j], Sigma[protected][j]


def given(value):
    """The law of the released attribute given the value of the protected one."""
    return normal_vector(mu[j] + COVARIANCE / VARIANCE * (value - mu[protected]), RELEASED - COVARIANCE**2 / VARIANCE)


def secret_value(member):
    return reading("K", line=A[member], space=A[member][protected])


FARTHEST = Sup({u_1: upto(k), u_2: upto(k)}, wasserstein_distance(given(secret_value(u_1)), given(secret_value(u_2)), oo), floor=0)
COUPLING = Sigma[i][j] / Sigma[i][i]
PRINTED = Sup({u_1: upto(k), u_2: upto(k)}, reading("covariance", signed=COUPLING, absolute=abs(COUPLING)) * norm(A[u_1] - A[u_2], 2), floor=0)
"""The printed maximum over pairs of values. Two values may be equal, so it is never below 0."""
INVERSES = (Compare(Sigma[i][i], ">", 0), Compare(VARIANCE, ">", 0))
"""The variances by which one divides."""

# --- diffusions --------------------------------------------------------------------------------------------------------------------

LENGTH = reading("lipschitz", l1=1, l2=2)
FACTOR = reading("lipschitz", l1=L, l2=L / sqrt(n * d))
"""The largest factor of the sum of n d coordinates that is L-Lipschitz."""


def summed(start):
    """The law of the query from a start."""
    level = FACTOR * Sum({t: upto(n)}, exp(-1 * C_ * times[t])) * Sum({h: upto(d)}, start[h])
    return normal_vector(level, sigma**2)


STARTS = {d: reading("dimension", one=one_of(1), any=integers(1)), k: integers(1), A: Families(upto(k), Points(Euclid(d, 2)))}
SPREAD = Sup({u_1: upto(k), u_2: upto(k)}, wasserstein_distance(summed(A[u_1]), summed(A[u_2]), oo), floor=0)
WIDTH = Sup({u_1: upto(k), u_2: upto(k)}, norm(A[u_1] - A[u_2], LENGTH), floor=0)


def decayed(rate):
    """The sum of exp(-rate C t_i)."""
    return Sum({t: upto(n)}, exp(-rate * C_ * times[t]))


DISTANCE = gap * exp(-1 * C_ * t)


def step(part, forall, states, given=()):
    return Claim("rpp/proof-6.3-gronwall", GRONWALL, part=part, part_of="rpp/prop-6.3", forall=forall, given=given, states=states)


CLAIMS = (
    Claim("rpp/prop-6.1", WEAK,
          forall={lamda: above(0), n: integers(1), m: integers(1),
                  F: Frameworks(Sequences(n, Euclid(m, 2)), reading("framework", any=ANY_EVENTS, one_record=ONE_RECORD), ANY_PRIORS),
                  d: integers(1), f: Maps(data_sets(F), SPACE), Delta: at_least(0)},
          because="The proof bounds the distance between the laws given s_i and s_j under the product prior by Delta. This holds if both "
                  "secrets are about one record; if they fix several records, the query can move by the change of all of them, which may "
                  "exceed Delta.",
          given=(Compare(FROM_PRODUCT, "<=", lamda), Compare(CHANGE, "<=", Delta)), states=Compare(framework_sensitivity(), "<=", 2 * lamda + Delta)),
    Claim("rpp/prop-6.2", ATTRIBUTES,
          forall={m: integers(1), mu: Points(Euclid(m, 2)), Sigma: Covariances(m), i: upto(m), j: upto(m), k: integers(1),
                  A: Families(upto(k), reading("K", line=REALS, space=Points(Euclid(m, 2))))},
          because="From X^i = a to X^i = b the mean of X^j moves by |Cov(X^i, X^j)| |a - b|/Var(X^i). Without the absolute value the "
                  "printed maximum is 0, at a = b, if the covariance is negative. For secrets about the released X^j itself, as printed, "
                  "the distance is |a - b|.",
          given=INVERSES, states=reading("zero probability", excluded=Compare(0, "<=", PRINTED), regular=Compare(FARTHEST, "<=", PRINTED))),
    Claim("rpp/prop-6.3", DIFFUSION, forall={C_: SIGN, **TIMES, L: at_least(0), sigma: above(0), **STARTS}, given=(RISING,),
          because="The proof finds that the coupled difference is at most exp(-C t) |a - b|, then sums exp(-2 C t_i), the rate of the "
                  "squared difference. For V(x) = C x^2/2 the means of X_t given a and b are exactly exp(-C t) |a - b| apart, so the "
                  "factor 2 cannot be had.",
          states=Compare(SPREAD, "<=", L * WIDTH * decayed(2))),
    step("derivative", {C_: SIGN, t: at_least(0), gap: at_least(0)}, Compare(Derivative(DISTANCE**2, t), "<=", -2 * C_ * DISTANCE)),
    step("decay", {C_: SIGN, t: at_least(0), gap: at_least(0)}, Compare(Max(gap - C_ * t, 0), "<=", DISTANCE)),
    step("sum", {C_: SIGN, **TIMES, L: at_least(0), gap: at_least(0)}, Compare(L * gap * decayed(1), "<=", L * gap * decayed(2)), (RISING,)),
)
