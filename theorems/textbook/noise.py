"""Normal and Laplace noise, shifts of noise, and distances that leave out a little mass."""

from mechanisms import Laplace
from theorems.textbook.books import DWORK, ERVEN, GIL, HORN, ITERATION, LINDVALL, MIRONOV, SAMPLED, STRASSEN, VILLANI
from theorems.textbook.names import DIM, ON_VECTORS, SHIFT, VECTORS, J, P, Q, R, S, alpha, beta, dim, epsilon, q, r, v, x, y
from verify.claims import (
    LINE,
    REALS,
    Abs,
    All,
    Claim,
    Compare,
    Couplings,
    Covariances,
    Euclid,
    Exists,
    Expect,
    Hints,
    Inf,
    Laws,
    Member,
    Points,
    Prob,
    Source,
    above,
    at_least,
    between,
    convolve,
    exp,
    finite_law,
    iid,
    integers,
    inverse_form,
    log,
    mixture,
    norm,
    normal_vector,
    numbers,
    objects,
    oo,
    translate,
)
from verify.quantities import (
    hockey_stick_divergence,
    largest_shift,
    least_exceedance,
    log_density_lipschitz,
    near_distance,
    shifted_renyi,
    total_variation,
    trimmed_renyi,
)
from verify.quantities import renyi_divergence as D
from verify.quantities import wasserstein_distance as W

b, s, variance, z, w, delta, delta_2 = numbers("b s variance z w delta delta_2")
K, T, u = objects("K T u")
FINITE_ORDER = {alpha: above(0)}
ORDER = {alpha: above(1)}
UP_TO_INFINITY = {alpha: between(1, oo, open="left")}
RADIUS = {z: at_least(0)}
MISSED = {delta: between(0, 1, open="right")}
SIZE = {dim: integers(1)}
EUCLIDEAN, CITY = Euclid(dim, 2), Euclid(dim, 1)
IN_EUCLIDEAN = {**SIZE, P: Laws(EUCLIDEAN), Q: Laws(EUCLIDEAN)}
IN_CITY = {**SIZE, P: Laws(CITY), Q: Laws(CITY)}
NORMAL, LAPLACE = {variance: above(0)}, {b: above(0)}
normal, laplace = iid(normal_vector(0, variance), dim), iid(Laplace(0, scale=b), dim)
REDUCTION = f"{ITERATION}, the shift-reduction lemma"
NEAR = f"{STRASSEN}; {LINDVALL}, Chapter I"
HIDDEN = f"{STRASSEN}; {DWORK}, Lemma 3.17"


def laplace_loss(length):
    """The divergence of order alpha of Laplace noise of scale b from itself moved by a length."""
    return log(alpha / (2 * alpha - 1) * exp((alpha - 1) * length / b) + (alpha - 1) / (2 * alpha - 1) * exp(-alpha * length / b)) / (alpha - 1)


def large_part(one, whole):
    """A distribution whose density is at most 1/(1 - delta) with respect to another one."""
    return All(Compare(D(one, whole, oo), "<", oo), Compare(exp(-D(one, whole, oo)), ">=", 1 - delta))


def moves(first, second):
    """The least mean of exp(q (alpha - 1) D(R || R moved by x - y)), of order q (alpha - 1) + 1, over the couplings of two distributions."""
    mean = Expect({(x, y): J}, exp(q * (alpha - 1) * D(R, translate(R, x - y), q * (alpha - 1) + 1)))
    return Inf({J: Couplings(first, second)}, mean)


def two_normal(mean, other, covariance):
    """The mixture of two normal distributions with weights 1 - q and q, and the first one of them."""
    return mixture((1 - q, normal_vector(mean, covariance)), (q, normal_vector(other, covariance))), normal_vector(mean, covariance)


