"""The Gaussian kernel, mean functions, and the private function at points of evaluation (sections 4.1 to 4.3)."""

from typing import Any

from theorems.frdp.definitions import SPACE, M, N, W, X, d, dim, h, x_
from verify.claims import Compare, Euclid, Families, If, Node, Points, Sum, above, coordinates, dot, exp, integers, norm, numbers, objects, upto

PLANE = Euclid(d, 2)
GAUSSIAN = {d: integers(1), h: above(0)}
KEPT_RECORDS = {X: Families(upto(N), Points(PLANE))}
RECORDS = {N: integers(1), **KEPT_RECORDS, x_: Points(PLANE)}
"""The records of the data set, and the one that replaces the last of them, or is one more."""
BATCH = {d: integers(1), h: above(0), **RECORDS, M: integers(1), W: Families(upto(M), Points(PLANE))}
"""Records and generated points, with a Gaussian kernel."""
COUNTS = {N: integers(1), M: integers(1)}
V = objects("V")
MEANS = {d: integers(1), h: above(0), dim: integers(1), V: Families(upto(dim), Points(PLANE)), **RECORDS}
"""A mean function and the points V where it is evaluated."""
FEATURES = {dim: integers(1), **COUNTS, X: Families(upto(N), Points(SPACE)), W: Families(upto(M), Points(SPACE))}
"""Records and generated points as the vectors of their features: the kernel is the inner product. Every kernel is one at finitely many points."""

a, b, p, q = numbers("a b p_ q_")


def gaussian_kernel(x: Any, y: Any, width: Any) -> Node:
    """exp(-|x - y|^2 / (2 width^2))."""
    return exp(-(norm(x - y, 2) ** 2) / (2 * width**2))


def linear_kernel(x: Any, y: Any) -> Node:
    """The inner product of two vectors of features."""
    return dot(x, y, dim)


def replaced(index: Any) -> Node:
    """Record ``index`` of the neighbour whose last record is replaced."""
    return If(Compare(index, "==", N), x_, X[index])


def estimate(kernel: Any) -> Node:
    """Eq. 6: the squared discrepancy of N records and M generated points."""
    within = Sum({a: upto(N), p: upto(N)}, kernel(X[a], X[p])) / N**2
    across = Sum({a: upto(N), b: upto(M)}, kernel(X[a], W[b])) * 2 / (N * M)
    generated = Sum({b: upto(M), q: upto(M)}, kernel(W[b], W[q])) / M**2
    return within - across + generated


def mean_function(record: Any, count: Any, kernel: Any, at: Any) -> Node:
    """f_D at a point: the mean of k(x_i, .) over ``count`` records; ``record`` takes an index to a record."""
    return Sum({a: upto(count)}, kernel(record(a), at)) / count


def gram(point: Any, count: Any, kernel: Any, factor: Any = 1) -> Node:
    """``factor`` times the matrix of the kernel at ``count`` points; ``point`` takes an index to a point."""
    return coordinates({p: upto(count)}, coordinates({q: upto(count)}, factor * kernel(point(p), point(q))))


def values(function: Any, point: Any, count: Any) -> Node:
    """A function at ``count`` points."""
    return coordinates({p: upto(count)}, function(point(p)))
