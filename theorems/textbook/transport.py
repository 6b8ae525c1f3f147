"""Wasserstein distances: a metric, its dual form, its couplings."""

from theorems.textbook.books import VILLANI
from theorems.textbook.names import DIM, ON_VECTORS, VECTORS, J, P, Q, R, S, alpha, mu, n, nu, r, x, y
from verify.claims import (
    LINE,
    Claim,
    Compare,
    Couplings,
    Expect,
    Iff,
    Inf,
    Labels,
    Laws,
    Member,
    Product,
    Source,
    at_least,
    between,
    integers,
    norm,
    objects,
    oo,
    reading,
    swap,
)
from verify.quantities import kantorovich_distance, renyi_divergence, total_variation
from verify.quantities import wasserstein_distance as W

z, G, H = objects("z G H")
ORDER = {mu: between(1, oo)}
SPACE = reading("space", vectors=VECTORS, line=LINE, labels=Labels(n))
ANYWHERE = {**DIM, n: integers(1), P: Laws(SPACE), Q: Laws(SPACE)}
FINITE_ORDER = {mu: at_least(1)}
cost = Expect({(x, y): J}, norm(x - y, r) ** mu)
METRIC, COUPLINGS = f"{VILLANI}, Chapter 6", f"{VILLANI}, Definition 6.1"


def distance(first, second, order):
    """The Wasserstein distance as it is written on each space: a norm is named on R^dim alone."""
    plain = W(first, second, order)
    return reading("space", vectors=W(first, second, order, r), line=plain, labels=plain)


def length(first, second):
    """The norm of the difference of two coordinates in the mean of order mu."""
    return Expect({(x, y, z): G}, norm(first - second, r) ** mu) ** (1 / mu)


CLAIMS = (
    Claim("textbook/w-range", Source("Wasserstein distances lie in [0, oo]", section=COUPLINGS), forall={**ORDER, **ANYWHERE},
          states=Member(distance(P, Q, mu), between(0, oo))),
    Claim("textbook/w-symmetry", Source("Wasserstein distances are symmetric", section=METRIC), forall={**ORDER, **ANYWHERE},
          states=Compare(distance(P, Q, mu), "==", distance(Q, P, mu))),
    Claim("textbook/w-triangle", Source("Wasserstein distances obey the triangle inequality", section=METRIC), forall={**ORDER, **ANYWHERE, R: Laws(SPACE)},
          states=Compare(distance(P, R, mu), "<=", distance(P, Q, mu) + distance(Q, R, mu))),
    Claim("textbook/w-self", Source("A distribution has distance 0 from itself", section=METRIC), forall={**ORDER, **DIM, n: integers(1), P: Laws(SPACE)},
          states=Compare(distance(P, P, mu), "==", 0)),
    Claim("textbook/w-zero", Source("Distributions at distance 0 are equal", section=METRIC), forall={**ORDER, **ANYWHERE},
          states=Iff(Compare(distance(P, Q, mu), "==", 0), Compare(total_variation(P, Q), "==", 0))),
    Claim("textbook/w-zero", Source("Distributions at distance 0 have no divergence", section=METRIC), part="divergence", forall={**ORDER, alpha: between(0, oo), **ANYWHERE},
          given=(Compare(distance(P, Q, mu), "<=", 0),), states=Compare(renyi_divergence(P, Q, alpha), "==", 0)),
    Claim("textbook/w-order", Source("Wasserstein distances do not fall as the order rises", section=f"{VILLANI}, Remark 6.6"),
          forall={mu: between(1, oo), nu: between(mu, oo), **ANYWHERE},
          states=Compare(distance(P, Q, mu), "<=", distance(P, Q, nu))),
    Claim("textbook/w-finite", Source("Distances are finite where moments are", section=METRIC),
          forall={**FINITE_ORDER, **DIM, n: integers(1), P: Laws(SPACE, moments=mu), Q: Laws(SPACE, moments=mu)}, states=Compare(distance(P, Q, mu), "<", oo)),
    Claim("textbook/duality", Source("Duality of Kantorovich and Rubinstein", section=f"{VILLANI}, Theorem 5.10"), forall=ON_VECTORS,
          states=Compare(kantorovich_distance(P, Q, r), "==", W(P, Q, 1, r))),
    Claim("textbook/kantorovich-range", Source("The dual form lies in [0, oo]", section=f"{VILLANI}, Theorem 5.10"), forall=ON_VECTORS,
          states=Member(kantorovich_distance(P, Q, r), between(0, oo))),
    Claim("textbook/kantorovich-symmetry", Source("The dual form is symmetric", section=f"{VILLANI}, Theorem 5.10"), forall=ON_VECTORS,
          states=Compare(kantorovich_distance(P, Q, r), "==", kantorovich_distance(Q, P, r))),
    Claim("textbook/w-couplings", Source("The distance is the least cost of a coupling", section=COUPLINGS), forall={**FINITE_ORDER, **ON_VECTORS},
          states=Compare(W(P, Q, mu, r), "==", Inf({J: Couplings(P, Q)}, cost) ** (1 / mu))),
    Claim("textbook/cost-range", Source("Costs of couplings lie in [0, oo]", section=COUPLINGS),
          forall={**FINITE_ORDER, **DIM, J: Laws(Product(VECTORS, VECTORS))},
          states=Member(cost, between(0, oo))),
    Claim("textbook/w-every-coupling", Source("No coupling costs less than the distance", section=COUPLINGS),
          forall={**FINITE_ORDER, **ON_VECTORS, J: Couplings(P, Q)},
          states=Compare(W(P, Q, mu, r), "<=", cost ** (1 / mu))),
    Claim("textbook/coupling-swapped", Source("A coupling may be read in either order", section=COUPLINGS), forall={**ON_VECTORS, J: Couplings(P, Q)},
          states=Member(swap(J), Couplings(Q, P))),
    Claim("textbook/gluing", Source("Gluing lemma: couplings with a common marginal fit together", section=f"{VILLANI}, Chapter 1"),
          forall={**ON_VECTORS, R: Laws(VECTORS), G: Couplings(P, Q), H: Couplings(Q, R)},
          states=Compare(Inf({S: Couplings(G, H)}, Expect({(x, y): S}, norm(x[2] - y[1], r))), "==", 0)),
    Claim("textbook/minkowski-distance",
          Source("Mean distances of three random points obey the triangle inequality", section=f"{VILLANI}, Chapter 6; Minkowski's inequality"),
          forall={**FINITE_ORDER, **DIM, G: Laws(Product(VECTORS, VECTORS, VECTORS))},
          states=Compare(length(x, z), "<=", length(x, y) + length(y, z))),
    Claim("textbook/w-equal", Source("Only equal distributions are at distance 0", section=METRIC), forall={**ORDER, **ANYWHERE},
          states=Iff(Compare(distance(P, Q, mu), "==", 0), Compare(P, "==", Q))),
)
