"""Names and spaces that the lemmas share.

A distribution lives on R^dim with an l_r distance (the line is dimension 1), or on finitely many unrelated points. Values are in [-oo, oo] unless a lemma says otherwise.
"""

from verify.claims import Euclid, Labels, Laws, Points, between, integers, numbers, objects, oo, reading

alpha, beta, epsilon, mu, nu, p, q, dim, r, dim_2, r_2, k, m, n = numbers("alpha beta epsilon mu nu p q dim r dim_2 r_2 k m n")
A, B, E, J, P, Q, R, S, v, x, y = objects("A B E J P Q R S v x y")

VECTORS = Euclid(dim, r)
DIM = {dim: integers(1), r: between(1, oo)}
ON_VECTORS = {**DIM, P: Laws(VECTORS), Q: Laws(VECTORS)}
"""Two distributions on R^dim."""
SHIFT = {v: Points(VECTORS)}

SPACE = reading("space", vectors=VECTORS, labels=Labels(n))
ONE = {**DIM, n: integers(1), P: Laws(SPACE)}
PAIR = {**ONE, Q: Laws(SPACE)}
"""Two distributions on one space."""
TRIPLE = {**PAIR, R: Laws(SPACE)}

WORDS = {
    "space": {"vectors": "R^dim with any l_r distance; dim = 1 is the line", "labels": "finitely many unrelated points"},
}
