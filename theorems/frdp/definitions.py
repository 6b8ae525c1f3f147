"""Definitions shared by the claims of the paper: evaluations of random functions, guarantees of a pair of laws, and the choices that recur.

A random function is met through its values at finitely many points, a law on R^dim for dim points. A mechanism is arbitrary, so any two laws can occur on two
adjacent data sets. Adjacency is used in both orders, so a statement about a pair (D, D') is one about an ordered pair of laws (P, Q).
"""

from typing import Any

from verify.claims import (
    ADD_OR_REMOVE_ONE,
    REPLACE_ONE,
    Compare,
    Covariances,
    Euclid,
    ForAll,
    Inf,
    Laws,
    Maps,
    Node,
    Points,
    Sequences,
    Universes,
    above,
    affine,
    at_least,
    data_sets,
    equals,
    integers,
    inverse_form,
    neighbours,
    norm,
    normal_vector,
    numbers,
    objects,
    reading,
    unstated,
    upto,
)
from verify.quantities import absolute_moment, hockey_stick_divergence, renyi_divergence

alpha, epsilon, epsilon_1, epsilon_2, delta, sigma, Delta, h, q = numbers("alpha epsilon epsilon_1 epsilon_2 delta sigma Delta h q")
dim, dim_2, d, n, m, k, N, M = numbers("dim dim_2 d n m k N M")
P, Q, E, G, K, U, D, D_, F, X, W = objects("P Q E G K U D D_ F X W")
u, v, x_, S, S_ = objects("u v x_ S S_")
w = objects("w")
"""A name that a definition below binds."""

SPACE, OTHER = Euclid(dim, 2), Euclid(dim_2, 2)
DIM = {dim: integers(1)}
PAIR = {dim: integers(1), P: Laws(SPACE), Q: Laws(SPACE)}
"""The values of a mechanism at dim points, on two adjacent data sets."""
ORDER = {alpha: above(1)}
NOISE = {sigma: unstated(above(0))}
LEVEL = {epsilon: at_least(0)}

ADJACENCY = reading("adjacency", add_or_remove=ADD_OR_REMOVE_ONE, replace=REPLACE_ONE)
"""Data sets that differ in one entry (Definition 1), or by one data point (Appendix F): one has a record more, or one record is replaced."""
ADJACENT = {"adjacency": ("add-or-remove", "replace")}
DATA = {U: Universes(ADJACENCY)}
PAIRS = {(D, D_): neighbours(U)}

# --- guarantees of a pair -------------------------------------------------------------------------------------------------------------


def rdp(p: Any, q: Any, order: Any, level: Any) -> Node:
    """(alpha, epsilon)-RDP of an ordered pair, eq. 4 at the points where the values are taken."""
    return Compare(renyi_divergence(p, q, order), "<=", level)


def dp(p: Any, q: Any, at: Any, level: Any) -> Node:
    """(epsilon, delta)-DP of an ordered pair."""
    return Compare(hockey_stick_divergence(p, q, at), "<=", level)


# --- Gaussian mechanisms -----------------------------------------------------------------------------------------------------------------

GRAM = {"gram": ("invertible", "pseudo-inverse")}
INVERTIBLE, SINGULAR = Covariances(dim, definite=True), Covariances(dim)
MATRIX = {K: reading("gram", invertible=INVERTIBLE, pseudo_inverse=SINGULAR)}
"""The Gram matrix of the points; singular where points repeat or the kernel is not strictly positive definite."""


def annihilated(matrix: Any, vector: Any) -> Node:
    """The matrix sends the vector to 0: the component of N(0, matrix) in its direction does not vary."""
    return Compare(absolute_moment(affine(normal_vector(0 * vector, matrix), vector, 0), 2), "==", 0)


def pseudo_form(matrix: Any, vector: Any) -> Node:
    """The squared length of M^(-1/2) x with the pseudo-inverse: the part of x that the matrix annihilates is dropped."""
    return Inf({w: Points(SPACE)}, inverse_form(matrix, vector - w), where=annihilated(matrix, w))


def form(matrix: Any, vector: Any) -> Node:
    """The square of the norm in eq. 3."""
    return reading("gram", invertible=inverse_form(matrix, vector), pseudo_inverse=pseudo_form(matrix, vector))


VALUES = {u: Points(SPACE), v: Points(SPACE)}
"""The values of f_D and f_D' at the points."""
SENSITIVITY = {Delta: unstated(at_least(0))}
EQ_3 = Compare(form(K, u - v), "<=", Delta**2)
"""Eq. 3 at the points, for one pair of data sets."""
IN_RKHS = Compare(inverse_form(K, u - v), "<=", Delta**2)
"""The values of a function whose norm in the space of the kernel is at most Delta."""
ANY_POINTS = Sequences(n, upto(dim))
OWN_POINTS = {n: integers(1), K: SINGULAR, S: ANY_POINTS, S_: reading("evaluation set", common=equals(S, within=ANY_POINTS), own=ANY_POINTS)}
"""The points at which either data set is evaluated, n of the dim points at which the two functions are met: the same ones, or the data set's own."""
EUCLIDEAN = Compare(norm(u - v, 2), "<=", Delta)

FAMILY = {F: Maps(data_sets(U), SPACE)}
"""A family of functions indexed by data sets, at dim points."""
FAMILY_SENSITIVITY = ForAll(PAIRS, Compare(inverse_form(K, F(D) - F(D_)), "<=", Delta**2))

SECOND_ARGUMENT = {"second argument": ("covariance", "of-the-noise")}
"""Eq. 8: sigma Delta K is the covariance, as printed; or it is that of sigma Delta G, (sigma Delta)^2 K."""
