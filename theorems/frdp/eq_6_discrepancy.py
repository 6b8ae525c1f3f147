r"""The maximum mean discrepancy and its estimate.

Statement (Sections 4.1 to 4.3, eq. 6)
    mmd-kernel            |E phi(x) - E phi(w)|^2 = E k(x, x') - 2 E k(x, w) + E k(w, w').
    mmd-char              With a Gaussian kernel the discrepancy is 0 if and only if the distributions are equal.
    text-finite-dim-char  No kernel with a space of finite dimension is characteristic.
    eq-6                  The squared discrepancy is estimated by 1/N^2 sum k(x_i, x_p) - 2/(N M) sum k(x_i, w_j) + 1/M^2 sum k(w_j, w_q).
    text-rff-loss         With k = phi' phi the estimate is |1/N sum phi(x_i) - 1/M sum phi(w_j)|^2.
    eq-7-id               Through the mean function f_D the estimate is 1/N sum f_D(x_p) - 2/M sum f_D(w_j) + 1/M^2 sum k(w_j, w_q).

Reading
    estimates      eq. 6 is the squared discrepancy of the two empirical measures; its expectation is that of the laws; or it tends to that as N = M grows. For the last:
                   the root of eq. 6 differs from that of the laws by at most the norm of the error of the two means, whose mean square is the sum of the variances
                   over N and M.
    sample space   R^d, from which dim + 2 points are taken; or any set of n >= 2 points. Two laws on n points with equal mean features exist if and only if the matrix
                   of k(x_i, x_j) + 1 is not positive definite: some vector has sum 0 and no feature.
    Features are vectors of R^dim, the kernel is their inner product; every kernel at finitely many points is of this kind.

Measured
    Both sides, from their definitions.

Claimed
    The other side; 0.
"""

from theorems.frdp.definitions import DIM, SPACE, M, N, P, Q, W, X, dim, h, n
from theorems.frdp.definitions_kernel import COUNTS, FEATURES, GAUSSIAN, KEPT_RECORDS, PLANE, a, b, estimate, gaussian_kernel, linear_kernel, mean_function, q
from verify.claims import (
    Claim,
    Compare,
    Covariances,
    Expect,
    Families,
    If,
    Iff,
    Laws,
    Limit,
    Member,
    Not,
    Points,
    Source,
    Sum,
    coordinates,
    integers,
    norm,
    numbers,
    objects,
    oo,
    reading,
    upto,
)
from verify.quantities import total_variation

i, j, t = numbers("i j t")
x, y, w, z = objects("x y w z")

TEXT = Source("Section 4.1")
FINITE_MEAN = {**DIM, P: Laws(SPACE, moments=1), Q: Laws(SPACE, moments=1)}
POINTS = {**GAUSSIAN, **COUNTS, **KEPT_RECORDS, W: Families(upto(M), Points(PLANE))}


def kernel(x, y):
    """The Gaussian one, of width h."""
    return gaussian_kernel(x, y, h)


def discrepancy(k):
    """E k(x, x') - 2 E k(x, w) + E k(w, w')."""
    return Expect({x: P, y: P}, k(x, y)) - 2 * Expect({x: P, w: Q}, k(x, w)) + Expect({w: Q, z: Q}, k(w, z))


of_means = norm(Expect({x: P}, x) - Expect({w: Q}, w), 2) ** 2
of_samples = norm(Sum({a: upto(N)}, X[a]) * (1 / N) - Sum({b: upto(M)}, W[b]) * (1 / M), 2) ** 2


def expected(law, count):
    """The expectation of the mean of k(x_i, x_p) over all pairs of independent points: the two are one where i = p."""
    same, other = Expect({x: law}, linear_kernel(x, x)), Expect({x: law, y: law}, linear_kernel(x, y))
    return Sum({i: upto(count), j: upto(count)}, If(Compare(i, "==", j), same, other)) / count**2


def variance(law):
    return Expect({x: law}, linear_kernel(x, x)) - Expect({x: law, y: law}, linear_kernel(x, y))


expectation = expected(P, N) - 2 * Expect({x: P, w: Q}, linear_kernel(x, w)) + expected(Q, M)
error = Limit((variance(P) + variance(Q)) / t, t, oo)


def no_two_laws(count):
    """The matrix of k + 1 at all points is positive definite."""
    return Member(coordinates({i: upto(count)}, coordinates({j: upto(count)}, linear_kernel(X[i], X[j]) + 1)), Covariances(count, definite=True))


through_mean = (Sum({q: upto(N)}, mean_function(lambda k: X[k], N, kernel, X[q])) / N - 2 * Sum({b: upto(M)}, mean_function(lambda k: X[k], N, kernel, W[b])) / M
                + Sum({b: upto(M), q: upto(M)}, kernel(W[b], W[q])) / M**2)

CLAIMS = (
    Claim("frdp/mmd-kernel", TEXT, forall=FINITE_MEAN, states=Compare(of_means, "==", discrepancy(linear_kernel))),
    Claim("frdp/mmd-char", TEXT, forall={**GAUSSIAN, P: Laws(PLANE), Q: Laws(PLANE)},
          states=Iff(Compare(discrepancy(kernel), "==", 0), Compare(total_variation(P, Q), "==", 0))),
    Claim("frdp/text-finite-dim-char", Source("Section 4.2"),
          forall={**DIM, n: integers(2), X: Families(upto(reading("sample space", euclidean=dim + 2, any=n)), Points(SPACE))},
          states=reading("sample space", euclidean=Not(no_two_laws(dim + 2)), any=Not(no_two_laws(n)))),
    Claim("frdp/eq-6", Source("Section 4.2", eq="6"), forall={**FEATURES, P: Laws(SPACE, moments=2), Q: Laws(SPACE, moments=2)},
          states=reading("estimates", empirical=Compare(estimate(linear_kernel), "==", of_samples), unbiased=Compare(expectation, "==", of_means),
                         consistent=Compare(error, "==", 0))),
    Claim("frdp/text-rff-loss", Source("Section 4.2"), forall=FEATURES, states=Compare(estimate(linear_kernel), "==", of_samples)),
    Claim("frdp/eq-7-id", Source("Section 4.3"), forall=POINTS, states=Compare(estimate(kernel), "==", through_mean)),
)
