"""Names and spaces that the lemmas share.

A distribution lives on R^dim with an l_r distance (the line is dimension 1), or on finitely many unrelated points.
Values are in [-oo, oo] unless a lemma says otherwise.
"""

from verify.claims import Euclid, Kernels, Labels, Laws, Points, Sequences, between, integers, mixture, numbers, objects, oo, reading

alpha, beta, epsilon, mu, nu, p, q, t, dim, r, dim_2, r_2, k, m, n = numbers("alpha beta epsilon mu nu p q t dim r dim_2 r_2 k m n")
A, B, E, J, P, Q, R, S, u, v, x, y, z = objects("A B E J P Q R S u v x y z")

VECTORS = Euclid(dim, r)
DIM = {dim: integers(1), r: between(1, oo)}
ON_VECTORS = {**DIM, P: Laws(VECTORS), Q: Laws(VECTORS)}
"""Two distributions on R^dim."""
SHIFT = {v: Points(VECTORS)}

SPACE = reading("space", vectors=VECTORS, labels=Labels(n))
ONE = {**DIM, n: integers(1), P: Laws(SPACE)}
PAIR = {**ONE, Q: Laws(SPACE)}
"""Two distributions on one space."""
DENSE = reading("space", vectors=Laws(VECTORS, density=True), labels=Laws(Labels(n)))
"""Where densities at points say everything: a distribution that has atoms beside a density has none in this sense."""
DENSE_PAIR = {**DIM, n: integers(1), P: DENSE, Q: DENSE}
TRIPLE = {**PAIR, R: Laws(SPACE)}
FOUR = {**TRIPLE, S: Laws(SPACE)}

TARGET = reading("space", vectors=Euclid(dim_2, r_2), labels=Labels(m))
"""Where a kernel or map leads to."""
TO = {dim_2: integers(1), r_2: between(1, oo), m: integers(1)}

WIDE = reading("space", vectors=VECTORS, labels=Labels(n), lists=Sequences(k, VECTORS), words=Sequences(k, Labels(n)))
"""Spaces of the lemmas that are used most: also lists of vectors, such as all outputs of a composition, and words."""
WIDE_ONE = {**DIM, n: integers(1), k: integers(1), P: Laws(WIDE)}
WIDE_PAIR = {**WIDE_ONE, Q: Laws(WIDE)}
WIDE_TRIPLE = {**WIDE_PAIR, R: Laws(WIDE)}

SOURCES = reading("space", vectors=VECTORS, labels=Labels(n), lists=Sequences(k, VECTORS))
TARGETS = reading("space", vectors=Euclid(dim_2, r_2), labels=Labels(m), lists=Euclid(dim_2, r_2))
WIDE_KERNEL = {**WIDE_ONE, **TO, P: Laws(SOURCES), Q: Laws(SOURCES), A: Kernels(SOURCES, TARGETS)}
"""Two distributions and a kernel that is applied to both."""

WEIGHT = {p: between(0, 1, open="both")}


def mixed(first, second):
    """The mixture with weights p and 1 - p."""
    return mixture((p, first), (1 - p, second))


WORDS = {
    "space": {"vectors": "R^dim with any l_r distance; dim = 1 is the line", "line": "the line", "labels": "finitely many unrelated points",
              "lists": "lists of vectors, of any length", "words": "lists of unrelated points"},
    "adjacency": {"add-or-remove": "one record is added or removed", "replace": "one record is replaced"},
}
