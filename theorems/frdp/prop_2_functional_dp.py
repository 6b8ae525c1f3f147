r"""The Gaussian mechanism for (epsilon, delta)-DP of functions, and the product of two spaces of functions.

Statement (Proposition 2, Corollary 1; Theorem 5)
    text-thm5-space  R_1^T x R_2^S = (R_1 x R_2)^(T x S).
    prop-2           f_D + sqrt(2 ln(1.25/delta)) Delta/epsilon G is (epsilon, delta)-DP where the values at any points satisfy eq. 3.
    cor-1            f_D + sqrt(2 ln(1.25/delta)) Delta/epsilon G is (epsilon, delta)-DP where the functions lie within Delta in the space of the kernel.

Reading
    epsilon    any positive number, as no range is stated; or one in (0, 1).
    gram       the Gram matrix is invertible, or its pseudo-inverse is taken.
    pairs      all pairs of data sets, or neighbours; a pair of values is one of either kind.
    equality   of the two sets, or a bijection, for which finite ones have equally many elements; or an embedding of the first into the second.

Measured
    The hockey-stick divergence of the normal laws of the values; numbers of elements for sets of n and m points and ranges of k_1 and k_2 points.

Claimed
    delta; the number of elements of the right-hand side.
"""

from theorems.frdp.definitions import DIM, EQ_3, IN_RKHS, MATRIX, SENSITIVITY, VALUES, Delta, K, delta, dp, epsilon, m, n, u, v
from verify.claims import Claim, Compare, Source, above, between, integers, log, normal_vector, number, numbers, reading, unstated

k_1, k_2 = numbers("k_1 k_2")
UNIT = between(0, 1, open="both")
CLASSICAL = {epsilon: unstated(reading("epsilon", all=above(0), below_one=UNIT)), delta: unstated(UNIT)}
variance = 2 * log(number("5/4") / delta) * Delta**2 / epsilon**2
private = dp(normal_vector(u, variance * K), normal_vector(v, variance * K), epsilon, delta)
first, second = k_1**n * k_2**m, (k_1 * k_2) ** (n * m)
OPTIONS = [f"{a}+{b}" for a in ("all", "below-one") for b in ("invertible", "pseudo-inverse")]

CLAIMS = (
    Claim("frdp/prop-2", Source("Proposition 2"), forall={**CLASSICAL, **DIM, **MATRIX, **VALUES, **SENSITIVITY}, given=(EQ_3,), states=private,
          because="Where eq. 3 is an equality, the privacy loss is normal with mean epsilon^2/(4 log(1.25/delta)) and twice that as its variance. As epsilon grows, it exceeds epsilon"
                  " with probability tending to 1. Proposition 1, from which the constant comes, asks for epsilon < 1."),
    Claim("frdp/cor-1", Source("Corollary 1"), forall={**CLASSICAL, **DIM, **MATRIX, **VALUES, **SENSITIVITY}, given=(IN_RKHS,),
          states=reading("pairs", all=private, adjacent=private), same_as={f"{option}+adjacent": f"{option}+all" for option in OPTIONS}, uses=("frdp/prop-2",),
          because="If two functions at distance Delta differ by a multiple of k(x, .), the privacy loss at x is normal with mean epsilon^2/(4 log(1.25/delta)) and twice that as its"
                  " variance. As epsilon grows, it exceeds epsilon with probability tending to 1. Proposition 1 asks for epsilon < 1."),
    Claim("frdp/text-thm5-space", Source("Theorem 5"), forall={n: integers(1), m: integers(1), k_1: integers(1), k_2: integers(1)},
          states=reading("equality", sets=Compare(first, "==", second), bijection=Compare(first, "==", second), embedding=Compare(first, "<=", second)),
          same_as={"bijection": "sets"}),
)