CLAIMS = (
    Claim("textbook/normal", Source("Renyi divergence of normal distributions with one covariance", section=GIL),
          forall={**FINITE_ORDER, **SIZE, u: Points(EUCLIDEAN), v: Points(EUCLIDEAN), K: Covariances(dim)},
          states=Compare(D(normal_vector(u, K), normal_vector(v, K), alpha), "==", alpha / 2 * inverse_form(K, u - v))),
    Claim("textbook/inverse-form-range", Source("Lengths in units of a covariance lie in [0, oo]", section=f"{HORN}, Section 7.1"),
          forall={**SIZE, v: Points(EUCLIDEAN), K: Covariances(dim)},
          states=Member(inverse_form(K, v), between(0, oo))),
    Claim("textbook/inverse-form-scaled", Source("Lengths in units of a multiple of a covariance", section=f"{HORN}, Section 7.1"),
          forall={s: above(0), **SIZE, v: Points(EUCLIDEAN), K: Covariances(dim)},
          states=Compare(inverse_form(s * K, v), "==", inverse_form(K, v) / s)),
    *(Claim("textbook/normal-direction", Source("Mixtures of two normal distributions differ in one direction alone", section=f"{SAMPLED}, Theorem 4, in coordinates in which the covariance is the identity"), part=part,
            forall={alpha: between(0, oo), q: between(0, 1), s: above(0), z: at_least(0), **SIZE, v: Points(EUCLIDEAN), K: Covariances(dim)},
            given=(Compare(inverse_form(K, v), "==", z**2),), states=Compare(D(*order(two_normal(0 * v, v, s * K)), alpha), "==", D(*order(two_normal(0, z, s)), alpha)))
      for part, order in (("first", tuple), ("second", lambda pair: pair[::-1]))),
    Claim("textbook/normal-noise", Source("Renyi divergence of vectors with independent normal noise", section=f"{MIRONOV}, Proposition 7"),
          forall={**FINITE_ORDER, **SIZE, **NORMAL, u: Points(EUCLIDEAN), v: Points(EUCLIDEAN)},
          states=Compare(D(translate(normal, u), translate(normal, v), alpha), "==", alpha * norm(u - v, 2) ** 2 / (2 * variance))),
    *(Claim("textbook/translates-equal", Source("Translates by vectors at distance 0 are one distribution", section=f"{HORN}, Definition 5.1.1; {ERVEN}, Theorem 8"), part=part,
            forall={**order, **SIZE, P: Laws(EUCLIDEAN), u: Points(EUCLIDEAN), v: Points(EUCLIDEAN)}, given=(Compare(norm(u - v, 2), "<=", 0),),
            states=Compare(divergence(translate(P, u), translate(P, v), *order), "==", 0))
      for part, order, divergence in (("renyi", {alpha: between(0, oo)}, D), ("hockey-stick", {epsilon: at_least(0)}, hockey_stick_divergence))),
    Claim("textbook/laplace", Source("Renyi divergence of translates of a Laplace distribution", section=f"{MIRONOV}, Proposition 6"),
          forall={**ORDER, **LAPLACE, s: REALS},
          states=Compare(D(translate(Laplace(0, scale=b), s), Laplace(0, scale=b), alpha), "==", laplace_loss(Abs(s)))),
    Claim("textbook/laplace-max", Source("Laplace noise on vectors, order oo", section=f"{MIRONOV}, Proposition 6, as the order rises"),
          forall={**SIZE, **LAPLACE, u: Points(CITY), v: Points(CITY)},
          states=Compare(D(translate(laplace, u), translate(laplace, v), oo), "==", norm(u - v, 1) / b)),
    Claim("textbook/laplace-vectors", Source("Laplace noise on vectors", section=f"{MIRONOV}, Proposition 6, and convexity in the shift"),
          forall={**ORDER, **SIZE, **LAPLACE, u: Points(CITY), v: Points(CITY)},
          states=Compare(D(translate(laplace, u), translate(laplace, v), alpha), "<=", laplace_loss(norm(u - v, 1)))),
    Claim("textbook/shift-range", Source("The largest divergence of shifted noise lies in [0, oo]", section=REDUCTION),
          forall={**UP_TO_INFINITY, **RADIUS, **DIM, R: Laws(VECTORS)},
          states=Member(largest_shift(R, z, alpha, r), between(0, oo))),
    Claim("textbook/shift-zero", Source("Without a shift there is no divergence", section=REDUCTION), forall={**UP_TO_INFINITY, **DIM, R: Laws(VECTORS)},
          states=Compare(largest_shift(R, 0, alpha, r), "==", 0)),
    Claim("textbook/shift-radius", Source("Longer shifts diverge no less", section=REDUCTION),
          forall={**UP_TO_INFINITY, **RADIUS, w: at_least(z), **DIM, R: Laws(VECTORS)},
          states=Compare(largest_shift(R, z, alpha, r), "<=", largest_shift(R, w, alpha, r))),
    Claim("textbook/shift-one", Source("One shift diverges at most as the largest of its length", section=REDUCTION),
          forall={**UP_TO_INFINITY, **DIM, R: Laws(VECTORS), **SHIFT},
          states=Compare(D(translate(R, v), R, alpha), "<=", largest_shift(R, norm(v, r), alpha, r))),
    Claim("textbook/shift-larger", Source("Longer shifts and larger orders diverge no less", section=f"{ERVEN}, Theorem 3"),
          forall={**UP_TO_INFINITY, beta: between(alpha, oo), z: between(0, oo), w: between(z, oo), **DIM, R: Laws(VECTORS)},
          states=Compare(largest_shift(R, z, alpha, r), "<=", largest_shift(R, w, beta, r))),
    Claim("textbook/shift-none", Source("A shift of length 0 is none", section=REDUCTION), forall={**UP_TO_INFINITY, z: between(0, oo), **DIM, R: Laws(VECTORS)},
          given=(Compare(z, "<=", 0),), states=Compare(largest_shift(R, z, alpha, r), "==", 0)),
    Claim("textbook/shift-coupled", Source("Couplings within a distance move noise by at most that distance", section=f"{VILLANI}, Chapter 6; {ERVEN}, Theorem 3"),
          forall={**ORDER, q: above(0), **ON_VECTORS, R: Laws(VECTORS)},
          given=(Compare(W(P, Q, oo, r), "<", oo),),
          states=Compare(moves(P, Q), "<=", exp(q * (alpha - 1) * largest_shift(R, W(P, Q, oo, r), q * (alpha - 1) + 1, r)))),
    Claim("textbook/shift-coupled-range", Source("Means of exponentials of divergences lie in [1, oo]", section=f"{ERVEN}, Theorem 8"),
          forall={**ORDER, q: above(0), **ON_VECTORS, R: Laws(VECTORS)},
          states=Member(moves(P, Q), between(1, oo))),
    Claim("textbook/shift-normal", Source("Shifts of normal noise", section=f"{MIRONOV}, Proposition 7"), forall={**ORDER, **RADIUS, **NORMAL},
          states=Compare(largest_shift(normal_vector(0, variance), z, alpha), "==", alpha * z**2 / (2 * variance))),
    Claim("textbook/shift-laplace", Source("Shifts of Laplace noise", section=f"{MIRONOV}, Proposition 6, and convexity in the shift"),
          forall={**ORDER, **RADIUS, **LAPLACE},
          states=Compare(largest_shift(Laplace(0, scale=b), z, alpha), "==", laplace_loss(z))),
    Claim("textbook/shift-reduction", Source("Noise hides what is moved by at most a distance of order oo", section=REDUCTION),
          forall={**UP_TO_INFINITY, **ON_VECTORS, R: Laws(VECTORS)},
          given=(Compare(W(P, Q, oo, r), "<", oo),),
          states=Compare(D(convolve(P, R), convolve(Q, R), alpha), "<=", largest_shift(R, W(P, Q, oo, r), alpha, r))),
    Claim("textbook/shift-reduction-normal", Source("Normal noise hides what is moved by at most a distance of order oo", section=REDUCTION),
          forall={**FINITE_ORDER, **NORMAL, **IN_EUCLIDEAN},
          states=Compare(D(convolve(P, normal), convolve(Q, normal), alpha), "<=", alpha * W(P, Q, oo, 2) ** 2 / (2 * variance))),
    Claim("textbook/shift-reduction-laplace", Source("Laplace noise hides what is moved by at most a distance of order oo", section=REDUCTION),
          forall={**ORDER, **LAPLACE, **IN_CITY},
          states=Compare(D(convolve(P, laplace), convolve(Q, laplace), alpha), "<=", laplace_loss(W(P, Q, oo, 1)))),
    Claim("textbook/shift-reduction-laplace", Source("Laplace noise hides what is moved by at most a distance of order oo", section=REDUCTION), part="at-most",
          forall={**ORDER, **LAPLACE, **RADIUS, **IN_CITY}, given=(Compare(W(P, Q, oo, 1), "<=", z),),
          states=Compare(D(convolve(P, laplace), convolve(Q, laplace), alpha), "<=", laplace_loss(z))),
    Claim("textbook/shift-reduction-laplace-max",
          Source("Laplace noise hides what is moved by at most a distance of order oo, divergence of order oo", section=REDUCTION),
          forall={**LAPLACE, **IN_CITY}, states=Compare(D(convolve(P, laplace), convolve(Q, laplace), oo), "<=", W(P, Q, oo, 1) / b)),
    Claim("textbook/shifted-range", Source("Shifted Renyi divergences lie in [0, oo]", section=REDUCTION), forall={**UP_TO_INFINITY, **RADIUS, **ON_VECTORS},
          states=Member(shifted_renyi(P, Q, alpha, z, norm=r), between(0, oo))),
    Claim("textbook/shifted-none", Source("Without a shift the shifted Renyi divergence is the Renyi divergence", section=REDUCTION),
          forall={**UP_TO_INFINITY, **ON_VECTORS},
          states=Compare(shifted_renyi(P, Q, alpha, 0, norm=r), "==", D(P, Q, alpha))),
    Claim("textbook/shifted-radius", Source("Longer shifts leave no greater divergence", section=REDUCTION),
          forall={**UP_TO_INFINITY, **RADIUS, w: at_least(z), **ON_VECTORS},
          states=Compare(shifted_renyi(P, Q, alpha, w, norm=r), "<=", shifted_renyi(P, Q, alpha, z, norm=r))),
    Claim("textbook/coupled-noise", Source("Common noise about the points of a coupling", section=f"{ERVEN}, proof of Theorem 13"),
          forall={**ORDER, **ON_VECTORS, R: Laws(VECTORS), J: Couplings(P, Q)},
          states=Compare(exp((alpha - 1) * D(convolve(P, R), convolve(Q, R), alpha)), "<=",
                         Expect({(x, y): J}, exp((alpha - 1) * D(translate(R, x), translate(R, y), alpha))))),
    Claim("textbook/log-lipschitz", Source("A density with a Lipschitz logarithm hides shifts", section=f"{DWORK}, proof of Theorem 3.6"),
          forall={P: Laws(LINE, density=True), s: REALS},
          given=(Compare(log_density_lipschitz(P), "<", oo),), states=Compare(D(P, translate(P, s), oo), "<=", log_density_lipschitz(P) * Abs(s))),
    Claim("textbook/trimmed", Source("Leaving out mass does not raise a divergence", section=ITERATION),
          forall={**ORDER, delta: between(0, 1, open="right"), **ON_VECTORS},
          states=Compare(trimmed_renyi(P, Q, alpha, delta), "<=", D(P, Q, alpha))),
    Claim("textbook/trimmed-range", Source("Trimmed Renyi divergences lie in [0, oo]", section=ITERATION),
          forall={**ORDER, delta: between(0, 1, open="right"), **ON_VECTORS},
          states=Member(trimmed_renyi(P, Q, alpha, delta), between(0, oo))),
    Claim("textbook/near-range", Source("Least distances but for a little mass lie in [0, oo]", section=NEAR),
          forall={delta: between(0, 1, open="right"), **ON_VECTORS},
          states=Member(near_distance(P, Q, delta, r), between(0, oo))),
    Claim("textbook/near-all", Source("The least distance of all mass has order oo", section=NEAR), forall=ON_VECTORS,
          states=Compare(near_distance(P, Q, 0, r), "==", W(P, Q, oo, r))),
    Claim("textbook/near-mass", Source("Distances do not rise with the mass left out", section=NEAR),
          forall={delta: between(0, 1, open="right"), delta_2: between(delta, 1, open="right"), **ON_VECTORS},
          states=Compare(near_distance(P, Q, delta_2, r), "<=", near_distance(P, Q, delta, r))),
    Claim("textbook/near-infinity", Source("A distance but for a little mass is at most that of order oo", section=NEAR),
          forall={delta: between(0, 1, open="right"), **ON_VECTORS},
          states=Compare(near_distance(P, Q, delta, r), "<=", W(P, Q, oo, r))),
    Claim("textbook/near-finite", Source("All but a little mass lies in a ball", section=NEAR), forall={delta: between(0, 1, open="both"), **ON_VECTORS},
          states=Compare(near_distance(P, Q, delta, r), "<", oo)),
    Claim("textbook/near-hockey-stick", Source("Noise hides what is moved by at most a distance but for a little mass", section=HIDDEN),
          forall={**MISSED, **RADIUS, epsilon: at_least(0), **ON_VECTORS, R: Laws(VECTORS)},
          given=(Compare(near_distance(P, Q, delta, r), "<=", z), Compare(largest_shift(R, z, oo, r), "<=", epsilon)),
          states=Compare(hockey_stick_divergence(convolve(P, R), convolve(Q, R), epsilon), "<=", delta)),
    Claim("textbook/near-parts", Source("Parts of noisy distributions that are moved by at most a distance", section=HIDDEN),
          forall={**UP_TO_INFINITY, **MISSED, **RADIUS, **ON_VECTORS, R: Laws(VECTORS)},
          given=(Compare(near_distance(P, Q, delta, r), "<=", z),),
          states=Exists({S: Laws(VECTORS), T: Laws(VECTORS)}, All(
              large_part(S, convolve(P, R)), large_part(T, convolve(Q, R)),
              All(Compare(D(S, T, alpha), "<=", largest_shift(R, z, alpha, r)), Compare(D(T, S, alpha), "<=", largest_shift(R, z, alpha, r)))))),
    Claim("textbook/exceedance-range", Source("Least probabilities of a distance lie in [0, 1]", section=NEAR), forall={**RADIUS, **ON_VECTORS},
          states=Member(least_exceedance(P, Q, z, r), between(0, 1))),
    Claim("textbook/exceedance-tv", Source("The least probability to differ is total variation", section=NEAR), forall=ON_VECTORS,
          states=Compare(least_exceedance(P, Q, 0, r), "==", total_variation(P, Q))),
    Claim("textbook/exceedance-radius", Source("Greater distances are exceeded no more often", section=NEAR), forall={**RADIUS, w: at_least(z), **ON_VECTORS},
          states=Compare(least_exceedance(P, Q, w, r), "<=", least_exceedance(P, Q, z, r))),
    Claim("textbook/near-exceedance", Source("A distance that is exceeded with little mass is near but for that mass", section=NEAR), forall={**RADIUS, **ON_VECTORS},
          given=(Compare(least_exceedance(P, Q, z, r), "<", 1),), states=Compare(near_distance(P, Q, least_exceedance(P, Q, z, r), r), "<=", z)),
    Claim("textbook/shifted-reduction", Source("The shift-reduction lemma", section=REDUCTION),
          forall={**UP_TO_INFINITY, **RADIUS, w: at_least(0), **ON_VECTORS, R: Laws(VECTORS)},
          states=Compare(shifted_renyi(convolve(P, R), convolve(Q, R), alpha, w, norm=r), "<=",
                         shifted_renyi(P, Q, alpha, z + w, norm=r) + largest_shift(R, z, alpha, r))),
    Claim("textbook/shift-random", Source("A random shift diverges at most as the largest one of its length", section=f"{ERVEN}, Theorem 13"),
          forall={**UP_TO_INFINITY, **RADIUS, **ON_VECTORS}, given=(Compare(Prob({x: Q}, Compare(norm(x, r), "<=", z)), "==", 1),),
          states=Compare(D(convolve(P, Q), P, alpha), "<=", largest_shift(P, z, alpha, r)),
          hints=Hints(instances=({alpha: 2, z: 1, r: 2, dim: 1, P: normal_vector(0, 1), Q: finite_law({1: 1})},))),
    Claim("textbook/inverse-form-zero", Source("Only the vector 0 has length 0 in units of a covariance", section=f"{HORN}, Section 7.1"),
          forall={s: at_least(0), **SIZE, v: Points(EUCLIDEAN), K: Covariances(dim)}, given=(Compare(inverse_form(K, v), "<=", 0),),
          states=Compare(inverse_form(s * K, v), "==", 0)),
    Claim("textbook/near-laplace", Source("Laplace noise hides what is moved by at most a distance but for a little mass", section=HIDDEN),
          forall={**MISSED, **LAPLACE, epsilon: at_least(0), **IN_CITY}, given=(Compare(near_distance(P, Q, delta, 1), "<=", b * epsilon),),
          states=Compare(hockey_stick_divergence(convolve(P, laplace), convolve(Q, laplace), epsilon), "<=", delta)),
)
