r"""The batch method: values of the private function at the points of a batch.

Statement (Section 4.3, eq. 8)
    eq-8         The values at s_1, ..., s_2m are drawn from N(f_D(s), sigma Delta K), K their Gram matrix; this implements Corollary 2, so it is (alpha,
                 alpha/(2 sigma^2))-RDP.
    eq-8-concat  One sample path at all points saves the cost that a second path incurs.

Reading
    second argument   of N: the covariance, as printed; or the covariance of sigma Delta G, which is (sigma Delta)^2 K.
    saves             the guarantee of two paths, one at the m records and one at the m generated points, is twice that of one path; or the divergence itself is no smaller.
    kernels           one Gaussian kernel, of sensitivity sqrt(2)/N; or the sum of five, of sensitivity sqrt(10)/N.

Measured
    The Renyi divergence of the laws of the values; at the noise of Table 2 with batches of 60 also at a difference that attains the sensitivity.

Claimed
    alpha/(2 sigma^2); twice that for two paths, whose divergence is no smaller than that of one.
"""

from theorems.frdp.definitions import DIM, IN_RKHS, NOISE, ORDER, SENSITIVITY, SINGULAR, VALUES, Delta, K, N, alpha, dim, m, rdp, sigma, u, v
from verify.claims import (
    All,
    Any_,
    Claim,
    Compare,
    If,
    Source,
    above,
    coordinates,
    equals,
    integers,
    normal_vector,
    number,
    numbers,
    one_of,
    reading,
    sqrt,
    upto,
)
from verify.quantities import renyi_divergence

i, j = numbers("i j")

TEXT = Source("Section 4.3", eq="8")
HALVES = {**ORDER, **NOISE, m: integers(1), dim: equals(2 * m, within=integers(1)), K: SINGULAR, **VALUES, **SENSITIVITY}
"""2 m points, the records of the batch and then the generated ones."""
EVALUATED = {**ORDER, **NOISE, **DIM, K: SINGULAR, **VALUES, **SENSITIVITY}
level = alpha / (2 * sigma**2)


def variance(sensitivity):
    """What the Gram matrix is multiplied with."""
    return reading("second argument", covariance=sigma * sensitivity, of_the_noise=(sigma * sensitivity) ** 2)


def attained(sensitivity):
    """The divergence of two values with k(x, x) = 1 that differ by the sensitivity."""
    return renyi_divergence(normal_vector(sensitivity, variance(sensitivity)), normal_vector(0, variance(sensitivity)), alpha)


def path(values):
    return normal_vector(values, (sigma * Delta) ** 2 * K)

def two(values):
    """Two independent paths, at the first m points and at the last m: values of different paths have no covariance."""
    same_path = Any_(All(Compare(i, "<=", m), Compare(j, "<=", m)), All(Compare(i, ">", m), Compare(j, ">", m)))
    return normal_vector(values, coordinates({i: upto(dim)}, coordinates({j: upto(dim)}, If(same_path, (sigma * Delta) ** 2 * K[i][j], 0))))


saves = reading("saves", guarantee=All(rdp(path(u), path(v), alpha, level), rdp(two(u), two(v), alpha, 2 * level)),
                actual=Compare(renyi_divergence(path(u), path(v), alpha), "<=", renyi_divergence(two(u), two(v), alpha)))

CLAIMS = (
    Claim("frdp/eq-8", TEXT, part="rdp", forall=EVALUATED, given=(IN_RKHS,),
          states=rdp(normal_vector(u, variance(Delta) * K), normal_vector(v, variance(Delta) * K), alpha, level), uses=("frdp/cor-2", "frdp/sens")),
    Claim("frdp/eq-8", TEXT, part="setting", forall={alpha: above(1), sigma: one_of("0.6", 1, "1.95", "5.75", 8, 25), N: one_of(60)},
          states=Compare(attained(sqrt(reading("kernels", one=number(2), five=number(10))) / N), "<=", level)),
    Claim("frdp/eq-8-concat", Source("Section 4.3"), forall=HALVES, given=(IN_RKHS,), states=saves, uses=("frdp/eq-8",)),
)
