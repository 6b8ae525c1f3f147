"""Renyi divergences of images, joint distributions, products, sums and mixtures."""

from theorems.textbook.books import COVER, ERVEN, MIRONOV
from theorems.textbook.names import DIM, ON_VECTORS, PAIR, SHIFT, SPACE, VECTORS, A, B, P, Q, R, S, alpha, dim, dim_2, k, m, n, p, r_2, v, x
from verify.claims import (
    LINE,
    Claim,
    Compare,
    Euclid,
    Expect,
    Kernels,
    Labels,
    Laws,
    Maps,
    Max,
    Points,
    Sequences,
    Source,
    Subsets,
    Sup,
    above,
    between,
    convolve,
    exp,
    iid,
    integers,
    marginal,
    mixture,
    numbers,
    objects,
    oo,
    product,
    push,
    reading,
    select,
    size,
    then,
    translate,
    upto,
)
from verify.quantities import renyi_divergence as D

i = numbers("i")
f, T, t = objects("f T t")
ANY_ORDER = {alpha: between(0, oo)}
FOUR = {**PAIR, R: Laws(SPACE), S: Laws(SPACE)}
TARGET = reading("space", vectors=Euclid(dim_2, r_2), labels=Labels(m))
TO = {dim_2: integers(1), r_2: between(1, oo), m: integers(1)}
KERNELS = {**TO, A: Kernels(SPACE, TARGET), B: Kernels(SPACE, TARGET)}
PROCESSING = f"{ERVEN}, Theorem 9"


def mixed(first, second):
    return mixture((p, first), (1 - p, second))


CLAIMS = (
    Claim("textbook/renyi-kernel", Source("Data processing by a kernel", section=PROCESSING), forall={**ANY_ORDER, **PAIR, **TO, A: Kernels(SPACE, TARGET)},
          states=Compare(D(push(A, P), push(A, Q), alpha), "<=", D(P, Q, alpha))),
    Claim("textbook/renyi-map", Source("Data processing by a map", section=PROCESSING), forall={**ANY_ORDER, **ON_VECTORS, dim_2: integers(1), r_2: between(1, oo), f: Maps(VECTORS, Euclid(dim_2, r_2))},
          states=Compare(D(push(f, P), push(f, Q), alpha), "<=", D(P, Q, alpha))),
    Claim("textbook/renyi-marginal", Source("Data processing by a coordinate", section=PROCESSING), forall={**ANY_ORDER, **ON_VECTORS, i: upto(dim)},
          states=Compare(D(marginal(P, i), marginal(Q, i), alpha), "<=", D(P, Q, alpha))),
    Claim("textbook/renyi-select", Source("Data processing by chosen coordinates", section=PROCESSING), part="list", forall={**ANY_ORDER, **ON_VECTORS, k: integers(1), t: Sequences(k, upto(dim))},
          states=Compare(D(select(P, t), select(Q, t), alpha), "<=", D(P, Q, alpha))),
    Claim("textbook/renyi-select", Source("Data processing by chosen coordinates", section=PROCESSING), part="set", forall={**ANY_ORDER, **ON_VECTORS, T: Subsets(upto(dim))},
          given=(Compare(size(T), ">=", 1),), states=Compare(D(select(P, T), select(Q, T), alpha), "<=", D(P, Q, alpha))),
    Claim("textbook/renyi-common-noise", Source("Common independent noise lowers divergences", section=PROCESSING), forall={**ANY_ORDER, **ON_VECTORS, R: Laws(VECTORS)},
          states=Compare(D(convolve(P, R), convolve(Q, R), alpha), "<=", D(P, Q, alpha))),
    Claim("textbook/renyi-translates", Source("A common translation keeps divergences", section=PROCESSING), forall={**ANY_ORDER, **ON_VECTORS, **SHIFT},
          states=Compare(D(translate(P, v), translate(Q, v), alpha), "==", D(P, Q, alpha))),
    Claim("textbook/renyi-then", Source("A joint distribution diverges no less than its first coordinate", section=PROCESSING), forall={**ANY_ORDER, **PAIR, **KERNELS},
          states=Compare(D(P, Q, alpha), "<=", D(then(P, A), then(Q, B), alpha))),
    Claim("textbook/renyi-adaptive", Source("Divergences of two steps add up, the second one at its worst", section=f"{MIRONOV}, Proposition 1"), forall={**ANY_ORDER, **PAIR, **KERNELS},
          states=Compare(D(then(P, A), then(Q, B), alpha), "<=", D(P, Q, alpha) + Sup({x: Points(SPACE)}, D(A(x), B(x), alpha)))),
    Claim("textbook/chain-rule", Source("Chain rule of relative entropy", section=f"{COVER}, Theorem 2.5.3"), forall={**PAIR, **KERNELS},
          states=Compare(D(then(P, A), then(Q, B), 1), "==", D(P, Q, 1) + Expect({x: P}, D(A(x), B(x), 1)))),
    Claim("textbook/renyi-product", Source("Divergences of independent coordinates add up", section=f"{ERVEN}, Theorem 28"), forall={**ANY_ORDER, **FOUR},
          states=Compare(D(product(P, R), product(Q, S), alpha), "==", D(P, Q, alpha) + D(R, S, alpha))),
    Claim("textbook/renyi-iid", Source("Divergences of independent draws add up", section=f"{ERVEN}, Theorem 28"), forall={**ANY_ORDER, n: integers(1), P: Laws(LINE), Q: Laws(LINE)},
          states=Compare(D(iid(P, n), iid(Q, n), alpha), "==", n * D(P, Q, alpha))),
    Claim("textbook/renyi-sums", Source("Divergences of independent sums are at most the sums of divergences", section=f"{ERVEN}, Theorems 9 and 28"), forall={**ANY_ORDER, **DIM, P: Laws(VECTORS),
          Q: Laws(VECTORS), R: Laws(VECTORS), S: Laws(VECTORS)}, states=Compare(D(convolve(P, R), convolve(Q, S), alpha), "<=", D(P, Q, alpha) + D(R, S, alpha))),
    Claim("textbook/renyi-mixtures", Source("Renyi divergences are jointly quasi-convex", section=f"{ERVEN}, Theorem 13"), forall={**ANY_ORDER, p: between(0, 1, open="both"), **FOUR},
          states=Compare(D(mixed(P, R), mixed(Q, S), alpha), "<=", Max(D(P, Q, alpha), D(R, S, alpha)))),
    Claim("textbook/renyi-convex", Source("Renyi divergences of order up to 1 are jointly convex", section=f"{ERVEN}, Theorem 11"), forall={alpha: between(0, 1), p: between(0, 1, open="both"), **FOUR},
          states=Compare(D(mixed(P, R), mixed(Q, S), alpha), "<=", p * D(P, Q, alpha) + (1 - p) * D(R, S, alpha))),
    Claim("textbook/renyi-exponential-convex", Source("exp((alpha - 1) D_alpha) is jointly convex for orders above 1", section=f"{ERVEN}, proof of Theorem 13"), forall={alpha: above(1), p: between(0, 1, open="both"), **FOUR},
          states=Compare(exp((alpha - 1) * D(mixed(P, R), mixed(Q, S), alpha)), "<=", p * exp((alpha - 1) * D(P, Q, alpha)) + (1 - p) * exp((alpha - 1) * D(R, S, alpha)))),
)
