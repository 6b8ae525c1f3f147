r"""The private objective, and the batch at which the private function is evaluated.

Statement (Section 4.3, eqs. 7 and 8)
    eq-7          With f_D + sigma Delta G in the place of f_D the estimate becomes a private objective, which costs (alpha, alpha/(2 sigma^2)).
    eq-8-points   The private function is released at the records of the batch and at as many generated points, at the cost (alpha, alpha/(2 sigma^2)).
    cond-release  With the kernel of records with labels the same release serves the conditional model, at the same cost.

Reading
    released          the number, for one theta; the function of theta, met through its values for M parameters that generate one point each; the values of the private
                      function.
    data term         the mean of the private function at the records is there, or left out.
    records           the points of evaluation contain the last m records of the data set that is protected, so they differ for D and D'; or the same records for both;
                      or only generated points.
    count             m is a constant; or twice the size of the batch is seen, whose records were drawn each with probability q.
    adjacency         add-or-remove: one record more may be drawn, and so two points more; replace: the size of the batch has one law.
    second argument   sigma Delta K is the covariance, as printed; or that of sigma Delta G.
    At m records and m generated points adjacent data sets differ in the last record, Delta = sqrt(2)/N. Labels are one-hot.

Measured
    The Renyi divergence of the normal laws of what is released, and of the laws of the number of points.

Claimed
    alpha/(2 sigma^2).
"""

from theorems.frdp.definitions import NOISE, ORDER, M, N, W, X, alpha, h, k, m, q, rdp, sigma
from theorems.frdp.definitions_kernel import BATCH, GAUSSIAN, PLANE, RECORDS, gaussian_kernel, gram, mean_function, replaced, values
from verify.claims import (
    All,
    Claim,
    Compare,
    Families,
    If,
    Points,
    Source,
    Sum,
    between,
    coordinates,
    drawn,
    equals,
    finite_law,
    iid,
    integers,
    normal_vector,
    numbers,
    objects,
    reading,
    sqrt,
    unstated,
    upto,
)

i, j, u, v = numbers("i j u v")
B, Y, Z, y_ = objects("B Y Z y_")

TEXT = Source("Section 4.3", eq="7")
level = alpha / (2 * sigma**2)
noise = 2 * sigma**2 / N**2
"""The square of sigma Delta."""


def plain(x, y):
    return gaussian_kernel(x, y, h)


def record(index):
    return X[index]


# --- the objective ---------------------------------------------------------------------------------------------------------------------


def everywhere(of):
    """The records of a data set, then the generated points."""
    return lambda index: If(Compare(index, "<=", N), of(index), W[index - N])


def weight(index):
    """The factor of the private function there, in eq. 7."""
    return If(Compare(index, "<=", N), 1 / N, -2 / M)


def private_function(of, kernel=plain):
    return lambda at: mean_function(of, N, kernel, at)


def number_with(of):
    """The law of eq. 7 for one theta."""
    point, f = everywhere(of), private_function(of)
    generated = Sum({i: upto(M), j: upto(M)}, plain(W[i], W[j])) / M**2
    mean = Sum({u: upto(N + M)}, weight(u) * f(point(u))) + generated
    return normal_vector(mean, noise * Sum({u: upto(N + M), v: upto(N + M)}, weight(u) * weight(v) * plain(point(u), point(v))))


def number_without(of):
    f = private_function(of)
    mean = Sum({i: upto(M), j: upto(M)}, plain(W[i], W[j])) / M**2 - 2 * Sum({i: upto(M)}, f(W[i])) / M
    return normal_vector(mean, 4 * noise * Sum({i: upto(M), j: upto(M)}, plain(W[i], W[j])) / M**2)


def data_term(of):
    """Mean and variance of the first sum of eq. 7, and its covariance with the private function at a point; in units of sigma Delta."""
    f = private_function(of)
    return Sum({i: upto(N)}, f(of(i))) / N, Sum({i: upto(N), j: upto(N)}, plain(of(i), of(j))) / N**2, lambda at: Sum({i: upto(N)}, plain(of(i), at)) / N


def function_with(of):
    """Eq. 7 for M parameters, each of which generates one of the points."""
    mean, variance, covariance = data_term(of)
    f = private_function(of)
    centre = coordinates({u: upto(M)}, mean - 2 * f(W[u]) + 1)
    rows = coordinates({u: upto(M)}, coordinates({v: upto(M)}, noise * (variance - 2 * covariance(W[u]) - 2 * covariance(W[v]) + 4 * plain(W[u], W[v]))))
    return normal_vector(centre, rows)


