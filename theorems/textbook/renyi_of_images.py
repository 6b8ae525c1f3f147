"""Renyi divergences of images, joint distributions, products, sums and mixtures."""

from theorems.textbook.books import COVER, DWORK, ERVEN, MIRONOV, SONG, VILLANI
from theorems.textbook.names import (
    DIM,
    FOUR,
    ON_VECTORS,
    PAIR,
    SHIFT,
    SPACE,
    TARGET,
    TO,
    VECTORS,
    WEIGHT,
    WIDE_KERNEL,
    A,
    B,
    E,
    P,
    Q,
    R,
    S,
    alpha,
    dim,
    dim_2,
    k,
    mixed,
    n,
    p,
    r,
    r_2,
    t,
    u,
    v,
    x,
)
from verify.claims import (
    ANY_EVENTS,
    ANY_PRIORS,
    INDEPENDENT_RECORDS,
    LINE,
    All,
    Claim,
    Compare,
    Euclid,
    Events,
    Exists,
    Expect,
    ForAll,
    Frameworks,
    Iff,
    Implies,
    Kernels,
    Labels,
    Laws,
    Maps,
    Max,
    Member,
    Node,
    Product,
    Sequences,
    Source,
    Subsets,
    Sup,
    above,
    at_least,
    between,
    convolve,
    data_sets,
    exp,
    given_event,
    iid,
    integers,
    marginal,
    norm,
    numbers,
    objects,
    oo,
    prior,
    prior_count,
    product,
    push,
    secret,
    secret_count,
    secret_pairs,
    select,
    situations,
    size,
    then,
    translate,
    upto,
)
from verify.quantities import mass, wasserstein_distance
from verify.quantities import renyi_divergence as D

h, i, j, s = numbers("h i j s")
C, F, f, T = objects("C F f T")
PRIORS, SECRETS = integers(1, prior_count(F)), integers(1, secret_count(F))
ANY_ORDER = {alpha: between(0, oo)}
KERNELS = {**TO, A: Kernels(SPACE, TARGET), B: Kernels(SPACE, TARGET)}
PROCESSING = f"{ERVEN}, Theorem 9"


def chosen(coordinates):
    """The divergence of chosen coordinates."""
    return D(select(P, coordinates), select(Q, coordinates), alpha)



delta, epsilon = numbers("delta epsilon")
MISSED = {delta: between(0, 1, open="right"), epsilon: at_least(0)}


def likely(one, other):
    """Events of high probability."""
    return Compare(mass(P, one), ">=", 1 - delta), Compare(mass(Q, other), ">=", 1 - delta)


RECORDS = {n: integers(1), k: integers(1)}


def image(first, one, second, other):
    """The largest distance of the images of random data, given secrets."""
    return wasserstein_distance(push(f, given_event(prior(F, first), secret(F, one))), push(f, given_event(prior(F, second), secret(F, other))), oo, r)


def about(e):
    """Secret e is an event about record h."""
    return ForAll({B: data_sets(F), C: data_sets(F)}, Implies(Compare(B[h], "==", C[h]), Iff(Member(B, secret(F, e)), Member(C, secret(F, e)))))


about_one = ForAll({(i, j): secret_pairs(F)}, Exists({h: upto(n)}, All(about(i), about(j))))
one_changed = Sup({h: upto(n), B: data_sets(F), C: data_sets(F)}, norm(f(B) - f(C), r),
                  where=ForAll({k: upto(n)}, Implies(Compare(k, "!=", h), Compare(B[k], "==", C[k]))), floor=0)

