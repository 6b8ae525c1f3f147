r"""The batch method: values of the private function at the points of a batch.

Statement (Section 4.3, eq. 8)
    The values at s_1, ..., s_2m are drawn from N(f_D(s), sigma Delta K), K their Gram matrix; this implements Corollary 2, so it is (alpha, alpha/(2 sigma^2))-RDP.
    One sample path at all points saves the cost that a second path incurs.

Reading
    second argument   of N: the covariance, as printed; or the covariance of sigma Delta G, which is (sigma Delta)^2 K.
    kernels           one Gaussian kernel, of sensitivity sqrt(2)/N; or the sum of five, of sensitivity sqrt(10)/N.

Measured
    The Renyi divergence of the laws of the values, at a difference that attains the sensitivity, and at the noise of Table 2 with batches of 1 and of 60.

Claimed
    alpha/(2 sigma^2); twice that cost for two paths.
"""

from theorems.frdp.definitions import DIM, IN_RKHS, NOISE, ORDER, SENSITIVITY, SINGULAR, VALUES, Delta, K, N, alpha, rdp, sigma, u, v
from verify.claims import Claim, Compare, Source, above, normal_vector, number, one_of, product, reading, sqrt, unstated
from verify.quantities import renyi_divergence

TEXT = Source("Section 4.3", eq="8")
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


CLAIMS = (
    Claim("frdp/eq-8", TEXT, part="rdp", forall=EVALUATED, given=(IN_RKHS,),
          states=rdp(normal_vector(u, variance(Delta) * K), normal_vector(v, variance(Delta) * K), alpha, level), uses=("frdp/cor-2", "frdp/sens")),
    Claim("frdp/eq-8", TEXT, part="parameter", forall={alpha: above(1), sigma: unstated(above(0)), Delta: above(0)}, states=Compare(attained(Delta), "==", level)),
    Claim("frdp/eq-8", TEXT, part="setting", forall={alpha: above(1), sigma: one_of("0.6", 1, "1.95", "5.75", 8, 25), N: one_of(1, 60)},
          states=Compare(attained(sqrt(reading("kernels", one=number(2), five=number(10))) / N), "<=", level)),
    Claim("frdp/eq-8-concat", Source("Section 4.3"), forall=EVALUATED, given=(IN_RKHS,),
          states=Compare(renyi_divergence(product(path(u), path(u)), product(path(v), path(v)), alpha), "==",
                         renyi_divergence(path(u), path(v), alpha) + renyi_divergence(path(u), path(v), alpha)), uses=("frdp/eq-8",)),
)
