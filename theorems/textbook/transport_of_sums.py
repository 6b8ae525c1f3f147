"""Wasserstein distances of translates, sums, products, images and mixtures."""

from theorems.textbook.books import BICKEL, GIBBS, HUBER, PANARETOS, SANTAMBROGIO, VILLANI
from theorems.textbook.names import DIM, ON_VECTORS, SHIFT, VECTORS, WEIGHT, E, P, Q, R, S, mixed, mu, p, q, r, v
from verify.claims import (
    LINE,
    Abs,
    Claim,
    Compare,
    Events,
    Laws,
    Maps,
    Max,
    Member,
    Source,
    above,
    at_least,
    between,
    convolve,
    finite_law,
    indicator_law,
    norm,
    numbers,
    objects,
    oo,
    product,
    push,
    translate,
)
from verify.quantities import (
    levy_distance,
    mass,
    mean,
    prokhorov_distance,
    support_diameter,
    total_variation,
)
from verify.quantities import wasserstein_distance as W

f = objects("f")
L = numbers("L")
ORDER = {mu: between(1, oo)}
FINITE_ORDER = {mu: at_least(1)}
FOUR = {**ON_VECTORS, R: Laws(VECTORS), S: Laws(VECTORS)}
ON_LINE = {P: Laws(LINE), Q: Laws(LINE)}
LINES = {**ON_LINE, R: Laws(LINE), S: Laws(LINE)}
IMAGES = f"{PANARETOS}, Section 2.1"