CLAIMS = (
    Claim("textbook/renyi-kernel", Source("Data processing by a kernel", section=PROCESSING), forall={**ANY_ORDER, **WIDE_KERNEL},
          states=Compare(D(push(A, P), push(A, Q), alpha), "<=", D(P, Q, alpha))),
    Claim("textbook/renyi-data", Source("Data processing by a mechanism whose data are random", section=PROCESSING),
          forall={**ANY_ORDER, **DIM, F: Frameworks(LINE, ANY_EVENTS, ANY_PRIORS),
                  A: Kernels(data_sets(F), VECTORS), s: PRIORS, t: PRIORS, i: SECRETS, j: SECRETS},
          given=(Compare(mass(prior(F, s), secret(F, i)), ">", 0), Compare(mass(prior(F, t), secret(F, j)), ">", 0)),
          states=Compare(D(push(A, given_event(prior(F, s), secret(F, i))), push(A, given_event(prior(F, t), secret(F, j))), alpha), "<=",
                         D(given_event(prior(F, s), secret(F, i)), given_event(prior(F, t), secret(F, j)), alpha))),
    Claim("textbook/renyi-map", Source("Data processing by a map", section=PROCESSING),
          forall={**ANY_ORDER, **ON_VECTORS, dim_2: integers(1), r_2: between(1, oo), f: Maps(VECTORS, Euclid(dim_2, r_2))},
          states=Compare(D(push(f, P), push(f, Q), alpha), "<=", D(P, Q, alpha))),
    Claim("textbook/renyi-marginal", Source("Data processing by a coordinate", section=PROCESSING), forall={**ANY_ORDER, **ON_VECTORS, i: upto(dim)},
          states=Compare(D(marginal(P, i), marginal(Q, i), alpha), "<=", D(P, Q, alpha))),
    Claim("textbook/renyi-select", Source("Data processing by chosen coordinates", section=PROCESSING), part="list",
          forall={**ANY_ORDER, **ON_VECTORS, k: integers(1), t: Sequences(k, upto(dim))},
          states=Compare(D(select(P, t), select(Q, t), alpha), "<=", D(P, Q, alpha))),
    Claim("textbook/renyi-select", Source("Data processing by chosen coordinates", section=PROCESSING), part="set",
          forall={**ANY_ORDER, **ON_VECTORS, T: Subsets(upto(dim))},
          given=(Compare(size(T), ">=", 1),), states=Compare(D(select(P, T), select(Q, T), alpha), "<=", D(P, Q, alpha))),
    Claim("textbook/renyi-coordinates", Source("A coordinate is a set of coordinates", section=PROCESSING), forall={**ANY_ORDER, **ON_VECTORS, i: upto(dim)},
          states=Compare(D(marginal(P, i), marginal(Q, i), alpha), "<=", Sup({T: Subsets(upto(dim))}, chosen(T), where=Compare(size(T), ">=", 1)))),
    Claim("textbook/renyi-lists", Source("Lists of coordinates say as much as sets of them", section=PROCESSING), part="list",
          forall={**ANY_ORDER, **ON_VECTORS, k: integers(1), t: Sequences(k, upto(dim))},
          states=Compare(chosen(t), "<=", Sup({T: Subsets(upto(dim))}, chosen(T), where=All(Compare(size(T), ">=", 1), Compare(size(T), "<=", k))))),
    Claim("textbook/renyi-lists", Source("Lists of coordinates say as much as sets of them", section=PROCESSING), part="set",
          forall={**ANY_ORDER, **ON_VECTORS, k: integers(1), T: Subsets(upto(dim))}, given=(Compare(size(T), ">=", 1), Compare(size(T), "<=", k)),
          states=Compare(chosen(T), "<=", Sup({t: Sequences(k, upto(dim))}, chosen(t)))),
    Claim("textbook/renyi-coordinate-sum", Source("Data processing by the sum of the coordinates", section=PROCESSING),
          forall={**ANY_ORDER, **DIM, P: Laws(Product(VECTORS, VECTORS)), Q: Laws(Product(VECTORS, VECTORS))},
          states=Compare(D(Node("coordinate_sum", P), Node("coordinate_sum", Q), alpha), "<=", D(P, Q, alpha))),
    Claim("textbook/renyi-common-noise", Source("Common independent noise lowers divergences", section=PROCESSING),
          forall={**ANY_ORDER, **ON_VECTORS, R: Laws(VECTORS)},
          states=Compare(D(convolve(P, R), convolve(Q, R), alpha), "<=", D(P, Q, alpha))),
    Claim("textbook/renyi-translates", Source("A common translation keeps divergences", section=PROCESSING), forall={**ANY_ORDER, **ON_VECTORS, **SHIFT},
          states=Compare(D(translate(P, v), translate(Q, v), alpha), "==", D(P, Q, alpha))),
    Claim("textbook/renyi-then", Source("A joint distribution diverges no less than its first coordinate", section=PROCESSING),
          forall={**ANY_ORDER, **PAIR, **KERNELS},
          states=Compare(D(P, Q, alpha), "<=", D(then(P, A), then(Q, B), alpha))),
    Claim("textbook/renyi-adaptive", Source("Divergences of two steps add up, the second one at its worst", section=f"{MIRONOV}, Proposition 1"),
          forall={**ANY_ORDER, n: integers(1), P: Laws(Labels(n)), Q: Laws(Labels(n)), **TO, A: Kernels(Labels(n), TARGET), B: Kernels(Labels(n), TARGET)},
          states=Compare(D(then(P, A), then(Q, B), alpha), "<=", D(P, Q, alpha) + Sup({x: upto(n)}, D(A(x), B(x), alpha)))),
    Claim("textbook/chain-rule", Source("Chain rule of relative entropy", section=f"{COVER}, Theorem 2.5.3"), forall={**PAIR, **KERNELS},
          states=Compare(D(then(P, A), then(Q, B), 1), "==", D(P, Q, 1) + Expect({x: P}, D(A(x), B(x), 1)))),
    Claim("textbook/renyi-product", Source("Divergences of independent coordinates add up", section=f"{ERVEN}, Theorem 28"), forall={**ANY_ORDER, **FOUR},
          states=Compare(D(product(P, R), product(Q, S), alpha), "==", D(P, Q, alpha) + D(R, S, alpha))),
    Claim("textbook/renyi-iid", Source("Divergences of independent draws add up", section=f"{ERVEN}, Theorem 28"),
          forall={**ANY_ORDER, n: integers(1), P: Laws(LINE), Q: Laws(LINE)},
          states=Compare(D(iid(P, n), iid(Q, n), alpha), "==", n * D(P, Q, alpha))),
    Claim("textbook/renyi-sums", Source("Divergences of independent sums are at most the sums of divergences", section=f"{ERVEN}, Theorems 9 and 28"),
          forall={**ANY_ORDER, **DIM, P: Laws(VECTORS),
          Q: Laws(VECTORS), R: Laws(VECTORS), S: Laws(VECTORS)},
          states=Compare(D(convolve(P, R), convolve(Q, S), alpha), "<=", D(P, Q, alpha) + D(R, S, alpha))),
    Claim("textbook/renyi-mixtures", Source("Renyi divergences are jointly quasi-convex", section=f"{ERVEN}, Theorem 13"),
          forall={**ANY_ORDER, **WEIGHT, **FOUR},
          states=Compare(D(mixed(P, R), mixed(Q, S), alpha), "<=", Max(D(P, Q, alpha), D(R, S, alpha)))),
    Claim("textbook/renyi-convex", Source("Renyi divergences of order up to 1 are jointly convex", section=f"{ERVEN}, Theorem 11"),
          forall={alpha: between(0, 1), **WEIGHT, **FOUR},
          states=Compare(D(mixed(P, R), mixed(Q, S), alpha), "<=", p * D(P, Q, alpha) + (1 - p) * D(R, S, alpha))),
    Claim("textbook/renyi-exponential-convex", Source("exp((alpha - 1) D_alpha) is jointly convex for orders above 1", section=f"{ERVEN}, proof of Theorem 13"),
          forall={alpha: above(1), **WEIGHT, **FOUR},
          states=Compare(exp((alpha - 1) * D(mixed(P, R), mixed(Q, S), alpha)), "<=",
                         p * exp((alpha - 1) * D(P, Q, alpha)) + (1 - p) * exp((alpha - 1) * D(R, S, alpha)))),
    Claim("textbook/conditional-mass", Source("Privacy of conditional distributions, given events of high probability", section=f"{DWORK}, Lemma 3.17"), part="kernel",
          forall={**MISSED, **PAIR, **TO, A: Kernels(SPACE, TARGET), u: Events(SPACE), v: Events(SPACE), E: Events(TARGET)},
          given=(*likely(u, v), Compare(D(push(A, given_event(P, u)), push(A, given_event(Q, v)), oo), "<=", epsilon)),
          states=Compare(mass(push(A, P), E), "<=", exp(epsilon) * mass(push(A, Q), E) + delta)),
    Claim("textbook/conditional-mass", Source("Privacy of conditional distributions, given events of high probability", section=f"{DWORK}, Lemma 3.17"), part="identity",
          forall={**MISSED, **PAIR, u: Events(SPACE), v: Events(SPACE), E: Events(SPACE)},
          given=(*likely(u, v), Compare(D(given_event(P, u), given_event(Q, v), oo), "<=", epsilon)),
          states=Compare(mass(P, E), "<=", exp(epsilon) * mass(Q, E) + delta)),
    Claim("textbook/large-parts", Source("Privacy of large parts of distributions", section=f"{DWORK}, Lemma 3.17"),
          forall={**MISSED, **FOUR, E: Events(SPACE)},
          given=(Compare(exp(-D(R, P, oo)), ">=", 1 - delta), Compare(exp(-D(S, Q, oo)), ">=", 1 - delta), Compare(D(R, S, oo), "<=", epsilon)),
          states=Compare(mass(P, E), "<=", exp(epsilon) * mass(Q, E) + delta)),
    Claim("textbook/conditional-renyi", Source("Divergence of conditional distributions", section=f"{ERVEN}, Theorem 9"),
          forall={alpha: above(1), **PAIR, E: Events(SPACE)}, given=(Compare(mass(P, E), ">", 0), Compare(mass(Q, E), ">", 0)),
          states=Compare(mass(P, E) ** alpha * mass(Q, E) ** (1 - alpha) * exp((alpha - 1) * D(given_event(P, E), given_event(Q, E), alpha)), "<=",
                         exp((alpha - 1) * D(P, Q, alpha)))),
    Claim("textbook/data-image", Source("Images of random data are no further apart than images of data", section=f"{VILLANI}, Chapter 6"),
          forall={**DIM, **RECORDS, F: Frameworks(Sequences(n, Euclid(k, 2)), ANY_EVENTS, ANY_PRIORS), f: Maps(data_sets(F), VECTORS), s: PRIORS, t: PRIORS, i: SECRETS, j: SECRETS},
          given=(Compare(mass(prior(F, s), secret(F, i)), ">", 0), Compare(mass(prior(F, t), secret(F, j)), ">", 0)),
          states=Compare(image(s, i, t, j), "<=", Sup({B: data_sets(F), C: data_sets(F)}, norm(f(B) - f(C), r), floor=0))),
    Claim("textbook/independent-records", Source("Group privacy and distances given secrets about one of several independent records", section=f"{SONG}, Theorem 3.3"),
          forall={**DIM, **RECORDS, F: Frameworks(Sequences(n, Euclid(k, 2)), ANY_EVENTS, INDEPENDENT_RECORDS), f: Maps(data_sets(F), VECTORS)},
          given=(about_one,), states=ForAll({(t, i, j): situations(F)}, Compare(image(t, i, t, j), "<=", one_changed))),
)
