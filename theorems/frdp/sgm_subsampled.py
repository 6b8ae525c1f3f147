r"""The subsampled Gaussian mechanism for functions.

Statement (Section 3.6)
    sgm      S takes each record of D with probability q, independently; f_S + sigma Delta G is released. At finitely many points its divergences are at most
             the larger one of (1-q) N(0, sigma^2) + q N(1, sigma^2) and N(0, sigma^2), in either order.
    sgm-inf  The reduction to one dimension persists as the number of points tends to infinity.

Reading
    adjacency     one record more, or one replaced; the guarantee is for both orders of the two data sets.
    arbitrary     any f of a set of records whose distances in units of the Gram matrix are at most Delta on adjacent sets. F is f on the subsets of N + 2 records, which
                  are points of zeros and ones: D has the first N and the next; D' lacks that one, or has the last in its place.
    kernel mean   f_S is the sum of k(x_i, .) over S, over the public number q N (normaliser: public) or over |S| (own-size; 0 for an empty S).
    sensitivity   constant: one number for all batches; per-batch: sqrt(2)/|S|, another scale for each batch.
    size          data-set: the constant is sqrt(2)/N; batch: the constant is sqrt(2)/(q N).
    persists      mixtures (1-q) N(0, K) + q N(u, K) and N(0, K) with u of length 1 in units of K have, for any number of points, the divergence of one dimension.

Measured
    The Renyi divergence of the mixtures over all batches.

Claimed
    The larger divergence of the two laws on the line.
"""

from theorems.frdp.definitions import INVERTIBLE, NOISE, ORDER, SENSITIVITY, SPACE, Delta, F, K, N, X, alpha, d, dim, h, q, rdp, sigma, x_
from theorems.frdp.definitions_kernel import MEANS, V, gaussian_kernel, gram, replaced, values
from theorems.frdp.definitions_subsampling import FAMILY, SENSITIVE, batch
from verify.claims import (
    All,
    Claim,
    Compare,
    Hints,
    Max,
    Points,
    Source,
    Sum,
    between,
    drawn,
    family,
    finite_law,
    iid,
    integers,
    inverse_form,
    mixture,
    normal_vector,
    number,
    numbers,
    objects,
    reading,
    sqrt,
    unstated,
    upto,
)
from verify.quantities import renyi_divergence

i, more = numbers("i more")
B, u_ = objects("B u_")

TEXT = Source("Section 3.6")
SAMPLED = {**ORDER, q: unstated(between(0, 1)), **NOISE}
COIN = finite_law({0: 1 - q, 1: q})


def subsampled(shift, variance, zero):
    """The mixture with a shift, and the law without it."""
    return mixture((1 - q, normal_vector(zero, variance)), (q, normal_vector(shift, variance))), normal_vector(zero, variance)


one_dimension = tuple(renyi_divergence(*pair, alpha) for pair in (subsampled(1, sigma**2, 0), subsampled(1, sigma**2, 0)[::-1]))
bound = Max(*one_dimension)


def both_orders(first, second):
    return All(rdp(first, second, alpha, bound), rdp(second, first, alpha, bound))


# --- any function of a set of records -----------------------------------------------------------------------------------------------


def released(last, other):
    """The law on a data set of the first N records and, by 0 or 1, of each of the two others."""
    return drawn({B: iid(COIN, N), more: COIN}, normal_vector(F(batch(B, more * last, more * other)), (sigma * Delta) ** 2 * K))


# --- the mean of kernel functions ----------------------------------------------------------------------------------------------------


def kernel(x, y):
    return gaussian_kernel(x, y, h)


def mean(of, extra):
    """Sum of k(x_i, .) over the batch, divided; ``extra`` says by 0 or 1 whether x_ is there too."""
    taken = Sum({i: upto(N)}, B[i]) + more * extra
    divisor = reading("normaliser", public=q * N, own_size=Max(taken, 1))
    scale = reading("sensitivity", constant=sqrt(2) / reading("size", data_set=N, batch=q * N), per_batch=sqrt(2) / Max(taken, 1))

    def at(point):
        return (Sum({i: upto(N)}, B[i] * kernel(of(i), point)) + more * extra * kernel(x_, point)) / divisor

    law = normal_vector(values(at, lambda k: V[k], dim), gram(lambda k: V[k], dim, kernel, (sigma * scale) ** 2))
    return drawn({B: iid(COIN, N), more: COIN}, law)


def records(index):
    return X[index]


kernel_mean = reading("adjacency", add_or_remove=both_orders(mean(records, 1), mean(records, 0)), replace=both_orders(mean(records, 0), mean(replaced, 0)))
arbitrary = reading("adjacency", add_or_remove=both_orders(released(1, 0), released(0, 0)), replace=both_orders(released(1, 0), released(0, 1)))
many = subsampled(u_, sigma**2 * K, 0 * u_)
persists = All(*(Compare(renyi_divergence(*pair, alpha), "==", known) for pair, known in zip((many, many[::-1]), one_dimension, strict=True)))

ALONE = {q: number("1/2"), N: 4, sigma: number("1/4"), alpha: 2, h: 1, dim: 1, d: 1, V: family(0), X: family(10, 10, 10, 10), x_: 0}
"""One record far from all others, seen from where it is: in small batches it weighs more than on average."""

CLAIMS = (
    Claim("frdp/sgm", TEXT, part="arbitrary", forall={**SAMPLED, N: integers(1), dim: integers(1), K: INVERTIBLE, F: FAMILY, **SENSITIVITY}, given=(SENSITIVE,),
          states=arbitrary, uses=("frdp/prop-4",),
          because="With one record more or less, the mixtures are compared batch by batch of the others. With a record replaced, batches of different "
                  "sizes may be far apart, and the mean over sizes of what one batch reveals is larger than the claimed divergence. A batch that is divided "
                  "by its own size may be small, and the record then weighs more than 1/(q N)."),
    Claim("frdp/sgm", TEXT, part="kernel-mean", forall={**SAMPLED, q: unstated(between(0, 1, open="left")), **MEANS}, states=kernel_mean, uses=("frdp/prop-4",),
          hints=Hints(instances=(ALONE, {**ALONE, X: family(10, 10, 10, 0), x_: 10}))),
    Claim("frdp/sgm-inf", TEXT, forall={**SAMPLED, dim: integers(1), K: INVERTIBLE, u_: Points(SPACE)}, given=(Compare(inverse_form(K, u_), "==", 1),),
          states=persists, uses=("frdp/sgm",)),
)