CLAIMS = (
    Claim("textbook/w-translates", Source("A common translation keeps distances", section=IMAGES), forall={**ORDER, **ON_VECTORS, **SHIFT},
          states=Compare(W(translate(P, v), translate(Q, v), mu, r), "==", W(P, Q, mu, r))),
    Claim("textbook/w-translation", Source("A translation moves a distribution by its length", section=IMAGES),
          forall={**ORDER, **DIM, P: Laws(VECTORS), **SHIFT},
          states=Compare(W(P, translate(P, v), mu, r), "==", norm(v, r))),
    Claim("textbook/w-lipschitz", Source("A Lipschitz map stretches distances by at most its constant", section=f"{VILLANI}, Chapter 6"),
          forall={**ORDER, L: above(0), **ON_LINE, f: Maps(LINE, LINE, lipschitz=L)}, states=Compare(W(push(f, P), push(f, Q), mu), "<=", L * W(P, Q, mu))),
    Claim("textbook/w-common-noise", Source("Common independent noise contracts", section=f"{SANTAMBROGIO}, Lemma 5.2"),
          forall={**ORDER, **ON_VECTORS, R: Laws(VECTORS)},
          states=Compare(W(convolve(P, R), convolve(Q, R), mu, r), "<=", W(P, Q, mu, r))),
    Claim("textbook/w-sums", Source("Distances of sums are at most the sums of distances", section=f"{BICKEL}, Lemma 8.6"), forall={**ORDER, **FOUR},
          states=Compare(W(convolve(P, R), convolve(Q, S), mu, r), "<=", W(P, Q, mu, r) + W(R, S, mu, r))),
    Claim("textbook/w-products", Source("Distances of products are at most the sums of distances", section=IMAGES), part="sum",
          forall={**ORDER, r: between(1, oo), **LINES},
          states=Compare(W(product(P, R), product(Q, S), mu, r), "<=", W(P, Q, mu) + W(R, S, mu))),
    Claim("textbook/w-products", Source("Distances of products are at most the sums of distances", section=IMAGES), part="powers",
          forall={**FINITE_ORDER, **LINES},
          states=Compare(W(product(P, R), product(Q, S), mu, mu) ** mu, "==", W(P, Q, mu) ** mu + W(R, S, mu) ** mu)),
    Claim("textbook/w-products", Source("Distances of products are at most the sums of distances", section=IMAGES), part="largest", forall=LINES,
          states=Compare(W(product(P, R), product(Q, S), oo, oo), "==", Max(W(P, Q, oo), W(R, S, oo)))),
    Claim("textbook/w-mixtures", Source("Powers of the distance are jointly convex", section=f"{VILLANI}, Theorem 4.8"),
          forall={**FINITE_ORDER, **WEIGHT, **FOUR},
          states=Compare(W(mixed(P, R), mixed(Q, S), mu, r) ** mu, "<=", p * W(P, Q, mu, r) ** mu + (1 - p) * W(R, S, mu, r) ** mu)),
    Claim("textbook/w-means", Source("Means are no further apart than distributions", section=f"{VILLANI}, Remark 6.5"),
          forall={P: Laws(LINE, moments=1), Q: Laws(LINE, moments=1)},
          states=Compare(Abs(mean(P) - mean(Q)), "<=", W(P, Q, 1))),
    Claim("textbook/w-diameter", Source("Bounded distributions are at most diameter times total variation apart", section=f"{VILLANI}, Theorem 6.15"),
          forall={**FINITE_ORDER, **ON_VECTORS},
          given=(Compare(support_diameter(P, Q, r), "<", oo),),
          states=Compare(W(P, Q, mu, r), "<=", support_diameter(P, Q, r) * total_variation(P, Q) ** (1 / mu))),
    Claim("textbook/w-support", Source("Distances are at most the diameter of the supports", section=f"{VILLANI}, Chapter 6"), forall={**ORDER, **ON_VECTORS},
          states=Compare(W(P, Q, mu, r), "<=", support_diameter(P, Q, r))),
    Claim("textbook/w-indicators", Source("Distance of the indicators of an event", section=f"{SANTAMBROGIO}, Chapter 2"),
          forall={**FINITE_ORDER, **ON_VECTORS, E: Events(VECTORS)},
          states=Compare(W(indicator_law(P, E), indicator_law(Q, E), mu), "==", Abs(mass(P, E) - mass(Q, E)) ** (1 / mu))),
    Claim("textbook/w-coins", Source("Distance of two coins", section=f"{SANTAMBROGIO}, Chapter 2"),
          forall={**FINITE_ORDER, p: between(0, 1), q: between(0, 1)},
          states=Compare(W(finite_law({0: 1 - p, 1: p}), finite_law({0: 1 - q, 1: q}), mu), "==", Abs(p - q) ** (1 / mu))),
    Claim("textbook/levy-range", Source("The Levy distance lies in [0, 1]", section=f"{HUBER}, Section 2.3"), forall=ON_LINE,
          states=Member(levy_distance(P, Q), between(0, 1))),
    Claim("textbook/prokhorov-range", Source("The Prokhorov distance lies in [0, 1]", section=f"{HUBER}, Section 2.3"), forall=ON_LINE,
          states=Member(prokhorov_distance(P, Q), between(0, 1))),
    Claim("textbook/levy-w", Source("The Levy distance by the Wasserstein distance", section=f"{GIBBS}, Theorem 2, and Chebyshev's inequality"),
          forall={**FINITE_ORDER, **ON_LINE},
          states=Compare(levy_distance(P, Q), "<=", W(P, Q, mu) ** (mu / (mu + 1)))),
    Claim("textbook/levy-prokhorov", Source("The Levy distance is at most that of Prokhorov", section=f"{HUBER}, Section 2.3"), forall=ON_LINE,
          states=Compare(levy_distance(P, Q), "<=", prokhorov_distance(P, Q))),
    Claim("textbook/prokhorov-tv", Source("The Prokhorov distance is at most total variation", section=f"{GIBBS}, Section 3"), forall=ON_LINE,
          states=Compare(prokhorov_distance(P, Q), "<=", total_variation(P, Q))),
    Claim("textbook/prokhorov-w", Source("The Prokhorov distance by the Wasserstein distance", section=f"{GIBBS}, Theorem 2, and Chebyshev's inequality"), part="orders",
          forall={**FINITE_ORDER, **ON_LINE},
          states=Compare(prokhorov_distance(P, Q), "<=", W(P, Q, mu) ** (mu / (mu + 1)))),
    Claim("textbook/prokhorov-w", Source("The squared Prokhorov distance is at most the Wasserstein distance", section=f"{GIBBS}, Theorem 2"), forall=ON_LINE,
          states=Compare(prokhorov_distance(P, Q) ** 2, "<=", W(P, Q, 1))),
)
