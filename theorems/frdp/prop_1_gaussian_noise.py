r"""Normal noise on vectors and on functions: what it costs, and where it lives.

Statement (Proposition 1; proof of Proposition 4; Sections 1, 4.2, 4.3)
    prop-1              f(D) + sigma Delta N(0, I) is (epsilon, delta)-DP for sigma >= sqrt(2 ln(1.25/delta))/epsilon, epsilon in (0, 1), and (alpha, alpha/(2
                        sigma^2))-RDP.
    proof-prop-4        Values of a function plus sigma Delta G at finitely many points are a vector with the noise of eq. 5, the Gram matrix as the matrix,
                        which is positive definite.
    text-sens-infinite  As a vector of infinitely many values a function has infinite sensitivity.
    text-rkhs-noise     Noise is added in the space of the kernel: the released function lies there.

Reading
    delta         in (0, 1), or in (0, 1/2).
    sensitivity   the largest distance is attained, or not: a pair of values has a distance of at most Delta in either case.
    gram          invertible: the Gram matrix is invertible; pseudo-inverse: the Gram matrix may be singular, as where points repeat.
    object        the mean function lies in the space of the kernel: its squared norm, the mean of all k(x_i, x_j), is finite. Or the released path does: then the expected
                  squared norm of its noise is finite (Fernique's theorem), which is the limit of that of the interpolants at n points, n (sigma Delta)^2.

Measured
    Divergences of the normal laws; the distance of the law of the values to that of eq. 5; norms.

Claimed
    delta; alpha/(2 sigma^2); 0; oo; a finite norm.
"""

from theorems.frdp.definitions import (
    DIM,
    EUCLIDEAN,
    MATRIX,
    NOISE,
    ORDER,
    SENSITIVITY,
    VALUES,
    Delta,
    K,
    N,
    X,
    alpha,
    d,
    delta,
    dim,
    dp,
    epsilon,
    h,
    n,
    rdp,
    sigma,
    u,
    v,
)
from theorems.frdp.definitions_kernel import KEPT_RECORDS, gaussian_kernel
from verify.claims import (
    Claim,
    Compare,
    Covariances,
    If,
    Limit,
    Member,
    Source,
    Sum,
    above,
    affine,
    at_least,
    between,
    coordinates,
    iid,
    integers,
    log,
    normal_vector,
    number,
    numbers,
    oo,
    reading,
    sqrt,
    translate,
    unstated,
    upto,
)
from verify.quantities import total_variation

c, i, j = numbers("c i j")
UNIT = between(0, 1, open="both")
DELTAS = reading("delta", unit=UNIT, half=between(0, number("1/2"), open="both"))
ENOUGH = at_least(sqrt(2 * log(number("5/4") / delta)) / epsilon)
VALUED = {**DIM, **SENSITIVITY, **VALUES}
OPTIONS = ("unit", "half")
IDENTITY = coordinates({i: upto(dim)}, coordinates({j: upto(dim)}, If(Compare(i, "==", j), 1, 0)))
LAW, PROOF = Source("Proposition 1"), Source("Proof of Proposition 4", section="Appendix A")


def noisy(values):
    """values + sigma Delta N(0, I)."""
    return translate(iid(normal_vector(0, (sigma * Delta) ** 2), dim), values)


def either(statement):
    return reading("sensitivity", max=statement, sup=statement)


def path(values):
    """The law of values + sigma Delta G at the points, G with the law N(0, K) there."""
    return affine(normal_vector(0 * values, K), sigma * Delta * IDENTITY, values)


squared_norm = Sum({i: upto(N), j: upto(N)}, gaussian_kernel(X[i], X[j], h)) / N**2

CLAIMS = (
    Claim("frdp/prop-1", LAW, part="dp", forall={epsilon: UNIT, delta: unstated(DELTAS), sigma: ENOUGH, **VALUED}, given=(EUCLIDEAN,),
          states=either(dp(noisy(u), noisy(v), epsilon, delta)), same_as={f"{option}+sup": f"{option}+max" for option in OPTIONS}),
    Claim("frdp/prop-1", LAW, part="rdp", forall={**ORDER, **NOISE, **VALUED}, given=(EUCLIDEAN,),
          states=either(rdp(noisy(u), noisy(v), alpha, alpha / (2 * sigma**2))), same_as={"sup": "max"}),
    Claim("frdp/proof-prop-4", PROOF, part="law", part_of="frdp/prop-4", forall={**NOISE, **DIM, **MATRIX, u: VALUES[u], **SENSITIVITY},
          states=Compare(total_variation(path(u), normal_vector(u, (sigma * Delta) ** 2 * K)), "==", 0)),
    Claim("frdp/proof-prop-4", PROOF, part="definite", part_of="frdp/prop-4", forall={**DIM, **MATRIX}, states=Member(K, Covariances(dim, definite=True))),
    Claim("frdp/text-sens-infinite", Source("Section 1"), part="l2", forall={c: above(0)}, states=Compare(Limit(sqrt(n * c**2), n, oo), "==", oo)),
    Claim("frdp/text-sens-infinite", Source("Section 1"), part="l1", forall={c: above(0)}, states=Compare(Limit(n * c, n, oo), "==", oo)),
    Claim("frdp/text-rkhs-noise", Source("Abstract, Sections 4.2, 4.3 and 5"), forall={d: integers(1), h: above(0), N: integers(1), **KEPT_RECORDS, **NOISE, **SENSITIVITY},
          states=reading("object", mean_function=Compare(squared_norm, "<", oo), path=Compare(Limit(n * (sigma * Delta) ** 2, n, oo), "<", oo))),
)