def function_without(of):
    f = private_function(of)
    return normal_vector(coordinates({u: upto(M)}, 1 - 2 * f(W[u])), gram(lambda index: W[index], M, plain, 4 * noise))


def vector(of, points, count, kernel=plain, factor=noise):
    """The values of the private function at ``count`` points."""
    return normal_vector(values(private_function(of, kernel), points, count), gram(points, count, kernel, factor))


def costs(law):
    """The guarantee for what a data set releases; ``law`` takes an index to a record."""
    return rdp(law(record), law(replaced), alpha, level)


private = reading(
    "released",
    number=reading("data term", **{"with": costs(number_with), "without": costs(number_without)}),
    function=reading("data term", **{"with": costs(function_with), "without": costs(function_without)}),
    vector=reading("data term", **{"with": costs(lambda of: vector(of, everywhere(of), N + M)), "without": costs(lambda of: vector(of, lambda index: W[index], M))}),
)

# --- the batch -------------------------------------------------------------------------------------------------------------------------

FACTOR = reading("second argument", covariance=sigma * sqrt(2) / N, of_the_noise=noise)


def batch(of, generated):
    """The last m records, then the generated points, M = m of them."""
    return lambda index: tuple(If(Compare(index, "<=", m), x, w) for x, w in zip(of(N - m + index), generated(index - m), strict=True))


def points_of(count):
    """The law of the number of points, twice the size of a batch that takes each of ``count`` records with probability q."""
    return drawn({B: iid(finite_law({0: 1 - q, 1: q}), count)}, finite_law({2 * Sum({i: upto(count)}, B[i]): 1}))


counted = All(rdp(points_of(N + 1), points_of(N), alpha, level), rdp(points_of(N), points_of(N + 1), alpha, level))


def evaluated(of, of_neighbour, generated, kernel):
    """The values at the batch, by which records stand in it."""
    def law(mean, points, count):
        return vector(mean, points, count, kernel, FACTOR)

    own = rdp(law(of, batch(of, generated), m + M), law(of_neighbour, batch(of_neighbour, generated), m + M), alpha, level)
    fixed = rdp(law(of, batch(of, generated), m + M), law(of_neighbour, batch(of, generated), m + M), alpha, level)
    alone = rdp(law(of, generated, M), law(of_neighbour, generated, M), alpha, level)
    at_points = reading("records", own=own, fixed=fixed, generated_only=alone)
    return reading("count", constant=at_points, realised=reading("adjacency", add_or_remove=All(counted, at_points), replace=at_points))


def bare(x, y):
    return plain(x[0], y[0])


def with_labels(x, y):
    """The product with the inner product of one-hot labels."""
    return plain(x[0], y[0]) * If(Compare(x[1], "==", y[1]), 1, 0)


unlabelled = evaluated(lambda index: (record(index),), lambda index: (replaced(index),), lambda index: (W[index],), bare)
labelled = evaluated(lambda index: (record(index), Y[index]), lambda index: (replaced(index), If(Compare(index, "==", N), y_, Y[index])),
                     lambda index: (W[index], Z[index]), with_labels)
EVALUATED = {**ORDER, **NOISE, q: unstated(between(0, 1, open="both")), **GAUSSIAN, **RECORDS, m: integers(1, N), M: equals(m, within=integers(1)),
             W: Families(upto(M), Points(PLANE))}
LABELLED = {k: integers(1), Y: Families(upto(N), upto(k)), y_: upto(k), Z: Families(upto(M), upto(k))}
SAME = {f"realised+{at}+{factor}+replace": f"constant+{at}+{factor}" for at in ("own", "fixed", "generated-only") for factor in ("covariance", "of-the-noise")}
"""A record replaced leaves the law of the size as it is."""

CLAIMS = (
    Claim("frdp/eq-7", TEXT, forall={**ORDER, **NOISE, **BATCH}, states=private, uses=("frdp/cor-2", "frdp/sens", "frdp/eq-7-id")),
    Claim("frdp/eq-8-points", Source("Section 4.3"), forall=EVALUATED, states=unlabelled, uses=("frdp/cor-2", "frdp/eq-8"), same_as=SAME),
    Claim("frdp/cond-release", Source("Section 4.3"), forall={**EVALUATED, **LABELLED}, states=labelled, uses=("frdp/cond-sens", "frdp/eq-8", "frdp/eq-8-points"),
          same_as=SAME),
)
